"""docs/map.md is followed: one of each is added to a copy, and the checks that it names are run."""

import re
import shutil
from pathlib import Path

import pytest

from course_tools import notebooks
from helpers_checkout import ROOT, copy_of_the_checkout, run
from helpers_nb import code, notebook, text

PAGE = (ROOT / "docs" / "map.md").read_text(encoding="utf-8")
NAME = "08_random_features"


def section(kind):
    """The part of the page on a fault, an output format ..."""
    return re.search(rf"^## An? {kind}\b.*?(?=^## |\Z)", PAGE, re.M | re.S)[0]


def check(home, kind, *narrow):
    """Run the check that the page names for it."""
    [named] = re.findall(r"^    pytest (.*)$", section(kind), re.M)
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', named.replace("NN", "08"))]
    done = run(home, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not full",
               *words, *narrow)
    assert done.returncode in (0, 1), done.stdout[-3000:] + done.stderr[-3000:]
    return done


def write(path, words):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(words, encoding="utf-8")


def insert(path, after, words):
    """Put words behind the one place where a pattern is found."""
    before = path.read_text(encoding="utf-8")
    [found] = re.finditer(after, before, re.M)
    write(path, before[:found.end()] + words + before[found.end():])


# --- one of each: what makes the check complain, then the rest of what the page says --------------

EXPLAINED = "tests/exercises/test_explain.py"
FAULTS = "packages/misstep/src/misstep/judge/faults.txt"
FORMATS = "packages/course_tools/src/course_tools/results/formats.py"
SLOPE = '''\
"""Explorer of a notebook: the slope of a line."""

from course_utils import style

from .controls import slider
from .explorer import Explorer


class SlopeOfALine(Explorer):
    """Turn a line through the origin."""

    name = "turn a line through the origin"

    def controls(self):
        return {"slope": slider("slope", -2, 2, 0.5, 0.0)}

    def setup(self, fig):
        ax = fig.subplots()
        ax.set(xlim=(-1, 1), ylim=(-2, 2), xlabel="x", ylabel="y", title="The slope is the rise")
        self.turned = self.plot(ax, color=style.BLUE)

    def update(self, slope):
        self.turned.set_data([-1, 1], [-slope, slope])
        return f"Where x rises by 1, y rises by {slope:.1f}."
'''
ASKED = """\
08-{id}
    One row of two inputs goes through three random features, by {id}. What comes back?
  {a}A (2,) || One value for each input.
  {b}B (1, 3) || One row, three features.
  {c}C (3, 1) || So it would be in the column form.
  {d}D (2, 3) || That is the shape of the weights.
  run: the next code cell
  holds: (1, 3).
"""


def a_wrong_answer(home):
    insert(home / EXPLAINED, r'^    \(lambda x: -doubled\(x\), "sign/flipped"\),\n',
           '    (lambda x: doubled(x) ** 3, "neighbour-formula/cubed"),\n')


def its_row_of_faults(home):
    insert(home / FAULTS, r"^== COMMON\n",
           "neighbour-formula/cubed: the result is cubed. Compare it with what is asked.\n"
           "    o ** 3\n")


def a_writer(home):
    insert(home / FORMATS, r"^WRITERS = \{.*\n", '    "tap": ("results.tap", _tap),\n')
    insert(home / FORMATS, r"\n\n(?=def _title\()",
           "def _tap(rows, known):\n"
           '    signs = ["ok" if row["status"] == "passed" else "not ok" for row in rows]\n'
           '    lines = [f"{sign} {i} {_title(row)}"\n'
           "             for i, (sign, row) in enumerate(zip(signs, rows, strict=True), 1)]\n"
           '    return "\\n".join([f"1..{len(lines)}", *lines]) + "\\n"\n\n\n')


def its_name_in_the_command(home):
    insert(home / "packages/course_tools/src/course_tools/cli.py",
           r'^FORMATS = \([^)]*"prairielearn"', ', "tap"')


def an_explorer(home):
    write(home / "course_utils/explore/slope_of_a_line.py", SLOPE)
    insert(home / "course_utils/explore/__init__.py", r"^from .relu_film .*\n",
           "from .slope_of_a_line import SlopeOfALine as slope_of_a_line\n")


def how_it_is_made(home):
    insert(home / "tests/helpers/every_explorer.py", r"^CELLS = \{\n",
           '    "SlopeOfALine": "explore.slope_of_a_line()",\n')


def a_notebook(home):
    asked = ("shape", "sign", "seed")
    nb = notebook(
        text("08-title", "# Draw features at random\n\n**Must features be learned?**"
             "\n\nAbout 8 minutes in class.", "title"),
        code("08-setup", "import numpy as np\n\nfrom course_utils import functions\n"
             "from course_utils.exercises import predict", "setup"),
        *(code(f"08-b1-{id}", f'predict("08-{id}")', "predict") for id in asked),
        code("08-b1-features", "rng = np.random.default_rng(0)\nW = rng.normal(size=(2, 3))\n"
             "print(functions.relu(np.ones((1, 2)) @ W).shape)", "evidence",
             lecture=["MAY24-9.9"], head="Three features are drawn, none is learned"),
        text("08-b1-task", "### Exercise 8.1 – With pencil: count them (2 min, ★)\n\n"
             "How many numbers does W hold?", "exercise"))
    notebooks.write(nb, home / "notebooks" / f"{NAME}.ipynb")
    marks = ({letter: " *"[letter == right] for letter in "abcd"} for right in "bac")
    write(home / "exercises/nb08/predictions.txt", "\n".join(
        ASKED.format(id=id, **mark) for id, mark in zip(asked, marks, strict=True)))
    with open(home / "data" / "lecture_map.csv", "a", encoding="utf-8") as file:
        file.write(f"MAY24-9.9,MAY24,Random features,{NAME},\n")
    for command in (("scripts/make_checksums.py",),
                    ("-c", "from course_tools import cli; cli.main(['refresh', '08'])")):
        done = run(home, *command)
        assert done.returncode == 0, done.stderr[-3000:]


def its_counts(home):
    openings = home / "packages/course_tools/src/course_tools/present/openings"
    shutil.copy(openings / "02.svg", openings / "08.svg")
    for name, before in (("tests/maths/test_data.py", r"(?<=len\(set\(ids\)\) == )\d+"),
                         ("tests/maths/test_data.py", r"(?<=len\(notebooks\) == )\d+"),
                         ("data/README.md", r"(?<=\| `lecture_map\.csv` \| )\d+")):
        words = (home / name).read_text(encoding="utf-8")
        [count] = re.findall(before, words)
        write(home / name, re.sub(before, str(int(count) + 1), words))


ADDED = {
    "fault": (a_wrong_answer, its_row_of_faults, "relations_of_one_array"),
    "output format": (a_writer, its_name_in_the_command, "every_format or steers"),
    "explorer": (an_explorer, how_it_is_made, "SlopeOfALine or among_these"),
    "notebook": (a_notebook, its_counts, None),
}


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return copy_of_the_checkout(tmp_path_factory.mktemp("checkout"))


@pytest.mark.parametrize("kind", [
    pytest.param(kind, marks=pytest.mark.full)
    for kind in ("fault", "output format", "explorer", "notebook")])
def test_the_check_of_the_page_tells_what_is_left_out_and_passes_when_all_is_done(home, kind):
    first, rest, narrow = ADDED[kind]
    narrow = ("-k", narrow) if narrow else ()
    first(home)
    done = check(home, kind, *narrow)
    assert done.returncode == 1 and " failed" in done.stdout, done.stdout[-3000:]
    rest(home)
    done = check(home, kind, *narrow)
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.full
def test_all_checks_of_the_page_pass_with_one_of_each(tmp_path):
    copy_of_the_checkout(tmp_path)
    for first, rest, _ in ADDED.values():
        first(tmp_path)
        rest(tmp_path)
    for kind in ADDED:
        done = check(tmp_path, kind)
        assert done.returncode == 0, done.stdout[-3000:]
    done = run(tmp_path, "-m", "ruff", "check", "--no-cache", ".")
    assert done.returncode == 0, done.stdout[-3000:]


# --- the page itself -------------------------------------------------------------------------


def test_it_is_a_page_and_what_it_names_is_there():
    assert PAGE.count("\n") <= 60
    named = re.findall(r"`((?:[\w.]+/)+[\w.]*|[\w.]+\.md)`", PAGE)
    paths = [name for name in named if "NN" not in name and not name.startswith("explore/")]
    assert len(paths) > 15
    lost = [name for name in paths if not (ROOT / name).exists()]
    assert not lost, lost
    for words in re.findall(r"pytest ([^`\n]*)", PAGE):
        for name in re.findall(r"tests/[\w./]*", words):
            assert Path(ROOT, name).exists(), name
