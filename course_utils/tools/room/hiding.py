"""What of the room's counts may be shown: nothing that tells of fewer than five people.

Counts below `FEWEST` are hidden, together with the zeros beside them, so that a hidden one is not
told from an empty one. A total beside a hidden count is that of the visible ones, "and more":
nothing is to be had by subtraction. Two pictures of the room that lie close together could be
subtracted too: a new one is drawn after `STEP` changes or `PAUSE` seconds.
"""

FEWEST = 5
STEP = 3  # changes between two pictures
PAUSE = 10.0  # seconds after which one change alone is shown
HIDDEN = f"<{FEWEST}"


def hidden(counts):
    """Counts of disjoint groups as they may be shown: a number, or "<5".

    >>> hidden({"A": 6, "B": 6, "C": 0})
    {'A': 6, 'B': 6, 'C': 0}
    >>> hidden({"A": 9, "B": 2, "C": 0})
    {'A': 9, 'B': '<5', 'C': '<5'}
    """
    small = any(0 < count < FEWEST for count in counts.values())
    return {name: HIDDEN if small and count < FEWEST else count
            for name, count in counts.items()}


def total(counts):
    """The sum of disjoint groups; beside a hidden one only that of the others.

    >>> total({"A": 6, "B": 6}), total({"A": 9, "B": 2, "C": 0}), total({"A": 3})
    ('12', '9+', '<5')
    """
    shown = hidden(counts).values()
    if HIDDEN not in shown:
        return str(sum(shown))
    return at_least(sum(count for count in shown if count != HIDDEN) or
                    min(sum(counts.values()), FEWEST))


def at_least(count):
    """A number of people as a lower bound.

    >>> at_least(3), at_least(14)
    ('<5', '14+')
    """
    return f"{count}+" if count >= FEWEST else HIDDEN


def joined(people, rows):
    """How many are in the room, given what is shown of them: ``rows`` of disjoint groups.

    It is a multiple of `FEWEST` and never more than what a row with hidden counts shows.

    >>> joined(19, [{"right": 18, "at work": 1}]), joined(23, [{"right": 23, "at work": 0}])
    ('15+', '20+')
    """
    bounds = [people]
    for counts in rows:
        shown = hidden(counts).values()
        if HIDDEN in shown:
            bounds.append(sum(count for count in shown if count != HIDDEN) or min(people, FEWEST))
    return at_least(min(bounds) // FEWEST * FEWEST)


class Pace:
    """When the next picture may be drawn."""

    def __init__(self, now=0.0):
        self._drawn, self._changes = now, 0

    def changed(self, count=1):
        """Note changes that no picture shows yet."""
        self._changes += count

    def is_due(self, now):
        """Whether a picture may be drawn now; if so, it counts as drawn."""
        if self._changes < STEP and not (self._changes and now - self._drawn >= PAUSE):
            return False
        self._drawn, self._changes = now, 0
        return True
