"""The tape: worked values, laws, guards; every operation against central differences."""

import numpy as np
import pytest

from course_utils.maths import gradients, losses, mlp, tape


def measured(loss, params, name):
    def of(W):
        return float(tape.value_and_gradients(loss, {**params, name: W})[0])

    return gradients.numerical_gradient(of, params[name])


def table(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


M = table(3, 4, seed=9)
OPERATIONS = {
    "plus": lambda p: (p["a"] + p["b"]).tanh().sum(),
    "plus an array, both sides": lambda p: ((p["a"] + M) * (M + p["a"])).sum(),
    "minus": lambda p: ((p["a"] - p["b"]) * (1.0 - p["a"])).sum(),
    "minus sign": lambda p: (-p["a"] * p["a"]).sum(),
    "times": lambda p: (p["a"] * p["b"] * 3.0).sum(),
    "matrix product": lambda p: (p["a"] @ p["c"]).tanh().sum(),
    "an array on the left": lambda p: (M.T @ p["a"]).sigmoid().sum(),
    "an array on the right": lambda p: ((p["a"] @ M.T) * 2.0).exp().sum(),
    "a value used often": lambda p: (p["a"] * p["a"] * p["a"] + p["a"]).sum(),
    "relu": lambda p: (p["a"].relu() * p["b"]).sum(),
    "log": lambda p: (p["a"] * p["a"] + 1.0).log().sum(),
    "sigmoid": lambda p: (p["a"] * p["a"].sigmoid()).sum(),
    "a sum in the middle": lambda p: (p["a"].sum() * p["b"]).sum(),
    "cross-entropy": lambda p: (p["a"] @ p["c"]).cross_entropy(np.eye(2)[[0, 1, 1]]),
}


@pytest.mark.parametrize("loss", OPERATIONS.values(), ids=OPERATIONS)
def test_every_operation_against_central_differences(loss):
    params = {"a": table(3, 4), "b": table(1, 4, seed=1), "c": table(4, 2, seed=2)}
    _, grads = tape.value_and_gradients(loss, params)
    for name, got in grads.items():
        assert got.shape == params[name].shape
        assert got == pytest.approx(measured(loss, params, name), rel=1e-6, abs=1e-8), name


def network_loss(p, f, T):
    return ((f @ p["H"] + p["b_H"]).relu() @ p["U"] + p["b_U"]).cross_entropy(T)


@pytest.mark.parametrize("t", [1, 5])
def test_the_network_s_gradients_are_those_derived_by_hand(t):
    params, f = mlp.initialise(3, 6, 2, np.random.default_rng(0)), table(t, 3)
    T = np.eye(2)[np.arange(t) % 2]
    value, grads = tape.value_and_gradients(lambda p: network_loss(p, f, T), params)
    by_hand = mlp.mlp_backward(f, T, **params)
    assert list(grads) == list(params)
    for name in params:
        assert grads[name] == pytest.approx(by_hand[name], rel=1e-12, abs=1e-15)
    assert value == pytest.approx(losses.cross_entropy(mlp.mlp_forward(f, **params),
                                                       T.argmax(axis=1)))


def test_golden_gradient_of_the_xor_network():
    f, T = np.array([[1, 1], [1, 0], [0, 1], [0, 0]]), np.eye(2)[[0, 1, 1, 0]]
    params = {"H": np.array([[1, -1], [1, -1]]), "b_H": np.array([[-1, 1]]),
              "U": np.array([[1, -1], [1, -1]]), "b_U": np.array([[-0.5, 0.5]])}
    value, grads = tape.value_and_gradients(lambda p: network_loss(p, f, T), params)
    assert value == pytest.approx(0.313262, abs=5e-7)
    assert grads["b_H"] == pytest.approx(np.array([[0.134471, 0.134471]]), abs=5e-7)  # relu'(0) = 1


def test_huge_logits_stay_finite():
    T = np.eye(2)
    value, grads = tape.value_and_gradients(
        lambda p: p["z"].cross_entropy(T), {"z": np.array([[1000.0, -1000], [1000, -1000]])})
    assert value == 1000 and grads["z"].tolist() == [[0, 0], [0.5, -0.5]]


def test_the_tape_holds_what_was_run():
    def program(p):
        h = p["x"]
        for _ in range(4):
            h = h * h if h.value < 100 else h + p["x"]
        return h

    for x, expected in ((2.0, 258.0), (1.0, 1.0), (4.0, 264.0)):
        assert tape.value_and_gradients(program, {"x": x})[0] == expected
    assert tape.value_and_gradients(program, {"x": 4.0})[1]["x"] == 4 * 4**3 + 2


def test_what_is_not_used_has_gradient_0_and_nothing_is_changed():
    params = {"a": table(2, 3), "b": table(2)}
    before = {name: p.copy() for name, p in params.items()}
    net = tape.watch(params)
    loss = (net["a"] * net["a"]).sum()
    assert loss.gradients(net)["b"].tolist() == [0, 0]
    again = loss.gradients(net)["a"]  # a second sweep does not add to the first
    assert again == pytest.approx(2 * params["a"])
    assert all(np.array_equal(params[name], before[name]) for name in params)


@pytest.mark.parametrize(("call", "said"), [
    (lambda: tape.value_and_gradients(lambda p: p["a"] * 2.0, {"a": np.ones(3)}), "a .sum.. is"),
    (lambda: tape.value_and_gradients(lambda p: 3.0, {"a": np.ones(3)}), "reads other arrays"),
    (lambda: tape.watch({"a": 1.0})["a"] + tape.watch({"a": 1.0})["a"], "values of two tapes"),
    (lambda: tape.watch({"a": 1.0})["a"].gradients(tape.watch({"a": 1.0})), "watched again"),
    (lambda: tape.watch({"a": np.ones(2)})["a"] + np.ones(3), "broadcast"),
])
def test_what_the_tape_cannot_answer_is_refused(call, said):
    with pytest.raises(ValueError, match=said):
        call()
