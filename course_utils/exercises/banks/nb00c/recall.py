"""Notebook 00c: its ideas, asked again later."""

from course_utils.exercises.records import Recall

RECALL = (
    Recall(
        id="00c-mended-r1", lecture=("CS577-perceptron",),
        question="A perceptron scores the example $x = (2, 1)$ at −9, and it wants yes. One "
                 "correction is made: $x$ is added to $w$, and 1 to $b$. What does $x$ score now?",
        choices={"A": "+9: the sign is turned round", "B": "−8: one notch up",
                 "C": "−3: six notches up",
                 "D": "above 0, for it has been corrected"},
        answer="C",
        why={"A": "The step has one length for each example, however large the error.",
             "B": "One notch is what $b$ adds. The weights move by 2 and by 1, and count 2 and 1 "
                  "times.",
             "C": "The score moves by ‖x‖² + 1 = 4 + 1 + 1.",
             "D": "A correction goes the right way. Whether it arrives depends on the distance."}),
    Recall(
        id="00c-and-r1", lecture=("CS577-perceptron-example", "CS577-perceptron"),
        question="A line with some room separates the examples, and a perceptron goes through "
                 "them round after round. Which of these can <em>not</em> happen?",
        choices={"A": "an example that was right becomes wrong again",
                 "B": "the corrections go on without end, round after round",
                 "C": "a round makes more corrections than the round before",
                 "D": "an example is still wrong right after its correction"},
        answer="B",
        why={"A": "It happens: a correction for one example moves the line for all of them.",
             "B": "The number of corrections has a bound: the larger the room, the smaller it is.",
             "C": "It happens. The bound is for the sum over all rounds, not for each.",
             "D": "It happens: one step adds ‖x‖² + 1 on the right side. More may be missing."}),
    Recall(
        id="00c-bias-r1", lecture=("CS577-binary-linear",),
        question="A perceptron has no bias $b$. Every example gets one more input, which is "
                 "always 1. What does that do?",
        choices={"A": "nothing: an input that never changes says nothing",
                 "B": "it raises every score by 1",
                 "C": "nothing for the line: it still has to pass through 0",
                 "D": "its weight does what a bias does"},
        answer="D",
        why={"A": "It says nothing about the example. But its weight shifts the line.",
             "B": "By the weight of that input, whatever it is learned to be.",
             "C": "A plane through 0 in the space with the new input cuts the old one where it "
                  "likes.",
             "D": "The score gets $w_3 \\cdot 1$, and a correction adds $y$ to $w_3$, as to $b$."}),
    Recall(
        id="00c-gradient-r1", lecture=("CS577-perceptron-sgd",),
        question="An example $x$ with $y = -1$ scores $z = w \\cdot x = 2$. The loss is "
                 "max(0, −y z), without a sign function in it. What is its gradient by $w$?",
        choices={"A": "$x$", "B": "$-x$", "C": "0", "D": "$2x$: it is wrong by 2"},
        answer="A",
        why={"A": "With y = −1 the loss is $z$ here, and the slope of $w \\cdot x$ is $x$. SGD "
                  "steps against it: the perceptron's step.",
             "B": "That is the step, which goes against the gradient.",
             "C": "So it is with max(0, −y sign(z)): flat on both sides of its jump.",
             "D": "A squared loss has slopes that grow with the error; this one does not."}),
    Recall(
        id="00c-rate-r1", lecture=("CS577-perceptron-sgd",),
        question="Two perceptrons see the same examples in the same order. One takes steps of 1, "
                 "the other steps of 10. When can they come to different answers?",
        choices={"A": "never: scaled dials draw the same line",
                 "B": "from the first examples on: large steps overshoot",
                 "C": "if they start from the same dials, not at 0",
                 "D": "if no line separates the examples"},
        answer="C",
        why={"A": "From 0 all dials are ten times as large, at every moment. Only from 0.",
             "B": "Not from 0: ten times the dials is ten times each score, with the same sign.",
             "C": "The start then weighs ten times less against the steps of one of them.",
             "D": "From 0 their lines agree after each step, however long it goes on."}),
    Recall(
        id="00c-next-r1", lecture=("CS577-multiclass-perceptron",),
        question="Three columns score an example of class 0 at 4, 1 and 6; the example has "
                 "‖x‖² = 5. One step of the multiclass perceptron. What are the scores now?",
        choices={"A": "9, 1 and 6", "B": "9, −4 and 1", "C": "6.5, 1 and 3.5", "D": "9, 1 and 1"},
        answer="D",
        why={"A": "Half of the rule: the winner, class 2, is pushed down as well.",
             "B": "Class 1 did not win and stays as it is.",
             "C": "The step is not divided among the two columns.",
             "D": "Column 0 gains $x$, column 2 loses it: their scores move by ‖x‖²."}),
    Recall(
        id="00c-sorted-r1", lecture=("CS577-multiclass-calculations",),
        question="Ten columns, all 0 at first, went once through digits sorted by class, and now "
                 "read nearly everything as a 9. What mends that?",
        choices={"A": "the same digits, shuffled before they come",
                 "B": "a smaller step",
                 "C": "more digits of every class, sorted as before",
                 "D": "small random numbers in the columns to begin with"},
        answer="A",
        why={"A": "Then no class has the last word.",
             "B": "From 0 a smaller step gives smaller columns and the same answers.",
             "C": "The last class would have the last word for longer.",
             "D": "The steps soon outweigh a small start, and the 9s still come last."}),
    Recall(
        id="00c-xor-r1", lecture=("CS577-perceptron",),
        question="A perceptron with a bias, all dials at 0, is shown the four rows of XOR for "
                 "thousands of rounds. What do its dials do?",
        choices={"A": "they grow and grow", "B": "they settle on a line that gets three right",
                 "C": "they go round, always through the same few",
                 "D": "they shrink towards 0, step by step"},
        answer="C",
        why={"A": "The corrections pull in different directions and cancel within a round.",
             "B": "Such a line exists, but the fourth row corrects it away again.",
             "C": "A few positions come again and again, for no line is right on all four.",
             "D": "They come back to 0 in each round, and leave it again: no step is smaller "
                  "than another."}),
)
