"""Model answers: every exercise has one, it is right, plainly written, and small in memory.

That what `solution` prints of it can be pasted, `test_solutions` shows.
"""

import ast
import inspect
import tracemalloc

import numpy as np
import pytest

from course_utils import exercises
from helpers_nb import _canonical
from misstep.judge.records import bank, quietly
from misstep.judge.sandbox import fresh
from misstep.judge.solutions import lesson, model

RECORDS = exercises.records()
FILES = dict(exercises.COURSE.files("model.py"))
each = pytest.mark.parametrize("r", RECORDS, ids=lambda r: r.id)


def tree_of(r):
    return ast.parse(inspect.getsource(model(r))).body[0]


@pytest.mark.parametrize("number", sorted({r.notebook for r in RECORDS}))
def test_a_file_holds_the_answers_to_its_notebook_in_order(number):
    file = ast.parse(FILES[number].read_text(encoding="utf-8"))
    found = [node.name for node in file.body if isinstance(node, ast.FunctionDef)]
    assert found == [r.id for r in RECORDS if r.notebook == number]


def test_no_file_of_answers_is_an_exercise():
    assert "model" not in {r.id for r in RECORDS}
    with pytest.raises(KeyError):
        exercises.record("model")


@each
def test_the_letters_are_those_of_the_stub(r):
    assert dict(inspect.signature(model(r)).parameters) == dict(r.parameters)


@each
@pytest.mark.filterwarnings("ignore")
def test_library_steps_and_model_agree_on_all_cases(r):
    cases, expected = r.judge.prepared
    ways = {"library": r.reference, "steps": bank(r.id).right(), "model": model(r)}
    for case, e in zip(cases, expected, strict=True):
        for name, fn in ways.items():
            off = r.judge.difference(e, quietly(fn, *fresh((case.args, case.kwargs))))
            assert off is None, f"{name}, on {case.name}: {off.sentence}"


@each
def test_a_model_answer_warns_of_nothing(r):
    for case in r.judge.prepared[0]:
        args, kwargs = fresh((case.args, case.kwargs))
        with np.errstate(all="raise", under="ignore"):
            model(r)(*args, **kwargs)


# --- how it is written -------------------------------------------------------------------


def untidy(source, id):
    """What a good engineer would not sign: a list of sentences."""
    (tree,) = ast.parse(source).body
    nodes = list(ast.walk(tree))
    names = [n for n in nodes if isinstance(n, ast.Name)]
    read = {n.id for n in names if isinstance(n.ctx, ast.Load)}
    made = {n.id for n in names if isinstance(n.ctx, ast.Store)}
    made |= {n.name for n in nodes if isinstance(n, ast.FunctionDef) and n is not tree}
    said = [f"{name} is never read" for name in sorted(made - read - {"_"})]
    for n in nodes:
        if isinstance(n, ast.Assign) and isinstance(n.value, ast.Lambda):
            said.append(f"a lambda with a name, line {n.lineno}")
        if isinstance(n, ast.Assign) and isinstance(n.value, ast.Name):
            said += _only_another_name(n, names)
        if isinstance(n, (ast.Import, ast.ImportFrom)):
            said.append(f"an import inside, line {n.lineno}")
        if getattr(n, "attr", getattr(n, "id", "")) == id:
            said.append(f"calls {id} itself")
        if isinstance(n, ast.FunctionDef) and "\n" in (ast.get_docstring(n) or ""):
            said.append("a docstring of several lines")
    lines = [n.lineno for n in nodes if isinstance(n, ast.stmt)]
    said += [f"two statements on line {n}" for n in sorted(set(lines)) if lines.count(n) > 1]
    said += [f"wider than 79: {line}" for line in source.splitlines() if len(line) > 79]
    return said


def _only_another_name(node, names):
    """`a = b`, where neither is ever given another value."""
    def given(name):
        return sum(n.id == name and isinstance(n.ctx, ast.Store) for n in names)

    return [f"{t.id} is only another name of {node.value.id}" for t in node.targets
            if isinstance(t, ast.Name) and given(t.id) == 1 and given(node.value.id) < 2]


@each
def test_a_good_engineer_signs_it(r):
    assert untidy(inspect.getsource(model(r)), r.id) == []
    assert ast.get_docstring(tree_of(r)), "says in a line what its idea is"


@pytest.mark.parametrize(("body", "told"), [
    ("g = lambda a: a\n    return g(x)", "a lambda with a name, line 2"),
    ("a = x + 1\n    return x", "a is never read"),
    ("def g():\n        return 1\n    return x", "g is never read"),
    ("a = x\n    return a + 1", "a is only another name of x"),
    ("a = x + 1; return a", "two statements on line 2"),
    ("if x: return 1\n    return 2", "two statements on line 2"),
    ("return functions.f(x)", "calls f itself"),
    ("return f(x)", "calls f itself"),
    ("import math\n    return math.pi", "an import inside, line 2"),
    ('"""One.\n\n    Two.\n    """\n    return x', "a docstring of several lines"),
    (f"return x + {'1' * 70}", f"wider than 79:     return x + {'1' * 70}"),
])
def test_what_he_would_not_sign_is_told(body, told):
    assert told in untidy(f"def f(x):\n    {body}\n", "f")


@pytest.mark.parametrize("body", [
    "y = x\n    for _ in x:\n        y = y + 1\n    return y",
    "n = 0\n    while n < 9:\n        before = n\n        n += x\n    return before",
])
def test_what_he_signs_is_left_alone(body):
    assert untidy(f"def f(x):\n    {body}\n", "f") == []


def test_no_answer_is_the_copy_of_another():
    seen = {}
    for r in RECORDS:
        same_code = seen.setdefault(_canonical(tree_of(r)), r.id)
        assert same_code == r.id, f"{r.id} is {same_code} under other names"


def test_a_copy_under_other_names_is_seen():
    one, two = (ast.parse(f"def f(x):\n    {a} = x + 1\n    return {a}\n").body[0] for a in "ab")
    assert _canonical(one) == _canonical(two)


# --- tables of 50,000 words --------------------------------------------------------------

V = 50_000
MOST = 200e6  # bytes


def peak(fn, *args):
    """The most memory that a call takes beyond its arguments, in bytes."""
    tracemalloc.start()
    try:
        fn(*args)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def arguments(V):
    """A call of each exercise on embeddings, with a vocabulary of V words."""
    rng = np.random.default_rng(6)
    E, tokens, G = rng.normal(size=(V, 8)), rng.integers(V, size=64), rng.normal(size=(64, 8))
    opposites, synonyms = rng.permutation(V)[:400].reshape(2, 100, 2)
    synonyms[:, 0] = opposites[:, 0]
    return {
        "one_hot": (tokens, V), "embed_lookup": (E, tokens.reshape(16, 4)),
        "embed_backward": (G, tokens, V), "embedding_step": (E, tokens, G, 0.1),
        "nearest_neighbours": (E, 7, 5), "windows": (rng.integers(V, size=100_000), 5),
        "nearer_opposite": (E, opposites, synonyms),
    }


@pytest.mark.parametrize("id", [r.id for r in RECORDS if r.notebook == "06"])
def test_a_table_of_50_000_words_stays_below_200_mb(id):
    assert peak(model(exercises.record(id)), *arguments(V)[id]) < MOST


def test_one_hot_rows_by_the_identity_would_be_seen():  # with 6,000 words: 288 MB
    assert peak(lambda tokens, V: np.eye(V)[tokens], *arguments(6_000)["one_hot"]) > MOST


# --- what is printed ---------------------------------------------------------------------


def test_numpy_and_the_course_are_understood_and_other_imports_are_not():
    assert lesson(exercises.record("softmax")).startswith("def softmax(z):\n")
    assert "functions.softmax" in (said := lesson(exercises.record("mlp_backward")))
    assert "import" not in said
    said = lesson(exercises.record("gelu"))
    assert said.startswith('import math\n\n\n@exercise("gelu")\ndef gelu(x):\n')


def test_what_is_printed_with_its_imports_is_a_whole_cell(capsys):
    space = {"exercise": exercises.exercise, "np": np}
    exec(lesson(exercises.record("gelu")), space)
    assert "✓ Right – Exercise 3.14" in capsys.readouterr().out
    assert space["gelu"] is not exercises.reference("gelu")


def test_a_helper_beside_it_is_printed_above(tmp_path):
    import misstep

    folder = tmp_path / "ch1"
    folder.mkdir()
    (folder / "twice.py").write_text(
        "from misstep import Case, Exercise\n\n\ndef cases():\n    return [Case((2,))]\n\n\n"
        "EXERCISE = Exercise(id='twice', title='Twice', notebook='ch1', number='1.1',\n"
        "    signature='twice(x)', lecture=(), minutes=1, difficulty=1,\n"
        "    reference=lambda x: 2 * x, cases=cases,\n"
        "    bank='twice(x)\\n    o = 2 * x  # twice\\n')\n")
    course = misstep.Course("Helpers beside answers", exercises=tmp_path)
    said = course.within(lambda: lesson(course.record("twice")))
    assert "    o = 2 * x  # twice\n" in said()  # no model answer: the steps
    (folder / "model.py").write_text(
        "def added(a, b):\n    return a + b\n\n\ndef twice(x):\n    return added(x, x)\n")
    assert said() == ('def added(a, b):\n    return a + b\n\n\n@exercise("twice")\n'
                      "def twice(x):\n    return added(x, x)\n")
    assert [r.id for r in course.records()] == ["twice"]
