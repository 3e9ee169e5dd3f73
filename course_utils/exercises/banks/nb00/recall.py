"""Notebook 00: its ideas, asked again later."""

from course_utils.exercises.records import Recall

RECALL = (
    Recall(
        id="00-loud-r1", lecture=("ALICE-2.1.1",),
        question="A dot product is meant to say which of two patterns a signal resembles more. "
                 "The patterns have the lengths 1 and 10. What is to be done before the two "
                 "products are compared?",
        choices={"A": "nothing: the larger product fits better",
                 "B": "divide each by the length of its pattern",
                 "C": "subtract the length of its pattern from each",
                 "D": "divide both by the length of the signal"},
        answer="B",
        why={"A": "It grows with the length of the pattern, ten times here, whatever the fit.",
             "B": "Then only the angle between pattern and signal is left to decide.",
             "C": "The length is a factor of the product, not a summand.",
             "D": "The signal is the same for both: that changes no order."}),
    Recall(
        id="00-batch-r1", lecture=("ALICE-2.1.3",),
        question="A has the shape (8, 5, 3), B has the shape (8, 3, 2). What is the shape of A @ "
                 "B?",
        choices={"A": "(8, 5, 2)",
                 "B": "(8, 8, 5, 2)",
                 "C": "(5, 2)",
                 "D": "(8, 5, 3, 2)"},
        answer="A",
        why={"A": "Eight products of a table (5, 3) with a table (3, 2).",
             "B": "That would be every table with every other. @ pairs them off.",
             "C": "The first axis counts the batch, and it stays.",
             "D": "The 3 is summed over, and gone."}),
    Recall(
        id="00-both-r1", lecture=("ALICE-2.2.1",),
        question="At some point the gradient is (6, 8). In which of these directions, all of "
                 "length 1, does the function not change, to first order?",
        choices={"A": "(0.6, 0.8)",
                 "B": "(0.8, −0.6)",
                 "C": "(−0.6, −0.8)",
                 "D": "(0, 1)"},
        answer="B",
        why={"A": "That is the steepest way up: by 10 per unit of length.",
             "B": "0.8 · 6 − 0.6 · 8 = 0: it runs along the level line, at a right angle to the "
                  "gradient.",
             "C": "That is the steepest way down.",
             "D": "There it rises by 8 per unit of length."}),
    Recall(
        id="00-long-r1", lecture=("ALICE-2.3b",),
        question="f = ½ (x₁² + 10 x₂²). From which step size on does gradient descent no longer "
                 "come nearer to the minimum in x₂?",
        choices={"A": "0.1",
                 "B": "1",
                 "C": "0.2",
                 "D": "2"},
        answer="C",
        why={"A": "There x₂ is in its minimum after one step: it is multiplied by 1 − 0.1 · 10 = "
                  "0.",
             "B": "That is the best step for x₁ alone. x₂ is multiplied by −9 there.",
             "C": "Each step multiplies x₂ by 1 − 10 s, and at s = 0.2 that is −1.",
             "D": "That is the limit for x₁. The steeper direction gives out ten times "
                  "earlier."}),
    Recall(
        id="00-hair-r1", lecture=("ALICE-2.3.1a",),
        question="Gradient descent starts exactly on the ridge of a saddle, and it stops at the "
                 "saddle point. What is true of that point?",
        choices={"A": "it is a minimum, or descent would go on",
                 "B": "its gradient is 0, and it is no minimum",
                 "C": "its slope is 0 in one direction, and in no other",
                 "D": "descent from any start nearby ends there as well"},
        answer="B",
        why={"A": "Descent stops wherever the gradient is 0.",
             "B": "Along one direction it is a lowest point, along another a highest.",
             "C": "At a saddle point every slope is 0. It is the curvatures that differ in sign.",
             "D": "Beside the ridge by a hair, each step leads further away from it."}),
    Recall(
        id="00-memory-r1", lecture=("ALICE-2.3.2",),
        question="On a long even slope the gradient is 1 everywhere; step size 1, momentum λ = "
                 "0.5. How long is a step after very many steps?",
        choices={"A": "1: the gradient has not changed",
                 "B": "1.5: the new one and half of the one before",
                 "C": "longer and longer, without end",
                 "D": "2: as much is forgotten as comes in"},
        answer="D",
        why={"A": "So it is without momentum.",
             "B": "So long is the second step. The third is 1 + 0.75.",
             "C": "Half of a step is forgotten each time. At a length of 2 that is as much as "
                  "comes in.",
             "D": "1 + ½ + ¼ + … = 2, that is 1/(1 − λ)."}),
)
