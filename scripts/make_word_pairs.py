"""Write data/word_pairs.npz from WordNet 3.0, and data/word_valence.csv from VADER's lexicon.

Run it as ``python scripts/make_word_pairs.py WORDNET LEXICON``: WORDNET is the folder with
`data.noun` and its neighbours (Debian's package wordnet-base 1:3.0-37 has it as
/usr/share/wordnet), LEXICON the file `vader_lexicon.txt` of the PyPI package vaderSentiment 3.3.2.
What is counted: which word stands directly before which, in WordNet's definitions and examples,
cut at every punctuation mark. `word_vectors` is the step from counts to 50 numbers per word.
"""

import csv
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from course_utils.text import tokenise

FOLDER = Path(__file__).resolve().parents[1] / "data"
PARTS = ("noun", "verb", "adj", "adv")
SIZE = 1500   # words: the most frequent ones
NUMBERS = 50  # per word
CUT = re.compile(r"""[;:,.()"]| -- |--""")


def entries(wordnet, part):
    """The lines of data.noun etc.: offset -> (words, pointers, definition and examples)."""
    found = {}
    for line in (wordnet / f"data.{part}").read_text(encoding="utf-8").splitlines():
        if not line.startswith("  "):
            fields, _, gloss = line.partition("|")
            fields = fields.split()
            last = 4 + 2 * int(fields[3], 16)
            words = [word.split("(")[0].lower() for word in fields[4:last:2]]
            pointers = [fields[last + 1 + 4 * i:last + 5 + 4 * i]
                        for i in range(int(fields[last]))]
            found[fields[0]] = words, pointers, gloss
    return found


def pairs_of(words, relation):
    """Sorted rows (a, b), a before b, of those pairs whose words both are in the vocabulary."""
    row = {word: i for i, word in enumerate(words)}
    found = {tuple(sorted((row[a], row[b]))) for a, b in relation if a in row and b in row}
    return np.array(sorted(pair for pair in found if pair[0] != pair[1]), dtype=np.uint16)


def relations(wordnet):
    """(opposites, synonyms): pairs of words in at least one of their senses."""
    opposites, synonyms = set(), set()
    for part in PARTS:
        all_entries = entries(wordnet, part)
        for words, pointers, _ in all_entries.values():
            synonyms |= {(a, b) for a in words for b in words if a < b}
            for sign, offset, _, which in pointers:
                if sign == "!":
                    mine, theirs = int(which[:2], 16) - 1, int(which[2:], 16) - 1
                    opposites.add(tuple(sorted((words[mine], all_entries[offset][0][theirs]))))
    return opposites, synonyms - opposites


def word_classes(wordnet, words):
    """"n" for nouns only, "a" for adjectives that are neither noun nor verb, else ""."""
    classes = defaultdict(set)
    for part in PARTS:
        for line in (wordnet / f"index.{part}").read_text(encoding="utf-8").splitlines():
            classes[line.split(" ")[0]].add(part)
    return np.array(["n" if classes[w] == {"noun"} else
                     "a" if "adj" in classes[w] and not classes[w] & {"noun", "verb"} else ""
                     for w in words])


def word_vectors(pairs):
    """(|V|, NUMBERS): rows U sqrt(S) of the SVD of the positive pointwise mutual information.

    Row i of what is decomposed has two numbers per word j: for j before i and for j after i.
    """
    both = np.hstack([pairs.T, pairs]) / (2 * pairs.sum())
    expected = both.sum(axis=1, keepdims=True) * both.sum(axis=0)
    information = np.log(np.maximum(both, expected) / np.where(expected > 0, expected, 1))
    U, S, _ = np.linalg.svd(np.where(expected > 0, information, 0), full_matrices=False)
    return (U * np.sqrt(S))[:, :NUMBERS]


def main(wordnet, lexicon):
    """Count, and write both files."""
    glosses = [gloss for part in PARTS for _, _, gloss in entries(wordnet, part).values()]
    runs = [tokenise(run) for gloss in glosses for run in CUT.split(gloss)]
    total = Counter(word for run in runs for word in run)
    words = sorted(total, key=lambda word: (-total[word], word))[:SIZE]
    row = {word: i for i, word in enumerate(words)}
    pairs = Counter((row[a], row[b]) for run in runs for a, b in zip(run, run[1:], strict=False)
                    if a in row and b in row)
    left, right = np.array(sorted(pairs), dtype=np.uint16).T
    table = np.zeros((SIZE, SIZE))
    table[left, right] = [pairs[a, b] for a, b in sorted(pairs)]
    opposites, synonyms = (pairs_of(words, relation) for relation in relations(wordnet))
    np.savez_compressed(
        FOLDER / "word_pairs.npz", words=np.array(words), left=left, right=right,
        count=table[left, right].astype(np.uint16),
        vectors=word_vectors(table).astype(np.float16), opposites=opposites, synonyms=synonyms,
        word_class=word_classes(wordnet, words))
    rated = {line.split("\t")[0]: line.split("\t")[1]
             for line in lexicon.read_text(encoding="utf-8").splitlines() if line}
    with open(FOLDER / "word_valence.csv", "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["word", "valence"])
        out.writerows((word, rated[word]) for word in sorted(words) if word in rated)
    print(len(glosses), "entries,", sum(map(len, runs)), "words,", len(pairs), "pairs,",
          pairs.total(), "neighbours; largest count", max(pairs.values()), ";", len(opposites),
          "opposites,", len(synonyms), "synonyms")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
