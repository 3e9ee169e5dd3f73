"""3.7 wake_biases: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from misstep import Case, Exercise


def wake_biases(f, H, n):
    """The lowest biases, shape (1, v), with which n rows or more give each ReLU unit a gradient.

    f (t, d), H (d, v), 1 <= n <= t; with the lecture's relu'(0) = 1 a row counts from exactly 0.
    Lecture ALICE-5.4d.
    """
    k = np.sort(f @ H, axis=0)  # each unit's rows, smallest first
    return -k[[len(k) - n]]     # the n-th largest is lifted, or lowered, to exactly 0


def cases():
    f = np.array([[1.0, 0.0], [0.5, 1.0], [-1.0, 0.25]])
    H = np.array([[1.0, 2.0, 0.5, -1.0], [-1.0, 0.5, 0.25, 0.5]])
    wide = np.array([[1.0, -2.0, 0.5], [0.0, 1.5, -1.0], [2.0, 0.25, 0.75], [-1.5, -0.5, 1.0],
                     [0.5, 0.75, -2.0]])
    V = np.array([[1.0, -0.5], [0.5, 2.0], [-1.0, 0.25]])
    xor = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])
    return [
        Case((np.array([[1.0], [3.0], [2.0]]), np.array([[2.0]]), 2), "one input and one unit"),
        Case((f, H, 1), "n = 1", sizes={"t": 3, "d": 2, "v": 4}),
        Case((f, H, 2), "n = 2", sizes={"t": 3, "d": 2, "v": 4}),
        Case((f, H, 3), "every row", sizes={"t": 3, "d": 2, "v": 4}),
        Case((wide, V, 2), "five rows, n = 2", sizes={"t": 5, "d": 3, "v": 2}),
        Case((wide, V, 4), "five rows, n = 4", sizes={"t": 5, "d": 3, "v": 2}),
        Case((np.array([[1.0, 2.0], [3.0, -1.0]]), np.array([[0.5, -1.0], [1.5, 2.0]]), 1),
             "a square case", sizes={"t": 2, "d": 2, "v": 2}),
        Case((xor, np.array([[1, -1, 2], [1, -1, -3]]), 2), "whole numbers with repeats",
             integers=True, sizes={"t": 4, "d": 2, "v": 3}),
        Case((f, np.array([[1, -2], [3, 1]]), 1), "whole weights", integers=True),
        Case((f[1:2], H, 1), "a batch of one", sizes={"t": 1, "d": 2, "v": 4}),
    ]


def by_loops(f, H, n):
    return [[-sorted(float(np.dot(row, H[:, j])) for row in f)[-n] for j in range(H.shape[1])]]


RIGHT = (
    by_loops,
    lambda f, H, n: np.sort(-(f @ H), axis=0)[n - 1][None],
    lambda f, H, n: -np.partition(f @ H, len(f) - n, axis=0)[len(f) - n].reshape(1, -1),
    lambda f, H, n: np.quantile(-(f @ H), (n - 1) / max(1, len(f) - 1), axis=0)[None],
    lambda f, H, n: np.float32(-np.sort(f @ H, axis=0)[::-1][n - 1:n]),
)

BANK = """
wake_biases(f, H, n)
    k = f @ H                            # the weighted inputs
    i = len(k) - n                       # the place of the n-th largest
    q = np.sort(k, 0)                    # each unit's rows in order
    r = q[i]                             # the n-th largest of each unit
    b = -r                               # the biases
    o = b[None]

shown: k, r

sign/bias: a bias has the wrong sign. The bias is added: it has to bring the n-th largest to 0.
    b = r || np.abs(r) || -np.abs(r)
off-by-one/one-row-more: your biases wake one row more than the task asks for. Bring the n-th
        largest to 0.
    i = max(len(k) - n - 1, 0)
off-by-one/one-row-less: with your biases one row too few gets a gradient. Bring the n-th largest to
        0.
    i = min(len(k) - n + 1, len(k) - 1)
neighbour-formula/smallest: you count the rows from the smallest. Count from the largest: they reach
        0 first.
    i = n - 1 || min(n, len(k) - 1)
ignored-argument/n: n makes no difference. Each unit's n-th largest decides.
    i = -1 || 0 || len(k) // 2
neighbour-formula/not-sorted: you count the rows in the order of the examples. Sort each unit's
        weighted inputs first.
    q = k
    q = k && i = n - 1
neighbour-formula/inputs-sorted: you sort the inputs before you multiply them. Sort the weighted
        inputs, f @ H, of each unit.
    k = np.sort(f, 0) @ H
    q = np.sort(f, 0) @ H
neighbour-formula/weights-sorted: you sort the weights before you multiply them. Sort the weighted
        inputs, f @ H, of each unit.
    k = f @ np.sort(H, 0)
neighbour-formula/places: you use the positions of the sorted rows, not their values. np.argsort
        says where the n-th largest is, np.sort what it is.
    q = np.argsort(k, 0)
neighbour-formula/rows-sorted: you sort the numbers within each row. A unit is a column: sort the
        rows within it.
    q = np.sort(k, 1)
axis/each-row: you return a bias for each row. Each unit, a column of f @ H, has one.
    o = -np.sort(k, 1)[:, -min(n, k.shape[1])] || -np.sort(k, 1)[:, -min(n, k.shape[1])][None]
neighbour-formula/all-sorted: you sort the numbers of all units together. Each unit has its own
        order.
    q = np.sort(k, None).reshape(k.shape)
neighbour-formula/absolute: the size decides, without the sign. A row far below 0 is not active.
    q = np.sort(np.abs(k), 0)
neighbour-formula/mean: you use a mean of rows. The n-th largest is one of the rows itself.
    r = k.mean(0)
    r = q[i:].mean(0)
neighbour-formula/sum: you use a sum of rows. The n-th largest is one of the rows itself.
    r = k.sum(0)
    r = q[i:].sum(0)
neighbour-formula/median: you use the median, whatever n is. The n-th largest row decides.
    r = np.median(k, 0)
neighbour-formula/range: you use the largest row minus the smallest. The n-th largest is one of the
        rows itself.
    r = q[-1] - q[0]
neighbour-formula/quantile: your quantile falls between two rows. The n-th largest is one of the
        rows itself.
    r = np.quantile(k, 1 - n / len(k), axis=0)
    r = np.quantile(k, n / len(k), axis=0)
neighbour-formula/one-for-all: all units get the same bias. Each has its own lowest one.
    b = 0 * r - r.min() || 0 * r - r.max() || 0 * r - r.mean()
convention/above-zero: your bias is higher than it needs to be. At exactly 0 the gradient passes.
    b = 1 - r || 1e-3 - r || 0.01 - r || 0.1 - r || 0.5 - r
neighbour-formula/never-negative: you cut off biases below 0. The lowest bias may be negative.
    b = np.maximum(-r, 0)
neighbour-formula/never-positive: you cut off biases above 0. A unit far below 0 needs a lift.
    b = np.minimum(-r, 0)
omitted-term/inputs: you leave out the inputs and use only the weights. A pre-activation is f @ H
        plus the bias.
    k = H
factor/zero: all biases are 0. Then some units may have fewer than n active rows, others more.
    b = 0 * r
shape/one-axis: you return the biases as a vector. The course writes them as one row: (1, v).
    o = b
shape/column: you return the biases as a column. They are one row: (1, v).
    o = b[:, None]
shape/all-rows: you return several rows of biases. A unit has one bias: (1, v).
    o = -q || b + 0 * k || -q[i:]
integer/rounded: the biases lose their decimals. Return them as they are.
    o = np.round(b)[None] || np.trunc(b)[None]
duplicates/rows: equal numbers of a unit count only once. Each row counts, equal or not.
    r = np.array([np.unique(x)[-min(n, len(np.unique(x)))] for x in k.T])
missing-return/first-unit: you return only the first unit's bias. Each unit has one.
    o = b[:1][None] || b[0]
"""

EXERCISE = Exercise(
    id="wake_biases", title="Set biases that keep every unit awake", notebook="03", number="3.7",
    signature="wake_biases(f, H, n)", lecture=("ALICE-5.4d",), minutes=10, difficulty=3,
    reference=wake_biases, cases=cases, bank=BANK,
    hints=("Take one unit and its t weighted inputs. You add the same bias to all of them: which "
           "of them cross 0 first?",
           "The largest crosses first. With the lowest bias that is enough, where does the n-th "
           "largest end up?",
           "sort f @ H along the rows; the bias is minus the n-th largest: -k[len(k) - n]"),
    formula="b_j = −(n-th largest of column j of f @ H)",
    variation="which n makes half of the rows active, and what happens to the variance of h?",
    right=RIGHT, awkward=by_loops,
    heads=("wake_biases([[3, 2], [1, 0]], [[1], [2]], 1)",
           "wake_biases([[0.5], [5]], [[-1, 1]], 1)", "wake_biases([[1], [4]], [[1]], 2)",
           "wake_biases([[-3, 4], [2, 2]], [[4], [-3]], 2)"),
)
