"""Notebook 06: the formulas it shows, the numbers it claims, and its explorer."""

import numpy as np
import pytest

import helpers_nb
from course_tools import notebooks
from course_utils import data, explore, functions, network, plots, style, text
from course_utils.exercises import check, prediction


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


def test_the_table_holds_most_parameters():
    params = network.initialise_embedding((50_000, 20, 8, 50, 2), np.random.default_rng(0))
    assert [params[k].size for k in ("E", "H", "b_H", "U", "b_U")] == [400_000, 8_000, 50, 100, 2]
    assert "400,000" in prediction("06-parameters").holds


def test_golden_numbers_of_the_salamander():
    j = text.one_hot_tokens([48 - 1], 47 + 1 + 49_952)[0]
    assert len(j) == 50_000 and j.argmax() == 47 and len(j[48:]) == 49_952
    assert text.concatenate(np.zeros((50_000, 8)), np.zeros((1, 20), int)).shape == (1, 160)


def test_order_is_kept_by_joining_and_lost_by_adding():
    E, tokens = np.random.default_rng(0).normal(size=(3, 2)), np.array([[0, 1, 2], [2, 1, 0]])
    rows = text.embed_lookup(E, tokens)
    assert np.allclose(*rows.sum(axis=1))
    assert not np.allclose(*text.concatenate(E, tokens))


def test_a_step_into_the_table_goes_down_and_is_minus_the_gradient():
    rng = np.random.default_rng(5)
    params = network.initialise_embedding((5, 3, 2, 4, 2), rng)
    E, tokens, T = params.pop("E"), np.array([[1, 1, 4], [0, 4, 1]]), np.eye(2)

    def loss(table):
        return functions.cross_entropy(network.embedding_forward(tokens, table, **params), [0, 1])

    f = text.concatenate(E, tokens)
    G = network.backward_values(f, T, **params)["d_f"].reshape(6, 2) / 2
    slope = functions.numerical_gradient(loss, E)
    stepped = text.embedding_step(E, tokens.ravel(), G, 0.5)
    assert np.allclose(stepped, E - 0.5 * slope, atol=1e-6) and loss(stepped) < loss(E)
    assert np.allclose(stepped[[2, 3]], E[[2, 3]])


def test_embedding_step_refuses_what_does_not_fit():
    with pytest.raises(ValueError, match="counted from 1"):
        text.embedding_step(np.zeros((2, 1)), [2], np.zeros((1, 1)), 0.1)
    with pytest.raises(ValueError, match="expected shape"):
        text.embedding_step(np.zeros((2, 1)), [0, 1], np.zeros((1, 1)), 0.1)


def test_a_turned_and_squeezed_map_predicts_the_same(corpus):
    params, tokens = verdict_table(corpus, 3), corpus[2]
    M = np.array([[0.8, 0.6], [-0.6, 0.8]]) @ np.diag([1, 0.1])
    other = {**params, "E": params["E"] @ M,
             "H": np.kron(np.eye(12), np.linalg.inv(M)) @ params["H"]}
    assert np.allclose(network.embedding_forward(tokens, **params),
                       network.embedding_forward(tokens, **other))


def test_the_four_reviews_at_the_end_are_new(corpus):
    asked = ["the music is not unexciting", "the music is not exciting",
             "it was never a forgettable film", "the plot is truly unpretentious"]
    tokenised, vocabulary, *_ = corpus
    known = {" ".join(words) for words in tokenised}
    assert len(known) == 1980 and not known & set(asked)
    assert set(" ".join(asked).split()) <= set(vocabulary.words)


def test_a_caption_shows_the_word_pad():
    path = notebooks.root() / "notebooks" / "06_embeddings.ipynb"
    cell = next(c for c in notebooks.read(path)["cells"] if c["id"] == "06-b2-picture")
    captions = [out["data"]["text/markdown"] for out in cell["outputs"]
                if "text/markdown" in out.get("data", {})]
    assert len(captions) == 1 and "`<pad>`" in captions[0]  # bare, it would be an HTML tag


# --- real words ---


def places(E, related):
    unit = E / np.linalg.norm(E, axis=1, keepdims=True)
    cosines = unit @ unit.T
    np.fill_diagonal(cosines, -1)
    a, b = np.concatenate([related, related[:, ::-1]]).T
    return 1 + (cosines[a] > cosines[a, b][:, None]).sum(axis=1)


def test_opposites_are_nearer_than_synonyms_and_both_than_chance():
    R, (opposites, synonyms, _) = data.word_vectors(), data.word_relations()
    shares = [np.mean(places(R, related) <= 10) for related in (opposites, synonyms)]
    assert [round(share, 2) for share in shares] == [0.43, 0.12]
    random = np.random.default_rng(0).normal(size=R.shape)
    assert np.mean(places(random, opposites) <= 10) < 0.03
    assert "43 %" in prediction("06-neighbours").holds


def test_opposites_are_nearer_in_the_pmi_too():
    _, pairs = data.word_pairs()
    both = np.hstack([pairs.T, pairs]) / (2 * pairs.sum())
    expected = np.outer(both.sum(axis=1), both.sum(axis=0))
    with np.errstate(divide="ignore", invalid="ignore"):
        S = np.nan_to_num(np.maximum(np.log(both / expected), 0), posinf=0)
    opposites, synonyms, _ = data.word_relations()
    assert np.mean(places(S, opposites) <= 10) > 3 * np.mean(places(S, synonyms) <= 10)


def test_red_wine():
    words, pairs = data.word_pairs()
    red, wine, N = words.index("red"), words.index("wine"), pairs.sum()
    assert pairs[red, wine] == 19
    ratio = pairs[red, wine] * N / (pairs[red].sum() * pairs[:, wine].sum())
    assert round(ratio) == 119 and round(np.log(ratio), 1) == 4.8


# --- frozen, and tuned ---


@pytest.fixture(scope="module")
def tuned(cells):
    names = {"np": np, "functions": functions}
    exec(cells["06-b7-tune"]["source"], names)
    return names["tuned"]


def nouns_and_adjectives():
    R, (*_, word_class) = data.word_vectors(), data.word_relations()
    known = np.flatnonzero(word_class != "")
    unit = R / np.linalg.norm(R, axis=1, keepdims=True)
    return 5 * unit[known], word_class[known] == "a"


@pytest.mark.parametrize("learns", ["probe", "rows", "scale"])
def test_each_way_of_tuning_goes_down_the_gradient_of_its_own_numbers(tuned, learns):
    """Two steps of the cell, against central differences: the answers of new words are the same."""
    rng = np.random.default_rng(3)
    E, label = rng.normal(size=(40, 4)), rng.normal(size=40) > 0
    for seed in range(20):
        order = np.random.default_rng(seed).permutation(40)
        seen, new = order[:12], order[12:]
        free = {"w": np.zeros(4), "b": np.zeros(1)}
        free |= {"rows": {"rows": E[seen]}, "scale": {"s": np.ones(4)}, "probe": {}}[learns]

        def loss(name, value, free=free, seen=seen):
            p = {"rows": E[seen], "s": np.ones(4)} | free | {name: value}
            z = (p["rows"] * p["s"]) @ p["w"] + p["b"]
            return np.mean(np.logaddexp(0, z) - label[seen] * z)

        for _ in range(2):
            free |= {name: value - functions.numerical_gradient(
                lambda v, name=name: loss(name, v), value) for name, value in free.items()}
        z = (E[new] * free.get("s", 1)) @ free["w"] + free["b"]
        assert np.abs(z).min() > 1e-6
        right, own, moved = tuned(E, label, seed, 12, 2, **{
            name: 1 for name in ("rows", "scale") if name == learns})
        assert right == np.mean((z > 0) == label[new])
        step = np.linalg.norm(free.get("rows", E[seen]) - E[seen], axis=1).mean()
        assert moved == pytest.approx(step, abs=1e-6)
        z = (free.get("rows", E[seen]) * free.get("s", 1)) @ free["w"] + free["b"]
        assert own == np.mean((z > 0) == label[seen])


def test_a_scale_moves_the_leading_columns_most():
    """A small step of w and s moves s w by s^2 + w^2 times the step of w alone."""
    rng = np.random.default_rng(0)
    w, s, step = rng.normal(size=5), rng.normal(size=5), 1e-6
    g = rng.normal(size=5)  # the gradient by the product s w
    moved = (w - step * g * s) * (s - step * g * w) - w * s
    assert np.allclose(moved, -step * g * (s**2 + w**2), rtol=1e-4)


def test_tuned_rows_gain_what_a_shorter_training_gains_and_a_scale_helps_with_few_labels(tuned):
    X, label = nouns_and_adjectives()
    found = {}
    for count, name, way in ((277, "probe", {}), (277, "short", {"steps": 50}),
                             (277, "rows", {"rows": 1}), (277, "far", {"rows": 277}),
                             (20, "probe", {}), (20, "rows", {"rows": 1}),
                             (20, "scale", {"scale": 1})):
        found[count, name] = np.mean([tuned(X, label, s, count, **way)[0] for s in range(40, 60)])
    assert found[277, "far"] < found[277, "probe"]
    assert found[277, "probe"] + 0.004 < found[277, "rows"] < found[277, "short"] + 0.004
    assert abs(found[20, "rows"] - found[20, "probe"]) < 0.01
    assert found[20, "scale"] > found[20, "probe"] + 0.01


@pytest.mark.parametrize("line, words", [
    ("rows 87.3%", "From 20 labels the rows gain nothing"),
    ("scale 89.2% 100% 0.00 35 ", "89 % against 87, better"),
    ("rows 95.2% 100% 0.09 32 ", "95 % against 94, better"),
    ("rows, rate 277 93.7% 100% 1.80 8 25\n", "by 1.80"),
    ("probe 94.4% 99% 0.00", "against 94"),
    ("probe, 50 steps 95.3%", "gains as much if it stops after 50 steps"),
    ("scale 94.1% 100% 0.00 4 22\n",
     "it is worse on 22 splits and better on 4"),
])
def test_the_text_says_what_tuning_has_gained(cells, stored, line, words):
    assert line in stored["06-b7-tuned"]
    assert words in " ".join(cells["06-b7-tuned-says"]["source"].split())


# --- drawings ---


def test_lookup_draws_the_row_that_is_selected():
    ax = plots.lookup(style.figure()[1], [0, 1, 0], [[1, 2], [3, 4], [5, 6]], ["a", "b", "c"])
    lit = [p for p in ax.patches if p.get_facecolor()[:3] != (1, 1, 1)]
    assert len(ax.patches) == 3 + 6 + 2 and len(lit) == 1 + 2 + 2
    texts = [t.get_text() for t in ax.texts]
    assert texts.count("3.0") == 2 and texts.count("1.0") == 1 and "$jE$" in texts


def test_window_row_draws_every_number_and_word():
    ax = plots.window_row(style.figure()[1], ["not", "bad"], [[0.1, -0.02], [0.3, 0.4]])
    texts = [t.get_text() for t in ax.texts]
    assert texts[:4] == ["0.1", "0.0", "not", "0.3"] and len(ax.patches) == 4
    assert "$f$: 2 words of 2 numbers, one row of 4" in texts and len(ax.lines) == 2
    assert {t.get_fontsize() for t in ax.texts[:-1]} == {style.points(14)}  # read from the last row


def test_word_places_puts_the_last_group_behind_and_names_words():
    E, kind = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0]]), np.array([0, 1, 1])
    ax = plots.word_places(style.figure()[1], E, kind, ["praise", "neutral"])
    background, praise = ax.lines[:2]
    assert background.get_label() == "neutral" and len(background.get_xdata()) == 2
    assert praise.get_xydata().tolist() == [[0.0, 1.0]]
    assert praise.get_zorder() > background.get_zorder()
    plots.name_word(ax, E[0], "fine", (0.5, 0.5))
    assert ax.texts[-1].get_text() == "fine" and tuple(ax.texts[-1].xy) == (0.0, 1.0)


def test_frozen_table_marks_what_is_trained():
    ax = plots.frozen_table(style.figure()[1], ["in", "frozen", "top"], trained={2})
    edges = [tuple(np.round(p.get_edgecolor(), 2)) for p in ax.patches]
    assert edges[0] == edges[1] != edges[2]
    assert [t.get_text() for t in ax.texts if t.get_text()] == ["in", "frozen", "top"]


# --- cards ---


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
    with pytest.raises(ValueError, match="a control: expected one of"):
        word_map.set(angle=3)


# --- third edition: the untouched row, analogies, a review of one's own ---


@pytest.mark.parametrize(("cell", "line"), [
    ("06-b4-place", "0 +0.55 1.00"),
    ("06-b4-place", "4 -0.57 0.00"),
    ("06-b4-place", "2 +0.10 0.47"),
    ("06-b6-nearer-check", "north: opposite south 0.94, synonym union -0.07"),
    ("06-b6-analogy-check", "family asked b - a + c b + c c alone none left out"),
    ("06-b6-analogy-check", "people 30 0.53 0.23 0.67 0.00"),
    ("06-b6-analogy-check", "languages 42 0.17 0.02 0.00 0.00"),
    ("06-b6-analogy-check", "comparison 30 0.47 0.30"),
    ("06-b6-analogy-check", "number 56 0.18 0.18"),
    ("06-b6-analogy-check", "b - a + c over all families: 47 of 158"),
    ("06-b6-control", "in 0.78 of a word's comparisons, mean of 141 words"),
    ("06-b7-frozen", "frozen R 0.94 0.62 20"),
    ("06-b7-frozen", "frozen R 0.96 0.62 20"),
    ("06-b7-frozen", "frozen R 0.66 0.62 13"),
    ("06-b8-own", "words without a row: none"),
])
def test_what_the_text_quotes_is_printed(cells, cell, line):
    assert line in helpers_nb.said(cells[cell])


def test_an_untouched_row_stays_where_it_started(corpus):
    _, vocabulary, tokens, _, y, is_test = corpus
    lone = vocabulary.row("unfunny")
    kept = ~is_test & ~(tokens == lone).any(axis=1)
    rng = np.random.default_rng(0)
    start = network.initialise_embedding((len(vocabulary), 12, 2, 16, 2), rng)
    params, _ = network.train_embedding(start, tokens[kept][:200], y[kept][:200], lr=0.5,
                                        batch_size=32, epochs=2, rng=rng)
    moved = np.abs(params["E"] - start["E"]).max(axis=1)
    assert moved[lone] == 0 < moved[vocabulary.row("funny")]


def test_untouched_marks_one_place_by_a_star_with_its_word():
    style.use()
    _, ax = style.figure()
    plots.untouched(ax, (0.5, -1.0), "unfunny")
    assert ax.lines[0].get_marker() == "*" and ax.lines[0].get_xydata().tolist() == [[0.5, -1.0]]
    assert ax.texts[0].get_text() == "unfunny"


def test_a_review_of_ones_own_is_filed_and_unknown_words_are_named(cells):
    """The cell, with another first line: a word without a row, and more words than a window has."""
    source = cells["06-b8-own"]["source"].replace(
        "the ending was not forgettable", "the gorgeous film " + "was really " * 8)
    vocabulary = text.Vocabulary([text.PAD, "the", "film", "was", "really"])
    rng, printed = np.random.default_rng(0), []
    verdict = network.initialise_embedding((5, 12, 2, 16, 2), rng)
    exec(source, {"np": np, "text": text, "network": network, "vocabulary": vocabulary, "n": 12,
                  "verdict": verdict, "print": lambda *words: printed.append(words)})
    assert printed[0][0] in ("praise", "blame") and printed[1][1] == "gorgeous"
