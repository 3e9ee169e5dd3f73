"""What of the room's counts may be shown: nothing about fewer people than `FEWEST`.

Counts below it are hidden, together with the zeros next to them, so that a hidden count looks like
an empty one. A total next to a hidden count is that of the visible ones, "and more": subtraction
reveals nothing. Two pictures of the room could be subtracted too: between two of them at least as
many *people* changed, however long that takes. How a vote is split shows once, at its end. A room
can have another limit (``fewest``): a seminar of twelve shows little with five.
"""

FEWEST = 5


def mark(fewest=FEWEST):
    """The sign for a hidden count.

    >>> mark()
    '<5'
    """
    return f"<{fewest}"


def hidden(counts, fewest=FEWEST):
    """Counts of disjoint groups as they may be shown: a number, or "<5".

    >>> hidden({"A": 6, "B": 6, "C": 0})
    {'A': 6, 'B': 6, 'C': 0}
    >>> hidden({"A": 9, "B": 2, "C": 0})
    {'A': 9, 'B': '<5', 'C': '<5'}
    """
    small = any(0 < count < fewest for count in counts.values())
    return {name: mark(fewest) if small and count < fewest else count
            for name, count in counts.items()}


def total(counts, fewest=FEWEST):
    """The sum of disjoint groups; if one is hidden, only that of the others.

    >>> total({"A": 6, "B": 6}), total({"A": 9, "B": 2, "C": 0}), total({"A": 3})
    ('12', '9+', '<5')
    """
    shown = hidden(counts, fewest).values()
    if mark(fewest) not in shown:
        return str(sum(shown))
    return at_least(sum(count for count in shown if count != mark(fewest)) or
                    min(sum(counts.values()), fewest), fewest)


def at_least(count, fewest=FEWEST):
    """A number of people as a lower bound.

    >>> at_least(3), at_least(14)
    ('<5', '14+')
    """
    return f"{count}+" if count >= fewest else mark(fewest)


def rounded(count, fewest=FEWEST):
    """A number of people that reveals no small group: a multiple of ``fewest``.

    >>> rounded(3), rounded(14)
    ('<5', '10+')
    """
    return at_least(count // fewest * fewest, fewest)


def joined(people, rows, fewest=FEWEST):
    """How many are in the room, given what is shown of them: ``rows`` of disjoint groups.

    It is a multiple of ``fewest`` and never more than what a row with hidden counts shows.

    >>> joined(19, [{"right": 18, "at work": 1}]), joined(23, [{"right": 23, "at work": 0}])
    ('15+', '20+')
    """
    bounds = [people]
    for counts in rows:
        shown = hidden(counts, fewest).values()
        if mark(fewest) in shown:
            bounds.append(sum(count for count in shown if count != mark(fewest)) or
                          min(people, fewest))
    return rounded(min(bounds), fewest)


class Pace:
    """When the next picture may be drawn: once enough different people changed."""

    def __init__(self, fewest=FEWEST):
        self._fewest, self._changed = fewest, set()

    def changed(self, who):
        """Note that something of this person is in no picture yet."""
        self._changed.add(who)

    def is_due(self):
        """Whether a picture may be drawn now; if so, it counts as drawn."""
        if len(self._changed) < self._fewest:
            return False
        self._changed = set()
        return True
