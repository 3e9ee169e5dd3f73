"""On stage and on paper: live slides of a notebook, its plan, and its hand-out.

Slides are a scratch copy opened by JupyterLab with jupyterlab-deck; the plan is read from
the speaker's notes; the hand-out is one HTML file without scripts, printed by Chromium.
Used by the `course` command only. Nothing here writes into the course's folder.
"""

from __future__ import annotations

import copy
import json
import os
import queue
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from html import escape
from pathlib import Path

from course_utils import notebooks

BROWSERS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge",
)  # fmt: skip


class PresentError(RuntimeError):
    """The slides, the plan or the hand-out cannot be made; the message says why."""


# --- the scratch copy -------------------------------------------------------------------

FOLDED = {"picture"}  # tags of cells whose code is folded on stage; a click unfolds it
ALONE = {"predict", "exercise"}  # the room votes, or works: what follows is a slide of its own


def stage_copy(nb):
    """Return what is shown on stage: no outputs, notes off the slides, plotting code folded.

    The speaker's notes stay in the file, as cells the slides leave out. Besides the slides of
    the notebook, a new one begins after a prediction, after an exercise, and with the words
    before a second piece of code: so that a slide holds one idea and fits.
    """
    nb = notebooks.strip_outputs(nb)
    alone = coded = False
    for cell, following in zip(nb["cells"], [*nb["cells"][1:], {}], strict=True):
        meta, tags = cell["metadata"], set(notebooks.tags(cell))
        slide = meta.get("slideshow", {}).get("slide_type", "-")
        if slide == "notes" or "notes" in tags:
            # The deck would stop at a blank slide when Shift+Enter arrives at a note.
            meta["slideshow"] = {"slide_type": "skip"}
            continue
        if slide == "-":
            meta.pop("slideshow", None)  # the deck hides cells of the type "-"
            kinds = (cell["cell_type"], following.get("cell_type"))
            if alone or (coded and kinds == ("markdown", "code")):
                slide = "subslide"
                meta["slideshow"] = {"slide_type": slide}
        if slide != "skip":
            alone = bool(tags & ALONE)
            coded = cell["cell_type"] == "code" or (coded and slide == "-")
        if tags & FOLDED and cell["cell_type"] == "code":
            meta["jupyter"] = {"source_hidden": True}
    return nb


def find_cell(nb, name):
    """Index of the cell called `name`, or of the first cell whose id starts with it.

    Raises
    ------
    PresentError
        If there is none; the message lists the blocks' first cells.
    """
    ids = [cell.get("id", "") for cell in nb["cells"]]
    hits = [i for i, one in enumerate(ids) if one == name]
    hits = hits or [i for i, one in enumerate(ids) if one.startswith(name + "-")]
    if not hits:
        starts = [one for one in ids if re.search(r"-b\d+-question$", one)]
        raise PresentError(
            f"expected the id of a cell or block, got {name}; blocks start at {', '.join(starts)}"
        )
    return hits[0]


# --- JupyterLab in deck mode ------------------------------------------------------------


def _shortcuts():
    """Key bindings of the deck.

    Those jupyterlab-deck brings ask for the focus on the notebook; since JupyterLab 4.1 it
    is on the cell. They also cover presenters' remotes (PageUp, PageDown), sliders keep
    their arrow keys, and Shift+Enter stays on the slide so that the output can be seen.
    """
    panel = ".jp-Deck.jp-NotebookPanel .jp-Notebook"
    command = f"{panel}.jp-mod-commandMode"
    cell, slider = f"{command} .jp-Cell:focus", f"{command} .noUi-handle:focus"
    nowhere = "body[data-jp-deck-mode='presenting']:not(:focus-within)"
    on = {"direction": "down", "alternate": "forward"}
    back = {"direction": "up", "alternate": "back"}
    go = [
        ("Space", "deck:go", on), ("Shift Space", "deck:go", back),
        ("PageDown", "deck:go", on), ("PageUp", "deck:go", back),
        ("ArrowRight", "deck:go", on), ("ArrowLeft", "deck:go", back),
        ("ArrowDown", "deck:down", {}), ("ArrowUp", "deck:up", {}),
    ]  # fmt: skip
    keys = [(key, name, args, cell) for key, name, args in go]
    keys += [(key, name, args, slider) for key, name, args in go if "Space" in key]
    keys += [(key, name, args, nowhere) for key, name, args in go]
    editor = f"{panel}.jp-mod-editMode .jp-Cell .cm-content"
    keys += [("Shift Enter", "notebook:run-cell", {}, place) for place in (cell, editor, nowhere)]
    return [
        {"keys": [key], "command": name, "args": args, "selector": selector}
        for key, name, args, selector in keys
    ]


def settings():
    """JupyterLab's settings on stage: plugin to values."""
    return {
        "@deathbeds/jupyterlab-deck:plugin": {"active": True},
        "@jupyterlab/apputils-extension:notification": {
            "fetchNews": "false",
            "checkForUpdates": False,
        },
        # Every cell in the page, also those of other slides.
        "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
        "@jupyterlab/shortcuts-extension:shortcuts": {"shortcuts": _shortcuts()},
    }


def _write_settings(folder):
    for plugin, values in settings().items():
        place = folder / f"{plugin.replace(':', '/')}.jupyterlab-settings"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(values), encoding="utf-8")


# Sizes are fractions of the window: a slide that fits at 1280x720 fits at 1920x1080.
STYLE = """\
body[data-jp-deck-mode='presenting'] {
  --jp-content-font-size0: 1.3vw;
  --jp-content-font-size1: 1.6vw;
  --jp-content-font-size2: 1.9vw;
  --jp-content-font-size3: 2.2vw;
  --jp-content-font-size4: 2.5vw;
  --jp-content-font-size5: 2.8vw;
  --jp-code-font-size: 1.3vw;
  --jp-content-line-height: 1.35;
  --jp-widgets-font-size: 1.3vw;
  --jp-widgets-inline-height: 2.4vw;
}
body[data-jp-deck-mode='presenting'] :is(.jp-LabShell, #main, #jp-main-content-panel,
  #jp-main-dock-panel, #jp-main-split-panel, #jp-main-vsplit-panel, .jp-SideBar) {
  background: var(--jp-layout-color0);
}
.jp-Deck .jp-RenderedImage img,
.jp-Deck .jp-OutputArea-output .widget-image {
  height: 60vh !important;
  width: auto !important;
  max-width: 100% !important;
  object-fit: contain;
}
.jp-Deck .course-explorer {
  display: grid;
  grid-template-columns: 34% 1fr;
  align-items: center;
  column-gap: 1vw;
}
.jp-Deck .course-explorer > * { grid-column: 1; max-width: 100%; }
.jp-Deck .course-explorer > .widget-image {
  grid-column: 2;
  grid-row: 1 / span 12;
  height: auto !important;
  width: 100% !important;
  max-height: 62vh;
}
.jp-Deck .course-predict { width: 100% !important; max-width: none !important; }
.jp-Deck .course-predict * { line-height: 1.25; }
.jp-Deck .jupyter-button { width: auto !important; min-width: 6vw; padding: 0 1vw; }
.jp-Deck .widget-dropdown { width: 100% !important; }
.jp-Deck .jp-OutputArea-output pre { word-break: normal; overflow-wrap: anywhere; }
.jp-Deck .jp-CodeCell + .jp-MarkdownCell { margin-top: 0.3em; }
.jp-Deck .jp-RenderedHTMLCommon > *:last-child { margin-bottom: 0.3em; }
.jp-Deck .jp-RenderedHTMLCommon table { font-size: 1.45vw; }
.jp-Deck .jp-Cell.jp-mod-active { outline: 0; }
"""

# The deck knows no start slide and drops the address' anchor. This waits for the deck and
# moves to a cell the way a link inside the notebook would.
JUMP = """<script>(() => {
  const go = left => {
    const cell = document.querySelectorAll('.jp-Notebook .jp-Cell')[%d];
    const shown = document.querySelector('.jp-Deck .jp-deck-mod-visible');
    if (!cell || !shown) return left && setTimeout(go, 100, left - 1);
    cell.id = 'course-start';
    setTimeout(() => { location.hash = '#course-start'; }, 300);
  };
  go(300);
})()</script>"""


class Stage:
    """A running JupyterLab that shows one scratch copy."""

    def __init__(self, folder, name, process, address, token):
        self.folder, self.name, self.process = folder, name, process
        self._address, self._token = address, token

    @property
    def url(self):
        """What the browser opens."""
        return f"{self._address}/lab/tree/{self.name}?token={self._token}"

    def ask(self, method, place, content=None):
        """Call the server's interface."""
        request = urllib.request.Request(
            f"{self._address}/api/{place}",
            data=None if content is None else json.dumps(content).encode(),
            headers={"Authorization": f"token {self._token}", "Content-Type": "application/json"},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or "null")

    def run_until(self, nb, index, tell=print):
        """Run all code before cell `index` in the kernel the page will use; keep the outputs.

        Returns
        -------
        list of str
            The ids of cells that raised.
        """
        content = {"path": self.name, "name": self.name, "type": "notebook",
                   "kernel": {"name": "python3"}}  # fmt: skip
        kernel = self.ask("POST", "sessions", content)["kernel"]["id"]
        failed = _run(self.folder / "runtime" / f"kernel-{kernel}.json", nb["cells"][:index], tell)
        first = next((c for c in nb["cells"] if c["cell_type"] == "code"), None)
        if first and 0 < index < len(nb["cells"]):
            data = {"text/html": JUMP % index, "text/plain": ""}
            first["outputs"].append({"output_type": "display_data", "data": data, "metadata": {}})
        # Through the server, and trusted: so that the page shows HTML outputs as they are.
        trusted = copy.deepcopy(nb)
        for cell in trusted["cells"]:
            if cell["cell_type"] == "code":
                cell["metadata"]["trusted"] = True
        self.ask("PUT", f"contents/{self.name}", {"type": "notebook", "content": trusted})
        return failed


@contextmanager
def stage(path, options=(), log=None):
    """Start JupyterLab on a scratch copy of a notebook; give the :class:`Stage`.

    The scratch folder, with settings, workspaces and the copy, is removed at the end.

    Parameters
    ----------
    path : path
        The notebook. It is only read.
    options : sequence of str
        More arguments for `jupyter lab`.
    log : file, optional
        Where the server writes; nowhere by default.
    """
    path = Path(path)
    with tempfile.TemporaryDirectory(prefix="course-present-", ignore_cleanup_errors=True) as home:
        home = Path(home)
        show = home / "show"
        for folder in (show, home / "config" / "custom", home / "runtime"):
            folder.mkdir(parents=True)
        notebooks.write(stage_copy(notebooks.read(path)), show / path.name)
        _write_settings(home / "lab-settings")
        home.joinpath("config", "custom", "custom.css").write_text(STYLE, "utf-8")
        token, port = secrets.token_hex(12), _free_port()
        command = [
            sys.executable, "-m", "jupyterlab", "--no-browser", "-y", "--LabApp.custom_css=True",
            f"--ServerApp.root_dir={show}", f"--ServerApp.port={port}", "--ServerApp.ip=127.0.0.1",
            "--NotebookNotary.db_file=:memory:",
            *["--allow-root"] * (getattr(os, "geteuid", lambda: 1)() == 0),
            *options,
        ]  # fmt: skip
        process = subprocess.Popen(
            command, cwd=show, env=_environment(home, token), stderr=log or subprocess.DEVNULL
        )
        try:
            one = Stage(home, path.name, process, f"http://127.0.0.1:{port}", token)
            _wait_until_up(one)
            yield one
        finally:
            _stop(process)


def _environment(home, token):
    return {
        **notebooks.ONE_THREAD,
        **os.environ,
        "COURSE_PROJECTOR": "1",  # style.use() reads it in the kernel
        "JUPYTER_TOKEN": token,
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "lab-settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "lab-workspaces"),
        "JUPYTER_PREFER_ENV_PATH": "1",
    }


def _free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def _wait_until_up(one, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end and one.process.poll() is None:
        try:
            return one.ask("GET", "status")
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise PresentError("JupyterLab did not start; `course doctor` says what is missing")


def _stop(process):
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _run(connection_file, cells, tell):
    """Execute the code cells in a kernel that runs; store the outputs in them."""
    from jupyter_client.blocking import BlockingKernelClient

    end = time.monotonic() + 30
    while not connection_file.exists() and time.monotonic() < end:
        time.sleep(0.05)
    client = BlockingKernelClient(connection_file=str(connection_file))
    client.load_connection_file()
    client.start_channels()
    failed = []
    try:
        _wait_until_heard(client)
        for cell in [c for c in cells if c["cell_type"] == "code" and c["source"].strip()]:
            outputs = cell["outputs"] = []
            reply = client.execute_interactive(
                cell["source"],
                allow_stdin=False,
                timeout=notebooks.CELL_TIMEOUT,
                output_hook=lambda message, outputs=outputs: _collect(message, outputs),
            )["content"]
            cell["execution_count"] = reply.get("execution_count")
            if reply["status"] != "ok":
                failed.append(cell["id"])
                tell(f"! {cell['id']} raised {reply.get('ename')}: {reply.get('evalue')}")
    finally:
        client.stop_channels()
    return failed


def _wait_until_heard(client, seconds=60):
    """Ask until answer and output arrive (`wait_for_ready` gives up on a kernel that starts)."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            client.kernel_info(reply=True, timeout=2)
            client.get_iopub_msg(timeout=1)
            return
        except (TimeoutError, queue.Empty):
            continue
    raise PresentError(f"the kernel did not answer within {seconds} s")


def _collect(message, outputs):
    kind, content = message["msg_type"], message["content"]
    if kind == "stream":
        if outputs and outputs[-1].get("name") == content["name"]:
            outputs[-1]["text"] += content["text"]
        else:
            outputs.append({"output_type": kind, **content})
    elif kind in ("display_data", "execute_result", "error"):
        content = {k: v for k, v in content.items() if k != "transient"}
        outputs.append({"output_type": kind, **content})
    elif kind == "clear_output":
        outputs.clear()


# --- the plan ---------------------------------------------------------------------------

MINUTES = re.compile(r"\*\*\s*(?:Minutes?|Min\.?)\s+(\d+)\s*[–—-]+\s*(\d+)\s*\.?\s*\*\*\.?\s*")
# How a part of a note begins; "Ask ..." and "Let ... vote" are polls in other words.
PARTS = (
    ("poll", re.compile(r"(?:Poll\b|Ask\b|Vote\b|Let (?:the room|them)\b)", re.I)),
    ("misconception", re.compile(r"Misconceptions?\s*:", re.I)),
    ("skip", re.compile(r"Skip if late\s*:", re.I)),
)
LABEL = re.compile(r"^(?:Poll|Misconceptions?|Skip if late)\s*:\s*", re.I)


def blocks(nb):
    """What the speaker's notes of a notebook say, one dict a block.

    Returns
    -------
    list of dict
        ``id``, ``title``, ``start``, ``end`` (minutes), ``poll``, ``misconception``, ``skip``,
        ``more`` (what else the note says); missing parts are empty. A note without minutes
        has None for them.
    """
    rows, title = [], ""
    for cell in nb["cells"]:
        heading = re.search(r"^##?\s+(.+)$", cell["source"], re.M)
        if cell["cell_type"] == "markdown" and heading and "notes" not in notebooks.tags(cell):
            title = heading.group(1).strip()
        if "notes" in notebooks.tags(cell):
            rows.append({"id": cell["id"], "title": title, **_parts(cell["source"])})
    return rows


def _parts(note):
    text = " ".join(note.replace("$", "").split())
    given = MINUTES.search(text)
    start, end = map(int, given.groups()) if given else (None, None)
    text = MINUTES.sub("", text, count=1)
    found = {"poll": "", "misconception": "", "skip": "", "more": ""}
    kind = "more"
    for sentence in re.split(r'(?<=[.!?])\s+|(?<=[.!?]["”)])\s+', text):
        named = next((name for name, pattern in PARTS if pattern.match(sentence)), None)
        kind = named or kind
        found[kind] = f"{found[kind]} {LABEL.sub('', sentence)}".strip()
    return {"start": start, "end": end, **found}


def plan(nb, width=100):
    """Return the plan of a notebook as lines to print: blocks, minutes, sum, what to say.

    Examples
    --------
    >>> note = "**Minutes 0–20.** Poll: A or B? Misconception: C. Skip if late: D."
    >>> cells = [{"cell_type": "markdown", "id": "x", "source": "## 1. One", "metadata": {}},
    ...          {"cell_type": "markdown", "id": "y", "source": note,
    ...           "metadata": {"tags": ["notes"]}}]
    >>> print("\\n".join(plan({"cells": cells})))
     min   sum  block
      20    20  1. One
                poll           A or B?
                misconception  C.
                skip if late   D.
    """
    rows = blocks(nb)
    if not rows:
        raise PresentError("expected cells tagged notes, got none; they hold the minutes")
    lines, total = [f"{'min':>4}  {'sum':>4}  block"], 0
    for row in rows:
        minutes = "?" if row["start"] is None else row["end"] - row["start"]
        total += minutes if row["start"] is not None else 0
        lines.append(f"{minutes:>4}  {total:>4}  {row['title']}")
        named = [("poll", row["poll"]), ("misconception", row["misconception"]),
                 ("skip if late", row["skip"]), ("also", row["more"])]  # fmt: skip
        for name, text in named:
            if text:
                indent = " " * 12
                lines += textwrap.wrap(
                    f"{indent}{name:<15}{text}", width, subsequent_indent=indent + " " * 15
                )
    return lines


# --- the hand-out -----------------------------------------------------------------------

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

PAPER = """\
body { font: 17px/1.5 "DejaVu Sans", Verdana, sans-serif; color: #111; background: #fff;
  margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1, h2, h3 { line-height: 1.25; break-after: avoid; }
h2 { margin-top: 2.2em; border-bottom: 2px solid #111; }
a { color: #00518a; }
pre { font: 14px/1.4 "DejaVu Sans Mono", Consolas, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; margin: 0.4em 0; }
.code { border-left: 4px solid #0072b2; background: #f5f5f5; padding: 0.3em 0.8em; }
.output { padding-left: 0.9em; margin-bottom: 1em; overflow-x: auto; }
img { max-width: 100%; height: auto; }
figure { margin: 0.6em 0; }
.code, figure, table, math[display="block"], .course-card { break-inside: avoid; }
table { border-collapse: collapse; margin: 0.6em 0; }
th, td { border: 1px solid #888; padding: 0.25em 0.7em; text-align: left; vertical-align: top; }
math { font-family: "Cambria Math", "STIX Two Math", "Latin Modern Math", "DejaVu Serif", math;
  font-size: 1.08em; }
math[display="block"] { margin: 0.8em 0; padding: 0.3em 0; math-style: normal; }
@page { size: A4; margin: 16mm 14mm; }
@media print {
  body { font-size: 10.5pt; }
  pre { font-size: 8.5pt; }
  main { max-width: none; padding: 0; }
  img { max-height: 12cm; }
  .output { overflow: visible; }
}
"""


def _markdown():
    """Return a function from Markdown to HTML, with MathML for the formulas."""
    try:
        from latex2mathml.converter import convert
        from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
    except ImportError as error:
        raise PresentError(f"{error}; bring the environment up to date: make setup") from error

    def mathml(tex, display):
        try:
            done = convert(re.sub(r"\\arg\b", r"\\operatorname{arg}", tex.strip()), display=display)
        except Exception as error:  # its exceptions share no base class
            raise PresentError(f"no MathML for the formula {tex}: {error!r}") from error
        if unknown := re.search(r"<m\w+>(\\\w+)", done):
            raise PresentError(f"no MathML for {unknown[1]} in the formula {tex}")
        # "log x", not "logx": a space between a function's name and what is not a bracket
        return re.sub(r"(<mi>\w{2,}</mi>)(?=<m(?!o\b))", r'\1<mspace width="0.17em"/>', done)

    class Renderer(IPythonRenderer):
        def inline_math(self, body):
            return mathml(body, "inline")

        def block_math(self, body):
            return mathml(body, "block")

        def latex_environment(self, name, body):
            return mathml(f"\\begin{{{name}}}{body}\\end{{{name}}}", "block")

    def render(text):
        return MarkdownWithMath(Renderer(escape=False, exclude_anchor_links=True)).render(text)

    return render


def page(nb, title=""):
    """Return a notebook as one HTML page that needs nothing from outside.

    Formulas are MathML, pictures are inside the file with their alt texts, predictions and
    explorers show the words and pictures stored for them. The speaker's notes are left out.

    Parameters
    ----------
    nb : dict
        A notebook with its stored outputs.
    title : str
        The page's title; the notebook's first heading by default.
    """
    markdown = _markdown()
    parts = []
    for cell in nb["cells"]:
        if "notes" in notebooks.tags(cell):
            continue
        if cell["cell_type"] == "markdown":
            parts.append(f'<section id="{escape(cell["id"])}">{markdown(cell["source"])}</section>')
        else:
            code = _coloured(cell["source"])
            parts.append(f'<section id="{escape(cell["id"])}"><div class="code">{code}</div>')
            shown = [_output(out, markdown) for out in cell.get("outputs", [])]
            parts.append("".join(f'<div class="output">{one}</div>' for one in shown if one))
            parts.append("</section>")
    heading = re.search(r"^#\s+(.+)$", nb["cells"][0]["source"], re.M)
    title = title or (heading.group(1) if heading else "Notebook")
    return PAGE.format(title=escape(title), style=PAPER + _code_style(), body="\n".join(parts))


def _coloured(source):
    from nbconvert.filters.highlight import Highlight2HTML

    return Highlight2HTML(pygments_lexer="python3")(source, "python3")


def _code_style():
    """Dark, bold and italic instead of hues: readable in print."""
    return (
        ".k, .kn, .kc, .ow { font-weight: bold; color: #00518a; }\n"
        ".c1, .sd, .c { color: #555; font-style: italic; }\n"
        ".s1, .s2, .sa { color: #8a3b00; }\n"
    )


def _output(out, markdown):
    """HTML of one stored output: the richest form that is static."""
    if out["output_type"] == "stream":
        return f"<pre>{escape(out['text'])}</pre>"
    if out["output_type"] == "error":
        return f"<pre>{escape(out['ename'])}: {escape(out['evalue'])}</pre>"
    data, meta = out.get("data", {}), out.get("metadata", {})
    for mime in ("image/png", "image/jpeg"):
        if mime in data:
            alt = escape(str(meta.get(mime, {}).get("alt", "")), quote=True)
            image = "".join(data[mime].split())
            return f'<figure><img src="data:{mime};base64,{image}" alt="{alt}"></figure>'
    if "image/svg+xml" in data:
        return f"<figure>{data['image/svg+xml']}</figure>"
    if "text/html" in data:
        shown = re.sub(r"<script\b.*?</script>", "", data["text/html"], flags=re.S | re.I)
        return _formulas(shown, markdown) if "course-predict" in shown else shown
    if "text/markdown" in data:
        return markdown(data["text/markdown"])
    if "text/latex" in data:
        return markdown(data["text/latex"])
    return f"<pre>{escape(data['text/plain'])}</pre>" if data.get("text/plain") else ""


def _formulas(shown, markdown):
    """HTML with the formulas between dollar signs as MathML."""
    def inline(found):
        return markdown(found[0]).strip().removeprefix("<p>").removesuffix("</p>")

    return re.sub(r"\$[^$<>]+\$", inline, shown)


def find_browser():
    """Path of a Chromium-like browser, or None. COURSE_BROWSER names another one."""
    return os.environ.get("COURSE_BROWSER") or next(filter(None, map(shutil.which, BROWSERS)), None)


def print_pdf(source, target):
    """Print an HTML file to a PDF with Chromium.

    Raises
    ------
    PresentError
        If there is no Chromium, or it printed nothing.
    """
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
    html.write_text(page(notebooks.read(path)), encoding="utf-8", newline="\n")
    pdf.unlink(missing_ok=True)
    print_pdf(html, pdf.resolve())
    return [html, pdf]
