"""Notebook 06: its predictions."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="06-twice",
        question="A window holds the word <i>very</i> twice. One step of gradient descent is "
                 "written E[tokens] -= lr * G, with one row of G per word of the window. Which "
                 "part of the gradient reaches the row of <i>very</i>?",
        choices={"A": "both contributions, added", "B": "the mean of the two",
                 "C": "the first one", "D": "the last one"},
        answer="D", run="the next two code cells",
        holds="Only the last contribution arrives; the other one is lost without a warning.",
        why={"A": "That is what the formula says, and what this line does not do.",
             "B": "Nothing divides here.",
             "C": "NumPy writes in order: a later write to the same row replaces the earlier.",
             "D": "All old rows are read first, then all new rows are written. The last write to "
                  "a row stays."}),
    Prediction(
        id="06-bag",
        question="Logistic regression on word counts learns 1500 reviews such as <i>it was not "
                 "unfunny</i>. Each verdict word occurs as often with <i>not</i> or <i>never</i> "
                 "as without. What fraction of 480 new reviews does it get right?",
        choices={"A": "about 0.95", "B": "about 0.75", "C": "about 0.50", "D": "about 0.25"},
        answer="C", run="the next two code cells",
        holds="About half: counting words says nothing about these reviews.",
        why={"A": "Counting words does well on real reviews, where <i>not</i> is rare.",
             "B": "Three of four is XOR's best with one line drawn by hand; the least loss is "
                  "elsewhere, at weights of 0.",
             "C": "Every single word is as often in a good review as in a bad one.",
             "D": "Worse than half would be information: turn its answers round."}),
    Prediction(
        id="06-neighbours",
        question="Two tables are learned from the same sentences: one by judging a review, one by "
                 "guessing the next word. Which word stands close to <i>funny</i> in the table "
                 "of the next-word network?",
        choices={"A": "unforgettable, as both praise", "B": "film, as films are funny",
                 "C": "contrived, as both fill the same gap", "D": "no word in particular"},
        answer="C", run="the cells up to the picture of the two maps",
        holds="Praise and blame share a place in the next-word table: both can stand in the same "
              "gap of a sentence.",
        why={"A": "That is true of the other table, which was trained on verdicts.",
             "B": "They occur together, but not in the same place of a sentence.",
             "C": "The task asks what follows; after a good and a bad adjective the same words "
                  "follow.",
             "D": "Words that are used alike receive alike gradients."}),
)
