"""3c.3 poisson_pmf: its cases, right answers in other styles, hints, known mistakes."""

import math

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def cases():
    def case(name, k, lam, **options):
        return Case((np.array(k), lam), name, sizes={"n": len(k)}, **options)

    return [
        case("no event and one, rate 1", [0, 1], 1.0),
        case("two events where two are expected", [2], 2.0),
        case("counts 0 to 4, rate 3", [0, 1, 2, 3, 4], 3.0),
        case("the rate of the horse kicks", [0, 1, 2, 3, 4, 5], 0.61),
        case("counts in any order, one twice", [7, 2, 2, 0], 2.5),
        case("one count", [3], 0.25),
        case("a rate that is a whole number", [5, 0, 9], 4, integers=True),
        case("a small rate", [0, 1, 2], 0.001),
        case("counts near 200", [180, 200, 230], 200.0, extreme=True),
        case("counts near 1000", [940, 1000, 999, 0], 1000.0, extreme=True),
        case("a thousand events where one is expected", [1000, 1, 0], 1.0, extreme=True),
    ]


def by_lgamma(k, lam):
    return [math.exp(i * math.log(lam) - lam - math.lgamma(i + 1)) for i in k.tolist()]


def one_factor_at_a_time(k, lam):
    out = []
    for i in k:
        log_p = -lam
        for j in range(1, i + 1):
            log_p += math.log(lam / j)
        out.append(np.float32(math.exp(log_p)))
    return np.array(out)


def running_sum(k, lam):
    logs = np.concatenate([[0], np.cumsum(np.log(lam / np.arange(1, max(k) + 1)))])
    return np.exp(logs[k] - lam)


RIGHT = (by_lgamma, one_factor_at_a_time, running_sum)


def lf(k):
    """log k!, and 0 below 0."""
    return np.array([math.lgamma(max(i, 0) + 1) for i in k])


def from_zero(k, lam):
    p = [math.exp(-lam)]  # 0 for good once this underflows
    for j in range(1, int(max(k)) + 1):
        p.append(p[-1] * lam / j)
    return np.array(p)[np.asarray(k, int)]


def as_written(k, lam):
    with np.errstate(all="ignore"):
        return np.power(float(lam), k) * np.exp(-lam) / np.cumprod(
            np.maximum(np.arange(max(k) + 1.0), 1))[np.asarray(k, int)]


def whole(k):
    """k! in whole numbers of 64 bits."""
    return np.cumprod(np.maximum(np.arange(int(max(k)) + 1, dtype=np.int64), 1))[k.astype(int)]


def stirling(k, least=1e-300):
    k = np.maximum(k, least)
    return k * np.log(k) - k + 0.5 * np.log(2 * np.pi * k)


BANK = """
poisson_pmf(k, lam)
    c = np.asarray(k, float)             # the counts
    r = float(lam)                       # the rate
    a = c * math.log(r)                  # the logarithm of the power
    b = lf(c)                            # the logarithm of the factorial
    q = a - r - b                        # the logarithm of the probability
    o = np.exp(q)

shown: a, b, q
right: q = c * np.log(r) - (r + b) || -(r - a + b)
right: b = np.array([np.sum(np.log(np.arange(1, i + 1))) for i in c]) ||
        np.array([math.log(math.factorial(int(i))) for i in c])

unstable/as-written: the power or the factorial overflows at large counts, so the quotient is lost.
        Add logarithms, and take exp last.
    needs: power
    o = as_written(k, r)
unstable/factorial-wraps: from 21! on your factorials are wrong, because 64-bit integers wrap
        around. Add logarithms, and take exp last.
    b = whole(c) && o = r ** c * math.exp(-r) / b || np.exp(a - r) / b || np.exp(a - r - np.log(b))
unstable/from-zero: at a rate of 1000 you return 0 for all probabilities. e^−1000 is 0 in a float64:
        go through logarithms.
    o = from_zero(k, r)
neighbour-formula/stirling: your factorial is Stirling's approximation. `math.lgamma(k + 1)` is log
        k! to full precision.
    b = stirling(c) || stirling(c, 0)
    b = np.where(c > 0, stirling(np.maximum(c, 1)), 0) || stirling(c, 0) + 1 / (12 * c) ||
        np.where(c > 0, stirling(np.maximum(c, 1)) + 1 / (12 * np.maximum(c, 1)), 0)
    o = r ** c * math.exp(-r) / (np.sqrt(2 * np.pi * c) * (c / np.e) ** c)
neighbour-formula/stirling-without-root: your log k! is k log k − k, Stirling's approximation
        without its factor √(2πk). `math.lgamma(k + 1)` is log k! to full precision.
    b = c * np.log(np.maximum(c, 1)) - c || c * np.log(c) - c
omitted-term/no-factorial: the factorial is missing. Order does not matter: divide by k!.
    b = 0 * c
omitted-term/no-exponential: e^−λ is missing. Without it the probabilities do not sum to 1.
    q = a - b
omitted-term/no-power: the power λ^k is missing. It is a factor of each probability.
    a = 0 * c
sign/rate: the exponent has the wrong sign. It is e^−λ.
    q = np.minimum(a + r - b, 700)
sign/factorial: you multiply by the factorial. Divide by it.
    q = np.minimum(a - r + b, 700)
off-by-one/factorial: you use (k − 1)! instead of k!. lgamma(k + 1) is log k!.
    b = lf(c - 1)
off-by-one/larger-factorial: you use (k + 1)! instead of k!. lgamma(k + 1) is log k!.
    b = lf(c + 1)
off-by-one/count: the power of λ is off by one. It is λ to the power k.
    a = (c - 1) * math.log(r) || (c + 1) * math.log(r)
off-by-one/neighbouring-count: you return the probabilities of a neighbouring count. Each k gets its
        own.
    c = np.asarray(k, float) + 1 || np.maximum(np.asarray(k, float) - 1, 0)
neighbour-formula/normal: you use the bell curve with mean and variance λ. It is close, but not
        equal.
    o = np.exp(-(c - r) ** 2 / (2 * r)) / math.sqrt(2 * math.pi * r)
neighbour-formula/normal-too-wide: you use a bell curve around λ with λ for its width. A count is
        spread by √λ, and its curve is not a bell.
    o = np.exp(-np.minimum((c - r) ** 2 / (2 * r * r), 700)) / math.sqrt(2 * math.pi) / r
neighbour-formula/geometric: your result falls with k like an exponential, as the time until an
        event does. Count the events in a fixed time.
    o = np.exp(-r * c) * r || (1 - math.exp(-r)) * np.exp(-r * c) || np.exp(-r * c)
neighbour-formula/arguments-swapped: you swap count and rate. It is λ to the power k, over k!.
    q = r * np.log(np.maximum(c, 1e-300)) - c - math.lgamma(r + 1)
neighbour-formula/at-most: you add up the probabilities, for at most k events. The task asks for
        exactly k.
    o = np.array([np.exp(np.arange(i + 1) * math.log(r) - r - lf(np.arange(i + 1))).sum()
        for i in c])
neighbour-formula/at-least: you return the probability of at least k events. The task asks for
        exactly k.
    o = 1 - np.array([np.exp(np.arange(i) * math.log(r) - r - lf(np.arange(i))).sum() for i in c])
neighbour-formula/more-than: you return the probability of more than k events. The task asks for
        exactly k.
    o = 1 - np.array([np.exp(np.arange(i) * math.log(r) - r - lf(np.arange(i))).sum() for i in c +
        1])
neighbour-formula/logarithm: you return the logarithm of the probability. Take exp at the end.
    o = q
neighbour-formula/minus-logarithm: you return minus the logarithm of the probability. Return the
        probability itself: exp of its logarithm.
    o = -q
neighbour-formula/product-for-power: you multiply λ by k. Raise it to the power k.
    a = np.log(np.maximum(c * r, 1e-300))
neighbour-formula/other-base: your logarithm has a base other than e. Use log with exp: both have
        base e.
    a = c * math.log10(r) || c * math.log2(r)
factor/normalised: you scale the result so that the given counts sum to 1. Only the probabilities of
        all counts, from 0 to infinity, sum to 1.
    o = np.exp(q) / np.exp(q).sum()
factor/largest-is-one: you scale the result so that the largest is 1. Return the probabilities
        unscaled.
    o = np.exp(q - q.max())
neighbour-formula/binomial: you use a binomial with a fixed number of trials. Take its limit.
    o = np.array([math.comb(10000, int(i)) / 10000.0 ** min(i, 70) * r ** min(i, 70)
        * (1 - r / 10000) ** (10000 - i) if i < 70 else 0.0 for i in c])
shape/total: you return one number. Return a probability for each count.
    o = np.exp(q).sum() || np.exp(q).prod() || np.exp(q)[0]
"""

EXERCISE = Exercise(
    id="poisson_pmf", title="Count up to a thousand", notebook="03c", number="3c.3",
    signature="poisson_pmf(k, lam)", lecture=("NPFL129-poisson", "NPFL129-poisson-derivation"),
    minutes=10, difficulty=2, reference=functions.poisson_pmf, cases=cases, bank=BANK,
    hints=("How large is 1000¹⁰⁰⁰, how large is 1000!, and how large is a float64 at most? And "
           "how large is their quotient?",
           "The logarithm of a product is a sum, and no part of that sum is large. `math.lgamma("
           "k + 1)` is log k!, for one number at a time.",
           "exp(k log λ − λ − log k!)"),
    formula="exp(k log λ − λ − log k!)",
    variation="for which k is the probability largest, if λ is no whole number? And if it is one?",
    right=RIGHT, awkward=by_lgamma,
    heads=("poisson_pmf([1, 2], 1)", "poisson_pmf([0, 1], np.log(2))",
           "poisson_pmf([0], np.log(4))"),
)
