"""A cell with an exercise that Python cannot read: it gets a card, and what follows runs.

Python parses a whole cell before it runs a line of it: a forgotten colon would end *Run All* and
never reach `@exercise`. In IPython a transformer puts a call of `unread` in the place of such a
cell; other cells are left to IPython. Judges nothing.
"""

import ast
import re
import tokenize
import warnings

from course_utils import page

USUAL = (  # in Python's message, or (after a line break) in the line: what is usual there
    (r"expected ':'", "A line that begins with `def`, `if`, `else`, `for`, `while` or `with` ends "
     "in a colon."),
    (r"was never closed", "Each bracket that is opened has to be closed. Count them in this line."),
    (r"unmatched|does not match opening", "Each closing bracket belongs to the last one opened, of "
     "the same kind. Count them in this line."),
    (r"unterminated", "A text ends with the quotation mark that began it, on the same line."),
    (r"expected an indented block", "What belongs to the line before stands four blanks further "
     "to the right."),
    (r"unexpected indent|unindent does not match|inconsistent use of tabs", "Lines that belong "
     "together begin in the same column: four blanks for each level, no tabs among them."),
    (r"outside function", "A `return` belongs to a function: is its line indented as far as the "
     "others of the body?"),
    (r"Maybe you meant '==' or ':='|cannot assign to|Maybe you meant '=='", "One `=` gives a name "
     "to a value, and the name stands on its left. Two, `==`, compare."),
    (r"Perhaps you forgot a comma", "Is there a comma or an operator missing between two values? "
     "A product is written with `*`."),
    (r"invalid decimal literal", "A product is written with `*`: `2 * x`, not `2x`."),
    (r"invalid (?:non-printable )?character", "That character is no part of Python; it often comes "
     "along when text is copied. Type the minus, the quotation mark or the blank anew."),
    (r"positional argument follows keyword", "Arguments with a name come after those without."),
    (r"expected 'except' or 'finally'", "A `try` needs its `except`."),
    (r"'break' outside|'continue'[^\n]* in loop", "It belongs inside a loop: is its line indented "
     "far enough?"),
    (r"\n\s*(?:elif|else)\b", "An `else` stands in the column of its `if`, and ends in a colon."),
    (r"\n.*(?:[-+*/=,(]|\b(?:and|or|not|in|is))\s*$", "The line ends in the middle of an "
     "expression."),
)
_EXERCISE = re.compile(r"^[^#\n]*?@\s*(?:\w+\.)*exercise\(\s*[\"']([^\"'\n]+)[\"']", re.M)
_DEF = re.compile(r"\s*(?:async\s+)?def\s+(\w+)")


def watch_cells():
    """Let the running IPython, if there is one, put a card in the place of such cells."""
    shell = page.shell()
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
        return lines
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
    return [f"from course_utils.exercises.session import unread as _unread\n"
            f"{name} = _unread({id!r}, {error!r})\n" for id, name in asked] or lines


def exercises_in(source):
    """The exercises that a text defines, by id: the name that its function has."""
    found = {}
    for match in _EXERCISE.finditer(source):
        named = _DEF.match(source, source.find("\n", match.end()) + 1)
        name = named[1] if named else match[1]
        found[match[1]] = name if name.isidentifier() else match[1]
    return {id: name for id, name in found.items() if name.isidentifier()}


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
        return None
    return None


def usual(message, line):
    """What is usual where Python says this of a line; "" where nothing is known."""
    return next((said for pattern, said in USUAL if re.search(pattern, f"{message}\n{line}")), "")
