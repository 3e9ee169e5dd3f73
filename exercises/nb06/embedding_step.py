"""6.4 embedding_step: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from course_utils import text
from misstep import Case, Exercise


def cases():
    rng = np.random.default_rng(64)
    draw = rng.normal

    def case(V, tokens, e, lr, name, **more):
        E, G = np.round(draw(size=(V, e)), 1), np.round(draw(size=(len(tokens), e)), 1)
        return Case((E, tokens, G, lr), name, sizes={"V": V, "e": e, "t": len(tokens)}, **more)

    return [
        case(4, np.array([2, 0]), 3, 0.5, "two different words"),
        Case((np.array([[10.0], [20.0]]), np.array([0]), np.array([[4.0]]), 0.5),
             "two words, one step", sizes={"V": 2, "e": 1, "t": 1}),
        Case((np.array([[10.0], [20.0]]), np.array([1, 1]), np.array([[2.0], [4.0]]), 0.5),
             "one word of two, twice", sizes={"V": 2, "e": 1, "t": 2}),
        case(3, np.array([1, 2, 1]), 1, 0.5, "a word that occurs twice"),
        case(6, np.array([4, 0, 4, 4, 1]), 2, 0.1, "a word that occurs three times"),
        case(5, np.array([3]), 2, 2.0, "a single word"),
        case(7, [6, 1, 6], 2, 0.3, "a list of tokens"),
        case(4, np.array([2, 1, 2, 1]), 4, 0.7, "as many tokens as words and numbers"),
        case(5, np.array([0, 0, 0]), 3, 0.2, "one word only, three times"),
        case(8, np.array([7, 2, 5, 2]), 3, 0.0, "a learning rate of 0"),
        Case((np.array([[1.0, 2], [3, 4], [5, 6]]), np.array([1, 1]), np.array([[1, 0], [2, 3]]),
              0.5), "whole-number gradients", sizes={"V": 3, "e": 2, "t": 2}, integers=True),
    ]


def loop(E, tokens, G, lr):
    new = np.array(E, dtype=float)
    for word, g in zip(tokens, G, strict=True):
        new[word] -= lr * g
    return new


def by_product(E, tokens, G, lr):
    return E - lr * np.eye(len(E))[np.asarray(tokens)].T @ G


def in_whole_numbers(E, w, steps):
    new = np.trunc(E)
    for word, step in zip(w, steps, strict=True):
        new[word] = np.trunc(new[word] - step)
    return new


def put(rows, w, values):
    """The table `rows` with `values` written into the rows w, one after the other."""
    rows = np.array(rows, dtype=float)
    for word, value in zip(w, values, strict=True):
        rows[word] = value
    return rows


BANK = """
embedding_step(E, tokens, G, lr)
    w = np.asarray(tokens)               # the row numbers
    s = lr * np.asarray(G, float)        # the steps
    J = np.eye(len(E))[w]                # the one-hot rows
    d = J.T @ s                          # the sum of the steps for each word
    o = np.asarray(E, float) - d

shown: s, J, d
right: d = embed_backward(s, w, len(E)) || np.einsum("tw,te->we", J, s)

duplicates/last-one-wins: a word that occurs twice takes only one step, the last. Each step starts
        from the row as it is by then: np.subtract.at, or `new[w] -= …` in a loop over the
        positions.
    d = put(np.zeros(np.shape(E)), w, s)
duplicates/first-one-wins: a word that occurs twice takes only its first step. Every place in the
        text counts: add the steps up.
    d = put(np.zeros(np.shape(E)), w[::-1], s[::-1])
duplicates/mean: the steps of a repeated word are averaged. The loss depends on the word at each of
        its places: add the steps up.
    d = J.T @ s / np.maximum(J.sum(0), 1)[:, None]
sign/uphill: the table goes uphill, so the loss grows. Gradient descent subtracts.
    o = np.asarray(E, float) + d
omitted-term/learning-rate: the gradient is subtracted whole. The learning rate scales the step.
    s = np.asarray(G, float)
omitted-term/gradient: every number of a word moves by lr, whatever its gradient is. The step is lr
        times the gradient.
    s = np.full(np.shape(G), float(lr))
integer/table: the table has lost its decimals. Copy it as floats: np.array(E, dtype=float).
    o = in_whole_numbers(E, w, s)
neighbour-formula/divided-by-rate: the gradient is divided by the learning rate. Multiply by lr.
    s = np.asarray(G, float) / (lr or 1)
omitted-term/old-table: the step is returned instead of the table after it. Start from the numbers
        in E.
    o = -d || d
omitted-term/other-words: the words that do not occur have lost their numbers: their rows are 0.
        Begin with a copy of E, not with zeros.
    o = (np.asarray(E, float) - d) * (J.sum(0) > 0)[:, None]
    o = put(np.zeros(np.shape(E)), w, np.asarray(E, float)[w] - s)
    o = J.T @ (np.asarray(E, float)[w] - s)
neighbour-formula/only-the-rows: only the rows of the words that occur are returned. Return the
        whole table: the other words keep their numbers.
    o = (np.asarray(E, float) - d)[w] || (np.asarray(E, float) - d)[np.unique(w)]
shape/a-row-per-place: the function returns one row for each place of the text. Return the whole
        table: |V| rows, including the other words with their numbers.
    o = np.asarray(E, float)[w] - s
neighbour-formula/place-for-word: step i goes to row i of the table. It goes to the row of word i,
        tokens[i].
    d = np.vstack([s, np.zeros((max(len(E) - len(s), 0), s.shape[1]))])
neighbour-formula/every-row: every row of the table takes a step. Only the rows of words that occur
        change.
    d = np.ones((len(E), 1)) * s.sum(0) || np.ones((len(E), 1)) * s.mean(0)
factor/mean-over-tokens: the step is divided by the number of tokens. The 1/t is already in G.
    s = lr * np.asarray(G, float) / len(G)
neighbour-formula/overwritten: the rows are set to the step. Subtract it from what is there.
    o = put(E, w, -s) || put(E, w, s)
off-by-one/words-counted-from-1: each step ends up in a row next to its word's. Rows are counted
        from 0.
    J = np.eye(len(E))[w - 1] || np.roll(np.eye(len(E))[w], 1, axis=1)
convention/row-0-is-padding: word 0 takes no step, as if it were padding. That is another
        convention: here row 0 is a row like any other.
    d = J.T @ s * (np.arange(len(E)) > 0)[:, None]
axis/one-number: all of a word's numbers take the same step. G has e numbers for each token.
    s = lr * np.asarray(G, float).sum(1, keepdims=True) * np.ones(np.shape(G)) || lr *
        np.asarray(G, float).mean(1, keepdims=True) * np.ones(np.shape(G))
"""

EXERCISE = Exercise(
    id="embedding_step", title="Let the table learn", notebook="06", number="6.4",
    signature="embedding_step(E, tokens, G, lr)", lecture=("MAY24-1.4e", "MAY25-1.4e"), minutes=10,
    difficulty=2, reference=text.embedding_step, cases=cases, bank=BANK,
    hints=("Which rows of the table change at all? And what if a word stands at two places?",
           "Copy the table as floats; then each place of the text takes lr times its row of G from "
           "its word's row, one place after the other.",
           "new = E − lr · Σ_i j_iᵀ G_i. Without the zeros: np.subtract.at(new, tokens, lr * G)"),
    formula="E − λ Σ_i j_iᵀ G_i",
    variation="let the rows of words that do not occur shrink by 1 % per step (weight decay). What "
              "happens to rare words?",
    right=(loop, by_product, lambda E, tokens, G, lr: [
        [E[w][k] - lr * sum(g[k] for i, g in zip(tokens, G, strict=True) if i == w)
         for k in range(len(E[w]))] for w in range(len(E))]),
    awkward=lambda E, tokens, G, lr: loop(E, tokens, G, lr).tolist(),
    heads=("embedding_step([[2], [1]], [0], [[2]], 0.5)",
           "embedding_step([[5], [1]], [0, 0], [[2], [1]], 1)",
           "embedding_step([[2, 2], [0, 2]], [0], [[2, 3]], 0.2)"),
)
