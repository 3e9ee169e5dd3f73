"""Model answers of notebook 00b: what `solution` shows."""

import numpy as np


def least_squares_fit(X, y):
    """Weights with the smallest sum of squared errors."""
    w, *_ = np.linalg.lstsq(X, y, rcond=None)
    return w


def least_squares_descent(X, y, lr, steps):
    """Gradient descent on the mean of the squared errors, from 0."""
    w = np.zeros(X.shape[1])
    for _ in range(steps):
        gradient = 2 / len(X) * X.T @ (X @ w - y)
        w -= lr * gradient
    return w


def huber_loss(e, delta):
    """A parabola up to delta; beyond it a line with its last slope."""
    size = np.abs(e)
    return np.where(size <= delta, size ** 2 / 2, delta * (size - delta / 2))


def coin_posterior(heads, tails, chance, prior):
    """Bayes' rule; products as sums of logarithms do not underflow."""
    log_likelihood = heads * np.log(chance) + tails * np.log(1 - chance)
    log_belief = log_likelihood + np.log(prior)
    belief = np.exp(log_belief - log_belief.max())
    return belief / belief.sum()


def ridge_fit(X, y, lam):
    """Solves (X'X + lam I) w = X'y: there the gradient vanishes."""
    return np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y)
