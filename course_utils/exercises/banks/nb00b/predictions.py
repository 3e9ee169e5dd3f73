"""Notebook 00b: its predictions."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="00b-more",
        question="One car in five in a town is a Tesla. One photographer takes 500 photos, each by "
                 "itself, at a Tesla dealership. Another films 100 cars that pass by chance, 50 "
                 "frames each. Then both get ten times as many pictures in the same way. Whose "
                 "share of Teslas comes clearly nearer to one fifth?",
        choices={"A": "both of them", "B": "only the dealership's", "C": "only the film's",
                 "D": "neither of them"},
        answer="C", run="the code cell below",
        holds="Only the film's: its error falls from 0.032 to 0.009. The other stays 0.70 off.",
        why={"A": "More of the wrong cars are still the wrong cars.",
             "B": "Its photos are independent. But they come from another distribution, and that "
                  "stays.",
             "C": "Its 5,000 frames are worth 100 cars; 50,000 are worth 1,000, of the right sort.",
             "D": "Two different harms: one is cured by more data, the other is not."}),
    Prediction(
        id="00b-table",
        question="The program of the notes fits two weights to 17 readings: w starts with shape "
                 "(2, 1), y has shape (17,). After 2,000 rounds it returns",
        choices={"A": "an error about the shapes", "B": "two weights for each reading",
                 "C": "two weights in one column", "D": "17 copies of the two weights"},
        answer="B", run="the code cell below",
        holds="A table (2, 17), without any complaint: in each column a slope of 0 and one of the "
              "17 heights.",
        why={"A": "(17,) and (17, 1) do fit: NumPy and PyTorch write all pairs.",
             "B": "y − Xw is (17, 17), so from the first step on w has 17 columns.",
             "C": "So it was meant.",
             "D": "Each column has its own target. Which one?"}),
    Prediction(
        id="00b-pull",
        question="One of the 17 readings lies 250 m below the line of least squares. We move it "
                 "down, to 2,500 m below that line. The line with the smallest sum of absolute "
                 "errors then says, at this very place,",
        choices={"A": "exactly what it said before", "B": "about 14 m less than before",
                 "C": "about 130 m less than before", "D": "about 47 m less than before"},
        answer="A", run="the code cell below",
        holds="The same to the last digit; the line of squares goes down by 144 m.",
        why={"A": "A reading below the line pulls with slope 1, however far below it is.",
             "B": "A tenth of what squares do: the pull would still have to grow with the move.",
             "C": "So it is with squares: each reading has a share of about one in 17.",
             "D": "That is the root of the move. But no root occurs: which derivative does |e| "
                  "have?"}),
    Prediction(
        id="00b-safe",
        question="An example wants +1 and gets the score 5: right, and by far. Of 0/1, hinge, "
                 "logistic loss and (s − y)², which charges most for it?",
        choices={"A": "the logistic loss", "B": "the hinge loss", "C": "none of them",
                 "D": "the squared loss"},
        answer="D", run="the code cell below",
        holds="The squared loss: (5 − 1)² = 16. The logistic charges 0.007, the other two nothing.",
        why={"A": "It is never 0, but it is 0.007 here.",
             "B": "It charges for scores below 1, not above.",
             "C": "By 0/1 and hinge a right answer costs nothing here. The other two look at the "
                  "number, not at the answer.",
             "D": "It wants the score to be 1. More than right is an error to it."}),
    Prediction(
        id="00b-memory",
        question="Three models have seen the 17 Alpine readings. One looks up the nearest reading "
                 "(training error 0), one is a polynomial of degree 8 (43 m), one a straight line "
                 "(66 m). Hooker has 11 readings in the same range of temperatures. There the "
                 "smallest error has",
        choices={"A": "the straight line", "B": "the polynomial", "C": "the look-up",
                 "D": "none of the three"},
        answer="A", run="the code cell below",
        holds="The line, with 50 m; the polynomial has 96 m, the look-up 167 m.",
        why={"A": "Worst on the readings it has seen, best on those it has not.",
             "B": "It follows the errors of the 17 as well, and those are not Hooker's.",
             "C": "It has learned its answers by heart. Between them it knows nothing.",
             "D": "Their errors on the 17 differ by 66 m, those on Hooker's by 117 m."}),
    Prediction(
        id="00b-product",
        question="A model gives each of 2,000 answers the probability ½, and the answers are "
                 "independent. NumPy multiplies the 2,000 numbers. It prints",
        choices={"A": "8.7e-603", "B": "0.0", "C": "nan", "D": "2.2e-308"},
        answer="B", run="the code cell below",
        holds="0.0, without a warning.",
        why={"A": "That is the true value. Its exponent does not fit into 64 bits.",
             "B": "Below 5e-324 there is only 0. It happens after 1,075 factors.",
             "C": "Too small is rounded to 0 in silence; too large would be inf.",
             "D": "The smallest number with all its digits. Products do not stop there. They go "
                  "on, to 0."}),
    Prediction(
        id="00b-three",
        question="Nineteen coins, with chances of heads 0.05, 0.10, …, 0.95, and no reason to "
                 "prefer one. The coin in your hand falls heads three times. Averaged over all "
                 "coins, each with your belief in it: how probable is heads next?",
        choices={"A": "0.95", "B": "0.50", "C": "0.78", "D": "1.00"},
        answer="C", run="the code cell below",
        holds="0.78. The best single coin says 0.95, the share of heads 1.00.",
        why={"A": "That coin explains the tosses best, but you hold it with a belief of 0.19 only.",
             "B": "The coin has no memory. You have: coins with few heads are hardly believed any "
                  "more.",
             "C": "Three tosses rule little out: coins of 0.6 and 0.7 have their say as well.",
             "D": "Three of three is the maximum of the likelihood, and no coin on offer is so "
                  "sure."}),
    Prediction(
        id="00b-fifty",
        question="50 numbers and a constant describe each word; least squares learns from 20 "
                 "labelled words and names 85 % of the others rightly. With 50 labelled words it "
                 "names",
        choices={"A": "92 %", "B": "86 %", "C": "99 %", "D": "67 %"},
        answer="D", run="the code cell below",
        holds="67 %. With 100 labels it is 91 %; with a penalty it would have been 93 % at 50.",
        why={"A": "So it would be with a penalty.",
             "B": "More labels, more knowledge, one should think. Look at rows and weights.",
             "C": "A label for each number is the worst: nothing is left to average over.",
             "D": "50 rows and 51 weights: the fit goes through every label, whatever it costs."}),
)
