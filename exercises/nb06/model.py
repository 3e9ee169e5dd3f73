"""Model answers of notebook 06: no table has |V| rows and columns."""

import numpy as np


def one_hot(tokens, V):
    """A table of zeros, with a 1 in each row at the word's number."""
    J = np.zeros((len(tokens), V))
    J[np.arange(len(tokens)), tokens] = 1
    return J


def embed_lookup(E, tokens):
    """Indexing with an array takes a row for each of its entries."""
    return E[np.asarray(tokens)]


def embed_backward(G, tokens, V):
    """Each row of G goes to its word; add.at adds where a word comes again."""
    d_E = np.zeros((V, G.shape[1]))
    np.add.at(d_E, tokens, G)
    return d_E


def embedding_step(E, tokens, G, lr):
    """A step down in a copy: only rows of these words move, once per place."""
    stepped = np.array(E, dtype=float)
    np.subtract.at(stepped, tokens, lr * G)
    return stepped


def nearest_neighbours(E, row, count):
    """The word is left out by its number: others may have cosine 1 too."""
    unit = E / np.linalg.norm(E, axis=1, keepdims=True)
    cosines = unit @ unit[row]
    best_first = np.argsort(-cosines)
    rows = best_first[best_first != row][:count]
    return rows, cosines[rows]


def windows(tokens, n):
    """Start plus place in the window is the place in the text."""
    tokens = np.asarray(tokens)
    starts = np.arange(len(tokens) - n + 1)
    return tokens[starts[:, None] + np.arange(n)]


def nearer_opposite(E, opposites, synonyms):
    """Only the cosines of the listed pairs are computed."""
    unit = E / np.linalg.norm(E, axis=1, keepdims=True)

    def both_ways(pairs):
        return np.concatenate([pairs, pairs[:, ::-1]])

    triples = np.array([
        (word, opposite, synonym)
        for word, opposite in both_ways(opposites)
        for other, synonym in both_ways(synonyms)
        if other == word
    ])
    word, opposite, synonym = unit[triples.T]
    differences = np.sum(word * (opposite - synonym), axis=1)
    return triples[np.argmax(differences)]
