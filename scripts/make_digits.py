"""Write data/digits.npz from scikit-learn's copy of the UCI handwritten digits.

Needs scikit-learn, which the course itself does not: python -m pip install scikit-learn numpy
Usage: python scripts/make_digits.py, then python scripts/make_checksums.py
"""

from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits

TARGET = Path(__file__).resolve().parent.parent / "data" / "digits.npz"


def main():
    """Check the set against what is known about it, then store it as bytes, compressed."""
    X, y = load_digits(return_X_y=True)
    assert X.shape == (1797, 64) and (X.min(), X.max()) == (0, 16), "not the digits we know"
    assert np.bincount(y).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
    np.savez_compressed(TARGET, X=X.astype(np.uint8), y=y.astype(np.uint8))
    print(f"wrote {TARGET.name}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
