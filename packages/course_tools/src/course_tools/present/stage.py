"""On stage: a notebook as live slides in JupyterLab.

A scratch copy, composed by `compose`, is shown by the extension in `stage/`, which JupyterLab is
handed when it starts: nothing is installed. Nothing here writes into the course's folder.
"""

import json
import os
import secrets
import shutil
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

from course_tools import CourseError, look, notebooks
from course_tools.present import compose
from course_tools.present.projector import PROJECTOR, drawing

EXTENSIONS = HERE = Path(__file__).parent  # what JupyterLab loads is in `stage/`
# JupyterLab asks about news from the network at its first start; the course is offline.
NO_NEWS = {"@jupyterlab/apputils-extension:notification":
           {"fetchNews": "false", "checkForUpdates": False}}
SETTINGS = {**NO_NEWS, "@jupyterlab/notebook-extension:tracker":
            {"windowingMode": "none", "scrollPastEnd": False}}  # every cell in the page


@dataclass
class Stage:
    """A running JupyterLab that shows one scratch copy."""

    folder: Path
    name: str
    process: subprocess.Popen
    address: str
    token: str

    @property
    def url(self):
        return f"{self.address}/lab/tree/{self.name}?token={self.token}"


def scratch(path, at=""):
    """The notebook that is shown: `compose.copy` with its slides, where to start, its drawing."""
    nb = notebooks.read(path)
    show = compose.compose(nb)
    show["start"] = compose.find_slide(nb, show, at) if at else 0
    show["opening"], show["number"] = drawing(path), notebooks.number(path)
    shown = compose.copy(nb, show)
    return {**shown, "metadata": {**shown["metadata"], "stage": show}}


@contextmanager
def stage(path, options=(), *, at=""):
    """Start JupyterLab on a scratch copy of a notebook; give the :class:`Stage`.

    It opens at the block or cell ``at``, and runs what stands before it. The scratch folder, with
    settings, workspaces and the copy, is removed at the end. ``options`` are more arguments for
    `jupyter lab`.
    """
    shown = scratch(path, at)
    with tempfile.TemporaryDirectory(prefix="course-present-", ignore_cleanup_errors=True) as home:
        home, show = Path(home), Path(home, "show")
        for folder in (show, home / "runtime"):
            folder.mkdir()
        for plugin, values in SETTINGS.items():
            place = home / "settings" / f"{plugin.replace(':', '/')}.jupyterlab-settings"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(json.dumps(values), encoding="utf-8")
        notebooks.write(shown, show / path.name)
        extension = shutil.copytree(HERE / "stage", home / "extensions" / "stage")
        token = secrets.token_hex(12)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        command = [
            sys.executable, "-m", "jupyterlab", "--no-browser", "-y",
            f"--LabApp.extra_labextensions_path={home / 'extensions'}",
            f"--ServerApp.root_dir={show}", f"--ServerApp.port={port}", "--ServerApp.ip=127.0.0.1",
            "--NotebookNotary.db_file=:memory:", look.PROMPT,
            *["--allow-root"] * (getattr(os, "geteuid", lambda: 1)() == 0),
            *options,
        ]  # fmt: skip
        process = subprocess.Popen(
            command, cwd=show, env=_environment(home, token), stderr=subprocess.DEVNULL
        )
        try:
            one = Stage(home, path.name, process, f"http://127.0.0.1:{port}", token)
            _for_presenter(path, extension)
            _wait_until_up(one)
            yield one
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _for_presenter(path, extension):
    """Beside the extension, what the presenter's window shows: meanwhile the server starts."""
    from course_tools.present import deck  # here: it brings in matplotlib

    page = deck.page(notebooks.with_outputs(path), opening=drawing(path), speaker=True)
    (extension / "deck.html").write_text(page, encoding="utf-8")


def _environment(home, token):
    return {
        **notebooks.ONE_THREAD,
        **os.environ,
        **PROJECTOR,
        "JUPYTER_TOKEN": token,
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }


def _wait_until_up(one, seconds=120):
    end = time.monotonic() + seconds
    status = f"{one.address}/api/status?token={one.token}"
    while time.monotonic() < end and one.process.poll() is None:
        try:
            return urllib.request.urlopen(status, timeout=30).close()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise CourseError("JupyterLab did not start; `course doctor` says what is missing")
