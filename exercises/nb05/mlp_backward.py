"""5.3 mlp_backward: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from course_utils import network
from course_utils.maths.losses import softmax
from misstep import Case, Exercise

from .mlp_forward import networks, square, unnoticed  # noqa: F401 - the bank uses them


def cases():
    first, *others = (Case(values, name, **options) for values, name, options in networks())
    one = tuple(np.array([row], float) for row in ([2], [1, 0], [1], [1], [1, -1], [-3, 3]))
    return [first, Case(one, "one input, one hidden unit, two classes"), *others]


def at(d, row):
    """An array with one row or entry; the others are 0."""
    kept = np.zeros_like(d)
    kept[row] = d[row]
    return kept


def moved(R, c, parameters):
    return {n: p + c * g for (n, g), p in zip(R.items(), parameters, strict=True)}


def decayed(R, c, H, U):
    return {**R, "H": R["H"] + c * H, "U": R["U"] + c * U}


def loop(f, T, H, b_H, U, b_U):
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


def divided_first(f, T, H, b_H, U, b_U):
    k = f @ H + b_H
    h = k * (k > 0)
    d_z = (softmax(h @ U + b_U) - T) / f.shape[0]
    d_k = np.where(k < 0, 0, np.dot(d_z, U.T))
    return {"b_U": d_z.sum(0)[None], "U": np.dot(h.T, d_z), "b_H": d_k.sum(0)[None],
            "H": np.dot(f.T, d_k)}


def in_float32(f, T, H, b_H, U, b_U):
    arrays = [np.asarray(a, dtype=np.float32) for a in (f, T, H, b_H, U, b_U)]
    return {name: np.asfortranarray(g, dtype=np.float32)
            for name, g in divided_first(*arrays).items()}


BANK = """
mlp_backward(f, T, H, b_H, U, b_U)
    P = H, b_H, U, b_U                   # the parameters
    n = len(f)                           # the batch size
    W = lambda a, b: a.T @ b / n         # the rule for a weight matrix
    B = lambda a: a.sum(0, keepdims=True) / n  # the rule for a bias
    k = f @ H + b_H                      # the pre-activations
    h = np.maximum(k, 0)                 # the hidden values
    z = h @ U + b_U                      # the logits
    e = np.exp(z - z.max(1, keepdims=True))  # the exponentials
    s = e.sum(1, keepdims=True)          # their sums
    o = e / s                            # the probabilities
    d = o - T                            # d_z
    V = U                                # the weights of the way back
    q = d @ V.T                          # d_h
    like: relu_mask
    g = q * r                            # d_k
    g_U = W(h, d)                        # the gradient of U
    c_U = B(d)                           # the gradient of b_U
    g_H = W(f, g)                        # the gradient of H
    c_H = B(g)                           # the gradient of b_H
    R = {"H": g_H, "b_H": c_H, "U": g_U, "b_U": c_U}

shown: k, h, o, d, q, g
right: e = np.exp(z - np.logaddexp.reduce(z, axis=1)[:, None]) && s = 1
right: W = lambda a, b: np.einsum("ti,tj->ij", a, b) / n && B = lambda a: a.mean(0)[None]
right: h = k * (k > 0)

sign/flipped: the sign is flipped, as with T − o instead of o − T. The gradient points uphill.
    d = T - o
shape/bias-vector: a bias gradient has lost its row axis: it is a vector. Biases here are rows,
        shapes (1, v) and (1, m): which option of sum keeps the axis?
    B = lambda a: a.sum(0) / n || lambda a: a.sum(0) || lambda a: a.sum(0) / n ** 2
unstable/softmax: the softmax breaks down for huge logits. Subtract each row's own largest logit
        before the exponential.
    e = np.exp(z) || np.exp(z - z.max()) || np.exp(np.clip(z, -500, 500))
axis/softmax: the softmax is not taken row by row. Print the row sums of o: each should be 1.
    needs: axis
    s = e.sum() || o = softmax(z.T).T || softmax(z.reshape(1, -1)).reshape(z.shape)
omitted-term/softmax: d_z is not made of probabilities. Print the row sums of o: each should be 1.
    o = z || e
omitted-term/targets: the targets are not subtracted. d_z says for every class how far its
        probability is from its target.
    d = o || o + T
omitted-term/other-classes: d_z is 0 in the other classes. It is o − T in every class.
    d = (o - 1) * T
neighbour-formula/other-d-z: d_z is not the plain difference of probability and target. Softmax and
        cross-entropy together leave only that difference.
    d = -T / o || (o - T) * o * (1 - o) || o * (1 - o) || -T * np.log(o) || np.log(o) - T || T * o *
        (1 - o) || o * (2 * (o - T) - (2 * (o - T) * o).sum(1, keepdims=True)) || (o - T) ** 2
neighbour-formula/other-output: the output layer is not the one asked for. The outputs are the
        softmax of linear logits.
    o = sigmoid(z) || softmax(relu(z)) || np.eye(z.shape[1])[z.argmax(1)]
neighbour-formula/d-z-masked: d_z is masked. The logits are linear: there is no ReLU after them.
    d = d * (z >= 0)
sign/absolute-d-z: d_z has lost its sign. It is o − T.
    d = np.abs(d)
factor/divided-by: a gradient is not divided by t just once. The loss is a mean over the t rows: how
        often does 1/t occur in each gradient?
    d = (o - T) / n
    n = f.shape[1] || len(U) || U.shape[1] || max(len(f) - 1, 1) || np.float64(len(f) - 1) || 1 / n
factor/part-divided: o and T are divided by different numbers. The 1/t belongs to their difference.
    d = n * o - T || o - n * T || o - T / n || o / n - T
neighbour-formula/other-activation: the hidden layer has another activation, forward and backward.
        This network has ReLU.
    h = sigmoid(k) && r = h * (1 - h)
    h = np.tanh(k) && r = 1 - h ** 2
    h = np.where(k > 0, k, 0.01 * k) && r = np.where(k >= 0, 1.0, 0.01)
neighbour-formula/mask-of: the mask is made of f H without its bias. A unit is on where its
        pre-activation is not negative.
    r = (f @ H >= 0) * 1.0 || (f @ H > 0) * 1.0
neighbour-formula/mask-of-gradient: d_h is masked by its own sign. A unit is on where its
        pre-activation is not negative.
    g = relu(q) || relu(q * r)
    r = (q < 0) * 1.0
neighbour-formula/mask-of-weights: the negative weights of U are cut off in the backward pass. The
        mask applies to d_h and is decided by k.
    g = d @ relu(U).T
neighbour-formula/mask-misplaced: the mask does not multiply d_h entry by entry. It decides for each
        entry of d_h whether it passes.
    g = q + r || (q @ r if len(r) == len(r.T) else g) || (d * r @ U.T if r.shape == d.shape else g)
omitted-term/d-h: only the mask is passed on to H. Follow d_z back through U first; the mask decides
        what of that passes.
    g = r || n * r
omitted-term/u-on-the-way-back: the backward pass to the hidden layer does not use U. A hidden unit
        reaches each logit through its weight in U: with its sign.
    q = d[:, :1] + 0 * k || np.abs(d).mean(1)[:, None] + 0 * k || np.abs(d).sum(1)[:, None] + 0 * k
        || d.max(1)[:, None] + 0 * k || 0 * k
neighbour-formula/way-back: the backward pass does not use the U of the forward pass. d_h is d_z Uᵀ,
        with U as it is given.
    V = U - h.T @ d / n || U - 0.1 * h.T @ d / n || U - .01 * h.T @ d / n || U - .5 * h.T @ d / n
    q = d @ W(h, d).T || d @ unnoticed(U.T, H.T) || d @ unnoticed(U.T, H)
transpose/u-in-d-h: U is not transposed in the backward pass; where U is square, no error shows it.
        Write the shapes below the product: d_z is (t, m), d_h is (t, v).
    V = square(U)
transpose/weights: the gradient of a weight matrix is transposed. A gradient has the shape of its
        parameter: write the shapes below the product.
    W = lambda a, b: b.T @ a / n || lambda a, b: square(a.T @ b / n)
transpose/factor: a square factor of a weight gradient is transposed wrongly. Write the shapes below
        the product: fᵀ is (d, t), hᵀ is (v, t).
    W = lambda a, b: square(a.T) @ b / n
transpose/forward: U is transposed in the forward pass; where it is square, no error shows it. Rows
        are examples, columns are units.
    z = h @ square(U) + b_U
omitted-term/forward: the ReLU is missing in the forward pass. Compare the first lines with 5.2.
    h = k
omitted-term/biases-forward: the biases are missing in the forward pass. Each layer adds one.
    k = f @ H && z = h @ U
neighbour-formula/input-of-weights: one of the two factors of a weight gradient is wrong. What goes
        into H, and what into U? And which d belongs to the output of each?
    g_U = W(k, d) || W(f, d) || W(r, d) || W(h, z) || W(h, T) || -W(h, T) || W(1 + 0 * h, d)
    g_H = W(h, g) || W(relu(f), g) || W(1 + 0 * f, g)
neighbour-formula/bias-from: a bias gradient is made from the wrong quantity. Which d belongs to
        b_U, and which, after the mask, to b_H?
    c_H = B(q) || B(h) || B(d) || c_U = B(o)
omitted-term/bias-not-summed: a bias gradient is not summed over the batch. One bias serves all t
        rows, so their errors add up.
    B = lambda a: a / n || lambda a: a || lambda a: a[:1] / n || lambda a: a[:1] || lambda a: a[-1:]
        / n || lambda a: a[-1:] || lambda a: 0 * a[:1] || lambda a: 0 * a[:1] + 1
axis/bias-over-units: a bias gradient is combined over the units. Every unit has its own bias: sum
        over the batch.
    B = lambda a: a.sum(1, keepdims=True) / n || lambda a: a.mean(1, keepdims=True) || lambda a:
        a.sum(1) / n || lambda a: a.sum() / n || lambda a: 0 * a[:1] + a.sum() / n || lambda a: 0 *
        a[:1] + a.mean() || lambda a: a.mean() || lambda a: a.mean(1) || lambda a: a.sum()
    B = lambda a: a.sum(keepdims=True) / n || lambda a: a.mean(keepdims=True)
missing-return/one-row: only one example is used. Add up over all of them: use += instead of =, and
        `return` after the loop.
    where needs: loop
    d = at(d, 0) || at(d, -1) || at(d, 0) * n || at(d, -1) * n
off-by-one/left-out: an example is left out. range(n) runs from 0 to n − 1.
    where needs: cut-range
    d = d - at(d, 0) || d - at(d, -1) || (d - at(d, -1)) * n / max(n - 1, 1) || (d - at(d, 0)) * n /
        max(n - 1, 1)
off-by-one/class-left-out: a class is left out. range(n) runs from 0 to n − 1.
    where needs: cut-range
    d = d - at(d.T, 0).T || d - at(d.T, -1).T
neighbour-formula/not-plain: parameters are returned instead of gradients. The step is left to
        `sgd_step`.
    R = moved(R, -1, P) || moved(R, -.1, P) || moved(R, -.01, P) || moved(R, -.5, P)
    R = moved(R, 0, P)
neighbour-formula/weight-decay: a part of the weights is added to their gradients, as in weight
        decay. Return the plain gradients.
    R = decayed(R, .1, H, U) || decayed(R, .01, H, U) || decayed(R, 1, H, U)
neighbour-formula/clipped: the gradients are clipped. Return them as they are.
    R = {n: np.clip(g, -1, 1) for n, g in R.items()} || {n: np.clip(g, -5, 5) for n, g in R.items()}
integer/digits-lost: decimals are lost. np.zeros(shape) makes an array of floats, np.zeros_like(f)
        one of f's type; leave out int() and //.
    needs: rounding or unread
    d = np.trunc(d) || g_U = W(np.trunc(h), d)
"""

EXERCISE = Exercise(
    id="mlp_backward", title="Write the backward pass", notebook="05", number="5.3",
    signature="mlp_backward(f, T, H, b_H, U, b_U)",
    lecture=("MAY24-1.3j", "MAY24-1.3m", "MAY24-1.3n", "MAY24-1.3p"),
    minutes=20, difficulty=3, reference=network.mlp_backward, cases=cases, bank=BANK, derived=True,
    shapes="t d, , d v, , v m",
    hints=("Go backwards one quantity at a time: d_z first. What shape must each one have?",
           "Every affine step gives three gradients: inputᵀ times d for the weights, the sum of "
           "d for the bias, d times weightsᵀ for the input. One 1/t in each parameter's.",
           "d_z = o − T; d_U = hᵀ d_z / t; d_b_U = 1ᵀ d_z / t; d_h = d_z Uᵀ; d_k = d_h where "
           "k ≥ 0, else 0; d_H = fᵀ d_k / t; d_b_H = 1ᵀ d_k / t"),
    formula="d_z = o − T,  d_U = hᵀ d_z / t,  d_h = d_z Uᵀ,  d_k = d_h ⊙ [k ≥ 0],  "
            "d_H = fᵀ d_k / t;  biases: 1ᵀ d_z / t and 1ᵀ d_k / t",
    variation="return 'f' as well: d_k Hᵀ. Notebook 06 sends it into an embedding table.",
    right=(loop, divided_first, in_float32), awkward=in_float32,
    heads=("mlp_backward([[2]], [[1, 0]], [[1]], [[1]], [[1, -1]], [[-3, 3]])",
           "mlp_backward([[1], [2]], [[1, 0], [0, 1]], [[1]], [[0]], [[1, 1]], [[0, 0]])",
           "mlp_backward([[-0.5]], [[1, 0]], [[2]], [[0]], [[-3, -1]], [[1, 1]])",
           "mlp_backward([[-2], [1]], [[1, 0], [0, 1]], [[1]], [[0]], [[90, -90]], [[0, 0]])"),
)
