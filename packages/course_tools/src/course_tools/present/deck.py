"""A deck: the slides of a notebook in one HTML file, run beforehand and without a kernel.

The page has the cells as JupyterLab's page does, so the stage's own script composes both and the
same keys walk through them; `deck.js` replaces the kernel. Nothing is loaded from another host.
Printed, all steps are shown, a slide a page.
"""

import base64
import json
import os
import re
import tempfile
from html import escape
from pathlib import Path

from course_tools import notebooks
from course_tools.document import DOCUMENT
from course_tools.present import compose, handout
from course_tools.present.formulas import BRACE_STYLE, markdown
from course_tools.present.projector import PROJECTOR, drawing
from widgets.explorers import moving
from widgets.page import PICTURES

STAGE = Path(__file__).with_name("stage")
HERE = Path(__file__).parent
TEMPTS = re.compile(r"<div[^>]*>(What tempts in the others:)</div>\s*(<ul.*?</ul>)", re.S)
PATIENCE = 120_000  # ms of the page's own clock until its slides are laid out
ANSWER = re.compile(r"<details\b[^>]*>\s*<summary>Answer.*?</summary>(.*?)</details>", re.S)


def page(nb, frames=None, *, opening="", speaker=False):
    """The deck of a notebook with its outputs; ``frames`` are of explorers that move.

    ``opening`` is its drawing. The speaker's part is only in the presenter's window.
    """
    render, frames = markdown(), frames or {}
    show = {**compose.compose(nb), "opening": opening}
    stored = {cell["id"]: cell.get("outputs", ()) for cell in nb["cells"]}
    shown = {part["cell"] for slide in show["slides"] for part in slide["parts"]}
    cells, known = [], []
    for cell in (cell for cell in compose.copy(nb, show)["cells"] if cell["id"] in shown):
        outputs = stored.get(cell["id"], ())
        cells.append(_words(cell, render) if cell["cell_type"] == "markdown" else
                     _code(cell, _outputs(cell, outputs, render, frames.get(cell["id"]))))
        known.append({"id": cell["id"], "type": cell["cell_type"], "source": cell["source"],
                      "outputs": [{"type": out["output_type"], "metadata": out.get("metadata", {})}
                                  for out in outputs]})
    heads = [head["source"] for slide in show["slides"] for head in slide["heads"]]
    heads += [show["title"]]  # and what `stage.js` puts above the slides of a block:
    heads += [f"{block['number']}\u2002{block['title']}".strip() for block in show["blocks"]]
    given = {"plan": show, "cells": known, "html": {one: _inline(render, one) for one in heads}}
    if speaker:
        given |= {"speaker": _speaker(nb, show, render), "room": os.environ.get("COURSE_ROOM_PAGE")}
    else:
        show["blocks"] = [{**block, "note": None} for block in show["blocks"]]
    data = json.dumps(given, ensure_ascii=False).replace("<", "\\u003c")
    script = (STAGE / "stage.js").read_text("utf-8").replace("export class", "class")
    script += (HERE / "deck.js").read_text("utf-8")
    body = (_div("".join(cells), "jp-NotebookPanel", "jp-Notebook", "jp-WindowedPanel-viewport")
            + f'<script type="application/json" id="show">{data}</script>'
            f'<script type="module">\n{script}</script>'
            + f"<script>\n{moving.SCRIPT}</script>" * bool(frames))
    return DOCUMENT.format(title=escape(show["title"]), style=style(bool(frames)), body=body)


def _speaker(nb, show, render):
    """HTML by cell: what a short form leaves out, and what tempts in the wrong answers."""
    told = {part["cell"]: render(part["long"]) for slide in show["slides"]
            for part in slide["parts"] if not part["long"].endswith(part["source"])}
    for cell in nb["cells"]:
        for out in cell.get("outputs", ()) if notebooks.calls(cell["source"], "reveal") else ():
            found = TEMPTS.search(out.get("data", {}).get("text/html", ""))
            told[cell["id"]] = handout.formulas(found[2], render) if found else ""
    return told


def style(moves):
    """The stage's sheet with its fonts inside, and what JupyterLab's own sheets do there."""
    def inside(found):
        encoded = base64.b64encode((STAGE / found[1]).read_bytes()).decode("ascii")
        return f"url(data:font/woff2;base64,{encoded})"

    sheet = re.sub(r"url\(([^)]+\.woff2)\)", inside, (STAGE / "stage.css").read_text("utf-8"))
    return "\n".join([(HERE / "deck.css").read_text("utf-8"), BRACE_STYLE,
                      moving.STYLE if moves else PICTURES, sheet])


def _inline(render, source):
    return re.sub(r"</?p>", "", render(source)).strip()


def _div(content, *classes):
    """``content`` in elements of these classes, the outermost first."""
    for one in reversed(classes):
        content = f'<div class="{one}">{content}</div>'
    return content


def _cell(kind, cell, content):
    return f'<div class="jp-Cell jp-{kind}Cell" id="{escape(cell["id"])}">{content}</div>'


def _words(cell, render):
    return _cell("Markdown", cell, _div(
        render(cell["source"]), "jp-Cell-inputWrapper", "jp-InputArea",
        "jp-RenderedHTMLCommon jp-RenderedMarkdown jp-MarkdownOutput"))


def _code(cell, outputs):
    from nbconvert.filters.highlight import Highlight2HTML

    coloured = Highlight2HTML(pygments_lexer="python3")(cell["source"], "python3")
    coloured = coloured.partition("<pre>")[2].rpartition("</pre>")[0]
    lines = [_div(line or "<br>", "cm-line") for line in coloured.rstrip("\n").split("\n")]
    editor = _div("".join(lines), "jp-Cell-inputWrapper", "jp-InputArea", "jp-InputArea-editor",
                  "cm-editor", "cm-scroller", "cm-content")
    return _cell("Code", cell, editor + _div(outputs, "jp-Cell-outputWrapper",
                                             "jp-OutputArea jp-Cell-outputArea"))


def _outputs(cell, outputs, render, frames):
    if frames:
        shown = [("HTML", moving.html(frames))]
    else:
        shown = [(kind_of(out), handout.output(out, render)) for out in outputs]
    asked = notebooks.calls(cell["source"], "reveal")
    shown = [(kind, (answer(html) if asked else question(html)) if "course-predict" in html else
              html) for kind, html in shown if html]
    return "".join(_div(html, "jp-OutputArea-child", f"jp-{CLASSES[kind]} jp-OutputArea-output")
                   for kind, html in shown)


CLASSES = {"Text": "RenderedText", "Image": "RenderedImage",
           "HTML": "RenderedHTMLCommon jp-RenderedHTML",
           "Markdown": "RenderedHTMLCommon jp-RenderedMarkdown"}


def kind_of(out):
    """Which of JupyterLab's renderers shows an output, as `handout.output` chooses."""
    data = out.get("data", {})
    return next((kind for mime, kind in (("image/png", "Image"), ("text/html", "HTML"),
                                         ("text/markdown", "Markdown")) if mime in data), "Text")


def question(html):
    """A stored question without its answer, and without what is said at a desk."""
    return re.sub(r"<p\b[^>]*>Commit to one.*?</p>", "", ANSWER.sub("", html))


def answer(html):
    """The right choice of a stored answer; the presenter has the tempting ones."""
    return TEMPTS.sub("", ANSWER.sub(r"\1", html))


def drawn(path):
    """A notebook with its outputs, run so that its pictures have the stage's face, and their title
    is the head of the slide; and what was amiss.
    """
    nb, problem, found = notebooks.with_outputs(path), "", []
    try:
        found = notebooks.clean(notebooks.execute(nb, path.parent, env=PROJECTOR))["cells"]
    except notebooks.NotebookError as error:
        problem = f"{path.name}: its pictures are those of a desk ({error})"
    pictures = {cell["id"]: cell for cell in found
                if any("image/png" in out.get("data", {}) for out in cell.get("outputs", ()))}
    return {**nb, "cells": [pictures.get(cell["id"], cell) for cell in nb["cells"]]}, problem


def write(path, html=None, pdf=None):
    """Write the deck of a notebook, as a page, a PDF or both; give places, and what is amiss."""
    (nb, problem), opening = drawn(path), drawing(path)
    if html:
        frames, still = handout.frames_of(path, env=PROJECTOR)
        Path(html).write_text(page(nb, frames, opening=opening), encoding="utf-8", newline="\n")
        yield html, problem or still
    if pdf:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "deck.html")
            source.write_text(page(nb, opening=opening), encoding="utf-8")
            handout.print_pdf(source.resolve().as_uri() + "#pages", Path(pdf).resolve(), PATIENCE)
        yield pdf, problem
