"""Memory of one student on a hub: JupyterLab's server and a kernel with a whole notebook run.

    python scripts/benchmarks/bench_hub.py            # notebooks 01, 04 and 07; or: bench_hub.py 05

Linux: resident memory from /proc, in MB; "shared" is what other students on the machine use too
(libraries' files), "most" the kernel's highest, with the child that checks an exercise on top.
"""

import argparse
from pathlib import Path

from course_tools import notebooks, present


def memory(pid):
    """Resident, shared and highest memory of a process in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    kb = {line.split(":")[0]: int(line.split()[1]) for line in lines if line.endswith(" kB")}
    return [kb[name] / 1024 for name in ("VmRSS", "RssFile", "VmHWM")]


def children(pid):
    """Processes that a process started."""
    return [int(one) for task in Path(f"/proc/{pid}/task").iterdir()
            for one in (task / "children").read_text().split()]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notebook", nargs="*", default=["01", "04", "07"])
    for number in parser.parse_args().notebook:
        (path,) = notebooks.notebook_files(number)
        nb = notebooks.strip_outputs(notebooks.read(path))
        with present.stage(path) as stage:
            stage.run_until(nb, len(nb["cells"]))
            server = memory(stage.process.pid)
            (kernel,) = children(stage.process.pid)
            of_kernel = memory(kernel)
        print(f"{number}: server {server[0]:.0f} (shared {server[1]:.0f}), kernel "
              f"{of_kernel[0]:.0f} (shared {of_kernel[1]:.0f}, most {of_kernel[2]:.0f}), "
              f"together {server[0] + of_kernel[0]:.0f} MB", flush=True)
