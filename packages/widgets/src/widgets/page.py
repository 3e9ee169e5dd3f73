"""How wide what is shown on a notebook's page is, and its look.

`course lab` gives the style sheet to JupyterLab and each explorer brings it along, so that it works
in Notebook 7 as well. Imports nothing of ours: the `course` command reads it too.
"""

import os
from pathlib import Path

# In CSS pixels: the one right edge of text, cards, predictions, pictures and explorers.
WIDTH = 960

# The four inks of what is shown.
BLUE, VERMILION, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"

PROJECTOR = "COURSE_PROJECTOR"  # `course present` sets this variable to 1


def on_stage():
    """Whether `course present` asks for type that can be read from the last row.

    >>> on_stage() in (True, False)
    True
    """
    return os.environ.get(PROJECTOR) == "1"


def box(accent, words):
    """Style of a box with an edge of a colour; ``words`` is how its words are set.

    The other colours come from JupyterLab's own variables, so that a box follows the light and the
    dark theme; exported pages fall back to the values given here.
    """
    return (f"border:1px solid var(--jp-border-color2,#bdbdbd);border-left:6px solid {accent};"
            f"border-radius:3px;padding:.6em .9em;margin:.4em 0;{words};"
            "color:var(--jp-content-font-color1,inherit);"
            "background:var(--jp-layout-color1,transparent);"
            "font-family:var(--jp-content-font-family,system-ui,sans-serif)")


# The call above a box is quiet (`markup.QUIET`); an answer whose card brings a question is not.
# A verdict belongs to the text it judged: `remoteEntry.js` marks a cell whose code has changed.
ANSWER = """
.jp-CodeCell:has(.course-card) .jp-InputArea { opacity: 1 !important; }
body:not([data-course-stage]) .jp-CodeCell:has(.course-card) .jp-InputArea-editor {
  background: var(--jp-cell-editor-background) !important;
  border-color: var(--jp-cell-editor-border-color) !important;
}
.course-stale .course-card { opacity: .6; filter: grayscale(1); }
"""

# Pictures in the dark: the reason is in `picture.py`.
PICTURES = Path(__file__).with_name("picture.css").read_text(encoding="utf-8")

# One right edge, also of code, at any time. A picture takes half of the window, so that it is seen
# with its title and caption.
# Wide tables of text scroll inside their edge as before.
CSS = f"""{ANSWER}{PICTURES}
body:not([data-course-stage]) .jp-Notebook :is(
  .jp-MarkdownOutput, .jp-RenderedHTMLCommon, .jp-RenderedImage, .jp-RenderedText,
  .jp-InputArea-editor) {{ max-width: {WIDTH}px; box-sizing: border-box; padding-right: 0; }}
body:not([data-course-stage]) .jp-Notebook :is(.jp-RenderedImage img, img.course-png) {{
  max-height: max(50vh, 280px); width: auto;
}}
"""
