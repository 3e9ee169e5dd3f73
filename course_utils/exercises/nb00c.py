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
        Case((v, -1.75, u, -1), "right because of the bias, y = −1"),
        Case((np.array([3, -1, 2, 0]), -4, np.array([1, 2, 0, 5]), 1),
             "whole numbers, a mistake", integers=True),
        Case((np.array([3, -1]), 2, np.array([1, 2]), 1), "whole numbers, a right answer",
             integers=True),
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


def _with_integers(when_right):
    """The sums are written as whole numbers; those of a right answer too, or not."""
    def update(w, b, x, y):
        new_w, new_b = _step()(w, b, x, y)
        if not when_right and y * (w @ x + b) > 0:
            return w, b
        return np.asarray(new_w).astype(int), int(new_b)

    return update


def _weights_as_integers(w, b, x, y):
    new_w, new_b = _step()(w, b, x, y)
    return (np.asarray(new_w).astype(int), new_b) if y * (w @ x + b) <= 0 else (w, b)


def _bias_as_integer(w, b, x, y):
    new_w, new_b = _step()(w, b, x, y)
    return new_w, int(new_b)


def _inputs_as_integers(w, b, x, y):
    return _step()(np.asarray(w).astype(int), int(b), np.asarray(x).astype(int), y)


def _x_as_integers(w, b, x, y):
    return _step()(w, b, np.asarray(x).astype(int), y)


def _w_as_integers(w, b, x, y):
    return _step()(np.asarray(w).astype(int), b, x, y)


def _until_right(w, b, x, y):
    """The step again and again until the answer is right."""
    for _ in range(1000):
        if y * (w @ x + b) > 0:
            break
        w, b = w + y * x, b + y
    return w, b


def _some_weights(which):
    def update(w, b, x, y):
        new_w, new_b = _step()(w, b, x, y)
        out = np.array(w, dtype=float)
        out[which] = new_w[which]
        return out, new_b

    return update


def _tested_twice(weights_first):
    """The condition is looked up again after half of the step."""
    def update(w, b, x, y):
        for weights in (weights_first, not weights_first):
            if y * (w @ x + b) <= 0:
                w, b = (w + y * x, b) if weights else (w, b + y)
        return w, b

    return update


def _products_apart(decide):
    def update(w, b, x, y):
        return (w + y * x, b + y) if decide(y * (w * x + b) <= 0) else (w, b)

    return update


def _augmented(back, one=lambda b: 1, bias_first=False):
    """The step on (w, b) and (x, 1), taken apart again by `back`."""
    def update(w, b, x, y):
        both, x1 = ((np.append(b, w), np.append(one(b), x)) if bias_first
                    else (np.append(w, b), np.append(x, one(b))))
        return back(both + y * x1 if y * (both @ x1) <= 0 else both)

    return update


def _sign_error(factor):
    """(y - sign(score)) times a factor: sign(0) is 0."""
    def update(w, b, x, y):
        error = factor * (y - np.sign(w @ x + b))
        return w + error * x, b + error

    return update


def _one_weight_only(w, b, x, y):
    if len(w) != 1:
        raise ValueError("The truth value of an array with more than one element is ambiguous")
    return _step()(w, b, x, y)


def _scaled_step(size, condition):
    def update(w, b, x, y):
        s = w @ x + b
        return (w + size(y, s) * x, b + size(y, s)) if condition(y, s) else (w, b)

    return update


def _zero_one_labels(at_zero, step):
    """The class as 0 or 1, compared with a label of -1 or +1."""
    def update(w, b, x, y):
        wrong = y - (1 if w @ x + b > 0 or (at_zero and w @ x + b == 0) else 0)
        if not wrong:
            return w, b
        wrong = wrong if step == "error" else y
        return w + wrong * x, b + wrong

    return update


# conditions, all but the first wrong at a score of 0 only
_AT_ZERO = (lambda y, s, *_: y * s <= 0, lambda y, s, *_: y * s < 0,
            lambda y, s, *_: (1 if s >= 0 else -1) != y,
            lambda y, s, *_: (1 if s > 0 else -1) != y)


def _at_zero(id, what, where, **pieces):
    """A wrong step, with the right condition and with one that is wrong at a score of 0."""
    return tuple(
        Mistake(id, _step(condition, **pieces), what,
                where + (" A score of exactly 0 is a second matter: it is a mistake." if i else ""))
        for i, condition in enumerate(_AT_ZERO))


def _set_of_products(w, b, x, y):
    """The score from a set of products: equal ones count once."""
    s = sum(set((w * x).tolist())) + b
    return (w + y * x, b + y) if y * s <= 0 else (w, b)


def _bias_cut(when_right, score_too):
    """b loses its digits in the step, perhaps in the score, perhaps on right answers too."""
    def update(w, b, x, y):
        if y * (w @ x + (int(b) if score_too else b)) <= 0:
            return w + y * x, int(b) + y
        return w, int(b) if when_right else b

    return update


def _passive_aggressive(one):
    """The step that just reaches a margin of 1."""
    def update(w, b, x, y):
        step = max(0.0, 1 - y * (w @ x + b)) / (x @ x + one)
        return w + step * y * x, b + step * y

    return update


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
        *_at_zero("omitted-term/bias-not-updated", "the bias stays as it was",
                  "On a mistake b becomes b + y.", new_b=lambda b, y, x: b),
        *_at_zero("omitted-term/weights-not-updated", "the weights stay as they were",
                  "On a mistake w becomes w + y x.", new_w=lambda w, x, y: w),
        *_at_zero("omitted-term/no-bias-in-score", "the score is w.x without the bias",
                  "The score is w.x + b.", score=lambda w, x, b: w @ x),
        *_at_zero("omitted-term/no-bias", "the bias is neither in the score nor updated",
                  "The score is w.x + b, and on a mistake b becomes b + y.",
                  score=lambda w, x, b: w @ x, new_b=lambda b, y, x: b),
        Mistake("omitted-term/no-update", lambda w, b, x, y: (w, b),
                "nothing is ever updated", "On a mistake w becomes w + y x and b becomes b + y."),
        *_at_zero("sign/weights-and-bias", "the step goes the wrong way",
                  "A mistake on y = +1 has to raise the score.",
                  new_w=lambda w, x, y: w - y * x, new_b=lambda b, y, x: b - y),
        *_at_zero("sign/weights", "the weights move the wrong way",
                  "On a mistake w becomes w + y x.", new_w=lambda w, x, y: w - y * x),
        *_at_zero("sign/bias", "the bias moves the wrong way", "On a mistake b becomes b + y.",
                  new_b=lambda b, y, x: b - y),
        *_at_zero("sign/bias-in-score", "the bias is subtracted in the score",
                  "The score is w.x + b.", score=lambda w, x, b: w @ x - b),
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
        Mistake("omitted-term/no-label-in-condition", _step(
            lambda y, s, *_: s <= 0, new_w=lambda w, x, y: w + x, new_b=lambda b, y, x: b + 1),
                "the label is used nowhere: x is added when the score is 0 or less",
                "Whether a score is wrong, and which way to step, depends on y."),
        Mistake("omitted-term/no-label-in-condition", _step(
            lambda y, s, *_: s < 0, new_w=lambda w, x, y: w + x, new_b=lambda b, y, x: b + 1),
                "the label is used nowhere: x is added when the score is below 0",
                "Whether a score is wrong, and which way to step, depends on y."),
        *_at_zero("omitted-term/no-label-in-step", "the label is missing in the step",
                  "On a mistake add y x and y.",
                  new_w=lambda w, x, y: w + x, new_b=lambda b, y, x: b + 1),
        *_at_zero("omitted-term/no-label-in-weights",
                  "the label is missing in the step of the weights",
                  "On a mistake w becomes w + y x.", new_w=lambda w, x, y: w + x),
        *_at_zero("omitted-term/no-label-in-bias", "the bias always grows by 1",
                  "On a mistake b becomes b + y.", new_b=lambda b, y, x: b + 1),
        *_at_zero("omitted-term/no-input", "the input is missing in the step of the weights",
                  "On a mistake w becomes w + y x.", new_w=lambda w, x, y: w + y),
        *(Mistake("omitted-term/one-label-only", _step(
              lambda y, s, *_, c=c, label=label: y == label and c(y, s)),
                  "only mistakes on one of the two labels lead to a step",
                  "y (w.x + b) ≤ 0 is a mistake for y = +1 and for y = −1.")
          for label in (1, -1) for c in _AT_ZERO[:2]),
        *(Mistake("convention/labels-0-and-1", _zero_one_labels(z, step),
                  "the prediction is 0 or 1, the label −1 or +1: they never agree for y = −1",
                  "In this exercise y is −1 or +1: compare y with the sign of the score.")
          for z in (False, True) for step in ("error", "label")),
        *(Mistake("neighbour-formula/bias-outside", _step(condition),
                  "the label multiplies w.x only, not the bias",
                  "The condition is y (w.x + b) ≤ 0, with the parentheses.")
          for condition in (lambda y, s, w, x, b: y * (w @ x) + b <= 0,
                            lambda y, s, w, x, b: y * (w @ x) + b < 0)),
        *_at_zero("neighbour-formula/bias-gets-input",
                  "the bias moves by y times the sum of the inputs",
                  "The bias belongs to a constant input of 1: b + y.",
                  new_b=lambda b, y, x: b + y * x.sum()),
        *_at_zero("neighbour-formula/bias-gets-input", "the bias moves by y x: it becomes an array",
                  "The bias belongs to a constant input of 1: b + y.",
                  new_b=lambda b, y, x: b + y * x),
        *_at_zero("neighbour-formula/bias-replaced", "the bias is replaced by y, not moved by it",
                  "On a mistake b becomes b + y.", new_b=lambda b, y, x: y),
        *_at_zero("neighbour-formula/weights-replaced",
                  "the weights are replaced by y x, not moved by it",
                  "On a mistake w becomes w + y x.", new_w=lambda w, x, y: y * x),
        *_at_zero("neighbour-formula/label-times-weights", "y multiplies w, not x",
                  "On a mistake w becomes w + y x.", new_w=lambda w, x, y: y * w + x),
        *_at_zero("neighbour-formula/label-times-both", "y multiplies w + x, not x alone",
                  "On a mistake w becomes w + y x.", new_w=lambda w, x, y: y * (w + x)),
        *_at_zero("neighbour-formula/product", "the weights are multiplied by y x",
                  "On a mistake w becomes w + y x.", new_w=lambda w, x, y: w * y * x),
        *(Mistake("convention/threshold", _step(lambda y, s, *_, c=c: y * s <= c),
                  "the threshold is not 0: some right answers with a small score are updated, or "
                  "some mistakes are not", "Update when y (w.x + b) ≤ 0, for scores of any size.")
          for c in (0.01, 0.05, 0.1, 0.25, 0.5, -0.01, -0.1, -0.5, -1)),
        *(Mistake("convention/threshold", _step(lambda y, s, *_, c=c: y != c(s)),
                  "the threshold is not 0: some right answers with a small score are updated, or "
                  "some mistakes are not", "Update when y (w.x + b) ≤ 0, for scores of any size.")
          for c in (lambda s: 1 if s > 0.5 else -1, lambda s: 1 if s >= 0.5 else -1,
                    lambda s: 1 if s >= 1 else -1)),
        Mistake("neighbour-formula/repeated", _until_right,
                "the step is repeated until the answer is right",
                "One step only: `if`, not `while`."),
        *(Mistake("neighbour-formula/score-in-step", _scaled_step(size, condition),
                  "the step is scaled by the score", "The perceptron adds y x and y as they are.")
          for condition in (*_AT_ZERO[:2], lambda *_: True)
          for size in (lambda y, s: y * abs(s), lambda y, s: y * s, lambda y, s: s,
                       lambda y, s: -s)),
        *(Mistake("neighbour-formula/delta-rule", _scaled_step(lambda y, s: y - s, condition),
                  "the step is proportional to y minus the score",
                  "That is least squares; the perceptron's step is y x, whatever the score.")
          for condition in _AT_ZERO[:2]),
        Mistake("neighbour-formula/hinge", _step(lambda y, s, *_: y * s < 1),
                "right answers with a margin below 1 are updated too",
                "That is the hinge loss, or a score cut to whole numbers; the perceptron updates "
                "at y (w.x + b) ≤ 0 only."),
        Mistake("neighbour-formula/hinge", _step(lambda y, s, *_: y * s <= 1),
                "right answers with a margin up to 1 are updated too",
                "That is the hinge loss, or a score cut to whole numbers; the perceptron updates "
                "at y (w.x + b) ≤ 0 only."),
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
        Mistake("factor/2-times-too-large", _sign_error(1),
                "the step is twice too large, but at a score of 0",
                "y minus the predicted sign is ±2; the step is y x."),
        Mistake("convention/half-a-step-at-zero", _sign_error(0.5),
                "a score of exactly 0 makes half a step",
                "The sign of 0 is 0; in this course a score of 0 is a mistake like any other."),
        Mistake("factor/2-times-too-large", _error_times,
                "the step is twice too large",
                "y minus the predicted sign is ±2; the step is y x."),
        *(m for r in (0.5, 0.1, 0.01, 0.001) for m in _at_zero(
            "factor/learning-rate", "the step carries a learning rate",
            "The perceptron adds y x and y as they are.",
            new_w=lambda w, x, y, r=r: w + r * y * x, new_b=lambda b, y, x, r=r: b + r * y)),
        *(m for r in (2, 0.5, 0.1, 0.01) for m in _at_zero(
            "factor/weights-only", "the step of the weights carries a factor",
            "The perceptron adds y x as it is.", new_w=lambda w, x, y, r=r: w + r * y * x)),
        *(m for r in (2, 0.5, 0.1, 0.01) for m in _at_zero(
            "factor/bias-only", "the step of the bias carries a factor",
            "The perceptron adds y as it is.", new_b=lambda b, y, x, r=r: b + r * y)),
        *_at_zero("factor/normalised", "the input is scaled to length 1 in the step",
                  "Add y x as it is.",
                  new_w=lambda w, x, y: w + y * x / np.linalg.norm(x)),
        *_at_zero("factor/normalised", "the new weights are scaled to length 1",
                  "Return w + y x as it is.",
                  new_w=lambda w, x, y: (w + y * x) / max(np.linalg.norm(w + y * x), 1e-12)),
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
        *(Mistake("integer/truncated", wrong,
                  "the digits after the point are lost", "Keep all numbers as they come: no int, "
                  "no array of whole numbers.")
          for wrong in (_whole_numbers, _with_integers(False), _weights_as_integers,
                        _bias_as_integer)),
        *(Mistake("integer/inputs-truncated", wrong,
                  "the digits after the point are lost before the score is computed",
                  "Keep all numbers as they come: no int, no array of whole numbers.")
          for wrong in (_inputs_as_integers, _x_as_integers, _w_as_integers)),
        *(Mistake("integer/truncated", _bias_cut(right, False),
                  "the bias loses its digits after the point", "Keep b as it comes: no int.")
          for right in (True, False)),
        *(Mistake("integer/inputs-truncated", _bias_cut(right, True),
                  "the bias loses its digits before the score is computed",
                  "Keep b as it comes: no int.") for right in (True, False)),
        Mistake("duplicates/products", _set_of_products,
                "equal products w[i] x[i] count once in the score",
                "Add all the products: a set loses repetitions."),
        *(m for part in (lambda v: v[:1], lambda v: v[:-1], lambda v: v[1:]) for m in _at_zero(
            "omitted-term/products-missing", "some products w[i] x[i] are missing in the score",
            "The score adds up all of them: w @ x + b.",
            score=lambda w, x, b, part=part: part(w) @ part(x) + b)),
        *_at_zero("factor/mean-in-score", "the bias weighs d times too much in the score: it is "
                  "added for every input, or the products are averaged",
                  "The score is the sum of the products, and b once: w @ x + b.",
                  score=lambda w, x, b: np.mean(w * x) + b),
        *_at_zero("neighbour-formula/bias-multiplies", "the bias multiplies w.x in the score",
                  "The score is w.x + b.", score=lambda w, x, b: (w @ x) * b),
        *_at_zero("neighbour-formula/sums-multiplied",
                  "the score multiplies the sum of w by the sum of x",
                  "First the products, then their sum: w @ x.",
                  score=lambda w, x, b: np.sum(w) * np.sum(x) + b),
        *_at_zero("omitted-term/no-weights-in-score", "the score is the bias alone",
                  "The score is w.x + b.", score=lambda w, x, b: b),
        *_at_zero("factor/normalised", "the input is scaled to length 1, in the score and the step",
                  "Use x as it is.",
                  score=lambda w, x, b: w @ x / np.linalg.norm(x) + b,
                  new_w=lambda w, x, y: w + y * x / np.linalg.norm(x)),
        *_at_zero("factor/normalised", "the step is divided by the number of inputs",
                  "Add y x as it is.", new_w=lambda w, x, y: w + y * x / len(x)),
        *(m for r in (2, 0.5, 0.1, 0.01) for m in _at_zero(
            "sign/weights-and-bias", "the step goes the wrong way, and carries a factor",
            "On a mistake add y x and y as they are.",
            new_w=lambda w, x, y, r=r: w - r * y * x, new_b=lambda b, y, x, r=r: b - r * y)),
        *_at_zero("omitted-term/no-label-in-step",
                  "the label is missing in the step: x and 1 are subtracted every time",
                  "On a mistake add y x and y.",
                  new_w=lambda w, x, y: w - x, new_b=lambda b, y, x: b - 1),
        Mistake("omitted-term/no-condition", _step(
            lambda *_: True, new_w=lambda w, x, y: w + x, new_b=lambda b, y, x: b + 1),
                "x and 1 are added every time, whatever the label and the score",
                "Update only when y (w.x + b) is 0 or less, by y x and y."),
        *(Mistake("omitted-term/no-condition", _step(
              lambda *_: True, new_w=lambda w, x, y, r=r: w + r * y * x,
              new_b=lambda b, y, x, r=r: b + r * y),
                  "the step is made whether the answer is right or wrong, and carries a factor",
                  "Update only when y (w.x + b) is 0 or less, by y x and y.")
          for r in (2, 0.5, 0.1, 0.01)),
        *(m for r in (0.99, 0.9, 0.5) for m in _at_zero(
            "factor/old-weights-shrunk", "the old weights are scaled down in the step",
            "On a mistake w becomes w + y x, all of w.",
            new_w=lambda w, x, y, r=r: r * w + y * x)),
        *(m for r in (0.9, 0.5) for m in _at_zero(
            "factor/old-weights-shrunk", "old weights and step are averaged",
            "On a mistake w becomes w + y x, all of both.",
            new_w=lambda w, x, y, r=r: r * w + (1 - r) * y * x)),
        *(m for change in (np.sign, np.abs, np.square) for m in _at_zero(
            "neighbour-formula/changed-input",
            "the step adds the sign, the size or the square of x, not x",
            "On a mistake w becomes w + y x.",
            new_w=lambda w, x, y, change=change: w + y * change(x))),
        *_at_zero("neighbour-formula/label-added", "the label is added to x, not multiplied",
                  "On a mistake w becomes w + y x.", new_w=lambda w, x, y: w + x + y),
        *(Mistake("neighbour-formula/passive-aggressive", _passive_aggressive(one),
                  "the step is as long as a margin of 1 asks for, on right answers too",
                  "The perceptron's step is y x on a mistake, else nothing.") for one in (1, 0)),
        Mistake("omitted-term/first-weight", _some_weights(slice(1, None)),
                "the first weight stays as it was", "On a mistake all weights move: w + y x."),
        Mistake("omitted-term/last-weight", _some_weights(slice(0, -1)),
                "the last weight stays as it was", "On a mistake all weights move: w + y x."),
        Mistake("omitted-term/other-weights", _some_weights(slice(0, 1)),
                "only the first weight moves", "On a mistake all weights move: w + y x."),
        *(Mistake("neighbour-formula/tested-twice", _tested_twice(first),
                  "the condition is tested again after half of the step",
                  "One `if` for both: the new w must not decide about b, nor b about w.")
          for first in (True, False)),
        *(Mistake("omitted-term/products-not-summed", _products_apart(decide),
                  "the products w * x are not added up before the comparison",
                  "The score is one number: w @ x + b.") for decide in (np.any, np.all)),
        *(Mistake("shape/weights-and-bias-mixed", wrong,
                  "weights and bias are taken apart at the wrong place",
                  "w has d entries, b is the one number left over.")
          for wrong in (_augmented(lambda v: (v[1:], v[0])), _augmented(lambda v: (v, v[-1])),
                        _augmented(lambda v: (v, v[0]), bias_first=True),
                        _augmented(lambda v: (v[:-1], v[-1]), bias_first=True))),
        *(Mistake("neighbour-formula/bias-squared", wrong,
                  "b stands where the constant input 1 should", "The input of the bias is 1.")
          for wrong in (_augmented(lambda v: (v[:-1], v[-1]), lambda b: b),
                        _step(new_b=lambda b, y, x: b + y * b))),
        *_at_zero("neighbour-formula/bias-gets-input", "the bias moves by y times one input",
                  "The bias belongs to a constant input of 1: b + y.",
                  new_b=lambda b, y, x: b + y * x[0]),
        Mistake("shape/dict", lambda w, b, x, y: dict(
            zip(("w", "b"), _step()(w, b, x, y), strict=True)),
                "a dict comes back", "Return the pair `w, b`."),
        Mistake("shape/one-weight-only", _one_weight_only,
                "right for one weight only; with more the call raises an error",
                "The score is one number, the sum of the products: w @ x + b."),
        Mistake("convention/swapped", lambda w, b, x, y: _step()(w, b, x, y)[::-1],
                "`w` and `b` come back in the wrong order", "Return `w, b`."),
        Mistake("missing-return/w-only", lambda w, b, x, y: _step()(w, b, x, y)[0],
                "only the weights come back", "Return the pair `w, b`."),
        Mistake("shape/b-only", lambda w, b, x, y: _step()(w, b, x, y)[1],
                "only the bias comes back", "Return the pair `w, b`."),
        Mistake("shape/one-array", lambda w, b, x, y: np.append(*_step()(w, b, x, y)),
                "weights and bias come back as one array", "Return the pair `w, b`."),
        Mistake("shape/one-array", lambda w, b, x, y: np.append(*_step()(w, b, x, y)[::-1]),
                "weights and bias come back as one array", "Return the pair `w, b`."),
        *(Mistake("shape/third-result", lambda w, b, x, y, c=c: (
              *_step()(w, b, x, y), c(y, w @ x + b)),
                  "a third result comes back", "Return the pair `w, b`.")
          for c in (lambda y, s: y * s <= 0, lambda y, s: s, lambda y, s: np.sign(s))),
        *(Mistake("shape/weights-as-table", lambda w, b, x, y, r=r: (
              np.reshape(_step()(w, b, x, y)[0], r), _step()(w, b, x, y)[1]),
                  "the weights come back as a table with one row or column",
                  "w keeps its shape (d,).") for r in ((1, -1), (-1, 1))),
        Mistake("shape/bias-array",
                lambda w, b, x, y: (_step()(w, b, x, y)[0], np.array([_step()(w, b, x, y)[1]])),
                "the bias comes back as an array of one entry", "Return b as a number."),
        *(Mistake("neighbour-formula/changes-only", lambda w, b, x, y, c=c, kept=kept: (
            (y * x, y) if c(y, w @ x + b) else (0 * x, 0) if not kept else (w, b)),
                  "the change comes back, not the new values", "Return w + y x and b + y.")
          for c in _AT_ZERO[:2] for kept in (False, True)),
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


def _assigned(W, x, y, y_hat, plus, minus):
    """Both new columns from the old W: on a right answer the second overwrites the first."""
    up, down = W[:, y] + x, W[:, y_hat] - x
    W[:, y] = up
    W[:, y_hat] = down
    return W


def _replaced(W, x, y, y_hat, plus, minus):
    W[:, y] = x
    W[:, y_hat] = -x
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


def _one_versus_rest(wrong):
    """Every column makes a binary perceptron step of its own."""
    def update(W, x, y):
        signs = np.where(np.arange(W.shape[1]) == y, 1, -1)
        return W + np.outer(x, signs * wrong(signs * (x @ W)))

    return update


def _rows_throughout(W, x, y):
    """One row per class: the scores are W @ x, and rows move."""
    return _rows(W.astype(float), x, y, int(np.argmax(W @ x)), 1, 1) if np.argmax(
        W @ x) != y else W


def _square_only(W, x, y):
    """The change has a row per class, so it fits a square W only."""
    eye = np.eye(W.shape[1])
    return W + np.outer(eye[y] - eye[np.argmax(x @ W)], x)


def _skipping(classes):
    """Some of the classes take no part in the search for the winner."""
    def update(W, x, y):
        s = x @ W
        k = max(classes(len(s)) or (0,), key=lambda c: s[c])
        return _pull_push(W.astype(float), x, y, k, 1, 1) if k != y else W

    return update


def _one_input_only(W, x, y):
    if len(x) != 1:
        raise ValueError("operands could not be broadcast together")
    return _multi()(W, x, y)


def _multi_integers(when_right):
    def update(W, x, y):
        return W if not when_right and np.argmax(x @ W) == y else np.trunc(_multi()(W, x, y))

    return update


def _multi_from_integers(when_right):
    """A copy of W in whole numbers takes up the sums."""
    def update(W, x, y):
        y_hat, V = np.argmax(x @ W), W.astype(int)
        if y_hat != y:
            return _cut_sums(V, x, y, y_hat)
        return V if when_right else W

    return update


def _cut_sums(V, x, y, y_hat):
    V[:, y] = V[:, y] + x
    V[:, y_hat] = V[:, y_hat] - x
    return V


def _multi_input_integers(W, x, y):
    return _multi()(W.astype(int), x.astype(int), y)


def _by_scores(scores):
    """The right step after other scores of the classes, scores(W, x)."""
    def update(W, x, y):
        with np.errstate(all="ignore"):
            k = int(np.argmax(scores(W, x)))
        return _pull_push(W.astype(float), x, y, k, 1, 1) if k != y else W

    return update


def _by_change(change):
    """The right columns move, but by change(x)."""
    return _multi(change=lambda W, x, y, k, p, q: _pull_push(W, change(x), y, k, 1, 1))


def _entries(chosen):
    """Only some of the entries of a column."""
    def change(x):
        out = np.zeros(len(x))
        out[chosen] = x[chosen]
        return out

    return change


def _multi_repeated(times):
    def update(W, x, y):
        for _ in range(times):
            W = _multi()(W, x, y)
        return W

    return update


# choices of the winner, all but the first wrong on ties only
_ON_TIES = (lambda s: int(np.argmax(s)), lambda s: len(s) - 1 - int(np.argmax(s[::-1])))


def _on_ties(id, what, where, **pieces):
    """A wrong step, with the lowest winner of a tie and with the last one."""
    return tuple(
        Mistake(id, _multi(choose, **pieces), what,
                where + (" Ties are a second matter: the lowest class wins." if i else ""))
        for i, choose in enumerate(_ON_TIES))


def _moving(pull, push):
    """A change of the columns pull(y) and push(y_hat), counted around."""
    def change(W, x, y, y_hat, plus, minus):
        m = W.shape[1]
        return _pull_push(W, x, pull(y) % m, push(y_hat) % m, plus, minus)

    return change


def _moved_strictly(pull, push, wrong=lambda y_hat, y: y_hat != y):
    """As `_moving`, but a column that does not exist is an error."""
    def update(W, x, y):
        y_hat = int(np.argmax(x @ W))
        if not wrong(y_hat, y):
            return W
        if max(pull(y), push(y_hat)) >= W.shape[1]:
            raise IndexError("index out of bounds")
        return _pull_push(W.astype(float), x, pull(y), push(y_hat), 1, 1)

    return update


def _all_others(weight, with_truth=False):
    def update(W, x, y):
        y_hat = np.argmax(x @ W)
        W = W.astype(float)
        if y_hat != y:
            if with_truth:
                W -= weight(W.shape[1]) * x[:, None]
                W[:, y] += x
                return W
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
        *_on_ties("omitted-term/no-push", "only the column of the true class moves",
                  "On a mistake x is also subtracted from the wrong winner's column.", minus=0),
        *_on_ties("omitted-term/no-pull", "only the column of the wrong winner moves",
                  "On a mistake x is also added to column y.", plus=0),
        *_on_ties("omitted-term/no-pull", "the winner's column moves every time, and no other",
                  "On a mistake only: x is added to column y and subtracted from column yhat.",
                  plus=0, condition=lambda *_: True),
        *_on_ties("omitted-term/no-condition", "both columns move on right answers too",
                  "If yhat equals y, W stays as it was.", change=_assigned,
                  condition=lambda *_: True),
        Mistake("omitted-term/no-push", _multi(minus=0, condition=lambda *_: True),
                "x is added to column y every time, and nothing is subtracted",
                "Update on a mistake only, both columns."),
        *_on_ties("sign/flipped-step", "both columns move the wrong way",
                  "x is added to column y and subtracted from column yhat.", plus=-1, minus=-1),
        *_on_ties("sign/push-adds", "x is added to both columns",
                  "x is subtracted from the wrong winner's column.", minus=-1),
        *_on_ties("sign/pull-subtracts", "x is subtracted from both columns",
                  "x is added to column y.", plus=-1),
        *_on_ties("sign/push-adds", "x is added to both columns, on right answers too",
                  "x is subtracted from the winner's column, and on a mistake only.", minus=-1,
                  condition=lambda *_: True),
        Mistake("omitted-term/never-updates", lambda W, x, y: W,
                "W comes back as it was, on mistakes too",
                "If yhat != y, add x to column y and subtract it from column yhat."),
        *_on_ties("axis/rows", "rows of W are changed, not columns",
                  "W has one column per class: W[:, y].", change=_rows),
        Mistake("axis/rows", _rows_throughout, "rows of W are taken for the classes",
                "W has one column per class: the scores are x @ W, and W[:, y] moves."),
        Mistake("transpose/change", _square_only, "the change has one row per class",
                "W has one column per class: np.outer(x, …), not np.outer(…, x)."),
        Mistake("shape/one-input-only", _one_input_only,
                "right for one input only; with more the call raises an error",
                "Compare the shapes: x (d,), W (d, m), a column W[:, y] (d,)."),
        *(Mistake("neighbour-formula/score-without-input", lambda W, x, y, c=c: (
              lambda k: _pull_push(W.astype(float), x, y, k, 1, 1) if k != y else W)(
                  int(np.argmax(c(W)))),
                  "the winner does not depend on the input",
                  "The score of a class is x · W[:, class]: x @ W.")
          for c in (lambda W: W.sum(axis=0), lambda W: W[0], lambda W: W.max(axis=0),
                    lambda W: np.abs(W).sum(axis=0), lambda W: (W**2).sum(axis=0))),
        *(Mistake("omitted-term/score-not-summed", lambda W, x, y, c=c: (
              lambda k: _pull_push(W.astype(float), x, y, k, 1, 1) if k != y else W)(
                  int(np.argmax(c(x[:, None] * W)) % W.shape[1])),
                  "the largest single product x[i] W[i, c] decides, not the largest sum",
                  "The score of a class is the sum over the inputs: x @ W.")
          for c in (lambda P: P, lambda P: P.max(axis=0))),
        Mistake("transpose/scores-of-rows", lambda W, x, y: _pull_push(
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
        *(Mistake("sign/argmin", _multi(choose=choose), "the lowest score wins",
                  "The highest score wins: argmax.")
          for choose in (lambda s: int(np.argmin(s)),
                         lambda s: len(s) - 1 - int(np.argmin(s[::-1])))),
        Mistake("neighbour-formula/second-best", _multi(choose=lambda s: int(
            np.argsort(-s, kind="stable")[min(1, len(s) - 1)])),
                "the class with the second-highest score counts as the winner",
                "The highest score wins: argmax."),
        *(Mistake("off-by-one/class-skipped", _skipping(classes),
                  "one class takes no part in the search for the winner",
                  "Compare the scores of all m classes: range(m).")
          for classes in (lambda m: range(m - 1), lambda m: range(1, m))),
        Mistake("convention/scores-start-at-zero", lambda W, x, y: _multi(
            choose=lambda s: int(np.argmax(s)) if s.max() > 0 else 0)(W, x, y),
                "class 0 wins when no score is above 0",
                "The search must start below all scores: −inf, or the first score."),
        *(Mistake("axis/scores-of-inputs", lambda W, x, y, c=c: (
              lambda k: _pull_push(W.astype(float), x, y, k, 1, 1) if k != y else W)(
                  int(np.argmax(c((x[:, None] * W).sum(axis=1), W)))),
                  "the products are summed over the classes: one score per input",
                  "Sum over the inputs: x @ W gives one score per class.")
          for c in (lambda s, W: s[:W.shape[1]], lambda s, W: W.sum(axis=1)[:W.shape[1]])),
        *_on_ties("sign/condition", "column y moves when the answer is right",
                  "A right answer changes nothing: the step belongs to yhat != y.",
                  minus=0, condition=lambda y_hat, y, s: y_hat == y),
        *_on_ties("omitted-term/no-condition", "x is added on right answers and subtracted on "
                  "wrong ones", "A right answer changes nothing; a wrong one moves both columns.",
                  change=lambda W, x, y, k, p, q: _pull_push(W, x, y, k, k == y, k != y),
                  condition=lambda *_: True),
        *_on_ties("omitted-term/no-condition", "column y moves on right answers too",
                  "A right answer changes nothing.",
                  change=lambda W, x, y, k, p, q: _pull_push(W, x, y, k, 1, k != y),
                  condition=lambda *_: True),
        *(Mistake("neighbour-formula/one-versus-rest", lambda W, x, y, r=r: W + r * np.outer(
              x, 2 * np.eye(W.shape[1])[y] - 1 - np.sign(x @ W)),
                  "every class makes a yes-or-no step of its own, by the sign of its score",
                  "One winner per x: compare argmax(x @ W) with y.") for r in (1, 0.5)),
        *(Mistake("neighbour-formula/one-versus-rest", _one_versus_rest(wrong),
                  "every class makes a yes-or-no step of its own, by the sign of its score",
                  "One winner per x: compare argmax(x @ W) with y.")
          for wrong in (lambda s: s <= 0, lambda s: s < 0)),
        *(Mistake("neighbour-formula/sign-of-true-score", _multi(
              condition=lambda y_hat, y, s, c=c: c(s[y])),
                  "the condition looks at the sign of the true class's score",
                  "A mistake is a wrong winner: argmax(x @ W) != y.")
          for c in (lambda v: v <= 0, lambda v: v < 0)),
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
        Mistake("neighbour-formula/all-others", _all_others(lambda m: 1, True),
                "x is subtracted from every column, the true class's too",
                "Only the winner's column is pushed."),
        Mistake("neighbour-formula/all-others", _all_others(lambda m: 1 / m, True),
                "the push is shared by all the classes",
                "Only the winner's column is pushed."),
        *(Mistake("neighbour-formula/softmax", lambda W, x, y, r=r: W + r * (
            _softmax_step(W, x, y) - W), "the step is that of softmax regression",
                  "The perceptron moves two columns by x, and only on a mistake.")
          for r in (1, 0.5, 0.1, 0.01)),
        Mistake("neighbour-formula/margin", _margin_step,
                "right answers with a margin below 1 are updated too",
                "That is a hinge loss; the perceptron updates when yhat != y only."),
        Mistake("in-place/winner-after-pull", _multi_halfway,
                "the winner is looked up again after column y has changed",
                "Compute yhat once, before anything changes."),
        *(Mistake("off-by-one/label", wrong, "the label is counted from 1",
                  "Labels count from 0: column y is W[:, y].")
          for wrong in (
              _multi(change=_moving(lambda y: y - 1, lambda k: k)),
              _multi(change=_moving(lambda y: y - 1, lambda k: k),
                     condition=lambda k, y, s: k != y - 1),
              _multi(change=_moving(lambda y: y - 1, lambda k: k - 1)),
              _multi(change=_moving(lambda y: y - 1, lambda k: k),
                     condition=lambda k, y, s: k + 1 != y),
              _multi(change=_moving(lambda y: y, lambda k: k),
                     condition=lambda k, y, s: k + 1 != y),
              _multi(change=_moving(lambda y: y + 1, lambda k: k)))),
        *(Mistake("off-by-one/winner", wrong, "the winner is counted from 1",
                  "argmax counts from 0, and so do the labels.")
          for wrong in (
              _multi(change=_moving(lambda y: y, lambda k: k + 1)),
              _multi(change=_moving(lambda y: y, lambda k: k + 1),
                     condition=lambda k, y, s: k + 1 != y),
              _multi(change=_moving(lambda y: y, lambda k: k - 1)),
              _moved_strictly(lambda y: y, lambda k: k + 1, lambda k, y: k + 1 != y),
              _moved_strictly(lambda y: y, lambda k: k + 1))),
        Mistake("off-by-one/label", _moved_strictly(lambda y: y + 1, lambda k: k),
                "column y + 1 is changed instead of column y",
                "Labels count from 0: column y is W[:, y]."),
        Mistake("off-by-one/label", _moved_strictly(lambda y: y + 1, lambda k: k + 1),
                "the columns y + 1 and yhat + 1 are changed",
                "Labels count from 0: column y is W[:, y]."),
        *(m for r in (0.5, 0.1, 0.01, 0.001, 2) for m in _on_ties(
            "factor/learning-rate", "the step carries a factor", "Add and subtract x as it is.",
            plus=r, minus=r)),
        *(Mistake("factor/one-column", _multi(plus=a, minus=b),
                  "the step of one of the two columns carries a factor",
                  "Add and subtract x as it is.")
          for a, b in ((2, 1), (1, 2), (0.5, 1), (1, 0.5), (1, 0.1), (0.1, 1))),
        Mistake("factor/normalised", _multi(change=lambda W, x, y, c, p, q: _pull_push(
            W, x / np.linalg.norm(x), y, c, 1, 1)),
                "the input is scaled to length 1 in the step", "Add and subtract x as it is."),
        *(Mistake("factor/score-in-step", wrong, "the step is scaled by scores",
                  "Add and subtract x as it is.")
          for wrong in (
              lambda W, x, y: (lambda s, W: _pull_push(W, x * (s.max() - s[y]), y, int(
                  np.argmax(s)), 1, 1))(x @ W, W.astype(float)),
              lambda W, x, y: W + np.outer(x, np.eye(W.shape[1])[y] - x @ W))),
        Mistake("in-place/w", _multi_in_place, "the array `W` of the caller is changed",
                "Work on a copy: W = W.astype(float)."),
        Mistake("in-place/w", _multi_in_place_cast, "the array `W` of the caller is changed",
                "Work on a copy: W = W.astype(float)."),
        *(Mistake("integer/all-truncated", wrong, "the digits after the point are lost",
                  "Keep all numbers as they come: no int, no array of whole numbers.")
          for wrong in (_multi_integers(False), _multi_integers(True),
                        _multi_from_integers(False), _multi_from_integers(True))),
        Mistake("integer/inputs-truncated", _multi_input_integers,
                "the digits after the point are lost before the scores are computed",
                "Keep all numbers as they come: no int, no array of whole numbers."),
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
        Mistake("shape/winner-too", lambda W, x, y: (_multi()(W, x, y), np.argmax(x @ W) != y),
                "a second result comes back", "Return W only."),
        *(Mistake("neighbour-formula/winner-only", lambda W, x, y, c=c: c(x @ W),
                  "the scores or the winner come back, not the new W", "Return the new W.")
          for c in (lambda s: int(np.argmax(s)), lambda s: s)),
        *(Mistake("shape/changed-columns-only", lambda W, x, y, c=c: c(_multi()(W, x, y), y, int(
            np.argmax(x @ W))), "only the changed columns come back",
                  "Return the whole W, the columns that did not move included.")
          for c in (lambda W, y, k: W[:, y], lambda W, y, k: (W[:, y], W[:, k]),
                    lambda W, y, k: W[:, [y, k]])),
        *_on_ties("neighbour-formula/change-only", "the change comes back, not the new W",
                  "Return W plus the change.", change=lambda W, x, y, c, p, q: _pull_push(
                      np.zeros_like(W), x, y, c, 1, 1)),
        Mistake("neighbour-formula/change-only", lambda W, x, y: _multi()(W, x, y) - W,
                "the change comes back, not the new W", "Return W plus the change."),
        *(Mistake("omitted-term/inputs-missing-in-score", _by_scores(scores),
                  "some of the inputs are missing in the scores",
                  "The score of a class adds up x[i] W[i, class] over all inputs: x @ W.")
          for scores in (lambda W, x: x[:-1] @ W[:-1], lambda W, x: x[1:] @ W[1:],
                         lambda W, x: x[0] * W[0], lambda W, x: x[-1] * W[-1])),
        *(Mistake("integer/scores-rounded", _by_scores(scores),
                  "the scores are rounded before they are compared",
                  "Compare the scores as they are.")
          for scores in (lambda W, x: np.round(x @ W), lambda W, x: np.trunc(x @ W),
                         lambda W, x: np.floor(x @ W))),
        Mistake("neighbour-formula/cosine", _by_scores(
                    lambda W, x: x @ W / np.maximum(np.linalg.norm(W, axis=0), 1e-12)),
                "the scores are divided by the lengths of the columns",
                "The score of a class is x · W[:, class], whatever its length."),
        Mistake("neighbour-formula/nearest-column", _by_scores(
                    lambda W, x: -((W - x[:, None]) ** 2).sum(axis=0)),
                "the column nearest to x wins", "The highest score x · W[:, class] wins."),
        Mistake("neighbour-formula/score-for-class", _multi(
                    condition=lambda k, y, s: s.max() != y),
                "the highest score is compared with the label, not its position",
                "np.argmax gives the class, np.max the score."),
        *(Mistake("omitted-term/part-of-the-columns", _by_change(_entries(chosen)),
                  "only some entries of the two columns move", "Add x to the whole column y.")
          for chosen in (slice(1), slice(0, -1), slice(1, None), slice(-1, None))),
        *(Mistake("neighbour-formula/changed-input", _by_change(change),
                  "the step adds the sign, the size, the square, the sum or the mean of x, not x",
                  "Add and subtract x as it is.")
          for change in (np.sign, np.abs, np.square, lambda x: np.full(len(x), x.sum()),
                         lambda x: np.full(len(x), x.mean()))),
        *(m for r in (2, 0.5, 0.1, 0.01) for m in _on_ties(
            "sign/flipped-step", "both columns move the wrong way, and by a multiple of x",
            "x is added to column y and subtracted from column yhat.", plus=-r, minus=-r)),
        *(Mistake("neighbour-formula/columns-replaced", wrong,
                  "column y is replaced by x, and nothing is subtracted",
                  "x is added to column y and subtracted from column yhat.")
          for wrong in (_multi(change=lambda W, x, y, k, p, q: np.where(
                            np.arange(W.shape[1]) == y, x[:, None], W)),
                        _multi(change=lambda W, x, y, k, p, q: np.where(
                            np.arange(W.shape[1]) == y, x[:, None], W),
                            condition=lambda *_: True))),
        *(Mistake("neighbour-formula/repeated", _multi_repeated(times),
                  "the step is made more than once", "One step only: `if`, not a loop.")
          for times in (2, 10, 100, 1000)),
        Mistake("omitted-term/right-answers", lambda W, x, y: (
                    _multi()(W, x, y) if np.argmax(x @ W) != y else np.zeros(W.shape)),
                "a right answer gives a table of zeros", "If yhat equals y, return W as it was."),
        *(Mistake("omitted-term/one-side-only", _multi(condition=condition),
                  "only winners on one side of the true class lead to a step",
                  "A mistake is yhat != y, whichever of the two is larger.")
          for condition in (lambda k, y, s: k > y, lambda k, y, s: k < y)),
        *_on_ties("omitted-term/no-input", "the columns move by 1, not by x",
                  "Add and subtract the input x.", change=lambda W, x, y, c, p, q: _pull_push(
                      W, np.ones_like(x), y, c, 1, 1)),
        *_on_ties("neighbour-formula/columns-replaced", "the columns are replaced by x and −x",
                  "x is added to column y and subtracted from column yhat.", change=_replaced),
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
