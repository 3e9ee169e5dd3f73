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
        choices={"A": "1, 0, 0", "B": "1/2, 1/2, 0", "C": "1/3, 1/3, 1/3",
                 "D": "nowhere: it divides by 0"},
        answer="B", run="the cells on temperature, up to the slide check",
        holds="Half and half: tied winners share the probability.",
        why={"A": "argmax returns one index, the first. Softmax cannot tell the two apart.",
             "B": "The gap between the tied logits stays 0 at every tau; the gap to the third "
                  "grows without limit.",
             "C": "That is the other limit, tau towards infinity.",
             "D": "tau = 0 itself is not allowed, but the limit exists."}),
    Prediction(
        id="04-overflow",
        question="NumPy computes $e^{1000} / (e^{1000} + e^{1001} + e^{1002})$ as written. "
                 "What comes out?",
        choices={"A": "nan, not a number", "B": "0.09, as it should", "C": "0",
                 "D": "an error that stops the cell"},
        answer="A", run="the next code cell",
        holds="$e^{1000}$ is stored as infinity, and infinity / infinity is nan.",
        why={"A": "inf / inf has no value. The nan then spreads into every weight of a network.",
             "B": "On paper it is: only the differences of the logits count. A float64 ends at "
                  "about $e^{709}$.",
             "C": "A finite number divided by infinity is 0. Here the numerator overflows too.",
             "D": "Python's math.exp stops with an error; NumPy warns and goes on."}),
    Prediction(
        id="04-loss",
        question="The logits are 0 and 800, and class 0 is true. NumPy takes the safe softmax of "
                 "exercise 4.1, and then minus the logarithm of its first entry. What comes out?",
        choices={"A": "800.0", "B": "27.6", "C": "nan", "D": "inf"},
        answer="D", run="the slide check below",
        holds="The probability is stored as 0, and minus its logarithm is infinity.",
        why={"A": "That is the loss on paper, and through the logits in the computer too.",
             "B": "So much is minus the logarithm of 10⁻¹², which is reported if 10⁻¹² "
                  "is added first.",
             "C": "The safe softmax is finite: (0, 1). Only 0 · ∞ and the like "
                  "would be nan.",
             "D": "e⁻⁸⁰⁰ lies far below the smallest float64, about e⁻⁷⁴⁵."}),
    Prediction(
        id="04-gradient",
        question="The probabilities are 0.2, 0.3, 0.5, and the middle class is true. How does the "
                 "loss change with the logits of the two wrong classes: which slopes do they have?",
        choices={"A": "0 and 0", "B": "0.35 and 0.35", "C": "0.2 and 0.5", "D": "−0.2 and −0.5"},
        answer="C", run="the numeric experiment below",
        holds="Each wrong class has its own probability as its slope; the three slopes sum to 0.",
        why={"A": "The loss names only the true class; but what a wrong class gains, that one "
                  "loses.",
             "B": "Equal parts of 0.7 would sum to 0 as well. The larger share is the guiltier "
                  "one.",
             "C": "A raise of a wrong logit takes from the true class in proportion to its share.",
             "D": "A raise of a wrong logit makes the true class less probable: the loss grows."}),
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
    Prediction(
        id="04-blame",
        question="Two machines learn from the same digits, 100 steps each. One raises the score "
                 "of the true class by 10 points and leaves the nine others. The other raises it "
                 "by 9 points and lowers each of the nine others by 1. (The worse the answer, the "
                 "larger a point, by one rule for both.) Which reads more new digits?",
        choices={"A": "the first: it punishes no innocent class",
                 "B": "the second: it also learns what is wrong",
                 "C": "now one, now the other: chance decides",
                 "D": "neither: they agree on each new picture"},
        answer="D", run="the next two code cells",
        holds="Both give each new picture the same ten probabilities: two policies, one machine.",
        why={"A": "The second punishes all nine alike, and so changes no gap between two of them.",
             "B": "That nine classes fall by 1 together says nothing about any one of them: "
                  "softmax sees gaps, not heights.",
             "C": "Other pictures to learn from change what the machines read, and in both alike.",
             "D": "10 above nine that stay, or 9 above nine that fall by 1: the true class gains "
                  "10 on each of them. What is left is a shift."}),
)
