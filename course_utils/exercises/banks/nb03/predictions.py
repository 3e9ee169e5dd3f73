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
        id="03-step",
        question="We put the step after the first layer of a network and nudge one of its "
                 "weights by a millionth. What does the loss on the four XOR points do?",
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
        question="Ten sigmoids in a row, each at its steepest point. By which factor does the "
                 "gradient shrink on the way back?",
        choices={"A": "about 10", "B": "about 1,000", "C": "about a million", "D": "not at all"},
        answer="C", run="the next two code cells and the picture",
        holds="Each sigmoid multiplies by at most a quarter: after ten, less than a millionth.",
        why={"A": "The factors multiply, they do not add.",
             "B": "That is 2 to the power 10: a slope of a half. The steepest slope is a quarter.",
             "C": "4 to the power 10 is 1,048,576.",
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
)
