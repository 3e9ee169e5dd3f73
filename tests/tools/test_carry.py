"""A newer version takes over a student's work: which cell goes where, and that no line is lost."""

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_tools import notebooks
from course_tools.carry import HEADING, KEPT, carried
from helpers_nb import code, notebook, text

STUB = '@exercise("relu")\ndef relu(x):\n    raise NotImplementedError'
MINE = STUB.replace("raise NotImplementedError", "return np.maximum(x, 0)")


def made(*cells):
    return notebook(*copy.deepcopy(cells))


def sources(nb):
    return [cell["source"] for cell in nb["cells"]]


BASE = made(text("t", "# Title"), code("a", "x = 1"), code("e", STUB), text("n", "notes: "))


def changed(**cells):
    nb = copy.deepcopy(BASE)
    for cell in nb["cells"]:
        cell["source"] = cells.get(cell["id"], cell["source"])
    return nb


@pytest.mark.parametrize("mine, new, wanted, count", [
    # what the new version left alone stays as the student wrote it
    (changed(n="notes: aha"), changed(a="x = 2"), ["# Title", "x = 2", STUB, "notes: aha"],
     {"cells": 1}),
    # an answer goes to its stub, also where that has another text, place and id
    (changed(e=MINE), made(text("t", "# Title"), code("f", f"{STUB}  # new"), code("a", "x = 1")),
     ["# Title", MINE, "x = 1"], {"answers": 1}),
    (changed(e=MINE.replace("(x):", "(x)")), changed(e=f"{STUB}  # new"),
     ["# Title", "x = 1", MINE.replace("(x):", "(x)"), "notes: "], {"answers": 1}),
    # both changed it: the new version stands, the student's is the last section
    (changed(a="x = 9"), changed(a="x = 2"),
     ["# Title", "x = 2", STUB, "notes: ", HEADING, "x = 9"], {"kept": 1}),
    # a formatter went over all of it, and a word processor over the answer
    (changed(a="x  =  1\r\n", t="# Title  ", e=MINE.replace('"', "“")), changed(a="x = 2"),
     ["# Title", "x = 2", MINE.replace('"', "“"), "notes: "], {"answers": 1}),
    # an exercise that is no more
    (changed(e=MINE), made(text("t", "# Title"), code("a", "x = 1")),
     ["# Title", "x = 1", HEADING, MINE], {"kept": 1}),
    # what was emptied comes back; the same change on both sides is none
    (changed(a="", n="notes: new"), changed(n="notes: new"),
     ["# Title", "x = 1", STUB, "notes: new"], {}),
])
def test_each_cell_finds_its_place(mine, new, wanted, count):
    done, counted = carried(mine, BASE, new)
    assert sources(done) == wanted and +counted == count
    names = [cell["id"] for cell in done["cells"]]
    assert len(set(names)) == len(names)


def test_a_cell_too_deep_for_a_syntax_tree_is_taken_along():
    deep = "if n == 0: pass\n" + "".join(f"elif n == {i}: pass\n" for i in range(1, 900)).strip()
    mine = made(*BASE["cells"], code("own", deep))
    assert deep in sources(carried(mine, BASE, changed(t="# New"))[0])


def test_own_cells_stay_behind_the_cell_they_followed():
    mine = copy.deepcopy(BASE)
    mine["cells"].insert(0, text("mine-0", "read this first"))
    mine["cells"].insert(3, code("mine-1", "x + 1"))
    mine["cells"].insert(4, code("a", "x + 2"))  # an id twice: the second one is the student's
    new = made(code("new", "import this"), *BASE["cells"][:2], code("later", "y = 1"))
    done, counted = carried(mine, BASE, new)
    assert sources(done) == [
        "read this first", "import this", "# Title", "x = 1", "x + 1", "x + 2", "y = 1"]
    assert counted["own"] == 3


def test_pictures_in_a_note_are_taken_along_and_results_are_not():
    mine = changed(n="notes: ![p](attachment:p.png)", a="x = 5")
    mine["cells"][3]["attachments"] = {"p.png": {"image/png": "aGk="}}
    mine["cells"][1].update(outputs=[{"output_type": "stream", "name": "stdout", "text": "5"}],
                            execution_count=3)
    done, _ = carried(mine, BASE, changed(t="# Other"))
    assert done["cells"][3]["attachments"] == {"p.png": {"image/png": "aGk="}}
    assert done["cells"][1]["outputs"] == [] and done["cells"][1]["execution_count"] is None


def with_ids(nb, name):
    """A copy as another program gives it back: no id is the course's any more."""
    nb = copy.deepcopy(nb)
    for i, cell in enumerate(nb["cells"]):
        cell["id"] = {"new": f"x{i:07x}", "equal": "0"}.get(name)
        if name == "none":
            del cell["id"]
    return nb


@pytest.mark.parametrize("ids", ["new", "equal", "none"])
def test_a_copy_whose_ids_are_gone_is_no_second_notebook(ids):
    """105 cells became 208: the whole old notebook on top of the new one."""
    mine = changed(e=MINE, n="notes: aha, so it is")
    mine["cells"].insert(2, code("mine", "plot(x)"))
    base = changed(n="notes: so it is")
    new = made(text("t", "# Title"), code("f", "import y"), code("a", "x = 2"),
               code("e", f"{STUB}  # new"), text("n", "notes: so it is"))
    done, count = carried(with_ids(mine, ids), base, new)
    assert sources(done) == ["# Title", "import y", "x = 2", "plot(x)", MINE,
                             "notes: aha, so it is"]
    assert count["kept"] == 0


def test_an_answer_that_was_cut_and_pasted_goes_to_its_stub():
    mine = changed(e=MINE)
    mine["cells"] = [*mine["cells"][:2], mine["cells"][3], {**mine["cells"][2], "id": "pasted01"}]
    done, count = carried(mine, BASE, changed(e=f"{STUB}  # new"))
    assert sources(done) == ["# Title", "x = 1", MINE, "notes: "] and count["own"] == 0


def test_a_cell_that_was_cut_and_pasted_is_there_once():
    mine = changed()
    mine["cells"].append({**mine["cells"].pop(1), "id": "pasted01"})
    done, count = carried(mine, BASE, changed(e=f"{STUB}  # new"))
    assert sources(done).count("x = 1") == 1 and not +count


# --- laws --------------------------------------------------------------------------------

COURSE = ["", "x = 1", "y = 2", STUB, f"{STUB}  # new", STUB.replace("relu", "elu"), "# more"]


def rows(lines):
    return st.lists(st.tuples(st.sampled_from("abcdefg"), st.sampled_from(lines), st.booleans()),
                    max_size=7)


THEIRS, OURS = rows([*COURSE, MINE]), rows(COURSE)


def built(cells):
    return made(*((code if is_code else text)(name, source) for name, source, is_code in cells))


def unique(cells):
    return list({name: (name, *rest) for name, *rest in cells}.values())


@settings(max_examples=400, deadline=None)
@given(THEIRS, OURS.map(unique), OURS.map(unique))
def test_no_line_is_lost_and_twice_is_once(mine, base, new):
    mine, base, new = built(mine), built(base), built(new)
    before = copy.deepcopy((mine, base, new))
    done, count = carried(mine, base, new)
    assert (mine, base, new) == before, "an argument is changed"
    was = {(c["source"], c["cell_type"]) for c in base["cells"]}
    for cell in mine["cells"]:
        if (cell["source"], cell["cell_type"]) not in was:
            assert any(cell["source"] == c["source"] for c in done["cells"]) or not cell["source"]
    names = [c["id"] for c in done["cells"]]
    assert len(set(names)) == len(names)
    assert [n for n in names if n in {c["id"] for c in new["cells"]}] == [
        c["id"] for c in new["cells"]], "the new version's cells, in its order"
    again, _ = carried(done, base, new)
    assert again == done
    assert sources(carried(done, new, new)[0]) == sources(done), "the next version begins here"


@pytest.mark.parametrize("path", notebooks.notebook_files(), ids=lambda path: path.stem)
def test_a_solved_notebook_keeps_all_answers_when_every_other_cell_was_rewritten(path):
    base = notebooks.student_copy(notebooks.read(path))
    mine, new = copy.deepcopy(base), copy.deepcopy(base)
    answers = []
    for cell, other in zip(mine["cells"], new["cells"], strict=True):
        if notebooks.calls(cell["source"], "exercise"):
            cell["source"] = cell["source"].replace("raise NotImplementedError", "return 1")
            answers.append(cell["source"])
        else:
            other["source"] += "\n# of the new edition"
        other["id"] = f"{other['id']}-3"
    done, count = carried(mine, base, new)
    assert count == ({"answers": len(answers)} if answers else {}) and KEPT not in str(done)
    assert [s for s in sources(done) if s in answers] == answers
