"""Notebook 05: its ideas, asked again later."""

from course_utils.exercises.records import Recall

RECALL = (
    Recall(
        id="05-gate-r1", lecture=("CS577-grad-w1-entry", "CS577-grad-b1"),
        question=r"$k = w_1 x + b_1$, $h = \mathrm{relu}(k)$, $z = w_2 h + b_2$ and "
                 r"$J = (z - y)^2$. The input is x = 3, the unit is on with h = 5, "
                 r"$w_2 = 4$, and $z - y = 3$. What is the derivative of J by $w_1$?",
        choices={"A": "24", "B": "18", "C": "72", "D": "30"},
        answer="C",
        why={"A": "By $b_1$: for $w_1$ the input is a factor as well.",
             "B": "The way back leads through $w_2$: 4 is missing.",
             "C": "$2 (z - y) = 6$ at the output, times $w_2 = 4$, times 1 at the open unit, times "
                  "x = 3.",
             "D": "By $w_2$: 6 times $h$."}),
    Recall(
        id="05-mean-r1", lecture=("MAY24-1.3l", "MAY25-1.3l"),
        question="Every row of a batch is put in a second time. What happens to the gradients of "
                 "the mean loss?",
        choices={"A": "they double", "B": "nothing: they stay as they are",
                 "C": "they become half as large",
                 "D": "they change as the new rows have it"},
        answer="B",
        why={"A": r"The product $h^\top d_z$ does: it sums over the rows. Then comes 1/t.",
             "B": "Twice the sum, divided by twice the rows.",
             "C": "That would be a second 1/t.",
             "D": "The new rows are the old ones: the mean over them is the same."}),
    Recall(
        id="05-order-r1", lecture=("MAY24-1.3n", "MAY24-1.3p"),
        question="A training step updates U first and then sends the error back through the new "
                 "U. What shows this mistake?",
        choices={"A": "an error about shapes", "B": "a loss that rises from the first step on",
                 "C": "comparing U's gradient with central differences",
                 "D": "comparing H's gradient with central differences"},
        answer="D",
        why={"A": "Old and new U have the same shape.",
             "B": "The step is small, so the error is, too: the loss mostly falls as it should.",
             "C": "U's gradient was there before the update, and it is right.",
             "D": "It was computed with another U than the loss: the two differ."}),
    Recall(
        id="05-planted-r1", lecture=("MAY24-1.3o", "ALICE-6.1.2a"),
        question=r"A backward pass computes, in this order, $d_z$, $d_U$, $d_h$, $d_k$, $d_H$, "
                 r"$d_{b_H}$. The checker finds $d_k$, $d_H$ and $d_{b_H}$ wrong, the others "
                 r"right. How many lines are sure to be wrong?",
        choices={"A": "one", "B": "two", "C": "three", "D": "none: it is rounding"},
        answer="A",
        why={"A": "The line of $d_k$, made from a right $d_h$. The two below use $d_k$ and may be "
                  "right as they are: mend the first and check again.",
             "B": r"$d_H$ and $d_{b_H}$ are both made from $d_k$: neither is known to be wrong.",
             "C": "Three values are wrong; two of them may have it from the first.",
             "D": "Rounding would show in the ninth digit or so, and in all of them."}),
    Recall(
        id="05-trains-r1", lecture=("MAY24-1.3o", "ALICE-6.1.2a"),
        question="A network trains, and its loss falls for 50 steps. What does that prove about "
                 "the lines of its backward pass?",
        choices={"A": "all are right: a wrong gradient does not lead downhill",
                 "B": "all are right but for a factor",
                 "C": "nothing yet about any single line",
                 "D": "the hidden ones are right"},
        answer="C",
        why={"A": "Many wrong directions lead downhill as well, if less steeply.",
             "B": "Lines may be wrong by more than a factor as long as others carry the descent.",
             "C": "With the wrong mask the loss fell on a small batch, and XOR was learned from "
                  "none of 20 starts.",
             "D": "Those can be wrong: the output layer alone often lowers the loss."}),
    Recall(
        id="05-kinks-r1", lecture=("CS577-grad-b1", "CS577-grad-w1-vector"),
        question=r"A hidden unit computes relu$(w_1 x + b_1)$ with $w_1 = 2$ and $b_1 = -3$. "
                 "Gradient descent changes $b_1$ alone, to −1. Where does the unit's kink go?",
        choices={"A": "from −1.5 to −0.5", "B": "from 1.5 to 0.5", "C": "from 3 to 1",
                 "D": "nowhere: it stays at 0"},
        answer="B",
        why={"A": "The sign: $2x - 3$ is 0 at +1.5.",
             "B": "The kink is where $w_1 x + b_1 = 0$, at $-b_1 / w_1$.",
             "C": "That holds for a weight of 1: the kink is at $-b_1 / w_1$.",
             "D": "A bias of 0 has its kink at 0; training moves both."}),
    Recall(
        id="05-zeros-r1", lecture=("NPFL129-init",),
        question="H is random and several hidden units are on; U and both biases start at 0, and "
                 "the batch has one class more often than the others. Which parameters get a "
                 "gradient other than 0 in the first step?",
        choices={"A": "$b_U$ alone", "B": r"all of them: $H$, $b_H$, $U$ and $b_U$",
                 "C": "$H$ and $b_H$", "D": "$U$ and $b_U$"},
        answer="D",
        why={"A": "So it is if H is 0 as well: then $h = 0$ silences U.",
             "B": "From the second step on. In the first, $U = 0$ lets nothing back to H.",
             "C": r"Their error comes through U: $d_h = d_z U^\top = 0$.",
             "D": r"$d_U = h^\top d_z / t$ needs $h$, which is there, and $b_U$ needs neither."}),
    Recall(
        id="05-width-r1", lecture=("ALICE-5.2.1a", "NPFL129-init"),
        question="Two ReLU units can represent XOR, but gradient descent found it from about one "
                 "start in five; with eight units from every one of 50. Why do more units help?",
        choices={"A": "some of them start in a useful place",
                 "B": "eight units can represent XOR better than two",
                 "C": "the loss then has no local minima",
                 "D": "eight units average out the noise of the batches"},
        answer="A",
        why={"A": "With two, both have to; among eight there is nearly always a useful pair.",
             "B": "Two represent it exactly. The question is who finds it.",
             "C": "It is as little convex as before; bad places are hit less often.",
             "D": "XOR has four rows and no noise."}),
    Recall(
        id="05-features-r1", lecture=("NPFL129-mlp-hidden", "MAY24-1.1b"),
        question="A reader with 64 ReLU units of random weights, biases 0, trains its output layer "
                 "to the same loss as one whose 64 units learn, and reads fewer new digits right. "
                 "The hidden weights are not to be learned. What helps?",
        choices={"A": "nothing: they hold nothing of use",
                 "B": "the same random weights, but ten times as large",
                 "C": "many more units, their weights random as well",
                 "D": "training the output layer to a lower loss"},
        answer="C",
        why={"A": "Each of them holds less of use than a learned one, but it holds some.",
             "B": "Then every feature is ten times as large, and the output layer makes up for it.",
             "C": "Learning buys width: with about four times as many, random ones catch up.",
             "D": "That helps where a training was broken off. Both have come to the same loss, "
                  "and from there the random one gains nothing."}),
)
