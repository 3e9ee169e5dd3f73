"""6.1 one_hot: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import text
from misstep import Case, Exercise


def cases():
    return [
        Case((np.array([2, 0]), 4), "two words"),
        Case((np.array([1, 3, 1]), 5), "a word that occurs twice"),
        Case((np.array([1, 0, 3, 1, 2, 0]), 5), "words up to row 3 of 5"),
        Case((np.array([2, 0, 1]), 3), "every word once: a square"),
        Case((np.array([4]), 6), "a batch of one"),
        Case(([3, 0, 6, 3], 7), "a list"),
        Case((np.array([0, 0]), 1), "a vocabulary of one word"),
    ]


def loop(tokens, V):
    return [[float(w == column) for column in range(V)] for w in tokens]


def filled(tokens, V):
    J = np.zeros((len(tokens), V), dtype=np.float32)
    for i, w in enumerate(tokens):
        J[i, w] = 1
    return J


def distinct(w):
    """The different words, in the order in which they come."""
    return list(dict.fromkeys(np.ravel(w).tolist()))


RIGHT = (
    loop, filled, lambda tokens, V: np.eye(V)[tokens],
    lambda tokens, V: np.array([np.arange(V) == w for w in tokens], dtype=int),
    lambda tokens, V: np.identity(V, dtype=np.float32).take(tokens, axis=0),
)

BANK = """
one_hot(tokens, V)
    w = np.asarray(tokens)               # the words
    j = np.arange(V)                     # the places
    J = (w[:, None] == j) * 1.0          # the rows
    o = J

transpose/and-shifted: the words are columns, and every 1 is one place too early. Rows are examples:
        shape (t, V); words are counted from 0.
    j = (j + 1) % V || j + 1 && o = J.T
off-by-one/one-place-late: every 1 is one place too late. Word w has its 1 at position w.
    j = (j - 1) % V || j - 1 || np.arange(-1, V)
ignored-argument/vocabulary-size: the length of a row depends on the batch. Each row has V entries:
        a batch need not contain the last word.
    j = np.arange(w.max() + 1)
    w = np.unique(w, return_inverse=True)[1] && j = np.arange(len(w)) || np.arange(w.max() + 1)
ignored-argument/tokens: rows of the identity are returned in their order, whatever the words are.
        Row i has its 1 at tokens[i], not at i.
    w = np.arange(len(w)) || np.arange(min(len(w), V)) || np.arange(V)
neighbour-formula/every-row-holds-all: every row has a 1 for every word of the batch. J[:, tokens]
        fills whole columns, and [row] * t is one row, repeated t times: pair each row with its own
        word.
    o = np.maximum(J, J.max(0))
axis/one-row-for-all: the words share a single row. Make one row per word: shape (t, V).
    o = J.max(0)
neighbour-formula/number-as-value: there is another number where the 1 belongs. Use only 0 and 1.
    o = J * w[:, None] || J * (w[:, None] + 1) || J * (np.arange(len(w))[:, None] + 1)
duplicates/counts: a word that occurs k times has the number k in its rows. The entry should be 1.
    o = J * J.sum(0)
neighbour-formula/thermometer: places other than the word's are 1. Only its own place should be:
        which comparison does that?
    J = (j <= w[:, None]) * 1.0 || (j < w[:, None]) * 1.0 || (j >= w[:, None]) * 1.0
neighbour-formula/plus-minus-one: the other entries are −1. They should be 0.
    o = 2 * J - 1
unstable/empty-places: the other entries are nan. They should be 0.
    o = np.where(J == 1, 1, np.nan)
neighbour-formula/smoothed: the 1 is smoothed over the row. Use only 0 and 1.
    o = 0.9 * J + 0.1 / V || 0.8 * J + 0.2 / V || 0.95 * J + 0.05 / V
neighbour-formula/running-sum: each row still contains the rows before it. Start each row from
        zeros.
    o = np.cumsum(J, 0) || np.minimum(np.cumsum(J, 0), 1)
neighbour-formula/numbers-back: the word numbers are returned. Return rows of 0 and 1.
    o = w || w[:, None]
omitted-term/nothing-set: all entries are equal. The row of word w has a 1 at position w, and zeros
        elsewhere.
    o = 0 * J || 0 * J + 1
convention/row-0-is-padding: word 0 gets zeros, as if it were padding. That is another convention:
        word 0 is a word like any other.
    o = J * (j > 0)
duplicates/unique-words-only: each distinct word gets only one row. Make one row per position.
    w = np.unique(w) || np.array(distinct(w))
duplicates/second-time-zero: a word that occurs again gets zeros. Repeats are kept.
    o = J * (np.cumsum(J, 0) == 1)
duplicates/sorted: the words are sorted. Keep the order of `tokens`.
    w = np.sort(w)
"""

EXERCISE = Exercise(
    id="one_hot", title="Write a word as a row of 0 and 1", notebook="06", number="6.1",
    signature="one_hot(tokens, V)", lecture=("MAY24-1.4c", "MAY25-1.4c"), minutes=3, difficulty=1,
    reference=text.one_hot_tokens, cases=cases, shapes="t, V", bank=BANK,
    hints=("How many zeros stand before the 1?",
           "Which rows does the identity matrix have?",
           "J[i, w] = 1 where w = tokens[i], else 0"),
    formula="J[i, w] = 1 if tokens[i] = w, else 0",
    variation="write a sentence of 20 words over 50,000 as one-hot rows: how many numbers?",
    right=RIGHT, awkward=loop,
    heads=("one_hot([1, 0], 3)", "one_hot([0, 0], 1)"),
)
