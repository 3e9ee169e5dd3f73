"""Notebook 03b: its predictions."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="03b-silent",
        question="A broken line follows cos 2πx in four pieces, with the ends at 0, ¼, ½, ¾ and 1. "
                 "At each of 0, ¼, ½, ¾ a ReLU starts and turns the slope. How many of the four "
                 "could stay away?",
        choices={"A": "none", "B": "one", "C": "two", "D": "three"},
        answer="C", run="the code cell below",
        holds="The changes of slope are −4, 0, 8, 0: the units at ¼ and ¾ have weight 0.",
        why={"A": "Four pieces, but not four slopes: a unit is needed where the slope changes.",
             "B": "The unit at ¾ has weight 0, but not it alone.",
             "C": "At ¼ and ¾ the cosine crosses 0 in its straightest part: the slope stays.",
             "D": "One unit makes one bend. This line starts downwards and turns up once."}),
    Prediction(
        id="03b-double",
        question="With 16 pieces the broken line is at most 0.0188 from the cosine. And with 32?",
        choices={"A": "0.0094", "B": "0.0133", "C": "0.0012", "D": "0.0048"},
        answer="D", run="the code cell below",
        holds="0.0048: twice as many pieces, a quarter of the error.",
        why={"A": "Half: that would be right for steps (block 4).",
             "B": "1/√2 is how a mean of random numbers gets better. Nothing is random here.",
             "C": "A sixteenth: that takes another doubling.",
             "D": "A piece half as wide leaves its curve by a quarter: height goes with the square "
                  "of the width."}),
    Prediction(
        id="03b-root",
        question="Now the broken line follows √x on [0, 1], with 16 pieces of equal width, then "
                 "with 64. What is left of the largest error?",
        choices={"A": "a sixteenth", "B": "half of it", "C": "a quarter", "D": "all of it"},
        answer="B", run="the code cell below",
        holds="0.0625 and 0.0312: four times the units for half the error.",
        why={"A": "That law needs a curve whose bending is bounded. At 0 it is not.",
             "B": "All of it happens in the first piece, where the error is ¼ √(1/k).",
             "C": "As for steps under a smooth curve. Here even that is too much to hope.",
             "D": "It does fall: √x is vertical at 0, but continuous, and the theorem asks for no "
                  "more. It says nothing of how fast."}),
    Prediction(
        id="03b-sharp",
        question="A staircase of 15 sigmoids follows the cosine. With sharpness a = 70 the error "
                 "is 0.024. The proof lets a grow. We take a = 3000. The error becomes",
        choices={"A": "0.18", "B": "0.024", "C": "0.0006", "D": "0"},
        answer="A", run="the code cell below",
        holds="0.18: nearly that of the bare steps, 0.195.",
        why={"A": "The soft steps overlap and make ramps; sharp ones leave the corners.",
             "B": "The levels are the same, but what lies between them is not.",
             "C": "Sharper steps are better steps. Are steps what the cosine wants?",
             "D": "The limit is a staircase with 16 levels; it is 0.195 away."}),
    Prediction(
        id="03b-square",
        question="Three random hidden units that square their input: fitted by least squares, "
                 "they stay 0.51 away from the cosine. With 300 such units the fit is",
        choices={"A": "0.005 away", "B": "0.51 away", "C": "0.05 away", "D": "further away"},
        answer="B", run="the slide check below",
        holds="0.51 with 3, with 30 and with 300 units.",
        why={"A": "A hundred times better for a hundred times the units: so it goes with ReLUs and "
                  "sigmoids, and faster.",
             "B": "The square of w x + b is made of x², x and 1. Three columns are all there are.",
             "C": "The mean of random numbers would come down to a tenth. There is nothing random "
                  "to average away.",
             "D": "The fit is made on the very points that are judged, so it cannot get worse."}),
    Prediction(
        id="03b-far",
        question="64 ReLUs follow x² on [0, 1]; the largest error is 0.00006. What does this "
                 "network say at x = 10, where x² is 100?",
        choices={"A": "nearly 100", "B": "exactly 1", "C": "exactly 0", "D": "nearly 19"},
        answer="D", run="the slide check below",
        holds="18.9: a straight line goes on from the last piece.",
        why={"A": "Nothing has told it that the slope goes on growing.",
             "B": "1 is the last value it was built for, and steps would stay there. A ReLU that "
                  "is on stays on, and goes on rising.",
             "C": "So it is to the left of all kinks, where every unit is off.",
             "D": "Beyond the last kink no unit changes: the last slope, about 2, goes on for 9 "
                  "more."}),
    Prediction(
        id="03b-trained",
        question="We built 16 ReLUs that stay within 0.019 of the cosine. Now gradient descent "
                 "(2,000 steps, all of 101 points, kinks spread over [0, 1]) trains 16 ReLUs from "
                 "random weights, six times. Their largest errors are",
        choices={"A": "all below 0.013", "B": "all from 0.015 to 0.03",
                 "C": "all from 0.15 to 0.25", "D": "anything from 0.02 to 1"},
        answer="C", run="the code cells below",
        holds="0.24 five times and 0.18 once: more than nine times the error of the one built.",
        why={"A": "A smaller error exists. That it is reached is another matter.",
             "B": "The theorem says that such weights exist.",
             "C": "Two straight arms and a round bottom are a place to get stuck in.",
             "D": "It is worse than that in one respect: five of six end in the same place."}),
)
