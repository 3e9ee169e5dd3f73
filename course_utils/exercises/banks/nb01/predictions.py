"""The predictions of notebook 01."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="01-line",
        question="Draw one straight line through the plane of the four sentences and call one of "
                 "its sides complaint. How many of the four can the best line get right?",
        choices={"A": "two", "B": "three", "C": "all four",
                 "D": "more, the longer you search"},
        answer="B", run="the cells up to the search, and turn the line in the explorer",
        holds="Three of four is the best, whatever the angle and the shift.",
        why={"A": "Two of four is what a line parallel to a side of the square gets; cutting off "
                  "one corner does better.",
             "B": "A line can cut off one corner of the square. That leaves one point wrong.",
             "C": "It tempts because three is easy; the argument of block 2 rules out four.",
             "D": "Longer searching reaches three and stays there: the proof of block 2 covers "
                  "every line."}),
    Prediction(
        id="01-labelings",
        question="Each corner of the square gets a label, 0 or 1: there are 16 ways. How many of "
                 "them can a straight line do?",
        choices={"A": "8", "B": "12", "C": "14", "D": "15"},
        answer="C", run="the next code cell, which tries all 16",
        holds="Fourteen: all but XOR and its opposite.",
        why={"A": "Half sounds fair, but every labeling with one odd corner out can be cut off.",
             "B": "Twelve are left if all four labelings with two sides of the square were "
                  "lost; a line parallel to a side does those.",
             "C": "No odd corner (2), one odd corner (8), two neighbours against two (4).",
             "D": "XOR has an opposite, XNOR, which is lost for the same reason."}),
    Prediction(
        id="01-regression",
        question="Linear regression is trained on XOR by gradient descent from random weights. "
                 "Where do $w_1$, $w_2$ and b end?",
        choices={"A": "$w_1$ = $w_2$ = 0, b = ½", "B": "$w_1$ = 1, $w_2$ = −1, b = 0",
                 "C": "$w_1$ = $w_2$ = 1, b = 0", "D": "they wander and never settle"},
        answer="A", run="the training cell and the picture after it",
        holds="The weights go to 0 and the bias to ½: the model predicts the mean of y.",
        why={"A": "Each input alone says nothing about y, so the best slope is 0 and the best "
                  "constant is the mean, ½.",
             "B": "By symmetry neither input can be preferred over the other.",
             "C": "That is the sum of the inputs: right on three points, 2 instead of 0 on "
                  "(1, 1).",
             "D": "The loss is a bowl with one lowest point; a small step size gets there."}),
    Prediction(
        id="01-linear",
        question="Four functions of a row x: w·x + 3, the product $f_1 f_2$, $|f_1| + f_2$, and "
                 "σ(w·x), whose border is a straight line. Which obey both laws, with a constant "
                 "C taken off?",
        choices={"A": "w·x + 3, and no other", "B": "w·x + 3 and σ(w·x)",
                 "C": "w·x + 3 and $f_1 f_2$", "D": "none: the 3 spoils the first one too"},
        answer="A", run="the next two code cells",
        holds="Of the four, only w·x + 3 passes.",
        why={"A": "The constant C = 3 is taken off before the laws are tested.",
             "B": "The border of σ(w·x) is straight, its values are not: σ is bounded, and a "
                  "linear function that is not constant has no bound.",
             "C": "The product is linear in each input alone, with the other one held. Scale both "
                  "by 3 and it grows ninefold.",
             "D": "Without a constant taken off it would; the definition takes off C = 3."}),
    Prediction(
        id="01-affine",
        question="We replace the features f by g = f W + b, new features of our choice. When can "
                 "the four points become separable by a line?",
        choices={"A": "with the right W, found by search", "B": "when W is invertible",
                 "C": "when g has more than two features", "D": "under no W and b"},
        answer="D", run="the next code cell, the picture and the thousand maps",
        holds="No affine change of features helps, whatever its weights and its width.",
        why={"A": "A separating line in g would be a separating line in f: substitute g = f W + b.",
             "B": "An invertible W turns and stretches the square; its diagonals still cross.",
             "C": "More affine features still carry the midpoint of both classes to one point.",
             "D": "Both classes keep a common midpoint, because affine maps keep midpoints."}),
    Prediction(
        id="01-step",
        question="A step is put on each of the lecture's two features $g_1$ and $g_2$. How many "
                 "different points are left of the four?",
        choices={"A": "one", "B": "two", "C": "three", "D": "four"},
        answer="C", run="the next code cell and the picture",
        holds="Three points are left, and a line separates them.",
        why={"A": "The step would have to give the same for every row.",
             "B": "There are two classes, but class 0 still sits on two points.",
             "C": "(1, 0) and (0, 1) had already fallen together at g = (0, 0); the step keeps "
                  "them there and moves the other two.",
             "D": "Two of the four coincide before the step is applied."}),
    Prediction(
        id="01-strip",
        question="The lecture's network is right on all four points. Now each input is off by up "
                 "to 0.1, at random. On what fraction of such points is it still right?",
        choices={"A": "on all of them: 0.1 is small", "B": "on about half",
                 "C": "on about three quarters", "D": "on about nine in ten"},
        answer="B", run="the next code cell and the picture",
        holds="About half: nearly every point of class 1 is lost, and no point of class 0.",
        why={"A": "It would be so if each point had some room around it. Look at where the two "
                  "lines lie.",
             "B": "The two lines of the units are one and the same: the strip between them has no "
                  "width, and class 1 sits in it.",
             "C": "That is what losing one corner would cost; two are lost.",
             "D": "A tenth of the input need not be a tenth of the answers: class 1 sits right on "
                  "both lines."}),
)
