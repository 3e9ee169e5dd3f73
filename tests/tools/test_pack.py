"""The runtime as it is packed: what is compiled, what keeps its source, how much travels."""

import gzip
import hashlib
import json
import re
import zipfile

import pytest

from course_tools.site import pack, repack


def test_what_is_compiled_and_what_keeps_its_source(tmp_path):
    (tmp_path / "made").mkdir()
    for name in ("a.py", "tests/b.py", "told.txt"):
        path = tmp_path / "made" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x = 1\n")
    job = {"to": "new.zip", "leave": r".*/tests?/", "folders": {"one": "made"}}
    names = {}
    for more in ({}, {"sources": True}, {"bare": "one/"}):
        repack.repack({**job, **more}, tmp_path)
        with zipfile.ZipFile(tmp_path / "new.zip") as made:
            names[tuple(more)] = set(made.namelist())
    assert names == {
        (): {"one/a.pyc", "one/told.txt"},
        ("sources",): {"one/a.py", "one/__pycache__/a.cpython-312.pyc", "one/told.txt"},
        ("bare",): {"one/a.py", "one/told.txt"}}
    code = repack.compiled(b"x = 1\n", "a.py")
    assert code[4:8] == (1).to_bytes(4, "little")  # never compared with its source


@pytest.fixture(scope="module")
def live(bundled):
    return bundled.parent / pack.LIVE


@pytest.fixture(scope="module")
def about(live):
    return json.loads((live / "runtime.json").read_text())


def packages(live, lock):
    return json.loads((live / lock).read_text())["packages"]


def place(live, about, one):
    return (live / about["index"] / one["file_name"]).resolve()


@pytest.mark.full
def test_the_engine_has_its_source_beside_its_bytecode(live, about):
    """Without it the watchdog takes every frame for a stranger's and ends Python itself."""
    one = packages(live, about["lock"])[pack.COURSE]
    with zipfile.ZipFile(place(live, about, one)) as course:
        names = set(course.namelist())
    engine = [name for name in names if re.fullmatch(r"misstep/.*\.py", name)]
    assert "misstep/judge/sandbox.py" in engine and len(engine) > 40
    for name in engine:
        head, _, tail = name.rpartition("/")
        assert f"{head}/__pycache__/{tail[:-3]}.cpython-312.pyc" in names
    with zipfile.ZipFile(live / about["stdlib"]) as library:
        assert not [name for name in library.namelist() if name.endswith(".py")]


@pytest.mark.full
def test_a_start_is_below_ten_megabytes_and_each_file_lies_under_its_hash(live, about):
    for lock in (about["lock"], about["lite"]["lock"]):
        for one in packages(live, lock).values():
            content = place(live, about, one).read_bytes()
            assert hashlib.sha256(content).hexdigest() == one["sha256"]
            assert place(live, about, one).parent.name == one["sha256"][:12]
    known, wanted = packages(live, about["lock"]), list(about["packages"]["start"])
    files = {live / about[one] for one in ("pyodide", "stdlib", "lock")}
    files |= {live / about["index"] / f"pyodide.asm.{kind}" for kind in ("js", "wasm")}
    for name in wanted:  # it grows
        files.add(place(live, about, known[name]))
        wanted += known[name]["depends"]
    assert set(wanted) == {pack.COURSE, "numpy"}
    travels = sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)
    print(f"a start: {travels / 1e6:.2f} MB, {len(files)} files")
    assert travels < 10e6
