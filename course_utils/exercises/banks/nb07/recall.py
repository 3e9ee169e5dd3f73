"""Notebook 07: its ideas, asked again later."""

from course_utils.exercises.records import Recall

RECALL = (
    Recall(
        id="07-claim-r1", lecture=("ALICE-4.3.3a",),
        question="A network is right on all of its training digits, and its softmax says 95 % on "
                 "average on new ones. What tells you whether the 95 % can be believed?",
        choices={"A": "its accuracy on labelled new digits",
                 "B": "its accuracy on the training digits",
                 "C": "that its outputs are positive and add up to 1",
                 "D": "a training loss that is close to 0"},
        answer="A",
        why={"A": "Count how many of them are right: there it was 80 of 100.",
             "B": "It is 100 %, and says nothing about new digits.",
             "C": "Every softmax gives such numbers, also an untrained one.",
             "D": "A low training loss is what the boasting comes from."}),
    Recall(
        id="07-epochs-r1", lecture=("ALICE-4.3.3a", "ALICE-4.3.4b"),
        question="With longer training the loss on new digits nearly doubles, and the accuracy on "
                 "them stays where it is. What has changed?",
        choices={"A": "the decisions: more and more digits are read wrongly",
                 "B": "nothing: the loss is noise",
                 "C": "how sure it is, above all when it errs", "D": "the order of its logits"},
        answer="C",
        why={"A": "Then the accuracy would fall.",
             "B": "Noise goes up and down. This rises all the way.",
             "C": "The logits grow, the decisions stay: errors are made with more certainty and "
                  "cost more.",
             "D": "The class on top is the same as before for nearly every digit."}),
    Recall(
        id="07-perfect-r1", lecture=("ALICE-4.3.4a",),
        question="A model is perfectly calibrated. We measure its ECE in 10 bins, once on 100 "
                 "predictions, once on 10,000. What do you expect?",
        choices={"A": "0 both times",
                 "B": "the second is smaller, and neither is 0",
                 "C": "the second is larger: more gaps add up",
                 "D": "both near 0, and negative as often as positive"},
        answer="B",
        why={"A": "In the long run. On few predictions each bin is off by chance.",
             "B": "Chance gaps shrink with the predictions in a bin; their absolute values do not "
                  "cancel.",
             "C": "The gaps are averaged with weights, not added up.",
             "D": "An ECE is a mean of absolute values."}),
    Recall(
        id="07-temperature-r1", lecture=("ALICE-4.3.4b", "ALICE-4.2.1c"),
        question="All logits of a trained network are divided by 3. Which of these can change?",
        choices={"A": "the predicted classes", "B": "the accuracy on new digits",
                 "C": "which class comes second", "D": "the mean loss on new digits"},
        answer="D",
        why={"A": "Dividing by a positive number keeps the order of the logits.",
             "B": "With the same predicted classes it is the same accuracy.",
             "C": "The whole order stays, not the first place alone.",
             "D": "It depends on how sure the network says it is, and that changes."}),
    Recall(
        id="07-cost-r1", lecture=("ALICE-4.3.3b",),
        question="Overlooking an illness costs 4, a false alarm costs 1. From which probability "
                 "of illness on is “ill” the cheaper decision?",
        choices={"A": "0.20", "B": "0.25", "C": "0.50", "D": "0.80"},
        answer="A",
        why={"A": "“Ill” costs 1 − p on average, “healthy” 4p: equal at p = 1/5.",
             "B": "1 in 4 forgets that a false alarm costs its 1 only where there is no illness.",
             "C": "So it is if both errors cost the same.",
             "D": "4/5: the costs the wrong way round."}),
    Recall(
        id="07-coverage-r1", lecture=("ALICE-4.3.4c",),
        question="Every label with more than 0.9 goes into the set: that held the true label in "
                 "73 % of the cases. What gives sets that hold it in about 90 %?",
        choices={"A": "the threshold 0.95, for safety",
                 "B": "a network with an accuracy of 90 %",
                 "C": "a threshold chosen on the training digits",
                 "D": "a threshold chosen on digits held out for that"},
        answer="D",
        why={"A": "A higher threshold lets fewer labels in: still less.",
             "B": "Its sets would be empty wherever no label reaches 0.9.",
             "C": "There the network is right and sure of it; new digits are another matter.",
             "D": "Choose it so that 90 % of their true labels pass (a little more, to be exact): "
                  "new digits of the same kind then do, on average."}),
    Recall(
        id="07-sets-r1", lecture=("ALICE-4.3.4c",),
        question="Split conformal prediction promises 90 %. The network is exchanged for a much "
                 "worse one, and the threshold is chosen anew. What happens to the sets?",
        choices={"A": "they hold the true label less often", "B": "they grow: more labels in each",
                 "C": "they hold the true label less often, and they grow",
                 "D": "nothing: the promise is kept"},
        answer="B",
        why={"A": "The threshold follows: it is chosen so that 90 % of the held-out labels pass.",
             "B": "The promise is about the coverage. A worse network pays for it with larger "
                  "sets.",
             "C": "The second half is right.",
             "D": "It is kept, by saying less: with more labels in each set."}),
    Recall(
        id="07-mnist-r1", lecture=("ALICE-4.3.4b", "ALICE-4.3.3a"),
        question="Five networks claim 93 % on new digits and keep 87 %. A temperature can mend "
                 "that on average. On which digits should it be fitted?",
        choices={"A": "the training digits", "B": "the test digits that are reported on",
                 "C": "digits held out for it alone",
                 "D": "any: the best temperature is the same everywhere"},
        answer="C",
        why={"A": "There nearly all answers are right, so the best temperature would make it "
                  "surer still.",
             "B": "Then the report is a little too good: its digits have helped to choose.",
             "C": "New to the network, and not those of the report.",
             "D": "On training digits the network is right, on new ones it is not."}),
)
