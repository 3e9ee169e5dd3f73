"""Text and its embedding, and the film reviews: values by hand, laws, what is refused."""

import csv
import importlib.util
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from course_utils import text as tx
from course_utils.maths.gradients import numerical_gradient
from course_utils.maths.mlp import accuracy, initialise_embedding
from course_utils.maths.training import train_embedding

DATA = Path(__file__).resolve().parents[2] / "data"
MAKER = DATA.parent / "scripts" / "make_reviews.py"


# --- tokens, vocabulary, windows ---

def test_tokenise():
    assert tx.tokenise("Not bad -- 3 well-made scenes, isn't it?") == [
        "not", "bad", "well-made", "scenes", "isn't", "it"]
    assert tx.tokenise("Über-Größe") == ["über-größe"]
    assert tx.tokenise("... 42 !") == []
    with pytest.raises(TypeError, match="one by one"):
        tx.tokenise(["a", "list"])


def test_vocabulary_counts_from_zero():
    words = tx.Vocabulary([f"word{i}" for i in range(47)] + ["salamander"])
    assert words.row("salamander") == 47
    assert len(words) == 48 and "salamander" in words and "newt" not in words
    assert repr(words) == "Vocabulary of 48 words"


def test_vocabulary_order_special_and_unknown():
    sentences = [["b", "a", "b"], ["c", "a"], ["d"]]
    words = tx.Vocabulary.of(sentences, special=[tx.PAD, tx.UNKNOWN], min_count=2)
    assert words.words == (tx.PAD, tx.UNKNOWN, "a", "b")
    assert words.encode(["a", "zebra"]).tolist() == [2, 1]
    assert words.decode(words.encode([["a", "b"], ["b", "a"]])) == [["a", "b"], ["b", "a"]]


def test_vocabulary_says_what_is_wrong():
    with pytest.raises(ValueError, match="each word once"):
        tx.Vocabulary(["a", "a"])
    with pytest.raises(ValueError, match="each word once"):
        tx.Vocabulary([])
    with pytest.raises(TypeError, match="tokenise"):
        tx.Vocabulary.of(["one sentence"])
    with pytest.raises(KeyError, match="capital"):
        tx.Vocabulary(["a"]).row("A")
    with pytest.raises(ValueError, match="counted from 1"):
        tx.Vocabulary(["a"]).decode([1])


def test_pad_and_windows():
    assert tx.pad(["a"], 3) == ["a", tx.PAD, tx.PAD]
    with pytest.raises(ValueError, match="longer sentence"):
        tx.pad(["a", "b"], 1)
    rows = tx.windows(np.arange(10), 4)
    assert rows.shape == (7, 4) and (np.diff(rows, axis=1) == 1).all()
    rows[0, 0] = 99  # a copy: may be written to
    assert tx.windows(["a", "b"], 2).tolist() == [["a", "b"]]
    for n in (0, 11):
        with pytest.raises(ValueError, match="window"):
            tx.windows(np.arange(10), n)


def test_read_text(tmp_path):
    book = tmp_path / "book.txt"
    book.write_bytes("\ufeffEin Käfer\r\nkam".encode())
    assert tx.read_text(book) == "Ein Käfer\nkam" == tx.read_text(str(book))
    with pytest.raises(FileNotFoundError, match="next to the notebook"):
        tx.read_text(tmp_path / "none.txt")
    with pytest.raises(IsADirectoryError, match="folder"):
        tx.read_text(tmp_path)
    book.write_bytes(b"K\xe4fer")
    with pytest.raises(ValueError, match="UTF-8"):
        tx.read_text(book)
    book.write_text("12 34")
    with pytest.raises(ValueError, match="one word"):
        tx.read_text(book)


# --- the table ---

def test_lookup_is_the_one_hot_product():
    E, tokens = np.random.default_rng(0).normal(size=(7, 3)), np.array([[6, 0], [2, 2], [5, 1]])
    J = tx.one_hot_tokens(tokens, 7)
    assert J.shape == (3, 2, 7) and (J.sum(axis=-1) == 1).all()
    np.testing.assert_array_equal(tx.embed_lookup(E, tokens), J @ E)
    assert tx.embed_lookup(E, tokens).shape == (3, 2, 3)
    np.testing.assert_array_equal(tx.embed_lookup(E, [4, 4]), E[[4, 4]])
    np.testing.assert_array_equal(tx.concatenate(E, tokens)[1], np.r_[E[2], E[2]])
    looked_up = tx.embed_lookup(E, [0])
    looked_up[:] = 9
    assert not (E == 9).any()


def test_bag_of_words_forgets_the_order():
    bag = tx.bag_of_words(np.array([[0, 2, 0], [2, 0, 0]]), 4)
    assert bag.tolist() == [[2, 0, 1, 0]] * 2
    with pytest.raises(ValueError, match="row axis"):
        tx.bag_of_words(np.array([0, 1]), 2)


def test_embed_backward_adds_repeats_and_forgets_earlier_calls():
    G = np.array([[1, 2], [10, 20], [100, 200]])
    expected = [[0, 0], [101, 202], [0, 0], [10, 20]]
    for tokens in ([1, 3, 1], np.array([1, 3, 1])):
        assert tx.embed_backward(G, tokens, 4).tolist() == expected
    assert tx.embed_backward(G[None], [[1, 3, 1]], 4).tolist() == expected
    assert G.tolist() == [[1, 2], [10, 20], [100, 200]]


def test_embed_backward_is_the_transposed_product_and_the_derivative():
    generator = np.random.default_rng(0)
    E, tokens = generator.normal(size=(6, 3)), generator.integers(0, 6, 11)
    G = generator.normal(size=(11, 3))
    d_E = tx.embed_backward(G, tokens, 6)
    np.testing.assert_allclose(d_E, tx.one_hot_tokens(tokens, 6).T @ G)
    numeric = numerical_gradient(lambda E: float((E[tokens] * G).sum()), E)
    assert np.abs(d_E - numeric).max() < 1e-6 * np.abs(d_E).max()


def test_table_functions_say_what_is_wrong():
    E = np.zeros((3, 2))
    for tokens in ([3], [-1]):
        with pytest.raises(ValueError, match="counted from 1"):
            tx.embed_lookup(E, tokens)
        with pytest.raises(ValueError, match="counted from 1"):
            tx.embed_backward(np.ones((1, 2)), tokens, 3)
    with pytest.raises(TypeError, match="encoded"):
        tx.embed_lookup(E, ["word"])
    with pytest.raises(TypeError, match="integers"):
        tx.one_hot_tokens([0.0], 3)
    with pytest.raises(ValueError, match="table"):
        tx.embed_lookup(E[0], [0])
    with pytest.raises(ValueError, match="row axis"):
        tx.concatenate(E, [0, 1])
    with pytest.raises(ValueError, match="reshape"):
        tx.embed_backward(np.ones((2, 4)), [[0, 1], [1, 2]], 3)


def test_nearest_neighbours():
    E = np.array([[1.0, 0], [0, 1], [2, 0.1], [-3, 0], [0, 0]])
    rows, scores = tx.nearest_neighbours(E, 0, 10)
    assert rows.tolist() == [2, 1, 4, 3] and scores[-1] == pytest.approx(-1)
    assert tx.nearest_neighbours(E, 0, 1, measure="dot")[1].tolist() == [2]
    scaled = E * np.array([[1], [5], [0.1], [7], [1]])
    assert tx.nearest_neighbours(scaled, 0, 10)[0].tolist() == rows.tolist()
    for wrong in ({"row": 5}, {"row": 0, "measure": "euclid"}):
        with pytest.raises(ValueError, match="row numbers|typing slip"):
            tx.nearest_neighbours(E, **wrong)


# --- the film reviews ---

@pytest.fixture(scope="module")
def reviews():
    with (DATA / "reviews.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def generator_module():
    spec = importlib.util.spec_from_file_location("make_reviews", MAKER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_reviews_are_what_the_grammar_says(reviews):
    make = generator_module()
    rules = make.read_grammar(DATA / "review_grammar.txt")
    bases = {word: name for name in ("GOOD", "BAD") for [word] in rules[name]}
    assert len(reviews) == len({row["sentence"] for row in reviews}) == 1980
    for row in reviews:
        words = tx.tokenise(row["sentence"])
        assert " ".join(words) == row["sentence"] and len(words) <= 12
        [verdict] = [w for w in words if w in bases or w.removeprefix("un") in bases]
        has_un, has_not = verdict not in bases, "not" in words or "never" in words
        bad = bases[row["base"]] == "BAD"
        assert (row["base"], int(row["has_un"]), int(row["has_not"])) == (
            verdict.removeprefix("un") if has_un else verdict, has_un, has_not)
        assert row["label"] == ("negative" if bad ^ has_un ^ has_not else "positive")


def test_reviews_are_balanced_in_both_parts(reviews):
    for split, per_cell in (("train", 25), ("test", 8)):
        cells = Counter((row["base"], row["has_un"], row["has_not"])
                        for row in reviews if row["split"] == split)
        assert len(cells) == 60 and set(cells.values()) == {per_cell}


def test_generator_makes_the_same_kind_of_table():
    make = generator_module()
    rules = make.read_grammar(DATA / "review_grammar.txt")
    rows = make.all_reviews(rules, np.random.default_rng(1))
    assert len(rows) == 1980 and rows != make.all_reviews(rules, np.random.default_rng(2))


@pytest.fixture(scope="module")
def encoded(reviews):
    tokens = [tx.tokenise(row["sentence"]) for row in reviews]
    y = np.array([row["label"] == "negative" for row in reviews]).astype(int)
    is_test = np.array([row["split"] == "test" for row in reviews])
    vocabulary = tx.Vocabulary.of(tokens, special=[tx.PAD])
    return vocabulary.encode([tx.pad(words, 12) for words in tokens]), y, is_test, vocabulary


def test_no_word_alone_tells_the_label(encoded, reviews):
    # the gradient of logistic regression at w = 0 has no part along a verdict word or a negation
    tokens, y, is_test, vocabulary = encoded
    bag = tx.bag_of_words(tokens, len(vocabulary))[~is_test]
    pull = bag.T @ (y[~is_test] - 0.5)
    verdicts = {row["base"] for row in reviews} | {"un" + row["base"] for row in reviews}
    assert all(pull[vocabulary.row(word)] == 0 for word in verdicts)
    negations = [vocabulary.row("not"), vocabulary.row("never")]
    assert pull[negations].sum() == 0


def test_bag_of_words_stays_at_chance_and_the_embedding_network_learns(encoded):
    tokens, y, is_test, vocabulary = encoded
    assert 60 <= len(vocabulary) <= 100
    bag = np.c_[tx.bag_of_words(tokens, len(vocabulary)), np.ones(len(y))]
    w = np.linalg.lstsq(bag[~is_test], 2 * y[~is_test] - 1.0, rcond=None)[0]
    assert abs(((bag[is_test] @ w > 0) == y[is_test]).mean() - 0.5) < 0.06
    rng = np.random.default_rng(0)
    params = initialise_embedding((len(vocabulary), 12, 2, 16, 2), rng)
    params, _ = train_embedding(params, tokens[~is_test], y[~is_test], lr=0.5, batch_size=32,
                                epochs=60, rng=rng)
    assert accuracy(params, tokens[is_test], y[is_test]) > 0.95
