"""Time every control of every explorer in the browser, and what drawing ahead costs the others.

    python scripts/benchmarks/bench_explorers.py [--json FILE] [--network 0 50 150] [NAME ...]

Four ways stand on one page of JupyterLab in headless Chromium and take turns key by key:

* course: the explorer;
* interact: a new figure for each position and `plt.show()`, as the tutorials show it;
* careful: what a careful author writes: one figure is kept, its artists are moved, `savefig`
  fills a `widgets.Image`, the words a `widgets.HTML`;
* bare: an Image that gets one of two finished pictures of the explorer and two finished words.
  No drawing and no encoding: the widget path alone.

All draw the same picture in the same number of pixels by the explorer's own `setup` and `update`,
with the same numbers computed beforehand, on one BLAS thread. A tick ends in the frame after the
picture was painted, once that frame was made. A key held down is 16 presses, 33 ms apart: counted
are the frames that show a picture which the frame before did not, and how long after the last
press the last of them came. A jump goes across half the track; alternating keys go to two controls
in turn. A picture counts when it is the position's own, not a near one shown meanwhile. Before
anything is measured the page rests for a second at most. The network is a proxy between browser and
server that keeps every byte for half of the time there and back.

A cell's delay: Shift+Enter to its number, with and without a key just before it. Idle computing:
the kernel's processor time on an untouched page. Memory: that of the page's processes, before and
after dragging. Ratios are of medians in one run; p95 is the 95th percentile. Load: other work on
the machine; with much of it, compare within a row only.
"""

import argparse
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

WAYS = ("course", "interact", "careful", "bare")
HELD, GAP = 16, 33  # presses of a key held, ms between them
REST = 1000  # ms before anything is measured

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

COMMON = """
%matplotlib inline
import copy, io
import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
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

def twin(explorer, fig):
    "The explorer's picture on another figure, its planes as images."
    other = copy.copy(explorer)
    other._surfaces, other.fig = [], fig
    other.setup(fig)
    images = [s.ax.imshow(s.codes, extent=(*s.xlim, *s.ylim), origin="lower", zorder=0,
                          aspect=s.ax.get_aspect(), interpolation="nearest", vmin=-0.5,
                          vmax=len(s.palette) - 0.5, cmap=ListedColormap(s.palette / 255))
              for s in other._surfaces]
    return other, images

def values_of(explorer):
    return {name: one.value for name, one in explorer.inputs.items()}

def move(other, images, values):
    said = other.update(**values)
    said = said if isinstance(said, str) else said[0]
    for image, surface in zip(images, other._surfaces):
        image.set_data(surface.codes)
    return said

def handle(explorer, name):
    one = explorer.inputs[name]
    return widgets.SelectionSlider(options=list(zip(one.labels, one.values)), value=one.value)

def by_interact(explorer, name):
    def draw(value):
        fig = plt.figure(figsize=style.SIZE, dpi=explorer.fig.dpi)
        other, images = twin(explorer, fig)
        said = move(other, images, {**values_of(explorer), name: value})
        plt.show()
        print(said)
    return widgets.interactive(draw, value=handle(explorer, name))

def by_careful(explorer, name):
    fig = style.blank_figure(explorer.fig.dpi)
    other, images = twin(explorer, fig)
    move(other, images, values_of(explorer))
    fig.canvas.draw()
    fig.set_layout_engine("none")
    picture, words, control = widgets.Image(format="png"), widgets.HTML(), handle(explorer, name)
    def draw(change=None):
        said = move(other, images, {**values_of(explorer), name: control.value})
        png = io.BytesIO()
        fig.savefig(png, format="png", dpi=fig.dpi)
        picture.value, words.value = png.getvalue(), said
    control.observe(draw, names="value")
    draw()
    return widgets.VBox([control, picture, words])

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
name = next(iter(explorer.inputs))
interact, careful = by_interact(explorer, name), by_careful(explorer, name)
bare = by_bare(explorer, name)
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
            one.value = String(Number(one.value) + steps);
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
            if (pressed < presses || time < last + 2000) requestAnimationFrame(frame);
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
    cell: (row, cell, run) => new Promise(done => {
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
    """Notebook with the four ways of one explorer, and a cell that says the kernel's time."""
    from helpers_nb import code, notebook

    ways = [code(way, "explorer" if way == "course" else way) for way in WAYS]
    return notebook(code("common", COMMON), code("make", MAKE.format(made=made)), *ways,
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
def opened(made):
    """The page of one explorer, run, and the network before its server."""
    from helpers_browser import error_outputs, open_lab, run_all

    with tempfile.TemporaryDirectory() as folder:
        notebooks.write(case_page(made), Path(folder, "bench.ipynb"))
        with open_lab(folder) as lab:
            network = Network(int(lab.address.rpartition(":")[2]))
            lab.address = f"http://127.0.0.1:{network.port}"
            page = lab.open("bench.ipynb", viewport={"width": 1366, "height": 768})
            run_all(page)
            if errors := error_outputs(page):
                sys.exit(f"expected no error, got {errors[0][-800:]}")
            page.evaluate(PAGE)
            page.wait_for_timeout(REST)
            try:
                yield page, network
            finally:
                network.server.close()


# --- measurements ------------------------------------------------------------------------------


def summary(times):
    """Median and 95th percentile of milliseconds."""
    return {name: round(float(np.quantile(times, q)), 1) for name, q in (("p50", .5), ("p95", .95))}


class Bench:
    """One explorer's page and what is measured on it."""

    def __init__(self, page, network, given):
        self.page, self.network, self.given = page, network, given
        cells = page.locator(".jp-Notebook .jp-CodeCell")
        self.places = {way: cells.nth(i).locator(".jp-OutputArea").first
                       for i, way in enumerate(WAYS, 2)}
        self.cpu = cells.nth(6)
        self.rows = self.places["course"].locator(".course-control")

    def call(self, what, way, *rest):
        """Something of `bench` on a way's place."""
        self.places[way].scroll_into_view_if_needed()
        return self.page.evaluate(f"([place, ...rest]) => bench.{what}(place, ...rest)",
                                  [self.places[way].element_handle(), *rest])

    def tick(self, way, i, steps):
        """Milliseconds of one press, after a rest in which a reader looks."""
        took = self.call("tick", way, i, steps)
        self.page.wait_for_timeout(200)
        return took

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
        self.page.wait_for_timeout(REST)

    def keys(self, ways):
        """Key to painted on the first control: the ways in turns."""
        times = {way: [] for way in ways}
        for k in range(self.given.keys + 2):
            for way in ways:
                times[way].append(self.tick(way, 0, 1 if k % 4 < 2 else -1))
        return {way: summary(found[2:]) for way, found in times.items()}

    def control(self, i):
        """One control of the explorer: keys, a key held, jumps across half the track."""
        self.to_start(i)
        count = self.length(i)
        there_and_back = (1, 1, -1, -1) if count > 2 else (1, -1)
        keys = [self.tick("course", i, there_and_back[k % len(there_and_back)])
                for k in range(self.given.keys)]
        found = {"positions": count, "keys": summary(keys)}
        if count > HELD:
            held = []
            for _ in range(self.given.rounds):
                self.to_start(i)
                held.append(self.call("hold", "course", i, HELD, GAP))
            pictures, last = np.median(held, axis=0).round(1).tolist()
            found["held"] = {"pictures": pictures, "last": last}
            self.to_start(i)
            jumps = [self.tick("course", i, (1 if k % 2 == 0 else -1) * (count // 2 - k // 2))
                     for k in range(self.given.keys // 2)]
            found["jump"] = summary(jumps)
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

    def cell(self):
        """Milliseconds from running a cell to its number: alone, and right after a key."""
        handle, row = self.cpu.element_handle(), self.rows.nth(0).element_handle()
        self.cpu.locator(".cm-content").click()
        times = {"alone": [], "after a key": []}
        for _ in range(max(3, self.given.rounds)):
            for name in times:
                self.page.wait_for_timeout(2500)  # what was wanted before is drawn
                times[name].append(self.page.evaluate(
                    "([row, cell]) => bench.cell(row, cell)",
                    [row if name == "after a key" else None, handle]))
            self.to_start(0)
        return {name: summary(found) for name, found in times.items()}

    def kernel_seconds(self):
        """The kernel's processor time so far."""
        self.page.evaluate("cell => bench.cell(null, cell)", self.cpu.element_handle())
        self.page.wait_for_timeout(300)
        return float(self.cpu.locator(".jp-OutputArea-output").inner_text().split()[-1])

    def idle(self):
        """Seconds of computing in a minute in which nobody touches the page."""
        before = self.kernel_seconds()
        self.page.wait_for_timeout(1000 * self.given.seconds)
        return round((self.kernel_seconds() - before) * 60 / self.given.seconds, 3)

    def memory(self):
        """Megabytes of the page's processes, before and after dragging for a while."""
        before, end = renderer_memory(self.page), time.monotonic() + self.given.seconds
        while time.monotonic() < end:
            for i in range(self.rows.count()):
                self.to_start(i)
                if self.length(i) > 2:
                    self.page.evaluate("""async row => {
                        for (let k = 0; k < 60; k += 1) { bench.move(row, 1);
                            await new Promise(done => setTimeout(done, 33)); } }""",
                        self.rows.nth(i).element_handle())
        return {"before": before, "after": renderer_memory(self.page)}


def renderer_memory(page):
    """Resident megabytes of the browser's pages (0 where /proc is not)."""
    told = page.context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    found = 0
    for one in told["processInfo"]:
        place = Path(f"/proc/{one['id']}/statm")
        if one["type"] == "renderer" and place.exists():
            found += int(place.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return round(found / 1e6)


def measure(name, given):
    """All that is asked for of one explorer, as a dict."""
    with opened(CASES[name]) as (page, network):
        bench, found = Bench(page, network, given), {"load before": load()}
        first = bench.length(0)
        found["idle s/min"] = bench.idle() if given.seconds else None
        found["first touch"] = round(bench.tick("course", 0, 1 if first > 1 else 0), 1)
        found["first touch, interact"] = round(bench.tick("interact", 0, 1), 1)
        found["first touch, bare"] = round(bench.tick("bare", 0, 1), 1)
        found["ways"] = bench.keys(WAYS)
        for delay in given.network:
            network.delay = delay / 1000
            page.wait_for_timeout(REST)
            there = found[f"network {delay} ms"] = {}
            for i in range(bench.rows.count()):
                label = bench.rows.nth(i).locator(".course-name").inner_text()
                there[label] = bench.control(i)
            there["alternating"] = bench.alternating()
        network.delay = 0.0
        found["cell"] = bench.cell()
        found["memory MB"] = bench.memory() if given.seconds else None
        return {**found, "load after": load()}


# --- the table -----------------------------------------------------------------------------


def load():
    """Other work on the machine, as the system states it (none on Windows)."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def table(name, found):
    """Lines for a reader."""
    yield f"{name}   (load {found['load before']} before, {found['load after']} after)"
    ways = found["ways"]
    yield "  key to painted: " + ", ".join(
        f"{way} {one['p50']} ms (p95 {one['p95']})" for way, one in ways.items())
    course = ways["course"]["p50"]
    yield "  as ratios to the course: " + ", ".join(
        f"{way} {ways[way]['p50'] / course:.1f}" for way in WAYS[1:])
    for key, there in found.items():
        if not key.startswith("network"):
            continue
        for label, one in there.items():
            kinds = [what for what in ("keys", "held", "jump") if what in (one or ())]
            parts = [f"{what} {one[what]}" for what in kinds]
            yield f"  {key}, {label}: {'; '.join(parts) or one}"
    for key in ("first touch", "first touch, interact", "first touch, bare", "cell", "idle s/min",
                "memory MB"):
        yield f"  {key}: {found[key]}"


def main():
    """Measure the explorers asked for, all by default; a block of lines for each, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CASES))
    parser.add_argument("--keys", type=int, default=30, help="key presses of each kind")
    parser.add_argument("--rounds", type=int, default=3, help="times a key is held")
    parser.add_argument("--network", type=int, nargs="+", default=[0, 50, 150], metavar="MS")
    parser.add_argument("--seconds", type=int, default=60,
                        help="of waiting and of dragging, for computing and memory; 0: neither")
    parser.add_argument("--json", metavar="FILE", help="write the figures; - for standard output")
    given = parser.parse_args()
    if unknown := sorted(set(given.names) - set(CASES)):
        parser.error(f"expected of {', '.join(CASES)}, got {', '.join(unknown)}")
    all_found = {}
    for name in given.names or CASES:
        all_found[name] = measure(name, given)
        if given.json != "-":
            print("\n".join(table(name, all_found[name])), flush=True)
    if given.json:
        told = json.dumps(all_found, indent=1)
        print(told) if given.json == "-" else Path(given.json).write_text(told + "\n")


if __name__ == "__main__":
    main()
