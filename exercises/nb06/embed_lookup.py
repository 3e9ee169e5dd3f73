"""6.2 embed_lookup: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import text
from misstep import Case, Exercise


def table(V, e, seed):
    """Numbers with two decimals, none of them whole."""
    rng = np.random.default_rng(seed)
    whole, hundredths = rng.integers(-9, 10, size=(V, e)), rng.integers(31, 40, size=(V, e))
    return np.round(whole + hundredths / 100, 2)


def cases():
    def case(name, tokens, V, e, seed):
        return Case((table(V, e, seed), tokens), name)

    return [
        case("three words", np.array([3, 1, 2]), 5, 2, 1),
        Case((np.array([[1.5, 2.5], [3.5, 4.5]]), np.array([1])), "one word of two"),
        case("a word that occurs twice", np.array([2, 0, 2, 4]), 5, 3, 2),
        case("two windows of three words", np.array([[1, 5, 0], [5, 2, 3]]), 6, 4, 3),
        case("a square table", np.array([1, 2, 0]), 3, 3, 4),
        case("a table wider than high", np.array([1, 2, 1, 0]), 3, 5, 5),
        case("a batch of one", np.array([4]), 6, 2, 6),
        case("one window of three words", np.array([[3, 1, 1]]), 6, 5, 7),
        case("windows of one word", np.array([[3], [1], [2], [1]]), 5, 3, 8),
        case("two words, two windows, width two", np.array([[1, 0], [1, 1]]), 2, 2, 9),
        case("one number per word", np.array([5, 0, 3, 5]), 7, 1, 13),
        case("words that stand next to themselves", np.array([4, 4, 2, 2, 2, 0]), 6, 4, 12),
        case("a list", [1, 4, 1, 0, 3], 6, 3, 10),
        case("a list of windows", [[0, 2, 1], [1, 1, 4], [3, 0, 2], [2, 2, 2]], 5, 2, 11),
    ]


def loop(E, tokens):
    if isinstance(tokens, (int, np.integer)):
        return [float(value) for value in E[tokens]]
    return [loop(E, part) for part in tokens]


def distinct(w):
    """The different words, in the order in which they come."""
    return np.array(list(dict.fromkeys(np.ravel(w).tolist())))


def adjacent_once(w):
    """The entries along the first axis that differ from the one before."""
    return np.array([v for i, v in enumerate(w) if i == 0 or not np.array_equal(v, w[i - 1])])


def columns(T, v, first=False):
    """Columns of a table, along the last axis or the first; rows where there are too few."""
    return T[v] if v.max() >= T.shape[1] else T.T[v] if first else T[:, v]


def first_time(w):
    """Where a word comes for the first time: 1, and where it comes again: 0."""
    return np.array([v not in w.flat[:i] for i, v in enumerate(w.flat)]).reshape(w.shape)


def row_by_row(T, tokens, part):
    """An array of zeros in which a loop fills some rows."""
    out = np.zeros((len(tokens), T.shape[1]))
    for i in range(len(tokens))[part]:
        out[i] = T[int(tokens[i])]
    return out


def words_only(tokens):
    """Single words, for code that loops over them and knows no windows."""
    return np.array([int(w) for w in tokens])


BANK = """
embed_lookup(E, tokens)
    w = np.asarray(tokens)               # the words
    u = w                                # the words in their order
    v = u                                # their row numbers
    T = E                                # the table
    f = T[v]                             # the rows
    o = f

same: w = words_only(tokens)
right: f = np.take(T, v, axis=0) || np.eye(len(T))[v] @ T || T[v - len(T)] || np.float32(T[v])

duplicates/unique-words-only: each distinct word is looked up only once. Return one row per word;
        repeats are kept.
    u = np.unique(w) || distinct(w) || distinct(w) if w.ndim == 1 else w
    o = {int(i): T[i] for i in w.flat} || np.unique(f, axis=0)
neighbour-formula/sorted: the words are sorted before the look-up. Keep the order of `tokens`.
    u = np.sort(w) || np.sort(w, axis=None).reshape(w.shape)
off-by-one/counted-from-one: words get the row before their own. Words are counted from 0: word w is
        row w of the table.
    v = u - 1 || np.maximum(u - 1, 0)
off-by-one/next-row: words get the row after their own. Words are counted from 0: word w is row w of
        the table.
    v = (u + 1) % len(E) || np.minimum(u + 1, len(E) - 1) || u + 1
off-by-one/last-row-unreachable: the last word of the vocabulary gets another word's row. Row
        numbers run from 0 to |V| − 1.
    v = np.minimum(w, len(E) - 2) || w % (len(E) - 1)
off-by-one/last-word-left-out: the last entry of `tokens` is left out. `range(n)` stops before n.
    where needs: cut-range
    o = np.array([T[i] for i in w[:-1]]) || row_by_row(T, tokens, slice(0, -1))
off-by-one/first-word-left-out: the first entry of `tokens` is left out. Positions start at 0.
    where needs: cut-range
    o = np.array([T[i] for i in w[1:]]) || row_by_row(T, tokens, slice(1, None))
neighbour-formula/every-second-word: every second entry of `tokens` is not looked up. Look up every
        entry.
    u = w[::2] || o = np.array([(i % 2 == 0) * row for i, row in enumerate(f)])
shape/rows-of-words-only: a list of words works, but a table of windows does not. `tokens` may be
        (t,) or (t, n): index with the whole array at once.
    o = f if w.ndim == 1 else None
shape/numbers-as-coordinates: the numbers in `tokens` are used as the coordinates of one entry. Each
        number means a whole row: put one array between the brackets.
    f = T[tuple(v.T)] || T[tuple(v)] || T[v, v] || T[v, np.arange(len(v))] || T[np.ix_(v, v)]
shape/word-with-its-row: the words' numbers are returned as well. Return only the rows.
    o = [(int(i), row) for i, row in zip(w, f)] || w, f || f, w
axis/columns: columns of the table are returned instead of rows. Word w owns row w: use the first
        index.
    f = columns(T, v) || columns(T, v, first=True)
axis/flattened-table: the numbers index the flattened table. np.take needs axis=0 for rows.
    where needs: name take
    f = np.take(T, v)
axis/modulo-width: row numbers beyond the width of the table are changed. A row number can be as
        large as |V| − 1, whatever e is.
    v = w % E.shape[1] || np.minimum(w, E.shape[1] - 1)
transpose/result: axes of the result are swapped. A word's numbers come last: tokens.shape + (e,).
    o = f.T || np.swapaxes(f, -1, -2) || np.moveaxis(f, -1, 0) || np.swapaxes(f, 0, 1)
neighbour-formula/mean-of-window: the vectors of a window are merged into one. That loses their
        order: keep one row per word.
    o = f.mean(-2) if w.ndim > 1 else f || f.sum(-2) if w.ndim > 1 else f
axis/mean-over-words: the vectors of the words are averaged. Keep one row per word.
    o = f.mean(0) || f.mean(-2) || f.mean(1) || f.reshape(-1, f.shape[-1]).mean(0) ||
        f.mean(-2, keepdims=True) || f.mean(0, keepdims=True)
axis/sum-over-words: the vectors of the words are added up. Keep one row per word.
    o = f.sum(0) || f.sum(-2) || f.sum(1) || f.reshape(-1, f.shape[-1]).sum(0) || f.sum(-2,
        keepdims=True) || f.sum(0, keepdims=True) || (np.isin(np.arange(len(T)), v) * 1.0) @ T
axis/max-over-words: the largest number over the words is taken. Keep one row per word.
    o = f.max(0) || f.max(-2)
missing-return/one-word-only: not every entry of `tokens` is looked up. Collect the rows: `return`
        comes after the loop.
    where needs: return-in-loop
    o = f[0] || f[-1] || f[..., 0, :] || T[w.max()]
    o = f[:1] || f[-1:] || f[..., -1, :] || np.concatenate([0 * f[:-1], f[-1:]])
omitted-term/one-hot-only: the one-hot rows are returned, without the table. Multiply them by E, or
        take the rows of E directly.
    o = np.eye(len(T))[v]
ignored-argument/table: the word numbers themselves are returned. Take the rows of E at these
        numbers.
    o = w
ignored-argument/tokens: rows of the table are returned whatever the words are. Index with the
        numbers in `tokens`, not with their positions.
    o = T || T[:len(w)] || v = np.arange(w.size).reshape(w.shape) ||
        np.arange(w.size).reshape(w.shape) % len(E) || o = T[len(T) - w.size:]
duplicates/second-time-zero: a word that occurs again gets zeros. Repeats get the same row.
    o = f * first_time(w)[..., None]
duplicates/adjacent-repeats: a word that is repeated right away is looked up only once. Return one
        row per word in order; repeats are kept.
    u = adjacent_once(w) || adjacent_once(np.ravel(w))
neighbour-formula/renumbered: the rows depend on the order of the words in this batch. The numbers
        in `tokens` are already rows of the table.
    v = np.unique(w, return_inverse=True)[1].reshape(w.shape) || np.argsort(w)
sign/from-the-end: the rows are counted from the end of the table. Words are counted from the top.
    v = len(E) - 1 - w || -w
neighbour-formula/reversed: the result is reversed along an axis. Keep the order of `tokens`, and of
        the numbers in a row.
    o = f[::-1] || f[..., ::-1, :] || f[..., ::-1]
neighbour-formula/rescaled: each row is changed by others of the table. Take the rows as they are.
    T = E - E.mean(0) || f = softmax(np.eye(len(T))[v]) @ T
factor/root-of-width: every entry is √e times too large. Take the rows as they are.
    o = f * np.sqrt(f.shape[-1])
factor/root-of-width-divided: every entry is √e times too small. Take the rows as they are.
    o = f / np.sqrt(f.shape[-1])
neighbour-formula/number-mixed-in: each row is multiplied by its word's number. Take the rows as
        they are.
    o = f * w[..., None]
neighbour-formula/position-mixed-in: each row is changed by its position. Take the rows as they are.
    o = f + np.arange(len(f)).reshape(-1, *[1] * w.ndim) || f * np.arange(len(f)).reshape(-1, *[1] *
        w.ndim) || f * (np.arange(len(f)).reshape(-1, *[1] * w.ndim) + 1)
convention/row-0-is-padding: word 0 is treated as padding. That is another convention: here row 0 is
        a row like any other.
    o = f * (w != 0)[..., None] || u = w[w > 0]
"""

EXERCISE = Exercise(
    id="embed_lookup", title="Look words up in the table", notebook="06", number="6.2",
    signature="embed_lookup(E, tokens)",
    lecture=("MAY24-1.4b", "MAY25-1.4b", "MAY24-1.4c", "MAY25-1.4c"), minutes=5, difficulty=1,
    reference=text.embed_lookup, cases=cases, shapes="V e, t n", bank=BANK,
    hints=("How many rows does the result have when a word occurs twice?",
           "NumPy takes an array of row numbers between the brackets: one row comes back per "
           "number.",
           "f[i] = row tokens[i] of E, counted from 0"),
    formula="embed_lookup(E, tokens)[i] = E[tokens[i]] = j_i E",
    variation="count the multiplications of j E for 50,000 words and e = 8, and those of a lookup.",
    right=(loop,), awkward=loop,
    heads=("embed_lookup([[4, 1], [2, 3]], [1, 0])", "embed_lookup([[3], [0]], [[0, 0]])",
           "embed_lookup([[3], [1], [0]], [1, 1])"),
)
