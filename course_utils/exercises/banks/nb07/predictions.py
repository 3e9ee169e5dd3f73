"""The predictions of notebook 07."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="07-claim",
        question="After training, the network gets all of its 395 training digits right. On new "
                 "digits it is 95 % sure on average. How many of the new digits does it get "
                 "right?",
        choices={"A": "about 99 %: as good as on the training digits, or nearly",
                 "B": "about 95 %: as many as it says",
                 "C": "about 65 %: it has learned the noise of 395 digits by heart",
                 "D": "about 80 %: it claims more than it keeps"},
        answer="D", run="the next two code cells",
        holds="It is right about four times in five and says 95 %.",
        why={"A": "Training accuracy is no promise for new digits.",
             "B": "It would be so if training had aimed at honest numbers on new data. It aimed "
                  "at low loss on the training digits.",
             "C": "Learning by heart hurts the accuracy less than the honesty here.",
             "D": "The network still recognises most digits; what is spoilt is its modesty."}),
    Prediction(
        id="07-epochs",
        question="From epoch 20 to epoch 1,000 the loss on the training digits keeps falling. "
                 "What happens meanwhile on new digits?",
        choices={"A": "the accuracy stays where it is, the loss rises",
                 "B": "the accuracy falls, and the loss rises with it",
                 "C": "the accuracy rises slowly, the loss falls",
                 "D": "neither moves: there is nothing left to learn"},
        answer="A", run="the next code cell and the picture",
        holds="The accuracy stays at 0.81 while the loss on new digits nearly doubles.",
        why={"A": "The decisions are settled early. After that only the claims grow, and claims "
                  "that are wrong cost more and more.",
             "B": "That is over-fitting as it is usually told; the decisions hardly change here.",
             "C": "It holds for the first ten epochs or so.",
             "D": "The training loss can still fall: by larger logits, without a new decision."}),
    Prediction(
        id="07-perfect",
        question="A model is perfectly calibrated: of the things it says with 80 %, exactly "
                 "80 % come true in the long run. Which ECE, in 10 bins, do you expect from "
                 "100 of its predictions?",
        choices={"A": "0, by definition",
                 "B": "clearly above 0, by chance",
                 "C": "around 0, as often below as above",
                 "D": "0 in the large bins, undefined in the small ones"},
        answer="B", run="the next two code cells",
        holds="Chance alone gives a perfect model an ECE clearly above 0 on so few predictions.",
        why={"A": "The long run is 0. On 100 predictions the accuracy of each bin scatters.",
             "B": "The absolute value turns every chance deviation into a positive gap.",
             "C": "The signed gaps are like that; the ECE takes their absolute values.",
             "D": "A bin with three predictions still has a mean; it is an unreliable one."}),
    Prediction(
        id="07-temperature",
        question="All logits are divided by one number, the temperature 3. What happens to the "
                 "accuracy on new digits?",
        choices={"A": "it rises", "B": "it falls", "C": "it stays exactly the same",
                 "D": "it depends on whether 3 is the best temperature"},
        answer="C", run="the next code cell",
        holds="Not a single predicted class changes.",
        why={"A": "Calibration changes what is claimed, not what is chosen.",
             "B": "Dividing by 3 can be undone by multiplying with 3: nothing is lost.",
             "C": "Dividing by a positive number keeps the order of the logits, so the argmax.",
             "D": "It holds for every temperature above 0."}),
    Prediction(
        id="07-cost",
        question="Overlooking an illness costs 10, a false alarm costs 1. The model says 20 % "
                 "ill. What is the cheaper decision?",
        choices={"A": "to say healthy", "B": "to say ill", "C": "either, they cost the same",
                 "D": "none, as long as it is one patient"},
        answer="B", run="the next code cell",
        holds="Saying healthy costs 2.0 on average, saying ill costs 0.8.",
        why={"A": "Half is the threshold when both errors cost the same.",
             "B": "0.2 times 10 is more than 0.8 times 1.",
             "C": "They do where the probability is 1/11, about 9 %.",
             "D": "The expected cost of one patient is enough to choose."}),
    Prediction(
        id="07-coverage",
        question="A set of labels holds every label to which the network, as trained, gives more "
                 "than 0.9. The lecture calls this an acceptable error of 0.1. How often is the "
                 "true label in the set?",
        choices={"A": "about 95 %", "B": "about 90 %",
                 "C": "about 80 %", "D": "about 70 %"},
        answer="D", run="the next code cell",
        holds="The true label is in the set 73 % of the time; many sets are empty.",
        why={"A": "That is its mean confidence, and we have seen its claims.",
             "B": "It would need a threshold chosen on data with known labels.",
             "C": "That is its accuracy; but where no label reaches 0.9 the set is empty.",
             "D": "The set misses where the network errs, and also where no label reaches 0.9."}),
    Prediction(
        id="07-sets",
        question="Now the sets are made by split conformal prediction, once from the "
                 "probabilities as trained, once from those repaired by the temperature. What "
                 "does the repair change, on average over the test digits?",
        choices={"A": "the coverage rises above 90 %",
                 "B": "the sets become clearly smaller",
                 "C": "hardly anything, in coverage or size",
                 "D": "the sets become larger"},
        answer="C", run="the next code cell",
        holds="Coverage 0.90 and 1.37 labels per set, before and after.",
        why={"A": "The threshold is chosen for 90 %, whatever the probabilities are.",
             "B": "It does not come from honest numbers but from ranks, which hardly move.",
             "C": "The threshold is chosen on held-out scores, so it moves with them.",
             "D": "The threshold becomes more modest as well."}),
    Prediction(
        id="07-mnist",
        question="On 28 × 28 pixels without added noise, five networks are right on 86 to 88 % "
                 "of the new digits. What do they claim, on average?",
        choices={"A": "all of them more, about 93 %",
                 "B": "about what they keep, 87 %",
                 "C": "all of them less, about 80 %",
                 "D": "some more, some less, by start"},
        answer="A", run="the next code cell",
        holds="All five claim 93 or 94 % and keep 86 to 88 %.",
        why={"A": "They too were trained until nearly nothing was left to lose: a training "
                  "loss of 0.003 nats.",
             "B": "No noise of ours is in these pictures, and they claim too much all the same.",
             "C": "There a network met better pictures than it was trained on. Here training and "
                  "test are alike.",
             "D": "The start and the digits differ, the sign of the gap does not."}),
)
