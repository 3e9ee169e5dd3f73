"""Records of notebook 00c: the perceptron steps with their cases and known mistakes."""

import numpy as np

from course_utils import network
from course_utils.exercises.engine import Case, Exercise, Mistake

# --- 00c.1 perceptron_update --------------------------------------------------------------
#
# All numbers are sums of powers of 2, so a score of exactly 0 is 0 in float32 too.


def _perceptron_cases():
    w, x = np.array([1.0, -2.0]), np.array([0.5, 1.5])  # w.x = -2.5
    v, u = np.array([0.5, -1.0, 2.0]), np.array([3.0, 1.0, 0.25])  # v.u = 1
    zero = np.zeros(2)
    return [
        Case((w, 0.5, x, 1), "a mistake, y = +1"),
        Case((v, 0.75, u, -1), "a mistake, y = −1"),
        Case((v, 0.75, u, 1), "a right answer, y = +1"),
        Case((w, 0.5, x, -1), "a right answer, y = −1"),
        Case((zero, 0.0, x, 1), "the start w = 0, b = 0, y = +1"),
        Case((zero, 0.0, x, -1), "the start w = 0, b = 0, y = −1"),
        Case((w, 2.5, x, 1), "a score of exactly 0, y = +1"),
        Case((v, -1.0, u, -1), "a score of exactly 0, y = −1"),
        Case((v, -1.75, u, 1), "a mistake that is due to the bias"),
        Case((w, 3.0, x, 1), "right because of the bias, by a small margin"),
        Case((v, 0.5, u, -1), "a mistake where |w.x| > |b|, y = −1"),
        Case((v, -1.5, u, -1), "right because of the bias, y = −1"),
        Case((np.array([3, -1, 2, 0]), -4, np.array([1, 2, 0, 5]), 1),
             "whole numbers, a mistake"),
        Case((np.array([3, -1]), 2, np.array([1, 2]), 1), "whole numbers, a right answer"),
        Case((np.array([1, 2]), 1, np.array([0.5, -1.5]), 1),
             "whole-number weights, an input with fractions", integers=True),
        Case((np.array([0.5, -0.25]), 0.0, np.array([0.125, 0.0]), 1),
             "right, by a score of 1/16"),
        Case((np.array([0.75]), -1.0, np.array([-2.0]), 1), "one weight only"),
    ]


def _step(condition=lambda y, s, w, x, b: y * s <= 0, score=lambda w, x, b: w @ x + b,
          new_w=lambda w, x, y: w + y * x, new_b=lambda b, y, x: b + y):
    """A perceptron step with some of its pieces exchanged."""
    def update(w, b, x, y):
        if condition(y, score(w, x, b), w, x, b):
            return new_w(w, x, y), new_b(b, y, x)
        return w, b

    return update


def _in_place(w, b, x, y):
    if y * (w @ x + b) <= 0:
        w += y * x
        b += y
    return w, b


def _in_place_cast(w, b, x, y):
    if y * (w @ x + b) <= 0:
        w[:] = w + y * x
        b = b + y
    return w, b


def _copy_of_integers(w, b, x, y):
    w = w.copy()
    if y * (w @ x + b) <= 0:
        w[:] = w + y * x
        b = b + y
    return w, b


def _copy_adds(w, b, x, y):
    w = w.copy()
    if y * (w @ x + b) <= 0:
        w += y * x
        b += y
    return w, b


def _whole_numbers(w, b, x, y):
    w, b = _step()(w, b, x, y)
    return np.asarray(w).astype(int), int(b)


def _delta_rule(w, b, x, y):
    error = y - (w @ x + b)
    return w + error * x, b + error


def _logistic_step(w, b, x, y):
    pull = y / (1 + np.exp(np.clip(y * (w @ x + b), -50, 50)))
    return w + pull * x, b + pull


def _error_times(w, b, x, y):
    """(y - prediction) x: twice the step, for labels of -1 and +1."""
    error = y - np.where(w @ x + b > 0, 1, -1)
    return w + error * x, b + error


def _perceptron_loop(w, b, x, y):
    score = float(b)
    for i in range(len(w)):
        score += float(w[i]) * float(x[i])
    if (y == 1 and score > 0) or (y == -1 and score < 0):
        return w, b
    return [float(w[i]) + y * float(x[i]) for i in range(len(w))], float(b) + y


def _perceptron_augmented(w, b, x, y):
    w1, x1 = np.append(w, b).astype(np.float32), np.append(x, 1).astype(np.float32)
    w1 = w1 if y * w1.dot(x1) > 0 else w1 + np.float32(y) * x1
    return w1[:-1], w1[-1]


def _perceptron_masked(w, b, x, y):
    wrong = np.sign(np.dot(x, w) + b) != y  # sign(0) is 0: a mistake
    return w + wrong * y * x, b + wrong * y


def _perceptron_half(w, b, x, y):
    # half the difference of label and a sign that calls 0 the other class
    sign = -y if w @ x + b == 0 else np.sign(w @ x + b)
    return w + (y - sign) / 2 * x, b + (y - sign) / 2


PERCEPTRON = Exercise(
    id="perceptron_update", title="Make one perceptron step", notebook="00c", number="00c.1",
    signature="perceptron_update(w, b, x, y)", lecture=("CS577-perceptron",),
    minutes=6, difficulty=1, reference=network.perceptron_update, cases=_perceptron_cases,
    parts=("w", "b"),
    mistakes=(
        Mistake("convention/zero-score-right", _step(lambda y, s, *_: y * s < 0),
                "a score of exactly 0 counts as right",
                "That is another convention: in this course a score of 0 is a mistake; "
                "otherwise w = 0 would never move."),
        Mistake("convention/zero-score-positive",
                _step(lambda y, s, *_: (1 if s >= 0 else -1) != y),
                "a score of exactly 0 counts as class +1",
                "That is another convention: here a score of 0 is a mistake for both labels."),
        Mistake("convention/zero-score-negative",
                _step(lambda y, s, *_: (1 if s > 0 else -1) != y),
                "a score of exactly 0 counts as class −1",
                "That is another convention: here a score of 0 is a mistake for both labels."),
        Mistake("omitted-term/bias-not-updated", _step(new_b=lambda b, y, x: b),
                "the bias stays as it was", "On a mistake b becomes b + y."),
        Mistake("omitted-term/weights-not-updated", _step(new_w=lambda w, x, y: w),
                "the weights stay as they were", "On a mistake w becomes w + y x."),
        Mistake("omitted-term/no-bias-in-score", _step(score=lambda w, x, b: w @ x),
                "the score is w.x without the bias", "The score is w.x + b."),
        Mistake("omitted-term/no-update", lambda w, b, x, y: (w, b),
                "nothing is ever updated", "On a mistake w becomes w + y x and b becomes b + y."),
        Mistake("sign/weights-and-bias",
                _step(new_w=lambda w, x, y: w - y * x, new_b=lambda b, y, x: b - y),
                "the step goes the wrong way", "A mistake on y = +1 has to raise the score."),
        Mistake("sign/weights", _step(new_w=lambda w, x, y: w - y * x),
                "the weights move the wrong way", "On a mistake w becomes w + y x."),
        Mistake("sign/bias", _step(new_b=lambda b, y, x: b - y),
                "the bias moves the wrong way", "On a mistake b becomes b + y."),
        Mistake("sign/bias-in-score", _step(score=lambda w, x, b: w @ x - b),
                "the bias is subtracted in the score", "The score is w.x + b."),
        Mistake("sign/condition", _step(lambda y, s, *_: y * s > 0),
                "the step is made when the answer is right",
                "Update when y (w.x + b) is 0 or less."),
        Mistake("sign/condition", _step(lambda y, s, *_: y * s >= 0),
                "the step is made when the answer is right",
                "Update when y (w.x + b) is 0 or less."),
        Mistake("omitted-term/no-condition", _step(lambda *_: True),
                "the step is made whether the answer is right or wrong",
                "Update only when y (w.x + b) is 0 or less."),
        Mistake("omitted-term/no-label-in-condition", _step(lambda y, s, *_: s <= 0),
                "the label is missing in the condition",
                "Whether a negative score is wrong depends on y."),
        Mistake("omitted-term/no-label-in-condition", _step(lambda y, s, *_: s < 0),
                "the label is missing in the condition",
                "Whether a negative score is wrong depends on y."),
        Mistake("omitted-term/no-label-in-step",
                _step(new_w=lambda w, x, y: w + x, new_b=lambda b, y, x: b + 1),
                "the label is missing in the step", "On a mistake add y x and y."),
        Mistake("omitted-term/no-label-in-weights", _step(new_w=lambda w, x, y: w + x),
                "the label is missing in the step of the weights",
                "On a mistake w becomes w + y x."),
        Mistake("omitted-term/no-label-in-bias", _step(new_b=lambda b, y, x: b + 1),
                "the bias always grows by 1", "On a mistake b becomes b + y."),
        Mistake("omitted-term/no-input", _step(new_w=lambda w, x, y: w + y),
                "the input is missing in the step of the weights",
                "On a mistake w becomes w + y x."),
        Mistake("neighbour-formula/bias-outside",
                _step(lambda y, s, w, x, b: y * (w @ x) + b <= 0),
                "the label multiplies w.x only, not the bias",
                "The condition is y (w.x + b) ≤ 0, with the parentheses."),
        Mistake("neighbour-formula/bias-gets-input",
                _step(new_b=lambda b, y, x: b + y * x.sum()),
                "the bias moves by y times the sum of the inputs",
                "The bias belongs to a constant input of 1: b + y."),
        Mistake("neighbour-formula/hinge", _step(lambda y, s, *_: y * s < 1),
                "right answers with a margin below 1 are updated too",
                "That is the hinge loss; the perceptron updates at y (w.x + b) ≤ 0 only."),
        Mistake("neighbour-formula/hinge", _step(lambda y, s, *_: y * s <= 1),
                "right answers with a margin up to 1 are updated too",
                "That is the hinge loss; the perceptron updates at y (w.x + b) ≤ 0 only."),
        Mistake("neighbour-formula/delta-rule", _delta_rule,
                "the step is proportional to y minus the score",
                "That is least squares; the perceptron's step is y x, whatever the score."),
        Mistake("neighbour-formula/logistic", _logistic_step,
                "the step is that of logistic regression",
                "The perceptron's step is y x on a mistake, else nothing."),
        Mistake("factor/2-times-too-large",
                _step(new_w=lambda w, x, y: w + 2 * y * x, new_b=lambda b, y, x: b + 2 * y),
                "the step is twice too large",
                "y minus the predicted sign is ±2; the step is y x."),
        Mistake("factor/2-times-too-large", _error_times,
                "the step is twice too large",
                "y minus the predicted sign is ±2; the step is y x."),
        *(Mistake("factor/learning-rate",
                  _step(new_w=lambda w, x, y, r=r: w + r * y * x,
                        new_b=lambda b, y, x, r=r: b + r * y),
                  "the step carries a learning rate", "The perceptron adds y x and y as they are.")
          for r in (0.5, 0.1, 0.01)),
        Mistake("factor/normalised",
                _step(new_w=lambda w, x, y: w + y * x / np.linalg.norm(x)),
                "the input is scaled to length 1 in the step", "Add y x as it is."),
        Mistake("in-place/w", _in_place, "the array `w` of the caller is changed",
                "Write w + y * x, which makes a new array, instead of w += y * x."),
        Mistake("in-place/w", _in_place_cast, "the array `w` of the caller is changed",
                "Return w + y * x, which makes a new array."),
        Mistake("integer/truncated", _copy_of_integers,
                "the digits after the point are lost where w holds whole numbers",
                "A copy of an integer array keeps integers only: return w + y * x."),
        Mistake("integer/in-place-integers", _copy_adds,
                "a fraction is added into an array of integers",
                "Return w + y * x, which makes a new array that can hold the sum."),
        Mistake("integer/truncated", _whole_numbers,
                "the digits after the point are lost", "Keep the sums as they come."),
        Mistake("shape/swapped", lambda w, b, x, y: _step()(w, b, x, y)[::-1],
                "`w` and `b` come back in the wrong order", "Return `w, b`."),
        Mistake("shape/w-only", lambda w, b, x, y: _step()(w, b, x, y)[0],
                "only the weights come back", "Return the pair `w, b`."),
        Mistake("shape/one-array", lambda w, b, x, y: np.append(*_step()(w, b, x, y)),
                "weights and bias come back as one array", "Return the pair `w, b`."),
        Mistake("shape/bias-array",
                lambda w, b, x, y: (_step()(w, b, x, y)[0], np.array([_step()(w, b, x, y)[1]])),
                "the bias comes back as an array of one entry", "Return b as a number."),
        Mistake("neighbour-formula/changes-only", lambda w, b, x, y: (
            (y * x, y) if y * (w @ x + b) <= 0 else (0 * x, 0)),
                "the change comes back, not the new values", "Return w + y x and b + y."),
    ),
    hints=("When is the answer of the line wrong for this x? And what about a score of 0?",
           "y and the score w.x + b should have the same sign: their product is above 0.",
           "if y (w.x + b) ≤ 0: w + y x and b + y; else w and b"),
    formula="y (w·x + b) ≤ 0  →  w ← w + y x,  b ← b + y",
    variation="drop the bias and run it on AND: which row can never come out right?",
    right=(_perceptron_loop, _perceptron_augmented, _perceptron_masked, _perceptron_half,
           lambda w, b, x, y: [w.copy(), b] if y * np.inner(w, x) > -y * b
           else [np.add(w, np.multiply(y, x)), b + y]),
    awkward=_perceptron_loop,
)

# --- 00c.2 multiclass_perceptron_update -----------------------------------------------------


def _multiclass_cases():
    W = np.array([[2.0, 0.0, -2.0], [-1.0, 2.0, -1.0]])  # the toy stream's W
    V = np.array([[0.5, -1.0, 2.0, 0.25], [1.0, 0.0, -0.5, 3.0], [-2.0, 1.5, 1.0, 0.5]])
    S = np.array([[1.0, 2.0, -1.0], [0.5, -1.0, 3.0], [-2.0, 0.25, 1.0]])
    return [
        Case((W, np.array([2.0, 0.5]), 2), "a mistake, two inputs and three classes"),
        Case((W, np.array([2.0, 0.5]), 0), "a right answer, two inputs and three classes"),
        Case((np.zeros((2, 3)), np.array([0.0, 2.0]), 1), "the start W = 0, y = 1"),
        Case((np.zeros((2, 3)), np.array([1.0, 0.5]), 0), "the start W = 0, y = 0"),
        Case((np.zeros((3, 4)), np.array([1.0, -1.0, 0.5]), 3), "the start W = 0, y = 3"),
        Case((V, np.array([1.0, 0.5, -1.0]), 1), "a mistake, three inputs and four classes"),
        Case((V, np.array([-1.0, 2.0, 0.25]), 3), "the last class, right"),
        Case((V, np.array([2.0, -1.0, 0.5]), 0), "the first class, missed"),
        Case((S, np.array([1.0, -0.5, 2.0]), 0), "as many classes as inputs, a mistake"),
        Case((S, np.array([0.5, 1.0, -1.0]), 0), "as many classes as inputs, y = 0"),
        Case((np.array([[1.0, 2.0, 2.0], [0.0, 1.0, 1.0]]), np.array([1.0, 1.0]), 2),
             "a tie of classes 1 and 2, y = 2"),
        Case((np.array([[1.0, 2.0, 2.0], [0.0, 1.0, 1.0]]), np.array([1.0, 1.0]), 1),
             "a tie of classes 1 and 2, y = 1"),
        Case((W, np.array([0.5, 0.25]), 0), "a right answer by a small margin"),
        Case((np.array([[-1.0, -3.0], [-2.0, -0.5]]), np.array([1.0, 1.0]), 1),
             "scores below 0, two classes"),
        Case((np.array([[1, 0, 2], [-1, 3, 0]]), np.array([2, 1]), 1),
             "whole numbers, a mistake"),
        Case((np.array([[1, 0, 2], [-1, 3, 0]]), np.array([0.5, -1.25]), 1),
             "whole-number weights, an input with fractions", integers=True),
        Case((np.array([[0.5, -0.25, 1.0]]), np.array([-2.0]), 0), "one input only"),
    ]


def _multi(choose=lambda s: int(np.argmax(s)), plus=1, minus=1,
           change=lambda W, x, y, y_hat, plus, minus: _pull_push(W, x, y, y_hat, plus, minus),
           condition=lambda y_hat, y, s: y_hat != y, copy=True):
    """A multiclass step with some of its pieces exchanged."""
    def update(W, x, y):
        s = x @ W
        y_hat = choose(s)
        if copy:
            W = W.astype(np.result_type(W, x, float))
        if condition(y_hat, y, s):
            W = change(W, x, y, y_hat, plus, minus)
        return W

    return update


def _pull_push(W, x, y, y_hat, plus, minus):
    W[:, y] += plus * x
    W[:, y_hat] -= minus * x
    return W


def _rows(W, x, y, y_hat, plus, minus):
    W[y] += x
    W[y_hat] -= x
    return W


def _rivals(W, x, y):
    s = x @ W
    W = W.astype(float)
    for c in range(W.shape[1]):
        if c != y and s[c] >= s[y]:
            W[:, c] -= x
            W[:, y] += x
    return W


def _all_others(weight):
    def update(W, x, y):
        y_hat = np.argmax(x @ W)
        W = W.astype(float)
        if y_hat != y:
            others = np.arange(W.shape[1]) != y
            W[:, others] -= weight(W.shape[1]) * x[:, None]
            W[:, y] += x
        return W

    return update


def _softmax_step(W, x, y):
    s = x @ W
    o = np.exp(s - s.max())
    return W + np.outer(x, np.eye(W.shape[1])[y] - o / o.sum())


def _margin_step(W, x, y):
    s = x @ W
    rival = np.where(np.arange(len(s)) == y, -np.inf, s)
    c = int(np.argmax(rival))
    W = W.astype(float)
    return _pull_push(W, x, y, c, 1, 1) if s[y] < s[c] + 1 else W


def _tie_is_mistake(W, x, y):
    s = x @ W
    rival = np.where(np.arange(len(s)) == y, -np.inf, s)
    W = W.astype(float)
    c = int(np.argmax(rival))
    return _pull_push(W, x, y, c, 1, 1) if s[y] <= s[c] else W


def _multi_truncating(W, x, y):
    y_hat, W = np.argmax(x @ W), W.copy()
    if y_hat != y:
        W[:, y] = W[:, y] + x
        W[:, y_hat] = W[:, y_hat] - x
    return W


def _multi_casting(W, x, y):
    y_hat, W = np.argmax(x @ W), W.copy()
    if y_hat != y:
        W[:, y] += x
        W[:, y_hat] -= x
    return W


def _multi_in_place(W, x, y):
    y_hat = np.argmax(x @ W)
    if y_hat != y:
        W[:, y] += x
        W[:, y_hat] -= x
    return W


def _multi_in_place_cast(W, x, y):
    y_hat = np.argmax(x @ W)
    if y_hat != y:
        W[:, y] = W[:, y] + x
        W[:, y_hat] = W[:, y_hat] - x
    return W


def _multi_halfway(W, x, y):
    """The winner is looked up after the first change."""
    W = W.astype(float)
    if np.argmax(x @ W) != y:
        W[:, y] += x
        W[:, np.argmax(x @ W)] -= x
    return W


def _multi_loop(W, x, y):
    d, m = W.shape
    scores = [sum(float(W[i, c]) * float(x[i]) for i in range(d)) for c in range(m)]
    y_hat = scores.index(max(scores))
    rows = [[float(W[i, c]) for c in range(m)] for i in range(d)]
    if y_hat != y:
        for i in range(d):
            rows[i][y] += float(x[i])
            rows[i][y_hat] -= float(x[i])
    return np.array(rows)


def _multi_one_hot(W, x, y):
    eye = np.eye(W.shape[1], dtype=np.float32)
    return W + np.outer(x, eye[y] - eye[np.argmax(W.T @ x)])  # 0 when the two agree


def _multi_where(W, x, y):
    classes, y_hat = np.arange(W.shape[1]), (x[:, None] * W).sum(axis=0).argmax()
    return W + x[:, None] * ((classes == y) * 1.0 - (classes == y_hat) * 1.0)


def _multi_float32(W, x, y):
    W, x = W.astype(np.float32), x.astype(np.float32)
    y_hat = int(np.einsum("d,dm->m", x, W).argmax())
    new = W.copy()
    if y_hat != y:
        new[:, y_hat] = new[:, y_hat] - x
        new[:, y] = new[:, y] + x
    return new


MULTICLASS = Exercise(
    id="multiclass_perceptron_update", title="Pull the right class, push the wrong winner",
    notebook="00c", number="00c.2", signature="multiclass_perceptron_update(W, x, y)",
    lecture=("CS577-multiclass-perceptron",), minutes=8, difficulty=2,
    reference=network.multiclass_perceptron_update, cases=_multiclass_cases,
    mistakes=(
        Mistake("omitted-term/no-push", _multi(minus=0),
                "only the column of the true class moves",
                "On a mistake x is also subtracted from the wrong winner's column."),
        Mistake("omitted-term/no-pull", _multi(plus=0),
                "only the column of the wrong winner moves",
                "On a mistake x is also added to column y."),
        Mistake("omitted-term/no-push", _multi(minus=0, condition=lambda *_: True),
                "x is added to column y every time, and nothing is subtracted",
                "Update on a mistake only, both columns."),
        Mistake("sign/flipped-step", _multi(plus=-1, minus=-1),
                "both columns move the wrong way",
                "x is added to column y and subtracted from column yhat."),
        Mistake("sign/push-adds", _multi(minus=-1), "x is added to both columns",
                "x is subtracted from the wrong winner's column."),
        Mistake("sign/pull-subtracts", _multi(plus=-1),
                "x is subtracted from both columns", "x is added to column y."),
        Mistake("omitted-term/never-updates", lambda W, x, y: W,
                "W comes back as it was, on mistakes too",
                "If yhat != y, add x to column y and subtract it from column yhat."),
        Mistake("axis/rows", _multi(change=_rows), "rows of W are changed, not columns",
                "W has one column per class: W[:, y]."),
        Mistake("axis/scores-of-rows", lambda W, x, y: _pull_push(
            W.astype(float), x, y, int(np.argmax(W @ x)), 1, 1),
                "the scores are W @ x: one per row, not one per class",
                "One column per class: the scores are x @ W."),
        Mistake("convention/ties-to-last",
                _multi(choose=lambda s: len(s) - 1 - int(np.argmax(s[::-1]))),
                "on a tie the last class wins",
                "That is another convention: in this course the lowest class wins, as "
                "np.argmax has it."),
        Mistake("convention/ties-are-mistakes", _tie_is_mistake,
                "a tie with the true class counts as a mistake",
                "That is another convention: here the lowest class wins the tie, and if that "
                "is y nothing changes."),
        Mistake("convention/ties-to-truth",
                _multi(choose=lambda s: s, condition=lambda s_, y, s: s[y] < s.max(),
                       change=lambda W, x, y, s, p, q: _pull_push(W, x, y, int(np.argmax(s)),
                                                                  1, 1)),
                "a tie with the true class counts as right",
                "That is another convention: here the lowest class wins the tie."),
        Mistake("sign/argmin", _multi(choose=lambda s: int(np.argmin(s))),
                "the lowest score wins", "The highest score wins: argmax."),
        Mistake("neighbour-formula/largest-size",
                _multi(choose=lambda s: int(np.argmax(np.abs(s)))),
                "the score of the largest size wins, whatever its sign",
                "The highest score wins: argmax of x @ W itself."),
        Mistake("neighbour-formula/all-rivals", _rivals,
                "every class that scores as high as the true one is pushed",
                "Only the winner's column is pushed."),
        Mistake("neighbour-formula/all-others", _all_others(lambda m: 1),
                "x is subtracted from all the other classes",
                "Only the winner's column is pushed."),
        Mistake("neighbour-formula/all-others", _all_others(lambda m: 1 / (m - 1)),
                "the push is shared by all the other classes",
                "Only the winner's column is pushed."),
        Mistake("neighbour-formula/softmax", _softmax_step,
                "the step is that of softmax regression",
                "The perceptron moves two columns by x, and only on a mistake."),
        Mistake("neighbour-formula/margin", _margin_step,
                "right answers with a margin below 1 are updated too",
                "That is a hinge loss; the perceptron updates when yhat != y only."),
        Mistake("neighbour-formula/winner-after-pull", _multi_halfway,
                "the winner is looked up again after column y has changed",
                "Compute yhat once, before anything changes."),
        Mistake("off-by-one/label", _multi(change=lambda W, x, y, c, p, q: _pull_push(
            W, x, y - 1, c, 1, 1)),
                "the label is counted from 1", "Labels count from 0: column y is W[:, y]."),
        *(Mistake("factor/learning-rate", _multi(plus=r, minus=r),
                  "the step carries a factor", "Add and subtract x as it is.")
          for r in (0.5, 0.1, 0.01, 2)),
        Mistake("in-place/w", _multi_in_place, "the array `W` of the caller is changed",
                "Work on a copy: W = W.astype(float)."),
        Mistake("in-place/w", _multi_in_place_cast, "the array `W` of the caller is changed",
                "Work on a copy: W = W.astype(float)."),
        Mistake("integer/truncated", _multi_truncating,
                "the digits after the point are lost where W holds whole numbers",
                "A copy of an integer array keeps integers only: W.astype(float)."),
        Mistake("integer/in-place-integers", _multi_casting,
                "a fraction is added into an array of integers",
                "A copy of an integer array keeps integers only: W.astype(float)."),
        Mistake("transpose/result", lambda W, x, y: _multi()(W, x, y).T,
                "W comes back transposed", "Keep one column per class: shape (d, m)."),
        Mistake("shape/winner-too", lambda W, x, y: (_multi()(W, x, y), int(np.argmax(x @ W))),
                "the winner comes back as well", "Return W only."),
        Mistake("neighbour-formula/change-only", lambda W, x, y: _multi()(W, x, y) - W,
                "the change comes back, not the new W", "Return W plus the change."),
        Mistake("omitted-term/no-input", _multi(change=lambda W, x, y, c, p, q: _pull_push(
            W, np.ones_like(x), y, c, 1, 1)),
                "the columns move by 1, not by x", "Add and subtract the input x."),
    ),
    hints=("Which class wins on this x, and is it the right one?",
           "Column c of W holds the weights of class c: its score is x · W[:, c].",
           "yhat = argmax(x @ W); if yhat ≠ y: W[:, y] + x and W[:, yhat] − x, on a copy"),
    formula="yhat = argmax x W;  yhat ≠ y  →  W[:, y] ← W[:, y] + x,  W[:, yhat] ← W[:, yhat] − x",
    variation="with two classes, compare with the binary perceptron: how far does "
              "W[:, 1] − W[:, 0] move per mistake?",
    right=(_multi_loop, _multi_one_hot, _multi_where, _multi_float32,
           _multi(condition=lambda *_: True)),  # plus and minus on one column cancel
    awkward=lambda W, x, y: np.asfortranarray(_multi_loop(W, x, y).astype(np.float32)),
)

EXERCISES = (PERCEPTRON, MULTICLASS)
