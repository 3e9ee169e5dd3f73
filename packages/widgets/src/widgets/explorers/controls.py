"""Controls of an explorer: a name, a unit, and the positions it can take. No widgets."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Control:
    """A control's possible positions, in order, and its current one; made by `slider` and `choice`.

    ``kind`` is slider, list or buttons; ``digits`` of a slider are None where all are whole.
    """

    name: str
    unit: str
    kind: str
    values: list
    labels: list
    value: object
    digits: int | None = None

    @property
    def at(self):
        """The number of its current position."""
        return self.values.index(self.value)

    def place(self, value):
        """The number of the position of a value; one between two positions becomes one more.

        ValueError: the value is not the control's (a slider on the page would cut it).
        """
        if self.kind != "slider":
            if value in self.values:
                return self.values.index(value)
            known = ", ".join(map(repr, self.values))
            raise self._refused(f"one of {known}", value, "another name")
        low, high = self.values[0], self.values[-1]
        if not low <= value <= high:
            raise self._refused(f"a value from {low} to {high}", value, "another unit")
        near = min(range(len(self.values)), key=lambda k: abs(self.values[k] - value))
        if abs(self.values[near] - value) <= 1e-9 * max(1, abs(value)):
            return near
        if self.digits is None:
            raise self._refused("one of its whole numbers", value, "a fraction")
        after = near + (self.values[near] < value)
        self.values.insert(after, float(value))
        self.labels.insert(after, signed(value, max(self.digits, 3)))
        return after

    def _refused(self, expected, got, cause):
        return ValueError(f"{self.name}: expected {expected}, got {got!r}; likely cause: {cause}.")

    def in_words(self, value):
        """A position for the line of words: "angle 45 degrees"."""
        return f"{self.name} {self.labels[self.values.index(value)]} {self.unit}".strip()


def slider(description, low, high, step, value, *, unit=""):
    """Return a slider; its values are integers if low, high, step and value all are.

    The description is the name a screen reader speaks; it is shown before the slider, with the unit
    (such as "degrees"), and in the line of words.
    """
    count = round((high - low) / step)
    if all(isinstance(number, int) for number in (low, high, step, value)):
        values, digits = [low + k * step for k in range(count + 1)], None
    else:
        values = [round(float(low) + k * step, 9) for k in range(count + 1)]
        digits = next(d for d in range(16) if d == 15 or np.isclose(round(step, d), step, atol=0))
    near = min(range(len(values)), key=lambda k: abs(values[k] - value))
    values[near] = value if digits is None else float(value)
    labels = [signed(one, digits or 0) for one in values]
    return Control(description, unit, "slider", values, labels, values[near], digits)


def choice(description, options, value=None, *, buttons=False):
    """Return a drop-down list, or a row of buttons, of options: texts, or pairs (text, value)."""
    pairs = [one if isinstance(one, tuple) else (one, one) for one in options]
    labels, values = ([pair[i] for pair in pairs] for i in (0, 1))
    kind = "buttons" if buttons else "list"
    return Control(description, "", kind, values, labels, values[0] if value is None else value)


def signed(number, digits=3):
    """A number in words: so many digits, a true minus sign, and no minus before 0.

    >>> signed(-0.0001), signed(-0.5, 2)
    ('0.000', '−0.50')
    """
    return f"{round(float(number), digits) + 0.0:.{digits}f}".replace("-", "−")


def as_row(numbers, digits=0):
    """The same of several: "(1, −2)"."""
    return "(" + ", ".join(signed(number, digits) for number in numbers) + ")"
