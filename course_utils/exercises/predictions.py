"""`predict(id)`: a question and its choices as buttons, committed to before the answer is run.

Choosing and "Commit" lock the choice and say which cells to run; "I have looked" then tells
whether it holds and why each choice tempts. The questions are records (`records.Prediction`).
Nothing is printed, stored or sent: a choice lives as long as the kernel. Without live widgets
(exported, on GitHub) the same words are there as HTML with a folded answer, and as plain text.
"""

import html
import os
import re
import sys

import ipywidgets as widgets

from course_utils.exercises.records import Prediction, prediction

BOX = (
    "border:1px solid var(--jp-border-color2,#bdbdbd);border-left:6px solid #0072B2;"
    "border-radius:3px;padding:.6em .9em;margin:.4em 0;max-width:52em;line-height:1.5;"
    "box-sizing:border-box;color:var(--jp-content-font-color1,inherit);"
    "background:var(--jp-layout-color1,transparent);"
    "font-family:var(--jp-content-font-family,system-ui,sans-serif)"
)
FONT = "font-size:var(--jp-content-font-size1,14px);"
# Widgets cut long words off and set them small; a choice is a sentence.
CSS = f"""<style>
.course-predict {{{BOX}}}
.course-predict .widget-html, .course-predict .widget-html-content {{height:auto;{FONT}
  line-height:1.5;white-space:normal;margin:0;color:inherit}}
.course-predict button.widget-button {{height:auto;min-height:32px;padding:.3em .8em;{FONT}
  line-height:1.4;white-space:normal;color:var(--jp-content-font-color1,inherit)}}
.course-predict button.course-choice {{text-align:left;border:1px solid
  var(--jp-border-color1,#9e9e9e)}}
.course-predict button.widget-button:disabled {{opacity:.9}}
.course-predict button.widget-button.course-chosen {{opacity:1;font-weight:bold;
  border:2px solid #0072B2}}
.course-predict button.widget-button:focus-visible {{outline:3px solid
  var(--jp-brand-color1,#1976d2);outline-offset:2px}}
</style>"""

_committed = {}  # id -> letter, for as long as the kernel lives


def predict(asked):
    """Show a question with its choices; say before running the cells what they will show.

    Parameters
    ----------
    asked : str or Prediction
        The id of a prediction, such as "01-line".

    Raises
    ------
    KeyError
        If there is no prediction of that id.
    """
    box = Question(asked if isinstance(asked, Prediction) else prediction(asked))
    if os.environ.get("COURSE_QUIET"):
        return
    ipython = sys.modules.get("IPython")
    if ipython is not None and ipython.get_ipython() is not None:
        from IPython.display import display

        display(box._repr_mimebundle_(), raw=True)
    else:
        print(as_text(box.record))


# --- Words ------------------------------------------------------------------------------------


def plain(text):
    """Text without HTML: what a button and plain text can show.

    >>> plain("w<sub>1</sub> &lt; 0")
    'w1 < 0'
    """
    return html.unescape(re.sub(r"</?[a-zA-Z][^>]*>", "", text))


def as_text(record):
    """Question and choices on one line."""
    choices = "  ".join(f"{letter}) {plain(text)}" for letter, text in record.choices.items())
    return f"Prediction: {plain(record.question)}  {choices}"


def as_html(record):
    """Question, choices and the folded answer, for pages without live widgets."""
    # The letters are written out: Jupyter's own style turns an ordered list to 1, 2, 3.
    items = "".join(f"<li>{letter}: {text}</li>" for letter, text in record.choices.items())
    return (
        f'<div class="course-predict" style="{BOX}">{_question(record)}'
        f'<ul style="margin:.4em 0;padding-left:1em;list-style:none">{items}</ul>'
        f"<p style='margin:.4em 0'>Commit to one, then run: {record.run}.</p>"
        "<details><summary>Answer (after you have looked)</summary>"
        f"{_reasons(record)}</details></div>"
    )


def _question(record):
    return f'<div style="margin-bottom:.3em"><strong>Predict.</strong> {record.question}</div>'


def _reasons(record):
    items = "".join(
        f"<li><strong>{letter}{' (this holds)' if letter == record.answer else ''}:</strong> "
        f"{record.choices[letter]}. {reason}</li>"
        for letter, reason in record.why.items()
    )
    return (
        f'<div style="margin:.4em 0">{record.answer} holds. {record.holds}</div>'
        f'<ul style="margin:.4em 0;padding-left:1.4em">{items}</ul>'
    )


# --- The buttons ------------------------------------------------------------------------------


class Question:
    """The live box: choices, Commit, which cells to run, and, once looked at, the reasons."""

    def __init__(self, record):
        self.record, self.choice, self.revealed = record, None, False
        self.choices = {}
        for letter, text in record.choices.items():
            button = widgets.Button(layout={"width": "100%"})
            button.add_class("course-choice")
            button.course_text = f"{letter}: {plain(text)}"
            button.on_click(lambda _, letter=letter: self.choose(letter))
            self.choices[letter] = button
        self.commit_button = widgets.Button(description="Commit", disabled=True)
        self.commit_button.on_click(lambda _: self.commit())
        self.looked_button = widgets.Button(description="I have looked")
        self.looked_button.on_click(lambda _: self.reveal())
        self.words, self.answer = widgets.HTML(), widgets.HTML()
        self.widget = widgets.VBox()
        self.widget.add_class("course-predict")
        if record.id in _committed:  # the cell was run again
            self.choice = _committed[record.id]
        self._draw()

    @property
    def committed(self):
        """Whether the choice is locked."""
        return self.record.id in _committed

    def choose(self, letter):
        """Mark one choice; it can still be changed."""
        if not self.committed:
            self.choice = letter
            self._draw()

    def commit(self):
        """Lock the choice and say which cells to run."""
        if self.choice is not None and not self.committed:
            _committed[self.record.id] = self.choice
            self._draw()
            self.looked_button.focus()  # the button that had it is gone

    def reveal(self):
        """Tell whether the choice holds, and why each one tempts."""
        if self.committed and not self.revealed:
            self.revealed = True
            self._draw()

    def _draw(self):
        for letter, button in self.choices.items():
            chosen = letter == self.choice
            button.description = f"{'●' if chosen else '○'}  {button.course_text}"
            button.disabled = self.committed
            (button.add_class if chosen else button.remove_class)("course-chosen")
        self.commit_button.disabled = self.choice is None
        self.words.value = (
            f'<div style="margin:.3em 2px" role="status" aria-live="polite">{self._status()}</div>'
        )
        parts = [*self.choices.values()]
        if not self.committed:
            parts += [self.commit_button, self.words]
        elif not self.revealed:
            parts += [self.words, self.looked_button]
        else:
            self.answer.value = _reasons(self.record)
            parts += [self.words, self.answer]
        question = widgets.HTML(CSS + _question(self.record)) if not self.widget.children else (
            self.widget.children[0]
        )
        self.widget.children = [question, *parts]

    def _status(self):
        if self.choice is None:
            return "Choose one, then commit."
        if not self.committed:
            return f"Chosen: {self.choice}. You can still change it."
        if not self.revealed:
            return f"Committed: {self.choice}. Now run: {self.record.run}."
        held = "holds" if self.choice == self.record.answer else "does not hold"
        return f"<strong>Your prediction, {self.choice}, {held}.</strong>"

    def _repr_mimebundle_(self, **kwargs):
        bundle = dict(self.widget._repr_mimebundle_(**kwargs) or {})
        bundle["text/plain"] = as_text(self.record)
        bundle["text/html"] = as_html(self.record)
        return bundle
