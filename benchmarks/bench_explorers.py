"""Time a slider tick of the explorers against `interact` + `plt.show()` drawing the same picture.

    python benchmarks/bench_explorers.py [--ticks N] [--keys N] [--only kernel|browser]

Kernel: both ways live in one real kernel and take turns tick by tick; a tick is the time from the
change of the control until the new picture has been handed to the page. `interact` draws a new
figure of the same size each time, as the tutorials show it; what can be computed once (the grid,
its features) is computed once for it too.

Browser: both ways stand on one page of JupyterLab in headless Chromium and take turns key by key;
a tick is the time from the key press until the new picture has been decoded and painted.

Ratios are of medians; p95 is the 95th percentile. Needs the development environment and Chromium.
"""

import argparse
import json
import os
import queue
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from course_utils import notebooks  # noqa: E402

for variable, value in notebooks.ONE_THREAD.items():  # as `course lab` does, for both ways
    os.environ.setdefault(variable, value)

import numpy as np  # noqa: E402
from jupyter_client.manager import start_new_kernel  # noqa: E402

# --- the pictures, each twice ------------------------------------------------------------

COMMON = """
%matplotlib inline
import time
import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import ListedColormap
from course_utils import data, explore, functions, network, plots, style
style.use()

class Regions(explore.Explorer):
    "A network's decision regions on 200 x 200 points under 300 examples."
    name = "decision regions"
    def controls(self):
        return {"angle": explore.slider("angle", 0, 180, 1, 0, unit="degrees")}
    def setup(self, fig):
        ax = fig.subplots()
        tints = [style.tint(c) for c in style.class_colours(3)]
        self.plane = self.surface(ax, (-3, 3), (-3, 3), tints)
        ax.set(xlabel="$x_1$", ylabel="$x_2$", title="Decision regions")
        plots.scatter_classes(ax, X, y)
        return []
    def update(self, angle):
        self.plane.set(classify(angle))
        return f"angle {angle}."

rng = np.random.default_rng(0)
X = rng.normal(size=(300, 2)); y = rng.integers(0, 3, 300)
params = network.initialise(2, 8, 3, rng)
grid = 3 * plots.grid_points((-3, 3), (-3, 3), 200).T.astype(np.float32)
H, b_H, U, b_U = (params[name].T.astype(np.float32) for name in ("H", "b_H", "U", "b_U"))

def classify(angle):  # one column per point, for both ways
    a = np.radians(angle)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]], np.float32)
    h = np.maximum((H @ turn) @ grid + b_H, 0)
    return (U @ h + b_U).argmax(axis=0)

def new_figure():
    return plt.subplots(figsize=style.SIZE, dpi=style.DPI)

def plane(ax, codes, limits, m):
    tints = ListedColormap([style.tint(c) for c in style.class_colours(m)])
    ax.imshow(codes.reshape(200, 200), extent=(*limits, *limits), origin="lower", cmap=tints,
              vmin=-0.5, vmax=m - 0.5, aspect="auto", interpolation="nearest")

def slow_regions(angle):
    fig, ax = new_figure()
    plane(ax, classify(angle), (-3, 3), 3)
    plots.scatter_classes(ax, X, y)
    ax.set(xlabel="$x_1$", ylabel="$x_2$", title="Decision regions")
    plt.show()
    print(f"angle {angle}.")

corners, labels = data.xor_dataset()
limits = explore.ProductOnXor.limits
features = functions.polynomial_features_2d_degree2(plots.grid_points(limits, limits, 200))

def slow_product(product):
    w = np.array([-0.5, 1, 1, 0, product, 0])
    fig, ax = new_figure()
    plane(ax, (features @ w > 0).astype(int), limits, 2)
    plots.scatter_classes(ax, corners, labels, size=260, legend=False)
    right = (functions.polynomial_features_2d_degree2(corners) @ w > 0) == labels
    ax.plot(*corners[~right].T, "o", ms=30, mfc="none", mec="black", mew=2.5, label="wrong side")
    ax.legend(loc="upper left", bbox_to_anchor=(1.02, 1))
    ax.set(xlabel="$x_1$", ylabel="$x_2$", aspect="equal", xticks=[0, 1], yticks=[0, 1],
           title="The product bends the border")
    plt.show()
    print(f"{right.sum()} of 4 points right.")

x = np.linspace(-5.4, 5.4, 433)

def slow_gallery(k):
    fig, (left, right) = plt.subplots(1, 2, figsize=style.SIZE, dpi=style.DPI)
    for ax, low, high, name in ((left, -2, 5, "activation"), (right, -0.6, 1.6, "slope")):
        ax.axhline(0, color="0.6", lw=1)
        ax.axvline(0, color="0.6", lw=1)
        ax.set(xlim=(-5.4, 5.4), ylim=(low, high), xlabel="pre-activation k", title=name)
    h, s = functions.swish(k), functions.swish_grad(k)
    left.plot([k - 1.5, k + 1.5], [h - 1.5 * s, h + 1.5 * s], "k--", lw=2)
    left.plot(x, functions.swish(x), color=style.BLUE)
    right.plot(x, functions.swish_grad(x), color=style.VERMILION)
    left.plot([k], [h], "o", color="black", ms=11)
    right.plot([k], [s], "s", color="black", ms=11)
    plt.show()
    print(f"value {h:.3f}, slope {s:.3f}.")

PICTURES = {
    "regions of a network, 300 points": (Regions, "angle", slow_regions, 0, 180, 1),
    "product on XOR": (explore.ProductOnXor, "product", slow_product, -4.0, 2.0, 0.25),
    "activation and slope (lines)": (explore.ActivationGallery, "k", slow_gallery, -5.0, 5.0, 0.1),
}

def both(name):
    kind, control, slow, low, high, step = PICTURES[name]
    make = widgets.IntSlider if isinstance(step, int) else widgets.FloatSlider
    handle = make(low, min=low, max=high, step=step)
    return kind(), control, widgets.interactive(slow, **{control: handle}), handle
"""

TICKS = """
explorer, control, other, handle = both({name!r})
display(explorer.widget, other)
low, high, step = handle.min, handle.max, handle.step
values = [low + step * (1 + i % int((high - low) / step - 1)) for i in range({ticks} + 5)]
fast, slow = [], []
for value in values:
    start = time.perf_counter()
    handle.value = value
    slow.append(time.perf_counter() - start)
    start = time.perf_counter()
    explorer.inputs[control].value = value
    explorer._flush()  # what the event loop calls a moment later
    fast.append(time.perf_counter() - start)
import json
print("TIMES", json.dumps([fast[5:], slow[5:]]))
"""


def execute(client, code, seconds=300):
    """Run code in the kernel; the printed lines. Messages are taken off as a page would."""
    printed = []
    client.execute(code, store_history=False)
    while True:
        try:
            message = client.get_iopub_msg(timeout=seconds)
        except queue.Empty:
            sys.exit("the kernel did not answer")
        kind, content = message["msg_type"], message["content"]
        if kind == "stream":
            printed.append(content["text"])
        if kind == "error":
            sys.exit("\n".join(content["traceback"]))
        if kind == "status" and content["execution_state"] == "idle":
            return "".join(printed).splitlines()


def in_kernel(ticks):
    """Yield (picture, seconds per tick of the explorer, of interact)."""
    manager, client = start_new_kernel(cwd=str(ROOT))
    try:
        names = execute(client, COMMON + "\nprint('\\n'.join(PICTURES))")
        for name in names:
            lines = execute(client, TICKS.format(name=name, ticks=ticks))
            told = next(line for line in lines if line.startswith("TIMES"))
            yield name, *map(np.array, json.loads(told.removeprefix("TIMES ")))
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


# --- in the browser ----------------------------------------------------------------------

# Press a key on a handle; seconds until a picture that was not there before is painted.
TICK = """([handle, place, key]) => new Promise((done, failed) => {
    const before = new Set([...place.querySelectorAll('img')].map(one => one.src));
    const start = performance.now();
    setTimeout(() => failed(new Error('no new picture')), 10000);
    const look = async () => {
        const found = [...place.querySelectorAll('img')].find(
            one => one.src && !before.has(one.src) && one.style.display !== 'none');
        if (!found) return;
        watch.disconnect();
        await found.decode();
        requestAnimationFrame(() => setTimeout(() => done((performance.now() - start) / 1000)));
    };
    const watch = new MutationObserver(look);
    watch.observe(place, {childList: true, subtree: true, attributeFilter: ['src']});
    handle.focus();
    handle.dispatchEvent(new KeyboardEvent('keydown', {
        key, code: key, keyCode: key == 'ArrowRight' ? 39 : 37, bubbles: true, cancelable: true}));
})"""


def in_browser(keys):
    """Yield (picture, seconds per key press with the explorer, with interact)."""
    from helpers_browser import error_outputs, open_lab, run_all
    from helpers_nb import code, notebook

    for name in ("regions of a network, 300 points", "activation and slope (lines)"):
        nb = notebook(
            code("common", COMMON),
            code("make", f"explorer, control, other, handle = both({name!r})"),
            code("explorer", "explorer"),
            code("interact", "other"),
        )
        with tempfile.TemporaryDirectory() as folder:
            notebooks.write(nb, Path(folder, "bench.ipynb"))
            with open_lab(folder) as lab:
                page = lab.open("bench.ipynb", viewport={"width": 1280, "height": 1400})
                run_all(page)
                assert error_outputs(page) == []
                page.wait_for_timeout(3000)
                yield name, *press_in_turns(page, keys)


def press_in_turns(page, keys):
    """Seconds per key press: (explorer, interact)."""
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    places = [cells.nth(i).locator(".jp-OutputArea").first for i in (2, 3)]
    handles = [place.locator(".noUi-handle").first for place in places]
    pairs = [[handle.element_handle(), place.element_handle()]
             for handle, place in zip(handles, places, strict=True)]
    seconds = [[], []]
    for i in range(keys + 3):
        for way in (0, 1):
            handles[way].scroll_into_view_if_needed()
            key = "ArrowLeft" if i % 2 else "ArrowRight"
            seconds[way].append(page.evaluate(TICK, [*pairs[way], key]))
            page.wait_for_timeout(250)
    return [np.array(times[3:]) for times in seconds]


# --- the table -----------------------------------------------------------------------------


def main():
    """Run both parts and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ticks", type=int, default=60, help="ticks per picture in the kernel")
    parser.add_argument("--keys", type=int, default=30, help="key presses in the browser")
    parser.add_argument("--only", choices=("kernel", "browser"))
    given = parser.parse_args()
    parts = {"kernel": (in_kernel, given.ticks), "browser": (in_browser, given.keys)}
    print(f"{'where':8} {'picture':34} {'explorer ms':>15} {'interact ms':>15} {'ratio':>6}")
    print(f"{'':8} {'':34} {'median':>8} {'p95':>6} {'median':>8} {'p95':>6}")
    for where, (measure, count) in parts.items():
        if given.only not in (None, where):
            continue
        for name, fast, slow in measure(count):
            figures = [1000 * f(t) for t in (fast, slow)
                       for f in (np.median, lambda t: np.quantile(t, 0.95))]
            print(f"{where:8} {name:34} {figures[0]:8.1f} {figures[1]:6.1f} {figures[2]:8.1f} "
                  f"{figures[3]:6.1f} {figures[2] / figures[0]:6.1f}", flush=True)


if __name__ == "__main__":
    main()
