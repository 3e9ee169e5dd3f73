"""The page "Reference": what `misstep` and `course_utils` offer, in their docstrings' words."""

import inspect
import re
from html import escape

from latex2mathml.converter import convert

import misstep
from course_utils import data, exercises, functions, metrics, network, style, text
from misstep.face import Course

ABOUT = """\
What may be relied on: the names below, and what they say of themselves. Inner modules, names that
begin with `_`, `course_utils.plots` and `course_utils.explore` are none of it. Each example is run
on every change, in its module; `COURSE` is a course of one exercise that comes with misstep.
"""
FORMULA = re.compile(r"^\.\. math::\s*(.*(?:\n(?: {3,}.*)?)*?)(?=\n\S|\n*\Z)", re.M)
LONGEST = 110  # letters of a call that stands in the line of its name
MODULES = (exercises, functions, network, metrics, text, data, style)  # as a reader meets them
ROOM = "What a notebook calls next to the verbs of a course: the room of a lecture."

INNER = {"offered", "passed", "say"}  # what the engine calls
VERBS = {name: method for name, method in vars(Course).items()
         if inspect.isfunction(method) and name not in INNER}


def page():
    """The page as Markdown: a name a line, which unfolds."""
    lines = ["# Reference", "", ABOUT, ""]
    for title, about, names in sections():
        lines += [f"## {title.replace('.', ': ')}", "", about, ""]  # a space: a phone is narrow
        lines += [line for name, value in names for line in (entry(title, name, value), "")]
    return "\n".join(lines)


def sections():
    """(title, words, [(name, value), ...]) of each part."""
    own = misstep.__all__
    yield ("misstep", "The engine: a course, its exercises, and verdicts. Its README says how a "
           "course of one's own is made.", [(name, getattr(misstep, name)) for name in sorted(
               own, key=str.lower)])
    yield ("The verbs of a course", "Methods of a `misstep.Course`; in this workbook they are "
           "imported from `course_utils.exercises`.", sorted(VERBS.items()))
    for module in MODULES:
        about = ROOM if module is exercises else inspect.getdoc(module).split("\n\n")[0]
        yield (module.__name__, about, [
            (name, getattr(module, name)) for name in sorted(
                set(module.__all__), key=lambda name: (name.lower(), name))
            if name not in VERBS])


def entry(home, name, value):
    """One name as one line of HTML: its call and first sentence, and the rest folded below."""
    doc = (inspect.getdoc(value) or "") if hasattr(value, "__name__") else ""
    head, _, rest = doc.partition("\n\n")
    head = " ".join(head.split()) or ("" if repr(value).startswith("<") else f"{value!r}"[:100])
    head = marked(head)
    anchor = f"{home}.{name}" if home.startswith(("misstep", "course_utils")) else f"verb.{name}"
    call = whole = call_of(name, value)
    if len(whole) > LONGEST:
        call, rest = f"{name}(…)", f"{whole}\n\n{rest}"
    call = f"<code>{escape(call)}</code>"
    if not rest:
        return f'<p class="course-name" id="{anchor}">{call} {head}</p>'
    text = marked(rest).replace("\n", "&#10;")  # in one line: a blank one would end the HTML
    return (f'<details class="course-name" id="{anchor}"><summary>{call} {head}</summary>'
            f'<pre tabindex="0">{text}</pre></details>')


def marked(text):
    """Text of a docstring as HTML: formulas as MathML, names between backticks as code."""
    parts = FORMULA.split(text)  # words, formula, words, ...
    parts[::2] = [re.sub(r"(`+)([^`\n]+)\1", r"<code>\2</code>", escape(words))
                  for words in parts[::2]]
    parts[1::2] = [convert(" ".join(tex.split()), display="block") for tex in parts[1::2]]
    return "".join(parts)


def call_of(name, value):
    """The name with its arguments, as a reader writes it."""
    if not hasattr(value, "__name__"):
        return name
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return name
    given = [p.replace(annotation=p.empty, default="…" if repr(p.default).startswith("<")
                       and p.default is not p.empty else p.default)
             for p in found.parameters.values()]
    text = f"{name}{found.replace(parameters=given, return_annotation=found.empty)}"
    return text.replace("'…'", "…")
