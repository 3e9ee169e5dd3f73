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
TITLE = """<div class="book-title"><h1>Nonlinear Models: a course workbook</h1>
<p>Version {version}</p><p>Words and pictures: CC BY 4.0. Code: MIT.
Parts under other licences are named in LICENSE-TEXT and data/README.md.</p></div>"""


def html(chapters):
    """All hand-outs as one HTML page, with a title and a list of the notebooks."""
    lines, parts, styles = [], [], []
    for chapter in chapters:
        text = handout.page(notebooks.with_outputs(chapter.path))
        styles.append(re.search(r"<style>(.*?)</style>", text, re.S)[1])
        body = re.search(r"<main>(.*)</main>", text, re.S)[1]
        # what each hand-out calls the same, and links from one to another
        body = re.sub(r'(id="|href="#)(?=recall-answers)', rf"\g<1>{chapter.number}-", body)
        body = re.sub(r'href="(\w+)\.ipynb(#[^"]*)?"', r'href="#\g<1>"', body)
        parts.append(f'<article class="chapter" id="{chapter.name}">{body}</article>')
        lines.append(f'<li><a href="#{chapter.name}">{escape(text_of(chapter.heading))}</a></li>')
    contents = f'<nav class="book-contents"><h2>Notebooks</h2><ul>{"".join(lines)}</ul></nav>'
    return DOCUMENT.format(title="Nonlinear Models", style=styles[0] + STYLE,
                           body="\n".join([TITLE.format(version=__version__), contents, *parts]))


def printed(folder, chapters):
    """Path of the PDF, printed again only where something changed; None without a browser."""
    if handout.find_browser() is None:
        return None
    home, mark = folder / "build" / "site-paper", hashlib.sha256(__version__.encode())
    for path in [*(chapter.path for chapter in chapters), Path(__file__),
                 *sorted(Path(handout.__file__).parent.glob("*.*"))]:
        mark.update(path.read_bytes())
    path = home / f"{mark.hexdigest()[:16]}.pdf"
    if not path.exists():
        home.mkdir(parents=True, exist_ok=True)
        for old in home.iterdir():
            old.unlink()
        source = home / "book.html"
        source.write_text(html(chapters), encoding="utf-8", newline="\n")
        handout.print_pdf(source, path)
    return path
