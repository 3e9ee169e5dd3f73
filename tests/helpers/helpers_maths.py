"""What several tests of the maths share: settings, strategies, small networks, comparisons."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from course_utils.maths.gradients import numerical_gradient
from course_utils.maths.losses import cross_entropy, one_hot, softmax
from course_utils.maths.mlp import initialise_embedding
from course_utils.maths.mlp import logits as network_logits

LAW = settings(max_examples=60, deadline=None, database=None, derandomize=True)


CORNERS = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])
XOR = np.array([0, 1, 1, 0])


def logits(size=1000.0):
    shape = st.tuples(st.integers(1, 5), st.integers(1, 6))
    return hnp.arrays(float, shape, elements=st.floats(-size, size, allow_subnormal=False))


def vectors(size=1000.0):
    values = st.floats(-size, size, allow_subnormal=False)
    return hnp.arrays(float, st.integers(1, 8), elements=values)


def relative_error(got, expected):
    return np.linalg.norm(got - expected) / max(np.linalg.norm(expected), 1e-30)


def rng(seed=0):
    return np.random.default_rng(seed)


def small(seed=0, t=5, d=3, v=7, m=4):
    generator = rng(seed)
    params = {"H": generator.normal(size=(d, v)), "b_H": generator.normal(size=(1, v)),
              "U": generator.normal(size=(v, m)), "b_U": generator.normal(size=(1, m))}
    y = generator.integers(0, m, t)
    return params, generator.normal(size=(t, d)), y, one_hot(y, m)


def mean_loss(params, f, y):
    return cross_entropy(network_logits(params, f), y)


def numerical_gradients(params, f, y):
    return {name: numerical_gradient(lambda p, name=name: mean_loss({**params, name: p}, f, y),
                                     np.asarray(params[name], float)) for name in params}


def assert_close_gradients(grads, expected):
    assert set(grads) == set(expected)
    for name, g in grads.items():
        assert g.shape == expected[name].shape
        assert np.abs(g - expected[name]).max() < 1e-6 * max(np.abs(expected[name]).max(), 1e-3)


def labels_from(P, generator):
    return (P.cumsum(axis=1) < generator.random((len(P), 1))).sum(axis=1).clip(0, P.shape[1] - 1)


def overconfident(t=4000, m=4, factor=3.0, seed=0):
    generator = rng(seed)
    z = generator.normal(size=(t, m)) * 1.5
    return factor * z, labels_from(softmax(z), generator)


def small_embedding(t=6):
    params = initialise_embedding((9, 4, 3, 5, 2), rng())
    params["b_H"] = rng(1).normal(size=(1, 5))
    tokens, y = rng(2).integers(0, 9, (t, 4)), rng(3).integers(0, 2, t)
    tokens[0] = [7, 7, 1, 7]
    return params, tokens, y
