"""Records of notebook 05: exercises with their cases and known mistakes, predictions."""

from types import SimpleNamespace

import numpy as np

from course_utils import network
from course_utils.exercises.engine import Case, Exercise, Mistake, Prediction

NAMES = ("f", "H", "b_H", "k", "h", "U", "b_U", "z")
KEYS = ("H", "b_H", "U", "b_U")

# --- networks to try answers on -----------------------------------------------------------


def _net(t, d, v, m, seed, scale=1.0):
    """Inputs (t, d), one-hot targets (t, m) and parameters, in eighths: exact in float32."""
    rng = np.random.default_rng(seed)
    eighths = lambda *shape: rng.integers(-12, 13, size=shape) / 8 * scale  # noqa: E731
    f, H, b_H, U, b_U = (eighths(t, d), eighths(d, v), eighths(1, v), eighths(v, m),
                         eighths(1, m))
    b_H = b_H + scale / 128  # a sum of products of eighths is never -1/128: no k is 0
    T = np.eye(m)[rng.integers(0, m, size=t)]
    return f, T, H, b_H, U, b_U


def _lecture_net():
    """The lecture's XOR features, six times, and an output layer of ours: half of k is 0."""
    f, T = np.array([[1.0, 1], [1, 0], [0, 1], [0, 0]]), np.eye(2)[[0, 1, 1, 0]]
    H, b_H = np.array([[1.0, -1], [1, -1]]), np.array([[-1.0, 1]])
    U, b_U = np.array([[1.0, -1], [1, -1]]), np.array([[-0.5, 0.5]])
    return np.tile(f, (6, 1)), np.tile(T, (6, 1)), H, b_H, U, b_U


def _whole_net():
    rng = np.random.default_rng(30)
    f, H, b_H, U, b_U = (rng.integers(-2, 3, size=shape)
                         for shape in ((5, 3), (3, 7), (1, 7), (7, 2), (1, 2)))
    return f, np.eye(2, dtype=int)[[0, 1, 1, 0, 0]], H, b_H, U, b_U


def _dead_net():
    """No hidden unit fires on any row."""
    f, T, H, b_H, U, b_U = _net(4, 5, 7, 2, 31)
    return np.abs(f), T, -np.abs(H), -np.abs(b_H) - 0.5, U, b_U


def _levels_net():
    """Logits near 1000 in one row, near -1000 in the next."""
    f, T, H, b_H, U, b_U = _net(4, 2, 7, 5, 33)
    f = np.array([[1.0, 0.25], [0.25, 2.0], [1.0, -0.5], [-0.5, 1.0]])
    H[:, 0], H[:, 1] = [4.0, -1.0], [-2.0, 3.0]
    U[0] += 256.0
    U[1] -= 256.0
    return f, T, H, b_H, U, b_U


def _by_name(values, *, with_T=True):
    return values if with_T else (values[0], *values[2:])


def _net_cases(with_T):
    def case(values, name, **options):
        f, T = values[:2]
        sizes = {"t": len(f), "d": f.shape[1], "v": values[2].shape[1], "m": T.shape[1]}
        return Case(_by_name(values, with_T=with_T), name, sizes=sizes, **options)

    big = _net(3, 4, 7, 5, 41)
    return [
        case(_net(4, 3, 7, 2, 12), "a small network, all sizes different"),
        case(_net(6, 4, 5, 8, 13), "six examples, eight classes"),
        case(_net(5, 2, 9, 3, 14), "five examples, nine hidden units"),
        case(_net(1, 7, 5, 2, 15), "a batch of one"),
        case(_net(7, 7, 7, 7, 16), "all sizes equal, so that a transpose goes unnoticed"),
        case(_lecture_net(), "the lecture's XOR network: half of its k are exactly 0"),
        case(_whole_net(), "whole numbers", integers=True),
        case(_dead_net(), "hidden units that are all off"),
        case((*big[:5], big[5] + 1000), "logits near +1000", extreme=True),
        case((*big[:5], big[5] - 1000), "logits near −1000", extreme=True),
        case(_levels_net(), "rows with logits near +1000 and −1000", extreme=True),
        case(_net(4, 5, 7, 2, 42, scale=32.0), "huge weights and inputs", extreme=True),
    ]


def _softmax(z, axis=-1):
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


# --- 5.1 layer_shapes ------------------------------------------------------------------------


def layer_shapes(t, d, v, m):
    """Shapes of f, H, b_H, k, h, U, b_U, z for a batch of t rows: eight pairs.

    d inputs, v hidden units, m classes. Lectures MAY24-1.1b, MAY24-1.3k.
    """
    return (t, d), (d, v), (1, v), (t, v), (t, v), (v, m), (1, m), (t, m)


def _shape_table(**other):
    def fill(t, d, v, m):
        right = dict(zip(NAMES, layer_shapes(t, d, v, m), strict=True))
        return tuple(other[n](t, d, v, m) if n in other else right[n] for n in NAMES)

    return fill


def _shape_mistake(id, what, where, **other):
    return Mistake(id, _shape_table(**other), what, where)


SHAPES = Exercise(
    id="layer_shapes", title="Fill in the table of shapes", notebook="05", number="5.1",
    signature="layer_shapes(t, d, v, m)", lecture=("MAY24-1.3k", "MAY24-1.1b"),
    minutes=5, difficulty=1, reference=layer_shapes, parts=NAMES,
    cases=lambda: [Case((1, 3, 50, 2), "one example, the lecture's sizes"),
                   Case((4, 3, 50, 2), "four examples, the lecture's sizes"),
                   Case((7, 5, 6, 4), "other sizes")],
    mistakes=(
        _shape_mistake("transpose/all-weights", "both weight matrices are written for columns",
                       "Rows are examples: H is (in, out), so (d, v), and U is (v, m).",
                       H=lambda t, d, v, m: (v, d), U=lambda t, d, v, m: (m, v)),
        _shape_mistake("transpose/activations", "the batch is written with examples as columns",
                       "Rows are examples: f is (t, d), k and h are (t, v), z is (t, m).",
                       f=lambda t, d, v, m: (d, t), k=lambda t, d, v, m: (v, t),
                       h=lambda t, d, v, m: (v, t), z=lambda t, d, v, m: (m, t)),
        _shape_mistake("transpose/biases", "a bias is written as a column",
                       "A bias is added to every row: (1, v) and (1, m).",
                       b_H=lambda t, d, v, m: (v, 1), b_U=lambda t, d, v, m: (m, 1)),
        _shape_mistake("shape/bias-per-example", "a bias has one row per example",
                       "One bias serves all the examples: one row, and broadcasting.",
                       b_H=lambda t, d, v, m: (t, v), b_U=lambda t, d, v, m: (t, m)),
        _shape_mistake("shape/bias-of-inputs", "a bias has the length of what comes in",
                       "A bias is added to what comes out: v numbers in b_H, m in b_U.",
                       b_H=lambda t, d, v, m: (1, d), b_U=lambda t, d, v, m: (1, v)),
        _shape_mistake("shape/bias-without-row", "a bias is written as a plain vector",
                       "In this course a bias keeps its row axis: (1, v) and (1, m).",
                       b_H=lambda t, d, v, m: (v,), b_U=lambda t, d, v, m: (m,)),
        _shape_mistake("shape/t", "only one example is thought of",
                       "A batch has t rows: f, k, h and z all have t of them.",
                       f=lambda t, d, v, m: (1, d), k=lambda t, d, v, m: (1, v),
                       h=lambda t, d, v, m: (1, v), z=lambda t, d, v, m: (1, m)),
        _shape_mistake("shape/hidden-of-inputs", "the hidden vector has the size of the input",
                       "k = f H + b_H has one entry per hidden unit: (t, v).",
                       k=lambda t, d, v, m: (t, d), h=lambda t, d, v, m: (t, d)),
        _shape_mistake("shape/hidden-of-classes", "the hidden vector has the size of the output",
                       "k = f H + b_H has one entry per hidden unit: (t, v).",
                       k=lambda t, d, v, m: (t, m), h=lambda t, d, v, m: (t, m)),
        _shape_mistake("shape/u-from-inputs", "U starts from the inputs",
                       "U takes hidden vectors to logits: (v, m).",
                       U=lambda t, d, v, m: (d, m)),
        _shape_mistake("shape/h-to-classes", "H leads straight to the classes",
                       "H takes inputs to hidden units: (d, v).",
                       H=lambda t, d, v, m: (d, m)),
        _shape_mistake("shape/weights-of-batch", "a weight matrix depends on the batch",
                       "Weights do not know how many examples there are: (d, v) and (v, m).",
                       H=lambda t, d, v, m: (t, v), U=lambda t, d, v, m: (t, m)),
        _shape_mistake("shape/z-of-hidden", "the logits have one column per hidden unit",
                       "z = h U + b_U has one column per class: (t, m).",
                       z=lambda t, d, v, m: (t, v)),
        _shape_mistake("convention/bias-in-weights", "the bias is a further row of its matrix",
                       "In this course biases stand apart: H is (d, v) and U is (v, m).",
                       H=lambda t, d, v, m: (d + 1, v), U=lambda t, d, v, m: (v + 1, m)),
        _shape_mistake("shape/bias-one-number", "a bias is one number for the whole layer",
                       "Every unit has its own bias: (1, v) and (1, m).",
                       b_H=lambda t, d, v, m: (1, 1), b_U=lambda t, d, v, m: (1, 1)),
        _shape_mistake("shape/one-class-per-row", "each row has one number, the class",
                       "z has one logit per class: (t, m).", z=lambda t, d, v, m: (t, 1)),
        _shape_mistake("shape/square-weights", "a weight matrix has as many rows as columns",
                       "In, then out: H is (d, v) and U is (v, m).",
                       H=lambda t, d, v, m: (v, v), U=lambda t, d, v, m: (m, m)),
        _shape_mistake("off-by-one/t", "one example is left out",
                       "A batch has t rows: f, k, h and z all have t of them.",
                       f=lambda t, d, v, m: (t - 1, d), k=lambda t, d, v, m: (t - 1, v),
                       h=lambda t, d, v, m: (t - 1, v), z=lambda t, d, v, m: (t - 1, m)),
        Mistake("transpose/everything", lambda t, d, v, m: tuple(
            shape[::-1] for shape in layer_shapes(t, d, v, m)),
                "every shape is written as (columns, rows)", "Rows first: f is (t, d)."),
        Mistake("missing-return/products-only", lambda t, d, v, m: ((t, d), (d, v), (v, m), (t, m)),
                "the biases and the hidden layer are missing",
                "Eight pairs: f, H, b_H, k, h, U, b_U, z."),
        Mistake("missing-return/products-only", lambda t, d, v, m: (t, m),
                "only one shape comes back", "Eight pairs: f, H, b_H, k, h, U, b_U, z."),
        Mistake("neighbour-formula/sizes", lambda t, d, v, m: tuple(
            a * b for a, b in layer_shapes(t, d, v, m)),
                "the numbers of entries come back", "A shape is the pair (rows, columns)."),
        Mistake("convention/parameters-first", lambda t, d, v, m: (
            (d, v), (1, v), (v, m), (1, m), (t, d), (t, v), (t, v), (t, m)),
                "the shapes come in another order", "The order is f, H, b_H, k, h, U, b_U, z."),
    ),
    hints=("Rows are examples. How many rows has f, and how many columns?",
           "In f H the inner sizes agree: (t, d) times (d, v) gives (t, v).",
           "f (t, d), H (d, v), b_H (1, v), k and h (t, v), U (v, m), b_U (1, m), z (t, m)"),
    formula="(t, d)(d, v) + (1, v) = (t, v);  (t, v)(v, m) + (1, m) = (t, m)",
    variation="write the shapes of the four gradients. Which of them depend on t?",
    right=(lambda t, d, v, m: [[t, d], [d, v], [1, v], [t, v], [t, v], [v, m], [1, m], [t, m]],
           lambda t, d, v, m: np.array([[t, d], [d, v], [1, v], [t, v], [t, v], [v, m], [1, m],
                                        [t, m]]),
           lambda t, d, v, m: tuple(np.zeros(s).shape for s in layer_shapes(t, d, v, m)),
           lambda t, d, v, m: [np.array(s) for s in layer_shapes(t, d, v, m)],
           lambda t, d, v, m: [(t, d), (d, v), (1, v), *[(t, v)] * 2, (v, m), (1, m), (t, m)]),
    awkward=lambda t, d, v, m: [list(map(float, s)) for s in layer_shapes(t, d, v, m)],
)

# --- 5.2 mlp_forward ----------------------------------------------------------------------------


def _relu(k):
    return np.maximum(k, 0)


def _forward(**other):
    """The forward pass with some of its lines exchanged; each rule sees all the names."""
    rules = {"k": lambda s: s.f @ s.H + s.b_H, "h": lambda s: _relu(s.k),
             "z": lambda s: s.h @ s.U + s.b_U, "result": lambda s: s.z} | other

    def run(f, H, b_H, U, b_U):
        s = SimpleNamespace(f=f, H=H, b_H=b_H, U=U, b_U=b_U)
        for name, rule in rules.items():
            setattr(s, name, rule(s))
        return s.result

    return run


def _forward_mistake(id, what, where, **other):
    return Mistake(id, _forward(**other), what, where)


def _two_faults():
    """A wrong output over a wrong hidden layer: the output is named, the rest is said."""
    outputs = (("neighbour-formula/softmax", "probabilities come back, not logits",
                lambda s: _softmax(s.z)),
               ("neighbour-formula/relu-on-output-too", "a ReLU is put on the output as well",
                lambda s: _relu(s.z)),
               ("neighbour-formula/sigmoid-output", "a sigmoid is put on the logits",
                lambda s: 1 / (1 + np.exp(-np.clip(s.z, -700, 700)))))
    inside = (("b_H is left out", {"k": lambda s: s.f @ s.H}),
              ("b_U is left out", {"z": lambda s: s.h @ s.U}),
              ("both biases are left out", {"k": lambda s: s.f @ s.H, "z": lambda s: s.h @ s.U}),
              ("the hidden layer is a sigmoid",
               {"h": lambda s: 1 / (1 + np.exp(-np.clip(s.k, -700, 700)))}),
              ("the hidden layer is a tanh", {"h": lambda s: np.tanh(s.k)}),
              ("the hidden layer has no ReLU", {"h": lambda s: s.k}))
    for id, what, result in outputs:
        for also, rules in inside:
            if "relu" not in id or "no ReLU" not in also:
                yield _forward_mistake(id, f"{what}, and {also}",
                                       "The output is linear: z = relu(f H + b_H) U + b_U.",
                                       result=result, **rules)
    yield _forward_mistake("neighbour-formula/softmax",
                           "the softmax of a ReLU comes back, not logits",
                           "The output is linear: z = relu(f H + b_H) U + b_U.",
                           result=lambda s: _softmax(_relu(s.z)))
    for also, rules in (*inside[:3], ("both biases are subtracted", {
            "k": lambda s: s.f @ s.H - s.b_H, "z": lambda s: s.h @ s.U - s.b_U})):
        yield _forward_mistake("omitted-term/relu", f"the hidden layer has no ReLU, and {also}",
                               "z = relu(f H + b_H) U + b_U.", h=lambda s: s.k, **rules)


def _distinct(a):
    """The rows of a table, each once, in the order of their first appearance."""
    return a[np.sort(np.unique(a, axis=0, return_index=True)[1])]


def _forward_slips():
    """One line of the forward pass off: what, where, the exchanged rules, by id."""
    full = "z = relu(f H + b_H) U + b_U."
    count = "Rows, units and classes are counted from 0, and all of them count."

    def only(row):
        return lambda s: s.z * (np.arange(len(s.z)) == row % len(s.z))[:, None]

    def norm(k):
        return (k - k.mean(0)) / (k.std(0) + 1e-5)

    rules = (
        ("neighbour-formula/relu-on-inputs", "the ReLU is on the inputs f, not on the hidden layer",
         "relu belongs to k = f H + b_H.",
         {"k": lambda s: _relu(s.f) @ s.H + s.b_H, "h": lambda s: s.k}),
        ("neighbour-formula/relu-on-inputs", "the inputs f go through a ReLU as well",
         "relu belongs to k = f H + b_H; f stays as it is.",
         {"k": lambda s: _relu(s.f) @ s.H + s.b_H}),
        ("neighbour-formula/relu-on-weights", "the ReLU is on the weights H, not on k",
         "relu belongs to k = f H + b_H.",
         {"k": lambda s: s.f @ _relu(s.H) + s.b_H, "h": lambda s: s.k}),
        ("neighbour-formula/bias-after-relu", "a ReLU for f H and one for b_H are added",
         "It belongs around the sum: h = relu(f H + b_H).",
         {"h": lambda s: _relu(s.f @ s.H) + _relu(s.b_H)}),
        ("neighbour-formula/bias-after-relu", "a ReLU for f H and one for b_H are added",
         "It belongs around the sum: h = relu(f H + b_H).",
         {"h": lambda s: s.f @ s.H + _relu(s.b_H)}),
        ("factor/bias-twice", "the bias b_H is there twice", "k = f H + b_H.",
         {"k": lambda s: s.f @ s.H + 2 * s.b_H}),
        ("factor/bias-twice", "the bias b_U is there twice", "z = h U + b_U.",
         {"z": lambda s: s.h @ s.U + 2 * s.b_U}),
        ("factor/bias-twice", "both biases are there twice", full,
         {"k": lambda s: s.f @ s.H + 2 * s.b_H, "z": lambda s: s.h @ s.U + 2 * s.b_U}),
        ("factor/bias-per-unit", "the bias is added once per term of the sum",
         "Add it after the sum, once.",
         {"k": lambda s: s.f @ s.H + s.f.shape[1] * s.b_H,
          "z": lambda s: s.h @ s.U + s.U.shape[0] * s.b_U}),
        ("factor/bias-per-unit", "the bias b_U is added once per hidden unit",
         "Add it after the sum, once.", {"z": lambda s: s.h @ s.U + s.U.shape[0] * s.b_U}),
        ("factor/bias-per-unit", "the bias b_H is added once per input",
         "Add it after the sum, once.", {"k": lambda s: s.f @ s.H + s.f.shape[1] * s.b_H}),
        ("factor/mean-for-sum", "the hidden units are averaged, not added up", full,
         {"z": lambda s: s.h @ s.U / s.U.shape[0] + s.b_U}),
        ("factor/mean-for-sum", "the inputs are averaged, not added up", full,
         {"k": lambda s: s.f @ s.H / s.f.shape[1] + s.b_H}),
        ("factor/mean-for-sum", "inputs and hidden units are averaged, not added up", full,
         {"k": lambda s: s.f @ s.H / s.f.shape[1] + s.b_H,
          "z": lambda s: s.h @ s.U / s.U.shape[0] + s.b_U}),
        ("factor/hidden-halved", "the hidden values are halved", full,
         {"h": lambda s: _relu(s.k) / 2}),
        ("sign/hidden", "the hidden values have the opposite sign", "h = max(0, k).",
         {"h": lambda s: -_relu(s.k)}),
        ("off-by-one/first-hidden-unit", "the first hidden unit is left out", count,
         {"h": lambda s: _relu(s.k) * (np.arange(s.k.shape[1]) > 0)}),
        ("off-by-one/first-input", "the first input is left out", count,
         {"k": lambda s: s.f[:, 1:] @ s.H[1:] + s.b_H}),
        ("off-by-one/first-row", "the first example is left out", count,
         {"result": lambda s: s.z[1:]}),
        ("off-by-one/first-row", "the first example is left out", count,
         {"result": lambda s: s.z * (np.arange(len(s.z)) > 0)[:, None]}),
        ("off-by-one/first-class", "the first logit of each row is left out", count,
         {"result": lambda s: s.z * (np.arange(s.z.shape[1]) > 0)}),
        ("off-by-one/first-class", "the first logit of each row is left out", count,
         {"result": lambda s: s.z[:, 1:]}),
        ("off-by-one/last-class", "the last logit of each row is left out", count,
         {"result": lambda s: s.z[:, :-1]}),
        ("axis/first-row-only", "only the first example is computed",
         "Does the `return` stand inside the loop?", {"result": only(0)}),
        ("missing-return/last-row-only", "only the last example comes back",
         "Inside a loop each row overwrites the one before: collect them.",
         {"result": lambda s: s.z[-1:]}),
        ("missing-return/last-row-only", "only the last example comes back",
         "Inside a loop each row overwrites the one before: collect them.",
         {"result": lambda s: s.z[-1]}),
        ("missing-return/last-row-only", "only the last example is computed",
         "Is the table made anew on every turn of the loop? Make it before.",
         {"result": only(-1)}),
        ("duplicates/equal-rows", "examples that occur several times are computed once",
         "Every row of f gets its logits, in order.", {"result": lambda s: np.unique(s.z, axis=0)}),
        *(("duplicates/equal-rows", "examples that occur several times are computed once",
           "Every row of f gets its logits, in order.",
           {"k": lambda s, g=g: g(s.f) @ s.H + s.b_H})
          for g in (_distinct, lambda f: np.unique(f, axis=0))),
        ("integer/biases-truncated", "the biases have lost their digits after the point",
         "No int() and no integer array: use b_H and b_U as they are.",
         {"k": lambda s: s.f @ s.H + np.trunc(s.b_H), "z": lambda s: s.h @ s.U + np.trunc(s.b_U)}),
        ("integer/weights-truncated", "the weights have lost their digits after the point",
         "No int() and no integer array: use H and U as they are.",
         {"k": lambda s: s.f @ np.trunc(s.H) + s.b_H, "z": lambda s: s.h @ np.trunc(s.U) + s.b_U}),
        ("axis/max-over-classes", "the largest logit of each row comes back",
         "Return all m logits.", {"result": lambda s: s.z.max(1)}),
        ("axis/max-over-classes", "the largest logit of each row comes back",
         "Return all m logits.", {"result": lambda s: s.z.max(1, keepdims=True)}),
        ("neighbour-formula/sorted", "the logits of each row are sorted",
         "Column j is class j: keep the order.", {"result": lambda s: np.sort(s.z, axis=1)}),
        ("neighbour-formula/centred", "the mean of each row is subtracted from the logits",
         "Return z as it is.", {"result": lambda s: s.z - s.z.mean(1, keepdims=True)}),
        ("neighbour-formula/batch-norm", "the hidden layer is normalised over the batch",
         "h = relu(k), nothing else.", {"h": lambda s: _relu(norm(s.k))}),
        ("neighbour-formula/tanh-output", "a tanh is put on the logits",
         "The output is linear: z = h U + b_U.", {"result": lambda s: np.tanh(s.z)}),
        ("neighbour-formula/softmax", "rounded probabilities come back, not logits",
         "Leave the softmax out: the output is linear.",
         {"result": lambda s: np.round(_softmax(s.z), 3)}),
        ("neighbour-formula/leaky-relu", "below 0 the hidden value is −0.01 k",
         "ReLU is 0 below 0.", {"h": lambda s: np.where(s.k > 0, s.k, -0.01 * s.k)}),
        ("neighbour-formula/one-below-zero", "the hidden value is 1 where k is negative",
         "ReLU is 0 below 0.", {"h": lambda s: np.where(s.k > 0, s.k, 1)}),
        ("neighbour-formula/threshold-one", "the hidden unit is off below 1, not below 0",
         "relu(k) = max(0, k).", {"h": lambda s: np.where(s.k > 1, s.k, 0)}),
        *(("neighbour-formula/clipped", "the logits are cut off", "Logits may be large.",
           {"result": lambda s, c=c: np.clip(s.z, -c, c)}) for c in (10, 20, 50, 100, 500, 700)),
        *(("axis/one-bias-for-all", f"one number is added in place of the bias row {name}",
           f"Every unit has its own bias: add the whole row {name}.", rule)
          for g in (lambda b: b[0, 0], np.mean, np.sum)
          for name, rule in (("b_H", {"k": lambda s, g=g: s.f @ s.H + g(s.b_H)}),
                             ("b_U", {"z": lambda s, g=g: s.h @ s.U + g(s.b_U)}))),
    )
    return [_forward_mistake(id, what, where, **other) for id, what, where, other in rules]


def _erf(x):
    from math import erf

    return np.vectorize(erf)(x)


def _forward_typed(f, H, b_H, U, b_U):
    """A table of the inputs' type is filled entry by entry."""
    z = np.zeros((len(f), U.shape[1]), dtype=f.dtype)
    z[:] = _relu(f @ H + b_H) @ U + b_U
    return z


def _hidden_typed(f, H, b_H, U, b_U):
    h = np.zeros((len(f), U.shape[0]), dtype=f.dtype)
    h[:] = _relu(f @ H + b_H)
    return h @ U + b_U


def _square(W):
    """W, transposed where that goes unnoticed."""
    return W.T if W.shape[0] == W.shape[1] else W


def _without(a, axis):
    """The array with its last row or column replaced by zeros."""
    a = np.array(a, dtype=float)
    a[(slice(None),) * axis + (-1,)] = 0
    return a


def _forward_loop(f, H, b_H, U, b_U):
    rows = []
    for x in f:
        hidden = [max(0.0, sum(float(x[i]) * float(H[i, j]) for i in range(len(x)))
                      + float(b_H[0, j])) for j in range(H.shape[1])]
        rows.append([sum(hidden[j] * float(U[j, c]) for j in range(len(hidden)))
                     + float(b_U[0, c]) for c in range(U.shape[1])])
    return np.array(rows)


def _forward_einsum(f, H, b_H, U, b_U):
    k = np.einsum("td,dv->tv", f, H) + b_H
    return np.einsum("tv,vm->tm", np.where(k > 0, k, 0), U) + b_U


def _forward_columns(f, H, b_H, U, b_U):
    k = H.T.dot(f.T) + b_H.T
    return (U.T.dot((k + np.abs(k)) / 2) + b_U.T).T


def _forward_ones(f, H, b_H, U, b_U):
    one = np.ones((len(f), 1))
    k = np.hstack([f, one]) @ np.vstack([H, b_H])
    return np.hstack([k * (k >= 0), one]) @ np.vstack([U, b_U])


def _forward_float32(f, H, b_H, U, b_U):
    f, H, b_H, U, b_U = (np.asarray(a, dtype=np.float32) for a in (f, H, b_H, U, b_U))
    h = np.matmul(f, H) + b_H[0]
    h[h < 0] = 0
    return np.add(np.matmul(h, U), b_U[0])


def _forward_cases():
    f, H, b_H, U, b_U = _by_name(_net(4, 3, 7, 2, 17), with_T=False)
    half = Case((np.array([[1, 2, 0], [0, -1, 2], [3, 1, 1], [-2, 0, 1]]), H, b_H, U, b_U),
                "whole-number inputs, weights with fractions",
                sizes={"t": 4, "d": 3, "v": 7, "m": 2}, integers=True)
    return [*_net_cases(with_T=False)[:8], half, *_net_cases(with_T=False)[8:]]


FORWARD = Exercise(
    id="mlp_forward", title="Write the forward pass", notebook="05", number="5.2",
    signature="mlp_forward(f, H, b_H, U, b_U)", lecture=("MAY24-1.1b", "MAY24-1.3a"),
    minutes=6, difficulty=1, reference=network.mlp_forward, cases=_forward_cases,
    mistakes=(
        _forward_mistake("neighbour-formula/softmax", "probabilities come back, not logits",
                         "Leave the softmax out: the output is linear.",
                         result=lambda s: _softmax(s.z)),
        Mistake("neighbour-formula/softmax",
                _forward(result=lambda s: np.exp(s.z) / np.exp(s.z).sum(1, keepdims=True)),
                "probabilities come back, not logits",
                "Leave the softmax out: the output is linear."),
        _forward_mistake("neighbour-formula/log-softmax",
                         "logarithms of probabilities come back, not logits",
                         "Leave the softmax and the logarithm out.",
                         result=lambda s: s.z - np.log(np.exp(s.z - s.z.max(1, keepdims=True))
                                                       .sum(1, keepdims=True))
                         - s.z.max(1, keepdims=True)),
        _forward_mistake("neighbour-formula/sigmoid-output", "a sigmoid is put on the logits",
                         "The output is linear: z = h U + b_U.",
                         result=lambda s: 1 / (1 + np.exp(-np.clip(s.z, -700, 700)))),
        *(_forward_mistake("neighbour-formula/softmax", "exponentials come back, not logits",
                           "Leave the softmax out: the output is linear.", result=rule)
          for rule in (lambda s: np.exp(s.z), lambda s: _softmax(s.z, axis=0),
                       lambda s: np.exp(s.z - s.z.max(1, keepdims=True)),
                       lambda s: np.exp(s.z) / np.exp(s.z).sum())),
        _forward_mistake("neighbour-formula/log-softmax", "each row loses its largest logit",
                         "That is half of a softmax: return z itself.",
                         result=lambda s: s.z - s.z.max(1, keepdims=True)),
        _forward_mistake("neighbour-formula/argmax", "classes come back, not logits",
                         "Return z itself, shape (t, m).", result=lambda s: s.z.argmax(1)),
        _forward_mistake("neighbour-formula/argmax", "one-hot classes come back, not logits",
                         "Return z itself.",
                         result=lambda s: np.eye(s.z.shape[1])[s.z.argmax(1)]),
        _forward_mistake("omitted-term/relu", "the hidden layer has no ReLU",
                         "Without it the two layers are one affine map: h = relu(k).",
                         h=lambda s: s.k),
        _forward_mistake("neighbour-formula/relu-on-output-too",
                         "a ReLU is put on the output as well",
                         "The output is linear: logits may be negative.",
                         result=lambda s: _relu(s.z)),
        _forward_mistake("neighbour-formula/relu-on-output-only",
                         "the ReLU is on the output, not on the hidden layer",
                         "relu belongs to k = f H + b_H; z stays linear.",
                         h=lambda s: s.k, result=lambda s: _relu(s.z)),
        _forward_mistake("omitted-term/hidden-bias", "the bias b_H is left out",
                         "k = f H + b_H.", k=lambda s: s.f @ s.H),
        _forward_mistake("omitted-term/output-bias", "the bias b_U is left out",
                         "z = h U + b_U.", z=lambda s: s.h @ s.U),
        _forward_mistake("omitted-term/both-biases", "both biases are left out",
                         "k = f H + b_H and z = h U + b_U.",
                         k=lambda s: s.f @ s.H, z=lambda s: s.h @ s.U),
        _forward_mistake("sign/hidden-bias", "the bias b_H is subtracted", "k = f H + b_H.",
                         k=lambda s: s.f @ s.H - s.b_H),
        _forward_mistake("sign/output-bias", "the bias b_U is subtracted", "z = h U + b_U.",
                         z=lambda s: s.h @ s.U - s.b_U),
        _forward_mistake("sign/both-biases", "both biases are subtracted",
                         "k = f H + b_H and z = h U + b_U.",
                         k=lambda s: s.f @ s.H - s.b_H, z=lambda s: s.h @ s.U - s.b_U),
        _forward_mistake("neighbour-formula/bias-after-relu",
                         "the bias b_H is added after the ReLU",
                         "It belongs inside: h = relu(f H + b_H).",
                         k=lambda s: s.f @ s.H, h=lambda s: _relu(s.k) + s.b_H),
        *(_forward_mistake("neighbour-formula/leaky-relu", "this is a leaky ReLU",
                           "The lecture's ReLU is 0 below 0.",
                           h=lambda s, a=a: np.where(s.k > 0, s.k, a * s.k))
          for a in (0.01, 0.1, 0.2)),
        _forward_mistake("neighbour-formula/sigmoid-hidden", "the hidden layer has a sigmoid",
                         "Use ReLU: max(0, k).",
                         h=lambda s: 1 / (1 + np.exp(-np.clip(s.k, -700, 700)))),
        _forward_mistake("neighbour-formula/tanh-hidden", "the hidden layer has a tanh",
                         "Use ReLU: max(0, k).", h=lambda s: np.tanh(s.k)),
        _forward_mistake("neighbour-formula/step-hidden", "the hidden layer has a step",
                         "ReLU keeps the size of a positive k.", h=lambda s: (s.k > 0) * 1.0),
        _forward_mistake("neighbour-formula/step-hidden",
                         "the hidden layer has a step (ReLU's derivative)",
                         "ReLU keeps the size of a positive k.", h=lambda s: (s.k >= 0) * 1.0),
        _forward_mistake("neighbour-formula/abs-hidden", "the hidden layer has |k|",
                         "ReLU is 0 below 0.", h=lambda s: np.abs(s.k)),
        _forward_mistake("neighbour-formula/softplus-hidden", "the hidden layer has a softplus",
                         "Use ReLU: max(0, k).", h=lambda s: np.logaddexp(0, s.k)),
        _forward_mistake("neighbour-formula/gelu-hidden", "the hidden layer has a GELU",
                         "Use ReLU: max(0, k).",
                         h=lambda s: s.k * (1 + _erf(s.k / 2**0.5)) / 2),
        _forward_mistake("neighbour-formula/elu-hidden", "the hidden layer has an ELU",
                         "Use ReLU: max(0, k).",
                         h=lambda s: np.where(s.k > 0, s.k, np.expm1(np.minimum(s.k, 0)))),
        _forward_mistake("neighbour-formula/relu6", "the hidden layer is cut off at 6",
                         "ReLU has no upper end.", h=lambda s: np.clip(s.k, 0, 6)),
        _forward_mistake("neighbour-formula/relu-cut-at-one", "the hidden layer is cut off at 1",
                         "ReLU has no upper end.", h=lambda s: np.clip(s.k, 0, 1)),
        _forward_mistake("neighbour-formula/square-hidden", "the hidden units are squared",
                         "ReLU keeps k where it is positive.", h=lambda s: _relu(s.k) ** 2),
        _forward_mistake("sign/min-for-max", "the ReLU keeps what is negative",
                         "relu(k) = max(0, k).", h=lambda s: np.minimum(s.k, 0)),
        _forward_mistake("sign/relu-of-minus-k", "the ReLU is applied to −k",
                         "relu(k) = max(0, k).", h=lambda s: _relu(-s.k)),
        _forward_mistake("neighbour-formula/max-with-one", "the ReLU compares with 1",
                         "relu(k) = max(0, k).", h=lambda s: np.maximum(s.k, 1)),
        _forward_mistake("transpose/h-weights", "H is transposed in the product",
                         "Rows are examples: f @ H, (t, d)(d, v).",
                         k=lambda s: s.f @ s.H.T + s.b_H),
        _forward_mistake("transpose/u-weights", "U is transposed in the product",
                         "Rows are examples: h @ U, (t, v)(v, m).",
                         z=lambda s: s.h @ s.U.T + s.b_U),
        _forward_mistake("transpose/both-weights", "H and U are transposed in the products",
                         "Rows are examples: f @ H and h @ U.",
                         k=lambda s: s.f @ s.H.T + s.b_H, z=lambda s: s.h @ s.U.T + s.b_U),
        _forward_mistake("transpose/h-weights", "H is transposed where it is square",
                         "Rows are examples: f @ H, (t, d)(d, v). A square H hides the mistake.",
                         k=lambda s: s.f @ _square(s.H) + s.b_H),
        _forward_mistake("transpose/u-weights", "U is transposed where it is square",
                         "Rows are examples: h @ U, (t, v)(v, m). A square U hides the mistake.",
                         z=lambda s: s.h @ _square(s.U) + s.b_U),
        _forward_mistake("transpose/both-weights", "H and U are transposed where they are square",
                         "Rows are examples: f @ H and h @ U.",
                         k=lambda s: s.f @ _square(s.H) + s.b_H,
                         z=lambda s: s.h @ _square(s.U) + s.b_U),
        _forward_mistake("transpose/inputs", "f is transposed where it is square",
                         "Rows are examples already: f @ H, (t, d)(d, v).",
                         k=lambda s: _square(s.f) @ s.H + s.b_H),
        _forward_mistake("transpose/order", "the products have their factors swapped",
                         "Rows are examples: f @ H, not H @ f.",
                         k=lambda s: s.H @ s.f + s.b_H, z=lambda s: s.U @ s.h + s.b_U),
        _forward_mistake("transpose/result", "the result is the transpose of what is asked",
                         "Rows are examples: shape (t, m).", result=lambda s: s.z.T),
        _forward_mistake("neighbour-formula/biases-swapped", "the two biases are swapped",
                         "b_H (1, v) belongs to the hidden layer, b_U (1, m) to the output.",
                         k=lambda s: s.f @ s.H + s.b_U, z=lambda s: s.h @ s.U + s.b_H),
        _forward_mistake("neighbour-formula/bias-on-weights",
                         "a bias is added to the weights, before the product",
                         "The product comes first: f @ H + b_H, h @ U + b_U.",
                         k=lambda s: s.f @ (s.H + s.b_H), z=lambda s: s.h @ (s.U + s.b_U)),
        _forward_mistake("neighbour-formula/bias-on-weights",
                         "the bias b_H is added to the weights, before the product",
                         "The product comes first: f @ H + b_H.",
                         k=lambda s: s.f @ (s.H + s.b_H)),
        _forward_mistake("neighbour-formula/bias-on-weights",
                         "the bias b_U is added to the weights, before the product",
                         "The product comes first: h @ U + b_U.",
                         z=lambda s: s.h @ (s.U + s.b_U)),
        *(_forward_mistake("axis/one-bias-for-all", "one number is added in place of the bias row",
                           "Every unit has its own bias: add the whole row b_H, and b_U.",
                           k=lambda s, g=g: s.f @ s.H + g(s.b_H),
                           z=lambda s, g=g: s.h @ s.U + g(s.b_U))
          for g in (lambda b: b[0, 0], np.mean, np.sum)),
        *(_forward_mistake("axis/max-over-units", "the maximum runs over a whole axis",
                           "np.max(k, 0) takes the maximum along axis 0: np.maximum(k, 0) "
                           "compares each entry with 0.", h=lambda s, g=g: g(s.k))
          for g in (lambda k: np.max(k, 0), lambda k: np.max(k, 0, keepdims=True),
                    lambda k: np.max(k, 1), lambda k: np.maximum(np.max(k, 0), 0))),
        _forward_mistake("off-by-one/last-hidden-unit", "the last hidden unit is left out",
                         "`range(n)` already stops before n: all v hidden units count.",
                         h=lambda s: _without(_relu(s.k), 1)),
        _forward_mistake("off-by-one/last-input", "the last input is left out",
                         "`range(n)` already stops before n: all d inputs count.",
                         k=lambda s: _without(s.f, 1) @ s.H + s.b_H),
        _forward_mistake("off-by-one/last-row", "the last example is left out",
                         "`range(n)` already stops before n: every row of f gets its logits.",
                         result=lambda s: s.z[:-1]),
        _forward_mistake("off-by-one/last-row", "the last example is left out",
                         "`range(n)` already stops before n: every row of f gets its logits.",
                         result=lambda s: _without(s.z, 0)),
        _forward_mistake("off-by-one/last-class", "the last logit of each row is left out",
                         "`range(n)` already stops before n: every row has m logits.",
                         result=lambda s: _without(s.z, 1)),
        _forward_mistake("neighbour-formula/elementwise", "the products are entry by entry",
                         "Matrix products need @, not *.", k=lambda s: s.f * s.H + s.b_H,
                         z=lambda s: s.h * s.U + s.b_U),
        _forward_mistake("omitted-term/pre-activation-out",
                         "the pre-activation k of the hidden layer comes back",
                         "Two steps are left: h = relu(k), and z = h U + b_U.",
                         result=lambda s: s.k),
        _forward_mistake("omitted-term/hidden-out", "the hidden layer comes back",
                         "One more layer: z = h U + b_U.", result=lambda s: s.h),
        *_two_faults(),
        _forward_mistake("neighbour-formula/layers-swapped", "U is used before H",
                         "H and b_H come first.",
                         z=lambda s: _relu(s.f @ s.U + s.b_U) @ s.H + s.b_H),
        _forward_mistake("shape/several-results", "more than the logits come back",
                         "Return z only.", result=lambda s: (s.z, s.h)),
        _forward_mistake("shape/several-results", "more than the logits come back",
                         "Return z only.", result=lambda s: (s.h, s.z)),
        _forward_mistake("shape/several-results", "more than the logits come back",
                         "Return z only.", result=lambda s: (s.k, s.h, s.z)),
        _forward_mistake("shape/batch-of-one-squeezed", "a batch of one loses its row axis",
                         "Keep shape (t, m) for t = 1 too.", result=lambda s: s.z.squeeze()),
        _forward_mistake("axis/first-row-only", "only the first example is computed",
                         "Compute all t rows at once.", result=lambda s: s.z[:1]),
        _forward_mistake("axis/first-row-only", "only the first example is computed",
                         "Compute all t rows at once.", result=lambda s: s.z[0]),
        _forward_mistake("axis/mean-over-batch", "the logits are averaged over the batch",
                         "Every row keeps its own logits.", result=lambda s: s.z.mean(0)),
        _forward_mistake("axis/mean-over-batch", "the logits are averaged over the batch",
                         "Every row keeps its own logits.",
                         result=lambda s: s.z.mean(0, keepdims=True)),
        _forward_mistake("factor/divided-by-t", "the logits are divided by the batch size",
                         "The 1/t belongs to the gradients.", result=lambda s: s.z / len(s.f)),
        Mistake("integer/type-of-inputs", _forward_typed,
                "the digits after the point are lost where f holds whole numbers",
                "An array with dtype=f.dtype keeps integers only: let NumPy choose."),
        Mistake("integer/type-of-inputs", _hidden_typed,
                "the digits after the point are lost where f holds whole numbers",
                "An array with dtype=f.dtype keeps integers only: let NumPy choose."),
        Mistake("integer/truncated", _forward(result=lambda s: s.z.astype(int)),
                "the digits after the point are lost", "Return z as it is."),
        Mistake("integer/truncated", _forward(h=lambda s: _relu(s.k).astype(int)),
                "the hidden values have lost the digits after the point",
                "Keep h as it is: no int(), no integer array."),
        *(Mistake("integer/rounded", _forward(result=lambda s, n=n: np.round(s.z, n)),
                  "the logits are rounded", "Return z as it is.") for n in (0, 1, 2, 3)),
        *_forward_slips(),
    ),
    hints=("Write the shapes of f, H and b_H side by side: what is the shape of k?",
           "Two layers: affine, ReLU, affine. The last one stays linear.",
           "k = f H + b_H;  h = max(0, k);  z = h U + b_U"),
    formula="z = relu(f H + b_H) U + b_U",
    variation="set b_H to 0 and scale f by 2: what happens to z − b_U, and why?",
    right=(_forward_loop, _forward_einsum, _forward_columns, _forward_ones, _forward_float32),
    awkward=lambda *args: np.asfortranarray(_forward_float32(*args)),
)

# --- 5.3 mlp_backward -----------------------------------------------------------------------------

LINES = {
    "k": lambda s: s.f @ s.H + s.b_H,
    "h": lambda s: _relu(s.k),
    "z": lambda s: s.h @ s.U + s.b_U,
    "o": lambda s: _softmax(s.z),
    "d_z": lambda s: s.o - s.T,
    "dU": lambda s: s.h.T @ s.d_z / s.t,
    "db_U": lambda s: s.d_z.sum(axis=0, keepdims=True) / s.t,
    "U_back": lambda s: s.U,
    "d_h": lambda s: s.d_z @ s.U_back.T,
    "mask": lambda s: (s.k >= 0) * 1.0,
    "d_k": lambda s: s.d_h * s.mask,
    "dH": lambda s: s.f.T @ s.d_k / s.t,
    "db_H": lambda s: s.d_k.sum(axis=0, keepdims=True) / s.t,
    "result": lambda s: {"H": s.dH, "b_H": s.db_H, "U": s.dU, "b_U": s.db_U},
}


def _backward(**other):
    """The backward pass with some of its lines exchanged; each rule sees all the names."""
    rules = LINES | other

    def run(f, T, H, b_H, U, b_U):
        s = SimpleNamespace(f=f, T=T, H=H, b_H=b_H, U=U, b_U=b_U, t=len(f))
        for name, rule in rules.items():
            setattr(s, name, rule(s))
        return s.result

    return run


def _wrong(id, what, where, **other):
    return Mistake(id, _backward(**other), what, where)


def _all(change):
    """All four gradients changed in one way: `change(gradient, s)`."""
    return {"result": lambda s: {"H": change(s.dH, s), "b_H": change(s.db_H, s),
                                 "U": change(s.dU, s), "b_U": change(s.db_U, s)}}


def _biases(rule):
    """Both bias gradients by another rule of (d, s)."""
    return {"db_U": lambda s: rule(s.d_z, s), "db_H": lambda s: rule(s.d_k, s)}


def _renamed(names):
    return {"result": lambda s: dict(zip(names, (s.dH, s.db_H, s.dU, s.db_U), strict=True))}


def _over_t_minus_one(g, s):
    """A batch of one divides by 0."""
    with np.errstate(all="ignore"):
        return g * s.t / np.float64(s.t - 1)


def _quiet(rule):
    """A rule that meets 0/0 or an overflow, without NumPy's warning."""
    def quiet(s):
        with np.errstate(all="ignore"):
            return rule(s)

    return quiet


def _exp_over_sum(e, eps=0.0):
    return e / (e.sum(axis=1, keepdims=True) + eps)


def _chain_through_o(o, T):
    """Every row's d_z by the Jacobian of the softmax, from the squared error's 2(o - T)."""
    g = 2 * (o - T)
    return o * (g - (g * o).sum(axis=1, keepdims=True))


def _rows(keep, divide=lambda t: t):
    """Only some rows count, and their sum is divided by ``divide(t)``."""
    return {"d_z": lambda s: (s.o - s.T) * keep(np.arange(s.t), s.t)[:, None] * s.t / divide(s.t)}


def _columns(keep):
    """Which columns of an array count: keep(number, last)."""
    return lambda a: keep(np.arange(a.shape[1]), a.shape[1] - 1)


def _backward_slips():
    """One line of the backward pass off: what, where, the exchanged rules, by id."""
    count = "Every row, unit and class counts: range(n) starts at 0 and stops before n."
    u = "d_h = d_z Uᵀ: every class sends its error back through its own weights."
    new = "Inside a loop over the rows add up: += and not =."
    bias = "A bias' gradient is the mean of d_z, or of d_k, over the batch."
    norm = np.linalg.norm
    first, last = _columns(lambda j, end: j > 0), _columns(lambda j, end: j < end)
    rules = (
        *(("omitted-term/d-z-for-d-k", "U is left out on the way back: each row of d_z is "
           "reduced to one number", u, {"d_h": lambda s, g=g: g(s.d_z)[:, None] * np.ones(
               (1, s.U.shape[0]))})
          for g in (lambda d: np.abs(d).sum(1), lambda d: np.abs(d).mean(1),
                    lambda d: d.max(1), lambda d: d.min(1), lambda d: d[:, 0])),
        ("omitted-term/hidden-zero", "the gradient of the hidden layer is 0",
         "A row of o − T sums to 0: do not add it up. " + u,
         {"d_h": lambda s: np.zeros(s.k.shape)}),
        ("sign/absolute-u", "U has lost its signs on the way back", u,
         {"U_back": lambda s: np.abs(s.U)}),
        *(("off-by-one/row-left-out", what, count, _rows(keep, divide))
          for what, keep in (("the last example is left out", lambda i, t: i < t - 1),
                             ("the first example is left out", lambda i, t: i > 0))
          for divide in (lambda t: t, lambda t: max(t - 1, 1))),
        *(("missing-return/first-row-only", "only the first example is used",
           "Does the `return` stand inside the loop?", _rows(lambda i, t: i == 0, divide))
          for divide in (lambda t: t, lambda t: 1)),
        *(("missing-return/last-row-only", "only the last example is used", new,
           _rows(lambda i, t: i == t - 1, divide)) for divide in (lambda t: t, lambda t: 1)),
        *(("off-by-one/class-left-out", "one class sends nothing back to the hidden layer", count,
           {"d_h": lambda s, g=g: (s.d_z * g(s.d_z)) @ s.U_back.T}) for g in (first, last)),
        *(("off-by-one/class-left-out", "one class is left out of o − T", count,
           {"d_z": lambda s, g=g: (s.o - s.T) * g(s.z)}) for g in (first, last)),
        *(("off-by-one/unit-left-out", "one hidden unit gets no gradient", count,
           {"d_k": lambda s, g=g: s.d_h * s.mask * g(s.k)}) for g in (first, last)),
        *(("off-by-one/input-left-out", "one input's weights get no gradient", count,
           {"dH": lambda s, g=g: (s.f * g(s.f)).T @ s.d_k / s.t}) for g in (first, last)),
        ("neighbour-formula/sign-mask", "the sign of k stands where relu′(k) should",
         "relu′ is 1 or 0, never −1.", {"mask": lambda s: np.sign(s.k)}),
        ("neighbour-formula/threshold-one", "the mask begins at 1, not at 0", "k >= 0.",
         {"mask": lambda s: (s.k >= 1) * 1.0}),
        ("neighbour-formula/half-mask", "half of every gradient passes the ReLU",
         "relu′ is 1 where k >= 0 and 0 elsewhere.",
         {"mask": lambda s: np.full(s.k.shape, 0.5)}),
        ("sign/absolute-d-z", "the difference o − T has lost its sign", "d_z = o − T.",
         {"d_z": lambda s: np.abs(s.o - s.T)}),
        ("neighbour-formula/squared-difference", "the difference o − T is squared",
         "d_z = o − T: the derivative, not the error.", {"d_z": lambda s: (s.o - s.T) ** 2}),
        ("neighbour-formula/log-probabilities", "log o stands where o should", "d_z = o − T.",
         {"d_z": _quiet(lambda s: np.log(s.o) - s.T)}),
        ("neighbour-formula/loss-for-d-z", "the terms −T log o of the loss stand where d_z should",
         "The gradient of the loss by z is o − T.",
         {"d_z": _quiet(lambda s: -s.T * np.log(s.o))}),
        ("sign/added-targets", "the targets are added: o + T", "d_z = o − T.",
         {"d_z": lambda s: s.o + s.T}),
        ("omitted-term/denominator", "the exponentials are not divided by their sum",
         "o = softmax(z): every row sums to 1.",
         {"o": lambda s: np.exp(s.z - s.z.max(1, keepdims=True))}),
        ("omitted-term/denominator", "the exponentials are not divided by their sum",
         "o = softmax(z): every row sums to 1.", {"o": _quiet(lambda s: np.exp(s.z))}),
        ("axis/softmax-over-all", "the exponentials are divided by the sum of the whole table",
         "Every row sums to 1: axis=1, keepdims=True.",
         {"o": lambda s: np.exp(s.z - s.z.max(1, keepdims=True)) / np.exp(
             s.z - s.z.max(1, keepdims=True)).sum()}),
        ("axis/softmax-over-all", "the exponentials are divided by the sum of the whole table",
         "Every row sums to 1: axis=1, keepdims=True.",
         {"o": _quiet(lambda s: np.exp(s.z) / np.exp(s.z).sum())}),
        ("neighbour-formula/z-for-d-z", "the gradient of U is made from z, not from d_z",
         "hᵀ d_z with d_z = o − T.", {"dU": lambda s: s.h.T @ s.z / s.t}),
        *(("neighbour-formula/targets-for-d-z",
           "the gradient of U is made from T alone, not from o − T", "hᵀ d_z with d_z = o − T.",
           {"dU": lambda s, c=c: c * s.h.T @ s.T / s.t}) for c in (1, -1)),
        ("omitted-term/f", "the inputs f are left out of the gradient of H",
         "k = f H + b_H: its derivative by H brings f.",
         {"dH": lambda s: np.ones(s.f.shape).T @ s.d_k / s.t}),
        ("omitted-term/h", "the hidden values h are left out of the gradient of U",
         "z = h U + b_U: its derivative by U brings h.",
         {"dU": lambda s: np.ones(s.h.shape).T @ s.d_z / s.t}),
        ("neighbour-formula/relu-on-inputs", "the inputs go through a ReLU in the gradient of H",
         "k = f H + b_H: its derivative by H brings f as it is.",
         {"dH": lambda s: _relu(s.f).T @ s.d_k / s.t}),
        *(("omitted-term/bias-last-row", "the bias gradient is that of the last example", bias,
           _biases(rule)) for rule in (lambda d, s: d[-1:] / s.t, lambda d, s: d[-1:])),
        ("axis/bias-max", "the bias gradient is the largest entry of each column", bias,
         _biases(lambda d, s: d.max(0, keepdims=True))),
        ("neighbour-formula/bias-values", "the biases themselves come back as their gradients",
         bias, {"db_U": lambda s: s.b_U * 1.0, "db_H": lambda s: s.b_H * 1.0}),
        ("neighbour-formula/bias-values", "the bias gradients are multiplied by the biases",
         "∂z/∂b is 1: " + bias, {"db_U": lambda s: s.b_U * s.d_z.mean(0),
                                 "db_H": lambda s: s.b_H * s.d_k.mean(0)}),
        ("integer/d-z-truncated", "the difference o − T has lost its digits after the point",
         "No int() and no integer array.", {"d_z": lambda s: np.trunc(s.o - s.T)}),
        ("integer/d-z-truncated", "the probabilities have lost their digits after the point",
         "No int() and no integer array.", {"o": lambda s: np.trunc(_softmax(s.z))}),
        ("integer/d-z-truncated", "the probabilities are rounded to 0 and 1",
         "o are probabilities, not decisions.", {"o": lambda s: np.round(_softmax(s.z))}),
        ("integer/f-truncated", "the inputs have lost their digits in the gradient of H",
         "No int() and no integer array.", {"dH": lambda s: np.trunc(s.f).T @ s.d_k / s.t}),
        ("integer/h-truncated", "the hidden values have lost their digits in the gradient of U",
         "No int() and no integer array.", {"dU": lambda s: np.trunc(s.h).T @ s.d_z / s.t}),
        ("neighbour-formula/parameters-out", "the parameters come back, not their gradients",
         "Return d_H, d_b_H, d_U, d_b_U.",
         {"result": lambda s: {"H": s.H * 1.0, "b_H": s.b_H * 1.0, "U": s.U * 1.0,
                               "b_U": s.b_U * 1.0}}),
        *(("neighbour-formula/updated-parameters", "the gradients are added to the parameters",
           "Return the gradients; `sgd_step` makes the step.",
           {"result": lambda s, lr=lr: {"H": s.H + lr * s.dH, "b_H": s.b_H + lr * s.db_H,
                                        "U": s.U + lr * s.dU, "b_U": s.b_U + lr * s.db_U}})
          for lr in (1.0, 0.1, 0.01, 0.5)),
        *(("neighbour-formula/step-out", "the step −lr g comes back, not the gradient",
           "Return the gradients; `sgd_step` makes the step.", _all(lambda g, s, lr=lr: -lr * g))
          for lr in (0.1, 0.01, 0.5)),
        ("neighbour-formula/normalised", "each gradient is scaled to length 1",
         "Return the gradient as it is.", _all(lambda g, s: g / max(norm(g), 1e-12))),
    )
    return [_wrong(id, what, where, **other) for id, what, where, other in rules]


def _backward_in_place_step(lr):
    def run(f, T, H, b_H, U, b_U):
        k = f @ H + b_H
        h = _relu(k)
        d_z = _softmax(h @ U + b_U) - T
        dU, db_U = h.T @ d_z / len(f), d_z.mean(axis=0, keepdims=True)
        U -= lr * dU
        d_k = d_z @ U.T * (k >= 0)
        return {"H": f.T @ d_k / len(f), "b_H": d_k.mean(axis=0, keepdims=True), "U": dU,
                "b_U": db_U}

    return run


def _backward_in_place_bias(f, T, H, b_H, U, b_U):
    out = _backward()(f, T, H, b_H, U, b_U)
    if T.dtype.kind == "f":
        T -= _softmax(_relu(f @ H + b_H) @ U + b_U)  # d_z written over the targets
    return out


def _backward_templates(f, T, H, b_H, U, b_U):
    """np.zeros_like(parameter), then filled: keeps the parameter's integers."""
    right = _backward()(f, T, H, b_H, U, b_U)
    out = {}
    for name, p in zip(KEYS, (H, b_H, U, b_U), strict=True):
        out[name] = np.zeros_like(p)
        out[name][:] = right[name]
    return out


def _backward_loop(f, T, H, b_H, U, b_U):
    """Example by example, unit by unit."""
    t, (d, v), m = len(f), H.shape, U.shape[1]
    dH, db_H, dU, db_U = np.zeros((d, v)), np.zeros((1, v)), np.zeros((v, m)), np.zeros((1, m))
    for n in range(t):
        k = [sum(f[n, i] * H[i, j] for i in range(d)) + b_H[0, j] for j in range(v)]
        h = [max(0.0, value) for value in k]
        z = [sum(h[j] * U[j, c] for j in range(v)) + b_U[0, c] for c in range(m)]
        top = max(z)
        total = sum(np.exp(value - top) for value in z)
        for c in range(m):
            d_z = (np.exp(z[c] - top) / total - T[n, c]) / t
            db_U[0, c] += d_z
            for j in range(v):
                dU[j, c] += h[j] * d_z
                if k[j] >= 0:
                    db_H[0, j] += d_z * U[j, c]
                    for i in range(d):
                        dH[i, j] += f[n, i] * d_z * U[j, c]
    return {"H": dH, "b_H": db_H, "U": dU, "b_U": db_U}


def _backward_divided_first(f, T, H, b_H, U, b_U):
    k = f @ H + b_H
    h = k * (k > 0)
    z = h @ U + b_U
    z = z - np.max(z, axis=1, keepdims=True)
    d_z = np.exp(z) / np.sum(np.exp(z), axis=1, keepdims=True)
    d_z = (d_z - T) / f.shape[0]
    d_k = np.where(k < 0, 0, np.dot(d_z, U.T))
    return {"b_U": d_z.sum(0)[None], "U": np.dot(h.T, d_z), "b_H": d_k.sum(0)[None],
            "H": np.dot(f.T, d_k)}


def _backward_einsum(f, T, H, b_H, U, b_U):
    k = np.einsum("td,dv->tv", f, H) + b_H
    h = np.maximum(0, k)
    z = np.einsum("tv,vm->tm", h, U) + b_U
    logs = z - np.logaddexp.reduce(z, axis=1)[:, None]
    d_z = np.exp(logs) - T
    d_k = np.einsum("tm,vm->tv", d_z, U) * np.heaviside(k, 1.0)
    return {"H": np.einsum("td,tv->dv", f, d_k) / len(f), "b_H": d_k.mean(axis=0).reshape(1, -1),
            "U": np.einsum("tv,tm->vm", h, d_z) / len(f),
            "b_U": np.einsum("tm->m", d_z)[np.newaxis] / len(f)}


def _backward_ones(f, T, H, b_H, U, b_U):
    t, one = len(f), np.ones((len(f), 1))
    f1 = np.hstack([f, one])
    k = f1 @ np.vstack([H, b_H])
    h1 = np.hstack([np.clip(k, 0, None), one])
    d_z = _softmax(h1 @ np.vstack([U, b_U])) - T
    dU1 = h1.T @ d_z / t
    dH1 = f1.T @ ((k >= 0) * (d_z @ U.T)) / t
    return {"H": dH1[:-1], "b_H": dH1[-1:], "U": dU1[:-1], "b_U": dU1[-1:]}


def _backward_float32(f, T, H, b_H, U, b_U):
    arrays = [np.asarray(a, dtype=np.float32) for a in (f, T, H, b_H, U, b_U)]
    return {name: np.asfortranarray(g, dtype=np.float32)
            for name, g in reversed(list(_backward()(*arrays).items()))}


def _backward_per_example(f, T, H, b_H, U, b_U):
    """The mean of the gradients of batches of one."""
    single = _backward()
    each = [single(f[n:n + 1], T[n:n + 1], H, b_H, U, b_U) for n in range(len(f))]
    return {name: np.mean([g[name] for g in each], axis=0) for name in KEYS}


BACKWARD = Exercise(
    id="mlp_backward", title="Write the backward pass", notebook="05", number="5.3",
    signature="mlp_backward(f, T, H, b_H, U, b_U)",
    lecture=("MAY24-1.3j", "MAY24-1.3m", "MAY24-1.3n", "MAY24-1.3p"),
    minutes=20, difficulty=3, reference=network.mlp_backward,
    cases=lambda: _net_cases(with_T=True),
    mistakes=(
        # 1/t
        _wrong("factor/t-times-too-large", "the 1/t is missing",
               "The loss is a mean over the t rows: each gradient carries exactly one 1/t.",
               **_all(lambda g, s: g * s.t)),
        _wrong("factor/t-times-too-small", "the 1/t is there twice",
               "Divide once: either o − T, or the four gradients.",
               **_all(lambda g, s: g / s.t)),
        _wrong("factor/m-times-too-small", "the gradient is divided by the number of classes too",
               "The mean runs over the t rows, not over all t × m entries.",
               **_all(lambda g, s: g / s.U.shape[1])),
        _wrong("factor/divided-by-d", "the gradient is divided by d, not by t",
               "The mean runs over the t rows: len(f), not f.shape[1].",
               **_all(lambda g, s: g * s.t / s.f.shape[1])),
        _wrong("factor/divided-by-v", "the gradient is divided by v, not by t",
               "The mean runs over the t rows: len(f).",
               **_all(lambda g, s: g * s.t / s.U.shape[0])),
        _wrong("factor/divided-by-m", "the gradient is divided by m, not by t",
               "The mean runs over the t rows: len(T), not T.shape[1].",
               **_all(lambda g, s: g * s.t / s.U.shape[1])),
        _wrong("factor/v-times-too-small", "the gradient is divided by the hidden width too",
               "The only mean is the one over the t rows.",
               **_all(lambda g, s: g / s.U.shape[0])),
        _wrong("factor/d-times-too-small", "the gradient is divided by the number of inputs too",
               "The only mean is the one over the t rows.",
               **_all(lambda g, s: g / s.f.shape[1])),
        _wrong("factor/2-times-too-large", "there is a factor 2 too many",
               "Cross-entropy after a softmax gives o − T, without the 2 of a squared error.",
               **_all(lambda g, s: 2 * g)),
        _wrong("factor/2-times-too-small", "there is a factor ½ too many",
               "Cross-entropy after a softmax gives o − T, without a factor.",
               **_all(lambda g, s: g / 2)),
        # d_z
        _wrong("factor/t-minus-one", "the gradient is divided by t − 1",
               "The mean over t rows divides by t.",
               **_all(lambda g, s: g * s.t / max(s.t - 1, 1))),
        _wrong("factor/t-minus-one", "the gradient is divided by t − 1",
               "The mean over t rows divides by t.", **_all(_over_t_minus_one)),
        _wrong("factor/only-t-divided", "only the targets are divided by t: o − T / t",
               "Division binds first: write (o − T) / t.", d_z=lambda s: s.t * s.o - s.T),
        _wrong("factor/only-t-divided", "the targets are divided by t, and the gradient once more",
               "Division binds first: write (o − T), and divide once.",
               d_z=lambda s: s.o - s.T / s.t),
        _wrong("factor/only-o-divided", "only o is divided by t: o / t − T",
               "Divide the whole difference: (o − T) / t.", d_z=lambda s: s.o - s.t * s.T),
        _wrong("factor/only-o-divided", "o is divided by t, and the gradient once more",
               "Divide once, and the whole difference: (o − T) / t.",
               d_z=lambda s: s.o / s.t - s.T),
        _wrong("sign/flipped", "the sign is flipped: T − o where o − T is meant",
               "The gradient points uphill: d_z = o − T, and the step subtracts it.",
               **_all(lambda g, s: -g)),
        _wrong("omitted-term/softmax", "the softmax is forgotten: z − T",
               "o = softmax(z) comes before o − T.", d_z=lambda s: s.z - s.T),
        _wrong("omitted-term/softmax", "the softmax is forgotten: 2 (z − T), as for squared errors",
               "The loss is the cross-entropy: o = softmax(z) comes before o − T.",
               d_z=lambda s: 2 * (s.z - s.T)),
        _wrong("neighbour-formula/own-derivative", "the targets are missing: o(1 − o)",
               "d_z = o − T: the softmax's derivative is inside already.",
               d_z=lambda s: s.o * (1 - s.o)),
        _wrong("neighbour-formula/own-derivative", "T o(1 − o) stands where o − T belongs",
               "d_z = o − T: the softmax's derivative is inside already.",
               d_z=lambda s: s.T * s.o * (1 - s.o)),
        *(_wrong("omitted-term/d-h", "the mask alone goes on to H, without d_h",
                 "d_k = d_h where k >= 0, else 0: multiply the mask by d_h.",
                 d_k=lambda s, c=c: c(s) * s.mask) for c in (lambda s: 1.0, lambda s: s.t)),
        _wrong("omitted-term/targets", "the targets are not subtracted",
               "d_z = o − T.", d_z=lambda s: s.o),
        _wrong("omitted-term/only-true-class", "only the true class of each row is followed",
               "All m logits move the loss: d_z = o − T in every column.",
               d_z=lambda s: (s.o - 1) * s.T),
        _wrong("neighbour-formula/stops-at-o", "the chain stops at o: −T / o",
               "That is the gradient by o; one more step, through the softmax, gives o − T.",
               d_z=lambda s: -s.T / s.o),
        _wrong("neighbour-formula/extra-output-derivative",
               "o − T is multiplied by o(1 − o) once more",
               "o − T has the softmax's derivative inside already.",
               d_z=lambda s: (s.o - s.T) * s.o * (1 - s.o)),
        _wrong("neighbour-formula/squared-error", "this is the gradient of a squared error",
               "The loss is the cross-entropy: d_z = o − T.",
               d_z=lambda s: _chain_through_o(s.o, s.T)),
        _wrong("neighbour-formula/sigmoid-output", "a sigmoid is used in place of the softmax",
               "o = softmax(z): every row sums to 1.",
               o=lambda s: 1 / (1 + np.exp(-np.clip(s.z, -700, 700)))),
        _wrong("neighbour-formula/mask-on-output", "a ReLU mask is put on d_z",
               "The output is linear; the mask belongs to the hidden layer.",
               d_z=lambda s: (s.o - s.T) * (s.z >= 0)),
        _wrong("neighbour-formula/relu-on-output", "the logits go through a ReLU",
               "The output is linear: z = h U + b_U.", o=lambda s: _softmax(_relu(s.z))),
        _wrong("neighbour-formula/hard-output", "the outputs are rounded to one class",
               "o are probabilities, not decisions.",
               o=lambda s: np.eye(s.z.shape[1])[s.z.argmax(1)]),
        _wrong("axis/softmax-over-batch", "the softmax runs over the batch",
               "It runs over the classes: axis 1, every row sums to 1.",
               o=lambda s: _softmax(s.z, axis=0)),
        _wrong("axis/softmax-over-all", "the softmax runs over the whole table",
               "Every row sums to 1: axis=1, keepdims=True.",
               o=lambda s: _softmax(s.z.reshape(1, -1)).reshape(s.z.shape)),
        _wrong("axis/softmax-no-keepdims", "the row sums are divided along the wrong axis",
               "Use keepdims=True, so that the sums stay a column.",
               o=lambda s: np.exp(s.z - s.z.max(1, keepdims=True))
               / np.exp(s.z - s.z.max(1, keepdims=True)).sum(1)),
        _wrong("unstable/softmax", "the softmax overflows for huge logits",
               "Subtract each row's largest logit before the exponential.",
               o=lambda s: np.exp(s.z) / np.exp(s.z).sum(1, keepdims=True)),
        *(_wrong("unstable/softmax", "the softmax overflows for huge logits",
                 "Subtract each row's largest logit before the exponential.", o=_quiet(rule))
          for rule in (lambda s: np.nan_to_num(_exp_over_sum(np.exp(s.z))),
                       lambda s: _exp_over_sum(np.exp(s.z), 1e-9),
                       lambda s: np.nan_to_num(_exp_over_sum(np.exp(s.z), 1e-9)),
                       lambda s: _exp_over_sum(np.exp(np.minimum(s.z, 700))),
                       lambda s: _exp_over_sum(np.exp(np.minimum(s.z, 500))),
                       lambda s: _exp_over_sum(np.exp(s.z - s.z.mean(1, keepdims=True))),
                       lambda s: _exp_over_sum(np.exp(s.z - s.z.min(1, keepdims=True))),
                       lambda s: _exp_over_sum(np.exp(s.z - np.abs(s.z).max(1, keepdims=True))),
                       lambda s: _exp_over_sum(np.exp(s.z.astype(np.float32))))),
        _wrong("axis/shift-per-column", "each column loses its own maximum, before the softmax",
               "One number per row may be subtracted: axis=1, keepdims=True.",
               o=lambda s: _softmax(s.z - s.z.max(0))),
        _wrong("axis/shift-per-column",
               "each column loses its own maximum before an unprotected softmax",
               "One number per row may be subtracted: axis=1, keepdims=True.",
               o=_quiet(lambda s: _exp_over_sum(np.exp(s.z - s.z.max(0))))),
        _wrong("axis/softmax-no-keepdims", "the rows' largest logits have lost their column",
               "Use keepdims=True, so that the maxima stay a column.",
               o=_quiet(lambda s: _exp_over_sum(np.exp(s.z - s.z.max(1))))),
        _wrong("axis/softmax-no-keepdims", "maxima and sums of the rows have lost their column",
               "Use keepdims=True, so that they stay columns.",
               o=_quiet(lambda s: np.exp(s.z - s.z.max(1)) / np.exp(s.z - s.z.max(1)).sum(1))),
        _wrong("unstable/one-maximum-for-all",
               "the largest logit of the whole batch is subtracted",
               "Rows on other levels underflow to 0/0: subtract each row's own maximum.",
               o=lambda s: np.exp(s.z - s.z.max())
               / np.exp(s.z - s.z.max()).sum(1, keepdims=True)),
        *(_wrong("unstable/clipped", "huge logits are cut off",
                 "Differences get lost: subtract each row's largest logit instead.",
                 o=lambda s, c=c: _softmax(np.clip(s.z, -c, c)))
          for c in (500, 700, 709, 100, 50, 30)),
        # relu
        _wrong("convention/relu-grad-at-zero", "a pre-activation of exactly 0 is masked",
               "That is another convention, the frameworks' k > 0; in this course "
               "relu′(0) = 1: k >= 0.", mask=lambda s: (s.k > 0) * 1.0),
        _wrong("convention/relu-grad-at-zero",
               "a pre-activation of exactly 0 lets half of the gradient through",
               "That is another convention; in this course relu′(0) = 1.",
               mask=lambda s: np.heaviside(s.k, 0.5)),
        _wrong("omitted-term/relu-mask", "the ReLU mask is missing, or masks nothing",
               "d_k = d_h where k >= 0, else 0; h = relu(k) is never negative, so a test "
               "h >= 0 is always true.", mask=lambda s: np.ones_like(s.k, dtype=float)),
        _wrong("sign/mask-reversed", "the mask lets through what ReLU cuts off",
               "The gradient passes where k >= 0.", mask=lambda s: (s.k < 0) * 1.0),
        _wrong("sign/mask-reversed", "the mask lets through what ReLU cuts off",
               "The gradient passes where k >= 0.", mask=lambda s: (s.k <= 0) * 1.0),
        _wrong("neighbour-formula/times-h", "`d_h` is multiplied by h, not by relu′(k)",
               "relu′ is 1 or 0, whatever the size of k.", mask=lambda s: s.h),
        _wrong("neighbour-formula/times-k", "`d_h` is multiplied by k, not by relu′(k)",
               "relu′ is 1 or 0, whatever the size of k.", mask=lambda s: s.k),
        *(_wrong("neighbour-formula/mask-without-bias",
                 "the mask is decided without the bias b_H: on f H",
                 "relu′ is taken at the whole pre-activation k = f H + b_H.", mask=rule)
          for rule in (lambda s: (s.f @ s.H >= 0) * 1.0, lambda s: (s.f @ s.H > 0) * 1.0)),
        _wrong("neighbour-formula/mask-of-weights", "the mask looks at the sign of U",
               "relu′ is taken at the pre-activation k of each example.",
               d_k=lambda s: s.d_z @ (s.U * (s.U >= 0)).T),
        _wrong("axis/one-mask-for-all", "one row of the batch decides for all rows",
               "Every example has its own mask: k >= 0, entry by entry.",
               mask=lambda s: (s.k[:1] >= 0) * 1.0),
        *(_wrong("axis/one-mask-for-all", "one decision per hidden unit is made for all rows",
                 "Every example has its own mask: k >= 0, entry by entry.",
                 mask=lambda s, g=g: (g(s.k, axis=0) >= 0) * 1.0) for g in (np.mean, np.max)),
        _wrong("neighbour-formula/relu-of-gradient", "the ReLU is applied to the gradient",
               "The mask depends on k, the sign of the gradient does not matter.",
               d_k=lambda s: _relu(s.d_h)),
        _wrong("neighbour-formula/relu-of-gradient-too",
               "the gradient is masked, and then goes through a ReLU",
               "The mask depends on k only; negative gradients pass.",
               d_k=lambda s: _relu(s.d_h * s.mask)),
        *(_wrong("neighbour-formula/leaky-mask", "the derivative is that of a leaky ReLU",
                 "relu′ is 0 below 0.", mask=lambda s, a=a: np.where(s.k >= 0, 1.0, a))
          for a in (0.01, 0.1)),
        _wrong("neighbour-formula/leaky-relu", "the hidden layer is a leaky ReLU",
               "The lecture's ReLU and its derivative are 0 below 0.",
               h=lambda s: np.where(s.k > 0, s.k, 0.01 * s.k),
               mask=lambda s: np.where(s.k >= 0, 1.0, 0.01)),
        _wrong("neighbour-formula/sigmoid-mask", "the derivative is h(1 − h), a sigmoid's",
               "The hidden layer is a ReLU: relu′(k) is 1 or 0.",
               mask=lambda s: s.h * (1 - s.h)),
        _wrong("neighbour-formula/tanh-mask", "the derivative is 1 − h², tanh's",
               "The hidden layer is a ReLU: relu′(k) is 1 or 0.", mask=lambda s: 1 - s.h**2),
        _wrong("neighbour-formula/sigmoid-hidden", "the hidden layer is a sigmoid",
               "The hidden layer is a ReLU.",
               h=lambda s: 1 / (1 + np.exp(-np.clip(s.k, -700, 700))),
               mask=lambda s: s.h * (1 - s.h)),
        _wrong("neighbour-formula/tanh-hidden", "the hidden layer is a tanh",
               "The hidden layer is a ReLU.", h=lambda s: np.tanh(s.k),
               mask=lambda s: 1 - s.h**2),
        _wrong("neighbour-formula/mask-of-d-h", "the mask looks at the gradient's sign",
               "relu′ is taken at the pre-activation k, not at d_h.",
               mask=lambda s: (s.d_h < 0) * 1.0),
        Mistake("neighbour-formula/mask-before-u",
                _backward(d_k=lambda s: (s.d_z * s.mask) @ s.U.T),
                "the mask is put on d_z, before U",
                "First through U, to the hidden units, then the mask: (d_z Uᵀ) ⊙ relu′(k)."),
        _wrong("neighbour-formula/mask-after-f", "the mask is put on fᵀ d_h, after the product",
               "The mask belongs to each example's d_h, before the rows are added up.",
               dH=lambda s: (s.f.T @ s.d_h) * s.mask / s.t),
        _wrong("neighbour-formula/matrix-mask", "`d_h` and relu′(k) are multiplied as matrices",
               "The mask works entry by entry: *, not @.", d_k=lambda s: s.d_h @ s.mask),
        # forward
        _wrong("omitted-term/relu-forward", "the forward pass has no ReLU",
               "h = relu(k).", h=lambda s: s.k),
        _wrong("omitted-term/relu", "the ReLU is missing, forward and backward",
               "h = relu(k), and d_k = d_h where k >= 0, else 0.", h=lambda s: s.k,
               mask=lambda s: np.ones_like(s.k, dtype=float)),
        _wrong("omitted-term/hidden-bias", "the bias b_H is left out of the forward pass",
               "k = f H + b_H.", k=lambda s: s.f @ s.H),
        _wrong("omitted-term/output-bias", "the bias b_U is left out of the forward pass",
               "z = h U + b_U.", z=lambda s: s.h @ s.U),
        _wrong("omitted-term/both-biases", "both biases are left out of the forward pass",
               "k = f H + b_H and z = h U + b_U.", k=lambda s: s.f @ s.H,
               z=lambda s: s.h @ s.U),
        # the wrong neighbour in a product
        _wrong("neighbour-formula/k-for-h", "the gradient of U is made from k, not from h",
               "z = h U + b_U: the input of U is h.", dU=lambda s: s.k.T @ s.d_z / s.t),
        _wrong("neighbour-formula/f-for-h", "the gradient of U is made from f, not from h",
               "z = h U + b_U: the input of U is h.", dU=lambda s: s.f.T @ s.d_z / s.t),
        _wrong("neighbour-formula/mask-for-h",
               "the gradient of U is made from the mask, not from h",
               "z = h U + b_U: the input of U is h.", dU=lambda s: (s.k >= 0).T @ s.d_z / s.t),
        _wrong("neighbour-formula/h-for-f", "the gradient of H is made from h, not from f",
               "k = f H + b_H: the input of H is f.", dH=lambda s: s.h.T @ s.d_k / s.t),
        _wrong("neighbour-formula/h-weights-for-f",
               "the gradient of H is made from H, not from f",
               "k = f H + b_H: the input of H is f.", dH=lambda s: s.H.T @ s.d_k / s.t),
        _wrong("neighbour-formula/h-weights-for-f",
               "the gradient of H is made from H, not from f",
               "k = f H + b_H: the input of H is f.", dH=lambda s: s.H @ s.d_k / s.t),
        _wrong("neighbour-formula/h-weights-in-d-h", "H is used on the way back, not U",
               "The way back to h leads through U: d_h = d_z Uᵀ.",
               d_h=lambda s: s.d_z @ s.H.T),
        _wrong("neighbour-formula/h-weights-in-d-h", "H is used on the way back, not U",
               "The way back to h leads through U: d_h = d_z Uᵀ.",
               d_h=lambda s: s.d_z @ s.H),
        _wrong("neighbour-formula/d-u-in-d-h", "the gradient of U is used on the way back",
               "The way back leads through U itself: d_h = d_z Uᵀ.",
               d_h=lambda s: s.d_z @ s.dU.T),
        _wrong("omitted-term/d-z-for-d-k", "U is left out on the way back",
               "d_h = d_z Uᵀ, then the mask.", d_h=lambda s: s.d_z),
        *(_wrong("neighbour-formula/updated-u", "the way back uses U after its update",
                 "All four gradients belong to the same parameters: update afterwards.",
                 U_back=lambda s, lr=lr: s.U - lr * s.dU)
          for lr in (1.0, 0.1, 0.01, 0.5)),
        *(Mistake("in-place/updates-u", _backward_in_place_step(lr),
                  "U is changed before the hidden layer's gradient is computed",
                  "Return gradients only; the step comes later, and needs the old U.")
          for lr in (1.0, 0.1, 0.01, 0.5)),
        # transposes
        _wrong("transpose/u-in-d-h", "U is not transposed on the way back",
               "z = h U, so d_h = d_z Uᵀ: (t, m)(m, v).", d_h=lambda s: s.d_z @ s.U),
        _wrong("transpose/u-in-d-h", "U is not transposed on the way back where it is square",
               "z = h U, so d_h = d_z Uᵀ: (t, m)(m, v). A square U hides the mistake.",
               d_h=lambda s: s.d_z @ (s.U if s.U.shape[0] == s.U.shape[1] else s.U.T)),
        _wrong("transpose/weights", "weight gradients are transposed where they are square",
               "Each gradient has the shape of its parameter: hᵀ d_z and fᵀ d_k.",
               dU=lambda s: _square(s.h.T @ s.d_z) / s.t,
               dH=lambda s: _square(s.f.T @ s.d_k) / s.t),
        _wrong("transpose/forward-h", "H is transposed in the forward pass where it is square",
               "Rows are examples: f @ H.", k=lambda s: s.f @ _square(s.H) + s.b_H),
        _wrong("transpose/forward-u", "U is transposed in the forward pass where it is square",
               "Rows are examples: h @ U.", z=lambda s: s.h @ _square(s.U) + s.b_U),
        _wrong("transpose/order-in-d-h", "the factors of d_h are swapped",
               "d_h = d_z Uᵀ: (t, m)(m, v) = (t, v).", d_h=lambda s: s.U @ s.d_z),
        _wrong("transpose/order-in-d-h", "the factors of d_h are swapped",
               "d_h = d_z Uᵀ: (t, m)(m, v) = (t, v).", d_h=lambda s: s.U.T @ s.d_z),
        _wrong("transpose/d-h-as-columns", "`d_h` comes out with examples as columns",
               "d_h = d_z Uᵀ: (t, m)(m, v) = (t, v).", d_h=lambda s: s.U @ s.d_z.T),
        _wrong("transpose/weights", "both weight gradients are transposed",
               "Each gradient has the shape of its parameter: hᵀ d_z and fᵀ d_k.",
               dU=lambda s: s.d_z.T @ s.h / s.t, dH=lambda s: s.d_k.T @ s.f / s.t),
        _wrong("transpose/inputs", "h and f are not transposed in the products",
               "hᵀ d_z is (v, t)(t, m) = (v, m), and fᵀ d_k is (d, t)(t, v) = (d, v).",
               dU=lambda s: s.h @ s.d_z / s.t, dH=lambda s: s.f @ s.d_k / s.t),
        _wrong("transpose/inputs-in-d-u", "h is not transposed in the gradient of U",
               "hᵀ d_z is (v, t)(t, m) = (v, m).", dU=lambda s: s.h @ s.d_z / s.t),
        _wrong("transpose/inputs-in-d-h-weights", "f is not transposed in the gradient of H",
               "fᵀ d_k is (d, t)(t, v) = (d, v).", dH=lambda s: s.f @ s.d_k / s.t),
        _wrong("transpose/order", "the factors of both products are swapped",
               "hᵀ d_z is (v, t)(t, m) = (v, m), and fᵀ d_k is (d, t)(t, v) = (d, v).",
               dU=lambda s: s.d_z @ s.h.T / s.t, dH=lambda s: s.d_k @ s.f.T / s.t),
        _wrong("transpose/forward-h", "H is transposed in the forward pass",
               "Rows are examples: f @ H.", k=lambda s: s.f @ s.H.T + s.b_H),
        _wrong("transpose/forward-u", "U is transposed in the forward pass",
               "Rows are examples: h @ U.", z=lambda s: s.h @ s.U.T + s.b_U),
        # biases
        _wrong("shape/bias-vector", "the bias gradient has lost its row axis",
               "Biases are (1, v) and (1, m): keepdims=True.",
               **_biases(lambda d, s: d.sum(axis=0) / s.t)),
        _wrong("shape/bias-vector", "the bias gradient has lost its row axis, and its 1/t",
               "Biases are (1, v) and (1, m): keepdims=True, and the mean over the t rows.",
               **_biases(lambda d, s: d.sum(axis=0))),
        _wrong("shape/bias-vector", "the bias gradient has lost its row axis, and is divided twice",
               "Biases are (1, v) and (1, m): keepdims=True, and one 1/t.",
               **_biases(lambda d, s: d.mean(axis=0) / s.t)),
        _wrong("shape/bias-column", "the bias gradient is a column",
               "Biases are rows: (1, v) and (1, m).",
               **_biases(lambda d, s: d.sum(axis=0)[:, None] / s.t)),
        _wrong("omitted-term/bias-not-summed", "the bias gradient is not summed over the batch",
               "One bias serves all t rows: multiply by a row of ones, or sum over axis 0.",
               **_biases(lambda d, s: d / s.t)),
        _wrong("omitted-term/bias-not-summed", "the bias gradient is not summed over the batch",
               "One bias serves all t rows: multiply by a row of ones, or sum over axis 0.",
               **_biases(lambda d, s: d)),
        _wrong("axis/bias-over-units", "the bias gradient is summed along the rows",
               "Sum over the batch, axis 0: one number per unit is left.",
               **_biases(lambda d, s: d.sum(axis=1, keepdims=True) / s.t)),
        _wrong("axis/bias-over-units", "the bias gradient is summed along the rows",
               "Sum over the batch, axis 0: one number per unit is left.",
               **_biases(lambda d, s: d.sum(axis=1) / s.t)),
        _wrong("axis/bias-over-units", "the bias gradient is averaged along the rows",
               "Average over the batch, axis 0: one number per unit is left.",
               **_biases(lambda d, s: d.mean(axis=1, keepdims=True))),
        _wrong("axis/bias-over-units", "the bias gradient is averaged along the rows",
               "Average over the batch, axis 0: one number per unit is left.",
               **_biases(lambda d, s: d.mean(axis=1))),
        _wrong("omitted-term/bias-zero", "the bias gradient is 0",
               "Biases learn too: the mean of d_z, and of d_k, over the batch.",
               **_biases(lambda d, s: np.zeros((1, d.shape[1])))),
        _wrong("axis/bias-over-all", "the bias gradient is summed to one number",
               "Sum over the batch only, axis 0.", **_biases(lambda d, s: d.sum() / s.t)),
        _wrong("axis/bias-over-all", "the bias gradient is averaged to one number",
               "Average over the batch only, axis 0.", **_biases(lambda d, s: d.mean())),
        _wrong("axis/bias-over-all", "the bias gradient is one number for all units",
               "Sum over the batch only, axis 0.",
               **_biases(lambda d, s: np.full((1, d.shape[1]), d.sum() / s.t))),
        _wrong("axis/bias-over-all", "the bias gradient is one number for all units",
               "Average over the batch only, axis 0.",
               **_biases(lambda d, s: np.full((1, d.shape[1]), d.mean()))),
        *(_wrong("axis/bias-over-all", "the bias gradient is summed to one number",
                 "Sum over the batch only, axis 0.", **_biases(rule))
          for rule in (lambda d, s: d.sum(), lambda d, s: d.sum(keepdims=True),
                       lambda d, s: d.sum(keepdims=True) / s.t,
                       lambda d, s: d.mean(keepdims=True))),
        _wrong("axis/bias-over-units", "the bias gradient is summed along the rows",
               "Sum over the batch, axis 0: one number per unit is left.",
               **_biases(lambda d, s: d.sum(axis=1))),
        _wrong("axis/bias-over-units", "the bias gradient is summed along the rows",
               "Sum over the batch, axis 0: one number per unit is left.",
               **_biases(lambda d, s: d.sum(axis=1, keepdims=True))),
        _wrong("neighbour-formula/bias-before-mask",
               "the gradient of b_H is summed from d_h, before the mask",
               "b_H is added to k: its gradient is the mean of d_k.",
               db_H=lambda s: s.d_h.mean(axis=0, keepdims=True)),
        _wrong("omitted-term/bias-first-row", "the bias gradient is that of the first example",
               "Sum over the batch, axis 0.", **_biases(lambda d, s: d[:1] / s.t)),
        _wrong("omitted-term/bias-first-row", "the bias gradient is that of the first example",
               "Average over the batch, axis 0.", **_biases(lambda d, s: d[:1])),
        _wrong("omitted-term/bias-ones", "the bias gradient is 1 everywhere",
               "∂z/∂b is 1, and the chain rule multiplies it by d_z.",
               **_biases(lambda d, s: np.ones((1, d.shape[1])))),
        _wrong("neighbour-formula/hidden-bias-from-h",
               "the gradient of b_H is summed from h, not from d_k",
               "b_H is added to k: its gradient is the mean of d_k.",
               db_H=lambda s: s.h.mean(axis=0, keepdims=True)),
        _wrong("neighbour-formula/hidden-bias-from-d-z",
               "the gradient of b_H is made from d_z",
               "b_H is added to k: its gradient is the mean of d_k.",
               db_H=lambda s: s.d_z.mean(axis=0, keepdims=True)),
        _wrong("neighbour-formula/output-bias-from-o",
               "the gradient of b_U is made from o, not from o − T",
               "b_U is added to z: its gradient is the mean of d_z.",
               db_U=lambda s: s.o.mean(axis=0, keepdims=True)),
        _wrong("transpose/everything", "every gradient is transposed",
               "Each gradient has the shape of its parameter.", **_all(lambda g, s: g.T)),
        # what comes back
        _wrong("missing-return/keys-missing", "the biases are missing in the result",
               "Return all four keys: 'H', 'b_H', 'U', 'b_U'.",
               result=lambda s: {"H": s.dH, "U": s.dU}),
        _wrong("missing-return/keys-missing", "the hidden layer is missing in the result",
               "Return all four keys: 'H', 'b_H', 'U', 'b_U'.",
               result=lambda s: {"U": s.dU, "b_U": s.db_U}),
        *(_wrong("missing-return/keys-missing", f"the key {key!r} is missing in the result",
                 "Return all four keys: 'H', 'b_H', 'U', 'b_U'.",
                 result=lambda s, key=key: {n: g for n, g in zip(
                     KEYS, (s.dH, s.db_H, s.dU, s.db_U), strict=True) if n != key})
          for key in KEYS),
        *(_wrong("shape/extra-keys", "the dict holds more than the four gradients",
                 "Return exactly the keys 'H', 'b_H', 'U', 'b_U'.",
                 result=lambda s, extra=extra: {"H": s.dH, "b_H": s.db_H, "U": s.dU,
                                                "b_U": s.db_U,
                                                **{e: getattr(s, e) for e in extra}})
          for extra in (("z",), ("d_z",), ("o",), ("d_h",), ("d_k",), ("h",), ("k",),
                        ("d_h", "d_k"), ("d_z", "d_h", "d_k"), ("d_z", "d_k"))),
        *(_wrong("shape/extra-keys", "the dict holds more than the four gradients",
                 "Return exactly the keys 'H', 'b_H', 'U', 'b_U'.",
                 result=lambda s, name=name, rule=rule: {
                     "H": s.dH, "b_H": s.db_H, "U": s.dU, "b_U": s.db_U,
                     name: _quiet(rule)(s)})
          for name, rule in (
              ("f", lambda s: s.d_k @ s.H.T), ("f", lambda s: s.d_k @ s.H.T / s.t),
              ("d_f", lambda s: s.d_k @ s.H.T), ("d_f", lambda s: s.d_k @ s.H.T / s.t),
              ("loss", lambda s: 0.0), ("f", lambda s: s.f), ("T", lambda s: s.T),
              ("t", lambda s: s.t), ("mask", lambda s: s.mask), ("mask", lambda s: s.k >= 0),
              ("o", lambda s: s.o), ("d_z", lambda s: s.d_z / s.t),
              ("d_h", lambda s: s.d_h / s.t), ("d_k", lambda s: s.d_k / s.t),
              ("f", lambda s: s.d_h @ s.H.T),
              ("loss", lambda s: -np.sum(s.T * np.log(s.o)) / s.t),
              ("loss", lambda s: -np.sum(s.T * np.log(s.o))),
              ("loss", lambda s: -np.sum(s.T * np.log(s.o + 1e-12)) / s.t),
              ("loss", lambda s: -np.mean(np.log(np.maximum((s.o * s.T).sum(1), 1e-300)))),
              ("loss", lambda s: np.mean(
                  s.z.max(1) + np.log(np.exp(s.z - s.z.max(1, keepdims=True)).sum(1))
                  - (s.z * s.T).sum(1))))),
        *(_wrong("convention/key-names", "the gradients carry other names than the parameters",
                 "Use the parameters' own names as keys: 'H', 'b_H', 'U', 'b_U'.",
                 **_renamed(names))
          for names in (("d_H", "d_b_H", "d_U", "d_b_U"), ("dH", "db_H", "dU", "db_U"),
                        ("dH", "dbH", "dU", "dbU"), ("W1", "b1", "W2", "b2"),
                        ("H", "bH", "U", "bU"), ("H", "b_h", "U", "b_u"),
                        ("h", "b_h", "u", "b_u"), ("dH", "db_h", "dU", "db_u"),
                        ("d_H", "d_bH", "d_U", "d_bU"), ("d_H", "db_H", "d_U", "db_U"),
                        ("dW1", "db1", "dW2", "db2"), ("W_H", "b_H", "W_U", "b_U"),
                        ("gH", "gb_H", "gU", "gb_U"), ("g_H", "g_b_H", "g_U", "g_b_U"),
                        ("grad_H", "grad_b_H", "grad_U", "grad_b_U"))),
        *(_wrong("neighbour-formula/keys-swapped", "gradients stand under each other's names",
                 "'H' and 'b_H' belong to the hidden layer, 'U' and 'b_U' to the output.",
                 result=lambda s, order=order: dict(zip(
                     order, (s.dH, s.db_H, s.dU, s.db_U), strict=True)))
          for order in (("U", "b_U", "H", "b_H"), ("U", "b_H", "H", "b_U"),
                        ("H", "b_U", "U", "b_H"), ("b_H", "H", "b_U", "U"))),
        *(_wrong("shape/tuple", "the gradients come as a tuple, without names",
                 "Return a dict with the keys 'H', 'b_H', 'U', 'b_U'.",
                 result=lambda s, order=order: tuple(getattr(s, n) for n in order))
          for order in (("dH", "db_H", "dU", "db_U"), ("dU", "db_U", "dH", "db_H"),
                        ("dH", "dU", "db_H", "db_U"), ("db_U", "dU", "db_H", "dH"))),
        *(_wrong("neighbour-formula/updated-parameters",
                 "updated parameters come back, not gradients",
                 "Return the gradients; `sgd_step` makes the step.",
                 result=lambda s, lr=lr: {"H": s.H - lr * s.dH, "b_H": s.b_H - lr * s.db_H,
                                          "U": s.U - lr * s.dU, "b_U": s.b_U - lr * s.db_U})
          for lr in (1.0, 0.1, 0.01, 0.5)),
        *(_wrong("neighbour-formula/clipped-gradient", "the gradients are clipped",
                 "Return the gradient as it is; clipping is a matter of the step.",
                 **_all(lambda g, s, c=c: np.clip(g, -c, c))) for c in (1.0, 5.0, 0.5, 10.0)),
        *(_wrong("neighbour-formula/weight-decay", "a multiple of the weights is added",
                 "The loss has no penalty: leave weight decay out.",
                 result=lambda s, lam=lam: {"H": s.dH + lam * s.H, "b_H": s.db_H,
                                            "U": s.dU + lam * s.U, "b_U": s.db_U})
          for lam in (1.0, 0.1, 0.01, 0.001)),
        Mistake("in-place/targets", _backward_in_place_bias, "the targets `T` are overwritten",
                "Write d_z = o - T, which makes a new array."),
        Mistake("integer/zeros-like", _backward_templates,
                "the digits after the point are lost where the parameters are whole numbers",
                "np.zeros_like(H) keeps H's type: use np.zeros(H.shape)."),
        _wrong("integer/floor-division", "the mean is taken with //, which rounds down",
               "Divide with /.", **_all(lambda g, s: (g * s.t) // s.t)),
        _wrong("integer/rounded", "the gradients are rounded",
               "Return them as they are.", **_all(lambda g, s: np.round(g, 2))),
        _wrong("integer/rounded", "the gradients are rounded",
               "Return them as they are.", **_all(lambda g, s: np.round(g, 3))),
        _wrong("integer/rounded", "the gradients are rounded",
               "Return them as they are.", **_all(lambda g, s: np.round(g, 1))),
        _wrong("integer/rounded", "the gradients are rounded",
               "Return them as they are.", **_all(lambda g, s: np.round(g))),
        _wrong("integer/zeros-like",
               "the digits after the point are lost where f holds whole numbers",
               "np.zeros_like(f) keeps f's type: let NumPy choose.",
               d_k=lambda s: (s.d_h * s.mask).astype(s.f.dtype)),
        _wrong("sign/absolute", "the gradients have lost their signs",
               "A gradient keeps its sign: it says which way is uphill.",
               **_all(lambda g, s: np.abs(g))),
        *_backward_slips(),
    ),
    hints=("Go backwards one quantity at a time: d_z first. What shape must each one have?",
           "Every affine step gives three gradients: inputᵀ times d for the weights, the sum of "
           "d for the bias, d times weightsᵀ for the input. One 1/t in each parameter's.",
           "d_z = o − T; d_U = hᵀ d_z / t; d_b_U = 1ᵀ d_z / t; d_h = d_z Uᵀ; d_k = d_h where "
           "k ≥ 0, else 0; d_H = fᵀ d_k / t; d_b_H = 1ᵀ d_k / t"),
    formula="d_z = o − T,  d_U = hᵀ d_z / t,  d_h = d_z Uᵀ,  d_k = d_h ⊙ [k ≥ 0],  "
            "d_H = fᵀ d_k / t;  biases: 1ᵀ d_z / t and 1ᵀ d_k / t",
    variation="return 'f' as well: d_k Hᵀ. Notebook 06 sends it into an embedding table.",
    right=(_backward_loop, _backward_divided_first, _backward_einsum, _backward_ones,
           _backward_float32, _backward_per_example),
    awkward=_backward_float32,
)

# --- 5.4 through_relu ---------------------------------------------------------------------------


def through_relu(d_h, k):
    """Gradient by the pre-activation: d_h where k >= 0, else 0. Lecture MAY24-1.3o."""
    return d_h * (k >= 0)  # relu'(0) = 1, the lectures' convention


def _through_cases():
    d_h = np.array([[0.5, -2.0, 1.5], [-1.0, 3.0, -0.25]])
    k = np.array([[1.0, -0.5, 2.0], [-3.0, 0.75, 0.25]])
    rng = np.random.default_rng(51)
    square = rng.integers(-9, 10, size=(2, 3, 3)) / 4 + 1 / 8
    return [
        Case((d_h, k), "two rows, three units"),
        Case((d_h[:, ::-1].copy(), np.array([[0.0, -1.0, 0.0], [2.0, -0.0, -4.0]])),
             "pre-activations of exactly 0"),
        Case((square[0], square[1]), "as many rows as units"),
        Case((d_h[:1], -np.abs(k[:1])), "one row, all units off"),
        Case((np.array([[3, -2], [1, 4], [-5, 6]]), np.array([[0, 2], [-1, 0], [3, -2]])),
             "whole numbers"),
        Case((d_h, np.array([[1, -1, 2], [-3, 2, 1]])), "whole-number pre-activations",
             integers=True),
    ]


def _through_loop(d_h, k):
    d_k = np.zeros(k.shape)
    for n in range(len(k)):
        for j in range(k.shape[1]):
            if k[n, j] >= 0:
                d_k[n, j] = d_h[n, j]
    return d_k


def _in_place_mask(d_h, k):
    d_h[k < 0] = 0
    return d_h


def _in_place_times(d_h, k):
    d_h *= k >= 0
    return d_h


def _typed_mask(d_h, k):
    d_k = np.zeros_like(k)
    d_k[k >= 0] = d_h[k >= 0]
    return d_k


THROUGH = Exercise(
    id="through_relu", title="Mend the planted bug", notebook="05", number="5.4",
    signature="through_relu(d_h, k)", lecture=("MAY24-1.3o",), minutes=4, difficulty=1,
    reference=through_relu, cases=_through_cases,
    mistakes=(
        Mistake("omitted-term/relu-mask", lambda d_h, k: d_h * (_relu(k) >= 0),
                "the mask masks nothing: every gradient passes",
                "h = relu(k) is never negative, so h >= 0 is always true: test k."),
        Mistake("convention/relu-grad-at-zero", lambda d_h, k: d_h * (k > 0),
                "a pre-activation of exactly 0 is masked",
                "That is another convention, the frameworks'; here relu′(0) = 1: k >= 0."),
        Mistake("convention/relu-grad-at-zero", lambda d_h, k: d_h * np.heaviside(k, 0.5),
                "a pre-activation of exactly 0 lets half of the gradient through",
                "That is another convention; here relu′(0) = 1: k >= 0."),
        Mistake("sign/mask-reversed", lambda d_h, k: d_h * (k < 0),
                "the mask lets through what ReLU cuts off", "The gradient passes where k >= 0."),
        Mistake("sign/mask-reversed", lambda d_h, k: d_h * (k <= 0),
                "the mask lets through what ReLU cuts off", "The gradient passes where k >= 0."),
        Mistake("sign/flipped", lambda d_h, k: -d_h * (k >= 0),
                "the sign is flipped", "Where k >= 0 the gradient passes as it is."),
        Mistake("neighbour-formula/times-k", lambda d_h, k: d_h * k,
                "`d_h` is multiplied by k", "relu′ is 1 or 0, whatever the size of k."),
        Mistake("neighbour-formula/times-h", lambda d_h, k: d_h * _relu(k),
                "`d_h` is multiplied by relu(k)", "relu′ is 1 or 0, whatever the size of k."),
        Mistake("neighbour-formula/relu-of-gradient", lambda d_h, k: _relu(d_h),
                "the ReLU is applied to the gradient", "The mask depends on k."),
        Mistake("neighbour-formula/relu-of-gradient-too",
                lambda d_h, k: _relu(d_h * (k >= 0)),
                "negative gradients are cut off as well", "The mask depends on k only."),
        Mistake("omitted-term/mask-only", lambda d_h, k: (k >= 0) * 1.0,
                "the mask itself comes back", "Multiply d_h by it, entry by entry."),
        Mistake("neighbour-formula/matrix-mask", lambda d_h, k: d_h @ (k >= 0),
                "`d_h` and the mask are multiplied as matrices",
                "Entry by entry: *, not @."),
        Mistake("neighbour-formula/matrix-mask", lambda d_h, k: d_h @ (k >= 0).T,
                "`d_h` and the mask are multiplied as matrices",
                "Entry by entry: *, not @."),
        *(Mistake("neighbour-formula/leaky-mask",
                  lambda d_h, k, a=a: d_h * np.where(k >= 0, 1.0, a),
                  "the derivative is that of a leaky ReLU", "relu′ is 0 below 0.")
          for a in (0.01, 0.1)),
        Mistake("neighbour-formula/relu-of-k", lambda d_h, k: _relu(k),
                "relu(k) comes back", "The gradient d_h has to pass, or not."),
        Mistake("neighbour-formula/k-passes", lambda d_h, k: k * (d_h >= 0),
                "the roles of d_h and k are swapped", "d_h passes where k >= 0."),
        Mistake("neighbour-formula/threshold-one", lambda d_h, k: d_h * (k >= 1),
                "the threshold is 1", "ReLU bends at 0."),
        Mistake("axis/one-decision-per-row", lambda d_h, k: d_h * (k >= 0).all(1)[:, None],
                "whole rows are masked", "Decide entry by entry."),
        Mistake("axis/one-decision-per-row", lambda d_h, k: d_h * (k >= 0).any(1)[:, None],
                "whole rows are masked", "Decide entry by entry."),
        Mistake("axis/one-decision-per-unit", lambda d_h, k: d_h * (k >= 0).any(0),
                "whole columns are masked", "Decide entry by entry."),
        Mistake("axis/one-decision-per-unit", lambda d_h, k: d_h * (k >= 0).all(0),
                "whole columns are masked", "Decide entry by entry."),
        Mistake("transpose/result", lambda d_h, k: (d_h * (k >= 0)).T,
                "the result is the transpose of what is asked", "d_k has the shape of k."),
        Mistake("factor/divided-by-t", lambda d_h, k: d_h * (k >= 0) / len(k),
                "the 1/t is put in here", "It comes later, in the parameter gradients."),
        Mistake("shape/masked-entries-dropped", lambda d_h, k: d_h[k >= 0],
                "the masked entries are left out", "Put 0 in their places."),
        Mistake("in-place/d-h", _in_place_mask,
                "the array `d_h` of the caller is changed",
                "Write d_h * mask, which makes a new array."),
        Mistake("in-place/d-h", _in_place_times, "the array `d_h` of the caller is changed",
                "Write d_h * mask, which makes a new array."),
        Mistake("integer/zeros-like", _typed_mask,
                "the digits after the point are lost where k holds whole numbers",
                "np.zeros_like(k) keeps k's type."),
        *(Mistake(id, wrong, what, where) for id, what, where, wrong in (
            ("missing-return/first-row-only", "only the first row comes back",
             "Does the `return` stand inside the loop?", lambda d, k: (d * (k >= 0))[:1]),
            ("missing-return/first-row-only", "only the first row is computed",
             "Does the `return` stand inside the loop?",
             lambda d, k: d * (k >= 0) * (np.arange(len(k)) == 0)[:, None]),
            ("missing-return/last-row-only", "only the last row comes back",
             "Collect the rows: each turn of the loop overwrites the one before.",
             lambda d, k: (d * (k >= 0))[-1:]),
            ("off-by-one/row-left-out", "the last row is left out",
             "`range(n)` already stops before n.",
             lambda d, k: d * (k >= 0) * (np.arange(len(k)) < len(k) - 1)[:, None]),
            ("off-by-one/row-left-out", "the first row is left out", "Rows are counted from 0.",
             lambda d, k: d * (k >= 0) * (np.arange(len(k)) > 0)[:, None]),
            ("off-by-one/unit-left-out", "the last unit is left out",
             "`range(n)` already stops before n.",
             lambda d, k: d * (k >= 0) * (np.arange(k.shape[1]) < k.shape[1] - 1)),
            ("off-by-one/unit-left-out", "the first unit is left out", "Units are counted from 0.",
             lambda d, k: d * (k >= 0) * (np.arange(k.shape[1]) > 0)),
            ("neighbour-formula/sign-mask", "the sign of k stands where relu′(k) should",
             "relu′ is 1 or 0, never −1.", lambda d, k: d * np.sign(k)),
            ("neighbour-formula/sign-mask", "where k < 0 the gradient passes with the other sign",
             "relu′ is 0 there.", lambda d, k: np.where(k >= 0, d, -d)),
            ("neighbour-formula/k-passes", "where k < 0 comes k, not 0", "Nothing passes there.",
             lambda d, k: np.where(k >= 0, d, k)),
            ("neighbour-formula/one-below-zero", "where k < 0 comes 1, not 0",
             "Nothing passes there.", lambda d, k: np.where(k >= 0, d, 1.0)),
            ("omitted-term/mask-only", "where k >= 0 comes 1, not d_h",
             "The gradient itself passes.", lambda d, k: np.where(k >= 0, 1.0, d)),
            ("neighbour-formula/nan-below-zero", "where k < 0 comes nan", "Put 0 there.",
             lambda d, k: np.where(k >= 0, d, np.nan)),
            ("neighbour-formula/mask-added", "the mask is added to d_h", "Multiply by it.",
             lambda d, k: d + (k >= 0)),
            ("neighbour-formula/half-mask", "half of every gradient passes",
             "relu′ is 1 where k >= 0 and 0 elsewhere.", lambda d, k: d / 2),
            ("sign/absolute", "the gradient has lost its sign", "d_h passes as it is.",
             lambda d, k: np.abs(d) * (k >= 0)),
            ("integer/truncated", "the gradients have lost their digits after the point",
             "No int() and no integer array.", lambda d, k: np.trunc(d) * (k >= 0)),
            ("integer/truncated", "k has lost its digits before it is compared with 0",
             "−0.5 is below 0: compare k itself.", lambda d, k: d * (np.trunc(k) >= 0)),
            ("neighbour-formula/sigmoid-mask", "this is the derivative of a sigmoid",
             "relu′ is 1 or 0.", lambda d, k: d * np.exp(-np.abs(k)) / (1 + np.exp(-np.abs(k)))**2),
            ("neighbour-formula/sigmoid-mask", "this is the derivative of a tanh",
             "relu′ is 1 or 0.", lambda d, k: d * (1 - np.tanh(k)**2)),
            ("axis/summed-over-rows", "the gradients of the rows are added up",
             "d_k has the shape of k.", lambda d, k: (d * (k >= 0)).sum(0)),
            ("axis/summed-over-rows", "the gradients of the rows are added up",
             "d_k has the shape of k.", lambda d, k: (d * (k >= 0)).sum(0, keepdims=True)),
        )),
    ),
    hints=("Which of the two is never negative: k, or h = relu(k)?",
           "ReLU is flat below 0: nothing comes back from there.",
           "d_k = d_h where k ≥ 0, else 0"),
    formula="d_k = d_h ⊙ [k ≥ 0]",
    variation="write the line for a leaky ReLU with slope 0.01.",
    right=(_through_loop, lambda d_h, k: np.where(k >= 0, d_h, 0),
           lambda d_h, k: d_h - d_h * (k < 0),
           lambda d_h, k: np.float32(d_h) * np.heaviside(k, 1).astype(np.float32),
           lambda d_h, k: np.vectorize(lambda g, s: g if s >= 0 else 0.0, otypes=[float])(d_h, k),
           lambda d_h, k: np.einsum("tv,tv->tv", d_h * 1.0, (k >= 0) * 1.0)),
    awkward=lambda d_h, k: np.asfortranarray(_through_loop(d_h, k).astype(np.float32)),
)

# --- 5.6 sgd_step ---------------------------------------------------------------------------------


def _step_cases():
    rng = np.random.default_rng(52)
    eighths = lambda *shape: np.asarray(rng.integers(-12, 13, size=shape) / 8)  # noqa: E731
    names = ("E", "H", "b_H", "U", "b_U")  # one key more than the lecture's network has

    def like(p, *order):
        return {n: eighths(*p[n].shape) for n in order}

    net = {n: eighths(*shape) for n, shape in zip(
        (*KEYS, "E"), ((3, 4), (1, 4), (4, 2), (1, 2), (5, 3)), strict=True)}
    same = {n: eighths(2, 2) for n in names}
    odd = {n: eighths(*shape) for n, shape in zip(
        names, ((2, 3, 2), (3,), (), (1, 1), (2,)), strict=True)}
    small = {n: np.array([value]) for n, value in zip(names, (1.0, 2.0, -3.0, 0.5, -1.5),
                                                      strict=True)}
    ints = {n: rng.integers(-9, 10, size=(1, 2)) for n in names}
    whole = {n: rng.integers(-9, 10, size=(1, 2)) | 1 for n in names}
    return [
        Case((small, like(small, *names), 0.125), "five parameters of one number each"),
        Case((net, like(net, *names), 0.25), "a network with a table E, lr = 0.25"),
        Case((net, like(net, "b_U", "U", "b_H", "H", "E"), 0.5), "gradients in another order"),
        Case((same, like(same, "H", "U", "E", "b_U", "b_H"), 0.75),
             "parameters of one shape, gradients in another order"),
        Case((same, like(same, *names), 0.0), "lr = 0"),
        Case((same, like(same, *names[::-1]), 2), "lr = 2, a whole number"),
        Case((odd, like(odd, *names), 0.375), "shapes from a single number to 3-D"),
        Case((ints, whole, 0.125), "whole numbers", integers=True),
        Case((ints, like(ints, *names), 1.0),
             "whole-number parameters, gradients with fractions", integers=True),
    ]


def _each(rule):
    return lambda params, grads, lr: {n: rule(p, grads[n], lr) for n, p in params.items()}


def _zipped(rule=lambda p, g, lr: p - lr * g):
    return lambda params, grads, lr: {n: rule(p, g, lr) for (n, p), g in zip(
        params.items(), grads.values(), strict=True)}


def _step_minus_equals(params, grads, lr):
    for name in params:
        params[name] -= lr * grads[name]
    return params


def _step_replaces(params, grads, lr):
    for name in params:
        params[name] = params[name] - lr * grads[name]
    return params


def _step_fills(params, grads, lr):
    for name in params:
        params[name][...] = params[name] - lr * grads[name]
    return params


def _step_shallow(params, grads, lr):
    new = dict(params)
    for name in new:
        new[name] -= lr * grads[name]
    return new


def _step_nothing(params, grads, lr):
    for name in params:
        params[name] = params[name] - lr * grads[name]


def _step_scales_gradients(params, grads, lr):
    new = {}
    for name in params:
        grads[name] = lr * grads[name]
        new[name] = params[name] - grads[name]
    return new


def _step_scales_arrays(params, grads, lr):
    new = {}
    for name in params:
        grads[name] *= lr
        new[name] = params[name] - grads[name]
    return new


def _step_copies(params, grads, lr):
    new = {name: p.copy() for name, p in params.items()}
    for name in new:
        new[name] -= lr * grads[name]
    return new


def _step_keeps_type(params, grads, lr):
    return {n: (p - lr * grads[n]).astype(p.dtype) for n, p in params.items()}


def _step_rounds_down(params, grads, lr):
    return {n: np.floor(p - lr * grads[n]) if p.dtype.kind == "i" else p - lr * grads[n]
            for n, p in params.items()}


def _left_as_it_was(position):
    """One parameter, the first or the last, does not move."""
    def step(params, grads, lr):
        still = list(params)[position]
        return {n: p - (n != still) * lr * grads[n] for n, p in params.items()}

    return step


def _first_only(params, grads, lr):
    new = {}
    for name in params:
        new[name] = params[name] - lr * grads[name]
        return new


def _norm(p, g, lr):
    return p - lr * g / max(np.linalg.norm(g), 1e-12)


def _step_loop(params, grads, lr):
    new = {}
    for name in reversed(list(params)):
        p, g = params[name], grads[name]
        flat = [float(a) - float(lr) * float(b)
                for a, b in zip(p.ravel(), g.ravel(), strict=True)]
        new[name] = np.array(flat).reshape(p.shape)
    return new


def _step_copy_then(params, grads, lr):
    new = {name: np.array(p, dtype=float) for name, p in params.items()}
    for name, g in grads.items():
        new[name] -= lr * g
    return new


def _moves(keep):
    """Only the parameters keep(name, names) take the step, the others stay as they are."""
    return lambda params, grads, lr: {
        n: p - lr * grads[n] if keep(n, list(params)) else p for n, p in params.items()}


def _by_order(params, grads, lr):
    names = sorted(params)
    return {n: p - lr * grads[m] for (n, p), m in zip(params.items(), names, strict=True)}


def _step_slips():
    """One slip in the step, by id: what, where, the whole function."""
    rule, every = "p − lr g, entry by entry.", "Go through the keys of `params`, all of them."

    def of(reduce, bare):
        """The gradient reduced over its rows; with ``bare`` a single number is an error."""
        return _each(lambda p, g, lr: p - lr * (reduce(g) if bare or np.ndim(g) else g))

    rules = (
        ("omitted-term/weights-only", "only H and U take the step", every,
         _moves(lambda n, names: n in ("H", "U"))),
        ("omitted-term/biases-only", "only the biases take the step", every,
         _moves(lambda n, names: n.startswith("b"))),
        ("omitted-term/fixed-keys", "only the keys of the lecture's network take the step", every,
         _moves(lambda n, names: n in KEYS)),
        ("missing-return/first-key-only", "only the first parameter takes the step",
         "Does the `return` stand inside the loop?", _moves(lambda n, names: n == names[0])),
        ("omitted-term/last-key-only", "only the last parameter takes the step",
         "Is the dict copied anew on every turn of the loop? Copy it before.",
         _moves(lambda n, names: n == names[-1])),
        ("integer/whole-lr", "the learning rate is rounded to a whole number", "Use lr as it is.",
         _each(lambda p, g, lr: p - round(lr) * g)),
        ("integer/whole-lr", "the learning rate is rounded up", "Use lr as it is.",
         _each(lambda p, g, lr: p - np.ceil(lr) * g)),
        ("integer/gradient-truncated", "the gradients have lost their digits after the point",
         rule, _each(lambda p, g, lr: p - lr * np.trunc(g))),
        ("integer/parameter-truncated", "the parameters have lost their digits after the point",
         rule, _each(lambda p, g, lr: np.trunc(p) - lr * g)),
        ("integer/whole-step", "the step is rounded down to whole numbers", rule,
         _each(lambda p, g, lr: p - lr * g // 1)),
        ("sign/lr-and-gradient", "lr is subtracted, and the gradient is added", rule,
         _each(lambda p, g, lr: p - lr + g)),
        ("neighbour-formula/one-minus-lr", "1 − lr stands where lr should", rule,
         _each(lambda p, g, lr: p - (1 - lr) * g)),
        ("neighbour-formula/lr-divides", "the difference p − g is divided by the learning rate",
         rule, _each(lambda p, g, lr: np.divide(p - g, lr))),
        *(("axis/first-row", "the first row of each gradient is subtracted from all rows", rule,
           of(lambda g: g[:1], bare)) for bare in (False, True)),
        *(("axis/mean-gradient", "the gradients are averaged over their rows", rule,
           of(lambda g: np.mean(g, axis=0), bare)) for bare in (False, True)),
        *(("axis/sum-gradient", "the gradients are added up over their rows", rule,
           of(lambda g: np.sum(g, axis=0), bare)) for bare in (False, True)),
        ("axis/largest-gradient", "one number, the largest gradient, is subtracted everywhere",
         rule, _each(lambda p, g, lr: p - lr * np.max(g))),
        *(("shape/axis-added", "arrays with few axes get more of them",
           "Each array keeps its shape.", _each(lambda p, g, lr, f=f: f(p - lr * g)))
          for f in (np.atleast_1d, np.atleast_2d)),
        *(("shape/flat", "the arrays come back as one row or column",
           "Each array keeps its shape.", _each(lambda p, g, lr, c=c: (p - lr * g).reshape(c)))
          for c in ((1, -1), (-1, 1))),
        ("shape/squeezed", "axes of length 1 are dropped", "Each array keeps its shape.",
         _each(lambda p, g, lr: np.squeeze(p - lr * g))),
        ("transpose/result", "the arrays come back transposed", "Each array keeps its shape.",
         _each(lambda p, g, lr: (p - lr * g).T)),
        ("transpose/result", "the arrays come back transposed where they are square",
         "Each array keeps its shape.",
         _each(lambda p, g, lr: p.T - lr * g.T if p.T.shape == p.shape else p - lr * g)),
        ("duplicates/equal-numbers", "equal numbers of an array are kept once, and sorted",
         "Each array keeps its shape.", _each(lambda p, g, lr: np.unique(p - lr * g))),
        ("convention/order-not-keys", "the gradients are taken in alphabetical order",
         "Look each one up by its key, grads[name].", _by_order),
    )
    return [Mistake(id, wrong, what, where) for id, what, where, wrong in rules]


STEP = Exercise(
    id="sgd_step", title="Make one step of gradient descent", notebook="05", number="5.6",
    signature="sgd_step(params, grads, lr)", lecture=("MAY24-1.3c", "NPFL129-mlp-training"),
    minutes=5, difficulty=1, reference=network.sgd_step, cases=_step_cases,
    held={"lr": (1.0, 0.1, 0.01, 0.5, 0.001)},
    mistakes=(
        Mistake("sign/plus", _each(lambda p, g, lr: p + lr * g),
                "the step goes uphill", "Descent subtracts: p − lr g."),
        Mistake("sign/swapped", _each(lambda p, g, lr: lr * g - p),
                "the difference is the wrong way round", "p − lr g, not lr g − p."),
        Mistake("ignored-argument/lr", _each(lambda p, g, lr: p - g),
                "the learning rate is left out", "The step is lr times the gradient."),
        Mistake("factor/lr-twice", _each(lambda p, g, lr: p - lr * lr * g),
                "the learning rate is there twice", "p − lr g."),
        Mistake("neighbour-formula/lr-divides",
                _each(lambda p, g, lr: p - np.divide(g, lr)),
                "the gradient is divided by the learning rate", "p − lr g."),
        Mistake("neighbour-formula/lr-on-all", _each(lambda p, g, lr: lr * (p - g)),
                "the learning rate multiplies the parameter too", "p − lr g."),
        Mistake("neighbour-formula/lr-on-parameter", _each(lambda p, g, lr: lr * p - g),
                "the learning rate multiplies the parameter, not the gradient", "p − lr g."),
        Mistake("neighbour-formula/decay", _each(lambda p, g, lr: (1 - lr) * p - lr * g),
                "the parameter shrinks as well: weight decay", "p − lr g, nothing else."),
        Mistake("neighbour-formula/average", _each(lambda p, g, lr: (1 - lr) * p + lr * g),
                "this is a running average of parameter and gradient", "p − lr g."),
        Mistake("neighbour-formula/shrinks", _each(lambda p, g, lr: p - lr * p),
                "the parameter stands where the gradient should", "p − lr g."),
        Mistake("neighbour-formula/sign-of-gradient",
                _each(lambda p, g, lr: p - lr * np.sign(g)),
                "only the sign of the gradient is used", "p − lr g."),
        Mistake("neighbour-formula/normalised", _each(_norm),
                "the gradient is scaled to length 1", "p − lr g."),
        Mistake("neighbour-formula/squared-gradient", _each(lambda p, g, lr: p - lr * g**2),
                "the gradient is squared", "p − lr g."),
        Mistake("sign/absolute-gradient",
                _each(lambda p, g, lr: p - lr * np.abs(g)),
                "the gradient has lost its sign", "p − lr g."),
        Mistake("neighbour-formula/multiplied", _each(lambda p, g, lr: p * (1 - lr * g)),
                "the parameter is multiplied, not moved", "p − lr g."),
        Mistake("omitted-term/change-only", _each(lambda p, g, lr: -lr * g),
                "the change comes back, not the new values", "Add it to p."),
        Mistake("omitted-term/change-only", _each(lambda p, g, lr: lr * g),
                "the change comes back, not the new values", "Subtract it from p."),
        Mistake("omitted-term/no-step", _each(lambda p, g, lr: p * 1.0),
                "the parameters come back as they were", "p − lr g."),
        Mistake("factor/2-lr", _each(lambda p, g, lr: p - 2 * lr * g),
                "the step is twice too long", "The gradient has its factors already."),
        Mistake("factor/half-lr", _each(lambda p, g, lr: p - lr * g / 2),
                "the step is half as long as asked", "The gradient has its factors already."),
        Mistake("factor/divided-by-rows",
                _each(lambda p, g, lr: p - lr * g / (len(g) if np.ndim(g) else 1)),
                "the gradient is divided once more", "The 1/t is in the gradient already."),
        Mistake("factor/divided-by-rows", _each(lambda p, g, lr: p - lr * g / len(g)),
                "the gradient is divided once more, by its number of rows",
                "The 1/t is in the gradient already, and len(g) is not t."),
        Mistake("factor/divided-by-rows",
                _each(lambda p, g, lr: p - lr * g / (g.shape[-1] if np.ndim(g) else 1)),
                "the gradient is divided once more, by its number of columns",
                "The 1/t is in the gradient already."),
        Mistake("factor/divided-by-rows", lambda params, grads, lr: {
            n: p - lr * grads[n] / len(params) for n, p in params.items()},
                "the step is divided by the number of parameters", "p − lr g."),
        Mistake("factor/divided-by-size", _each(lambda p, g, lr: p - lr * g / np.size(g)),
                "the gradient is divided by its number of entries", "p − lr g."),
        Mistake("axis/mean-gradient", _each(lambda p, g, lr: p - lr * np.mean(g)),
                "one number, the mean gradient, is subtracted everywhere",
                "Entry by entry: p − lr g."),
        Mistake("axis/sum-gradient", _each(lambda p, g, lr: p - lr * np.sum(g)),
                "one number, the summed gradient, is subtracted everywhere",
                "Entry by entry: p − lr g."),
        Mistake("convention/order-not-keys", _zipped(),
                "gradients are paired with parameters by their order",
                "The order may differ: look each one up by its key, grads[name]."),
        Mistake("convention/order-not-keys", lambda params, grads, lr: {
            n: p - lr * g for n, p, g in zip(grads, params.values(), grads.values(),
                                             strict=True)},
                "gradients are paired with parameters by their order",
                "The order may differ: look each one up by its key, params[name]."),
        Mistake("convention/order-not-keys", lambda params, grads, lr: {
            n: p - lr * grads[m] for (n, p), m in zip(sorted(params.items()), grads,
                                                      strict=True)},
                "gradients are paired with parameters by their order",
                "Look each one up by its key, grads[name]."),
        Mistake("omitted-term/fixed-keys", lambda params, grads, lr: {
            n: params[n] - lr * grads[n] for n in KEYS},
                "only the keys of the lecture's network are known",
                "Go through the keys of `params`, whatever they are."),
        Mistake("omitted-term/fixed-keys", lambda params, grads, lr: {
            n: params[n] - lr * grads[n] for n in KEYS if n in params},
                "only the keys of the lecture's network are updated",
                "Go through the keys of `params`, whatever they are."),
        Mistake("missing-return/first-key-only", _first_only,
                "only the first parameter comes back",
                "The `return` stands inside the loop."),
        Mistake("omitted-term/last-key-only", lambda params, grads, lr: {
            n: params[n] - lr * grads[n] for n in list(params)[-1:]},
                "only the last parameter comes back",
                "The dict is made anew on every turn of the loop: make it before it."),
        Mistake("off-by-one/key-left-out", lambda params, grads, lr: {
            n: params[n] - lr * grads[n] for n in list(params)[:-1]},
                "the last parameter is left out", "Go through all keys of `params`."),
        Mistake("off-by-one/key-left-out", lambda params, grads, lr: {
            n: params[n] - lr * grads[n] for n in list(params)[1:]},
                "the first parameter is left out", "Go through all keys of `params`."),
        Mistake("off-by-one/key-left-out", _left_as_it_was(-1),
                "the last parameter is not updated", "Go through all keys of `params`."),
        Mistake("off-by-one/key-left-out", _left_as_it_was(0),
                "the first parameter is not updated", "Go through all keys of `params`."),
        Mistake("neighbour-formula/gradients-out", _each(lambda p, g, lr: g * 1.0),
                "the gradients come back", "Return the new values, p − lr g."),
        *(Mistake("convention/key-names", lambda params, grads, lr, rename=rename: {
            rename(n): p - lr * grads[n] for n, p in params.items()},
                  "the new values carry other names", "Return a dict with the same keys.")
          for rename in (lambda n: "new_" + n, lambda n: n + "_new", lambda n: "d_" + n,
                         str.lower, lambda n: "d" + n, lambda n: "grad_" + n,
                         lambda n: "g" + n, str.upper, lambda n: n + "1", lambda n: "n_" + n)),
        Mistake("shape/list", lambda params, grads, lr: [
            (n, p - lr * grads[n]) for n, p in params.items()],
                "a list of pairs comes back", "Return a dict with the same keys."),
        Mistake("shape/pairs", lambda params, grads, lr: (
            {n: p - lr * grads[n] for n, p in params.items()}, grads),
                "more than the new values come back", "Return one dict, the new values."),
        Mistake("axis/first-entry", _each(lambda p, g, lr: p - lr * np.ravel(g)[0]),
                "the first entry of each gradient is subtracted everywhere",
                "Entry by entry: p − lr g."),
        Mistake("transpose/gradient", _each(lambda p, g, lr: p - lr * g.T),
                "the gradient is transposed", "p and g have one shape: p − lr g."),
        Mistake("transpose/gradient", _each(
            lambda p, g, lr: p - lr * (g.T if g.T.shape == g.shape else g)),
                "the gradient is transposed where it is square",
                "p and g have one shape: p − lr g."),
        *(Mistake("neighbour-formula/clipped-gradient", _each(
            lambda p, g, lr, c=c: p - lr * np.clip(g, -c, c)),
                  "the gradient is clipped", "p − lr g, with g as it is.") for c in (1.0, 0.5)),
        *(Mistake("neighbour-formula/decay", _each(
            lambda p, g, lr, lam=lam: p - lr * (g + lam * p)),
                  "the parameter shrinks as well: weight decay", "p − lr g, nothing else.")
          for lam in (1.0, 0.1, 0.01, 0.001)),
        Mistake("neighbour-formula/lr-added", _each(lambda p, g, lr: p - (lr + g)),
                "the learning rate is added to the gradient", "Multiply: p − lr g."),
        Mistake("neighbour-formula/lr-added", _each(lambda p, g, lr: p - lr - g),
                "the learning rate is subtracted as well", "Multiply: p − lr g."),
        Mistake("factor/root-of-lr", _each(lambda p, g, lr: p - np.sqrt(lr) * g),
                "the root of the learning rate is used", "p − lr g."),
        Mistake("omitted-term/weights-only", lambda params, grads, lr: {
            n: p if n.startswith("b") else p - lr * grads[n] for n, p in params.items()},
                "the biases are not updated", "Every key takes the step."),
        Mistake("omitted-term/weights-only", lambda params, grads, lr: {
            n: p - lr * grads[n] for n, p in params.items() if not n.startswith("b")},
                "the biases are missing in the result", "Every key takes the step."),
        Mistake("in-place/params", _step_minus_equals,
                "the arrays in `params` are changed",
                "Build a new dict with p - lr * g, which makes new arrays."),
        Mistake("in-place/params", _step_replaces, "the dict `params` is changed",
                "Build a new dict and return that."),
        Mistake("in-place/params", _step_fills, "the arrays in `params` are changed",
                "Build a new dict with p - lr * g, which makes new arrays."),
        Mistake("in-place/params", _step_shallow,
                "the arrays in `params` are changed: dict(params) shares them",
                "Write p - lr * g, which makes new arrays, instead of -=."),
        Mistake("missing-return/changes-params", _step_nothing,
                "`params` is changed and nothing comes back",
                "Build a new dict and return it."),
        Mistake("in-place/grads", _step_scales_gradients, "the dict `grads` is changed",
                "Write p - lr * g, which makes a new array."),
        Mistake("in-place/grads", _step_scales_arrays, "the arrays in `grads` are changed",
                "Write p - lr * g, which makes a new array."),
        Mistake("integer/in-place-integers", _step_copies,
                "a fraction is subtracted inside an array of integers",
                "Write p - lr * g, which makes an array that can hold it."),
        Mistake("integer/truncated", _step_keeps_type,
                "the digits after the point are lost where a parameter is a whole number",
                "Let NumPy choose the type of p - lr * g."),
        Mistake("integer/whole-lr", _each(lambda p, g, lr: p - int(lr) * g),
                "the learning rate is cut to a whole number", "Use lr as it is."),
        Mistake("integer/whole-lr", _each(
            lambda p, g, lr: p - (int(lr) if p.dtype.kind == "i" else lr) * g),
                "the learning rate is cut to a whole number where a parameter is one",
                "Use lr as it is: no array of integers, no dtype=p.dtype."),
        Mistake("integer/whole-step", _each(
            lambda p, g, lr: p - (lr * g).astype(p.dtype)),
                "the step is cut to whole numbers where a parameter is one",
                "Let NumPy choose the type of lr * g."),
        Mistake("integer/whole-step", _each(lambda p, g, lr: p - (lr * g).astype(int)),
                "the step is cut to whole numbers", "Let NumPy choose the type of lr * g."),
        Mistake("integer/truncated", _each(lambda p, g, lr: np.trunc(p - lr * g)),
                "the digits after the point are lost", "Return p - lr * g as it is."),
        Mistake("integer/truncated", _step_rounds_down,
                "fractions are rounded down where a parameter is a whole number",
                "Let NumPy choose the type of p - lr * g."),
        *(Mistake("integer/rounded", _each(lambda p, g, lr, n=n: np.round(p - lr * g, n)),
                  "the new values are rounded", "Return them as they are.") for n in (0, 1, 2, 3)),
        Mistake("shape/list", lambda params, grads, lr: [
            p - lr * grads[n] for n, p in params.items()],
                "the new values come without their names", "Return a dict with the same keys."),
        Mistake("shape/list", lambda params, grads, lr: tuple(
            p - lr * grads[n] for n, p in params.items()),
                "the new values come without their names", "Return a dict with the same keys."),
        Mistake("shape/single-number", _each(lambda p, g, lr: np.array([
            a - lr * b for a, b in zip(p, g, strict=True)])),
                "a parameter that is a single number, without rows, raises an error",
                "p - lr * g works for every shape: no loop over rows is needed."),
        Mistake("shape/list", lambda params, grads, lr: [
            p + lr * grads[n] for n, p in params.items()],
                "the new values come without their names, and the step goes uphill",
                "Return a dict with the same keys, and subtract."),
        *(Mistake("factor/constant", _each(lambda p, g, lr, c=c: p - c * lr * g),
                  "the step is longer or shorter than asked by a fixed factor",
                  "p − lr g: nothing else multiplies the gradient.") for c in (0.1, 0.9, 10)),
        Mistake("shape/flat", _each(lambda p, g, lr: (p - lr * g).ravel()),
                "the arrays come back flat", "Each array keeps its shape."),
        *_step_slips(),
    ),
    hints=("Which way is downhill, if the gradient points uphill?",
           "Go through the keys of params and look the gradient up under the same key.",
           "for every key: new[key] = params[key] − lr · grads[key]"),
    formula="p ← p − lr ∂ℓ/∂p, for every parameter at once",
    variation="what does a step with 2 lr and half the gradient do? And one with −lr?",
    right=(_step_loop, _step_copy_then, _each(lambda p, g, lr: p + (-lr) * g),
           _each(lambda p, g, lr: np.subtract(p, np.multiply(np.float32(lr), g))),
           lambda params, grads, lr: dict(zip(
               grads, [params[n] - lr * grads[n] for n in grads], strict=True)),
           lambda params, grads, lr: {n: np.asarray(p, dtype=np.float32) - np.float32(lr) *
                                      np.asarray(grads[n], dtype=np.float32)
                                      for n, p in params.items()}),
    awkward=lambda params, grads, lr: {n: np.asarray(p, np.float32, order="F")
                                       for n, p in _step_loop(params, grads, lr).items()},
)

# --- 5.5 relu_net_1d_gradients --------------------------------------------------------------------

SCALAR_LINES = {
    "k": lambda s: s.x[:, None] * s.w1 + s.b1,
    "h": lambda s: _relu(s.k),
    "z": lambda s: s.h @ s.w2 + s.b2,
    "e": lambda s: -2 * (s.y - s.z),
    "mask": lambda s: (s.k >= 0) * 1.0,
    "d_k": lambda s: s.e[:, None] * s.w2 * s.mask,
    "dw2": lambda s: s.e @ s.h / s.n,
    "db2": lambda s: s.e.sum() / s.n,
    "dw1": lambda s: s.x @ s.d_k / s.n,
    "db1": lambda s: s.d_k.sum(axis=0) / s.n,
    "result": lambda s: {"w1": s.dw1, "b1": s.db1, "w2": s.dw2, "b2": s.db2},
}


def _scalar(**other):
    rules = SCALAR_LINES | other

    def run(x, y, w1, b1, w2, b2):
        s = SimpleNamespace(x=x, y=y, w1=w1, b1=b1, w2=w2, b2=b2, n=len(x))
        for name, rule in rules.items():
            setattr(s, name, rule(s))
        return s.result

    return run


def _slip(id, what, where, **other):
    return Mistake(id, _scalar(**other), what, where)


def _four(change):
    return {"result": lambda s: {"w1": change(s.dw1, s), "b1": change(s.db1, s),
                                 "w2": change(s.dw2, s), "b2": change(s.db2, s)}}


def _scalar_cases():
    def net(n, v, seed):
        rng = np.random.default_rng(seed)
        eighths = lambda *shape: rng.integers(-12, 13, size=shape) / 8  # noqa: E731
        return (eighths(n), eighths(n), eighths(v), eighths(v) + 1 / 128, eighths(v),
                float(eighths()) + 0.25)

    def case(values, name, **options):
        return Case(values, name, sizes={"n": len(values[0]), "v": len(values[2])}, **options)

    kink = (np.array([1.0, -2.0, 0.0]), np.array([0.5, 1.0, -1.0]), np.array([1.0, 0.5]),
            np.array([-1.0, 1.0]), np.array([2.0, -1.5]), 0.5)
    ints = (np.array([1, -2, 3, 0]), np.array([2, 0, -1, 1]), np.array([1, -1, 2]),
            np.array([0, 1, -1]), np.array([3, -2, 1]), 1)
    return [
        case(net(2, 3, 61), "two examples, three hidden units"),
        case(net(5, 4, 62), "five examples, four hidden units"),
        case(net(1, 2, 63), "one example"),
        case(net(3, 3, 64), "as many examples as hidden units"),
        case(kink, "pre-activations of exactly 0"),
        case(ints, "whole numbers", integers=True),
    ]


def _scalar_loop(x, y, w1, b1, w2, b2):
    n, v = len(x), len(w1)
    out = {"w1": np.zeros(v), "b1": np.zeros(v), "w2": np.zeros(v), "b2": 0.0}
    for i in range(n):
        k = [w1[j] * x[i] + b1[j] for j in range(v)]
        z = sum(w2[j] * max(0, k[j]) for j in range(v)) + b2
        e = 2 * (z - y[i]) / n
        out["b2"] += e
        for j in range(v):
            out["w2"][j] += e * max(0, k[j])
            if k[j] >= 0:
                out["w1"][j] += e * w2[j] * x[i]
                out["b1"][j] += e * w2[j]
    return out


def _scalar_as_network(x, y, w1, b1, w2, b2):
    f, H, b_H, U = x[:, None], w1[None], b1[None], w2[:, None]
    k = f @ H + b_H
    d_z = 2 * (_relu(k) @ U + b2 - y[:, None]) / len(x)
    d_k = d_z @ U.T * (k >= 0)
    return {"b2": d_z.sum(), "w2": (_relu(k).T @ d_z)[:, 0], "b1": d_k.sum(0),
            "w1": (f.T @ d_k)[0]}


def _scalar_float32(x, y, w1, b1, w2, b2):
    arrays = [np.asarray(a, dtype=np.float32) for a in (x, y, w1, b1, w2, b2)]
    return {name: np.asarray(g, dtype=np.float32) for name, g in _scalar()(*arrays).items()}


def _scalar_mean(x, y, w1, b1, w2, b2):
    k = np.outer(x, w1) + b1
    h = np.where(k > 0, k, 0.0)
    e = np.einsum("nv,v->n", h, w2) + b2 - y
    d_k = 2 * np.outer(e, w2) * np.heaviside(k, 1)
    return {"w1": (d_k * x[:, None]).mean(0), "b1": d_k.mean(0),
            "w2": 2 * (e[:, None] * h).mean(0), "b2": np.array(2 * e.mean())}


SCALAR = Exercise(
    id="relu_net_1d_gradients", title="Four gradients of a scalar network", notebook="05",
    number="5.5", signature="relu_net_1d_gradients(x, y, w1, b1, w2, b2)",
    lecture=("CS577-grad-w2", "CS577-grad-b2", "CS577-grad-w1-vector", "CS577-grad-b1"),
    minutes=15, difficulty=3, reference=network.relu_net_1d_gradients, cases=_scalar_cases,
    mistakes=(
        _slip("sign/bias-as-printed", "the bias b2 has the wrong sign in the error: y − w·g + b2",
              "z has the bias inside: y − z = y − (w2·g + b2).",
              e=lambda s: -2 * (s.y - s.h @ s.w2 + s.b2)),
        _slip("omitted-term/label", "the label y has dropped out",
              "y − (y − z) is z: the error is y − z.", e=lambda s: 2 * s.z),
        _slip("omitted-term/label", "the label y has dropped out",
              "y − (y − z) is z: the error is y − z.", e=lambda s: -2 * s.z),
        _slip("omitted-term/error-in-hidden", "the factor −2 (y − z) is missing in w1 and b1",
              "∂z is not ∂J yet: multiply by −2 (y − z).",
              d_k=lambda s: s.w2 * s.mask),
        _slip("omitted-term/error", "the factor −2 (y − z) is missing everywhere",
              "These are the derivatives of z; those of J carry −2 (y − z).",
              e=lambda s: np.ones(s.n)),
        _slip("sign/flipped", "the sign is flipped",
              "(y − z)² has the derivative −2 (y − z) by z.", **_four(lambda g, s: -g)),
        _slip("factor/2-times-too-small", "the 2 of the square is missing",
              "(y − z)² has the derivative −2 (y − z) by z.", **_four(lambda g, s: g / 2)),
        _slip("factor/2-times-too-large", "there is a factor 2 too many",
              "(y − z)² has the derivative −2 (y − z) by z.", **_four(lambda g, s: g * 2)),
        _slip("factor/n-times-too-large", "the 1/n is missing",
              "J is the mean over the examples: divide by n once.",
              **_four(lambda g, s: g * s.n)),
        _slip("factor/n-times-too-small", "the 1/n is there twice",
              "J is the mean over the examples: divide by n once.",
              **_four(lambda g, s: g / s.n)),
        _slip("factor/divided-by-v", "the gradient is divided by the number of hidden units",
              "The mean runs over the n examples.", **_four(lambda g, s: g * s.n / len(s.w1))),
        _slip("omitted-term/x", "the input x is missing in the gradient of w1",
              "k = w1 x + b1: its derivative by w1 is x.", dw1=lambda s: s.d_k.sum(0) / s.n),
        _slip("neighbour-formula/x-in-b1", "the input x stands in the gradient of b1",
              "k = w1 x + b1: its derivative by b1 is 1.", db1=lambda s: s.x @ s.d_k / s.n),
        _slip("omitted-term/relu-mask", "g′ is missing: every hidden unit passes",
              "Multiply by relu′(k): 1 where k >= 0, else 0.",
              mask=lambda s: np.ones_like(s.k, dtype=float)),
        _slip("convention/relu-grad-at-zero", "a pre-activation of exactly 0 is masked",
              "That is another convention; in this course relu′(0) = 1.",
              mask=lambda s: (s.k > 0) * 1.0),
        _slip("convention/relu-grad-at-zero", "half passes at a pre-activation of exactly 0",
              "That is another convention; in this course relu′(0) = 1.",
              mask=lambda s: np.heaviside(s.k, 0.5)),
        _slip("sign/mask-reversed", "the mask lets through what ReLU cuts off",
              "The gradient passes where k >= 0.", mask=lambda s: (s.k < 0) * 1.0),
        _slip("neighbour-formula/times-h", "g(k) stands where g′(k) should",
              "relu′ is 1 or 0.", mask=lambda s: s.h),
        _slip("neighbour-formula/times-k", "k stands where g′(k) should",
              "relu′ is 1 or 0.", mask=lambda s: s.k),
        _slip("omitted-term/w2", "the output weights are missing on the way back",
              "z = w2·g(k) + b2: its derivative by g is w2.",
              d_k=lambda s: s.e[:, None] * s.mask),
        _slip("neighbour-formula/w1-for-w2", "w1 stands where w2 should",
              "z = w2·g(k) + b2: its derivative by g is w2.",
              d_k=lambda s: s.e[:, None] * s.w1 * s.mask),
        _slip("neighbour-formula/k-for-h", "the gradient of w2 is made from k, not from g(k)",
              "z = w2·g(k) + b2: its derivative by w2 is g(k).", dw2=lambda s: s.e @ s.k / s.n),
        _slip("neighbour-formula/mask-for-h", "the gradient of w2 is made from g′(k)",
              "z = w2·g(k) + b2: its derivative by w2 is g(k).",
              dw2=lambda s: s.e @ s.mask / s.n),
        _slip("omitted-term/relu-forward", "the forward pass has no ReLU",
              "z = w2·relu(k) + b2.", h=lambda s: s.k),
        _slip("omitted-term/relu", "the ReLU is missing, forward and backward",
              "z = w2·relu(k) + b2.", h=lambda s: s.k,
              mask=lambda s: np.ones_like(s.k, dtype=float)),
        _slip("omitted-term/hidden-bias", "b1 is left out of k", "k = w1 x + b1.",
              k=lambda s: s.x[:, None] * s.w1),
        _slip("omitted-term/output-bias", "b2 is left out of z", "z = w2·g(k) + b2.",
              z=lambda s: s.h @ s.w2),
        _slip("neighbour-formula/absolute-error", "only the sign of the error is used",
              "J squares the error: −2 (y − z).", e=lambda s: -np.sign(s.y - s.z)),
        _slip("shape/not-averaged", "one gradient per example comes back",
              "Average over the examples, axis 0.",
              dw1=lambda s: s.d_k * s.x[:, None], db1=lambda s: s.d_k,
              dw2=lambda s: s.e[:, None] * s.h, db2=lambda s: s.e),
        _slip("axis/over-units", "the average runs over the hidden units",
              "Average over the examples, axis 0.",
              dw1=lambda s: (s.d_k * s.x[:, None]).mean(1), db1=lambda s: s.d_k.mean(1),
              dw2=lambda s: (s.e[:, None] * s.h).mean(1)),
        _slip("axis/one-number", "the average runs over examples and units",
              "Average over the examples only, axis 0.",
              dw1=lambda s: (s.d_k * s.x[:, None]).mean(), db1=lambda s: s.d_k.mean(),
              dw2=lambda s: (s.e[:, None] * s.h).mean()),
        _slip("shape/b2-array", "the gradient of b2 is an array, not one number",
              "b2 is one number, so is its gradient.", db2=lambda s: np.array([s.e.mean()])),
        _slip("shape/rows", "the gradients are rows of shape (1, v)",
              "The parameters are vectors (v,).", dw1=lambda s: (s.x @ s.d_k / s.n)[None],
              db1=lambda s: s.d_k.mean(0, keepdims=True),
              dw2=lambda s: (s.e @ s.h / s.n)[None]),
        _slip("shape/columns", "the gradients are columns of shape (v, 1)",
              "The parameters are vectors (v,).", dw1=lambda s: (s.x @ s.d_k / s.n)[:, None],
              db1=lambda s: s.d_k.mean(0)[:, None], dw2=lambda s: (s.e @ s.h / s.n)[:, None]),
        _slip("shape/tuple", "the gradients come as a tuple, without names",
              "Return a dict with the keys 'w1', 'b1', 'w2', 'b2'.",
              result=lambda s: (s.dw1, s.db1, s.dw2, s.db2)),
        _slip("shape/tuple", "the gradients come as a tuple, without names",
              "Return a dict with the keys 'w1', 'b1', 'w2', 'b2'.",
              result=lambda s: (s.dw2, s.db2, s.dw1, s.db1)),
        _slip("neighbour-formula/keys-swapped", "the layers' gradients are swapped",
              "w1 and b1 belong to the hidden layer.",
              result=lambda s: {"w1": s.dw2, "b1": s.db1, "w2": s.dw1, "b2": s.db2}),
        _slip("missing-return/biases", "the biases are missing in the result",
              "Return all four keys.", result=lambda s: {"w1": s.dw1, "w2": s.dw2}),
        *(_slip("missing-return/keys-missing", f"the key {key!r} is missing in the result",
                "Return all four keys: 'w1', 'b1', 'w2', 'b2'.",
                result=lambda s, key=key: {n: getattr(s, "d" + n) for n in (
                    "w1", "b1", "w2", "b2") if n != key}) for key in ("w1", "b1", "w2", "b2")),
        *(_slip("convention/key-names", "the gradients carry other names than the parameters",
                "Use the parameters' own names as keys: 'w1', 'b1', 'w2', 'b2'.",
                result=lambda s, name=name: {name(n): getattr(s, "d" + n) for n in (
                    "w1", "b1", "w2", "b2")})
          for name in (lambda n: "d" + n, lambda n: "d_" + n, lambda n: "grad_" + n,
                       lambda n: n[0] + "_" + n[1], str.upper)),
        *(_slip(id, what, where, e=lambda s, keep=keep, divide=divide: -2 * (s.y - s.z) * keep(
            np.arange(s.n), s.n) * s.n / divide(s.n))
          for id, what, where, keep, divides in (
              ("off-by-one/row-left-out", "the last example is left out",
               "`range(n)` already stops before n.", lambda i, n: i < n - 1,
               (lambda n: n, lambda n: max(n - 1, 1))),
              ("off-by-one/row-left-out", "the first example is left out",
               "Examples are counted from 0.", lambda i, n: i > 0,
               (lambda n: n, lambda n: max(n - 1, 1))),
              ("missing-return/first-row-only", "only the first example is used",
               "Does the `return` stand inside the loop?", lambda i, n: i == 0,
               (lambda n: n, lambda n: 1)),
              ("missing-return/last-row-only", "only the last example is used",
               "Inside a loop over the examples add up: += and not =.", lambda i, n: i == n - 1,
               (lambda n: n, lambda n: 1)))
          for divide in divides),
        *(_slip("off-by-one/unit-left-out", "one hidden unit gets no gradient",
                "All v hidden units count: range(n) starts at 0 and stops before n.",
                d_k=lambda s, g=g: s.e[:, None] * s.w2 * s.mask * g(s),
                dw2=lambda s, g=g: s.e @ s.h / s.n * g(s))
          for g in (lambda s: np.arange(len(s.w1)) > 0,
                    lambda s: np.arange(len(s.w1)) < len(s.w1) - 1)),
        _slip("factor/t-minus-one", "the gradient is divided by n − 1",
              "The mean over n examples divides by n.",
              **_four(lambda g, s: g * s.n / max(s.n - 1, 1))),
        _slip("sign/absolute-error", "the error has lost its sign",
              "−2 (y − z) keeps its sign.", e=lambda s: 2 * np.abs(s.y - s.z)),
        _slip("neighbour-formula/squared-error-itself", "the squared error stands where its "
              "derivative should", "(y − z)² has the derivative −2 (y − z) by z.",
              e=lambda s: (s.y - s.z) ** 2),
        _slip("neighbour-formula/x-squared", "x stands twice in the gradient of w1",
              "k = w1 x + b1: its derivative by w1 is x.", dw1=lambda s: s.x**2 @ s.d_k / s.n),
        _slip("neighbour-formula/k-for-x", "k stands in place of x in the gradient of w1",
              "k = w1 x + b1: its derivative by w1 is x.",
              dw1=lambda s: (s.k * s.d_k).sum(0) / s.n),
        _slip("omitted-term/h", "g(k) is missing in the gradient of w2",
              "z = w2·g(k) + b2: its derivative by w2 is g(k).",
              dw2=lambda s: np.full(len(s.w2), s.e.mean())),
        _slip("neighbour-formula/x-for-h", "x stands in place of g(k) in the gradient of w2",
              "z = w2·g(k) + b2: its derivative by w2 is g(k).",
              dw2=lambda s: np.full(len(s.w2), (s.e * s.x).mean())),
        _slip("neighbour-formula/w2-in-b2", "the output weights stand in the gradient of b2",
              "z = w2·g(k) + b2: its derivative by b2 is 1.",
              db2=lambda s: (s.e * s.w2.sum()).mean()),
        _slip("neighbour-formula/threshold-one", "the mask begins at 1, not at 0", "k >= 0.",
              mask=lambda s: (s.k >= 1) * 1.0),
        _slip("neighbour-formula/sign-mask", "the sign of k stands where g′(k) should",
              "relu′ is 1 or 0, never −1.", mask=lambda s: np.sign(s.k)),
        _slip("neighbour-formula/sigmoid-hidden", "the hidden layer is a sigmoid",
              "The hidden layer is a ReLU.", h=lambda s: 1 / (1 + np.exp(-s.k)),
              mask=lambda s: np.exp(-s.k) / (1 + np.exp(-s.k)) ** 2),
        _slip("neighbour-formula/tanh-hidden", "the hidden layer is a tanh",
              "The hidden layer is a ReLU.", h=lambda s: np.tanh(s.k),
              mask=lambda s: 1 - np.tanh(s.k) ** 2),
        _slip("neighbour-formula/relu-on-output", "the output goes through a ReLU",
              "z = w2·g(k) + b2 is linear.", e=lambda s: -2 * (s.y - _relu(s.z))),
        _slip("neighbour-formula/step-out", "parameters after a step come back, not gradients",
              "Return the gradients.", result=lambda s: {
                  "w1": s.w1 - s.dw1, "b1": s.b1 - s.db1, "w2": s.w2 - s.dw2, "b2": s.b2 - s.db2}),
        _slip("integer/truncated", "the error has lost its digits after the point",
              "No int() and no integer array.", e=lambda s: np.trunc(-2 * (s.y - s.z))),
    ),
    hints=("Compute z first, and only then the error y − z.",
           "All four carry the factor −2 (y − z). What is the derivative of z by each of them?",
           "per example: w2: −2(y−z) g(k); b2: −2(y−z); b1: −2(y−z) w2 ⊙ g′(k); w1: that "
           "times x. Then the mean over the examples."),
    formula="−2(y−z) times: g(k) for w2, 1 for b2, w2 ⊙ g′(k) for b1, w2 ⊙ g′(k) x for w1; "
            "then the mean",
    variation="replace g by tanh. Which lines change?",
    right=(_scalar_loop, _scalar_as_network, _scalar_float32, _scalar_mean,
           lambda *a: dict(reversed(_scalar(e=lambda s: 2 * (s.z - s.y))(*a).items()))),
    awkward=_scalar_float32,
)

# --- 5.7 init_uniform -----------------------------------------------------------------------------


def init_uniform(u):
    """Weights from random numbers u in [0, 1): uniform on [-1/sqrt(M), 1/sqrt(M)].

    u has the shape (M, O) of the matrix, from M inputs to O outputs. Lecture
    NPFL129-mlp-training.
    """
    M = len(u)
    return (2 * u - 1) / np.sqrt(M)


def _uniform_cases():
    u = lambda M, O_, seed: np.random.default_rng(seed).integers(0, 64, (M, O_)) / 64  # noqa: E731
    return [
        Case((np.array([[0.0, 0.5, 0.75], [0.25, 0.875, 0.125]]),), "two inputs, three units",
             sizes={"M": 2, "O": 3}),
        Case((u(9, 4, 71),), "nine inputs, four units", sizes={"M": 9, "O": 4}),
        Case((u(4, 4, 72),), "as many inputs as units", sizes={"M": 4, "O": 4}),
        Case((u(1, 5, 73),), "one input", sizes={"M": 1, "O": 5}),
        Case((u(64, 2, 74),), "64 inputs, two units", sizes={"M": 64, "O": 2}),
        Case((np.zeros((3, 2)),), "the lower end, u = 0", sizes={"M": 3, "O": 2}),
    ]


def _uniform_in_place(u):
    u *= 2
    u -= 1
    u /= np.sqrt(len(u))
    return u


INIT = Exercise(
    id="init_uniform", title="Start from random weights", notebook="05", number="5.7",
    signature="init_uniform(u)", lecture=("NPFL129-mlp-training", "NPFL129-init"),
    minutes=4, difficulty=1, reference=init_uniform, cases=_uniform_cases,
    mistakes=(
        Mistake("axis/outputs", lambda u: (2 * u - 1) / np.sqrt(u.shape[1]),
                "the range depends on the number of outputs",
                "M counts what comes in: the rows of the matrix."),
        Mistake("neighbour-formula/size", lambda u: (2 * u - 1) / np.sqrt(u.size),
                "the range depends on the number of all weights",
                "M counts what comes in: the rows of the matrix."),
        Mistake("omitted-term/no-shift", lambda u: u / np.sqrt(len(u)),
                "the weights are never negative", "u runs from 0 to 1; 2u − 1 from −1 to 1."),
        Mistake("omitted-term/no-shift", lambda u: 2 * u / np.sqrt(len(u)),
                "the weights are never negative", "u runs from 0 to 1; 2u − 1 from −1 to 1."),
        Mistake("factor/half-range", lambda u: (u - 0.5) / np.sqrt(len(u)),
                "the range is half as wide as asked",
                "u − ½ runs from −½ to ½; 2u − 1 from −1 to 1."),
        Mistake("factor/double-range", lambda u: 2 * (2 * u - 1) / np.sqrt(len(u)),
                "the range is twice as wide as asked", "The ends are ±1/√M."),
        Mistake("omitted-term/no-scale", lambda u: 2 * u - 1,
                "the range does not depend on M", "Divide by √M."),
        Mistake("omitted-term/no-root", lambda u: (2 * u - 1) / len(u),
                "the square root is missing", "The ends are ±1/√M."),
        Mistake("neighbour-formula/times-root", lambda u: (2 * u - 1) * np.sqrt(len(u)),
                "the range grows with M", "Divide by √M: many inputs, small weights."),
        Mistake("neighbour-formula/he", lambda u: (2 * u - 1) * np.sqrt(6 / len(u)),
                "this is He's range √(6/M)", "The lecture's range is ±1/√M."),
        Mistake("neighbour-formula/he", lambda u: (2 * u - 1) * np.sqrt(2 / len(u)),
                "the factor √2 of He's rule is there", "The lecture's range is ±1/√M."),
        Mistake("neighbour-formula/glorot", lambda u: (2 * u - 1) * np.sqrt(6 / sum(u.shape)),
                "this is Glorot's range √(6/(M+O))", "The lecture's range is ±1/√M."),
        Mistake("neighbour-formula/glorot", lambda u: (2 * u - 1) / np.sqrt(sum(u.shape)),
                "the range depends on M + O", "The lecture's range is ±1/√M."),
        Mistake("sign/flipped", lambda u: (1 - 2 * u) / np.sqrt(len(u)),
                "the range is turned round", "u = 0 is the lower end, −1/√M."),
        Mistake("neighbour-formula/centred", lambda u: (u - u.mean()) / np.sqrt(len(u)),
                "the mean of the drawn numbers is subtracted, not ½",
                "Shift and stretch each u by itself: 2u − 1."),
        Mistake("neighbour-formula/unit-length",
                lambda u: (2 * u - 1) / np.linalg.norm(2 * u - 1, axis=0),
                "each column is scaled to length 1", "Divide by √M, whatever was drawn."),
        Mistake("ignored-argument/zeros", lambda u: np.zeros_like(u),
                "all weights are 0", "With zeros nothing but the output bias ever learns."),
        Mistake("transpose/result", lambda u: (2 * u - 1).T / np.sqrt(len(u)),
                "the matrix is transposed", "Keep the shape (M, O) of u."),
        Mistake("in-place/u", _uniform_in_place, "the array `u` is changed",
                "Write 2 * u - 1, which makes a new array."),
        Mistake("ignored-argument/u", lambda u: np.full(u.shape, 1 / np.sqrt(len(u))),
                "all weights are equal", "Each weight comes from its own random number."),
        *(Mistake(id, wrong, what, where) for id, what, where, wrong in (
            ("omitted-term/brackets", "only the 1 is divided by √M: 2u − 1/√M",
             "Division binds first: write (2u − 1) / √M.", lambda u: 2 * u - 1 / np.sqrt(len(u))),
            ("omitted-term/brackets", "only 2u is divided by √M: 2u/√M − 1",
             "Divide the whole difference: (2u − 1) / √M.",
             lambda u: 2 * u / np.sqrt(len(u)) - 1),
            ("omitted-term/factor-2", "the 2 is missing: u − 1 runs from −1 to 0",
             "Stretch first: 2u − 1 runs from −1 to 1.", lambda u: (u - 1) / np.sqrt(len(u))),
            ("sign/plus", "the 1 is added: 2u + 1", "2u − 1 runs from −1 to 1.",
             lambda u: (2 * u + 1) / np.sqrt(len(u))),
            ("off-by-one/m", "M is one too small", "M counts all rows.",
             lambda u: (2 * u - 1) / np.sqrt(max(len(u) - 1, 1))),
            ("off-by-one/m", "M is one too large", "M counts the rows, without the bias.",
             lambda u: (2 * u - 1) / np.sqrt(len(u) + 1)),
            ("neighbour-formula/unit-variance", "the weights get variance 1/M: the range is "
             "√3 times too wide", "The lecture's range is ±1/√M.",
             lambda u: (2 * u - 1) * np.sqrt(3 / len(u))),
            ("neighbour-formula/glorot", "this is Glorot's range with O in place of M",
             "The lecture's range is ±1/√M.", lambda u: (2 * u - 1) * np.sqrt(6 / u.shape[1])),
            ("neighbour-formula/glorot", "the range is √(2/(M + O))",
             "The lecture's range is ±1/√M.", lambda u: (2 * u - 1) * np.sqrt(2 / sum(u.shape))),
            ("neighbour-formula/squared", "M is squared, not rooted", "The ends are ±1/√M.",
             lambda u: (2 * u - 1) / len(u) ** 2),
            ("sign/absolute", "the weights have lost their signs", "They run from −1/√M to 1/√M.",
             lambda u: np.abs(2 * u - 1) / np.sqrt(len(u))),
            ("neighbour-formula/two-values", "every weight is one of the two ends",
             "u says how far between the ends: (2u − 1) / √M.",
             lambda u: np.where(u < 0.5, -1, 1) / np.sqrt(len(u))),
            ("integer/truncated", "the root is cut to a whole number", "Keep its digits.",
             lambda u: (2 * u - 1) / int(np.sqrt(len(u)))),
            ("integer/truncated", "the result is rounded down", "Divide with /.",
             lambda u: (2 * u - 1) // np.sqrt(len(u))),
            ("integer/truncated", "the range is rounded down to a whole number: 0",
             "Divide with /, not //.", lambda u: (2 * u - 1) * (1 // np.sqrt(len(u)))),
            ("missing-return/first-row-only", "only the first row comes back",
             "Does the `return` stand inside the loop?",
             lambda u: ((2 * u - 1) / np.sqrt(len(u)))[:1]),
            ("missing-return/last-row-only", "only the last row comes back",
             "Collect the rows: each turn of the loop overwrites the one before.",
             lambda u: ((2 * u - 1) / np.sqrt(len(u)))[-1:]),
            ("off-by-one/row-left-out", "the last row is left out",
             "`range(n)` already stops before n.", lambda u: (2 * u - 1) / np.sqrt(len(u)) * (
                 np.arange(len(u)) < len(u) - 1)[:, None]),
            ("off-by-one/row-left-out", "the first row is left out", "Rows are counted from 0.",
             lambda u: (2 * u - 1) / np.sqrt(len(u)) * (np.arange(len(u)) > 0)[:, None]),
            ("duplicates/equal-numbers", "equal numbers are kept once",
             "Each weight comes from its own random number.",
             lambda u: np.unique(2 * u - 1) / np.sqrt(len(u))),
            ("neighbour-formula/largest-to-one", "the weights are divided by the largest u",
             "Divide by √M, whatever was drawn.",
             lambda u: (2 * u - 1) / max(np.max(np.abs(u)), 1e-12)),
        )),
    ),
    hints=("Where should u = 0 land, and where u = 1?",
           "Stretch [0, 1) to [−1, 1), then divide.",
           "w = (2u − 1) / √M with M the number of rows"),
    formula="w = (2u − 1) / √M",
    variation="what is the variance of a weight, and of a sum of M of them?",
    right=(lambda u: -1 / np.sqrt(len(u)) + u * 2 / np.sqrt(len(u)),
           lambda u: [[(2 * float(a) - 1) / len(u) ** 0.5 for a in row] for row in u],
           lambda u: np.float32(2 * u - 1) * np.float32(u.shape[0] ** -0.5),
           lambda u: np.interp(u, [0, 1], [-len(u) ** -0.5, len(u) ** -0.5]),
           lambda u: (u - 0.5) / (0.5 * np.sqrt(u.shape[0])),
           lambda u: (u - (1 - u)) / np.linalg.norm(np.ones(len(u)))),
    awkward=lambda u: ((2 * u - 1) / np.sqrt(len(u))).astype(np.float32).tolist(),
)

# --- 5.8 minibatches ------------------------------------------------------------------------------


def minibatches(order, batch_size):
    """Cut a shuffled order of row numbers (t,) into minibatches; the last may be smaller.

    Lecture ALICE-5.3b. `data.minibatches` shuffles as well.
    """
    return tuple(order[start:start + batch_size] for start in range(0, len(order), batch_size))


def _batch_cases():
    order = lambda t, seed: np.random.default_rng(seed).permutation(t)  # noqa: E731
    return [
        Case((np.array([4, 0, 5, 2, 1, 3]), 2), "six rows in twos"),
        Case((order(7, 81), 3), "seven rows in threes: a smaller last one"),
        Case((order(10, 82), 4), "ten rows in fours: a smaller last one"),
        Case((order(12, 83), 5), "twelve rows in fives: a smaller last one"),
        Case((order(9, 84), 3), "nine rows in threes"),
        Case((order(5, 85), 2), "five rows in twos: a last one of one row"),
        Case((np.array([2, 0, 1]), 1), "one row at a time"),
    ]


def _cut_loop(order, batch_size):
    out, now = [], []
    for row in order:
        now.append(int(row))
        if len(now) == batch_size:
            out.append(now)
            now = []
    return [*out, now] if now else out


def _cut(stop):
    return lambda order, b: tuple(order[s:stop(s, b)] for s in range(0, len(order), b))


def _cut_rest(order, batch_size):
    out, rest = [], np.array(order)
    while len(rest):
        out.append(rest[:batch_size])
        rest = rest[batch_size:]
    return out


BATCHES = Exercise(
    id="minibatches", title="Cut an epoch into minibatches", notebook="05", number="5.8",
    signature="minibatches(order, batch_size)", lecture=("ALICE-5.3a", "ALICE-5.3b"),
    minutes=5, difficulty=1, reference=minibatches, cases=_batch_cases,
    mistakes=(
        Mistake("omitted-term/last-batch", lambda order, b: tuple(
            order[i * b:(i + 1) * b] for i in range(len(order) // b)),
                "the smaller last minibatch is dropped",
                "Every row is seen once per epoch: ceil(t / batch_size) minibatches."),
        Mistake("neighbour-formula/number-of-batches", lambda order, b: tuple(
            np.array_split(order, b)),
                "`batch_size` is taken for the number of minibatches",
                "It is the number of rows in each of them; their number is "
                "ceil(t / batch_size)."),
        Mistake("neighbour-formula/number-of-batches", lambda order, b: tuple(
            order[i * (len(order) // b):(i + 1) * (len(order) // b)] for i in range(b)),
                "`batch_size` is taken for the number of minibatches",
                "It is the number of rows in each of them."),
        Mistake("neighbour-formula/even-split", lambda order, b: tuple(
            np.array_split(order, -(-len(order) // b))),
                "the rows are shared out evenly",
                "Each minibatch has batch_size rows, the last one what is left."),
        Mistake("neighbour-formula/strided", lambda order, b: tuple(
            order[i::-(-len(order) // b)] for i in range(-(-len(order) // b))),
                "every n-th row is taken, not consecutive ones",
                "Consecutive slices: order[start:start + batch_size]."),
        Mistake("ignored-argument/order", lambda order, b: minibatches(
            np.arange(len(order)), b),
                "the order is not used: the rows come unshuffled",
                "Cut `order` itself, not the numbers from 0."),
        Mistake("ignored-argument/order", lambda order, b: minibatches(np.sort(order), b),
                "the order is not used: the rows come sorted", "Cut `order` as it is."),
        Mistake("off-by-one/one-row-less", _cut(lambda s, b: s + b - 1),
                "the last row of each minibatch is missing",
                "A slice ends before its stop: start + batch_size."),
        Mistake("off-by-one/one-row-more", _cut(lambda s, b: s + b + 1),
                "each minibatch holds the first row of the next",
                "A slice ends before its stop: start + batch_size."),
        Mistake("off-by-one/empty-batch", lambda order, b: tuple(
            order[i * b:(i + 1) * b] for i in range(len(order) // b + 1)),
                "an empty minibatch follows when the rows come out even",
                "Their number is ceil(t / batch_size), not t // batch_size + 1."),
        Mistake("off-by-one/starts-late", lambda order, b: tuple(
            order[s:s + b] for s in range(1, len(order), b)),
                "the first row is left out", "Start at 0."),
        Mistake("neighbour-formula/overlap", lambda order, b: tuple(
            order[s:s + b] for s in range(len(order))),
                "the minibatches overlap", "Start again batch_size rows later, not one."),
        Mistake("neighbour-formula/overlap", lambda order, b: tuple(
            order[s:s + b] for s in range(len(order) - b + 1)),
                "the minibatches overlap", "Start again batch_size rows later, not one."),
        Mistake("duplicates/padded", lambda order, b: tuple(
            np.resize(order, -(-len(order) // b) * b).reshape(-1, b)),
                "the last minibatch is filled up with rows from the start",
                "It may be smaller: every row occurs once per epoch."),
        Mistake("duplicates/padded", lambda order, b: tuple(
            order[max(0, min(s, len(order) - b)):][:b] for s in range(0, len(order), b)),
                "the last minibatch is filled up with rows of the one before",
                "It may be smaller: every row occurs once per epoch."),
        Mistake("missing-return/first-only", lambda order, b: (order[:b],),
                "only the first minibatch comes back", "The `return` stands inside the loop."),
        Mistake("missing-return/first-only", lambda order, b: order[:b],
                "only the first minibatch comes back", "The `return` stands inside the loop."),
        Mistake("neighbour-formula/starts", lambda order, b: tuple(
            np.array([s]) for s in range(0, len(order), b)),
                "the starts come back, not the rows", "Slice `order` at them."),
        Mistake("sign/reversed", lambda order, b: minibatches(order, b)[::-1],
                "the minibatches come in reverse order", "Begin with the first rows."),
        Mistake("shape/one-array", lambda order, b: np.array(order),
                "the order comes back in one piece", "Return a list of slices."),
        *(Mistake(id, wrong, what, where) for id, what, where, wrong in (
            ("omitted-term/last-batch", "the last minibatch is dropped, a full one too",
             "range(0, t, batch_size) starts them all.",
             lambda order, b: tuple(order[s:s + b] for s in range(0, len(order) - b, b))),
            ("omitted-term/last-batch", "the last minibatch is dropped, a full one too",
             "Their number is ceil(t / batch_size).",
             lambda order, b: minibatches(order, b)[:-1]),
            ("omitted-term/first-batch", "the first minibatch is left out", "Start at 0.",
             lambda order, b: minibatches(order, b)[1:]),
            ("missing-return/last-only", "only the last minibatch comes back",
             "Collect them: each turn of the loop overwrites the one before.",
             lambda order, b: minibatches(order, b)[-1:]),
            ("missing-return/last-only", "only the last minibatch comes back",
             "Collect them: each turn of the loop overwrites the one before.",
             lambda order, b: minibatches(order, b)[-1]),
            ("off-by-one/last-row", "the last row of the order is left out",
             "`range(n)` already stops before n.",
             lambda order, b: minibatches(order[:-1], b)),
            ("off-by-one/batch-size", "the minibatches have one row less, none is lost",
             "Each minibatch has batch_size rows.",
             lambda order, b: minibatches(order, max(b - 1, 1))),
            ("off-by-one/batch-size", "the minibatches have one row more, none is lost",
             "Each minibatch has batch_size rows.", lambda order, b: minibatches(order, b + 1)),
            ("ignored-argument/order", "the order is not used: the positions come, not the rows",
             "Cut `order` itself.",
             lambda order, b: tuple(list(range(s, min(s + b, len(order))))
                                    for s in range(0, len(order), b))),
            ("ignored-argument/batch-size", "every row is a minibatch of its own",
             "Each minibatch has batch_size rows.", lambda order, b: minibatches(order, 1)),
            ("sign/reversed", "the rows come in reverse order", "Begin with the first rows.",
             lambda order, b: minibatches(order[::-1], b)),
            ("sign/reversed", "the rows of each minibatch come in reverse order",
             "Keep their order.",
             lambda order, b: tuple(part[::-1] for part in minibatches(order, b))),
            ("neighbour-formula/sorted", "the rows of each minibatch are sorted",
             "Keep their order.",
             lambda order, b: tuple(np.sort(part) for part in minibatches(order, b))),
            ("neighbour-formula/sizes", "the sizes come back, not the rows",
             "Return the slices themselves.",
             lambda order, b: [len(part) for part in minibatches(order, b)]),
            ("neighbour-formula/growing", "each minibatch holds all rows from the beginning",
             "Begin where the one before ends: order[start:start + batch_size].",
             lambda order, b: tuple(order[:s + b] for s in range(0, len(order), b))),
            ("neighbour-formula/growing", "each minibatch holds all rows up to the end",
             "End batch_size rows later: order[start:start + batch_size].",
             lambda order, b: tuple(order[s:] for s in range(0, len(order), b))),
            ("duplicates/padded", "the last minibatch is filled up with 0",
             "It may be smaller: every row occurs once per epoch.",
             lambda order, b: tuple(np.concatenate([order, np.zeros(
                 -len(order) % b, order.dtype)]).reshape(-1, b))),
            ("shape/dictionary", "a dictionary comes back", "Return a list of slices.",
             lambda order, b: dict(enumerate(minibatches(order, b)))),
            ("shape/starts-with-rows", "each minibatch comes with its number",
             "Return the slices only.", lambda order, b: list(enumerate(minibatches(order, b)))),
            ("shape/transposed", "row i of every minibatch comes, not the rows of minibatch i",
             "Consecutive slices: order[start:start + batch_size].",
             lambda order, b: tuple(order[i::b] for i in range(b))),
        )),
    ),
    hints=("How many minibatches does an epoch of 10 rows in fours have?",
           "Consecutive slices; the starts are 0, batch_size, 2 batch_size, …",
           "[order[start:start + batch_size] for start in range(0, t, batch_size)]"),
    formula="slices order[s : s + r] for s = 0, r, 2r, …: ceil(t / r) of them",
    variation="what changes if the last, smaller minibatch is thrown away in every epoch?",
    right=(_cut_loop, _cut_rest,
           lambda order, b: np.split(order, range(b, len(order), b)),
           lambda order, b: [order[i * b:(i + 1) * b] for i in range(-(-len(order) // b))],
           lambda order, b: tuple(order[np.arange(len(order)) // b == i]
                                  for i in range((len(order) - 1) // b + 1))),
    awkward=_cut_loop,
)

EXERCISES = (SHAPES, FORWARD, BACKWARD, THROUGH, SCALAR, STEP, INIT, BATCHES)

PREDICTIONS = (
    Prediction(
        id="05-mean",
        question="For a batch of t rows, which of these is the gradient by U of the mean loss, "
                 "with $d_z = o - T$?",
        choices={"A": r"$h^\top d_z$", "B": r"$h^\top d_z / t$", "C": r"$h^\top (d_z / t) / t$",
                 "D": "the mean of $h$ times the mean of $d_z$"},
        answer="B", run="the slide check below",
        holds=r"$h^\top d_z$ adds up t gradients; one division by t makes it their mean.",
        why={"A": "The product sums over the rows: this is the gradient of the summed loss.",
             "B": "The sum over the rows is in the product, the mean needs one 1/t.",
             "C": "It is easy to divide in $d_z$ and once more at the end: t times too small.",
             "D": "The mean of products is no product of means."}),
    Prediction(
        id="05-order",
        question="A program updates U first and computes the gradient of the hidden layer after "
                 "that, with the new U. What happens?",
        choices={"A": "nothing: the order does not matter", "B": "NumPy raises an error",
                 "C": "the gradient of U comes out wrong",
                 "D": "the gradient of H comes out a little wrong, without an error"},
        answer="D", run="the slide check below",
        holds="The shapes fit, nothing complains, and the gradient of H is that of no loss.",
        why={"A": r"$d_h = d_z U^\top$ uses $U$: it matters which U.",
             "B": "Old and new U have the same shape, so nothing fails.",
             "C": "That gradient was computed before the update.",
             "D": "The step is small, so the error is small as well: nothing gives it away."}),
    Prediction(
        id="05-planted",
        question="The backward pass above has one wrong line. Read it. Which line will the "
                 "gradient checker name first?",
        choices={"A": "<code>d_z = o - T</code>", "B": "<code>d_U = h.T @ d_z / t</code>",
                 "C": "<code>d_k = d_h * (h &gt;= 0)</code>",
                 "D": "<code>d_H = f.T @ d_k / t</code>"},
        answer="C", run="the two code cells that follow",
        holds="<code>d_k</code> is the first line off; <code>d_H</code> and <code>d_b_H</code> "
              "are wrong because they use it.",
        why={"A": "This is the lecture's formula.",
             "B": "Input transposed times <code>d_z</code>, one 1/t: right.",
             "C": "h is never negative, so this mask lets everything through.",
             "D": "It is off as well, but only because <code>d_k</code> is: mend the first "
                  "wrong line."}),
    Prediction(
        id="05-kinks",
        question="A ReLU network with 12 units is trained on points around a wiggly curve. "
                 "Each unit bends the curve at one place, its kink. What do the kinks do "
                 "during training?",
        choices={"A": "they stay, only the slopes change", "B": "they all run to the same place",
                 "C": "they move, by different amounts", "D": "they leave the data"},
        answer="C", run="the training cell and the picture, then scrub the film",
        holds="The kinks move: $w_1$ and $b_1$ are trained like everything else.",
        why={"A": "That would be a fixed feature map, as in notebook 02.",
             "B": "Equal units would stay together; random weights keep them apart.",
             "C": "The kink of a unit is at $-b_1/w_1$, and both are learned.",
             "D": "A few may; most stay where they reduce the loss."}),
    Prediction(
        id="05-width",
        question="Two ReLU units can represent XOR. From 50 random starts, how many networks "
                 "with two units learn it by gradient descent?",
        choices={"A": "all 50", "B": "about 40", "C": "about 10", "D": "none"},
        answer="C", run="the next code cell and the picture",
        holds="About one in five succeeds with 2 units, all of them with 8.",
        why={"A": "That the weights exist does not mean that descent finds them.",
             "B": "That is what four units reach.",
             "C": "Most starts get stuck before all four points are right.",
             "D": "Some starts are lucky."}),
)
