"""0c.4 multiclass_perceptron_update: cases, answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import network
from misstep import Case, Exercise


def cases():
    W = np.array([[2.0, 0.0, -2.0], [-1.0, 2.0, -1.0]])  # the toy stream's W
    V = np.array([[0.5, -1.0, 2.0, 0.25], [1.0, 0.0, -0.5, 3.0], [-2.0, 1.5, 1.0, 0.5]])
    S = np.array([[1.0, 2.0, -1.0], [0.5, -1.0, 3.0], [-2.0, 0.25, 1.0]])
    return [
        Case((W, np.array([2.0, 0.5]), 2), "a mistake, two inputs and three classes"),
        Case((W, np.array([2.0, 0.5]), 0), "a right answer, two inputs and three classes"),
        Case((np.zeros((2, 3)), np.array([1.0, 0.5]), 0), "the start W = 0, y = 0"),
        Case((np.zeros((3, 4)), np.array([1.0, -1.0, 0.5]), 3), "the start W = 0, y = 3"),
        Case((V, np.array([-1.0, 2.0, 0.25]), 3), "the last class, right"),
        Case((V, np.array([2.0, -1.0, 0.5]), 0), "the first class, missed"),
        Case((S, np.array([1.0, -0.5, 2.0]), 0), "as many classes as inputs, a mistake"),
        Case((S, np.array([0.5, 1.0, -1.0]), 0), "as many classes as inputs, y = 0"),
        Case((np.array([[1.0, 2.0, 2.0], [0.0, 1.0, 1.0]]), np.array([1.0, 1.0]), 2),
             "a tie of classes 1 and 2, y = 2"),
        Case((np.array([[1.0, 2.0, 2.0], [0.0, 1.0, 1.0]]), np.array([1.0, 1.0]), 1),
             "a tie of classes 1 and 2, y = 1"),
        Case((W, np.array([0.5, 0.25]), 0), "a right answer by a small margin"),
        Case((np.array([[-3.0, -1.0], [-0.5, -2.0]]), np.array([1.0, 1.0]), 0),
             "scores below 0, two classes"),
        Case((np.array([[1, 0, 2], [-1, 3, 0]]), np.array([2, 1]), 1),
             "whole numbers, a mistake", integers=True),
        Case((np.array([[1, 0, 2], [-1, 3, 0]]), np.array([0.5, -1.25]), 1),
             "whole-number weights, an input with fractions", integers=True),
        Case((np.array([[0.5, -0.25, 1.0]]), np.array([-2.0]), 0), "one input only"),
        Case((np.array([[1.0, 1.25, -0.5], [0.5, 0.5, 0.25]]), np.array([1.0, 0.0]), 1),
             "right, by a score of 1.25 against 1"),
        Case((np.array([[3.0, 2.0, -1.0], [3.0, 0.0, 0.5]]), np.array([1.0, 0.0]), 0),
             "right, by a long column of W"),
        Case((np.array([[1.0, 0.25, -0.5], [0.5, 0.5, 0.25]]), np.array([1.0, 0.0]), 1),
             "a mistake, the highest score is 1"),
    ]


def by_rows(W, x, y, k):
    W = W.astype(float)
    if k != y:
        W[y] += x
        W[k] -= x
    return W


def rest(W, x, y, wrong):
    """Every column makes a binary perceptron step of its own."""
    signs = np.where(np.arange(W.shape[1]) == y, 1, -1)
    return W + np.outer(x, signs * wrong(signs * (x @ W)))


def loop(W, x, y):
    d, m = W.shape
    scores = [sum(float(W[i, c]) * float(x[i]) for i in range(d)) for c in range(m)]
    y_hat = scores.index(max(scores))
    rows = [[float(W[i, c]) for c in range(m)] for i in range(d)]
    if y_hat != y:
        for i in range(d):
            rows[i][y] += float(x[i])
            rows[i][y_hat] -= float(x[i])
    return np.array(rows)


def cut(W, x, y, k):
    """A copy in whole numbers takes up the sums."""
    V = W.astype(int)
    V[:, y] = V[:, y] + (k != y) * x
    V[:, k] = V[:, k] - (k != y) * x
    return V


def again(W, x, y, times):
    for _ in range(times):
        W = network.multiclass_perceptron_update(W, x, y)
    return W


BANK = """
multiclass_perceptron_update(W, x, y)
    V = W                                           # the weights in the scores
    u = x                                           # the input in the scores
    s = u @ V                                       # the scores
    k = int(np.argmax(s))                           # the winner
    wrong = k != y                                  # whether this is a mistake
    a = x                                           # what is added to column y
    c = x                                           # what is taken from the winner's column
    p = np.eye(W.shape[1])[y]                       # the column that is pulled
    q = np.eye(W.shape[1])[k]                       # the column that is pushed
    o = W + (np.outer(a, p) - np.outer(c, q)) * wrong

shown: s, k
same: k = len(s) - 1 - int(np.argmax(s[::-1]))
right: k = int((u[:, None] * V).sum(0).argmax()) && o = W + np.outer(x, p - q)
right: k = int(np.float32(V).T.dot(np.float32(u)).argmax()) && o = np.float32(W + x[:, None] * (p -
        q))
right: o = W if k == y else W + np.outer(x, p - q)

omitted-term/no-push: you don't subtract x from the winner's column. On a mistake that column moves
        too, down.
    c = 0 * x
omitted-term/no-pull: you don't add x to column y. On a mistake that column moves too, up.
    a = 0 * x
    a = 0 * x && wrong = True
omitted-term/no-condition: a column moves on right answers too. If the winner is y, W stays as it
        was.
    wrong = True && q = (k != y) * q
    wrong = True && p = (k != y) * p
sign/flipped-step: both columns move the wrong way. The true class has to gain on this x.
    a = -r * x && c = -r * x && r = 1 || 2 || 0.5 || 0.1 || 0.01
sign/push-adds: you add x to both columns. The wrong winner has to lose on this x.
    c = -x
    c = -x && wrong = True
sign/pull-subtracts: you subtract x from both columns. The true class has to gain on this x.
    a = -x
axis/rows: you change rows of W, not columns. W has one column per class: W[:, y].
    o = by_rows(W, x, y, k)
transpose/change: your change has one row per class. W has one column per class: np.outer(x, …).
    o = W + (np.outer(p, a) - np.outer(q, c)) * wrong
convention/last-of-ties: on a tie the last class wins. The lowest index wins, as with np.argmax.
    k = len(s) - 1 - int(np.argmax(s[::-1]))
convention/ties: a tie with class y counts as a mistake. Of the best classes, the one with the
        lowest index wins.
    k = int(np.argmax(np.where(np.arange(len(s)) == y, -np.inf, s))) && wrong = s[k] >= s[y]
convention/ties-right: a tie with class y counts as right. Of the best classes, the one with the
        lowest index wins.
    wrong = s[k] > s[y]
omitted-term/class-left-out: one class takes no part in the search for the winner. All classes do,
        from the first score on.
    k = int(np.argmax(s[1:])) + 1 || int(np.argmax(s[:-1]))
omitted-term/scores-below-0: class 0 wins when no score is above 0. The highest score wins, below 0
        as well.
    k = int(np.argmax(np.maximum(s, 0)))
axis/scores-of-inputs: you sum over the classes, which gives one number per input. Sum over the
        inputs: one score per class.
    k = int(np.argmax((x[:, None] * W).sum(1)[:W.shape[1]])) || s = W.sum(1)[:W.shape[1]]
sign/condition: column y moves when the answer is right. A right answer changes nothing.
    wrong = k == y && c = 0 * x
neighbour-formula/one-versus-rest: every class takes its own yes-or-no step, by the sign of its
        score. There is one winner for each x.
    o = rest(W, x, y, lambda v: v <= 0) || rest(W, x, y, lambda v: v < 0)
    o = W + r * np.outer(x, 2 * p - 1 - np.sign(s)) && r = 1 || 0.5
neighbour-formula/sign-of-true-score: the sign of the score of y decides. Compare winner and y.
    wrong = s[y] <= 0 || s[y] < 0
neighbour-formula/all-rivals: you push every class that beats y, not only the winner. Subtract x
        only from the column with the highest score.
    o = W + np.outer(x, p * ((s >= s[y]) * (1 - p)).sum() - (s >= s[y]) * (1 - p))
    o = W + np.outer(x, p * (s > s[y]).sum() - (s > s[y]))
neighbour-formula/all-others: you also push columns other than the winner's. Subtract x only from
        the winner's.
    q = 1 - p || (1 - p) / (len(p) - 1) || np.ones(len(p)) || np.ones(len(p)) / len(p)
neighbour-formula/softmax: your step is that of softmax regression. Here two columns move by x.
    o = W + r * np.outer(x, p - softmax(s)) && r = 1 || 0.5 || 0.1 || 0.01
neighbour-formula/margin: right answers with a margin below 1 also move W, as with a hinge loss.
        Only a mistake moves it.
    k = int(np.argmax(np.where(np.arange(len(s)) == y, -np.inf, s))) && wrong = s[y] < s[k] + 1
in-place/winner-after-pull: you look up the winner after column y has changed. Compute it first.
    q = np.eye(W.shape[1])[int(np.argmax(x @ (W + np.outer(x, p))))]
off-by-one/label: the label is off by one. Labels count from 0.
    p = np.eye(W.shape[1])[y - 1]
    p = np.eye(W.shape[1])[y - 1] && q = np.eye(W.shape[1])[k - 1]
    p = np.eye(W.shape[1])[y - W.shape[1] + 1] || wrong = k + 1 != y
off-by-one/winner: the winner is off by one. argmax counts from 0, and so do the labels.
    q = np.eye(W.shape[1])[k - 1] || np.eye(W.shape[1])[k - W.shape[1] + 1]
    q = np.eye(W.shape[1])[k + 1] && wrong = k + 1 != y
factor/learning-rate: your step has an extra factor. Add and subtract x as it is.
    a = r * x && c = a && r = 0.5 || 0.1 || 0.01 || 0.001 || 2
factor/one-column: the step of one of the two columns has an extra factor. Add and subtract x as it
        is.
    a = 2 * x || 0.5 * x || 0.1 * x || c = 2 * x || 0.5 * x || 0.1 * x
factor/normalised: you scale the input in the step. Take x as it is.
    a = x / np.linalg.norm(x) || x * (s.max() - s[y]) && c = a
neighbour-formula/delta-rule: every column moves by the distance of its score from 1 or 0. That is
        least squares; here two columns move by x.
    o = W + np.outer(x, p - s)
integer/all-truncated: the decimals are lost. Avoid int and integer arrays.
    needs: rounding or unread
    o = np.trunc(o) || np.trunc(o) if wrong else W || cut(W, x, y, k) || cut(W, x, y, k) if wrong
        else W
neighbour-formula/winner-only: you return one number. Return the new W.
    o = k || wrong * 1
neighbour-formula/one-per-class: you return one number per class. Return the new W.
    o = s || p || q || p - q
shape/changed-columns-only: you don't return every column. Return the whole W.
    o = o[:, y] || (o[:, y], o[:, k]) || o[:, [y, k]]
neighbour-formula/change-only: you return the change, not the new W. Add it to W.
    o = o - W || o - W if wrong else W
omitted-term/inputs-missing-in-score: some inputs are missing from the scores. Add up all products.
    s = x[:-1] @ W[:-1] || x[1:] @ W[1:] || x[0] * W[0] || x[-1] * W[-1]
integer/scores-rounded: you compare the scores as integers. Compare them as they are.
    s = np.round(s) || np.trunc(s)
neighbour-formula/cosine: you divide the scores by the lengths of the columns. The highest score x ·
        W[:, class] wins, as it is.
    s = s / np.maximum(np.linalg.norm(W, axis=0), 1e-12)
neighbour-formula/nearest-column: the column nearest to x wins. The class with the highest score x ·
        W[:, class] should win.
    s = -((W - x[:, None]) ** 2).sum(0)
neighbour-formula/score-for-class: you compare the highest score with the label. argmax is a class.
    wrong = s.max() != y
neighbour-formula/score-without-input: x does not decide the winner. A score is x · W[:, c].
    s = W.sum(0) || W[0] || W.max(0) || W[-1] || np.linalg.norm(W, axis=0) || 0 * s
omitted-term/score-not-summed: your score is not the plain sum of the products. A score is the sum
        of all products.
    s = (x[:, None] * W).max(0) || np.abs(x[:, None] * W).sum(0) || (x[:, None] * W).min(0)
omitted-term/part-of-the-columns: some entries of the two columns do not move. Add and subtract all
        of x.
    a = x * (np.arange(len(x)) == 0) || x * (np.arange(len(x)) > 0) || x * (np.arange(len(x)) <
        len(x) - 1) || x * (np.arange(len(x)) == len(x) - 1) && c = a
neighbour-formula/changed-input: you add and subtract something other than x. Take x as it is.
    a = np.sign(x) || np.abs(x) || x**2 || np.full(len(x), x.sum()) || np.full(len(x), x.mean()) ||
        np.ones(len(x)) && c = a
neighbour-formula/columns-replaced: a column is replaced instead of changed. Add x to the column, or
        subtract it.
    o = np.where(p == 1, x[:, None], W) || np.where(p == 1, x[:, None], W) if wrong else W ||
        np.where(q == 1, -x[:, None], np.where(p == 1, x[:, None], W)) if wrong else W
neighbour-formula/repeated: you take the step more than once. Take one step, whether the answer is
        right afterwards or not.
    o = again(W, x, y, r) && r = 2 || 10
omitted-term/right-answers: for a right answer you return a table of zeros. If the winner is y,
        return W.
    o = o if wrong else 0.0 * W
omitted-term/one-side-only: winners on one side of y don't lead to a step. Any winner other than y
        is a mistake.
    wrong = k > y || k < y
"""

EXERCISE = Exercise(
    id="multiclass_perceptron_update", title="Pull the right class, push the wrong winner",
    notebook="00c", number="0c.4", signature="multiclass_perceptron_update(W, x, y)",
    lecture=("CS577-multiclass-perceptron",), minutes=8, difficulty=2,
    reference=network.multiclass_perceptron_update, cases=cases, bank=BANK,
    hints=("Which class wins on this x, and is it the right one?",
           "Column c of W holds the weights of class c: its score is x · W[:, c].",
           "yhat = argmax(x @ W); if yhat ≠ y: W[:, y] + x and W[:, yhat] − x, on a copy"),
    formula="yhat = argmax x W;  yhat ≠ y  →  W[:, y] ← W[:, y] + x,  W[:, yhat] ← W[:, yhat] − x",
    variation="with two classes, compare with the binary perceptron: how far does "
              "W[:, 1] − W[:, 0] move per mistake?",
    right=(loop, lambda W, x, y: loop(W, x, y).tolist()),
    awkward=lambda W, x, y: np.asfortranarray(loop(W, x, y).astype(np.float32)),
    heads=("multiclass_perceptron_update([[2, 1]], [2], 1)",
           "multiclass_perceptron_update([[0, -3]], [-0.5], 0)",
           "multiclass_perceptron_update([[0, 1]], [2], 1)",
           "multiclass_perceptron_update([[0, 2], [1, 0]], [1, 3], 1)",
           "multiclass_perceptron_update([[-2, 0.25, 1]], [0.5], 0)",
           "multiclass_perceptron_update([[1, 1]], [2], 1)",
           "multiclass_perceptron_update([[1, 1]], [2], 0)",
           "multiclass_perceptron_update([[2, 1], [1, 1]], [-3, 3], 1)"),
)
