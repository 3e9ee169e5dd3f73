"""Notebook 02: its predictions."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="02-linear",
        question=r"The model is $f(x) = w \cdot \phi(x)$ with the features "
                 r"$\phi(x) = (1, x, x^2)$. In what is it linear?",
        choices={"A": "in x", "B": "in w", "C": "in both", "D": "in neither: it is a parabola"},
        answer="B", run="the cells down to the check below the picture",
        holds="Adding two weight vectors adds the curves; adding two inputs does not.",
        why={"A": "For fixed w the curve over x bends.",
             "B": "The features are fixed numbers once x is given, and w multiplies them. That "
                  "is why least squares still works.",
             "C": "x enters through its square.",
             "D": "It tempts because the picture is curved. The fit never sees the picture: it "
                  "sees a table of features and looks for w."}),
    Prediction(
        id="02-count",
        question="Two switches needed six features of degree 2. A small digit has 64 pixels: how "
                 "many features has its map of degree 5?",
        choices={"A": "321", "B": "about 2,000", "C": "over 10 million", "D": "about 800,000"},
        answer="C", run="exercise 2.3 and the cell below it",
        holds="There are over eleven million monomials of degree at most 5 in 64 inputs.",
        why={"A": "64 · 5 + 1 counts powers of single pixels; products of pixels are missing.",
             "B": "That is about the number for degree 2.",
             "C": "C(69, 5) = 11,238,513.",
             "D": "That is about the number for degree 4."}),
    Prediction(
        id="02-solutions",
        question="Six features of degree 2, four XOR points. How many weight vectors w give "
                 "exactly 0, 1, 1, 0?",
        choices={"A": "none", "B": "one", "C": "two", "D": "infinitely many"},
        answer="D", run="the next code cell and the one on the rank",
        holds="The table has rank 4 and six columns: a plane of solutions is left.",
        why={"A": "The product of the inputs is among the features, and that is what was missing.",
             "B": "Four equations cannot pin down six unknowns.",
             "C": "Two are shown below, the sparse one and the shortest one, and everything on "
                  "the line through them works as well.",
             "D": "On 0 and 1 a square equals its input, so some features are copies of others."}),
    Prediction(
        id="02-degree",
        question="The degree grows from 0 to 18, always fitted to the same 40 training points. "
                 "The two mean squared errors at degree 18, compared with those at degree 7?",
        choices={"A": "training smaller, test larger", "B": "both larger", "C": "both smaller",
                 "D": "training smaller, test about the same"},
        answer="A", run="the next code cell and the picture",
        holds="The training error falls from 0.048 to 0.040; the test error rises from 0.11 to "
              "1.1.",
        why={"A": "The map learns the curve first and the noise afterwards.",
             "B": "A curve of degree 7 is also one of degree 18, with last weights 0: the best "
                  "fit cannot get worse on its own points.",
             "C": "On the training points a richer map can only help. New points are another "
                  "matter.",
             "D": "So it is up to degree 12. Then the curve begins to swing where points are "
                  "few."}),
    Prediction(
        id="02-digits",
        question="Now the lecture's degree, 37, on the same 40 points, x from −3 to 3. What "
                 "training error does least squares return, compared with 0.040 at degree 18?",
        choices={"A": "a smaller one, not 0", "B": "a larger one",
                 "C": "0, up to rounding", "D": "none: NumPy raises an error"},
        answer="B", run="the next code cell and the picture",
        holds="The error is 0.42, ten times that of degree 18, though every curve of degree 18 "
              "is also one of degree 37.",
        why={"A": "So it is on paper. The computer has 16 digits, and the columns need more.",
             "B": "The columns reach from 1 to $10^{17}$, and the solver treats as zero what is "
                  "small beside the largest.",
             "C": "38 weights can meet 38 points, not 40, and only if no digit is lost.",
             "D": "No warning comes. You have to ask for rank or condition number."}),
    Prediction(
        id="02-basis",
        question="A penalty λ = 0.001 calms the curve of degree 37 in powers of the scaled x. Now "
                 "the same curves, the same λ, but Chebyshev polynomials as columns. The fit?",
        choices={"A": "still swings: test error over 10", "B": "the same curve to a few digits",
                 "C": "calmer still, since no digit is lost",
                 "D": "a straight line: the penalty takes over"},
        answer="A", run="the next code cell and the picture",
        holds="The test error is 0.16 in powers and 23 in Chebyshev polynomials.",
        why={"A": "A swing needs huge weights in powers, and moderate ones in a basis whose "
                  "columns swing themselves. The penalty sees weights, not swings.",
             "B": "That holds without a penalty, on paper. The length of w is not the same in "
                  "two bases.",
             "C": "Digits were one disease, over-fitting is another.",
             "D": "0.001 is small beside the squares of these columns, which add up to 20 or so "
                  "each."}),
)
