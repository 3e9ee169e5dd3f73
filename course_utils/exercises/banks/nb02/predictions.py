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
        id="02-degree",
        question="The degree grows from 0 to 18, always fitted to the same 40 training points. "
                 "What happens to the two mean squared errors?",
        choices={"A": "both keep falling", "B": "both fall, then both rise",
                 "C": "training falls or stays, test falls and then rises",
                 "D": "training falls, test does not change"},
        answer="C", run="the next code cell and the picture",
        holds="The training error never rises; the test error has a lowest point and then leaves "
              "the picture.",
        why={"A": "On the training points a richer map can only help. New points are another "
                  "matter.",
             "B": "A degree-p curve is also a degree-(p + 1) curve, with last weight 0: the best "
                  "fit cannot get worse on its own points.",
             "C": "The map learns the curve first and the noise afterwards.",
             "D": "The first bends are real: they help on new points too."}),
    Prediction(
        id="02-digits",
        question="Now the lecture's degree, 37, on the same 40 points, x from −3 to 3. What "
                 "training error does least squares return, compared with degree 18?",
        choices={"A": "a smaller one: more features fit better",
                 "B": "0: 38 weights are enough for 40 points",
                 "C": "a larger one", "D": "none: NumPy raises an error"},
        answer="C", run="the next two code cells",
        holds="The error is ten times larger than with degree 18, though every curve of degree "
              "18 is also one of degree 37.",
        why={"A": "So it is on paper. The computer has 16 digits, and the columns need more.",
             "B": "38 weights meet 38 points at most, and only if no digit is lost.",
             "C": "The columns reach from 1 to $10^{17}$ and have nearly the same shape: most of "
                  "them cannot be told apart in 16 digits.",
             "D": "No warning comes. You have to ask for rank or condition number."}),
    Prediction(
        id="02-count",
        question="A map of degree 5 of the 64 pixels of a small digit: how many features?",
        choices={"A": "321", "B": "about 2,000", "C": "about 800,000", "D": "over 10 million"},
        answer="D", run="exercise 2.4 and the cell below it",
        holds="There are over eleven million monomials of degree at most 5 in 64 inputs.",
        why={"A": "64 · 5 + 1 counts powers of single pixels; products of pixels are missing.",
             "B": "That is about the number for degree 2.",
             "C": "That is about the number for degree 4.",
             "D": "C(69, 5) = 11,238,513: the count explodes with the degree."}),
    Prediction(
        id="02-solutions",
        question="Six features of degree 2, four XOR points. How many weight vectors w give "
                 "exactly 0, 1, 1, 0?",
        choices={"A": "none", "B": "one", "C": "two", "D": "infinitely many"},
        answer="D", run="the next code cell and the slide check",
        holds="The table has rank 4 and six columns: a plane of solutions is left.",
        why={"A": "The product of the inputs is among the features, and that is what was missing.",
             "B": "Four equations cannot pin down six unknowns.",
             "C": "Two are shown below, the sparse one and the shortest one, and everything on "
                  "the line through them works as well.",
             "D": "On 0 and 1 a square equals its input, so some features are copies of others."}),
)
