"""On paper: the hand-out of a notebook, one HTML file, printed by Chromium.

Contains what makes a page of stored outputs. Its explorers move, by a script in the page, from
frames that are drawn beforehand (`frames_of`); without scripts the page is complete. Nothing here
writes into the course's folder.
"""

import os
import re
import shutil
import subprocess
import tempfile
from html import escape
from pathlib import Path

from course_tools import CourseError, notebooks
from course_tools.document import DOCUMENT
from course_tools.notebooks import slices
from course_tools.present.formulas import BRACE_STYLE, markdown
from misstep.questions import plain_text
from widgets.explorers import moving
from widgets.page import PICTURES

BROWSERS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge",
)  # fmt: skip

STYLE = Path(__file__).with_name("handout.css").read_text(encoding="utf-8")
STYLE = STYLE.replace("BRACES\n", BRACE_STYLE + PICTURES)


# --- the page ---------------------------------------------------------------------------


def bare(cell):
    """Whether a cell's one line of code says nothing on paper: it asks, answers, or tells."""
    source = cell["source"].strip()
    return "\n" not in source and bool(
        {"predict", "state"} & set(notebooks.tags(cell)) or source.startswith("reveal("))


def page(nb, frames=None):
    """Return a notebook as one HTML page that needs nothing from outside.

    Formulas are MathML, pictures are inside the file with their alt texts, answers are open,
    plotting code is folded. The speaker's notes are left out, and the cards of exercises
    nobody has tried. ``frames`` are those of explorers that move (`frames_of`).
    """
    frames = frames or {}
    render = markdown()
    cells = [c for c in nb["cells"] if "notes" not in notebooks.tags(c)]
    answered = {one: c["id"] for c in cells for one in notebooks.calls(c["source"], "reveal")}
    body = []
    for cell, following in zip(cells, [*cells[1:], {}], strict=True):
        if cell["cell_type"] == "markdown":
            # a wide table gets a frame that scrolls, so that the page does not
            html = re.sub(r"(?s)<table\b.*?</table>", r'<div class="wide">\g<0></div>',
                          _opened(render(DESK.sub("", cell["source"]))))
            leads = following.get("cell_type") == "code" and not bare(following)
            kind = "words lead" if leads else "words"  # a box is high, and stands by itself
        else:
            html = _code_cell(cell, render, frames.get(cell["id"]))
            for one in notebooks.calls(cell["source"], "predict"):
                if one in answered:  # asked first, answered once: beside its evidence
                    html = ANSWER.sub(f"<p>{_later(answered[one], 'Answer')}</p>", html)
            kind = "result whole" if "picture" in notebooks.tags(cell) else "result"
        body.append(f'<section id="{escape(cell["id"])}" class="{kind}">{html}</section>')
    body, answers = _answers_last(body)
    body.insert(1, _contents(cells, render))
    body += answers
    heading = re.search(r"^#\s+(.+)$", nb["cells"][0]["source"], re.M)
    title = heading.group(1) if heading else "Notebook"
    name = re.sub(r'["\\\\\n]', "", plain_text(title))  # as CSS has it
    style, body = STYLE.replace("RUNNING HEAD", name), "\n".join(filter(None, body))
    if frames:
        style += moving.STYLE
        body += f"<script>\n{moving.SCRIPT}</script>"
    return DOCUMENT.format(title=escape(title), style=style, body=body)


DESK = re.compile(r"\*Run the cells from the top[^*]*\*\s*")  # said to who sits at one
ON = re.compile(r'<span class="on" data-of="([^"]*)"></span>')
ANSWER = re.compile(r"<details open><summary>Answer</summary>.*?</details>", re.S)
RECALL = re.compile(
    r'<details open class="course-recall-answer"><summary>Answer</summary>(.*?</ul></details>)'
    r"</details>", re.S
)  # fmt: skip


def _answers_last(body):
    """Move the answers to the recall questions to the last page."""
    answers = []

    def taken(found):
        answers.append(found[1])
        return f"<p>{_later('recall-answers', f'Answer {len(answers)}')}</p>"

    body = [RECALL.sub(taken, html) if "course-recall-answer" in html else html for html in body]
    if not answers:
        return body, []
    items = "".join(f'<div class="whole"><p><strong>Answer {number}.</strong></p>{answer}</div>'
                    for number, answer in enumerate(answers, 1))
    return body, ['<section id="recall-answers" class="words"><h2>Answers to the questions from '
                  f"earlier notebooks</h2>{items}</section>"]


def _later(place, what):
    """A link to a later part; paper has the page number, which `_on_pages` writes into it."""
    return f'<a href="#{place}">{what}: further on<span class="on" data-of="{place}"></span></a>'


def _opened(html):
    """Folded answers are open: paper has no key for them."""
    return re.sub(r"<details\b(?![^>]*\bopen\b)", "<details open", html)


def _contents(cells, render):
    """A list of the blocks and what is in them, each a link."""
    blocks = []
    for cell in cells:
        heading = re.search(r"^(##|###)\s+(.+)$", cell["source"], re.M)
        if cell["cell_type"] == "markdown" and heading:
            name = re.sub(r"</?h1\b[^>]*>", "", render(f"# {heading[2]}").strip())
            place = escape(cell["id"])
            link = f'<a href="#{place}">{name}</a><span class="on" data-of="{place}"></span>'
            if heading[1] == "##" or not blocks:
                blocks.append((link, []))
            else:
                blocks[-1][1].append(f"<li>{link}</li>")
    lines = "".join(f"<li>{link}{'<ol>' * bool(parts)}{''.join(parts)}{'</ol>' * bool(parts)}</li>"
                    for link, parts in blocks)
    return lines and f'<nav aria-label="Contents"><h2>Contents</h2><ol>{lines}</ol></nav>'


def _code_cell(cell, render, frames=None):
    from nbconvert.filters.highlight import Highlight2HTML

    coloured = Highlight2HTML(pygments_lexer="python3")(cell["source"], "python3")
    code = f'<div class="code">{coloured}</div>'
    shown = [moving.html(frames)] if frames else [
        output(out, render) for out in cell.get("outputs", [])]
    shown = "".join(f'<div class="output">{one}</div>' for one in shown if one)
    if "picture" in notebooks.tags(cell):
        return (
            f'{shown}<details class="plot"><summary>Code of the picture</summary>{code}</details>'
        )
    return shown if bare(cell) else code + shown


def output(out, render):
    """HTML of one stored output: the richest form that is static."""
    if out["output_type"] == "stream":
        return f"<pre>{escape(out['text'])}</pre>"
    data, meta = out.get("data", {}), out.get("metadata", {})
    if "image/png" in data:
        alt = escape(str(meta.get("image/png", {}).get("alt", "")))
        encoded = "".join(data["image/png"].split())
        return f'<figure><img src="data:image/png;base64,{encoded}" alt="{alt}"></figure>'
    if "text/html" in data:  # a card, a prediction or an explorer: answers open
        html = _opened(box(data["text/html"], render))
        return html.replace("Answer (after you have looked)", "Answer")
    if "text/markdown" in data:
        return render(data["text/markdown"])
    return f"<pre>{escape(data['text/plain'])}</pre>" if data.get("text/plain") else ""


def box(html, render):
    """A stored card, prediction or explorer without what only a live notebook needs."""
    if 'data-status="not attempted"' in html:
        return ""
    html = re.sub(r"<script\b.*?</script>", "", html, flags=re.S | re.I)
    # What a reopened notebook needs to hide or to say: not for paper.
    html = re.sub(r'<div class="course-asleep".*?</div>', "", html, flags=re.S)
    html = re.sub(r"(<div class=\"course-still\">)<style>.*?</style>", r"\1", html, flags=re.S)
    # The table of exercises: no verdict was there to be stored, so a box to tick.
    html = html.replace("\u25cb Not attempted", "\u2610")
    html = re.sub(
        r"<strong>Progress</strong> \S+ 0 of (\d+) exercises of notebook \w+ are right; the others"
        r" take about (\d+) minutes",
        r"<strong>Exercises</strong>: \1, about \2 minutes together; tick what is done",
        html,
    )
    return formulas(html, render) if "course-predict" in html else html


def formulas(html, render):
    """HTML with the formulas between dollar signs as MathML."""
    def inline(found):
        return render(found[0]).strip().removeprefix("<p>").removesuffix("</p>")

    return re.sub(r"\$[^$<>]+\$", inline, html)


# --- files ------------------------------------------------------------------------------


def find_browser():
    """Path of a Chromium-like browser, or None. COURSE_BROWSER names another one."""
    return os.environ.get("COURSE_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)


def print_pdf(address, target, patience=0):
    """Print a page to a PDF with Chromium; ``patience``, in ms of its clock, is for its scripts."""
    browser = find_browser()
    if browser is None:
        raise CourseError(
            "expected Chromium, Chrome or Edge for the PDF, found none (COURSE_BROWSER can name "
            "one); the HTML page was written: print it from any browser"
        )
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
            "--no-first-run", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", f"--user-data-dir={profile}", "--no-pdf-header-footer",
            "--generate-pdf-document-outline", f"--print-to-pdf={target}",
            *[f"--virtual-time-budget={patience}"] * bool(patience), address,
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=180)
    if not Path(target).is_file():
        raise CourseError(f"the browser printed nothing:\n{done.stderr[-500:]}")


def print_paged(html, target):
    """Print a hand-out; where it speaks of what stands further on, it says the page."""
    pages = {}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "page.html")
        for _ in range(2):  # the second time knows the pages of the first
            text = ON.sub(lambda found, at=pages: f'<span class="on">{at.get(found[1], 88)}</span>',
                          html)
            source.write_text(text, encoding="utf-8")
            print_pdf(source.resolve().as_uri(), target)
            pages = pages_of(Path(target).read_bytes())


def pages_of(pdf):
    """The page of each place in a PDF that a link leads to; Chromium writes both in plain."""
    order = re.findall(rb"(\d+) 0 obj\s*<</Type /Page\s", pdf)
    places = re.findall(rb"/([\w-]+) \[(\d+) 0 R /XYZ", pdf)
    return {name.decode(): order.index(page) + 1 for name, page in places if page in order}


def explorers(path):
    """A notebook of nothing but its explorers and what they need of the cells above."""
    nb = notebooks.read(path)
    shown = [cell["id"] for cell in nb["cells"] if "explorer" in notebooks.tags(cell)]
    kept = slices.sources(nb["cells"], shown) if shown else {}
    nb["cells"] = [{"cell_type": "code", "id": id, "metadata": {}, "source": source,
                    "execution_count": None, "outputs": []} for id, source in kept.items()]
    return nb


def frames_of(path, **options):
    """The frames of a notebook's explorers, by cell. Or none, and why: a page without moving
    explorers is better than no page. ``options`` are those of `notebooks.execute`.
    """
    nb = explorers(path)
    if not nb["cells"]:
        return {}, ""
    try:
        done = notebooks.execute(nb, path.parent, startup=moving.STARTUP, **options)
    except notebooks.NotebookError as error:
        return {}, f"{path.name}: its explorers stand still ({error})"
    return {cell["id"]: out["data"][moving.MIME] for cell in done["cells"]
            for out in cell.get("outputs", ()) if moving.MIME in out.get("data", {})}, ""


def export(path, folder):
    """Write the hand-out of a notebook as HTML and PDF; return the paths, and what is amiss."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    html, pdf = folder / f"{path.stem}.html", folder / f"{path.stem}.pdf"
    frames, problem = frames_of(path)
    text = page(notebooks.with_outputs(path), frames)
    html.write_text(text, encoding="utf-8", newline="\n")
    pdf.unlink(missing_ok=True)
    print_paged(text, pdf.resolve())
    return [html, pdf], problem
