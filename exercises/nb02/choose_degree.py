"""2.5 choose_degree: its cases, right answers in other styles, hints, and what students write."""

import statistics

import numpy as np

from misstep import Case, Exercise


def choose_degree(degrees, training, validation):
    """The smallest degree whose mean validation error is within one standard error of the lowest.

    degrees (k,), ascending; training and validation (n, k): errors of n splits.
    Lecture CS577-featuremap-code; Breiman et al. (1984), section 3.4.3.
    """
    mean = np.mean(validation, axis=0)
    best = mean.argmin()
    room = np.std(validation[:, best], ddof=1) / np.sqrt(len(validation))
    return int(degrees[np.argmax(mean <= mean[best] + room)])


def tables(seed, degrees, n, slope, spread):
    """Errors such as splits give them, in 64ths: training falls, validation has a flat valley."""
    rng = np.random.default_rng(seed)
    k = len(degrees)
    place, valley = np.arange(k), rng.integers(1, k)
    training = 1.5 / (1 + place) + 0.25 * rng.random((n, k))
    validation = (0.5 + slope * np.abs(place - valley) + spread * rng.random((n, 1))
                  + spread * rng.random((n, k)) * rng.choice([0.5, 1, 2], k))
    return np.array(degrees), *(np.round(64 * errors) / 64 for errors in (training, validation))


SPLITS = (  # name, seed, degrees, splits, slope beside the valley, spread of the errors
    ("three splits", 334, (0, 2, 4, 6, 8), 3, 0.1, 1.0),
    ("degrees from 3 on", 65, (3, 4, 5, 6, 7), 3, 0.05, 1.0),
    ("four splits", 1190, (3, 4, 5, 6, 7), 4, 0.05, 0.5),
    ("four degrees", 104, (0, 1, 2, 3), 7, 0.2, 0.5),
    ("degrees with gaps", 391, (2, 5, 7, 9, 12, 14), 4, 0.1, 1.0),
    ("as many splits as degrees", 245, (1, 2, 3, 4, 5, 6), 6, 0.05, 1.0),
    ("degrees up to 14", 135, (2, 5, 7, 9, 12, 14), 6, 0.1, 0.5),
    ("seven splits", 247, (2, 5, 7, 9, 12, 14), 7, 0.05, 0.5),
    ("degrees up to 20", 330, (1, 3, 5, 9, 15, 20), 7, 0.05, 0.5),
    ("degrees from 0 to 6", 299, (0, 1, 2, 3, 4, 5, 6), 7, 0.1, 1.0),
    ("even degrees", 390, (0, 2, 4, 6, 8), 7, 0.1, 1.0),
    ("more splits than degrees", 58, (1, 3, 6), 8, 0.05, 0.5),
    ("the lowest degree will do", 364, (1, 2, 4, 8), 5, 0.2, 1.0),
    ("only the highest degree will do", 143, (2, 5, 7, 9, 12, 14), 7, 0.05, 0.5),
)


def cases():
    """In none of them it matters whether the variance is taken with n or with n - 1."""
    two = np.array([[0.6875, 0.5, 0.625], [0.875, 0.75, 0.875]])
    hill = np.array([[1.0, 2.0, 0.5, 1.5], [1.25, 1.75, 1.375, 1.75],
                     [0.75, 2.25, 0.5, 1.25], [1.0, 2.0, 1.375, 1.5]])
    whole = np.array([[9, 4, 5, 8], [7, 5, 3, 6], [8, 2, 5, 9]])
    return [
        Case((np.array([1, 2]), np.array([[1.0, 0.5], [1.0, 0.5]]),
              np.array([[1.5, 0.5], [1.25, 1.75]])), "two splits of two degrees"),
        Case((np.array([1, 2, 3]), np.array([[1.0, 0.5, 0.25], [1.25, 0.5, 0.25]]), two),
             "two splits of three degrees"),
        *(Case(tables(*how), name) for name, *how in SPLITS),
        Case((np.array([1, 3, 4, 6]), hill[:, [0, 3, 2, 2]] / [4, 8, 16, 32], hill),
             "a smaller degree that will do, behind one that will not"),
        Case((np.array([1, 2]), np.array([[1.5, 0.5], [1.5, 0.5]]),
              np.array([[2.0, 1.0], [2.0, 1.0]])), "splits that agree: no room"),
        Case((np.array([1, 2]), np.array([[1.0, 0.5], [1.25, 0.75]]),
              np.array([[1.0, 2.0], [1.5, 3.0]])), "the best degree stands first"),
        Case((np.array([2, 4, 6, 8]), whole // 2, whole), "whole numbers", integers=True),
    ]


def by_a_walk(degrees, training, validation):
    columns = [[float(row[j]) for row in validation] for j in range(len(degrees))]
    best = min(columns, key=statistics.mean)
    limit = statistics.mean(best) + statistics.stdev(best) / len(best) ** 0.5
    return next(d for d, c in zip(degrees, columns, strict=True) if statistics.mean(c) <= limit)


def from_the_best_down(degrees, training, validation):
    mean = validation.sum(axis=0) / len(validation)
    best = int(np.argsort(mean, kind="stable")[0])
    room = np.sqrt(np.var(validation[:, best], ddof=1) / len(validation))
    return min(int(degrees[j]) for j in range(best + 1) if mean[j] - mean[best] <= room)


RIGHT = (
    by_a_walk, from_the_best_down,
    lambda d, training, v: d[v.mean(0) - v.mean(0).min()
                             <= v[:, v.mean(0).argmin()].std() / np.sqrt(len(v))].min(),
    lambda d, training, v: np.int64(choose_degree(d, None, np.float32(v))),
)

BANK = """
choose_degree(degrees, training, validation)
    d = np.asarray(degrees)                       # the degrees
    v = np.asarray(validation, float)             # the errors that choose
    n = len(v)                                    # the number of splits
    m = v.mean(axis=0)                            # the mean error of each degree
    i = m.argmin()                                # the place of the lowest mean
    s = v[:, i].std(ddof=1) / np.sqrt(n)          # the standard error of the lowest mean
    t = m[i] + s                                  # the limit
    k = np.flatnonzero(m <= t)                    # the places below the limit
    o = int(d[k[0]])                              # the smallest of these degrees

shown: m, i, s, t
same: s = v[:, i].std() / np.sqrt(n)
right: o = np.sort(d[m <= t])[0]

neighbour-formula/training-errors: you let the training errors choose. They fall with every degree,
        whatever the curve does between the points: use the points that were held out.
    v = np.asarray(training, float)
    v = np.asarray(training, float) && s = 0
neighbour-formula/lowest-mean: you take the lowest mean, however small its lead. Means of a few
        splits are uncertain: take the smallest degree within one standard error.
    k = np.array([i])
sign/outside: you return a degree whose mean error is above the limit. The degrees that cannot be
        distinguished from the best are at or below it.
    k = np.flatnonzero(m > t) || np.append(np.flatnonzero(m > t), 0)
sign/room-subtracted: you subtract the standard error. It is room above the lowest mean.
    t = m[i] - s && k = np.append(np.flatnonzero(m <= t), 0)
neighbour-formula/highest: you return the highest degree within the limit. The task asks for the
        smallest of the degrees that cannot be distinguished.
    o = int(d[k[-1]])
off-by-one/strictly-below: you leave out a degree exactly at the limit. Allow at most one standard
        error, ≤: where all splits agree, the best degree is at the limit itself.
    k = np.append(np.flatnonzero(m < t), 0) || np.flatnonzero(m < t)
off-by-one/best-left-out: you look only at the degrees below the best one. The best one counts: if
        none below it is within the limit, it is the answer.
    o = int(d[np.argmax(m[:i] <= t)])
off-by-one/place: you return the position of a column. Return the entry of degrees at that position.
    o = int(k[0]) || int(k[0]) + 1
off-by-one/place-of-lowest: you return the position of the column with the lowest mean. Return the
        entry of degrees, and leave room for one standard error.
    o = int(i)
factor/standard-deviation: your room is one standard deviation of the splits. The standard error of
        their mean is √n times smaller.
    s = v[:, i].std(ddof=1) || v[:, i].std()
factor/variance: your room is made from a variance. The standard error is a root: the deviation over
        √n.
    s = v[:, i].var(ddof=1) / n || v[:, i].var(ddof=1) || v[:, i].var() / n || v[:, i].var()
    s = v[:, i].var(ddof=1) / np.sqrt(n) || v[:, i].var() / np.sqrt(n)
factor/by-n: you divide the standard deviation by n. The standard error divides by √n.
    s = v[:, i].std(ddof=1) / n || v[:, i].std() / n
factor/by-root-n-minus-1: you divide the deviation, which already has n − 1 in it, by √(n − 1)
        again. The standard error divides it by √n.
    s = v[:, i].std(ddof=1) / np.sqrt(n - 1)
axis/root-of-degrees: you divide the deviation by the root of the number of degrees. The mean is one
        of n splits: divide by √n.
    s = v[:, i].std(ddof=1) / np.sqrt(len(d)) || v[:, i].std() / np.sqrt(len(d))
factor/two-standard-errors: your room is more than one standard error. The task asks for one.
    s = 2 * s || 1.96 * s || 2 * v[:, i].std() / np.sqrt(n) || 1.96 * v[:, i].std() / np.sqrt(n)
neighbour-formula/gap: the gap between training and validation error decides. A line that misses all
        points alike has no gap: the validation error itself has to be small.
    v = np.abs(v - training)
    v = np.abs(v - training) && s = 0
    m = np.abs(np.mean(v - training, axis=0)) || np.mean(v - training, axis=0) && s = 0
neighbour-formula/both-errors: the training and validation errors choose together. The training
        error only says how well the curve fits its own points: leave it out.
    v = (v + training) / 2
    v = (v + training) / 2 && s = 0
    v = np.concatenate([training, validation])
neighbour-formula/standard-error-of-all: you take the standard error over the whole table. Take it
        over the column with the lowest mean.
    s = v.std(ddof=1) / np.sqrt(n) || v.std(ddof=1) / np.sqrt(v.size)
    s = v.std() / np.sqrt(n) || v.std() / np.sqrt(v.size)
neighbour-formula/own-standard-error: you give each degree room by its own standard error. The room
        is that of the best degree, the same for all.
    k = np.flatnonzero(m - v.std(axis=0, ddof=1) / np.sqrt(n) <= m[i])
    k = np.flatnonzero(m - v.std(axis=0) / np.sqrt(n) <= m[i])
neighbour-formula/spread-of-means: you take the room from the spread of the means over the degrees.
        The column of the best mean shows how uncertain it is.
    s = m.std(ddof=1) || m.std(ddof=1) / np.sqrt(len(m)) || m.std() || m.std() / np.sqrt(len(m))
    s = m.std(ddof=1) / np.sqrt(n) || m.std() / np.sqrt(n)
neighbour-formula/room-by-percent: your room is a share of the lowest mean. The spread of its column
        shows how uncertain it is.
    s = 0.05 * m[i] || 0.1 * m[i]
axis/over-degrees: your means run over the degrees. A column has the errors of one degree: axis=0.
    m = v.mean(axis=1) && i = min(m.argmin(), len(d) - 1) && k = np.flatnonzero(m <= t)[:1] % len(d)
    m = v.mean(axis=1) && i = min(m.argmin(), len(d) - 1) && k = np.array([i])
neighbour-formula/neighbours-only: your search goes down from the best degree and stops at the first
        one beyond the limit. A smaller degree further down may be within it: look at all of them.
    k = np.append(-1, np.flatnonzero(m[:i] > t))[-1:] + 1
ignored-argument/one-split: only one split decides. All n of them count: take means.
    m = v[0] || v[-1]
    m = v[0] || v[-1] && s = 0
neighbour-formula/lowest-entry: the lowest error of each degree decides, which is the luck of one
        split. Take the mean over the splits.
    m = v.min(axis=0)
    m = v.min(axis=0) && s = 0
neighbour-formula/worst-split: the worst split decides. Take the mean over the splits.
    m = v.max(axis=0)
    m = v.max(axis=0) && s = 0
neighbour-formula/wins: you return the degree that is best in most splits. The rule compares means.
    k = np.array([np.bincount(v.argmin(axis=1), minlength=len(d)).argmax()])
neighbour-formula/median: you compare medians. The rule compares means, and its room is the standard
        error of a mean.
    m = np.median(v, axis=0)
    m = np.median(v, axis=0) && s = 0
neighbour-formula/steadiest: you return the degree whose errors vary least. A curve can be wrong
        steadily: compare means.
    m = v.std(axis=0) && k = np.array([i])
neighbour-formula/first-rise: your search stops where the mean rises for the first time. A lower
        mean may follow a rise: look at all degrees.
    k = np.append(np.flatnonzero(np.diff(m) > 0), len(m) - 1)
sign/highest-mean: you take the highest mean for the best. The best is the lowest.
    i = m.argmax() && k = np.array([i])
ignored-argument/first-or-last: you return the degree at a fixed position, whatever the errors are.
        The tables decide.
    o = int(d[0]) || int(d[-1]) || int(d[len(d) // 2])
missing-return/error: you return a number made from errors instead of a degree. Return an entry of
        degrees.
    o = m[i] || t || m[k[0]] || s
missing-return/several: you return several degrees. Return one number.
    o = d[k] || d[v.argmin(axis=1)]
shape/mean-too: you return a second result. Return only the degree.
    o = (int(d[k[0]]), m[k[0]])
convention/yes-or-no: you return True or False for each degree. Return the smallest degree that has
        True.
    o = m <= t
"""

EXERCISE = Exercise(
    id="choose_degree", title="Choose a degree honestly", notebook="02", number="2.5",
    signature="choose_degree(degrees, training, validation)", lecture=("CS577-featuremap-code",),
    minutes=10, difficulty=2, reference=choose_degree, cases=cases, shapes="k, n k", bank=BANK,
    hints=("Which of the two tables can say no to a high degree?",
           "For each degree the mean over the splits; then the standard deviation of the best "
           "column over √n. Which degrees lie within that of the lowest mean?",
           "mean = validation.mean(axis=0); best = mean.argmin(); limit = mean[best] + "
           "validation[:, best].std() / √n; the first degree with mean ≤ limit"),
    formula="smallest p with mean_p ≤ mean_best + s_best / √n",
    variation="two standard errors, or none. On the forty points of this notebook, what changes?",
    right=RIGHT, awkward=lambda d, training, v: np.array(choose_degree(d, training, v), np.int16),
    heads=("choose_degree([1, 2], [[3, 1], [3, 1]], [[2, 1], [3, 3]])",
           "choose_degree([3, 5], [[2, 1], [2, 1]], [[1, 4], [1, 5]])",
           "choose_degree([0, 3], [[1, 2], [1.5, 4]], [[1, 1], [2, 1]])",
           "choose_degree([2, 4], [[1, 2], [1, 2]], [[4, 2], [5, 3]])",
           "choose_degree([2, 5], [[0.5, 4], [1.5, 2]], [[0.5, 4], [5, 2]])",
           "choose_degree([0, 2], [[2, 3], [4, 4]], [[2, 2], [3, 0.5]])",
           "choose_degree([2, 5], [[2, 1], [2, 1]], [[3, 1], [2, 4]])"),
)
