"""0c.1 perceptron_update: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import network
from misstep import Case, Exercise


def cases():
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
        Case((v, -1.75, u, -1), "right because of the bias, y = −1"),
        Case((np.array([3, -1, 2, 0]), -4, np.array([1, 2, 0, 5]), 1),
             "whole numbers, a mistake", integers=True),
        Case((np.array([1, 2]), 1, np.array([0.5, -1.5]), 1),
             "whole-number weights, an input with fractions", integers=True),
        Case((np.array([0.5, -0.25]), 0.0, np.array([1 / 64, 0.0]), 1),
             "right, by a score of 1/128"),
        Case((np.array([0.5, -0.25]), 0.0, np.array([1 / 64, 0.0]), -1),
             "a mistake, by a score of 1/128"),
        Case((np.array([0.75]), -1.0, np.array([-2.0]), 1), "one weight only"),
        Case((np.array([-4.0, 2.0]), -2.0, np.array([0.5, 0.5]), 1),
             "a mistake that one step does not mend"),
        Case((np.array([1.0, 1.0]), -2.0, np.array([1.5, 1.5]), 1),
             "right, two equal products in the score"),
        Case((np.array([2.0, -0.5, -1.0]), -0.25, np.array([1.0, 1.0, 2.0]), -1),
             "right, products of both signs"),
    ]


def passive(w, b, x, y, one):
    """The step that just reaches a margin of 1."""
    size = max(0.0, 1 - y * (w @ x + b)) / (x @ x + one)
    return w + size * y * x, b + size * y


def until_right(w, b, x, y):
    w, b = np.array(w, float), float(b)
    while y * (w @ x + b) <= 0:
        w, b = w + y * x, b + y
    return w, b


def loop(w, b, x, y):
    score = float(b)
    for i in range(len(w)):
        score += float(w[i]) * float(x[i])
    if (y == 1 and score > 0) or (y == -1 and score < 0):
        return w, b
    return [float(w[i]) + y * float(x[i]) for i in range(len(w))], float(b) + y


def half(w, b, x, y):
    # half the difference of label and a sign that calls 0 the other class
    sign = -y if w @ x + b == 0 else np.sign(w @ x + b)
    return w + (y - sign) / 2 * x, b + (y - sign) / 2


BANK = """
perceptron_update(w, b, x, y)
    v = w                                           # the weights in the score
    c = b                                           # the bias in the score
    u = x                                           # the input in the score
    s = v @ u + c                                   # the score
    wrong = y * s <= 0                              # whether this is a mistake
    k = y                                           # the step's sign and size for the weights
    q = y                                           # the same for the bias
    a = x                                           # what is added to the weights
    W = w + k * a if wrong else w                   # the new weights
    B = b + q if wrong else b                       # the new bias
    o = (W, B)

shown: s, W, B
same: wrong = y * s < 0 || (1 if s >= 0 else -1) != y || (1 if s > 0 else -1) != y
right: wrong = np.sign(s) != y && W = w + wrong * y * x && B = b + wrong * y
right: o = np.float32(W), np.float32(B)

convention/zero-score: a score of exactly 0 counts as right. In this course it is a mistake for both
        labels; otherwise w = 0 would never move.
    wrong = y * s < 0
convention/zero-as-a-class: a score of exactly 0 counts as one of the two classes. In this course it
        is a mistake for both labels.
    wrong = (1 if s >= 0 else -1) != y || (1 if s > 0 else -1) != y
omitted-term/bias-not-updated: the bias stays as it was. On a mistake it moves too.
    B = b
omitted-term/weights-not-updated: the weights stay as they were. On a mistake they move too.
    W = w
omitted-term/no-bias-in-score: the bias plays no part: it is missing from the score and never moves.
        The side of x depends on b, and a mistake moves it.
    c = 0 && B = b
sign/weights-and-bias: your step goes the wrong way. A mistake on y = +1 has to raise the score.
    k = -r * y && q = k && r = 1 || 2 || 0.5 || 0.1 || 0.01
sign/bias: the bias moves the wrong way. A mistake on y = +1 has to raise the score.
    q = -y
sign/bias-in-score: you subtract the bias in the score. Add it to w·x.
    c = -b
omitted-term/no-condition: you take the step on right answers too. A right answer changes nothing.
    wrong = True && k = r * y && q = k && r = 1 || 2 || 0.5 || 0.1 || 0.01
    wrong = True && k = 1 && q = 1
omitted-term/no-label-in-condition: the label makes no difference in your condition. Whether a score
        is wrong depends on it.
    wrong = s <= 0 || s < 0
omitted-term/no-label-in-step: the label makes no difference in your step. It decides which way to
        go.
    k = 1 && q = 1
    k = -1 && q = -1
omitted-term/no-input: the input makes no difference in the step of the weights. They move along x.
    a = 1
omitted-term/one-label-only: only mistakes on one of the two labels lead to a step. A score whose
        sign is opposite to the label's is a mistake for y = +1 and for y = −1.
    wrong = y == 1 and s <= 0 || y == -1 and s >= 0 || y == 1 and s < 0 || y == -1 and s > 0
convention/labels-0-and-1: the prediction is 0 or 1 and the label −1 or +1, so they never agree for
        y = −1. Compare y with the sign of the score.
    wrong = y != (s > 0) || y != (s >= 0)
    wrong = True && k = y - (s > 0) && q = k
    wrong = True && k = y - (s >= 0) && q = k
neighbour-formula/bias-gets-input: inputs enter the step of the bias. Its own input is the constant
        1, so it moves by y.
    q = y * x.sum() || y * x || y * x[0]
neighbour-formula/label-times-weights: the label multiplies the old weights. It should multiply only
        x.
    W = y * w + x if wrong else w || y * (w + x) if wrong else w
convention/threshold: the threshold of the score is not 0. Only the sign of the score decides, not
        its size.
    wrong = y * s <= r && r = 0.01 || 0.05 || 0.1 || 0.25 || 0.5 || -0.01 || -0.1 || -0.5 || -1
neighbour-formula/margin-of-one: right answers with a small score also lead to a step. The sign of
        the score decides, not its size.
    wrong = y * s < 1 || y * s <= 1
neighbour-formula/score-in-step: the length of the step grows with the score. On every mistake the
        step is y times x, whatever the score.
    q = k && k = y * abs(s) || y * s || s || -s
    wrong = True && q = k && k = y * abs(s) || y * s || s || -s
neighbour-formula/delta-rule: the step is proportional to y minus the score. That is least squares;
        here every mistake moves w by y times x, whatever the score.
    k = y - s && q = k
    wrong = True && k = y - s && q = k
neighbour-formula/other-step: your step is that of logistic regression. Here a right answer changes
        nothing, and a mistake counts in full.
    wrong = True && k = y / (1 + np.exp(y * s)) && q = k
neighbour-formula/passive-aggressive: the step depends on how far the margin is from 1. Here a right
        answer changes nothing, and a mistake counts in full.
    o = passive(w, b, x, y, 1) || passive(w, b, x, y, 0)
factor/2-times-too-large: the step is twice as long as it should be, unless the score is 0. It is y
        times x on every mistake; y minus the predicted sign is ±2.
    wrong = True && k = y - np.sign(s) && q = k
convention/half-a-step-at-zero: a score of exactly 0 leads to half a step. The sign of 0 is 0, not
        ±1.
    wrong = True && k = (y - np.sign(s)) / 2 && q = k
factor/learning-rate: your step has an extra factor. Add the label times the input as it is.
    k = r * y && q = k && r = 0.5 || 0.1 || 0.01 || 0.001
factor/one-of-the-steps: the step of the weights has an extra factor. Add y times x as it is.
    k = 2 * y || 0.5 * y || 0.1 * y || 0.01 * y
factor/bias-step: the step of the bias has an extra factor. Add y as it is.
    q = 2 * y || 0.5 * y || 0.1 * y || 0.01 * y
factor/normalised: you scale the input in the step. Take x as it is.
    a = x / np.linalg.norm(x) || x / len(x)
    a = x / np.linalg.norm(x) && u = x / np.linalg.norm(x)
factor/old-weights-shrunk: the step scales the old weights down. Keep all of them.
    W = r * w + k * a if wrong else w && r = 0.99 || 0.9 || 0.5
    W = r * w + (1 - r) * k * a if wrong else w && r = 0.9 || 0.5
neighbour-formula/changed-input: you don't add x itself, but something made from it. Add y times x.
    a = np.sign(x) || np.abs(x) || x**2
duplicates/products: equal products count only once in the score. Add all of them: a set drops
        repetitions.
    where needs: set
    s = sum(set((v * u).tolist())) + c
omitted-term/products-not-summed: you don't add up the products. The score is one number.
    wrong = np.any(y * (v * u + c) <= 0) || np.all(y * (v * u + c) <= 0)
omitted-term/no-weights-in-score: your score is only the bias. It is w·x plus the bias.
    s = c
factor/bias-per-input: the bias weighs too much in the score. Add up the products, and then b once.
    s = v @ u + len(w) * c
unstable/by-length: while w and b are 0 you take no step. If you divide the score by the length of
        w, leave that out: the sign of the score decides.
    wrong = y * s / np.linalg.norm(w) <= 0
neighbour-formula/until-right: you repeat the step until the example is right. Take one step,
        whether it is enough or not.
    o = until_right(w, b, x, y)
neighbour-formula/score: your score doesn't combine its parts as w·x + b does. Add up the products,
        then b.
    s = (v @ u) * c || np.sum(v) * np.sum(u) + c || np.max(v * u) + c || v[0] * u[0] + c
neighbour-formula/change-only: you return the change, not the new values. Add it to the old ones.
    o = (k * a, q) if wrong else (0 * x, 0) || (k * a, q) if wrong else (w, b)
integer/truncated: the decimals are lost. Avoid int and integer arrays.
    needs: rounding or unread
    o = (np.trunc(W), int(B)) || (np.trunc(W), int(B)) if wrong else o || (np.trunc(W) if wrong else
        W, B) || (W, int(B)) || (W, int(b) + y if wrong else b) || (W.astype(w.dtype), B)
shape/mixed: weights and bias are mixed up in your result. Return w, b.
    o = (np.append(W, B)[1:], W[0]) || (np.append(W, B), B) || (np.append(B, W), B)
    o = np.append(W, B) || np.append(B, W) || (np.append(B, W)[:-1], W[-1])
shape/dict: you return a dict. Return the pair w, b.
    needs: container
    o = {"w": W, "b": B}
missing-return/b-only: you return only the bias. Return the pair w, b.
    o = B
missing-return/w-only: you return only the weights. Return the pair w, b.
    o = W
"""

EXERCISE = Exercise(
    id="perceptron_update", title="Make one perceptron step", notebook="00c", number="0c.1",
    signature="perceptron_update(w, b, x, y)", lecture=("CS577-perceptron",), minutes=6,
    difficulty=1, reference=network.perceptron_update, cases=cases, bank=BANK,
    parts=("w", "b"),
    hints=("When is the answer of the line wrong for this x? And what about a score of 0?",
           "y and the score w.x + b should have the same sign: their product is above 0.",
           "if y (w.x + b) ≤ 0: w + y x and b + y; else w and b"),
    formula="y (w·x + b) ≤ 0  →  w ← w + y x,  b ← b + y",
    variation="drop the bias and run it on AND: which row can never come out right?",
    right=(loop, half,
           lambda w, b, x, y: [w.copy(), b] if y * np.inner(w, x) > -y * b
           else [np.add(w, np.multiply(y, x)), b + y]),
    awkward=loop,
    heads=("perceptron_update([1, 1], 0, [2, 1], -1)",
           "perceptron_update([0, 0], 0, [0, 2], 1)",
           "perceptron_update([1, -2], 3, [0.5, 1.5], 1)",
           "perceptron_update([1, -2], 0.5, [0, 2], 1)",
           "perceptron_update([0.5, -1, 2], -1, [3, 1, 0.2], -1)",
           "perceptron_update([0.5, 0], 0, [0, 0], -1)",
           "perceptron_update([4, 3, 3], 1, [2, -2, -2], 1)"),
)
