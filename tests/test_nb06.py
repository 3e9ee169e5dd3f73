"""Notebook 06: the formulas it shows, the numbers it claims, and its explorer."""

import numpy as np
import pytest

from course_utils import data, explore, functions, network, text
from course_utils.exercises import check
from course_utils.exercises.banks.nb06.predictions import PREDICTIONS


@pytest.fixture(scope="module")
def corpus():
    sentences, X, y, is_test = data.film_reviews()
    tokenised = [text.tokenise(sentence) for sentence in sentences]
    vocabulary = text.Vocabulary.of(tokenised, special=[text.PAD])
    tokens = vocabulary.encode([text.pad(s, 12) for s in tokenised])
    return tokenised, vocabulary, tokens, X, y, is_test


def verdict_table(corpus, seed):
    _, vocabulary, tokens, _, y, is_test = corpus
    rng = np.random.default_rng(seed)
    start = network.initialise_embedding((len(vocabulary), 12, 2, 16, 2), rng)
    params, _ = network.train_embedding(start, tokens[~is_test], y[~is_test], lr=0.5,
                                        batch_size=32, epochs=100, rng=rng)
    return params


def test_product_lookup_and_gradient_are_one_thing():
    rng = np.random.default_rng(0)
    E, words = rng.normal(size=(6, 3)), np.array([4, 1, 4, 0])
    J, G = functions.one_hot(words, 6), rng.normal(size=(4, 3))
    assert np.allclose(J @ E, E[words])
    assert np.allclose(J.T @ G, text.embed_backward(G, words, 6))


def test_plus_equals_keeps_the_last_contribution():
    wrong, window = np.zeros((4, 1)), np.array([3, 2, 1, 1, 0])
    G = np.array([[1.0], [2.0], [3.0], [4.0], [2.0]])
    wrong[window] += G
    assert wrong[1, 0] == 4 and text.embed_backward(G, window, 4)[1, 0] == 7


def test_no_single_word_leans_to_one_side(corpus):
    _, vocabulary, tokens, X, y, is_test = corpus
    assert np.array_equal(X.sum(axis=1) % 2, y)
    for word in ("funny", "unfunny", "contrived", "uncontrived"):
        has = (tokens == vocabulary.row(word)).any(axis=1)
        assert y[has & ~is_test].mean() == y[has & is_test].mean() == 0.5


def test_the_table_is_learned_from_every_seed_and_separates_praise_from_blame(corpus):
    _, vocabulary, tokens, _, y, is_test = corpus
    for seed in (0, 1, 3):
        params = verdict_table(corpus, seed)
        assert network.accuracy(params, tokens[is_test], y[is_test]) > 0.99
        E = params["E"]
        near, _ = text.nearest_neighbours(E, vocabulary.row("not"), 1)
        assert vocabulary.words[near[0]] == "never"


def test_a_dot_product_has_hubs(corpus):
    E = verdict_table(corpus, 3)["E"]
    first = {m: {int(text.nearest_neighbours(E, w, 1, measure=m)[0][0]) for w in range(len(E))}
             for m in ("cosine", "dot")}
    assert len(first["dot"]) < len(first["cosine"]) / 3


def test_answers_that_live_on_between_calls_are_named():
    table = {}

    def embed_backward(G, tokens, V):
        d_E = table.setdefault((V, G.shape[1]), np.zeros((V, G.shape[1])))
        np.add.at(d_E, tokens, G)
        return d_E

    assert check("embed_backward", embed_backward).misconception == "in-place/kept-between-calls"


def cosines(E, row):
    lengths = np.linalg.norm(E, axis=1)
    return E @ E[row] / (lengths * lengths[row])


@pytest.mark.parametrize("order, name", [
    (lambda c, row: np.argsort(-c)[1:], "duplicates/first-is-the-word"),
    (lambda c, row: np.argsort(c)[::-1][1:], "duplicates/first-is-the-word"),
    (lambda c, row: np.array(sorted(range(len(c)), key=lambda i: -c[i])[1:]),
     "duplicates/first-is-the-word"),
    (lambda c, row: np.array([i for i in np.argsort(-c) if c[i] < 0.999999]),
     "duplicates/all-of-cosine-one"),
    (lambda c, row: np.array([i for i in np.argsort(-c) if i != row]), None),
])
def test_a_word_of_the_same_direction_is_a_neighbour(order, name):
    def nearest_neighbours(E, row, count):
        c = cosines(E, row)
        rows = order(c, row)[:count]
        return rows, c[rows]

    result = check("nearest_neighbours", nearest_neighbours)
    assert result.misconception == name and bool(result) == (name is None)


@pytest.mark.parametrize("score, name", [
    (lambda E, q: E @ q / (np.linalg.norm(E) * np.linalg.norm(q)), "axis/one-length-for-all"),
    (lambda E, q: E @ q / np.linalg.norm(E), "axis/one-length-for-all"),
    (lambda E, q: E @ q, "neighbour-formula/dot-product"),
])
def test_a_norm_without_axis_has_its_own_name(score, name):
    def nearest_neighbours(E, row, count):
        c = score(E, E[row])
        rows = np.array([i for i in np.argsort(-c) if i != row])[:count]
        return rows, c[rows]

    assert check("nearest_neighbours", nearest_neighbours).misconception == name


@pytest.mark.parametrize("prediction", PREDICTIONS, ids=lambda p: p.id)
def test_predictions_answer_every_choice(prediction):
    assert prediction.answer in prediction.choices
    assert prediction.why.keys() == prediction.choices.keys()


# --- the explorer ---

WORDS = ("up", "north", "east", "west")
TABLES = {"one": np.array([[0.0, 2.0], [0.1, 1.0], [3.0, 0.2], [-1.0, 0.0]]),
          "two": np.array([[0.0, 1.0], [-2.0, 0.1], [1.0, 0.2], [-1.0, 0.0]])}
GROUPS = {"line": (["vertical", "level"], np.array([0, 0, 1, 1])),
          "all": (["word"], np.zeros(4, int))}


def test_word_map_finds_neighbours_and_recolours():
    word_map = explore.word_map(TABLES, WORDS, GROUPS)
    assert word_map.set(word="up") == (
        "table one, word up, neighbours by cosine, colour by line: nearest are north (1.00), "
        "east (0.07), west (0.00); 1 of 3 share its colour (vertical).")
    assert len(word_map.points[0].get_xdata()) == 2
    assert "3 of 3 share its colour (word)" in word_map.set(colour="all")
    assert [len(dots.get_xdata()) for dots in word_map.points] == [4, 0]


def test_word_map_measure_and_table_change_the_neighbours():
    word_map = explore.word_map(TABLES, WORDS, GROUPS)
    assert "nearest are up (2.00), east (0.50), west (−0.10)" in word_map.set(
        word="north", measure="dot")
    assert "nearest are west (1.00)" in word_map.set(table="two", measure="cosine")


def test_word_map_places_ring_and_ray_in_scaled_units():
    word_map = explore.word_map(TABLES, WORDS, GROUPS)
    word_map.set(word="west")
    longest = np.linalg.norm(TABLES["one"], axis=1).max()
    assert np.allclose(word_map.ray.get_xdata(), [0, -3 / longest])
    assert word_map.query.get_text() == "west"
    with pytest.raises(ValueError, match="expected a control"):
        word_map.set(angle=3)
