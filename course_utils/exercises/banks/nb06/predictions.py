"""The predictions of notebook 06: words as vectors."""

from course_utils.exercises.records import Prediction

PREDICTIONS = (
    Prediction(
        id="06-parameters",
        question="A window of 20 words, 8 numbers per word, 50 hidden units, two classes, and the "
                 "lecture's vocabulary of 50,000 words. Where are most of the numbers that have "
                 "to be learned?",
        choices={"A": "in H: every word of the window meets every hidden unit",
                 "B": "in E: every word of the vocabulary has a row",
                 "C": "in H and E, about half each",
                 "D": "in U and the biases: they make the decision"},
        answer="B", run="the next code cell",
        holds="98 % of all numbers are in the table: 50,000 · 8 = 400,000, against 160 · 50 = "
              "8,000 in H.",
        why={"A": "H looks like the heart of the network, but it meets 160 numbers, not 50,000 "
                  "words.",
             "B": "The window is short, the vocabulary is long, and the table pays for each word.",
             "C": "That would need a vocabulary of 1,000 words.",
             "D": "U has 100 numbers here."}),
    Prediction(
        id="06-twice",
        question="A window holds the word <i>very</i> twice. One step of gradient descent is "
                 "written E[tokens] -= lr * G, with one row of G per word of the window. Which "
                 "part of the gradient reaches the row of <i>very</i>?",
        choices={"A": "the sum of the two", "B": "the mean of the two",
                 "C": "the first one alone", "D": "the last one alone"},
        answer="D", run="the next code cell",
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
        why={"A": "Counting works where words lean: where <i>funny</i> stands in more good reviews "
                  "than bad ones. Here no word leans.",
             "B": "Three of four is XOR's best with one line drawn by hand; the least loss is "
                  "elsewhere, at weights of 0.",
             "C": "Every single verdict word is as often in a good review as in a bad one.",
             "D": "Worse than half would be information: turn its answers round."}),
    Prediction(
        id="06-bug",
        question="The same network is trained twice from the same start, once with the sum and "
                 "once with E[tokens] -= lr * G, which loses steps of repeated words. What does "
                 "the faulty run show?",
        choices={"A": "it needs more epochs and ends nearly as good",
                 "B": "it learns as fast as the other one",
                 "C": "its loss stays near ln 2 from first to last",
                 "D": "its loss falls and new reviews are a coin toss to it"},
        answer="A", run="the cells up to the picture of the losses",
        holds="From each of the three starts the faulty run comes below 0.1 nats later, by 9 to 13 "
              "epochs, and still sorts 99 % of the new reviews.",
        why={"A": "A lost step shortens the gradient; it seldom turns it round.",
             "B": "A review hardly repeats a word, but &lt;pad&gt; is repeated in most. And a "
                  "minibatch of 32 reviews repeats nearly every word it holds.",
             "C": "What arrives of the gradient still points downhill.",
             "D": "Train and test share the fault; nothing is learned by heart because of it."}),
    Prediction(
        id="06-unseen",
        question="We train again without the 66 reviews that hold <i>unfunny</i>; all other words "
                 "with and without <i>un-</i> stay in. From six random starts: what fraction of "
                 "those 66 does the network get right?",
        choices={"A": "nearly all: un- turned every other word round",
                 "B": "about half, from every start",
                 "C": "nearly none: it reads the word as funny",
                 "D": "anything from none to all, as the start has it"},
        answer="D", run="the next code cell",
        holds="None from one start, all from another.",
        why={"A": "You see <i>un-</i> in the letters. The network sees the number of a row: "
                  "no letters at all.",
             "B": "So it is from one of the six. The row stays where it started, and from the "
                  "others the 66 are nearly all right or nearly all wrong.",
             "C": "It would have to know that the two words share letters.",
             "D": "A row that no review touches keeps its random numbers, and the network reads "
                  "those."}),
    Prediction(
        id="06-neighbours",
        question="Each of 1,500 English words gets a vector from the words that stand directly "
                 "beside it in a dictionary's sentences. For pairs of opposites (<i>hot</i>, "
                 "<i>cold</i>) and of synonyms: how often is the one among the ten nearest "
                 "neighbours of the other, by the cosine?",
        choices={"A": "opposites clearly more often than synonyms",
                 "B": "synonyms clearly more often than opposites",
                 "C": "both about equally often",
                 "D": "neither more often than words drawn at random"},
        answer="A", run="the cells up to the picture of the two curves",
        holds="The opposite is among the ten nearest in 43 % of the cases, the synonym in 12 %; a "
              "word drawn at random would be in 0.7 %.",
        why={"A": "A hot day, a cold day: opposites fill the same gap in a sentence.",
             "B": "We file words by what they mean. The table files them by what stands beside "
                  "them.",
             "C": "Synonyms are often used in different company: <i>big</i> and <i>great</i> "
                  "are two, and a great man is not a big man.",
             "D": "One neighbour on each side says more than one would think."}),
    Prediction(
        id="06-frozen",
        question="The vectors stay as they are; a logistic regression on top sees half of the "
                 "labelled words and is asked about the other half. Which question does it answer "
                 "clearly better than someone who always names the larger class?",
        choices={"A": "noun or adjective, and good word or bad word",
                 "B": "noun or adjective, but hardly good word or bad word",
                 "C": "good word or bad word, but hardly noun or adjective",
                 "D": "neither: it never saw the words that it is asked about"},
        answer="B", run="the next two code cells",
        holds="Noun or adjective: 0.94 against 0.63. Good or bad: 0.66 against 0.62, hardly "
              "better.",
        why={"A": "What is good stands in the same gaps as what is bad.",
             "B": "Nouns and adjectives have different neighbours, good and bad words have the "
                  "same ones.",
             "C": "The other way round: word class is what neighbours show best.",
             "D": "New words have old neighbours in the table: that is what the vectors are for."}),
    Prediction(
        id="06-tune",
        question="The frozen table lets a classifier name 94 % of new words rightly as noun or "
                 "adjective. Now the rows of the 277 labelled words learn along with it, 50 "
                 "numbers each. How many of the new words does it name rightly?",
        choices={"A": "about 63 %: rows that have moved no longer go with the others",
                 "B": "about 85 %: so many free numbers learn the labels by heart",
                 "C": "about 95 %: the rows of the new words stay where they are",
                 "D": "about 99 %: the table now answers the question that is asked"},
        answer="C", run="the next two code cells",
        holds="95 % against 94 %. A frozen table has 95 % as well, if its classifier stops after "
              "50 steps.",
        why={"A": "They move a little, and each in the direction that its own label asks for.",
             "B": "They do learn them by heart. But what they take up, the classifier is spared.",
             "C": "A step touches the rows of labelled words only. What reaches the others is the "
                  "classifier, which has come out a little different.",
             "D": "For the labelled words. The others are looked up where they always were."}),
)
