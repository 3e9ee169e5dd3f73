"""Run the code cells of a notebook one after the other: for `refresh`, on stage, for a class.

`run_cells` is the loop. The function that runs a cell is an argument: a fresh kernel (`kernel`),
one that already shows a page (`connected`), or anything else that runs a cell and reports how it
ended.
"""

import contextlib
import functools
import os
import sys
import tempfile
import time
from pathlib import Path

from course_tools.files import NotebookError

# The course's matrices are small: a second thread of the BLAS costs more than it brings, most of
# all while the page and the server want a core too. Set before numpy is imported.
ONE_THREAD = {
    name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
}
CELL_TIMEOUT = 120
# A warning about TCP is not the reader's concern.
LAUNCH = ["-m", "ipykernel_launcher", "-f", "{connection_file}", "--log-level=ERROR"]
START_LIMIT = 60  # seconds a kernel may take before it answers


def run_cells(cells, run, after):
    """Give each code cell to ``run(cell)``, and then with its error, or None, to ``after``."""
    for cell in cells:
        if cell["cell_type"] == "code" and cell["source"].strip():
            after(cell, run(cell))


@contextlib.contextmanager
def connected(nb, connection_file):
    """A function that runs a cell of ``nb`` in the kernel that has written this file."""
    from jupyter_client.manager import AsyncKernelManager

    end = time.monotonic() + START_LIMIT
    while not connection_file.exists() and time.monotonic() < end:
        time.sleep(0.05)
    manager = AsyncKernelManager(connection_file=str(connection_file), owns_kernel=False)
    manager.load_connection_file()
    client = _client(nb, manager)
    client.start_new_kernel_client()
    try:
        yield functools.partial(_run, client)
    finally:
        client.kc.stop_channels()


@contextlib.contextmanager
def kernel(nb, folder, *, env=None, startup="", timeout=CELL_TIMEOUT):
    """A function that runs a cell of ``nb`` in a fresh kernel of this Python, whatever kernels are
    registered; the kernel ends with the block. Parameters as in `execute.execute`.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as ipython_dir:
        if startup:
            place = Path(ipython_dir, "profile_default", "startup")
            place.mkdir(parents=True)
            place.joinpath("00-course.py").write_text(startup, encoding="utf-8")
        env = {
            **os.environ,
            "PYTHONHASHSEED": "0",
            "MPLBACKEND": "module://matplotlib_inline.backend_inline",
            "IPYTHONDIR": ipython_dir,  # no personal start-up files
            "PYDEVD_DISABLE_FILE_VALIDATION": "1",
            "JPY_SESSION_NAME": "",  # what is stored is no live page's, even if run from one
            **(env or {}),
        }
        client = _client(nb, _manager(), timeout)
        with contextlib.ExitStack() as started:
            try:
                started.enter_context(
                    client.setup_kernel(cleanup_kc=True, cwd=str(folder), env=env))
            except RuntimeError as error:
                raise NotebookError(f"the kernel did not answer: {error}") from error
            yield functools.partial(_run, client)


def _client(nb, manager, timeout=CELL_TIMEOUT):
    from nbclient import NotebookClient

    return NotebookClient(
        nb, manager, timeout=timeout, iopub_timeout=timeout, startup_timeout=START_LIMIT,
        shutdown_kernel="immediate", allow_errors=True, record_timing=False, coalesce_streams=True,
    )


def _manager():
    from jupyter_client.kernelspec import KernelSpec
    from jupyter_client.manager import AsyncKernelManager

    class ThisPython(AsyncKernelManager):
        @property
        def kernel_spec(self):
            return KernelSpec(argv=[sys.executable, *LAUNCH], language="python")

    return ThisPython()


def _run(client, cell):
    """Run a cell and keep in it what came out; return None, or the error that ended it in words."""
    from nbclient.exceptions import CellTimeoutError, DeadKernelError

    try:
        client.execute_cell(cell, client.nb.cells.index(cell))
    except CellTimeoutError:
        raise NotebookError(f"cell {cell.id} did not end within {client.timeout} s") from None
    except DeadKernelError:
        raise NotebookError(f"the kernel ended in cell {cell.id}") from None
    failed = [out for out in cell.outputs if out.output_type == "error"]
    return f"{failed[-1].ename}: {failed[-1].evalue}" if failed else None
