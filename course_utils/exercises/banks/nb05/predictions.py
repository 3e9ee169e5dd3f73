"""Notebook 05: its predictions."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="05-gate",
        question="Lower $b_1$ from −1 to −7, so that $k = -1$: the unit is off, and the loss rises "
                 "from 1 to 81. Which gradients are not 0 now?",
        choices={"A": "those of all four parameters", "B": "those of $w_2$ and $b_2$",
                 "C": "that of $b_2$ alone", "D": "none of them"},
        answer="C", run="the code cell below",
        holds="Only $b_2$ hears of the loss: $h = 0$ silences $w_2$, and the closed ReLU silences "
              "$w_1$ and $b_1$.",
        why={"A": "The loss is larger, but blame needs a way back to a parameter.",
             "B": "The output layer lies behind no bend. But $w_2$ is multiplied by $h$, which is "
                  "0: moving $w_2$ moves nothing.",
             "C": "$d_{w_2} = d_z h = 0$ and $d_k = 0$; $d_{b_2} = d_z$ needs neither.",
             "D": "The output bias is added after the unit, whether that is on or off."}),
    Prediction(
        id="05-mean",
        question="For a batch of t rows, which of these is the gradient by U of the mean loss, "
                 "with $d_z = o - T$ row by row?",
        choices={"A": r"$h^\top d_z$", "B": r"$h^\top d_z / t$", "C": r"$h^\top (d_z / t) / t$",
                 "D": "the mean of $h$ times the mean of $d_z$"},
        answer="B", run="the slide check below",
        holds=r"$h^\top d_z$ adds up t gradients; one division by t makes it their mean.",
        why={"A": "The product sums over the rows: this is the gradient of the summed loss.",
             "B": "The sum over the rows is in the product, the mean needs one 1/t.",
             "C": "It is easy to divide in $d_z$ and once more at the end: t times too small.",
             "D": "The mean of products is no product of means."}),
    Prediction(
        id="05-order",
        question="A program updates U as soon as it has U's gradient, and then computes the "
                 "gradient of H with the new U. What happens?",
        choices={"A": "the gradient of H comes out a little wrong", "B": "NumPy raises an error",
                 "C": "the gradient of U comes out a little wrong",
                 "D": "nothing: the order does not matter"},
        answer="A", run="the code cell below",
        holds="The shapes fit, nothing complains, and the gradient of H belongs to neither U.",
        why={"A": "The step is small, so the error is small as well: it gives no sign.",
             "B": "Old and new U have the same shape, so nothing fails.",
             "C": "That gradient was computed before the update.",
             "D": r"$d_h = d_z U^\top$ uses $U$: it matters which U."}),
    Prediction(
        id="05-planted",
        question="The backward pass above has one wrong line. Read it. Which line will the "
                 "gradient checker name first?",
        choices={"A": "<code>d_z = o - T</code>", "B": "<code>d_U = h.T @ d_z / t</code>",
                 "C": "<code>d_k = d_h * (h &gt;= 0)</code>",
                 "D": "<code>d_H = f.T @ d_k / t</code>"},
        answer="C", run="the code cell and the picture that follow",
        holds="<code>d_k</code> is the first line off; <code>d_H</code> and <code>d_b_H</code> "
              "are wrong because they use it.",
        why={"A": "This is the lecture's formula.",
             "B": "Input transposed times <code>d_z</code>, one 1/t: right.",
             "C": "h is never negative, so this mask lets everything through.",
             "D": "It is off as well, but only because <code>d_k</code> is: mend the first "
                  "wrong line."}),
    Prediction(
        id="05-trains",
        question="Now XOR: eight ReLU units, 20 random starts, 300 steps. With the right gradients "
                 "all 20 networks reach a loss below 0.1. How many do with the planted ones?",
        choices={"A": "all 20", "B": "about 12", "C": "about 5", "D": "none"},
        answer="D", run="the next code cell",
        holds="None of 20: the hidden layer is moved in wrong directions as long as it runs.",
        why={"A": "On the small batch above the loss did fall. That was one easy task.",
             "B": "That would be a bug hard to see; this one costs more.",
             "C": "The output layer's gradients are right, so some luck seems likely. But the "
                  "features below it are pushed about all the time.",
             "D": "XOR needs its hidden features, and their gradients are wrong wherever a unit "
                  "is off."}),
    Prediction(
        id="05-kinks",
        question="All 12 biases start at 0, so all kinks at x = 0; the data reach from −3 to 3. "
                 "After the training, where is the kink that is farthest from 0?",
        choices={"A": "still at 0", "B": "between 0 and 1", "C": "between 1 and 3",
                 "D": "beyond 3, outside the data"},
        answer="B", run="the cells up to the picture of the loss",
        holds="From each of six starts all 12 kinks stay closer to 0 than 1.",
        why={"A": "Biases are trained like everything else: the kinks do move.",
             "B": "They move outwards in two bunches and stop where the nearest bends hold them.",
             "C": "There the curve bends as well, but no unit arrives.",
             "D": "A unit whose kink leaves the data is a straight line there: little pulls it."}),
    Prediction(
        id="05-zeros",
        question="All weights and biases start at 0; the classes of the batch are 0, 1, 1, 1, 1. "
                 "Which parameters have a gradient other than 0 in the first step?",
        choices={"A": "$b_U$ alone", "B": "$U$ and $b_U$", "C": "all four",
                 "D": "none of them"},
        answer="A", run="the code cell below",
        holds="$h = 0$ stops $d_U$, $U = 0$ stops $d_h$; only $b_U$ is left.",
        why={"A": "It needs neither $h$ nor $U$, and the uneven classes keep it from cancelling.",
             "B": r"$d_U = h^\top d_z / t$, and relu(0) = 0.",
             "C": "They would be alike from unit to unit, but here they are not even there: "
                  r"$d_h = d_z U^\top = 0$.",
             "D": "With as many 0s as 1s it would be none."}),
    Prediction(
        id="05-width",
        question="Two ReLU units can represent XOR. From 50 random starts, how many networks "
                 "with two units learn it by gradient descent?",
        choices={"A": "all 50", "B": "about 40", "C": "about 25", "D": "about 10"},
        answer="D", run="the next code cell and the picture",
        holds="About one in five succeeds with 2 units, all of them with 8.",
        why={"A": "That the weights exist does not mean that descent finds them.",
             "B": "That is what four units reach.",
             "C": "Half sounds careful; most starts get stuck before all four points are right.",
             "D": "Both units have to start in a useful place."}),
    Prediction(
        id="05-features",
        question="64 hidden units that learn are replaced by units whose random weights stay as "
                 "they are. Both readers are trained to the same loss on the training digits. How "
                 "many random units read new digits as well as the 64 that learn?",
        choices={"A": "64", "B": "about 250", "C": "about 4,000", "D": "no number of them"},
        answer="B", run="the code cells and the picture that follow",
        holds="About 250: 256 random units read as well as 64 that learn, and 64 random ones read "
              "worse than the pixels.",
        why={"A": "The output layer learns in both, but only in one do its features learn with it.",
             "B": "Random features are not useless, only less useful: it takes four for one.",
             "C": "That would be 62 random units for each that learns; four are enough.",
             "D": "Nobody chose the random features, but among many there are useful ones, and "
                  "the output layer finds them."}),
)
