"""For the tests of a room: a kernel's side of it."""

import pytest

from course_utils.exercises import memory, room


@pytest.fixture
def student(monkeypatch):
    """A kernel's side, fresh; left at the end."""
    monkeypatch.setattr(memory, "SESSION", memory.Session())
    monkeypatch.setenv("COURSE_QUIET", "1")
    monkeypatch.setattr(room, "TOGETHER", 0.05)
    yield room
    room.leave(quietly=True)
