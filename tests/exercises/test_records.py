"""Every record, tested by its mistakes: stub, reference, right answers, known mistakes."""

import copy
import csv
import re
from pathlib import Path

import numpy as np
import pytest

from answers import one_more
from course_utils import data, exercises
from course_utils.exercises import COURSE
from misstep import authors, cards
from misstep.judge.records import Case, bank

ROOT = Path(__file__).resolve().parents[2]
RECORDS = exercises.records()
each_record = pytest.mark.parametrize("r", RECORDS, ids=lambda r: r.id)


def stub(r):
    space = {}
    exec(f'def {r.signature}:\n    """A docstring."""\n    raise NotImplementedError\n', space)
    return space[r.id]


@each_record
@pytest.mark.usefixtures("same_process")
def test_untouched_stub_is_not_attempted(r):
    assert exercises.check(r.id, stub(r)).status == "not attempted"


@each_record
@pytest.mark.usefixtures("same_process")
def test_right_answers_in_other_styles_pass(r):
    styles = (*r.right, *bank(r.id).styles)
    assert len(styles) >= 5
    for i, answer in enumerate((*styles, *filter(None, [r.awkward]))):
        result = exercises.check(r.id, answer)
        assert result.status == "passed", f"right answer {i}:\n{result}"


def in_float32(fn):
    """The same function on float32 copies of its float arguments."""
    def cast(a):
        if isinstance(a, np.ndarray) and a.dtype == np.float64:
            return a.astype(np.float32)
        if isinstance(a, dict):
            return {k: cast(v) for k, v in a.items()}
        return a

    return lambda *args, **kwargs: fn(*map(cast, args), **kwargs)


# a float32 difference quotient with h = 1e-5 has no digits left
NO_FLOAT32 = {"numerical_gradient"}


@each_record
@pytest.mark.usefixtures("same_process")
def test_float32_inside_is_accurate_enough(r):
    if r.id in NO_FLOAT32:
        return
    result = exercises.check(r.id, in_float32(one_more(r.reference)))
    assert result.status == "passed", str(result)


@each_record
@pytest.mark.usefixtures("same_process")
def test_keyword_arguments_by_name_are_no_surprise(r):
    if "(" + ", ".join(r.arguments) + ")" == "()":
        return
    space = {"reference": one_more(r.reference)}
    names = [part.strip() for part in r.signature[len(r.id) + 1:-1].split(",")]
    renamed = [re.sub(r"^\w+", f"a{i}", name) for i, name in enumerate(names)]
    keep = [n if "=" in n else a for n, a in zip(names, renamed, strict=True)]
    call = [n.split("=")[0] if "=" in n else a for n, a in zip(names, renamed, strict=True)]
    exec(f"def {r.id}({', '.join(keep)}):\n    return reference({', '.join(call)})", space)
    assert exercises.check(r.id, space[r.id]).status == "passed"


@each_record
@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.full)],
                         ids=["every tenth", "all"])
@pytest.mark.usefixtures("same_process")
def test_an_author_would_be_told_nothing(r, step):
    """Of its fields, arguments, cases, calls by hand, bank, and each known mistake's own name."""
    reader = authors.Reader(COURSE, ROOT)
    reader.step = step
    path, notebook = COURSE.paths[r.id]
    COURSE.within(lambda: [*reader.exercise(notebook, path)])()
    assert not reader.found, "\n".join(map(str, reader.found))


def test_an_author_would_be_told_nothing_of_the_whole(monkeypatch):
    """Of numbers, ids and lectures of all exercises and questions; notebooks have `test_form`."""
    monkeypatch.setattr(authors.Reader, "cases", lambda *_: False)  # each is tried above
    findings = COURSE.within(authors.Reader(COURSE, ROOT).all)()
    amiss = [str(finding) for finding in findings if not finding.file.endswith(".ipynb")]
    assert not amiss, "\n".join(amiss)


@each_record
def test_record_has_what_this_course_asks_for(r):
    assert r.lecture and 2 <= r.minutes <= 20
    assert len(r.hints) >= 3 and r.formula and r.variation
    assert len(bank(r.id).written) >= 5
    assert all(m.where.endswith((".", "?")) for m in bank(r.id).written)
    assert len({c.name for c in r.cases()}) == len(r.cases()), "two cases share a name"


def free_number(r, records):
    """The first number behind those of the notebook's other exercises, and whose r's number is."""
    others = [other for other in records if other.notebook == r.notebook and other.id != r.id]
    taken = {other.number: other.id for other in others}
    last = max((int(number.rpartition(".")[2]) for number in taken), default=0)
    return f"{r.notebook.removeprefix('0')}.{last + 1}", taken.get(r.number)


@each_record
def test_number_is_of_this_notebook_and_not_taken(r):
    free, whose = free_number(r, RECORDS)
    assert whose is None, f"{r.number} is {whose}'s; the next free number of {r.notebook} is {free}"
    assert re.fullmatch(rf"{re.escape(free.partition('.')[0])}\.[1-9]\d*", r.number), (
        f"expected a number such as {free}, got {r.number}"
    )


@each_record
def test_lecture_ids_are_those_of_this_notebook(r):
    """One of another notebook may stand beside them, where the idea comes back."""
    with (data.data_folder() / "lecture_map.csv").open(encoding="utf-8") as file:
        here = sorted(row["id"] for row in csv.DictReader(file)
                      if f"{r.notebook}_" in f"{row['notebook']} {row['also']}")
    assert set(r.lecture) & set(here), (
        f"{', '.join(r.lecture)}: other notebooks teach this; {r.notebook} has {', '.join(here)}"
    )


@each_record
@pytest.mark.usefixtures("same_process")
def test_card_of_a_failure_is_short_and_safe(r):
    mistake = bank(r.id).written[0]
    result = exercises.check(r.id, mistake.wrong, line=False)
    text = str(result)
    assert text.splitlines()[0].startswith(("✗ Not yet", "! Stopped"))
    case_line = [line for line in text.splitlines() if line.startswith("Smallest")]
    numbers = re.findall(r"(?<![\w×])-?\d+\.?\d*(?:e[+-]?\d+)?", " ".join(
        line.partition("– ")[2] for line in case_line))
    assert len(numbers) <= 8, case_line  # six, and the sizes of what is left out
    page = cards.as_html(result)
    assert 'data-status="' in page and "<script" not in page


def test_letters_of_the_arguments_name_the_sizes_of_a_case():
    r = exercises.record("windows")
    assert r.shapes == "L, n"
    assert r.with_sizes(Case((np.zeros(7), 3))).sizes == {"L": 7, "n": 3}
    assert r.with_sizes(Case((np.zeros(7), 3), sizes={"t": 1})).sizes == {"t": 1}


def test_checks_leave_the_cases_alone():
    r = exercises.record("line_accuracy")
    before = copy.deepcopy(r.judge.prepared[0])

    def spoils(X, y, w, b):
        X[:], y[:] = 0, 0
        return 1.0

    exercises.check(r.id, spoils)
    after = r.judge.prepared[0]
    assert all(np.array_equal(a, b) for c, d in zip(before, after, strict=True)
               for a, b in zip(c.args, d.args, strict=True))


def test_a_retired_exercise_is_asked_by_no_notebook_and_judged_for_older_copies(capsys):
    retired = {r.id for r in RECORDS if r.retired}
    assert retired == {"tanh_grad", "relu", "leaky_relu", "elu", "swish"}
    assert not retired & {r.id for r in exercises.records("03")}
    exercises.progress("03")
    assert "3.9" not in capsys.readouterr().out
    exercises.exercise("tanh_grad")(lambda x: 1 - np.tanh(x) ** 2)
    exercises.progress("03")
    assert "Differentiate tanh" in capsys.readouterr().out
