"""Write data/reviews.csv from the grammar in data/review_grammar.txt.

Run it as ``python scripts/make_reviews.py``; the course itself reads the stored file, since random
streams may change between versions of NumPy. Every verdict word occurs with and without *un-*
and with and without *not* or *never*, equally often, in the training part and in the test part:
no single word says anything about the label, and the label is known by construction.
"""

import csv
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parents[1] / "data"
TRAIN, TEST = 25, 8  # reviews per cell; a cell is (verdict word, un- or not, negated or not)
LONGEST = 12         # words


def read_grammar(path):
    """The rules: name -> list of alternatives, each a list of words."""
    rules = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, alternatives = line.split(":", 1)
            rules[name] = [[] if part.split() == ["-"] else part.split()
                           for part in alternatives.split("|")]
    return rules


def expand(rules, name, rng):
    """One random expansion of a rule, as a list of words."""
    words = []
    for word in rules[name][rng.integers(len(rules[name]))]:
        words += expand(rules, word, rng) if word in rules else [word]
    return words


def review(rules, word, negated, rng):
    """One sentence with this verdict word, negated or not."""
    choice = {**rules, "ADJECTIVE": [[word]], "NOT": rules["NEGATION"] if negated else [[]]}
    words = expand(choice, "REVIEW", rng)
    for i, following in enumerate(words[1:]):
        if words[i] == "A":
            words[i] = "an" if following[0] in "aeiou" else "a"
    return " ".join(words)


def all_reviews(rules, rng):
    """Rows of the table: TRAIN + TEST different reviews for every cell, in random order."""
    seen, rows = set(), []
    for verdict in ("GOOD", "BAD"):
        for [base] in rules[verdict]:
            for has_un in (0, 1):
                for has_not in (0, 1):
                    for number in range(TRAIN + TEST):
                        sentence = review(rules, "un" * has_un + base, has_not, rng)
                        while sentence in seen or len(sentence.split()) > LONGEST:
                            sentence = review(rules, "un" * has_un + base, has_not, rng)
                        seen.add(sentence)
                        negative = (verdict == "BAD") ^ has_un ^ has_not
                        rows.append({"sentence": sentence, "base": base,
                                     "base_label": "negative" if verdict == "BAD" else "positive",
                                     "has_un": has_un, "has_not": has_not,
                                     "label": "negative" if negative else "positive",
                                     "split": "train" if number < TRAIN else "test"})
    return [rows[i] for i in rng.permutation(len(rows))]


def main():
    """Write the table."""
    rules = read_grammar(FOLDER / "review_grammar.txt")
    rows = all_reviews(rules, np.random.default_rng(2025))
    with (FOLDER / "reviews.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
