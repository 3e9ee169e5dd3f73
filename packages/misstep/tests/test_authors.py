"""`python -m misstep`: what an author of the toy course has written amiss, told by its line."""

import json
import shutil
import subprocess
import sys

import pytest

import misstep
from misstep import authors

RMS = "exercises/ch1/rms.py"


LABELLED = """class Frame:
    columns = ["a"]

    def to_numpy(self):
        return np.ones(1)

    def __array__(self, dtype=None, copy=None):
        return self.to_numpy()"""


def line_of(folder, file, part):
    lines = (folder / file).read_text(encoding="utf-8").splitlines()
    return next(n for n, line in enumerate(lines, 1) if part in line)


@pytest.fixture
def written(toy, tmp_path, no_course):
    """A copy of the toy course in which texts are changed: ``written(file, old, new)``."""
    shutil.copytree(toy, tmp_path, dirs_exist_ok=True)
    sys.modules.pop("course", None)

    def change(file, old, new):
        text = (tmp_path / file).read_text(encoding="utf-8")
        assert old in text
        (tmp_path / file).write_text(text.replace(old, new), encoding="utf-8")
        return tmp_path

    change.folder = tmp_path
    yield change
    sys.modules.pop("course", None)


def test_nothing_is_amiss_in_the_toy_course(written):
    assert authors.findings(written.folder) == []


@pytest.mark.parametrize("old, new, at, expected, got", [
    ("    m = s.mean() ", "    m = s.mean(( ", "m = s.mean((", "a line of Python", "m = s.mean(("),
    ("    o = m\n", "    o == m\n", "    o == m", "'name = …' or 'do: …'", "'o == m'"),
    ("    o = m\n", "", "no-root", "a swap below each entry", "none for omitted-term/no-root"),
    ("omitted-term/no-root", "forgotten/no-root", "no-root", "one of the families sign, factor",
     "'forgotten' in 'forgotten/no-root'"),
    ("    o = m\n", "    o = m ** 0.5\n", "o = m ** 0.5",
     "a wrong answer under omitted-term/no-root",
     "o = m ** 0.5, which is right on all 4 cases"),
    ('signature="rms(', 'signature="rms(other, ', "signature=", "the arguments of the reference, (",
     "'rms(other, "),
    ('shapes="', 'shapes="n, n, n, ', "shapes=", "shapes with the sizes of one argument",
     "'n, n"),
    ("no root is taken. rms has the unit of the signal.", "no root is taken.", "no-root",
     "two sentences", "'no root is taken.'"),
    ("    o = m\n", "    o = m + 7\n    o = np.sqrt(a.var())\n", "a = a - a.mean()",
     "cases that tell neighbour-formula/standard-deviation from all others", "omitted-term/no-"),
    ("    o = np.sqrt(m) ", "    do: np.sqrt(m) ", "rms(x)\n",
     "steps below rms(x), the last one with", "a statement"),
    ("    m = s.mean() ", "    s = s.mean() ", "    s = s.mean()", "each step once", "s again"),
    ("    s = a ** 2 ", "    s = a ** 3 ", "rms(x)\n", "steps that give what the reference gives",
     "where it gives 3.53553, on 3 and 4"),
    ('Case((np.array([3.0, 4.0]),), "3 and 4")', 'Case((["a"],), "a word")', '"a word"',
     "a case on which the reference runs (a word)", "ValueError: "),
    ("    return [Case", "    return [Kase", "Kase", "cases() to return", "NameError: "),
    ('id="rms"', 'id="rsm"', "id=", "id='rms', as its file is called", "'rsm'"),
    ('notebook="ch1"', 'notebook="ch2"', "notebook=", "notebook='ch1'", "'ch2'"),
    ("import waves", "import wavez", "import wavez", "a file that Python runs",
     "ModuleNotFoundError: No module named 'wavez'"),
    ("def cases():", "def cases()", "def cases()", "a file that Python runs", "SyntaxError: "),
    ('number="1.1"', "number=1.1", "number=", 'number="1.1"', "1.1"),
    ("hints=(\"Read its name backwards.\",)", "hints=(\"Read its name backwards.\")", "hints=",
     'hints=("…",), with the comma', "'Read its"),
    ("minutes=3", 'minutes="3"', "minutes=", "minutes=5", "'3'"),
    ("    o = m\n", "    o = mm\n", "o = mm", "cases that tell omitted-term/no-root",
     "a bank knows np, math, what the library's __all__ lists"),
    ('shapes="n"', 'shape="n"', "EXERCISE = ", "a file that Python runs", "got shape, expected"),
    ("difficulty=1", "difficulty=7", "difficulty=", "difficulty=1, 2 or 3", "7"),
    ("return [Case((np.array([3.0, 4.0]),)", "return [Case((np.random.rand(2),)", "cases=cases",
     "the same cases whenever they are asked for", "others"),
    ("\nneighbour-formula/standard-deviation", "\nomitted-term/no-root",
     "omitted-term/no-root: the",
     "each entry once, with all its swaps below it", "omitted-term/no-root again"),
    ("rms(x)\n", "rsm(x)\n", "rsm(x)", "rms(x)", "rsm(x)"),
    ("reference=waves.rms", "reference=lambda x: 'a word'", '"3 and 4"',
     "a reference that returns numbers, truth values, or", "a string"),
    ("reference=waves.rms", "reference=lambda x: {1, 2}", '"3 and 4"',
     "a reference that returns numbers, truth values, or", "a set"),
    ("reference=waves.rms", "reference=lambda x: (1, 2j)", '"3 and 4"',
     "a reference that returns numbers, truth values, or", "a complex number"),
    ("reference=waves.rms", "reference=lambda x: Frame()", '"3 and 4"',
     "a reference that returns numbers, truth values, or", "a Frame with labels"),
    ('shapes="n"', 'shapes="n", heads=("rms([3, 4])",)', "heads=",
     "a call that a person works out by hand", "rms([3, 4]), 3.536"),
    ('shapes="n"', 'shapes="n", heads=("rsm([3, 4])",)', "heads=", "a call to work out by hand",
     "expected a call of rms"),
    ("EXERCISE = ", "EXERSICE = ", None, "EXERCISE = misstep.Exercise(…)", "none"),
], ids=lambda value: None)
def test_an_exercise(written, old, new, at, expected, got):
    if "Frame" in new:
        written(RMS, "BANK = ", f"{LABELLED}\n\n\nBANK = ")
    folder = written(RMS, old, new)
    [first, *_] = authors.findings(folder)
    line = {None: 0, "rms(x)\n": line_of(folder, RMS, "rms(x)")}.get(at) if (
        at is None or at == "rms(x)\n") else line_of(folder, RMS, at)
    assert (first.file, first.line) == (RMS, line), first
    assert first.expected.startswith(expected) and got in first.got, first
    assert f"{RMS}, line {line}: expected {expected}" in str(first) or not line


def test_a_reference_may_take_more_that_has_a_default(written):
    folder = written(RMS, "reference=waves.rms", "reference=lambda x, ddof=0: waves.rms(x)")
    assert authors.findings(folder) == []


def test_an_exercise_without_a_bank(written):
    text = (written.folder / RMS).read_text(encoding="utf-8")
    bank = text[text.index('BANK = """'):text.index("EXERCISE")]
    written(RMS, bank, "")
    folder = written(RMS, " bank=BANK,", "")
    assert authors.findings(folder) == []
    assert "0 known mistakes" in authors.counted(misstep.load(folder))


def test_a_number_and_an_id_that_are_taken(written):
    folder = written.folder
    text = (folder / RMS).read_text(encoding="utf-8").replace('"ch1"', '"ch2"')
    (folder / "exercises" / "ch2").mkdir()
    (folder / "exercises" / "ch2" / "rms.py").write_text(text, encoding="utf-8")
    other = text.replace('id="rms"', 'id="rms2"').replace("rms(x)", "rms2(x)")
    (folder / "exercises" / "ch2" / "rms2.py").write_text(other, encoding="utf-8")
    said = "\n".join(map(str, authors.findings(folder)))
    number = line_of(folder, RMS, "number=")
    assert (f"exercises/ch2/rms.py, line {number}: expected a free id, got rms, which is taken by "
            f"{RMS}") in said
    assert f"exercises/ch2/rms2.py, line {number}: expected a free number, got 1.1, which" in said


@pytest.mark.parametrize("old, new, at, expected, got", [
    (" || It would if", " | It would if", "it stays", "`||` between a choice and its reason", "it"),
    ("  run: the next cell\n", "", "ch1-twice", "question, run, holds and choices", "question"),
], ids=["no reason", "no run"])
def test_a_question(written, old, new, at, expected, got):
    file = "exercises/ch1/predictions.txt"
    folder = written(file, old, new)
    [found] = authors.findings(folder)
    assert (found.file, found.line) == (file, line_of(folder, file, at))
    assert found.expected.startswith(expected) and got in found.got


def test_an_id_of_a_question_that_is_taken_and_lectures_that_are_none(written):
    file = "exercises/ch1/recall.txt"
    written(file, "ch1-twice-r1", "ch1-twice")
    written(RMS, "lecture=()", 'lecture=("L-1", "L-9")')
    written("course.py", "library=", "concepts=lambda: [{'id': 'L-1', 'title': 't', 'notebook': "
            "'ch1', 'also': ''}], library=")
    taken, power, ninth = authors.findings(written.folder)
    assert taken.expected == "a free id of a question" and "predictions.txt" in taken.got
    assert (power.file, power.line, power.got) == (file, 1, "'power'")
    assert (ninth.file, ninth.line, ninth.got) == (RMS, line_of(written.folder, RMS, "lecture="),
                                                   "'L-9'")


def test_an_id_of_a_question_twice_in_a_file_and_a_file_in_another_encoding(written):
    path = written.folder / "exercises" / "ch1" / "predictions.txt"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\n{text}", encoding="utf-8")
    (written.folder / RMS).write_bytes("# é".encode("utf-16"))
    twice, encoding = authors.findings(written.folder)
    assert twice.line == len(text.splitlines()) + 2 and twice.expected == "a free id of a question"
    assert encoding.file == RMS and "UnicodeDecodeError" in encoding.got


def test_a_folder_of_copies_that_the_command_does_not_have(written):
    file = written.folder / "course.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}\nCOURSE.work = 'answers'\n", encoding="utf-8")
    (found,) = authors.findings(written.folder)
    assert (found.file, found.got) == ("course.py", "'answers'")
    assert "work='my_work'" in found.expected


def test_concepts_that_raise(written):
    [found] = authors.findings(written("course.py", "library=", "concepts=lambda: 1 / 0, library="))
    assert found.file == "course.py" and found.got.startswith("ZeroDivisionError")


def test_a_course_that_cannot_be_opened(written):
    folder = written("course.py", '"exercises"', '"excercises"')
    [found] = authors.findings(folder)
    assert found.file == "course.py" and found.line and "expected a folder" in found.got
    (folder / "course.py").unlink()
    [found] = authors.findings(folder)
    assert "expected a file that makes a `misstep.Course`, got none" in found.got


def notebook(folder, *cells):
    (folder / "notebooks").mkdir(exist_ok=True)
    (folder / "notebooks" / "ch1_waves.ipynb").write_text(json.dumps({"cells": [
        {"cell_type": "code", "source": source, "metadata": {"tags": tags}}
        for source, tags in cells]}), encoding="utf-8")


ASKED = '@COURSE.exercise("rms")\ndef rms(x): ...', []
IMPORTS = "import numpy as np\nfrom course import COURSE", []


@pytest.mark.parametrize("cells, line, expected, got", [
    ([("import numpy as np\nx = np.ones(3)", []), ASKED], 1, "the tag 'setup'", "tags []"),
    ([("import numpy as np\nx = np.ones(3)", ["setup"]), ASKED], None, None, None),
    ([IMPORTS, ASKED], None, None, None),
    ([IMPORTS, ASKED, ('@COURSE.exercise("rsm")\ndef rms(x): ...', [])], 3,
     "an exercise of exercises/ch1", "'rsm'"),
    ([IMPORTS, ASKED, ('COURSE.predict("ch1-thrice")', [])], 3, "the id of a question",
     "'ch1-thrice'"),
    ([IMPORTS], 0, 'a notebook with exercise("rms") in a cell', "none"),
], ids=lambda value: None)
def test_a_notebook(written, cells, line, expected, got):
    notebook(written.folder, *cells)
    found = authors.findings(written.folder)
    if expected is None:
        assert found == []
    else:
        [one] = found
        assert one.line == line and one.expected.startswith(expected) and one.got == got
        assert f"cell {line}:" in str(one) or not line


def test_the_command(written):
    def run(*arguments):
        done = subprocess.run([sys.executable, "-m", "misstep", *arguments], cwd=written.folder,
                              capture_output=True, text=True, encoding="utf-8", timeout=120)
        return done.returncode, done.stdout

    code, said = run()
    assert code == 0 and said.startswith("Waves: 1 exercise, 2 known mistakes, 2 questions")
    written(RMS, "omitted-term/no-root", "forgotten/no-root")
    code, said = run(str(written.folder))
    assert code == 1 and said.startswith(f"{RMS}, line ")
