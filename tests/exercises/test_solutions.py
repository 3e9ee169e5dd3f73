"""What `solution` prints can be pasted over the stub: it passes, with the set-up cell alone."""

import numpy as np
import pytest

from course_tools import notebooks
from course_utils import data, exercises
from misstep.judge.grammar import Bank
from misstep.judge.solutions import _free, lesson

RECORDS = [r for r in exercises.records() if r.bank]


def setup_of(number):
    """The source of a notebook's set-up cell; NumPy alone where the notebook is still to come."""
    folder = data.data_folder().parent / "notebooks"
    for path in sorted(folder.glob(f"{number}_*.ipynb")):
        cells = notebooks.read(path)["cells"]
        return next(c["source"] for c in cells if c["id"].endswith("-setup"))
    return "import numpy as np"


@pytest.mark.parametrize("r", RECORDS, ids=lambda r: r.id)
def test_a_printed_solution_passes_below_the_set_up_cell(r, monkeypatch):
    monkeypatch.setenv("COURSE_NO_CHILD", "1")
    source = lesson(r)
    space = {}
    exec(setup_of(r.notebook), space)
    mark = f'@exercise("{r.id}")\n'  # it would put the course's answer in the place of a wrong one
    exec(source.replace(mark, ""), space)
    result = exercises.check(r.id, space[r.id])
    assert result.status == "passed", f"{source}\n{result}"
    assert source.startswith(f"def {r.id}(") or f"\n{mark}def {r.id}(" in source
    assert max(map(len, source.splitlines())) <= 79  # as wide as a notebook's lines


def test_what_code_needs():
    assert _free("def f(x):\n    import math\n    return [g(a) for a in x] + math.pi") == {"g"}


def test_steps_become_a_function():
    from misstep.judge import solutions
    from misstep.judge.records import Exercise

    def reference(z):
        """The doubled logits."""

    made = Bank("twice(z)\n    a = softmax(z)  # the shares\n    do: a += a\n    o = a  # twice\n")
    r = Exercise(id="twice", title="", notebook="04", number="4.1", signature="twice(z)",
                 lecture=(), minutes=2, difficulty=1, reference=reference, cases=setup_of)
    vars(r.judge)["known"] = made  # what its course would make of the bank's text
    source = solutions._from_steps(r)
    assert source.splitlines()[2] == "    from course_utils.functions import softmax"
    assert "    a = softmax(z)  # the shares\n" in source
    space = {"np": np}
    exec(source, space)
    assert np.allclose(space["twice"]([0.0, 0.0]), [1, 1])
