"""0.4 momentum_weights: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils.maths import descent
from misstep import Case, Exercise


def cases():
    def case(etas, lam, name, **options):
        return Case((np.array(etas), lam), name, sizes={"t": len(etas)}, **options)

    return [
        case([0.1, 0.05], 0.9, "two steps, the second half as long"),
        case([0.4, 0.2, 0.1], 0.5, "three steps"),
        case([0.1, 0.1, 0.1, 0.1], 0.9, "four steps of one size"),
        case([0.3, 0.1, 0.25, 0.5, 0.2], 0.8, "five steps"),
        case([0.3], 0.9, "a single step"),
        case([0.2, 0.3, 0.4], 0.0, "nothing is kept"),
        case([0.2, 0.3, 0.4, 0.6], 1.0, "all is kept"),
        case([0.05, 0.5, 0.01, 2.0, 0.1, 0.4], 0.25, "six steps"),
        case([2.0, 1.0, 3.0], 0.5, "sizes without digits"),
    ]


def by_running(etas, lam):
    """The rule itself, on gradients of which one is 1."""
    rows = []
    for i in range(len(etas)):
        g = 0.0
        for j, eta in enumerate(etas):
            g = eta * (i == j) + lam * g
        rows.append(g)
    return rows


def from_the_last(etas, lam):
    kept = np.cumprod([1.0] + [lam] * (len(etas) - 1))
    return (np.array(etas)[::-1] * kept)[::-1]


def by_a_loop(etas, lam):
    t = len(etas)
    return [float(lam) ** (t - 1 - i) * float(etas[i]) for i in range(t)]


RIGHT = (by_running, from_the_last, by_a_loop,
         lambda etas, lam: etas * np.power(float(lam), np.arange(len(etas) - 1, -1, -1)))

BANK = """
momentum_weights(etas, lam)
    e = np.array(etas, float)            # the step sizes
    a = len(e) - 1 - np.arange(len(e))   # the ages
    k = float(lam) ** a                  # the kept parts
    o = k * e                            # the weights

shown: a, k
right: k = np.exp(np.log(lam) * a) if lam > 0 else (a == 0) * 1.0

convention/newest-rate: every gradient gets the newest step size, as on the slide. Each one came
        with its own.
    o = k * e[-1]
convention/first-rate: every gradient gets the first step size. Each one came with its own.
    o = k * e[0]
neighbour-formula/mean-rate: every gradient gets the mean of the step sizes. Each one came with its
        own.
    o = k * e.mean()
neighbour-formula/rates-reversed: the step sizes are in reverse order, so the first gradient gets
        the last of them. Each one came with its own.
    o = k * e[::-1]
convention/oldest-first: the powers of lam are in reverse order, so the oldest gradient is not
        shrunk. Which one has been multiplied by lam most often?
    a = np.arange(len(e))
off-by-one/one-too-many: there is one factor of lam too many. The newest gradient must not be
        shrunk.
    a = len(e) - np.arange(len(e))
off-by-one/one-too-few: older gradients lack a factor of lam. One step later, a gradient has already
        met lam once.
    a = np.maximum(len(e) - 2 - np.arange(len(e)), 0)
neighbour-formula/not-a-power: the part that is kept is not a power of lam. Each step multiplies it
        by lam once more.
    k = np.where(a > 0, lam, 1.0)
    k = np.where(a > 0, lam * a, 1.0)
    k = np.maximum(1 - (1 - lam) * a, 0)
omitted-term/no-rate: the step sizes are missing. Gradient i enters as eta_i times the gradient.
    o = k
omitted-term/nothing-kept: only the newest gradient has a weight. g also contains the step before
        it.
    o = e * (a == 0)
omitted-term/two-steps: the oldest gradients have no weight. Each step contains the one before it,
        and so every earlier one.
    o = k * e * (a <= 1)
    o = k * e * (a <= 2)
omitted-term/nothing-forgotten: lam has no effect. Each step keeps lam times the one before it.
    k = 1.0
neighbour-formula/running-mean: you compute a running mean, where the new gradient counts 1 − lam.
        Here it counts in full.
    o = (1 - lam) * k * e
    o = np.where(a < len(e) - 1, 1 - lam, 1) * k * e
neighbour-formula/kept-rates: the step sizes are multiplied with one another. Each gradient is
        multiplied by its own step size once, and by lam after that.
    o = k * np.cumprod(e)
    o = k * np.cumprod(e[::-1])[::-1]
neighbour-formula/summed: you return running sums. Entry i is the weight of one gradient.
    o = np.cumsum(k * e)
    o = np.cumsum((k * e)[::-1])[::-1]
neighbour-formula/steps-so-far: you return the size of the step after each gradient. The task asks
        for the weight of every gradient in the last step.
    o = np.array([float(lam) ** np.arange(i, -1, -1) @ e[:i + 1] for i in range(len(e))])
sign/step: the step's minus sign has ended up in the weights. In the formula it is in front of the
        sum.
    o = -k * e
shape/total: you return one number. There is a weight for each gradient.
    o = (k * e).sum()
    o = (k * e)[0]
factor/root: the part that is kept after n more steps is not lam to the power n. Each of them
        multiplies by lam once.
    k = float(lam) ** (2 * a) || np.exp(-lam * a) || float(lam) ** (a / 2)
"""

EXERCISE = Exercise(
    id="momentum_weights", title="Unroll what a step remembers", notebook="00", number="0.4",
    signature="momentum_weights(etas, lam)", lecture=("ALICE-2.3.2",), minutes=8, difficulty=2,
    reference=descent.momentum_weights, cases=cases, bank=BANK,
    hints=("Write g₁, g₂ and g₃ one below the other, with the gradients as letters. What has "
           "happened to the first gradient in g₃?",
           "Every step multiplies all that was there by lam; then the new gradient comes with its "
           "own step size.",
           "w[i] = lam to the number of steps since then, times etas[i]; 0⁰ = 1"),
    formula="w_i = λ^(t − i) η_i for i = 1 … t",
    variation="what do the weights add up to for one step size and very many steps?",
    right=RIGHT, awkward=by_a_loop,
    heads=("momentum_weights([2, 3], 0)", "momentum_weights([2, 1, 3], 0.5)"),
)
