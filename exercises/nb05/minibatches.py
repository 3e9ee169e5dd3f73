"""5.8 minibatches: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from misstep import Case, Exercise


def minibatches(order, batch_size):
    """Cut a shuffled order of row numbers (t,) into minibatches; the last may be smaller.

    Lecture ALICE-5.3b. `data.minibatches` shuffles as well.
    """
    return tuple(order[start:start + batch_size] for start in range(0, len(order), batch_size))


def cases():
    def order(t, seed):
        return np.random.default_rng(seed).permutation(t)

    return [
        Case((np.array([4, 0, 5, 2, 1, 3]), 2), "six rows in twos"),
        Case((order(7, 81), 3), "seven rows in threes: a smaller last one"),
        Case((order(10, 82), 4), "ten rows in fours: a smaller last one"),
        Case((order(12, 83), 5), "twelve rows in fives: a smaller last one"),
        Case((order(9, 84), 3), "nine rows in threes"),
        Case((order(5, 85), 2), "five rows in twos: a last one of one row"),
        Case((np.array([2, 0, 1]), 1), "one row at a time"),
        Case((np.array([1, 3, 0, 2]), 4), "the whole epoch in one minibatch"),
        Case((np.array([2, 0, 1]), 5), "fewer rows than a minibatch holds"),
    ]


def loop(order, batch_size):
    out, now = [], []
    for row in order:
        now.append(int(row))
        if len(now) == batch_size:
            out.append(now)
            now = []
    return [*out, now] if now else out


BANK = """
minibatches(order, batch_size)
    rows = np.asarray(order)             # the rows
    n = batch_size                       # the size of a minibatch
    t = len(rows)                        # the number of rows
    starts = range(0, t, n)              # the starts
    o = [rows[s:s + n] for s in starts]

right: o = [list(rows[s:s + n]) for s in starts]
right: o = np.split(rows, range(n, t, n)) || tuple(rows[i * n:(i + 1) * n] for i in range(-(-t //
        n)))
right: o = [rows[np.arange(t) // n == i].tolist() for i in range((t - 1) // n + 1)]

omitted-term/last-batch: the smaller last minibatch is dropped. Every row is seen once per epoch:
        the number of minibatches is t / batch_size, rounded up.
    starts = range(0, t - n + 1, n)
omitted-term/last-of-all: the last minibatch is dropped, even a full one. Every row is seen once per
        epoch: where does the last minibatch start?
    starts = range(0, t - n, n)
omitted-term/first-batch: the first minibatch is left out. Start at 0.
    starts = range(n, t, n)
ignored-argument/order: the numbers come in ascending order, whatever `order` says. Cut `order` as
        it is.
    rows = np.arange(len(order)) || np.sort(order)
off-by-one/one-row-less: the last row of each full minibatch is missing. A slice ends before its
        stop.
    o = [rows[s:s + n - 1] for s in starts]
off-by-one/one-row-more: a minibatch also contains the first row of the next one. Slices end before
        the stop.
    o = [rows[s:s + n + 1] for s in starts]
off-by-one/starts-late: the first row of `order` is left out, and each minibatch begins one row
        late. The first row is order[0].
    o = [rows[s + 1:s + 1 + n] for s in starts]
off-by-one/first-of-each: the first row of each minibatch is left out. A slice begins with its
        start.
    o = [rows[s + 1:s + n] for s in starts]
neighbour-formula/stop-stays: the minibatches after the first are empty. A slice runs from a start
        to a stop, and the stop has to move along with the start.
    o = [rows[s:n] for s in starts]
neighbour-formula/number-of-batches: `batch_size` is taken for the number of minibatches. It is the
        number of rows in each of them.
    o = np.array_split(rows, n) || [rows[i * (t // n):(i + 1) * (t // n)] for i in range(n)] ||
        [rows[i::n] for i in range(n)]
neighbour-formula/even-split: the rows are shared out evenly. Each minibatch has batch_size rows,
        the last one gets the rest; array_split makes all of them about equal.
    o = np.array_split(rows, -(-t // n)) || np.array_split(rows, max(t // n, 1)) ||
        np.array_split(rows, t // n + 1)
neighbour-formula/strided: the rows of a minibatch are not next to each other in `order`. Cut
        consecutive slices: each begins where the previous one ends.
    o = [rows[i::-(-t // n)] for i in range(-(-t // n))]
off-by-one/empty-batch: an empty minibatch follows when the rows divide evenly. Then there are
        exactly t / batch_size minibatches.
    starts = range(0, t // n * n + 1, n) || range(0, t + 1, n)
neighbour-formula/overlap: the minibatches overlap. Start again batch_size rows later.
    starts = range(t) || range(t - n + 1) || range(max(t - n, 0)) || range(0, t, max(n - 1, 1))
duplicates/padded: the last minibatch is filled up. It may be smaller: each row occurs only once.
    o = list(np.resize(rows, -(-t // n) * n).reshape(-1, n)) || [rows[max(0, min(s, t - n)):][:n]
        for s in starts] || list(np.concatenate([rows, np.zeros(-t % n, int)]).reshape(-1, n))
missing-return/first-only: only the first minibatch is returned. Is there a `return` inside a loop?
    where needs: return-in-loop
    o = o[:1] || o[0]
missing-return/last-only: only the last minibatch is returned. Collect them: a list keeps them all.
    o = o[-1:] || o[-1]
neighbour-formula/sizes: the sizes are returned instead of the rows. Return the slices themselves.
    o = [len(part) for part in o]
neighbour-formula/empty: every minibatch is empty. The end of a slice is batch_size rows after its
        start.
    o = [rows[s:s] for s in starts]
neighbour-formula/backwards: the minibatches after the first are empty, and the first isn't cut at
        batch_size. The end of a slice is batch_size rows after its start.
    o = [rows[s:s - n] for s in starts]
neighbour-formula/growing: each minibatch contains all rows from the first one on. It should begin
        where the previous one ends.
    o = [rows[:s + n] for s in starts]
neighbour-formula/to-the-end: each minibatch contains all rows up to the last one. It should end
        after batch_size rows.
    o = [rows[s:] for s in starts]
sign/reversed: the minibatches come in reverse order. Begin with the first rows.
    o = o[::-1]
sign/rows-reversed: the rows come in reverse order. Begin with the first row.
    rows = rows[::-1]
shape/one-array: the rows are returned in one piece. Return a list of slices.
    needs: container
    o = rows || [rows]
shape/dictionary: each minibatch comes with a number. Return a list of the slices only.
    o = dict(enumerate(o)) || list(enumerate(o)) || list(zip(starts, o))
"""

EXERCISE = Exercise(
    id="minibatches", title="Cut an epoch into minibatches", notebook="05", number="5.8",
    signature="minibatches(order, batch_size)", lecture=("ALICE-5.3a", "ALICE-5.3b"),
    minutes=5, difficulty=1, reference=minibatches, cases=cases, bank=BANK,
    held={"batch_size": (2, 3, 4, 5)},
    hints=("How many minibatches does an epoch of 10 rows in fours have, and how many rows has "
           "the last?",
           "Consecutive slices; the starts are 0, batch_size, 2 batch_size, … "
           "np.array_split makes parts of about equal size: that is not asked.",
           "[order[start:start + batch_size] for start in range(0, t, batch_size)]"),
    formula="slices order[s : s + r] for s = 0, r, 2r, …: ceil(t / r) of them",
    variation="what changes if the last, smaller minibatch is thrown away in every epoch?",
    right=(loop,), awkward=loop,
    heads=("minibatches([0, 2, 1], 2)", "minibatches([1, 0], 1)", "minibatches([1, 0, 3, 2], 3)"),
)
