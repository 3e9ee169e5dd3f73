"""What came back from a call, in plain values of bounded size, before anything looks at it.

Numbers, arrays, lists, tuples and dicts are copied, all else becomes `Foreign`: an object of the
student's own class never reaches the comparison, nor, from a child, the kernel. An `Observation`
says what one call did. Calls nothing itself; that is `sandbox`.
"""

import operator
import types
from dataclasses import dataclass

import numpy as np

SIZE_LIMIT = 20_000  # entries kept of one returned value; right ones have below 200
DEPTH_LIMIT = 6  # lists in lists in lists ...
BEYOND = 2**63  # whole numbers that fit no array are looked at closely
TEXT_LIMIT = 500  # characters kept of any text that comes with a call


@dataclass(frozen=True)
class Foreign:
    """Stands for a returned object that is no number, array, list, tuple or dict, or too large.

    ``why`` continues the name of the type ("list" "with 300000 entries"); ``shape`` is known
    of arrays that are too large.
    """

    type_name: str
    why: str = ""
    shape: tuple | None = None

    def __str__(self):
        article = "an" if self.type_name[:1].lower() in "aeiou" else "a"
        return f"{article} {self.type_name} {self.why}".rstrip()

    __repr__ = __str__


@dataclass
class Observation:
    """What one call did: its value or its error, and what it left behind."""

    value: object = None
    error: str = ""  # name of the exception class, "" if the call returned
    detail: str = ""  # its text
    line: str = ""  # the student's line it came from
    stopped: bool = False  # ended by the time limit
    died: bool = False  # ended the process
    printed: str = ""
    warned: tuple = ()
    changed: tuple = ()  # positions of arguments that differ afterwards
    seconds: float = 0.0
    borrowed: str = ""  # the course's function that the value may come from, with its constants

    @property
    def returned(self):
        """Whether the call came back with a value."""
        return not self.error


def tidy(text, limit=TEXT_LIMIT):
    """Text in at most ``limit`` characters that every screen, pipe and file can take.

    Control characters (they reach a terminal) and halves of characters (no file takes them)
    are written out.

    >>> tidy("half an emoji: \\ud83d")
    'half an emoji: \\\\ud83d'
    """
    text = str.__getitem__(text, slice(limit + 1))
    if len(text) > limit:
        text = text[:limit - 1] + "…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t\xa0" else
                   c.encode("unicode_escape").decode() for c in text)


def text_of(thing, limit=TEXT_LIMIT):
    """``str(thing)``, tidy; "" if a student's ``__str__`` fails."""
    try:
        return tidy(str(thing), limit)
    except Exception:  # noqa: BLE001
        return ""


def class_name(thing):
    """The name of an object's class, also where the class hides it."""
    return tidy(type.__getattribute__(type(thing), "__name__"), 60)


class _TooLargeError(Exception):
    """More entries than a result may have."""


def read(value):
    """A returned value as `portable` gives it; what cannot be read is `Foreign`."""
    try:
        return portable(value)
    except _TooLargeError:
        return _too_large(value)
    except Exception as err:  # noqa: BLE001 - a student's __array__, __float__, __getattr__ ...
        return Foreign(class_name(value), f"that cannot be read as numbers "
                                           f"({class_name(err)}: {text_of(err, 100)})")


def _too_large(value):
    if isinstance(value, np.ndarray):
        return Foreign("array", f"of shape {value.shape}", value.shape)
    kind = next(k for k in (list, tuple, dict, object) if isinstance(value, k))
    if kind is object or kind.__len__(value) <= SIZE_LIMIT:
        return Foreign(class_name(value), f"with more than {SIZE_LIMIT} entries")
    return Foreign(class_name(value), f"with {kind.__len__(value)} entries")


def portable(value, depth=0, room=None):
    """Copy a returned value so that it can cross the process and stays as it was.

    Numbers, arrays, lists, tuples and dicts are kept, as exactly these classes; anything else
    becomes `Foreign`. ``room`` is a list with the number of entries still allowed.

    >>> portable({"a": (1, np.float32(2))}) == {"a": (1, 2.0)}
    True
    >>> portable({1, 2})
    a set
    """
    room = [SIZE_LIMIT] if room is None else room
    room[0] -= 1
    if room[0] < 0:
        raise _TooLargeError
    if value is None or type(value) in (bool, float, complex):
        return value
    if type(value) is int and -BEYOND < value < BEYOND:
        return value
    if isinstance(value, type):
        return Foreign("class", f"(`{tidy(type.__getattribute__(value, '__name__'), 60)}`)")
    if isinstance(value, (np.generic, np.ndarray)):
        return _portable_array(np.asarray(value), depth, room)
    if isinstance(value, str):
        return tidy(value, 200)
    if isinstance(value, (int, float, complex)):
        return _plain_number(value)
    if isinstance(value, (list, tuple, dict, range)):
        return _portable_items(value, depth, room)
    if isinstance(value, types.GeneratorType):
        return Foreign("generator")
    if hasattr(value, "to_numpy") and (hasattr(value, "index") or hasattr(value, "columns")):
        return Foreign(class_name(value), "with labels, which are not compared: `.to_numpy()` has "
                                          "none")
    if hasattr(value, "__array__"):
        return _portable_array(np.asarray(value), depth, room)
    return float(value) if hasattr(value, "__float__") else Foreign(class_name(value))


def _plain_number(value):
    """An int, float or complex of exactly that class, whatever a class of one's own adds."""
    if not isinstance(value, int):
        return next(kind.__pos__(value) for kind in (float, complex) if isinstance(value, kind))
    if int.bit_length(value) > 1023:
        digits = int(int.bit_length(value) * 0.30103) + 1
        return Foreign("whole number", f"of about {digits} digits, too large for a float")
    return int.__pos__(value)


def _portable_array(array, depth, room):
    if array.dtype == object:
        if not array.size or depth > DEPTH_LIMIT:
            return Foreign("array", "of objects")
        if array.size > room[0]:
            raise _TooLargeError
        return portable(array.tolist(), depth + 1, room)
    room[0] -= array.size
    if room[0] < 0:
        if depth:
            raise _TooLargeError
        return Foreign("array", f"of shape {array.shape}", array.shape)
    if array.dtype.kind not in "biufc":
        what = _OTHER_DTYPES.get(array.dtype.kind, array.dtype.name[:40])
        kind, words = ("array", f"of {what}") if array.ndim else ("single value", f"({what})")
        return Foreign(kind, words)
    copied = np.array(array, dtype=np.dtype(array.dtype.str))  # a dtype may carry more: leave it
    return copied if type(array) is np.ndarray and array.ndim else copied[()]


_OTHER_DTYPES = {"U": "text", "S": "bytes", "M": "dates", "m": "time differences", "V": "records"}


def _portable_items(value, depth, room):
    """A list, tuple, range or dict, entry by entry; methods of a class of one's own stay out."""
    if depth > DEPTH_LIMIT:
        return Foreign(class_name(value), "nested too deeply")
    kind = next(k for k in (list, tuple, dict, range) if isinstance(value, k))
    if kind.__len__(value) > room[0]:
        raise _TooLargeError
    if kind is dict:
        return {_portable_key(key): portable(item, depth + 1, room)
                for key, item in dict.items(value)}
    items = (portable(item, depth + 1, room) for item in kind.__iter__(value))
    return tuple(items) if kind is tuple else list(items)


def _portable_key(key):
    if isinstance(key, str):
        return tidy(key, 100)
    if isinstance(key, (int, np.integer)) and not isinstance(key, type):
        number = operator.index(key)
        return number if int.bit_length(number) < 64 else "a huge whole number"
    return f"<{class_name(key)}>"
