"""Model answers of notebook 05: what `solution` shows."""

import numpy as np

from course_utils import functions


def layer_shapes(t, d, v, m):
    """Weights: a row per input; biases: one row; values: a row per example."""
    f = (t, d)
    H = (d, v)
    b_H = (1, v)
    k = h = (t, v)
    U = (v, m)
    b_U = (1, m)
    z = (t, m)
    return f, H, b_H, k, h, U, b_U, z


def mlp_forward(f, H, b_H, U, b_U):
    """Logits of a network with one ReLU layer."""
    k = f @ H + b_H
    h = np.maximum(k, 0)
    return h @ U + b_U


def mlp_backward(f, T, H, b_H, U, b_U):
    """The forward lines, then the sweep back: d_z, d_h, d_k."""
    k = f @ H + b_H
    h = np.maximum(k, 0)
    o = functions.softmax(h @ U + b_U)
    d_z = (o - T) / len(f)
    d_h = d_z @ U.T
    d_k = d_h * (k >= 0)
    return {
        "H": f.T @ d_k,
        "b_H": d_k.sum(axis=0, keepdims=True),
        "U": h.T @ d_z,
        "b_U": d_z.sum(axis=0, keepdims=True),
    }


def through_relu(d_h, k):
    """The gradient passes where the unit is on, and at 0."""
    return d_h * (k >= 0)


def relu_net_1d_gradients(x, y, w1, b1, w2, b2):
    """Forward, then back; examples in rows, units in columns."""
    k = np.outer(x, w1) + b1
    h = np.maximum(k, 0)
    z = h @ w2 + b2
    d_z = 2 * (z - y) / len(x)
    d_k = np.outer(d_z, w2) * (k >= 0)
    return {
        "w1": x @ d_k,
        "b1": d_k.sum(axis=0),
        "w2": d_z @ h,
        "b2": d_z.sum(),
    }


def sgd_step(params, grads, lr):
    """A step down the gradient for each parameter, looked up by its name."""
    return {name: p - lr * grads[name] for name, p in params.items()}


def init_uniform(u):
    """[0, 1) becomes [-1, 1), then [-1/sqrt(M), 1/sqrt(M))."""
    M = len(u)
    return (2 * u - 1) / np.sqrt(M)


def minibatches(order, batch_size):
    """Slices of the order; the last one ends where the order ends."""
    starts = range(0, len(order), batch_size)
    return [order[start:start + batch_size] for start in starts]


def deep_backward(f, T, H, b_H, G, b_G, U, b_U):
    """The sweep with a layer more: d_z, d_g, d_q, d_h, d_k."""
    k = f @ H + b_H
    h = np.maximum(k, 0)
    q = h @ G + b_G
    g = np.maximum(q, 0)
    o = functions.softmax(g @ U + b_U)
    d_z = (o - T) / len(f)
    d_g = d_z @ U.T
    d_q = d_g * (q >= 0)
    d_h = d_q @ G.T
    d_k = d_h * (k >= 0)
    return {
        "H": f.T @ d_k,
        "b_H": d_k.sum(axis=0, keepdims=True),
        "G": h.T @ d_q,
        "b_G": d_q.sum(axis=0, keepdims=True),
        "U": g.T @ d_z,
        "b_U": d_z.sum(axis=0, keepdims=True),
    }
