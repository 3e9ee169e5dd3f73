"""What stays of a live box when its kernel is gone: its last state, and how to bring it back.

A notebook's file keeps no widgets: reopened, a box of widgets alone reads "Error displaying
widget: model not found". So each box is shown twice: live, and, out of sight behind it, as a
still (words, for an explorer its picture as well) that is brought up to date when the box
changes. The page shows the still where there are no live widgets: on paper, on GitHub, and, with
words on how to wake the box, in a notebook reopened or restarted.
"""

import asyncio
import base64
import itertools

from course_utils import page

_AREA = ".jp-OutputArea"
_STILL = ":has(> * > .course-still)"
_PICTURE = ":has(> .jp-RenderedImage):has(+ .jp-OutputArea-child .course-still)"
# ipywidgets puts a box into a Panel. One it knows nothing of is a line of text with the class
# `jupyter-widgets`; one whose kernel was restarted has dead buttons, each with a red sign.
_OFF = ".jupyter-widgets-disconnected"
_BOX = f"{_AREA}:has(> .jp-OutputArea-child > .lm-Panel:not(.jupyter-widgets)):not(:has({_OFF}))"
CSS = f"""<style>
{_BOX} > .jp-OutputArea-child{_STILL}, {_BOX} > .jp-OutputArea-child{_PICTURE},
{_AREA}:has(.course-still) > .jp-OutputArea-child:has(> .lm-Panel.jupyter-widgets),
{_AREA}:has(.course-still) > .jp-OutputArea-child:has(> .lm-Panel {_OFF}) {{display:none}}
{_AREA}:has(> .jp-OutputArea-child > .lm-Panel.jupyter-widgets) .course-asleep,
{_AREA}:has({_OFF}) .course-asleep {{display:block !important}}
</style>"""
ASLEEP = (
    '<div class="course-asleep" style="display:none;max-width:' f'{page.WIDTH}px;margin:.4em 0;'
    'padding:.4em .9em;border-left:6px solid #D55E00;line-height:1.5">'
    "<strong>Asleep: the kernel behind this box is gone.</strong> To wake it, click here, choose "
    "<em>Run</em> ▸ <em>Run All Above Selected Cell</em>, then press Shift+Enter.{more}</div>"
)
VIEW = "application/vnd.jupyter.widget-view+json"
PAUSE = 0.7  # seconds without a change
_numbers = itertools.count(1)


class Still:
    """A live box and its still on the page.

    ``words()`` returns what the still says now: a dict with "text/plain", "text/html" and, if it
    has a picture, "text/markdown" (the picture's caption on paper); ``picture()`` the PNG bytes and
    their alt text. ``more`` is a sentence after the one that says how to wake the box.
    """

    def __init__(self, widget, words, picture=None, more=""):
        self.widget, self.words, self.picture, self.more = widget, words, picture, more
        self._id, self._shown = f"course-still-{next(_numbers)}", False
        self._waiting, self.touched = None, False  # touched: changed by hand

    def show(self):
        """Put the box on the page, and its still behind it."""
        from IPython.display import display

        view = {VIEW: self.widget._repr_mimebundle_()[VIEW]}
        if _in_vs_code():  # it knows no page to hide a still in
            display({**view, **self.words()}, raw=True)
            return
        display(view, raw=True)
        self._publish(display)
        self._shown = True

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
            data = {"image/png": base64.b64encode(png).decode("ascii")}
            publish(data, raw=True, display_id=f"{self._id}-picture",
                    metadata={"image/png": {"alt": alt}})
        words = self.words()
        asleep = ASLEEP.replace("{more}", f" {self.more}" if self.more else "")
        last = f'<div class="course-last">{words["text/html"]}</div>'
        words["text/html"] = f'<div class="course-still">{CSS}{asleep}{last}</div>'
        publish(words, raw=True, display_id=self._id)


def in_notebook():
    """Whether there is a page to show a box on."""
    return page.shell() is not None


def _in_vs_code():
    return "__vsc_ipynb_file__" in page.shell().user_ns
