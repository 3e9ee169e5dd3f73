"""6.7 nearer_opposite: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from misstep import Case, Exercise


def nearer_opposite(E, opposites, synonyms):
    """Rows (word, opposite, synonym), (3,), with the opposite nearest compared with the synonym.

    By the difference of the two cosines; E (|V|, e) without rows of zeros, both lists hold pairs of
    rows (p, 2), each pair read both ways. Lecture MAY24-1.4f.
    """
    unit = E / np.linalg.norm(E, axis=1, keepdims=True)
    cosine = unit @ unit.T
    both = [np.concatenate([pairs, pairs[:, ::-1]]) for pairs in (opposites, synonyms)]
    triples = [(w, a, s) for w, a in both[0] for v, s in both[1] if v == w]
    return np.array(max(triples, key=lambda t: cosine[t[0], t[1]] - cosine[t[0], t[2]]))


def cases():
    """In each, one triple is the best, by cosines and not by dot products or distances.

    In the fan the best opposite and the best synonym of word 0 stand once first and once last; word
    5 wins where others are compared.
    """
    rng = np.random.default_rng(67)
    hot = np.array([[1.0, 0.2], [3.0, 0.1], [0.3, 1.0], [0.1, 2.0]])  # hot cold warm sunny
    nine = rng.normal(size=(9, 4)) * rng.uniform(0.3, 4, size=(9, 1))
    seven = rng.normal(size=(7, 3)) * np.array([[1], [5], [0.5], [2], [1], [3], [0.2]])
    square = np.array([[1.0, 0.2, 0.1], [0.1, 4.0, 0.3], [0.5, 1.0, -1.5]])
    turned = np.radians([0, 20, 35, 40, 80, 180, 190, 227, 245])
    sizes = [2, 5, 2, 0.2, 2, 1, 1, 1, 1]
    fan = (np.array([np.cos(turned), np.sin(turned)]) * sizes).T
    pairs = np.array
    return [
        Case((hot, pairs([[0, 1]]), pairs([[0, 2]])), "one opposite, one synonym"),
        Case((hot, pairs([[0, 1]]), pairs([[0, 2], [0, 3]])), "two synonyms of one word"),
        Case((hot, pairs([[1, 0]]), pairs([[2, 0], [3, 0]])), "the word stands second"),
        Case((nine, pairs([[0, 1], [2, 3], [4, 5]]), pairs([[2, 6], [7, 3], [0, 8], [5, 6]])),
             "nine words, four numbers each"),
        Case((nine, pairs([[8, 1], [3, 2]]), pairs([[1, 4], [5, 8], [2, 7], [6, 3], [0, 7]])),
             "words without an opposite"),
        Case((seven, pairs([[6, 1], [0, 3], [2, 4]]), pairs([[1, 5], [3, 5], [4, 6], [0, 2]])),
             "long and short vectors"),
        Case((square, pairs([[0, 1]]), pairs([[1, 2]])), "three words"),
        Case((fan, pairs([[0, 2], [0, 1], [5, 6]]), pairs([[0, 4], [3, 0], [5, 8]])),
             "two of each for one word, the best opposite last"),
        Case((fan, pairs([[0, 1], [0, 2], [5, 6]]), pairs([[0, 4], [0, 3], [5, 7]])),
             "two of each for one word, the best ones first"),
        Case((fan, pairs([[1, 0], [0, 2], [5, 6]]), pairs([[3, 0], [0, 4], [7, 5]])),
             "two of each for one word, the best synonym last"),
        Case((pairs([[3, 1], [9, 2], [1, 3], [-2, 1], [10, 1]]), pairs([[0, 2], [1, 3]]),
              pairs([[0, 4], [1, 2], [3, 4]])), "whole numbers", integers=True),
    ]


def loop(E, opposites, synonyms):
    best, found = -9.0, None
    for w, a in [*opposites, *opposites[:, ::-1]]:
        for v, s in [*synonyms, *synonyms[:, ::-1]]:
            if v != w:
                continue
            sizes = [np.sqrt(sum(float(x) ** 2 for x in E[i])) for i in (w, a, s)]
            near = E[w] @ E[a] / sizes[0] / sizes[1] - E[w] @ E[s] / sizes[0] / sizes[2]
            if near > best:
                best, found = near, [int(w), int(a), int(s)]
    return found


def by_lists(E, opposites, synonyms):
    unit = [row / np.sqrt(row @ row) for row in np.asarray(E, float)]
    others = {}
    for v, s in np.vstack([synonyms, np.fliplr(synonyms)]).tolist():
        others.setdefault(v, []).append(s)
    gaps = [(unit[w] @ unit[a] - unit[w] @ unit[s], w, a, s)
            for w, a in np.vstack([opposites, np.fliplr(opposites)]).tolist()
            for s in others.get(w, [])]
    return tuple(sorted(gaps)[-1][1:])


def one_each(pairs, last=True, in_pairs=False):
    """One partner for each word, the last or the first: both directions, one after the other."""
    both = np.stack([pairs, pairs[:, ::-1]], in_pairs).reshape(-1, 2).tolist()
    return np.array(list(dict(both if last else both[::-1]).items()))


def with_synonym(p, q, c, choose):
    """Each opposite with one synonym of the word, of those the nearest (max) or farthest (min)."""
    return [(w, a, choose(q[q[:, 0] == w, 1], key=lambda s, w=w: c[w, s]))
            for w, a in p if w in q[:, 0]]


BANK = """
nearer_opposite(E, opposites, synonyms)
    A = np.asarray(E, float)                               # the table
    l = np.linalg.norm(A, axis=1)                          # the lengths
    c = A @ A.T / (l[:, None] * l)                         # the cosines
    p = np.concatenate([opposites, opposites[:, ::-1]])    # the opposites, both ways
    q = np.concatenate([synonyms, synonyms[:, ::-1]])      # the synonyms, both ways
    t = [(w, a, s) for w, a in p for v, s in q if v == w]  # the triples
    g = np.array([c[w, a] - c[w, s] for w, a, s in t])     # by how much the opposite is nearer
    i = np.argmax(g)                                       # the best triple
    o = np.array(t[i])                                     # its three rows

shown: l, c, g
right: c = (A / l[:, None]) @ (A / l[:, None]).T
right: t = [(w, a, s) for v, s in q for w, a in p if v == w]
right: g = np.array([(A[a] / l[a] - A[s] / l[s]) @ A[w] / l[w] for w, a, s in t])

neighbour-formula/dot-product: you use the dot product, so the lengths count as well. Divide by both
        lengths.
    c = A @ A.T
axis/columns: the columns of the table are scaled to length 1 instead of the rows. Take one length
        per word: axis=1, keepdims=True.
    c = (A / np.linalg.norm(A, axis=0)) @ (A / np.linalg.norm(A, axis=0)).T
neighbour-formula/distance: a distance is used. The cosine compares directions: divide the dot
        product by both lengths.
    c = -np.linalg.norm(A[:, None] - A, axis=2)
sign/farthest: the triple with the smallest gap is returned. Take the largest gap, opposite minus
        synonym.
    i = np.argmin(g)
omitted-term/no-synonym: the synonym's cosine is ignored. The gap is the opposite's cosine minus the
        synonym's.
    g = np.array([c[w, a] for w, a, s in t])
omitted-term/no-opposite: the opposite's cosine is ignored. The gap is the opposite's cosine minus
        the synonym's.
    g = np.array([-c[w, s] for w, a, s in t])
neighbour-formula/synonym-and-opposite: a cosine between opposite and synonym is used. Use only
        cosines with the word itself.
    g = np.array([c[a, s] for w, a, s in t]) || np.array([-c[a, s] for w, a, s in t])
    g = np.array([c[w, a] - c[a, s] for w, a, s in t]) || np.array([c[a, s] - c[w, s] for w, a, s in
        t])
neighbour-formula/nearest-synonym: not every synonym is compared by itself. The triple may contain
        any of a word's synonyms: the farthest makes the widest gap.
    t = with_synonym(p, q, c, max)
    g = np.array([c[w, a] - np.mean([c[w, s] for v, s in q if v == w]) for w, a, _ in t])
    t = with_synonym(p, q, c, f) && g = np.array([c[w, a] - np.mean([c[w, s] for v, s in q if v ==
        w]) for w, a, _ in t]) && f = min || max
duplicates/one-partner: only one of a word's several partners is kept. A dict with the word as its
        key keeps one, and .index finds the first: keep a list per word, or try all pairs.
    p = one_each(opposites, last, both) && last = 0 || 1 && both = 0 || 1
    q = one_each(synonyms, last, both) && last = 0 || 1 && both = 0 || 1
    p = one_each(opposites, last, both) && q = one_each(synonyms, last, both) && last = 0 || 1 &&
        both = 0 || 1
omitted-term/one-way: pairs are read only one way. Read each both ways: the second word has the
        first as its opposite, or as its synonym, too.
    p = opposites || q = synonyms
    p = opposites && q = synonyms
    p = opposites[:, ::-1] || q = synonyms[:, ::-1]
    p = opposites && q = synonyms && i = np.argmax(g) if t else 0 && o = np.array(t[i]) if t else
        start && start = None || (0, 0, 0)
    o = np.array(t[i]) if t else start && i = np.argmax(g) if t else 0 && start = None || (0, 0, 0)
        && p = opposites || q = synonyms
convention/size-of-the-gap: the size of the gap is used, whichever is nearer. Keep its sign: the
        opposite minus the synonym.
    g = np.abs(g)
neighbour-formula/added: the two cosines are added. The gap is their difference.
    g = np.array([c[w, a] + c[w, s] for w, a, s in t])
neighbour-formula/ratio: the two cosines are divided. The gap is their difference.
    g = np.array([c[w, a] / c[w, s] for w, a, s in t])
convention/other-order: the three rows come in a different order. Return word, opposite, synonym.
    o = np.array([t[i][0], t[i][2], t[i][1]]) || np.array([t[i][1], t[i][0], t[i][2]])
missing-return/gap: the gap is returned. Return the three rows it belongs to.
    o = g.max()
missing-return/place: the number of the triple is returned. Return its three rows.
    o = i
"""

EXERCISE = Exercise(
    id="nearer_opposite", title="Find an opposite nearer than a synonym", notebook="06",
    number="6.7", signature="nearer_opposite(E, opposites, synonyms)",
    lecture=("MAY24-1.4f", "MAY25-1.4f"), minutes=10, difficulty=2,
    reference=nearer_opposite, cases=cases, shapes="V e, p 2, q 2", bank=BANK,
    hints=("For one word with one opposite and one synonym: which two cosines do you compare?",
           "List all triples (word, opposite, synonym) first; each pair can be read both ways.",
           "the triple with the largest cos(word, opposite) − cos(word, synonym)"),
    formula="the triple with the largest cos(word, opposite) − cos(word, synonym)",
    variation="print the ten best triples: how many of the synonyms would you call synonyms?",
    right=(loop, by_lists), awkward=loop,
    heads=("nearer_opposite([[1, 0], [3, 4], [0, 1]], [[0, 1], [2, 1]], [[0, 2]])",
           "nearer_opposite([[3, 4], [2, 0], [0, 1]], [[0, 1], [0, 2]], [[0, 1]])",
           "nearer_opposite([[2], [1], [-1]], [[0, 1]], [[0, 2]])",
           "nearer_opposite([[2], [1], [3], [-1]], [[0, 1]], [[0, 3], [0, 2]])",
           "nearer_opposite([[2], [1], [3], [-1]], [[0, 1]], [[0, 2], [0, 3]])",
           "nearer_opposite([[3, 4], [2, 0], [0, 1]], [[0, 2], [0, 1]], [[0, 1]])"),
)
