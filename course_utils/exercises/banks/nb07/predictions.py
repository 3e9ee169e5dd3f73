"""The predictions of notebook 07."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="07-claim",
        question="The network gets all of its training digits right. On new digits it is 95 % "
                 "sure on average. How many of the new digits does it get right?",
        choices={"A": "about 95 %: that is what it says", "B": "nearly all",
                 "C": "about 80 %", "D": "about 10 %, it has learned by heart"},
        answer="C", run="the next two code cells and the picture",
        holds="It is right about four times in five and says 95 %.",
        why={"A": "It would be so if training had aimed at honest numbers on new data. It aimed "
                  "at low loss on the training digits.",
             "B": "Training accuracy is no promise for new digits.",
             "C": "The network still recognises most digits; what is spoilt is its modesty.",
             "D": "10 % is guessing. Learning by heart hurts less than that here."}),
    Prediction(
        id="07-perfect",
        question="A model is perfectly calibrated: of the things it says with 80 %, exactly "
                 "80 % come true in the long run. What ECE does it get on 100 predictions, in 10 "
                 "bins?",
        choices={"A": "exactly 0", "B": "clearly above 0", "C": "below 0",
                 "D": "it has none: the bins are too small"},
        answer="B", run="the next code cell and the picture",
        holds="Chance alone gives a perfect model an ECE well above 0 on so few predictions.",
        why={"A": "The long run is 0. On 100 predictions the accuracy of each bin scatters.",
             "B": "The absolute value turns every chance deviation into a positive gap.",
             "C": "The gaps enter with their absolute values.",
             "D": "A bin with three predictions still has a mean; it is an unreliable one."}),
    Prediction(
        id="07-temperature",
        question="All logits are divided by one number, the temperature 3. What happens to the "
                 "accuracy on new digits?",
        choices={"A": "it rises: the model is calibrated now",
                 "B": "it falls: information is lost", "C": "it stays exactly the same",
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
        choices={"A": "healthy: 20 % is less than half", "B": "ill",
                 "C": "both cost the same", "D": "it cannot be said without more patients"},
        answer="B", run="the next code cell",
        holds="Saying healthy costs 2.0 on average, saying ill costs 0.8.",
        why={"A": "Half is the threshold when both errors cost the same.",
             "B": "0.2 times 10 is more than 0.8 times 1.",
             "C": "They do where the probability is 1/11, about 9 %.",
             "D": "The expected cost of one patient is enough to choose."}),
    Prediction(
        id="07-coverage",
        question="A set of labels holds every label to which our over-confident network gives "
                 "more than 0.9. The slide calls this 90 % certain. How often is the true "
                 "label in the set?",
        choices={"A": "at least 90 % of the time", "B": "exactly 90 %",
                 "C": "about 73 %", "D": "about 10 %"},
        answer="C", run="the next code cell",
        holds="The true label is in the set about 73 % of the time; many sets are empty.",
        why={"A": "It would need a threshold chosen on data with known labels.",
             "B": "The network's 0.9 is a claim, and we have seen its claims.",
             "C": "Where no label reaches 0.9 the set is empty, and where one does the network "
                  "is often wrong.",
             "D": "Most digits are clear to the network, and then it is often right."}),
)
