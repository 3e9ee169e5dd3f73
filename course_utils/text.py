r"""Words as numbers: tokens, vocabulary, windows, the embedding lookup and its gradient.

Training is in `training`, the course's data are in `data`; the only file read here is the reader's
own text. Words are counted from 0, so the lecture's word 48 ("salamander", counted from 1) is row
47 of the table.

Below, `tokens` are row numbers of words, an array or list of int; E is an embedding table, shape
(|V|, e), one row per word; V is the number of words. Anything but integers raises a TypeError,
numbers without a row ("counted from 1") and shapes that do not fit a ValueError.
"""

import re
from collections import Counter
from pathlib import Path

import numpy as np

from .maths.errors import message

__all__ = [
    "PAD", "UNKNOWN", "Vocabulary", "bag_of_words", "concatenate", "embed_backward",
    "embed_lookup", "embedding_step", "nearest_neighbours", "one_hot_tokens", "pad", "read_text",
    "tokenise", "windows",
]

PAD = "<pad>"          # fills a short sentence up to the length of the window
UNKNOWN = "<unknown>"  # stands for a word that is not in the vocabulary

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


# --- From text to numbers ---------------------------------------------------------------------


def tokenise(text):
    """Split a text into a list of lower-case words; punctuation and digits are dropped.

    "didn't" and "well-made" are one word each. Lecture MAY24-1.4a.

    >>> tokenise("It was NOT ungood, didn't you think?")
    ['it', 'was', 'not', 'ungood', "didn't", 'you', 'think']
    """
    if not isinstance(text, str):
        raise TypeError(message("text", "one string", type(text).__name__,
                                "a list of sentences; tokenise them one by one"))
    return _WORD.findall(text.lower())


def read_text(path):
    """Read your own text file, UTF-8, for instance a book saved as plain text.

    A relative path starts at the notebook's folder. No such file: FileNotFoundError or
    IsADirectoryError; a word-processor file, or no word in it: ValueError.
    Lecture MAY24-1.4a.

    >>> read_text(".")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    IsADirectoryError: .: expected a text file, got a folder; likely cause: ...
    """
    path = Path(path)
    if path.is_dir():
        raise IsADirectoryError(message(path, "a text file", "a folder",
                                        "the file's own name is missing at the end"))
    if not path.is_file():
        raise FileNotFoundError(message(path, "a text file", "no file of this name",
                                        "a typo, or the file is not next to the notebook"))
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(message(path.name, "plain text in UTF-8", "other bytes",
                                 "a word-processor file or an old encoding; save it again as "
                                 "plain text, UTF-8")) from None
    if not tokenise(text):
        raise ValueError(message(path.name, "at least one word", "none", "an empty file"))
    return text


class Vocabulary:
    """The words of a text, each with its row number, counted from 0.

    `words` are str in row order, each once. Row = the lecture's index - 1.
    Lectures MAY24-1.4b, MAY24-1.4c (errata MAY-16, MAY-17).

    >>> vocabulary = Vocabulary.of([["the", "film"], ["the", "plot"]])
    >>> vocabulary.words
    ('the', 'film', 'plot')
    >>> vocabulary.encode(["plot", "the"]).tolist()
    [2, 0]
    """

    def __init__(self, words):
        self.words = tuple(words)
        self._row = {word: row for row, word in enumerate(self.words)}
        if not self.words or len(self._row) != len(self.words):
            raise ValueError(message("words", "each word once", "a repeated word or none at all",
                                     "a text where its vocabulary is meant; "
                                     "use Vocabulary.of(sentences)"))

    @classmethod
    def of(cls, sentences, *, special=(), min_count=1):
        """Build from lists of tokens: `special` first, then the most frequent words first.

        Words of equal frequency are in alphabetical order; words rarer than `min_count` are
        left out.
        """
        if isinstance(sentences, str) or any(isinstance(s, str) for s in sentences):
            raise TypeError(message("sentences", "lists of words", "strings",
                                    "a missing tokenise(...) for each sentence"))
        counts = Counter(word for sentence in sentences for word in sentence)
        frequent = sorted((w for w in counts if counts[w] >= min_count and w not in special),
                          key=lambda word: (-counts[word], word))
        return cls([*special, *frequent])

    def __len__(self):
        return len(self.words)

    def __contains__(self, word):
        return word in self._row

    def __repr__(self):
        return f"Vocabulary of {len(self)} words"

    def row(self, word):
        """Row number of a word, counted from 0; of `UNKNOWN` if that is in the vocabulary."""
        try:
            return self._row[word] if word in self._row else self._row[UNKNOWN]
        except KeyError:
            raise KeyError(message("word", "a word of the vocabulary", repr(word),
                                   "a capital letter or a word that the text does not use"
                                   )) from None

    def encode(self, tokens):
        """Row numbers of a list of words, or of a list of equally long lists."""
        if len(tokens) and not isinstance(tokens[0], str):
            return np.array([[self.row(word) for word in sentence] for sentence in tokens])
        return np.array([self.row(word) for word in tokens], dtype=int)

    def decode(self, rows):
        """Words of an array of row numbers: a list, or a list of lists."""
        rows = np.asarray(rows)
        if rows.ndim > 1:
            return [self.decode(part) for part in rows]
        return [self.words[row] for row in _rows(rows, len(self))]


def pad(tokens, n):
    """Fill a list of at most n words up to n words with `PAD`.

    Lecture MAY24-1.4a (fixed-length windows).

    >>> pad(["not", "bad"], 4)
    ['not', 'bad', '<pad>', '<pad>']
    """
    if len(tokens) > n:
        raise ValueError(message("tokens", f"at most {n} words", len(tokens),
                                 "a longer sentence than the window; cut it or widen n"))
    return [*tokens, *[PAD] * (n - len(tokens))]


def windows(tokens, n):
    """All runs of n of the L words or row numbers in order: one row per start, (L - n + 1, n).

    Lectures MAY24-1.4a, ALICE-3.1.1c.

    Three words of context and the word that comes next:
    >>> rows = windows([5, 6, 7, 8, 9], 4)
    >>> rows[:, :-1].tolist(), rows[:, -1].tolist()
    ([[5, 6, 7], [6, 7, 8]], [8, 9])
    """
    tokens = np.asarray(tokens)
    if tokens.ndim != 1 or not 1 <= n <= len(tokens):
        raise ValueError(message("n", f"1 to the number of words, {len(tokens)}", n,
                                 "a text shorter than the window"))
    return np.lib.stride_tricks.sliding_window_view(tokens, n).copy()


def bag_of_words(tokens, V):
    """How often each word occurs in each row: tokens (t, n) to counts (t, V), rows summing to n.

    Order and position are lost. Lectures MAY24-1.1c, MAY25-1.0b.

    >>> bag_of_words(np.array([[0, 2, 0]]), 4).tolist()
    [[2.0, 0.0, 1.0, 0.0]]
    """
    return one_hot_tokens(_one_row_a_window(tokens), V).sum(axis=1)


# --- The embedding table ----------------------------------------------------------------------


def one_hot_tokens(tokens, V):
    r"""Each word as a row with a single 1 at its number: the shape of `tokens` + (V,).

    For teaching only: `embed_lookup` needs none of these zeros. Lecture MAY24-1.4c.

    A one-hot row times the table is a row of the table:
    >>> E = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> (one_hot_tokens([2, 0], 3) @ E).tolist()
    [[5.0, 6.0], [1.0, 2.0]]
    """
    tokens = _rows(tokens, V)
    return (tokens[..., None] == np.arange(V)).astype(float)


def embed_lookup(E, tokens):
    r"""Rows of the embedding table, one per word: the product j E without the product.

    .. math:: j_i E = E_{w_i}

    Shape tokens.shape + (e,). The slide writes E j, whose shapes (|V|, e) and (|V|,) do not fit
    (erratum MAY-16). A negative number would silently count from the end, so it is refused.
    Lectures MAY24-1.4b, MAY24-1.4c.

    >>> E = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> embed_lookup(E, [2, 0, 2]).tolist()
    [[5.0, 6.0], [1.0, 2.0], [5.0, 6.0]]
    """
    E = _table(E)
    tokens = _rows(tokens, len(E))
    return E[tokens]


def concatenate(E, tokens):
    r"""The network's input, shape (t, n e): the embeddings of a window, one after the other.

    .. math:: f = [\,E_{j_1}; E_{j_2}; \dots; E_{j_n}\,]

    Lecture MAY24-1.4d.

    >>> E = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> concatenate(E, np.array([[2, 0]])).tolist()
    [[5.0, 6.0, 1.0, 2.0]]
    """
    return embed_lookup(E, _one_row_a_window(tokens)).reshape(len(tokens), -1)


def embed_backward(G, tokens, V):
    r"""Gradient into the table: each word's row collects the gradients of all its places.

    .. math:: \frac{\partial\ell}{\partial E} = \sum_i j_i^\top G_i

    From G, the gradient for the looked-up rows, shape tokens.shape + (e,), to (V, e). ``d_E[tokens]
    += G`` would keep only the last contribution of a repeated word: it reads all old values before
    it writes any new one. `np.add.at` adds one after the other. Lecture MAY24-1.4e.

    Word 2 occurs twice:
    >>> embed_backward(np.array([[1, 1], [10, 10], [100, 100]]), [2, 0, 2], 3).tolist()
    [[10.0, 10.0], [0.0, 0.0], [101.0, 101.0]]
    """
    G, tokens = np.asarray(G), _rows(tokens, V)
    _check_upstream(G, tokens)
    d_E = np.zeros((V, G.shape[-1]))
    np.add.at(d_E, tokens, G)
    return d_E


def embedding_step(E, tokens, G, lr):
    r"""One step of gradient descent on the table: a new table, E stays as it is.

    .. math:: E \leftarrow E - \lambda \sum_i j_i^\top G_i

    lr is the learning rate, G as in `embed_backward`, whose |V| x e zeros are never built: only
    rows that occur are touched, a repeated word once for each place. Lecture MAY24-1.4e.

    Word 1 occurs twice, word 0 not at all:
    >>> embedding_step(np.zeros((3, 1)), [1, 2, 1], np.array([[1.0], [2.0], [5.0]]), 0.5).tolist()
    [[0.0], [-3.0], [-1.0]]
    """
    E = _table(E).astype(float)  # a copy
    G, tokens = np.asarray(G), _rows(tokens, len(E))
    _check_upstream(G, tokens)
    np.subtract.at(E, tokens, lr * G)
    return E


def nearest_neighbours(E, row, count=5, *, measure="cosine"):
    r"""The words whose vectors are closest to that of one word.

    .. math:: \cos(a, b) = \frac{a \cdot b}{\|a\|\,\|b\|}

    Returns (rows, scores), shape (count,), at most |V| - 1: best first, the lower row on ties, the
    word's own `row` left out. `measure` is "cosine" (angle only) or "dot" (angle and lengths: long
    vectors win). A vector of length 0 has no direction: its cosine counts as 0. Lecture MAY24-1.4f.

    >>> E = np.array([[1.0, 0.0], [0.9, 0.1], [5.0, 5.0], [-1.0, 0.0]])
    >>> nearest_neighbours(E, 0, 2)[0].tolist()
    [1, 2]
    >>> nearest_neighbours(E, 0, 2, measure="dot")[0].tolist()
    [2, 1]
    """
    E = _table(E).astype(float)
    row = int(_rows(row, len(E)))
    if measure not in ("cosine", "dot"):
        raise ValueError(message("measure", '"cosine" or "dot"', repr(measure), "a typing slip"))
    if measure == "cosine":
        lengths = np.linalg.norm(E, axis=1, keepdims=True)
        E = np.divide(E, lengths, out=np.zeros_like(E), where=lengths > 0)
    scores = E @ E[row]
    order = np.argsort(-scores, kind="stable")
    order = order[order != row][:count]
    return order, scores[order]


# --- Guards -----------------------------------------------------------------------------------


def _rows(tokens, n_words):
    """Return tokens as integers after checking that each has a row in the table."""
    tokens = np.asarray(tokens)
    if tokens.dtype.kind not in "iu" and tokens.size:
        raise TypeError(message("tokens", "integers", tokens.dtype,
                                "words not yet encoded, or a 0/1 mask"))
    if tokens.size and not (tokens.min() >= 0 and tokens.max() < n_words):
        raise ValueError(message("tokens", f"row numbers from 0 to {n_words - 1}",
                                 f"{tokens.min()} to {tokens.max()}", "words counted from 1"))
    return tokens.astype(int)


def _one_row_a_window(tokens):
    """Return tokens after checking that they have rows and columns."""
    if np.ndim(tokens) != 2:
        raise ValueError(message("tokens", "shape (t, n)", np.shape(tokens),
                                 "one window without its row axis, tokens[None, :]"))
    return tokens


def _table(E):
    """Return E as an array after checking that it has rows and columns."""
    E = np.asarray(E)
    if E.ndim != 2:
        raise ValueError(message("E", "shape (|V|, e)", E.shape,
                                 "one word's vector where the table is meant"))
    return E


def _check_upstream(G, tokens):
    """Check that G has one row for each token."""
    if G.shape[:-1] != tokens.shape or G.ndim < 2:
        raise ValueError(message("G", f"shape {tokens.shape} + (e,)", G.shape,
                                 "the concatenated gradient; reshape it to (t, n, e) first"))
