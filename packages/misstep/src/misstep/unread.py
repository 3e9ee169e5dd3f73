"""A cell with an exercise that Python cannot read: it gets a card, and what follows runs.

Python parses a whole cell before it runs a line of it: a forgotten colon would end *Run All* and
never reach `@exercise`. In IPython a transformer puts a call of `unread` in the place of such a
cell; other cells are left to IPython. Judges nothing.
"""

import ast
import re
import tokenize
import warnings

from misstep.judge import tables
from widgets import kernel

USUAL = tables.rows(tables.HERE.parent / "unread.txt")
_QUOTES = "\"'“”„‟‘’‚‛«»"  # what a word processor makes of a straight one, too
_EXERCISE = re.compile(rf"^[^#\n]*?@\s*(?:\w+\.)*exercise\(\s*[{_QUOTES}]([^{_QUOTES}\n]+)"
                       rf"[{_QUOTES}]", re.M)
_DEF = re.compile(r"\s*(?:async\s+)?def\s+(\w+)")


def watch_cells():
    """Let the running IPython, if there is one, put a card in the place of such cells."""
    shell = kernel.shell()
    if getattr(shell, "input_transformers_post", None) is None:
        return
    # IPython itself takes the tokens of a cell for its magics, and stops where they make no block
    early = shell.input_transformer_manager.line_transforms
    for found, transform in ((early, replaced_early), (shell.input_transformers_post, replaced)):
        if not any(getattr(t, "__name__", "") == transform.__name__ for t in found):
            found.append(transform)


def replaced_early(lines):
    """The same where not even the tokens of a cell can be told; magics stand in it as yet."""
    try:
        list(tokenize.generate_tokens(iter(lines).__next__))
    except (IndentationError, StopIteration):
        return replaced(lines)
    except (tokenize.TokenError, SyntaxError):  # IPython waits for more, and goes on
        pass
    return lines


def replaced(lines):
    """The lines of a cell; of one with an exercise that cannot be read, a call that says so."""
    source = "".join(lines)
    if "exercise" not in source or not _EXERCISE.search(source):
        return lines
    error = error_of(source)
    if error is None:
        return lines
    asked = list(exercises_in(source).items())
    return [f"from misstep.session import unread as _unread\n"
            f"{name} = _unread({id!r}, {error!r})\n" for id, name in asked] or lines


def exercises_in(source):
    """The exercises that a text defines, by id: the name that its function has."""
    found = {}
    for match in _EXERCISE.finditer(source):
        named = _DEF.match(source, source.find("\n", match.end()) + 1)
        names = named[1] if named else "", match[1]
        found[match[1]] = next(filter(str.isidentifier, names), None)
    return {id: name for id, name in found.items() if name}


def error_of(source):
    """(message, line number, text of the line, column) where Python stops reading, or None."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, "<cell>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except SyntaxError as err:
        lines = source.splitlines()
        number = min(max(err.lineno or 1, 1), max(len(lines), 1))
        text = lines[number - 1] if lines else ""
        return str(err.msg), number, text, min(max(err.offset or 1, 1), len(text) + 1)
    except (ValueError, OverflowError, RecursionError, MemoryError):  # null bytes, endless brackets
        pass
    return None


def usual(message, line):
    """What is usual where Python says this of a line; "" where nothing is known."""
    return next((words for pattern, words, _ in USUAL
                 if re.search(pattern, f"{message}\n{line}")), "")
