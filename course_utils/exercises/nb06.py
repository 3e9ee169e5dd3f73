"""Records of notebook 06: exercises with their cases and known mistakes, predictions."""

import contextlib

import numpy as np

from course_utils import text
from course_utils.exercises.engine import Case, Exercise, Mistake


def _numbers(*shape, seed):
    """Numbers with two decimals, none of them whole."""
    rng = np.random.default_rng(seed)
    whole, hundredths = rng.integers(-9, 10, size=shape), rng.integers(31, 40, size=shape)
    return np.round(whole + hundredths / 100, 2)


# --- 6.1 one_hot ---------------------------------------------------------------------------------


def _one_hot_cases():
    return [
        Case((np.array([2, 0]), 4), "two words", sizes={"t": 2, "V": 4}),
        Case((np.array([1, 3, 1]), 5), "a word that occurs twice", sizes={"t": 3, "V": 5}),
        Case((np.array([1, 0, 3, 1, 2, 0]), 5), "words up to row 3 of 5", sizes={"t": 6, "V": 5}),
        Case((np.array([2, 0, 1]), 3), "every word once: a square", sizes={"t": 3, "V": 3}),
        Case((np.array([4]), 6), "a batch of one", sizes={"t": 1, "V": 6}),
        Case(([3, 0, 6, 3], 7), "a list", sizes={"t": 4, "V": 7}),
    ]


def _one_hot_loop(tokens, V):
    return [[float(w == column) for column in range(V)] for w in tokens]


def _one_hot_filled(tokens, V):
    J = np.zeros((len(tokens), V), dtype=np.float32)
    for i, w in enumerate(tokens):
        J[i, w] = 1
    return J


def _one_hot_all_columns(tokens, V):
    J = np.zeros((len(tokens), V))
    J[:, tokens] = 1
    return J


def _one_hot_row(tokens, V):
    j = np.zeros(V)
    j[tokens] = 1
    return j


def _one_hot_from_one(tokens, V):
    return np.eye(V)[np.asarray(tokens) - 1]


def _rows_of(keep):
    """The right rows, those that keep(number, last) leaves out as zeros."""
    def wrong(tokens, V):
        i = np.arange(len(tokens))
        return np.eye(V)[tokens] * keep(i, len(tokens) - 1)[:, None]
    return wrong


def _columns_of(keep):
    """The right rows, the columns that keep(number, last) leaves out as zeros."""
    return lambda tokens, V: np.eye(V)[tokens] * keep(np.arange(V), V - 1)


def _first_time(tokens, V):
    found = np.zeros((len(tokens), V))
    for i, w in enumerate(np.asarray(tokens).tolist()):
        found[i, w] = w not in list(tokens)[:i]
    return found


def _one_hot_slips():
    place, row = "Row w has its 1 at position w, counted from 0.", "One row per word, in order."
    rules = (
        ("off-by-one/counted-from-one", "the column of word 0 is missing, all others move up",
         place, lambda w, V: np.eye(V + 1)[w][:, 1:]),
        ("off-by-one/one-place-late", "every 1 stands one place too late, in a row too long",
         place, lambda w, V: np.eye(V + 1)[np.asarray(w) + 1]),
        ("off-by-one/columns", "each row has a place too many", "V places: 0 to V − 1.",
         lambda w, V: np.eye(V + 1)[w]),
        ("off-by-one/columns", "each row has a place too few", "V places: 0 to V − 1.",
         lambda w, V: np.eye(V)[w][:, :-1]),
        ("missing-return/first-row-only", "only the first word is written",
         "Does the `return` stand inside the loop?", lambda w, V: np.eye(V)[w[0]]),
        ("missing-return/first-row-only", "only the first word is written",
         "Does the `return` stand inside the loop?", lambda w, V: np.eye(V)[w][:1]),
        ("missing-return/first-row-only", "only the first word is written",
         "Does the `return` stand inside the loop?", _rows_of(lambda i, end: i == 0)),
        ("missing-return/last-row-only", "only the last word comes back",
         "Collect the rows: each turn of the loop overwrites the one before.",
         lambda w, V: np.eye(V)[w[-1]]),
        ("missing-return/last-row-only", "only the last word comes back",
         "Collect the rows: each turn of the loop overwrites the one before.",
         lambda w, V: np.eye(V)[w][-1:]),
        ("missing-return/last-row-only", "only the last word is written",
         "Make the zeros before the loop, not in it.", _rows_of(lambda i, end: i == end)),
        ("off-by-one/last-word-left-out", "the last row stays 0",
         "`range(n)` already stops before n.", _rows_of(lambda i, end: i < end)),
        ("off-by-one/first-word-left-out", "the first row stays 0", "Positions start at 0.",
         _rows_of(lambda i, end: i > 0)),
        ("off-by-one/first-word-left-out", "the first word is missing", "Positions start at 0.",
         lambda w, V: np.eye(V)[w[1:]]),
        ("off-by-one/last-column", "the last word of the vocabulary gets zeros",
         "`range(V)` already stops before V.", _columns_of(lambda j, end: j < end)),
        ("convention/row-0-is-padding", "word 0 gets zeros, as if it were padding",
         "That is another convention: word 0 is a word like the others.",
         _columns_of(lambda j, end: j > 0)),
        ("duplicates/unique-words-only", "each different word gets one row", row,
         lambda w, V: np.eye(V)[list(dict.fromkeys(np.ravel(w).tolist()))]),
        ("duplicates/second-time-zero", "a word that occurs again gets zeros", row, _first_time),
        ("duplicates/counts", "a word that occurs k times has the number k in its rows",
         "The one entry is 1.", lambda w, V: np.eye(V)[w] * np.bincount(w, minlength=V)),
        ("neighbour-formula/reversed", "the words come in reversed order", row,
         lambda w, V: np.eye(V)[w][::-1]),
        ("sign/from-the-end", "the places are counted from the end", place,
         lambda w, V: np.eye(V)[w][:, ::-1]),
        ("ignored-argument/tokens", "the first rows of the identity come back, whatever the "
         "words are", "Row i has its 1 at tokens[i], not at i.",
         lambda w, V: np.eye(len(w), V)),
        ("ignored-argument/tokens", "the first rows of the identity come back, whatever the "
         "words are", "Row i has its 1 at tokens[i], not at i.", lambda w, V: np.eye(V)[:len(w)]),
        ("ignored-argument/tokens", "the whole identity comes back",
         "Take the rows of the words in `tokens`.", lambda w, V: np.eye(V)),
        ("neighbour-formula/numbers-back", "the word numbers come back", "Rows of 0 and 1.",
         lambda w, V: np.asarray(w)),
        ("neighbour-formula/numbers-back", "the word numbers come back", "Rows of 0 and 1.",
         lambda w, V: np.asarray(w)[:, None]),
        ("neighbour-formula/softmax", "the rows go through a softmax", "Rows of 0 and 1.",
         lambda w, V: np.exp(np.eye(V)[w]) / np.exp(np.eye(V)[w]).sum(1, keepdims=True)),
        *(("neighbour-formula/smoothed", "the 1 is smoothed over the row", "Rows of 0 and 1.",
           lambda w, V, a=a: (1 - a) * np.eye(V)[w] + a / V) for a in (0.1, 0.2, 0.05)),
        ("neighbour-formula/running-sum", "the rows before are still in each row",
         "Start each row from zeros.", lambda w, V: np.cumsum(np.eye(V)[w], axis=0)),
        ("neighbour-formula/running-sum", "the rows before are still in each row",
         "Start each row from zeros.",
         lambda w, V: np.minimum(np.cumsum(np.eye(V)[w], axis=0), 1)),
        ("neighbour-formula/thermometer", "all places from the word on are 1",
         "Compare with ==, not >=.",
         lambda w, V: (np.arange(V) >= np.asarray(w)[:, None]).astype(float)),
        ("neighbour-formula/thermometer", "all places behind the word are 1",
         "Compare with ==, not >.",
         lambda w, V: (np.arange(V) > np.asarray(w)[:, None]).astype(float)),
        ("unstable/empty-places", "the other entries are nan", "The other entries are 0.",
         lambda w, V: np.where(np.eye(V)[w] == 1, 1, np.nan)),
        ("omitted-term/nothing-set", "all entries are 0", "Row w has a 1 at position w.",
         lambda w, V: np.zeros((len(w), V))),
        ("omitted-term/nothing-set", "all entries are 1", "Only position w is 1.",
         lambda w, V: np.ones((len(w), V))),
        ("neighbour-formula/word-number-as-value",
         "the word's number, counted from 1, stands where a 1 belongs", "The one entry is 1.",
         lambda w, V: np.eye(V)[w] * (np.asarray(w)[:, None] + 1)),
        ("neighbour-formula/position-as-value",
         "the position in `tokens` stands where a 1 belongs", "The one entry is 1.",
         lambda w, V: np.eye(V)[w] * (np.arange(len(w))[:, None] + 1)),
        ("shape/several-results", "more than the rows come back", "Return the rows only.",
         lambda w, V: (np.eye(V)[w], np.asarray(w))),
    )
    return [Mistake(id, wrong, what, where) for id, what, where, wrong in rules]


ONE_HOT = Exercise(
    id="one_hot", title="Write a word as a row of 0 and 1", notebook="06", number="6.1",
    signature="one_hot(tokens, V)", lecture=("MAY24-1.4c", "MAY25-1.4c"), minutes=3, difficulty=1,
    reference=text.one_hot_tokens, cases=_one_hot_cases,
    mistakes=(
        Mistake("off-by-one/counted-from-one", _one_hot_from_one,
                "every 1 stands one place too early",
                "Words are counted from 0 in this course: row w has its 1 at position w."),
        Mistake("off-by-one/one-place-late",
                lambda tokens, V: np.eye(V)[(np.asarray(tokens) + 1) % V],
                "every 1 stands one place too late", "Row w has its 1 at position w."),
        Mistake("off-by-one/one-place-late", lambda tokens, V: np.eye(V, k=1)[tokens],
                "every 1 stands one place too late", "Row w has its 1 at position w."),
        Mistake("transpose/words-as-columns", lambda tokens, V: np.eye(V)[tokens].T,
                "the words are columns", "Rows are examples: shape (t, V)."),
        Mistake("ignored-argument/vocabulary-size",
                lambda tokens, V: np.eye(np.max(tokens) + 1)[tokens],
                "the rows are only as long as the largest number in `tokens` asks for",
                "Each row has V entries: a batch need not hold the last word."),
        Mistake("ignored-argument/vocabulary-size", lambda tokens, V: np.eye(len(tokens))[
                    np.unique(tokens, return_inverse=True)[1]],
                "the rows are as long as the batch", "Each row has V entries."),
        Mistake("ignored-argument/vocabulary-size",
                lambda tokens, V: np.eye(len(np.unique(tokens)))[
                    np.unique(tokens, return_inverse=True)[1]],
                "the rows have one entry per different word of the batch",
                "Each row has V entries, one per word of the vocabulary."),
        Mistake("axis/every-row-holds-all", _one_hot_all_columns,
                "every row has a 1 for every word of the batch",
                "`J[:, tokens] = 1` fills whole columns: pair each row with its own word."),
        Mistake("shape/one-row-for-all", _one_hot_row,
                "all words share one row", "One row per word: shape (t, V)."),
        Mistake("axis/summed", lambda tokens, V: np.eye(V)[tokens].sum(axis=0),
                "the rows are added up to counts", "Keep one row per word: shape (t, V)."),
        Mistake("sign/one-cold", lambda tokens, V: 1 - np.eye(V)[tokens],
                "0 and 1 are swapped", "One 1 per row, zeros elsewhere."),
        Mistake("neighbour-formula/word-number-as-value",
                lambda tokens, V: np.eye(V)[tokens] * np.asarray(tokens)[:, None],
                "the word's number stands where a 1 belongs", "The one entry is 1."),
        Mistake("neighbour-formula/thermometer",
                lambda tokens, V: (np.arange(V) <= np.asarray(tokens)[:, None]).astype(float),
                "all places up to the word are 1", "Compare with ==, not <=."),
        Mistake("neighbour-formula/thermometer",
                lambda tokens, V: (np.arange(V) < np.asarray(tokens)[:, None]).astype(float),
                "all places before the word are 1", "Compare with ==, not <."),
        Mistake("neighbour-formula/plus-minus-one", lambda tokens, V: 2 * np.eye(V)[tokens] - 1,
                "the other entries are −1", "The other entries are 0."),
        Mistake("shape/extra-axis", lambda tokens, V: np.eye(V)[tokens][None],
                "the result has an axis too many", "Shape (t, V)."),
        Mistake("shape/extra-axis", lambda tokens, V: np.eye(V)[tokens][:, None],
                "the result has an axis too many", "Shape (t, V)."),
        Mistake("shape/squeezed", lambda tokens, V: np.eye(V)[tokens].squeeze(),
                "a batch of one loses its row axis", "One word gives shape (1, V)."),
        Mistake("shape/flattened", lambda tokens, V: np.eye(V)[tokens].ravel(),
                "all rows are joined to one", "One row per word: shape (t, V)."),
        Mistake("duplicates/unique-words-only", lambda tokens, V: np.eye(V)[np.unique(tokens)],
                "each different word gets one row, sorted",
                "One row per position, in order; repeats are kept."),
        Mistake("duplicates/sorted", lambda tokens, V: np.eye(V)[np.sort(tokens)],
                "the words are sorted", "Keep the order of `tokens`."),
        Mistake("off-by-one/last-word-left-out", lambda tokens, V: np.eye(V)[tokens[:-1]],
                "the last word is missing", "`range(n)` already stops before n."),
        Mistake("shape/list-given", lambda tokens, V: (
                    np.arange(V) == tokens[:, None]).astype(float),
                "an array works, a plain list does not", "Start with np.asarray(tokens)."),
        Mistake("shape/list-given", lambda tokens, V: np.eye(V)[tokens] * (
                    not isinstance(tokens, list)),
                "an array works, a plain list does not", "Start with np.asarray(tokens)."),
        *_one_hot_slips(),
    ),
    hints=("How many zeros stand before the 1?",
           "Which rows does the identity matrix have?",
           "J[i, w] = 1 where w = tokens[i], else 0"),
    formula="J[i, w] = 1 if tokens[i] = w, else 0",
    variation="write a sentence of 20 words over 50,000 as one-hot rows: how many numbers?",
    right=(_one_hot_loop, _one_hot_filled, lambda tokens, V: np.eye(V)[tokens],
           lambda tokens, V: np.array([np.arange(V) == w for w in tokens], dtype=int),
           lambda tokens, V: np.identity(V, dtype=np.float32).take(tokens, axis=0)),
    awkward=_one_hot_loop,
)

# --- 6.2 embed_lookup ----------------------------------------------------------------------------


def _lookup_cases():
    def table(V, e, seed):
        return _numbers(V, e, seed=seed)

    return [
        Case((table(5, 2, 1), np.array([3, 1, 2])), "three words",
             sizes={"t": 3, "e": 2, "V": 5}),
        Case((table(5, 3, 2), np.array([2, 0, 2, 4])), "a word that occurs twice",
             sizes={"t": 4, "e": 3, "V": 5}),
        Case((table(6, 4, 3), np.array([[1, 5, 0], [5, 2, 3]])), "two windows of three words",
             sizes={"t": 2, "n": 3, "e": 4, "V": 6}),
        Case((table(3, 3, 4), np.array([1, 2, 0])), "a square table",
             sizes={"t": 3, "e": 3, "V": 3}),
        Case((table(3, 5, 5), np.array([1, 2, 1, 0])), "a table wider than high",
             sizes={"t": 4, "e": 5, "V": 3}),
        Case((table(6, 2, 6), np.array([4])), "a batch of one", sizes={"t": 1, "e": 2, "V": 6}),
        Case((table(6, 5, 7), np.array([[3, 1, 1]])), "one window of three words",
             sizes={"t": 1, "n": 3, "e": 5, "V": 6}),
        Case((table(5, 3, 8), np.array([[3], [1], [2], [1]])), "windows of one word",
             sizes={"t": 4, "n": 1, "e": 3, "V": 5}),
        Case((table(2, 2, 9), np.array([[1, 0], [1, 1]])), "two words, two windows, width two",
             sizes={"t": 2, "n": 2, "e": 2, "V": 2}),
        Case((table(7, 1, 13), np.array([5, 0, 3, 5])), "one number per word",
             sizes={"t": 4, "e": 1, "V": 7}),
        Case((table(6, 4, 12), np.array([4, 4, 2, 2, 2, 0])), "words that stand next to themselves",
             sizes={"t": 6, "e": 4, "V": 6}),
        Case((table(6, 3, 10), [1, 4, 1, 0, 3]), "a list", sizes={"t": 5, "e": 3, "V": 6}),
        Case((table(5, 2, 11), [[0, 2, 1], [1, 1, 4], [3, 0, 2], [2, 2, 2]]),
             "a list of windows", sizes={"t": 4, "n": 3, "e": 2, "V": 5}),
    ]


def _lookup(rows):
    """A wrong lookup that goes wrong in the row numbers only."""
    return lambda E, tokens: E[rows(E, np.asarray(tokens))]


def _got(change):
    """A wrong lookup that goes wrong after the lookup."""
    return lambda E, tokens: change(E[np.asarray(tokens)])


def _arrays_only(wrong):
    """The same mistake in code that, besides, cannot read a list."""
    def also(*args):
        if any(isinstance(a, list) for a in args):
            raise TypeError("unsupported operand type(s) for -: 'list' and 'int'")
        return wrong(*args)
    return also


def _positions_of(pick):
    """A wrong lookup that visits some positions only, in the dresses it is written in.

    With the brackets, with a loop that collects rows, with one that needs an array, and with
    an array filled row by row, where what is not visited stays 0.
    """
    def brackets(E, tokens):
        return E[np.asarray(tokens)[pick]]

    def collected(E, tokens):
        return np.array([E[w] for w in np.asarray(tokens)[pick]])

    def filled(E, tokens):
        tokens = np.asarray(tokens)
        out = np.zeros((*tokens.shape, E.shape[1]))
        out[pick] = E[tokens[pick]]
        return out

    def rows(E, tokens):
        out = np.zeros((len(tokens), E.shape[1]))
        for i in range(len(tokens))[pick]:
            out[i] = E[int(tokens[i])]
        return out

    return (brackets, collected, _arrays_only(brackets), _arrays_only(collected), filled,
            _arrays_only(filled), rows)


def _each_row(rule):
    """A wrong lookup, row by row of `tokens`: rule(E, w), w a number or a window."""
    def collected(E, tokens):
        return np.array([rule(E, np.asarray(w)) for w in tokens])

    def words_only(E, tokens):
        return np.array([rule(E, int(w)) for w in tokens])

    return collected, words_only


def _lookup_loop(E, tokens):
    if isinstance(tokens, (int, np.integer)):
        return [float(value) for value in E[tokens]]
    return [_lookup_loop(E, part) for part in tokens]


def _lookup_one_hot(E, tokens):
    return np.eye(len(E))[np.asarray(tokens)] @ E


def _lookup_einsum(E, tokens):
    J = (np.asarray(tokens)[..., None] == np.arange(E.shape[0])).astype(np.float32)
    return np.einsum("...w,we->...e", J, E.astype(np.float32))


def _lookup_filled(E, tokens):
    tokens = np.array(tokens)
    out = np.empty((*tokens.shape, E.shape[1]), dtype=np.float32)
    for index in np.ndindex(*tokens.shape):
        out[index] = E[tokens[index]]
    return out


def _lookup_flat(E, tokens):
    tokens = np.asarray(tokens)
    return np.stack([E[w] for w in tokens.ravel()]).reshape(*tokens.shape, -1)


def _lookup_rows_of_words_only(E, tokens):
    out = np.zeros((len(tokens), E.shape[1]))
    for i, w in enumerate(tokens):
        out[i] = E[int(w)]
    return out


def _lookup_second_time_zero(E, tokens):
    out, seen = E[np.asarray(tokens)], set()
    for index in np.ndindex(*out.shape[:-1]):
        w = int(np.asarray(tokens)[index])
        out[index] *= w not in seen
        seen.add(w)
    return out


def _lookup_padding_zero(E, tokens):
    tokens = np.asarray(tokens)
    return E[tokens] * (tokens != 0)[..., None]


def _lookup_by_columns(E, tokens):
    return E[:, np.asarray(tokens)]


def _lookup_bag(E, tokens):
    j = np.zeros(len(E))
    j[np.ravel(tokens)] = 1
    return j @ E


def _filled(row_of, dtype=float):
    """A loop that stores one row per word: it knows no windows."""
    def wrong(E, tokens):
        out = np.zeros((len(tokens), E.shape[1]), dtype=dtype)
        for i, w in enumerate(tokens):
            out[i] = E[row_of(w)]
        return out
    return wrong


def _lookup_one_hot_pairs(E, tokens):
    J = np.zeros((len(tokens), len(E)))
    J[np.arange(len(tokens)), tokens] = 1
    return J @ E


def _lookup_one_hot_rows(E, tokens):
    J = np.zeros((len(tokens), len(E)))
    for i, w in enumerate(tokens):
        J[i, w] = 1
    return J @ E


def _one_hot_pairs_from_one(E, tokens):
    J = np.zeros((len(tokens), len(E)))
    J[np.arange(len(tokens)), np.asarray(tokens) - 1] = 1
    return J @ E


def _in_place_from_one(E, tokens):
    if isinstance(tokens, list):
        raise TypeError("unsupported operand type(s) for -=: 'list' and 'int'")
    tokens -= 1
    return E[tokens]


def _sorts_argument(E, tokens):
    tokens.sort()
    return E[tokens]


def _no_adjacent(tokens):
    """The entries along the first axis that differ from the one before."""
    kept = [w for i, w in enumerate(tokens) if i == 0 or not np.array_equal(w, tokens[i - 1])]
    return np.array(kept)


_COUNT = "Words are counted from 0: word w is row w of the table."


def _along(f):
    """Numbers 0, 1, … along the first axis of ``f``, in a shape that multiplies it."""
    return np.arange(len(f)).reshape(-1, *[1] * (f.ndim - 1))


def _lookup_slips():
    row = "One row per word, in order; repeats are kept."
    as_is = "Take the rows as they are."

    def distinct(w):
        return np.array(list(dict.fromkeys(np.ravel(w).tolist())))

    rules = (
        *(("ignored-argument/tokens", "the first rows of the table come back, whatever the words "
           "are", "Index with the numbers in `tokens`, not with their positions.", wrong)
          for wrong in (lambda E, w: np.resize(E, (*np.shape(w), E.shape[1])),
                        lambda E, w: E[np.arange(np.size(w)).reshape(np.shape(w)) % len(E)])),
        *(("duplicates/unique-words-only", f"each different word comes once, and {also}",
           f"{row} {_COUNT}", lambda E, w, rows=rows, step=step: E[(rows(w) + step) % len(E)])
          for rows in (np.unique, distinct)
          for step, also in ((-1, "the words are counted from 1"),
                             (1, "each gets the row after its own"))),
        *(("neighbour-formula/sorted", f"the words are sorted, and {also}", f"{row} {_COUNT}",
           lambda E, w, step=step: E[(np.sort(w) + step) % len(E)])
          for step, also in ((-1, "counted from 1"), (1, "each gets the row after its own"))),
        *(("axis/mean-over-words", "the vectors of the words are averaged, and the words are "
           "counted from 1", "Keep one row per word. " + _COUNT,
           lambda E, w, axis=axis: E[np.asarray(w) - 1].mean(axis=axis)) for axis in (0, -2)),
        *(("axis/sum-over-words", "the vectors of the words are added up, and the words are "
           "counted from 1", "Keep one row per word. " + _COUNT,
           lambda E, w, axis=axis: E[np.asarray(w) - 1].sum(axis=axis)) for axis in (0, -2)),
        ("missing-return/last-word-only", "only the last entry of `tokens` is looked up",
         "Make the result before the loop, not in it.",
         _got(lambda f: f * (_along(f) == len(f) - 1))),
        ("missing-return/last-word-only", "only the last entry of `tokens` is looked up",
         "Inside a loop each row overwrites the one before: collect them.", _got(lambda f: f[-1:])),
        ("missing-return/last-word-only", "only the last word of each window is looked up",
         "Look up all of them.", _got(lambda f: f[..., -1, :])),
        ("neighbour-formula/running-sum", "the rows before are still in each row",
         "Start each row anew.", _got(lambda f: np.cumsum(f, axis=0))),
        ("neighbour-formula/centred", "the mean of the table is subtracted", as_is,
         lambda E, w: (E - E.mean(axis=0))[np.asarray(w)]),
        ("sign/absolute", "the numbers have lost their signs", as_is, _got(np.abs)),
        ("neighbour-formula/softmax", "the one-hot rows go through a softmax",
         "One-hot rows of 0 and 1 times E.", lambda E, w: (lambda J: np.exp(J) / np.exp(J).sum(
             axis=-1, keepdims=True))(np.eye(len(E))[np.asarray(w)]) @ E),
        ("neighbour-formula/position-added", "the position is added to the row", as_is,
         _got(lambda f: f + _along(f))),
        ("neighbour-formula/position-added", "the row is multiplied by its position", as_is,
         _got(lambda f: f * (_along(f) + 1))),
        ("neighbour-formula/position-added", "the row is multiplied by its position", as_is,
         _got(lambda f: f * _along(f))),
        *(("factor/divided", "the rows are divided", as_is, _got(change))
          for change in (lambda f: f / len(f), lambda f: f / f.shape[-1],
                         lambda f: f / np.sqrt(f.shape[-1]))),
        ("ignored-argument/tokens", "one row comes back: that of the largest number in `tokens`",
         row, lambda E, w: E[np.max(w)]),
        ("ignored-argument/tokens", "as many rows as words come from the end of the table",
         row, lambda E, w: E[len(E) - np.size(w):]),
        ("shape/extra-axis", "a row of words is treated as one window", "The shape is "
         "tokens.shape + (e,).", lambda E, w: E[np.atleast_2d(w)]),
        ("duplicates/unique-words-only", "a word that occurs again is left out", row,
         lambda E, w: E[distinct(w)] if np.ndim(w) == 1 else E[np.asarray(w)]),
    )
    return [Mistake(id, wrong, what, where) for id, what, where, wrong in rules]

EMBED_LOOKUP = Exercise(
    id="embed_lookup", title="Look words up in the table", notebook="06", number="6.2",
    signature="embed_lookup(E, tokens)",
    lecture=("MAY24-1.4b", "MAY25-1.4b", "MAY24-1.4c", "MAY25-1.4c"), minutes=5, difficulty=1,
    reference=text.embed_lookup, cases=_lookup_cases,
    mistakes=(
        Mistake("off-by-one/counted-from-one", _lookup(lambda E, w: w - 1),
                "each word gets the row before its own: the words are counted from 1", _COUNT),
        Mistake("off-by-one/counted-from-one", _in_place_from_one,
                "1 is taken off the argument `tokens`: the words are counted from 1", _COUNT),
        Mistake("off-by-one/counted-from-one",
                lambda E, tokens: E[np.maximum(np.asarray(tokens) - 1, 0)],
                "each word gets the row before its own: the words are counted from 1", _COUNT),
        Mistake("off-by-one/counted-from-one", _arrays_only(_lookup(lambda E, w: w - 1)),
                "each word gets the row before its own: the words are counted from 1", _COUNT),
        Mistake("off-by-one/counted-from-one", _filled(lambda w: w - 1),
                "each word gets the row before its own: the words are counted from 1", _COUNT),
        Mistake("off-by-one/counted-from-one",
                lambda E, tokens: np.array([E[w - 1] for w in tokens]),
                "each word gets the row before its own: the words are counted from 1", _COUNT),
        Mistake("off-by-one/counted-from-one", _one_hot_pairs_from_one,
                "each word gets the row before its own: the words are counted from 1", _COUNT),
        Mistake("off-by-one/next-row", _lookup(lambda E, w: w + 1),
                "each word gets the row after its own", _COUNT),
        Mistake("off-by-one/next-row", _filled(lambda w: w + 1),
                "each word gets the row after its own", _COUNT),
        Mistake("off-by-one/next-row", _arrays_only(_lookup(lambda E, w: w + 1)),
                "each word gets the row after its own", _COUNT),
        Mistake("off-by-one/next-row", _lookup(lambda E, w: (w + 1) % len(E)),
                "each word gets the row after its own", _COUNT),
        Mistake("off-by-one/next-row", _lookup(lambda E, w: np.minimum(w + 1, len(E) - 1)),
                "each word gets the row after its own", _COUNT),
        Mistake("off-by-one/last-row-unreachable",
                _lookup(lambda E, w: np.minimum(w, len(E) - 2)),
                "the last word gets the row before its own",
                "Row numbers run from 0 to |V| − 1."),
        Mistake("off-by-one/last-row-unreachable",
                _lookup(lambda E, w: w % (len(E) - 1)),
                "the last word gets another row", "Row numbers run from 0 to |V| − 1."),
        Mistake("off-by-one/last-row-unreachable",
                lambda E, tokens: E[:-1][np.asarray(tokens)],
                "the last row is out of reach", "Row numbers run from 0 to |V| − 1."),
        *(Mistake("off-by-one/last-word-left-out", wrong,
                  "the last entry of `tokens` is left out", "`range(n)` already stops before n.")
          for wrong in (*_positions_of(np.s_[:-1]), lambda E, tokens: E[
              np.asarray(tokens)[..., :-1]])),
        *(Mistake("off-by-one/first-word-left-out", wrong,
                  "the first entry of `tokens` is left out", "Positions start at 0.")
          for wrong in (*_positions_of(np.s_[1:]), lambda E, tokens: E[
              np.asarray(tokens)[..., 1:]])),
        *(Mistake("neighbour-formula/every-second-word", wrong,
                  "every second entry of `tokens` is left out", "Look up all of them.")
          for wrong in _positions_of(np.s_[::2])),
        *(Mistake("off-by-one/counted-from-one", wrong,
                  "each word gets the row before its own: the words are counted from 1", _COUNT)
          for wrong in _each_row(lambda E, w: E[w - 1])),
        *(Mistake("off-by-one/next-row", wrong,
                  "each word gets the row after its own", _COUNT)
          for wrong in (*_each_row(lambda E, w: E[w + 1]),
                        *_each_row(lambda E, w: E[(w + 1) % len(E)]),
                        *_each_row(lambda E, w: E[np.minimum(w + 1, len(E) - 1)]))),
        *(Mistake("axis/columns", wrong,
                  "columns of the table come back instead of rows",
                  "Word w owns row w: E[w], not E[:, w].")
          for wrong in (*_each_row(lambda E, w: E[:, w]), *_each_row(lambda E, w: E.T[w]),
                        lambda E, tokens: np.take(E, tokens, axis=1))),
        *(Mistake("off-by-one/numbers-left-out", wrong,
                  "one number of each word is left out", "Each word has e numbers: E[w] has "
                  "all of them.")
          for wrong in (_got(lambda f: f[..., :-1]), _got(lambda f: f[..., 1:]),
                        _got(lambda f: f * (np.arange(f.shape[-1]) < f.shape[-1] - 1)))),
        Mistake("axis/columns", _lookup_by_columns,
                "columns of the table come back instead of rows",
                "Word w owns row w: E[w], not E[:, w]."),
        Mistake("axis/columns", lambda E, tokens: E.T[np.asarray(tokens)],
                "columns of the table come back instead of rows",
                "Word w owns row w: E[w], not E.T[w]."),
        Mistake("axis/columns", lambda E, tokens: np.eye(E.shape[1])[np.asarray(tokens)] @ E.T,
                "columns of the table come back instead of rows",
                "The one-hot row has length |V| and stands left of E: j E."),
        Mistake("axis/flattened-table", lambda E, tokens: np.take(E, tokens),
                "the numbers are counted through the flattened table",
                "np.take needs axis=0 to take rows."),
        Mistake("shape/numbers-as-coordinates", lambda E, tokens: E[tuple(np.asarray(tokens).T)],
                "the numbers in `tokens` are used as coordinates of one entry",
                "A tuple inside the brackets means row, column: pass an array."),
        Mistake("shape/numbers-as-coordinates", lambda E, tokens: E[tuple(tokens)],
                "the numbers in `tokens` are used as coordinates of one entry",
                "A tuple inside the brackets means row, column: pass an array."),
        Mistake("transpose/result", _got(lambda f: f.T),
                "the result is the transpose of what is asked",
                "The numbers of a word come last: shape tokens.shape + (e,)."),
        Mistake("transpose/result", _got(lambda f: np.swapaxes(f, -1, -2)),
                "the last two axes of the result are swapped",
                "The numbers of a word come last: shape tokens.shape + (e,)."),
        Mistake("transpose/result", _got(lambda f: np.moveaxis(f, -1, 0)),
                "the numbers of a word run along the first axis",
                "They come last: shape tokens.shape + (e,)."),
        Mistake("transpose/result",
                lambda E, tokens: np.stack([E[w] for w in tokens], axis=1),
                "the words stand side by side", "Rows are examples: one row per word."),
        Mistake("transpose/order-of-product",
                lambda E, tokens: E @ np.eye(len(E))[np.asarray(tokens)],
                "the table stands on the wrong side of the product",
                "The one-hot row comes first: j E."),
        Mistake("transpose/order-of-product",
                lambda E, tokens: E @ np.eye(len(E))[np.asarray(tokens)].T,
                "the table stands on the wrong side of the product",
                "The one-hot row comes first: j E."),
        Mistake("transpose/order-of-product",
                lambda E, tokens: np.eye(len(E))[np.asarray(tokens)].T @ E,
                "the one-hot rows are transposed", "The one-hot row comes first: j E."),
        Mistake("transpose/windows", lambda E, tokens: E[np.asarray(tokens).T],
                "positions and windows are swapped", "Keep the axes of `tokens` in their order."),
        Mistake("shape/concatenated", _got(lambda f: f.reshape(len(f), -1)),
                "the vectors of a window are joined to one long row",
                "That comes in the next step; here the shape is tokens.shape + (e,)."),
        Mistake("shape/one-list-of-words", _arrays_only(lambda E, tokens: E[np.ravel(tokens)]),
                "the windows are lost: all words stand in one list",
                "Keep the shape of `tokens`: (t, n) gives (t, n, e)."),
        Mistake("shape/one-list-of-words", lambda E, tokens: E[np.ravel(tokens)],
                "the windows are lost: all words stand in one list",
                "Keep the shape of `tokens`: (t, n) gives (t, n, e)."),
        Mistake("shape/flattened", _got(np.ravel),
                "all numbers are joined to one long row", "The shape is tokens.shape + (e,)."),
        Mistake("shape/flattened", _got(lambda f: f.reshape(1, -1)),
                "all numbers are joined to one long row", "The shape is tokens.shape + (e,)."),
        Mistake("shape/flattened",
                lambda E, tokens: np.concatenate([E[w] for w in tokens]),
                "the rows are joined to one", "Stack them: one row per word."),
        Mistake("shape/flattened",
                lambda E, tokens: np.hstack([E[w] for w in tokens]),
                "the rows are joined to one", "Stack them: one row per word."),
        Mistake("shape/extra-axis", _got(lambda f: f[None]),
                "the result has an axis too many", "The shape is tokens.shape + (e,)."),
        Mistake("shape/extra-axis", _got(lambda f: f[..., None, :]),
                "the result has an axis too many", "The shape is tokens.shape + (e,)."),
        Mistake("shape/extra-axis", _got(lambda f: f[:, None]),
                "the result has an axis too many", "The shape is tokens.shape + (e,)."),
        Mistake("shape/extra-axis", _got(lambda f: f[..., None]),
                "the result has an axis too many", "The shape is tokens.shape + (e,)."),
        Mistake("shape/squeezed", _got(np.squeeze),
                "axes of length 1 are dropped", "A batch of one keeps its axis."),
        Mistake("shape/squeezed", _got(lambda f: f[0] if len(f) == 1 else f),
                "a batch of one loses its axis", "A batch of one keeps its axis."),
        Mistake("shape/rows-of-words-only", _lookup_rows_of_words_only,
                "a list of words works, a table of windows does not",
                "`tokens` may be (t,) or (t, n): index with the whole array at once."),
        Mistake("shape/rows-of-words-only", _lookup_one_hot_pairs,
                "a list of words works, a table of windows does not",
                "`tokens` may be (t,) or (t, n): index with the whole array at once."),
        Mistake("shape/rows-of-words-only", _lookup_one_hot_rows,
                "a list of words works, a table of windows does not",
                "`tokens` may be (t,) or (t, n): index with the whole array at once."),
        Mistake("shape/rows-of-words-only", lambda E, tokens: np.array([
                    E[w] for w in tokens.tolist()] if np.ndim(tokens) == 1 else 1 / 0),
                "a list of words works, a table of windows does not",
                "`tokens` may be (t,) or (t, n), an array or a list."),
        Mistake("shape/list-given", lambda E, tokens: E[tokens.astype(int)],
                "an array works, a plain list does not", "Start with np.asarray(tokens)."),
        Mistake("axis/mean-over-words", _got(lambda f: f.mean(axis=-2)),
                "the vectors of the words are averaged",
                "That loses their order: keep one row per word."),
        Mistake("axis/mean-over-words", _got(lambda f: f.mean(axis=0)),
                "the vectors of the words are averaged",
                "That loses their order: keep one row per word."),
        Mistake("axis/mean-over-words", _got(lambda f: f.mean(axis=1)),
                "the result is averaged over its second axis",
                "Nothing is averaged: keep one row per word."),
        Mistake("axis/sum-over-words", _got(lambda f: f.sum(axis=-2)),
                "the vectors of the words are added up",
                "That loses their order: keep one row per word."),
        Mistake("axis/sum-over-words", _got(lambda f: f.sum(axis=0)),
                "the vectors of the words are added up",
                "That loses their order: keep one row per word."),
        Mistake("axis/sum-over-words", _got(lambda f: f.sum(axis=1)),
                "the result is added up over its second axis",
                "Nothing is added: keep one row per word."),
        Mistake("axis/sum-over-words", _got(lambda f: f.reshape(-1, f.shape[-1]).sum(axis=0)),
                "the vectors of the words are added up",
                "That loses their order: keep one row per word."),
        Mistake("axis/mean-over-words", _got(lambda f: f.reshape(-1, f.shape[-1]).mean(axis=0)),
                "the vectors of the words are averaged",
                "That loses their order: keep one row per word."),
        Mistake("axis/sum-over-words", _lookup_bag,
                "one row for all words comes back: the sum of their vectors",
                "One one-hot row per word, not one for all."),
        Mistake("axis/reduced-too-far", _got(lambda f: f.sum(axis=-1)),
                "the numbers of each word are added up", "Each word keeps its e numbers."),
        Mistake("axis/reduced-too-far", _got(lambda f: f.mean(axis=-1)),
                "the numbers of each word are averaged", "Each word keeps its e numbers."),
        Mistake("omitted-term/first-number-only", _got(lambda f: f[..., 0]),
                "only the first number of each word comes back", "Each word has e numbers."),
        Mistake("omitted-term/first-number-only", _got(lambda f: f[..., :1]),
                "only the first number of each word comes back", "Each word has e numbers."),
        Mistake("omitted-term/first-word-only", _got(lambda f: f[0]),
                "only the first entry of `tokens` is looked up",
                "A `return` inside a loop ends it at the first word."),
        Mistake("omitted-term/first-word-only", _got(lambda f: f[:1]),
                "only the first entry of `tokens` is looked up", "Look up all of them."),
        Mistake("omitted-term/first-word-only", _got(lambda f: f[..., 0, :]),
                "only the first word of each window is looked up", "Look up all of them."),
        Mistake("missing-return/last-word-only", _got(lambda f: f[-1]),
                "only the last entry of `tokens` is looked up",
                "Inside a loop each row overwrites the one before: collect them."),
        Mistake("omitted-term/one-hot-only",
                lambda E, tokens: np.eye(len(E))[np.asarray(tokens)],
                "the one-hot rows come back, without the table",
                "Multiply them by E, or take the rows of E at once."),
        Mistake("ignored-argument/table", lambda E, tokens: np.asarray(tokens),
                "the word numbers themselves come back", "Take the rows of E at these numbers."),
        Mistake("ignored-argument/tokens", lambda E, tokens: E,
                "the whole table comes back", "Take only the rows of the words in `tokens`."),
        Mistake("ignored-argument/tokens", lambda E, tokens: E[:len(tokens)],
                "the first rows of the table come back, whatever the words are",
                "Index with the numbers in `tokens`, not with their positions."),
        Mistake("ignored-argument/tokens", lambda E, tokens: [E[i] for i in range(len(tokens))],
                "the first rows of the table come back, whatever the words are",
                "Index with the numbers in `tokens`, not with their positions."),
        Mistake("ignored-argument/tokens", lambda E, tokens: E[
                    np.arange(np.size(tokens)).reshape(np.shape(tokens))],
                "the first rows of the table come back, whatever the words are",
                "Index with the numbers in `tokens`, not with their positions."),
        Mistake("duplicates/unique-words-only", lambda E, tokens: E[np.unique(tokens)],
                "each different word comes once, sorted", "One row per word in order; repeats "
                "are kept."),
        Mistake("duplicates/unique-words-only",
                lambda E, tokens: E[list(dict.fromkeys(np.ravel(tokens).tolist()))],
                "each different word comes once", "One row per word in order; repeats are kept."),
        Mistake("duplicates/unique-words-only", lambda E, tokens: E[sorted(set(map(int, tokens)))],
                "each different word comes once, sorted", "One row per word in order; repeats "
                "are kept."),
        Mistake("duplicates/second-time-zero", _lookup_second_time_zero,
                "a word that occurs again gets zeros", "Repeats are kept, with the same row."),
        *(Mistake("duplicates/adjacent-repeats", wrong,
                  "a word that stands next to itself comes once",
                  "One row per word in order; repeats are kept.")
          for wrong in (lambda E, tokens: E[_no_adjacent(np.asarray(tokens))],
                        lambda E, tokens: E[_no_adjacent(np.ravel(tokens))])),
        *(Mistake("duplicates/unique-words-only", wrong,
                  "each different word comes once", "One row per word in order; repeats are kept.")
          for wrong in (
              lambda E, tokens: E[list(dict.fromkeys(tokens))],
              lambda E, tokens: E[list(dict.fromkeys(tokens.tolist()))],
              lambda E, tokens: E[list(set(np.ravel(tokens).tolist()))],
              lambda E, tokens: E[list(set(tokens))],
              lambda E, tokens: {int(w): E[w] for w in np.ravel(tokens)},
              lambda E, tokens: {int(w): E[w] for w in tokens},
              lambda E, tokens: E[np.isin(np.arange(len(E)), list(set(tokens)))],
              lambda E, tokens: np.unique(E[np.asarray(tokens)], axis=0))),
        *(Mistake("shape/numbers-as-coordinates", wrong,
                  "the numbers in `tokens` are used as coordinates of one entry",
                  "Each number stands for a whole row: E[w].")
          for wrong in (lambda E, tokens: E[np.asarray(tokens), np.asarray(tokens)],
                        lambda E, tokens: E[np.asarray(tokens), np.arange(len(tokens))],
                        lambda E, tokens: E[np.ix_(tokens, tokens)])),
        *(Mistake("shape/word-with-its-row", wrong,
                  "each row comes with its word's number", "Return the rows only.")
          for wrong in (lambda E, tokens: [(int(w), E[w]) for w in tokens],
                        lambda E, tokens: (np.asarray(tokens), E[np.asarray(tokens)]),
                        lambda E, tokens: (E[np.asarray(tokens)], np.asarray(tokens)))),
        *(Mistake("axis/max-over-words", wrong, "the largest number over the words is taken",
                  "Keep one row per word.")
          for wrong in (_got(lambda f: f.max(axis=0)), _got(lambda f: f.max(axis=-2)))),
        Mistake("axis/sum-over-words", lambda E, tokens: np.bincount(
                    np.ravel(tokens), minlength=len(E)) @ E,
                "the vectors of the words are added up",
                "That loses their order: keep one row per word."),
        *(Mistake("axis/mean-over-words", wrong, "the vectors of the words are averaged",
                  "That loses their order: keep one row per word.")
          for wrong in (_got(lambda f: f.mean(axis=0, keepdims=True)),
                        _got(lambda f: f.mean(axis=-2, keepdims=True)))),
        *(Mistake("axis/sum-over-words", wrong, "the vectors of the words are added up",
                  "That loses their order: keep one row per word.")
          for wrong in (_got(lambda f: f.sum(axis=0, keepdims=True)),
                        _got(lambda f: f.sum(axis=-2, keepdims=True)))),
        *(Mistake("neighbour-formula/softmax", wrong, "the rows go through a softmax",
                  "Take the rows as they are.")
          for wrong in (_got(lambda f: np.exp(f) / np.exp(f).sum(axis=-1, keepdims=True)),)),
        *(Mistake("integer/rounded", _got(lambda f, n=n: np.round(f, n)),
                  "the numbers are rounded", "Take the rows as they are.") for n in (1,)),
        Mistake("integer/truncated", lambda E, tokens: E.astype(int)[np.asarray(tokens)],
                "the digits after the point are lost", "The vectors are floats: neither the "
                "table nor the result may be an array of integers."),
        Mistake("neighbour-formula/sorted", lambda E, tokens: E[np.sort(tokens)],
                "the words are sorted before they are looked up", "Keep the order of `tokens`."),
        Mistake("neighbour-formula/sorted",
                lambda E, tokens: E[np.sort(tokens, axis=None).reshape(np.shape(tokens))],
                "the words are sorted before they are looked up", "Keep the order of `tokens`."),
        Mistake("in-place/sorts-tokens", _sorts_argument,
                "the argument `tokens` is sorted in place",
                "Keep the order of `tokens`, and leave the argument alone."),
        Mistake("neighbour-formula/sorted",
                lambda E, tokens: np.array([E[w] for w in sorted(tokens)]),
                "the words are sorted before they are looked up", "Keep the order of `tokens`."),
        Mistake("neighbour-formula/sorting-order",
                lambda E, tokens: E[np.argsort(tokens)],
                "the rows are those of the sorting order, not of the words",
                "Index with `tokens` itself."),
        Mistake("neighbour-formula/renumbered", lambda E, tokens: E[np.unique(
                    tokens, return_inverse=True)[1].reshape(np.shape(tokens))],
                "the words are numbered anew by their order in this batch",
                "The numbers in `tokens` already are rows of the table."),
        Mistake("sign/from-the-end", _lookup(lambda E, w: len(E) - 1 - w),
                "the rows are counted from the end of the table", _COUNT),
        Mistake("sign/from-the-end", _lookup(lambda E, w: -w),
                "the numbers are negated: rows are counted from the end", _COUNT),
        Mistake("neighbour-formula/reversed", _got(lambda f: f[::-1]),
                "the words come in reversed order", "Keep the order of `tokens`."),
        Mistake("neighbour-formula/reversed", _got(lambda f: f[..., ::-1, :]),
                "the words come in reversed order", "Keep the order of `tokens`."),
        Mistake("neighbour-formula/reversed", _got(lambda f: f[..., ::-1]),
                "the numbers of each word come in reversed order", "Keep their order."),
        Mistake("axis/modulo-width", _lookup(lambda E, w: w % E.shape[1]),
                "the row number is cut off at the width of the table",
                "A row number can be as large as |V| − 1, whatever e is."),
        Mistake("axis/modulo-width",
                _lookup(lambda E, w: np.minimum(w, E.shape[1] - 1)),
                "the row number is cut off at the width of the table",
                "A row number can be as large as |V| − 1, whatever e is."),
        Mistake("neighbour-formula/unit-length",
                _got(lambda f: f / np.linalg.norm(f, axis=-1, keepdims=True)),
                "the rows are scaled to length 1", "Take the rows as they are."),
        Mistake("factor/word-number", lambda E, tokens: E[np.asarray(tokens)]
                * np.asarray(tokens)[..., None],
                "each row is multiplied by the word's number", "Take the rows as they are."),
        Mistake("factor/root-of-width", _got(lambda f: f * np.sqrt(f.shape[-1])),
                "every entry is √e times too large", "Take the rows as they are."),
        Mistake("convention/row-0-is-padding", _lookup_padding_zero,
                "word 0 gets zeros, as if it were padding",
                "That is another convention: here row 0 is a row like the others."),
        Mistake("convention/row-0-is-padding", _lookup(lambda E, w: w[w > 0]),
                "word 0 is skipped, as if it were padding",
                "That is another convention: here row 0 is a row like the others."),
        Mistake("integer/truncated", _got(np.trunc),
                "the digits after the point are lost", "An array made from integers keeps "
                "integers only: give it dtype=float."),
        Mistake("integer/truncated", _filled(lambda w: w, dtype=int),
                "the digits after the point are lost", "An array made from integers keeps "
                "integers only: give it dtype=float."),
        Mistake("integer/rounded", _got(np.round),
                "the numbers are rounded", "Take the rows as they are."),
        Mistake("integer/rounded", _got(np.floor),
                "the numbers are rounded down", "Take the rows as they are."),
        *_lookup_slips(),
    ),
    hints=("How many rows does the result have when a word occurs twice?",
           "NumPy takes an array of row numbers between the brackets: one row comes back per "
           "number.",
           "f[i] = row tokens[i] of E, counted from 0"),
    formula="embed_lookup(E, tokens)[i] = E[tokens[i]] = j_i E",
    variation="count the multiplications of j E for 50,000 words and e = 8, and those of a lookup.",
    right=(_lookup_loop, _lookup_one_hot, _lookup_einsum, _lookup_filled, _lookup_flat,
           lambda E, tokens: np.take(E, tokens, axis=0), lambda E, tokens: E[tokens],
           lambda E, tokens: np.array([E[w] for w in tokens], dtype=np.float32),
           lambda E, tokens: E[np.asarray(tokens) - len(E)],
           lambda E, tokens: E.T[:, tokens].transpose(*range(1, np.ndim(tokens) + 1), 0)),
    awkward=_lookup_loop,
)

# --- 6.3 embed_backward --------------------------------------------------------------------------

_SAME = (6, 2)  # V and e of two cases in a row: what is kept between calls shows there


def _backward_cases():
    V, e = _SAME

    def case(tokens, V, e, seed, name, **more):
        G = _numbers(len(tokens), e, seed=seed)
        return Case((G, tokens, V), name, sizes={"t": len(tokens), "e": e, "V": V}, **more)

    whole = np.array([[3, -1], [2, 5], [7, 4], [1, -6], [-2, 9]])
    return [
        case(np.array([2, 0, 3]), 5, 2, 20, "three different words"),
        case(np.array([1, 4, 1]), V, e, 21, "a word that occurs twice"),
        case(np.array([2, 4, 0, 4]), V, e, 22, "a second call with the same sizes"),
        case(np.array([3, 1, 3, 3, 0, 1]), 4, 3, 23, "words that occur two and three times"),
        case(np.array([0, 2, 1, 2]), 7, 5, 24, "words that do not occur"),
        case(np.array([1, 2, 1]), 3, 3, 25, "a square"),
        case(np.array([2]), 4, 2, 26, "a batch of one"),
        case(np.array([1, 1, 1, 1]), 3, 2, 27, "one word only"),
        Case((whole, np.array([2, 6, 2, 0, 6]), 7), "gradients that are whole numbers",
             sizes={"t": 5, "e": 2, "V": 7}, integers=True),
        case([4, 0, 4, 1, 0], 6, 3, 28, "a list"),
        case(np.array([1, 3, 1, 0, 3]), 7, 1, 29, "one number per word"),
        case(np.array([3, 1, 1, 3]), V, e, 30, "the sizes of an earlier call again"),
    ]


def _sum_backward(G, tokens, V):
    d_E = np.zeros((V, G.shape[1]))
    np.add.at(d_E, np.asarray(tokens), G)
    return d_E


def _backward(change):
    """A wrong gradient made from the right one: change(d_E, G, tokens, V)."""
    return lambda G, tokens, V: change(_sum_backward(G, tokens, V), G, np.asarray(tokens), V)


def _positions(keep):
    """A wrong gradient that loops over some positions only: keep(t) is a slice."""
    return lambda G, tokens, V: _sum_backward(G[keep], np.asarray(tokens)[keep], V)


def _backward_loop(G, tokens, V):
    d_E = [[0.0] * G.shape[1] for _ in range(V)]
    for g, w in zip(G, tokens, strict=True):
        d_E[w] = [old + float(new) for old, new in zip(d_E[w], g, strict=True)]
    return d_E


def _backward_one_hot(G, tokens, V):
    return np.eye(V, dtype=np.float32)[tokens].T @ G


def _backward_masks(G, tokens, V):
    tokens = np.asarray(tokens)
    return np.stack([G[tokens == w].sum(axis=0) for w in range(V)])


def _backward_bincount(G, tokens, V):
    return np.stack([np.bincount(tokens, column, V) for column in G.T], axis=1)


def _backward_sorted(G, tokens, V):
    tokens = np.array(tokens)
    order = np.argsort(tokens, kind="stable")
    words, starts = np.unique(tokens[order], return_index=True)
    d_E = np.zeros((V, G.shape[1]))
    d_E[words] = np.add.reduceat(G[order].astype(float), starts, axis=0)
    return d_E


def _backward_einsum(G, tokens, V):
    J = (np.asarray(tokens)[:, None] == np.arange(V)).astype(np.float32)
    return np.einsum("tw,te->we", J, G.astype(np.float32))


def _backward_subtract(G, tokens, V):
    d_E = np.zeros((V, G.shape[-1]), dtype=G.dtype)
    np.subtract.at(d_E, tokens, G)
    return -d_E


def _plus_equals(G, tokens, V):
    d_E = np.zeros((V, G.shape[1]))
    d_E[np.asarray(tokens)] += G
    return d_E


def _minus_equals(G, tokens, V):
    return -_plus_equals(G, tokens, V)


def _first_wins(G, tokens, V):
    return _plus_equals(G[::-1], np.asarray(tokens)[::-1], V)


def _counts(tokens, V):
    return np.bincount(tokens, minlength=V)[:, None]


def _mean_with_nan(G, tokens, V):
    with np.errstate(invalid="ignore"):
        return _sum_backward(G, tokens, V) / _counts(tokens, V)


def _largest(start):
    def wrong(G, tokens, V):
        d_E = np.full((V, G.shape[1]), start)
        np.maximum.at(d_E, np.asarray(tokens), G)
        return np.where(_counts(tokens, V) > 0, d_E, 0)
    return wrong


def _shifted(G, tokens, V):
    return _sum_backward(G, (np.asarray(tokens) + 1) % V, V)


def _shifted_error(G, tokens, V):
    return _sum_backward(G, np.asarray(tokens) + 1, V)


def _gather(G, tokens, V):
    d_E = np.zeros((V, G.shape[1]))
    for i, w in enumerate(tokens):
        d_E[i] += G[w]
    return d_E


def _by_word_number(G, tokens, V):
    d_E = np.zeros((V, G.shape[1]))
    for w in tokens:
        d_E[w] += G[w]
    return d_E


def _by_position(G, tokens, V):
    d_E = np.zeros((V, G.shape[1]))
    for i in range(len(G)):
        d_E[i] += G[i]
    return d_E


def _truncates(G, tokens, V):
    d_E = np.zeros((V, G.shape[1]), dtype=int)
    for g, w in zip(G, tokens, strict=True):
        d_E[w] = d_E[w] + g
    return d_E


def _whole_numbers_refused(G, tokens, V):
    d_E = np.zeros_like(np.broadcast_to(G[:1], (V, G.shape[1])))
    for i, w in enumerate(tokens):
        d_E[w] += G[i] / 1.0
    return d_E


def _of_unique(pick):
    """Something done with the different words only: pick(words, G, tokens, V)."""
    return lambda G, tokens, V: pick(np.unique(tokens), G, np.asarray(tokens), V)


def _sorted_with_first_rows(words, G, tokens, V):
    return _sum_backward(G[:len(words)], words, V)


def _unsorted_reduceat(G, tokens, V):
    return _sum_backward(G, np.sort(tokens), V)


def _only_single_words(d_E, G, tokens, V):
    return np.where(_counts(tokens, V) == 1, d_E, 0)


def _doubling(G, tokens, V):
    d_E = np.zeros((V, G.shape[1]))
    for g, w in zip(G, tokens, strict=True):
        d_E[w] += d_E[w] + g
    return d_E


def _runs(which):
    """Of a run of equal words only one gradient, the first or the last, arrives."""
    def wrong(G, tokens, V):
        d_E, tokens = np.zeros((V, G.shape[1])), np.asarray(tokens)
        for i, w in enumerate(tokens):
            other = i - 1 if which == 0 else i + 1
            if not (0 <= other < len(tokens) and tokens[other] == w):
                d_E[w] += G[i]
        return d_E
    return wrong


def _list_dress(wrong):
    """The same mistake, with plain lists as results of the loop."""
    return lambda G, tokens, V: wrong(G, tokens, V).tolist()


def _dictionary(G, tokens, V):
    rows = {int(w): g for g, w in zip(G, tokens, strict=True)}
    return np.array([rows.get(w, np.zeros(G.shape[1])) for w in range(V)])


def _collected(change):
    """The gradients of each word, (k, e), turned into its row by ``change``."""
    def wrong(G, tokens, V):
        d_E, tokens = np.zeros((V, G.shape[1])), np.asarray(tokens)
        for w in np.unique(tokens):
            d_E[w] = change(G[tokens == w].astype(float))
        return d_E
    return wrong


def _running_over_words(G, tokens, V):
    """One accumulator for all words, never set back."""
    d_E, total, tokens = np.zeros((V, G.shape[1])), np.zeros(G.shape[1]), np.asarray(tokens)
    for w in range(V):
        if np.any(tokens == w):
            total = total + G[tokens == w].sum(axis=0)
            d_E[w] = total
    return d_E


def _running_over_positions(G, tokens, V):
    """The gradients of all positions so far are written, not added, to the word's row."""
    d_E, total = np.zeros((V, G.shape[1])), np.zeros(G.shape[1])
    for g, w in zip(G, tokens, strict=True):
        total = total + g
        d_E[w] = total
    return d_E


def _rows_by_kind(size):
    """Zeros with a wrong number of rows, filled by a loop."""
    def wrong(G, tokens, V):
        d_E = np.zeros((size(G, tokens, V), G.shape[1]))
        for g, w in zip(G, tokens, strict=True):
            d_E[w] += g
        return d_E
    return wrong


def _running(d_E, G, tokens, V):
    return np.cumsum(d_E, axis=0)


def _in_batch_rows(G, tokens, V):
    d_E = np.zeros(G.shape)
    np.add.at(d_E, np.asarray(tokens), G)
    return d_E


def _list_mask(G, tokens, V):
    d_E = np.zeros((V, G.shape[1]))
    for w in range(V):
        d_E[w] = G[tokens == w].sum(axis=0)
    return d_E


def _list_mask_silent(G, tokens, V):
    if isinstance(tokens, list):
        return np.zeros((V, G.shape[1]))
    return _sum_backward(G, tokens, V)


def _kept(add):
    """A wrong gradient that keeps something from call to call.

    The engine may ask for any case alone, so the calls before it are made again: the answer
    is that of a fresh function which has met the cases in their order.
    """
    def wrong(G, tokens, V):
        memory = {}
        for case in _backward_cases():
            if V == case.args[2] and np.array_equal(G, case.args[0]):
                break
            with contextlib.suppress(ValueError, IndexError):
                add(memory, case.args[0], np.asarray(case.args[1]), case.args[2])
        return add(memory, G, np.asarray(tokens), V)
    return wrong


def _kept_per_shape(memory, G, tokens, V):
    d_E = memory.setdefault((V, G.shape[1]), np.zeros((V, G.shape[1])))
    np.add.at(d_E, tokens, G)
    return d_E


def _kept_per_size(memory, G, tokens, V):
    d_E = memory.setdefault(V, np.zeros((V, G.shape[1])))
    np.add.at(d_E, tokens, G)
    return d_E


def _kept_list(memory, G, tokens, V):
    rows = memory.setdefault("rows", [])
    while len(rows) < V:
        rows.append(np.zeros(G.shape[1]))
    for g, w in zip(G, tokens.tolist(), strict=True):
        rows[w] = rows[w] + g
    return np.array(rows[:V])


def _kept_until_other_shape(memory, G, tokens, V):
    if memory.get("d_E") is None or memory["d_E"].shape != (V, G.shape[1]):
        memory["d_E"] = np.zeros((V, G.shape[1]))
    np.add.at(memory["d_E"], tokens, G)
    return memory["d_E"]


def _kept_from_first_call(memory, G, tokens, V):
    d_E = memory.setdefault("d_E", np.zeros((V, G.shape[1])))
    np.add.at(d_E, tokens, G)
    return d_E


def _kept_per_word(memory, G, tokens, V):
    for g, w in zip(G, tokens.tolist(), strict=True):
        memory[w] = memory.get(w, 0) + g
    return np.stack([memory.get(w, np.zeros(G.shape[1])) for w in range(V)])


def _kept_overwritten(memory, G, tokens, V):
    d_E = memory.setdefault((V, G.shape[1]), np.zeros((V, G.shape[1])))
    d_E[tokens] = G
    return d_E


def _kept_overwritten_until_other_shape(memory, G, tokens, V):
    if memory.get("d_E") is None or memory["d_E"].shape != (V, G.shape[1]):
        memory["d_E"] = np.zeros((V, G.shape[1]))
    memory["d_E"][tokens] = G
    return memory["d_E"]


def _kept_words_seen(memory, G, tokens, V):
    d_E, seen = np.zeros((V, G.shape[1])), memory.setdefault("seen", set())
    for g, w in zip(G, tokens.tolist(), strict=True):
        d_E[w] += g * (w not in seen)
        seen.add(w)
    return d_E


def _kept_rows(memory, G, tokens, V):
    memory.setdefault("rows", []).extend(_sum_backward(G, tokens, V))
    return np.array(memory["rows"])


_FORGET = "Make new zeros inside the function: a default argument or a global lives on."
_ALL = "Row w is the sum over all positions whose token is w."


def _list_equals(G, tokens, V):
    """tokens == w is a single False for a list: the rows of G keep an axis of their own."""
    return np.array([G[tokens == w].sum(axis=0) for w in range(V)])


def _paired_with_distinct(words):
    """Row i of G goes to the i-th different word."""
    def wrong(G, tokens, V):
        found = np.array(words(np.ravel(tokens).tolist()))
        return _sum_backward(G[:len(found)], found, V)
    return wrong


def _backward_slips():
    shift = "Words are counted from 0, and repeats are added: np.add.at, or a loop."
    absent = "Words that do not occur keep their zeros."

    def elsewhere(value):
        return _backward(lambda d, G, w, V: np.where(_counts(w, V) > 0, d, value))

    def moved(wrong, step):
        return lambda G, w, V: wrong(G, (np.asarray(w) + step) % V, V)

    rules = (
        *((f"duplicates/{which}-one-wins", f"a word that occurs twice keeps only its {which} "
           f"gradient, and each goes to the row {side} its word's", shift, moved(wrong, step))
          for which, wrong in (("last", _plus_equals), ("first", _first_wins))
          for step, side in ((-1, "before"), (1, "after"))),
        ("duplicates/last-one-wins", "a word that occurs twice keeps only its last gradient, and "
         "each goes to the row after its word's", shift,
         lambda G, w, V: _plus_equals(G, np.asarray(w) + 1, V)),
        ("factor/mean-over-positions", "each row is the mean over the word's positions, and goes "
         "to the row before its word's", "Add them up, and count the words from 0.",
         moved(_backward(lambda d, G, w, V: d / np.maximum(_counts(w, V), 1)), -1)),
        ("off-by-one/counted-from-one", "each gradient goes to the row before its word's, without "
         "its digits", "Words are counted from 0; keep the gradients as floats.",
         lambda G, w, V: _sum_backward(np.trunc(G), np.asarray(w) - 1, V)),
        ("unstable/empty-rows", "rows of words that do not occur are nan",
         absent + " Start from np.zeros.", elsewhere(np.nan)),
        ("unstable/empty-rows", "rows of words that do not occur are infinite",
         absent + " Start from np.zeros.", elsewhere(np.inf)),
        *(("neighbour-formula/empty-rows", f"rows of words that do not occur are {value}, not 0",
           absent, elsewhere(value)) for value in (1, -1)),
        ("shape/list-given", "an array works, with a plain list the axes do not fit",
         "Start with np.asarray(tokens): a list == w is a single False.", _list_equals),
        ("ignored-argument/tokens", "the rows of G come in their own order, over and over",
         "Row i of G belongs to row tokens[i].",
         lambda G, w, V: np.resize(G, (V, G.shape[1]))),
        ("ignored-argument/tokens", "the rows of G come in their own order, then zeros",
         "Row i of G belongs to row tokens[i].",
         lambda G, w, V: np.vstack([G, np.zeros((V, G.shape[1]))])[:V]),
        ("duplicates/unique-words-only", "the different words are paired with the first rows of G",
         "Walk over positions: word tokens[i] receives row i of G.",
         _paired_with_distinct(lambda w: list(dict.fromkeys(w)))),
        ("axis/summed-over-all", "every entry is the sum of all gradients", _ALL,
         lambda G, w, V: np.full((V, G.shape[1]), G.sum())),
        ("transpose/one-hot", "the one-hot rows come back, transposed", "Multiply them by G.",
         lambda G, w, V: np.eye(V)[w].T),
        ("off-by-one/numbers-left-out", "the last number of each gradient is left out",
         "Each row has e numbers.", _backward(
             lambda d, G, w, V: d * (np.arange(G.shape[1]) < G.shape[1] - 1))),
        ("off-by-one/numbers-left-out", "the first number of each gradient is left out",
         "Each row has e numbers.", _backward(
             lambda d, G, w, V: d * (np.arange(G.shape[1]) > 0))),
        ("omitted-term/first-number-only", "only the first number of each gradient comes back",
         "Each row has e numbers.", lambda G, w, V: _sum_backward(G[:, :1], w, V)),
        ("sign/absolute", "the sums have lost their signs", "Add the rows of G as they are.",
         _backward(lambda d, G, w, V: np.abs(d))),
        ("neighbour-formula/running-sum", "the numbers of each row are summed up from the left",
         "Each number stands for itself.", _backward(lambda d, G, w, V: np.cumsum(d, axis=1))),
        ("neighbour-formula/sorted-words", "the rows of G are put into the order of the words",
         "Row i of G goes to row tokens[i] of the result.",
         lambda G, w, V: G[np.argsort(w, kind="stable")]),
        ("neighbour-formula/sorted-gradients", "the gradients are sorted, the words are not",
         "Row i of G belongs to tokens[i].",
         lambda G, w, V: _sum_backward(np.sort(G, axis=0), w, V)),
        ("missing-return/first-row-only", "only the row of word 0 comes back",
         "Does the `return` stand inside the loop?", _backward(lambda d, G, w, V: d[0])),
        ("missing-return/first-row-only", "only the row of word 0 comes back",
         "Does the `return` stand inside the loop?", _backward(lambda d, G, w, V: d[:1])),
        ("missing-return/last-row-only", "only the row of the last word is filled",
         "Make the zeros before the loop, not in it.",
         _backward(lambda d, G, w, V: d * (np.arange(V) == V - 1)[:, None])),
        ("missing-return/last-row-only", "only the row of the last word comes back",
         "Collect the rows: each turn of the loop overwrites the one before.",
         _backward(lambda d, G, w, V: d[-1])),
        ("off-by-one/row-missing", "the row of word 0 is missing",
         "One row per word: V rows, 0 to V − 1.", _backward(lambda d, G, w, V: d[1:])),
        ("off-by-one/count-plus-one", "the sums are divided by the count plus one",
         "Add them up: no division.", _backward(lambda d, G, w, V: d / (_counts(w, V) + 1))),
        ("neighbour-formula/softmax", "the rows go through a softmax",
         "Add the rows of G as they are.",
         _backward(lambda d, G, w, V: np.exp(d) / np.exp(d).sum(1, keepdims=True))),
        ("shape/several-results", "more than the gradient comes back", "Return one array, (V, e).",
         _backward(lambda d, G, w, V: (d, _counts(w, V)[:, 0]))),
        *(("neighbour-formula/step-out", "the step −lr dE comes back, not the gradient",
           "Return the sums; the step comes later.", _backward(lambda d, G, w, V, lr=lr: -lr * d))
          for lr in (0.1, 0.01, 0.5)),
    )
    return [Mistake(id, wrong, what, where) for id, what, where, wrong in rules]

EMBED_BACKWARD = Exercise(
    id="embed_backward", title="Send the gradient into the table", notebook="06", number="6.3",
    signature="embed_backward(G, tokens, V)", lecture=("MAY24-1.4e", "MAY25-1.4e"),
    minutes=10, difficulty=2,
    reference=text.embed_backward, cases=_backward_cases,
    mistakes=(
        Mistake("duplicates/last-one-wins", _plus_equals,
                "a word that occurs twice keeps only its last gradient",
                "`d_E[tokens] += G` writes each row once, and so does `=` in a loop: np.add.at, "
                "or `+=` in a loop over the positions, adds one after the other."),
        Mistake("duplicates/last-one-wins", _minus_equals,
                "a word that occurs twice keeps only its last gradient, and the sign is flipped",
                "Add, and use np.add.at or a loop over the positions."),
        Mistake("duplicates/last-one-wins", lambda G, tokens, V: _plus_equals(
                    np.trunc(G), tokens, V),
                "a word that occurs twice keeps only its last gradient, without its digits",
                "Use np.add.at or a loop over the positions, and a float array."),
        Mistake("duplicates/first-one-wins", _first_wins,
                "a word that occurs twice keeps only its first gradient", _ALL),
        Mistake("duplicates/repeats-left-out", _backward(_only_single_words),
                "a word that occurs twice gets no gradient", _ALL),
        *(Mistake("duplicates/adjacent-repeats", wrong,
                  "where a word stands next to itself only one gradient arrives", _ALL)
          for wrong in (_runs(0), _runs(-1))),
        *(Mistake("duplicates/last-one-wins", wrong,
                  "a word that occurs twice keeps only its last gradient",
                  "Add: d_E[w] += G[i] in a loop over the positions, or np.add.at.")
          for wrong in (_list_dress(_plus_equals), _arrays_only(_plus_equals), _dictionary)),
        *(Mistake("duplicates/first-one-wins", wrong,
                  "a word that occurs twice keeps only its first gradient", _ALL)
          for wrong in (_arrays_only(_first_wins), _list_dress(_first_wins))),
        *(Mistake("neighbour-formula/product", wrong,
                  "the gradients of a word are multiplied", _ALL) for wrong in (
                      _collected(lambda rows: rows.prod(axis=0)),)),
        *(Mistake("neighbour-formula/largest", wrong,
                  "one of a word's gradients is kept, not their sum", _ALL)
          for wrong in (_collected(lambda rows: rows.max(axis=0)),
                        _collected(lambda rows: rows.min(axis=0)),
                        _collected(lambda rows: rows[np.abs(rows).sum(axis=1).argmax()]))),
        *(Mistake("neighbour-formula/median", wrong, "the median of a word's gradients is taken",
                  _ALL) for wrong in (_collected(lambda rows: np.median(rows, axis=0)),)),
        *(Mistake("neighbour-formula/running-sum", wrong,
                  "the sums of the words before are still in each row",
                  "Start each word's row from zeros.")
          for wrong in (_running_over_words, _running_over_positions)),
        *(Mistake("ignored-argument/vocabulary-size", _rows_by_kind(size),
                  "the number of rows is not V", "The result has V rows, whatever the batch holds.")
          for size in (lambda G, w, V: len(set(np.ravel(w).tolist())),
                       lambda G, w, V: G.shape[1])),
        Mistake("transpose/upstream", lambda G, tokens, V: _sum_backward(
                    G.T, tokens, V),
                "G is transposed", "G has one row per position already."),
        Mistake("transpose/one-hot", lambda G, tokens, V: np.eye(V)[np.asarray(tokens)] @ G,
                "the one-hot rows are not transposed: J G",
                "dE = Jᵀ G: (V, t)(t, e) = (V, e)."),
        *(Mistake("factor/divided", _backward(change), "the sums are divided",
                  "Add the rows of G: nothing is divided here.")
          for change in (lambda d, G, w, V: d / V, lambda d, G, w, V: d / G.shape[1],
                         lambda d, G, w, V: d / len(np.unique(w)),
                         lambda d, G, w, V: d / G.size)),
        *(Mistake("neighbour-formula/unit-length", _backward(change),
                  "the rows are scaled", "Add the rows of G as they are.")
          for change in (
              lambda d, G, w, V: d / np.maximum(
                  np.linalg.norm(d, axis=1, keepdims=True), 1e-12),
              lambda d, G, w, V: d / max(np.linalg.norm(d), 1e-12))),
        *(Mistake("factor/root-of-count", _backward(change),
                  "the sum is divided by the root of the count", "Add: no division.")
          for change in (lambda d, G, w, V: d / np.sqrt(np.maximum(_counts(w, V), 1)),)),
        *(Mistake("duplicates/counted-twice", _backward(change),
                  "a word that occurs twice gets more than its sum", _ALL)
          for change in (lambda d, G, w, V: d + _plus_equals(G, w, V) * (_counts(w, V) > 1),)),
        *(Mistake("integer/rounded", _backward(lambda d, G, w, V, n=n: np.round(d, n)),
                  "the result is rounded", "Keep the digits.") for n in (1,)),
        Mistake("duplicates/counted-again", _backward(
                    lambda d, G, w, V: d * _counts(w, V)),
                "a word that occurs k times gets its whole sum k times",
                "Add the sum once per word, or one gradient per position, not both."),
        Mistake("duplicates/one-times-count", lambda G, tokens, V: _plus_equals(
                    G, tokens, V) * _counts(tokens, V),
                "one gradient of the word is multiplied by how often it occurs", _ALL),
        Mistake("duplicates/one-times-count", lambda G, tokens, V: _first_wins(
                    G, tokens, V) * _counts(tokens, V),
                "one gradient of the word is multiplied by how often it occurs", _ALL),
        Mistake("duplicates/doubled", _doubling,
                "what a row already holds is added again", "`d_E[w] += g` is enough."),
        Mistake("duplicates/unique-words-only", _of_unique(_sorted_with_first_rows),
                "the different words are paired with the first rows of G",
                "Walk over positions: word tokens[i] receives row i of G."),
        Mistake("factor/mean-over-positions", _backward(
                    lambda d, G, w, V: d / np.maximum(_counts(w, V), 1)),
                "each row is the mean over the word's positions", "Add them up: no division."),
        Mistake("factor/mean-over-positions", _mean_with_nan,
                "each row is the mean over the word's positions, 0/0 where there are none",
                "Add them up: no division."),
        Mistake("factor/mean-over-positions", _arrays_only(_mean_with_nan),
                "each row is the mean over the word's positions, 0/0 where there are none",
                "Add them up: no division."),
        Mistake("factor/mean-over-positions", _arrays_only(_backward(
                    lambda d, G, w, V: d / np.maximum(_counts(w, V), 1))),
                "each row is the mean over the word's positions", "Add them up: no division."),
        Mistake("duplicates/counted-again", _arrays_only(_backward(
                    lambda d, G, w, V: d * _counts(w, V))),
                "a word that occurs k times gets its whole sum k times",
                "Add the sum once per word, or one gradient per position, not both."),
        Mistake("off-by-one/counted-from-one", _arrays_only(lambda G, tokens, V: _sum_backward(
                    G, tokens - 1, V)),
                "each gradient goes to the row before its word's", "Words are counted from 0."),
        Mistake("off-by-one/next-row", _arrays_only(_shifted_error),
                "each gradient goes to the row after its word's", "Words are counted from 0."),
        Mistake("ignored-argument/vocabulary-size", _arrays_only(lambda G, tokens, V:
                    _sum_backward(G, tokens, tokens.max() + 1)),
                "the result has only as many rows as the largest number in `tokens` asks for",
                "It has V rows: words that do not occur keep their zeros."),
        Mistake("axis/summed-over-numbers", _arrays_only(_backward(
                    lambda d, G, w, V: d.sum(axis=1, keepdims=True) * np.ones((1, G.shape[1])))),
                "the e numbers of a gradient are added up",
                "`.sum()` without an axis adds everything: use axis=0."),
        Mistake("factor/t-times-too-small", _backward(lambda d, G, w, V: d / len(G)),
                "every entry is divided by the number of positions t",
                "The 1/t already is in G: nothing is divided here."),
        Mistake("off-by-one/counted-from-one", lambda G, tokens, V: _sum_backward(
                    G, np.asarray(tokens) - 1, V),
                "each gradient goes to the row before its word's", "Words are counted from 0."),
        Mistake("off-by-one/next-row", _shifted,
                "each gradient goes to the row after its word's", "Words are counted from 0."),
        Mistake("off-by-one/next-row", _shifted_error,
                "each gradient goes to the row after its word's", "Words are counted from 0."),
        Mistake("off-by-one/next-row", lambda G, tokens, V: _sum_backward(
                    G, np.asarray(tokens) + 1, V + 1),
                "the table has a row too many and starts at row 1", "Words are counted from 0, "
                "and there are V of them."),
        Mistake("off-by-one/extra-row", lambda G, tokens, V: _sum_backward(G, tokens, V + 1),
                "the result has a row too many", "One row per word: V rows, 0 to V − 1."),
        Mistake("off-by-one/row-missing", _backward(lambda d, G, w, V: d[:-1]),
                "the last row is missing", "One row per word: V rows, 0 to V − 1."),
        Mistake("off-by-one/row-missing", lambda G, tokens, V: _sum_backward(G, tokens, V - 1),
                "the last row is missing", "One row per word: V rows, 0 to V − 1."),
        Mistake("off-by-one/row-missing", _backward(
                    lambda d, G, w, V: np.where(np.arange(V)[:, None] < V - 1, d, 0)),
                "the last word of the vocabulary is left out", "`range(V)` already stops before "
                "V."),
        Mistake("off-by-one/last-position-left-out", _positions(np.s_[:-1]),
                "the last position is left out", "`range(n)` already stops before n."),
        Mistake("off-by-one/first-position-left-out", _positions(np.s_[1:]),
                "the first position is left out", "Positions start at 0."),
        Mistake("missing-return/first-position-only", _positions(np.s_[:1]),
                "only the first position is used", "A `return` inside the loop ends it there."),
        Mistake("omitted-term/last-position-only", _positions(np.s_[-1:]),
                "only the last position is used",
                "The zeros are made anew on every turn of the loop: make them before it."),
        Mistake("neighbour-formula/counts-only", _backward(
                    lambda d, G, w, V: _counts(w, V) * np.ones((1, G.shape[1]))),
                "the entries count how often each word occurs", "Add the rows of G, not 1."),
        Mistake("neighbour-formula/counts-only", _backward(lambda d, G, w, V: _counts(w, V)[:, 0]),
                "the result counts how often each word occurs", "Add the rows of G, not 1."),
        Mistake("neighbour-formula/counts-only", _backward(
                    lambda d, G, w, V: (_counts(w, V) > 0) * np.ones((1, G.shape[1]))),
                "the entries say only whether a word occurs", "Add the rows of G, not 1."),
        Mistake("omitted-term/one-hot-only", lambda G, tokens, V: np.eye(V)[tokens],
                "the one-hot rows come back, without G", "Multiply: one-hot transposed times G."),
        Mistake("neighbour-formula/starts-at-one", _backward(lambda d, G, w, V: d + 1),
                "every entry is 1 too large", "Start from zeros."),
        Mistake("convention/row-0-is-padding", _backward(
                    lambda d, G, w, V: d * (np.arange(V) > 0)[:, None]),
                "word 0 gets no gradient, as if it were padding",
                "That is another convention: here row 0 is a row like the others."),
        Mistake("sign/flipped", _backward(lambda d, G, w, V: -d),
                "every entry has the opposite sign",
                "The step subtracts the gradient; the gradient itself is the sum."),
        Mistake("transpose/result", _backward(lambda d, G, w, V: d.T),
                "the result is the transpose of what is asked",
                "One row per word, like E: shape (V, e)."),
        Mistake("neighbour-formula/gather", _gather,
                "rows of G are picked by word number and stored by position",
                "The other way round: row i of G goes to row tokens[i]."),
        Mistake("neighbour-formula/gather", lambda G, tokens, V: G[np.asarray(tokens)],
                "rows of G are looked up by word number",
                "The other way round: row i of G goes to row tokens[i]."),
        Mistake("neighbour-formula/word-number-as-position", _by_word_number,
                "the word's number is used to pick a row of G",
                "G has one row per position: use G[i] for tokens[i]."),
        Mistake("ignored-argument/tokens", _by_position,
                "row i of G goes to row i, whatever the word is", "It belongs to row tokens[i]."),
        Mistake("ignored-argument/tokens", lambda G, tokens, V: G,
                "G itself comes back", "Its row i belongs to row tokens[i] of the result."),
        Mistake("ignored-argument/vocabulary-size", lambda G, tokens, V: _sum_backward(
                    G, tokens, np.max(tokens) + 1),
                "the result has only as many rows as the largest number in `tokens` asks for",
                "It has V rows: words that do not occur keep their zeros."),
        Mistake("shape/only-words-that-occur", _of_unique(
                    lambda u, G, w, V: _sum_backward(G, w, V)[u]),
                "only the words that occur have a row",
                "The result has V rows: words that do not occur keep their zeros."),
        Mistake("shape/only-words-that-occur", _of_unique(
                    lambda u, G, w, V: _sum_backward(G, w, V)[list(dict.fromkeys(w.tolist()))]),
                "only the words that occur have a row",
                "The result has V rows: words that do not occur keep their zeros."),
        Mistake("shape/only-words-that-occur", _of_unique(
                    lambda u, G, w, V: _sum_backward(G, w, V)[w]),
                "there is one row per position",
                "The result has one row per word of the vocabulary: V rows."),
        Mistake("shape/only-words-that-occur", _of_unique(
                    lambda u, G, w, V: (u, _sum_backward(G, w, V)[u])),
                "the words that occur and their rows come back",
                "Return one array with V rows."),
        Mistake("shape/only-words-that-occur", lambda G, tokens, V: {
                    int(w): _sum_backward(G, tokens, V)[w] for w in np.unique(tokens)},
                "a dictionary of the words that occur comes back",
                "Return one array with V rows."),
        Mistake("shape/only-words-that-occur", lambda G, tokens, V: {
                    w: _sum_backward(G, tokens, V)[w] for w in tokens},
                "a dictionary of the words that occur comes back",
                "Return one array with V rows."),
        Mistake("shape/shape-of-gradient", _in_batch_rows,
                "the result has the shape of G", "It has the shape of the table: (V, e)."),
        Mistake("shape/extra-axis", _backward(lambda d, G, w, V: d[None]),
                "the result has an axis too many", "Its shape is (V, e)."),
        Mistake("shape/flattened", _backward(lambda d, G, w, V: d.ravel()),
                "the rows are joined to one", "The result has the shape of the table: (V, e)."),
        Mistake("shape/squeezed", _backward(lambda d, G, w, V: d.squeeze()),
                "axes of length 1 are dropped", "The shape is (V, e), for e = 1 too."),
        Mistake("shape/list-given", _list_mask,
                "an array works, a plain list does not",
                "Start with np.asarray(tokens): a list == w is a single False."),
        Mistake("shape/list-given", _list_mask_silent,
                "a plain list gives zeros",
                "Start with np.asarray(tokens): a list == w is a single False."),
        Mistake("axis/summed-over-positions", _backward(
                    lambda d, G, w, V: (_counts(w, V) > 0) * G.sum(axis=0)),
                "every word that occurs gets the sum over all positions", _ALL),
        Mistake("axis/summed-over-positions", _backward(
                    lambda d, G, w, V: _counts(w, V) * G.sum(axis=0)),
                "every word gets the sum over all positions", _ALL),
        Mistake("axis/summed-over-positions", _backward(
                    lambda d, G, w, V: np.zeros((V, 1)) + G.sum(axis=0)),
                "every row gets the sum over all positions", _ALL),
        Mistake("axis/summed-over-positions", _backward(lambda d, G, w, V: G.sum(axis=0)),
                "one row comes back: the sum over all positions", _ALL),
        Mistake("axis/summed-over-positions", _backward(
                    lambda d, G, w, V: (_counts(w, V) > 0) * G.mean(axis=0)),
                "every word that occurs gets the mean over all positions", _ALL),
        Mistake("axis/summed-over-numbers", _backward(
                    lambda d, G, w, V: d.sum(axis=1, keepdims=True) * np.ones((1, G.shape[1]))),
                "the e numbers of a gradient are added up",
                "`.sum()` without an axis adds everything: use axis=0."),
        Mistake("axis/summed-over-numbers", _backward(lambda d, G, w, V: d.sum(axis=1)),
                "the e numbers of a gradient are added up", "The shape is (V, e)."),
        Mistake("axis/summed-over-numbers", _backward(
                    lambda d, G, w, V: d.sum(axis=1, keepdims=True)),
                "the e numbers of a gradient are added up", "The shape is (V, e)."),
        Mistake("neighbour-formula/running-sum", _backward(_running),
                "the rows are summed up from the top", "Each word's row stands for itself."),
        Mistake("neighbour-formula/largest", _largest(0.0),
                "the largest gradient is kept, not the sum", _ALL),
        Mistake("neighbour-formula/largest", _largest(-np.inf),
                "the largest gradient is kept, not the sum", _ALL),
        Mistake("neighbour-formula/sorted-words", _unsorted_reduceat,
                "the words are sorted, the gradients are not", "Sort both in the same order, or "
                "none."),
        Mistake("neighbour-formula/reversed", lambda G, tokens, V: _sum_backward(
                    G[::-1], tokens, V),
                "the gradients are paired with the words in reversed order",
                "Row i of G belongs to tokens[i]."),
        Mistake("sign/from-the-end", _backward(lambda d, G, w, V: d[::-1]),
                "the rows are counted from the end", "Word w owns row w."),
        Mistake("neighbour-formula/squared", lambda G, tokens, V: _sum_backward(
                    np.asarray(G) ** 2, tokens, V),
                "the gradients are squared", "Add the rows of G as they are."),
        Mistake("neighbour-formula/squared", lambda G, tokens, V: _sum_backward(
                    np.abs(G), tokens, V),
                "the gradients lose their sign", "Add the rows of G as they are."),
        Mistake("factor/times-word-number", lambda G, tokens, V: _sum_backward(
                    G * np.asarray(tokens)[:, None], tokens, V),
                "each gradient is multiplied by its word's number", "Add the rows as they are."),
        Mistake("in-place/kept-between-calls", _kept(_kept_per_shape),
                "the sums of earlier calls are still in the result", _FORGET),
        Mistake("in-place/kept-between-calls", _kept(_kept_per_size),
                "the sums of earlier calls are still in the result", _FORGET),
        Mistake("in-place/kept-between-calls", _kept(_kept_list),
                "the sums of earlier calls are still in the result", _FORGET),
        Mistake("in-place/kept-between-calls", _kept(_kept_until_other_shape),
                "the sums of earlier calls are still in the result", _FORGET),
        Mistake("in-place/kept-between-calls", _kept(_kept_from_first_call),
                "the table of the first call is used for all later ones", _FORGET),
        Mistake("in-place/kept-between-calls", _kept(_kept_per_word),
                "the sums of earlier calls are still in the result", _FORGET),
        Mistake("in-place/kept-between-calls", _kept(_kept_overwritten),
                "rows that an earlier call wrote are still in the result", _FORGET),
        Mistake("in-place/kept-between-calls", _kept(_kept_overwritten_until_other_shape),
                "rows that an earlier call wrote are still in the result", _FORGET),
        Mistake("in-place/kept-between-calls", _kept(_kept_words_seen),
                "words that an earlier call met get nothing", _FORGET),
        Mistake("in-place/kept-between-calls", _kept(_kept_rows),
                "the rows of earlier calls are still in the result", _FORGET),
        Mistake("integer/truncated", _truncates,
                "the digits after the point are lost",
                "The zeros are integers: make them with dtype=float."),
        Mistake("integer/truncated", _backward(lambda d, G, w, V: np.trunc(d)),
                "the digits after the point are lost",
                "The zeros are integers: make them with dtype=float."),
        Mistake("integer/truncated", lambda G, tokens, V: _sum_backward(np.trunc(G), tokens, V),
                "the digits after the point are lost",
                "Keep the gradients as floats: no int(), no integer array."),
        Mistake("integer/truncated", _backward(lambda d, G, w, V: np.round(d)),
                "the result is rounded", "Keep the digits."),
        Mistake("integer/integer-input", _whole_numbers_refused,
                "right for fractions, wrong when G holds whole numbers",
                "zeros_like and dtype=G.dtype make integers then: give dtype=float."),
        *_backward_slips(),
    ),
    hints=("Which rows of the result stay 0, and what does a word that occurs twice receive?",
           "Every position sends its row of G to the row of its word, and rows that meet are "
           "added.",
           "dE[w] = sum of G[i] over all i with tokens[i] = w; np.add.at(dE, tokens, G) does "
           "it in one line"),
    formula="dE[w] = Σ over i with tokens[i] = w of G[i]   (one-hotᵀ G)",
    variation="compute it as one_hot(tokens, V).T @ G and compare the times for V = 50,000.",
    right=(_backward_loop, _backward_one_hot, _backward_masks, _backward_bincount,
           _backward_sorted, _backward_einsum, _backward_subtract),
    awkward=_backward_loop,
)

# --- 6.4 nearest_neighbours ----------------------------------------------------------------------


def nearest_neighbours(E, row, count):
    """The `count` rows of E with the largest cosine to one row: (rows, cosines), best first.

    E (|V|, e) without rows of zeros, row an integer counted from 0; it is not its own
    neighbour. Lecture MAY24-1.4f.
    """
    return text.nearest_neighbours(E, row, count, measure="cosine")


def _neighbour_cases():
    compass = np.array([[2.0, 0.0], [0.0, 3.0], [1.0, 0.5], [-4.0, 0.5], [0.3, -0.1]])
    rng = np.random.default_rng(6)
    seven = np.round(rng.normal(size=(7, 3)), 1) * np.array([[1], [4], [1], [2], [1], [3], [1]])
    square = np.array([[1.0, 0.2, 0.1], [0.1, 4.0, 0.3], [0.5, 1.0, -1.5]])
    return [
        Case((compass, 0, 2), "five words around a centre", sizes={"V": 5, "e": 2}),
        Case((compass, 3, 4), "all the other words", sizes={"V": 5, "e": 2}),
        Case((seven, 4, 3), "seven words, three numbers each", sizes={"V": 7, "e": 3}),
        Case((seven, 1, 5), "a long vector", sizes={"V": 7, "e": 3}),
        Case((square, 1, 1), "one neighbour", sizes={"V": 3, "e": 3}),
        Case((np.array([[3, 1], [1, 3], [-2, 1], [10, 1]]), 1, 2), "whole numbers",
             sizes={"V": 4, "e": 2}, integers=True),
    ]


def _cosines(E, row):
    lengths = np.linalg.norm(E, axis=1)
    return E @ E[row] / (lengths * lengths[row])


def _ranked(scores, row, count, *, best=-1):
    order = np.argsort(best * np.asarray(scores), kind="stable")
    order = order[order != row][:count]
    return order, np.asarray(scores)[order]


def _neighbours_by(score, best=-1):
    return lambda E, row, count: _ranked(score(E, row), row, count, best=best)


def _neighbours_loop(E, row, count):
    found = []
    for w in range(len(E)):
        if w != row:
            dot = sum(float(a) * float(b) for a, b in zip(E[w], E[row], strict=True))
            size = sum(float(a) ** 2 for a in E[w]) * sum(float(a) ** 2 for a in E[row])
            found.append((-dot / size ** 0.5, w))
    found = sorted(found)[:count]
    return [w for _, w in found], [-negative for negative, _ in found]


def _neighbours_minus_inf(E, row, count):
    unit = E / np.sqrt((E ** 2).sum(axis=1, keepdims=True))
    c = unit @ unit[row]
    c[row] = -np.inf
    best = c.argsort()[::-1][:count]
    return best, c[best]


def _neighbours_float32(E, row, count):
    E = E.astype(np.float32)
    c = np.einsum("we,e->w", E, E[row]) / (np.linalg.norm(E, axis=1) * np.linalg.norm(E[row]))
    best = [w for w in np.argsort(-c) if w != row][:count]
    return np.array(best), c[best]


def _with_itself(E, row, count):
    c = _cosines(E, row)
    order = np.argsort(-c, kind="stable")[:count]
    return order, c[order]


def _kept_best_last(E, row, count):
    rows, cosines = nearest_neighbours(E, row, count)
    return rows[::-1], cosines[::-1]


def _renumbered(E, row, count):
    rows, cosines = nearest_neighbours(E, row, count)
    return np.where(rows > row, rows - 1, rows), cosines


def _normalises_argument(E, row, count):
    E /= np.linalg.norm(E, axis=1, keepdims=True)
    return nearest_neighbours(E, row, count)


_COSINE = "Divide the dot product by both lengths."

def _in_order_of(score, best=-1):
    """The right cosines, but in the order, and of the rows, that another score picks."""
    def wrong(E, row, count):
        rows, _ = _ranked(score(E, row), row, count, best=best)
        return rows, _cosines(E, row)[rows]
    return wrong


def _own_as_zero(E, row, count):
    """The word's own cosine is replaced by 0, and the word is not left out."""
    c = _cosines(E, row)
    c[row] = 0.0
    order = np.argsort(-c, kind="stable")[:count]
    return order, c[order]


def _without_the_best(E, row, count):
    """The first of the ranking by dot products is taken for the word itself."""
    c = E @ E[row]
    order = np.argsort(-c, kind="stable")[1:count + 1]
    return order, c[order]


def _neighbour_slips():
    def cosines_of(change):
        def wrong(E, row, count):
            rows, cosines = nearest_neighbours(E, row, count)
            return rows, change(cosines)
        return wrong

    def both(change):
        return lambda E, row, count: tuple(map(change, nearest_neighbours(E, row, count)))

    def moved(change):
        """The table is shifted before the cosines are computed."""
        def wrong(E, row, count):
            E = np.array(change(E), float)
            with np.errstate(all="ignore"):
                return _ranked(_cosines(E, row), row, count)
        return wrong

    length = np.linalg.norm
    as_is = "Return the cosines as they are."
    rules = (
        ("neighbour-formula/dot-product", "the words are ranked by the dot product: long vectors "
         "win", "Rank by the cosine as well.", _in_order_of(lambda E, r: E @ E[r])),
        ("neighbour-formula/distance", "the words are ranked by the Euclidean distance",
         "Rank by the cosine as well.", _in_order_of(lambda E, r: length(E - E[r], axis=1), 1)),
        ("neighbour-formula/distance", "the squared distance is used, with a minus",
         "The cosine compares directions: " + _COSINE,
         _neighbours_by(lambda E, r: -((E - E[r]) ** 2).sum(1))),
        ("neighbour-formula/distance", "the squared distance is used",
         "The cosine compares directions: " + _COSINE,
         _neighbours_by(lambda E, r: ((E - E[r]) ** 2).sum(1), best=1)),
        ("neighbour-formula/distance", "the sum of the absolute differences is used",
         "The cosine compares directions: " + _COSINE,
         _neighbours_by(lambda E, r: np.abs(E - E[r]).sum(1), best=1)),
        ("neighbour-formula/distance", "the sum of the absolute differences is used, with a minus",
         "The cosine compares directions: " + _COSINE,
         _neighbours_by(lambda E, r: -np.abs(E - E[r]).sum(1))),
        ("neighbour-formula/other-length", "the length is taken as a sum of absolute values",
         "A length is the root of the sum of squares.",
         _neighbours_by(lambda E, r: E @ E[r] / (np.abs(E).sum(1) * np.abs(E[r]).sum()))),
        ("neighbour-formula/other-length", "the dot product is divided by the root of the lengths",
         _COSINE, _neighbours_by(lambda E, r: E @ E[r] / np.sqrt(
             length(E, axis=1) * length(E[r])))),
        ("neighbour-formula/other-length", "the dot product is divided by the sum of the lengths",
         _COSINE, _neighbours_by(lambda E, r: E @ E[r] / (length(E, axis=1) + length(E[r])))),
        ("neighbour-formula/other-length", "the dot product is divided by the number of entries",
         _COSINE, _neighbours_by(lambda E, r: E @ E[r] / E.shape[1])),
        ("axis/columns", "the columns of the table are scaled to length 1, not the rows",
         "axis=1, keepdims=True: one length per word.",
         _neighbours_by(lambda E, r: (E / length(E, axis=0)) @ (E / length(E, axis=0))[r])),
        ("neighbour-formula/centred", "the mean of all words is subtracted first",
         "The cosine compares the rows as they are.", moved(lambda E: E - E.mean(axis=0))),
        ("neighbour-formula/centred", "each row's mean is subtracted first: a correlation",
         "The cosine compares the rows as they are.",
         moved(lambda E: E - E.mean(axis=1, keepdims=True))),
        ("integer/truncated", "the table has lost its digits after the point",
         "No int() and no integer array.", moved(np.trunc)),
        *(("integer/rounded", "the cosines are rounded", as_is,
           cosines_of(lambda c, n=n: np.round(c, n))) for n in (1, 2, 3)),
        ("neighbour-formula/squared", "the cosines are squared", as_is, cosines_of(np.square)),
        ("sign/absolute-value", "the cosines have lost their signs after the ranking", as_is,
         cosines_of(np.abs)),
        ("sign/flipped", "the cosines have the opposite sign", "Sort by −cos, return cos.",
         cosines_of(np.negative)),
        ("off-by-one/one-too-few", "one neighbour too few comes back",
         "Take `count` of them after leaving out `row`.", both(lambda part: part[:-1])),
        ("off-by-one/best-left-out", "the best neighbour is left out",
         "Leave out `row`, and nothing else.", both(lambda part: part[1:])),
        ("off-by-one/best-left-out", "the best neighbour is left out, and one more is taken",
         "Leave out `row`, and nothing else.", lambda E, row, count: tuple(
             part[1:] for part in nearest_neighbours(E, row, min(count + 1, len(E) - 1)))),
        ("missing-return/last-only", "only the last neighbour comes back",
         "Collect them: each turn of the loop overwrites the one before.",
         both(lambda part: part[-1:])),
        ("missing-return/cosines-only", "only the cosines come back",
         "Return the pair `rows, cosines`.",
         lambda E, row, count: nearest_neighbours(E, row, count)[1]),
        ("missing-return/cosines-only", "the cosines of all words come back",
         "Rank them, and return the pair `rows, cosines`.",
         lambda E, row, count: _cosines(E, row)),
        ("neighbour-formula/vectors", "the neighbours' vectors come back, not their row numbers",
         "Return the row numbers, then the cosines.", lambda E, row, count: (
             E[nearest_neighbours(E, row, count)[0]], nearest_neighbours(E, row, count)[1])),
        ("neighbour-formula/not-ranked", "the neighbours come in the order of the table",
         "Best first.", lambda E, row, count: (lambda rows: (rows, _cosines(E, row)[rows]))(
             np.sort(nearest_neighbours(E, row, count)[0]))),
        ("neighbour-formula/not-ranked", "the first words of the table come back",
         "Rank by the cosine, best first.", lambda E, row, count: (lambda rows: (
             rows, _cosines(E, row)[rows]))(np.delete(np.arange(len(E)), row)[:count])),
        ("neighbour-formula/not-ranked", "the cosines do not belong to the rows: their order is "
         "that of the table", "Take the cosines in the same order: cos[rows].",
         lambda E, row, count: (nearest_neighbours(E, row, count)[0],
                                np.delete(_cosines(E, row), row)[:count])),
        ("neighbour-formula/rank-of-each", "each word's place in the ranking comes back",
         "argsort once: it lists the rows, best first.", lambda E, row, count: (
             np.argsort(np.argsort(-_cosines(E, row), kind="stable"))[:count],
             nearest_neighbours(E, row, count)[1])),
        ("omitted-term/own-neighbour", "the word's own cosine is set to 0, and it may come back",
         "Leave out `row`, or set its cosine to −∞: other words may be below 0.", _own_as_zero),
        ("neighbour-formula/dot-product", "the dot product is used, and its best word is taken "
         "for the word itself", "Divide by the lengths, and leave out `row`.", _without_the_best),
    )
    return [Mistake(id, wrong, what, where) for id, what, where, wrong in rules]


NEAREST_NEIGHBOURS = Exercise(
    id="nearest_neighbours", title="Find a word's nearest neighbours", notebook="06",
    number="6.5", signature="nearest_neighbours(E, row, count)",
    lecture=("MAY24-1.4f", "MAY25-1.4f"), minutes=10, difficulty=2,
    reference=nearest_neighbours, cases=_neighbour_cases, parts=("rows", "cosines"),
    mistakes=(
        Mistake("neighbour-formula/dot-product", _neighbours_by(lambda E, r: E @ E[r]),
                "the dot product is used: long vectors win", _COSINE),
        Mistake("neighbour-formula/distance", _neighbours_by(
                    lambda E, r: np.linalg.norm(E - E[r], axis=1), best=1),
                "the Euclidean distance is used", "The cosine compares directions: " + _COSINE),
        Mistake("neighbour-formula/distance", _neighbours_by(
                    lambda E, r: -np.linalg.norm(E - E[r], axis=1)),
                "the Euclidean distance is used", "The cosine compares directions: " + _COSINE),
        Mistake("neighbour-formula/cosine-distance", lambda E, row, count: (
                    nearest_neighbours(E, row, count)[0],
                    1 - nearest_neighbours(E, row, count)[1]),
                "1 − cosine comes back", "Return the cosine itself."),
        Mistake("neighbour-formula/angle", lambda E, row, count: (
                    nearest_neighbours(E, row, count)[0],
                    np.arccos(nearest_neighbours(E, row, count)[1])),
                "the angle comes back", "Return its cosine."),
        Mistake("omitted-term/one-length", _neighbours_by(
                    lambda E, r: E @ E[r] / np.linalg.norm(E, axis=1)),
                "the length of the word's own vector is not divided out", _COSINE),
        Mistake("omitted-term/one-length", _neighbours_by(
                    lambda E, r: E @ E[r] / np.linalg.norm(E[r])),
                "only the length of the word's own vector is divided out", _COSINE),
        Mistake("neighbour-formula/squared-lengths", _neighbours_by(
                    lambda E, r: E @ E[r] / ((E ** 2).sum(axis=1) * (E[r] ** 2).sum())),
                "the dot product is divided by the squared lengths", "A length is a square root."),
        Mistake("sign/farthest", _neighbours_by(_cosines, best=1),
                "the farthest words come back", "Sort from the largest cosine downwards."),
        Mistake("sign/absolute-value", _neighbours_by(lambda E, r: np.abs(_cosines(E, r))),
                "the cosine's sign is lost", "A cosine of −1 means the opposite direction."),
        Mistake("convention/best-last", _kept_best_last,
                "the best neighbour stands last", "Best first."),
        Mistake("omitted-term/own-neighbour", _with_itself,
                "the word is its own nearest neighbour", "Leave out `row` before you take `count` "
                "of them."),
        Mistake("omitted-term/own-neighbour", lambda E, row, count: _with_itself(E, row, count + 1),
                "the word itself is still in the list", "Leave out `row`."),
        Mistake("off-by-one/one-too-few", lambda E, row, count: tuple(
                    part[1:] for part in _with_itself(E, row, count)),
                "one neighbour too few comes back", "Take `count` of them after leaving out "
                "`row`."),
        Mistake("off-by-one/renumbered", _renumbered,
                "the rows behind `row` are one too small",
                "Deleting a row renumbers the rows behind it."),
        Mistake("ignored-argument/count", lambda E, row, count: nearest_neighbours(
                    E, row, len(E) - 1),
                "all words come back", "Return `count` of them."),
        Mistake("axis/columns", lambda E, row, count: _ranked(
                    E @ E[row] / (np.linalg.norm(E) * np.linalg.norm(E[row])), row, count),
                "one length for the whole table is used",
                "np.linalg.norm needs axis=1: one length per word."),
        Mistake("convention/swapped", lambda E, row, count: nearest_neighbours(E, row, count)[::-1],
                "rows and cosines are swapped", "Return the rows first."),
        Mistake("missing-return/rows-only", lambda E, row, count: nearest_neighbours(
                    E, row, count)[0],
                "only the rows come back", "Return the pair `rows, cosines`."),
        Mistake("shape/pairs", lambda E, row, count: list(zip(
                    *nearest_neighbours(E, row, count), strict=True)),
                "a list of pairs comes back", "Return two results: the rows, then the cosines."),
        Mistake("in-place/normalises-table", _normalises_argument,
                "the argument `E` is changed: its rows now have length 1",
                "Divide into a new array: unit = E / length."),
        *_neighbour_slips(),
    ),
    hints=("Which word is closest to every word, and must be left out?",
           "Scale all rows to length 1; a dot product with the word's row then is a cosine.",
           "cos(a, b) = a·b / (‖a‖ ‖b‖); order = argsort(−cos), without `row`, first `count`"),
    formula="cos(a, b) = a·b / (‖a‖ ‖b‖), sorted downwards, without the word itself",
    variation="rank by the dot product instead: which words move up?",
    right=(_neighbours_loop, _neighbours_minus_inf, _neighbours_float32,
           lambda E, row, count: _ranked(_cosines(E, row), row, count),
           lambda E, row, count: _ranked(np.round(_cosines(E, row), 9), row, count)),
    awkward=_neighbours_loop,
)

# --- 6.5 windows ---------------------------------------------------------------------------------


def _windows_cases():
    return [
        Case((np.array([5, 6, 7, 8, 9]), 3), "five words, windows of three",
             sizes={"L": 5, "n": 3}),
        Case((np.array([4, 0, 2, 7, 1, 3, 9]), 2), "seven words, windows of two",
             sizes={"L": 7, "n": 2}),
        Case((np.array([3, 8, 3, 3, 8, 1]), 4), "a word that comes again",
             sizes={"L": 6, "n": 4}),
        Case((np.array([2, 7, 2, 7, 2, 5]), 2), "a window that comes again",
             sizes={"L": 6, "n": 2}),
        Case((np.array([2, 9, 4]), 3), "one window: all words", sizes={"L": 3, "n": 3}),
        Case((np.array([6, 1, 8, 0]), 1), "windows of one word", sizes={"L": 4, "n": 1}),
        Case((np.array([7]), 1), "one word", sizes={"L": 1, "n": 1}),
        Case(([9, 2, 7, 7, 1, 0, 5, 3], 5), "a list", sizes={"L": 8, "n": 5}),
    ]


def _windows_loop(tokens, n):
    return [[int(tokens[i + k]) for k in range(n)] for i in range(len(tokens) - n + 1)]


def _windows_stacked(tokens, n):
    L = len(tokens)
    return np.stack([np.asarray(tokens)[k:L - n + 1 + k] for k in range(n)], axis=1)


def _windows_index(tokens, n):
    starts = np.arange(len(tokens) - n + 1)
    return np.array(tokens, dtype=float)[starts[:, None] + np.arange(n)]


def _rolled(tokens, n):
    return np.stack([np.roll(tokens, -k) for k in range(n)], axis=1)


def _padded(before, after):
    def wrong(tokens, n):
        filled = np.concatenate([[0] * before(n), tokens, [0] * after(n)]).astype(int)
        return text.windows(filled, n)
    return wrong


def _of_windows(change):
    """Right windows, changed afterwards: change(W, tokens, n)."""
    return lambda tokens, n: change(text.windows(tokens, n), tokens, n)


def _window_slips():
    inside = "Window i holds tokens[i] to tokens[i + n − 1], in order."
    every = "A window starts at every word, and L words hold L − n + 1 of them."
    loop = "Does the `return` stand inside the loop?"

    def rows(keep):
        return _of_windows(lambda W, w, n: W * keep(np.arange(len(W)), len(W) - 1)[:, None])

    rules = (
        ("missing-return/first-window-only", "only the first window comes back", loop,
         _of_windows(lambda W, w, n: W[:1])),
        ("missing-return/first-window-only", "only the first window is filled", loop,
         rows(lambda i, end: i == 0)),
        ("missing-return/last-window-only", "only the last window comes back",
         "Collect them: each turn of the loop overwrites the one before.",
         _of_windows(lambda W, w, n: W[-1:])),
        ("missing-return/last-window-only", "only the last window comes back",
         "Collect them: each turn of the loop overwrites the one before.",
         _of_windows(lambda W, w, n: W[-1])),
        ("missing-return/last-window-only", "only the last window is filled",
         "Make the zeros before the loop, not in it.", rows(lambda i, end: i == end)),
        ("off-by-one/last-window-left-out", "the last window stays 0", every,
         rows(lambda i, end: i < end)),
        ("off-by-one/first-window-left-out", "the first window stays 0",
         "The first window starts at position 0.", rows(lambda i, end: i > 0)),
        ("off-by-one/last-place", "the last word of each window stays 0", inside,
         _of_windows(lambda W, w, n: W * (np.arange(n) < n - 1))),
        ("off-by-one/first-place", "the first word of each window stays 0", inside,
         _of_windows(lambda W, w, n: W * (np.arange(n) > 0))),
        ("off-by-one/first-place", "the first word of each window is missing", inside,
         _of_windows(lambda W, w, n: W[:, 1:])),
        ("convention/padded", "one shorter window stands at the end", every,
         lambda w, n: [list(w[i:i + n]) for i in range(len(w) - n + 2)]),
        ("duplicates/unique-windows", "a window that comes again is left out",
         "Keep the order of the text, and repeats.", _of_windows(
             lambda W, w, n: np.array(list(dict.fromkeys(map(tuple, W.tolist())))))),
        ("duplicates/unique-words", "a word that comes again is left out of the text",
         "Keep the order of the text, and repeats.", lambda w, n: [
             d[i:i + n] for d in [list(dict.fromkeys(np.ravel(w).tolist()))]
             for i in range(len(d) - n + 1)]),
        ("duplicates/unique-words", "a word that comes twice in a window stands there once",
         "Keep the order of the text, and repeats.", _of_windows(
             lambda W, w, n: [list(dict.fromkeys(row)) for row in W.tolist()])),
        ("duplicates/unique-words", "a word that comes twice in a window stands there once",
         "A set has no order and no repeats.", _of_windows(
             lambda W, w, n: [sorted(set(row)) for row in W.tolist()])),
        ("neighbour-formula/sorted", "the words of each window are sorted", inside,
         _of_windows(lambda W, w, n: np.sort(W, axis=1))),
        ("neighbour-formula/reversed", "the text is read from the end", inside,
         lambda w, n: text.windows(w[::-1], n)),
        ("axis/sum-over-words", "the word numbers of a window are added up", inside,
         _of_windows(lambda W, w, n: W.sum(axis=1))),
        ("axis/mean-over-words", "the word numbers of a window are averaged", inside,
         _of_windows(lambda W, w, n: W.mean(axis=1))),
        ("ignored-argument/tokens", "the positions come back, not the words",
         "Index: tokens[i + k], not i + k.",
         lambda w, n: text.windows(np.arange(len(w)), n)),
        ("neighbour-formula/starts", "start and end of each window come back",
         "Slice `tokens` with them.",
         lambda w, n: [(i, i + n) for i in range(len(w) - n + 1)]),
        ("neighbour-formula/every-second-window", "every second window is left out", every,
         _of_windows(lambda W, w, n: W[::2])),
        ("neighbour-formula/every-second-word", "each window takes every second word", inside,
         lambda w, n: [list(w[i:i + 2 * n:2]) for i in range(len(w) - n + 1)]),
        ("neighbour-formula/one-word-repeated", "each window repeats its first word", inside,
         _of_windows(lambda W, w, n: np.repeat(W[:, :1], n, axis=1))),
        ("neighbour-formula/growing", "each window starts at the first word", inside,
         lambda w, n: [list(w[:i + n]) for i in range(len(w) - n + 1)]),
        ("neighbour-formula/growing", "each window runs to the end of the text", inside,
         lambda w, n: [list(w[i:]) for i in range(len(w) - n + 1)]),
        ("neighbour-formula/context-and-word", "each window is split into context and next word",
         "Return the windows; splitting them is a later step.",
         _of_windows(lambda W, w, n: [(row[:-1], row[-1]) for row in W.tolist()])),
        ("neighbour-formula/context-and-word", "the middle word of each window is left out",
         "Return whole windows.", _of_windows(lambda W, w, n: np.delete(W, n // 2, axis=1))),
        ("convention/centred", "the windows are centred at each word, filled up with 0",
         "That is another convention: here every window lies inside the text.",
         _padded(lambda n: n // 2, lambda n: n // 2)),
        ("convention/centred", "the windows are centred at each word, filled up with 0",
         "That is another convention: here every window lies inside the text.",
         _padded(lambda n: (n - 1) // 2, lambda n: n // 2)),
        ("shape/extra-axis", "the result has an axis too many", "Shape (L − n + 1, n).",
         _of_windows(lambda W, w, n: W[None])),
        ("shape/squeezed", "axes of length 1 are dropped", "One window keeps its row.",
         _of_windows(lambda W, w, n: W.squeeze())),
        ("off-by-one/words-shifted", "the word numbers are one too small",
         "Take the numbers in `tokens` as they are.", _of_windows(lambda W, w, n: W - 1)),
    )
    return [Mistake(id, wrong, what, where) for id, what, where, wrong in rules]


WINDOWS = Exercise(
    id="windows", title="Cut a text into windows", notebook="06", number="6.6",
    signature="windows(tokens, n)", lecture=("MAY24-1.4a", "MAY25-1.4a"), minutes=5, difficulty=1,
    reference=text.windows, cases=_windows_cases,
    mistakes=(
        Mistake("off-by-one/last-window-left-out",
                lambda tokens, n: text.windows(tokens, n)[:-1],
                "the last window is missing",
                "L words hold L − n + 1 windows: the last one starts at L − n."),
        Mistake("off-by-one/last-window-left-out",
                lambda tokens, n: np.array([tokens[i:i + n] for i in range(len(tokens) - n)]),
                "the last window is missing",
                "L words hold L − n + 1 windows: the last one starts at L − n."),
        Mistake("off-by-one/first-window-left-out",
                lambda tokens, n: text.windows(tokens, n)[1:],
                "the first window is missing", "The first window starts at position 0."),
        Mistake("off-by-one/one-word-too-many",
                lambda tokens, n: text.windows(tokens, n + 1),
                "each window has n + 1 words", "tokens[i:i + n] already holds n words."),
        Mistake("off-by-one/one-word-too-few",
                lambda tokens, n: np.array([tokens[i:i + n - 1]
                                            for i in range(len(tokens) - n + 1)]),
                "each window has n − 1 words", "A slice leaves out its end: tokens[i:i + n]."),
        Mistake("neighbour-formula/no-overlap",
                lambda tokens, n: text.windows(tokens, n)[::n],
                "the windows do not overlap", "A window starts at every word, not at every n-th."),
        Mistake("neighbour-formula/no-overlap",
                lambda tokens, n: np.reshape(tokens, (-1, n)),
                "the text is cut into pieces that do not overlap",
                "A window starts at every word, not at every n-th."),
        Mistake("neighbour-formula/no-overlap",
                lambda tokens, n: np.asarray(tokens)[:len(tokens) // n * n].reshape(-1, n),
                "the text is cut into pieces that do not overlap",
                "A window starts at every word, not at every n-th."),
        Mistake("transpose/result", lambda tokens, n: text.windows(tokens, n).T,
                "the windows are columns", "Rows are examples: one row per window."),
        Mistake("convention/around-the-corner", _rolled,
                "windows at the end continue at the beginning of the text",
                "That is another convention: here every window lies inside the text."),
        Mistake("convention/padded", _padded(lambda n: 0, lambda n: n - 1),
                "windows at the end are filled up with 0",
                "That is another convention: here every window lies inside the text."),
        Mistake("convention/padded", _padded(lambda n: n - 1, lambda n: 0),
                "windows at the beginning are filled up with 0",
                "That is another convention: here every window lies inside the text."),
        Mistake("convention/padded", lambda tokens, n: [list(tokens[i:i + n])
                                                        for i in range(len(tokens))],
                "shorter windows stand at the end", "Every window has n words."),
        Mistake("neighbour-formula/reversed", lambda tokens, n: text.windows(tokens, n)[:, ::-1],
                "the words of each window are reversed", "Keep the order of the text."),
        Mistake("neighbour-formula/reversed", lambda tokens, n: text.windows(tokens, n)[::-1],
                "the windows come last first", "Keep the order of the text."),
        Mistake("duplicates/unique-windows",
                lambda tokens, n: np.unique(text.windows(tokens, n), axis=0),
                "the windows are sorted, each once", "Keep the order of the text, and repeats."),
        Mistake("missing-return/first-window-only", lambda tokens, n: tokens[:n],
                "only the first window comes back", "A `return` inside a loop ends it."),
        Mistake("shape/flattened", lambda tokens, n: text.windows(tokens, n).ravel(),
                "all windows are joined to one row", "One row per window: (L − n + 1, n)."),
        Mistake("shape/list-given", lambda tokens, n: tokens[
                    np.arange(len(tokens) - n + 1)[:, None] + np.arange(n)],
                "an array works, a plain list does not", "Start with np.asarray(tokens)."),
        *_window_slips(),
    ),
    hints=("Where does the last window start?",
           "Window i holds the words i, i + 1, …, i + n − 1.",
           "W[i, k] = tokens[i + k] for i = 0 … L − n and k = 0 … n − 1"),
    formula="W[i, k] = tokens[i + k], i = 0 … L − n, k = 0 … n − 1",
    variation="leave out the middle word of each window and let the network guess it.",
    right=(_windows_loop, _windows_stacked, _windows_index,
           lambda tokens, n: np.array([tokens[i:i + n] for i in range(len(tokens) - n + 1)]),
           lambda tokens, n: list(zip(*(tokens[k:] for k in range(n)), strict=False))),
    awkward=_windows_loop,
)

EXERCISES = (ONE_HOT, EMBED_LOOKUP, EMBED_BACKWARD, NEAREST_NEIGHBOURS, WINDOWS)
