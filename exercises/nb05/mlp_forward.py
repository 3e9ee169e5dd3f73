"""5.2 mlp_forward: its cases, right answers in other styles, hints, and what students write.

The networks are those of `mlp_backward` as well.
"""

import numpy as np

from course_utils import network
from misstep import Case, Exercise


def net(t, d, v, m, seed, scale=1.0):
    """Inputs (t, d), one-hot targets (t, m) and parameters, in eighths: exact in float32."""
    rng = np.random.default_rng(seed)
    f, H, b_H, U, b_U = (rng.integers(-12, 13, size=shape) / 8 * scale
                         for shape in ((t, d), (d, v), (1, v), (v, m), (1, m)))
    b_H = b_H + scale / 128  # a sum of products of eighths is never -1/128: no k is 0
    return f, np.eye(m)[rng.integers(0, m, size=t)], H, b_H, U, b_U


def special_nets():
    """The lecture's XOR network, six times; one of whole numbers, dead units, logits of ±1000."""
    f, T = np.array([[1.0, 1], [1, 0], [0, 1], [0, 0]]), np.eye(2)[[0, 1, 1, 0]]
    W = np.array([[1.0, -1], [1, -1]])
    lecture = (np.tile(f, (6, 1)), np.tile(T, (6, 1)), W, np.array([[-1.0, 1]]), W,
               np.array([[-0.5, 0.5]]))
    rng = np.random.default_rng(30)
    f, *parameters = (rng.integers(-2, 3, size=shape)
                      for shape in ((5, 3), (3, 7), (1, 7), (7, 2), (1, 2)))
    whole = f, np.eye(2, dtype=int)[[0, 1, 1, 0, 0]], *parameters
    f, T, H, b_H, U, b_U = net(4, 5, 7, 2, 31)
    dead = np.abs(f), T, -np.abs(H), -np.abs(b_H) - 0.5, U, b_U
    _, T, H, b_H, U, b_U = net(4, 2, 7, 5, 33)
    f = np.array([[1.0, 0.25], [0.25, 2.0], [1.0, -0.5], [-0.5, 1.0]])
    H[:, 0], H[:, 1] = [4.0, -1.0], [-2.0, 3.0]
    U[0] += 256.0
    U[1] -= 256.0
    return lecture, whole, dead, (f, T, H, b_H, U, b_U)


def networks():
    """(values f, T, H, b_H, U, b_U; name; options) of each case."""
    big, (lecture, whole, dead, levels) = net(3, 4, 7, 5, 41), special_nets()
    extreme = {"extreme": True}
    return [
        (net(4, 3, 7, 2, 12), "a small network, all sizes different", {}),
        (net(6, 4, 5, 8, 13), "six examples, eight classes", {}),
        (net(5, 2, 9, 3, 14), "five examples, nine hidden units", {}),
        (net(1, 7, 5, 2, 15), "a batch of one", {}),
        (net(7, 7, 7, 7, 16), "all sizes equal, so that a transpose goes unnoticed", {}),
        (net(3, 1, 1, 2, 18), "one input and one hidden unit", {}),
        (lecture, "the lecture's XOR network: half of its k are exactly 0", {}),
        (whole, "whole numbers", {"integers": True}),
        (dead, "hidden units that are all off", {}),
        ((*big[:5], big[5] + 1000), "logits near +1000", extreme),
        ((*big[:5], big[5] - 1000), "logits near −1000", extreme),
        (levels, "rows with logits near +1000 and −1000", extreme),
        (net(4, 5, 7, 2, 42, scale=32.0), "huge weights and inputs", extreme),
    ]


def cases():
    found = [Case((v[0], *v[2:]), name, **options) for v, name, options in networks()]
    f = np.array([[1, 2, 0], [0, -1, 2], [3, 1, 1], [-2, 0, 1]])
    mixed = [Case((f, *net(4, 3, 7, 2, 17)[2:]), integers=True,
                  name="whole-number inputs, weights with fractions"),
             Case((f / 2, *special_nets()[1][2:]), integers=True,
                  name="whole-number weights, inputs with fractions")]
    one = [Case(tuple(np.array([[number]]) for number in numbers), name) for numbers, name in (
        ((2.0, 3.0, -1.0, 2.0, 1.0), "one number each"),
        ((1.0, 2.0, -5.0, 3.0, 0.5), "one number each, the unit off"))]
    return [found[0], *one, *found[1:9], *mixed, *found[9:]]


def unnoticed(right, wrong):
    """A wrong array where its shape does not give it away."""
    return wrong if wrong.shape == right.shape else right


def square(W):
    """W, transposed where that goes unnoticed."""
    return unnoticed(W, W.T)


def loop(f, H, b_H, U, b_U):
    rows = []
    for x in f:
        hidden = [max(0.0, sum(float(x[i]) * float(H[i, j]) for i in range(len(x)))
                      + float(b_H[0, j])) for j in range(H.shape[1])]
        rows.append([sum(hidden[j] * float(U[j, c]) for j in range(len(hidden)))
                     + float(b_U[0, c]) for c in range(U.shape[1])])
    return np.array(rows)


def in_columns(f, H, b_H, U, b_U):
    k = H.T.dot(f.T) + b_H.T
    return (U.T.dot((k + np.abs(k)) / 2) + b_U.T).T


def in_float32(f, H, b_H, U, b_U):
    f, H, b_H, U, b_U = (np.asarray(a, dtype=np.float32) for a in (f, H, b_H, U, b_U))
    h = np.matmul(f, H) + b_H[0]
    h[h < 0] = 0
    return np.add(np.matmul(h, U), b_U[0])


BANK = """
mlp_forward(f, H, b_H, U, b_U)
    x = f                                # the inputs
    a = x @ H                            # the products of the hidden layer
    k = a + b_H                          # the pre-activations
    h = np.maximum(k, 0)                 # the hidden values
    c = h @ U                            # the products of the output layer
    y = c + b_U                          # the logits
    z = y

shown: a, k, h, c
right: h = np.where(k > 0, k, 0) || k * (k >= 0)

omitted-term/relu: the hidden layer has no ReLU. Without it the two layers are one affine map.
    h = k
omitted-term/bias: a bias is missing. Each layer is a product plus its bias.
    k = a || y = c
    k = a && y = c
neighbour-formula/softmax: exponentials are taken of the logits. Leave the softmax out: the output
        is linear.
    z = softmax(y) || np.exp(y) / np.exp(y).sum(1, keepdims=True) || softmax(relu(y)) || np.exp(y)
        || softmax(y.T).T || np.exp(y - y.max(1, keepdims=True)) || np.exp(y) / np.exp(y).sum() ||
        np.round(softmax(y), 3)
neighbour-formula/log-softmax: each row of logits is shifted by its own number. Return z itself.
    z = y - logsumexp(y)[:, None] || y - y.max(1, keepdims=True)
neighbour-formula/activated-output: there is an activation on the output. The output is linear.
    z = relu(y) || sigmoid(y) || np.tanh(y)
neighbour-formula/bias-after-relu: the ReLU is not applied to the sum f H + b_H as a whole. k is f H
        + b_H, and h is relu(k).
    h = relu(a) + b_H || relu(a) + relu(b_H) || a + relu(b_H)
neighbour-formula/sigmoid-hidden: the hidden layer has a sigmoid. It is a ReLU here.
    h = sigmoid(k)
neighbour-formula/tanh-hidden: the hidden layer has a tanh. It is a ReLU here.
    h = np.tanh(k)
neighbour-formula/abs-hidden: the hidden layer has |k|. ReLU is 0 below 0.
    h = np.abs(k)
neighbour-formula/step-hidden: the hidden values have lost the size of k. ReLU keeps it where k is
        positive.
    h = (k > 0) * 1.0 || (k >= 0) * 1.0 || np.sign(k)
neighbour-formula/leaky-relu: below 0 the hidden layer has a small slope, as in a leaky ReLU. The
        lecture's ReLU is 0 below 0.
    h = np.where(k > 0, k, .01 * k) || np.where(k > 0, k, .1 * k) || np.where(k > 0, k, .2 * k) ||
        np.where(k > 0, k, -.01 * k)
neighbour-formula/other-activation: the hidden layer has another activation. It is a ReLU here.
    h = np.logaddexp(0, k) || k * (1 + np.vectorize(math.erf)(k / 2 ** .5)) / 2 || np.where(k > 0,
        k, np.expm1(np.minimum(k, 0)))
neighbour-formula/relu-cut-off: the hidden layer is cut off above. ReLU has no upper end.
    h = np.clip(k, 0, 6) || np.clip(k, 0, 1)
neighbour-formula/threshold-one: the ReLU has a 1 where a 0 belongs. ReLU bends at 0, and is 0
        below.
    h = np.maximum(k, 1) || np.where(k > 1, k, 0) || np.where(k > 0, k, 1)
sign/biases: a bias is subtracted. A layer adds its bias.
    k = a - b_H && y = c - b_U
neighbour-formula/bias-on-weights: a bias is added to the weights. The product comes first.
    k = x @ (H + b_H) || y = h @ (U + b_U)
    k = x @ (H + b_H) && y = h @ (U + b_U)
factor/bias-twice: a bias is added twice. A layer adds its bias once.
    k = a + 2 * b_H && y = c + 2 * b_U
factor/bias-per-unit: a bias is added once per term of the sum. Add it after the sum, once.
    k = a + len(H) * b_H
    k = a + len(H) * b_H && y = c + len(U) * b_U
factor/mean-for-sum: the terms of a product are averaged, not added up. A unit adds up what arrives.
    a = x @ H / len(H) || c = h @ U / len(U)
    a = x @ H / len(H) && c = h @ U / len(U)
axis/one-bias-for-all: a single number is added instead of the bias row. Every unit has its own
        bias.
    k = a + b_H[0, 0] || a + b_H.mean() || a + b_H.sum()
    y = c + b_U[0, 0] || c + b_U.mean() || c + b_U.sum()
    k = a + b_H[0, 0] && y = c + b_U[0, 0]
    k = a + b_H.mean() && y = c + b_U.mean()
    k = a + b_H.sum() && y = c + b_U.sum()
axis/max-over-units: the maximum runs over a whole axis. np.max(k, 0) takes the maximum along axis
        0; np.maximum(k, 0) compares each entry with 0.
    where needs: name max amax
    h = np.max(k, 0) || 0 * k + np.max(k, 1, keepdims=True) || np.maximum(np.max(k, 0), 0)
transpose/weights: a weight matrix is transposed in its product. Rows are examples: they come first,
        and the matrices stay as they are.
    a = x @ square(H) && c = h @ square(U)
transpose/inputs: f is transposed. Rows are examples already.
    x = square(f)
neighbour-formula/relu-elsewhere: negative inputs are cut off. The ReLU belongs to the
        pre-activations k; f stays as it is.
    x = relu(f) && h = k || relu(k)
neighbour-formula/relu-on-weights: negative weights are cut off. The ReLU belongs to the
        pre-activations k; H stays as it is.
    a = x @ relu(H) && h = k || relu(k)
neighbour-formula/batch-norm: the hidden layer is normalised over the batch. Apply only the ReLU.
    k = (k - k.mean(0)) / (k.std(0) + 1e-5)
duplicates/equal-rows: equal rows are kept only once. Every row of f gets its logits, in order.
    x = np.unique(f, axis=0) || f[np.sort(np.unique(f, axis=0, return_index=True)[1])]
    z = np.unique(y, axis=0)
integer/parameters-truncated: a parameter has lost its decimals. Leave out int().
    k = a + np.trunc(b_H) && y = c + np.trunc(b_U)
    a = x @ np.trunc(H) && c = h @ np.trunc(U)
omitted-term/layer-missing: the hidden layer is returned. One more product leads to the classes.
    z = h || k
neighbour-formula/argmax: classes are returned instead of logits. Return z itself, one column per
        class.
    z = y.argmax(1) || np.eye(y.shape[1])[y.argmax(1)]
axis/one-only: only the first example is returned. Every example has m logits.
    z = y[:1] || y[0]
axis/largest-only: only the largest logit of each row is returned. Every example has m logits.
    z = y.max(1) || y.max(1, keepdims=True)
"""

EXERCISE = Exercise(
    id="mlp_forward", title="Write the forward pass", notebook="05", number="5.2",
    signature="mlp_forward(f, H, b_H, U, b_U)", lecture=("MAY24-1.1b", "MAY24-1.3a"),
    minutes=6, difficulty=1, reference=network.mlp_forward, cases=cases, bank=BANK,
    shapes="t d, d v, , v m",
    hints=("Write the shapes of f, H and b_H side by side: what is the shape of k?",
           "Two layers: affine, ReLU, affine. The last one stays linear.",
           "k = f H + b_H;  h = max(0, k);  z = h U + b_U"),
    formula="z = relu(f H + b_H) U + b_U",
    variation="set b_H to 0 and scale f by 2: what happens to z − b_U, and why?",
    right=(loop, in_columns, in_float32),
    awkward=lambda *args: np.asfortranarray(in_float32(*args)),
    heads=("mlp_forward([[1]], [[1, 1]], [[-2, 0]], [[1], [4]], [[4]])",
           "mlp_forward([[2], [-2]], [[-3]], [[2]], [[-2]], [[2]])",
           "mlp_forward([[0]], [[1]], [[-2]], [[1, 1]], [[2, -0.5]])",
           "mlp_forward([[-5], [-5], [0.5]], [[2.5]], [[0]], [[2]], [[1]])",
           "mlp_forward([[1, 1]], [[-1], [2]], [[1]], [[3]], [[-3]])"),
)
