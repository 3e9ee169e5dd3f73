"""Each notebook once more, solved: elsewhere, without network, on another CPU type.

The solutions that students are shown are put in for the stubs; then every exercise passes and
only the cells tagged `state` look different from the stored ones. In the same run each "Check the
slide" block is run with the slide's version in the place of the right one, the right one in the
place of the slide's, and the two exchanged; each time it must fail.
"""

import ast
import json

import numpy as np
import pytest

from course_tools import notebooks
from helpers_nb import (
    MUTANTS,
    awkward,
    cell,
    code,
    code_cells,
    compared,
    differing_cells,
    notebook,
    slide_mutant,
    solution_given_away,
    solved,
    stub_of,
    stubs,
    tree_hash,
    undecided,
    with_slide_mutants,
)

FILES = notebooks.notebook_files()
each_notebook = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)

# The kernel may talk to itself, to nobody else. An attempt that the notebook's code
# catches is still written down.
NO_NETWORK = '''
import os as _os, sys as _sys

def _no_network(event, args):
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        place = args[1]
        if isinstance(place, tuple) and place and str(place[0]) not in (
            "127.0.0.1", "::1", "localhost",
        ):
            _refuse(f"{event} {place[0]}")
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        if args[0] not in (None, "", "127.0.0.1", "::1", "localhost",
                           b"127.0.0.1", b"localhost"):
            _refuse(f"{event} {args[0]}")

def _refuse(what):
    with open(_os.environ["COURSE_TEST_NETWORK_LOG"], "a") as log:
        log.write(what + "\\n")
    raise PermissionError(f"no network in this test: {what}")

_sys.addaudithook(_no_network)
'''
VERDICTS = "01-verdicts"


def run_elsewhere(nb, folder):
    """Execute in another folder, off line, as another CPU; (notebook, network attempts)."""
    log = folder / "network.log"
    work = folder / "elsewhere"
    work.mkdir()
    env = {
        "OPENBLAS_CORETYPE": "Prescott",
        "PYTHONHASHSEED": "1",
        "PYTHONPATH": str(notebooks.root()),
        "PYTHONDONTWRITEBYTECODE": "1",
        "COURSE_TEST_NETWORK_LOG": str(log),
    }
    done = notebooks.execute(nb, work, env=env, startup=NO_NETWORK, allow_errors=True)
    return done, log.read_text().splitlines() if log.exists() else []


def ask_verdicts(names):
    """A last cell that prints the status of each exercise as JSON."""
    return code(
        VERDICTS,
        f"""
        import json as _json
        from course_utils import exercises as _engine
        _state = _engine.state()
        _status = lambda v: getattr(v, "status", v)
        print(_json.dumps({{name: _status(_state.get(name)) for name in {names!r}}}))
        """,
    )


def verdicts(executed):
    # One print may arrive as several messages.
    [printed] = compared(cell(executed, VERDICTS)["outputs"])["stdout"]
    return json.loads(printed)


def errors(executed):
    return [
        f"{c['id']}: {o['ename']}: {o['evalue']}"
        for c in code_cells(executed) for o in c["outputs"] if o["output_type"] == "error"
    ]


def as_lines(differing):
    return "\n".join(
        f"{name}: stored {was}\n    now {now}" for name, (was, now) in differing.items()
    )


@pytest.mark.full
@each_notebook
def test_solved(path, tmp_path):
    stored = notebooks.read(path)
    names = [name for _, _, name in stubs(stored)]
    assert names or notebooks.number(path) == notebooks.APPENDIX, "a notebook without an exercise"
    run = with_slide_mutants(solved(stored))
    run["cells"].append(ask_verdicts(names))
    before = tree_hash(notebooks.root())
    fresh, network = run_elsewhere(run, tmp_path)
    after = tree_hash(notebooks.root())
    assert errors(fresh) == []
    assert verdicts(fresh) == dict.fromkeys(names, "passed")
    assert undecided(fresh) == []
    assert network == [], "the notebook looked for the network"
    touched = sorted(name for name, _ in before.items() ^ after.items())
    assert touched == [], "the notebook (or something else meanwhile) wrote into the checkout"
    differing = differing_cells(stored, fresh)
    assert not differing, as_lines(differing)


@pytest.mark.full
@each_notebook
def test_awkward_right_answers(path, tmp_path):
    """Permuted, in float32, as lists, slow: right all the same, and the notebook runs on."""
    stored = notebooks.read(path)
    names = [name for _, _, name in stubs(stored)]
    run = solved(stored, awkward)
    run["cells"].append(ask_verdicts(names))
    fresh, _ = run_elsewhere(run, tmp_path)
    assert errors(fresh) == []
    assert verdicts(fresh) == dict.fromkeys(names, "passed")


# --- stubs and solutions ----------------------------------------------------------------


@each_notebook
def test_stubs_are_as_the_records_say(path):
    from course_utils import exercises

    nb = notebooks.read(path)
    found = [name for _, _, name in stubs(nb)]
    assert len(set(found)) == len(found), "an exercise stands twice"
    asked = {record.id for record in exercises.records(notebooks.number(path))}
    assert set(found) == asked, "exercises of the notebook and records differ"
    for _, node, name in stubs(nb):
        assert stub_problems(node, exercises.record(name).signature) == [], name


def stub_problems(node, signature):
    """What is wrong with a stub, given the signature `name(x, h=1e-5)` of its record."""
    problems = []
    wanted = ast.parse(f"def {signature.removeprefix('def ').rstrip(':')}: pass").body[0]
    if (node.name, ast.dump(node.args)) != (wanted.name, ast.dump(wanted.args)):
        problems.append(f"expected {signature}, got {node.name}({ast.unparse(node.args)})")
    if node.returns or any(a.annotation for a in ast.walk(node.args) if isinstance(a, ast.arg)):
        problems.append("annotations")
    if not (ast.get_docstring(node) or "").strip():
        problems.append("no docstring")
    rest = [ast.unparse(s) for s in node.body[1:]]
    if rest not in (["raise NotImplementedError"], ["raise NotImplementedError()"]):
        problems.append(f"the body is {rest}, expected: raise NotImplementedError")
    if node.end_lineno - node.lineno + 1 > 12:
        problems.append("longer than 12 lines")
    return problems


@each_notebook
def test_no_cell_gives_a_solution_away(path):
    from course_utils import exercises
    from misstep.judge.solutions import model

    nb = notebooks.read(path)
    told = [
        f"{c['id']} contains the solution of {record.id}"
        for record in exercises.records(notebooks.number(path))
        for c in code_cells(nb) for answer in (record.reference, model(record))
        if solution_given_away(c["source"], answer)
    ]
    assert told == []


# --- the tests of the tests -------------------------------------------------------------

GOOD_CHECK = (
    "slide = 0.5\nright = 0.25\nmeasured = 0.2501\n"
    "assert abs(right - measured) < 0.01 < abs(slide - measured)"
)
CHECKS = {
    "01-values": (GOOD_CHECK, True),
    "01-functions": (
        "def slide(x):\n    return x\n\n\ndef right(x):\n    return 2 * x\n\n\n"
        "assert right(1) == 2 != slide(1)",
        True,
    ),
    "01-pair": ("slide, right = 1, 2\nassert right == 1 + 1 != slide, 'no'", True),
    "01-late": ("slide = 1\nright = None\nright = 2\nassert right == 2 != slide", True),
    "01-slide-last": ("right = 2\nslide = 1\nassert right == 2 != slide", True),
    "01-right-only": ("slide = 1\nright = 2\nassert right == 2", False),
    "01-before": ("slide = 1\nright = 2\nassert slide == 1", False),
    "01-too-early": ("slide = 1\nright = 2\nassert right == 2\nright = 3", False),
    "01-each-other": ("slide = 1\nright = 2\nassert right != slide", False),
    "01-other-error": ("slide = 'a'\nright = 2\nassert right + 1 == 3", False),
}


def test_the_harness_decides(tmp_path):
    """One run with good and bad slide checks, a differing cell and a look for the network."""
    cells = [code(name, source, "slide-check") for name, (source, _) in CHECKS.items()]
    nb = notebook(
        *cells,
        code("01-same", "print('a')\nprint('b')"),
        code("01-other", "print('new')"),
        code("01-state", "print('new')", "state"),
        code("01-network", """
            import socket, urllib.request
            for attempt in (
                lambda: socket.create_connection(("192.0.2.1", 80), timeout=1),
                lambda: urllib.request.urlopen("http://example.org", timeout=1),
            ):
                try:
                    attempt()
                except OSError:
                    print("refused")
            ours = socket.create_server(("127.0.0.1", 0))
            socket.create_connection(ours.getsockname()).close(); ours.close()
            """),
        code("01-cpu", "import os; print(os.environ['OPENBLAS_CORETYPE'])"),
    )
    fresh, network = run_elsewhere(with_slide_mutants(nb), tmp_path)
    assert errors(fresh) == []
    lines = undecided(fresh)
    complained = {line.split()[0] for line in lines}
    assert complained == {name for name, (_, good) in CHECKS.items() if not good}, lines
    assert len(network) == 2 and "192.0.2.1" in network[0] and "example.org" in network[1]
    for name, printed in (("01-network", "refused\nrefused\n"), ("01-cpu", "Prescott\n")):
        # a busy kernel may send what is printed in pieces
        assert "".join(o["text"] for o in cell(fresh, name)["outputs"]) == printed
    for name in ("01-cpu", "01-network"):
        cell(nb, name)["outputs"] = cell(fresh, name)["outputs"]
    stored = {"01-same": ["a\n", "b\n"], "01-other": ["old\n"], "01-state": ["old\n"]}
    for name, words in stored.items():
        cell(nb, name)["outputs"] = [
            {"output_type": "stream", "name": "stdout", "text": w} for w in words
        ]
    assert list(differing_cells(nb, fresh)) == ["01-other"]


def test_mutants_put_the_slide_in_place():
    plain = slide_mutant(GOOD_CHECK)
    assert plain.index("right = 0.25") < plain.index("right = slide") < plain.index("assert")
    assert len(MUTANTS) == 3


def test_stubs_are_replaced():
    source = (
        "from course_utils.exercises import exercise\n\n\n"
        '@exercise("double")\ndef double(x):\n    """Twice x."""\n'
        "    raise NotImplementedError\n\n\ndouble(2)"
    )
    nb = notebook(code("01-e", source, "exercise", "state"))
    made = code_cells(solved(nb, lambda name: f"{name} = 'mine'\n"))[0]["source"]
    assert "NotImplementedError" not in made and "double = 'mine'" in made
    assert made.endswith("double(2)") and made.startswith("from course_utils.exercises")
    ast.parse(made)


@pytest.mark.parametrize(
    ("source", "signature", "complaint"),
    [
        ("def f(x, h=1e-5):\n    'x: (t,)'\n    raise NotImplementedError", "f(x, h=1e-5)", None),
        ("def f(x):\n    'x'\n    raise NotImplementedError", "f(x, h=1e-5)", "expected f(x, h"),
        ("def f(z):\n    'x'\n    raise NotImplementedError", "f(x)", "expected f(x)"),
        ("def f(x: int):\n    'x'\n    raise NotImplementedError", "f(x)", "annotations"),
        ("def f(x):\n    'x'\n    return 0", "f(x)", "expected: raise"),
        ("def f(x):\n    raise NotImplementedError", "f(x)", "no docstring"),
    ],
)
def test_stub_problems(source, signature, complaint):
    node = stub_of(f'@exercise("f")\n{source}')[0]
    problems = stub_problems(node, signature)
    assert problems == [] if complaint is None else any(complaint in p for p in problems), problems


def _refuse_scalars(z):
    """Raise if z is a number."""


def two_lines(z):
    """Softmax of one row."""
    _refuse_scalars(z)
    if len(z) == 0:
        raise ValueError("empty")
    e = z - max(z)
    return e / sum(e)


def with_numpy(z):
    """Softmax once more."""
    z = _refuse_scalars(z)
    e = np.exp(z)
    return e / np.sum(e)


def one_line(x, slope):
    """One statement that is not trivial."""
    return [slope * v if v < 0 else v for v in x]


def trivial(x):
    """One short statement."""
    return max(0, x)


@pytest.mark.parametrize(
    ("source", "reference", "told"),
    [
        ("def mine(q):\n    m = q - max(q)\n    return m / sum(m)", two_lines, True),
        ("e = z - max(z)\no = e / sum(e)\nprint(o)", two_lines, True),
        ("if True:\n    e = z - max(z)\n    e / sum(e)", two_lines, True),
        ("def mine(q):\n    up = exp(q)\n    return up / sum(up)", with_numpy, True),
        ("e = row - max(row)\no = e / sum(e)", two_lines, False),
        ("e = z - max(z)\nprint(e)\no = e / sum(e)", two_lines, False),
        ("def mine(q, a):\n    return [a * u if u < 0 else u for u in q]", one_line, True),
        ("leaky = lambda q, a: [a * u if u < 0 else u for u in q]", one_line, True),
        ("y = [slope * v if v < 0 else v for v in x]", one_line, False),
        ("def relu(x):\n    return max(0, x)", trivial, False),
        ('@exercise("f")\ndef f(z):\n    raise NotImplementedError', two_lines, False),
    ],
)
def test_a_solution_given_away_is_noticed(source, reference, told):
    assert solution_given_away(source, reference) is told
