"""Notebook 00b: its ideas, asked again later."""

from course_utils.exercises.records import Recall

RECALL = (
    Recall(
        id="00b-more-r1", lecture=("ALICE-3.1",),
        question="A survey by telephone reaches 1,000 people, on average older than all people "
                 "are. It is done again with 100,000, by telephone. What happens to the error of "
                 "its mean age?",
        choices={"A": "it becomes ten times smaller, by the root of 100",
                 "B": "it goes to 0, for 100,000 people are enough",
                 "C": "the part that is chance shrinks, the rest stays",
                 "D": "nothing at all happens to it"},
        answer="C",
        why={"A": "So it is with the part that is chance. Who has a telephone is not chance.",
             "B": "More people of the same sort are too old as well.",
             "C": "Numbers cure what is random; people from another distribution stay that.",
             "D": "From one survey to the next it scatters less than before."}),
    Recall(
        id="00b-table-r1", lecture=("ALICE-4.1.3b",),
        question="y has the shape (5,) and p has the shape (5, 1), both with the right numbers. "
                 "What does ((y − p) ** 2).mean() give?",
        choices={"A": "the mean squared error",
                 "B": "an error, as the shapes differ",
                 "C": "five means, one for each row",
                 "D": "the mean over all 25 pairs"},
        answer="D",
        why={"A": "So it is with equal shapes. Here every y meets every p.",
             "B": "NumPy and PyTorch stretch both to (5, 5), without a word.",
             "C": "mean() without an axis gives one number.",
             "D": "(5,) and (5, 1) make a table (5, 5): every target with every prediction."}),
    Recall(
        id="00b-pull-r1", lecture=("ALICE-4.1.2b",),
        question="Nine readings are 10, the tenth is 1,000. One number is to stand for all ten. "
                 "Which one do the squared and which one do the absolute errors choose?",
        choices={"A": "109 by squares, 10 by absolute errors",
                 "B": "10 by squares, 109 by absolute errors",
                 "C": "109 by both of them",
                 "D": "10 by both of them"},
        answer="A",
        why={"A": "The mean and the median: on squares a reading pulls with its distance, on "
                  "absolute errors with slope 1.",
             "B": "It is the squares that feel how far away a reading is.",
             "C": "Absolute errors end where as many readings lie above as below.",
             "D": "Squares end at the mean, and the tenth reading raises it by 99."}),
    Recall(
        id="00b-safe-r1", lecture=("ALICE-3.2b",),
        question="A linear classifier learns with squared errors from the targets −1 and +1. "
                 "Examples are added that it gets right, with scores far beyond 1. What do they "
                 "do to its line?",
        choices={"A": "nothing: they are right already",
                 "B": "they can move it, though they were right",
                 "C": "they hold it where it is: it is confirmed",
                 "D": "they push it away, to be surer still"},
        answer="B",
        why={"A": "So it is with 0/1 and hinge. The squared error wants a score of 1, and 5 is "
                  "too much.",
             "B": "To bring their scores down to 1, something is given up elsewhere.",
             "C": "What they say is not that all is well, but that the score is too large.",
             "D": "Further away their scores were larger still, and their errors as well."}),
    Recall(
        id="00b-product-r1", lecture=("ALICE-3.2.3",),
        question="A model gives each of 1,000 independent answers the probability 0.1. What does "
                 "NumPy give for the product of the 1,000 numbers, and what for the sum of their "
                 "logarithms?",
        choices={"A": "0.0 and about −2,303",
                 "B": "10⁻¹⁰⁰⁰ and about −2,303",
                 "C": "0.0 and −inf",
                 "D": "nan and about −2,303"},
        answer="A",
        why={"A": "Below 5 · 10⁻³²⁴ there is only 0. Logarithms add up without trouble.",
             "B": "That is the product on paper. No number of 64 bits is so small.",
             "C": "That is the logarithm of the product. Here logarithms are added.",
             "D": "What is too small becomes 0 in silence, not nan."}),
    Recall(
        id="00b-fifty-r1", lecture=("ALICE-3.2.1",),
        question="Least squares with 100 weights and noisy labels; where many weights fit, the "
                 "shortest are taken. After how many training examples does it do worst on new "
                 "ones?",
        choices={"A": "50, as it has seen the fewest",
                 "B": "100, as many as weights",
                 "C": "200, twice as many as weights",
                 "D": "1,000, with the most noise"},
        answer="B",
        why={"A": "Many weights fit 50 rows, and the shortest of them are modest.",
             "B": "One set of weights goes through every label, noise and all, and it has to be "
                  "taken.",
             "C": "There the noise begins to average out.",
             "D": "More noise, but more to average it over."}),
)
