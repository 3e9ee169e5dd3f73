"""Notebook 05b: its predictions."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="05b-step",
        question="The one-sided difference of a sin x + b x sin x, in double precision. With "
                 "ε = 0.0001 the slope is typically wrong by 0.0001, with ε = 0.00000001 by "
                 "0.00000001. With ε = 0.000000000001, a trillionth, it is wrong by about",
        choices={"A": "0.000000000001", "B": "0.0001", "C": "0.00000001", "D": "1"},
        answer="B", run="the two code cells below",
        holds="About 0.0001, as with a step a hundred million times as large.",
        why={"A": "The formula's error goes on following ε. The two values of f, however, agree in "
                  "their first twelve digits, and of sixteen only four are left.",
             "B": "The values are rounded in the sixteenth digit; divided by 10⁻¹² that is 10⁻⁴.",
             "C": "Two errors meet there. One goes on falling, the other rises.",
             "D": "That takes a step of 10⁻¹⁶: then x + ε is x."}),
    Prediction(
        id="05b-swell",
        question="Ten lines h ← h (h + w), from h = x: 20 operations. The derivative by x, as one "
                 "formula with all simplifications by 0 and 1: how many operations does one write?",
        choices={"A": "about 40", "B": "about 400", "C": "about 1,000,000", "D": "about 20,000"},
        answer="D", run="the code cell below",
        holds="19,456.",
        why={"A": "So it would be if the parts were only named, not written out again.",
             "B": "That is each of 20 by each of 20, but nothing is paired here. Each line writes "
                  "the one before it out again.",
             "C": "So it would be if each of the 20 operations doubled it. It is the ten lines "
                  "that more than double it.",
             "D": "Each line holds the one before several times: it more than doubles."}),
    Prediction(
        id="05b-passes",
        question="The letter reader has 4,810 weights and biases and one loss. How many passes of "
                 "forward mode make its gradient?",
        choices={"A": "1", "B": "2", "C": "4,810", "D": "9,620"},
        answer="C", run="the code cell below",
        holds="One for each input: three inputs, three passes.",
        why={"A": "One pass with all of them moving gives one number: the sum of all effects.",
             "B": "Nothing goes back in forward mode.",
             "C": "A pass answers for one direction, and a gradient is 4,810 of them.",
             "D": "A tangent is exact: it needs one pass, not a difference of two."}),
    Prediction(
        id="05b-order",
        question="Jacobians J₃ (1 × 100), J₂ (100 × 100), J₁ (100 × 1,000), one product J₃ J₂ J₁. "
                 "Begun at the right, with J₂ J₁, it takes 10,100,000 multiplications. Begun at "
                 "the left?",
        choices={"A": "110,000", "B": "10,100,000", "C": "5,050,000", "D": "20,000"},
        answer="A", run="the code cell below",
        holds="110,000: 92 times fewer, for the same numbers.",
        why={"A": "A row times a matrix, twice: 100 · 100 and 100 · 1,000.",
             "B": "The result is; the way there is not. J₂ J₁ alone makes 100,000 numbers.",
             "C": "The sizes decide, and they are not in the ratio of two.",
             "D": "That is 100 · 100, twice. But J₁ has 1,000 columns: 100 · 1,000."}),
    Prediction(
        id="05b-twice",
        question="y = u s and s = u + x, at u = 6, s = 9. The line y = u s hands 9 to u; the line "
                 "s = u + x hands 6 to u. What is the adjoint of u, the derivative of y by u?",
        choices={"A": "54", "B": "9", "C": "15", "D": "6"},
        answer="C", run="the code cell below",
        holds="15 = 9 + 6.",
        why={"A": "Slopes are multiplied along one way from u to y. These are two ways.",
             "B": "That would be right if s stood still while u moves.",
             "C": "y = u (u + x) = u² + u x has the slope 2 u + x = 15.",
             "D": "That is the commonest bug of a sweep: = in the place of +=."}),
    Prediction(
        id="05b-checkpoint",
        question="100 blocks, and only the output of every tenth is kept. At most 18 values are "
                 "held at a time instead of 99. How many runs of blocks does it take, where "
                 "keeping everything takes 100?",
        choices={"A": "110", "B": "190", "C": "550", "D": "1,000"},
        answer="B", run="the code cell below the exercise",
        holds="190: every missing value is computed once more, and there are 90.",
        why={"A": "Between two checkpoints nine values are missing, not one.",
             "B": "Less than a fifth of the memory, and not quite double the runs.",
             "C": "So it is if nothing of a stretch that is run again is kept.",
             "D": "Keeping every tenth is not paid with ten times the runs."}),
    Prediction(
        id="05b-broadcast",
        question="A (3 × 2) and a row B (1 × 2) are added: broadcasting adds B to each row. The "
                 "adjoint of the result is a table d (3 × 2). What is the adjoint of B?",
        choices={"A": "the whole table d", "B": "the mean of the rows of d",
                 "C": "the first row of d", "D": "the sum of the rows of d"},
        answer="D", run="the code cell below",
        holds="The sum of the rows: [7, 0].",
        why={"A": "Then it would have three rows, and B has one.",
             "B": "A mean comes in only where the loss takes one; that is in d already.",
             "C": "The row B is used for the other rows of A as well.",
             "D": "B is used three times, and what is used three times collects three times."}),
)
