r"""Belief over a list of models: Bayes' theorem for a coin.

chance (m,) lists the models, here chances of heads between 0 and 1; prior has a weight for each. A
chance outside that range, weights not above 0 or counts that are not integers raise a ValueError;
values that are not real numbers raise a TypeError.
"""

import numpy as np

from .checks import at_least_zero, vector
from .errors import message
from .losses import softmax

__all__ = ["coin_posterior"]


def coin_posterior(heads, tails, chance, prior):
    r"""Belief in each chance of heads after some tosses.

    .. math:: P(c_i \mid S) = \frac{c_i^{h} (1 - c_i)^{g}\, \pi_i}
              {\sum_j c_j^{h} (1 - c_j)^{g}\, \pi_j}, \qquad h \text{ heads},\ g \text{ tails}

    Shape (m,), sums to 1; the prior need not: a common factor cancels, as does the number of orders
    of the tosses. Works with logarithms: 2,000 factors of one half are 0 in floating point.
    Lectures ALICE-3.3a, ALICE-3.3b.

    One head: twice as likely from a coin of 0.8 as from one of 0.4.
    >>> coin_posterior(1, 0, [0.4, 0.8], [1, 1]).round(6)
    array([0.333333, 0.666667])
    """
    c, prior = vector(chance, "(m,)", "chance"), vector(prior, "(m,)", "prior")
    at_least_zero(heads, "heads", "a share where a count was meant")
    at_least_zero(tails, "tails", "a share where a count was meant")
    if not np.all((c > 0) & (c < 1)):
        raise ValueError(message("chance", "between 0 and 1", chance, "per cent, or a sure coin"))
    if c.shape != prior.shape or not np.all(prior > 0):
        cause = "a prior of another grid, or one that rules models out"
        raise ValueError(message("prior", f"{len(c)} weights > 0", prior, cause))
    log_likelihood = heads * np.log(c) + tails * np.log(1 - c)
    return softmax(log_likelihood + np.log(prior))
