"""On paper: the hand-out of a notebook, one HTML file without scripts, printed by Chromium.

Holds what makes a page of stored outputs; nothing is run. Nothing here writes into the course's
folder.
"""

import os
import re
import shutil
import subprocess
import tempfile
from html import escape
from pathlib import Path
from xml.etree import ElementTree

from course_utils.tools import notebooks

from .plan import PresentError

BROWSERS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge",
)  # fmt: skip

PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""

# The cards ask for JupyterLab's colours by name; here they get these. Pictures stay on paper
# white in the dark: their inks are chosen for it.
STYLE = """\
:root { color-scheme: light dark; --ink: #111; --paper: #fff; --quiet: #f5f5f5; --edge: #888;
  --link: #00518a; --word: #00518a; --remark: #555; --text: #8a3b00;
  --brace: url("BRACE"); --brace-over: url("OVER"); }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --paper: #181a1b; --quiet: #24282a; --edge: #777;
    --link: #7cc0f2; --word: #7cc0f2; --remark: #aaa; --text: #f0a56b; }
}
:root { --jp-content-font-color1: var(--ink); --jp-layout-color1: var(--paper);
  --jp-border-color2: var(--edge); --jp-content-font-family: inherit; }
* { box-sizing: border-box; }
body { font: 17px/1.5 "DejaVu Sans", Verdana, sans-serif; color: var(--ink);
  background: var(--paper); margin: 0; overflow-wrap: break-word; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1, h2, h3 { line-height: 1.25; break-after: avoid; }
h2 { margin-top: 2.2em; border-bottom: 2px solid var(--ink); }
a { color: var(--link); }
nav { border: 1px solid var(--edge); padding: 0.8em 1.2em; }
nav h2 { margin: 0 0 0.4em; border: 0; font-size: 1.1em; }
nav ol { columns: 20em; margin: 0; padding: 0; list-style: none; }
nav li { break-inside: avoid; padding: 0.15em 0; }
nav ol ol { columns: auto; padding-left: 1.4em; font-size: 0.9em; }
pre { font: 14px/1.4 "DejaVu Sans Mono", Consolas, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; margin: 0.4em 0; }
code { overflow-wrap: anywhere; }
.code { border-left: 4px solid #0072b2; background: var(--quiet); padding: 0.3em 0.8em; }
.output { padding-left: 0.9em; margin-bottom: 1em; overflow-x: auto; }
img { max-width: 100%; height: auto; background: #fff; }
figure { margin: 0.6em 0; }
.code, figure, table, math[display="block"], .course-card, .course-predict, .course-explorer,
  .whole { break-inside: avoid; }
.lead { break-after: avoid; }
.wide { overflow-x: auto; }
.plot { margin: 0 0 1em 0.9em; color: var(--remark); }
table { border-collapse: collapse; margin: 0.6em 0; }
th, td { border: 1px solid var(--edge); padding: 0.25em 0.7em; text-align: left;
  vertical-align: top; }
math { font-family: "Cambria Math", "STIX Two Math", "Latin Modern Math", "DejaVu Math TeX Gyre",
  math; font-size: 1.08em; }
.underbrace, .overbrace { background: var(--brace) bottom / 100% .45em no-repeat;
  padding-bottom: .6em; }
.overbrace { background: var(--brace-over) top / 100% .45em no-repeat; padding: .6em 0 0; }
math[display="block"] { margin: 0.8em 0; padding: 0.3em 0; math-style: normal; }
.k, .kn, .kc, .ow { font-weight: bold; color: var(--word); }
.c1, .sd, .c { color: var(--remark); font-style: italic; }
.s1, .s2, .sa { color: var(--text); }
@media (max-width: 40rem) {
  main { padding: 0.9rem; }
  body { font-size: 16px; }
  pre { font-size: 12.5px; }
  .output { padding-left: 0; }
  nav { padding: 0.6em 0.8em; }
  th, td { padding: 0.2em 0.4em; }
  math[display="block"] { overflow-x: auto; overflow-y: hidden; max-width: 100%; }
}
@page { size: A4; margin: 16mm 14mm; }
@media print {
  body { font-size: 10.5pt; }
  pre { font-size: 8.5pt; }
  main { max-width: none; padding: 0; }
  img { max-height: 7.2cm; }
  p { orphans: 3; widows: 3; }
  .output, .wide { overflow: visible; }
  .plot { display: none; }
  nav a { color: inherit; text-decoration: none; }
}
"""


# A brace as wide as what stands above it; grey, for it cannot follow the colour of the letters.
BRACE = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 10' "
    "preserveAspectRatio='none'%3E%3Cpath d='{}' fill='none' stroke='%23777' "
    "stroke-width='1.3' vector-effect='non-scaling-stroke'/%3E%3C/svg%3E"
)
STYLE = STYLE.replace(
    "BRACE", BRACE.format("M1 1C1 6 3 5 25 5S49 5 50 9.5C51 5 53 5 75 5S99 6 99 1")
)
STYLE = STYLE.replace("OVER", BRACE.format("M1 9C1 4 3 5 25 5S49 5 50 .5C51 5 53 5 75 5S99 4 99 9"))


# --- words and formulas -----------------------------------------------------------------


def _mathml(tex, display):
    try:
        from latex2mathml.converter import convert
    except ImportError as error:
        raise PresentError(f"{error}; bring the environment up to date: make setup") from error
    try:
        plain = re.sub(r"\\arg(?![a-zA-Z])", r"\\operatorname{arg}", tex.strip())
        done = convert(plain, display=display)
    except Exception as error:  # its exceptions share no base class
        raise PresentError(f"no MathML for the formula {tex}: {error!r}") from error
    if unknown := re.search(r"<m\w+>(\\\w+)", done):
        raise PresentError(f"no MathML for {unknown[1]} in the formula {tex}")
    done = _braced(done)
    # "log x", not "logx": a space between a function's name and what is not a bracket
    return re.sub(r"(<mi>\w{2,}</mi>)(?=<m(?!o\b))", r'\1<mspace width="0.17em"/>', done)


MATHML = "http://www.w3.org/1998/Math/MathML"
BRACES = {"\u23df": "under", "\u23de": "over"}


def _braced(mathml):
    """Braces as a drawing behind the letters: only fonts made for formulas stretch the sign."""
    if not re.search("|".join(f"&#x{ord(sign):X};" for sign in BRACES), mathml):
        return mathml
    ElementTree.register_namespace("", MATHML)
    tree = ElementTree.fromstring(mathml)
    for one in tree.iter():
        sign = one[1].text if len(one) == 2 and one.tag.endswith(("munder", "mover")) else ""
        if sign in BRACES:
            one.remove(one[1])
            one.tag = f"{{{MATHML}}}mrow"
            one.set("class", f"{BRACES[sign]}brace")
    return ElementTree.tostring(tree, encoding="unicode")


def _markdown():
    """Return a function from Markdown to HTML, with MathML for the formulas."""
    try:
        from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
    except ImportError as error:
        raise PresentError(f"{error}; bring the environment up to date: make setup") from error

    class Renderer(IPythonRenderer):
        def inline_math(self, body):
            return _mathml(body, "inline")

        def block_math(self, body):
            return _mathml(body, "block")

        def latex_environment(self, name, body):
            return _mathml(f"\\begin{{{name}}}{body}\\end{{{name}}}", "block")

    def render(text):
        return MarkdownWithMath(Renderer(escape=False, exclude_anchor_links=True)).render(text)

    return render


def _coloured(source):
    from nbconvert.filters.highlight import Highlight2HTML

    return Highlight2HTML(pygments_lexer="python3")(source, "python3")


# --- the page ---------------------------------------------------------------------------

BARE = {"predict", "state"}  # tags of cells whose one line of code says nothing on paper


def page(nb, title=""):
    """Return a notebook as one HTML page that needs nothing from outside.

    Formulas are MathML, pictures are inside the file with their alt texts, answers are open,
    plotting code is folded. The speaker's notes are left out, and the cards of exercises
    nobody has tried.
    """
    render = _markdown()
    cells = [c for c in nb["cells"] if "notes" not in notebooks.tags(c)]
    body = []
    for cell, following in zip(cells, [*cells[1:], {}], strict=True):
        if cell["cell_type"] == "markdown":
            html = _opened(_framed(render(cell["source"])))
            kind = "words lead" if following.get("cell_type") == "code" else "words"
        else:
            html = _code_cell(cell, render)
            kind = "result whole" if "<img" in html else "result"
        body.append(f'<section id="{escape(cell["id"])}" class="{kind}">{html}</section>')
    body.insert(1, _contents(cells, render))
    heading = re.search(r"^#\s+(.+)$", nb["cells"][0]["source"], re.M)
    title = title or (heading.group(1) if heading else "Notebook")
    return PAGE.format(title=escape(title), style=STYLE, body="\n".join(filter(None, body)))


def _opened(html):
    """Folded answers stand open: paper has no key for them."""
    return re.sub(r"<details\b(?![^>]*\bopen\b)", "<details open", html)


def _framed(html):
    """A wide table gets a frame that scrolls, so that the page does not."""
    return re.sub(r"<table\b.*?</table>", r'<div class="wide">\g<0></div>', html, flags=re.S)


def _contents(cells, render):
    """A list of the blocks and what is in them, each a link."""
    found = []
    for cell in cells:
        heading = re.search(r"^(##|###)\s+(.+)$", cell["source"], re.M)
        if cell["cell_type"] == "markdown" and heading:
            name = re.sub(r"</?h1\b[^>]*>", "", render(f"# {heading[2]}").strip())
            found.append((len(heading[1]), f'<a href="#{escape(cell["id"])}">{name}</a>'))
    if not found:
        return ""
    lines, depth = [], 2
    for level, link in found:
        if level != depth:
            lines.append("<ol>" if level > depth else "</li></ol></li>")
        elif lines:
            lines.append("</li>")
        lines.append(f"<li>{link}")
        depth = level
    lines.append("</li></ol></li>" if depth == 3 else "</li>")
    return f'<nav aria-label="Contents"><h2>Contents</h2><ol>{"".join(lines)}</ol></nav>'


def _code_cell(cell, render):
    tags, source = set(notebooks.tags(cell)), cell["source"]
    code = f'<div class="code">{_coloured(source)}</div>'
    shown = [_output(out, render) for out in cell.get("outputs", [])]
    shown = "".join(f'<div class="output">{one}</div>' for one in shown if one)
    if "picture" in tags:
        return (
            f'{shown}<details class="plot"><summary>Code of the picture</summary>{code}</details>'
        )
    bare = tags & BARE and "\n" not in source.strip()
    return shown if bare else code + shown


def _output(out, render):
    """HTML of one stored output: the richest form that is static."""
    if out["output_type"] == "stream":
        return f"<pre>{escape(out['text'])}</pre>"
    if out["output_type"] == "error":
        return f"<pre>{escape(out['ename'])}: {escape(out['evalue'])}</pre>"
    data, meta = out.get("data", {}), out.get("metadata", {})
    for mime in ("image/png", "image/jpeg"):
        if mime in data:
            return _image(data[mime], str(meta.get(mime, {}).get("alt", "")), mime)
    if "image/svg+xml" in data:
        return f"<figure>{data['image/svg+xml']}</figure>"
    if "text/html" in data:
        return _box(data["text/html"], render)
    if "text/markdown" in data:
        return render(data["text/markdown"])
    if "text/latex" in data:
        return render(data["text/latex"])
    return f"<pre>{escape(data['text/plain'])}</pre>" if data.get("text/plain") else ""


def _image(encoded, alt, mime="image/png"):
    alt, encoded = escape(alt, quote=True), "".join(encoded.split())
    return f'<figure><img src="data:{mime};base64,{encoded}" alt="{alt}"></figure>'


def _box(html, render):
    """A card, a prediction or an explorer as it is on paper."""
    if 'data-status="not attempted"' in html:
        return ""
    html = re.sub(r"<script\b.*?</script>", "", html, flags=re.S | re.I)
    # What a reopened notebook needs to hide or to say: not for paper.
    html = re.sub(r'<div class="course-asleep".*?</div>', "", html, flags=re.S)
    html = re.sub(r"(<div class=\"course-still\">)<style>.*?</style>", r"\1", html, flags=re.S)
    html = _opened(html)
    html = html.replace("Answer (after you have looked)", "Answer")
    # The table of exercises: no verdict was there to be stored, so a box to tick.
    html = html.replace("\u25cb Not attempted", "\u2610")
    html = re.sub(
        r"<strong>Progress</strong> \S+ 0 of (\d+) exercises of notebook \w+ are right; the others"
        r" take about (\d+) minutes",
        r"<strong>Exercises</strong>: \1, about \2 minutes together; tick what is done",
        html,
    )
    return _formulas(html, render) if "course-predict" in html else html


def _formulas(html, render):
    """HTML with the formulas between dollar signs as MathML."""
    def inline(found):
        return render(found[0]).strip().removeprefix("<p>").removesuffix("</p>")

    return re.sub(r"\$[^$<>]+\$", inline, html)


# --- files ------------------------------------------------------------------------------


def find_browser():
    """Path of a Chromium-like browser, or None. COURSE_BROWSER names another one."""
    return os.environ.get("COURSE_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)


def print_pdf(source, target):
    """Print an HTML file to a PDF with Chromium."""
    browser = find_browser()
    if browser is None:
        raise PresentError(
            "expected Chromium, Chrome or Edge for the PDF, found none (COURSE_BROWSER may name "
            "one); the HTML page is written: print it from any browser"
        )
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
            "--no-first-run", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", f"--user-data-dir={profile}", "--no-pdf-header-footer",
            f"--print-to-pdf={target}", Path(source).resolve().as_uri(),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, timeout=180)
    if not Path(target).is_file():
        raise PresentError(f"the browser printed nothing:\n{done.stderr[-500:]}")


def export(path, folder):
    """Write the hand-out of a notebook as HTML and PDF; return the paths."""
    path, folder = Path(path), Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    html, pdf = folder / f"{path.stem}.html", folder / f"{path.stem}.pdf"
    nb = notebooks.read(path)
    html.write_text(page(nb), encoding="utf-8", newline="\n")
    pdf.unlink(missing_ok=True)
    print_pdf(html, pdf.resolve())
    return [html, pdf]
