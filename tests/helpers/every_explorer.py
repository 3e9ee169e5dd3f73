"""Every explorer of the course on small data: the cells of a notebook page, and their numbers.

Used by the unit tests, by the browser tests (as cells) and by
scripts/benchmarks/bench_explorers.py.
"""

CELLS = {
    "WayDown": """\
def bowl(x):
    return (x[0] ** 2 + 10 * x[1] ** 2) / 2


def saddle(x):
    return (x[0] ** 2 - x[1] ** 2) / 2 + 5


explore.way_down({"bowl": (bowl, lambda x: x * [1, 10]),
                  "saddle": (saddle, lambda x: x * [1, -1])})""",
    "DragReading": """\
alps, _ = data.boiling_points()
explore.drag_reading((alps[:, 0] - 32) / 1.8, 18.4 * np.log10(29.92 / alps[:, 1]))""",
    "PerceptronSteps": """\
cards = np.array([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]])
streams = {"both": (cards, np.array([-1, -1, -1, 1])), "one": (cards, np.array([-1, 1, 1, -1]))}
explore.perceptron_steps(streams, 12)""",
    "MulticlassSteps": """\
X = np.array([[2, 0], [0, 2], [-2, -1], [1, 1]])
explore.multiclass_steps(X, np.array([0, 1, 2, 0]), 3)""",
    "LineOnXor": "explore.line_on_xor()",
    "CurveDegree": "explore.curve_degree()",
    "ProductOnXor": "explore.product_on_xor()",
    "FollowFunction": "explore.follow_function()",
    "HorseKicks": "explore.horse_kicks()",
    "ActivationGallery": "explore.activation_gallery()",
    "LogitsOnSimplex": "explore.logits_on_simplex()",
    "ReluFilm": """\
x = np.linspace(-2, 2, 9)
begin = network.initialise_1d(4, np.random.default_rng(0), spread=2)
films = {
    name: network.relu_net_1d_fit(begin, x, np.sin(x), lr=lr, steps=20, keep_every=5)
    for name, lr in (("slow", 0.01), ("fast", 0.05))
}
explore.relu_film(films, x, np.sin(x))""",
    "Checkpoints": "explore.checkpoints()",
    "WordMap": """\
E = np.random.default_rng(0).normal(size=(7, 2))
groups = {"half": (("first", "second"), np.arange(7) // 4), "all": (("word",), [0] * 7)}
explore.word_map({"one": E, "two": E[::-1]}, "a b c d e f g".split(), groups)""",
    "Calibration": """\
X, y = (part[:60] for part in data.digits())
explore.calibration(network.initialise(64, 8, 10, np.random.default_rng(0)), X, y)""",
}
IMPORTS = "import numpy as np\n\nfrom course_utils import data, explore, network"


def make(name):
    """The explorer of that class name."""
    space = {}
    exec(IMPORTS, space)
    *before, last = CELLS[name].split("\nexplore.")
    if before:
        exec(before[0], space)
        last = "explore." + last
    return eval(last, space)
