"""The predictions of notebook 04: softmax and its derivative."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="04-shift",
        question="The logits are 1, 2, 3. We add 100 to each of them. What happens to the "
                 "probabilities?",
        choices={"A": "they all grow", "B": "they become more equal",
                 "C": "they do not change", "D": "the largest comes closer to 1"},
        answer="C", run="the next code cell",
        holds="All three probabilities stay as they are, to the last printed digit.",
        why={"A": "Every exponential grows, by the factor $e^{100}$, and so does their sum.",
             "B": "100 looks large beside 1, 2, 3; but softmax sees differences, not ratios.",
             "C": "The common factor $e^{100}$ cancels between numerator and sum.",
             "D": "That would happen if the logits were multiplied by 100."}),
    Prediction(
        id="04-temperature",
        question="Logits 3, 3, 1. The temperature tau goes towards 0 from above. Where do the "
                 "three probabilities go?",
        choices={"A": "1/3, 1/3, 1/3", "B": "1, 0, 0", "C": "1/2, 1/2, 0",
                 "D": "nowhere: it divides by 0"},
        answer="C", run="the cells on temperature, up to the slide check",
        holds="Half and half: tied winners share the probability.",
        why={"A": "That is the other limit, tau towards infinity.",
             "B": "argmax returns one index, the first. Softmax cannot tell the two apart.",
             "C": "The gap between the tied logits stays 0 at every tau; the gap to the third "
                  "grows without limit.",
             "D": "tau = 0 itself is not allowed, but the limit exists."}),
    Prediction(
        id="04-overflow",
        question="NumPy computes $e^{1000} / (e^{1000} + e^{1001} + e^{1002})$ as written. "
                 "What comes out?",
        choices={"A": "an error that stops the cell", "B": "0.09, as it should", "C": "0",
                 "D": "nan, not a number"},
        answer="D", run="the next code cell",
        holds="$e^{1000}$ is stored as infinity, and infinity / infinity is nan.",
        why={"A": "Python's math.exp stops with an error; NumPy warns and goes on.",
             "B": "On paper it is: only the differences of the logits count. A float64 ends at "
                  "about $e^{709}$.",
             "C": "A finite number divided by infinity is 0. Here the numerator overflows too.",
             "D": "inf / inf has no value. The nan then spreads into every weight of a network."}),
    Prediction(
        id="04-gradient",
        question="Logits 1, 2, 3; the true class is the last one, with probability 0.67. You "
                 "raise one logit a little. Which raise lowers the loss?",
        choices={"A": "the first", "B": "the second", "C": "the third", "D": "any of them"},
        answer="C", run="the numeric experiment below",
        holds="Only the true class has a negative slope; the three slopes sum to 0.",
        why={"A": "It is the smallest, but every probability it gains is taken from the others.",
             "B": "A raise of a wrong class takes probability away from the true one.",
             "C": "Its slope is 0.67 − 1: the more certain the model is, the smaller the push.",
             "D": "Raising all three together changes nothing at all."}),
    Prediction(
        id="04-impostor",
        question="Three matrices A, B, C claim to be Jacobians of softmax. All nine row sums are "
                 "0, all diagonals are positive. Which one cannot be genuine?",
        choices={"A": "A", "B": "B", "C": "C", "D": "all three may be genuine"},
        answer="B", run="the check below",
        holds="B is not symmetric. It is the Jacobian of log softmax.",
        why={"A": "It is symmetric, and it belongs to o = (0.5, 0.3, 0.2).",
             "B": r"$\partial o_i/\partial z_j = -o_i o_j = \partial o_j/\partial z_i$: "
                   "a softmax Jacobian equals its transpose.",
             "C": "It is symmetric, and it belongs to o = (0.1, 0.2, 0.7).",
             "D": "Row sums of 0 follow from shift invariance. They are necessary, not enough."}),
)
