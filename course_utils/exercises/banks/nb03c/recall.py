"""Notebook 03c: its ideas, asked again later."""

from course_utils.exercises.records import Recall

RECALL = (
    Recall(
        id="03c-odds-r1", lecture=("NPFL129-logit",),
        question="A logistic model says 0.5. Then its score rises by log 3, about 1.1. What does "
                 "it say now?",
        choices={"A": "1, as it cannot be more",
                 "B": "0.95",
                 "C": "0.75",
                 "D": "0.67"},
        answer="C",
        why={"A": "The odds are multiplied by 3, not the probability.",
             "B": "That takes odds of 19 to 1.",
             "C": "Odds of 1 to 1 become 3 to 1, and 3/(3 + 1) is 0.75.",
             "D": "Those are odds of 2 to 1."}),
    Recall(
        id="03c-gradient-r1", lecture=("NPFL129-poisson-reg",),
        question="Poisson regression expects 4 events for x = (1, 2), and 6 come. What is the "
                 "gradient of the negative log-likelihood by the two weights?",
        choices={"A": "(−2, −4)",
                 "B": "(2, 4)",
                 "C": "(−0.5, −1)",
                 "D": "(−8, −16)"},
        answer="A",
        why={"A": "Prediction minus target, times the input: (4 − 6) x, as with sigmoid and "
                  "softmax.",
             "B": "That is the way to go, against the gradient.",
             "C": "1 − y/μ = −0.5 is the slope by μ. On the way to the weights comes that of the "
                  "exponential, 4.",
             "D": "The 4 of the exponential has gone against the 1/4 of the logarithm."}),
    Recall(
        id="03c-bell-r1", lecture=("NPFL129-poisson-vs-normal",),
        question="A model of counts expects 2, with a normal error of deviation 2. What part of "
                 "its probability lies below 0, on counts that cannot be?",
        choices={"A": "none, for 2 is above 0",
                 "B": "about one half",
                 "C": "about 2 %",
                 "D": "about 16 %"},
        answer="D",
        why={"A": "The middle of the bell is. The bell goes on below 0.",
             "B": "So it is with a bell around 0.",
             "C": "That lies more than two deviations below the middle. Here 0 is one deviation "
                  "below it.",
             "D": "0 is one deviation below the middle, and about a sixth lies further down."}),
    Recall(
        id="03c-rounding-r1", lecture=("ALICE-4.2",),
        question="Cats, dogs and birds are numbered 0, 1 and 2, and linear regression learns the "
                 "number. What does it take for granted?",
        choices={"A": "that a dog lies between a cat and a bird",
                 "B": "that birds are twice as many as dogs are",
                 "C": "that all three are equally probable",
                 "D": "that 1.5 is an animal of a fourth sort"},
        answer="A",
        why={"A": "Numbers have an order and distances. Names have none, and one-hot targets "
                  "have none either.",
             "B": "The numbers are names here. It does not read them as frequencies.",
             "C": "Whatever the shares are, it can learn them: there is a bias.",
             "D": "It is rounded to one of the three. But the way from 0 to 2 leads through 1."}),
    Recall(
        id="03c-convex-r1", lecture=("NPFL129-convex-regions",),
        question="Softmax regression on two inputs. Which of these can be the region of one of "
                 "its classes?",
        choices={"A": "a ring around another class",
                 "B": "two islands in the plane",
                 "C": "a triangle between three others",
                 "D": "all that is outside of a circle"},
        answer="C",
        why={"A": "Halfway between two opposite points of the ring lies its middle, which would "
                  "belong to it too.",
             "B": "The straight way from one island to the other would have to belong to it.",
             "C": "Regions are convex, with straight borders, and a triangle is.",
             "D": "Halfway between two opposite points lies the middle of the circle."}),
    Recall(
        id="03c-spread-r1", lecture=("NPFL129-poisson",),
        question="Poisson counts with a mean of 100 scatter by about 10. By how much do those "
                 "with a mean of 10,000 scatter?",
        choices={"A": "by about 10 again",
                 "B": "by about 1,000, as the mean",
                 "C": "by about 32",
                 "D": "by about 100"},
        answer="D",
        why={"A": "The scatter grows with the mean, as its root.",
             "B": "In proportion to the mean it shrinks: from 10 % to 1 %.",
             "C": "That is the root of 1,000.",
             "D": "The variance is the mean, so the deviation is its root."}),
)
