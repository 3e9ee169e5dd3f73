"""Notebook 05b: its ideas, asked again later."""

from course_utils.exercises.records import Recall

RECALL = (
    Recall(
        id="05b-step-r1", lecture=("ALICE-6.1.2a",),
        question="The slope of a smooth function by central differences in double precision; x, "
                 "values and slopes are about 1. Which of these steps gives the most digits?",
        choices={"A": "10⁻¹⁶, as small as can be",
                 "B": "10⁻⁵",
                 "C": "10⁻¹",
                 "D": "10⁻¹⁰"},
        answer="B",
        why={"A": "At 1 such a step is lost or becomes twice as large: no digit of the slope is "
                  "left.",
             "B": "The formula is wrong by about 10⁻¹⁰ there, the rounding costs about 10⁻¹¹.",
             "C": "The error of the formula goes with the square of the step, and 0.1 is long.",
             "D": "Rounding in the sixteenth digit, divided by 10⁻¹⁰, costs about 10⁻⁶."}),
    Recall(
        id="05b-passes-r1", lecture=("ALICE-6.3c",),
        question="A function takes 3 inputs to 10,000 outputs. Which way makes its whole "
                 "Jacobian with the fewest passes?",
        choices={"A": "reverse mode, with 1 pass",
                 "B": "forward mode, with 3 passes",
                 "C": "reverse mode, with 10,000 passes",
                 "D": "either: the numbers are the same"},
        answer="B",
        why={"A": "One pass back answers for one output, or for one weighted sum of them.",
             "B": "A pass moves one input and gives one column, and there are three columns.",
             "C": "That makes it as well, row by row, with thousands of times as many passes.",
             "D": "The numbers are. The passes go with the inputs in one and with the outputs "
                  "in the other."}),
    Recall(
        id="05b-order-r1", lecture=("ALICE-6.3a",),
        question="a is a column (1,000 × 1), b a row (1 × 1,000), c a column (1,000 × 1). (a b) "
                 "c takes 2,000,000 multiplications. How many does a (b c) take?",
        choices={"A": "2,000 in all",
                 "B": "2,000,000 again",
                 "C": "1,000,000",
                 "D": "1,001,000"},
        answer="A",
        why={"A": "b c is one number, after 1,000 of them; then it is multiplied with the 1,000 "
                  "of a.",
             "B": "The result is the same. The table (1,000 × 1,000) on the way is not made.",
             "C": "That is the table a b, which is not made here.",
             "D": "That would take half of each order, and there is no such way."}),
    Recall(
        id="05b-twice-r1", lecture=("ALICE-6.3b",),
        question="y = x · x, at x = 5: the sweep back hands 5 to each of the two operands. A "
                 "program has = in place of +=. Which adjoint does it give to x?",
        choices={"A": "10",
                 "B": "25",
                 "C": "5",
                 "D": "0"},
        answer="C",
        why={"A": "That is with +=, and it is right: 5 from each operand.",
             "B": "That is the value of y.",
             "C": "The second operand overwrites what the first has brought.",
             "D": "Nothing is put back to 0. What comes last stays."}),
    Recall(
        id="05b-checkpoint-r1", lecture=("ALICE-6.3d",),
        question="A chain of blocks is too long for the memory. Checkpoints keep some of the "
                 "outputs, and the others are computed again when they are needed. What does "
                 "that do to the gradient?",
        choices={"A": "it becomes an approximation",
                 "B": "the early blocks get none",
                 "C": "nothing: it costs runs only",
                 "D": "it comes one step too late"},
        answer="C",
        why={"A": "The same values are computed once more, with the same digits.",
             "B": "They get theirs once their stretch has been run again.",
             "C": "Memory is bought with time: about one more run for each block.",
             "D": "All of it happens before the step."}),
    Recall(
        id="05b-broadcast-r1", lecture=("ALICE-6.3b",),
        question="A bias b (1 × 4) is added to each of 32 rows, and the adjoint of each row of "
                 "the result is (1, 1, 1, 1). What is the adjoint of b?",
        choices={"A": "(1, 1, 1, 1)",
                 "B": "(1/32, 1/32, 1/32, 1/32)",
                 "C": "a table (32 × 4) of ones",
                 "D": "(32, 32, 32, 32)"},
        answer="D",
        why={"A": "That is what one row hands back, and b is used in 32.",
             "B": "A mean is taken only where the loss takes one, and then it is in what the "
                  "rows hand back.",
             "C": "It has the shape of b, and that is one row.",
             "D": "What is used 32 times collects 32 times: the sum over the rows."}),
)
