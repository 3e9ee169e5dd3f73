"""A live box on a notebook's page, through anywidget: scripts and styles are files next to it.

`Box` shows HTML and reports which of its buttons was pressed; an explorer has a script of its own.
A widget's script is one module, so files that import one another are laid end to end.
"""

import re
from pathlib import Path

import anywidget
import traitlets

from widgets import page

HERE = Path(__file__).parent
SHARED = HERE / "front.js"


def module(path, last="export default start;"):
    """A script and what it shares with all boxes as one module; ``last`` is its last line."""
    words = re.compile(r"^import [^;]*;$|^export (?=function|class|const)", re.M)
    return "\n".join([*(words.sub("", file.read_text("utf-8")) for file in (SHARED, path)), last])


def on_page(path):
    """The same for a page without a kernel, for a file as for a server: it looks for its boxes."""
    awake = module(path, "awaken(document);")
    return f'document.addEventListener("DOMContentLoaded", () => {{\n{awake}\n}});\n'


def style(*parts):
    """Style sheets, given as files or as text, one after the other."""
    return "\n".join(one if isinstance(one, str) else one.read_text("utf-8") for one in parts)


class Front(anywidget.AnyWidget):
    """A widget whose script is a file of ours. A page that has lost it for a while asks "here"."""

    def __init__(self, **traits):
        super().__init__(**traits)
        self.on_msg(lambda _, content, buffers: self.acted(str(content.get("act", ""))))

    def acted(self, act):
        """Handle what the page asks for."""
        if act == "here":
            self.send({"here": True})


class Box(Front):
    """HTML whose buttons say, by ``data-act``, what they ask for: ``act`` is called with it.

    New ``html`` replaces only the parts of the page that differ: focus and live regions stay.
    """

    _esm = module(HERE / "box.js")
    _css = style(page.ANSWER, HERE / "box.css")
    html = traitlets.Unicode().tag(sync=True)

    def __init__(self, act, html=""):
        self._act = act
        super().__init__(html=html)

    def acted(self, act):
        """Report what the pressed button asks for."""
        super().acted(act)
        self._act(act)
