"""What a page that works costs: to the first card, the next one, the next page, the first picture.

    .venv/bin/course site && .venv/bin/python scripts/benchmarks/bench_page.py 3   # times

Chromium without a window, a visitor who has never been here, a server that does as a static host
does (gzip, ETag, ten minutes of cache). Counted from what the reader does to half a second after it
is there: seconds of computing of all of the browser's processes, seconds of the clock, bytes as
they travel, requests. Memory is that of the page's process (Linux), five seconds later.
"""

import argparse
import functools
import gzip
import http.server
import os
import statistics
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "helpers"), str(ROOT / "tests" / "tools")]

from test_live import HEAD, WRONG  # noqa: E402
from test_site_live import ENDLESS_IN_C, NOWHERE, XOR, box, editor, judged, run, write  # noqa: E402

from course_tools.site import build, lite  # noqa: E402
from helpers_browser import KERNEL_READY, open_chromium  # noqa: E402

TARGETS = {  # name: (what is counted, at most)
    "page before Python, beyond the book": {"bytes": 130e3},
    "first card, first visit": {"computing": 4.5, "bytes": 10e6, "requests": 12},
    "a further check": {"computing": 0.3},
    "next page": {"computing": 3.0, "bytes": 0},
    "first picture": {"computing": 3.5, "bytes": 10e6},
    "next card after an end in C": {"clock": 3.0},
    "memory, no picture yet": {"megabytes": 320},
    "memory, with pictures": {"megabytes": 460},
    "browser version, first cell": {"computing": 9.0},
}


class Host(build.Quiet):
    """A static host, which counts what it sends."""

    sent, packed = [], {}

    def do_GET(self):  # noqa: N802 - its name in http.server
        """Send a file, or that it has not changed."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(404)
        mark = f'"{path.stat().st_mtime_ns:x}-{path.stat().st_size:x}"'
        fresh = self.headers.get("If-None-Match") == mark
        if path not in self.packed:
            self.packed[path] = gzip.compress(path.read_bytes(), 6)
        body = b"" if fresh else self.packed[path]
        self.sent.append((self.path, len(body)))
        self.send_response(304 if fresh else 200)
        for name, value in {"ETag": mark, "Cache-Control": "max-age=600", "Content-Encoding":
                            "gzip", "Content-Type": self.guess_type(str(path)),
                            "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class Visit:
    """A visitor with a browser of its own; `found` is what was counted, by name."""

    def __init__(self, browser, found):
        self.system, self.found = browser.new_browser_cdp_session(), found
        self.page = browser.new_page(viewport={"width": 1280, "height": 900})
        self.page.set_default_timeout(240_000)

    def processes(self):
        """(type, id, seconds of computing) of each of the browser's."""
        told = self.system.send("SystemInfo.getProcessInfo")["processInfo"]
        return [(one["type"], one["id"], one["cpuTime"]) for one in told]

    @contextmanager
    def counted(self, name):
        """Count what is done within."""
        before, begun = sum(one[2] for one in self.processes()), time.perf_counter()
        Host.sent.clear()
        yield
        clock = time.perf_counter() - begun
        self.page.wait_for_timeout(500)
        # a browser looks by itself for a newer keeper: 1 kB a page
        sizes = [size for path, size in Host.sent if not path.endswith("live-sw.js")]
        self.keep(name, computing=sum(one[2] for one in self.processes()) - before, clock=clock,
                  bytes=sum(sizes), requests=len(sizes))

    def keep(self, name, **counted):
        for what, value in counted.items():
            self.found.setdefault(name, {}).setdefault(what, []).append(value)

    def memory(self, name):
        """The memory of the page's process: its share of what several have counts in part."""
        self.page.wait_for_timeout(5000)  # what is garbage at the end of the work is not kept
        pages = [id for kind, id, _ in self.processes() if kind == "renderer"]
        sizes = [sum(int(line.split()[1]) for line in Path(f"/proc/{id}/smaps_rollup").read_text()
                     .splitlines() if line.startswith("Pss:")) for id in pages]
        self.keep(name, megabytes=max(sizes) / 1024)


def book(visit, address):
    """A reader of the book: two pages, answers, a picture."""
    page = visit.page
    Host.sent.clear()
    page.goto(f"{address}04_softmax_derivative.html")
    page.wait_for_load_state("networkidle")
    visit.keep("page before Python, beyond the book",
               bytes=sum(size for path, size in Host.sent if build.pack.LIVE in path))
    editor(page)
    page.wait_for_load_state("networkidle")
    visit.keep("the same with the editor, once one comes near",
               bytes=sum(size for path, size in Host.sent if build.pack.LIVE in path))
    with visit.counted("first card, first visit"):
        run(page, WRONG)
    write(page, f"{WRONG}# again\n")
    with visit.counted("a further check"):
        judged(page)
    visit.memory("memory, no picture yet")
    write(page, ENDLESS_IN_C)
    box(page).get_by_role("button", name="Run", exact=True).click()
    page.wait_for_timeout(1000)
    box(page).get_by_role("button", name="Stop").click()
    box(page).get_by_text("Stopped.").wait_for()
    with visit.counted("next card after an end in C"):
        run(page, f"{HEAD}    return z\n")
    page.goto(f"{address}01_xor_failure.html")
    page.wait_for_load_state("networkidle")
    editor(page, "xor_dataset")
    with visit.counted("next page"):
        run(page, XOR, "xor_dataset")
    cell = page.locator("[id='01-b1-picture']")
    cell.get_by_role("button", name="show it anyway").click()
    with visit.counted("first picture"):
        cell.get_by_role("button", name="Run on your answer").click()
        cell.locator(".course-yours img").wait_for()
    visit.memory("memory, with pictures")


def first_cell(visit, address):
    """Somebody who opens a notebook in the browser version and runs its first cell."""
    page = visit.page
    with visit.counted("browser version, first cell"):
        page.goto(address + lite.work("01_xor_failure"))
        page.wait_for_function(KERNEL_READY, polling=200)
        page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.click()
        page.keyboard.press("Shift+Enter")
        page.wait_for_function("""() => /\\d/.test(document.querySelector(
            '.jp-Notebook .jp-CodeCell .jp-InputPrompt').textContent)""", polling=100)


def told(found):
    """Medians beside what they should be at most."""
    for name, counted in found.items():
        shown = []
        for what, values in counted.items():
            value, most = statistics.median(values), TARGETS.get(name, {}).get(what)
            text = f"{value / 1e6:.2f} MB" if what == "bytes" and value > 1e6 else (
                f"{value / 1e3:.0f} kB" if what == "bytes" else
                f"{value:.0f}" if what in ("requests", "megabytes") else f"{value:.2f} s")
            missed = "" if most is None else f" (at most {most:g}{', MISSED' * (value > most)})"
            shown.append(f"{what} {text}{missed}")
        print(f"{name}: {'; '.join(shown)}")


def main():
    """Measure each several times, taking turns."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("times", nargs="?", type=int, default=3)
    times, found = parser.parse_args().times, {}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(
        Host, directory=str(ROOT / "build" / "site")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    for _ in range(times):
        for visited in (book, first_cell):
            with open_chromium(NOWHERE) as browser:
                visited(Visit(browser, found), address)
        print(f"load {os.getloadavg()[0]:.1f}", flush=True)
    told(found)


if __name__ == "__main__":
    main()
