"""On stage: live slides of a notebook.

Slides are a scratch copy, cut by `slides`, opened by JupyterLab with jupyterlab-deck.
Used by the `course` command only. Nothing here writes into the course's folder.
"""

import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from course_tools import CourseError, notebooks
from course_tools.notebooks import run
from course_tools.present import slides

# --- JupyterLab in deck mode ------------------------------------------------------------


def _lay_out(home, show, path, plain):
    """Write the copy that is shown and what JupyterLab reads of it into the scratch folder."""
    files = {
        f"lab-settings/{plugin.replace(':', '/')}.jupyterlab-settings": json.dumps(values)
        for plugin, values in slides.settings().items()
    }
    files["config/custom/custom.css"] = slides.STYLE
    if plain:
        off = {"disabledExtensions": {"@deathbeds/jupyterlab-deck": True}}
        files["config/labconfig/page_config.json"] = json.dumps(off)
    for folder in (show.parent, home / "runtime"):
        folder.mkdir(parents=True)
    for name, content in files.items():
        place = home / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")
    notebooks.write(slides.stage_copy(notebooks.read(path)), show)


# The deck knows no start slide and drops the address' anchor. This waits for the deck and
# moves to a cell the way a link inside the notebook would; on a page without it, it scrolls.
JUMP = """<script>(() => {
  const plain = %s;
  const go = left => {
    const cell = document.querySelectorAll('.jp-Notebook .jp-Cell')[%d];
    const shown = document.querySelector('.jp-Deck .jp-deck-mod-visible');
    if (!cell || !(shown || plain)) return left && setTimeout(go, 100, left - 1);
    cell.id = 'course-start';
    if (plain) return setTimeout(() => cell.scrollIntoView(), 1500);
    setTimeout(() => { location.hash = '#course-start'; }, 300);
  };
  go(300);
})()</script>"""


@dataclass
class Stage:
    """A running JupyterLab that shows one scratch copy."""

    folder: Path
    name: str
    process: subprocess.Popen
    address: str
    token: str
    plain: bool  # one long page instead of slides

    @property
    def url(self):
        return f"{self.address}/lab/tree/{self.name}?token={self.token}"

    def ask(self, method, place, content=None):
        request = urllib.request.Request(
            f"{self.address}/api/{place}",
            data=None if content is None else json.dumps(content).encode(),
            headers={"Authorization": f"token {self.token}", "Content-Type": "application/json"},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or "null")

    def run_until(self, nb, index):
        """Run all code before cell `index` in the kernel the page will use; keep the outputs.

        Returns the ids of cells that raised.
        """
        import nbformat

        content = {"path": self.name, "name": self.name, "type": "notebook",
                   "kernel": {"name": "python3"}}  # fmt: skip
        kernel = self.ask("POST", "sessions", content)["kernel"]["id"]
        nb, failed = nbformat.from_dict(nb), []

        def note(cell, error):
            if error:
                failed.append(cell["id"])
                print(f"! {cell['id']} raised {error}")

        with run.connected(nb, self.folder / "runtime" / f"kernel-{kernel}.json") as run_cell:
            run.run_cells(nb.cells[:index], run_cell, note)
        first = next((c for c in nb.cells if c.cell_type == "code"), None)
        if first and 0 < index < len(nb.cells):
            data = {"text/html": JUMP % (json.dumps(self.plain), index), "text/plain": ""}
            first.outputs.append({"output_type": "display_data", "data": data, "metadata": {}})
        # Through the server, and trusted: so that the page shows HTML outputs as they are.
        for cell in nb.cells:
            if cell.cell_type == "code":
                cell.metadata.trusted = True
        self.ask("PUT", f"contents/{self.name}", {"type": "notebook", "content": nb})
        return failed


@contextmanager
def stage(path, options=(), *, plain=False):
    """Start JupyterLab on a scratch copy of a notebook; give the :class:`Stage`.

    The scratch folder, with settings, workspaces and the copy, is removed at the end.
    ``options`` are more arguments for `jupyter lab`, ``plain`` shows one long page without the
    slide view.
    """
    with tempfile.TemporaryDirectory(prefix="course-present-", ignore_cleanup_errors=True) as home:
        home, show = Path(home), Path(home, "show")
        _lay_out(home, show / path.name, path, plain)
        token = secrets.token_hex(12)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        command = [
            sys.executable, "-m", "jupyterlab", "--no-browser", "-y", "--LabApp.custom_css=True",
            f"--ServerApp.root_dir={show}", f"--ServerApp.port={port}", "--ServerApp.ip=127.0.0.1",
            "--NotebookNotary.db_file=:memory:",
            *["--allow-root"] * (getattr(os, "geteuid", lambda: 1)() == 0),
            *options,
        ]  # fmt: skip
        process = subprocess.Popen(
            command, cwd=show, env=_environment(home, token), stderr=subprocess.DEVNULL
        )
        try:
            one = Stage(home, path.name, process, f"http://127.0.0.1:{port}", token, plain)
            _wait_until_up(one)
            yield one
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _environment(home, token):
    return {
        **notebooks.ONE_THREAD,
        **os.environ,
        "COURSE_PROJECTOR": "1",  # style.use() reads it in the kernel
        "JUPYTER_TOKEN": token,
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "lab-settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "lab-workspaces"),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }


def _wait_until_up(one, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end and one.process.poll() is None:
        try:
            return one.ask("GET", "status")
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise CourseError("JupyterLab did not start; `course doctor` says what is missing")
