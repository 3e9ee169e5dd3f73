"""Run the code cells of a notebook one after the other: for `refresh`, on stage, for a class.

`run_cells` is the loop. What takes a cell is handed in: a `Kernel`, started afresh (`kernel`) or
met where it shows a page (`connected`), or whatever else runs a cell and says how it ended.
"""

import contextlib
import os
import queue
import sys
import tempfile
import time
from pathlib import Path

from course_utils.tools.files import NotebookError

# The course's matrices are small: a second thread of the BLAS costs more than it brings, most of
# all while the page and the server want a core too. Set before numpy is imported.
ONE_THREAD = {
    name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
}
CELL_TIMEOUT = 120
START_LIMIT = 60  # seconds a kernel may take before it answers


def run_cells(cells, run, after):
    """Give each code cell to ``run(cell)``, and then with its error, or None, to ``after``."""
    for cell in cells:
        if cell["cell_type"] == "code" and cell["source"].strip():
            after(cell, run(cell))


class Kernel:
    """A kernel that runs cells and keeps in them what came out.

    The channels of ``client``, a jupyter_client.BlockingKernelClient, are open; ``alive()`` says
    whether the kernel's process is there; ``timeout`` are seconds a single cell may take.
    """

    def __init__(self, client, alive=lambda: True, timeout=CELL_TIMEOUT):
        self._client, self._alive, self._timeout = client, alive, timeout
        self._shown = {}  # display id -> the outputs that an update changes

    def wait(self):
        """Ask until answer and output arrive; a kernel that starts drops the first questions."""
        end = time.monotonic() + START_LIMIT
        while time.monotonic() < end and self._alive():
            with contextlib.suppress(TimeoutError, queue.Empty):
                self._client.kernel_info(reply=True, timeout=2)
                self._client.get_iopub_msg(timeout=1)
                return
        raise NotebookError(f"the kernel did not answer within {START_LIMIT} s")

    def run(self, cell):
        """Run a cell; return None, or the error that ended it in words."""
        outputs = cell["outputs"] = []
        end = time.monotonic() + self._timeout
        asked = self._client.execute(cell["source"], allow_stdin=False)
        while True:
            message = self._next(self._client.get_iopub_msg, asked, cell, end)
            if message["content"].get("execution_state") == "idle":
                break
            self._collect(message, outputs)
        reply = self._next(self._client.get_shell_msg, asked, cell, end)["content"]
        cell["execution_count"] = reply.get("execution_count")
        return None if reply["status"] == "ok" else f"{reply.get('ename')}: {reply.get('evalue')}"

    def _next(self, receive, asked, cell, end):
        """The next message about what was asked."""
        while time.monotonic() < end:
            with contextlib.suppress(queue.Empty):
                message = receive(timeout=1)
                if message["parent_header"].get("msg_id") == asked:
                    return message
                continue
            if not self._alive():
                raise NotebookError(f"the kernel ended in cell {cell.get('id')}")
        raise NotebookError(f"cell {cell.get('id')} did not end within {self._timeout} s")

    def _collect(self, message, outputs):
        kind, content = message["msg_type"], dict(message["content"])
        shown = content.pop("transient", {}).get("display_id")
        if kind == "stream" and outputs and outputs[-1].get("name") == content["name"]:
            outputs[-1]["text"] += content["text"]
        elif kind in ("stream", "display_data", "execute_result", "error"):
            outputs.append({"output_type": kind, **content})
            if shown:
                self._shown.setdefault(shown, []).append(outputs[-1])
        elif kind == "update_display_data":
            for out in self._shown.get(shown, ()):
                out.update(data=content["data"], metadata=content["metadata"])
        elif kind == "clear_output":
            outputs.clear()


@contextlib.contextmanager
def _heard(client, **options):
    """A `Kernel` behind a client whose channels are opened here and closed at the end."""
    client.start_channels()
    try:
        found = Kernel(client, **options)
        found.wait()
        yield found
    finally:
        client.stop_channels()


@contextlib.contextmanager
def connected(connection_file):
    """The `Kernel` that runs already and has written this file."""
    from jupyter_client.blocking import BlockingKernelClient

    end = time.monotonic() + START_LIMIT
    while not connection_file.exists() and time.monotonic() < end:
        time.sleep(0.05)
    client = BlockingKernelClient(connection_file=str(connection_file))
    client.load_connection_file()
    with _heard(client) as found:
        yield found


@contextlib.contextmanager
def kernel(folder, *, env=None, startup="", timeout=CELL_TIMEOUT):
    """A fresh `Kernel` of this Python, whatever kernels are registered; it ends with the block.

    Parameters as in `execute.execute`.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as ipython_dir:
        if startup:
            place = Path(ipython_dir, "profile_default", "startup")
            place.mkdir(parents=True)
            place.joinpath("00-course.py").write_text(startup, encoding="utf-8")
        manager = _manager()
        manager.start_kernel(cwd=str(folder), env={
            **os.environ,
            "PYTHONHASHSEED": "0",
            "MPLBACKEND": "module://matplotlib_inline.backend_inline",
            "IPYTHONDIR": ipython_dir,  # no personal start-up files
            "PYDEVD_DISABLE_FILE_VALIDATION": "1",
            **(env or {}),
        })
        try:
            with _heard(manager.blocking_client(), alive=manager.is_alive,
                        timeout=timeout) as found:
                yield found
        finally:
            manager.shutdown_kernel(now=True)


def _manager():
    from jupyter_client.kernelspec import KernelSpec
    from jupyter_client.manager import KernelManager

    class ThisPython(KernelManager):
        @property
        def kernel_spec(self):
            launch = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
            # a warning about TCP is not the reader's concern, nor is what others typed
            launch += ["--log-level=ERROR", "--HistoryManager.hist_file=:memory:"]
            return KernelSpec(argv=launch, language="python", display_name="Python 3")

    return ThisPython()
