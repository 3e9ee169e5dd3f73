"""Take docs/screenshot.png again: notebook 01 in `course lab`, an exercise and its verdict.

    python scripts/screenshot.py    # in the environment of `make setup`, with a Chromium
"""

import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "helpers")]

from helpers_browser import (  # noqa: E402
    Lab,
    code_cell,
    environment,
    open_chromium,
    type_and_run,
    wait_for_server,
    wait_idle,
)
from helpers_ports import free_ports  # noqa: E402

NAME = "01_xor_failure.ipynb"
ANSWER = '''@exercise("line_accuracy")
def line_accuracy(X, y, w, b):
    """Fraction right of the rule "w.x + b > 0 means 1"."""
    return np.mean((X @ w + b >= 0) == y)'''


def main():
    """Start `course lab` in a folder of its own, answer, and write the picture."""
    with tempfile.TemporaryDirectory() as home, open_chromium() as browser:
        folder, token, port = Path(home, "course"), secrets.token_hex(8), free_ports()
        (folder / "notebooks").mkdir(parents=True)
        shutil.copy(ROOT / "notebooks" / NAME, folder / "notebooks")
        command = [sys.executable, "-m", "course_tools.cli", "lab", "01", "--no-browser", "--",
                   f"--ServerApp.port={port}", f"--IdentityProvider.token={token}"]
        log = Path(home, "log")
        with log.open("w") as out:
            server = subprocess.Popen(command, cwd=folder, env=environment(home), stdout=out,
                                      stderr=out)
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for_server(server, f"{address}/api/status?token={token}", log)
            take(Lab(browser, address, token).open(NAME, viewport={"width": 1280, "height": 960}))
        finally:
            server.terminate()
            server.wait()


def take(page):
    """Run what is above the exercise, write a wrong answer, and photograph its card."""
    page.keyboard.press("ControlOrMeta+B")  # without the list of files
    cell = code_cell(page, 'exercise("line_accuracy")')
    cell.locator(".cm-content").click()
    page.locator(".lm-MenuBar-item", has_text="Run").first.click()
    page.locator(".lm-Menu-item[data-command='notebook:run-all-above']").click()
    wait_idle(page)
    type_and_run(page, cell, ANSWER)
    card = cell.locator(".course-card")
    card.wait_for()
    card.evaluate("""card => {  // its end is near the end of the screen
        const scroller = card.closest('.jp-WindowedPanel-outer');
        scroller.scrollTop += card.getBoundingClientRect().bottom
            - scroller.getBoundingClientRect().bottom + 45;
    }""")
    page.mouse.move(0, 0)  # what is below it shows a mark
    page.wait_for_timeout(1000)
    page.screenshot(path=ROOT / "docs" / "screenshot.png")


if __name__ == "__main__":
    main()
