"""The catalogue of a course: read from the files, and what the records say."""

import sys

import pytest

from misstep import Course, Exercise, catalogue

WRITTEN = """
from misstep import Case, Exercise
EXERCISE = Exercise(id="{id}", title={title}, notebook="01", number="{number}", lecture=("L1",),
                    signature="{id}(x)", minutes=4, difficulty=2, retired={retired},
                    cases=lambda: [Case((3.0,)), Case((-2.0,), "a number below 0")],
                    reference=lambda x: x * x)
"""


@pytest.fixture
def course(tmp_path):
    folder = tmp_path / "exercises" / "nb01"
    folder.mkdir(parents=True)

    def write(id, number, title="'Square'", retired=False):
        text = WRITTEN.format(id=id, number=number, title=title, retired=retired)
        (folder / f"{id}.py").write_text(text, encoding="utf-8")

    write("tenth", "1.10")
    write("second", "1.2", title="'a' + 'b'")
    write("old", "1.3", retired=True)
    return Course(f"Catalogue {tmp_path.name}", exercises=folder.parent)


def test_it_says_what_the_records_say_in_their_order(course):
    lines = course.catalogue()
    assert [line.id for line in lines] == ["second", "old", "tenth"]
    for line in lines:
        record = course.record(line.id)
        assert isinstance(record, Exercise)
        assert all(getattr(line, name) == getattr(record, name) for name in catalogue.NAMES)


def test_what_is_retired_is_no_longer_asked(course):
    assert [line.id for line in course.catalogue("01")] == ["second", "tenth"]
    assert len(course.catalogue("01", retired=True)) == 3 and course.catalogue("02") == []


def test_no_file_is_run_but_where_a_field_is_computed(course):
    course.catalogue()
    run = [name for name in [*sys.modules] if name.startswith(f"{course.package}.")]
    assert f"{course.package}.nb01.second" in run and len(run) == 2  # and its folder
    assert course.catalogue()[0].title == "ab"
