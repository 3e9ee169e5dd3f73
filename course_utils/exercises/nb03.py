"""Records of notebook 03: exercises with their cases and known mistakes, predictions.

Most exercises are elementwise functions. A wrong formula may also stumble over a plain list or
a single number, so the banks hold each formula in several faces (see `_faces`).
"""

import functools
import math

import numpy as np

from course_utils import functions as F  # noqa: N812 - short, and a name as maths has it
from course_utils.exercises.engine import Case, Exercise, Mistake, Prediction

# --- elementwise functions: cases and faces -----------------------------------------------------

FIVE = np.array([-2.0, -0.5, 0.0, 1.0, 3.0])
EIGHTS = np.array([[-19, 7, -5, 12], [3, -11, 24, -1], [-28, 16, 2, -9]]) / 8.0  # exact in float32


def _cases(*rest, extreme=True):
    """Inputs of an elementwise function; `rest` are the arguments after x."""
    def call(x):
        return (x, *rest)

    return [
        Case(call(FIVE.copy()), "five numbers"),
        Case(call(2.5), "one number"),
        Case(call(-1.25), "one negative number"),
        Case(call(EIGHTS.copy()), "a matrix"),
        Case(call(np.array([0.0, -0.0, 1e-3, -1e-3])), "inputs at and next to 0"),
        Case(call([-1.5, 0.25, 2.0]), "a list"),
        Case(call(np.array([[-3, -1, 0], [1, 2, 4]])), "whole numbers", integers=True),
        Case(call(np.array([[-4.5, 0.75, 9.0]])), "a batch of one"),
        Case(call(np.array([-9.5, -6.0, 5.5, 8.25])), "inputs between 5 and 10"),
        Case(call(EIGHTS.reshape(2, 3, 2)), "three axes"),
        Case(call(np.array([-1000.0, -750.0, -40.0, 40.0, 750.0, 1000.0])),
             "inputs up to ±1000", extreme=extreme),
    ]


def _array(x):
    """The input as floats, in a new array."""
    return np.array(x, dtype=float)


def _given(fn):
    """The same formula on anything: number, list or array."""
    @functools.wraps(fn)
    def wrong(x, *rest):
        return fn(_array(x), *rest)

    return wrong


def _no_list(fn):
    """The same, for those who compute with a list as if it were an array."""
    @functools.wraps(fn)
    def wrong(x, *rest):
        if isinstance(x, list):
            raise TypeError("unsupported operand type(s): 'list'")
        return fn(x, *rest)

    return wrong


def _arrays_only(fn):
    """The same, with a mask that a number does not have either."""
    @functools.wraps(fn)
    def wrong(x, *rest):
        if not isinstance(x, np.ndarray):
            raise TypeError("object is not subscriptable")
        return fn(x, *rest)

    return wrong


def _faces(*mistakes, masks=False):
    """Each mistake on any input, without lists, and (masks) on arrays only."""
    found = []
    for m in mistakes:
        forms = (_given, lambda fn: _no_list(_given(fn)))
        forms += (lambda fn: _arrays_only(_given(fn)),) if masks else ()
        found += [Mistake(m.id, form(m.wrong), m.what, m.where) for form in forms]
    return tuple(found)


def _elementwise(right, *, truncates=True, rounds=True):
    """Slips that any elementwise function invites; `right` is the right function."""
    def one_number(x, *rest):
        if np.ndim(x):
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        return right(x, *rest)

    def vectors(x, *rest):
        if np.ndim(x) != 1:
            raise TypeError("one number at a time")
        return right(x, *rest)

    def small_vectors(x, *rest):
        if np.ndim(x) == 1 and np.max(np.abs(x)) > 700:
            raise OverflowError("math range error")
        return vectors(x, *rest)

    def rows(x, *rest):
        if np.ndim(x) == 0:
            raise TypeError("object is not iterable")
        return right(x, *rest)

    def as_input(x, *rest):
        return np.asarray(right(x, *rest)).astype(np.asarray(x).dtype)

    def rounded(x, *rest):
        return np.trunc(right(x, *rest))

    integers = "right for floats, wrong when the input holds integers"
    floats = ("An array made from integers (np.zeros_like, x.copy()) keeps integers only: give "
              "it dtype=float.")
    own = [
        Mistake("shape/list-given", _no_list(right),
                "the function meets a plain list and computes with it as if it were an array",
                "Start with x = np.asarray(x)."),
        Mistake("shape/arrays-only", _arrays_only(right),
                "right for arrays, but a single number or a list stops it",
                "Start with x = np.asarray(x), or decide with np.where."),
        Mistake("shape/one-number-only", one_number,
                "the function works on one number only",
                "Use NumPy's functions (np.exp, np.where, …): they work entry by entry."),
        Mistake("shape/one-axis-only", vectors,
                "right for a list or vector, but not for one number or a matrix",
                "NumPy's functions take any shape; a loop over x meets rows in a matrix."),
        Mistake("shape/one-axis-only", small_vectors,
                "right for a list or vector of small numbers only",
                "NumPy's functions take any shape; a loop with math.exp takes neither a matrix "
                "nor ±1000."),
        Mistake("shape/scalar-given", rows, "right for arrays, but a single number stops it",
                "x may be one number: do not loop over it or ask for its length."),
        Mistake("shape/scalar-gets-an-axis", lambda x, *r: np.atleast_1d(right(x, *r)),
                "a single number comes back as an array of one",
                "The result has the shape of x, also when x is one number."),
        Mistake("shape/flattened", lambda x, *r: np.ravel(right(x, *r)),
                "a matrix comes back as one long row", "The result has the shape of x."),
        Mistake("shape/squeezed", lambda x, *r: np.squeeze(right(x, *r)),
                "an axis of length 1 is lost", "The result has the shape of x."),
    ]
    if truncates:
        own += [Mistake("integer/integer-input", form(as_input), integers, floats)
                for form in (_same, _no_list, _arrays_only)]
    if rounds:
        own += [Mistake("integer/truncated", form(rounded), "the digits after the point are lost",
                        "Something makes integers of the result: //, int() or an integer array.")
                for form in (_same, _no_list)]
    return tuple(own)


def _same(fn):
    return fn


def _in_place(change):
    """Faces of a change made in the argument itself: x is an array, or any input."""
    def raw(x, *rest):
        if not isinstance(x, np.ndarray):
            raise TypeError("object does not support item assignment")
        change(x, *rest)
        return x

    def converted(x, *rest):
        x = np.asarray(x)
        change(x, *rest)
        return x

    def floats(x, *rest):
        x = np.asarray(x, dtype=float)
        change(x, *rest)
        return x

    return tuple(Mistake("in-place/argument-changed", fn, "the call changes the argument `x`",
                         "An array that is passed in belongs to the caller: copy it first, or "
                         "use np.where.") for fn in (raw, converted, floats))


def _loop(formula):
    """A right answer by a Python loop, any number of axes."""
    def answer(x, *rest):
        if np.ndim(x) == 0:
            return formula(float(x), *rest)
        return [answer(v, *rest) for v in x]

    return answer


def _ndindex(formula):
    def answer(x, *rest):
        x = np.asarray(x, dtype=float)
        out = np.empty(x.shape)
        for i in np.ndindex(*x.shape):
            out[i] = formula(float(x[i]), *rest)
        return out

    return answer


def _float32(fn):
    """A right answer that computes in float32."""
    return lambda x, *rest: np.float32(fn(np.asarray(x, dtype=np.float32), *rest))


def _naive(x):
    return 1 / (1 + np.exp(-np.asarray(x, dtype=float)))


# --- linear_collapse ---------------------------------------------------------------------------


def _collapse_cases():
    def layers(d, v, m, shift=0):
        W1 = np.arange(d * v).reshape(d, v) * 0.5 - 1 + shift
        W2 = 1.5 - np.arange(v * m).reshape(v, m) * 0.25 + np.eye(v, m)
        return W1, np.arange(v)[None] * 0.75 - 0.5, W2, 2.0 - np.arange(m)[None] * 0.5

    whole = (np.array([[1, 2], [0, -1], [3, 1]]), np.array([[2, -1]]),
             np.array([[1, 0, 2, -1], [4, -2, 1, 3]]), np.array([[5, -3, 1, 2]]))
    return [
        Case((np.array([[2.0]]), np.array([[1.0]]), np.array([[3.0]]), np.array([[4.0]])),
             "(2 f + 1) 3 + 4"),
        Case((np.array([[2.0, 1.0], [0.0, 3.0]]), np.array([[1.0, -2.0]]),
              np.array([[1.0, 4.0], [-1.0, 2.0]]), np.array([[0.5, 3.0]])), "a square case"),
        Case(layers(2, 3, 4), "sizes 2, 3, 4", sizes={"d": 2, "v": 3, "m": 4}),
        Case(layers(3, 2, 1), "sizes 3, 2, 1", sizes={"d": 3, "v": 2, "m": 1}),
        Case(layers(2, 3, 2), "as many outputs as inputs", sizes={"d": 2, "v": 3, "m": 2}),
        Case(layers(3, 2, 2, 0.5), "as many outputs as hidden units",
             sizes={"d": 3, "v": 2, "m": 2}),
        Case(whole, "whole numbers", integers=True),
    ]


_W_FORMS = {  # name: (W, id, what, where)
    "order": (lambda A, a, B, b: B @ A, "transpose/order",
              "the two weight matrices are multiplied in the wrong order",
              "Rows are examples: f meets W1 first, so W = W1 @ W2."),
    "T": (lambda A, a, B, b: (A @ B).T, "transpose/w", "`W` is the transpose of what is asked",
          "Rows are examples: W has shape (d, m)."),
    "AT": (lambda A, a, B, b: A.T @ B, "transpose/w1", "`W1` is transposed",
           "Rows are examples: W = W1 @ W2, with neither transposed."),
    "BT": (lambda A, a, B, b: A @ B.T, "transpose/w2", "`W2` is transposed",
           "Rows are examples: W = W1 @ W2, with neither transposed."),
    "ATBT": (lambda A, a, B, b: A.T @ B.T, "transpose/w1-and-w2",
             "both weight matrices are transposed",
             "Rows are examples: W = W1 @ W2, with neither transposed."),
    "sum": (lambda A, a, B, b: A + B, "neighbour-formula/sum-of-weights",
            "the weights are added", "Put the first layer into the second and multiply out."),
    "star": (lambda A, a, B, b: A * B, "neighbour-formula/elementwise",
             "the weights are multiplied entry by entry", "`@` is the matrix product."),
}
_B_FORMS = {
    "b1": (lambda A, a, B, b: b * 1.0, "omitted-term/b1", "the first bias is left out",
           "b1 passes through the second layer: its share is b1 W2."),
    "b2": (lambda A, a, B, b: a @ B, "omitted-term/b2", "the second bias is left out",
           "The second layer adds b2 at the end."),
    "none": (lambda A, a, B, b: np.zeros_like(b), "omitted-term/no-bias",
             "both biases are left out", "Multiply (f W1 + b1) W2 + b2 out, term by term."),
    "plain": (lambda A, a, B, b: a + b, "omitted-term/b1-not-through-w2",
              "the first bias is added as it is", "b1 passes through the second layer too: "
              "its share is b1 W2."),
    "plain1": (lambda A, a, B, b: a * 1.0, "omitted-term/b2-and-w2",
               "only the first bias, as it is, comes back", "b = b1 W2 + b2."),
    "minus": (lambda A, a, B, b: a @ B - b, "sign/b2", "the second bias is subtracted",
              "b = b1 W2 + b2."),
    "minus1": (lambda A, a, B, b: b - a @ B, "sign/b1", "the first bias is subtracted",
               "b = b1 W2 + b2."),
    "swapped": (lambda A, a, B, b: b @ B + a, "neighbour-formula/biases-swapped",
                "the second bias is sent through the second layer, not the first",
                "b1 is there when the second layer starts; b2 is added after it."),
    "W1": (lambda A, a, B, b: a @ A + b, "neighbour-formula/b1-through-w1",
           "the first bias is sent through `W1`", "b1 is added after W1; what follows is W2."),
    "other": (lambda A, a, B, b: b @ A + a, "neighbour-formula/layers-swapped",
              "the bias is that of the layers in the other order",
              "The first layer is (W1, b1): its bias meets W2."),
    "BT": (lambda A, a, B, b: a @ B.T + b, "transpose/w2-in-b", "`W2` is transposed in the bias",
           "b = b1 W2 + b2, with W2 as it is."),
    "all": (lambda A, a, B, b: a @ A @ B + b, "neighbour-formula/b1-through-both",
            "the first bias is sent through both layers",
            "b1 is added after W1: only W2 follows."),
    "left": (lambda A, a, B, b: B @ a + b, "transpose/order-in-b",
             "`W2` stands on the left of the bias", "Rows are examples: b = b1 @ W2 + b2."),
    "star": (lambda A, a, B, b: a * B + b, "neighbour-formula/elementwise-in-b",
             "bias and weights are multiplied entry by entry", "`@` is the matrix product."),
    "axis": (lambda A, a, B, b: (a.T * B).sum(axis=1) + b, "axis/b1-over-outputs",
             "the products b1 W2 are summed over the outputs",
             "Sum over the hidden units: b1 @ W2."),
    "b2W2": (lambda A, a, B, b: (a + b) @ B, "neighbour-formula/both-through-w2",
             "both biases are sent through the second layer", "b2 is added after W2."),
    "flat": (lambda A, a, B, b: (a @ B + b).ravel(), "shape/b-flat",
             "`b` has lost an axis: shape (m,)", "The bias is a row of shape (1, m)."),
    "col": (lambda A, a, B, b: (a @ B + b).T, "transpose/b", "`b` is a column",
            "The bias is a row of shape (1, m)."),
    "full": (lambda A, a, B, b: np.tile(a @ B + b, (len(A), 1)), "shape/b-repeated",
             "`b` is repeated once per row of `W1`", "One row is enough: shape (1, m)."),
}


def _b_right(A, a, B, b):
    return a @ B + b


def _w_right(A, a, B, b):
    return A @ B


def _collapse_mistakes():
    def both(w, b):
        return lambda A, a, B, c: (w(A, a, B, c), b(A, a, B, c))

    def changes(A, a, B, b):
        b += a @ B
        return A @ B, b

    def swapped_product(w, *others):
        return [Mistake(w[1], both(w[0], b), w[2], w[3]) for b in others]

    found = []
    for w in _W_FORMS.values():
        found += swapped_product(w, _b_right)
    for b in _B_FORMS.values():
        found.append(Mistake(b[1], both(_w_right, b[0]), b[2], b[3]))
    for name in ("order", "ATBT", "sum", "star"):  # these stop on most shapes: no part by part
        found += swapped_product(_W_FORMS[name], *(b[0] for key, b in _B_FORMS.items()
                                                   if key != "other"
                                                   and (key != "left" or name == "order")))
    found.append(Mistake("transpose/order", both(_W_FORMS["order"][0], _B_FORMS["other"][0]),
                         "the layers are put together in the wrong order",
                         "The first layer is (W1, b1): W = W1 @ W2, b = b1 @ W2 + b2."))
    found += [
        Mistake("in-place/b2-changed", changes, "the call changes the argument `b2`",
                "Write b = b1 @ W2 + b2, in a new array."),
        Mistake("shape/swapped", lambda A, a, B, b: (a @ B + b, A @ B),
                "the weights and the bias are swapped", "Return W first, then b."),
        Mistake("omitted-term/only-w", lambda A, a, B, b: A @ B, "only the weights come back",
                "Return the pair W, b."),
        Mistake("neighbour-formula/one-table", lambda A, a, B, b: A @ B + a @ B + b,
                "weights and bias are added into one table",
                "Return the pair W, b: W multiplies f, b does not."),
        Mistake("integer/truncated", lambda A, a, B, b: (
            np.trunc(A @ B), np.trunc(a @ B + b)), "the digits after the point are lost",
            "Something turns the result into integers."),
    ]
    return tuple(found)


def _collapse_loops(W1, b1, W2, b2):
    (d, v), m = W1.shape, W2.shape[1]
    W = [[sum(W1[i, j] * W2[j, c] for j in range(v)) for c in range(m)] for i in range(d)]
    b = [[sum(b1[0, j] * W2[j, c] for j in range(v)) + b2[0, c] for c in range(m)]]
    return [W, b]


def _collapse_probe(W1, b1, W2, b2):
    """The bias is the answer to f = 0, the rows of W those to the unit vectors, less b."""
    def net(f):
        return (f @ W1 + b1) @ W2 + b2

    b = net(np.zeros((1, len(W1))))
    return net(np.eye(len(W1))) - b, b


def _collapse_homogeneous(W1, b1, W2, b2):
    def layer(W, b):
        top = np.hstack([W, np.zeros((len(W), 1))])
        return np.vstack([top, np.hstack([b, [[1.0]]])])

    C = layer(W1, b1) @ layer(W2, b2)
    return C[:-1, :-1], C[-1:, :-1]


COLLAPSE = Exercise(
    id="linear_collapse", title="Collapse two affine layers", notebook="03", number="3.1",
    signature="linear_collapse(W1, b1, W2, b2)",
    lecture=("MAY24-1.0f", "MAY25-1.0f", "CS577-varying-map", "ALICE-5.2a"),
    minutes=5, difficulty=1, reference=F.linear_collapse, cases=_collapse_cases,
    parts=("W", "b"), mistakes=_collapse_mistakes(),
    hints=("Multiply (f W1 + b1) W2 + b2 out. Which terms hold f?",
           "Everything next to f belongs to W, the rest to b. The first bias meets W2.",
           "W = W1 @ W2 and b = b1 @ W2 + b2"),
    formula="(f W1 + b1) W2 + b2 = f (W1 W2) + (b1 W2 + b2)",
    variation="collapse three layers by calling your function twice.",
    right=(_collapse_loops, _collapse_probe, _collapse_homogeneous,
           lambda A, a, B, b: (np.einsum("dv,vm->dm", A, B), np.einsum("iv,vm->im", a, B) + b),
           lambda A, a, B, b: ((B.T @ A.T).T, (B.T @ a.T + b.T).T),
           lambda A, a, B, b: (np.float32(A) @ np.float32(B), np.float32(a) @ np.float32(B) + b)),
    awkward=_collapse_loops,
)

# --- relu --------------------------------------------------------------------------------------


def _relu_change(x):
    x[x < 0] = 0


def _positive_only(x):
    return np.asarray(x)[np.asarray(x) > 0]


RELU = Exercise(
    id="relu", title="Write ReLU", notebook="03", number="3.5", signature="relu(x)",
    lecture=("MAY24-1.2e", "MAY25-1.2e", "CS577-relu", "ALICE-5.4d"), minutes=3, difficulty=1,
    reference=F.relu, cases=lambda: _cases(extreme=False),
    mistakes=(
        *_faces(
            Mistake("sign/reversed", lambda x: np.maximum(0, -x),
                    "the negative side passes, with its sign flipped",
                    "Positive inputs pass, negative ones become 0."),
            Mistake("sign/negative-side", lambda x: np.minimum(0, x),
                    "the negative side passes and the positive one is cut",
                    "max(0, x): positive inputs pass."),
            Mistake("sign/flipped", lambda x: -np.maximum(0, x),
                    "every entry has the opposite sign", "ReLU is never negative."),
            Mistake("neighbour-formula/absolute-value", np.abs,
                    "this is the absolute value: negative inputs keep their size",
                    "Negative inputs become 0."),
            Mistake("neighbour-formula/step", lambda x: np.where(x > 0, 1.0, 0.0),
                    "this is the step: positive inputs lose their size",
                    "ReLU keeps x itself where it is positive; its derivative is the step."),
            Mistake("neighbour-formula/step", lambda x: np.where(x >= 0, 1.0, 0.0),
                    "this is the step: positive inputs lose their size",
                    "ReLU keeps x itself where it is positive; its derivative is the step."),
            Mistake("neighbour-formula/leaky", lambda x: np.where(x > 0, x, 0.01 * x),
                    "this is the leaky ReLU", "Left of 0 the value is exactly 0."),
            Mistake("neighbour-formula/leaky", lambda x: np.where(x > 0, x, 0.1 * x),
                    "this is the leaky ReLU", "Left of 0 the value is exactly 0."),
            Mistake("neighbour-formula/softplus", lambda x: np.logaddexp(0, x),
                    "this is softplus, the smooth cousin", "ReLU is max(0, x)."),
            Mistake("neighbour-formula/elu",
                    lambda x: np.where(x > 0, x, np.expm1(np.minimum(x, 0))),
                    "this is ELU", "Left of 0 the value is exactly 0."),
            Mistake("neighbour-formula/swish", F.swish, "this is Swish", "ReLU is max(0, x)."),
            Mistake("neighbour-formula/gelu", F.gelu, "this is GELU", "ReLU is max(0, x)."),
            Mistake("neighbour-formula/identity", lambda x: x,
                    "the input comes back as it is", "Negative inputs become 0."),
            Mistake("neighbour-formula/hard-sigmoid", lambda x: np.clip(x, 0, 1),
                    "the result is cut off at 1", "ReLU has no upper limit."),
            Mistake("neighbour-formula/relu6", lambda x: np.clip(x, 0, 6),
                    "the result is cut off at 6: that is ReLU6", "ReLU has no upper limit."),
            Mistake("neighbour-formula/minus-one", lambda x: np.maximum(-1, x),
                    "the floor is −1", "The floor is 0."),
            Mistake("off-by-one/threshold-one", lambda x: np.where(x > 1, x, 0),
                    "small positive inputs are cut as well", "The threshold is 0."),
            Mistake("off-by-one/threshold-one", lambda x: np.where(x >= 1, x, 0),
                    "small positive inputs are cut as well", "The threshold is 0."),
            Mistake("off-by-one/floor-one", lambda x: np.maximum(1, x), "the floor is 1",
                    "The floor is 0."),
            Mistake("factor/squared", lambda x: np.maximum(0, x) ** 2,
                    "positive inputs are squared", "Positive inputs pass as they are."),
            Mistake("factor/squared", lambda x: x * np.abs(x) * (x > 0) + 0 * x,
                    "positive inputs are squared", "Positive inputs pass as they are."),
            masks=True),
        Mistake("axis/one-maximum", lambda x: np.maximum(0, np.max(x)),
                "one maximum over all entries comes back",
                "np.maximum compares entry by entry, np.max looks for one entry."),
        Mistake("shape/filtered", _positive_only, "the negative entries are left out",
                "They stay in their places, as zeros."),
        Mistake("shape/filtered", _arrays_only(_positive_only),
                "the negative entries are left out", "They stay in their places, as zeros."),
        Mistake("integer/first-entry-decides", np.vectorize(lambda v: max(0, v)),
                "`np.vectorize` takes the type of its first result: a whole 0 makes all integers",
                "Return 0.0, or give np.vectorize otypes=[float]."),
        *_in_place(_relu_change),
        *_elementwise(F.relu, truncates=False),
    ),
    hints=("What happens to a negative input, and to a positive one?",
           "np.maximum compares two arrays entry by entry; Python's max does not.",
           "relu(x) = max(0, x)"),
    formula="relu(x) = max(0, x)",
    variation="write it with one multiplication and a comparison.",
    right=(_loop(lambda v: max(0.0, v)), lambda x: np.maximum(x, 0),
           lambda x: np.asarray(x) * (np.asarray(x) > 0),
           lambda x: np.where(np.asarray(x) >= 0, x, 0), lambda x: (x + np.abs(x)) / 2,
           _float32(lambda x: np.clip(x, 0, None)), np.vectorize(lambda v: v if v > 0 else v * 0)),
    awkward=_loop(lambda v: max(0.0, v)),
)
# --- relu_grad ---------------------------------------------------------------------------------


def _relu_grad_change(x):
    positive = x >= 0
    x[positive] = 1
    x[~positive] = 0


def _relu_grad_change_strict(x):
    x[x > 0] = 1
    x[x <= 0] = 0


def _zero_by_zero(x):
    return np.maximum(0, x) / x


KINK = "At the kink the lecture takes relu'(0) = 1; frameworks take 0. Both are conventions."
RELU_GRAD = Exercise(
    id="relu_grad", title="Differentiate ReLU", notebook="03", number="3.6",
    signature="relu_grad(x)", lecture=("CS577-relu", "MAY25-1.2e", "ALICE-5.4d"),
    minutes=4, difficulty=1, reference=F.relu_grad, cases=lambda: _cases(extreme=False),
    mistakes=(
        *_faces(
            Mistake("convention/zero-at-kink", lambda x: np.where(x > 0, 1, 0),
                    "the slope at exactly 0 is 0", KINK),
            Mistake("convention/half-at-kink", lambda x: np.heaviside(x, 0.5),
                    "the slope at exactly 0 is ½", KINK),
            Mistake("convention/half-at-kink", lambda x: (1 + np.sign(x)) / 2,
                    "the slope at exactly 0 is ½", KINK),
            Mistake("convention/minus-zero", lambda x: np.where(np.signbit(x), 0, 1),
                    "−0.0 is treated as a negative number", "−0.0 equals 0: the slope is 1 "
                    "there. Compare with 0, do not ask for the sign bit."),
            Mistake("unstable/zero-by-zero", _zero_by_zero,
                    "0 is divided by 0 at the kink", "Decide by a comparison with 0."),
            Mistake("neighbour-formula/relu", lambda x: np.maximum(0, x),
                    "this is ReLU, not its slope", "Right of 0 the slope is 1, whatever x is."),
            Mistake("neighbour-formula/sign", np.sign, "this is the sign: −1 left of 0",
                    "ReLU is flat left of 0: its slope there is 0."),
            Mistake("neighbour-formula/plus-minus-one", lambda x: np.where(x >= 0, 1, -1),
                    "the slope left of 0 is −1: that belongs to the absolute value",
                    "ReLU is flat left of 0: its slope there is 0."),
            Mistake("neighbour-formula/plus-minus-one", lambda x: np.where(x > 0, 1, -1),
                    "the slope left of 0 is −1: that belongs to the absolute value",
                    "ReLU is flat left of 0: its slope there is 0."),
            Mistake("neighbour-formula/leaky", lambda x: np.where(x >= 0, 1, 0.01),
                    "this is the slope of the leaky ReLU", "ReLU is flat left of 0."),
            Mistake("neighbour-formula/leaky", lambda x: np.where(x > 0, 1, 0.01),
                    "this is the slope of the leaky ReLU", "ReLU is flat left of 0."),
            Mistake("neighbour-formula/softplus", F.sigmoid,
                    "this is the sigmoid, the slope of softplus", "ReLU has a kink: its slope "
                    "jumps from 0 to 1."),
            Mistake("neighbour-formula/identity", np.ones_like,
                    "the slope is 1 everywhere: that belongs to the identity",
                    "Left of 0 ReLU is flat. Two assignments in a row? The second may overwrite "
                    "the first."),
            Mistake("neighbour-formula/input", lambda x: x, "the input comes back",
                    "The slope is 0 or 1."),
            Mistake("omitted-term/no-gradient", np.zeros_like, "the slope is 0 everywhere",
                    "Right of 0 ReLU rises with slope 1."),
            Mistake("sign/complement", lambda x: np.where(x < 0, 1, 0),
                    "the two values are swapped", "Right of 0 ReLU rises, left of 0 it is flat."),
            Mistake("sign/complement", lambda x: np.where(x <= 0, 1, 0),
                    "the two values are swapped", "Right of 0 ReLU rises, left of 0 it is flat."),
            Mistake("sign/flipped", lambda x: -np.where(x >= 0, 1.0, 0.0),
                    "every entry has the opposite sign", "ReLU never falls."),
            Mistake("off-by-one/threshold-one", lambda x: np.where(x >= 1, 1, 0),
                    "the threshold is 1", "The kink is at 0."),
            Mistake("off-by-one/threshold-one", lambda x: np.where(x > 1, 1, 0),
                    "the threshold is 1", "The kink is at 0."),
            Mistake("off-by-one/threshold-half", lambda x: np.where(x > 0.5, 1, 0),
                    "the threshold is ½", "The kink is at 0."),
            Mistake("off-by-one/threshold-half", lambda x: np.where(x >= 0.5, 1, 0),
                    "the threshold is ½", "The kink is at 0."),
            masks=True),
        Mistake("neighbour-formula/equal-one", lambda x: np.where(_array(x) == 0, 1, 0),
                "the slope is 1 at 0 only", "Right of 0 the slope is 1 as well."),
        Mistake("shape/filtered", lambda x: np.ones_like(_array(x)[_array(x) >= 0]),
                "the negative entries are left out", "They stay in their places, as zeros."),
        *_in_place(_relu_grad_change),
        Mistake("in-place/argument-changed", _arrays_only(
            lambda x: (_relu_grad_change_strict(x), x)[1]),
            "the call changes the argument `x`", "Build a new array by a comparison."),
        *_elementwise(F.relu_grad, truncates=False, rounds=False),
    ),
    hints=("How steep is ReLU left of 0, and right of it?",
           "A comparison of an array gives True and False entry by entry; "
           ".astype(float) makes numbers of them.",
           "relu'(x) = 1 where x ≥ 0, else 0"),
    formula="relu'(x) = 1 if x ≥ 0, else 0 (the lecture's value at the kink)",
    variation="add an argument at_zero, and ask a central difference what it says at 0.",
    right=(_loop(lambda v: 1.0 if v >= 0 else 0.0), lambda x: (np.asarray(x) >= 0) * 1.0,
           lambda x: np.where(np.asarray(x) < 0, 0, 1), lambda x: np.heaviside(x, 1),
           lambda x: 1 - (np.asarray(x) < 0).astype(int),
           lambda x: np.sign(np.sign(x) + 0.5) * 0.5 + 0.5,
           lambda x: np.float32(np.greater_equal(x, 0))),
    awkward=_loop(lambda v: 1 if v >= 0 else 0),
)

# --- sigmoid -----------------------------------------------------------------------------------


def _second_form(x):
    return np.exp(x) / (1 + np.exp(x))


def _math_sigmoid(x):
    return 1 / (1 + math.exp(-x))


def _stable_by_mask(x):
    x = np.asarray(x, dtype=float)
    out = np.empty_like(x)
    up = x >= 0
    out[up] = 1 / (1 + np.exp(-x[up]))
    e = np.exp(x[~up])
    out[~up] = e / (1 + e)
    return out


def _each(formula):
    """A formula for one number, on arrays by np.vectorize."""
    return np.vectorize(formula, otypes=[float])


SIGMOID = Exercise(
    id="sigmoid", title="Write a sigmoid that survives ±1000", notebook="03", number="3.2",
    signature="sigmoid(x)", lecture=("MAY24-1.2a", "MAY25-1.2a", "ALICE-5.4c"), minutes=5,
    difficulty=2, reference=F.sigmoid, cases=_cases,
    mistakes=(
        *_faces(
            Mistake("unstable/second-form", _second_form,
                    "`e^x / (1 + e^x)` overflows for large x: infinity over infinity",
                    "Use this form for x < 0 and 1 / (1 + e^−x) for x ≥ 0."),
            Mistake("unstable/clipped", lambda x: _naive(np.clip(x, -10, 10)),
                    "the input is cut off, and the cut shows in the result",
                    "Cut at ±500 or not at all: σ(10) is not yet 1 to six digits."),
            Mistake("unstable/clipped", lambda x: _naive(np.clip(x, -5, 5)),
                    "the input is cut off, and the cut shows in the result",
                    "Cut at ±500 or not at all."),
            Mistake("unstable/second-form", lambda x: np.where(x >= 0, 1.0, 0.0) * _naive(x) + (
                x < 0) * _second_form(x),
                    "the branch that is not wanted overflows, and 0 · ∞ is not a number",
                    "Choose with np.where, or let only numbers ≤ 0 into the exponential."),
            Mistake("sign/exponent", lambda x: 1 / (1 + np.exp(x)),
                    "the exponent has the wrong sign: the curve falls",
                    "σ(x) = 1 / (1 + e^−x), and σ(x) → 1 for large x."),
            Mistake("sign/exponent", lambda x: np.exp(-x) / (1 + np.exp(-x)),
                    "this is σ(−x) = 1 − σ(x): the curve falls",
                    "The exponential in the numerator belongs to e^x / (1 + e^x)."),
            Mistake("sign/denominator", lambda x: 1 / (1 - np.exp(-x)),
                    "the denominator has a minus sign", "It is 1 + e^−x."),
            Mistake("sign/flipped", lambda x: -_naive(x), "every entry has the opposite sign",
                    "σ lies between 0 and 1."),
            Mistake("sign/mixed-exponents", lambda x: np.exp(x) / (1 + np.exp(-x)),
                    "numerator and denominator come from different forms",
                    "Either 1 / (1 + e^−x) or e^x / (1 + e^x)."),
            Mistake("omitted-term/parentheses", lambda x: 1 / 1 + np.exp(-x),
                    "this is 1 + e^−x: the division is missing or ends before the plus sign",
                    "σ(x) = 1 / (1 + e^−x), with parentheses."),
            Mistake("omitted-term/no-one", lambda x: 1 / np.exp(-x),
                    "the 1 in the denominator is missing", "σ(x) = 1 / (1 + e^−x)."),
            Mistake("neighbour-formula/tanh", np.tanh, "this is tanh, with range −1 to 1",
                    "σ lies between 0 and 1."),
            Mistake("neighbour-formula/tanh-half", lambda x: np.tanh(x / 2),
                    "this is 2σ(x) − 1: the range is −1 to 1", "σ lies between 0 and 1."),
            Mistake("factor/slope-2", lambda x: _naive(2 * x), "this is σ(2x): twice as steep",
                    "σ(x) = ½ (1 + tanh(x/2)), with x/2."),
            Mistake("factor/slope-half", lambda x: _naive(x / 2), "this is σ(x/2)",
                    "The exponent is −x."),
            Mistake("neighbour-formula/base-two", lambda x: 1 / (1 + 2.0 ** -x),
                    "the exponential has base 2", "np.exp has base e."),
            Mistake("neighbour-formula/base-ten", lambda x: 1 / (1 + 10.0 ** -x),
                    "the exponential has base 10", "np.exp has base e."),
            Mistake("neighbour-formula/derivative", F.sigmoid_grad,
                    "this is the derivative σ'(x)", "σ(0) is ½, not ¼."),
            Mistake("neighbour-formula/softplus", lambda x: np.logaddexp(0, x),
                    "this is softplus, whose derivative σ is", "σ stays below 1."),
            Mistake("neighbour-formula/log-sigmoid", lambda x: -np.logaddexp(0, -x),
                    "this is log σ(x)", "σ lies between 0 and 1."),
            Mistake("neighbour-formula/softmax", lambda x: np.exp(x - x.max()) / np.exp(
                x - x.max()).sum(), "the entries share a total of 1: this is softmax",
                "σ treats each entry by itself."),
            Mistake("neighbour-formula/square", lambda x: 1 / (1 + np.exp(-(x**2))),
                    "the exponent is −x²", "The exponent is −x."),
            Mistake("neighbour-formula/algebraic", lambda x: x / (1 + np.abs(x)),
                    "this is softsign, an S-shaped curve without an exponential",
                    "σ(x) = 1 / (1 + e^−x)."),
            Mistake("neighbour-formula/hard-sigmoid", lambda x: np.clip(0.2 * x + 0.5, 0, 1),
                    "this is the hard sigmoid, made of straight lines", "σ is smooth."),
            Mistake("neighbour-formula/step", lambda x: np.heaviside(x, 0.5),
                    "this is the step", "σ is smooth."),
            Mistake("neighbour-formula/step", lambda x: np.heaviside(x, 1.0),
                    "this is the step", "σ is smooth."),
            Mistake("neighbour-formula/arctan", lambda x: np.arctan(x) / np.pi + 0.5,
                    "this is an arctan squeezed between 0 and 1", "σ has an exponential.")),
        Mistake("unstable/overflow", lambda x: _each(_math_sigmoid)(x),
                "`math.exp` overflows for large inputs",
                "Let only numbers ≤ 0 into the exponential."),
        Mistake("unstable/overflow", _no_list(lambda x: _each(_math_sigmoid)(x)),
                "`math.exp` overflows for large inputs",
                "Let only numbers ≤ 0 into the exponential."),
        *_elementwise(F.sigmoid),
    ),
    hints=("Which of the lecture's two forms breaks at +1000, and which at −1000?",
           "Let only numbers ≤ 0 into the exponential: e = exp(−|x|) cannot overflow.",
           "σ(x) = 1 / (1 + e) where x ≥ 0, e / (1 + e) elsewhere, with e = exp(−|x|)"),
    formula="σ(x) = 1 / (1 + e^−x) = e^x / (1 + e^x)",
    variation="write it with np.tanh alone.",
    right=(_naive, _stable_by_mask, lambda x: 0.5 * (1 + np.tanh(np.asarray(x) / 2)),
           lambda x: np.exp(-np.logaddexp(0, -np.asarray(x, dtype=float))),
           lambda x: _naive(np.clip(x, -500, 500)), _float32(_naive),
           _loop(lambda v: 1 / (1 + math.exp(-v)) if v > -700 else 0.0),
           _ndindex(lambda v: 0.5 + 0.5 * math.tanh(v / 2))),
    awkward=_loop(lambda v: 0.5 + 0.5 * math.tanh(v / 2)),
)
# --- sigmoid_grad ------------------------------------------------------------------------------


def _quotient(x):
    return np.exp(-x) / (1 + np.exp(-x)) ** 2


def _quotient_up(x):
    return np.exp(x) / (1 + np.exp(x)) ** 2


def _math_grad(x):
    return math.exp(-x) / (1 + math.exp(-x)) ** 2


SIGMOID_GRAD = Exercise(
    id="sigmoid_grad", title="Differentiate the sigmoid", notebook="03", number="3.3",
    signature="sigmoid_grad(x)", lecture=("NPFL129-sigma-derivative", "MAY24-1.2a"), minutes=5,
    difficulty=2, reference=F.sigmoid_grad, cases=_cases,
    mistakes=(
        *_faces(
            Mistake("neighbour-formula/takes-output", lambda x: x * (1 - x),
                    "the input is treated as if it were σ(x) already",
                    "x is the pre-activation: compute s = σ(x) first, then s (1 − s)."),
            Mistake("neighbour-formula/sigmoid-twice",
                    lambda x: _naive(_naive(x)) * (1 - _naive(_naive(x))),
                    "the sigmoid is applied twice", "s = σ(x), then s (1 − s)."),
            Mistake("neighbour-formula/half-output", lambda x: _naive(x) * (1 - x),
                    "one factor is σ(x), the other treats x as the output",
                    "Both factors are made of s = σ(x): s (1 − s)."),
            Mistake("neighbour-formula/half-output", lambda x: x * (1 - _naive(x)),
                    "one factor is 1 − σ(x), the other is x itself",
                    "Both factors are made of s = σ(x): s (1 − s)."),
            Mistake("unstable/quotient", _quotient,
                    "`e^−x / (1 + e^−x)²` becomes infinity over infinity for very negative x",
                    "σ(x) (1 − σ(x)) is the same number and stays finite."),
            Mistake("unstable/quotient", _quotient_up,
                    "`e^x / (1 + e^x)²` becomes infinity over infinity for large x",
                    "σ(x) (1 − σ(x)) is the same number and stays finite."),
            Mistake("unstable/quotient", lambda x: _second_form(x) * (1 - _second_form(x)),
                    "the sigmoid inside overflows for large x",
                    "Use your sigmoid of the exercise before."),
            Mistake("sign/flipped", lambda x: -F.sigmoid_grad(x),
                    "every entry has the opposite sign", "σ rises: its slope is positive."),
            Mistake("sign/flipped", lambda x: -_quotient(x),
                    "the sign is wrong: the inner derivative of e^−x brings a second minus",
                    "σ rises: its slope is positive."),
            Mistake("sign/flipped", lambda x: _naive(x) * (_naive(x) - 1),
                    "every entry has the opposite sign", "The factor is 1 − σ(x)."),
            Mistake("sign/plus", lambda x: _naive(x) * (1 + _naive(x)),
                    "the second factor has a plus sign", "σ' = σ (1 − σ)."),
            Mistake("omitted-term/only-sigma", _naive, "this is σ(x) itself",
                    "Multiply by 1 − σ(x)."),
            Mistake("omitted-term/only-complement", lambda x: 1 - _naive(x),
                    "this is 1 − σ(x): the factor σ(x) is missing", "σ' = σ (1 − σ)."),
            Mistake("omitted-term/no-square", lambda x: np.exp(-x) / (1 + np.exp(-x)),
                    "the denominator is not squared", "The reciprocal rule gives −g'/g²."),
            Mistake("omitted-term/inner-derivative", lambda x: _naive(x) ** 2,
                    "the inner derivative e^−x is missing: this is σ(x)²",
                    "By the chain rule (1 + e^−x)' = −e^−x stays in the numerator."),
            Mistake("omitted-term/inner-derivative", lambda x: -(_naive(x) ** 2),
                    "the inner derivative −e^−x is missing: this is −σ(x)²",
                    "By the chain rule (1 + e^−x)' = −e^−x stays in the numerator."),
            Mistake("omitted-term/complement-squared", lambda x: _naive(-x) ** 2,
                    "this is (1 − σ(x))²", "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/tanh-rule", lambda x: 1 - _naive(x) ** 2,
                    "this is the rule of tanh, 1 − output²", "For the sigmoid it is s (1 − s)."),
            Mistake("neighbour-formula/sigma-square", lambda x: _naive(x) * (1 - _naive(x) ** 2),
                    "the last factor is 1 − σ²", "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/sigma-square", lambda x: _naive(x) ** 2 * (1 - _naive(x)),
                    "one σ too many", "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/tanh-grad", F.tanh_grad, "this is the slope of tanh",
                    "σ'(0) is ¼."),
            Mistake("neighbour-formula/swish-grad", F.swish_grad, "this is the slope of Swish",
                    "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/gaussian", lambda x: np.exp(-(x**2) / 2) / np.sqrt(
                2 * np.pi), "this is the normal density, a similar bell", "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/second-derivative",
                    lambda x: F.sigmoid_grad(x) * (1 - 2 * _naive(x)),
                    "this is the second derivative", "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/takes-output-squared", lambda x: 1 - x**2,
                    "this is the rule of tanh for an output", "s = σ(x), then s (1 − s)."),
            Mistake("factor/x-times-too-large", lambda x: x * F.sigmoid_grad(x),
                    "a factor x is too many", "σ' = σ (1 − σ)."),
            Mistake("factor/4-times-too-large", lambda x: 4 * F.sigmoid_grad(x),
                    "every entry is exactly 4 times too large", "σ'(0) is ¼, not 1."),
            Mistake("factor/2-times-too-large", lambda x: 2 * F.sigmoid_grad(x),
                    "every entry is exactly 2 times too large", "σ'(0) is ¼."),
            Mistake("factor/slope-2", lambda x: F.sigmoid_grad(2 * x),
                    "the slope is taken at 2x", "σ' = σ(x) (1 − σ(x))."),
            Mistake("neighbour-formula/step", np.zeros_like,
                    "the slope is 0 everywhere: that belongs to the step", "σ rises.")),
        Mistake("unstable/overflow", lambda x: _each(_math_grad)(x),
                "`math.exp` overflows for large inputs", "Use a stable sigmoid."),
        *_elementwise(F.sigmoid_grad, rounds=False),
    ),
    hints=("What is σ'(0)? Draw the tangent: is it steeper than 1?",
           "First compute s = σ(x). The derivative can be written with s alone.",
           "σ'(x) = s (1 − s), with s = σ(x)"),
    formula="σ'(x) = σ(x) (1 − σ(x)), at the pre-activation x",
    variation="where is the slope half as large as at 0?",
    right=(lambda x: _naive(x) * (1 - _naive(x)), lambda x: _naive(x) - _naive(x) ** 2,
           lambda x: _quotient(np.abs(np.asarray(x, dtype=float))),
           lambda x: 0.25 / np.cosh(np.asarray(x, dtype=float) / 2) ** 2,
           lambda x: (_naive(np.asarray(x) + 1e-5) - _naive(np.asarray(x) - 1e-5)) / 2e-5,
           lambda x: (1 - np.tanh(np.asarray(x) / 2) ** 2) / 4,
           _float32(lambda x: _naive(x) * _naive(-x)),
           _loop(lambda v: math.exp(-abs(v)) / (1 + math.exp(-abs(v))) ** 2)),
    awkward=_loop(lambda v: math.exp(-abs(v)) / (1 + math.exp(-abs(v))) ** 2),
)

# --- tanh_grad ---------------------------------------------------------------------------------


def _tanh_quotient(x):
    return (np.exp(x) - np.exp(-x)) / (np.exp(x) + np.exp(-x))


def _doubled(fn):
    """2 * x repeats a list; on arrays it doubles."""
    return lambda x: fn(np.asarray(2 * x, dtype=float))


TANH_GRAD = Exercise(
    id="tanh_grad", title="Differentiate tanh", notebook="03", number="3.4",
    signature="tanh_grad(x)", lecture=("MAY24-1.2b", "MAY25-1.2b", "NPFL129-hidden-activations"),
    minutes=3, difficulty=1, reference=F.tanh_grad, cases=_cases,
    mistakes=(
        *_faces(
            Mistake("neighbour-formula/takes-output", lambda x: 1 - x**2,
                    "the input is treated as if it were tanh(x) already",
                    "x is the pre-activation: 1 − tanh(x)²."),
            Mistake("neighbour-formula/tanh-twice", lambda x: 1 - np.tanh(np.tanh(x)) ** 2,
                    "tanh is applied twice", "One tanh, then 1 − its square."),
            Mistake("unstable/quotient", lambda x: 1 - _tanh_quotient(x) ** 2,
                    "the printed quotient of exponentials overflows beyond |x| ≈ 710",
                    "np.tanh does not."),
            Mistake("unstable/quotient", lambda x: 4 * np.exp(2 * x) / (np.exp(2 * x) + 1) ** 2,
                    "the exponentials overflow for large x",
                    "1 − tanh(x)² with np.tanh stays finite."),
            Mistake("unstable/quotient", lambda x: 4 * np.exp(-2 * x) / (np.exp(-2 * x) + 1) ** 2,
                    "the exponentials overflow for very negative x",
                    "1 − tanh(x)² with np.tanh stays finite."),
            Mistake("unstable/quotient", lambda x: 1 - (np.sinh(x) / np.cosh(x)) ** 2,
                    "sinh and cosh overflow beyond |x| ≈ 710", "np.tanh does not."),
            Mistake("unstable/quotient", lambda x: 1 - ((np.exp(2 * x) - 1) / (
                np.exp(2 * x) + 1)) ** 2, "the exponentials overflow for large x",
                "np.tanh does not."),
            Mistake("omitted-term/no-square", lambda x: 1 - np.tanh(x), "the square is missing",
                    "tanh' = 1 − tanh²."),
            Mistake("omitted-term/no-one", lambda x: np.tanh(x) ** 2, "this is tanh(x)²",
                    "tanh' = 1 − tanh²."),
            Mistake("omitted-term/only-tanh", np.tanh, "this is tanh itself",
                    "tanh'(0) is 1, not 0."),
            Mistake("omitted-term/sech-not-squared", lambda x: 1 / np.cosh(x),
                    "1 / cosh is not squared", "tanh' = 1 / cosh²."),
            Mistake("sign/flipped", lambda x: np.tanh(x) ** 2 - 1,
                    "every entry has the opposite sign", "tanh rises: its slope is positive."),
            Mistake("sign/plus", lambda x: 1 + np.tanh(x) ** 2, "the sign of the square is wrong",
                    "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/sigmoid-rule", lambda x: np.tanh(x) * (1 - np.tanh(x)),
                    "this is the rule of the sigmoid, output (1 − output)",
                    "For tanh it is 1 − output²."),
            Mistake("neighbour-formula/square-inside", lambda x: 1 - np.tanh(x**2),
                    "`x` is squared inside tanh", "Square the result: tanh(x)²."),
            Mistake("neighbour-formula/sigmoid-grad", F.sigmoid_grad,
                    "this is the slope of the sigmoid", "tanh'(0) is 1."),
            Mistake("neighbour-formula/sigmoid-inside", lambda x: 1 - _naive(x) ** 2,
                    "the sigmoid stands where tanh belongs", "tanh' = 1 − tanh²."),
            Mistake("factor/4-times-too-small", lambda x: F.sigmoid_grad(2 * x),
                    "every entry is exactly 4 times too small: the factor 4 of 4 σ'(2x) is missing",
                    "tanh(x) = 2σ(2x) − 1: the outer 2 and the inner 2 both count."),
            Mistake("factor/2-times-too-small", lambda x: 2 * F.sigmoid_grad(2 * x),
                    "every entry is exactly 2 times too small",
                    "tanh(x) = 2σ(2x) − 1: the outer 2 and the inner 2 both count."),
            Mistake("factor/slope-half", lambda x: 4 * F.sigmoid_grad(x),
                    "this is 4 σ'(x): the slope is taken at x, not 2x",
                    "tanh(x) = 2σ(2x) − 1 gives 4 σ'(2x)."),
            Mistake("factor/slope-half", lambda x: 2 * F.sigmoid_grad(x),
                    "this is 2 σ'(x)", "tanh(x) = 2σ(2x) − 1 gives 4 σ'(2x)."),
            Mistake("neighbour-formula/second-derivative",
                    lambda x: -2 * np.tanh(x) * (1 - np.tanh(x) ** 2),
                    "this is the second derivative", "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/arctan-grad", lambda x: 1 / (1 + x**2),
                    "this is the slope of arctan", "arctan is not the inverse of tanh."),
            Mistake("neighbour-formula/artanh-grad", lambda x: 1 / (1 - x**2),
                    "this is the slope of artanh, tanh's inverse", "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/tan-grad", lambda x: 1 / np.cos(x) ** 2,
                    "this is the slope of tan, without the h", "tanh' = 1 / cosh²."),
            Mistake("neighbour-formula/tan-grad", lambda x: 1 + np.tan(x) ** 2,
                    "this is the slope of tan, without the h", "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/cube", lambda x: 1 - np.tanh(x) ** 3,
                    "tanh is cubed", "tanh' = 1 − tanh²."),
            Mistake("sign/power", lambda x: 1 - np.abs(np.tanh(x)),
                    "this is 1 − |tanh|", "Square tanh: 1 − tanh²."),
            Mistake("factor/half-square", lambda x: 1 - np.tanh(x) ** 2 / 2,
                    "the square is halved", "tanh' = 1 − tanh²."),
            Mistake("factor/double-square", lambda x: 1 - 2 * np.tanh(x) ** 2,
                    "the square is doubled", "tanh' = 1 − tanh².")),
        Mistake("shape/list-given", _doubled(lambda k: 4 * F.sigmoid_grad(k)),
                "2 * x repeats a plain list", "Start with x = np.asarray(x)."),
        Mistake("unstable/overflow", lambda x: _each(lambda v: 1 / math.cosh(v) ** 2)(x),
                "`math.cosh` overflows for large inputs", "1 − tanh(x)² stays finite."),
        *_elementwise(F.tanh_grad),
    ),
    hints=("What is the slope of tanh at 0, and far out?",
           "As for the sigmoid, the derivative can be written with the output alone.",
           "tanh'(x) = 1 − tanh(x)²"),
    formula="tanh'(x) = 1 − tanh(x)², at the pre-activation x",
    variation="express it by σ' with the two steps that lead from σ to tanh.",
    right=(lambda x: 1 - np.tanh(x) ** 2, lambda x: (1 - np.tanh(x)) * (1 + np.tanh(x)),
           lambda x: 4 * F.sigmoid_grad(2 * np.asarray(x)),
           lambda x: 1 / np.cosh(np.asarray(x, dtype=float)) ** 2,
           lambda x: (np.tanh(np.asarray(x) + 1e-5) - np.tanh(np.asarray(x) - 1e-5)) / 2e-5,
           _float32(lambda x: 1 - np.square(np.tanh(x))),
           _loop(lambda v: 1 - math.tanh(v) ** 2), _ndindex(lambda v: 1 - math.tanh(v) ** 2)),
    awkward=_loop(lambda v: 1 - math.tanh(v) ** 2),
)
# --- leaky_relu --------------------------------------------------------------------------------


def _with_parameter(*values, extreme=True):
    """Cases with the default left out, and with the parameter at two other values."""
    first, second, *rest = values
    cases = _cases(extreme=extreme)
    more = [
        Case((FIVE.copy(), first), f"a parameter of {first}"),
        Case((-1.25, second), "one negative number and a parameter"),
        Case((EIGHTS.copy(), second), f"a matrix and a parameter of {second}"),
        Case(([-3.0, 0.5], first), "a list and a parameter"),
        Case((np.array([-1000.0, -2.0, 2.0, 1000.0]), second), "±1000 and a parameter",
             extreme=extreme),
        Case((np.array([-3, 0, 2]), first), "whole numbers and a parameter", integers=True),
        *(Case((FIVE.copy(), value), f"a parameter of {value}") for value in rest),
    ]
    return cases[:4] + more[:3] + cases[4:] + more[3:]


def _leaky_change(x, alpha=0.01):
    x[x < 0] = alpha * x[x < 0]


def _leaky_scaled(x, alpha=0.01):
    x[x < 0] *= alpha


def _defaulted(fn, default):
    """The two-argument formula with a default."""
    return lambda x, a=default: fn(x, a)


def _leaky(fn):
    return _defaulted(fn, 0.01)


LEAKY = Exercise(
    id="leaky_relu", title="Let the negative side leak", notebook="03", number="3.8",
    signature="leaky_relu(x, alpha=0.01)",
    lecture=("MAY24-1.2f", "MAY25-1.2f", "ALICE-5.4e"), minutes=3, difficulty=1,
    reference=F.leaky_relu, cases=lambda: _with_parameter(0.25, 0.5, 0.0, extreme=False),
    mistakes=(
        *_faces(
            Mistake("factor/alpha-everywhere", _leaky(lambda x, a: a * x),
                    "both sides have the slope `alpha`", "Positive inputs pass as they are."),
            Mistake("factor/alpha-added", _leaky(lambda x, a: np.maximum(0, x) + a * x),
                    "the slope right of 0 is 1 + `alpha`",
                    "The leak belongs to the negative side only: alpha · min(0, x)."),
            Mistake("sign/branches-swapped", _leaky(lambda x, a: np.where(x > 0, a * x, x)),
                    "the two sides are swapped", "The small slope belongs to x < 0."),
            Mistake("sign/branches-swapped", _leaky(lambda x, a: np.minimum(x, a * x)),
                    "the smaller of x and alpha x is taken: the two sides are swapped",
                    "For alpha < 1 the larger of the two is right."),
            Mistake("sign/leak", _leaky(lambda x, a: np.where(x > 0, x, -a * x)),
                    "the leak has the wrong sign", "Left of 0 the value is alpha x, below 0."),
            Mistake("sign/leak", _leaky(lambda x, a: np.maximum(0, x) - a * np.minimum(0, x)),
                    "the leak has the wrong sign", "Left of 0 the value is alpha x, below 0."),
            Mistake("sign/flipped", _leaky(lambda x, a: -np.where(x > 0, x, a * x)),
                    "every entry has the opposite sign", "Positive inputs pass as they are."),
            Mistake("omitted-term/no-x", _leaky(lambda x, a: np.where(x > 0, x, a)),
                    "left of 0 the value is `alpha` itself", "It is alpha times x."),
            Mistake("omitted-term/no-x", _leaky(lambda x, a: np.where(x >= 0, x, a)),
                    "left of 0 the value is `alpha` itself", "It is alpha times x."),
            Mistake("omitted-term/no-x", _leaky(lambda x, a: np.where(x > 0, x, -a)),
                    "left of 0 the value is −`alpha`", "It is alpha times x."),
            Mistake("neighbour-formula/relu", _leaky(lambda x, a: np.maximum(0, x)),
                    "this is ReLU: nothing leaks", "Left of 0 the value is alpha x."),
            Mistake("neighbour-formula/floor-at-alpha", _leaky(lambda x, a: np.maximum(a, x)),
                    "the floor is `alpha`: max(alpha, x)", "Compare x with alpha · x."),
            Mistake("neighbour-formula/floor-at-alpha", _leaky(lambda x, a: np.maximum(-a, x)),
                    "the floor is −`alpha`", "Compare x with alpha · x."),
            Mistake("neighbour-formula/elu", _leaky(lambda x, a: F.elu(x, a)),
                    "this is ELU: the left side bends", "Left of 0 the value is alpha x."),
            Mistake("neighbour-formula/divided", _leaky(
                lambda x, a: np.where(x > 0, x, x / a if a else x)),
                    "`x` is divided by `alpha`", "Multiply: alpha x."),
            Mistake("neighbour-formula/exponent", _leaky(lambda x, a: np.where(
                x > 0, x, -np.abs(x) ** a)), "`alpha` is an exponent", "Multiply: alpha x."),
            Mistake("neighbour-formula/shifted", _leaky(lambda x, a: np.where(x > 0, x, x - a)),
                    "`alpha` is subtracted", "Multiply: alpha x."),
            Mistake("neighbour-formula/shifted", _leaky(lambda x, a: np.where(x > 0, x, x + a)),
                    "`alpha` is added", "Multiply: alpha x."),
            Mistake("neighbour-formula/shifted", _leaky(lambda x, a: np.maximum(0, x) + a),
                    "`alpha` is added everywhere", "Left of 0 the value is alpha x."),
            Mistake("neighbour-formula/one-minus-alpha", _leaky(
                lambda x, a: np.where(x > 0, x, (1 - a) * x)),
                    "the slope left of 0 is 1 − `alpha`", "It is alpha."),
            Mistake("neighbour-formula/derivative", _leaky(lambda x, a: np.where(x >= 0, 1, a)),
                    "this is the slope, not the value", "Multiply by x."),
            Mistake("neighbour-formula/derivative", _leaky(lambda x, a: np.where(x > 0, 1, a)),
                    "this is the slope, not the value", "Multiply by x."),
            Mistake("neighbour-formula/identity", _leaky(lambda x, a: x),
                    "the input comes back as it is", "Left of 0 the slope is alpha."),
            Mistake("neighbour-formula/absolute-value", _leaky(lambda x, a: a * np.abs(x)),
                    "the absolute value is taken", "Positive inputs pass as they are."),
            Mistake("off-by-one/threshold-alpha", _leaky(lambda x, a: np.where(x > a, x, a * x)),
                    "the threshold is `alpha`", "The kink is at 0."),
            Mistake("off-by-one/threshold-one", _leaky(lambda x, a: np.where(x > 1, x, a * x)),
                    "the threshold is 1", "The kink is at 0."),
            Mistake("off-by-one/threshold-one", _leaky(lambda x, a: np.where(x >= 1, x, a * x)),
                    "the threshold is 1", "The kink is at 0."),
            Mistake("off-by-one/floor-one", _leaky(lambda x, a: np.where(
                x > 0, x, a * np.maximum(x, -1))), "the leak stops at −1",
                "The left side goes on with slope alpha."),
            Mistake("factor/alpha-squared", _leaky(lambda x, a: np.where(x > 0, x, a * a * x)),
                    "`alpha` stands twice", "Left of 0 the value is alpha x."),
            Mistake("factor/x-squared", _leaky(lambda x, a: np.where(x > 0, x, a * x * x)),
                    "`x` is squared left of 0", "Left of 0 the value is alpha x."),
            *(Mistake("convention/other-default", _defaulted(F.leaky_relu, other),
                      f"without an argument the slope is {other}", "The default is 0.01.")
              for other in (0.1, 0.2, 0.25, 0.3, 0.001, 0.0, 0.05)),
            Mistake("ignored-argument/alpha", _leaky(lambda x, a: F.leaky_relu(x)),
                    "the argument `alpha` makes no difference",
                    "Use alpha in the body, not 0.01."),
            Mistake("ignored-argument/alpha", _leaky(lambda x, a: F.leaky_relu(x, 0.1)),
                    "the argument `alpha` makes no difference",
                    "Use alpha in the body, not a fixed number."),
            masks=True),
        *_in_place(_leaky_change),
        *_in_place(_leaky_scaled),
        *_elementwise(F.leaky_relu),
    ),
    hints=("What does ReLU lose that the leaky form keeps?",
           "Two straight lines meet at 0: slope 1 on the right, slope alpha on the left.",
           "np.where(x > 0, x, alpha * x), or max(0, x) + alpha · min(0, x)"),
    formula="leaky(x) = x if x > 0, else alpha x",
    variation="for which alpha is np.maximum(x, alpha * x) wrong?",
    right=(_leaky(_loop(lambda v, a: v if v > 0 else a * v)),
           _leaky(lambda x, a: np.maximum(x, a * np.asarray(x))),
           _leaky(lambda x, a: np.where(np.asarray(x) >= 0, x, np.asarray(x) * a)),
           _leaky(lambda x, a: F.relu(x) - a * F.relu(-np.asarray(x))),
           _leaky(lambda x, a: (1 + a) / 2 * np.asarray(x) + (1 - a) / 2 * np.abs(x)),
           _leaky(_float32(lambda x, a: np.maximum(0, x) + a * np.minimum(0, x))),
           _leaky(_ndindex(lambda v, a: max(v, a * v)))),
    awkward=_leaky(_loop(lambda v, a: v if v > 0 else a * v)),
)

# --- gelu --------------------------------------------------------------------------------------


def _phi(x):
    return np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)


_erf = _each(math.erf)


def _gelu_tanh(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def _erf_series(x):
    """Error function by Abramowitz and Stegun 7.1.26, error below 2e-7."""
    s, z = np.sign(x), np.abs(np.asarray(x, dtype=float))
    t = 1 / (1 + 0.3275911 * z)
    p = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (
        -1.453152027 + t * 1.061405429))))
    return s * (1 - p * np.exp(-(z**2)))


GELU = Exercise(
    id="gelu", title="Write GELU, exactly", notebook="03", number="3.12", signature="gelu(x)",
    lecture=("MAY24-1.2f", "MAY24-1.2g", "MAY25-1.2g"), minutes=5, difficulty=2,
    reference=F.gelu, cases=lambda: [
        *_cases(extreme=False)[:-1],
        Case((np.array([-2.7, -2.2, -0.6, 0.6, 2.2, 2.7]),), "where approximations are worst"),
        Case((np.array([-1000.0, -30.0, 30.0, 1000.0]),), "inputs up to ±1000", extreme=True)],
    mistakes=(
        *_faces(
            Mistake("neighbour-formula/tanh-approximation", _gelu_tanh,
                    "this is the approximation with tanh, off by up to 5e-4",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2; math.erf is exact."),
            Mistake("neighbour-formula/tanh-approximation", lambda x: 0.5 * x * (
                1 + np.tanh(0.7978845608 * x * (1 + 0.044715 * x * x))) + 0 * x,
                    "this is the approximation with tanh, off by up to 5e-4",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2; math.erf is exact."),
            Mistake("neighbour-formula/tanh-without-cube",
                    lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * x)),
                    "this is the approximation with tanh, without its cubic term",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/tanh-square", lambda x: 0.5 * x * (1 + np.tanh(
                np.sqrt(2 / np.pi) * (x + 0.044715 * x**2))),
                    "the approximation with tanh, with x² in place of x³",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/tanh-constant", lambda x: 0.5 * x * (1 + np.tanh(
                np.sqrt(2 * np.pi) * (x + 0.044715 * x**3))),
                    "the approximation with tanh, with √(2π) in place of √(2/π)",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/tanh-constant", lambda x: 0.5 * x * (1 + np.tanh(
                2 / np.pi * (x + 0.044715 * x**3))),
                    "the approximation with tanh, with 2/π in place of √(2/π)",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/sigmoid-approximation", lambda x: x * _naive(1.702 * x),
                    "this is the approximation x σ(1.702 x), off by up to 2e-2",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/sigmoid-approximation", lambda x: x * _naive(1.7 * x),
                    "this is an approximation by x σ(1.7 x)",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/swish", F.swish, "this is Swish, x σ(x)",
                    "GELU multiplies x by Φ(x), the normal distribution function."),
            Mistake("factor/no-root-two", lambda x: 0.5 * x * (1 + _erf(x)),
                    "`erf` is taken at x", "Φ(x) has erf at x / √2."),
            Mistake("factor/times-root-two", lambda x: 0.5 * x * (1 + _erf(x * np.sqrt(2))),
                    "`x` is multiplied by √2 inside erf", "Divide: erf(x / √2)."),
            Mistake("factor/by-two", lambda x: 0.5 * x * (1 + _erf(x / 2)),
                    "`erf` is taken at x / 2", "Φ(x) has erf at x / √2."),
            Mistake("factor/2-times-too-large", lambda x: x * (1 + _erf(x / np.sqrt(2))),
                    "every entry is exactly 2 times too large",
                    "Φ(x) = (1 + erf(x / √2)) / 2: the half is missing."),
            Mistake("factor/2-times-too-small", lambda x: x * (1 + _erf(x / np.sqrt(2))) / 4,
                    "every entry is exactly 2 times too small", "One half is too many."),
            Mistake("omitted-term/no-x", lambda x: (1 + _erf(x / np.sqrt(2))) / 2,
                    "this is Φ(x): the factor x is missing", "GELU is x Φ(x)."),
            Mistake("omitted-term/no-one", lambda x: x * _erf(x / np.sqrt(2)) / 2,
                    "the 1 in 1 + erf is missing", "Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("omitted-term/no-one", lambda x: x * _erf(x / np.sqrt(2)),
                    "`erf` stands where Φ belongs", "Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("omitted-term/no-one", lambda x: x * _erf(x),
                    "`erf` stands where Φ belongs", "Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("omitted-term/parentheses", lambda x: x * 1 + _erf(x / np.sqrt(2)) / 2,
                    "a pair of parentheses is missing", "x times (1 + erf(x / √2)), halved."),
            Mistake("omitted-term/parentheses", lambda x: 0.5 * x * 1 + _erf(x / np.sqrt(2)),
                    "a pair of parentheses is missing", "x times (1 + erf(x / √2)), halved."),
            Mistake("sign/erf", lambda x: x * (1 - _erf(x / np.sqrt(2))) / 2,
                    "1 − erf: this is x Φ(−x)", "Φ rises from 0 to 1."),
            Mistake("sign/flipped", lambda x: -x * (1 + _erf(x / np.sqrt(2))) / 2,
                    "every entry has the opposite sign", "GELU(x) is close to x for large x."),
            Mistake("neighbour-formula/density", lambda x: x * _phi(x),
                    "the normal density φ stands where the distribution function Φ belongs",
                    "Φ(x) is the probability of a draw below x; φ is the bell."),
            Mistake("neighbour-formula/derivative", F.gelu_grad,
                    "this is the derivative", "GELU(0) is 0."),
            Mistake("neighbour-formula/relu", lambda x: np.maximum(0, x), "this is ReLU",
                    "GELU is smooth: x Φ(x)."),
            Mistake("neighbour-formula/expected-relu",
                    lambda x: x * (1 + _erf(x / np.sqrt(2))) / 2 + _phi(x),
                    "a density is added: this is the mean of ReLU under normal noise",
                    "GELU is x Φ(x)."),
            Mistake("neighbour-formula/square", lambda x: x**2 * (1 + _erf(x / np.sqrt(2))) / 2,
                    "`x` is squared", "GELU is x Φ(x).")),
        *_elementwise(F.gelu),
    ),
    hints=("Which probability does GELU multiply x with?",
           "Φ(x) comes from the error function; math.erf takes one number, np.vectorize(math.erf) "
           "takes arrays.",
           "gelu(x) = x (1 + erf(x / √2)) / 2"),
    formula="gelu(x) = x Φ(x) = x (1 + erf(x / √2)) / 2",
    variation="measure the largest error of the two popular approximations.",
    right=(_given(lambda x: x * (1 + _erf(x / np.sqrt(2))) / 2),
           _given(lambda x: x - x * (1 - _erf(x * 2**-0.5)) / 2),
           _given(lambda x: 0.5 * x * _each(math.erfc)(-x / math.sqrt(2))),
           _given(lambda x: x * (1 + _erf_series(x / np.sqrt(2))) / 2),
           _loop(lambda v: v * 0.5 * (1 + math.erf(v / math.sqrt(2)))),
           _ndindex(lambda v: v * 0.5 * (1 + math.erf(v / 2**0.5))),
           _float32(lambda x: x * (1 + _erf(x / np.sqrt(2))) / 2)),
    awkward=_loop(lambda v: v * 0.5 * (1 + math.erf(v / math.sqrt(2)))),
)
# --- swish -------------------------------------------------------------------------------------


def _one(fn):
    return _defaulted(fn, 1.0)


SWISH = Exercise(
    id="swish", title="Write Swish", notebook="03", number="3.13",
    signature="swish(x, beta=1.0)", lecture=("MAY24-1.2f", "MAY24-1.2g", "MAY25-1.2g"),
    minutes=4, difficulty=1, reference=F.swish, cases=lambda: _with_parameter(0.5, 2.0),
    mistakes=(
        *_faces(
            Mistake("ignored-argument/beta", _one(lambda x, b: x * F.sigmoid(x)),
                    "the argument `beta` makes no difference",
                    "It stands inside the sigmoid: σ(beta x)."),
            Mistake("unstable/second-form", _one(
                lambda x, b: x * np.exp(b * x) / (1 + np.exp(b * x))),
                    "`e^x / (1 + e^x)` overflows for large x",
                    "Use a stable sigmoid: x times σ(beta x)."),
            Mistake("unstable/second-form", _one(lambda x, b: x * _second_form(b * x)),
                    "`e^x / (1 + e^x)` overflows for large x",
                    "Use a stable sigmoid: x times σ(beta x)."),
            Mistake("neighbour-formula/sigmoid", _one(lambda x, b: F.sigmoid(b * x)),
                    "this is σ(beta x): the factor x is missing",
                    "Swish is x times a sigmoid, not a sigmoid."),
            Mistake("neighbour-formula/beta-outside", _one(lambda x, b: b * x * F.sigmoid(x)),
                    "`beta` stands outside the sigmoid", "Swish is x σ(beta x)."),
            Mistake("factor/beta-times-too-large", _one(lambda x, b: b * x * F.sigmoid(b * x)),
                    "every entry is exactly `beta` times too large",
                    "beta scales the input of the sigmoid only."),
            Mistake("neighbour-formula/divided", _one(lambda x, b: x * F.sigmoid(x / b)),
                    "`x` is divided by `beta`", "Inside the sigmoid stands beta times x."),
            Mistake("neighbour-formula/shifted", _one(lambda x, b: x * F.sigmoid(x + b)),
                    "`beta` is added", "Inside the sigmoid stands beta times x."),
            Mistake("neighbour-formula/shifted", _one(lambda x, b: x * F.sigmoid(x) + b),
                    "`beta` is added", "Inside the sigmoid stands beta times x."),
            Mistake("neighbour-formula/exponent", _one(lambda x, b: x * F.sigmoid(x) ** b),
                    "`beta` is an exponent", "Inside the sigmoid stands beta times x."),
            Mistake("sign/exponent", _one(lambda x, b: x * F.sigmoid(-b * x)),
                    "the sign inside the sigmoid is wrong",
                    "For large x the sigmoid is 1 and Swish is x."),
            Mistake("sign/exponent", _one(lambda x, b: x / (1 + np.exp(b * x))),
                    "the sign inside the exponential is wrong",
                    "For large x Swish is close to x: x / (1 + e^(−beta x))."),
            Mistake("sign/denominator", _one(lambda x, b: x / (1 - np.exp(-b * x))),
                    "the denominator has a minus sign", "It is 1 + e^(−beta x)."),
            Mistake("sign/flipped", _one(lambda x, b: -x * F.sigmoid(b * x)),
                    "every entry has the opposite sign", "For large x Swish is close to x."),
            Mistake("sign/absolute-value", _one(lambda x, b: np.abs(x) * F.sigmoid(b * x)),
                    "the size of x is taken", "Swish dips below 0 on the left."),
            Mistake("omitted-term/parentheses", _one(lambda x, b: x / 1 + np.exp(-b * x)),
                    "the division ends before the plus sign", "Put 1 + e^(−beta x) in "
                    "parentheses."),
            Mistake("neighbour-formula/gelu", _one(lambda x, b: F.gelu(x)), "this is GELU",
                    "Swish has a sigmoid where GELU has Φ."),
            Mistake("neighbour-formula/gelu-approximation", _defaulted(F.swish, 1.702),
                    "without an argument this is x σ(1.702 x), the approximation of GELU",
                    "The default of beta is 1."),
            Mistake("neighbour-formula/gelu-approximation", _one(
                lambda x, b: x * F.sigmoid(1.702 * x)), "this is x σ(1.702 x), the approximation "
                "of GELU", "Inside the sigmoid stands beta x."),
            Mistake("neighbour-formula/tanh", _one(lambda x, b: x * np.tanh(b * x)),
                    "tanh stands where the sigmoid belongs", "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/mish", _one(lambda x, b: x * np.tanh(np.logaddexp(
                0, b * x))), "this is Mish: tanh of softplus", "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/derivative", _one(F.swish_grad), "this is the derivative",
                    "Swish(0) is 0."),
            Mistake("neighbour-formula/square", _one(lambda x, b: x**2 * F.sigmoid(b * x)),
                    "`x` is squared", "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/sum", _one(lambda x, b: x + F.sigmoid(b * x)),
                    "`x` and the sigmoid are added", "Multiply them."),
            Mistake("neighbour-formula/sigmoid-grad", _one(
                lambda x, b: x * F.sigmoid_grad(b * x)),
                    "the sigmoid's slope stands where the sigmoid belongs",
                    "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/relu", _one(lambda x, b: np.maximum(0, x)),
                    "this is ReLU", "Swish is smooth: x σ(beta x)."),
            Mistake("neighbour-formula/hard-swish", _one(lambda x, b: x * np.clip(
                x / 6 + 0.5, 0, 1)), "this is the hard Swish", "Swish has a smooth sigmoid."),
            Mistake("neighbour-formula/softplus", _one(lambda x, b: np.logaddexp(0, b * x) / b),
                    "this is softplus", "Swish is x σ(beta x)."),
            *(Mistake("convention/other-default", _defaulted(F.swish, other),
                      f"without an argument beta is {other}", "The default of beta is 1.")
              for other in (0.0, 0.1, 0.5, 2.0, 10.0))),
        Mistake("unstable/overflow", _one(_each(
            lambda v, b: v / (1 + math.exp(-b * v)))), "math.exp overflows for large inputs",
            "Use a stable sigmoid."),
        *_elementwise(F.swish),
    ),
    hints=("Swish is not a sigmoid: what is multiplied with it?",
           "Your sigmoid takes beta times x; its result weighs x.",
           "swish(x) = x · sigmoid(beta · x)"),
    formula="swish(x) = x σ(beta x)",
    variation="try beta = 0 and beta = 50: which two functions do you meet?",
    right=(_one(_given(lambda x, b: x * F.sigmoid(b * x))),
           _one(_given(lambda x, b: x / (1 + np.exp(-b * x)))),
           _one(_given(lambda x, b: x * 0.5 * (1 + np.tanh(b * x / 2)))),
           _one(_given(lambda x, b: np.where(x > 0, x, x * np.exp(np.minimum(b * x, 0))) / (
               1 + np.exp(-np.abs(b * x))))),
           _one(_loop(lambda v, b: v * (0.5 + 0.5 * math.tanh(b * v / 2)))),
           _one(_ndindex(lambda v, b: v / (1 + math.exp(-b * v)) if b * v > -700 else 0.0)),
           _one(_float32(lambda x, b: x * F.sigmoid(b * x)))),
    awkward=_one(_loop(lambda v, b: v * (0.5 + 0.5 * math.tanh(b * v / 2)))),
)

# --- softplus ----------------------------------------------------------------------------------

SOFTPLUS = Exercise(
    id="softplus", title="Write a softplus that survives ±1000", notebook="03", number="3.10",
    signature="softplus(x)", lecture=("ALICE-5.4f",), minutes=5, difficulty=2,
    reference=F.softplus, cases=_cases,
    mistakes=(
        *_faces(
            Mistake("unstable/printed-formula", lambda x: np.log(1 + np.exp(x)),
                    "on large x the result is not finite: e^x overflows in log(1 + e^x)",
                    "Take the larger exponent out first: np.logaddexp(0, x)."),
            Mistake("unstable/printed-formula", lambda x: x + np.log1p(np.exp(-x)),
                    "`x + log(1 + e^−x)` overflows for very negative x",
                    "Use max(0, x) + log(1 + e^−|x|)."),
            Mistake("unstable/printed-formula", lambda x: -np.log(F.sigmoid(-x)),
                    "the sigmoid rounds to 0 and its logarithm is infinite",
                    "Do not take a logarithm of a rounded probability."),
            Mistake("unstable/log-of-zero", lambda x: -np.log(1 - _naive(x)),
                    "1 − σ(x) rounds to 0 and its logarithm is infinite",
                    "Do not take a logarithm of a rounded probability."),
            Mistake("unstable/clipped", lambda x: np.log(1 + np.exp(np.clip(x, -500, 500))),
                    "the input is cut off, and softplus grows beyond the cut",
                    "For large x softplus is x: nothing may be cut."),
            Mistake("unstable/clipped", lambda x: np.log(1 + np.exp(np.clip(x, -700, 700))),
                    "the input is cut off, and softplus grows beyond the cut",
                    "For large x softplus is x: nothing may be cut."),
            Mistake("unstable/clipped", lambda x: np.log(1 + np.exp(np.clip(x, -100, 100))),
                    "the input is cut off, and softplus grows beyond the cut",
                    "For large x softplus is x: nothing may be cut."),
            Mistake("unstable/clipped", lambda x: np.log(1 + np.exp(np.clip(x, -50, 50))),
                    "the input is cut off, and softplus grows beyond the cut",
                    "For large x softplus is x: nothing may be cut."),
            Mistake("unstable/clipped", lambda x: np.log(1 + np.exp(np.minimum(x, 20))),
                    "the input is cut off, and softplus grows beyond the cut",
                    "For large x softplus is x: nothing may be cut."),
            Mistake("unstable/printed-formula", lambda x: (x <= 20) * np.log1p(np.exp(x)) + (
                x > 20) * x, "the branch that is not wanted overflows, and 0 · ∞ is not a number",
                "Choose with np.where, or use np.logaddexp(0, x)."),
            Mistake("sign/exponent", lambda x: np.logaddexp(0, -x),
                    "this is softplus(−x): the curve falls", "log(1 + e^x) has e^(+x)."),
            Mistake("sign/exponent", lambda x: np.log(1 + np.exp(-x)),
                    "this is softplus(−x): the curve falls", "log(1 + e^x) has e^(+x)."),
            Mistake("sign/exponent", lambda x: -np.log(_naive(x)),
                    "this is −log σ(x) = softplus(−x)", "softplus(x) is −log σ(−x)."),
            Mistake("sign/flipped", lambda x: -np.logaddexp(0, x),
                    "every entry has the opposite sign", "softplus is positive."),
            Mistake("sign/log-sigmoid", lambda x: -np.logaddexp(0, -x),
                    "this is log σ(x)", "softplus is positive: log(1 + e^x)."),
            Mistake("sign/minus-one", lambda x: np.log(np.abs(np.exp(x) - 1)),
                    "`e^x − 1` stands where 1 + e^x belongs", "softplus(0) is ln 2."),
            Mistake("omitted-term/no-one", lambda x: np.log(np.exp(x)),
                    "log and exp cancel: the 1 is missing", "softplus(x) = log(1 + e^x)."),
            Mistake("omitted-term/no-one", lambda x: x, "the input comes back",
                    "softplus(x) = log(1 + e^x)."),
            Mistake("omitted-term/no-log", lambda x: 1 + np.exp(x), "the logarithm is missing",
                    "softplus(x) = log(1 + e^x)."),
            Mistake("omitted-term/no-exp", lambda x: np.log(1 + x), "the exponential is missing",
                    "softplus(x) = log(1 + e^x)."),
            Mistake("omitted-term/no-exp", lambda x: np.log1p(np.abs(x)),
                    "the exponential is missing", "softplus(x) = log(1 + e^x)."),
            Mistake("omitted-term/parentheses", lambda x: 1 + np.log(np.exp(x)),
                    "the 1 stands outside the logarithm", "log(1 + e^x)."),
            Mistake("omitted-term/no-log", np.exp, "this is e^x: no logarithm is taken of it",
                    "softplus(x) = log(1 + e^x), with parentheses."),
            Mistake("omitted-term/no-absolute-value",
                    lambda x: np.maximum(0, x) + np.log1p(np.exp(-x)),
                    "the stable form has e^−|x|, here stands e^−x",
                    "max(0, x) + log(1 + e^−|x|)."),
            Mistake("omitted-term/no-absolute-value",
                    lambda x: np.maximum(0, x) + np.log1p(np.exp(x)),
                    "the stable form has e^−|x|, here stands e^x",
                    "max(0, x) + log(1 + e^−|x|)."),
            Mistake("omitted-term/no-maximum", lambda x: np.log1p(np.exp(-np.abs(x))),
                    "the max(0, x) of the stable form is missing",
                    "max(0, x) + log(1 + e^−|x|)."),
            Mistake("sign/absolute-value", lambda x: np.maximum(0, x) + np.log1p(
                np.exp(np.minimum(np.abs(x), 700))), "the minus sign of e^−|x| is missing",
                "max(0, x) + log(1 + e^−|x|)."),
            Mistake("neighbour-formula/relu", lambda x: np.maximum(0, x), "this is ReLU",
                    "softplus(0) is ln 2, not 0."),
            Mistake("neighbour-formula/two-branches",
                    lambda x: np.where(x > 0, x, np.log1p(np.exp(np.minimum(x, 0)))),
                    "right of 0 the value is x: the curve jumps at 0",
                    "There softplus is x + log(1 + e^−x)."),
            Mistake("neighbour-formula/two-branches",
                    lambda x: np.where(x > 1, x, np.log1p(np.exp(np.minimum(x, 1)))),
                    "beyond 1 the value is x: too early",
                    "softplus(x) − x is e^−x there, which is below 1e-6 from x = 14 on."),
            Mistake("neighbour-formula/derivative", F.sigmoid, "this is σ, softplus's derivative",
                    "softplus(0) is ln 2."),
            Mistake("neighbour-formula/base-two", lambda x: np.logaddexp2(0, x / np.log(2)),
                    "the logarithm has base 2", "np.log has base e."),
            Mistake("neighbour-formula/base-two", lambda x: np.logaddexp2(0, x),
                    "power and logarithm have base 2", "Use np.logaddexp, with base e."),
            Mistake("neighbour-formula/base-two", lambda x: np.log2(1 + np.exp(x)),
                    "the logarithm has base 2", "np.log has base e."),
            Mistake("neighbour-formula/base-ten", lambda x: np.log10(1 + np.exp(x)),
                    "the logarithm has base 10", "np.log has base e."),
            Mistake("neighbour-formula/base-ten", lambda x: np.logaddexp(0, x) / np.log(10),
                    "the logarithm has base 10", "np.log has base e."),
            Mistake("neighbour-formula/log1p-twice", lambda x: np.log1p(1 + np.exp(x)),
                    "`log1p` adds another 1", "np.log1p(e^x), or np.log(1 + e^x)."),
            Mistake("neighbour-formula/logaddexp-one", lambda x: np.logaddexp(1, x),
                    "`logaddexp(1, x)` is log(e + e^x)", "The 1 in the formula is e^0."),
            Mistake("neighbour-formula/shifted", lambda x: np.logaddexp(0, x) - np.log(2),
                    "ln 2 is subtracted", "softplus(0) is ln 2."),
            Mistake("neighbour-formula/logsumexp", lambda x: np.logaddexp.reduce(
                np.ravel(x)) + 0 * x, "the exponentials of all entries are summed",
                "softplus treats each entry by itself."),
            Mistake("neighbour-formula/elu", F.elu, "this is ELU", "softplus is positive."),
            Mistake("factor/2-times-too-large", lambda x: 2 * np.logaddexp(0, x),
                    "every entry is exactly 2 times too large", "softplus(0) is ln 2."),
            Mistake("factor/slope-2", lambda x: np.logaddexp(0, 2 * x), "this is softplus(2x)",
                    "log(1 + e^x).")),
        Mistake("unstable/overflow", _each(lambda v: math.log(1 + math.exp(v))),
                "`math.exp` overflows for large inputs",
                "Take the larger exponent out first."),
        Mistake("unstable/overflow", _each(lambda v: v + math.log1p(math.exp(-v))),
                "`math.exp` overflows for very negative inputs",
                "Use max(0, x) + log(1 + e^−|x|)."),
        *_elementwise(F.softplus),
    ),
    hints=("Where does e^x overflow, and what is softplus there?",
           "1 = e^0: log(e^0 + e^x) with the larger exponent taken out first.",
           "softplus(x) = max(0, x) + log(1 + e^−|x|) = np.logaddexp(0, x)"),
    formula="softplus(x) = log(1 + e^x) = max(0, x) + log(1 + e^−|x|)",
    variation="differentiate it: which function of this notebook comes out?",
    right=(lambda x: np.logaddexp(0, x), lambda x: np.logaddexp(x, 0.0),
           _given(lambda x: np.maximum(0, x) + np.log1p(np.exp(-np.abs(x)))),
           _given(lambda x: np.where(x > 30, x, np.log1p(np.exp(np.minimum(x, 30))))),
           _given(lambda x: np.where(x > 20, x, np.log(1 + np.exp(x)))),
           _given(lambda x: F.relu(x) - np.log(F.sigmoid(np.abs(x)))),
           _loop(lambda v: max(v, 0.0) + math.log1p(math.exp(-abs(v)))),
           _float32(lambda x: np.logaddexp(0, x))),
    awkward=_loop(lambda v: max(v, 0.0) + math.log1p(math.exp(-abs(v)))),
)
# --- elu ---------------------------------------------------------------------------------------


def _elu_change(x, alpha=1.0):
    x[x < 0] = alpha * np.expm1(x[x < 0])


def _low(x):
    return np.expm1(np.minimum(x, 0))


def _high(x):
    return np.exp(np.minimum(x, 700.0)) - 1


ELU = Exercise(
    id="elu", title="Write ELU", notebook="03", number="3.11", signature="elu(x, alpha=1.0)",
    lecture=("ALICE-5.4f",), minutes=5, difficulty=2, reference=F.elu,
    cases=lambda: _with_parameter(0.5, 2.0),
    mistakes=(
        *_faces(
            Mistake("unstable/masked-product", _one(
                lambda x, a: (x > 0) * x + (x <= 0) * a * (np.exp(x) - 1)),
                    "the branch that is not wanted overflows, and 0 · ∞ is not a number",
                    "Choose with np.where, or let only min(0, x) into the exponential."),
            Mistake("unstable/masked-product", _one(
                lambda x, a: np.maximum(0, x) + a * (np.exp(x) - 1) * (x < 0)),
                    "the branch that is not wanted overflows, and 0 · ∞ is not a number",
                    "Choose with np.where, or let only min(0, x) into the exponential."),
            Mistake("ignored-argument/alpha", _one(lambda x, a: F.elu(x)),
                    "the argument `alpha` makes no difference",
                    "Left of 0 the value is alpha (e^x − 1)."),
            Mistake("omitted-term/no-minus-one", _one(
                lambda x, a: np.where(x > 0, x, a * np.exp(np.minimum(x, 0)))),
                    "the −1 is missing: the curve jumps at 0", "alpha (e^x − 1) is 0 at 0."),
            Mistake("omitted-term/no-minus-one", _one(
                lambda x, a: np.where(x >= 0, x, a * np.exp(np.minimum(x, 0)))),
                    "the −1 is missing: the curve jumps at 0", "alpha (e^x − 1) is 0 at 0."),
            Mistake("omitted-term/parentheses", _one(
                lambda x, a: np.where(x > 0, x, a * np.exp(np.minimum(x, 0)) - 1)),
                    "`alpha` multiplies e^x only", "Put e^x − 1 in parentheses."),
            Mistake("omitted-term/parentheses", _one(
                lambda x, a: np.where(x >= 0, x, a * np.exp(np.minimum(x, 0)) - 1)),
                    "`alpha` multiplies e^x only", "Put e^x − 1 in parentheses."),
            Mistake("omitted-term/parentheses", _one(
                lambda x, a: np.where(x > 0, x, a * np.exp(np.minimum(x, 0) - 1))),
                    "the −1 stands in the exponent", "It is e^x − 1, not e^(x − 1)."),
            Mistake("omitted-term/parentheses", _one(
                lambda x, a: np.where(x >= 0, x, a * np.exp(np.minimum(x, 0) - 1))),
                    "the −1 stands in the exponent", "It is e^x − 1, not e^(x − 1)."),
            Mistake("omitted-term/one-branch", _one(lambda x, a: a * (np.exp(x) - 1)),
                    "the exponential is used on both sides", "Right of 0 the value is x."),
            Mistake("omitted-term/one-branch", _one(
                lambda x, a: np.maximum(x, a * (np.exp(x) - 1))),
                    "the larger of the two branches is taken, and e^x − 1 is never below x",
                    "Choose by the sign of x."),
            Mistake("omitted-term/one-branch", _one(lambda x, a: x + a * (np.exp(x) - 1)),
                    "both branches are added everywhere", "Choose by the sign of x."),
            Mistake("neighbour-formula/smaller-branch", _one(
                lambda x, a: np.minimum(x, a * (np.exp(x) - 1))),
                    "the smaller of the two branches is taken", "Choose by the sign of x."),
            Mistake("omitted-term/branches-added", _one(lambda x, a: x + a * _low(x)),
                    "left of 0 both branches are added", "There the value is alpha (e^x − 1)."),
            Mistake("sign/branches-swapped", _one(
                lambda x, a: np.where(x > 0, a * (np.exp(x) - 1), x)),
                    "the two branches are swapped", "The exponential belongs to x < 0."),
            Mistake("sign/branches-swapped", _one(
                lambda x, a: np.where(x > 0, a * _high(x), x)),
                    "the two branches are swapped", "The exponential belongs to x < 0."),
            Mistake("sign/left-side", _one(lambda x, a: np.where(x > 0, x, -a * _low(x))),
                    "the left side has the wrong sign", "It is alpha (e^x − 1), below 0."),
            Mistake("sign/exponent", _one(
                lambda x, a: np.where(x > 0, x, a * (np.exp(-x) - 1))),
                    "the exponent has the wrong sign: the left side explodes",
                    "It is e^x with x < 0, a number below 1."),
            Mistake("sign/exponent", _one(
                lambda x, a: np.where(x > 0, x, a * (np.exp(np.abs(x)) - 1))),
                    "the exponent has the wrong sign: the left side explodes",
                    "It is e^x with x < 0, a number below 1."),
            Mistake("sign/exponent", _one(
                lambda x, a: np.where(x > 0, x, a * (1 - np.exp(-x)))),
                    "the exponent has the wrong sign: the left side explodes",
                    "It is e^x with x < 0, a number below 1."),
            Mistake("sign/plus-one", _one(
                lambda x, a: np.where(x > 0, x, a * (np.exp(np.minimum(x, 0)) + 1))),
                    "1 is added to e^x", "It is e^x − 1, which is 0 at 0."),
            Mistake("sign/flipped", _one(lambda x, a: -F.elu(x, a)),
                    "every entry has the opposite sign", "Right of 0 the value is x."),
            Mistake("factor/alpha-everywhere", _one(lambda x, a: a * F.elu(x)),
                    "`alpha` multiplies both sides", "Right of 0 the value is x."),
            Mistake("factor/alpha-on-the-right", _one(
                lambda x, a: np.where(x > 0, a * x, _low(x))),
                    "`alpha` multiplies the right side", "It belongs to the exponential side."),
            Mistake("neighbour-formula/alpha-in-exponent", _one(
                lambda x, a: np.where(x > 0, x, np.expm1(a * np.minimum(x, 0)))),
                    "`alpha` stands in the exponent", "It multiplies e^x − 1."),
            Mistake("neighbour-formula/celu", _one(
                lambda x, a: np.where(x > 0, x, a * np.expm1(np.minimum(x, 0) / a))),
                    "`x` is divided by `alpha` in the exponent: this is CELU",
                    "ELU has alpha (e^x − 1)."),
            Mistake("neighbour-formula/selu", _one(
                lambda x, a: 1.0507009873554805 * F.elu(x, 1.6732632423543772)),
                    "this is SELU, with its two constants", "ELU has alpha (e^x − 1)."),
            Mistake("neighbour-formula/leaky", _one(F.leaky_relu),
                    "this is the leaky ReLU: the left side is straight",
                    "Left of 0 the value is alpha (e^x − 1)."),
            Mistake("neighbour-formula/relu", _one(lambda x, a: np.maximum(0, x)),
                    "this is ReLU", "Left of 0 the value is alpha (e^x − 1)."),
            Mistake("neighbour-formula/softplus", _one(lambda x, a: np.logaddexp(0, x)),
                    "this is softplus", "ELU passes through 0 at 0."),
            Mistake("neighbour-formula/x-exp", _one(
                lambda x, a: np.where(x > 0, x, a * x * np.exp(np.minimum(x, 0)))),
                    "`x` stands before the exponential", "Left of 0: alpha (e^x − 1)."),
            Mistake("neighbour-formula/x-exp", _one(
                lambda x, a: np.where(x > 0, x, a * x * _low(x))),
                    "`x` stands before the parentheses", "Left of 0: alpha (e^x − 1)."),
            Mistake("neighbour-formula/minus-alpha", _one(
                lambda x, a: np.where(x > 0, x, np.exp(np.minimum(x, 0)) - a)),
                    "`alpha` is subtracted", "It multiplies e^x − 1."),
            Mistake("neighbour-formula/minus-alpha", _one(lambda x, a: np.maximum(x, -a)),
                    "the left side is cut at −`alpha`", "It bends: alpha (e^x − 1)."),
            Mistake("neighbour-formula/derivative", _one(F.elu_grad), "this is the derivative",
                    "ELU(0) is 0."),
            Mistake("neighbour-formula/base-two", _one(
                lambda x, a: np.where(x > 0, x, a * (2 ** np.minimum(x, 0) - 1))),
                    "the exponential has base 2", "np.exp has base e."),
            Mistake("neighbour-formula/tanh", _one(
                lambda x, a: np.where(x > 0, x, a * np.tanh(x))), "tanh bends the left side",
                "ELU has alpha (e^x − 1)."),
            Mistake("neighbour-formula/expm1-minus-one", _one(
                lambda x, a: np.where(x > 0, x, a * (_low(x) - 1))),
                    "`expm1` holds the −1 already", "alpha · np.expm1(x)."),
            Mistake("off-by-one/threshold-one", _one(
                lambda x, a: np.where(x > 1, x, a * (np.exp(np.minimum(x, 1)) - 1))),
                    "the threshold is 1", "The branches meet at 0."),
            Mistake("off-by-one/threshold-one", _one(
                lambda x, a: np.where(x >= 1, x, a * (np.exp(np.minimum(x, 1)) - 1))),
                    "the threshold is 1", "The branches meet at 0."),
            *(Mistake("convention/other-default", _defaulted(F.elu, other),
                      f"without an argument alpha is {other}", "The default is 1.")
              for other in (0.01, 0.1, 0.2, 0.5, 1.6732632423543772, 2.0)),
            masks=True),
        *_in_place(_elu_change),
        Mistake("unstable/overflow", _one(_each(
            lambda v, a: max(0.0, v) + min(0.0, a * (math.exp(v) - 1)))),
            "`math.exp` overflows for large inputs", "Right of 0 no exponential is needed."),
        *_elementwise(F.elu),
    ),
    hints=("Which branch can overflow, and is it wanted there?",
           "np.where computes both branches everywhere; let only min(0, x) into the exponential.",
           "max(0, x) + alpha · (exp(min(0, x)) − 1)"),
    formula="elu(x) = x if x > 0, else alpha (e^x − 1)",
    variation="for which alpha has ELU no kink at 0?",
    right=(_one(_given(lambda x, a: np.where(x > 0, x, a * (np.exp(np.minimum(x, 0)) - 1)))),
           _one(_given(lambda x, a: np.where(x > 0, x, a * (np.exp(x) - 1)))),
           _one(_given(lambda x, a: np.maximum(0, x) + np.minimum(0, a * (np.exp(x) - 1)))),
           _one(_loop(lambda v, a: v if v > 0 else a * (math.exp(v) - 1))),
           _one(_ndindex(lambda v, a: v if v >= 0 else a * math.expm1(v))),
           _one(_float32(lambda x, a: np.maximum(0, x) + a * np.expm1(np.minimum(x, 0)))),
           _one(_given(lambda x, a: F.relu(x) - a * F.relu(1 - np.exp(x))))),
    awkward=_one(_loop(lambda v, a: v if v > 0 else a * (math.exp(v) - 1))),
)

# --- dead_units --------------------------------------------------------------------------------


def dead_units(f, H, b_H):
    """Which ReLU units get no gradient from any row: True for a dead unit, shape (v,).

    f (t, d), H (d, v), b_H (1, v). With the lecture's relu'(0) = 1 a unit is dead if its
    pre-activation is below 0 for every row. Lecture ALICE-5.4d.
    """
    k = f @ H + b_H  # (t, v)
    return np.all(k < 0, axis=0)


def _dead_cases():
    f = np.array([[1.0, 0.0], [0.5, 1.0], [-1.0, 0.25]])
    H = np.array([[1.0, 2.0, 0.5, -1.0], [-1.0, 0.5, 0.25, 0.5]])
    b = np.array([[0.25, -4.0, -0.75, 0.5]])
    rng = np.random.default_rng(3)
    wide = rng.integers(-8, 9, size=(5, 3)) / 4, rng.integers(-8, 9, size=(3, 6)) / 4
    xor = np.array([[1, 1], [1, 0], [0, 1], [0, 0]]), np.array([[1, -1], [1, -1]])
    return [
        Case((f, H, b), "three rows and four units", sizes={"t": 3, "d": 2, "v": 4}),
        Case((f, H, np.array([[1.0, 5.0, 2.0, 3.0]])), "four units, all alive",
             sizes={"t": 3, "d": 2, "v": 4}),
        Case((*wide, np.array([[-9.0, 0.5, -3.0, -20.0, 1.0, -5.0]])), "sizes 5, 3, 6",
             sizes={"t": 5, "d": 3, "v": 6}),
        Case((np.eye(2), np.array([[-1.0, 2.0], [-2.0, -3.0]]), np.array([[0.5, 0.5]])),
             "a square case", sizes={"t": 2, "d": 2, "v": 2}),
        Case((*xor, np.array([[-2, 0]])), "pre-activations exactly at 0",
             sizes={"t": 4, "d": 2, "v": 2}),
        Case((*xor, np.array([[-3, -1]])), "whole numbers", sizes={"t": 4, "d": 2, "v": 2}),
        Case((f[1:2], H, b), "a batch of one", sizes={"t": 1, "d": 2, "v": 4}),
        Case((f, H[:, :1] * 0.0, np.array([[-1.0]])), "one unit, pushed down by its bias",
             sizes={"t": 3, "d": 2, "v": 1}),
    ]


def _units(rule):
    return lambda f, H, b: rule(f @ H + b)


def _dead_loops(f, H, b_H):
    return [all(sum(float(a) * float(w) for a, w in zip(row, H[:, j], strict=True)) + b_H[0, j] < 0
                for row in f) for j in range(H.shape[1])]


def _dead_one_number(f, H, b):
    return np.all(f @ H + b < 0)


DEAD = Exercise(
    id="dead_units", title="Find the dead units", notebook="03", number="3.7",
    signature="dead_units(f, H, b_H)", lecture=("ALICE-5.4d",), minutes=6, difficulty=2,
    reference=dead_units, cases=_dead_cases,
    mistakes=(
        Mistake("neighbour-formula/any-row", _units(lambda k: np.any(k < 0, axis=0)),
                "one silent row is enough here to call a unit dead",
                "Dead means silent on every row: np.all."),
        Mistake("neighbour-formula/some-row", _units(lambda k: ~np.all(k >= 0, axis=0) & ~np.all(
            k < 0, axis=0)), "units that are silent on some rows only are found",
                "Dead means silent on every row."),
        Mistake("sign/alive", _units(lambda k: np.any(k >= 0, axis=0)),
                "the units that are alive are marked", "True marks a dead unit."),
        Mistake("sign/alive", _units(lambda k: np.any(k > 0, axis=0)),
                "the units that are alive are marked", "True marks a dead unit."),
        Mistake("sign/always-on", _units(lambda k: np.all(k > 0, axis=0)),
                "the units that fire on every row are marked", "Dead units never fire."),
        Mistake("sign/always-on", _units(lambda k: np.all(k >= 0, axis=0)),
                "the units that fire on every row are marked", "Dead units never fire."),
        Mistake("axis/over-units", _units(lambda k: np.all(k < 0, axis=1)),
                "the rows on which no unit fires are marked",
                "Go through the rows for each unit: axis=0."),
        Mistake("axis/all-together", _dead_one_number, "one answer for the whole layer",
                "Answer for each unit: axis=0."),
        Mistake("axis/not-reduced", _units(lambda k: k < 0),
                "one answer per row and unit comes back",
                "A unit is dead if this holds on every row: np.all over axis 0."),
        Mistake("convention/zero-is-dead", _units(lambda k: np.all(k <= 0, axis=0)),
                "a pre-activation of exactly 0 counts as silent",
                "That is the convention relu'(0) = 0; the lecture's relu'(0) = 1 lets a gradient "
                "through."),
        Mistake("omitted-term/no-bias", lambda f, H, b: np.all(f @ H < 0, axis=0),
                "the bias is left out", "The pre-activation is f H + b_H."),
        Mistake("omitted-term/only-bias", lambda f, H, b: np.ravel(b < 0),
                "only the bias is looked at", "The pre-activation is f H + b_H."),
        Mistake("sign/bias", lambda f, H, b: np.all(f @ H - b < 0, axis=0),
                "the bias is subtracted", "The pre-activation is f H + b_H."),
        Mistake("neighbour-formula/mean", _units(lambda k: k.mean(axis=0) < 0),
                "the mean over the rows is compared with 0",
                "One row with a positive pre-activation keeps a unit alive."),
        Mistake("neighbour-formula/first-row", _units(lambda k: k[0] < 0),
                "only the first row is looked at", "Look at every row."),
        Mistake("neighbour-formula/last-row", _units(lambda k: k[-1] < 0),
                "only the last row is looked at", "Look at every row."),
        Mistake("neighbour-formula/after-the-relu", _units(
            lambda k: np.all(np.maximum(k, 0) < 0, axis=0)),
                "the activations are compared with 0: after ReLU none is below",
                "Look at the pre-activation k."),
        Mistake("neighbour-formula/weights", lambda f, H, b: np.all(H < 0, axis=0),
                "the weights are looked at, not the pre-activations", "Compute k = f H + b_H."),
        Mistake("shape/row", _units(lambda k: np.all(k < 0, axis=0, keepdims=True)),
                "the result is a row of shape (1, v)", "One answer per unit: shape (v,)."),
        Mistake("shape/indices", _units(lambda k: np.flatnonzero(np.all(k < 0, axis=0))),
                "the numbers of the dead units come back",
                "Return one True or False per unit: shape (v,)."),
        Mistake("shape/count", _units(lambda k: np.sum(np.all(k < 0, axis=0))),
                "the dead units are counted", "Return one True or False per unit: shape (v,)."),
        Mistake("factor/fraction", _units(lambda k: np.mean(k < 0, axis=0)),
                "the fraction of silent rows comes back", "Dead means a fraction of exactly 1."),
        Mistake("factor/count-per-unit", _units(lambda k: np.sum(k < 0, axis=0)),
                "the number of silent rows comes back", "Dead means silent on all t rows."),
        Mistake("transpose/h", lambda f, H, b: np.all(f @ H.T + b < 0, axis=0),
                "`H` is transposed", "Rows are examples: k = f H + b_H."),
    ),
    hints=("When does ReLU send no gradient back?",
           "Only rows with a pre-activation below 0 block it. Look down each column of k.",
           "k = f @ H + b_H; then np.all(k < 0, axis=0)"),
    formula="unit j is dead if (f H + b_H)[i, j] < 0 for every row i",
    variation="return the fraction of rows on which each unit is silent.",
    right=(_dead_loops, lambda f, H, b: np.max(f @ H + b, axis=0) < 0,
           lambda f, H, b: ~((f @ H + b) >= 0).any(axis=0),
           lambda f, H, b: F.relu_grad(np.einsum("td,dv->tv", f, H) + b).sum(axis=0) == 0,
           lambda f, H, b: np.float32([(f @ H[:, j] + b[0, j]).max() < 0
                                       for j in range(H.shape[1])])),
    awkward=_dead_loops,
)

# --- prelu_grads -------------------------------------------------------------------------------


def _prelu_cases():
    return [
        Case((np.array([-2.0, -0.5, 1.0, 3.0]), 0.25), "four numbers"),
        Case((-1.25, 0.5), "one negative number"),
        Case((2.5, 0.5), "one number"),
        Case((EIGHTS.copy(), 0.5), "a matrix"),
        Case((np.array([0.0, -0.0, -4.0]), 0.25), "a pre-activation of exactly 0"),
        Case(([-1.5, 0.25, 2.0], 0.1), "a list"),
        Case((np.array([[-3, -1, 4], [1, 2, -6]]), 0.25), "whole numbers", integers=True),
        Case((np.array([[-1000.0, 0.75, 1000.0]]), 0.75), "a batch of one"),
    ]


def _prelu_bank():
    def d_x(x, a):
        return np.where(x >= 0, 1.0, a)

    def d_a(x, a):
        return np.minimum(0, x)

    wrong_x = (
        ("convention/kink", lambda x, a: np.where(x > 0, 1.0, a),
         "the slope at exactly 0 is `alpha`", "The lecture's convention takes 1 at the kink."),
        ("convention/zero-at-kink", lambda x, a: np.where(x > 0, 1.0, np.where(x < 0, a, 0.0)),
         "the slope at exactly 0 is 0", "The lecture's convention takes 1 at the kink."),
        ("neighbour-formula/relu-slope", lambda x, a: np.where(x >= 0, 1.0, 0.0),
         "the slope left of 0 is 0, as for ReLU", "It is alpha."),
        ("neighbour-formula/value", F.leaky_relu, "the value comes back, not its slope",
         "The slope is 1 or alpha."),
        ("sign/branches-swapped", lambda x, a: np.where(x >= 0, a, 1.0),
         "the two slopes are swapped", "alpha belongs to x < 0."),
        ("factor/alpha-everywhere", lambda x, a: np.full_like(x, a),
         "the slope is `alpha` on both sides", "Right of 0 it is 1."),
        ("sign/alpha", lambda x, a: np.where(x >= 0, 1.0, -a),
         "`alpha` has the wrong sign", "The slope left of 0 is alpha."),
        ("neighbour-formula/fixed-slope", lambda x, a: np.where(x >= 0, 1.0, 0.01),
         "the slope left of 0 is 0.01 whatever alpha is", "It is alpha."),
        ("omitted-term/no-slope", lambda x, a: np.ones_like(x),
         "the slope is 1 everywhere", "Left of 0 it is alpha."))
    wrong_a = (
        ("omitted-term/no-branch", lambda x, a: x, "`alpha` gets a share from positive inputs",
         "Right of 0 the value does not depend on alpha: the derivative is 0."),
        ("sign/positive-side", lambda x, a: np.maximum(0, x),
         "the positive side is taken", "alpha matters left of 0 only: min(0, x)."),
        ("sign/d-alpha", lambda x, a: -np.minimum(0, x),
         "the sign is wrong", "d(alpha x)/d(alpha) = x, below 0."),
        ("factor/alpha-times", lambda x, a: a * np.minimum(0, x),
         "`alpha` stands in its own derivative", "d(alpha x)/d(alpha) = x."),
        ("neighbour-formula/indicator", lambda x, a: np.where(x < 0, 1.0, 0.0),
         "the derivative is 1 left of 0", "d(alpha x)/d(alpha) = x."),
        ("neighbour-formula/alpha", lambda x, a: np.where(x < 0, a, 0.0),
         "`alpha` itself comes back", "d(alpha x)/d(alpha) = x."),
        ("neighbour-formula/one-on-the-right", lambda x, a: np.where(x < 0, x, 1.0),
         "the derivative is 1 right of 0", "There the value does not depend on alpha: 0."),
        ("neighbour-formula/leaky-value", lambda x, a: np.where(x < 0, a * x, x),
         "the value comes back", "d(alpha x)/d(alpha) = x left of 0, else 0."),
        ("axis/summed", lambda x, a: np.sum(np.minimum(0, x)),
         "the derivative is summed over the entries", "Keep one entry per input."),
        ("axis/averaged", lambda x, a: np.mean(np.minimum(0, x)),
         "the derivative is averaged over the entries", "Keep one entry per input."),
        ("omitted-term/no-gradient", lambda x, a: np.zeros_like(x),
         "`alpha` gets no gradient", "Left of 0 the value alpha x depends on alpha."))

    def pair(first, second):
        return lambda x, a: (first(_array(x), a), second(_array(x), a))

    def plain(fn):
        def wrong(x, a):
            if isinstance(x, list):
                raise TypeError("unsupported operand type(s): 'list'")
            return fn(x, a)
        return wrong

    whole = (
        ("shape/swapped", lambda x, a: (d_a(_array(x), a), d_x(_array(x), a)),
         "the two derivatives are swapped", "Return d_x first, then d_alpha."),
        ("omitted-term/only-d-x", lambda x, a: d_x(_array(x), a), "only d_x comes back",
         "Return the pair d_x, d_alpha."),
        ("omitted-term/only-d-alpha", lambda x, a: d_a(_array(x), a), "only d_alpha comes back",
         "Return the pair d_x, d_alpha."),
        ("ignored-argument/alpha", pair(lambda x, a: d_x(x, 0.25), d_a),
         "the argument `alpha` makes no difference", "The slope left of 0 is alpha."),
        ("shape/list-given", F.prelu_grads,
         "the function meets a plain list and computes with it as if it were an array",
         "Start with x = np.asarray(x)."))
    found = []
    for name, fn, what, where in wrong_x:
        found += [Mistake(name, form(pair(fn, d_a)), what, where) for form in (_same, plain)]
    for name, fn, what, where in wrong_a:
        found += [Mistake(name, form(pair(d_x, fn)), what, where) for form in (_same, plain)]
    for name, fn, what, where in whole:
        forms = (plain,) if name == "shape/list-given" else (_same, plain)
        found += [Mistake(name, form(fn), what, where) for form in forms]
    found += [Mistake("integer/integer-input", lambda x, a: tuple(
        v.astype(np.asarray(x).dtype) for v in map(np.asarray, F.prelu_grads(x, a))),
        "right for floats, wrong when the input holds integers",
        "An array made from integers keeps integers only: give it dtype=float.")]
    return tuple(found)


def _prelu_differences(x, alpha):
    x, h = np.asarray(x, dtype=float), 1e-6
    d_x = (F.leaky_relu(x + h, alpha) - F.leaky_relu(x, alpha)) / h  # from the right: 1 at 0
    return d_x, (F.leaky_relu(x, alpha + h) - F.leaky_relu(x, alpha - h)) / (2 * h)


PRELU = Exercise(
    id="prelu_grads", title="Train the leak", notebook="03", number="3.9",
    signature="prelu_grads(x, alpha)", lecture=("ALICE-5.4e",), minutes=6, difficulty=2,
    reference=F.prelu_grads, cases=_prelu_cases, parts=("d_x", "d_alpha"),
    mistakes=_prelu_bank(),
    hints=("The value is x on the right and alpha x on the left. Which letter moves?",
           "First hold alpha and move x, then hold x and move alpha.",
           "d_x = 1 where x ≥ 0, else alpha; d_alpha = min(0, x)"),
    formula="d/dx = 1 (x ≥ 0) or alpha (x < 0);  d/dalpha = min(0, x)",
    variation="sum d_alpha over a batch and take one gradient step for alpha.",
    right=(_prelu_differences,
           lambda x, a: (F.leaky_relu_grad(x, a), np.minimum(0, x)),
           lambda x, a: [_loop(lambda v: 1.0 if v >= 0 else a)(x),
                         _loop(lambda v: min(v, 0.0))(x)],
           lambda x, a: (a + (1 - a) * (np.asarray(x) >= 0), np.asarray(x) * (np.asarray(x) < 0)),
           lambda x, a: tuple(np.float32(v) for v in F.prelu_grads(x, a))),
    awkward=lambda x, a: [_loop(lambda v: 1.0 if v >= 0 else a)(x),
                          _loop(lambda v: min(v, 0.0))(x)],
)

# --- predictions -------------------------------------------------------------------------------

EXERCISES = (COLLAPSE, SIGMOID, SIGMOID_GRAD, TANH_GRAD, RELU, RELU_GRAD, DEAD, LEAKY, PRELU,
             SOFTPLUS, ELU, GELU, SWISH)
PREDICTIONS = (
    Prediction(
        id="03-collapse",
        question="A network has 2 inputs, two affine layers of 100 units each, and one output, "
                 "all trainable: 10,501 numbers. What can it represent?",
        choices={"A": "more than one affine layer: it has 10,501 numbers",
                 "B": "the same functions as one affine layer with 3 numbers",
                 "C": "XOR, if the weights are trained long enough",
                 "D": "polynomials of degree 3"},
        answer="B", run="the code cells of this block",
        holds="All 10,501 numbers act as three: two slopes and a bias.",
        why={"A": "Counting numbers tempts, but they occur in products only: many settings give "
                  "one function.",
             "B": "An affine map of an affine map is affine: multiply out.",
             "C": "Training moves the weights, not the family of functions.",
             "D": "The weights are multiplied with each other, the input never with itself."}),
    Prediction(
        id="03-step",
        question="We put the step after the first layer of a network and nudge one of its "
                 "weights by a millionth. What does the loss on the four XOR points do?",
        choices={"A": "it moves a little, in proportion to the nudge", "B": "it jumps",
                 "C": "almost always nothing at all", "D": "it becomes undefined"},
        answer="C", run="the next code cell",
        holds="The numerical gradient is exactly 0 through the step, not through a sigmoid.",
        why={"A": "That is what happens with the sigmoid.",
             "B": "It jumps only if the nudge carries a pre-activation across 0, which is rare.",
             "C": "Left and right of 0 the step is flat, so no gradient reaches the weight.",
             "D": "Only at exactly 0 the slope does not exist; the values always do."}),
    Prediction(
        id="03-saturation",
        question="Ten sigmoids in a row, each at its steepest point. By which factor does the "
                 "gradient shrink on the way back?",
        choices={"A": "about 10", "B": "about 1,000", "C": "about a million", "D": "not at all"},
        answer="C", run="the next two code cells and the picture",
        holds="Each sigmoid multiplies by at most a quarter: after ten, less than a millionth.",
        why={"A": "The factors multiply, they do not add.",
             "B": "That is 2 to the power 10: a slope of a half. The steepest slope is a quarter.",
             "C": "4 to the power 10 is 1,048,576.",
             "D": "That would need a slope of 1: tanh at 0 has it, or ReLU right of 0."}),
    Prediction(
        id="03-kink",
        question="The lecture's XOR network with ReLU: we compute the gradient of the hidden "
                 "bias once with relu'(0) = 1 and once with relu'(0) = 0. How far apart are the "
                 "two?",
        choices={"A": "equal: pre-activations are never exactly 0",
                 "B": "equal up to rounding", "C": "twice as large in one case",
                 "D": "the sign flips"},
        answer="D", run="the next three code cells",
        holds="Four of eight pre-activations are exactly 0, and the convention flips the sign.",
        why={"A": "True for random weights. These weights and inputs are whole numbers.",
             "B": "The difference is as large as the gradient itself.",
             "C": "The size is the same; look at the sign.",
             "D": "The rows at the kink push one way, the others the other way; with 0 only the "
                  "others are heard."}),
)
