"""The site, written once for all long checks that look at it: some minutes from a clean clone."""

import pytest

from course_tools import notebooks
from course_tools.site import build


@pytest.fixture(scope="session")
def said():
    """What `course site` said while it wrote."""
    return []


@pytest.fixture(scope="session")
def site(said):
    try:
        return build.make(notebooks.root(), said.append)
    except build.NoPackagesError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def bundled(site, said):
    """The browser version's folder; skipped where its files are nowhere to be had."""
    for line in said:
        if "no source of the browser version's files is reachable" in line:
            pytest.skip(line)
    return site / "lite"
