"""Notebook 03c: its predictions."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="03c-odds",
        question="A picture is a 9 with probability 0.8, odds of 4 to 1. One measurement has the "
                 "weight log 4 ≈ 1.39, and it rises by 1. The probability of a 9 becomes",
        choices={"A": "1.00", "B": "0.94", "C": "0.99", "D": "0.85"},
        answer="B", run="the code cell below",
        holds="0.94: odds of 16 to 1.",
        why={"A": "The odds are multiplied by 4, not the probability.",
             "B": "The score rises by log 4, so the odds rise from 4 to 16: 16/17 = 0.94.",
             "C": "The score has doubled, from log 4 to 2 log 4 = log 16; 0.99 has odds of 99.",
             "D": "It moves less than in the middle, but by 0.14 all the same."}),
    Prediction(
        id="03c-gradient",
        question="One picture, x = (1, 2), predicted μ = 0.9, and it is a 9: y = 1. The slope of "
                 "the sigmoid is 0.09 there. What is the gradient of −log μ by the two weights?",
        choices={"A": "(−0.1, −0.2)", "B": "(0.9, 1.8)", "C": "(−0.009, −0.018)",
                 "D": "(−1.11, −2.22)"},
        answer="A", run="the code cell below",
        holds="(−0.1, −0.2).",
        why={"A": "−1/μ times the slope μ (1 − μ) leaves −(1 − μ) = −0.1; times x.",
             "B": "That is the prediction times the input. One that is nearly right should hardly "
                  "move the weights.",
             "C": "Error times slope: so it is for half a squared error. The logarithm brings 1/μ.",
             "D": "−1/μ is the slope by μ. On the way to the weights comes that of the sigmoid."}),
    Prediction(
        id="03c-bell",
        question="Least squares on the earthquakes means: around each point of the line a bell, "
                 "of the same width everywhere. At magnitude 8, what part of that bell lies below "
                 "0?",
        choices={"A": "0 %", "B": "about 5 %", "C": "about 50 %", "D": "about 75 %"},
        answer="D", run="the code cell below",
        holds="0.76: the bell is centred at −282 and has a deviation of 395.",
        why={"A": "Counts are not negative. The model does not know that they are counts.",
             "B": "That would be a bell two deviations above 0.",
             "C": "So it would be if the line went through 0 there. It goes through −282.",
             "D": "The middle is 0.7 deviations below 0, and the width is that of all classes."}),
    Prediction(
        id="03c-rounding",
        question="Least squares on the digit's number with 64 pixels, then rounding. Guessing "
                 "would put 10 % of new pictures right, and ten average digits about 90 %. This "
                 "machine puts right",
        choices={"A": "about 90 %", "B": "about 60 %", "C": "about 25 %", "D": "about 10 %"},
        answer="C", run="the code cell below",
        holds="25 %; with the ten names dealt anew, 20 %.",
        why={"A": "The pixels are not the trouble; the one number that comes out is.",
             "B": "It is off by one often enough, but off by two as well.",
             "C": "One score has to run through all ten digits in their order. Pictures do not.",
             "D": "Better than that: 0 and 9 differ, and the middle is hit at times."}),
    Prediction(
        id="03c-convex",
        question="Two test pictures to which softmax regression gives the same answer, say 4. We "
                 "average them, pixel by pixel. Of some 10,000 such averages, how many get "
                 "another answer?",
        choices={"A": "none of them", "B": "a few hundred", "C": "one or two",
                 "D": "most of them"},
        answer="A", run="the code cell below",
        holds="None of 9,999.",
        why={"A": "It cannot happen: the scores of an average are the average of the scores.",
             "B": "3 % of its answers are wrong. But wrong or right does not matter: the answer of "
                  "both stays the answer.",
             "C": "Rare would suggest luck. There is a reason.",
             "D": "To us an average of two 4s is a blur. To a linear score it is halfway."}),
    Prediction(
        id="03c-limit",
        question="Ten trials, each with chance 0.3: exactly four come true with probability 0.200. "
                 "Now a thousand trials, each with chance 0.003, so that again three are expected. "
                 "Exactly four come true with probability",
        choices={"A": "0.002", "B": "0.168", "C": "0.200", "D": "almost 0"},
        answer="B", run="the code cell below",
        holds="0.168284; with 100 trials it was 0.170606.",
        why={"A": "Each trial is a hundred times less likely. But there are a hundred times as "
                  "many of them.",
             "B": "A little less than with ten trials, and then it hardly changes any more.",
             "C": "Near, but the mean alone does not decide: the ten have a ceiling at ten.",
             "D": "Around three all of the counts 0 to 8 are in play, and no others."}),
    Prediction(
        id="03c-spread",
        question="Magnitude 5: 1,509 earthquakes a year on average, with a deviation of 314 from "
                 "year to year. Magnitude 8 and more: 1.0 on average. Its deviation is",
        choices={"A": "about 0.2", "B": "about 314", "C": "about 0.03", "D": "about 1.0"},
        answer="D", run="the code cell below",
        holds="0.9: the root of the mean.",
        why={"A": "That is a fifth of the mean, as at 5: relative errors would be equal. Whole "
                  "numbers around 1.0 cannot be that close.",
             "B": "That is what the normal with one variance says.",
             "C": "√1509 is about one fortieth of 1509. But then it would be 1 almost every year. "
                  "It was 0 in nine of them, once 4.",
             "D": "√1.0 = 1. Seen from 5 this is a rule that its own class does not keep: see "
                  "below."}),
)
