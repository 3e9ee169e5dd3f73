"""For the tests of a room: a kernel's side of it."""

import pytest

from classroom import links
from classroom import member as room
from course_utils import exercises
from misstep.course import Session


@pytest.fixture
def student(monkeypatch):
    """A kernel's side, fresh; left at the end."""
    monkeypatch.setattr(exercises.COURSE, "session", Session())
    monkeypatch.setenv("COURSE_QUIET", "1")
    monkeypatch.setattr(links, "PAUSE", 0.05)
    yield room
    room.leave(quietly=True)
