"""5.5 relu_net_1d_gradients: cases, right answers in other styles, hints, what students write."""

import numpy as np

from course_utils import network
from misstep import Case, Exercise

from .mlp_backward import at  # noqa: F401 - the bank uses it


def cases():
    def net(n, v, seed):
        rng = np.random.default_rng(seed)
        x, y, w1, b1, w2 = (rng.integers(-12, 13, size=size) / 8 for size in (n, n, v, v, v))
        return x, y, w1, b1 + 1 / 128, w2, float(rng.integers(-12, 13)) / 8 + 0.25

    def case(values, name, **options):
        return Case(values, name, sizes={"n": len(values[0]), "v": len(values[2])}, **options)

    kink = (np.array([1.0, -2.0, 0.0]), np.array([0.5, 1.0, -1.0]), np.array([1.0, 0.5]),
            np.array([-1.0, 1.0]), np.array([2.0, -1.5]), 0.5)
    ints = (np.array([1, -2, 3, 0]), np.array([2, -1, -1, 1]), np.array([1, -1, 2]),
            np.array([0, 1, -1]), np.array([3, -2, 1]), 1)
    return [
        case(net(2, 3, 61), "two examples, three hidden units"),
        case((*(np.array([number]) for number in (2.0, 1.0, 3.0, -1.0, 1.0)), 0.0),
             "one example, one hidden unit"),
        case(net(5, 4, 62), "five examples, four hidden units"),
        case(net(1, 2, 63), "one example"),
        case(net(3, 3, 64), "as many examples as hidden units"),
        case(net(4, 1, 65), "one hidden unit"),
        case(kink, "pre-activations of exactly 0"),
        case(ints, "whole numbers", integers=True),
    ]


def one_example(x, y, w1, b1, w2, b2):
    """What is right for one number x, called with n of them."""
    k = w1 * x + b1
    h = np.maximum(k, 0)
    e = -2 * (y - (w2 @ h + b2))
    d = e * w2 * (k >= 0)
    return {"w1": d * x, "b1": d, "w2": e * h, "b2": e}


def outputs_in_a_column(x, y, w1, b1, w2, b2):
    """The outputs are (n, 1), the targets (n,): their difference is a table (n, n)."""
    k = x[:, None] * w1 + b1
    h = np.maximum(k, 0)
    e = -2 * (y - (h @ w2[:, None] + b2)) / len(x)
    d = e * w2 * (k >= 0)
    return {"w1": x @ d, "b1": d.sum(0), "w2": (e * h).sum(0), "b2": e.sum()}


def loop(x, y, *parameters):
    """Example by example, then the mean."""
    each = [one_example(*given, *parameters) for given in zip(x, y, strict=True)]
    return {name: np.mean([one[name] for one in each], axis=0) for name in each[0]}


def as_network(x, y, w1, b1, w2, b2):
    f, H, b_H, U = x[:, None], w1[None], b1[None], w2[:, None]
    k = f @ H + b_H
    h = np.maximum(k, 0)
    d_z = 2 * (h @ U + b2 - y[:, None]) / len(x)
    d_k = d_z @ U.T * (k >= 0)
    return {"b2": d_z.sum(), "w2": (h.T @ d_z)[:, 0], "b1": d_k.sum(0), "w1": (f.T @ d_k)[0]}


def in_float32(*given):
    return {name: np.float32(g) for name, g in as_network(*map(np.float32, given)).items()}


BANK = """
relu_net_1d_gradients(x, y, w1, b1, w2, b2)
    n = len(x)                           # the number of examples
    k = np.outer(x, w1) + b1             # the pre-activations
    h = np.maximum(k, 0)                 # the hidden values
    z = h @ w2 + b2                      # the outputs
    e = -2 * (y - z)                     # the errors
    like: relu_mask
    v = w2                               # the output weights
    d = e[:, None] * v * r               # the errors of the hidden units
    g_w1 = x @ d / n                     # the gradient of w1
    g_b1 = d.sum(0) / n                  # the gradient of b1
    g_w2 = e @ h / n                     # the gradient of w2
    g_b2 = e.sum() / n                   # the gradient of b2
    o = {"w1": g_w1, "b1": g_b1, "w2": g_w2, "b2": g_b2}

shown: k, h, z, e, d
right: e = 2 * (z - y) && g_b2 = np.array(e.mean()) && h = h || k * (k > 0)

shape/one-example-code: this is code for one example: `w1 * x` is right for one number x, but x has
        n of them. Loop over the examples and add up, or build the table of all pre-activations, one
        row per example, with np.outer.
    needs: operator *
    o = one_example(x, y, w1, b1, w2, b2)
shape/targets-as-row: y and the outputs do not line up, so their difference is a table (n, n). Give
        both the shape (n,).
    o = outputs_in_a_column(x, y, w1, b1, w2, b2)
sign/bias-as-printed: the bias b2 has the wrong sign in the error: y − w·g + b2. z includes the
        bias: put parentheses around the whole of z.
    e = -2 * (y - h @ w2 + b2)
omitted-term/label: the label y is missing from the error. The loss compares z with y.
    e = 2 * z || -2 * z
omitted-term/x: the input x is missing in the gradient of w1. What is the derivative of k with
        respect to w1?
    g_w1 = d.sum(0) / n
neighbour-formula/k-for-x: something other than x multiplies the errors in the gradient of w1. k =
        w1 x + b1: what is its derivative with respect to w1?
    g_w1 = (k * d).sum(0) / n || (h * d).sum(0) / n || w1 * d.sum(0) / n
neighbour-formula/mask-of-output: the sign of the output decides instead of the sign of k. Each
        hidden unit of each example has its own mask: whether its pre-activation is negative.
    r = (z >= 0)[:, None] * 1.0 || (z > 0)[:, None] * 1.0
neighbour-formula/mask-of-target: the sign of the target decides instead of the sign of k. Each
        hidden unit of each example has its own mask: whether its pre-activation is negative.
    r = (y >= 0)[:, None] * 1.0
omitted-term/h: g(k) is missing in the gradient of w2. z = w2·g(k) + b2: what is its derivative with
        respect to w2?
    g_w2 = np.full(len(w2), e.sum() / n)
neighbour-formula/x-for-h: the gradient of w2 has x where g(k) belongs. z = w2·g(k) + b2: what is
        its derivative with respect to w2?
    g_w2 = np.full(len(w2), e @ x / n)
neighbour-formula/w2-in-gradient: the output weights are in the gradient of b2. z is w2·g(k) + b2:
        what is its derivative with respect to b2?
    g_b2 = e.sum() / n * w2.sum()
omitted-term/relu-forward: the forward pass has no ReLU. The hidden values are relu(k).
    h = k
neighbour-formula/squared-error-itself: the squared error is used instead of its derivative. The
        derivative of (y − z)² with respect to z is −2 (y − z).
    e = (y - z) ** 2 || 2 * (y - z) ** 2
neighbour-formula/sign-of-error: the error has lost its size. The derivative of (y − z)² with
        respect to z is −2 (y − z).
    e = -np.sign(y - z)
factor/other-mean: the sums are not divided by n. The loss is a mean over the n examples.
    n = max(len(x) - 1, 1) || len(w1) || 1 / n
axis/over-units: the average runs over the hidden units. Average over the examples: axis 0.
    g_w1 = (d * x[:, None]).mean(1) && g_b1 = d.mean(1) && g_w2 = (e[:, None] * h).mean(1)
missing-return/one-row: only one example is used. Add up over all of them: use += instead of =, and
        `return` after the loop.
    where needs: loop
    e = at(e, 0) || at(e, -1) || at(e, 0) * n || at(e, -1) * n
off-by-one/row-left-out: an example is left out. range(n) runs from 0 to n − 1.
    where needs: cut-range
    e = e - at(e, 0) || e - at(e, -1) || (e - at(e, -1)) * n / max(n - 1, 1)
neighbour-formula/other-activation: the hidden layer has another activation, forward and backward.
        Here it is a ReLU.
    h = sigmoid(k) && r = sigmoid(k) * (1 - sigmoid(k))
    h = np.tanh(k) && r = 1 - np.tanh(k) ** 2
neighbour-formula/step-out: the parameters after a step are returned instead of gradients. Return
        the gradients.
    o = {"w1": w1 - g_w1, "b1": b1 - g_b1, "w2": w2 - g_w2, "b2": b2 - g_b2}
"""

EXERCISE = Exercise(
    id="relu_net_1d_gradients", title="Four gradients of a scalar network", notebook="05",
    number="5.5", signature="relu_net_1d_gradients(x, y, w1, b1, w2, b2)",
    lecture=("CS577-grad-w2", "CS577-grad-b2", "CS577-grad-w1-vector", "CS577-grad-b1"),
    minutes=15, difficulty=3, reference=network.relu_net_1d_gradients, cases=cases, bank=BANK,
    derived=True,
    hints=("Compute z first, and only then the error y − z. x holds n examples: loop over them and "
           "add up what one of them gives, or let k have a row per example: np.outer(x, w1) + b1.",
           "All four carry the factor −2 (y − z). What is the derivative of z by each of them?",
           "per example: w2: −2(y−z) g(k); b2: −2(y−z); b1: −2(y−z) w2 ⊙ g′(k); w1: that "
           "times x. Then the mean over the examples."),
    formula="−2(y−z) times: g(k) for w2, 1 for b2, w2 ⊙ g′(k) for b1, w2 ⊙ g′(k) x for w1; "
            "then the mean",
    variation="replace g by tanh. Which lines change?",
    right=(loop, as_network, in_float32), awkward=in_float32,
    heads=("relu_net_1d_gradients([-1, 0], [2, -3], [-2], [-2], [2], 0)",
           "relu_net_1d_gradients([1, 0], [2, -1], [1], [-0.5], [-3], 0.5)",
           "relu_net_1d_gradients([3, 2], [3, -2], [-3], [1], [3], 1)"),
)
