"""0c.2 train_perceptron: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import network
from misstep import Case, Exercise


def cases():
    corners = np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]])
    both, differ = np.array([-1, -1, -1, 1]), np.array([-1, 1, 1, -1])
    rng = np.random.default_rng(12)
    five = rng.integers(-8, 9, size=(5, 3)) / 4
    seven = rng.integers(-8, 9, size=(7, 2)) / 4

    def sides(X, w, b):
        return np.where(X @ w + b > 0, 1, -1)

    return [
        Case((np.array([[1.0, 2.0], [-1.0, 0.5]]), np.array([1, -1]), 10), "two rows"),
        Case((corners, both, 100), "AND"),
        Case((corners, both, 4), "AND, stopped after four rounds"),
        Case((corners, both, 1), "AND, one round"),
        Case((corners[::-1], both[::-1], 100), "AND, the other way round"),
        Case((corners, differ, 3), "XOR, three rounds"),
        Case((corners[[3, 1, 2, 0]], differ[[3, 1, 2, 0]], 6), "XOR in another order, six rounds"),
        Case((five, sides(five, [1, -2, 0.5], 0.3), 50), "five rows of three numbers"),
        Case((seven, sides(seven, [1.0, 1.5], -0.6), 60), "seven rows"),
        Case((seven + 3, np.array([1, -1, 1, 1, -1, -1, 1]), 5), "rows that no line separates"),
        Case((np.array([[0.5], [2.0], [-1.5]]), np.array([-1, 1, -1]), 40), "one column"),
        Case((np.array([[0.5], [-0.25]]), np.array([1, -1]), 20), "scores between 0 and 1"),
        Case((np.array([[1.0], [0.0]]), np.array([1, -1]), 20), "a single mistake in some rounds"),
        Case((np.array([[2.0, -1.0, 0.5]]), np.array([-1]), 7), "one row"),
        Case((five[:3], np.array([1, 1, 1]), 9), "one label only"),
        Case((np.array([[3, 1], [-2, 4], [1, -5], [0, 2]]), np.array([1, -1, 1, -1]), 30),
             "whole numbers", integers=True),
        # clean from the second round on: who goes on all the same, goes on for very long
        Case((np.array([[2.0, -1.0]]), np.array([1]), 10**9), "10⁹ rounds, two of them needed"),
    ]


MOST = 200  # no case but the last has so many rounds


def run(X, y, rounds, w, b, f, wrong, k, q, a, end, leave, times, frozen):
    """The loop with its choices open: (w, b, corrections, rounds, those of the last round).

    In the case of 10⁹ rounds it gives up after `MOST`.
    """
    w, b, n, done, marks = np.array(w, float), float(b), 0, 0, [len(X)]
    for _ in range(rounds):
        if done == MOST:
            raise TimeoutError(f"{MOST} rounds, and no end")
        last, start, marks, done = marks, (w, b), [], done + 1
        for x, c in zip(X, y, strict=True):
            marks.append(False)
            for _ in range(times):
                v, e = start if frozen else (w, b)
                if not wrong(f(v, x, e), c):
                    break
                w, b, n, marks[-1] = a * w + k(c, x), a * b + q(c), n + 1, True
            if leave(marks):
                break
        if end(marks, last, (np.array_equal(w, start[0]), b == start[1])):
            break
    return w, b, n, done, sum(marks)


def flagged(X, y, max_rounds):
    w, b, n = [0.0] * len(X[0]), 0.0, 0
    for _ in range(max_rounds):
        clean = True
        for x, c in zip(X, y, strict=True):
            if c * (sum(p * v for p, v in zip(x, w, strict=True)) + b) <= 0:
                w = [v + c * p for v, p in zip(w, x, strict=True)]
                b, n, clean = b + c, n + 1, False
        if clean:
            break
    return w, b, n


def augmented(X, y, max_rounds):
    A = np.column_stack([X, np.ones(len(X))]) * y[:, None]
    v, n = np.zeros(A.shape[1]), 0
    for _ in range(max_rounds):
        for a in A:
            if not a @ v > 0:
                v, n = v + a, n + 1
        if np.all(A @ v > 0):
            break
    return v[:-1], v[-1], n


def by_counts(X, y, max_rounds):
    """The dual form: how often each row was corrected."""
    counts, products = np.zeros(len(X)), X @ X.T + 1
    for _ in range(max_rounds):
        before = counts.sum()
        for i in range(len(X)):
            counts[i] += y[i] * (products[i] @ (counts * y)) <= 0
        if counts.sum() == before:
            break
    return (counts * y) @ X, counts @ y, int(counts.sum())


def row_after_row(X, y, max_rounds):
    """One loop over all rows of all rounds; it ends once the last t rows were right."""
    w, b, n, right = np.zeros(X.shape[1], np.float32), np.float32(0), 0, 0
    for i in range(max_rounds * len(X)):
        x, c = X[i % len(X)], y[i % len(X)]
        right += 1
        if np.sign(x @ w + b) != c:
            w, b, n, right = np.float32(w + c * x), np.float32(b + c), n + 1, 0
        if right == len(X):
            break
    return w, b, n


BANK = """
train_perceptron(X, y, max_rounds)
    A = np.asarray(X, float)                    # the rows
    r = max_rounds                              # the number of rounds
    w = np.zeros(A.shape[1])                    # the weights at the start
    b = 0.0                                     # the bias at the start
    f = lambda w, x, b: w @ x + b               # the score
    wrong = lambda s, c: c * s <= 0             # whether a row is a mistake
    k = lambda c, x: c * x                      # the step of the weights
    q = lambda c: c                             # the step of the bias
    a = 1                                       # what is kept of the old ones
    end = lambda marks, last, still: not any(marks)  # when a round is the last
    leave = lambda marks: False                 # which rows end their round
    times = 1                                   # the corrections of a row, at most
    frozen = False                              # whether scores are those of the round's start
    d = run(A, y, r, w, b, f, wrong, k, q, a, end, leave, times, frozen)  # the run
    W = d[0]                                    # the weights
    B = d[1]                                    # the bias
    n = d[2]                                    # the number of corrections
    o = (W, B, n)

shown: f, W, B, n

neighbour-formula/last-row-decides: only the last row of a round decides when to stop. A row that is
        right must not hide an earlier mistake: stop after a round in which every row was right.
    end = lambda marks, last, still: not marks[-1]
endless/no-stop: your rounds continue after one without a correction. Check after each round whether
        it had a mistake.
    end = lambda marks, last, still: False
neighbour-formula/same-weights: your function stops when a round ends with the weights it began
        with. They may have changed in between, as on XOR. Count corrections.
    end = lambda marks, last, still: all(still)
neighbour-formula/same-dial: only one of weights and bias decides when to stop. The other may have
        moved: stop after a round without a correction.
    end = lambda marks, last, still: still[0] || lambda marks, last, still: still[1]
neighbour-formula/one-mistake-left: your function stops after a round with a single mistake. That
        correction may have made other rows wrong: continue until a round has none.
    end = lambda marks, last, still: sum(marks) < 2
neighbour-formula/one-right-is-enough: your function stops after a round in which some row is right.
        All rows have to be.
    end = lambda marks, last, still: not all(marks)
neighbour-formula/first-right-ends: the first right row ends the run. A right row needs nothing:
        move on to the next.
    leave = lambda marks: not marks[-1] && end = lambda marks, last, still: not marks[-1]
neighbour-formula/round-cut-short: a right row ends the round, so the rows after it are skipped. A
        right row needs nothing: move on to the next.
    leave = lambda marks: not marks[-1]
neighbour-formula/first-row-decides: a round ends at its first row if that one is right, so the rows
        after it are skipped. Look at all rows of a round, then decide.
    leave = lambda marks: not any(marks)
neighbour-formula/first-correction-ends: the run ends at its first correction. The rows after it
        count as well, and so do further rounds.
    leave = lambda marks: marks[-1] && end = lambda marks, last, still: True
neighbour-formula/correction-ends-round: a round ends at its first correction. The rows after it
        count as well.
    leave = lambda marks: marks[-1]
neighbour-formula/stops-without-progress: your function stops when a round has no fewer mistakes
        than the one before. Mistakes go up and down on the way to a separating line.
    end = lambda marks, last, still: sum(marks) >= sum(last) or not any(marks)
off-by-one/one-round: the run ends after one round. Repeat until a round needs no correction.
    r = 1 || end = lambda marks, last, still: True
off-by-one/two-rounds: the run ends after at most two rounds. Repeat until a round needs no
        correction.
    r = 2
off-by-one/rounds: the number of rounds is off by one. `max_rounds` says how many there are at most.
    r = max_rounds - 1 || max_rounds + 1
ignored-argument/max-rounds: the number of rounds is not `max_rounds`. When no line separates, that
        is what ends the run.
    r = 10
neighbour-formula/steps-for-rounds: you use `max_rounds` as a number of rows. Each round goes
        through every row.
    r = -(-max_rounds // len(A)) || max(max_rounds // len(A), 1)
convention/zero-score: nothing moves: w, b and n stay at 0. At the start every score is exactly 0,
        and that is a mistake for both labels here.
    wrong = lambda s, c: c * s < 0
convention/zero-as-a-class: a score of exactly 0 counts as one of the two classes. Here it is a
        mistake for both labels.
    wrong = lambda s, c: (1 if s >= 0 else -1) != c || lambda s, c: (1 if s > 0 else -1) != c
sign/condition: you correct right rows and leave mistakes alone. Compare the signs of label and
        score.
    wrong = lambda s, c: c * s >= 0
sign/step: a step goes the wrong way. On a mistake w moves by label times row, and b by the label.
    k = lambda c, x: -c * x && q = lambda c: -c
    k = lambda c, x: -c * x || q = lambda c: -c
omitted-term/no-condition: you correct right rows as well. Only mistakes count.
    wrong = lambda s, c: True
omitted-term/no-label-in-condition: the label makes no difference in your condition. Whether a score
        is wrong depends on it.
    wrong = lambda s, c: s <= 0
omitted-term/no-score-in-condition: the score makes no difference in your condition. Label and score
        should have the same sign.
    wrong = lambda s, c: c <= 0
omitted-term/label-plus-score: you add label and score in the condition. Multiply them: they should
        have the same sign.
    wrong = lambda s, c: c + s <= 0
omitted-term/no-label-in-step: the label makes no difference in a step. It decides which way to go.
    k = lambda c, x: x && q = lambda c: 1
    k = lambda c, x: x || q = lambda c: 1
omitted-term/no-row-in-step: the row makes no difference in the step of the weights. They move along
        it.
    k = lambda c, x: c
neighbour-formula/label-plus-row: you add label and row in the step of the weights. Multiply them.
    k = lambda c, x: c + x
neighbour-formula/replaced: the step replaces the old weights and the old bias. Add it to them.
    a = 0
omitted-term/bias-not-updated: the bias never moves. On a mistake it moves by the label.
    q = lambda c: 0
omitted-term/no-bias-in-score: the score leaves the bias out. The side of a row depends on it.
    f = lambda w, x, b: w @ x
omitted-term/no-weights-in-score: your score is only the bias. It is w·x plus the bias.
    f = lambda w, x, b: b
neighbour-formula/hinge: you also correct right rows with a small score. Only mistakes count.
    wrong = lambda s, c: c * s < 1 || lambda s, c: c * s <= 1 || lambda s, c: c * s <= 2
factor/learning-rate: your steps have an extra factor. Add label times row, and the label, as they
        are.
    k = lambda c, x: c * x / 2 && q = lambda c: c / 2
    k = lambda c, x: 2 * c * x && q = lambda c: 2 * c
neighbour-formula/together: all mistakes of a round are decided with the same weights. Correct each
        at once: the next row uses the new weights.
    frozen = True
neighbour-formula/repeated: you correct each row until it is right. Make one correction, then take
        the next row.
    times = 1000
neighbour-formula/start: the weights don't start at 0. Start both weights and bias at 0.
    w = np.ones(A.shape[1])
neighbour-formula/bias-start: the bias doesn't start at 0. Start both weights and bias at 0.
    b = 1.0 || -1.0
neighbour-formula/order: you take the rows in a different order. Take them as they come.
    A = np.asarray(X, float)[::-1] && y = y[::-1]
neighbour-formula/rounds-counted: you count rounds. Return the number of corrections.
    n = d[3] || d[3] - 1
neighbour-formula/count-restarts: you count only the corrections of the last round. Count all of
        them: one counter, set to 0 before the first round.
    n = d[4]
off-by-one/count: the number of corrections is off by one. Each correction counts once.
    n = d[2] + 1 || d[2] - 1
off-by-one/rows-counted: you count the rows you look at. Return the number of corrections.
    n = d[3] * len(A)
missing-return/not-all: you return too little. Return w, b, n.
    o = (W, B) || W || n || (W, n)
convention/order: you return the results in a different order. Return w, b, n.
    o = (B, W, n) || (n, W, B) || (W, n, B)
"""

EXERCISE = Exercise(
    id="train_perceptron", title="Mend a perceptron that stops too early", notebook="00c",
    number="0c.2", signature="train_perceptron(X, y, max_rounds)",
    lecture=("CS577-perceptron-example", "CS577-perceptron"), minutes=12, difficulty=2,
    reference=network.train_perceptron, cases=cases, shapes="t d, t",
    bank=BANK, parts=("w", "b", "n"),
    hints=("What must be true of a whole round before you may stop? And which rows does the line "
           "that decides know of?",
           "Two loops: rounds, and rows within a round. Whether the round was clean is decided "
           "after the inner loop, from something that was set before it.",
           "for each round: before = n; for each row: if y (w·x + b) ≤ 0: w + y x, b + y, n + 1; "
           "after the rows: if n == before: stop"),
    formula="repeat rounds of perceptron steps; stop after a round without a correction, "
            "or after max_rounds",
    variation="shuffle the rows in every round: how much does n scatter?",
    right=(flagged, augmented, by_counts, row_after_row,
           lambda X, y, r: [part.tolist() if hasattr(part, "tolist") else part
                            for part in augmented(np.asarray(X, float), y, r)]),
    awkward=flagged,
    heads=("train_perceptron([[1], [0]], [1, -1], 4)",
           "train_perceptron([[1], [1]], [-1, 1], 3)",
           "train_perceptron([[2], [1]], [1, 1], 3)",
           "train_perceptron([[1], [-0.5], [-5]], [-1, -1, -1], 3)"),
)
