"""Write data/wiggly_curve.csv: 40 training and 60 test points around a wiggly curve.

Usage: python scripts/make_wiggly_curve.py, then python scripts/make_checksums.py
"""

from pathlib import Path

import numpy as np

TARGET = Path(__file__).resolve().parent.parent / "data" / "wiggly_curve.csv"


def curve(x):
    """The curve under the noise."""
    return np.sin(2 * x) + 0.4 * x


def main():
    """Draw x uniformly from [-3, 3], add normal noise of standard deviation 0.25, sort, round."""
    rng = np.random.default_rng(577)
    lines = ["x,y,split"]
    for split, t in (("train", 40), ("test", 60)):
        x = np.sort(rng.uniform(-3, 3, t))
        y = curve(x) + 0.25 * rng.normal(size=t)
        lines += [f"{x_i:.4f},{y_i:.4f},{split}" for x_i, y_i in zip(x, y, strict=True)]
    TARGET.write_bytes(("\n".join(lines) + "\n").encode())
    print(f"wrote {TARGET.name}: {len(lines) - 1} rows")


if __name__ == "__main__":
    main()
