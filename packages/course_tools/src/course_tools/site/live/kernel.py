"""Python's side of a page of the book: one message a call, JSON in and out. Needs no widgets.

A page has no IPython: `Page` replaces it, which collects what is shown and printed for the message
being served.
"""

import ast
import base64
import contextlib
import dis
import io
import json
import linecache
import os
import re
import sys
import types

from course_utils.exercises import COURSE
from misstep import Result, cards, host, unread
from widgets import kernel
from widgets.page import BLUE
from widgets.still import Still

BELOW = "<cell>"  # name of the code of a cell below
CELL, SLICE = 5.0, 120.0  # seconds for what stands around a function; for a cell below
PRINTED = 20_000  # characters of what a cell prints that reach the page
CUT = f"\n… cut after {PRINTED:,} characters\n"
USED = "numpy", "math", "misstep", "course_utils"  # modules that a check computes with
BUTTONS = {"hint": "Hint", "why": "Why?", "pieces": "Pieces", "solution": "Solution",
           "slip": "Find a slip", "doubt": "Not so?"}
BOXES = {"pieces": "pieces", "slip": "slips", "alike": "alike"}  # verb: where its boxes are kept


class Page(io.TextIOBase):
    """The shell, as far as the engine asks for one, and what it is given to show and print."""

    kernel = True  # somebody looks on

    def __init__(self):
        self.user_ns, self.shown, self.room = {}, [], PRINTED

    def write(self, text):
        """Collect what is printed, among what is shown."""
        if self.room > 0:
            if not self.shown or "text" not in self.shown[-1]:
                self.shown.append({"text": ""})
            self.shown[-1]["text"] += text[:self.room]
        self.room -= len(text)
        return len(text)

    def set_next_input(self, code):
        """Code for a cell below: a page has none, and `pieces` hands it over itself."""

    def display(self, one, raw=False, metadata=None, **_):
        """Collect what is shown: a picture with its alt text, HTML, words."""
        live = isinstance(one, Still)  # a box without its widget: its words
        data = one if raw else one.words() if live else {"text/html": as_html(one)}
        if "image/png" in data:
            alt = (metadata or {}).get("image/png", {}).get("alt", "")
            self.shown.append({"png": data["image/png"], "alt": alt})
        elif "text/html" in data:
            self.shown.append({"html": data["text/html"]})
        elif "text/markdown" in data:
            self.shown.append({"html": f"<p>{in_html(data['text/markdown'])}</p>"})
        else:
            self.write(data["text/plain"] + "\n")

    def taken(self):
        """What was shown since the last time."""
        if self.room < 0:
            self.room = len(CUT)
            self.write(CUT)
        found, self.shown, self.room = self.shown, [], PRINTED
        return found

    def html(self):
        """The cards among it."""
        return "".join(one.get("html", "") for one in self.taken())


page = Page()
if sys.platform == "emscripten":  # elsewhere it is only read
    kernel.stand_in = page
    os.chdir("/drive")  # there lies what is remembered
    host.child.inside = True  # nobody can press Ctrl+C: a KeyboardInterrupt is the reader's own

answers = {}  # exercise -> (code, what its name holds now)
explorers = {}  # cell -> the explorer that it shows


# --- words ------------------------------------------------------------------------------------


def as_html(one):
    """A card as the page shows it: the calls for help are below it, as buttons."""
    if isinstance(one, Result):
        return without_calls(cards.of_parts(
            one.status, one.heading, cards.as_data(one, calls=False)))
    if isinstance(one, host.Replay):
        return host.framed(BLUE, f"→ Why – {one.case.name}", "", cards.FORMS["code"](repr(one)))
    return without_calls(one._repr_html_())


def without_calls(text):
    """A card's HTML with the buttons' names instead of calls, the editor instead of a cell.

    >>> without_calls("Run <code>hint(&quot;softmax&quot;)</code>.")
    'Run <strong>Hint</strong>.'
    """
    text = re.sub(r"\bin (the|a) cell below\b", "in the editor", text)
    return re.sub(rf"<code>({'|'.join(BUTTONS)})\((?:&quot;\w+&quot;)?\)</code>",
                  lambda found: f"<strong>{BUTTONS[found[1]]}</strong>", text)


def in_html(text):
    """A caption in HTML: its code, what is bold, its formulas."""
    return host.typeset(re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", cards.rich(text)))


def broken(id, finding, where="", code=""):
    """The card of a cell that did not come as far as a function."""
    parts = [["finding", finding], ["code", code], ["plain", where]]
    return cards.of_parts(host.ERROR, cards.heading(host.record(id)), [
        [kind, cards.clip(words)] for kind, words in parts if words])


def in_words(error, name, seconds):
    """(what an error says, the reader's line that raised it)."""
    if isinstance(error, host.Stopped):
        own = "" if name != BELOW else (
            " Your answer is right; with it, this cell takes longer than that in this browser.")
        return f"It had not come to an end after {seconds:g} seconds, and was stopped.{own}", ""
    number, tb = 0, error.__traceback__
    while tb is not None:
        here = tb.tb_frame.f_code.co_filename == name
        number, tb = (tb.tb_lineno if here else number), tb.tb_next
    said = cards.clip(": ".join(filter(None, (type(error).__name__, str(error)))), 600)
    return said, number and f"line {number}: {linecache.getline(name, number).strip()}" or ""


# --- the reader's code ------------------------------------------------------------------------


def run_limited(parts, names, seconds):
    """Run (name, code) one after the other; the error that ended it, or None.

    What the last one prints and shows is then `Page.taken`.
    """
    def run():
        for name, code in parts:
            linecache.cache[name] = len(code), None, code.splitlines(True), name
            page.taken()
            value = None
            for node in ast.parse(code, name).body:  # one by one: the last value is shown
                made = ast.Module([node], [])
                if last := isinstance(node, ast.Expr):
                    made = ast.Expression(node.value)
                value = eval(compile(made, name, "eval" if last else "exec"), names)
            if value is not None:
                show(value)

    with contextlib.redirect_stdout(page):
        return host.limited(run, seconds)[1]


def show(value):
    """Show a value as a notebook shows that of a cell's last line."""
    if hasattr(value, "frame_at"):
        page.explorer = value
    elif hasattr(value, "_repr_html_"):
        page.display(value)
    else:
        print(repr(value))


def defined(id, code, before):
    """(the function that an answer defines, else None; the card that says why there is none)."""
    kept, name = [], f"<{id}>"

    def exercise(asked):
        return (lambda fn: kept.append(fn) or fn) if asked == id else held(asked)

    names = {"__name__": "__main__", "exercise": exercise, "np": COURSE.names["np"]}
    error = run_limited([("<above>", "\n".join(before)), (name, code)], names, CELL)
    if error is not None:
        said, line = in_words(error, name, CELL)
        return None, broken(id, said, code=line)
    if not kept:
        return None, broken(id, "The cell defines no function for this exercise.",
                            f'Keep the line `@exercise("{id}")` above the function.')
    return kept[-1], ""


def held(id):
    """Decorator: the value of another exercise's name, the reader's answer or the course's."""
    return lambda stub: answers[id][1] if id in answers else host.record(id).reference


def names(code):
    """The names that code takes from the cells above; none where Python cannot read it."""
    def taken(made):
        here = {one.argval for one in dis.get_instructions(made)
                if one.opname in ("LOAD_NAME", "LOAD_GLOBAL")}
        return here.union(*(taken(one) for one in made.co_consts if hasattr(one, "co_code")))

    readable = unread.error_of(code) is None
    return {"names": sorted(taken(compile(code, "<names>", "exec"))) if readable else []}


def check(id, code, before=()):
    """Judge an answer: its card, its status, and whether its failing case can be looked at.

    ``before`` are the statements of the cells above that it names.
    """
    fn, card, error = None, "", unread.error_of(code)
    answers.pop(id, None)
    if error is None:
        fn, card = defined(id, code, before)
    printed = "".join(one.get("text", "") for one in page.taken())
    if card:
        return {"html": card, "printed": printed, "status": host.ERROR, "calls": ()}
    answers[id] = code, (COURSE.exercise(id)(fn) if error is None
                         else COURSE.within(host.unread_card)(id, error))
    result = COURSE.state()[id]
    if result.finding.startswith(host.UNJUDGED):
        raise RuntimeError(result.finding)
    return {"html": page.html(), "printed": printed, "status": result.status,
            "calls": result.calls}


def help(id, code, what, before=()):
    """What one of the buttons shows; the answer is judged first where that was in another life."""
    if what != "hint" and answers.get(id, ("",))[0] != code:
        check(id, code, before)
    shown = getattr(COURSE, what)(id)
    if shown is not None:
        page.display(shown)
    return {"html": page.html()}


def box(id, what, code, act="", before=()):
    """The live box of pieces, slip or alike, after a press on one of its buttons.

    `code` is then what it has for the editor. An alike is there only where one is due.
    """
    kept = getattr(COURSE.session, BOXES[what])
    if not act or id not in kept:
        if what == "slip" and answers.get(id, ("",))[0] != code:
            check(id, code, before)
        getattr(COURSE, what)(id, **({"once": True} if what == "alike" else {}))
    said, one = page.html(), kept.get(id)
    if one is None or not (act or said):
        return {"html": said}  # a sentence that says why
    if act:
        COURSE.within(one.press)(act)
    done = what == "slip" or what == "pieces" and one.result
    return {"html": without_calls(one.html()), "code": one.cell() if done else ""}


def progress(number):
    """The card of the reader's progress in a notebook."""
    COURSE.progress(number)
    return {"html": page.html()}


# --- cells below ------------------------------------------------------------------------------


def run(before, code, theirs):
    """Run what a cell needs, then the cell, on the reader's answers; what it shows."""
    for id, one in theirs.items():
        if answers.get(id, ("",))[0] != one["code"]:
            check(id, one["code"], one["before"])

    error = run_limited([("<above>", "\n".join(before)), (BELOW, code)],
                        {"__name__": "__main__", "exercise": held}, SLICE)
    shows = page.taken()
    if error is not None:
        shows.append({"error": "\n".join(filter(None, in_words(error, BELOW, SLICE)))})
    return {"shows": shows}


def explore(cell, before, code, theirs):
    """Make the explorer of a cell: what a page has to know about it, and its position."""
    page.explorer = None
    shows = run(before, code, theirs)["shows"]
    explorers[cell] = one = page.explorer
    return {"shows": shows} if one is None else {"about": one.about(), "at": one.shell.at}


def frame(cell, at):
    """A picture of an explorer and its words; nothing if Python has restarted since."""
    if explorers.get(cell) is None:
        return {"gone": True}
    drawn = explorers[cell].frame_at(at)
    return {"png": base64.b64encode(drawn.png).decode(), "words": drawn.words,
            "score": drawn.score}


# --- a Python that can be trusted -------------------------------------------------------------


def contents():
    """(names in a module, its name, a name, what it holds) of all that a check computes with."""
    return [(vars(module), name, key, value) for name, module in sys.modules.items()
            if name.partition(".")[0] in USED for key, value in vars(module).items()
            if not key.startswith("_")
            and (callable(value) or isinstance(value, float | types.ModuleType))]


def damage():
    """What a card says where a module holds something else than at the start; else None."""
    names = [f"`{module}.{key}`".replace("`numpy", "`np") for there, module, key, value in intact
             if there.get(key) is not value]
    return names and (f"Your code replaced {' and '.join(names)} in the module itself.",
                      "The check computes with that module too, so there is no verdict. Use names "
                      "of your own.")


def unjudged(id, finding, where):
    """What is said where there is no verdict; the page then starts a `fresh` Python."""
    where += " The next run has a fresh Python."
    page.taken()
    return {"html": id and broken(id, finding, where), "calls": (), "fresh": True,
            "shows": [{"error": f"{finding}\n{where}".replace("`", "")}]}


FAILED = f"{host.UNJUDGED}: the check itself failed.", (
    "Expected is a plain function that returns numbers, arrays, lists, tuples or dicts of them. "
    "If yours does, the fault is the course's.")
OPS = {one.__name__: one for one in (names, check, help, box, progress, run, explore, frame)}
THEIRS = check, help, box, run, explore  # which run a reader's code
intact = contents()


def answer(op, data):
    """Serve one message."""
    serve, asked = OPS[op], json.loads(data)
    if serve not in THEIRS:
        return json.dumps(serve(**asked))
    try:
        said, why = serve(**asked), damage()
    except Exception:  # noqa: BLE001 - of ours, or of what a reader's code has left of Python
        said, why = None, damage() or FAILED
    return json.dumps(unjudged(asked.get("id", ""), *why) if why else said)
