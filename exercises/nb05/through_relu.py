"""5.4 through_relu: its cases, right answers in other styles, hints, and what students write."""

from dataclasses import replace

import numpy as np

from misstep import Case, Exercise


def through_relu(d_h, k):
    """Gradient by the pre-activation: d_h where k >= 0, else 0. Lecture MAY24-1.3o."""
    return d_h * (k >= 0)  # relu'(0) = 1, the lectures' convention


def cases():
    d_h = np.array([[0.5, -2.0, 1.5], [-1.0, 3.0, -0.25]])
    k = np.array([[1.0, -0.5, 2.0], [-3.0, 0.75, 0.25]])
    rng = np.random.default_rng(51)
    square = rng.integers(-9, 10, size=(2, 3, 3)) / 4 + 1 / 8
    found = [
        Case((d_h, k), "two rows, three units"),
        Case((d_h[:, ::-1].copy(), np.array([[0.0, -1.0, 0.0], [2.0, -0.0, -4.0]])),
             "pre-activations of exactly 0"),
        Case((square[0], square[1]), "as many rows as units"),
        Case((d_h[:1], np.array([[0.004, -0.004, -2.0**-12]])), "pre-activations close to 0"),
        Case((d_h[:1], -np.abs(k[:1])), "one row, all units off"),
        Case((d_h[:, :1], k[:, :1]), "a single unit"),
        Case((np.array([[3, -2], [1, 4], [-5, 6]]), np.array([[0, 2], [-1, 0], [3, -2]])),
             "whole numbers"),
        Case((d_h, np.array([[1, -1, 2], [-3, 2, 1]])), "whole-number pre-activations",
             integers=True),
    ]
    return [replace(one, sizes=dict(zip("tv", one.args[1].shape, strict=True))) for one in found]


def loop(d_h, k):
    d_k = np.zeros(k.shape)
    for n in range(len(k)):
        for j in range(k.shape[1]):
            if k[n, j] >= 0:
                d_k[n, j] = d_h[n, j]
    return d_k


def in_place(d_h, off):
    d_h[off] = 0
    return d_h


BANK = """
through_relu(d_h, k)
    like: relu_mask
    g = d_h                              # the gradients that arrive
    o = g * r                            # the gradients that pass

shown: r
right: o = np.where(k >= 0, g, 0) || g - g * (k < 0) || np.float32(g) * np.heaviside(k, 1)

neighbour-formula/relu-of-gradient: the ReLU is applied to the gradient. The mask depends on k; the
        sign of the gradient does not matter.
    o = relu(g) || r = (d_h >= 0) * 1.0 || (d_h > 0) * 1.0
neighbour-formula/relu-of-gradient-too: negative gradients are cut off as well. The mask depends
        only on k.
    o = relu(g * r)
omitted-term/mask-only: the mask itself is returned, without d_h. It decides what part of d_h
        passes.
    o = r
neighbour-formula/one-where-on: the result is 1 where the unit is on, and d_h elsewhere. It should
        be d_h where k ≥ 0, and 0 elsewhere.
    o = np.where(k >= 0, 1.0, g)
neighbour-formula/tolerance: near 0 the sign of k does not decide. Compare k itself with 0.
    r = (k > -0.01) * 1.0 || (np.round(k, 2) >= 0) * 1.0 || (k >= 0.01) * 1.0
neighbour-formula/one-decision-for-all: one decision is made for the whole array. Each entry of k
        decides for its own gradient.
    r = (k >= 0).all() * 1.0 || (k >= 0).any() * 1.0 || (k.sum() >= 0) * 1.0 || (k.mean() >= 0) *
        1.0
neighbour-formula/matrix-mask: `d_h` and the mask are multiplied as matrices. They are multiplied
        entry by entry: *, not @.
    needs: operator @
    o = g @ r if len(r) == len(r.T) else g * r
neighbour-formula/relu-of-k: entries of k are returned instead of gradients. d_h passes where k ≥ 0.
    o = relu(k) || k
neighbour-formula/k-passes: k is returned in some places. Where the unit is on, d_h passes;
        elsewhere nothing does.
    o = k * (g >= 0) || np.where(k >= 0, g, k)
neighbour-formula/one-below-zero: the result is 1 instead of 0 where k is negative. Nothing passes
        there.
    o = np.where(k >= 0, g, 1.0)
neighbour-formula/nan-below-zero: the result is nan where k is negative. Put 0 there.
    o = np.where(k >= 0, g, np.nan) || g * r / r
neighbour-formula/mask-added: where the unit is on, d_h is changed by 1. The mask decides what part
        of d_h passes: multiply by it.
    o = g + r || g - r
neighbour-formula/mask-of-gradient: the gradient itself is compared with 0, and negative ones pass.
        Test k itself.
    r = (d_h <= 0) * 1.0 || (d_h < 0) * 1.0
neighbour-formula/magnitude: the size of k decides instead of its sign. Units are on where k ≥ 0.
    r = (np.abs(k) >= 0.5) * 1.0 || (k != 0) * 1.0 || (k == 0) * 1.0
shape/masked-entries-dropped: the masked entries are left out. Put 0 in their places.
    o = g[k >= 0] || k[k >= 0]
integer/zeros-like: decimals are lost where k contains integers. np.zeros_like(k) keeps k's type.
    needs: rounding or unread
    where needs: name zeros_like empty_like full_like ones_like copy
    o = (g * r).astype(k.dtype)
in-place/d-h: the caller's array `d_h` is changed. A product or np.where makes a new array.
    o = in_place(d_h, k < 0) || in_place(d_h, k <= 0) || in_place(d_h, k >= 0)
"""

EXERCISE = Exercise(
    id="through_relu", title="Mend the planted bug", notebook="05", number="5.4",
    signature="through_relu(d_h, k)", lecture=("MAY24-1.3o",), minutes=4, difficulty=1,
    reference=through_relu, cases=cases, bank=BANK, derived=True,
    hints=("Which of the two is never negative: k, or h = relu(k)?",
           "ReLU is flat below 0: nothing comes back from there.",
           "d_k = d_h where k ≥ 0, else 0"),
    formula="d_k = d_h ⊙ [k ≥ 0]",
    variation="write the line for a leaky ReLU with slope 0.01.",
    right=(
        loop, np.vectorize(lambda g, s: g if s >= 0 else 0.0, otypes=[float])),
    awkward=lambda d_h, k: np.asfortranarray(loop(d_h, k).astype(np.float32)),
    heads=("through_relu([[3, 2]], [[1, -3]])", "through_relu([[1.5, -2]], [[-3, 0]])",
           "through_relu([[4], [2]], [[-1], [4]])",
           "through_relu([[3, 1], [1.5, 1]], [[1, 4], [3, -2]])",
           "through_relu([[-2], [1]], [[4], [-0.5]])"),
)
