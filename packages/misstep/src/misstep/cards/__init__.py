"""How a verdict, a hint, a solution and one's progress look. Needs no notebook."""

# ruff: noqa: F401 - a table of contents
from misstep.cards.overview import Lectures, Progress, Solution, Whole
from misstep.cards.verdict import (
    ACCENT,
    FORMS,
    PIECE,
    SMALL,
    WORDS,
    as_data,
    as_html,
    as_text,
    clip,
    heading,
    of_parts,
)
from misstep.show.card import Note, show
