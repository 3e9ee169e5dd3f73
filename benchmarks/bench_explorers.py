"""Time every explorer in the browser: from the key press to the painted picture, and a held key.

    python benchmarks/bench_explorers.py [--keys N] [--rounds N] [NAME.control ...]

Four ways stand on one page of JupyterLab in headless Chromium and take turns key by key:

* course: the explorer;
* interact: a new figure for each position and `plt.show()`, as the tutorials show it;
* careful: what a careful author writes: one figure is kept, its artists are moved, `savefig`
  fills a `widgets.Image`, the words a `widgets.HTML`;
* bare: an Image that gets one of two finished pictures of the explorer and two finished words.
  No drawing and no encoding: what is left lies outside the course's code.

All draw the same picture in the same number of pixels by the explorer's own `setup` and `update`,
with the same numbers computed beforehand, on one BLAS thread. A tick ends in the frame after the
picture was decoded, once that frame was made. A key held down is 16 presses, 33 ms apart: counted
are the frames that show a picture which the frame before did not, and how long after the last
press the last of them came.

Ratios are of medians in one run; p95 is the 95th percentile. Load: other work on the machine.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "helpers")]

from course_utils.tools import notebooks  # noqa: E402

for variable, value in notebooks.ONE_THREAD.items():  # as `course lab` does, for all ways
    os.environ.setdefault(variable, value)

import numpy as np  # noqa: E402

WAYS = ("course", "interact", "careful", "bare")
HELD = 16  # presses
GAP = 33  # ms between them

# --- the page --------------------------------------------------------------------------------

# explorer and control: how the explorer is made, with data of about the notebook's size
CASES = {
    "WayDown.eta": "way_down()",
    "PerceptronSteps.cards": "perceptron_steps()",
    "MulticlassSteps.done": "multiclass_steps()",
    "LineOnXor.angle": "explore.line_on_xor()",
    "CurveDegree.degree": "explore.curve_degree()",
    "ProductOnXor.product": "explore.product_on_xor()",
    "DragReading.moved": "drag_reading()",
    "FollowFunction.k": "explore.follow_function()",
    "HorseKicks.lam": "explore.horse_kicks()",
    "ActivationGallery.k": "explore.activation_gallery()",
    "LogitsOnSimplex.z0": "explore.logits_on_simplex()",
    "ReluFilm.epoch": "relu_film()",
    "Checkpoints.gap": "explore.checkpoints()",
    "WordMap.word": "word_map()",
    "Calibration.tau": "calibration()",
    "Calibration.noise": "calibration()",
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

def move(other, images, values):
    said = other.update(**values)
    for image, surface in zip(images, other._surfaces):
        image.set_data(surface.codes)
    return said

def handle(explorer, name):
    one = explorer.inputs[name]
    if hasattr(one, "options"):
        return widgets.Dropdown(options=one.options, value=one.value)
    kind = widgets.IntSlider if isinstance(one, widgets.IntSlider) else widgets.FloatSlider
    return kind(one.value, min=one.min, max=one.max, step=one.step)

def by_interact(explorer, name):
    def draw(value):
        fig = plt.figure(figsize=style.SIZE, dpi=explorer.fig.dpi)
        other, images = twin(explorer, fig)
        said = move(other, images, {**explorer._values(), name: value})
        plt.show()
        print(said)
    return widgets.interactive(draw, value=handle(explorer, name))

def by_careful(explorer, name):
    fig = style.blank_figure(explorer.fig.dpi)
    other, images = twin(explorer, fig)
    move(other, images, explorer._values())
    fig.canvas.draw()
    fig.set_layout_engine("none")
    picture, words, control = widgets.Image(format="png"), widgets.HTML(), handle(explorer, name)
    def draw(change=None):
        said = move(other, images, {**explorer._values(), name: control.value})
        png = io.BytesIO()
        fig.savefig(png, format="png", dpi=fig.dpi)
        picture.value, words.value = png.getvalue(), said
    control.observe(draw, names="value")
    draw()
    return widgets.VBox([control, picture, words])

def by_bare(explorer, name):
    picture, words, control = widgets.Image(format="png"), widgets.HTML(), handle(explorer, name)
    home, ready = explorer.inputs[name].value, []
    one = explorer.inputs[name]
    for other in (one.options[:2] if hasattr(one, "options") else (one.min, one.max)):
        said = explorer.set(**{name: other})
        ready.append((explorer._image.value, str(said)))
    explorer.set(**{name: home})
    def draw(change=None):
        ready.reverse()
        picture.value, words.value = ready[0]
    control.observe(draw, names="value")
    draw()
    return widgets.VBox([control, picture, words])
"""

MAKE = """
explorer = {made}
explorer.set({name}=explorer.inputs[{name!r}].value)
interact, careful = by_interact(explorer, {name!r}), by_careful(explorer, {name!r})
bare = by_bare(explorer, {name!r})
"""

# What both measurements need: the picture shown at a place, and a press on its control.
PAGE = """
window.bench = {
    shown: place => [...place.querySelectorAll('img')].find(
        one => one.src && one.style.display !== 'none')?.src,
    press: (control, key) => {
        if (control.tagName === 'SELECT') {  // a key sent by a script does not move a list
            control.selectedIndex += key === 'ArrowRight' ? 1 : -1;
            control.dispatchEvent(new Event('change', {bubbles: true}));
        } else control.dispatchEvent(new KeyboardEvent('keydown', {
            key, code: key, keyCode: key === 'ArrowRight' ? 39 : 37, bubbles: true,
            cancelable: true}));
    },
};
"""

TICK = """([control, place, key]) => new Promise((done, failed) => {
    const before = bench.shown(place);
    const late = setTimeout(() => failed(new Error('no new picture')), 15000);
    const look = async () => {
        const now = bench.shown(place);
        if (!now || now === before) return;
        watch.disconnect();
        clearTimeout(late);
        await [...place.querySelectorAll('img')].find(one => one.src === now).decode();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
    };
    const watch = new MutationObserver(look);
    watch.observe(place, {childList: true, subtree: true, attributeFilter: ['src']});
    control.focus();
    const start = performance.now();
    bench.press(control, key);
})"""

HOLD = """([control, place, presses, gap]) => new Promise(done => {
    let before = bench.shown(place), pictures = 0, newest = 0, pressed = 0, last = 0;
    const frame = () => {
        const now = bench.shown(place), time = performance.now();
        if (now && now !== before) { before = now; pictures += 1; newest = time; }
        if (pressed < presses || time < last + 2500) requestAnimationFrame(frame);
        else done([pictures, newest - last]);
    };
    control.focus();
    const next = () => {
        bench.press(control, 'ArrowRight');
        last = performance.now();
        pressed += 1;
        if (pressed < presses) setTimeout(next, gap);
    };
    requestAnimationFrame(frame);
    next();
})"""


def case_page(case, made):
    """Notebook with the four ways of one case."""
    from helpers_nb import code, notebook

    name = case.partition(".")[2]
    return notebook(
        code("common", COMMON),
        code("make", MAKE.format(made=made, name=name)),
        *[code(way, "explorer" if way == "course" else way) for way in WAYS],
    )


def measure(case, keys, rounds):
    """Milliseconds per tick and (pictures, delay of the last) per round, for each way."""
    from helpers_browser import error_outputs, open_lab, run_all

    with tempfile.TemporaryDirectory() as folder:
        notebooks.write(case_page(case, CASES[case]), Path(folder, "bench.ipynb"))
        with open_lab(folder) as lab:
            page = lab.open("bench.ipynb", viewport={"width": 1366, "height": 768})
            run_all(page)
            if errors := error_outputs(page):
                sys.exit(f"{case}: expected no error, got {errors[0][-800:]}")
            page.wait_for_timeout(2500)
            page.evaluate(PAGE)
            ways = controls_and_places(page, case)
            return in_turns(page, ways, keys), held(page, ways, rounds)


def controls_and_places(page, case):
    """For each way its control and the place of its picture."""
    control_of_course = {"noise": 2}.get(case.partition(".")[2], 0)
    kind = "select" if case == "WordMap.word" else "[role=slider], .noUi-handle"
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    ways = []
    for i, way in enumerate(WAYS, 2):
        place = cells.nth(i).locator(".jp-OutputArea").first
        control = place.locator(kind).nth(control_of_course if way == "course" else 0)
        ways.append((control, [control.element_handle(), place.element_handle()]))
    return ways


def in_turns(page, ways, keys):
    """Milliseconds from key to painted picture: a row for each way."""
    times = [[] for _ in ways]
    for i in range(keys + 3):
        for way, (control, both) in enumerate(ways):
            control.scroll_into_view_if_needed()
            page.wait_for_timeout(120)
            # back where a step to the right may be the end of the track
            key = "ArrowRight" if i % 2 == 0 else "ArrowLeft"
            times[way].append(page.evaluate(TICK, [*both, key]))
            page.wait_for_timeout(120)
    return np.array(times)[:, 3:]


def held(page, ways, rounds):
    """Pictures shown and the delay of the last, with a key held: (way, round, 2)."""
    found = [[] for _ in ways]
    for _ in range(rounds):
        for way, (control, both) in enumerate(ways):
            control.scroll_into_view_if_needed()
            to_the_start(page, control)
            found[way].append(page.evaluate(HOLD, [*both, HELD, GAP]))
    return np.array(found)


def to_the_start(page, control):
    """Put the control at its low end, so that there is room for all presses."""
    if control.evaluate("one => one.tagName") == "SELECT":
        control.select_option(index=0)
    else:
        control.press("Home")
    page.wait_for_timeout(1200)


# --- the table -----------------------------------------------------------------------------


def load():
    """Other work on the machine, as the system states it (none on Windows)."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def main():
    """Measure the cases asked for, all by default, and print a block for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", metavar="NAME.control", help=", ".join(CASES))
    parser.add_argument("--keys", type=int, default=30, help="key presses for each way")
    parser.add_argument("--rounds", type=int, default=5, help="times a key is held")
    given = parser.parse_args()
    if unknown := sorted(set(given.cases) - set(CASES)):
        parser.error(f"expected of {', '.join(CASES)}, got {', '.join(unknown)}")
    for case in given.cases or CASES:
        before = load()
        ticks, held_key = measure(case, given.keys, given.rounds)
        medians = dict(zip(WAYS, np.median(ticks, axis=1), strict=True))
        print(f"{case}   (load {before} before, {load()} after)")
        for way, times, rounds in zip(WAYS, ticks, held_key, strict=True):
            pictures, last = np.median(rounds, axis=0)
            print(f"  {way:9} key to picture {np.median(times):6.1f} ms, p95 "
                  f"{np.quantile(times, 0.95):6.1f};  held: {pictures:4.1f} of {HELD} pictures, "
                  f"the last after {last:5.0f} ms")
        print(f"  interact / course {medians['interact'] / medians['course']:.1f} (target 3), "
              f"careful / course {medians['careful'] / medians['course']:.1f} (target 2); outside "
              f"the course's code {medians['bare']:.0f} of {medians['course']:.0f} ms, so that no "
              f"drawing at all would give {medians['interact'] / medians['bare']:.1f} and "
              f"{medians['careful'] / medians['bare']:.1f}", flush=True)


if __name__ == "__main__":
    main()
