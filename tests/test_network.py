"""The functions of course_utils.network: golden numbers, derivatives, laws, every Raises line."""

import numpy as np
import pytest

from course_utils import network as nw
from course_utils.data import digits, train_test_split
from course_utils.functions import (
    cross_entropy,
    numerical_gradient,
    one_hot,
    relu,
    softmax,
)

CORNERS, XOR = np.array([[1, 1], [1, 0], [0, 1], [0, 0]]), np.array([0, 1, 1, 0])
LECTURE = {"H": np.array([[1, -1], [1, -1]]), "b_H": np.array([[-1, 1]]),
           "U": np.array([[1, -1], [1, -1]]), "b_U": np.array([[-0.5, 0.5]])}


def rng(seed=0):
    return np.random.default_rng(seed)


def small(seed=0, t=5, d=3, v=7, m=4):
    generator = rng(seed)
    params = {"H": generator.normal(size=(d, v)), "b_H": generator.normal(size=(1, v)),
              "U": generator.normal(size=(v, m)), "b_U": generator.normal(size=(1, m))}
    y = generator.integers(0, m, t)
    return params, generator.normal(size=(t, d)), y, one_hot(y, m)


def mean_loss(params, f, y):
    return cross_entropy(nw.logits(params, f), y)


def numerical_gradients(params, f, y):
    return {name: numerical_gradient(lambda p, name=name: mean_loss({**params, name: p}, f, y),
                                     np.asarray(params[name], float)) for name in params}


def assert_close_gradients(grads, expected):
    assert set(grads) == set(expected)
    for name, g in grads.items():
        assert g.shape == expected[name].shape
        assert np.abs(g - expected[name]).max() < 1e-6 * max(np.abs(expected[name]).max(), 1e-3)


# --- perceptrons ---

def test_perceptron_on_and_golden_updates():
    stream = [([0, 0], -1), ([0, 1], -1), ([1, 0], -1), ([1, 1], 1)]
    w, b, seen, clean = np.zeros(2, int), 0, [], 0
    for epoch in range(1, 12):
        before = len(seen)
        for x, y in stream:
            new_w, new_b = nw.perceptron_update(w, b, np.array(x), y)
            if new_b != b:
                seen.append([*new_w.tolist(), new_b])
            w, b = new_w, new_b
        if len(seen) == before:
            clean = epoch
            break
    assert clean == 9 and [*w.tolist(), b] == [3, 2, -4]
    assert seen[:6] == [[0, 0, -1], [1, 1, 0], [1, 1, -1], [1, 0, -2], [2, 1, -1], [2, 0, -2]]
    assert len(seen) == 18


def test_perceptron_keeps_its_arguments_and_mixes_dtypes():
    w, x = np.array([1, 2]), np.array([0.5, -2.0])
    new_w, new_b = nw.perceptron_update(w, 1, x, 1)
    assert w.tolist() == [1, 2] and new_w.tolist() == [1.5, 0] and new_b == 2
    kept, _ = nw.perceptron_update(w, 9, x, 1)
    assert kept.tolist() == [1, 2] and kept is not w


def test_multiclass_perceptron_golden_stream():
    stream = [([2, 0], 0), ([0, 2], 1), ([-2, -1], 2), ([1, 0], 0), ([0, 1], 1)]
    expected = [[[0, 0, 0], [0, 0, 0]], [[0, 0, 0], [-2, 2, 0]], [[2, 0, -2], [-1, 2, -1]],
                [[2, 0, -2], [-1, 2, -1]], [[2, 0, -2], [-1, 2, -1]]]
    W = np.zeros((2, 3), int)
    for (x, y), after in zip(stream, expected, strict=True):
        W = nw.multiclass_perceptron_update(W, np.array(x), y)
        assert W.tolist() == after
    before = W.copy()
    moved = nw.multiclass_perceptron_update(W, np.array([0.5, 0.25]), 2)
    assert (before == W).all() and moved.tolist() == [[1.5, 0, -1.5], [-1.25, 2, -0.75]]


def test_perceptrons_say_what_is_wrong():
    with pytest.raises(ValueError, match="2 \\* y - 1"):
        nw.perceptron_update(np.zeros(2), 0, np.zeros(2), 0)
    with pytest.raises(ValueError, match="same shape"):
        nw.perceptron_update(np.zeros(2), 0, np.zeros(3), 1)
    with pytest.raises(ValueError, match="W.T"):
        nw.multiclass_perceptron_update(np.zeros((3, 2)), np.zeros(2), 1)
    with pytest.raises(ValueError, match="counted from 1"):
        nw.multiclass_perceptron_update(np.zeros((2, 3)), np.zeros(2), 3)


# --- initialisation, forward, backward ---

def test_initialise_302_parameters_in_range():
    params = nw.initialise(3, 50, 2, rng())
    assert {n: p.shape for n, p in params.items()} == {
        "H": (3, 50), "b_H": (1, 50), "U": (50, 2), "b_U": (1, 2)}
    assert sum(p.size for p in params.values()) == 302
    assert 0.5 < np.abs(params["H"]).max() <= 3**-0.5
    assert 0.1 < np.abs(params["U"]).max() <= 50**-0.5
    assert not params["b_H"].any() and not params["b_U"].any()
    with pytest.raises(ValueError, match="whole number"):
        nw.initialise(3, 0, 2, rng())


def test_forward_golden_xor():
    values = nw.forward_values(CORNERS, **LECTURE)
    assert values["k"].tolist() == [[1, -1], [0, 0], [0, 0], [-1, 1]]
    assert values["h"].tolist() == [[1, 0], [0, 0], [0, 0], [0, 1]]
    z = nw.mlp_forward(CORNERS, **LECTURE)
    assert z.tolist() == [[0.5, -0.5], [-0.5, 0.5], [-0.5, 0.5], [0.5, -0.5]]
    assert (values["z"] == z).all()
    assert cross_entropy(z, XOR) == pytest.approx(0.313262, abs=1e-6)


def test_forward_is_positively_homogeneous_in_the_hidden_layer():
    params, f, _, _ = small()
    scaled = {**params, "H": 3 * params["H"], "b_H": 3 * params["b_H"], "U": params["U"] / 3}
    np.testing.assert_allclose(nw.mlp_forward(f, **scaled), nw.mlp_forward(f, **params))


@pytest.mark.parametrize(
    ("at_zero", "d_H", "d_b_H"),
    [(1.0, [[0, 0.134471], [0, 0.134471]], [[0.134471, 0.134471]]),
     (0.0, [[-0.134471, 0], [-0.134471, 0]], [[-0.134471, -0.134471]])])
def test_backward_golden_xor_by_convention_at_zero(at_zero, d_H, d_b_H):
    lines = nw.backward_values(CORNERS, np.eye(2)[XOR], **LECTURE, at_zero=at_zero)
    np.testing.assert_allclose(lines["d_H"], d_H, atol=1e-6)
    np.testing.assert_allclose(lines["d_b_H"], d_b_H, atol=1e-6)
    np.testing.assert_allclose(lines["d_U"], [[-0.067235, 0.067235]] * 2, atol=1e-6)
    np.testing.assert_allclose(lines["d_b_U"], 0, atol=1e-12)


def test_mlp_backward_lets_zero_through_and_returns_four_keys():
    grads = nw.mlp_backward(CORNERS, np.eye(2)[XOR], **LECTURE)
    assert set(grads) == {"H", "b_H", "U", "b_U"}
    np.testing.assert_allclose(grads["b_H"], [[0.134471, 0.134471]], atol=1e-6)
    assert {n: g.shape for n, g in grads.items()} == {n: p.shape for n, p in LECTURE.items()}


@pytest.mark.parametrize("shape", [(5, 3, 7, 4), (1, 3, 7, 4), (4, 4, 4, 4), (6, 2, 3, 1)])
def test_backward_is_the_derivative_of_the_mean_loss(shape):
    params, f, y, T = small(1, *shape)
    assert_close_gradients(nw.mlp_backward(f, T, **params), numerical_gradients(params, f, y))


def test_exactly_one_over_t():
    # the mean loss of a batch repeated is the same, and so are its gradients
    params, f, _, T = small()
    once, thrice = (nw.mlp_backward(np.tile(f, (r, 1)), np.tile(T, (r, 1)), **params)
                    for r in (1, 3))
    for name in once:
        np.testing.assert_allclose(once[name], thrice[name])


def test_backward_values_agree_with_mlp_backward_and_stay_finite():
    params, f, _, T = small()
    lines, grads = nw.backward_values(f, T, **params), nw.mlp_backward(f, T, **params)
    for name in grads:
        np.testing.assert_allclose(lines[f"d_{name}"], grads[name])
    huge = nw.mlp_backward(1000 * f, T, **params)
    assert all(np.isfinite(g).all() for g in huge.values())


def test_zero_weights_move_only_the_output_bias():
    zeros = {name: np.zeros_like(p) for name, p in small()[0].items()}
    _, f, _, _ = small()
    grads = nw.mlp_backward(f, one_hot([0, 1, 1, 2, 1], 4), **zeros)
    assert [name for name, g in grads.items() if g.any()] == ["b_U"]


def test_sgd_step():
    params, grads = {"a": np.array([[1, 2]]), "b": np.array(3.0)}, {"b": np.array(1), "a": [[4, 0]]}
    new = nw.sgd_step(params, {**grads, "a": np.array(grads["a"])}, 1)
    assert new["a"].tolist() == [[-3.0, 2.0]] and new["b"] == 2.0
    assert all(np.asarray(p).dtype.kind == "f" for p in new.values())
    assert params["a"].tolist() == [[1, 2]]
    with pytest.raises(ValueError, match="another network"):
        nw.sgd_step(params, {"a": params["a"]}, 0.1)
    with pytest.raises(ValueError, match="transposed"):
        nw.sgd_step(params, {"a": params["a"].T, "b": params["b"]}, 0.1)
    with pytest.raises(ValueError, match="ascent"):
        nw.sgd_step(params, params, -0.1)


@pytest.mark.parametrize(
    ("change", "words"),
    [({"f": np.zeros(3)}, r"f\[None, :\]"), ({"f": np.zeros((5, 2))}, "f and H"),
     ({"U": np.zeros((4, 7))}, "U transposed"), ({"b_H": np.zeros(7)}, "row axis"),
     ({"b_U": np.zeros((1, 3))}, "b_U"), ({"T": np.zeros(5)}, "one_hot")])
def test_shapes_say_what_is_wrong(change, words):
    params, f, _, T = small()
    arguments = {"f": f, "T": T, **params, **change}
    for function in (nw.mlp_backward, nw.backward_values):
        with pytest.raises(ValueError, match=words):
            function(**arguments)
    if "T" not in change:
        del arguments["T"]
        for function in (nw.mlp_forward, nw.forward_values):
            with pytest.raises(ValueError, match=words):
                function(**arguments)


# --- gradient check ---

def test_gradient_check_passes_the_reference():
    params, f, _, T = small()
    errors = nw.gradient_check(params, f, T)
    assert list(errors) == ["d_z", "d_U", "d_b_U", "d_h", "d_k", "d_H", "d_b_H"]
    assert max(errors.values()) < 1e-6 and nw.first_wrong_line(errors) is None
    errors = nw.gradient_check(params, f, T, nw.mlp_backward(f, T, **params))
    assert list(errors) == ["d_U", "d_b_U", "d_H", "d_b_H"] and max(errors.values()) < 1e-6


@pytest.mark.parametrize("line", nw.LINES)
def test_gradient_check_names_the_line_that_was_planted(line):
    params, f, _, T = small()
    lines = nw.backward_values(f, T, **params)
    lines[line] = -lines[line]
    assert nw.first_wrong_line(nw.gradient_check(params, f, T, lines)) == line


def test_gradient_check_forgotten_gate_wrong_shape_and_unknown_key():
    params, f, _, T = small()
    lines = nw.backward_values(f, T, **params)
    lines["d_k"] = lines["d_h"]
    assert nw.first_wrong_line(nw.gradient_check(params, f, T, lines)) == "d_k"
    lines["d_b_U"] = lines["d_b_U"][0]
    assert nw.gradient_check(params, f, T, lines)["d_b_U"] == np.inf
    with pytest.raises(ValueError, match="misspelt"):
        nw.gradient_check(params, f, T, {"d_W": f})
    with pytest.raises(ValueError, match="at least one"):
        nw.first_wrong_line({})
    assert nw.first_wrong_line({"d_z": np.nan}) == "d_z"


# --- training ---

def plain_training(params, f, y, lr, batch_size, epochs, generator):
    for _ in range(epochs):
        order = generator.permutation(len(f))
        for start in range(0, len(f), batch_size):
            rows = order[start : start + batch_size]
            T = one_hot(y[rows], params["U"].shape[1])
            params = nw.sgd_step(params, nw.mlp_backward(f[rows], T, **params), lr)
    return params


@pytest.mark.parametrize("batch_size", [1, 4, 11, 50])
def test_train_is_backward_and_step(batch_size):
    params, f, y, _ = small(t=11)
    before = {name: p.copy() for name, p in params.items()}
    trained, history = nw.train(params, f, y, lr=0.1, batch_size=batch_size, epochs=3, rng=rng(7))
    expected = plain_training(params, f, y, 0.1, batch_size, 3, rng(7))
    assert len(history) == 3
    for name in params:
        assert trained[name].shape == params[name].shape
        np.testing.assert_allclose(trained[name], expected[name], rtol=1e-9, atol=1e-12)
        assert (params[name] == before[name]).all()


def test_train_history_is_the_loss_before_the_steps():
    params, f, y, _ = small(t=11)
    _, history = nw.train(params, f, y, lr=0.1, batch_size=11, epochs=1, rng=rng())
    assert history == [pytest.approx(mean_loss(params, f, y), abs=1e-6)]


def test_train_prints_only_when_asked(capsys):
    params, f, y, _ = small()
    nw.train(params, f, y, lr=0.0, batch_size=5, epochs=2, rng=rng())
    assert capsys.readouterr().out == ""
    nw.train(params, f, y, lr=0.0, batch_size=5, epochs=5, rng=rng(), every=2)
    loss = f"{mean_loss(params, f, y):.3f}"
    assert capsys.readouterr().out == f"epoch    2   loss {loss}\nepoch    4   loss {loss}\n"


def test_train_keeps_float32_and_survives_huge_inputs():
    params, f, y, _ = small()
    single, _ = nw.train({n: p.astype(np.float32) for n, p in params.items()},
                         f.astype(np.float32), y, lr=0.1, batch_size=2, epochs=2, rng=rng())
    assert {p.dtype for p in single.values()} == {np.dtype(np.float32)}
    huge, history = nw.train(params, 1000 * f, y, lr=1e-6, batch_size=2, epochs=2, rng=rng())
    assert np.isfinite(history).all() and all(np.isfinite(p).all() for p in huge.values())


def test_train_says_what_is_wrong():
    params, f, y, T = small()
    options = {"lr": 0.1, "batch_size": 2, "epochs": 1, "rng": rng()}
    with pytest.raises(ValueError, match="integer labels"):
        nw.train(params, f, T, **options)
    with pytest.raises(ValueError, match="counted from 1"):
        nw.train(params, f, y + 4, **options)
    with pytest.raises(ValueError, match="f and H"):
        nw.train(params, f[:, :2], y, **options)
    with pytest.raises(ValueError, match="ascent"):
        nw.train(params, f, y, **{**options, "lr": -1})
    for name in ("batch_size", "epochs"):
        with pytest.raises(ValueError, match=name):
            nw.train(params, f, y, **{**options, name: 0})
    with pytest.raises(ValueError, match="too large"):
        nw.train(params, f, y, lr=1e200, batch_size=2, epochs=50, rng=rng())


def test_train_each_is_full_batch_training_of_each():
    nets = [nw.initialise(2, 3, 2, rng(seed)) for seed in range(4)]
    together = nw.train_each(nets, CORNERS, XOR, lr=0.5, steps=20)
    for net, trained in zip(nets, together, strict=True):
        alone, _ = nw.train(net, CORNERS, XOR, lr=0.5, batch_size=4, epochs=20, rng=rng())
        for name in alone:
            np.testing.assert_allclose(trained[name], alone[name], rtol=1e-9, atol=1e-12)
    with pytest.raises(ValueError, match="too large"):
        nw.train_each(nets, CORNERS, XOR, lr=1e200, steps=20)
    with pytest.raises(ValueError, match="integer labels"):
        nw.train_each(nets, CORNERS, np.eye(2)[XOR], lr=0.1, steps=1)


def test_representable_is_not_trainable_width_decides():
    solved = {}
    for v in (2, 8):
        nets = [nw.initialise(2, v, 2, rng(seed)) for seed in range(50)]
        trained = nw.train_each(nets, CORNERS, XOR, lr=0.5, steps=2000)
        solved[v] = sum(nw.accuracy(net, CORNERS, XOR) == 1 for net in trained)
    assert 5 <= solved[2] <= 20 and solved[8] >= 48


def test_digits_above_97_percent():
    f, y = digits()
    (f_train, y_train), (f_test, y_test) = train_test_split(f, y, rng=rng())
    for seed in range(2):
        generator = rng(seed)
        params, _ = nw.train(nw.initialise(64, 64, 10, generator), f_train, y_train, lr=0.5,
                             batch_size=32, epochs=60, rng=generator)
        assert nw.accuracy(params, f_test, y_test) > 0.97


def test_predictions():
    params, f, y, _ = small()
    P = nw.predict_proba(params, f)
    np.testing.assert_allclose(P, softmax(nw.mlp_forward(f, **params)))
    assert (nw.predict(params, f) == P.argmax(axis=1)).all()
    assert nw.accuracy(params, f, nw.predict(params, f)) == 1.0
    with pytest.raises(ValueError, match="integer labels"):
        nw.accuracy(params, f, P)


# --- the embedding network ---

def small_embedding(t=6):
    params = nw.initialise_embedding((9, 4, 3, 5, 2), rng())
    params["b_H"] = rng(1).normal(size=(1, 5))
    tokens, y = rng(2).integers(0, 9, (t, 4)), rng(3).integers(0, 2, t)
    tokens[0] = [7, 7, 1, 7]
    return params, tokens, y


def test_embedding_forward_is_the_network_on_concatenated_rows():
    params, tokens, _ = small_embedding()
    f = np.stack([np.concatenate([params["E"][w] for w in row]) for row in tokens])
    rest = {name: p for name, p in params.items() if name != "E"}
    np.testing.assert_allclose(nw.embedding_forward(tokens, **params), nw.mlp_forward(f, **rest))
    assert (nw.logits(params, tokens) == nw.embedding_forward(tokens, **params)).all()


def test_embedding_backward_is_the_derivative():
    params, tokens, y = small_embedding()
    grads = nw.embedding_backward(tokens, one_hot(y, 2), **params)
    assert_close_gradients(grads, numerical_gradients(params, tokens, y))


@pytest.mark.parametrize("batch_size", [2, 4, 20])
def test_train_embedding_is_backward_and_step(batch_size):
    params, tokens, y = small_embedding(7)
    before = {name: p.copy() for name, p in params.items()}
    trained, history = nw.train_embedding(params, tokens, y, lr=0.2, batch_size=batch_size,
                                          epochs=3, rng=rng(5))
    expected, generator = params, rng(5)
    for _ in range(3):
        order = generator.permutation(7)
        for start in range(0, 7, batch_size):
            rows = order[start : start + batch_size]
            grads = nw.embedding_backward(tokens[rows], one_hot(y[rows], 2), **expected)
            expected = nw.sgd_step(expected, grads, 0.2)
    assert len(history) == 3
    for name in params:
        np.testing.assert_allclose(trained[name], expected[name], rtol=1e-9, atol=1e-12)
        assert (params[name] == before[name]).all()


def test_embedding_says_what_is_wrong():
    params, tokens, y = small_embedding()
    with pytest.raises(ValueError, match="counted from 1"):
        nw.embedding_forward(tokens + 1 + tokens.max(), **params)
    with pytest.raises(ValueError, match="encoded"):
        nw.embedding_forward(np.array([["a", "b", "c", "d"]]), **params)
    with pytest.raises(ValueError, match="f and H"):
        nw.embedding_forward(tokens[:, :2], **params)
    with pytest.raises(ValueError, match="left out"):
        nw.initialise_embedding((9, 4, 3), rng())
    with pytest.raises(ValueError, match="too large"):
        nw.train_embedding(params, tokens, y, lr=1e200, batch_size=2, epochs=50, rng=rng())


# --- the scalar-input network ---

def test_1d_gradients_decide_the_sign():
    generator = rng()
    x, y = generator.normal(size=9), generator.normal(size=9)
    params = {"w1": generator.normal(size=4), "b1": generator.normal(size=4),
              "w2": generator.normal(size=4), "b2": np.array(0.4)}
    grads = nw.relu_net_1d_gradients(x, y, **params)

    def right(**changed):
        return float(((y - nw.relu_net_1d(x, **{**params, **changed})) ** 2).mean())

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
    grads = nw.relu_net_1d_gradients(np.array([2.0]), np.zeros(1), 0 * one, 0 * one, one, 1.0)
    assert grads["b1"].tolist() == [2.0] and grads["w1"].tolist() == [4.0]


def test_1d_kinks_and_initialisation():
    start = nw.initialise_1d(6, rng())
    assert not nw.relu_net_1d_kinks(start["w1"], start["b1"]).any()
    spread = nw.initialise_1d(200, rng(), spread=3.0)
    kinks = nw.relu_net_1d_kinks(spread["w1"], spread["b1"])
    assert np.abs(kinks).max() <= 3 < np.abs(kinks).max() + 0.2
    with pytest.raises(ValueError, match="whole number"):
        nw.initialise_1d(0, rng())


def test_1d_film_moves_its_kinks_and_fits():
    x = np.linspace(-2, 2, 41)
    start = nw.initialise_1d(16, rng(1), spread=2.0)
    film = nw.relu_net_1d_fit(start, x, np.sin(2 * x), lr=0.05, steps=3000, keep_every=500)
    assert [frame["step"] for frame in film] == list(range(0, 3001, 500))
    assert film[0]["params"] is start and film[-1]["loss"] < 0.1 * film[0]["loss"]
    kinks = [nw.relu_net_1d_kinks(frame["params"]["w1"], frame["params"]["b1"])
             for frame in (film[0], film[-1])]
    assert np.abs(kinks[1] - kinks[0]).max() > 0.1


def test_1d_says_what_is_wrong():
    x, w = np.zeros(3), np.ones(2)
    with pytest.raises(ValueError, match="n x n"):
        nw.relu_net_1d_gradients(x, x[:, None], w, w, w, 0.0)
    with pytest.raises(ValueError, match="three times"):
        nw.relu_net_1d(x, w, w, np.ones(3), 0.0)
    with pytest.raises(ValueError, match="three times"):
        nw.relu_net_1d_kinks(w, np.ones(3))
    params = {"w1": w, "b1": w, "w2": w, "b2": 0.0}
    with pytest.raises(ValueError, match="too large"):
        nw.relu_net_1d_fit(params, x + 1, x, lr=1e9, steps=200, keep_every=200)
    with pytest.raises(ValueError, match="keep_every"):
        nw.relu_net_1d_fit(params, x, x, lr=0.1, steps=2, keep_every=0)
