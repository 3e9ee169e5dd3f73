"""Python's side of a page that works (`site/live/kernel.py`), without a browser."""

import hashlib
import html
import importlib.util
import json
import re
import subprocess
import sys

import numpy as np
import pytest

from course_tools import notebooks
from course_tools.notebooks import slices
from course_tools.site import build
from course_utils.exercises import COURSE
from misstep import memory
from misstep.course import Session
from misstep.judge import child, records, sandbox
from misstep.judge.solutions import lesson
from widgets import kernel

LIVE = build.HERE / "live"
HEAD = '@exercise("softmax")\ndef softmax(z):\n'
WRONG = f"{HEAD}    e = np.exp(z)\n    return e / e.sum()\n"
RIGHT = (f"{HEAD}    e = np.exp(z - np.max(z, axis=-1, keepdims=True))\n"
         "    return e / e.sum(axis=-1, keepdims=True)\n")
CARDS = {  # status and words of the card
    "wrong": (WRONG, "failed", "One sum runs over the whole batch"),
    "right": (RIGHT, "passed", "The cells below use your function."),
    "recursive": (f"{HEAD}    return softmax(z)\n", "error", "calls itself inside itself"),
    "unread": (WRONG.replace("(z):", "(z)"), "error", "Python cannot read line 2"),
    "stub": (f"{HEAD}    raise NotImplementedError\n", "not attempted", "Write the body"),
    "no function": ("x = 1\n", "error", 'Keep the line @exercise("softmax") above'),
    "another's": (WRONG.replace("softmax", "relu"), "error", 'Keep the line @exercise("softmax")'),
    "an error": (f"{WRONG}foo(1)\n", "error", "line 5: foo(1)"),
    "a loop": (f"{WRONG}while True: pass\n", "error", "had not come to an end after 0.2 seconds"),
}


@pytest.fixture(scope="module")
def python():
    """The module, as if it stood in a page."""
    spec = importlib.util.spec_from_file_location("kernel_of_a_page", LIVE / "kernel.py")
    module = importlib.util.module_from_spec(spec)
    before, COURSE.session = COURSE.session, Session()
    spec.loader.exec_module(module)
    kernel.stand_in = module.page
    module.CELL = 0.2
    yield module
    COURSE.session, kernel.stand_in = before, None


@pytest.fixture
def ask(python):
    return lambda op, **data: json.loads(python.answer(op, json.dumps(data)))


def words(shown):
    return html.unescape(" ".join(re.sub("<[^>]+>", "", shown).split()))


@pytest.mark.parametrize("what", CARDS)
def test_each_answer_has_its_card_and_the_buttons_are_not_named(ask, what):
    code, status, finding = CARDS[what]
    said = ask("check", id="softmax", code=code)
    assert said["status"] == status
    assert finding in words(said["html"])
    assert not re.search(r"(hint|why|solution|slip|doubt)\(", said["html"])
    assert ("why" in said["calls"]) == (what in ("wrong", "recursive"))


def test_an_answer_may_name_what_stands_above_and_print(ask):
    code = WRONG.replace("e = np.exp", "print('in'); e = scale * np.exp")
    used = ask("names", code=f"{code}    z = scale  # other\n")["names"]
    assert used == ["exercise", "np", "print", "scale"]
    assert ask("names", code="def f(:")["names"] == []
    before = ['relu = exercise("relu")(None)', "scale = float(relu(2.0))"]
    said = ask("check", id="softmax", code=f"print('out')\n{code}", before=before)
    assert said["printed"] == "out\n" and said["status"] == "failed"
    assert "Your function printed: in" in words(said["html"])


@pytest.mark.parametrize("op", ["check", "help"])
def test_what_replaces_names_of_a_module_has_no_verdict_and_a_fresh_python(ask, op, monkeypatch):
    for name in ("maximum", "exp", "pi"):
        monkeypatch.setattr(np, name, getattr(np, name))  # put back in the end
    code = f"{RIGHT}np.maximum = None; np.exp = np.sin; np.pi = 3  # {op}\n"
    said = ask(op, id="softmax", code=code, **({"what": "why"} if op == "help" else {}))
    assert said["fresh"] and said["calls"] == [] and "status" not in said
    for name in ("np.maximum", "np.exp", "np.pi", "in the module itself", "a fresh Python"):
        assert name in words(said["html"])


def test_a_check_that_fails_says_so_without_insides(ask, python, monkeypatch):
    monkeypatch.setattr(python, "intact", [])  # else it is this test that has replaced a name
    monkeypatch.setattr(sandbox, "observe", lambda *args, **options: 1 / 0)
    said = ask("check", id="softmax", code=RIGHT)
    assert said["fresh"] and "could not be judged" in words(said["html"])
    assert "The next run has a fresh Python." in words(said["html"])
    assert "ZeroDivision" not in said["html"]


def test_a_keyboard_interrupt_is_an_error_like_others(ask, monkeypatch):
    monkeypatch.setattr(child, "inside", True)  # as in a page
    said = ask("check", id="softmax", code=f"{HEAD}    raise KeyboardInterrupt\n")
    assert said["status"] == "error"
    assert "raised KeyboardInterrupt in the line" in words(said["html"])
    said = ask("check", id="softmax", code=f"{RIGHT}raise KeyboardInterrupt\n")
    assert "KeyboardInterruptline 5: raise" in words(said["html"])


def test_long_output_is_cut_and_says_so(ask, python):
    said = ask("check", id="softmax", code=f"{RIGHT}for i in range(20_000): print(i)\n")
    assert said["printed"].endswith("\n… cut after 20,000 characters\n")
    assert len(said["printed"]) < python.PRINTED + 50


def test_a_right_answer_is_not_blamed_for_a_cell_that_trains_long(ask, python, monkeypatch):
    monkeypatch.setattr(python, "SLICE", 0.2)
    theirs = {"softmax": {"code": RIGHT, "before": []}}
    (shown,) = ask("run", before=[], code="while True: pass", theirs=theirs)["shows"]
    assert "after 0.2 seconds" in shown["error"] and "Your answer is right" in shown["error"]


def test_help_after_a_reload_judges_the_answer_first(ask):
    assert "got = " in words(ask("help", id="softmax", code=WRONG, what="why")["html"])
    assert "Hint 1 of" in ask("help", id="softmax", code=WRONG, what="hint")["html"]
    assert "Yours" in ask("help", id="softmax", code=RIGHT, what="solution")["html"]
    assert "1 of 9 exercises" in ask("progress", number="04")["html"]


@pytest.fixture
def press(ask):
    return lambda id, what, act="", code="": ask("box", id=id, what=what, act=act, code=code)


def test_pieces_in_order_are_an_answer(ask, press):
    press("best_step", "pieces")
    box = COURSE.session.pieces["best_step"]
    for line in box.text.lines[1:]:  # the wrong ones are no lines of it
        if line in box.mixed:
            letter = next(a for a, i in box.letters.items() if box.mixed[i] == line)
            press("best_step", "pieces", f"choose {letter}")
    said = press("best_step", "pieces", "commit")
    assert ask("check", id="best_step", code=said["code"])["status"] == "passed"
    assert "too short" in press("softmax", "pieces")["html"]


def test_what_else_a_card_offers_is_a_box_or_a_button(ask, press):
    assert "doubt" in ask("check", id="softmax", code=WRONG)["calls"]
    said = words(ask("help", id="softmax", code=WRONG, what="doubt")["html"])
    assert "is not what your code does" in said and "hand in" not in said
    assert "slip" in ask("check", id="softmax", code=RIGHT)["calls"]
    assert "other clothes" in words(press("softmax", "alike", code=RIGHT)["html"])
    said = words(press("softmax", "alike", "choose 1 A", RIGHT)["html"])
    assert re.search("A (holds|does not hold)[.]", said)
    assert press("softmax", "alike", code=RIGHT)["html"] == ""  # once
    said, box = press("softmax", "slip", code=RIGHT), COURSE.session.slips["softmax"]
    assert ask("check", id="softmax", code=said["code"])["status"] != "passed"
    found = words(press("softmax", "slip", f"choose {box.line}", RIGHT)["html"])
    assert "✓" in found and "mend it in the editor" in found
    assert "The slip is mended" in words(ask("check", id="softmax", code=RIGHT)["html"])
    assert {"doubt", "slip"} <= {event["kind"] for event in memory.events("04")}


def test_a_cell_below_runs_on_the_answer_else_on_the_courses(ask):
    before = ["import numpy as np", "np.set_printoptions(precision=1)",
              'softmax = exercise("softmax")(None)', "print('not shown')"]
    code, texts = "print(softmax(np.zeros(4)))\nnp.ones(2)", []
    for answer in (WRONG, RIGHT, RIGHT.replace("    return", "    print('mine')\n    return")):
        theirs = {"softmax": {"code": answer, "before": []}}
        shows = ask("run", before=before, code=code, theirs=theirs)["shows"]
        texts.append("".join(one["text"] for one in shows))
    assert texts[0] == texts[1] == "[0.2 0.2 0.2 0.2]\narray([1., 1.])\n"
    assert texts[2] == f"mine\n{texts[0]}"
    wrong = ask("run", before=before, code="1 / 0", theirs={})["shows"]
    assert wrong == [{"error": "ZeroDivisionError: division by zero\nline 1: 1 / 0"}]


def test_a_picture_comes_with_its_words_and_an_explorer_draws_frames(ask):
    before = ["from course_utils import explore, plots, style"]
    code = 'fig, ax = style.figure()\nplots.show(fig, "It **falls** to `a`.", "Line chart")'
    picture, caption = ask("run", before=before, code=code, theirs={})["shows"]
    assert picture["alt"] == "Line chart. It falls to a." and len(picture["png"]) > 1000
    assert caption["html"] == "<p>It <strong>falls</strong> to <code>a</code>.</p>"
    made = ask("explore", cell="e", before=before, code="explore.line_on_xor()", theirs={})
    assert [one["name"] for one in made["about"]["controls"]] == ["angle", "shift"]
    assert ask("frame", cell="e", at=[9, 15])["words"].startswith("angle 45 degrees, shift 0.5: 3")
    assert ask("frame", cell="gone", at=[0])["gone"]


@pytest.mark.full
@pytest.mark.parametrize("path", notebooks.notebook_files(), ids=lambda path: path.stem)
def test_every_model_answer_passes_with_what_its_page_gives(ask, path):
    page = slices.page(notebooks.number(path), notebooks.read(path)["cells"])
    for one in page["exercises"] if page else ():
        text = COURSE.within(lambda id: lesson(records.record(id)))(one["id"])
        code = re.sub("^(?=def )", f'@exercise("{one["id"]}")\n', text, count=1, flags=re.M)
        used = {i for name in ask("names", code=code)["names"] for i in one["names"].get(name, ())}
        made = [page["statements"][i] for i in sorted(used)]
        before = [each.get("code") or f"{each['exercise']} = exercise({each['exercise']!r})(None)"
                  for each in made]
        assert ask("check", id=one["id"], code=code, before=before)["status"] == "passed", code


def test_it_needs_neither_widgets_nor_matplotlib():
    code = (f"import runpy, sys; runpy.run_path({str(LIVE / 'kernel.py')!r}); "
            "print({'IPython', 'anywidget', 'ipywidgets', 'matplotlib'} & set(sys.modules))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "set()\n", done.stderr


def test_the_editor_is_the_file_that_is_named():
    noted = re.search(r"sha256 +(\w{64})", (LIVE / "codemirror.txt").read_text("utf-8"))[1]
    assert hashlib.sha256((LIVE / "codemirror.js").read_bytes()).hexdigest() == noted
