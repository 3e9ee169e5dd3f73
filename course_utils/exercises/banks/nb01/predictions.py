"""The predictions of notebook 01."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="01-line",
        question="Draw one straight line through the four XOR points, with class 1 on one "
                 "side. How many of the four points can the best line get right?",
        choices={"A": "two of four", "B": "three of four", "C": "all four",
                 "D": "it depends on how long you search"},
        answer="B", run="the next two code cells, then turn the line in the explorer",
        holds="Three of four is the best, whatever the angle and the shift.",
        why={"A": "Two of four is what a line through the middle gets; cutting off one corner "
                  "does better.",
             "B": "A line can cut off one corner of the square. That leaves one point wrong.",
             "C": "It tempts because three is easy; the midpoint argument below rules out four.",
             "D": "Searching longer cannot help: the proof covers every line."}),
    Prediction(
        id="01-regression",
        question="Linear regression is trained on XOR by gradient descent from random weights. "
                 "Where do w1, w2 and b end?",
        choices={"A": "w1 = w2 = 1, b = 0", "B": "w1 = 1, w2 = −1, b = 0",
                 "C": "w1 = w2 = 0, b = ½", "D": "they wander and never settle"},
        answer="C", run="the training cell and the picture after it",
        holds="The weights go to 0 and the bias to ½: the model predicts the mean of y.",
        why={"A": "That is the sum of the inputs: right on three points, 2 instead of 0 on "
                  "(1, 1).",
             "B": "By symmetry neither input can be preferred over the other.",
             "C": "Each input alone says nothing about y, so the best slope is 0 and the best "
                  "constant is the mean, ½.",
             "D": "The loss is a bowl with one lowest point; a small step size gets there."}),
    Prediction(
        id="01-affine",
        question="We replace the features f by g = f W + b, two new features of our choice. "
                 "Can some W and b make the four points separable by a line?",
        choices={"A": "yes, with the right W", "B": "yes, if W is invertible",
                 "C": "no, never", "D": "only if g has more than two features"},
        answer="C", run="the next code cell and the picture",
        holds="No affine change of features helps, whatever its weights and its width.",
        why={"A": "A separating line in g would be a separating line in f: substitute g = f W + b.",
             "B": "An invertible W turns and stretches the square; its diagonals still cross.",
             "C": "Both classes keep a common midpoint, because affine maps keep midpoints.",
             "D": "More affine features still carry the midpoint of both classes to one point."}),
    Prediction(
        id="01-step",
        question="A step is put on each of the lecture's two features g1 and g2. How many "
                 "different points are left of the four?",
        choices={"A": "one", "B": "two", "C": "three", "D": "four"},
        answer="C", run="the next code cell and the picture",
        holds="Three points are left, and a line separates them.",
        why={"A": "The step would have to give the same for every row.",
             "B": "There are two classes, but class a still sits on two points.",
             "C": "(1, 0) and (0, 1) had already fallen together at g = (0, 0); the step keeps "
                  "them there and moves the other two.",
             "D": "Two of the four coincide before the step is applied."}),
)
