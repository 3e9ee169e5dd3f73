"""Time one training epoch of the course's network against torch, scikit-learn and pure GEMM.

Run it as ``python scripts/benchmarks/bench_training.py [--rounds N]``. All contenders run in turn
in one process on one thread, so that a busy machine slows all of them alike; the printed ratios are
of medians. torch and scikit-learn are optional: what is missing is skipped with a line.

Digits (1797 x 64, 10 classes), float64, plain minibatch gradient descent, the shuffle included.
"""

# ruff: noqa: E402  (threads are set before numpy is imported)
import os

for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"  # before numpy: the number of threads is read once

import argparse
import sys
import time
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = map(str, [ROOT, *ROOT.glob("packages/*/src")])

import numpy as np

from course_utils.data import digits
from course_utils.network import initialise, train

CASES = ((50, 32), (256, 256))  # hidden units, batch size
LR, EPOCHS = 0.1, 20            # epochs per timed call


def course(f, y, params, batch_size):
    """The library's `train`."""
    def run():
        train(params, f, y, lr=LR, batch_size=batch_size, epochs=EPOCHS,
              rng=np.random.default_rng(0))
    return run


def gemm(f, y, params, batch_size):
    """Only the five matrix products of a step, into buffers: the floor."""
    rng, H, U = np.random.default_rng(0), params["H"], params["U"]
    f, t = f[:batch_size].copy(), batch_size
    h, d_z = rng.normal(size=(t, H.shape[1])), rng.normal(size=(t, U.shape[1]))
    k, z, d_U, d_H = (np.empty(shape) for shape in (h.shape, d_z.shape, U.shape, H.shape))

    def run():
        for _ in range(EPOCHS * -(-len(y) // batch_size)):
            np.matmul(f, H, out=k)
            np.matmul(h, U, out=z)
            np.matmul(h.T, d_z, out=d_U)
            np.matmul(d_z, U.T, out=k)
            np.matmul(f.T, h, out=d_H)
    return run


def torch_functional(f, y, params, batch_size):
    """Tensors, `cross_entropy` and `autograd.grad`; no module, no optimiser object."""
    import torch
    torch.set_num_threads(1)
    f, y = torch.from_numpy(f), torch.from_numpy(y)

    def run():
        H, b_H, U, b_U = weights = [torch.from_numpy(params[name].copy()).requires_grad_()
                                    for name in ("H", "b_H", "U", "b_U")]
        for _ in range(EPOCHS):
            order = torch.randperm(len(y))
            f_epoch, y_epoch = f[order], y[order]
            for start in range(0, len(y), batch_size):
                batch = slice(start, start + batch_size)
                z = torch.relu(f_epoch[batch] @ H + b_H) @ U + b_U
                loss = torch.nn.functional.cross_entropy(z, y_epoch[batch])
                with torch.no_grad():
                    for p, g in zip(weights, torch.autograd.grad(loss, weights), strict=True):
                        p -= LR * g
    return run


def sklearn_sgd(f, y, params, batch_size):
    """`MLPClassifier` with plain SGD."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.neural_network import MLPClassifier
    model = MLPClassifier((params["H"].shape[1],), solver="sgd", batch_size=batch_size, alpha=0,
                          momentum=0, learning_rate_init=LR, max_iter=EPOCHS, tol=0,
                          random_state=0, n_iter_no_change=EPOCHS + 1)

    def run():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(f, y)
    return run


def available(contenders, arguments):
    """Set up each contender; skip, with a line, those whose library is missing."""
    ready = {}
    for make in contenders:
        try:
            ready[make.__name__] = make(*arguments)
        except ImportError as error:
            print(f"  skipped {make.__name__}: {error.name} is not installed (optional)")
    return ready


def seconds_per_epoch(contenders, rounds):
    """Median over rounds in which all contenders take turns."""
    times = {name: [] for name in contenders}
    for round_number in range(rounds + 1):
        for name, run in contenders.items():
            start = time.perf_counter()
            run()
            if round_number:  # round 0 warms up
                times[name].append((time.perf_counter() - start) / EPOCHS)
    return {name: float(np.median(values)) for name, values in times.items()}


def main():
    """Print milliseconds per epoch and the ratios to the course's network."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30)
    rounds = parser.parse_args().rounds
    f, y = digits()
    for v, batch_size in CASES:
        print(f"H{v} B{batch_size} float64, median of {rounds} rounds")
        params = initialise(f.shape[1], v, 10, np.random.default_rng(0))
        contenders = available((course, gemm, torch_functional, sklearn_sgd),
                               (f, y, params, batch_size))
        times = seconds_per_epoch(contenders, rounds)
        for name, seconds in times.items():
            ratio = seconds / times["course"]
            print(f"  {name:17s}{1e3 * seconds:7.2f} ms   {ratio:5.2f} x course")
        print(f"  {'course / gemm':17s}{times['course'] / times['gemm']:18.2f}")


if __name__ == "__main__":
    main()
