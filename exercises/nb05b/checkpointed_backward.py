"""5b.3 checkpointed_backward: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils.maths import automatic
from misstep import Case, Exercise


def cases():
    def case(blocks, x, stored, name):
        return Case((blocks, x, set(stored)), name, sizes={"l": len(blocks)})

    D = (lambda h: 2.0 * h, lambda h: 2.0)
    S = (lambda h: h * h / 2 + 0.25, lambda h: h)
    B = (lambda h: np.sin(h) + h, lambda h: np.cos(h) + 1.0)
    M = (lambda h: h - 1, lambda h: 1.0)
    four = [S, B, D, S]
    return [
        case([D], 3.0, (), "one block that doubles"),
        case([D, M], 3.0, (1,), "doubled, then 1 less"),
        case([D, D, M], 1.5, (1, 2), "three blocks, all kept"),
        case([S], 0.75, (), "one block, nothing kept"),
        case([S, D], 0.75, (1,), "two blocks, the first kept"),
        case(four, 0.5, (1, 2, 3, 4), "four blocks, all kept"),
        case(four, 0.5, (1, 2, 4), "four blocks, 3 not kept"),
        case(four, 0.5, (4,), "four blocks, the last kept"),
        case(four, 0.5, (1,), "four blocks, the first kept"),
        case([B, S, D, S, B, S, B], 0.25, (3, 6), "seven blocks, every third kept"),
        case([S, B, D, B, S, B], 0.25, (), "six blocks, nothing kept"),
        case([B, D, S, B, B, S, D, S, B, S], 0.125, (5, 10), "ten blocks, every fifth kept"),
        case([S, S, B, D, S], 1, (2, 3), "a whole number as the input"),
        case([M, D], 1.0, (1,), "a kept value of 0"),
    ]


def by_stretches(blocks, x, stored):
    """One stretch between two checkpoints after the other, from the back."""
    ends = sorted({0, len(blocks), *stored})
    kept, h, runs = {0: x}, x, 0
    for i, (f, _) in enumerate(blocks, 1):
        h, runs = f(h), runs + 1
        if i in ends:
            kept[i] = h
    d_x = 1.0
    for start, end in reversed(list(zip(ends[:-1], ends[1:], strict=True))):
        stretch = [kept[start]]
        for f, _ in blocks[start:end - 1]:
            stretch.append(f(stretch[-1]))
            runs += 1
        for (_, slope), u in zip(blocks[start:end], stretch, strict=True):
            d_x *= slope(u)
    return h, d_x, runs


def counted(blocks, x, stored):
    """All values from one run; the runs by counting what is missing."""
    hs = [x]
    for f, _ in blocks:
        hs.append(f(hs[-1]))
    slopes = [slope(u) for (_, slope), u in zip(blocks, hs, strict=False)]
    missing = [i for i in range(1, len(blocks)) if i not in stored]
    return [hs[-1], np.prod(slopes), len(blocks) + len(missing)]


RIGHT = (by_stretches, counted)

BANK = """
checkpointed_backward(blocks, x, stored)
    q = len(blocks)                      # the number of blocks
    c = []                               # the runs so far
    R = lambda i, u: c.append(i) or blocks[i - 1][0](u)  # one run of block i
    k = {0: x}                           # the values kept
    y = x                                # the output
    do_forward: for i in range(1, q + 1): y = R(i, y); k |= {i: y} if i in stored else {}
    V = lambda i: k[i] if i in k else k.setdefault(i, R(i, V(i - 1)))  # a value, run again if need
        be
    d = 1.0                              # the adjoint
    do_back: for i in range(q, 0, -1): d = d * blocks[i - 1][1](V(i - 1)); k.pop(i, None)
    r = len(c)                           # the number of runs
    o = (y, d, r)

shown: y
right: r = q + len(set(range(1, q)) - stored)
right: o = [y, np.float64(d), float(r)] || (y, math.prod(b[1](V(i)) for i, b in enumerate(blocks)),
        r)

omitted-term/not-run-again: a value that was not kept is read, which raises an error. Where it is
        missing, run the blocks again from the nearest value kept before it.
    V = lambda i: k[i]
neighbour-formula/nearest-kept: the slope is taken at the nearest kept value instead of the missing
        one. Run the blocks again from there, up to the value before the block.
    V = lambda i: k[max(j for j in k if j <= i)]
    V = lambda i: k[max(j for j in k if j <= i)] && r = q + len(set(range(1, q)) - stored)
off-by-one/stretch-too-long: there is one run too many for each stretch that is run again. The end
        of a stretch is either kept or the result: stop one block before it.
    r = len(c) + len([i for i in {*stored, q} if i and i - 1 not in {0, *stored}])
factor/every-block-twice: there are twice as many runs as blocks, whatever is in stored. A value
        that is kept is not recomputed, and neither is the output.
    r = 2 * q
factor/stretch-counted-once: a stretch that is run again counts as one run, however many blocks it
        has. Count every call of an f.
    r = q + len([i for i in {*stored, q} if i and i - 1 not in {0, *stored}])
factor/too-many-by-l: there are l runs too many, one for each block. Only calls of an f count, not
        those of a slope, and each value is made once on the way forward.
    r = len(c) + q
neighbour-formula/start-with-output: the sweep starts with the output. dy/dy is 1.
    d = y
omitted-term/start: d_x is 0. The adjoint starts with 1, and each slope multiplies it.
    d = 0.0
neighbour-formula/not-kept: recomputed values are recomputed again later. Keep them until the sweep
        has passed: then each is recomputed once.
    V = lambda i: k[i] if i in k else R(i, V(i - 1))
neighbour-formula/from-the-input: each missing value is recomputed from the input. Begin at the
        nearest value kept before it.
    V = lambda i: k[i] if i in k else [u := x, *[u := R(j, u) for j in range(1, i + 1)]][-1]
neighbour-formula/all-from-the-input: each value is recomputed from the input, whether it is kept or
        not. Begin at the nearest value kept before it.
    V = lambda i: [u := x, *[u := R(j, u) for j in range(1, i + 1)]][-1]
neighbour-formula/zero-not-kept: a kept value of 0 is treated as missing. Check whether its number
        is there: i in kept.
    V = lambda i: k[i] if i == 0 or k.get(i) else k.update({i: R(i, V(i - 1))}) or k[i]
off-by-one/slope-at-output: slopes are taken at the outputs of the blocks. Block i's slope is taken
        at the block's input.
    do_back: for i in range(q, 0, -1): d = d * blocks[i - 1][1](V(i))
    do_back: h = [x]; [h.append(f(h[-1])) for f, g in blocks]; d = math.prod(b[1](u) for b, u in
        zip(blocks, h[1:])); r = q + len(set(range(1, q)) - stored)
ignored-argument/all-kept: there are as many runs as blocks, as if everything were kept. A value
        before the output that is not in stored is recomputed: count that as well.
    do_forward: for i in range(1, q + 1): y = R(i, y); k |= {i: y}
    r = q
ignored-argument/nothing-kept: there are as many runs as if nothing were kept, whatever is in
        stored. Keep the outputs whose numbers are in it.
    do_forward: for i in range(1, q + 1): y = R(i, y)
off-by-one/from-zero: the number of runs is what you get by counting the blocks from 0. In stored
        the first block is number 1.
    do_forward: for i in range(1, q + 1): y = R(i, y); k |= {i: y} if i - 1 in stored else {}
off-by-one/last-run-again: the last output counts as missing. It is the result: nothing needs it in
        the backward pass.
    r = q + len(set(range(1, q + 1)) - stored)
omitted-term/forward-pass: the runs of the forward pass are not counted. Count every call of an f.
    r = len(c) - q
omitted-term/runs-again: checkpoints are counted as runs. Count the values that are not kept: those
        are run again.
    r = len(stored)
    r = q + len(stored)
omitted-term/last-slope: the last block's slope is missing. Each block passes the adjoint on.
    do_back: for i in range(q - 1, 0, -1): d = d * blocks[i - 1][1](V(i - 1))
omitted-term/first-slope: the first block's slope is missing. Each block passes the adjoint on.
    do_back: for i in range(q, 1, -1): d = d * blocks[i - 1][1](V(i - 1))
neighbour-formula/slopes-added: the slopes are added. Along a chain they are multiplied.
    do_back: d = sum(blocks[i - 1][1](V(i - 1)) for i in range(q, 0, -1))
neighbour-formula/block-for-slope: the block is applied instead of its slope. A pair is (f, slope).
    do_back: for i in range(q, 0, -1): d = d * blocks[i - 1][0](V(i - 1))
convention/order: the results come in a different order. Return output, slope, runs.
    o = (d, y, r) || (r, y, d) || (y, r, d)
missing-return/runs: the runs are missing. Return three numbers.
    o = (y, d)
missing-return/slope-only: only the slope is returned. Return three numbers.
    o = d
"""

EXERCISE = Exercise(
    id="checkpointed_backward", title="Go back with checkpoints", notebook="05b", number="5b.3",
    signature="checkpointed_backward(blocks, x, stored)", lecture=("ALICE-6.3d",), minutes=15,
    difficulty=3, reference=automatic.checkpointed_backward, cases=cases, bank=BANK, derived=True,
    parts=("y", "d_x", "runs"),
    hints=("Take the four blocks of the figure. Which value does the sweep need at block 4, at "
           "block 3, at block 2?",
           "A dict of kept values that begins with {0: x}. On the way back block i needs value "
           "i − 1; if it is not there, go to the nearest one that is, and run forward from it.",
           "d_x = product of slope_i(h_(i−1)), i = l, ..., 1; runs = l + how many of h_1, ..., "
           "h_(l−1) are not stored"),
    formula="d ← d · slope_i(h_(i−1)), i = l, …, 1;  runs = l + the number of values run again",
    variation="count how many values you hold at most. For which `stored` is that least?",
    right=RIGHT, awkward=lambda *args: np.array(by_stretches(*args), dtype=np.float64),
    heads=("checkpointed_backward([(lambda x: x ** 2, lambda x: 2 * x), (lambda x: 3 * x, "
           "lambda x: 3)], 2, {1})",
           "checkpointed_backward([(lambda x: x ** 2, lambda x: 2 * x), (lambda x: x ** 2, "
           "lambda x: 2 * x)], 3, set())"),
)
