"""Notebooks of the first edition run on today's package: copies that students have begun.

Their code lies in first_edition.json as it was in version 0.1.0; an answer typed into it then is
still checked, also where the exercise has another number today.
"""

import json
from pathlib import Path

import pytest
from helpers_nb import code, notebook

from course_utils.tools import notebooks

CODE = json.loads(Path(__file__).with_name("first_edition.json").read_text(encoding="utf-8"))
STUB = "raise NotImplementedError"
ANSWERS = {  # an exercise of each notebook, with what was typed into its stub
    "01": ("xor_dataset", "return np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), [0, 1, 1, 0]"),
    "02": ("n_monomials", "import math; return math.comb(d + degree, degree)"),
    "03": ("sigmoid", "return np.exp(-np.logaddexp(0, -np.asarray(x, float)))"),
    "04": ("softmax", "return np.exp(z - np.logaddexp.reduce(z, -1, keepdims=True))"),
    "05": ("through_relu", "return d_h * (k >= 0)"),
    "06": ("one_hot", "return np.eye(V)[np.asarray(tokens)]"),
    "07": ("brier_score", "return np.mean(np.sum((P - np.eye(P.shape[1])[y]) ** 2, axis=1))"),
}


def begun(name):
    """A student's copy: one stub filled in, the others as they were."""
    id, answer = ANSWERS[notebooks.number(name)]
    cells = [source.replace(STUB, answer) if f'@exercise("{id}")' in source else source
             for source in CODE[name]]
    return id, notebook(*(code(f"cell-{i}", source) for i, source in enumerate(cells)))


def test_an_answer_is_known_for_each_notebook():
    for name in CODE:
        id, nb = begun(name)
        assert sum(STUB not in c["source"] and f'@exercise("{id}")' in c["source"]
                   for c in nb["cells"]) == 1, name


@pytest.mark.full
@pytest.mark.parametrize("name", CODE)
def test_a_copy_that_was_begun_runs_and_its_answer_is_checked(name, tmp_path):
    id, nb = begun(name)
    executed = notebooks.execute(nb, tmp_path)  # raises at a cell that does
    [cell] = [c for c in executed["cells"] if f'@exercise("{id}")' in c["source"]]
    said = "".join(part for out in cell["outputs"]
                   for part in out.get("data", {}).get("text/plain", ""))
    assert said.startswith("✓ Right"), said
    stubs = [c for c in executed["cells"] if STUB in c["source"] and "@exercise" in c["source"]]
    for one in stubs:
        assert "Not attempted" in json.dumps(one["outputs"]), one["source"]
