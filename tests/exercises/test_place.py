"""The place: found by a repair, and no place where that proves nothing."""

import numpy as np
import pytest
from lines import compiled

from course_utils.exercises import firstline
from course_utils.exercises.place import CLAIMS, fits

RIGHT = ["z = np.asarray(z, float)", "a = z.max(-1, keepdims=True)", "e = np.exp(z - a)",
         "s = e.sum(-1, keepdims=True)", "return e / s"]


def place(**changed):
    lines = [changed.get(f"line{i}", line) for i, line in enumerate(RIGHT, start=2)]
    source = "def softmax(z):\n    " + "\n    ".join(lines) + "\n"
    cases = [1, 2, 0]
    firstline.ways.ways("softmax").see(cases)
    search = firstline.search("softmax", compiled(source, {"np": np}, "softmax"), cases, seconds=5)
    return search.place()


@pytest.mark.parametrize("line, code", [
    (4, "e = np.exp(a - z)"), (4, "e = np.exp(z - a) + 0.1"), (5, "s = e.max(-1, keepdims=True)"),
    (6, "return s / e"), (6, "return e - s")])
def test_the_changed_line_is_the_place(line, code):
    found = place(**{f"line{line}": code})
    lines = {found.node.line, found.other and found.other.line}  # or one of two that would do
    assert CLAIMS.match(found.how) and line in lines, found


def test_two_faults_in_two_lines_have_no_place():
    found = place(line4="e = np.exp(a - z) + 0.2", line6="return np.sqrt(e / s) - 0.1")
    assert found.node is None or found.node.line in (4, 6)
    assert not CLAIMS.match(found.how) or found.node.line in (4, 6)


def test_values_fit_turn_by_turn_or_as_a_table():
    table = np.arange(6.0).reshape(2, 3)
    assert np.array_equal(next(fits([table], [np.zeros(3)] * 2, 2)), table)
    assert [v.shape for v, in fits([table], [np.zeros(6)], 1)] == [(2, 3), (6,), (3, 2)]
    assert list(fits([table], [0.0] * 5, 5)) == []
