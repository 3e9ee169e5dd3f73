"""What is public says so in `__all__`, has an example that runs, and stands in the reference."""

import html
import inspect
import re

import pytest

import course_utils
import misstep
from course_tools.site import reference

SECTIONS = {title: names for title, _, names in reference.sections()}
NAMES = [(title, name, value) for title, names in SECTIONS.items() for name, value in names]


@pytest.mark.parametrize("title, name, value", NAMES, ids=[f"{t}.{n}" for t, n, _ in NAMES])
def test_each_public_name_has_an_example(title, name, value):
    """The doctests are run where they stand: pytest collects all modules."""
    if hasattr(value, "__name__"):  # a function or a class; all else is a constant
        assert ">>> " in (inspect.getdoc(value) or ""), f"{title}: {name}"


def test_all_is_true():
    for name in misstep.__all__:
        assert getattr(misstep, name) is not None
    assert not set(dir(misstep)) & {"checking", "judge"} - set(vars(misstep))
    assert {"plots", "explore"}.isdisjoint(course_utils.__all__)


def test_the_page_has_every_name_once_with_its_first_sentence():
    page = reference.page()
    ids = re.findall(r'class="course-name" id="([^"]+)"', page)
    assert len(ids) == len(set(ids)) == len(NAMES) > 150
    assert "misstep.Exercise" in ids and "verb.predict" in ids and "course_utils.text.pad" in ids
    assert "course_utils.exercises.join" in ids and "course_utils.exercises.check" not in ids
    assert page.count("<math") > 40 and ".. math::" not in page
    fields = re.search(r'id="misstep.Exercise">.*', page)[0]
    assert "Exercise(*, id, title, hints=()" in fields and "held={}" in fields
    assert " at 0x" not in page and "<function" not in html.unescape(page)
    for line in page.splitlines():
        assert line.count("<details") == line.count("</details>") and line.count("<pre") == (
            line.count("</pre>"))


def test_it_is_in_the_book():
    from course_tools.site import pages

    assert '("Reference", "reference")' in inspect.getsource(pages.index)
