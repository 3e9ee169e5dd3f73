"""The one-hidden-layer network: golden numbers, derivatives, laws, what is refused."""

import numpy as np
import pytest

from course_utils.maths import mlp
from course_utils.maths.losses import cross_entropy, one_hot, softmax
from helpers_maths import (
    CORNERS,
    XOR,
    assert_close_gradients,
    numerical_gradients,
    rng,
    small,
    small_embedding,
)

LECTURE = {"H": np.array([[1, -1], [1, -1]]), "b_H": np.array([[-1, 1]]),
           "U": np.array([[1, -1], [1, -1]]), "b_U": np.array([[-0.5, 0.5]])}


# --- Forward, backward, step -------------------------------------------------------------------


def test_initialise_302_parameters_in_range():
    params = mlp.initialise(3, 50, 2, rng())
    assert {n: p.shape for n, p in params.items()} == {
        "H": (3, 50), "b_H": (1, 50), "U": (50, 2), "b_U": (1, 2)}
    assert sum(p.size for p in params.values()) == 302
    assert 0.5 < np.abs(params["H"]).max() <= 3**-0.5
    assert 0.1 < np.abs(params["U"]).max() <= 50**-0.5
    assert not params["b_H"].any() and not params["b_U"].any()
    with pytest.raises(ValueError, match="an integer >= 1"):
        mlp.initialise(3, 0, 2, rng())


def test_forward_golden_xor():
    values = mlp.forward_values(CORNERS, **LECTURE)
    assert values["k"].tolist() == [[1, -1], [0, 0], [0, 0], [-1, 1]]
    assert values["h"].tolist() == [[1, 0], [0, 0], [0, 0], [0, 1]]
    z = mlp.mlp_forward(CORNERS, **LECTURE)
    assert z.tolist() == [[0.5, -0.5], [-0.5, 0.5], [-0.5, 0.5], [0.5, -0.5]]
    assert (values["z"] == z).all()
    assert cross_entropy(z, XOR) == pytest.approx(0.313262, abs=1e-6)


def test_forward_is_positively_homogeneous_in_the_hidden_layer():
    params, f, _, _ = small()
    scaled = {**params, "H": 3 * params["H"], "b_H": 3 * params["b_H"], "U": params["U"] / 3}
    np.testing.assert_allclose(mlp.mlp_forward(f, **scaled), mlp.mlp_forward(f, **params))


@pytest.mark.parametrize(
    ("at_zero", "d_H", "d_b_H"),
    [(1.0, [[0, 0.134471], [0, 0.134471]], [[0.134471, 0.134471]]),
     (0.0, [[-0.134471, 0], [-0.134471, 0]], [[-0.134471, -0.134471]])])
def test_backward_golden_xor_by_convention_at_zero(at_zero, d_H, d_b_H):
    lines = mlp.backward_values(CORNERS, np.eye(2)[XOR], **LECTURE, at_zero=at_zero)
    np.testing.assert_allclose(lines["d_H"], d_H, atol=1e-6)
    np.testing.assert_allclose(lines["d_b_H"], d_b_H, atol=1e-6)
    np.testing.assert_allclose(lines["d_U"], [[-0.067235, 0.067235]] * 2, atol=1e-6)
    np.testing.assert_allclose(lines["d_b_U"], 0, atol=1e-12)


def test_mlp_backward_lets_zero_through_and_returns_four_keys():
    grads = mlp.mlp_backward(CORNERS, np.eye(2)[XOR], **LECTURE)
    assert set(grads) == {"H", "b_H", "U", "b_U"}
    np.testing.assert_allclose(grads["b_H"], [[0.134471, 0.134471]], atol=1e-6)
    assert {n: g.shape for n, g in grads.items()} == {n: p.shape for n, p in LECTURE.items()}


@pytest.mark.parametrize("shape", [(5, 3, 7, 4), (1, 3, 7, 4), (4, 4, 4, 4), (6, 2, 3, 1)])
def test_backward_is_the_derivative_of_the_mean_loss(shape):
    params, f, y, T = small(1, *shape)
    assert_close_gradients(mlp.mlp_backward(f, T, **params), numerical_gradients(params, f, y))


def test_exactly_one_over_t():
    # the mean loss of a batch repeated is the same, and so are its gradients
    params, f, _, T = small()
    once, thrice = (mlp.mlp_backward(np.tile(f, (r, 1)), np.tile(T, (r, 1)), **params)
                    for r in (1, 3))
    for name in once:
        np.testing.assert_allclose(once[name], thrice[name])


def test_backward_values_agree_with_mlp_backward_and_stay_finite():
    params, f, _, T = small()
    lines, grads = mlp.backward_values(f, T, **params), mlp.mlp_backward(f, T, **params)
    for name in grads:
        np.testing.assert_allclose(lines[f"d_{name}"], grads[name])
    huge = mlp.mlp_backward(1000 * f, T, **params)
    assert all(np.isfinite(g).all() for g in huge.values())


def test_zero_weights_move_only_the_output_bias():
    zeros = {name: np.zeros_like(p) for name, p in small()[0].items()}
    _, f, _, _ = small()
    grads = mlp.mlp_backward(f, one_hot([0, 1, 1, 2, 1], 4), **zeros)
    assert [name for name, g in grads.items() if g.any()] == ["b_U"]


def test_sgd_step():
    params, grads = {"a": np.array([[1, 2]]), "b": np.array(3.0)}, {"b": np.array(1), "a": [[4, 0]]}
    new = mlp.sgd_step(params, {**grads, "a": np.array(grads["a"])}, 1)
    assert new["a"].tolist() == [[-3.0, 2.0]] and new["b"] == 2.0
    assert all(np.asarray(p).dtype.kind == "f" for p in new.values())
    assert params["a"].tolist() == [[1, 2]]
    with pytest.raises(ValueError, match="another network"):
        mlp.sgd_step(params, {"a": params["a"]}, 0.1)
    with pytest.raises(ValueError, match="transposed"):
        mlp.sgd_step(params, {"a": params["a"].T, "b": params["b"]}, 0.1)
    with pytest.raises(ValueError, match="ascent"):
        mlp.sgd_step(params, params, -0.1)


@pytest.mark.parametrize(
    ("change", "words"),
    [({"f": np.zeros(3)}, r"f\[None, :\]"), ({"f": np.zeros((5, 2))}, "f and H"),
     ({"U": np.zeros((4, 7))}, "U transposed"), ({"b_H": np.zeros(7)}, "row axis"),
     ({"b_U": np.zeros((1, 3))}, "b_U"), ({"T": np.zeros(5)}, "one_hot")])
def test_shapes_say_what_is_wrong(change, words):
    params, f, _, T = small()
    arguments = {"f": f, "T": T, **params, **change}
    for function in (mlp.mlp_backward, mlp.backward_values):
        with pytest.raises(ValueError, match=words):
            function(**arguments)
    if "T" not in change:
        del arguments["T"]
        for function in (mlp.mlp_forward, mlp.forward_values):
            with pytest.raises(ValueError, match=words):
                function(**arguments)


def test_predictions():
    params, f, y, _ = small()
    P = mlp.predict_proba(params, f)
    np.testing.assert_allclose(P, softmax(mlp.mlp_forward(f, **params)))
    assert (mlp.predict(params, f) == P.argmax(axis=1)).all()
    assert mlp.accuracy(params, f, mlp.predict(params, f)) == 1.0
    with pytest.raises(ValueError, match="integer labels"):
        mlp.accuracy(params, f, P)


# --- With an embedding table -------------------------------------------------------------------


def test_embedding_forward_is_the_network_on_concatenated_rows():
    params, tokens, _ = small_embedding()
    f = np.stack([np.concatenate([params["E"][w] for w in row]) for row in tokens])
    rest = {name: p for name, p in params.items() if name != "E"}
    np.testing.assert_allclose(mlp.embedding_forward(tokens, **params), mlp.mlp_forward(f, **rest))
    assert (mlp.logits(params, tokens) == mlp.embedding_forward(tokens, **params)).all()


def test_embedding_backward_is_the_derivative():
    params, tokens, y = small_embedding()
    grads = mlp.embedding_backward(tokens, one_hot(y, 2), **params)
    assert_close_gradients(grads, numerical_gradients(params, tokens, y))
