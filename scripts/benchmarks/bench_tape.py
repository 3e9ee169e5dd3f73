"""Time one gradient by the course's tape against the hand-written backward pass and torch.

Run it as ``python scripts/benchmarks/bench_tape.py [--rounds N]``. All contenders run in turn in
one process on one thread, so that a busy machine slows all of them alike; the printed ratios are of
medians. torch is optional: where it is missing it is skipped with a line.

Digits (64 inputs, 10 classes), float64, the network of notebook 05: forward, loss, all gradients.
"""

# ruff: noqa: E402  (threads are set before numpy is imported)
import os

for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"  # before numpy: the number of threads is read once

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = map(str, [ROOT, *ROOT.glob("packages/*/src")])

import numpy as np

from course_utils.data import digits
from course_utils.maths.tape import value_and_gradients
from course_utils.network import initialise, mlp_backward

CASES = ((50, 32), (256, 256))  # hidden units, batch size
CALLS = 20                      # gradients per timed turn


def by_hand(f, T, params):
    """The library's `mlp_backward`, which makes no loss."""
    return lambda: mlp_backward(f, T, **params)


def by_tape(f, T, params):
    """The same network, forward only; the tape does the rest."""
    def loss(p):
        return ((f @ p["H"] + p["b_H"]).relu() @ p["U"] + p["b_U"]).cross_entropy(T)

    return lambda: value_and_gradients(loss, params)[1]


def by_torch(f, T, params):
    """Eager tensors, `cross_entropy` with labels and `autograd.grad`: its shortest way."""
    import torch
    torch.set_num_threads(1)
    f, y = torch.from_numpy(f), torch.from_numpy(T.argmax(axis=1))
    weights = {name: torch.from_numpy(p.copy()).requires_grad_() for name, p in params.items()}

    def run():
        p = weights
        z = torch.relu(f @ p["H"] + p["b_H"]) @ p["U"] + p["b_U"]
        loss = torch.nn.functional.cross_entropy(z, y)
        return dict(zip(p, torch.autograd.grad(loss, list(p.values())), strict=True))
    return run


def available(arguments):
    """Set up each contender; skip, with a line, what is not installed."""
    ready = {}
    for make in (by_hand, by_tape, by_torch):
        try:
            ready[make.__name__] = make(*arguments)
        except ImportError as error:
            print(f"  skipped {make.__name__}: {error.name} is not installed (optional)")
    return ready


def seconds_per_gradient(contenders, rounds):
    """Median over rounds in which all contenders take turns."""
    times = {name: [] for name in contenders}
    for round_number in range(rounds + 1):
        for name, run in contenders.items():
            start = time.perf_counter()
            for _ in range(CALLS):
                run()
            if round_number:  # round 0 warms up
                times[name].append((time.perf_counter() - start) / CALLS)
    return {name: float(np.median(values)) for name, values in times.items()}


def main():
    """Print microseconds per gradient and the ratios to the tape."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200)
    rounds = parser.parse_args().rounds
    images, classes = digits()
    for v, t in CASES:
        params = initialise(64, v, 10, np.random.default_rng(0))
        contenders = available((images[:t], np.eye(10)[classes[:t]], params))
        grads = {name: run() for name, run in contenders.items()}
        apart = max(np.abs(np.asarray(one[key]) - grads["by_hand"][key]).max()
                    for one in grads.values() for key in params)
        times = seconds_per_gradient(contenders, rounds)
        print(f"H{v} B{t} float64, median of {rounds} rounds; gradients agree to {apart:.0e}")
        for name, seconds in times.items():
            print(f"  {name:8} {1e6 * seconds:7.0f} us   "
                  f"{seconds / times['by_hand']:5.2f} x by hand   "
                  f"{seconds / times['by_tape']:5.2f} x tape")


if __name__ == "__main__":
    main()
