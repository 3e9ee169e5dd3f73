"""The predictions of notebook 03."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="03-collapse",
        question="A network has 2 inputs, two affine layers of 100 units each, and one output, "
                 "all trainable: 10,501 numbers. What can it represent?",
        choices={"A": "more than one affine layer: it has 10,501 numbers",
                 "B": "the same functions as one affine layer with 3 numbers",
                 "C": "XOR, if the weights are trained long enough",
                 "D": "polynomials of degree 3"},
        answer="B", run="the code cells of this block",
        holds="All 10,501 numbers act as three: two slopes and a bias.",
        why={"A": "Counting numbers tempts, but they occur in products only: many settings give "
                  "one function.",
             "B": "An affine map of an affine map is affine: multiply out.",
             "C": "Training moves the weights, not the family of functions.",
             "D": "The weights are multiplied with each other, the input never with itself."}),
    Prediction(
        id="03-one-unit",
        question="XOR once more, with one hidden layer and an output score. You may choose the "
                 "bend freely: any function of one number. What is the smallest number of hidden "
                 "units with which all four rows can be right?",
        choices={"A": "one", "B": "two", "C": "three", "D": "four"},
        answer="A", run="exercise 3.2 and the cells up to the count of units",
        holds="One unit is enough, if its bend falls somewhere and rises elsewhere.",
        why={"A": "The size of f₁ − f₂ is 1 where the inputs differ and 0 where they agree.",
             "B": "That is the lecture's network, and right for a bend that only rises: one such "
                  "unit gets three rows.",
             "C": "One unit for each row with label 1 and one for luck? A score can combine fewer.",
             "D": "One unit per row is enough for any table, but it is not the least."}),
    Prediction(
        id="03-step",
        question="We put the step after the first layer of a network and nudge one of its "
                 "weights by a hundred-thousandth. What does the loss on the four XOR points do?",
        choices={"A": "it moves a little, in proportion to the nudge", "B": "it jumps",
                 "C": "almost always nothing at all", "D": "it becomes undefined"},
        answer="C", run="the next code cell",
        holds="The numerical gradient is exactly 0 through the step, not through a sigmoid.",
        why={"A": "That is what happens with the sigmoid.",
             "B": "It jumps only if the nudge carries a pre-activation across 0, which is rare.",
             "C": "Left and right of 0 the step is flat, so no gradient reaches the weight.",
             "D": "Only at exactly 0 the slope does not exist; the values always do."}),
    Prediction(
        id="03-saturation",
        question="Ten sigmoids in a row, each at its steepest point, with weights of 1 between "
                 "them. By which factor does the gradient shrink on the way back?",
        choices={"A": "about a million", "B": "about 1,000", "C": "about 10", "D": "not at all"},
        answer="A", run="the cells up to the picture of ten layers",
        holds="Each sigmoid multiplies by at most a quarter: after ten, less than a millionth.",
        why={"A": "4 to the power 10 is 1,048,576.",
             "B": "That is 2 to the power 10: a slope of a half. The steepest slope is a quarter.",
             "C": "The factors multiply, they do not add.",
             "D": "That would need a slope of 1: tanh at 0 has it, or ReLU right of 0."}),
    Prediction(
        id="03-kink",
        question="The lecture's XOR network with ReLU: we compute the gradient of the hidden "
                 "bias once with relu'(0) = 1 and once with relu'(0) = 0. How far apart are the "
                 "two?",
        choices={"A": "equal: pre-activations are never exactly 0",
                 "B": "equal up to rounding", "C": "twice as large in one case",
                 "D": "the sign flips"},
        answer="D", run="the next three code cells",
        holds="Four of eight pre-activations are exactly 0, and the convention flips the sign.",
        why={"A": "True for random weights. These weights and inputs are whole numbers.",
             "B": "The difference is as large as the gradient itself.",
             "C": "The size is the same; look at the sign.",
             "D": "The rows at the kink push one way, the others the other way; with 0 only the "
                  "others are heard."}),
    Prediction(
        id="03-train",
        question="Four hidden units, XOR, 200 random starts, 1,000 steps of gradient descent: "
                 "the same for four bends. With which one do most starts end with all four rows "
                 "right?",
        choices={"A": "the step", "B": "the sigmoid", "C": "tanh", "D": "ReLU"},
        answer="C", run="the cells up to the picture of solved starts",
        holds="With tanh nearly all starts end right; with ReLU little more than half do.",
        why={"A": "Its hidden weights never move: it solves what the start happens to allow.",
             "B": "It is slow, its slope is at most a quarter; its curve still rises when we stop.",
             "C": "In one layer nothing multiplies up, and its slope is nowhere exactly 0.",
             "D": "The modern default tempts. In a net this small each dead unit is a quarter of "
                  "the layer."}),
)
