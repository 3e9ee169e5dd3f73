"""6.6 windows: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import text
from misstep import Case, Exercise


def cases():
    return [
        Case((np.array([5, 6, 7, 8, 9]), 3), "five words, windows of three"),
        Case((np.array([4, 0, 2, 7, 1, 3, 9]), 2), "seven words, windows of two"),
        Case((np.array([3, 8, 3, 3, 8, 1]), 4), "a word that comes again"),
        Case((np.array([0, 0, 0, 2, 0, 2]), 2), "windows that come again"),
        Case((np.array([2, 9, 4]), 3), "one window: all words"),
        Case((np.array([6, 1, 8, 0]), 1), "windows of one word"),
        Case((np.array([7]), 1), "one word"),
        Case(([9, 2, 7, 7, 1, 0, 5, 3], 5), "a list"),
    ]


def loop(tokens, n):
    return [[int(tokens[i + k]) for k in range(n)] for i in range(len(tokens) - n + 1)]


def stacked(tokens, n):
    L = len(tokens)
    return np.stack([np.asarray(tokens)[k:L - n + 1 + k] for k in range(n)], axis=1)


def by_index(tokens, n):
    starts = np.arange(len(tokens) - n + 1)
    return np.array(tokens, dtype=float)[starts[:, None] + np.arange(n)]


def distinct(w):
    """The different words, or windows, in the order in which they come."""
    return list(dict.fromkeys(tuple(v) if np.ndim(v) else v for v in np.asarray(w).tolist()))


def padded(w, before, after):
    return np.concatenate([[0] * before, w, [0] * after]).astype(int)


RIGHT = (
    loop, stacked, by_index,
    lambda tokens, n: np.array([tokens[i:i + n] for i in range(len(tokens) - n + 1)]),
    lambda tokens, n: list(zip(*(tokens[k:] for k in range(n)), strict=False)),
)

BANK = """
windows(tokens, n)
    w = np.asarray(tokens)               # the words
    m = n                                # the length of a window
    k = np.arange(m)                     # the places in a window
    i = np.arange(len(w) - n + 1)        # the starts
    W = w[i[:, None] + k]                # the windows
    o = W

off-by-one/last-window-left-out: the last window is missing. Where does it start? L words make L − n
        + 1 windows.
    i = np.arange(len(w) - n) || o = np.array([w[s:s + n] for s in range(len(w) - n)])
ignored-argument/n: every window has the same number of words, whatever n is. `n` decides twice: how
        many windows there are, and how many words each has.
    o = np.array([w[s:s + 3] for s in range(len(w) - 2)])
ignored-argument/tokens: the positions are returned instead of the words. Look up the words at these
        positions.
    w = np.arange(len(tokens))
neighbour-formula/starts: the start and end of each window are returned. Slice `tokens` with them.
    o = np.stack([i, i + n], 1)
neighbour-formula/no-overlap: the windows do not overlap. Start the next window one word later.
    o = W[::n] || np.reshape(w, (-1, n)) || w[:len(w) // n * n].reshape(-1, n)
neighbour-formula/growing: each window starts at the first word. Both ends of a window move.
    o = [w[:s + n].tolist() for s in i]
neighbour-formula/to-the-end: each window runs to the end of the text. Both ends of a window move.
    o = [w[s:].tolist() for s in i]
neighbour-formula/context-and-word: each window is split into context and next word. Return whole
        windows; splitting them is a later step.
    o = [(row[:-1], row[-1]) for row in W.tolist()]
neighbour-formula/middle-left-out: the middle word of each window is left out. Return whole windows;
        splitting them is a later step.
    o = np.delete(W, n // 2, axis=1)
neighbour-formula/reversed: the text is read backwards. Keep the words in order.
    w = w[::-1]
convention/around-the-corner: windows at the end continue at the beginning of the text. That is
        another convention: here every window is inside the text.
    i = np.arange(len(w)) && W = w[(i[:, None] + k) % len(w)]
convention/padded: windows at an end of the text are filled up with 0. That is another convention:
        here every window is inside the text.
    w = padded(tokens, 0, n - 1) || padded(tokens, n - 1, 0)
convention/cut-short: a window at the end is too short. Every window has n words: what is the last
        start that leaves enough of them?
    o = [w[s:s + n].tolist() for s in range(len(w))]
    o = [w[s:s + n].tolist() for s in range(len(w) - n + 2)]
convention/centred: the windows are centred at each word and filled up with 0. That is another
        convention: here every window is inside the text.
    w = padded(tokens, n // 2, n // 2) || padded(tokens, (n - 1) // 2, n // 2)
duplicates/unique-windows: repeated windows are left out. Keep order and repeats.
    o = np.array(distinct(W)) || np.unique(W, axis=0)
duplicates/repeats-in-a-row: some windows are left out. Keep order and repeats.
    o = W[np.append(True, (W[1:] != W[:-1]).any(1))] || W[np.append(True, W[1:, 0] != W[:-1, 0])]
    o = W if n == 1 else W[np.ptp(W, axis=1) > 0] || W[(W != 0).any(1)]
duplicates/unique-words: repeated words are left out. Keep the order of the text, and repeats: a set
        keeps neither.
    where needs: set
    o = [d[s:s + n] for d in [distinct(w)] for s in range(len(d) - n + 1)]
    o = [distinct(row) for row in W] || [sorted(set(row)) for row in W.tolist()]
"""

EXERCISE = Exercise(
    id="windows", title="Cut a text into windows", notebook="06", number="6.6",
    signature="windows(tokens, n)", lecture=("MAY24-1.4a", "MAY25-1.4a"), minutes=5, difficulty=1,
    reference=text.windows, cases=cases, shapes="L, n", bank=BANK,
    hints=("Where does the last window start?",
           "Window i holds the words i, i + 1, …, i + n − 1.",
           "W[i, k] = tokens[i + k] for i = 0 … L − n and k = 0 … n − 1"),
    formula="W[i, k] = tokens[i + k], i = 0 … L − n, k = 0 … n − 1",
    variation="leave out the middle word of each window and let the network guess it.",
    right=RIGHT, awkward=loop,
    heads=("windows([3, 1, 2], 2)", "windows([3, 1, 1], 1)", "windows([3, 3], 2)"),
)
