"""A coin's posterior: worked values, laws, guards."""

import numpy as np
import pytest

from course_utils.maths import bayes

COINS = np.arange(1, 20) / 20
FLAT = np.ones(19)


def test_two_coins_by_hand():
    assert bayes.coin_posterior(1, 0, [0.4, 0.8], [1, 1]) == pytest.approx([1 / 3, 2 / 3])
    assert bayes.coin_posterior(2, 0, [0.4, 0.8], [1, 1]) == pytest.approx([1 / 5, 4 / 5])


def test_it_is_bayes_theorem_where_products_are_large_enough():
    rng = np.random.default_rng(1)
    prior = rng.uniform(0.1, 3, 19)
    product = COINS**5 * (1 - COINS) ** 3 * prior
    assert bayes.coin_posterior(5, 3, COINS, prior) == pytest.approx(product / product.sum())


def test_todays_posterior_is_tomorrows_prior():
    first = bayes.coin_posterior(4, 1, COINS, FLAT)
    assert bayes.coin_posterior(2, 6, COINS, first) == pytest.approx(
        bayes.coin_posterior(6, 7, COINS, FLAT))


def test_no_toss_and_the_scale_of_the_prior_change_nothing():
    prior = COINS + 1
    assert bayes.coin_posterior(0, 0, COINS, prior) == pytest.approx(prior / prior.sum())
    assert bayes.coin_posterior(3, 2, COINS, 1e6 * prior) == pytest.approx(
        bayes.coin_posterior(3, 2, COINS, prior))


def test_heads_and_tails_are_mirror_images():
    assert bayes.coin_posterior(7, 2, COINS, FLAT)[::-1] == pytest.approx(
        bayes.coin_posterior(2, 7, COINS, FLAT))


def test_thousands_of_tosses_are_fine():
    belief = bayes.coin_posterior(6000, 4000, COINS, FLAT)
    assert belief.sum() == pytest.approx(1) and COINS[belief.argmax()] == 0.6
    assert np.prod(np.full(6000, 0.6)) < 1e-300  # the product alone is lost


@pytest.mark.parametrize(("call", "said"), [
    (lambda: bayes.coin_posterior(1, 0, [0.5, 1.0], [1, 1]), "a sure coin"),
    (lambda: bayes.coin_posterior(1, 0, [40, 80], [1, 1]), "per cent"),
    (lambda: bayes.coin_posterior(0.6, 0, COINS, FLAT), "a share where a count"),
    (lambda: bayes.coin_posterior(1, -1, COINS, FLAT), "tails: expected an integer"),
    (lambda: bayes.coin_posterior(1, 0, COINS, FLAT[:3]), "another grid"),
    (lambda: bayes.coin_posterior(1, 0, COINS, 0 * FLAT), "rules models out"),
])
def test_what_makes_no_sense_is_refused(call, said):
    with pytest.raises(ValueError, match=said):
        call()
