"""The network of one number: the sign that the slide has wrong, the kinks, the film."""

import numpy as np
import pytest

from course_utils.maths import scalar_network as net
from course_utils.maths.activations import relu
from course_utils.maths.gradients import numerical_gradient
from helpers_maths import rng


def test_1d_gradients_decide_the_sign():
    generator = rng()
    x, y = generator.normal(size=9), generator.normal(size=9)
    params = {"w1": generator.normal(size=4), "b1": generator.normal(size=4),
              "w2": generator.normal(size=4), "b2": np.array(0.4)}
    grads = net.relu_net_1d_gradients(x, y, **params)

    def right(**changed):
        return float(((y - net.relu_net_1d(x, **{**params, **changed})) ** 2).mean())

    def printed(b2):  # the slide: (y - w g + b)^2
        g = relu(np.outer(x, params["w1"]) + params["b1"])
        return float(((y - g @ params["w2"] + b2[0]) ** 2).mean())

    for name in ("w1", "b1", "w2"):
        numeric = numerical_gradient(lambda p, name=name: right(**{name: p}), params[name])
        assert np.abs(grads[name] - numeric).max() < 1e-6 * np.abs(numeric).max()
    numeric = numerical_gradient(lambda p: right(b2=p[0]), np.array([0.4]))[0]
    assert grads["b2"] == pytest.approx(numeric, rel=1e-6)
    slide = numerical_gradient(printed, np.array([0.4]))[0]
    assert abs(slide - grads["b2"]) > 0.1


def test_1d_at_the_kink_lets_through():
    one = np.ones(1)
    grads = net.relu_net_1d_gradients(np.array([2.0]), np.zeros(1), 0 * one, 0 * one, one, 1.0)
    assert grads["b1"].tolist() == [2.0] and grads["w1"].tolist() == [4.0]


def test_1d_kinks_and_initialisation():
    start = net.initialise_1d(6, rng())
    assert not net.relu_net_1d_kinks(start["w1"], start["b1"]).any()
    spread = net.initialise_1d(200, rng(), spread=3.0)
    kinks = net.relu_net_1d_kinks(spread["w1"], spread["b1"])
    assert np.abs(kinks).max() <= 3 < np.abs(kinks).max() + 0.2
    with pytest.raises(ValueError, match="an integer >= 1"):
        net.initialise_1d(0, rng())


def test_1d_film_moves_its_kinks_and_fits():
    x = np.linspace(-2, 2, 41)
    start = net.initialise_1d(16, rng(1), spread=2.0)
    film = net.relu_net_1d_fit(start, x, np.sin(2 * x), lr=0.05, steps=3000, keep_every=500)
    assert [frame["step"] for frame in film] == list(range(0, 3001, 500))
    assert film[0]["params"] is start and film[-1]["loss"] < 0.1 * film[0]["loss"]
    kinks = [net.relu_net_1d_kinks(frame["params"]["w1"], frame["params"]["b1"])
             for frame in (film[0], film[-1])]
    assert np.abs(kinks[1] - kinks[0]).max() > 0.1


def test_1d_says_what_is_wrong():
    x, w = np.zeros(3), np.ones(2)
    with pytest.raises(ValueError, match="n x n"):
        net.relu_net_1d_gradients(x, x[:, None], w, w, w, 0.0)
    with pytest.raises(ValueError, match="three times"):
        net.relu_net_1d(x, w, w, np.ones(3), 0.0)
    with pytest.raises(ValueError, match="three times"):
        net.relu_net_1d_kinks(w, np.ones(3))
    params = {"w1": w, "b1": w, "w2": w, "b2": 0.0}
    with pytest.raises(ValueError, match="too large"):
        net.relu_net_1d_fit(params, x + 1, x, lr=1e9, steps=200, keep_every=200)
    with pytest.raises(ValueError, match="keep_every"):
        net.relu_net_1d_fit(params, x, x, lr=0.1, steps=2, keep_every=0)
