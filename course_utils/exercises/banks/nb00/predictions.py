"""Notebook 00: its predictions."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="00-loud",
        question="The pattern (−1, 2, −1) stands in (0, −1, 2, −1, 0, 0, 9, 0), counted from 0, "
                 "with its middle at place 2. We lay it with its middle on each place from 1 to 6 "
                 "and take the dot product with the three numbers under it. Where is the dot "
                 "product largest?",
        choices={"A": "at 2, where the pattern is", "B": "at 5, beside the 9",
                 "C": "at 6, directly under the 9", "D": "at 2 and 6, both alike"},
        answer="C", run="the code cell below",
        holds="18 at place 6, and 6 at place 2.",
        why={"A": "There it fits exactly: 1 + 4 + 1 = 6. But what is loud may score without "
                  "fitting.",
             "B": "There the 9 meets a −1: the dot product is −9.",
             "C": "2 · 9 = 18. A dot product grows with the length of both vectors.",
             "D": "Both have a hump. One hump is 2 high, the other 9."}),
    Prediction(
        id="00-batch",
        question="Three recordings, 180 windows of 61 numbers each: R3 has shape (3, 180, 61). "
                 "Each is to be compared with its own ping only: the pings stand in W3 with shape "
                 "(3, 61, 1). What is the shape of R3 @ W3?",
        choices={"A": "(3, 180, 1)", "B": "(3, 180, 3)", "C": "(3, 3, 180, 1)",
                 "D": "an error over 180 and 61"},
        answer="A", run="the code cell below",
        holds="(3, 180, 1): three products of a table (180, 61) with a column (61, 1).",
        why={"A": "The first axis counts the batch: table i meets table i.",
             "B": "So it is with one W of shape (61, 3): then each meets all.",
             "C": "Every one with every other would be a table of products. @ pairs them off.",
             "D": "The sizes that must agree are the last of the left and the last but one of the "
                  "right: 61 and 61."}),
    Prediction(
        id="00-both",
        question="At some point the mismatch rises by 3 per unit of the first knob, by 4 per unit "
                 "of the second: the gradient is (3, 4). You turn both knobs at the same rate, so "
                 "that the point moves by a length of 1 per second. The mismatch rises per second "
                 "by",
        choices={"A": "3.5, the mean of 3 and 4", "B": "5, the length of the gradient",
                 "C": "7, the sum of 3 and 4", "D": "4.95, less than the steepest"},
        answer="D", run="the code cell below",
        holds="4.95, that is 7/√2.",
        why={"A": "A mean of slopes would be right for rates of ½ and ½. Such a step is not of "
                  "length 1.",
             "B": "So steep is the steepest direction, (0.6, 0.8), and no other.",
             "C": "7 is what rates of 1 and 1 give; but then the point moves by √2 per second.",
             "D": "The direction of length 1 is (1, 1)/√2, and its dot product with (3, 4) is "
                  "7/√2."}),
    Prediction(
        id="00-column",
        question="The place knob q is turned up a little: the whole curve a · ping(s − q) moves to "
                 "the right. Which of its numbers change most?",
        choices={"A": "those near its peaks", "B": "those where it crosses 0",
                 "C": "all by the same amount", "D": "those at its two ends"},
        answer="B", run="the two code cells below",
        holds="Near its middle the curve changes fastest where it crosses 0, and at its peaks "
              "hardly at all.",
        why={"A": "A peak moves to the side, but there the curve is flat: the number at that place "
                  "stays nearly what it was.",
             "B": "Where a curve is steep, a shift changes it most.",
             "C": "All of them move by the same amount sideways. What changes is the height.",
             "D": "At its ends the ping is nearly 0, wherever it stands."}),
    Prediction(
        id="00-long",
        question="f = ½ (x₁² + 10 x₂²), start (10, 1). With step size 0.1 gradient descent is 0.05 "
                 "away from the minimum after 50 steps. And with step size 0.21?",
        choices={"A": "about 0.0001", "B": "above 100", "C": "about 0.02", "D": "about 1"},
        answer="B", run="the code cell below",
        holds="117, all of it in x₂.",
        why={"A": "That is what x₁ does: 10 · 0.79⁵⁰. It is not alone.",
             "B": "Each step multiplies x₂ by 1 − 0.21 · 10 = −1.1.",
             "C": "A longer step is not a little better or worse: every step multiplies.",
             "D": "So it is at step size 0.2, to the dot. Beyond it the jumps grow."}),
    Prediction(
        id="00-hair",
        question="From (2.5, 0) descent on the saddle ends at (0, 0), on the ridge between two "
                 "minima. Now start at (2.5, 0.000001), step size 0.1, and take 300 steps. "
                 "Where does it end?",
        choices={"A": "at (0, 0) as before", "B": "still on its way to a minimum",
                 "C": "in (0, −1) or (0, 1) by chance", "D": "in the minimum (0, 1)"},
        answer="D", run="the code cell below",
        holds="(0, 1): the millionth has been multiplied by about 1.1 at each step.",
        why={"A": "At the saddle itself the slope is 0. Beside it, it is not.",
             "B": "What grows by a tenth at each step is large after 150 of them.",
             "C": "Nothing is random here: the sign of the millionth decides.",
             "D": "Along x₂ the saddle pushes away: 10⁻⁶ · 1.1¹⁵⁰ is more than 1."}),
    Prediction(
        id="00-period",
        question="The ping goes up and down every 8 samples. We start 7 samples beside the echo, "
                 "with the right height, and let gradient descent turn the place knob until the "
                 "slope is 0. It ends",
        choices={"A": "about 8 samples beside the echo", "B": "at the echo itself",
                 "C": "about 4 samples beside the echo",
                 "D": "7 samples beside the echo as before"},
        answer="A", run="the code cell below",
        holds="About 8 samples beside it: one period.",
        why={"A": "There the peaks lie on the wrong peaks, and every small turn makes it worse.",
             "B": "It is. But descent knows the slope where it stands, and no more.",
             "C": "There peaks lie on troughs: that is a top, not a bottom.",
             "D": "The ping is 61 samples long and feels the echo from there."}),
    Prediction(
        id="00-memory",
        question="On a long even slope the gradient is 1 everywhere. Step size 0.1, momentum "
                 "λ = 0.9. After very many steps, how long is a step?",
        choices={"A": "0.10", "B": "0.19", "C": "1.00", "D": "longer and longer"},
        answer="C", run="the two code cells below",
        holds="1.0, that is 0.1/(1 − 0.9).",
        why={"A": "So it is without momentum.",
             "B": "So long is the second step. The one before it remembers as well.",
             "C": "0.1 + 0.09 + 0.081 + … = 0.1/(1 − 0.9).",
             "D": "Each step forgets a tenth: at a length of 1 that is as much as comes in."}),
)
