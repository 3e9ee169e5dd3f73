"""The gate fails when it should: the form test and strict nbval on small bad notebooks.

The gate is nbval (stored outputs against fresh ones) plus the form test (what nbval does
not look at). Each case below is one way to be wrong; for each it is said which of the two
must notice. The good notebook passes both.
"""

import copy
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from course_tools import notebooks
from form import form_problems, form_report
from helpers_nb import cell, code, code_cells, notebook, text

KNOWN = {"MAY24-1.0a"}

# Stands in for the package, so that the gate is tested and nothing else.
SETUP = """
import numpy as np
from IPython.display import HTML, display

def predict(name): return HTML(f"<p>Question {name}</p>")
def exercise(name): return lambda stub: print(f"{name}: not attempted")
def progress(name): print("0 of 1")
"""
SHOW = """
png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4"
png += "2mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
caption = f"Line: y rises to {np.arange(4).max()}."
display({"image/png": png, "text/plain": "a figure"}, raw=True,
        metadata={"image/png": {"alt": "line of y over x. " + caption}})
display({"text/markdown": caption}, raw=True)
"""
EXPLORER = """
from ipywidgets import HTML as Words, VBox
words = Words("found 0")
panel = VBox([words])
panel
"""


def good():
    return notebook(
        text("01-title", "# Draw a line", "title"),
        code("01-setup", SETUP, "setup"),
        code("01-a1-predict", 'predict("a")', "predict"),
        code("01-a2-predict", 'predict("b")', "predict"),
        code("01-a3-predict", 'predict("c")', "predict"),
        text("01-b-text", "The score is linear.", "evidence", lecture=["MAY24-1.0a"]),
        code("01-b-code", "k = np.arange(3) * 2\nprint('first')\nprint(k)\nk.sum()", "evidence"),
        code("01-b-picture", SHOW, "picture"),
        code("01-c-explorer", EXPLORER, "explorer"),
        code("01-c-driven", "words.value = 'found 1'\nprint(words.value)", "driven"),
        code("01-d-slide", "slide = 2\nright = 3\nassert right == k.max() - 1", "slide-check"),
        code("01-e-exercise", '@exercise("f")\ndef f(x):\n    raise NotImplementedError',
             "exercise", "state"),
        code("01-summary", 'progress("01")', "summary", "state"),
    )


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """The good notebook as `refresh` writes it."""
    path = tmp_path_factory.mktemp("good") / "01_good.ipynb"
    notebooks.write(good(), path)
    assert notebooks.refresh(path)
    return path


# --- refresh ----------------------------------------------------------------------------


def test_refresh_writes_the_same_bytes_again(fresh):
    before = fresh.read_bytes()
    assert not notebooks.refresh(fresh)
    assert fresh.read_bytes() == before
    assert before.endswith(b"}\n") and before.startswith(b'{\n "cells"')


def test_refresh_keeps_sources_and_ids_and_drops_views(fresh):
    stored, nb = json.loads(fresh.read_text()), notebooks.read(fresh)
    assert [c["id"] for c in stored["cells"]] == [c["id"] for c in good()["cells"]]
    assert [c["source"] for c in nb["cells"]] == [c["source"] for c in good()["cells"]]
    assert [c["metadata"] for c in nb["cells"]] == [c["metadata"] for c in good()["cells"]]
    assert stored["metadata"] == notebooks.NOTEBOOK_METADATA
    assert [c["execution_count"] for c in code_cells(nb)] == list(range(1, 12))
    [panel] = cell(nb, "01-c-explorer")["outputs"]
    assert list(panel["data"]) == ["text/plain"]  # the view is gone, the words stay
    streams = [o for o in cell(nb, "01-b-code")["outputs"] if o["output_type"] == "stream"]
    assert [o["text"] for o in streams] == ["first\n[0 2 4]\n"]


def test_refresh_cleans_what_others_left(fresh):
    nb = notebooks.read(fresh)
    nb["metadata"]["widgets"] = {"state": {}}
    touched = cell(nb, "01-b-code")
    touched["metadata"]["execution"] = {"iopub.status.busy": "2026-01-01T00:00:00Z"}
    touched["metadata"]["tags"] = []
    view = {notebooks.WIDGET_VIEW: {"model_id": "a1"}}
    touched["outputs"] = [
        {"output_type": "stream", "name": "stdout", "text": "a\n"},
        {"output_type": "stream", "name": "stdout", "text": "b\n"},
        {"output_type": "display_data", "data": view, "metadata": {}},
        {"output_type": "display_data", "data": {**view, "text/html": "c"}, "metadata": {}},
    ]
    before = copy.deepcopy(nb)
    cleaned = notebooks.clean(nb)
    assert nb == before
    assert cleaned["metadata"] == notebooks.NOTEBOOK_METADATA
    assert cell(cleaned, "01-b-code")["metadata"] == {}
    assert cell(cleaned, "01-b-code")["outputs"] == [
        {"output_type": "stream", "name": "stdout", "text": "a\nb\n"},
        {"output_type": "display_data", "data": {"text/html": "c"}, "metadata": {}},
    ]


def test_refresh_stops_at_the_first_error_and_leaves_the_file(tmp_path):
    path = tmp_path / "01_bad.ipynb"
    notebooks.write(notebook(code("01-a", "1"), code("01-b", "1 / 0"), code("01-c", "2")), path)
    before = path.read_bytes()
    with pytest.raises(notebooks.NotebookError, match=r"01_bad.ipynb: cell 01-b raised ZeroDiv"):
        notebooks.refresh(path)
    assert path.read_bytes() == before


def test_strip_outputs(fresh):
    nb = notebooks.read(fresh)
    bare = notebooks.strip_outputs(nb)
    assert all(c["outputs"] == [] and c["execution_count"] is None for c in code_cells(bare))
    assert any(c["outputs"] for c in code_cells(nb)), "the argument was changed"
    assert [c["metadata"] for c in bare["cells"]] == [c["metadata"] for c in nb["cells"]]


def test_notebook_files_in_teaching_order(tmp_path):
    names = ["03_act", "00b_data", "03b_uat", "00_pre", "01_xor", "x_draft", "01_Copy-1"]
    for name in names:
        (tmp_path / f"{name}.ipynb").write_text("{}")
    found = [p.stem for p in notebooks.notebook_files(folder=tmp_path)]
    assert found == ["00_pre", "00b_data", "01_xor", "03_act", "03b_uat"]
    asked = notebooks.notebook_files(["01", "00b"], folder=tmp_path)
    assert [p.stem for p in asked] == ["00b_data", "01_xor"]
    assert [p.stem for p in notebooks.notebook_files("03_act.ipynb", tmp_path)] == ["03_act"]
    with pytest.raises(FileNotFoundError, match="there are: 00, 00b, 01, 03, 03b.*got 09"):
        notebooks.notebook_files("09", tmp_path)


def test_a_file_that_is_no_notebook(tmp_path):
    path = tmp_path / "01_bad.ipynb"
    path.write_text("<<<<<<< HEAD\n{}")
    with pytest.raises(notebooks.NotebookError, match="01_bad.ipynb: not a notebook that can"):
        notebooks.read(path)


# --- what the form test must notice -----------------------------------------------------


def stored(nb, where, /, **output):
    kind = {} if output["output_type"] == "stream" else {"metadata": {}}
    cell(nb, where)["outputs"].append({**kind, **output})


def stream(nb, words, name="stdout"):
    stored(nb, "01-b-code", output_type="stream", name=name, text=words)


def picture_of(nb):
    return cell(nb, "01-b-picture")["outputs"]


def set_source(name, source):
    return lambda nb: cell(nb, name).update(source=source)


def set_tags(name, *given):
    return lambda nb: cell(nb, name)["metadata"].update(tags=list(given))


def set_meta(name, **meta):
    return lambda nb: cell(nb, name)["metadata"].update(meta)


def prints(words, name="stdout"):
    return lambda nb: stream(nb, words, name)


def drop(name):
    return lambda nb: nb["cells"].remove(cell(nb, name))


def never_executed(nb):
    nb["cells"][:] = notebooks.strip_outputs(nb)["cells"]


def unexecuted_cell(nb):
    cell(nb, "01-b-code").update(outputs=[], execution_count=None)


def null_count(nb):
    cell(nb, "01-b-code")["execution_count"] = None


def out_of_order(nb):
    one, two = cell(nb, "01-b-code"), cell(nb, "01-b-picture")
    one["execution_count"], two["execution_count"] = two["execution_count"], one["execution_count"]


def run_again(nb):
    cell(nb, "01-summary")["execution_count"] += 3


def stored_error(nb):
    cell(nb, "01-b-code")["outputs"] = [
        {"output_type": "error", "ename": "TypeError", "evalue": "x", "traceback": ["x"]}
    ]


def view_left(nb):
    cell(nb, "01-c-explorer")["outputs"][0]["data"][notebooks.WIDGET_VIEW] = {"model_id": "a1"}


def view_alone(nb):
    view = {notebooks.WIDGET_VIEW: {"model_id": "a1"}}
    stored(nb, "01-c-explorer", output_type="display_data", data=view)


def hex_in_a_picture(nb):
    html = '<img src="data:image/png;base64,AAA/0xdeadbeef+/home/zz==">'
    stored(nb, "01-b-code", output_type="display_data", data={"text/html": html})


def caption_before(nb):
    picture_of(nb).reverse()


def heavy(nb):
    stored(nb, "01-b-code", output_type="display_data", data={"text/plain": "x" * 1_600_000})


EXERCISE = '@exercise("f")\ndef f(x):\n    raise NotImplementedError'
CHECK = "slide = 2\nright = 3\nassert right == 3"

FORM = {
    "unexecuted cell": (unexecuted_cell, "1 code cells were not executed"),
    "null count": (null_count, "1 code cells were not executed"),
    "never-executed notebook": (never_executed, "11 code cells were not executed"),
    "out-of-order counts": (out_of_order, "not 1…n in order"),
    "a cell run again": (run_again, "not 1…n in order"),
    "stored error": (stored_error, "a stored error (TypeError)"),
    "stderr": (prints("careful\n", "stderr"), "stderr"),
    "warning in the text": (prints("x.py:1: RuntimeWarning: overflow"), "text of a warning"),
    "address": (prints("<function f at 0x7f3a2c1d>"), "memory address"),
    "absolute path": (prints("read /home/ada/data.csv"), "absolute path"),
    "Windows path": (prints(r"read C:\Users\ada"), "absolute path"),
    "path in a source": (set_source("01-b-text", "See /tmp/x."), "absolute path"),
    "clock time": (prints("done at 12:03:59"), "clock time"),
    "missing alt": (lambda nb: picture_of(nb)[0]["metadata"].clear(), "without alt text"),
    "empty alt": (
        lambda nb: picture_of(nb)[0]["metadata"].update({"image/png": {"alt": " "}}),
        "without alt text",
    ),
    "missing caption": (lambda nb: picture_of(nb).pop(), "without a caption"),
    "caption before the picture": (caption_before, "without a caption"),
    "widget view left": (view_left, "widget view"),
    "widget view alone": (view_alone, "widget view"),
    "widget state left": (
        lambda nb: nb["metadata"].update(widgets={"state": {}}), "notebook metadata"),
    "raises-exception tag": (set_tags("01-b-code", "raises-exception"), "unknown tags"),
    "no role": (set_tags("01-b-code"), "0 roles [], expected one"),
    "two roles": (set_tags("01-b-code", "evidence", "check"), "2 roles ['evidence', 'check']"),
    "unknown tag": (set_tags("01-b-code", "colour"), "unknown tags ['colour']"),
    "unknown lecture id": (
        set_meta("01-b-code", lecture=["MAY24-9.9z"]), "unknown lecture ids ['MAY24-9.9z']"),
    "lecture not a list": (set_meta("01-b-code", lecture="MAY24-1.0a"), "lecture is not a list"),
    "unknown metadata": (set_meta("01-b-code", collapsed=True), "unknown metadata ['collapsed']"),
    "slide type": (set_meta("01-b-code", slideshow={"slide_type": "slide"}), "slideshow is"),
    "short form of no paragraph": (set_meta("01-b-text", stage={"1": "Linear."}), "stage is"),
    "long short form": (set_meta("01-b-text", stage={"0": "x" * 161}), "161 letters, over 160"),
    "short form of another paragraph": (
        set_meta("01-b-text", stage={"0": "The score is linear in its weights."}), "of this one"),
    "short form of code": (set_meta("01-b-code", stage={"0": "Linear."}), "stage is"),
    "head of words": (set_meta("01-b-text", head="It is linear"), "head is"),
    "long head": (set_meta("01-b-code", head="x" * 71), "expected up to 70 letters"),
    "unknown magic on the first line": (
        set_source("01-b-code", "%nosuchmagic\nraise TypeError"), "magic or shell line"),
    "shell line": (set_source("01-b-code", "!ls"), "magic or shell line"),
    "cell magic": (set_source("01-b-code", "%%time\n1"), "magic or shell line"),
    "help with ?": (set_source("01-b-code", "np.sum?"), "not plain Python"),
    "magic through IPython": (
        set_source("01-b-code", "get_ipython().system('ls')"), "get_ipython"),
    "pip": (set_source("01-b-code", "# pip install x\n1"), "pip"),
    "wide line": (set_source("01-b-code", "k = 1  # " + "x" * 80), "wider than 79"),
    "long cell": (set_source("01-b-code", "1\n" * 26), "26 lines of code"),
    "formula with +": (set_source("01-b-text", "So\n\n$$a\n+ b$$\n\nholds."),
                       "a display formula begins like a list: + b"),
    "formula with -": (set_source("01-b-text", "> $$a\n> -b$$"), "begins like a list: > -b"),
    "script": (set_source("01-b-text", "Look <script>alert(1)</script>"), "holds a script"),
    "script in a tag": (set_source("01-b-text", '<img src="x" onerror="a()">'), "holds a script"),
    "script in a link": (set_source("01-b-text", "[a](javascript:a())"), "holds a script"),
    "empty cell": (set_source("01-b-code", ""), "the cell is empty"),
    "no id": (lambda nb: cell(nb, "01-b-code").pop("id"), "no id"),
    "id of another notebook": (
        lambda nb: cell(nb, "01-b-code").update(id="02-b-code"), "the id is not like"),
    "made-up id": (
        lambda nb: cell(nb, "01-b-code").update(id="a6dc2f10"), "the id is not like"),
    "id twice": (
        lambda nb: cell(nb, "01-b-code").update(id="01-b-text"), "the id is used 2 times"),
    "raw cell": (
        lambda nb: cell(nb, "01-b-text").update(cell_type="raw"), "only code and markdown"),
    "exercise without state": (set_tags("01-e-exercise", "exercise"), "an exercise without"),
    "progress without state": (set_tags("01-summary", "takeaway"), "without the tag state"),
    "state without reason": (set_tags("01-b-code", "state"), "tagged state, but"),
    "prediction without its tag": (set_tags("01-a1-predict", "check"), "without the tag predict"),
    "two predictions": (drop("01-a3-predict"), "2 predictions"),
    "explorer not driven": (drop("01-c-driven"), "without a driven cell"),
    "slide check without slide": (
        set_source("01-d-slide", "right = 1\nassert right"), "does not assign `slide`"),
    "slide check without right": (
        set_source("01-d-slide", "slide = 1\nassert slide"), "does not assign `right`"),
    "slide check without test": (
        set_source("01-d-slide", "slide = 1\nright = 2"), "without an assertion"),
    "slide check in words only": (set_tags("01-b-text", "slide-check"), "without a test"),
    "heavy file": (heavy, "larger than 1.5 MB"),
}
# Looks like one of the above, and is none.
HARMLESS = {
    "as written": lambda nb: None,
    "address inside a picture": hex_in_a_picture,
    "short form and head": lambda nb: (
        set_meta("01-b-text", stage={"0": "$$Linear.$$"})(nb),
        set_meta("01-b-code", head="x" * 70)(nb)),
    "adjust is not just": set_source("01-b-text", "We adjust the justified bias."),
    "a ratio and a path of its own": prints("ratio 3:04, file data/xor.csv, 1/work/2"),
    "a list, and a minus within": set_source("01-b-text", "- one\n- two\n\n$$a\n= -b$$\n\n- three"),
    "less than, and on": set_source("01-b-text", "If k < 3 once more = <b>4</b>, x <y on z."),
    "a web address": set_source("01-b-text", "See https://example.org/home/x."),
    "remainder at the start of a line": set_source("01-b-code", "k = (7\n     % 4)"),
}


def form_of(nb, folder):
    path = folder / "01_made.ipynb"
    notebooks.write(nb, path)
    return form_problems(notebooks.read(path), path, KNOWN)


@pytest.mark.parametrize("case", FORM)
def test_form_notices(case, fresh, tmp_path):
    change, complaint = FORM[case]
    nb = notebooks.read(fresh)
    change(nb)
    problems = form_of(nb, tmp_path)
    assert any(complaint in line for line in problems), problems


@pytest.mark.parametrize("case", HARMLESS)
def test_form_lets_pass(case, fresh, tmp_path):
    nb = notebooks.read(fresh)
    HARMLESS[case](nb)
    assert form_of(nb, tmp_path) == []


def test_report(fresh):
    report = form_report(notebooks.read(fresh))
    assert report["code cells"] == 11
    assert report["longest"] == len(SETUP.strip().splitlines())
    assert (report["predictions"], report["exercises"]) == (3, 1)


# --- what nbval must notice -------------------------------------------------------------


def stale_output(nb):
    for out in cell(nb, "01-b-code")["outputs"]:
        if out["output_type"] == "stream":
            out["text"] = out["text"].replace("[0 2 4]", "[0 2 5]")


def changed_caption(nb):
    """The data of a figure changes; picture and words stored are those of before."""
    made = cell(nb, "01-b-picture")
    made["source"] = made["source"].replace("np.arange(4)", "np.arange(9)")


def swap_source(old, new):
    def change(nb):
        made = cell(nb, "01-b-code")
        assert old in made["source"]
        made["source"] = made["source"].replace(old, new)

    return change


NBVAL = {
    "stale output": (stale_output, "01-b-code"),
    "changed figure caption": (changed_caption, "01-b-picture"),
    "a warning comes up": (
        swap_source("k.sum()", "import warnings; warnings.warn('old'); k.sum()"), "01-b-code"),
    "an error comes up": (swap_source("k.sum()", "k.summ()"), "01-b-code"),
}


def run_nbval(folder):
    """{file stem: [results of its cells]} of one strict run, as the gate runs it."""
    report = folder / "report.xml"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *notebooks.NBVAL, "-p", "no:cacheprovider", "-q",
         "-c", os.devnull, "--rootdir", str(folder), f"--junitxml={report}", str(folder)],
        capture_output=True, text=True, cwd=folder, timeout=300,
    )
    assert report.exists(), done.stdout + done.stderr
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        bad = case.find("failure") is not None or case.find("error") is not None
        words = "".join(part.text or "" for part in case.iter("failure"))
        name = next(s for s in found_stems(folder) if s in case.get("classname") + case.get("name"))
        found.setdefault(name, []).append((bad, words))
    return found, done


def found_stems(folder):
    return [path.stem for path in folder.glob("*.ipynb")]


def test_nbval_notices_and_lets_the_good_one_pass(fresh, tmp_path):
    for i, (change, _) in enumerate([(lambda nb: None, None), *NBVAL.values()]):
        nb = notebooks.read(fresh)
        change(nb)
        notebooks.write(nb, tmp_path / f"01_case{i}.ipynb")
    results, done = run_nbval(tmp_path)
    assert len(results) == 1 + len(NBVAL), done.stdout
    assert len(results["01_case0"]) == len(code_cells(good()))
    assert not any(bad for bad, _ in results["01_case0"]), done.stdout
    for i, (case, (_, where)) in enumerate(NBVAL.items(), 1):
        order = [c["id"] for c in code_cells(good())]
        failed = [name for name, (bad, _) in zip(order, results[f"01_case{i}"], strict=True) if bad]
        assert where in failed, f"{case}: nbval let it pass"
    assert done.returncode == 1

