"""Zips of course systems, hostile ones too: nothing is lost, and nothing is written elsewhere."""

import io
import os
import stat
import tempfile
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from course_tools import cli, files, handed_in, verdicts
from helpers_nb import code, notebook

STEP = ('@exercise("step")\ndef step(x):\n    return np.where(np.asarray(x) > 0, 1.0, 0.0)')
NB = files.as_json(notebook(
    code("01-setup", "import numpy as np\nfrom course_utils.exercises import exercise", "setup"),
    code("9f000001", STEP)))


def zipped(*entries):
    """A zip of (name or ZipInfo, content)."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return content.getvalue()


def collect(tmp_path, content):
    """What is found in a zip, and the place it was unpacked to, deep in a folder of its own."""
    path, place = tmp_path / "download.zip", tmp_path / "in" / "here" / "place"
    path.write_bytes(content)
    return handed_in.collect([str(path)], place, verdicts.find_files), place


def every_file(folder):
    return [p for p in Path(folder).rglob("*") if not p.is_dir()]


def link(name, target):
    entry = zipfile.ZipInfo(name)
    entry.create_system, entry.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    return entry, target


ODD = ["../../evil.ipynb", "/abs.ipynb", "a/../../../x.ipynb", "C:\\evil.ipynb", "..\\..\\y.ipynb",
       "con.ipynb", "a\x07b.ipynb", "x" * 250 + ".ipynb", "/".join(["d" * 60] * 60) + "/z.ipynb",
       "end. /p.ipynb", "ann/04.ipynb", "ANN/04.ipynb", "A?:<>|.ipynb", "Müller_01.ipynb"]


def test_whatever_the_names_are_each_notebook_is_there_and_nothing_elsewhere(tmp_path):
    before = set(every_file(tmp_path.parent))
    found, place = collect(tmp_path, zipped(*((name, NB) for name in ODD)))
    assert len(found) == len(ODD) and len({one.shown for one in found}) == len(ODD)
    assert all(one.refused is None and one.path.read_bytes() == NB for one in found)
    assert len({os.path.realpath(one.path).casefold() for one in found}) == len(ODD)
    new = set(every_file(tmp_path.parent)) - before - {tmp_path / "download.zip"}
    assert new and all(path.resolve().is_relative_to(place) for path in new)
    assert not any("\x07" in one.shown for one in found)


def test_a_link_in_a_zip_is_never_one_on_the_disk(tmp_path):
    secret = tmp_path / "secret.ipynb"
    secret.write_bytes(NB)
    found, place = collect(tmp_path, zipped(
        link("a.ipynb", str(secret)), link("dir", str(tmp_path)), ("dir/b.ipynb", NB)))
    assert not any(path.is_symlink() for path in place.rglob("*"))
    assert {p.name for p in tmp_path.iterdir()} == {"secret.ipynb", "download.zip", "in"}
    a, b = found
    assert a.path.read_text() == str(secret) and b.path.read_bytes() == NB


def test_the_same_name_twice_is_two_files(tmp_path):
    with pytest.warns(UserWarning, match="Duplicate name"):
        content = zipped(("ann_01.ipynb", NB), ("ann_01.ipynb", NB + b" "))
    found, _ = collect(tmp_path, content)
    assert {len(one.path.read_bytes()) - len(NB) for one in found} == {0, 1}
    assert found[1].shown.endswith("ann_01.ipynb (entry 2)")


def test_a_bomb_is_cut_and_the_others_are_run(tmp_path, monkeypatch):
    monkeypatch.setattr(handed_in, "MAX_NOTEBOOK", 3_000_000)
    found, place = collect(tmp_path, zipped(("a_01.ipynb", NB), ("bomb.ipynb", b"0" * 50_000_000),
                                            ("c_01.ipynb", NB), ("d.ipynb", b"0" * 4_000_000)))
    assert [one.refused and one.refused[:11] for one in found] == [
        None, "packed more", None, "larger than"]
    assert sum(p.stat().st_size for p in every_file(place)) < 10_000


def test_what_a_zip_says_of_its_sizes_is_not_believed(tmp_path, monkeypatch):
    monkeypatch.setattr(handed_in, "MAX_NOTEBOOK", 1_000_000)
    content = zipped(("bomb.ipynb", b"0" * 5_000_000))
    lie = content.replace((5_000_000).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    assert lie != content
    (one,), place = collect(tmp_path, lie)
    assert one.refused and sum(p.stat().st_size for p in every_file(place)) <= 1_000_000


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_unpacks_in_one_step_is_not_unpacked(tmp_path, method):
    with zipfile.ZipFile(tmp_path / "class.zip", "w", method) as archive:
        archive.writestr("ann/01_xor_failure.ipynb", bytes(400_000_000))
    content = bytearray((tmp_path / "class.zip").read_bytes())
    size = content.rindex(b"PK\1\2") + 24  # which says 1000 bytes
    content[size:size + 4] = (1000).to_bytes(4, "little")
    (tmp_path / "class.zip").write_bytes(content)
    tracemalloc.start()
    (one,) = handed_in.unpack(tmp_path / "class.zip", tmp_path / "out")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "Deflate" in one.refused and peak < 50_000_000


def test_all_together_have_a_limit_too(tmp_path, monkeypatch):
    monkeypatch.setattr(handed_in, "MAX_ALL", len(NB) * 3 + 10)
    found, _ = collect(tmp_path, zipped(*((f"s{i}_01.ipynb", NB) for i in range(5))))
    assert [one.refused is None for one in found] == [True] * 3 + [False] * 2


ZERO = b" " * 20_000_000  # packed 1000 to 1


def test_no_student_takes_anothers_room(tmp_path, monkeypatch):
    """N12: a zip in Bob's zip took 3.7 GB, and the row of whoever came behind."""
    bobs = zipped(*((f"{i}_01.ipynb", os.urandom(400_000)) for i in range(30)), ("z.ipynb", ZERO))
    monkeypatch.setattr(handed_in, "MAX_BYTES", 1_000_000)
    monkeypatch.setattr(handed_in, "SMALL", 1_000_000)
    found, place = collect(tmp_path, zipped(
        ("Bob_2_assignsubmission_file_/all.zip", bobs),
        ("Bob_2_assignsubmission_file_/a.ipynb", NB),
        ("Zed_3_assignsubmission_file_/mine.zip", zipped(("04.ipynb", NB)))))
    assert [one.refused for one in found if "Zed" in one.shown] == [None]
    assert [one.refused for one in found if "a.ipynb" in one.shown] == [None]
    refused = [one.refused for one in found if "Bob" in one.shown and one.refused]
    assert any("of one student" in why for why in refused)
    assert sum(p.stat().st_size for p in every_file(place)) < 1_100_000


def test_no_student_keeps_the_machine_busy_for_a_week(tmp_path, monkeypatch):
    monkeypatch.setattr(handed_in, "MAX_NOTEBOOKS", 10)
    monkeypatch.setattr(handed_in, "MAX_FILES", 50)
    found, place = collect(tmp_path, zipped(
        *((f"bob/{i:02d}.ipynb", NB) for i in range(40)), ("ann/01.ipynb", NB),
        *((f"bob/data/{i}.csv", b"1") for i in range(400)), ("ann/data.csv", b"1")))
    assert [one.refused for one in found if "/ann/" in one.shown] == [None]
    refused = [one.refused for one in found if "/bob/" in one.shown]
    assert refused.count(None) == 10 and len(refused) == 11
    assert "more than 10 notebooks of one student" in refused
    assert len(every_file(place)) == 10 + 10 + 2


def test_thousands_of_files_beside_do_not_cost_a_notebook(tmp_path, monkeypatch):
    monkeypatch.setattr(handed_in, "MAX_FILES", 100)
    entries = [(f"junk/{i}.txt", b"") for i in range(2000)] + [("ann_01.ipynb", NB)]
    found, place = collect(tmp_path, zipped(*entries))
    assert [one.refused for one in found] == [None] and len(every_file(place)) <= 101


def damaged(content):
    at = content.index(b"bad_01.ipynb") + len("bad_01.ipynb") + 20
    return content[:at] + bytes(b ^ 0xFF for b in content[at:at + 30]) + content[at + 30:]


def test_a_damaged_entry_has_its_reason(tmp_path):
    found, _ = collect(tmp_path, damaged(zipped(("bad_01.ipynb", NB), ("ok_01.ipynb", NB))))
    assert found[0].refused.startswith("damaged in the zip") and found[1].refused is None


def test_a_locked_entry_has_its_reason(tmp_path):
    content = bytearray(zipped(("locked_01.ipynb", NB)))
    for sign, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(sign) + at] |= 1
    (one,), _ = collect(tmp_path, bytes(content))
    assert "password" in one.refused


EMPTY = b"PK\x05\x06" + b"\0" * 18


@pytest.mark.parametrize("content", [b"", EMPTY, b"no zip", zipped(("a", b""))])
def test_a_zip_without_a_notebook_has_one_row(tmp_path, content):
    (one,), _ = collect(tmp_path, content)
    assert one.refused and one.shown.endswith("download.zip")


def test_a_students_own_zip_is_opened_once_and_no_deeper(tmp_path):
    inner = zipped(("04/x_01.ipynb", NB), ("more.zip", zipped(("deep_01.ipynb", NB))))
    found, place = collect(tmp_path, zipped(("novakann_101_5001_work.zip", inner),
                                            ("leebo_102_5002_x.zip", b"none")))
    assert [one.refused and one.refused[:12] for one in found] == ["not a zip th", None]
    assert found[1].shown.endswith("novakann_101_5001_work.zip/04/x_01.ipynb")


def test_names_without_the_utf8_flag_are_read_as_macos_writes_them(tmp_path):
    content = zipped(("Mueller_01.ipynb", NB)).replace(b"Mueller", "Müller".encode())
    (one,), _ = collect(tmp_path, content)
    assert one.shown.endswith("Müller_01.ipynb")
    (one,), _ = collect(tmp_path, zipped(("Muxller_01.ipynb", NB)).replace(b"Muxl", b"M\x81xl"))
    assert one.shown.endswith("Müxller_01.ipynb")  # code page 437, as old Windows does


def test_macos_shadows_and_hidden_files_are_no_hand_ins(tmp_path):
    found, _ = collect(tmp_path, zipped(
        ("__MACOSX/._ann_01.ipynb", b"x"), (".ipynb_checkpoints/ann_01-checkpoint.ipynb", NB),
        ("ann_01.ipynb", NB)))
    assert [one.shown.rpartition("/")[2] for one in found] == ["ann_01.ipynb"]


def test_the_command_gives_a_row_for_each_and_writes_nowhere_else(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    helper = NB.replace(b"np.where(np", b"helper.where(np").replace(
        b"import numpy as np", b"import numpy as np\\nimport helper")
    Path("d.zip").write_bytes(zipped(
        ("ann/01_x.ipynb", helper), ("ann/helper.py", "from numpy import where\n"),
        ("../bob/01_x.ipynb", NB), ("eve/01_x.ipynb", b"{"), ("../../e.py", "x")))
    assert cli.main(["check", "d.zip", "--csv", "t.csv"]) == 1  # eve's cannot be read
    rows = Path("t.csv").read_text("utf-8-sig")
    assert [line for line in rows.splitlines() if ",step," in line and ",passed," in line][1:]
    assert "d.zip/eve/01_x.ipynb" in rows and "not a notebook" in rows
    assert {p.name for p in tmp_path.iterdir()} == {"d.zip", "t.csv"}
    assert not (tmp_path.parent / "bob").exists() and not (tmp_path.parent.parent / "e.py").exists()


def test_what_was_unpacked_is_gone_before_a_hand_in_runs(tmp_path, monkeypatch):
    """Where no Landlock hides it, a hand-in would find its classmates' files."""
    there = []
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(verdicts.Here, "run", lambda here, one: there.append(
        [path.name for path in tmp_path.rglob("*") if path.name != "d.zip"]) or ({}, None))
    (tmp_path / "d.zip").write_bytes(zipped(("ann/01_x.ipynb", NB), ("bob/01_x.ipynb", NB)))
    cli.main(["check", str(tmp_path / "d.zip")])
    assert there == [[], []]
