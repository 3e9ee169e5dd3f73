"""3.1 linear_collapse: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def layers(d, v, m, shift=0):
    W1 = np.arange(d * v).reshape(d, v) * 0.5 - 1 + shift
    W2 = 1.5 - np.arange(v * m).reshape(v, m) * 0.25 + np.eye(v, m)
    return W1, np.arange(v)[None] * 0.75 - 0.5, W2, 2.0 - np.arange(m)[None] * 0.5


def cases():
    whole = (np.array([[1, 2], [0, -1], [3, 1]]), np.array([[2, -1]]),
             np.array([[1, 0, 2, -1], [4, -2, 1, 3]]), np.array([[5, -3, 1, 2]]))
    return [
        Case((np.array([[2.0]]), np.array([[1.0]]), np.array([[3.0]]), np.array([[4.0]])),
             "(2 f + 1) 3 + 4"),
        Case((np.array([[2.0], [1.0]]), np.array([[3.0]]), np.array([[4.0]]), np.array([[5.0]])),
             "two inputs, one hidden unit", sizes={"d": 2, "v": 1, "m": 1}),
        Case((np.array([[1.0, 2.0]]), np.array([[1.0, -1.0]]), np.array([[3.0], [1.0]]),
              np.array([[4.0]])), "two hidden units", sizes={"d": 1, "v": 2, "m": 1}),
        Case((np.array([[2.0, 1.0], [0.0, 3.0]]), np.array([[1.0, -2.0]]),
              np.array([[1.0, 4.0], [-1.0, 2.0]]), np.array([[0.5, 3.0]])), "a square case"),
        Case(layers(2, 3, 4), "sizes 2, 3, 4", sizes={"d": 2, "v": 3, "m": 4}),
        Case(layers(3, 2, 1), "sizes 3, 2, 1", sizes={"d": 3, "v": 2, "m": 1}),
        Case(layers(2, 3, 2), "as many outputs as inputs", sizes={"d": 2, "v": 3, "m": 2}),
        Case(layers(3, 2, 2, 0.5), "as many outputs as hidden units",
             sizes={"d": 3, "v": 2, "m": 2}),
        Case(whole, "whole numbers", integers=True),
        Case(layers(1, 3, 1), "one input and one output", sizes={"d": 1, "v": 3, "m": 1}),
        Case(layers(2, 1, 3, 0.5), "a single hidden unit", sizes={"d": 2, "v": 1, "m": 3}),
        Case(layers(3, 3, 3), "three of each"),
        Case(layers(2, 2, 2, -0.25), "two of each"),
        Case((whole[0][:2], whole[1], whole[2][:, :2], whole[3][:, :2]),
             "whole numbers, two of each", integers=True),
        Case((*layers(2, 2, 2, 0.5)[:2], np.array([[2, -1], [1, 3]]), np.array([[1, 3]])),
             "whole numbers in the second layer", integers=True),
        Case((np.array([[2, -1], [1, 3]]), np.array([[1, 3]]), *layers(2, 2, 2, 0.5)[2:]),
             "whole numbers in the first layer", integers=True),
    ]


def by_loops(W1, b1, W2, b2):
    (d, v), m = W1.shape, W2.shape[1]
    W = [[sum(W1[i, j] * W2[j, c] for j in range(v)) for c in range(m)] for i in range(d)]
    b = [[sum(b1[0, j] * W2[j, c] for j in range(v)) + b2[0, c] for c in range(m)]]
    return [W, b]


def by_answers(W1, b1, W2, b2):
    """The bias is the answer to f = 0, the rows of W those to the unit vectors, less b."""
    def net(f):
        return (f @ W1 + b1) @ W2 + b2

    b = net(np.zeros((1, len(W1))))
    return net(np.eye(len(W1))) - b, b


# what else the bias may be, where W is wrong as well
BIASES = """
        b2 || c || 0 * b2 || a || a + b2 || c - b2 || b2 - c || c + 2 * b2 || 2 * c + b2 ||
        c * b2 || np.maximum(c + b2, 0) || np.maximum(a, 0) @ B + b2 || np.tanh(a) @ B + b2 ||
        b2.ravel() || (c + b2).ravel() || c.ravel() || 0 * b2.ravel() || (c + b2).T || c + b2.T ||
        np.tile(c + b2, (len(A), 1)) || a.sum() + b2 || c.sum() + b2 || c / len(B) + b2 ||
        B.sum(0, keepdims=True) + b2 || (a * B).sum(0, keepdims=True) + b2 || a * B + b2 ||
        (a.T * B).sum(1) + b2 || a.T * B + b2 || (a + b2) @ B"""

BANK = """
linear_collapse(W1, b1, W2, b2)
    A = W1                               # the first weights
    a = b1                               # the first bias
    B = W2                               # the second weights
    W = A @ B                            # the weights of both layers
    c = a @ B                            # the first bias behind the second layer
    b = c + b2                           # the bias of both layers
    o = (W, b)

shown: W, c, b
right: W = (B.T @ A.T).T || np.einsum("dv,vm->dm", A, B) || np.float32(A) @ np.float32(B)

transpose/order: you multiply the matrices in the wrong order. Rows are examples: multiply f by W1
        first, then by W2.
    W = B @ A || A.T @ B.T
    W = B @ A || A.T @ B.T && b = BIASES || b2 @ B + a || b2 @ A + a ||
        a @ A + b2 || a @ A @ B + b2 || a @ B.T + b2 || B @ a + b2
transpose/square: where matrices are square, your result is off, because a transpose or another
        order also fits there. Multiply f by W1 first, then by W2, with neither transposed.
    W = (A @ B).T if len(A) == B.shape[1] else A @ B || A @ (B.T if len(B) == B.shape[1] else B) ||
        B @ A if A.shape[0] == A.shape[1] == B.shape[1] else A @ B
    c = a @ (B.T if len(B) == B.shape[1] else B)
transpose/bias: the first bias is on the wrong side of W2. b1 is a row, as f is: b1 @ W2.
    c = B @ a
omitted-term/b1-not-through-w2: you add the first bias as it is. It has to pass through W2 first.
    c = a
omitted-term/b2: you leave out the second bias. The second layer adds it at the end.
    b = c
omitted-term/no-bias: you leave out both biases. Multiply the two layers out, term by term.
    b = 0 * b2
omitted-term/b1-as-ones: you sum W2 as if every entry of b1 were 1. Multiply b1 by W2.
    c = B.sum(0, keepdims=True)
neighbour-formula/sum-of-weights: you add the weights. Put the first layer into the second and
        multiply out.
    W = A + B
    W = A + B && b = BIASES
neighbour-formula/elementwise: you multiply entry by entry where the task needs a matrix product.
        That is `@`.
    needs: operator * **
    c = a * B || a.T * B
    W = A * B
    W = A * B && b = BIASES
neighbour-formula/biases-in-w: you add a bias to the weights. W multiplies f and contains no bias.
    W = (A + a) @ B || A @ B + b2 || (A + a) @ B + b2
neighbour-formula/relu-between: numbers of the first layer below 0 are cut, as by a ReLU. Both
        layers are affine: nothing bends.
    A = np.maximum(A, 0) || a = np.maximum(a, 0)
neighbour-formula/tanh-between: numbers of the first layer pass through a tanh. Both layers are
        affine: nothing bends.
    A = np.tanh(A) || a = np.tanh(a)
neighbour-formula/relu-after: numbers below 0 become 0 in the result. Both layers are affine:
        nothing is cut.
    W = np.maximum(W, 0) && b = np.maximum(b, 0)
neighbour-formula/both-through-w2: you pass both biases through the second layer. b2 is added after
        it.
    b = (a + b2) @ B
shape/b1-through-w1: you pass the first bias through W1. b1 is added after W1: only W2 follows.
    c = a @ A || a @ A @ B
neighbour-formula/b2-multiplied: you multiply the two parts of the bias. Add them: b1 W2 + b2.
    b = c * b2
neighbour-formula/b2-divides: you divide the two parts of the bias. Add them: b1 W2 + b2.
    b = c / b2
factor/divided-by-v: you divide a sum over the hidden units by their number. A matrix product only
        sums.
    W = A @ B / len(B) || c = a @ B / len(B)
factor/b2-repeated: you add the second bias several times. It is outside the sum: add it once.
    b = c + len(B) * b2 || c + len(A) * b2
axis/summed-apart: you reduce b1 and W2 separately, and multiply afterwards. Multiply first, then
        sum over the hidden units.
    c = a.sum() * B.sum(0, keepdims=True) || a.sum() * B.mean(0, keepdims=True) || a.mean() *
        B.mean(0, keepdims=True)
axis/b1-summed: you sum b1 to one number without multiplying it by W2. b1 passes through W2: b1 @
        W2.
    c = a.sum()
axis/one-number: you sum the first bias after W2 to one number. Each output has its own.
    c = (a @ B).sum()
axis/summed-over-outputs: you sum b1 times W2 over the outputs. Those stay: sum over the hidden
        units.
    c = (a.T * B).sum(1) || (a.T * B).sum(1, keepdims=True).T
axis/b1-along-outputs: you multiply b1 along the outputs of W2. It runs along the hidden units.
    c = (a * B).sum(0, keepdims=True)
missing-return/one-entry: after its first entry, your W is 0. Each entry has a sum of its own. If
        there are loops, `return` comes after all of them.
    W = W * (np.arange(W.size).reshape(W.shape) == 0)
transpose/both-results: both results are transposed. W is (d, m), b is one row (1, m).
    needs: all-parts
    o = (W.T, b.T)
transpose/weights: W is transposed. It is (d, m): its rows belong to the inputs.
    W = W.T
shape/b: the bias has the wrong shape. It is one row: (1, m).
    b = (c + b2).ravel() || (c + b2).T || c + b2.T || c.T + b2 || np.tile(c + b2, (len(A), 1))
convention/swapped-and-b: you return weights and bias in the wrong order, and the bias is not right
        either. W comes first; the bias is b1 W2 + b2.
    needs: all-parts
    o = (b, W) && b = c - b2 || b2 - c || c || b2 || a + b2
missing-return/one-of-two: you return only one of the two results. Return both, W first.
    o = W || b
shape/one-array: you don't return the pair W, b. Return two arrays: W, then b.
    needs: container
    o = np.vstack([W, b]) || {"W": W, "b": b} || (W, c, b2) || W + b || lambda f: f @ W + b
""".replace("BIASES", BIASES)

EXERCISE = Exercise(
    id="linear_collapse", title="Collapse two affine layers", notebook="03", number="3.1",
    signature="linear_collapse(W1, b1, W2, b2)",
    lecture=("MAY24-1.0f", "MAY25-1.0f", "CS577-varying-map", "ALICE-5.2a"),
    minutes=5, difficulty=1, reference=functions.linear_collapse, cases=cases, bank=BANK,
    parts=("W", "b"),
    hints=("Multiply (f W1 + b1) W2 + b2 out. Which terms hold f?",
           "Everything next to f belongs to W, the rest to b. The first bias meets W2.",
           "W = W1 @ W2 and b = b1 @ W2 + b2"),
    formula="(f W1 + b1) W2 + b2 = f (W1 W2) + (b1 W2 + b2)",
    variation="collapse three layers by calling your function twice.",
    right=(by_loops, by_answers), awkward=by_loops,
    heads=("linear_collapse([[1, 2]], [[1, 0]], [[1], [3]], [[2]])",
           "linear_collapse([[2], [1]], [[1]], [[3, 0]], [[0, 1]])",
           "linear_collapse([[2, -2]], [[-2, 3]], [[-1], [1]], [[2]])"),
)
