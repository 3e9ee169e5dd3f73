"""Training is backward and step, over and over; and it learns."""

import numpy as np
import pytest

from course_utils.data import digits, train_test_split
from course_utils.maths import mlp, training
from course_utils.maths.losses import one_hot
from helpers_maths import CORNERS, XOR, mean_loss, rng, small, small_embedding


def plain_training(params, f, y, lr, batch_size, epochs, generator):
    for _ in range(epochs):
        order = generator.permutation(len(f))
        for start in range(0, len(f), batch_size):
            rows = order[start : start + batch_size]
            T = one_hot(y[rows], params["U"].shape[1])
            params = mlp.sgd_step(params, mlp.mlp_backward(f[rows], T, **params), lr)
    return params


@pytest.mark.parametrize("batch_size", [1, 4, 11, 50])
def test_train_is_backward_and_step(batch_size):
    params, f, y, _ = small(t=11)
    before = {name: p.copy() for name, p in params.items()}
    trained, history = training.train(params, f, y, lr=0.1, batch_size=batch_size, epochs=3,
                                      rng=rng(7))
    expected = plain_training(params, f, y, 0.1, batch_size, 3, rng(7))
    assert len(history) == 3
    for name in params:
        assert trained[name].shape == params[name].shape
        np.testing.assert_allclose(trained[name], expected[name], rtol=1e-9, atol=1e-12)
        assert (params[name] == before[name]).all()


def test_train_history_is_the_loss_before_the_steps():
    params, f, y, _ = small(t=11)
    _, history = training.train(params, f, y, lr=0.1, batch_size=11, epochs=1, rng=rng())
    assert history == [pytest.approx(mean_loss(params, f, y), abs=1e-6)]


def test_train_prints_only_when_asked(capsys):
    params, f, y, _ = small()
    training.train(params, f, y, lr=0.0, batch_size=5, epochs=2, rng=rng())
    assert capsys.readouterr().out == ""
    training.train(params, f, y, lr=0.0, batch_size=5, epochs=5, rng=rng(), every=2)
    loss = f"{mean_loss(params, f, y):.3f}"
    assert capsys.readouterr().out == f"epoch    2   loss {loss}\nepoch    4   loss {loss}\n"


def test_train_keeps_float32_and_survives_huge_inputs():
    params, f, y, _ = small()
    single, _ = training.train({n: p.astype(np.float32) for n, p in params.items()},
                         f.astype(np.float32), y, lr=0.1, batch_size=2, epochs=2, rng=rng())
    assert {p.dtype for p in single.values()} == {np.dtype(np.float32)}
    huge, history = training.train(params, 1000 * f, y, lr=1e-6, batch_size=2, epochs=2, rng=rng())
    assert np.isfinite(history).all() and all(np.isfinite(p).all() for p in huge.values())


def test_train_says_what_is_wrong():
    params, f, y, T = small()
    options = {"lr": 0.1, "batch_size": 2, "epochs": 1, "rng": rng()}
    with pytest.raises(ValueError, match="integer labels"):
        training.train(params, f, T, **options)
    with pytest.raises(ValueError, match="counted from 1"):
        training.train(params, f, y + 4, **options)
    with pytest.raises(ValueError, match="f and H"):
        training.train(params, f[:, :2], y, **options)
    with pytest.raises(ValueError, match="ascent"):
        training.train(params, f, y, **{**options, "lr": -1})
    for name in ("batch_size", "epochs"):
        with pytest.raises(ValueError, match=name):
            training.train(params, f, y, **{**options, name: 0})
    with pytest.raises(ValueError, match="too large"):
        training.train(params, f, y, lr=1e200, batch_size=2, epochs=50, rng=rng())


def test_train_each_is_full_batch_training_of_each():
    nets = [mlp.initialise(2, 3, 2, rng(seed)) for seed in range(4)]
    together = training.train_each(nets, CORNERS, XOR, lr=0.5, steps=20)
    for net, trained in zip(nets, together, strict=True):
        alone, _ = training.train(net, CORNERS, XOR, lr=0.5, batch_size=4, epochs=20, rng=rng())
        for name in alone:
            np.testing.assert_allclose(trained[name], alone[name], rtol=1e-9, atol=1e-12)
    with pytest.raises(ValueError, match="too large"):
        training.train_each(nets, CORNERS, XOR, lr=1e200, steps=20)
    with pytest.raises(ValueError, match="integer labels"):
        training.train_each(nets, CORNERS, np.eye(2)[XOR], lr=0.1, steps=1)


def test_representable_is_not_trainable_width_decides():
    solved = {}
    for v in (2, 8):
        nets = [mlp.initialise(2, v, 2, rng(seed)) for seed in range(50)]
        trained = training.train_each(nets, CORNERS, XOR, lr=0.5, steps=2000)
        solved[v] = sum(mlp.accuracy(net, CORNERS, XOR) == 1 for net in trained)
    assert 5 <= solved[2] <= 20 and solved[8] >= 48


def test_digits_above_97_percent():
    f, y = digits()
    (f_train, y_train), (f_test, y_test) = train_test_split(f, y, rng=rng())
    for seed in range(2):
        generator = rng(seed)
        params, _ = training.train(mlp.initialise(64, 64, 10, generator), f_train, y_train, lr=0.5,
                             batch_size=32, epochs=60, rng=generator)
        assert mlp.accuracy(params, f_test, y_test) > 0.97


@pytest.mark.parametrize("batch_size", [2, 4, 20])
def test_train_embedding_is_backward_and_step(batch_size):
    params, tokens, y = small_embedding(7)
    before = {name: p.copy() for name, p in params.items()}
    trained, history = training.train_embedding(params, tokens, y, lr=0.2, batch_size=batch_size,
                                          epochs=3, rng=rng(5))
    expected, generator = params, rng(5)
    for _ in range(3):
        order = generator.permutation(7)
        for start in range(0, 7, batch_size):
            rows = order[start : start + batch_size]
            grads = mlp.embedding_backward(tokens[rows], one_hot(y[rows], 2), **expected)
            expected = mlp.sgd_step(expected, grads, 0.2)
    assert len(history) == 3
    for name in params:
        np.testing.assert_allclose(trained[name], expected[name], rtol=1e-9, atol=1e-12)
        assert (params[name] == before[name]).all()


def test_embedding_says_what_is_wrong():
    params, tokens, y = small_embedding()
    with pytest.raises(ValueError, match="counted from 1"):
        mlp.embedding_forward(tokens + 1 + tokens.max(), **params)
    with pytest.raises(TypeError, match="encoded"):
        mlp.embedding_forward(np.array([["a", "b", "c", "d"]]), **params)
    with pytest.raises(ValueError, match="f and H"):
        mlp.embedding_forward(tokens[:, :2], **params)
    with pytest.raises(ValueError, match="left out"):
        mlp.initialise_embedding((9, 4, 3), rng())
    with pytest.raises(ValueError, match="too large"):
        training.train_embedding(params, tokens, y, lr=1e200, batch_size=2, epochs=50, rng=rng())
