"""Answers that call themselves or each other, as cells: what becomes of them in each way of asking.

Each is (exercise, cell, status): two endless ones, and four that are right.
"""

RECURSIVE = """@exercise("softmax")
def softmax(z):
    z = np.asarray(z, float)
    if z.ndim > 1:
        return np.array([softmax(row) for row in z])
    e = np.exp(z - z.max())
    return e / e.sum()
"""
ENDLESS = """@exercise("softmax")
def softmax(z):
    return softmax(np.asarray(z) - np.max(z, axis=-1, keepdims=True))
"""
NO_BASE_CASE = """@exercise("n_monomials")
def n_monomials(d, degree):
    if degree == 0:
        return 1
    return n_monomials(d - 1, degree) + n_monomials(d, degree - 1)
"""
MUTUAL = """def of_rows(z):
    return np.array([softmax(row) for row in z])

@exercise("softmax")
def softmax(z):
    z = np.asarray(z, float)
    if z.ndim > 1:
        return of_rows(z)
    e = np.exp(z - z.max())
    return e / e.sum()
"""
HELPER_ABOVE = """def shifted(z):
    z = np.asarray(z, float)
    return z - z.max(axis=-1, keepdims=True)

@exercise("softmax")
def softmax(z):
    e = np.exp(shifted(z))
    return e / e.sum(axis=-1, keepdims=True)
"""
HELPER_BELOW = """@exercise("softmax")
def softmax(z):
    return shares(np.exp(shifted(z)))

def shares(e):
    return e / e.sum(axis=LAST, keepdims=True)

def shifted(z):
    z = np.asarray(z, float)
    return z - z.max(axis=LAST, keepdims=True)

LAST = -1
"""
STUBS = {
    "softmax": '@exercise("softmax")\ndef softmax(z):\n    raise NotImplementedError\n',
    "n_monomials": '@exercise("n_monomials")\ndef n_monomials(d, degree):\n'
                   "    raise NotImplementedError\n",
}
SHAPES = {  # name: (exercise, cell, status)
    "recursive": ("softmax", RECURSIVE, "passed"),
    "endless self-call": ("softmax", ENDLESS, "error"),
    "missing base case": ("n_monomials", NO_BASE_CASE, "error"),
    "mutually recursive": ("softmax", MUTUAL, "passed"),
    "helper above": ("softmax", HELPER_ABOVE, "passed"),
    "helper below": ("softmax", HELPER_BELOW, "passed"),
}


def without_decorator(cell):
    """The cell as a program would have it: the function alone, judged afterwards."""
    return "\n".join(line for line in cell.splitlines() if not line.startswith("@")) + "\n"


def ways(shape):
    """Lists of cells that ask for a verdict on one shape, by the way of asking."""
    id, cell, _ = SHAPES[shape]
    head = "import numpy as np\nfrom course_utils.exercises import check, exercise"
    asked = (f"from course_utils import exercises\n"
             f"exercises.COURSE.session.results[{id!r}] = check({id!r}, {id})")
    return {"fresh": [head, cell], "after the stub": [head, STUBS[id], cell],
            "twice": [head, STUBS[id], cell, cell],
            "check": [head, without_decorator(cell), asked]}
