"""What each student reached: rows of `course check` put together by person and notebook.

Who a file belongs to is read from its path (`owners`); with a roster, the roster decides. How many
points there are is what the course's records say, whatever a hand-in wrote.
"""

from collections import Counter
from dataclasses import dataclass, field

from course_tools import home
from course_tools.results.owners import folded, owners

_RANK = ("not checked", "not attempted", "error", "failed", "passed")


@dataclass
class Register:
    """Which student each file belongs to."""

    roster: object = None
    owner: dict = field(default_factory=dict)  # file to Owner
    names: dict = field(default_factory=dict)  # file to its student's name; a group has several
    person: dict = field(default_factory=dict)  # that name to the roster's person
    strangers: dict = field(default_factory=dict)  # file to the reason
    taken: set = field(default_factory=set)  # names of those who are on no roster

    def missing(self):
        """People of the roster of whom nothing was handed in."""
        there = {id(person) for person in self.person.values()}
        return [one for one in self.roster.people if id(one) not in there] if self.roster else []

    def lines(self):
        """What an instructor has to know of who is who, as lines."""
        said = [f"{file}: {why}" for file, why in self.strangers.items()]
        alike = {}
        for file, owner in self.owner.items():
            alike.setdefault(owner.doubt, []).append(file)
        said += [f"{file}{f' and {len(more)} more' if more else ''}: {doubt}"
                 for doubt, (file, *more) in alike.items() if doubt]
        away = self.missing()
        if away:
            names = ", ".join(person.name for person in away[:20])
            said.append(f"{len(away)} of {len(self.roster.people)} on the roster handed in nothing "
                        f"that is here: {names}{' …' * (len(away) > 20)}")
        return said


def register(files, roster=None, submitters=None):
    """The `Register` of files; two spellings of one name (case, Unicode's forms) are one."""
    found, seen = Register(roster), {}
    for file, owner in zip(files, owners(files, submitters), strict=True):
        found.owner[file] = owner
        found.names[file] = [_enter(found, seen, file, one) for one in (owner, *owner.more)]
    return found


def _enter(found, seen, file, owner):
    """The name an owner goes by; who is not on the roster is noted as a stranger."""
    person, why = found.roster.find(owner) if found.roster else (None, "")
    if person:
        name = _unique(person, found)
        found.person[name] = person
        return name
    if why:  # never under a name of the roster
        found.strangers[file] = f"{owner.name} {why}"
        return f"{owner.name} {owner.id}".strip() + " (not on the roster)"
    key = (owner.system, owner.id) if owner.id else folded(owner.name)
    if key not in seen:
        name = owner.name if owner.name not in found.taken else f"{owner.name} {owner.id}".strip()
        seen[key] = name
        found.taken.add(name)
    return seen[key]


def _unique(person, found):
    """The person's name; with the login beside it where two have one name."""
    other = found.person.get(person.name)
    return person.name if other in (None, person) else f"{person.name} ({person.login})"


def score(row):
    """The share of an exercise's cases that are right: 1 if it passed, below 1 if not."""
    try:
        return float(row["score"])
    except (KeyError, ValueError):
        return 0.0


def best(rows, known=None):
    """Rows by student and notebook: ``{name: {number: [row, ...]}}``, the best of each exercise.

    A notebook of which nothing could be checked has its one row without an exercise; it goes
    where another file of the same student and notebook could be. ``known`` is the `Register`.
    """
    known = known or register(list(dict.fromkeys(row["file"] for row in rows)))
    found = {}
    retired = {line.id for line in home.course().catalogue() if line.retired}  # worth no point
    for row in rows:
        for name in known.names[row["file"]] if row["exercise"] not in retired else ():
            mine = found.setdefault(name, {}).setdefault(row["notebook"], {})
            seen = mine.get(row["exercise"])
            if seen is None or _quality(row) > _quality(seen):
                mine[row["exercise"]] = row
    for mine in found.values():
        for number, chosen in mine.items():
            if len(chosen) > 1:
                chosen.pop("", None)
            mine[number] = list(chosen.values())
    return found


def _quality(row):
    rank = _RANK.index(row["status"]) if row["status"] in _RANK else -1
    return rank, score(row)


def is_checked(rows):
    """Whether a notebook's rows can be summed up: its file was run, and to the end."""
    return all(row["status"] != "not checked" for row in rows)


def points(rows):
    """What a notebook's rows sum up to: one point an exercise, in parts by cases."""
    return round(sum(score(row) for row in rows if row["exercise"]), 2)


def maxima(rows):
    """How many exercises each notebook that occurs has, by number: in the course's records."""
    numbers = Counter(row["notebook"] for row in rows if row["notebook"])
    return {number: len(home.course().catalogue(number)) for number in sorted(numbers)}
