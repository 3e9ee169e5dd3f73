"""5.9 deep_backward: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from course_utils.functions import relu, relu_grad, softmax
from misstep import Case, Exercise

KEYS = ("H", "b_H", "G", "b_G", "U", "b_U")


def deep_backward(f, T, H, b_H, G, b_G, U, b_U):
    """Gradients of the mean cross-entropy of a network with two ReLU layers, in a dict."""
    t = len(f)
    k = f @ H + b_H              # (t, v)   forward
    h = relu(k)
    q = h @ G + b_G              # (t, w)
    g = relu(q)
    d_z = softmax(g @ U + b_U) - T
    d_q = d_z @ U.T * relu_grad(q)   # (t, w)   one step back
    d_k = d_q @ G.T * relu_grad(k)   # (t, v)   and the same step again
    pairs = {"H": (f, d_k), "G": (h, d_q), "U": (g, d_z)}
    grads = {name: came_in.T @ back / t for name, (came_in, back) in pairs.items()}
    ones = np.ones((1, t))
    return grads | {f"b_{name}": ones @ back / t for name, (_, back) in pairs.items()}


def net(t, d, v, w, m, seed):
    """Inputs, targets and parameters in eighths; the offsets keep k and q off 0."""
    rng = np.random.default_rng(seed)
    f, H, b_H, G, b_G, U, b_U = (rng.integers(-10, 11, size=shape) / 8 for shape in (
        (t, d), (d, v), (1, v), (v, w), (1, w), (w, m), (1, m)))
    T = np.eye(m)[rng.integers(0, m, size=t)]
    return f, T, H, b_H + 2.0**-7, G, b_G + 2.0**-16, U, b_U


def case(args, name, **options):
    f, T, H, _, G = args[:5]
    sizes = {"t": len(f), "d": f.shape[1], "v": H.shape[1], "w": G.shape[1], "m": T.shape[1]}
    return Case(args, name, sizes=sizes, **options)


def one_unit_each():
    """Values that fit on a card: both logits are 0, so that both probabilities are a half."""
    return tuple(np.array([row], float) for row in (
        [2], [0, 1], [3], [-1], [2], [-4], [1, -1], [-6, 6]))


def on_the_kinks():
    """Weights without digits: some pre-activations of both layers are exactly 0."""
    rng = np.random.default_rng(4)
    f, *params = (rng.integers(-1, 2, size=shape) for shape in (
        (4, 3), (3, 7), (1, 7), (7, 8), (1, 8), (8, 7), (1, 7)))
    return f, np.eye(7, dtype=int)[[0, 5, 1, 3]], *(p.astype(float) for p in params)


def cases():
    levels, far = net(3, 4, 5, 6, 7, 5), net(3, 4, 5, 6, 7, 12)
    far[0][1] *= 256
    return [
        case(net(4, 3, 5, 6, 2, 1), "a small network, all sizes different"),
        case(one_unit_each(), "one input, one unit in each layer, two classes"),
        case(net(7, 2, 6, 3, 4, 2), "seven examples, the second layer narrow"),
        case(net(1, 3, 4, 5, 2, 3), "a batch of one"),
        case(net(5, 5, 5, 5, 5, 6), "all sizes equal, so that a transpose goes unnoticed"),
        case(on_the_kinks(), "pre-activations of exactly 0, whole-number inputs", integers=True),
        case((*levels[:7], levels[7] + 1000), "logits near +1000", extreme=True),
        case((*levels[:7], levels[7] - 1000), "logits near −1000", extreme=True),
        case(far, "one row of huge inputs", extreme=True),
    ]


def by_loop(f, T, *parameters):
    """Any number of layers: the pairs of weights and bias, once forward and once back."""
    layers = list(zip(parameters[::2], parameters[1::2], strict=True))
    kept, x = [], f
    for i, (W, b) in enumerate(layers):
        a = x @ W + b
        kept.append((x, a))
        x = np.maximum(a, 0) if i < len(layers) - 1 else a
    d, found = (softmax(x) - T) / len(f), {}
    for i in (2, 1, 0):
        x, a = kept[i]
        d = d if i == 2 else d * (a >= 0)
        found[KEYS[2 * i]], found[KEYS[2 * i + 1]] = x.T @ d, d.sum(axis=0, keepdims=True)
        d = d @ layers[i][0].T
    return found


def per_example(f, T, *parameters):
    each = [by_loop(f[i:i + 1], T[i:i + 1], *parameters) for i in range(len(f))]
    return {name: np.mean([one[name] for one in each], axis=0) for name in KEYS}


BANK = """
deep_backward(f, T, H, b_H, G, b_G, U, b_U)
    n = len(f)                           # the batch size
    k = f @ H + b_H                      # the first pre-activations
    h = np.maximum(k, 0)                 # the first hidden values
    q = h @ G + b_G                      # the second pre-activations
    g = np.maximum(q, 0)                 # the second hidden values
    z = g @ U + b_U                      # the logits
    o = softmax(z)                       # the probabilities
    d_z = o - T                          # d_z
    d_g = d_z @ U.T                      # d_g
    s = (q >= 0) * 1.0                   # the second mask
    d_q = d_g * s                        # d_q
    d_h = d_q @ G.T                      # d_h
    r = (k >= 0) * 1.0                   # the first mask
    d_k = d_h * r                        # d_k
    W = lambda a, b: a.T @ b / n         # the rule for a weight matrix
    B = lambda a: a.sum(0, keepdims=True) / n  # the rule for a bias
    R = {"H": W(f, d_k), "b_H": B(d_k), "G": W(h, d_q), "b_G": B(d_q), "U": W(g, d_z),
        "b_U": B(d_z)}

shown: h, g, o, d_z, d_q, d_k
right: h = k * (k > 0) && s = np.where(q < 0, 0.0, 1.0)
right: W = lambda a, b: np.einsum("ti,tj->ij", a, b) / n && B = lambda a: a.mean(0)[None]
right: R = {name: g.tolist() for name, g in R.items()}

convention/relu-grad-at-zero: a pre-activation of exactly 0 is masked. That is another convention,
        the frameworks'; in this course relu′(0) = 1.
    r = (k > 0) * 1.0 || s = (q > 0) * 1.0
    r = (k > 0) * 1.0 && s = (q > 0) * 1.0
omitted-term/second-mask: on the way back the second ReLU, the one nearer the logits, lets
        everything through. Its own pre-activation decides its mask.
    s = np.ones(q.shape)
omitted-term/first-mask: on the way back the first ReLU lets everything through. The first
        pre-activation decides its mask.
    r = np.ones(k.shape)
omitted-term/both-masks: neither ReLU stops anything on the way back. A unit that is off for a row
        passes on none of that row's error.
    r = np.ones(k.shape) && s = np.ones(q.shape)
sign/mask-reversed: a mask lets through what its ReLU cuts off. The gradient passes where the unit
        is on.
    r = (k < 0) * 1.0 || s = (q < 0) * 1.0
neighbour-formula/before-the-mask: a gradient is made from the error before the mask instead of
        after it. Use the masked error, the one at the layer's pre-activation.
    R = {**R, "G": W(h, d_g)} || {**R, "H": W(f, d_h)} || {**R, "b_G": B(d_g)}
    R = {**R, "b_H": B(d_h)} || {**R, "G": W(h, d_g), "b_G": B(d_g)}
neighbour-formula/passed-on-early: the error reaches the first layer without the second mask. Each
        step back starts from the masked error.
    d_h = d_g @ G.T
neighbour-formula/input-of-weights: a weight gradient is made from a pre-activation. Each matrix's
        gradient needs what the matrix was multiplied by in the forward pass: the values after the
        ReLU.
    R = {**R, "G": W(k, d_q)} || {**R, "U": W(q, d_z)} || {**R, "G": W(k, d_q), "U": W(q, d_z)}
neighbour-formula/input-of-another-layer: a weight gradient is made from another layer's values.
        Each matrix's gradient needs what the matrix was multiplied by in the forward pass: h for G,
        the values after the second ReLU for U.
    R = {**R, "G": W(g, d_q)} || {**R, "U": W(h, d_z)} || {**R, "G": W(g, d_q), "U": W(h, d_z)}
    R = {**R, "G": W(f, d_q)}
sign/flipped: the sign is flipped, as with T − o instead of o − T. The gradient points uphill.
    d_z = T - o
factor/t-times-too-large: the factor 1/t is missing. The loss is a mean: each gradient has one 1/t.
    n = 1
factor/one-per-layer: a gradient further back has more than one 1/t. Each gradient has exactly one,
        however deep it is.
    R = {**R, "G": R["G"] / n, "b_G": R["b_G"] / n, "H": R["H"] / n ** 2, "b_H": R["b_H"] / n ** 2}
    R = {**R, "H": R["H"] / n, "b_H": R["b_H"] / n}
shape/bias-vector: the bias gradients have lost their row axis. Biases are rows: keepdims=True.
    B = lambda a: a.sum(0) / n || lambda a: a.sum(0)
omitted-term/bias-not-summed: a bias gradient is that of one row. One bias serves all t rows, so
        their errors add up.
    B = lambda a: a[:1] / n || lambda a: a[:1]
omitted-term/targets: the targets are not subtracted. The error compares o with T.
    d_z = o
omitted-term/softmax: the softmax is missing, so logits are compared with the targets. Every row of
        o sums to 1.
    o = z
unstable/softmax: the softmax breaks down for huge logits. Subtract each row's own largest logit
        before the exponential: nothing is lost.
    o = np.exp(z) / np.exp(z).sum(1, keepdims=True)
    o = np.exp(z - z.max()) / np.exp(z - z.max()).sum(1, keepdims=True)
omitted-term/relu-forward: a ReLU is missing in the forward pass. Each of the two hidden layers has
        one.
    g = q || h = k
neighbour-formula/updated-weights: the backward pass uses U after a step. All six gradients belong
        to the same parameters: update them afterwards.
    d_g = d_z @ (U - g.T @ d_z / n).T || d_z @ (U - 0.1 * g.T @ d_z / n).T
"""

EXERCISE = Exercise(
    id="deep_backward", title="Go one layer deeper", notebook="05", number="5.9",
    signature="deep_backward(f, T, H, b_H, G, b_G, U, b_U)",
    lecture=("NPFL129-mlp-derivs", "ALICE-5.2b", "ALICE-6.3b"), minutes=20, difficulty=3,
    reference=deep_backward, cases=cases, bank=BANK, derived=True,
    hints=("Draw the chain f, k, h, q, g, z. Which of its values does the way back need again?",
           "From d_z to d_k you have done it once: through a matrix, then through a ReLU. Do that "
           "twice. For each layer: what came in, transposed, times what comes back.",
           "d_q = (d_z Uᵀ) where q ≥ 0, else 0; d_k = (d_q Gᵀ) where k ≥ 0, else 0; "
           "d_U = gᵀ d_z / t, d_G = hᵀ d_q / t, d_H = fᵀ d_k / t; biases: means over the rows"),
    formula="d_q = d_z Uᵀ ⊙ [q ≥ 0],  d_k = d_q Gᵀ ⊙ [k ≥ 0];  "
            "d_U = gᵀ d_z / t,  d_G = hᵀ d_q / t,  d_H = fᵀ d_k / t",
    variation="write it as a loop over a list of layers. What has to be kept for the way back?",
    right=(by_loop, per_example),
    awkward=lambda *args: by_loop(*(np.asarray(a, dtype=np.float32) for a in args)),
    heads=("deep_backward([[1]], [[1, 0]], [[2]], [[1]], [[1]], [[1]], [[1, -1]], [[-4, 4]])",
           "deep_backward([[1]], [[0, 1]], [[2]], [[1]], [[-1]], [[1]], [[1, -1]], [[0, 0]])",
           "deep_backward([[2]], [[0, 1]], [[-1]], [[1]], [[3]], [[1]], [[2, -2]], [[-2, 2]])"),
)
