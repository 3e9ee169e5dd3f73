"""Notebook 03: its ideas, asked again later."""

from course_utils.exercises.records import Recall

RECALL = (
    Recall(
        id="03-collapse-r1", lecture=("MAY24-1.0f", "MAY25-1.0f", "ALICE-5.2a"),
        question="Ten affine layers follow each other with nothing between them: five inputs, "
                 "nine layers of 20 units, one output. How many numbers are enough to write down "
                 "any function that this network can be?",
        choices={"A": "all of its weights and biases", "B": "6: five slopes and a bias",
                 "C": "10, one for each layer", "D": "20, the width of a hidden layer"},
        answer="B",
        why={"A": "They occur in products, and very many settings give the same function.",
             "B": "Affine maps of affine maps are affine: multiply out.",
             "C": "A layer is no number, and none of the ten adds a function.",
             "D": "A narrow layer limits what comes through; 20 is more than what goes in."}),
    Recall(
        id="03-one-unit-r1", lecture=("MAY24-1.0h", "MAY25-1.0h"),
        question=r"One hidden unit: the score is $u\,\phi(w \cdot x + b) + c$, and its sign is "
                 r"the answer. With which $\phi$ can it be right on all four rows of XOR?",
        choices={"A": "the sigmoid, if it is steep enough", "B": r"ReLU, $\max(0, k)$",
                 "C": "the step, which is 0 or 1", "D": "the absolute value, $|k|$"},
        answer="D",
        why={"A": "It rises all the way: its sign changes once along $k$, so the border is one "
                  "line.",
             "B": "It never falls. Where it is flat, nothing is told apart; elsewhere the border "
                  "is one line.",
             "C": "One jump, one line.",
             "D": r"It falls and rises: $|x_1 - x_2|$ is 0 where the inputs agree and 1 where "
                  "they differ."}),
    Recall(
        id="03-step-r1", lecture=("MAY24-1.1a", "MAY25-1.1a"),
        question="Units with a step solve XOR by hand-made weights. What about the step keeps "
                 "gradient descent from finding the weights below it?",
        choices={"A": "its slope: it is 0 almost everywhere, and says nothing",
                 "B": "the step has no value at 0, so the loss is not defined",
                 "C": "its slope is infinite, and the steps explode",
                 "D": "with it the loss is always 0 or 1"},
        answer="A",
        why={"A": "A small change of a weight changes nothing, so no gradient reaches it.",
             "B": "Its value at 0 is a convention; its slope there is what does not exist.",
             "C": "At the jump alone. A pre-activation is hardly ever exactly there.",
             "D": "Weights above the step are trained as ever, and the loss takes many values."}),
    Recall(
        id="03-saturation-r1", lecture=("MAY24-1.2d", "MAY25-1.2d", "MAY24-1.2a"),
        question="Six sigmoids in a row, each at its steepest point, with weights of 1 between "
                 "them. What part of the gradient is left after all six?",
        choices={"A": "about 1/64", "B": "about 1/24", "C": "about 1/4,000", "D": "about 1/6"},
        answer="C",
        why={"A": "2 to the power 6: its slope would have to be ½. ½ is its value at 0.",
             "B": "6 times 4: the slopes are multiplied with each other, not counted.",
             "C": "Each slope is at most ¼, and 4 to the power 6 is 4,096.",
             "D": "One part for each layer: that would be adding, and slopes multiply."}),
    Recall(
        id="03-kink-r1", lecture=("MAY24-1.2e", "MAY25-1.2e", "CS577-relu"),
        question="At 0 the lectures give relu′ the value 1, the common frameworks 0. When can "
                 "that change a gradient?",
        choices={"A": "never: it is a single point",
                 "B": "if one or more pre-activations are exactly 0",
                 "C": "if a pre-activation is near 0, within a thousandth or so",
                 "D": "from about half of all random starts"},
        answer="B",
        why={"A": "A single point can be hit: whole-number weights on XOR's inputs hit it often.",
             "B": "Elsewhere both say the same: 1 to the right, 0 to the left.",
             "C": "Near is not at: 0.001 lies to the right, where the slope is 1.",
             "D": "Random weights practically never give exactly 0. Weights chosen by hand do, "
                  "and biases that start at 0 with a row of zeros."}),
    Recall(
        id="03-train-r1", lecture=("NPFL129-hidden-activations", "MAY24-1.2d"),
        question="Through ten layers, S-curves let hardly any gradient pass. Yet with one hidden "
                 "layer of four units, tanh learned XOR from nearly all starts, ReLU from about "
                 "six in ten. How do the two go together?",
        choices={"A": "XOR is so small that the bend plays no part",
                 "B": "tanh has no flat parts, unlike the sigmoid",
                 "C": "the four units of a layer multiply their slopes, and ReLU's is 0 or 1",
                 "D": "slopes multiply over layers, and there is one"},
        answer="D",
        why={"A": "It did: 33 of 200 starts with the step, 197 with tanh.",
             "B": "It has: far from 0 both are flat. At 0 its slope is 1, the sigmoid's ¼.",
             "C": "Along a path slopes multiply, and a path passes one unit of each layer.",
             "D": "With one factor nothing vanishes, and no slope is exactly 0. A dead ReLU is "
                  "a quarter of so small a layer."}),
)
