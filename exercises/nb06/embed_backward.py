"""6.3 embed_backward: its cases, right answers in other styles, hints, known mistakes."""

import contextlib

import numpy as np

from course_utils import text
from misstep import Case, Exercise

from .embed_lookup import distinct, table

V, E = 6, 2  # the sizes of several cases in a row: what is kept between calls shows there


def cases():
    def case(name, tokens, V, e, seed):
        return Case((table(len(tokens), e, seed), tokens, V), name)

    whole = np.array([[3, -1], [2, 5], [7, 4], [1, -6], [-2, 9]])
    return [
        case("three different words", np.array([2, 0, 3]), 5, 2, 20),
        Case((np.array([[2.0], [3.5]]), np.array([1, 1]), 3), "one word of three, twice"),
        case("a word that occurs twice", np.array([1, 4, 1]), V, E, 21),
        case("a second call with the same sizes", np.array([2, 4, 0, 4]), V, E, 22),
        case("words that occur two and three times", np.array([3, 1, 3, 3, 0, 1]), 4, 3, 23),
        case("words that do not occur", np.array([0, 2, 1, 2]), 7, 5, 24),
        case("a square", np.array([1, 2, 1]), 3, 3, 25),
        case("a batch of one", np.array([2]), 4, 2, 26),
        case("one word only", np.array([1, 1, 1, 1]), 3, 2, 27),
        Case((whole, np.array([2, 6, 2, 0, 6]), 7), "gradients that are whole numbers",
             integers=True),
        case("a list", [4, 0, 4, 1, 0], 6, 3, 28),
        case("one number per word", np.array([1, 3, 1, 0, 3]), 7, 1, 29),
        case("the sizes of an earlier call again", np.array([3, 1, 1, 3]), V, E, 30),
        case("the words of an earlier call again", np.array([1, 4, 1]), V, E, 31),
    ]


def loop(G, tokens, V):
    d_E = [[0.0] * G.shape[1] for _ in range(V)]
    for g, w in zip(G, tokens, strict=True):
        d_E[w] = [old + float(new) for old, new in zip(d_E[w], g, strict=True)]
    return d_E


def by_masks(G, tokens, V):
    tokens = np.asarray(tokens)
    return np.stack([G[tokens == w].sum(axis=0) for w in range(V)])


def kept(G, V, key=lambda size: size, forget=False, write=np.add.at):
    """What a table that lives on between the calls holds after the case with G: one per key."""
    tables = {}
    for g, w, v in (case.args for case in cases()):
        size = v, g.shape[1]
        if forget and key(size) not in tables:
            tables.clear()
        table = tables.setdefault(key(size), np.zeros(size))
        here = v == V and np.array_equal(g, G)
        with contextlib.nullcontext() if here else contextlib.suppress(ValueError, IndexError):
            write(table, np.asarray(w), g)
        if here:
            return table


def nth_last(J):
    """For each word the number of its place among its places, from the end: 1 at the last."""
    return np.cumsum(J[::-1], 0)[::-1]


def of_each(G, w, V, row):
    """The gradients of each word that occurs, (k, e), turned into its row."""
    return np.stack([row(G[w == v]) if v in w else np.zeros(G.shape[1]) for v in range(V)])


def in_whole_numbers(g, w, V):
    d_E = np.zeros((V, g.shape[1]))
    for i, word in enumerate(w):
        d_E[word] = np.trunc(d_E[word] + g[i])
    return d_E


BANK = """
embed_backward(G, tokens, V)
    g = np.asarray(G, float)             # the gradients
    w = np.asarray(tokens)               # the words
    j = np.arange(V)                     # the rows of the table
    J = (w[:, None] == j) * 1.0          # which position goes to which row
    n = J.sum(0)[:, None]                # how often each word occurs
    o = J.T @ g                          # the sums

shown: J
right: o = np.stack([np.bincount(w, column, V) for column in g.T], axis=1)
right: o = np.float32(J).T @ np.float32(g) || np.einsum("tw,te->we", J, g)

duplicates/last-one-wins: a word that occurs twice keeps only its last gradient. With
        `d_E[tokens] += G`, as with `=` in a loop, each gradient replaces the one before. np.add.at,
        or `+=` in a loop over the positions, adds them up.
    J = J * (nth_last(J) == 1)
duplicates/first-one-wins: a word that occurs twice keeps only its first gradient. Row w is the sum
        over all positions whose token is w.
    J = J * (np.cumsum(J, 0) == 1)
off-by-one/counted-from-one: each gradient goes to the row before its word's. Words are counted from
        0.
    j = (j + 1) % V
off-by-one/next-row: each gradient goes to the row after its word's. Words are counted from 0.
    j = (j - 1) % V || np.arange(-1, V)
duplicates/repeats-left-out: a word that occurs again gets no gradient. Row w is the sum over all
        positions whose token is w.
    J = J * (J.sum(0) == 1)
duplicates/adjacent-repeats: where a word is repeated right away, only one gradient arrives. Row w
        is the sum over all positions whose token is w.
    J = J * np.append(True, w[1:] != w[:-1])[:, None] || J * np.append(w[1:] != w[:-1], True)[:,
        None]
duplicates/counted-again: a word that occurs k times gets its whole sum k times. Add the sum once
        per word, or one gradient per position, not both.
    o = o * n
duplicates/one-times-count: one gradient of the word is multiplied by how often it occurs. Row w is
        the sum over all positions whose token is w.
    J = J * (nth_last(J) == 1) * J.sum(0) || J * (np.cumsum(J, 0) == 1) * J.sum(0)
duplicates/doubled: some gradients of a repeated word are added more than once. `d_E[w] += g` is
        enough.
    J = J * 2.0 ** (nth_last(J) - 1) || J * (1 + (nth_last(J) == 1) * (J.sum(0) > 1))
duplicates/unique-words-only: the distinct words are paired with the first rows of G. Go through the
        positions: word tokens[i] receives row i of G.
    g = g[:len(distinct(tokens))] && w = np.unique(w) || distinct(w)
off-by-one/last-left-out: the gradient of the last position is left out. range(n) already stops
        before n.
    where needs: cut-range
    J = J * (np.arange(len(w)) < len(w) - 1)[:, None]
off-by-one/first-left-out: the gradient of the first position is left out. Positions start at 0.
    where needs: cut-range
    J = J * (np.arange(len(w)) > 0)[:, None]
factor/mean-over-positions: each row is the mean over the word's positions. Add up, without
        dividing.
    o = o / np.maximum(n, 1) || o / n
integer/sums-cut: the sums lose their decimals, gradient by gradient. A table of zeros made with
        dtype=int keeps only integers.
    o = in_whole_numbers(g, w, V)
factor/divided: the sums are divided. Leave out the division: the 1/t is already in G.
    o = o / (n + 1) || o / np.sqrt(np.maximum(n, 1)) || o / len(np.unique(w)) || o / g.size
neighbour-formula/one-of-them: the gradients of a word are combined in some other way than by adding
        them. Row w is the sum over all positions whose token is w.
    o = of_each(g, w, V, lambda r: r.max(0)) || of_each(g, w, V, lambda r: np.maximum(r.max(0), 0))
    o = of_each(g, w, V, lambda r: r.min(0)) || of_each(g, w, V, lambda r: np.median(r, 0))
    o = of_each(g, w, V, lambda r: r.prod(0)) || of_each(g, w, V, lambda r: r[np.abs(r).sum(
        1).argmax()])
neighbour-formula/running-sum: each row still contains what was added up before. Start each word's
        row from zeros.
    o = np.cumsum(o, 0) * (n > 0) || np.cumsum(o, 0)
    g = np.cumsum(g, 0) && J = J * (nth_last(J) == 1)
neighbour-formula/rescaled: the sums are scaled by a length. Add the rows of G as they are.
    o = o / np.maximum(np.linalg.norm(o, axis=1, keepdims=True), 1e-12) || o / np.linalg.norm(o)
ignored-argument/vocabulary-size: the number of rows does not depend on V. Words that do not occur
        keep their zeros.
    j = np.arange(w.max() + 1) || np.arange(len(set(w.tolist()))) || np.arange(g.shape[1])
ignored-argument/tokens: row i of G goes to row i, whatever the word is. Row i of G is the gradient
        of row tokens[i].
    o = g || np.eye(len(w), V).T @ g || np.resize(g, o.shape)
neighbour-formula/counts-only: the result depends on the words, but not on G. Add the rows of G
        instead of 1.
    o = n * np.ones(g.shape[1]) || n[:, 0] || (n > 0) * np.ones(g.shape[1])
omitted-term/one-hot-only: the one-hot rows are returned, without G. Multiply their transpose by G.
    o = J || J.T
neighbour-formula/empty-rows: rows of words that do not occur are not 0. Start from np.zeros.
    o = np.where(n > 0, o, 1) || np.where(n > 0, o, -1) || o + 1
unstable/empty-rows: rows of words that do not occur contain inf or nan. They should keep their
        zeros.
    o = np.where(n > 0, o, np.inf) || np.where(n > 0, o, np.nan) + 0 * n.max()
convention/row-0-is-padding: word 0 gets no gradient, as if it were padding. That is another
        convention: here row 0 is a row like any other.
    o = o * (j > 0)[:, None]
neighbour-formula/step-out: the step −lr dE is returned instead of the gradient. Return the sums;
        the step comes later.
    o = -0.1 * o || -0.01 * o || -0.5 * o
neighbour-formula/gather: rows of G are picked by word number. It is the other way round: row i of G
        goes to row tokens[i].
    o = g[w] || np.eye(len(w), V).T @ g[w] || J.T @ g[w]
shape/only-words-that-occur: words that do not occur have no row. The result has V rows: they keep
        their zeros.
    o = o[np.unique(w)] || o[distinct(w)] || o[w] || {int(v): o[v] for v in w}
    o = np.unique(w), o[np.unique(w)]
shape/list-given: an array works, but a plain list does not. A list == w is a single False: start
        with np.asarray(tokens).
    where needs: name equal where nonzero flatnonzero or operator <
    o = np.array([G[tokens == v].sum(axis=0) for v in range(V)])
    o = o if isinstance(tokens, np.ndarray) else 0 * o
axis/summed-over-positions: words get the gradients of positions that are not theirs. Row w is the
        sum over the positions whose token is w.
    o = (n > 0) * g.sum(0) || n * g.sum(0) || 0 * n + g.sum(0)
    o = g.sum(0) || (n > 0) * g.mean(0) || 0 * o + g.sum()
axis/summed-over-numbers: the e numbers of a gradient are added up. `.sum()` without an axis adds
        everything: use axis=0.
    where needs: name sum
    o = o.sum(1, keepdims=True) + 0 * o || o.sum(1) || o.sum(1, keepdims=True)
neighbour-formula/sorted-words: the words are sorted, but their gradients are not. Keep both in
        their order.
    w = np.sort(w)
neighbour-formula/sorted-numbers: the gradients are sorted, but their words are not. Keep both in
        their order.
    g = np.sort(g, 0)
shape/sorted-gradients: the gradients are returned in the order of their words, one row per
        position. Row w of the result is the sum over the positions whose token is w.
    o = g[np.argsort(w, kind="stable")]
neighbour-formula/reversed: the gradients are paired with the words in reverse order. Row i of G
        belongs to tokens[i].
    g = g[::-1]
neighbour-formula/squared: the gradients are squared. Add the rows of G as they are.
    g = g ** 2
sign/absolute: the gradients have lost their sign. Add the rows of G as they are.
    g = np.abs(g)
neighbour-formula/times-the-word: each gradient is multiplied by its word's number. The number only
        says where it goes.
    o = J.T @ (g * w[:, None])
in-place/kept-between-calls: the result still contains what earlier calls wrote. Make new zeros
        inside the function: a default argument or a global lives on.
    o = kept(g, V) || kept(g, V, forget=True) || kept(g, V, lambda size: V)
    o = kept(g, V, write=lambda T, w, g: T.__setitem__(w, g)) || kept(g, V, forget=True,
        write=lambda T, w, g: T.__setitem__(w, g))
"""

EXERCISE = Exercise(
    id="embed_backward", title="Send the gradient into the table", notebook="06", number="6.3",
    signature="embed_backward(G, tokens, V)", lecture=("MAY24-1.4e", "MAY25-1.4e"),
    minutes=10, difficulty=2, reference=text.embed_backward, cases=cases, shapes="t e, , V",
    bank=BANK, derived=True,
    hints=("Which rows of the result stay 0, and what does a word that occurs twice receive?",
           "Every position sends its row of G to the row of its word, and rows that meet are "
           "added.",
           "dE[w] = sum of G[i] over all i with tokens[i] = w; np.add.at(dE, tokens, G) does "
           "it in one line"),
    formula="dE[w] = Σ over i with tokens[i] = w of G[i]   (one-hotᵀ G)",
    variation="compute it as one_hot(tokens, V).T @ G and compare the times for V = 50,000.",
    right=(loop, by_masks), awkward=loop,
    heads=("embed_backward([[2], [3]], [1, 1], 3)", "embed_backward([[-0.5], [-3]], [2, 0], 3)",
           "embed_backward([[2, 1]], [1], 3)"),
)
