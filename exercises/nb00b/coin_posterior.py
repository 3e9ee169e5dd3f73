"""0b.4 coin_posterior: cases, right answers in other styles, hints, known mistakes."""

import math

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def cases():
    three, five = np.array([0.25, 0.5, 0.75]), np.array([0.1, 0.3, 0.5, 0.7, 0.9])
    grid = np.arange(1, 20) / 20
    return [
        Case((1, 0, np.array([0.25, 0.75]), np.array([1.0, 3.0])), "one head, prior 1 to 3",
             sizes={"m": 2}),
        Case((1, 0, np.array([0.4, 0.8]), np.array([0.5, 0.5])), "one head, two coins",
             sizes={"m": 2}),
        Case((2, 1, three, np.array([0.2, 0.5, 0.3])), "two heads and a tail", sizes={"m": 3}),
        Case((0, 0, three, np.array([1.0, 2.0, 5.0])), "no toss yet", sizes={"m": 3}),
        Case((0, 4, five, np.array([0.1, 0.2, 0.4, 0.2, 0.1])), "four tails", sizes={"m": 5}),
        Case((3, 0, grid, np.ones(19)), "three heads, all coins alike", sizes={"m": 19}),
        Case((19, 12, grid, grid * (1 - grid)), "19 heads and 12 tails", sizes={"m": 19}),
        Case((3, 3, five, np.array([16.0, 8, 4, 2, 1])), "as many heads as tails", sizes={"m": 5}),
        Case((5, 2, np.array([0.3]), np.array([2.0])), "one coin only", sizes={"m": 1}),
        Case((3, 1, five, np.array([1e-12, 1, 1, 1, 1e6])), "a very lopsided prior",
             sizes={"m": 5}),
        Case((1200, 800, five, np.array([0.1, 0.2, 0.4, 0.2, 0.1])), "2,000 tosses",
             extreme=True, sizes={"m": 5}),
        Case((5050, 4950, np.array([0.48, 0.5, 0.51, 0.53]), np.ones(4)), "10,000 tosses",
             extreme=True, sizes={"m": 4}),
        Case((3000, 40, np.array([0.05, 0.1, 0.98, 0.985, 0.99]), np.array([1.0, 2, 3, 2, 4])),
             "3,040 tosses of coins far apart", extreme=True, sizes={"m": 5}),
        # tossed one after the other, one of the coins is at 1e-5880 in between
        Case((5000, 5000, np.array([0.0625, 0.9375]), np.array([1.0, 3.0])),
             "10,000 tosses that speak for both coins alike", extreme=True, sizes={"m": 2}),
        Case((9000, 1000, np.array([0.5, 0.9375]), np.ones(2)), "9,000 heads and 1,000 tails",
             extreme=True, sizes={"m": 2}),
    ]


def toss_by_toss(heads, tails, chance, prior):
    """The posterior is the next prior, in logarithms."""
    belief = np.log(prior)
    for c in [np.log(chance)] * heads + [np.log1p(-chance)] * tails:
        belief = belief + c - np.max(belief + c)
    return np.exp(belief) / np.sum(np.exp(belief))


def kept(a):
    """Logarithms of weights once these were numbers: what has sunk below 1e-324 is lost."""
    return np.log(np.exp(a - a.max()))


def with_plain_numbers(heads, tails, chance, prior):
    logs = [heads * math.log(q) + tails * math.log1p(-q) + math.log(w)
            for q, w in zip(chance, prior, strict=True)]
    shares = [math.exp(a - max(logs)) for a in logs]
    return [s / sum(shares) for s in shares]


def by_odds(heads, tails, chance, prior):
    """Each against the best, then to fractions."""
    a = heads * np.log(chance) + tails * np.log(1 - chance) + np.log(prior)
    return np.array([1 / np.sum(np.exp(np.minimum(a - v, 700))) for v in a])


BANK = """
coin_posterior(heads, tails, chance, prior)
    q = np.asarray(chance, float)                     # the chances of heads
    h = heads                                    # the number of heads
    g = tails                                    # the number of tails
    L = h * np.log(q) + g * np.log(1 - q)        # the log-likelihoods
    P = np.log(np.asarray(prior, float))         # the logarithms of the prior
    a = L + P                                    # log-likelihood plus log-prior
    e = np.exp(a - a.max())                      # the exponentials
    s = e.sum()                                  # the evidence
    o = e / s

shown: L, P, a, e
same: e = np.exp(L) * np.asarray(prior, float)
right: o = softmax(a)
right: o = np.exp(a - logsumexp(a))
right: P = np.log(prior / np.sum(prior))

unstable/product: the probability of thousands of tosses underflows to 0, and 0/0 is not a number.
        Add logarithms, and subtract the largest before you exponentiate.
    e = q ** h * (1 - q) ** g * prior || np.exp(L) * prior || np.exp(a)
    e = np.longdouble(q) ** h * (1 - np.longdouble(q)) ** g * prior
unstable/toss-by-toss: a belief that has sunk to 0 stays at 0, whatever tosses follow. Add the
        logarithms of all tosses first, and exponentiate once.
    a = kept(P + h * np.log(q)) + g * np.log(1 - q) || kept(P + g * np.log(1 - q)) + h * np.log(q)
    a = kept(P + min(h, g) * np.log(q - q * q)) + (h - g) * np.log(q if h > g else 1 / (1 - q))
convention/other-base: the logarithms have a different base from the exponential. np.exp undoes
        np.log; to base 2 it is np.log2 and 2 ** x.
    e = np.exp((a - a.max()) / np.log(r)) && r = 2 || 10
omitted-term/evidence: the beliefs do not sum to 1. Divide them by the sum of all.
    o = e || q ** h * (1 - q) ** g * prior || np.exp(a)
omitted-term/prior-in-evidence: you divide by the sum of the likelihoods without the prior. Divide
        by the sum of the numerators: likelihood times prior.
    s = np.exp(L - a.max()).sum()
    e = np.exp(L) * prior && s = np.exp(L).sum()
neighbour-formula/by-number: you divide the beliefs by the number of coins. Divide by their sum, and
        by nothing else.
    s = len(e) || s * len(e)
    e = np.exp(L) * prior && s = len(e)
neighbour-formula/likelihoods-added: you add the probabilities of the tosses. Independent tosses
        multiply.
    L = np.log(h * q + g * (1 - q)) || np.log(q ** h + (1 - q) ** g)
omitted-term/prior: the prior makes no difference. Multiply each likelihood by it.
    P = 0 * q
omitted-term/tails: the tails have no effect. A coin with a chance of 0.9 makes a tail unlikely.
    g = 0
omitted-term/heads: the heads have no effect. A coin with a chance of 0.1 makes a head unlikely.
    h = 0
omitted-term/likelihood: the tosses make no difference. Multiply the prior by how likely each coin
        makes them.
    L = 0 * q
sign/exchanged: you swap heads and tails. The chances are those of heads.
    h = tails && g = heads
neighbour-formula/added-prior: the prior is added to a logarithm. Add its logarithm instead.
    P = np.asarray(prior, float)
    P = np.asarray(prior, float) / np.sum(prior)
neighbour-formula/added: you add likelihood and prior. Bayes multiplies them.
    o = (np.exp(L) + prior) / np.sum(np.exp(L) + prior)
neighbour-formula/log-weights: you divide logarithms by their sum. Exponentiate first.
    o = a / a.sum()
convention/logarithm: you return logarithms, not beliefs. Return fractions that sum to 1.
    o = a - np.log(np.exp(a - a.max()).sum()) - a.max() || a || a - a.max()
neighbour-formula/best: you return the chance of heads of one coin. Return the belief in each coin.
    o = q[a.argmax()] || q[L.argmax()]
neighbour-formula/all-on-one: one coin gets all the belief. The others keep their share.
    o = 1.0 * (a == a.max())
neighbour-formula/mean: you return the mean of the chances. Return the belief in each coin.
    o = (e / s) @ q
neighbour-formula/mean-evidence: you divide the beliefs by their mean. Divide by their sum.
    s = e.mean()
neighbour-formula/weighted-again: the prior weights the beliefs twice. Once is enough.
    P = 2 * np.log(np.asarray(prior, float))
neighbour-formula/share: you use the shares of heads and tails instead of the counts. Every toss
        counts.
    h = heads / max(heads + tails, 1) && g = tails / max(heads + tails, 1)
neighbour-formula/one-toss: each face counts at most once. Every toss counts.
    h = min(heads, 1) && g = min(tails, 1)
unstable/epsilon: after many tosses a small number that was added decides. With logarithms there is
        no need to add one.
    e = q ** h * (1 - q) ** g * prior + 1e-12
"""

EXERCISE = Exercise(
    id="coin_posterior", title="Weigh nineteen coins by Bayes", notebook="00b", number="0b.4",
    signature="coin_posterior(heads, tails, chance, prior)", lecture=("ALICE-3.3a", "ALICE-3.3b"),
    minutes=10, difficulty=3, reference=functions.coin_posterior, cases=cases, bank=BANK,
    hints=("How probable does a coin of chance c make just these tosses?",
           "c^heads (1 − c)^tails, times the prior, divided by the sum over all coins. For 2,000 "
           "tosses every one of these products is 0 on a computer: take logarithms.",
           "a = heads log c + tails log(1 − c) + log prior; e^(a − max a), divided by its sum"),
    formula="belief in c_i = c_i^heads (1 − c_i)^tails prior_i, divided by the sum over i",
    variation="which coin is believed most with a flat prior? Compare with heads / tosses.",
    right=(toss_by_toss, with_plain_numbers, by_odds), awkward=with_plain_numbers,
    heads=("coin_posterior(1, 0, [0.2, 0.8], [0.5, 0.5])",
           "coin_posterior(2, 0, [0.2, 0.4], [0.8, 0.2])",
           "coin_posterior(0, 1, [0.2, 0.8], [0.5, 0.5])"),
)
