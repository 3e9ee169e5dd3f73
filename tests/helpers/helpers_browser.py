"""JupyterLab in headless Chromium, for tests: open a notebook, run it, look at the page.

    with open_lab(folder) as lab:
        page = lab.open("01_xor_failure.ipynb")
        run_all(page)
        assert error_outputs(page) == []

Everything a server or browser would keep lies in a temporary folder.
"""

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from course_tools import look, notebooks
from helpers_ports import free_ports

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]
# No questions from the page, and every cell in the DOM, also those out of sight.
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
    "docmanager-extension/plugin": {"autosave": False},
}
# Before a kernel is there the page says "idle" too; running a cell then opens a dialog.
KERNEL_READY = """() =>
    !['', 'No Kernel'].includes(
        document.querySelector('.jp-Toolbar-kernelName')?.textContent.trim() ?? '')
    && document.querySelector('.jp-Notebook-ExecutionIndicator')?.dataset.status === 'idle'
"""
START = 60  # seconds
RUN = 180


def find_chromium():
    """Path of the system's Chromium, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


# For `pytestmark`.
BROWSER = [
    pytest.mark.skipif(
        find_chromium() is None, reason="no Chromium on this machine: the browser test needs one"
    ),
]


@contextmanager
def open_chromium(*flags):
    """Chromium without a window, closed at the end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_chromium(), args=[*FLAGS, *flags])
        try:
            yield browser
        finally:
            browser.close()


class Lab:
    """A running server and a browser: `open` gives the page of a notebook."""

    def __init__(self, browser, address, token):
        self.browser, self.address, self.token = browser, address, token

    def open(self, name, app="lab", **options):
        """Open a notebook of the folder and wait until its kernel is ready.

        `app="notebook"` shows it in Notebook 7. Options are those of a Playwright page:
        `color_scheme="dark"`, `viewport=...`.
        """
        page = self.browser.new_page(**{"viewport": {"width": 1280, "height": 900}, **options})
        page.set_default_timeout(START * 1000)
        # A workspace of its own: the page holds this notebook and no earlier one.
        own = f"lab/workspaces/{secrets.token_hex(4)}/tree"
        where = f"{own}/{name}" if app == "lab" else f"notebooks/{name}"
        page.goto(f"{self.address}/{where}?token={self.token}")
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        ready = 0
        while ready < 4:  # the name of the kernel may show a moment before the kernel
            page.wait_for_function(KERNEL_READY, polling=50)
            page.wait_for_timeout(150)
            ready = ready + 1 if page.evaluate(KERNEL_READY) else 0
        return page


@contextmanager
def open_lab(folder):
    """A `jupyter lab` on `folder` (it serves Notebook 7's pages as well), and Chromium."""
    with _server(folder) as (address, token), open_chromium() as browser:
        yield Lab(browser, address, token)


@contextmanager
def _server(folder):
    token = secrets.token_hex(8)
    port = free_ports()
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as home:
        command = [
            sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
            f"--ServerApp.port={port}",
            "--ServerApp.port_retries=0", "--ServerApp.ip=127.0.0.1",
            f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder}",
            look.PROMPT,
        ]
        log = Path(home, "server.log")
        with log.open("w") as out:
            server = subprocess.Popen(
                command, env=environment(home), cwd=folder, stdout=out, stderr=out
            )
        try:
            wait_for_server(server, f"{address}/api/status?token={token}", log)
            yield address, token
        finally:
            server.terminate()
            try:
                server.wait(15)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def environment(home):
    settings = Path(home, "settings")
    for name, values in SETTINGS.items():
        path = settings / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
    own = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
        "HOME": "home",
    }
    places = {key: str(Path(home, name)) for key, name in own.items()}
    for place in places.values():
        Path(place).mkdir(exist_ok=True)
    return {**os.environ, **places, "PYTHONPATH": str(notebooks.root())}


def wait_for_server(server, address, log):
    for _ in range(START * 10):
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if server.poll() is not None:
                break
            time.sleep(0.1)
    raise RuntimeError(f"the Jupyter server did not start:\n{log.read_text()[-2000:]}")


# --- the page ---------------------------------------------------------------------------


def lay_copy(path, folder, name=None, *cells):
    """Put an output-free copy of a notebook into `folder`; `cells` go before its first code.

    This is what `course lab` gives to a student.
    """
    nb = notebooks.strip_outputs(notebooks.read(path))
    first = next(i for i, c in enumerate(nb["cells"]) if c["cell_type"] == "code")
    nb["cells"][first:first] = cells
    name = name or Path(path).name
    notebooks.write(nb, Path(folder, name))
    return name


def run_all(page):
    """Run → Run All Cells in the menu, and wait for the last cell."""
    page.locator(".lm-MenuBar-item", has_text="Run").first.click()
    page.locator(".lm-Menu-item[data-command='runmenu:run-all']").click()
    wait_idle(page, every=True)


def wait_idle(page, every=False, patience=RUN):
    """Wait until no cell is running (`every`: and each code cell has its number)."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        told, status, dialog = page.evaluate(LOOK)
        assert not dialog, f"the page asks: {dialog}"
        busy = status == "busy" or any("*" in prompt for prompt in told)
        if not busy and not (every and any(prompt == "[ ]:" for prompt in told)):
            page.wait_for_timeout(200)  # the page may still be drawing
            return
        page.wait_for_timeout(100)
    errors = error_outputs(page)
    raise AssertionError(f"not done after {patience} s: {status}, {told}, errors: {errors}")


LOOK = """() => [
    [...document.querySelectorAll('.jp-Notebook .jp-CodeCell')]
        .map(cell => cell.querySelector('.jp-InputArea-prompt')?.textContent ?? ''),
    document.querySelector('.jp-Notebook-ExecutionIndicator')?.dataset.status ?? '',
    document.querySelector('.jp-Dialog')?.textContent ?? '',
]"""


def error_outputs(page):
    """Texts of tracebacks, of what was written to stderr, and of widgets that failed."""
    return page.eval_on_selector_all(
        ".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr'],"
        ".jp-RenderedText[data-mime-type='application/vnd.jupyter.error'],"
        ".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr'],"
        ".jupyter-widgets-error-widget, .jp-OutputArea-output.lm-Panel.jupyter-widgets",
        "found => found.map(one => one.textContent)",
    )


def code_cell(page, holds):
    """Locator of the first code cell whose source contains `holds`."""
    index = page.evaluate(
        """holds => [...document.querySelectorAll('.jp-Notebook .jp-CodeCell')].findIndex(
            cell => [...cell.querySelectorAll('.cm-line')].map(line => line.textContent)
                .join('\\n').includes(holds))""",
        holds,
    )
    assert index >= 0, f"no code cell on the page holds {holds!r}"
    return page.locator(".jp-Notebook .jp-CodeCell").nth(index)


def type_into(page, cell, source):
    """Replace the source of a cell by typing."""
    cell.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.insert_text(source)


def type_and_run(page, cell, source):
    """Replace the source of a cell by typing, and press Shift+Enter."""
    type_into(page, cell, source)
    page.keyboard.press("Shift+Enter")
    wait_idle(page)


def dark(page):
    """Settings → Theme → JupyterLab Dark."""
    page.locator(".lm-MenuBar-item", has_text="Settings").first.click()
    page.locator(".lm-Menu-item", has_text="Theme").first.hover()
    page.locator(".lm-Menu-item", has_text=re.compile("^JupyterLab Dark$")).first.click()
    page.wait_for_function("() => document.body.dataset.jpThemeLight === 'false'")


def save(page):
    """File → Save, and wait until the page says that it is done."""
    page.locator(".lm-MenuBar-item", has_text="File").first.click()
    page.locator(".lm-Menu-item[data-command='docmanager:save']").click()
    page.wait_for_function("() => !document.querySelector('.lm-TabBar .jp-mod-dirty')")


def unsaved(page):
    """Whether the page marks its notebook as changed and not saved."""
    return page.locator(".lm-TabBar .jp-mod-dirty").count() > 0


def restart_kernel(page):
    """Kernel → Restart, and wait until the new one is there."""
    page.locator(".lm-MenuBar-item", has_text="Kernel").first.click()
    page.locator(".lm-Menu-item[data-command='kernelmenu:restart']").click()
    page.locator(".jp-Dialog .jp-mod-accept").click()
    page.locator(".jp-Dialog").wait_for(state="detached")
    page.wait_for_timeout(500)
    page.wait_for_function(KERNEL_READY, polling=100)


def stop_kernels(lab):
    """Shut down every kernel of the server, as when the course is closed for the day."""
    place = f"{lab.address}/api/sessions"
    head = {"Authorization": f"token {lab.token}"}
    with urllib.request.urlopen(urllib.request.Request(place, headers=head), timeout=30) as answer:
        found = json.loads(answer.read())
    for one in found:
        request = urllib.request.Request(f"{place}/{one['id']}", headers=head, method="DELETE")
        urllib.request.urlopen(request, timeout=30).close()


def picture_bytes(image):
    """What an <img> or a <canvas> shows, as text (an address, or bytes)."""
    return image.evaluate(
        """async image => {
            if (image.toDataURL) return image.toDataURL();
            if (!image.src.startsWith('blob:')) return image.src;
            const bytes = new Uint8Array(await (await fetch(image.src)).arrayBuffer());
            let text = '';
            for (const byte of bytes) text += String.fromCharCode(byte);
            return btoa(text);
        }"""
    )


def slide(page, handle, part):
    """Move a slider with a thumb: from where it stands to ``part`` (0 to 1) of its track."""
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    least, most, now = (float(handle.get_attribute("min") or 0),
                        float(handle.get_attribute("max")), float(handle.input_value()))
    y, inner = box["y"] + box["height"] / 2, box["width"] - 16  # the thumb stays on the track
    xs = [box["x"] + 8 + inner * to for to in ((now - least) / (most - least), part)]
    finger = page.context.new_cdp_session(page)

    def touch(kind, *at):
        points = [{"x": x, "y": y} for x in at]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", xs[0])
    for i in range(1, 9):
        touch("touchMove", xs[0] + (xs[1] - xs[0]) * i / 8)
    touch("touchEnd")
