"""5.6 sgd_step: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from course_utils import network
from misstep import Case, Exercise

KEYS = ("H", "b_H", "U", "b_U")


def cases():
    rng = np.random.default_rng(52)
    names = ("E", "H", "b_H", "U", "b_U")  # one key more than the lecture's network has

    def arrays(keys, shapes):
        return {n: np.asarray(rng.integers(-12, 13, size=shape) / 8)
                for n, shape in zip(keys, shapes, strict=True)}

    def like(p, *order):
        return arrays(order, [p[n].shape for n in order])

    net = arrays((*KEYS, "E"), ((3, 4), (1, 4), (4, 2), (1, 2), (5, 3)))
    same = arrays(names, [(2, 2)] * 5)
    odd = arrays(names, ((2, 3, 2), (3,), (), (1, 1), (2,)))
    small = {n: np.array([p]) for n, p in zip(names, (1.0, 2.0, -3.0, 0.5, -1.5), strict=True)}
    ints = {n: rng.integers(-9, 10, size=(1, 2)) for n in names}
    whole = {n: rng.integers(-9, 10, size=(1, 2)) | 1 for n in names}
    return [
        Case(({"w": np.array([1.0, 2.0])}, {"w": np.array([0.5, -4.0])}, 0.5), "two weights"),
        Case((small, like(small, *names), 0.125), "five parameters of one number each"),
        Case((net, like(net, *names[1:], "E"), 0.25), "a network with a table E, lr = 0.25"),
        Case((net, like(net, "b_U", "U", "b_H", "H", "E"), 0.5), "gradients in another order"),
        Case((same, like(same, "H", "U", "E", "b_U", "b_H"), 0.75),
             "parameters of one shape, gradients in another order"),
        Case((same, like(same, *names), 0.0), "lr = 0"),
        Case((same, like(same, *names[::-1]), 2), "lr = 2, a whole number"),
        Case((odd, like(odd, *names), 0.375), "shapes from a single number to 3-D"),
        Case((arrays(["w"], [(2, 3)]), arrays(["w"], [(2, 3)]), 0.5), "a single parameter"),
        Case(({"w": np.array([100.1, 0.7])}, {"w": np.array([-0.3, 2.9])}, 0.01),
             "decimal fractions"),
        Case((ints, whole, 0.125), "whole numbers", integers=True),
        Case((ints, like(ints, *names), 1.0),
             "whole-number parameters, gradients with fractions", integers=True),
    ]


def moves(P, G, c, keep):
    """Only the parameters keep(name, position from the end) take the step."""
    return {n: p - c * G[n] * keep(n, i - len(P)) for i, (n, p) in enumerate(P.items())}


def loop(params, grads, lr):
    new = {}
    for name in reversed(list(params)):
        p, g = params[name], grads[name]
        flat = [float(a) - float(lr) * float(b)
                for a, b in zip(p.ravel(), g.ravel(), strict=True)]
        new[name] = np.array(flat).reshape(p.shape)
    return new


BANK = """
sgd_step(params, grads, lr)
    c = lr                               # the learning rate
    P = params                           # the parameters
    G = {n: grads[n] for n in P}         # the gradients
    rule = lambda p, g: p - c * g        # the step
    o = {n: rule(p, G[n]) for n, p in P.items()}

right: rule = lambda p, g: p + (-c) * g || lambda p, g: np.array(p, float) - g * c
right: rule = lambda p, g: np.subtract(p, np.multiply(np.float32(c), g))

convention/order-not-keys: gradients are paired with parameters by their order, not by their names.
        The order may differ: look each one up by its key.
    G = dict(zip(params, grads.values())) || dict(zip(sorted(params), grads.values()))
neighbour-formula/lr-divides: the learning rate divides instead of multiplying. Multiply the
        gradient by it.
    rule = lambda p, g: p - np.divide(g, c) || lambda p, g: np.divide(p - g, c)
factor/lr-twice: the learning rate is applied twice. It multiplies the gradient once.
    rule = lambda p, g: p - c * c * g
factor/lr-root: the root of the learning rate is taken. Use lr as it is.
    rule = lambda p, g: p - np.sqrt(c) * g
neighbour-formula/lr-on-all: the learning rate multiplies the parameter. It should multiply only the
        gradient.
    rule = lambda p, g: c * (p - g) || lambda p, g: c * p - g
neighbour-formula/decay: the parameter also shrinks, as in weight decay. Only the gradient moves it.
    rule = lambda p, g: (1 - c) * p - c * g || lambda p, g: p - c * (g + 0.1 * p) || lambda p, g: p
        - c * (g + 0.01 * p) || lambda p, g: p - c * (g + 0.001 * p)
neighbour-formula/shrinks: the parameter shrinks by lr, whatever its gradient is. Subtract lr times
        the gradient.
    rule = lambda p, g: p - c * p
neighbour-formula/averaged: the parameter is averaged with its gradient. Subtract lr times the
        gradient.
    rule = lambda p, g: (1 - c) * p + c * g
neighbour-formula/multiplied: the parameter is multiplied instead of moved. The step is subtracted.
    rule = lambda p, g: p * (1 - c * g) || lambda p, g: p * c * g
neighbour-formula/sign-of-gradient: only the sign of the gradient is used. Its size counts as well.
    rule = lambda p, g: p - c * np.sign(g)
neighbour-formula/normalised: the gradient is scaled to length 1. Use it as it is.
    rule = lambda p, g: p - c * g / max(np.linalg.norm(g), 1e-12)
neighbour-formula/squared-gradient: the gradient is squared. Use it as it is.
    rule = lambda p, g: p - c * g ** 2
sign/absolute-gradient: the gradient has lost its sign. It says which way is uphill.
    rule = lambda p, g: p - c * np.abs(g)
neighbour-formula/clipped-gradient: the gradient is clipped. Use it as it is.
    rule = lambda p, g: p - c * np.clip(g, -1, 1) || lambda p, g: p - c * np.clip(g, -.5, .5)
neighbour-formula/lr-added: the learning rate is a separate term. It should multiply the gradient.
    rule = lambda p, g: p - (c + g) || lambda p, g: p - c - g || lambda p, g: p - c + g
omitted-term/change-only: lr times the gradient is returned instead of the new values. Subtract it
        from the parameters.
    rule = lambda p, g: -c * g || lambda p, g: c * g
omitted-term/no-step: the parameters are returned unchanged. Each takes a step along its gradient.
    rule = lambda p, g: p * 1.0
neighbour-formula/gradients-out: the gradients are returned. Return the new values.
    rule = lambda p, g: g * 1.0
factor/constant: the step has an extra constant factor. Only lr multiplies the gradient.
    c = 2 * lr || lr / 2 || 0.1 * lr || 0.9 * lr || 10 * lr
factor/divided: the gradient is divided once more. It already contains the 1/t.
    rule = lambda p, g: p - c * g / (len(g) if np.ndim(g) else 1) || lambda p, g: p - c * g /
        (g.shape[-1] if np.ndim(g) else 1) || lambda p, g: p - c * g / np.size(g)
axis/one-number: one number moves a whole parameter. Every entry has its own gradient.
    rule = lambda p, g: p - c * np.mean(g) || lambda p, g: p - c * np.sum(g) || lambda p, g: p - c *
        np.max(g) || lambda p, g: p - c * np.ravel(g)[0]
axis/over-rows: one row of numbers moves every row of a parameter. Each entry has its own gradient.
    rule = lambda p, g: p - c * (np.mean(g, 0) if np.ndim(g) else g)
    rule = lambda p, g: p - c * (np.sum(g, 0) if np.ndim(g) else g)
    rule = lambda p, g: p - c * (g[:1] if np.ndim(g) else g)
transpose/gradient: a gradient is transposed. p and g have the same shape.
    rule = lambda p, g: p - c * g.T || lambda p, g: p - c * (g.T if g.T.shape == g.shape else g)
transpose/square: square arrays are returned transposed. Each entry keeps its place.
    rule = lambda p, g: p.T - c * g.T if p.T.shape == p.shape else p - c * g
omitted-term/weights-only: only some of the parameters take the step. Every key takes it.
    o = moves(P, G, c, lambda n, i: not n.startswith("b")) || moves(P, G, c, lambda n, i: n in ("H",
        "U")) || moves(P, G, c, lambda n, i: n.startswith("b"))
omitted-term/fixed-keys: only the keys of the lecture's network take the step. Go through the keys
        of `params`, whatever they are.
    o = moves(P, G, c, lambda n, i: n in KEYS)
missing-return/one-key-only: only one parameter takes the step. Every key takes it: `return` comes
        after the loop, and what it fills is made before it.
    where needs: loop
    o = moves(P, G, c, lambda n, i: i == -len(P)) || moves(P, G, c, lambda n, i: i == -1)
off-by-one/key-left-out: one parameter is left out. Go through all keys of `params`.
    o = dict(list(o.items())[:-1]) || dict(list(o.items())[1:]) || moves(P, G, c, lambda n, i: i >
        -len(P)) || moves(P, G, c, lambda n, i: i < -1)
shape/list: the new values are not returned in a dict. Return one with the keys of `params`.
    needs: container
    o = list(o.values()) || list(o.items())
    rule = lambda p, g: p + c * g && o = list(o.values())
shape/pairs: more than the new values is returned. Return one dict, the new values.
    o = (o, grads) || (o, params)
integer/whole-step: the step has lost its decimals. Keep them.
    rule = lambda p, g: p - np.trunc(c * g) || lambda p, g: p - c * g // 1 || lambda p, g: p - c *
        np.trunc(g)
integer/whole-parameters: the parameters have lost their decimals. Keep them.
    rule = lambda p, g: np.trunc(p) - c * g
"""

EXERCISE = Exercise(
    id="sgd_step", title="Make one step of gradient descent", notebook="05", number="5.6",
    signature="sgd_step(params, grads, lr)", lecture=("MAY24-1.3c", "NPFL129-mlp-training"),
    minutes=5, difficulty=1, reference=network.sgd_step, cases=cases, bank=BANK,
    held={"lr": (1.0, 0.1, 0.01, 0.5, 0.001)},
    hints=("Which way is downhill, if the gradient points uphill?",
           "Go through the keys of params and look the gradient up under the same key.",
           "for every key: new[key] = params[key] − lr · grads[key]"),
    formula="p ← p − lr ∂ℓ/∂p, for every parameter at once",
    variation="what does a step with 2 lr and half the gradient do? And one with −lr?",
    right=(loop, lambda params, grads, lr: dict(zip(
        grads, [params[n] - lr * grads[n] for n in grads], strict=True))),
    awkward=lambda params, grads, lr: {n: np.asarray(p, np.float32, order="F")
                                       for n, p in loop(params, grads, lr).items()},
    heads=("sgd_step({'U': np.array([1.0, 2.0])}, {'U': np.array([2.0, 0.5])}, 0.5)",
           "sgd_step({'b_U': np.array([2.0]), 'U': np.array([2.0])}, "
           "{'b_U': np.array([-1.0]), 'U': np.array([2.0])}, 1)",
           "sgd_step({'W': np.array([[1.0, 2.0]])}, {'W': np.array([[1.0, 1.0]])}, 0.5)"),
)
