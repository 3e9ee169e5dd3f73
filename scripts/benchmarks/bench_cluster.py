"""`course check --scheduler` against the same machine without it: time, and the rows.

Run as ``python scripts/benchmarks/bench_cluster.py [--files N] [--kill N] [--plain N]``. Generated
hand-ins (right, wrong, with an error, endless, damaged) are checked two at a time, plainly and by a
LocalCluster of two worker processes; with ``--kill`` that many workers are ended by SIGKILL on the
way. The rows have to be equal. With ``--plain 200`` only the first 200 are run plainly, half of
them before and half after, and the others' rows are compared with those of a file with the same
body: two thousand then take half the time.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "helpers"))

from course_tools import notebooks, scheduler, verdicts  # noqa: E402
from helpers_nb import code, notebook  # noqa: E402

SETUP = "import numpy as np\nfrom course_utils.exercises import exercise"
ANSWERS = ("    return np.where(np.asarray(x) > 0, 1.0, 0.0)",
           "    return np.where(np.asarray(x) >= 0, 1.0, 0.0)",
           "    return 1 / (1 + np.exp(-np.asarray(x)))",
           "    return steps(x)", "    raise NotImplementedError", "    while True:\n        x")


def generate(folder, files):
    """Hand-ins of one exercise each, every 50th damaged, every 200th endless."""
    draw, paths = random.Random(32), []
    for i in range(files):
        path = Path(folder, f"s{i:05d}_01.ipynb")
        body = ANSWERS[5] if i % 200 == 199 else draw.choice(ANSWERS[:5])
        nb = notebook(code("01-setup", SETUP, "setup"),
                      code(f"9f{i:06x}", f'@exercise("step")\ndef step(x):\n    # {i}\n{body}'))
        notebooks.write(nb, path)
        if i % 50 == 49:
            path.write_bytes(path.read_bytes()[:300])
        paths.append(path)
    return paths


def plainly(paths, shipped):
    """Rows and seconds on this machine, two at a time."""
    start = time.perf_counter()
    rows, _ = verdicts.check_files(paths, shipped, jobs=2)
    return rows, time.perf_counter() - start


def on_cluster(cluster, paths, shipped, kill=0):
    """The same by two workers; ``kill`` of them are ended on the way."""
    from distributed import Client

    start, done = time.perf_counter(), []
    place = scheduler.There(cluster.scheduler_address)
    ended = []

    def murder():
        with Client(cluster.scheduler_address, set_as_default=False) as client:
            for i in range(kill):
                while len(done) < len(paths) * (i + 1) // (kill + 1):
                    time.sleep(0.1)
                pid = next(iter(client.run(os.getpid).values()))
                os.kill(pid, signal.SIGKILL)
                ended.append(pid)

    thread = threading.Thread(target=murder, daemon=True)
    thread.start()
    rows, _ = verdicts.check_files(paths, shipped, lambda *_: done.append(1), place=place)
    place.close()
    if kill:
        thread.join(30)
        print(f"workers ended by SIGKILL: {len(ended)}")
    return rows, time.perf_counter() - start


def of_their_kind(rows, paths, plain):
    """Whether each file's rows are those of a file run plainly that has the same body."""
    def by_file(found):
        several = {}
        for row in found:
            name = Path(row.file).name
            several.setdefault(row.file, []).append(
                {key: str(value).replace(name, "the file") for key, value in vars(row).items()
                 if key != "file"})
        return several

    def kind(path):
        text = Path(path).read_bytes()
        return "damaged" if len(text) <= 300 else next(
            body for body in ANSWERS if json.dumps(body)[1:-1].encode() in text)

    expected = {kind(file): found for file, found in by_file(plain).items()}
    found = by_file(rows)
    return [str(path) for path in paths if found.get(str(path)) != expected.get(kind(path))]


def main():
    """Print seconds of both, the ratio for a file, and whether the rows are as they should be."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--kill", type=int, default=0)
    parser.add_argument("--plain", type=int, metavar="N", help="so many of the files are run "
                        "plainly, half before and half after the workers; default: all")
    options = parser.parse_args()
    from distributed import LocalCluster

    shipped = notebooks.notebook_files()
    with tempfile.TemporaryDirectory() as folder, LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0",
            death_timeout=120) as cluster:
        paths = generate(folder, options.files)
        sample = paths[:options.plain]
        parts = sample[:len(sample) // 2], sample[len(sample) // 2:]
        first, here = plainly(parts[0], shipped)
        far, there = on_cluster(cluster, paths, shipped, options.kill)
        second, more = plainly(parts[1], shipped)
        here += more
        plain, mine = first + second, {str(path) for path in sample}
        others = of_their_kind(far, paths, plain)
        equal = [row for row in far if row.file in mine] == plain and not others
    print(f"{len(sample)} files here {here:.1f} s, {len(paths)} by workers {there:.1f} s; for one "
          f"file {there / len(paths) / (here / len(sample)):.2f} times as long")
    print(f"rows of the {len(sample)} equal, those of all {len(paths)} as of their kind: "
          f"{'yes' if equal else 'NO: ' + ', '.join(others[:5])}; "
          f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
