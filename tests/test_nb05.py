"""Notebook 05: the formulas it shows, its predictions, its film."""

from pathlib import Path

import nbformat
import numpy as np
import pytest

from course_utils import data, exercises, explore, functions, network
from course_utils.exercises.banks.nb05.init_uniform import init_uniform
from course_utils.exercises.banks.nb05.layer_shapes import NAMES, layer_shapes
from course_utils.exercises.banks.nb05.minibatches import minibatches
from course_utils.exercises.banks.nb05.predictions import PREDICTIONS
from course_utils.exercises.banks.nb05.through_relu import through_relu

NOTEBOOK = nbformat.read(
    Path(__file__).parent.parent / "notebooks" / "05_backprop.ipynb", as_version=4)
F = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])
T = np.eye(2)[[0, 1, 1, 0]]
XOR_NET = {"H": np.array([[1, -1], [1, -1]]), "b_H": np.array([[-1, 1]]),
           "U": np.array([[1, -1], [1, -1]]), "b_U": np.array([[-0.5, 0.5]])}


def test_golden_numbers_of_the_xor_network():
    z = network.mlp_forward(F, **XOR_NET)
    assert z.tolist() == [[0.5, -0.5], [-0.5, 0.5], [-0.5, 0.5], [0.5, -0.5]]
    assert functions.cross_entropy(z, T.argmax(1)) == pytest.approx(0.313262, abs=1e-6)
    grads = network.mlp_backward(F, T, **XOR_NET)
    assert grads["U"] == pytest.approx(np.array([[-0.067235, 0.067235]] * 2), abs=1e-6)
    assert grads["b_H"] == pytest.approx(np.array([[0.134471, 0.134471]]), abs=1e-6)
    other = network.backward_values(F, T, **XOR_NET, at_zero=0.0)
    assert other["d_b_H"] == pytest.approx(np.array([[-0.134471, -0.134471]]), abs=1e-6)


def test_a_step_from_the_kinks_goes_up_however_short():
    before = functions.cross_entropy(network.mlp_forward(F, **XOR_NET), T.argmax(1))
    for lr in (1.0, 0.1, 1e-3):
        net = network.sgd_step(XOR_NET, network.mlp_backward(F, T, **XOR_NET), lr)
        assert functions.cross_entropy(network.mlp_forward(F, **net), T.argmax(1)) > before


def test_shapes_and_counts():
    shapes = dict(zip(NAMES, layer_shapes(1, 3, 50, 2), strict=True))
    assert sum(int(np.prod(shapes[n])) for n in XOR_NET) == 302
    rng = np.random.default_rng(0)
    params = network.initialise(3, 50, 2, rng)
    values = network.forward_values(np.ones((1, 3)), **params)
    for name, array in {**params, **values, "f": np.ones((1, 3))}.items():
        assert name == "o" or array.shape == shapes[name]


def test_the_small_answers_are_the_library():
    d_h, k = np.array([[1.0, -2.0, 3.0]]), np.array([[0.0, -1.0, 2.0]])
    assert through_relu(d_h, k).tolist() == [[1.0, 0.0, 3.0]]
    assert init_uniform(np.array([[0.0], [0.5], [1.0], [0.75]])).tolist() == [
        [-0.5], [0.0], [0.5], [0.25]]
    cut = minibatches(np.array([3, 1, 0, 2, 4]), 2)
    assert [piece.tolist() for piece in cut] == [[3, 1], [0, 2], [4]]
    lengths = [len(p) for p in data.minibatches(10, 4, np.random.default_rng(0))]
    assert lengths == [len(p) for p in minibatches(np.arange(10), 4)]


def test_predictions_hold():
    answers = {"05-mean": "B", "05-order": "D", "05-planted": "C", "05-kinks": "C",
               "05-width": "C"}
    assert {p.id: p.answer for p in PREDICTIONS} == answers
    for p in PREDICTIONS:
        assert set(p.why) == set(p.choices) and p.answer in p.choices
        assert exercises.prediction(p.id) is p


def test_per_key_faults_are_named_with_their_key():
    def only_hidden_bias(*args):
        grads = network.mlp_backward(*args)
        grads["b_H"] = grads["b_H"] * len(args[0])
        return grads

    result = exercises.check("mlp_backward", only_hidden_bias)
    assert result.misconception == "factor/t-times-too-large"
    assert "`b_H`" in result.message


@pytest.fixture(scope="module")
def films():
    x, y = np.linspace(-2, 2, 20), np.sin(2 * np.linspace(-2, 2, 20))
    made = {name: network.relu_net_1d_fit(
        network.initialise_1d(6, np.random.default_rng(1), spread=spread), x, y, lr=0.02,
        steps=200, keep_every=20) for name, spread in (("spread", 2.0), ("at 0", 0.0))}
    return made, x, y


def test_film_moves_curve_kinks_and_dot(films):
    made, x, y = films
    film = explore.relu_film(made, x, y)
    first = film.curve.get_ydata().copy(), film.kinks.get_xdata().copy()
    assert "epoch 0" in film.finding and "6 of 6 kinks" in film.finding
    said = film.set(epoch=200)
    assert f"{made['spread'][-1]['loss']:.2f}" in said
    assert not np.allclose(first[0], film.curve.get_ydata())
    assert not np.allclose(first[1], film.kinks.get_xdata())
    assert film.now.get_xdata()[0] == 200
    film.set(epoch=0, start="at 0")
    assert film.kinks.get_xdata() == pytest.approx(np.zeros(6))


def test_film_reads_the_network_where_it_draws(films):
    made, x, y = films
    film = explore.relu_film(made, x, y)
    film.set(epoch=100)
    params = made["spread"][5]["params"]
    assert film.curve.get_ydata() == pytest.approx(
        network.relu_net_1d(film.curve.get_xdata(), **params))


def one_example(x, y, w1, b1, w2, b2):
    k = w1 * x + b1
    z = w2 @ functions.relu(k) + b2
    error = -2 * (y - z)
    back = error * w2 * functions.relu_grad(k)
    return {"w1": back * x, "b1": back, "w2": error * functions.relu(k), "b2": error}


def outputs_in_a_column(x, y, w1, b1, w2, b2):
    k = x[:, None] * w1 + b1
    z = functions.relu(k) @ w2[:, None] + b2
    d_z = -2 * (y - z) / len(x)
    d_k = d_z * w2 * functions.relu_grad(k)
    return {"w1": x @ d_k, "b1": d_k.sum(axis=0), "w2": (d_z * functions.relu(k)).sum(axis=0),
            "b2": d_z.sum()}


@pytest.mark.parametrize("id, answer, name", [
    ("relu_net_1d_gradients", one_example, "shape/one-example-code"),
    ("relu_net_1d_gradients", outputs_in_a_column, "shape/targets-as-row"),
    ("minibatches", lambda order, b: np.array_split(order, max(len(order) // b, 1)),
     "neighbour-formula/even-split"),
    ("minibatches", lambda order, b: [order[i:b] for i in range(0, len(order), b)],
     "neighbour-formula/stop-stays"),
    ("layer_shapes", lambda t, d, v, m: [(t, d), (v, d), (1, v), (t, v), (t, v), (v, m), (1, m),
                                         (t, m)], "transpose/weights"),
    ("layer_shapes", lambda t, d, v, m: [(d, v), (1, v), (v, m), (1, m), (t, d), (t, v), (t, v),
                                         (t, m)], "convention/order"),
])
def test_first_tries_are_named(id, answer, name):
    result = exercises.check(id, answer)
    assert result.misconception == name, result


def test_one_transposed_matrix_is_not_called_both():
    result = exercises.check("layer_shapes", lambda t, d, v, m: [
        (t, d), (v, d), (1, v), (t, v), (t, v), (v, m), (1, m), (t, m)])
    assert "both" not in result.message


@pytest.mark.parametrize("id", ["mlp_forward", "mlp_backward", "through_relu",
                                "relu_net_1d_gradients", "sgd_step"])
def test_whole_numbers_are_tried_only_where_the_stub_promises_them(id):
    assert any(case.integers for case in exercises.record(id).cases())
    stub = next(cell.source for cell in NOTEBOOK.cells if f'@exercise("{id}")' in cell.source)
    assert "whole" in stub and "numbers" in stub
