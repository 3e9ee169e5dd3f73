"""Notebook 02: its ideas, asked again later."""

from course_utils.exercises.records import Recall

RECALL = (
    Recall(
        id="02-linear-r1", lecture=("CS577-featuremap-1d",),
        question="Least squares finds the best weights at once if the model is linear in them. "
                 "For which of these models (x above 0) does that <em>not</em> work?",
        choices={"A": r"$w_1 \sin x + w_2 \log x$", "B": r"$w_1 + w_2 x^{37}$",
                 "C": r"$\sin(w x)$", "D": r"$w_1 / x + w_2$"},
        answer="C",
        why={"A": "Sine and logarithm are columns of numbers once x is given; w multiplies them.",
             "B": "A high power is a column like any other, at least on paper.",
             "C": "Here w stands inside the sine: sin((v + w) x) is not sin(v x) + sin(w x).",
             "D": "1/x is a fixed column as well."}),
    Recall(
        id="02-count-r1", lecture=("CS577-featuremap-2d",),
        question="How many features has the map of degree 2 for four inputs, the constant 1 "
                 "included?",
        choices={"A": "9", "B": "15", "C": "16", "D": "14"},
        answer="B",
        why={"A": "1, four inputs, four squares: the six products of two different inputs are "
                  "missing.",
             "B": "1, four inputs, four squares, six products: C(6, 2).",
             "C": "4² counts $x_1 x_2$ and $x_2 x_1$ apart and leaves out the lower degrees.",
             "D": "The constant is a feature too: it carries the bias."}),
    Recall(
        id="02-solutions-r1", lecture=("CS577-featuremap-2d",),
        question="The table of features has more columns than its rank, and many weight vectors "
                 "fit the training points exactly. In what can two of them differ?",
        choices={"A": "in nothing: they are one model",
                 "B": "in how large their training errors are",
                 "C": "in what they say at the training points",
                 "D": "in what they say at points that are new"},
        answer="D",
        why={"A": "They agree where they were fitted; elsewhere the data decide nothing.",
             "B": "Both are 0, up to rounding.",
             "C": "Both give the labels there: that is what fitting exactly means.",
             "D": "On 0 and 1 a square equals its input; at ½ it does not, and weights on the "
                  "one or the other say different things."}),
    Recall(
        id="02-degree-r1", lecture=("CS577-featuremap-code",),
        question="We add features to a linear model and fit it again to the same training "
                 "points by least squares, without rounding errors. What is certain?",
        choices={"A": "the training error falls or stays as it is",
                 "B": "the test error does not grow: the model can do more",
                 "C": "the test error grows: it is over-fitting",
                 "D": "the training error falls"},
        answer="A",
        why={"A": "The old curve is still there, with weight 0 on the new features.",
             "B": "The fit does not look at the test points: from degree 7 to 18 their error grew "
                  "tenfold.",
             "C": "It may, and in the beginning it falls.",
             "D": "It may stay: a copy of a column changes nothing."}),
    Recall(
        id="02-digits-r1", lecture=("CS577-featuremap-code", "ALICE-4.1.5"),
        question="A polynomial of degree 37 is fitted for x from −3 to 3, and its training error "
                 "is larger than that of degree 18. What brings it down, with the same curves to "
                 "choose from?",
        choices={"A": "more training points", "B": "a penalty on large weights",
                 "C": "powers of x/3 in place of x",
                 "D": "an even higher degree, such as 60"},
        answer="C",
        why={"A": "Digits are lost in the columns, which reach from 1 to $10^{17}$, and more rows "
                  "make them no shorter.",
             "B": "It makes weights smaller, and the columns keep their lengths.",
             "C": "All powers then stay between −1 and 1, and no column drowns in another.",
             "D": "The columns would reach still farther."}),
    Recall(
        id="02-basis-r1", lecture=("ALICE-4.1.6",),
        question="Features are $x$ and $x^2$. We write x in centimetres in place of metres and "
                 "fit again. Without a penalty the curve stays the same. And with λ‖w‖², the "
                 "same λ above 0?",
        choices={"A": "the same: a unit is no more than a name",
                 "B": "another one, nearer to the points", "C": "the same, after more steps",
                 "D": "a straight line: the penalty hits the square"},
        answer="B",
        why={"A": "It holds for the curves there are, not for what they cost: the same curve has "
                  "weights 100 and 10,000 times smaller now.",
             "B": "The penalty sees weights, and those for centimetres are far smaller: it hardly "
                  "counts any more.",
             "C": "This fit is found at once. It is the best one of another problem.",
             "D": "The other way round: the weight of the square has become tiny, so it costs "
                  "next to nothing."}),
)
