"""Notebook 04: its ideas, asked again later."""

from course_utils.exercises.records import Recall

RECALL = (
    Recall(
        id="04-shift-r1", lecture=("NPFL129-softmax-logits",),
        question="Adding 100 to the logits 1, 2, 3 leaves the probabilities as they are. And "
                 "<em>multiplying</em> all three by 100?",
        choices={"A": "nothing again: the factor cancels",
                 "B": "they become nearly equal: 100, 200, 300 are all large",
                 "C": "the largest becomes nearly 1, the others nearly 0",
                 "D": "they become 1/6, 2/6, 3/6"},
        answer="C",
        why={"A": "A factor of the <em>exponentials</em> cancels. A factor of the logits stands "
                  "in the exponent.",
             "B": "Softmax sees differences, and they have grown from 1 to 100.",
             "C": r"The next one has $e^{-100}$ of its probability: that is temperature 1/100.",
             "D": "Softmax never divides logits by their sum."}),
    Recall(
        id="04-temperature-r1", lecture=("ALICE-4.2.1c",),
        question="Logits 4, 1, 1, divided by a temperature tau that grows without end. Where do "
                 "the three probabilities go?",
        choices={"A": "1/3, 1/3, 1/3", "B": "2/3, 1/6, 1/6", "C": "1, 0, 0",
                 "D": "1/2, 1/4, 1/4"},
        answer="A",
        why={"A": "All differences between the logits go to 0: nothing is left to choose by.",
             "B": "That divides the logits themselves by their sum, 6.",
             "C": "So it is for tau towards 0.",
             "D": "They pass there, at one tau on the way."}),
    Recall(
        id="04-overflow-r1", lecture=("ALICE-4.3.2",),
        question="The exponentials of 1000, 1001, 1002 overflow. What can be done to the logits "
                 "so that softmax gives what it gives on paper?",
        choices={"A": "divide them by 1002, the largest", "B": "cut them off at 700",
                 "C": "add 10⁻¹² to each", "D": "subtract 1002, the largest"},
        answer="D",
        why={"A": "That is a temperature of 1002: all three become nearly 1/3.",
             "B": "Then all three are 700, and the probabilities 1/3.",
             "C": "It guards a logarithm from 0. Here the numbers are too large, not too small.",
             "D": "A common shift cancels, and the largest exponential is then $e^0 = 1$."}),
    Recall(
        id="04-loss-r1", lecture=("MAY24-1.3b", "MAY25-1.3b", "ALICE-4.3.2"),
        question="The logits are 5 and 605, and class 0 is true. What is the cross-entropy on "
                 "paper, and in the computer when it is taken from the logits by logsumexp?",
        choices={"A": "infinity", "B": "600", "C": "605", "D": "27.6"},
        answer="B",
        why={"A": "So it comes out if the probability is computed first: it is stored as 0.",
             "B": r"$\log(e^5 + e^{605}) - 5 = 605 - 5$, up to a tiny number.",
             "C": "That is the logsumexp alone; the true class's logit, 5, is taken off.",
             "D": "Minus the logarithm of 10⁻¹²: the price of adding 10⁻¹² to a probability."}),
    Recall(
        id="04-gradient-r1", lecture=("MAY24-1.3h", "MAY24-1.3i"),
        question="Softmax gives 0.1, 0.6, 0.3, and the last class is true. What is the gradient "
                 "of the cross-entropy by the three logits?",
        choices={"A": "(0, 0, −0.7)", "B": "(−0.1, −0.6, 0.7)", "C": "(0.1, 0.6, −0.7)",
                 "D": "(0, 0, −3.3)"},
        answer="C",
        why={"A": "Wrong logits count as well: raising one takes from the true class.",
             "B": "That is the way to go, against the gradient.",
             "C": "Probabilities minus one-hot target, o − T. The three add up to 0.",
             "D": "−1/0.3: that is the slope by the <em>probability</em> of the true class."}),
    Recall(
        id="04-impostor-r1", lecture=("MAY24-1.3f", "MAY25-1.3f"),
        question="Softmax gives 0.5, 0.3, 0.2. How fast does the first probability change with "
                 "the <em>second</em> logit?",
        choices={"A": "0: it has a logit of its own", "B": "0.25", "C": "0.15", "D": "−0.15"},
        answer="D",
        why={"A": "All logits stand in the sum below the fraction.",
             "B": "0.5 · (1 − 0.5): that is by its own logit.",
             "C": "Right in size. What the second logit gains is taken from the others.",
             "D": "−0.5 · 0.3, and the second by the first logit likewise: a symmetric Jacobian."}),
    Recall(
        id="04-blame-r1", lecture=("MAY24-1.3i", "MAY25-1.3i", "NPFL129-softmax-logits"),
        question="Softmax regression learns with the gradient o − T by the logits. By mistake "
                 "somebody adds 0.3 to each of its entries, in every row and at every step. What "
                 "becomes of the probabilities?",
        choices={"A": "they stay what they would have been",
                 "B": "they drift towards equal shares",
                 "C": "they no longer add up to 1",
                 "D": "they come close to 0 and 1 sooner, as each step is longer"},
        answer="A",
        why={"A": "The scores of a row get one more push, the same for all classes, and softmax "
                  "sees only their differences.",
             "B": "A push that all share closes no gap between two of them.",
             "C": "Softmax divides by the sum, whatever the scores are.",
             "D": "Longer it is, but in the one direction that softmax does not see."}),
)
