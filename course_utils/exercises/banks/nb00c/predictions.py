"""Notebook 00c: its predictions."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="00c-mended",
        question="The card (1, 1) wants yes. The dials are $w = (-2, -1)$ and $b = -2$, so its "
                 "score is −5, and one correction is made. What does the card score now?",
        choices={"A": "+5", "B": "+1", "C": "−4", "D": "−2"},
        answer="D", run="the exercise and the code cell below it",
        holds="Three dials moved one notch each, and all three count for this card: −5 + 3 = −2.",
        why={"A": "Turning the sign would take a step that grows with the error; this one is "
                  "always as long.",
             "B": "A correction goes the right way. It does not have to arrive.",
             "C": "One notch would be one dial. The card has two marks, and the bias moves too.",
             "D": "Each correction adds ‖x‖² + 1 to y z: here 2 + 1."}),
    Prediction(
        id="00c-and",
        question="The rule is “both places are marked”. All dials start at 0, the four cards come "
                 "in the order of the table, round after round. How many corrections are made "
                 "before a round needs none?",
        choices={"A": "6", "B": "18", "C": "60", "D": "infinitely many"},
        answer="B", run="the two code cells below",
        holds="18 corrections in eight rounds; the ninth is clean.",
        why={"A": "One or two for each card would do if corrections did not undo each other.",
             "B": "A yes for (1, 1) raises the dials that the other cards had just lowered, and "
                  "back again.",
             "C": "It takes patience, but less: block 5 shows that 51 is the most it can be.",
             "D": "A line with (1, 1) on one side and the rest on the other exists, so the "
                  "corrections come to an end: block 5."}),
    Prediction(
        id="00c-bias",
        question="The slide's classifier has no $b$. We take that dial away and show the four "
                 "cards of “both” for 1,000 rounds. Where are the two dials after a round?",
        choices={"A": "at (0, 0) again", "B": "where three of the four cards are right",
                 "C": "farther from 0 each time", "D": "at (1, 1)"},
        answer="A", run="the code cell below",
        holds="Every round ends at (0, 0), and in every round all four cards are wrong.",
        why={"A": "(0, 1) and (1, 0) take away what (1, 1) brings: the three corrections of a "
                  "round add up to 0.",
             "B": "Only (0, 0) seems hopeless, since its score is always 0. But the other three "
                  "do not go together either.",
             "C": "The corrections go in different directions and cancel.",
             "D": "Then (0, 1) scores 1 and is answered yes."}),
    Prediction(
        id="00c-gradient",
        question="The slide's loss is max(0, −y f) with f = sign(w·x). A card with y = −1 scores "
                 "2: a mistake, far from the line. What is the gradient of this loss by w?",
        choices={"A": "−y x", "B": "y x", "C": "(0, 0)", "D": "there is none"},
        answer="C", run="the slide check below",
        holds="The loss is 1 here and stays 1 if w moves a little: its slope is 0.",
        why={"A": "This is what SGD would need. It takes another f.",
             "B": "Even its negative is not there.",
             "C": "The sign is flat on both sides of its jump, and this card is not at the jump.",
             "D": "At the jump it does not. This card lies far from it."}),
    Prediction(
        id="00c-rate",
        question="SGD has a step size. From dials at 0 we take steps half as long, ε = ½ in place "
                 "of 1. What becomes of the 18 corrections for “both”?",
        choices={"A": "the same 18, to the same line", "B": "about 36, each half as far",
                 "C": "fewer, as small steps overshoot less",
                 "D": "18 as well, but to another line"},
        answer="A", run="the code cell below",
        holds="18 corrections, and the dials are half of (3, 2, −4): the same line.",
        why={"A": "From 0 all dials are halved from the first step on, and half a score has the "
                  "sign of the whole.",
             "B": "That is right where there is a place to arrive at. A line has no length.",
             "C": "So one learns of other losses. Here all lengths shrink together.",
             "D": "Dials (3, 2, −4) and (1.5, 1, −2) draw one and the same line."}),
    Prediction(
        id="00c-next",
        question="Next comes x = (−2, −1) of class 2. At present column 0 is (0, −2), column 1 "
                 "is (0, 2), column 2 is (0, 0). What does W look like afterwards?",
        choices={"A": "column 2 becomes (−2, −1), the others stay",
                 "B": "column 2 becomes (−2, −1), columns 0 and 1 lose (−2, −1) each",
                 "C": "column 2 becomes (−2, −1), column 0 becomes (2, −1)",
                 "D": "column 2 becomes (−2, −1), column 1 becomes (2, 3)"},
        answer="C", run="the exercise and the code cell below it",
        holds="The scores are 2, −2, 0: class 0 wins, so column 0 loses x and column 2 gains it.",
        why={"A": "Half of the rule: the winner is pushed away as well.",
             "B": "Only the winner is pushed away, not everyone who is wrong.",
             "C": "(0, −2) − (−2, −1) = (2, −1).",
             "D": "Column 1 would lose x if it had won; its score is −2."}),
    Prediction(
        id="00c-sorted",
        question="Ten columns go once through 1,348 digits. Shuffled, they then read about 85 of "
                 "100 new digits. Now the same digits come sorted: first all 0s, then all 1s, and "
                 "so on. What do the columns read?",
        choices={"A": "about as many", "B": "hardly anything but 9s",
                 "C": "even more than before", "D": "about half of them"},
        answer="B", run="the code cell below",
        holds="At least 430 of 449 new digits are read as a 9, on every one of six splits.",
        why={"A": "A sum would not mind the order. But which step is made depends on all the "
                  "steps before.",
             "B": "While only 9s come, every step pulls column 9 up, and nothing pulls it down.",
             "C": "Of a class that comes alone, nothing is learned but “always say this one”.",
             "D": "Forgetting is the right idea; it goes further than half."}),
    Prediction(
        id="00c-xor",
        question="The rule is now “exactly one place is marked”. With three dials the machine "
                 "makes 4,000 corrections. How long has the vector of its dials been at most?",
        choices={"A": "about 4,000", "B": "about 110", "C": "about 15", "D": "less than 2"},
        answer="D", run="the code cell below",
        holds="The dials run through four positions; the longest of them has length 1.73.",
        why={"A": "That would be 4,000 steps in one direction.",
             "B": "√n times the longest card is what block 5 allows. It is not reached.",
             "C": "Between the two laws of block 5, a fair guess where there is a line.",
             "D": "Each round of four corrections adds up to 0."}),
)
