"""What a notebook does not keep yet: lists of exceptions that may only become shorter.

`tests/notebooks/not_yet/NN.csv` has a line for each rule that notebook NN breaks, with how often
or by how much. Less than it says is to be written down, more is a failure, an empty file goes.
"""

import csv

from course_tools import notebooks


def allowed(name):
    """The rules that notebook `name` ("05b", or "all") need not keep yet, with their numbers."""
    path = notebooks.root() / "tests" / "notebooks" / "not_yet" / f"{name}.csv"
    if not path.exists():
        return {}
    with open(path, newline="", encoding="utf-8") as file:
        return {row["rule"]: row["measured"] for row in csv.DictReader(file)}


def assert_kept(name, rule, measured, found=""):
    """Fail where a rule is broken and not excepted, or an exception says what is no longer so."""
    said = allowed(name).get(rule, "0")
    what = f"{name}: {rule}: {measured}, not_yet/{name}.csv says {said}. {found}"
    assert str(measured) == said, what
