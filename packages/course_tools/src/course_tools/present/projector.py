"""A talk's needs in each medium: large type in the kernel, the drawing it opens with."""

from pathlib import Path

from course_tools import notebooks

OPENINGS = Path(__file__).with_name("openings")
PROJECTOR = {"COURSE_PROJECTOR": "1"}  # pictures and answers read it in the kernel


def drawing(path):
    """The drawing a notebook opens with, as SVG, or ""."""
    place = OPENINGS / f"{notebooks.number(path)}.svg"
    return place.read_text(encoding="utf-8") if place.is_file() else ""
