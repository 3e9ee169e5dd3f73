"""Notebook 05: its predictions."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="05-mean",
        question="For a batch of t rows, which of these is the gradient by U of the mean loss, "
                 "with d_z = o − T?",
        choices={"A": "hᵀ d_z", "B": "hᵀ d_z / t", "C": "hᵀ (d_z / t) / t",
                 "D": "the mean of h times the mean of d_z"},
        answer="B", run="the slide check below",
        holds="hᵀ d_z adds up t gradients; one division by t makes it their mean.",
        why={"A": "The product sums over the rows: this is the gradient of the summed loss.",
             "B": "The sum over the rows is in the product, the mean needs one 1/t.",
             "C": "It is easy to divide in d_z and once more at the end: t times too small.",
             "D": "The mean of products is no product of means."}),
    Prediction(
        id="05-order",
        question="A program updates U first and computes the gradient of the hidden layer after "
                 "that, with the new U. What happens?",
        choices={"A": "nothing: the order does not matter", "B": "NumPy raises an error",
                 "C": "the gradient of U comes out wrong",
                 "D": "the gradient of H comes out a little wrong, without an error"},
        answer="D", run="the slide check below",
        holds="The shapes fit, nothing complains, and the gradient of H is that of no loss.",
        why={"A": "d_h = d_z Uᵀ uses U: it matters which U.",
             "B": "Old and new U have the same shape, so nothing fails.",
             "C": "That gradient was computed before the update.",
             "D": "The step is small, so the error is small as well: nothing gives it away."}),
    Prediction(
        id="05-planted",
        question="The backward pass above has one wrong line. Read it. Which line will the "
                 "gradient checker name first?",
        choices={"A": "d_z = o − T", "B": "d_U = h.T @ d_z / t", "C": "d_k = d_h * (h >= 0)",
                 "D": "d_H = f.T @ d_k / t"},
        answer="C", run="the two code cells that follow",
        holds="d_k is the first line off; d_H and d_b_H are wrong because they use it.",
        why={"A": "This is the lecture's formula.",
             "B": "Input transposed times d_z, one 1/t: right.",
             "C": "h is never negative, so this mask lets everything through.",
             "D": "It is off as well, but only because d_k is: mend the first wrong line."}),
    Prediction(
        id="05-kinks",
        question="A ReLU network with 12 units is trained on points around a wiggly curve. "
                 "Each unit bends the curve at one place, its kink. What do the kinks do "
                 "during training?",
        choices={"A": "they stay, only the slopes change", "B": "they all run to the same place",
                 "C": "they move, by different amounts", "D": "they leave the data"},
        answer="C", run="the training cell and the picture, then scrub the film",
        holds="The kinks move: w1 and b1 are trained like everything else.",
        why={"A": "That would be a fixed feature map, as in notebook 02.",
             "B": "Equal units would stay together; random weights keep them apart.",
             "C": "The kink of a unit is at −b1/w1, and both are learned.",
             "D": "A few may; most stay where they reduce the loss."}),
    Prediction(
        id="05-width",
        question="Two ReLU units can represent XOR. From 50 random starts, how many networks "
                 "with two units learn it by gradient descent?",
        choices={"A": "all 50", "B": "about 40", "C": "about 10", "D": "none"},
        answer="C", run="the next code cell and the picture",
        holds="About one in five succeeds with 2 units, all of them with 8.",
        why={"A": "That the weights exist does not mean that descent finds them.",
             "B": "That is what four units reach.",
             "C": "Most starts get stuck before all four points are right.",
             "D": "Some starts are lucky."}),
)
