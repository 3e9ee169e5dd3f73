"""The address, set once; and what a release asks for before it is made."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import release  # noqa: E402
import set_address  # noqa: E402

README = (ROOT / "README.md").read_text("utf-8")
SHOWN = re.sub(r"<!--.*?-->", "", README, flags=re.S)
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.fixture
def copy(tmp_path):
    """The files that have an address or a version."""
    for name in (*set_address.FILES, "CHANGELOG.md", "packages/misstep/src/misstep/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def texts(root):
    return {name: (root / name).read_text("utf-8") for name in set_address.FILES}


def test_before_there_is_an_address_nothing_that_is_shown_leads_to_one():
    if set_address.current() != set_address.PLACEHOLDER:
        pytest.fail("the address is set: take this test out, the next one goes on")
    assert "OWNER" not in SHOWN and "badge" not in SHOWN.replace("no badge and no link", "")
    assert "github.com" not in SHOWN and "make lab" in SHOWN


def test_one_call_fills_the_address_in_everywhere(copy):
    changed = set_address.main("kate/nonlinear-models-2", copy)
    assert changed == list(set_address.FILES)
    assert not [name for name, text in texts(copy).items() if "OWNER/" in text or "OWNER%" in text]
    readme = texts(copy)["README.md"]
    assert "<!--" not in readme and "by `git clone`, or as a ZIP" not in readme
    assert "git clone https://github.com/kate/nonlinear-models-2 course" in readme
    assert "](https://kate.github.io/nonlinear-models-2/)" in readme
    for link in re.findall(r"https?://[^\s)>\"\]`]+", readme):
        if "github" in link or "mybinder" in link:
            assert re.match(r"https://(github\.com/kate/|kate\.github\.io/|mybinder\.org/(v2/gh/kate/|"
                            r"badge_logo))", link), link
    assert set_address.main("kate/nonlinear-models-2", copy) == []
    set_address.main("lee/nlm", copy)
    assert not re.search(r"kate[/.%]", str(texts(copy)))
    assert "tree%2Fnlm%2Fnotebooks" in texts(copy)["docs/instructor/hub/README.md"]


@pytest.mark.parametrize("wrong", [
    "https://github.com/kate/nlm", "kate", "kate/nlm/x", "k te/nlm", ""])
def test_what_is_no_address_is_refused_and_nothing_is_written(copy, wrong):
    before = texts(copy)
    with pytest.raises(ValueError, match="expected OWNER/NAME"):
        set_address.main(wrong, copy)
    assert texts(copy) == before


def test_a_release_says_all_that_is_missing(copy):
    cited = (copy / "CITATION.cff").read_text("utf-8")
    (copy / "CITATION.cff").write_text(re.sub("date-released: .*\n", "", cited), "utf-8")
    found = "\n".join(release.problems("v9.9.9", copy))
    assert "placeholder" in found and "expected v" in found and "date-released" in found
    set_address.main("kate/nonlinear-models", copy)
    number = release.version(copy)
    for name, old, new in (
            ("CHANGELOG.md", rf"## {re.escape(number)}, .*", f"## {number}, 2027-02-01"),
            ("CITATION.cff", f"version: {re.escape(number)}",
             f"version: {number}\ndate-released: 2027-02-01")):
        path = copy / name
        path.write_text(re.sub(old, new, path.read_text("utf-8"), count=1), "utf-8")
    assert list(release.problems(f"v{number}", copy)) == []
    when, text = release.notes(copy)
    assert when == "2027-02-01" and "**For students**" in text and "\n## " not in text


def test_hashes_are_those_that_sha256sum_reads(tmp_path):
    (tmp_path / "a.whl").write_bytes(b"wheel")
    (tmp_path / "b.zip").write_bytes(b"site")
    release.hashes(tmp_path)
    if shutil.which("sha256sum"):
        done = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=tmp_path, capture_output=True)
        assert done.returncode == 0
        (tmp_path / "b.zip").write_bytes(b"other")
        done = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=tmp_path, capture_output=True)
        assert done.returncode == 1


def test_the_bill_of_materials_has_every_line_of_the_lock():
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    parts = release.materials()["components"]
    assert [f"{one['name']}=={one['version']}" for one in parts] == re.findall(
        r"^[\w.-]+==[^\s;]+", lock, re.M)
    assert sum(len(one["hashes"]) for one in parts) == lock.count("--hash=sha256:") > len(parts)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_by_hash_and_say_their_version(path):
    used = re.findall(r"uses: (\S+)(.*)", path.read_text("utf-8"))
    assert used
    for action, comment in used:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r"  # v[\d.]+", comment), action


def test_the_release_refuses_first_and_uploads_last():
    steps = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))["jobs"][
        "release"]["steps"]
    runs = [step["run"] for step in steps if "run" in step]
    assert runs[0].startswith("python scripts/release.py check") and runs[1] == ".ci/run"
    assert runs[-1].startswith("gh release create") and "SHA256SUMS" in runs[-1]
    assert "sbom.json" in runs[-1] and "attest-build-provenance" in steps[-2]["uses"]


# --- the first look ------------------------------------------------------------------------------


def test_the_top_level_has_at_most_eight_folders():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True,
                             text=True).stdout.split("\n")
    folders = {name.split("/")[0] for name in tracked if "/" in name and name[0] != "."}
    assert len(folders) <= 8, sorted(folders)


def test_this_version_has_a_day():
    when, said = release.notes()
    assert release._is_date(when) and len(said) > 200
    assert not [line for line in release.problems(f"v{release.version()}") if "address" not in line]
