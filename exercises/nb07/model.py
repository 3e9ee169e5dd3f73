"""Model answers of notebook 07: what `solution` shows."""

import math

import numpy as np

from course_utils import functions, metrics


def accuracy_confidence_gap(conf, correct):
    """Above 0 the model claims too much."""
    return np.mean(conf) - np.mean(correct)


def reliability_bins(conf, correct, n_bins):
    """Mean confidence, accuracy and count of each bin."""
    inner_edges = np.arange(1, n_bins) / n_bins
    bins = np.digitize(conf, inner_edges)
    count = np.bincount(bins, minlength=n_bins)
    divisor = np.maximum(count, 1)  # an empty bin gives 0 / 1
    mean_conf = np.bincount(bins, weights=conf, minlength=n_bins) / divisor
    accuracy = np.bincount(bins, weights=correct, minlength=n_bins) / divisor
    return mean_conf, accuracy, count


def expected_calibration_error(conf, correct, n_bins):
    """The bins' gaps, weighted by how many predictions each bin holds."""
    mean_conf, accuracy, count = metrics.reliability_bins(
        conf, correct, n_bins)
    return np.sum(count / len(conf) * np.abs(accuracy - mean_conf))


def brier_score(P, y):
    """Mean squared distance of each row to its one-hot truth."""
    T = np.eye(P.shape[1])[y]
    return np.mean(np.sum((P - T) ** 2, axis=1))


def temperature_slope(z, y, tau):
    """Chain rule through v = z / tau: (o - T) times dv/dtau = -z / tau^2."""
    T = np.eye(z.shape[1])[y]
    o = functions.softmax(z / tau)
    return np.mean(np.sum((T - o) * z, axis=1)) / tau ** 2


def fit_temperature(z, y):
    """Halves the range of log tau around the place where the slope is 0."""
    z = z - z.max(axis=1, keepdims=True)
    T = np.eye(z.shape[1])[y]
    low = 1e-12
    high = 1e12
    for _ in range(60):
        tau = np.sqrt(low * high)
        o = functions.softmax(z / tau)
        slope = np.sum((T - o) * z)  # its sign is all that is needed
        if slope < 0:
            low = tau
        else:
            high = tau
    return tau


def cost_sensitive_decision(P, C):
    """Entry (s, i) of P C' is the expected cost of decision i in row s."""
    return np.argmin(P @ C.T, axis=1)


def conformal_prediction_set(P_cal, y_cal, P_test, alpha):
    """Labels that score at most the r-th smallest calibration score."""
    n = len(y_cal)
    scores = np.sort(1 - P_cal[np.arange(n), y_cal])
    rank = round((n + 1) * (1 - alpha), 9)  # 10 * (1 - 0.7) is a little over 3
    r = math.ceil(rank)
    q = scores[r - 1] if r <= n else np.inf
    return 1 - P_test <= q
