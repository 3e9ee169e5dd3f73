"""What stays of a live box when its kernel is gone: its last state, and how to bring it back.

A notebook's file keeps no widgets: reopened, a box of widgets alone reads "Error displaying
widget: model not found". So each box is shown twice: live, and, out of sight behind it, as a
still (words, for an explorer its picture as well) that is brought up to date when the box
changes. The page shows the still if there are no live widgets: on paper, on GitHub, and, with words
on how to wake the box, in a notebook reopened or restarted.
"""

import asyncio
import itertools

from widgets import kernel, page, picture

_AREA = ".jp-OutputArea"
_STILL = ":has(> * > .course-still)"
_BEFORE = ":has(+ .jp-OutputArea-child .course-still)"
_PICTURE = f":has(> .jp-RenderedImage){_BEFORE}"
# ipywidgets puts a box into a Panel. One it knows nothing of is a line of text with the class
# `jupyter-widgets`; one whose kernel is gone is marked. An explorer carries on and says so itself.
_OFF = ".jupyter-widgets-disconnected"
_BOX = f"{_AREA}:has(> .jp-OutputArea-child > .lm-Panel:not(.jupyter-widgets)):not(:has({_OFF}))"
CSS = f"""<style>
{_BOX} > .jp-OutputArea-child{_STILL}, {_BOX} > .jp-OutputArea-child{_PICTURE},
{_AREA}:has(.course-still) > .jp-OutputArea-child:has(> .lm-Panel.jupyter-widgets),
{_AREA}:has(.course-still) > .jp-OutputArea-child:has(> .lm-Panel {_OFF}) {{display:none}}
{_AREA}:has(> .jp-OutputArea-child > .lm-Panel.jupyter-widgets) .course-asleep,
{_AREA}:has({_OFF}) .course-asleep {{display:block !important}}
</style>"""
# The same for a picture that is HTML; it comes with the picture, which no notebook stores.
HIDDEN = (f"<style>{_BOX} > .jp-OutputArea-child:has(> * > img.course-png){_BEFORE} "
          "{display:none}</style>")
ASLEEP = (
    f'<div class="course-asleep" style="display:none;max-width:{page.WIDTH}px;margin:.4em 0;'
    f'padding:.4em .9em;border-left:6px solid {page.VERMILION};line-height:1.5">'
    "<strong>Asleep: the kernel behind this box is gone.</strong> To wake it, click here, choose "
    "<em>Run</em> ▸ <em>Run All Above Selected Cell</em>, then press Shift+Enter.{more}</div>"
)
VIEW = "application/vnd.jupyter.widget-view+json"
PAUSE = 0.7  # seconds without a change
_numbers = itertools.count(1)


def live_classes():
    """`front.Box` and `explorers.live.Live`: they need anywidget, which words alone do not."""
    from widgets.explorers.live import Live
    from widgets.front import Box

    return Box, Live


class Still:
    """A live box and its still on the page. ``widget()`` makes the box, or returns it.

    ``words()`` returns what the still says now: a dict with "text/plain", "text/html" and, if it
    has a picture, "text/markdown" (the picture's caption on paper); ``picture()`` the PNG bytes and
    their alt text. ``more`` is a sentence after the one that says how to wake the box.
    """

    def __init__(self, widget, words, picture=None, more=""):
        self.widget, self.words, self.picture, self.more = widget, words, picture, more
        self._id, self._shown = f"course-still-{next(_numbers)}", False
        self._waiting, self.touched = None, False  # touched: changed by hand

    def __str__(self):
        return self.words()["text/plain"]

    def show(self):
        """Put the box on the page, and its still behind it."""
        data, about = self.widget()._repr_mimebundle_()  # about: where Colab finds the script
        view = {VIEW: data[VIEW]}
        if "__vsc_ipynb_file__" in kernel.shell().user_ns:  # it knows no page to hide a still in
            kernel.display({**view, **self.words()}, raw=True)
            return
        kernel.display(view, raw=True, metadata=about)
        self._publish(kernel.display)
        self._shown = True

    _ipython_display_ = show

    def update(self):
        """Bring the stills on the page up to date."""
        if self._shown:
            from IPython.display import update_display

            self._publish(update_display)

    def update_soon(self):
        """Bring them up to date once the box has been left alone for a moment."""
        self.touched = True
        if not self._shown:
            return
        if self._waiting is not None:
            self._waiting.cancel()
        try:
            self._waiting = asyncio.get_running_loop().call_later(PAUSE, self.update)
        except RuntimeError:  # no loop: a script, a test
            self.update()

    def _publish(self, publish):
        if self.picture is not None:
            png, alt = self.picture()
            data, metadata = picture.bundle(png, alt)
            if "text/html" in data:
                data["text/html"] += HIDDEN
            publish(data, raw=True, display_id=f"{self._id}-picture", metadata=metadata)
        words = self.words()
        asleep = ASLEEP.replace("{more}", f" {self.more}" if self.more else "")
        last = f'<div class="course-last">{words["text/html"]}</div>'
        words["text/html"] = f'<div class="course-still">{CSS}{asleep}{last}</div>'
        publish(words, raw=True, display_id=self._id)
