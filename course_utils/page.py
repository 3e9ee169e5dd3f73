"""How wide what is shown on a notebook's page is, its look, and the frame of a page of its own.

`course lab` gives the style sheet to JupyterLab and each explorer brings it along, so that it
holds in Notebook 7 as well. Imports nothing of ours: also the `course` command reads it.
"""

import sys

# In CSS pixels: the one right edge of text, cards, predictions, pictures and explorers.
WIDTH = 960
# The width of the notebook from which an explorer's controls stand beside its picture.
TWO_COLUMNS = 860

# In a dark theme the pictures lie on a quiet paper: all inks are dimmed alike and keep their
# names, nothing is inverted. Wide tables of text scroll inside their edge as before.
CSS = f"""
body:not([data-jp-deck-mode='presenting']) .jp-Notebook :is(
  .jp-MarkdownOutput, .jp-RenderedHTMLCommon, .jp-RenderedImage) {{ max-width: {WIDTH}px; }}
[data-jp-theme-light='false'] .jp-Notebook :is(.jp-RenderedImage img, .course-room .widget-image) {{
  filter: brightness(0.84) sepia(0.12); border-radius: 3px;
}}
"""


def shell():
    """The running IPython shell, or None; looks without importing IPython."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None


DOCUMENT = """\
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
