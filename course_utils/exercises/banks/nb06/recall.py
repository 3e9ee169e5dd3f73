"""Notebook 06: its ideas, asked again later."""

from course_utils.exercises.records import Recall

RECALL = (
    Recall(
        id="06-parameters-r1", lecture=("MAY24-1.4b", "MAY24-1.4d"),
        question="Windows of 20 words, 8 numbers per word, 50 hidden units, two classes, and a "
                 "small vocabulary of 1,000 words. Where are most of the numbers to be learned?",
        choices={"A": "in E, the table of words", "B": "in H, between window and hidden units",
                 "C": "in E and H, about half in each",
                 "D": "in U and the biases, which decide"},
        answer="C",
        why={"A": "So it is from larger vocabularies on: each further word adds a row of 8.",
             "B": "So it is for smaller vocabularies: H stays as it is.",
             "C": "1,000 · 8 in E, and 20 · 8 · 50 in H: 8,000 each.",
             "D": "U has 50 · 2 numbers."}),
    Recall(
        id="06-twice-r1", lecture=("MAY24-1.4e", "MAY25-1.4e"),
        question="Vectors of one number, lr = 1. The word <i>not</i> has the number 10 and stands "
                 "three times in a window; the three places bring gradients of 1, 2 and 4. What "
                 "is its number after the step that the chain rule asks for?",
        choices={"A": "6", "B": "3", "C": "9", "D": "8"},
        answer="B",
        why={"A": "That is E[tokens] -= lr * G in NumPy: the last write stays, the others are "
                  "lost.",
             "B": "One number in three places: its gradient is the sum, 7.",
             "C": "That takes the first place alone.",
             "D": "10 minus their mean, rounded. The word stands in three places; each moves it."}),
    Recall(
        id="06-bag-r1", lecture=("MAY24-1.4a", "MAY24-1.4d"),
        question="In some reviews every verdict word occurs as often with <i>not</i> as without, "
                 "and <i>not</i> turns the verdict round. A linear classifier on word counts is "
                 "right on half of them. Which further columns help it?",
        choices={"A": "the counts divided by the length of the review",
                 "B": "the logarithms of the counts",
                 "C": "more words: also those left out as too rare",
                 "D": "pairs: <i>not</i> together with a word"},
        answer="D",
        why={"A": "Scaled counts say as little as counts: no single word leans.",
             "B": "A bend of one count still looks at one word at a time.",
             "C": "Each of those, too, stands with and without <i>not</i>.",
             "D": "It is XOR again: what counts is the product of two signs."}),
    Recall(
        id="06-bug-r1", lecture=("MAY24-1.4e", "MAY25-1.4e"),
        question="A training step loses the gradients of repeated words, and yet the network sorts "
                 "99 % of the new reviews in the end. What finds such a fault?",
        choices={"A": "one step on a window with a repeated word, by hand",
                 "B": "the accuracy on new reviews, with more of them to test on",
                 "C": "the training loss, which does not fall",
                 "D": "a second training from another random start, for comparison"},
        answer="A",
        why={"A": "There the right answer is known, and the lost part shows at once.",
             "B": "It ends at 99 % with and without the fault.",
             "C": "It falls, only some epochs later: what arrives points downhill.",
             "D": "The other start has the same fault."}),
    Recall(
        id="06-unseen-r1", lecture=("MAY24-1.4e", "MAY24-1.4b"),
        question="A word of the vocabulary occurs in no training review. Training is plain "
                 "gradient descent. What is in its row of E afterwards?",
        choices={"A": "zeros", "B": "the mean of the other rows",
                 "C": "what was there before: random numbers",
                 "D": "nearly the row of the most similar word"},
        answer="C",
        why={"A": "Nothing sets it to 0: its gradient is 0, which leaves it alone.",
             "B": "Rows do not hear of each other.",
             "C": "Its random start: no review touches the row, and the network reads it so.",
             "D": "The network sees row numbers, not letters: it cannot know what is similar."}),
    Recall(
        id="06-neighbours-r1", lecture=("MAY24-1.4f", "MAY25-1.4f"),
        question="Word vectors are made from the words that stand directly beside a word. When do "
                 "two words get vectors close to each other?",
        choices={"A": "when they mean the same",
                 "B": "when they have the same neighbours",
                 "C": "when they often stand side by side in a sentence",
                 "D": "when they are equally frequent"},
        answer="B",
        why={"A": "Opposites came out nearer than synonyms: a hot day, a cold day.",
             "B": "They fill the same gaps, whether they mean the same or the opposite.",
             "C": "<i>very</i> and <i>hot</i> do, and their own neighbours differ.",
             "D": "The cosine compares directions, and <i>the</i> and <i>of</i> fill different "
                  "gaps."}),
    Recall(
        id="06-frozen-r1", lecture=("ALICE-3.1.1b", "MAY24-1.4f"),
        question="On top of ready-made word vectors a classifier tells good words from bad ones, "
                 "and is right on 66 % of new words. What do you ask before you call that a "
                 "success?",
        choices={"A": "how long it was trained",
                 "B": "how many numbers a vector has, compared with the words",
                 "C": "whether it beats one half, which is chance",
                 "D": "how large the larger class is"},
        answer="D",
        why={"A": "It does not change what 66 % is worth.",
             "B": "That matters on the words it learned from. These are new.",
             "C": "Chance is what one gets who names the larger class, and that may be more.",
             "D": "It was 62 %: whoever always names it is nearly as good. For noun or adjective "
                  "it was 94 % against 63 %."}),
    Recall(
        id="06-tune-r1", lecture=("ALICE-3.1.1d", "MAY24-1.4e"),
        question="A ready-made table has a row for each of 1,500 words. It is fine-tuned together "
                 "with a classifier on top, with 100 labelled words. What changes for a word that "
                 "is not among them?",
        choices={"A": "its row moves with those of the words most like it",
                 "B": "its row stays; the classifier that reads it has changed",
                 "C": "nothing: neither its row nor its answer",
                 "D": "its row moves by the mean of the 100 steps"},
        answer="B",
        why={"A": "Rows do not hear of each other, however near they are.",
             "B": "The gradient reaches the rows that were looked up, and what all words share.",
             "C": "The row stays. Its score is taken with other weights, and may change sides.",
             "D": "No rule says so: each labelled word takes its own step."}),
)
