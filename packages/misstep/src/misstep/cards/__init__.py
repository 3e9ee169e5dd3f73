"""How a verdict, a hint, a solution and one's progress look. Needs no notebook."""

# ruff: noqa: F401 - a table of contents
from misstep.cards.card import (
    ACCENT,
    FORMS,
    PIECE,
    SMALL,
    WORDS,
    Note,
    as_data,
    as_html,
    as_text,
    clip,
    heading,
    of_parts,
    rich,
    show,
)
from misstep.cards.overview import Lectures, Progress, Solution, Whole
