"""Notebook 01: its ideas, asked again later."""

from course_utils.exercises.records import Recall

RECALL = (
    Recall(
        id="01-line-r1", lecture=("MAY24-1.0a", "MAY25-1.0a"),
        question="A lamp burns where its two switches <em>agree</em>, both up or both down. How "
                 "many of the four positions can one straight line get right at best?",
        choices={"A": "all four: it is XOR's opposite", "B": "three", "C": "two",
                 "D": "one: where XOR is right, it is wrong"},
        answer="B",
        why={"A": "The opposite of what no line can do: turn the line's sides round and it would "
                  "do XOR.",
             "B": "Cut off one corner. Its neighbours and the opposite corner cannot all be right.",
             "C": "A line parallel to a side gets two; cutting off a corner gets one more.",
             "D": "A line may call either of its sides yes, so the opposite is as easy as XOR."}),
    Recall(
        id="01-labelings-r1", lecture=("MAY24-1.0a", "MAY25-1.0a"),
        question="The corners (0, 0), (0, 1), (1, 0), (1, 1) get these labels, in this order. "
                 "Which of the four labelings can no straight line do?",
        choices={"A": "0, 0, 0, 1", "B": "0, 1, 0, 1", "C": "0, 1, 1, 1", "D": "1, 0, 0, 1"},
        answer="D",
        why={"A": "One corner is cut off: “and”.",
             "B": "The label is the second input: a line parallel to a side.",
             "C": "One corner is cut off again: “or”.",
             "D": "Equal labels stand across: the two diagonals meet in the middle, which would "
                  "have to lie on both sides."}),
    Recall(
        id="01-regression-r1", lecture=("CS577-xor-linear",),
        question="The labels of XOR are written −1 and +1 in place of 0 and 1. Linear regression "
                 "on the four points gives which $w_1$, $w_2$ and $b$?",
        choices={"A": "$w_1$ = $w_2$ = 0 and b = 0", "B": "$w_1$ = $w_2$ = 0 and b = ½",
                 "C": "$w_1$ = $w_2$ = 1 and b = −1", "D": "$w_1$ = 1, $w_2$ = −1 and b = 0"},
        answer="A",
        why={"A": "Neither input alone says anything about y; what is left is the mean of the "
                  "labels, now 0.",
             "B": "½ is the mean of 0, 1, 1, 0. The labels are others now.",
             "C": "Right on three points, off by 2 at (1, 1): it costs more than saying 0.",
             "D": "XOR does not change when its inputs are exchanged, so neither is preferred."}),
    Recall(
        id="01-linear-r1", lecture=("CS577-linearity",),
        question="A classifier says yes where $\\sigma(w \\cdot x + b)$ is above ½. Over the "
                 "plane of its inputs, what about it is straight?",
        choices={"A": "its values", "B": "its values and its border",
                 "C": "its border", "D": "nothing, since σ is a curve"},
        answer="C",
        why={"A": "They stay between 0 and 1: no straight plane that is tilted does.",
             "B": "The values bend. The definition of “linear” asks for f(x + x′) = f(x) + f(x′), "
                  "up to a constant.",
             "C": "σ is ½ where $w \\cdot x + b = 0$, and that is a line.",
             "D": "σ bends the height, not the line along which it is ½."}),
    Recall(
        id="01-affine-r1", lecture=("MAY24-1.0e", "MAY24-1.0d"),
        question="No line separates two classes of points. We measure the inputs in other units, "
                 "turn the axes, and add ten weighted sums of the inputs as new columns. Can a "
                 "linear classifier separate them now?",
        choices={"A": "yes, ten more columns are ten more ways out",
                 "B": "no, however all of that is chosen",
                 "C": "only if the sums are well chosen",
                 "D": "only if the axes are turned by the right angle"},
        answer="B",
        why={"A": "More columns help if they bend. Weighted sums of inputs are inputs again.",
             "B": "A border in the new columns, written out in the old inputs, is a line that "
                  "would separate the points as they were.",
             "C": "Whatever the weights of the sums, substitute them: a line is left.",
             "D": "Turning the paper does not move a point to the other side of a line."}),
    Recall(
        id="01-step-r1", lecture=("MAY24-1.0g", "MAY25-1.0g"),
        question="The lecture solves XOR with two linear features and a step on each. Where do "
                 "they put (0, 1) and (1, 0), so that a line can finish the work?",
        choices={"A": "on two opposite corners of a square", "B": "far apart, on one diagonal",
                 "C": "where they were: the step moves the others",
                 "D": "on one and the same point of the plane"},
        answer="D",
        why={"A": "There they are at the start, with the other class on the other two corners.",
             "B": "What belongs together should come together.",
             "C": "The linear features move them already; the step does move the others.",
             "D": "Both have label 1. Three points are left, and a line cuts one of them off."}),
    Recall(
        id="01-strip-r1", lecture=("MAY24-1.0g", "MAY25-1.0g"),
        question="A network of step units is right on the four points of XOR and wrong on half "
                 "of the points 0.1 beside them: its lines run through the points. What gives "
                 "the points room?",
        choices={"A": "other biases, with the lines between the points",
                 "B": "weights and biases ten times as large",
                 "C": "training on the four points for longer",
                 "D": "a third unit like the first"},
        answer="A",
        why={"A": "A bias shifts its line: half-way between the points there is most room.",
             "B": "$10(w \\cdot x + b)$ is 0 on the same line: a step sees the sign alone.",
             "C": "On the four points nothing is wrong, so there is nothing to learn.",
             "D": "Another line through the same points adds no room."}),
)
