"""Notebook 03b: its ideas, asked again later."""

from course_utils.exercises.records import Recall

RECALL = (
    Recall(
        id="03b-silent-r1", lecture=("NPFL129-uat-relu",),
        question="A broken line on [0, 1] has five pieces of equal width with the slopes −1, −1, "
                 "2, 2, 5. A ReLU starts where each piece starts and turns the slope. How many of "
                 "these units have a weight other than 0?",
        choices={"A": "2", "B": "3", "C": "4", "D": "5"},
        answer="B",
        why={"A": "Two changes inside. The first slope, −1, needs a unit as well.",
             "B": "The weights are the changes of slope: −1, 0, 3, 0, 3.",
             "C": "Four places to turn at inside, but at two of them the slope stays.",
             "D": "One for each piece, if no two neighbours had the same slope."}),
    Recall(
        id="03b-double-r1", lecture=("NPFL129-uat-relu",),
        question="A broken line with 16 equal pieces stays within 0.02 of a smooth curve. About "
                 "how many pieces bring the error down to 0.0002?",
        choices={"A": "1,600", "B": "32", "C": "64", "D": "160"},
        answer="D",
        why={"A": "A hundred times as many would be right for steps, whose error falls like 1/k.",
             "B": "Twice the pieces make a quarter of the error, 0.005.",
             "C": "Four times the pieces make a sixteenth, about 0.001.",
             "D": "The error falls with the square: ten times the pieces, a hundredth."}),
    Recall(
        id="03b-root-r1", lecture=("NPFL129-uat-relu", "NPFL129-uat"),
        question="A broken line with 16 equal pieces meets √x at their ends, on [0, 1]. Its "
                 "largest error is many times that of a broken line along a cosine. Where?",
        choices={"A": "in the first piece, the one at 0",
                 "B": "at the ends of the pieces",
                 "C": "in the last piece, where √x is largest",
                 "D": "everywhere alike, for all pieces have one width"},
        answer="A",
        why={"A": "There √x bends without bound. Narrower pieces near 0 would help.",
             "B": "There the line meets the curve: the error is 0.",
             "C": "Near 1 the curve is almost straight. The error goes with bending, not height.",
             "D": "Equal widths give equal errors where the bending is equal."}),
    Recall(
        id="03b-sharp-r1", lecture=("NPFL129-uat-squash",),
        question="A staircase of 15 very sharp sigmoids stays 0.18 away from a smooth curve, with "
                 "the heights taken from it. What brings the error down?",
        choices={"A": "sharper sigmoids still", "B": "larger output weights",
                 "C": "more steps: twice as many, say",
                 "D": "a hundred times as much training data"},
        answer="C",
        why={"A": "In the limit they are bare steps, and 15 steps are as coarse as they are.",
             "B": "The weights are the heights of the steps. Larger ones climb too far.",
             "C": "Twice the steps are half as high: half the error.",
             "D": "Nothing is estimated here: the curve is known, and the steps stay coarse."}),
    Recall(
        id="03b-square-r1", lecture=("NPFL129-uat",),
        question="300 hidden units take the <em>third power</em> of $w x + b$, with one input x "
                 "and a linear output. Which functions of x can this network be?",
        choices={"A": "nearly every continuous one",
                 "B": "the polynomials of degree 3 or less",
                 "C": "the polynomials of degree 300 or less",
                 "D": "the polynomials of degree 900 or less"},
        answer="B",
        why={"A": "The theorem leaves out bends that are polynomials, and this is the reason.",
             "B": "Each unit is a sum of 1, x, x² and x³, so the sum of all is one too.",
             "C": "Units are added. The degree does not grow with their number.",
             "D": "Three times 300: powers would have to be multiplied with each other."}),
    Recall(
        id="03b-far-r1", lecture=("ALICE-5.2.1b", "NPFL129-uat-relu"),
        question="A network with one input is F(x) = 4 + 3 relu(x) − 5 relu(x − 1) + relu(x − 2). "
                 "What is its slope far to the right?",
        choices={"A": "−1", "B": "+1", "C": "+3", "D": "+4"},
        answer="A",
        why={"A": "Right of all kinks every unit is on: 3 − 5 + 1.",
             "B": "The last unit alone. The others do not go off when it starts.",
             "C": "The first unit alone: so it is between 0 and 1.",
             "D": "The constant moves the graph up and has no slope."}),
    Recall(
        id="03b-trained-r1", lecture=("ALICE-5.2.1a", "NPFL129-uat"),
        question="The theorem says that some network with one hidden layer comes within 0.02 of "
                 "your curve. What follows for gradient descent from a random start?",
        choices={"A": "it gets within 0.02, given enough steps",
                 "B": "it gets within 0.02 from most starts, with a small step size",
                 "C": "it ends 0.02 away at best",
                 "D": "nothing: it may stay far from it"},
        answer="D",
        why={"A": "It may stop in a poor place for good: 16 units ended 0.24 from a cosine that "
                  "they can follow to 0.019.",
             "B": "From six starts, none came anywhere near.",
             "C": "0.02 is no bound from below either: some other network may be nearer.",
             "D": "That weights exist says nothing on the way to them."}),
)
