"""The whole book as one PDF: the hand-outs of all notebooks, in teaching order, one file."""

import hashlib
import re
from html import escape
from pathlib import Path

from course_tools import notebooks
from course_tools.document import DOCUMENT
from course_tools.present import handout
from course_tools.site.book import text_of
from misstep import __version__

NAME = "nonlinear-models.pdf"
STYLE = """
.book-title { text-align: center; padding-top: 30vh; break-after: page; }
.book-contents { break-after: page; }
article.chapter { break-before: page; }
"""
HEAD = re.compile(r'@top-left { content: "[^"]*"; }')  # of a hand-out
BOOK = "Nonlinear Models: a course workbook"
TITLE = """<div class="book-title"><h1>{book}</h1>
<p>Version {version}</p><p>Words and pictures: CC BY 4.0. Code: MIT.
Parts under other licences are named in LICENSE-TEXT and data/README.md.</p></div>"""


def html(chapters, handouts):
    """All hand-outs as one HTML page, with a title and a list of the notebooks.

    Each has pages of its own name, with its own running head; those before them have the book's.
    """
    lines, parts, pages = [], [], []
    for chapter, text in zip(chapters, handouts, strict=True):
        style = re.search(r"<style>(.*?)</style>", text, re.S)[1]
        head, name = HEAD.search(style)[0], f"n{chapter.number}"  # a name begins with a letter
        pages.append(f"@page {name} {{ {head} }}")
        body = re.search(r"<main>(.*)</main>", text, re.S)[1]
        # what each hand-out calls the same, and links from one to another
        body = re.sub(r'(id="|href="#|data-of=")(?=recall-answers)',
                      rf"\g<1>{chapter.number}-", body)
        body = re.sub(r'href="(\w+)\.ipynb(#[^"]+)?"',
                      lambda link: f'href="{link[2] or "#" + link[1]}"', body)
        parts.append(f'<article class="chapter" id="{chapter.name}" style="page: {name}">{body}'
                     "</article>")
        lines.append(f'<li><a href="#{chapter.name}">{escape(text_of(chapter.heading))}</a></li>')
    contents = f'<nav class="book-contents"><h2>Notebooks</h2><ul>{"".join(lines)}</ul></nav>'
    style = HEAD.sub(f'@top-left {{ content: "{BOOK}"; }}', style, count=1)
    title = TITLE.format(book=BOOK, version=__version__)
    return DOCUMENT.format(title="Nonlinear Models", style="\n".join([style, STYLE, *pages]),
                           body="\n".join([title, contents, *parts]))


def printed(folder, chapters):
    """Path of the PDF, printed again only where something changed; None without a browser."""
    if handout.find_browser() is None:
        return None
    home, made = folder / "build" / "site-paper", hashlib.sha256(__version__.encode())
    home.mkdir(parents=True, exist_ok=True)
    for path in [Path(__file__), *sorted(Path(handout.__file__).parent.glob("*.*"))]:
        made.update(path.read_bytes())
    places = {home / f"{_mark(made, chapter.path.read_bytes())}.html": chapter
              for chapter in chapters}
    pdf = home / f"{_mark(made, *(place.name.encode() for place in places))}.pdf"
    for old in {*home.iterdir()} - {*places, pdf}:
        old.unlink()
    if not pdf.exists():
        for place, chapter in places.items():
            if not place.exists():
                text = handout.page(notebooks.with_outputs(chapter.path))
                place.write_text(text, encoding="utf-8", newline="\n")
        book = html(chapters, [place.read_text(encoding="utf-8") for place in places])
        handout.print_paged(book, pdf)
    return pdf


def _mark(made, *parts):
    """A name for what is made of these parts in this way."""
    found = made.copy()
    for part in parts:
        found.update(part)
    return found.hexdigest()[:16]
