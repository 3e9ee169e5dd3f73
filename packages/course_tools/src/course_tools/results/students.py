"""What each student reached: rows of `course check` put together by person and notebook.

Who a file belongs to is read from its path (`owners`); with a roster, the roster decides. How many
points there are is what the course's records say, whatever a hand-in wrote.
"""

import functools
from dataclasses import dataclass, field

from course_tools import home
from course_tools.results.owners import Owner, folded, owners
from course_tools.results.roster import Person, Roster
from course_tools.rows import STATUSES, Row


@dataclass
class Register:
    """Which student each file belongs to."""

    roster: Roster | None = None
    owner: dict[str, Owner] = field(default_factory=dict)  # by file
    names: dict[str, list[str]] = field(default_factory=dict)  # by file; a group has several
    person: dict[str, Person] = field(default_factory=dict)  # of the roster, by such a name
    strangers: dict[str, str] = field(default_factory=dict)  # file to the reason
    taken: set[str] = field(default_factory=set)  # names of those who are on no roster

    def missing(self) -> list[Person]:
        """People of the roster of whom nothing was handed in."""
        if not self.roster:
            return []
        present = {id(person) for person in self.person.values()}
        return [person for person in self.roster.people if id(person) not in present]

    def lines(self) -> list[str]:
        """What an instructor has to know of who is who, as lines."""
        said = [f"{file}: {why}" for file, why in self.strangers.items()]
        alike: dict[str, list[str]] = {}
        for file, owner in self.owner.items():
            alike.setdefault(owner.doubt, []).append(file)
        said += [f"{file}{f' and {len(more)} more' if more else ''}: {doubt}"
                 for doubt, (file, *more) in alike.items() if doubt]
        away = self.missing()
        if away and self.roster:
            names = ", ".join(person.name for person in away[:20])
            said.append(f"{len(away)} of {len(self.roster.people)} on the roster handed in nothing "
                        f"that is here: {names}{' …' * (len(away) > 20)}")
        return said


def register(files: list[str], roster: Roster | None = None,
             submitters: dict | None = None) -> Register:
    """The `Register` of files; two spellings of one name (case, Unicode's forms) are one."""
    known = Register(roster)
    seen: dict[str | tuple[str, str], str] = {}
    for file, owner in zip(files, owners(files, submitters), strict=True):
        known.owner[file] = owner
        known.names[file] = [_enter(known, seen, file, who) for who in (owner, *owner.more)]
    return known


def _enter(known, seen, file, owner):
    """The name an owner goes by; who is not on the roster is noted as a stranger."""
    person, why = known.roster.find(owner) if known.roster else (None, "")
    if person:
        name = _unique(person, known)
        known.person[name] = person
        return name
    if why:  # never under a name of the roster
        known.strangers[file] = f"{owner.name} {why}"
        return f"{owner.name} {owner.id}".strip() + " (not on the roster)"
    key = (owner.system, owner.id) if owner.id else folded(owner.name)
    if key not in seen:
        name = owner.name if owner.name not in known.taken else f"{owner.name} {owner.id}".strip()
        seen[key] = name
        known.taken.add(name)
    return seen[key]


def _unique(person, known):
    """The person's name; with the login next to it where two have one name."""
    other = known.person.get(person.name)
    return person.name if other in (None, person) else f"{person.name} ({person.login})"


@dataclass
class Gradebook:
    """What a class reached: all rows, and whose they are."""

    rows: list[Row]
    known: Register

    @classmethod
    def of(cls, rows: list[Row]) -> "Gradebook":
        """Rows of which nothing is known but the paths of their files."""
        return cls(rows, register(list(dict.fromkeys(row.file for row in rows))))

    @functools.cached_property
    def best(self) -> dict[str, dict[str, list[Row]]]:
        """Rows by student and notebook, the best of each exercise.

        A notebook of which nothing could be checked has its one row without an exercise; it goes
        where another file of the same student and notebook could be.
        """
        retired = {line.id for line in home.course().catalogue() if line.retired}  # no point
        chosen: dict[str, dict[str, dict[str, Row]]] = {}
        for row in self.rows:
            for name in self.known.names[row.file] if row.exercise not in retired else ():
                rows = chosen.setdefault(name, {}).setdefault(row.notebook, {})
                before = rows.get(row.exercise)
                if before is None or _quality(row) > _quality(before):
                    rows[row.exercise] = row
        return {name: {number: [row for id, row in rows.items() if id or len(rows) == 1]
                       for number, rows in notebooks.items()} for name, notebooks in chosen.items()}

    @functools.cached_property
    def maxima(self) -> dict[str, int]:
        """How many exercises each notebook that occurs has, by number: in the course's records."""
        numbers = sorted({row.notebook for row in self.rows if row.notebook})
        return {number: len(home.course().catalogue(number)) for number in numbers}

    def of_roster(self) -> list[tuple[str, dict[str, list[Row]]]]:
        """Students with their `best` rows; with a roster only those who are on it."""
        return [(student, notebooks) for student, notebooks in self.best.items()
                if not self.known.roster or student in self.known.person]

    def students_of(self, row: Row) -> str:
        """Whose a row is; a group has several names."""
        return ", ".join(self.known.names[row.file])


def _quality(row):
    return STATUSES.index(row.status), row.points


def is_checked(rows: list[Row]) -> bool:
    """Whether a notebook's rows can be summed up: its file was run, and to the end."""
    return all(row.is_checked for row in rows)


def points(rows: list[Row]) -> float:
    """What a notebook's rows sum up to: one point an exercise, in parts by cases."""
    return round(sum(row.points for row in rows if row.exercise), 2)
