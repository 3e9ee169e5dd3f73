"""`course study`: the twelve questions, the pairing of papers, and that the arithmetic is right."""

import csv
import io
import re

import numpy as np
import pytest

from classroom.study import inventory
from course_tools import CourseError, cli, notebooks
from course_tools.study import command, gain, sheet
from course_utils import data, functions, network
from misstep.questions import plain_text, predictions, recalls

QUESTIONS = inventory()
BY_ID = {one.id: one for one in QUESTIONS}
each = pytest.mark.parametrize("q", QUESTIONS, ids=lambda q: q.id)

# --- the questions --------------------------------------------------------------------------


def test_twelve_questions_from_all_core_notebooks():
    assert len(QUESTIONS) == 12 == len({q.idea for q in QUESTIONS})
    assert {q.notebook for q in QUESTIONS} == {f"0{n}" for n in range(1, 8)}
    assert {q.answer for q in QUESTIONS} == set("ABCD")
    lengths = [sorted(q.choices, key=lambda c: len(plain_text(q.choices[c]))) for q in QUESTIONS]
    for place in (0, -1):  # the right one is not to be told by its length
        told = [order[place] == q.answer for order, q in zip(lengths, QUESTIONS, strict=True)]
        assert sum(told) <= 5


@each
def test_a_question_is_well_formed_and_asks_for_a_prediction_s_idea(q):
    assert re.fullmatch(r"0\d-[a-z]+-s", q.id) and q.idea in predictions()
    assert list(q.choices) == list("ABCD") == list(q.why) and all(q.why.values())
    assert set(q.lecture) <= {row["id"] for row in data.lecture_map()}
    assert sheet.asked_in(q), "no exercise asks for it: the cards would say nothing"


def numbers(words):
    return set(re.findall(r"\d+(?:[.,]\d+)?", plain_text(words))) - {"0", "1", "2"}


@each
def test_no_notebook_has_its_numbers_or_its_words(q):
    mine = numbers(q.question)
    for other in [*predictions().values(), *recalls().values()]:
        if other.notebook == q.notebook and mine:
            assert not mine <= numbers(other.question), other.id
    words = plain_text(q.question).lower().split()
    runs = {" ".join(words[i:i + 8]) for i in range(len(words) - 7)}
    for path in notebooks.notebook_files():
        cells = " ".join(cell["source"] for cell in notebooks.read(path)["cells"])
        said = " ".join(cells.lower().split())
        assert not any(run in said for run in runs), path.name


def corners_of_one_plane():
    """The most corners of a cube that one plane gets right for parity, over many planes."""
    X = np.array(np.meshgrid([0, 1], [0, 1], [0, 1])).reshape(3, -1).T
    y, best, rng = X.sum(1) % 2, 0, np.random.default_rng(0)
    for w in rng.normal(size=(4000, 3)):
        order = np.argsort(X @ w)
        right = [(y[order[i:]] == 1).sum() + (y[order[:i]] == 0).sum() for i in range(9)]
        best = max(best, *right)
    return best


def training_errors():
    """Of polynomials of degree 1 to 14 on 15 points of noise."""
    x, y = np.linspace(-1, 1, 15), np.random.default_rng(3).normal(size=15)
    fits = [np.polynomial.Polynomial.fit(x, y, degree) for degree in range(1, 15)]
    return np.array([np.mean((fit(x) - y) ** 2) for fit in fits])


COMPUTED = {  # id: (what the library or NumPy computes, what the right choice says)
    "01-line-s": (corners_of_one_plane, lambda v: v == 6 and "six"),
    "02-degree-s": (training_errors, lambda v: (np.diff(v) < 1e-12).all() and v[-1] < 1e-20
                    and "never rises, and is 0 at degree 14"),
    "03-saturation-s": (lambda: 0.25**5, lambda v: round(1 / v) == 1024 and "thousandth"),
    "04-gradient-s": (lambda: np.array([0.25, 0.60, 0.15]) - [0, 0, 1],
                      lambda v: ", ".join(f"{x:.2f}" for x in v).replace("-", "−")),
    "06-twice-s": (lambda: 6 - 0.5 * (2 - 1 + 4), lambda v: f"{v:g},"),
    "07-claim-s": (lambda: 100 * (0.92 - 328 / 400),
                   lambda v: round(v) == 10 and "ten points too much"),
}


@pytest.mark.parametrize("id", COMPUTED)
def test_the_right_number_is_the_right_choice(id):
    compute, words = COMPUTED[id]
    q = BY_ID[id]
    wanted = words(compute())
    assert wanted and wanted in plain_text(q.choices[q.answer])
    assert not any(wanted in plain_text(q.choices[c]) for c in q.choices if c != q.answer)


def test_the_first_step_from_zeros_changes_what_the_right_choice_says():
    """05-zeros-s by the library: seven examples, five of one class, all parameters 0."""
    params = np.zeros((3, 4)), np.zeros((1, 4)), np.zeros((4, 2)), np.zeros((1, 2))
    T = np.eye(2)[[0, 1, 0, 0, 1, 0, 0]]
    found = network.mlp_backward(np.random.default_rng(0).normal(size=(7, 3)), T, *params)
    assert [name for name, g in found.items() if np.any(g)] == ["b_U"]
    q = BY_ID["05-zeros-s"]
    assert plain_text(q.choices[q.answer]) == "the biases of the output alone"


def test_a_common_shift_and_a_unit_that_is_off():
    """04-shift-s and 05-gate-s by the library."""
    z = np.array([[-3.0, 0, 4]])
    assert np.allclose(functions.softmax(z), functions.softmax(z - 50))
    found = network.relu_net_1d_gradients(np.array([1.0]), np.array([3.4]), np.array([-2.5]),
                                          np.zeros(1), np.array([7.0]), 0.4)
    assert not np.any(found["w1"]) and np.any(found["b2"])
    assert [BY_ID[id].answer for id in ("04-shift-s", "05-gate-s")] == ["C", "B"]


# --- the sheet ------------------------------------------------------------------------------


def a_sheet(tmp_path, *papers, questions=QUESTIONS):
    """(word, when, letters) as a filled sheet."""
    lines = list(csv.DictReader(io.StringIO(sheet.empty(questions, 1).removeprefix("\ufeff"))))
    assert [line["when"] for line in lines] == ["before", "after"]
    path = tmp_path / "sheet.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(lines[0])
        for word, when, letters in papers:
            writer.writerow([word, when, *letters.split("|")])
    return path


def all_of(letter):
    return "|".join([letter] * 12)


RIGHT = "|".join(q.answer for q in QUESTIONS)


def test_papers_are_paired_by_their_word_however_it_is_written(tmp_path):
    path = a_sheet(tmp_path, ("Blue Whale", "before", all_of("A")), ("blue-whale", "After", RIGHT),
                   ("Zoë", "before", RIGHT), ("zoe", "after", RIGHT.lower()))
    before, after, odd = sheet.paired([path], QUESTIONS)
    assert before.shape == after.shape == (2, 12) and not odd and after.min() == 1
    assert before[0].sum() == sum(q.answer == "A" for q in QUESTIONS)


def test_who_cannot_be_paired_is_left_out_and_said(tmp_path):
    path = a_sheet(tmp_path, ("cat", "before", RIGHT), ("cat", "before", all_of("A")),
                   ("cat", "after", RIGHT),
                   ("giraffe", "before", RIGHT), ("girafe", "after", RIGHT),
                   ("owl", "before", RIGHT), ("owl", "after", RIGHT), ("", "after", RIGHT),
                   ("mouse", "before", all_of("")), ("mouse", "after", RIGHT))
    before, _, odd = sheet.paired([path], QUESTIONS)
    assert len(before) == 1  # the owl
    said = "\n".join(odd)
    assert "'cat' stands 2 times before" in said and "'giraffe' before, 'girafe' after" in said
    assert "1 papers before have no partner" in said and "3 papers after have no partner" in said


def test_not_known_is_not_right_and_not_asked_does_not_count(tmp_path):
    one = "|".join(["", "-", *RIGHT.split("|")[2:]])
    before, after, _ = sheet.paired(
        [a_sheet(tmp_path, ("a", "before", one), ("a", "after", RIGHT))], QUESTIONS)
    found = gain.per_question(before, after)
    assert found["n"].tolist() == [1, 0, *[1] * 10] and found["gain"][0] == 1


@pytest.mark.parametrize(("papers", "said"), [
    ([("a", "yesterday", RIGHT)], "line 2: expected before or after, got 'yesterday'"),
    ([("a", "before", RIGHT.replace("B", "X", 1))], "line 2: expected one of A, B, C, D")])
def test_what_is_typed_wrong_is_told_by_its_line(tmp_path, papers, said):
    with pytest.raises(CourseError, match=said):
        sheet.paired([a_sheet(tmp_path, *papers)], QUESTIONS)


def test_another_table_is_told(tmp_path):
    (tmp_path / "x.csv").write_text("word,when\na,before\n")
    with pytest.raises(CourseError, match="expected the columns of `course study sheet`"):
        sheet.paired([tmp_path / "x.csv"], QUESTIONS)


# --- the arithmetic -------------------------------------------------------------------------


def simulate(rng, students, before, gain, spread=0.15):
    """A made-up class: answers before and after whose expected gains are known.

    ``before`` and ``gain`` are a chance for each question; ``spread`` is how far students differ
    (each has an ability of their own, the same both times, so that the answers are paired). Keep
    ``before`` and ``before + gain`` that far from 0 and 1: beyond, chances are cut off.
    """
    ability = rng.uniform(-spread, spread, size=(students, 1))
    was = np.clip(np.asarray(before) + ability, 0, 1)
    now = np.clip(np.asarray(before) + np.asarray(gain) + ability, 0, 1)
    luck = rng.uniform(size=was.shape)  # half of what is luck before is the same after
    again = np.where(rng.uniform(size=was.shape) < 0.5, luck, rng.uniform(size=was.shape))
    return (luck < was).astype(float), (again < now).astype(float)

BEFORE = np.linspace(0.2, 0.5, 12)
GAIN = np.array([0, 0, 0.05, 0.1, 0.1, 0.2, 0.2, 0.25, 0.3, 0.3, 0.1, -0.03])


@pytest.mark.parametrize(("students", "classes"), [(20, 1500), (200, 1500)])
def test_simulated_classes_with_known_gains_are_found_by_95_percent_of_the_intervals(
        students, classes):
    rng, hits, whole, means = np.random.default_rng(20 + students), np.zeros(12), 0, np.zeros(12)
    for _ in range(classes):
        before, after = simulate(rng, students, BEFORE, GAIN)
        found = gain.per_question(before, after)
        hits += (found["low"] <= GAIN) & (found["high"] >= GAIN)
        means += found["gain"]
        _, low, high, n = gain.overall(before, after)
        whole += low <= GAIN.mean() <= high
        assert n == students
    assert np.abs(means / classes - GAIN).max() < 0.02  # the gains that were put in
    assert 0.93 <= hits.min() / classes and 0.94 <= hits.mean() / classes <= 0.97
    assert 0.935 <= whole / classes <= 0.965


def test_an_interval_that_ignores_the_pairing_or_halves_itself_would_be_found_out():
    """The test above can fail: a plain interval of half the width covers far less."""
    rng, hits = np.random.default_rng(1), 0
    for _ in range(300):
        found = gain.per_question(*simulate(rng, 20, BEFORE, GAIN))
        middle, half = (found["low"] + found["high"]) / 2, (found["high"] - found["low"]) / 4
        hits += ((middle - half <= GAIN) & (GAIN <= middle + half)).mean()
    assert hits / 300 < 0.8


def test_one_student_more_who_learns_moves_the_gain_by_one_in_n():
    before, after = np.zeros((10, 12)), np.zeros((10, 12))
    after[0, 3] = 1
    found = gain.per_question(before, after)
    assert found["gain"].tolist() == [0, 0, 0, 0.1, *[0] * 8]
    assert gain.overall(before, after)[0] == pytest.approx(0.1 / 12)


@pytest.mark.parametrize("students", [0, 1])
def test_nothing_is_claimed_of_nobody(students):
    zeros = np.zeros((students, 12))
    _, low, high, n = gain.overall(zeros, zeros)
    assert n == students and np.isnan(low) and np.isnan(high)


# --- the command ----------------------------------------------------------------------------


def test_the_report_says_gain_interval_and_what_the_cards_said(tmp_path, capsys):
    papers = [(f"w{chr(97 + i)}", "before", all_of("C")) for i in range(25)]
    papers += [(f"w{chr(97 + i)}", "after", RIGHT if i < 20 else all_of("C")) for i in range(25)]
    answers, table = a_sheet(tmp_path, *papers), tmp_path / "t.csv"
    table.write_text("exercise,status,misconception\nsoftmax,passed,\nsoftmax,failed,axis/whole-batch\n"
                     "softmax,not attempted,\nsigmoid,not checked,\n")
    assert cli.main(["study", "report", "--answers", str(answers), "--verdicts", str(table),
                     "--out", str(tmp_path / "r.csv")]) == 0
    said = capsys.readouterr().out
    (line,) = [line for line in said.splitlines() if line.startswith("01-line ")]
    assert line.split()[1:5] == ["25", "0", "80", "+80"]
    assert "cards: softmax: 1 of 2 right; axis/whole-batch 1" in said and "sigmoid" not in said
    rows = list(csv.DictReader(io.StringIO((tmp_path / "r.csv").read_text("utf-8-sig"))))
    assert [row["idea"] for row in rows] == [q.idea for q in QUESTIONS]
    assert float(rows[0]["low"]) < 0.8 < float(rows[0]["high"])
    assert "one in twenty misses by chance" in said and "no single idea" not in said


def test_a_small_class_is_told_so_and_an_empty_one_gets_no_number(tmp_path, capsys):
    path = a_sheet(tmp_path, ("a", "before", RIGHT), ("a", "after", RIGHT))
    assert cli.main(["study", "report", "--answers", str(path)]) == 0
    assert "With 1 students read the line of all twelve" in capsys.readouterr().out
    assert cli.main(["study", "report", "--answers", str(a_sheet(tmp_path))]) == 1
    assert "nothing can be said" in capsys.readouterr().out


def test_paper_gives_no_answer_away_and_the_key_has_them_all():
    paper, key = (command.page(QUESTIONS, key=key) for key in (False, True))
    for q in QUESTIONS:
        assert plain_text(q.choices["A"])[:10] in plain_text(paper)
        assert q.id in key and q.id not in paper
    assert 'class="right"' not in paper and key.count('class="right"') == 12
    assert "My word" in paper and "<script" not in paper + key


@pytest.mark.parametrize(("what", "name"), [("paper", "study.html"), ("key", "study_key.html"),
                                            ("sheet", "study.csv")])
def test_what_is_written(tmp_path, monkeypatch, capsys, what, name):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["study", what]) == 0
    assert capsys.readouterr().out == f"written to {name}: 12 questions\n"
    assert (tmp_path / name).stat().st_size > 100


def test_a_report_without_a_sheet_is_told(capsys):
    assert cli.main(["study", "report"]) == 1
    assert "--answers" in capsys.readouterr().err
