"""Notebook 05: the formulas and numbers it shows, its predictions, its film, its drawings."""

import contextlib
import io
import re

import numpy as np
import pytest

from answers import file_of
from course_tools import notebooks
from course_utils import data, exercises, explore, functions, network, plots, style
from misstep.judge.records import reference as reference_of

deep = file_of("deep_backward")

X = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])
NOTEBOOK = notebooks.read(notebooks.root() / "notebooks" / "05_backprop.ipynb")
T = np.eye(2)[[0, 1, 1, 0]]
XOR_NET = {"H": np.array([[1, -1], [1, -1]]), "b_H": np.array([[-1, 1]]),
           "U": np.array([[1, -1], [1, -1]]), "b_U": np.array([[-0.5, 0.5]])}
# block 3: MAY's (2, 1, 0) and four rows more
F = np.array([[2, 1, 0], [0, 1, -1], [1, -2, 1], [-1, 0, 2], [0, 2, 1]])
T5 = np.eye(2)[[0, 1, 0, 0, 1]]
NET = {"H": np.array([[1, -1, 0.5, 0], [-1, 1, 1, -1], [1, 0, -0.5, 0.5]]),
       "b_H": np.array([[0.5, 0.5, -0.5, 0.5]]),
       "U": np.array([[1, 0.5], [-1, 1], [0, -0.5], [0.5, -1]]),
       "b_U": np.array([[-0.5, 0]])}


# --- block 1: one hidden unit ------------------------------------------------------------------


def unit(w1, b1, w2, b2, x=3.0, y=2.0):
    return (w2 * max(0.0, w1 * x + b1) + b2 - y) ** 2


def test_four_numbers_by_hand_and_by_differences():
    at = np.array([2.0, -1.0, 2.0, -7.0])
    assert unit(*at) == 1
    assert functions.numerical_gradient(lambda p: unit(*p), at) == pytest.approx([12, 4, 10, 2])
    grads = network.relu_net_1d_gradients(np.array([3.0]), np.array([2.0]), at[:1], at[1:2],
                                          at[2:3], at[3])
    assert [float(np.squeeze(grads[n])) for n in ("w1", "b1", "w2", "b2")] == [12, 4, 10, 2]


def test_a_closed_unit_leaves_the_output_bias_alone():
    off = np.array([2.0, -7.0, 2.0, -7.0])
    assert unit(*off) == 81
    slopes = functions.numerical_gradient(lambda p: unit(*p), off)
    assert slopes == pytest.approx([0, 0, 0, -18], abs=1e-6)


def test_the_pencil_and_what_the_wrong_choices_forget():
    """05-pencil: the right gradients, and those without the 2, without w2, with the own factor."""
    x, y, w1, b1, w2, b2 = 2.0, 1.0, 2.0, -1.0, -1.0, 5.0
    h = max(0.0, w1 * x + b1)
    error = w2 * h + b2 - y
    assert (h, error) == (3, 1)
    found = {"C": (2 * error * w2 * x, 2 * error * w2, 2 * error * h, 2 * error)}
    found["A"] = tuple(g / 2 for g in found["C"])
    found["B"] = (2 * error * x, 2 * error, *found["C"][2:])
    found["D"] = (*found["C"][:2], 2 * error * w2, 2 * error)
    assert functions.numerical_gradient(
        lambda p: unit(*p, x=x, y=y), np.array([w1, b1, w2, b2])) == pytest.approx(found["C"])
    choices = exercises.prediction("05-pencil").choices
    for letter, numbers in found.items():
        assert choices[letter] == ", ".join(f"{g:g}" for g in numbers).replace("-", "−")


def test_twice_w2_doubles_what_lies_before_it():
    """05-pencil-r1: z stays, since b2 makes up for it."""
    at = np.array([2.0, -1.0, 2.0, -7.0])
    doubled = np.array([2.0, -1.0, 4.0, -17.0])
    one, two = (functions.numerical_gradient(lambda p: unit(*p), p) for p in (at, doubled))
    assert unit(*at) == unit(*doubled)
    assert two / one == pytest.approx([2, 2, 1, 1])


def test_the_open_circuit_says_right_and_look_again(cells, stored):
    assert stored["05-own-circuit"].count("right") == 3
    space = {"np": np, "functions": functions}
    source = cells["05-own-circuit"]["source"].replace("33.0", "30.0")
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(source, space)
    assert said.getvalue().splitlines()[1:] == ["a look again", "b right", "c right"]


# --- block 2 and 3: shapes, the batch, the golden numbers --------------------------------------


def test_golden_numbers_of_the_xor_network():
    z = network.mlp_forward(X, **XOR_NET)
    assert z.tolist() == [[0.5, -0.5], [-0.5, 0.5], [-0.5, 0.5], [0.5, -0.5]]
    assert functions.cross_entropy(z, T.argmax(1)) == pytest.approx(0.313262, abs=1e-6)
    grads = network.mlp_backward(X, T, **XOR_NET)
    assert grads["U"] == pytest.approx(np.array([[-0.067235, 0.067235]] * 2), abs=1e-6)
    for at_zero, b_H in ((1.0, 0.134471), (0.5, 0.0), (0.0, -0.134471)):
        lines = network.backward_values(X, T, **XOR_NET, at_zero=at_zero)
        assert lines["d_b_H"] == pytest.approx(np.array([[b_H, b_H]]), abs=1e-6)


def test_the_batch_has_different_sizes_and_no_bend():
    values = network.forward_values(F, **NET)
    assert values["k"][0].tolist() == [1.5, -0.5, 1.5, -0.5]
    assert values["z"][0].tolist() == [1.0, 0.0]
    assert np.all(values["k"] != 0)
    assert len({5, *NET["H"].shape, NET["U"].shape[1]}) == 4
    lines = network.backward_values(F, T5, **NET)
    assert lines["d_z"][0] == pytest.approx([-0.268941, 0.268941], abs=1e-6)
    assert lines["d_h"][0, 1] == pytest.approx(0.537883, abs=1e-6)
    assert max(network.gradient_check(NET, F, T5).values()) < 1e-6


def test_shapes_and_counts():
    shapes = reference_of("layer_shapes")(1, 3, 50, 2)
    named = dict(zip(("f", "H", "b_H", "k", "h", "U", "b_U", "z"), shapes, strict=True))
    assert sum(int(np.prod(named[n])) for n in ("H", "b_H", "U", "b_U")) == 302
    params = network.initialise(3, 50, 2, np.random.default_rng(0))
    values = network.forward_values(np.ones((1, 3)), **params)
    for name, array in {**params, **values, "f": np.ones((1, 3))}.items():
        assert name == "o" or array.shape == named[name]


def test_the_small_answers_are_the_library():
    d_h, k = np.array([[1.0, -2.0, 3.0]]), np.array([[0.0, -1.0, 2.0]])
    assert reference_of("through_relu")(d_h, k).tolist() == [[1.0, 0.0, 3.0]]
    assert reference_of("init_uniform")(np.array([[0.0], [0.5], [1.0], [0.75]])).tolist() == [
        [-0.5], [0.0], [0.5], [0.25]]
    cut = reference_of("minibatches")(np.array([3, 1, 0, 2, 4]), 2)
    assert [list(piece) for piece in cut] == [[3, 1], [0, 2], [4]]
    lengths = [len(p) for p in data.minibatches(10, 4, np.random.default_rng(0))]
    assert lengths == [len(p) for p in reference_of("minibatches")(np.arange(10), 4)]


# --- what the cells print ----------------------------------------------------------------------


@pytest.mark.parametrize("cell, said", [
    ("05-letter", "4,810 random numbers read the 8 as a 0"),
    ("05-one-sweep", "w2: 10, b2: 2, w1: 12, b1: 4"),
    ("05-b1-count-code", "H and b_H: (3 + 1) x 50 = 200"),
    ("05-b1-count-code", "U and b_U: (50 + 1) x 2 = 102"),
    ("05-pencil-code", "[-4. -2.  6.  2.]"),
    ("05-b4-starts", "right    20 of 20"),
    ("05-b4-starts", "planted  0 of 20 starts end with a loss below 0.1"),
    ("05-b4-starts", "worst near 0.0; all rows right: 20"),
    ("05-b4-starts", "worst near 0.8; all rows right: fewer than 10"),
    ("05-b5-check-code", "network 0.14; training error of the network 0.058"),
    ("05-b6-width-code", "{1: 0, 2: 11, 3: 36, 4: 39, 6: 46, 8: 50}"),
    ("05-b6-width-code", "{0.0: 11, 0.35: 9, 0.48: 18, 0.69: 12}"),
    ("05-b7-own-code", "one epoch: 92%"),
    ("05-b7-cost-code", "one reading 4,736, the sweep back 5,376"),
    ("05-b7-price-code", " 1 hidden:  4,736 there,  5,376 back, 1.1 times"),
    ("05-b7-price-code", " 2 hidden:  8,832 there, 13,568 back, 1.5 times"),
    ("05-b7-price-code", "10 hidden: 41,600 there, 79,104 back, 1.9 times"),
    ("05-b7-splits-table", "64 learned better than pixels in 5 of 6 splits"),
    ("05-b7-splits-table", "64 random worse than pixels in 6 of 6 splits"),
    ("05-b5-train-code", "biases 0     loss 0.56 -> 0.11, farthest kink at 0.7"),
    ("05-b5-seeds", "kinks spread 0.114 0.108 0.081 0.084 0.078 0.082"),
    ("05-b5-seeds", "biases 0     0.113 0.113 0.113 0.114 0.113 0.113"),
])
def test_the_numbers_that_the_text_quotes_are_printed(stored, cell, said):
    assert said in stored[cell]


def test_numbers_that_the_text_quotes_hold():
    x_train = data.wiggly_curve()[0]
    assert len(x_train) == 40 and 0.25**2 == 0.0625
    steps = 40 * -(-1348 // 16)
    assert steps == 3400


@pytest.mark.full
def test_no_kink_wanders_beyond_1_from_any_of_six_seeds():
    x_train, kinks = data.wiggly_curve()[0], []
    for seed in range(6):
        start = network.initialise_1d(12, np.random.default_rng(seed))
        film = network.relu_net_1d_fit(start, *data.wiggly_curve()[:2], lr=0.02, steps=3000,
                                       keep_every=3000)
        last = film[-1]["params"]
        kinks.append(abs(network.relu_net_1d_kinks(last["w1"], last["b1"])).max())
    assert max(kinks) < 1 < x_train.max()


def test_the_planted_mask_is_the_way_back_without_the_relu(cells):
    """What the text says of XOR: d_k is d_h, as for a hidden layer that does not bend."""
    space = {"np": np, "network": network}
    exec(cells["05-b4-planted"]["source"], space)
    assert functions.is_linearly_separable(F, T5.argmax(1))  # a linear model would do there
    assert not functions.is_linearly_separable(X, T.argmax(1))
    found = space["planted"](F, T5, **NET)
    assert found["d_k"] == pytest.approx(found["d_h"])
    h = network.forward_values(F, **NET)["h"]
    d_z = network.forward_values(F, **NET)["o"] - T5

    def linear(H):  # the summed loss to first order: d_h as it is, h moved without a bend
        return np.sum((d_z @ NET["U"].T) * (F @ H + NET["b_H"] - h)) / len(F)

    assert functions.numerical_gradient(linear, NET["H"]) == pytest.approx(found["d_H"], abs=1e-8)


@pytest.mark.full
def test_ten_times_as_many_planted_steps_do_not_learn_xor(cells):
    space = {"np": np, "network": network}
    exec(cells["05-b4-planted"]["source"], space)
    losses = []
    for seed in range(20):
        net = network.initialise(2, 8, 2, np.random.default_rng(seed))
        for _ in range(3000):
            back = space["planted"](X, T, **net)
            net = network.sgd_step(net, {n: back["d_" + n] for n in net}, 0.5)
        losses.append(functions.cross_entropy(network.mlp_forward(X, **net), T.argmax(1)))
    assert min(losses) > 0.1


def test_paths_multiply_and_arrows_add(cells):
    """The numbers of the drawing: paths by counting them, arrows by listing them."""
    space = {"np": np}
    exec(cells["05-b3-paths"]["source"].split("fig,")[0], space)
    for depth, paths, arrows in zip(space["depth"], space["paths"], space["arrows"], strict=True):
        layers = [np.ones((4, 4))] * (depth - 1) + [np.ones((4, 1))]
        product = np.ones((1, 4))
        for layer in layers:
            product = product @ layer
        assert product.item() == paths and sum(layer.size for layer in layers) == arrows
    assert (space["paths"][-1], space["arrows"][-1]) == (65_536, 116)


def test_zeros_and_equal_starts():
    asked = exercises.prediction("05-zeros").question
    assert "the classes of the batch are 0, 1, 1, 1, 1." in asked  # as `uneven`, in the cell
    zeros = {name: 0.0 * W for name, W in NET.items()}
    uneven = np.eye(2)[[0, 1, 1, 1, 1]]
    assert {n for n, g in network.mlp_backward(F, uneven, **zeros).items() if g.any()} == {"b_U"}
    even = network.mlp_backward(F[:4], T, **zeros)
    assert not any(g.any() for g in even.values())


# --- block 8: what the way back costs, what learning buys ---------------------------------------


class Counted(np.ndarray):
    """An array that counts the multiplications of its matrix products."""

    made = 0

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        plain = [np.asarray(x) for x in inputs]
        if ufunc is np.matmul:
            Counted.made += plain[0].size * plain[1].shape[1]
        return getattr(ufunc, method)(*plain, **kwargs).view(Counted)


def forward_of(f, Ws):
    kept = [f]
    for W in Ws[:-1]:
        kept.append(np.maximum(kept[-1] @ W, 0))
    return kept, kept[-1] @ Ws[-1]


def backward_of(kept, d, Ws):
    """The law of block 3, for any number of layers; no gradient by the pixels."""
    gradients = []
    for place in range(len(Ws) - 1, -1, -1):
        gradients.insert(0, kept[place].T @ d)
        if place:
            d = d @ Ws[place].T * (kept[place] >= 0)
    return gradients


def test_the_price_of_the_way_back_is_counted(stored):
    rng = np.random.default_rng(0)
    told = stored["05-b7-price-code"].splitlines()
    for line, hidden, ratio in zip(told, (1, 2, 4, 10), (1.1, 1.5, 1.8, 1.9), strict=True):
        sizes = [64, *[64] * hidden, 10]
        Ws = [rng.normal(size=s).view(Counted) for s in zip(sizes, sizes[1:], strict=False)]
        Counted.made = 0
        kept, z = forward_of(rng.normal(size=(1, 64)).view(Counted), Ws)
        there = Counted.made
        backward_of(kept, z, Ws)
        back = Counted.made - there
        assert f"{there:,} there" in line and f"{back:,} back" in line
        assert round(back / there, 1) == ratio and back < 2 * there
        assert f"{ratio:.1f} times as many" in line


def text_of(id):
    return " ".join(next(c["source"] for c in NOTEBOOK["cells"] if c["id"] == id).split())


def test_the_price_that_the_text_quotes_is_there():
    says = text_of("05-b7-cost-says")
    for number in ("1.1 times", "1.5 times with two", "1.9 with ten"):
        assert number in says


def readers(start=0):
    """The cells that train the readers of block 8, from another start of the hidden units."""
    images, classes = data.digits()
    space = {"np": np, "data": data, "functions": functions, "network": network, "images": images,
             "classes": classes, "reader": network.initialise(64, 64, 10,
                                                              np.random.default_rng(start))}
    cells = {c["id"]: c["source"] for c in NOTEBOOK["cells"]}
    exec(cells["05-b7-regression"], space)
    return space, cells["05-b7-splits-code"].replace("default_rng(0)", f"default_rng({start})")


def test_readers_are_trained_to_one_loss():
    space, _ = readers()
    (f, y), _ = data.train_test_split(space["images"], space["classes"],
                                      rng=np.random.default_rng(3))
    f, y = f[::4], y[::4]
    for h in (f, functions.relu(f @ space["reader"]["H"])):
        W, b = space["regress"](h, y)
        assert 0.02 < functions.cross_entropy(h @ W + b, y) <= 0.03
    done = space["learn"](f, y)
    assert functions.cross_entropy(network.logits(done, f), y) <= 0.03
    assert not np.allclose(done["H"], space["reader"]["H"])


def table(stored):
    """The means of block 8: reader -> (loss, percentage right)."""
    rows = re.findall(r"^(.+) (0\.\d+) ([\d.]+)% ", stored["05-b7-splits-table"], re.M)
    return {name: (float(loss), float(right)) for name, loss, right in rows}


def test_learning_buys_width_as_the_table_says(stored):
    found = table(stored)
    assert {loss for loss, _ in found.values()} == {0.03}  # alike: features, not trainings
    right = {name: percent for name, (_, percent) in found.items()}
    assert right["64 random"] < right["128 random"] < right["256 random"]
    assert right["64 random"] == pytest.approx(95.8, abs=0.05)
    assert right["64 random"] + 1 < right["pixels"] < right["256 random"]
    assert abs(right["64 learned"] - right["256 random"]) < 0.3
    assert 4 * (64 * 64 + 64 * 10) == 64 * 256 + 256 * 10  # a fourth of the multiplications


@pytest.mark.full
def test_learning_buys_width_from_other_starts():
    level = 0
    for start in range(1, 6):
        space, splits = readers(start)
        exec(splits, space)
        pixels, r64, r128, r256, learned = space["scores"].mean(axis=1)
        level += abs(r64 - pixels) < 0.002
        assert r64 < pixels + 0.002 and min(r256, learned) > pixels
        assert r64 + 0.005 < learned and r128 < learned and abs(learned - r256) < 0.005
    assert level == 1


@pytest.mark.full
def test_forty_epochs_at_one_rate_leave_the_random_features_unfinished():
    """What the text says of the other comparison, and the question that comes back."""
    space, _ = readers()
    hidden = {"pixels": np.eye(64), "random": space["reader"]["H"]}
    ends = {name: [] for name in hidden}
    lower = []
    for seed in range(6):
        (f_a, y_a), (f_b, y_b) = data.train_test_split(space["images"], space["classes"],
                                                       rng=np.random.default_rng(seed))
        for name, H in hidden.items():
            h_a, h_b = functions.relu(f_a @ H), functions.relu(f_b @ H)
            W, b, draw = np.zeros((64, 10)), np.zeros((1, 10)), np.random.default_rng(0)
            for _ in range(40):
                for rows in data.minibatches(len(h_a), 16, draw):
                    d_z = functions.softmax(h_a[rows] @ W + b) - np.eye(10)[y_a[rows]]
                    W, b = W - 0.5 * h_a[rows].T @ d_z / len(rows), b - 0.5 * d_z.mean(0)
            ends[name].append((np.mean((h_b @ W + b).argmax(1) == y_b),
                               functions.cross_entropy(h_a @ W + b, y_a),
                               np.mean(np.sum(h_a**2, axis=1))))
        to = {}
        for goal in ("0.03", "0.01"):
            exec(next(c["source"] for c in NOTEBOOK["cells"]
                      if c["id"] == "05-b7-regression").replace("0.03", goal), space)
            W, b = space["regress"](h_a, y_a)
            to[goal] = np.mean((h_b @ W + b).argmax(1) == y_b)
            assert np.mean((h_a @ W + b).argmax(1) == y_a) > 0.99
        lower.append(to["0.01"] - to["0.03"])
    assert np.mean(ends["random"], axis=0) == pytest.approx([0.934, 0.23, 2.58], abs=0.02)
    assert np.mean(ends["pixels"], axis=0) == pytest.approx([0.970, 0.06, 15.0], abs=0.02)
    assert abs(np.mean(lower)) < 0.005  # a lower loss is no help


# --- predictions -------------------------------------------------------------------------------


def test_per_key_faults_are_named_with_their_key():
    def only_hidden_bias(*args):
        grads = network.mlp_backward(*args)
        grads["b_H"] = grads["b_H"] * len(args[0])
        return grads

    result = exercises.check("mlp_backward", only_hidden_bias)
    assert result.misconception == "factor/t-times-too-large"
    assert "`b_H`" in result.message


# --- two hidden layers -------------------------------------------------------------------------


def test_deep_backward_against_differences_and_a_known_value():
    args = deep.net(4, 3, 5, 6, 2, 1)
    grads = deep.deep_backward(*args)
    f, T_, *parameters = args

    def loss(*p):
        H, b_H, G, b_G, U, b_U = p
        h = functions.relu(f @ H + b_H)
        z = network.mlp_forward(h, G, b_G, U, b_U)
        return functions.cross_entropy(z, T_.argmax(1))

    for i, name in enumerate(deep.KEYS):
        def one(value, i=i):
            return loss(*parameters[:i], value, *parameters[i + 1:])

        truth = functions.numerical_gradient(one, parameters[i])
        scale = max(abs(truth).max(), 1e-4)
        assert abs(grads[name] - truth).max() / scale < 1e-6, name
    one, none = np.ones((1, 1)), np.zeros((1, 1))
    by_hand = deep.deep_backward(one, np.array([[1.0, 0.0]]), 2 * one, none, 3 * one, none,
                                 np.array([[0.0, 0.0]]), np.zeros((1, 2)))
    assert by_hand["U"] == pytest.approx(np.array([[-3.0, 3.0]]))  # g = 6, o - T = (-1/2, 1/2)
    assert by_hand["H"] == pytest.approx(none)  # U = 0 stops the error


# --- the film ----------------------------------------------------------------------------------


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
    stub = next(c["source"] for c in NOTEBOOK["cells"] if f'@exercise("{id}")' in c["source"])
    assert "whole" in stub and "numbers" in stub


# --- drawings ----------------------------------------------------------------------------------


def words(ax):
    return [text.get_text() for text in ax.texts]


def test_circuit_writes_values_and_gradients(ax):
    chain = [("x", 3.0, None), ("k", 5.0, 4.0), ("z", 0.5, 2.0)]
    leaves = [("w_1", 2.0, 12.0, 1), ("b_1", -1.0, 4.5, 1)]
    assert plots.circuit(ax, chain, leaves, ["w_1 x + b_1", "2 k"]) is ax
    said = words(ax)
    for word in ("$x$", "$w_1$", "3", "5", "0.5", "-1", "12", "4.5", "$2 k$"):
        assert word in said
    by_word = {text.get_text(): text for text in ax.texts}
    assert by_word["12"].get_color() == style.VERMILION
    assert by_word["0.5"].get_color() == style.BLUE
    arrows = [text for text in ax.texts if getattr(text, "arrow_patch", None) is not None]
    assert len(arrows) == 2 + 2 + 1  # two steps, two parameters, and one way back


def test_circuit_writes_local_slopes_where_they_are_given(ax):
    chain = [("x", 3.0, None), ("k", 5.0, 4.0), ("z", 0.5, 2.0)]
    leaves = [("w_1", 2.0, 12.0, 1), ("b_1", -1.0, 4.5, 1)]
    plots.circuit(ax, chain, leaves, ["w_1 x + b_1", "2 k"], slopes={"k": 2, "w_1": 3.0, "b_1": 1})
    at = {text.get_text(): text.get_position() for text in ax.texts}
    assert {"×2", "×3", "×1", "× local slope"} <= set(at)
    assert 2 < at["×2"][0] < 4 and at["×3"][0] < at["×1"][0]


def test_shared_tails_lights_the_weights_into_one_unit_and_its_ways_on(ax):
    assert plots.shared_tails(ax, [3, 4, 2, 1], unit=2) is ax
    edges = [line for line in ax.lines if len(line.get_xdata()) == 2]
    assert len(edges) == 3 * 4 + 4 * 2 + 2
    heads = [line for line in edges if line.get_color() == style.GREEN]
    tail = [line for line in edges if line.get_color() == style.VERMILION]
    assert len(heads) == 3 and len({line.get_ydata()[1] for line in heads}) == 1
    assert len(tail) == 2 + 2 and all(line.get_linestyle() == "--" for line in tail)


def test_backward_diagram_holds_every_formula(ax):
    said = " ".join(words(plots.backward_diagram(ax)))
    for piece in ("$o - T$", "U^\\top", "relu}'(k)", "f^\\top d_k", "h^\\top d_z",
                  "\\mathbf{1}^\\top d_z"):
        assert piece in said
    dotted = [t for t in ax.texts if getattr(t, "arrow_patch", None) is not None
              and t.arrow_patch.get_linestyle() in (":", "dotted")]
    assert len(dotted) == 3  # f, h and k are kept


def test_line_errors_marks_what_exceeds_the_tolerance(ax):
    plots.line_errors(ax, {"d_z": 1e-11, "d_b_U": 0.0, "d_k": 0.4})
    assert [bar.get_hatch() for bar in ax.patches] == ["", "", "//"]
    assert [bar.get_height() for bar in ax.patches] == pytest.approx([1e-11, 1e-12, 0.4])
    assert [t.get_text() for t in ax.get_xticklabels()] == ["$d_{z}$", "$d_{b_U}$", "$d_{k}$"]


def test_minibatch_diagram_keeps_the_colour_of_a_row(ax):
    order = np.array([2, 0, 4, 1, 3])
    plots.minibatch_diagram(ax, order, 2)
    assert [w for w in words(ax) if w.isdigit()] == ["0", "1", "2", "3", "4", *map(str, order)]
    assert [w for w in words(ax) if w.startswith("minibatch")] == [
        "minibatch 1", "minibatch 2", "minibatch 3"]
    inks = [patch.get_edgecolor() for patch in ax.patches]
    assert [inks[number] for number in order] == inks[5:]
    assert inks[5] == inks[6] != inks[7]


def test_misread_by_width_puts_means_and_splits_beside_each_other(ax):
    assert plots.misread_by_width(ax, {64: [4, 6], 256: [2, 3]}, {64: [2, 4]}, 3.5) is ax
    drawn = {line.get_label(): line for line in ax.lines}
    assert drawn["random units, mean"].get_xydata().tolist() == [[64, 5], [256, 2.5]]
    assert drawn["learned units, mean"].get_xydata().tolist() == [[64, 3]]
    assert set(drawn["no hidden layer, mean"].get_ydata()) == {3.5}
    splits = [line for line in ax.lines if line.get_marker() == "."]
    assert [line.get_ydata().tolist() for line in splits] == [[4, 6], [2, 3], [2, 4]]
    assert [t.get_text() for t in ax.get_xticklabels()] == ["64", "256"]


def test_learned_features_lay_each_unit_out_as_a_picture(ax):
    H = np.arange(8.0 * 3).reshape(4, 6) - 9
    plots.learned_features(ax, H, columns=3)
    sheet = np.ma.filled(ax.images[0].get_array(), np.nan)
    assert sheet.shape == (5, 8) and np.isnan(sheet[2]).all()
    assert sheet[3:, 6:].tolist() == H[:, 5].reshape(2, 2).tolist()
    assert ax.images[0].norm.vcenter == 0
    plots.digit(ax, np.arange(64.0))
    assert ax.images[1].get_array().shape == (8, 8)
