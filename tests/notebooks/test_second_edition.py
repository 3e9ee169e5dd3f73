"""Notebooks of the edition before run on today's package: copies that students have begun.

Their code is in second_edition.json. An answer typed into it then is still checked, also where the
exercise has another number today, or is asked by no notebook any more.
"""

import json
from pathlib import Path

import pytest

from course_tools import notebooks
from helpers_nb import code, notebook

CODE = json.loads(Path(__file__).with_name("second_edition.json").read_text(encoding="utf-8"))
STUB = "raise NotImplementedError"
ANSWERS = {  # an exercise of each notebook, with what was typed into its stub
    "01": ("xor_dataset", "return np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), [0, 1, 1, 0]"),
    "02": ("n_monomials", "import math; return math.comb(d + degree, degree)"),
    "03": ("tanh_grad", "return 1 - np.tanh(x) ** 2"),  # retired since
    "04": ("softmax", "return np.exp(z - np.logaddexp.reduce(z, -1, keepdims=True))"),
    "05": ("through_relu", "return d_h * (k >= 0)"),
    "06": ("one_hot", "return np.eye(V)[np.asarray(tokens)]"),
    "07": ("brier_score", "return np.mean(np.sum((P - np.eye(P.shape[1])[y]) ** 2, axis=1))"),
    "00b": ("ridge_fit", "return np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y)"),
    "00c": ("perceptron_update", "return (w + y * x, b + y) if y * (w @ x + b) <= 0 else (w, b)"),
}
UNANSWERED = {"00", "03b", "03c", "05b", "appendix"}  # begun, and nothing solved yet


def begun(name):
    """A student's copy: one stub filled in, the others as they were."""
    number = notebooks.number(name)
    if number in UNANSWERED:
        return None, notebook(*(code(f"cell-{i}", s) for i, s in enumerate(CODE[name])))
    id, answer = ANSWERS[number]
    cells = [source.replace(STUB, answer) if f'@exercise("{id}")' in source else source
             for source in CODE[name]]
    return id, notebook(*(code(f"cell-{i}", source) for i, source in enumerate(cells)))


def test_an_answer_is_known_for_each_notebook():
    for name in CODE:
        id, nb = begun(name)
        assert id is None or sum(STUB not in c["source"] and f'@exercise("{id}")' in c["source"]
                   for c in nb["cells"]) == 1, name


@pytest.mark.full
@pytest.mark.parametrize("name", CODE)
def test_a_copy_that_was_begun_runs_and_its_answer_is_checked(name, tmp_path):
    id, nb = begun(name)
    executed = notebooks.execute(nb, tmp_path)  # raises at a cell that does
    for cell in [c for c in executed["cells"] if f'@exercise("{id}")' in c["source"]]:
        said = "".join(part for out in cell["outputs"]
                       for part in out.get("data", {}).get("text/plain", ""))
        assert said.startswith("✓ Right"), said
    stubs = [c for c in executed["cells"] if STUB in c["source"] and "@exercise" in c["source"]]
    for one in stubs:
        assert "Not attempted" in json.dumps(one["outputs"]), one["source"]
