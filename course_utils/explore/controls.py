"""Controls of an explorer: sliders and choices that carry a name, a unit, and say their state."""

import ipywidgets as widgets
import numpy as np

# Each change of a slider would be sent back to the page, for a second window on the same
# notebook; here the picture is the answer, and comes sooner without it.


class WholeSlider(widgets.IntSlider):
    """A slider over whole numbers whose changes are not echoed."""

    value = type(widgets.IntSlider.value)(0).tag(sync=True, echo_update=False)


class PartSlider(widgets.FloatSlider):
    """A slider over decimal numbers whose changes are not echoed."""

    value = type(widgets.FloatSlider.value)(0.0).tag(sync=True, echo_update=False)


LABEL = {"description_width": "initial"}  # page.STYLE gives all labels one width
WIDE = {"width": "auto"}


def slider(description, low, high, step, value, *, unit=""):
    """Return a slider; whole numbers if low, high, step and value all are.

    The description is the name a screen reader speaks; it stands before the slider, with the unit
    (such as "degrees"), and in the line of words.
    """
    whole = all(isinstance(number, int) for number in (low, high, step, value))
    kind = WholeSlider if whole else PartSlider
    control = kind(
        value, min=low, max=high, step=step, style=LABEL, layout=WIDE,
        description=f"{description} ({unit})" if unit else description,
    )
    if not whole:
        digits = next(d for d in range(16) if d == 15 or np.isclose(round(step, d), step, atol=0))
        control.readout_format = f".{digits}f"
    return _named(control, description, unit)


def choice(description, options, value=None, *, buttons=False):
    """Return a drop-down list, or a row of buttons, of options: texts, or pairs (text, value)."""
    kind = widgets.ToggleButtons if buttons else widgets.Dropdown
    control = kind(options=options, description=description, style=LABEL, layout=WIDE)
    if value is not None:
        control.value = value
    return _named(control, description, "")


def _named(control, description, unit):
    control.course_name, control.course_unit = description, unit
    control.tooltip = description  # else a tooltip says "null"
    return control


def in_words(control):
    """A control's state for the line of words: "angle 45 degrees"."""
    if isinstance(control, PartSlider):
        value = signed(control.value, int(control.readout_format[1:-1]))
    else:
        value = getattr(control, "label", control.value)
    return f"{control.course_name} {value} {control.course_unit}".strip()


def signed(number, digits=3):
    """A number in words: so many digits, a true minus sign, and no minus before 0.

    >>> signed(-0.0001), signed(-0.5, 2)
    ('0.000', '−0.50')
    """
    return f"{round(float(number), digits) + 0.0:.{digits}f}".replace("-", "−")


def as_row(numbers, digits=0):
    """The same of several: "(1, −2)"."""
    return "(" + ", ".join(signed(number, digits) for number in numbers) + ")"
