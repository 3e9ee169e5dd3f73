"""docs/map.md: one page, and every file and test that it names is there."""

import re
from pathlib import Path

from helpers_checkout import ROOT

PAGE = (ROOT / "docs" / "map.md").read_text(encoding="utf-8")


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
