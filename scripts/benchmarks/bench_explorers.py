"""Time every control of every explorer in the browser, and what drawing ahead costs the others.

    python scripts/benchmarks/bench_explorers.py [--quick] [--site FOLDER] [--json FILE] [NAME ...]

At its end it says which explorer and control miss a target (`TARGETS`). Two ways are on one page
of JupyterLab in headless Chromium and take turns:

* course: the explorer;
* bare: an Image that gets one of two finished pictures of the explorer and two finished words.
  No drawing and no encoding: the widget path alone.

Both show the same picture in the same number of pixels, on one BLAS thread. A tick ends in the
frame after the picture was painted, once that frame was made. A key held down is 16 presses, 33 ms
apart: counted are the frames that show a picture which the frame before did not, and how long after
the last press the last of them came. Single keys walk along the track and back, so that most
positions are seen for the first time. A jump goes across half the track; alternating keys go to two
controls in turn. A picture counts when it is the position's own, not a near one shown meanwhile.
Before anything is measured the page rests for a second at most. A first touch is the first key on a
box that was made anew, five times (`--quick`: three). The network is a proxy between browser and
server that keeps every byte for half of the time there and back.

A cell's delay: Ctrl+Enter to its number, alone and right after a key on the second longest control,
when all along the longest is new and wanted; it should be at most what drawing one frame takes.
Idle computing: the kernel's processor time on an untouched page. p95 is the 95th percentile.
Load: other work on the machine; with much of it, compare within a row only.

--site: the folder that `course site` writes. Then keys are measured on the book's pages, on a phone
of 390 pixels whose processor is slowed down four times, and in the browser version, where the
kernel is WebAssembly.
"""

import argparse
import functools
import http.server
import json
import os
import socket
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "helpers")]

from course_tools import notebooks  # noqa: E402

for variable, value in notebooks.ONE_THREAD.items():  # as `course lab` does, for all ways
    os.environ.setdefault(variable, value)

import numpy as np  # noqa: E402

WAYS = ("course", "bare")
HELD, GAP = 16, 33  # presses of a key held, ms between them
REST = 1000  # ms before anything is measured
LOOK = 200  # ms between two keys, in which a reader looks
QUICK = {"keys": 20, "rounds": 1, "network": [0, 150], "seconds": 5,
         "look": 120, "rest": 500, "touches": 3}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
SLOWER = 4  # times, the phone's processor

# --- the page --------------------------------------------------------------------------------

CASES = {
    "WayDown": "way_down()",
    "PerceptronSteps": "perceptron_steps()",
    "MulticlassSteps": "multiclass_steps()",
    "LineOnXor": "explore.line_on_xor()",
    "CurveDegree": "explore.curve_degree()",
    "ProductOnXor": "explore.product_on_xor()",
    "DragReading": "drag_reading()",
    "FollowFunction": "explore.follow_function()",
    "HorseKicks": "explore.horse_kicks()",
    "ActivationGallery": "explore.activation_gallery()",
    "LogitsOnSimplex": "explore.logits_on_simplex()",
    "ReluFilm": "relu_film()",
    "Checkpoints": "explore.checkpoints()",
    "WordMap": "word_map()",
    "Calibration": "calibration()",
}

MAKERS = """
import numpy as np
from course_utils import data, explore, network, style
style.use()

def way_down():
    def valley(x):
        return (x[0] * x[1] - 1) ** 2 / 2

    return explore.way_down({"valley": (valley, lambda x: (x[0] * x[1] - 1) * x[::-1])})

def drag_reading():
    alps, _ = data.boiling_points()
    return explore.drag_reading((alps[:, 0] - 32) / 1.8, 18.4 * np.log10(29.92 / alps[:, 1]))

def perceptron_steps():
    cards = np.array([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]])
    both = np.array([-1, -1, -1, 1])
    return explore.perceptron_steps({"both": (cards, both), "back": (cards[::-1], both[::-1])}, 40)

def multiclass_steps():
    X = np.array([[2, 0], [0, 2], [-2, -1], [1, 0], [0, 1], [1, 1], [-1, 2], [1, -2]])
    return explore.multiclass_steps(X, np.array([0, 1, 2, 0, 1, 0, 1, 2]), 3)

def relu_film():
    x = np.linspace(-2, 2, 30)
    begin = network.initialise_1d(12, np.random.default_rng(0), spread=2)
    films = {name: network.relu_net_1d_fit(begin, x, np.sin(x), lr=lr, steps=400, keep_every=5)
             for name, lr in (("slow", 0.01), ("fast", 0.05))}
    return explore.relu_film(films, x, np.sin(x))

def word_map():
    E = np.random.default_rng(0).normal(size=(60, 2))
    groups = {"half": (("first", "second"), np.arange(60) // 30),
              "rest": (tuple("abcd"), np.arange(60) % 4)}
    return explore.word_map({"one": E, "two": E[::-1]}, [f"w{i:02}" for i in range(60)], groups)

def calibration():
    X, y = (part[:600] for part in data.digits())
    return explore.calibration(network.initialise(64, 50, 10, np.random.default_rng(0)), X, y)
"""

BARE = """
import time
import ipywidgets as widgets

def values_of(explorer):
    return {name: one.value for name, one in explorer.inputs.items()}

def handle(explorer, name):
    one = explorer.inputs[name]
    return widgets.SelectionSlider(options=list(zip(one.labels, one.values)), value=one.value)

def by_bare(explorer, name):
    picture, words, control = widgets.Image(format="png"), widgets.HTML(), handle(explorer, name)
    ready = []
    for other in (explorer.inputs[name].values[0], explorer.inputs[name].values[-1]):
        frame = explorer.frame(**{**values_of(explorer), name: other})
        ready.append((frame.png, frame.words))
    def draw(change=None):
        ready.reverse()
        picture.value, words.value = ready[0]
    control.observe(draw, names="value")
    draw()
    return widgets.VBox([control, picture, words])
"""

MAKE = """
explorer = {made}
name = next(name for name, one in explorer.inputs.items() if len(one.values) > 1)
took = []
for value in explorer.inputs[name].values[:9]:
    start = time.perf_counter()
    explorer.frame(**{{**values_of(explorer), name: value}})
    took.append(1000 * (time.perf_counter() - start))
print('frame', np.median(took))
"""
CPU = "import time\nprint('cpu', time.process_time())"

# What all measurements need: the picture at a place and its control, a press, a wait.
PAGE = """
window.bench = {
    shown: place => {
        const canvas = place.querySelector('canvas');
        if (canvas) return canvas.dataset.shown.startsWith('near') ? null : canvas.dataset.shown;
        return [...place.querySelectorAll('img')].find(
            one => one.src && one.style.display !== 'none')?.src;
    },
    control: (place, i) => place.querySelectorAll(
        '.course-control, .noUi-handle, .widget-slider [role=slider]')[i],
    move: (row, steps) => {  // of a control of ours, by its own element
        const one = row.querySelector('input[type=range], select');
        if (one) {
            const count = one.options?.length ?? Number(one.max) + 1;
            one.value = String((Number(one.value) + steps + count) % count);
            one.dispatchEvent(new Event('input', {bubbles: true}));
            return;
        }
        const all = [...row.querySelectorAll('button')];
        const now = all.findIndex(one => one.getAttribute('aria-pressed') === 'true');
        all[(now + steps + all.length) % all.length].click();
    },
    press: (control, steps) => {
        if (control.matches('.course-control')) return bench.move(control, steps);
        const key = steps > 0 ? 'ArrowRight' : 'ArrowLeft';
        control.dispatchEvent(new KeyboardEvent('keydown', {key, code: key,
            keyCode: steps > 0 ? 39 : 37, bubbles: true, cancelable: true}));
    },
    tick: (place, i, steps) => new Promise((done, failed) => {
        const before = bench.shown(place), control = bench.control(place, i);
        const late = setTimeout(() => failed(new Error('no new picture')), 15000);
        const look = async () => {
            const now = bench.shown(place);
            if (!now || now === before) return;
            watch.disconnect();
            clearTimeout(late);
            const image = [...place.querySelectorAll('img')].find(one => one.src === now);
            if (image) await image.decode();
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
        };
        const watch = new MutationObserver(look);
        watch.observe(place, {childList: true, subtree: true,
                              attributeFilter: ['src', 'data-shown']});
        control.focus?.();
        const start = performance.now();
        bench.press(control, steps);
        look();
    }),
    hold: (place, i, presses, gap) => new Promise(done => {
        const control = bench.control(place, i);
        let before = bench.shown(place), pictures = 0, newest = 0, pressed = 0, last = 0;
        const frame = () => {
            const now = bench.shown(place), time = performance.now();
            if (now && now !== before) { before = now; pictures += 1; newest = time; }
            if (pressed < presses || time < last + 1000) requestAnimationFrame(frame);
            else done([pictures, newest - last]);
        };
        const next = () => {
            bench.press(control, 1);
            last = performance.now();
            pressed += 1;
            if (pressed < presses) setTimeout(next, gap);
        };
        requestAnimationFrame(frame);
        next();
    }),
    cell: (row, cell) => new Promise(done => {
        const prompt = cell.querySelector('.jp-InputArea-prompt'), before = prompt.textContent;
        const watch = new MutationObserver(() => {
            const now = prompt.textContent;
            if (now === before || now.includes('*')) return;
            watch.disconnect();
            done(performance.now() - start);
        });
        watch.observe(prompt, {childList: true, characterData: true, subtree: true});
        if (row) bench.move(row, 1);
        const start = performance.now();
        cell.querySelector('.cm-content').dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter',
            code: 'Enter', keyCode: 13, ctrlKey: true, bubbles: true, cancelable: true}));
    }),
};
"""


def case_page(made):
    """Notebook with the ways of one explorer, and a cell that says the kernel's time."""
    from helpers_nb import code, notebook

    shown = [code(way, "explorer" if way == "course" else f"by_{way}(explorer, name)")
             for way in WAYS]
    return notebook(code("common", MAKERS + BARE), code("make", MAKE.format(made=made)), *shown,
                    code("cpu", CPU))


class Network:
    """A proxy on this machine that passes bytes on after a while; ``delay`` is there and back."""

    def __init__(self, port):
        self.target, self.delay = port, 0.0
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                near, _ = self.server.accept()
            except OSError:  # closed
                return
            far = socket.create_connection(("127.0.0.1", self.target))
            for one, other in ((near, far), (far, near)):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, source, target):
        """Read as bytes come; a second thread sends each piece when its time has come."""
        import queue

        pieces = queue.Queue()

        def send():
            while True:
                due, piece = pieces.get()
                time.sleep(max(0.0, due - time.monotonic()))
                try:
                    target.sendall(piece) if piece else target.shutdown(socket.SHUT_WR)
                except OSError:
                    return
                if not piece:
                    return

        threading.Thread(target=send, daemon=True).start()
        piece = b"-"
        while piece:
            try:
                piece = source.recv(65536)
            except OSError:
                piece = b""
            pieces.put((time.monotonic() + self.delay / 2, piece))


@contextmanager
def laboratory(given):
    """`open(name)` gives an explorer's page, run, with its network before the one server of all."""
    from helpers_browser import error_outputs, open_lab, run_all, stop_kernels

    with tempfile.TemporaryDirectory() as folder, open_lab(folder) as lab:
        network = Network(int(lab.address.rpartition(":")[2]))
        lab.address = f"http://127.0.0.1:{network.port}"

        @contextmanager
        def open_page(name):
            notebooks.write(case_page(CASES[name]), Path(folder, f"{name}.ipynb"))
            page = lab.open(f"{name}.ipynb", viewport={"width": 1366, "height": 768})
            run_all(page)
            if errors := error_outputs(page):
                sys.exit(f"expected no error, got {errors[0][-800:]}")
            page.evaluate(PAGE)
            page.wait_for_timeout(given.rest)
            yield page, network
            network.delay = 0.0
            page.close()
            stop_kernels(lab)

        try:
            yield open_page
        finally:
            network.server.close()


# --- measurements ------------------------------------------------------------------------------


def summary(times):
    """Median and 95th percentile of milliseconds."""
    return {name: round(float(np.quantile(times, q)), 1) for name, q in (("p50", .5), ("p95", .95))}


class Bench:
    """What is measured on one explorer's page; ``places`` are those of its ways."""

    def __init__(self, page, places, given):
        self.page, self.places, self.given = page, places, given
        self.rows = places["course"].locator(".course-control")
        self.moving = [i for i in range(self.rows.count()) if self.length(i) > 1]

    def call(self, what, way, *rest):
        """Something of `bench` on a way's place."""
        self.places[way].scroll_into_view_if_needed()
        return self.page.evaluate(f"([place, ...rest]) => bench.{what}(place, ...rest)",
                                  [self.places[way].element_handle(), *rest])

    def tick(self, way, i, steps):
        """Milliseconds of one press, after a rest in which a reader looks."""
        took = self.call("tick", way, i, steps)
        self.page.wait_for_timeout(self.given.look)
        return took

    def first(self, way, steps):
        """The same of the control that all ways have: the first with more than one position."""
        return self.tick(way, self.moving[0] if way == "course" else 0, steps)

    def label(self, i):
        """A control's name."""
        return self.rows.nth(i).locator(".course-name").inner_text()

    def length(self, i):
        """How many positions a control has."""
        return self.rows.nth(i).evaluate(
            "row => Number(row.querySelector('input')?.max ?? -1) + 1"
            " || row.querySelectorAll('option, button').length")

    def to_start(self, i):
        """Put a slider or a list of ours at its low end."""
        if self.length(i) > 2:
            self.rows.nth(i).evaluate("row => bench.move(row, -(Number("
                                      "row.querySelector('input, select')?.value ?? 0)))")
        self.page.wait_for_timeout(self.given.rest)

    def walk(self, i):
        """Key to painted along one control and back, from its low end."""
        self.to_start(i)
        there_and_back = 2 * (self.length(i) - 1)
        return [self.tick("course", i, 1 if k % there_and_back < there_and_back / 2 else -1)
                for k in range(self.given.keys)]

    def control(self, i, jumps):
        """One control of the explorer: keys, a key held, jumps across half the track."""
        count = self.length(i)
        found = {"positions": count, "keys": summary(self.walk(i))}
        if count > HELD:
            held = []
            for _ in range(self.given.rounds):
                self.to_start(i)
                held.append(self.call("hold", "course", i, HELD, GAP))
            pictures, last = np.median(held, axis=0).round(1).tolist()
            found["held"] = {"pictures": pictures, "last": last}
        if count > HELD and jumps:
            self.to_start(i)
            times = [self.tick("course", i, (1 if k % 2 == 0 else -1) * (count // 2 - k // 2))
                     for k in range(self.given.keys // 2)]
            found["jump"] = summary(times)
        return found

    def alternating(self):
        """Keys that go to two controls in turn, each time to a position not seen before."""
        long = [i for i in range(self.rows.count()) if self.length(i) > 8][:2]
        if len(long) < 2:
            return None
        for i in long:
            self.to_start(i)
        reach = min(map(self.length, long)) - 1
        return summary([self.tick("course", i, 1) for _ in range(min(reach, self.given.keys // 2))
                        for i in long])

    def cell(self, cell):
        """Milliseconds from running a cell to its number: alone, and right after a key."""
        across = sorted(self.moving, key=self.length)[-2:][0]
        row = self.rows.nth(across).element_handle()
        cell.locator(".cm-content").click()
        times = {"alone": [], "after a key": []}
        for _ in range(9):
            for name, found in times.items():
                self.page.wait_for_timeout(800)  # what was wanted before is drawn
                found.append(self.page.evaluate(
                    "([row, cell]) => bench.cell(row, cell)",
                    [row if name == "after a key" else None, cell.element_handle()]))
        return {name: summary(found) for name, found in times.items()}

    def kernel_seconds(self, cell):
        """The kernel's processor time so far."""
        self.page.evaluate("cell => bench.cell(null, cell)", cell.element_handle())
        self.page.wait_for_timeout(300)
        return float(cell.locator(".jp-OutputArea-output").inner_text().split()[-1])

    def idle(self, cell):
        """Seconds of computing in a minute in which nobody touches the page."""
        before = self.kernel_seconds(cell)
        self.page.wait_for_timeout(1000 * self.given.seconds)
        return round((self.kernel_seconds(cell) - before) * 60 / self.given.seconds, 3)


def first_touches(page, bench, given):
    """Median milliseconds of the first key on a fresh box of each way; they begin in turns."""
    from helpers_browser import run_all

    times = {way: [] for way in WAYS}
    for k in range(given.touches):
        if k:
            run_all(page)
            page.wait_for_timeout(given.rest)
        for way in WAYS[::(-1) ** k]:
            times[way].append(bench.first(way, 1))
    return {way: round(float(np.median(found)), 1) for way, found in times.items()}


def measure(page, network, given):
    """All that is asked for of one explorer, as a dict."""
    from helpers_browser import run_all

    cells = page.locator(".jp-Notebook .jp-CodeCell")
    areas = [cells.nth(i).locator(".jp-OutputArea").first for i in range(cells.count())]
    cpu = cells.last
    bench, found = Bench(page, dict(zip(WAYS, areas[2:], strict=False)), given), {}
    found["load before"] = load()
    found["frame"] = round(float(areas[1].inner_text().split()[-1]), 1)
    found["idle s/min"] = bench.idle(cpu) if given.seconds else None
    found["first touch"] = first_touches(page, bench, given)
    there = None
    for delay in given.network:
        if there is not None:  # explorers anew: none of their frames is in the page
            network.delay = 0.0
            run_all(page)
        network.delay = delay / 1000
        page.wait_for_timeout(given.rest)
        there = found[f"network {delay} ms"] = {}
        for i in bench.moving:
            there[bench.label(i)] = bench.control(i, jumps=delay == 0 or not given.quick)
        if delay == 0 or not given.quick:
            there["alternating"] = bench.alternating()
    network.delay = 0.0
    found["cell"] = bench.cell(cpu)
    return {**found, "load after": load()}


# --- without a server: the book, and the browser version ----------------------------------------


@contextmanager
def served(folder):
    """The address of a folder on this machine."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()


def book(folder, browser, given):
    """Key to painted on the book's pages, on a slow phone: by explorer and control."""
    found = {}
    pages = [path for path in sorted(Path(folder).glob("[0-9]*.html"))
             if 'class="course-moves' in path.read_text(encoding="utf-8")]
    with served(folder) as address:
        for path in pages:
            page = browser.new_page(**PHONE)
            page.goto(address + path.name)
            page.add_style_tag(content=".course-held { display: block !important; }")
            page.evaluate(PAGE)
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate",
                                                    {"rate": SLOWER})
            for box in page.locator(".course-moves").all():
                name = box.locator("strong").first.inner_text().removeprefix("Explorer: ")
                found[f"{path.stem}, {name}"] = along(Bench(page, {"course": box}, given))
            page.close()
    return found


def browser_version(folder, browser, given):
    """The same in WebAssembly: each explorer in turn in one cell of notebook 01's copy."""
    from course_tools.site import lite
    from helpers_browser import KERNEL_READY, error_outputs, type_and_run, wait_idle

    found = {}
    with served(folder) as address:
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        page.set_default_timeout(240_000)
        page.goto(address + lite.work("01_xor_failure"))
        page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        page.wait_for_function(KERNEL_READY, polling=200)
        page.evaluate(PAGE)
        cell = page.locator(".jp-Notebook .jp-CodeCell").first
        for name in given.names or CASES:
            type_and_run(page, cell, f"{MAKERS}\n{CASES[name]}")
            wait_idle(page, patience=240)
            if errors := error_outputs(page):
                sys.exit(f"expected no error, got {errors[0][-800:]}")
            area = cell.locator(".jp-OutputArea").first
            area.locator("canvas").wait_for()
            found[name] = along(Bench(page, {"course": area}, given))
        page.close()
    return found


def along(bench):
    """Key to painted of every control of one explorer."""
    bench.page.wait_for_timeout(bench.given.rest)
    bench.first("course", 1)
    return {bench.label(i): {"keys": summary(bench.walk(i))} for i in bench.moving}


# --- targets -----------------------------------------------------------------------------------

# Milliseconds, on two idle cores; what is measured at other networks has no target.
TARGETS = {
    "network 0 ms": {"keys p50": 16, "keys p95": 33, "held last": 33, "jump p95": 60,
                     "alternating p95": 60},
    "network 150 ms": {"keys p50": 16, "keys p95": 33, "held last": 33},
    "book on a phone": {"keys p50": 33},
    "browser version": {"keys p50": 25},
}
IDLE = 0.2  # seconds of computing in a minute
CELL = 14  # ms that a cell may wait for a frame; or what one takes, where that is more


def missed(name, where, controls):
    """Lines on the controls of an explorer that miss a target; `where` is a key of `TARGETS`."""
    for label, one in controls.items():
        kinds = {"alternating": one} if label == "alternating" else one
        for what, limit in TARGETS.get(where, {}).items():
            kind, figure = what.split()
            value = (kinds.get(kind) or {}).get(figure)
            if value is not None and value > limit:
                yield f"{name}, {label}, {where}: {what} {value} ms, not {limit}"
        pictures = (kinds.get("held") or {}).get("pictures", HELD)
        if where in TARGETS and pictures < HELD:
            yield f"{name}, {label}, {where}: held {pictures} of {HELD} pictures"


def missed_on_page(name, found):
    """Lines on one explorer in JupyterLab."""
    for key, there in found.items():
        if key.startswith("network"):
            yield from missed(name, key, there)
    if (found["idle s/min"] or 0) > IDLE:
        yield f"{name}, untouched: {found['idle s/min']} s of computing a minute, not {IDLE}"
    waited = round(found["cell"]["after a key"]["p50"] - found["cell"]["alone"]["p50"], 1)
    if waited > (limit := max(CELL, found["frame"])):
        yield f"{name}, a cell after a key: {waited} ms later, not {limit}"
    first, bare = (found["first touch"].get(way, 0) for way in ("course", "bare"))
    if bare and first > bare + found["frame"]:
        yield f"{name}, first touch: {first} ms, not bare's {bare} and one frame's {found['frame']}"


# --- the table -----------------------------------------------------------------------------


def load():
    """Other work on the machine, as the system states it (none on Windows)."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def table(name, found):
    """Lines for a reader."""
    yield f"{name}   (load {found['load before']} before, {found['load after']} after)"
    for key, there in found.items():
        if not key.startswith("network"):
            continue
        yield from controls_table(key, there)
    for key in ("first touch", "frame", "cell", "idle s/min"):
        yield f"  {key}: {found[key]}"


def controls_table(where, controls):
    """A line for each control."""
    for label, one in controls.items():
        kinds = [what for what in ("keys", "held", "jump") if what in (one or ())]
        parts = [f"{what} {one[what]}" for what in kinds]
        yield f"  {where}, {label}: {'; '.join(parts) or one}"


def main():
    """Measure the explorers asked for, all by default; a block of lines for each, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CASES))
    parser.add_argument("--keys", type=int, default=30, help="key presses of each kind")
    parser.add_argument("--rounds", type=int, default=3, help="times a key is held")
    parser.add_argument("--network", type=int, nargs="+", default=[0, 50, 150], metavar="MS")
    parser.add_argument("--seconds", type=int, default=60,
                        help="of waiting, for computing on an untouched page; 0: none")
    parser.add_argument("--quick", action="store_true", help="fewer presses: "
                        "all explorers in twenty minutes on an idle machine")
    parser.add_argument("--site", metavar="FOLDER", help="measure the book and the browser version "
                        "that `course site` wrote there, and nothing else")
    parser.add_argument("--json", metavar="FILE", help="write the figures; - for standard output")
    parser.set_defaults(look=LOOK, rest=REST, touches=5)
    given = parser.parse_args()
    if given.quick:
        vars(given).update(QUICK)
    if unknown := sorted(set(given.names) - set(CASES)):
        parser.error(f"expected of {', '.join(CASES)}, got {', '.join(unknown)}")
    say = functools.partial(print, flush=True, file=sys.stderr if given.json == "-" else None)
    found, problems = (on_site if given.site else in_jupyterlab)(given, say)
    say("\n".join(["", f"Targets missed: {len(problems) or 'none'}", *problems]))
    if given.json:
        told = json.dumps({**found, "missed": problems}, indent=1)
        print(told) if given.json == "-" else Path(given.json).write_text(told + "\n")


def in_jupyterlab(given, say):
    """Figures by explorer, and what misses a target."""
    found, problems = {}, []
    with laboratory(given) as open_page:
        for name in given.names or CASES:
            with open_page(name) as (page, network):
                found[name] = measure(page, network, given)
            say("\n".join(table(name, found[name])))
            problems += missed_on_page(name, found[name])
    return found, problems


def on_site(given, say):
    """The same of the book and of the browser version."""
    from helpers_browser import open_chromium

    found, problems = {}, []
    with open_chromium() as browser:
        for where, way in (("book on a phone", book), ("browser version", browser_version)):
            if where == "browser version" and not Path(given.site, "lite").is_dir():
                say("The site has no browser version.")
                continue
            found[where] = way(given.site, browser, given)
            for name, controls in found[where].items():
                say("\n".join([name, *controls_table(where, controls)]))
                problems += missed(name, where, controls)
    return found, problems


if __name__ == "__main__":
    main()
