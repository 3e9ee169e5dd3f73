"""Whose hand-in a file is, as far as its path tells: the names that course systems write.

Canvas' and Moodle's downloads, Gradescope's exports, nbgrader's folders, and a student's own folder
or file name. The outermost name decides, because what is below it is the student's own; whatever
else could be meant is said (``doubt``). Who is on a roster is none of this module's business
(`roster`).

Forms, and where they were read: Canvas, app/models/content_zipper.rb, ``get_filename`` and
``add_upload_submission`` (``name[_LATE]_user_attachment_file``); Moodle,
mod/assign/feedback/file/importziplib.php (``name_participant_plugintype_plugin[_]``); Gradescope,
``submission_metadata.yml`` as otter-grader's ``GradescopeParser`` reads it; nbgrader's default
``directory_structure``, ``step/student/assignment``.
"""

import functools
import os
import re
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path

from course_tools import home, notebooks

_AGAIN = re.compile(r"[-_ ]*(?:\(\d+\)|-\d{1,2}|checkpoint)$")  # marks of a second upload
_CANVAS = re.compile(r"(?:(?P<name>.+?)_)??(?:(?P<late>late)_)?(?P<id>[1-9]\d*)_[1-9]\d*_(?=.)",
                     re.I)
_MOODLE = re.compile(r"(?P<name>[^_]+)_(?P<id>\d+)_assign(?:submission|feedback)_[a-z]+_?")
_GRADESCOPE = re.compile(r"submission_\d+")
_NBGRADER = ("submitted", "autograded", "feedback")
METADATA = "submission_metadata.yml"
MAX_METADATA = 10_000_000  # bytes of all of them
# Folders that say when, what or with whom, and names that say which version: nobody's own name.
_NOBODY = re.compile(
    r"(?:(?:group|gruppe|team|section|tutorial|class)[ _.-]*[a-z]?|(?:week|woche|day|date|sheet"
    r"|blatt|exercise|uebung|übung|assignment|homework|hw|session|lab|part|unit|lesson|lecture"
    r"|notebook|submission|abgabe|hand-?in|late|draft|final|copy|kopie|solution|lösung|answer|new"
    r"|old)s?)(?:[ _.-]*\d{1,3}[a-z]?)?|\d{1,2}", re.I)


@dataclass(frozen=True)
class Owner:
    """What a path says of whoever handed it in."""

    name: str  # to be shown where no roster knows better
    system: str = ""  # canvas, moodle, gradescope, nbgrader; none: somebody's own folder
    id: str = ""  # the system's number or login, where the path has it
    email: str = ""
    late: bool = False
    back: str = ""  # where in a zip that goes back the page has to lie
    more: tuple = ()  # those who handed it in with them
    doubt: str = ""  # what an instructor should look at, in words

    @property
    def key(self):
        """What tells it from others that systems name."""
        return self.system, self.id or self.name


def owners(paths, submitters=None):
    """The `Owner` of each file, in the files' order.

    ``submitters`` is what Gradescope's metadata say, by folder (`submitters_of`). Where no system
    is recognised it is the outermost part in which the ways differ (``ann/week 2/04.ipynb``), but
    no ``week 1`` or ``group A`` if the names in them differ (``week 1/ann/04.ipynb``); of files
    side by side it is the name without the notebook's.

    >>> [one.name for one in owners(["in/ann/04_softmax_derivative.ipynb", "in/bob/04.ipynb"])]
    ['ann', 'bob']
    >>> [one.name for one in owners(["w/week1/ann/4.ipynb", "w/week1/bob/4.ipynb",
    ...                              "w/week2/ann_04.ipynb"])]
    ['ann', 'bob', 'ann']
    >>> [one.id for one in owners(["novakann_LATE_12345_67890_04_softmax_derivative-1.ipynb"])]
    ['12345']
    """
    whole = [Path(os.path.abspath(path)).parts for path in paths]
    if not whole:
        return []
    named = [list(_names(parts, submitters or {})) for parts in whole]
    around = _Around(whole, named)
    chosen = [_chosen(names, parts, around) for parts, names in zip(whole, named, strict=True)]
    places = [i for i, one in enumerate(chosen) if not one]
    ways = [whole[i][len(around.shared):] for i in places]
    for i, one in zip(places, _of_places(ways, around.shared), strict=True):
        chosen[i] = replace(one, doubt=_second(named[i][0][1])) if named[i] else one
    return chosen


class _Around:
    """What all paths have in common, and what else is in the folders below that."""

    def __init__(self, whole, named):
        self.shared = Path(os.path.commonpath(
            [os.path.join(*parts[:-1]) for parts in whole])).parts
        self.is_alone, self.folders = len(whole) == 1, {}  # folder: whose the files in it are
        for parts, names in zip(whole, named, strict=True):
            self.folders.setdefault(parts[len(self.shared)], set()).add(
                names[0][1].key if names else None)
        self.is_mixed = any(None in keys for keys in self.folders.values())
        # Folders of the instructor's own: `ws_2024_25_x` could be one of Canvas' names, but is none
        # if those of several people are below it.
        count = next((i for i, part in enumerate(self.shared) if part.lower().endswith(".zip")),
                     len(self.shared))
        below = {next((one.key for i, one in names if i >= count), None) for names in named}
        self.yours = count if len(below) > 1 else 0

    def is_students(self, folder):
        """Whether a folder without a system's name is a student's, whatever the names in it."""
        keys = self.folders[folder]
        return self.is_mixed and (None in keys or len(keys) < 2) and not _NOBODY.fullmatch(folder)


def _names(parts, submitters):
    """(index, `Owner`) of each part of a path that a system wrote, the outermost first."""
    for i, part in enumerate(parts):
        student, assignment, *rest = (*parts[i + 1:], "", "")
        if owner := _of_part(part, submitters):
            yield i, owner
        elif part in _NBGRADER and len(rest) > 2 and not (
                _of_part(student, submitters) or _of_part(assignment, submitters)):
            yield i + 1, Owner(student, "nbgrader", student,
                               back=f"{student}/{assignment}/{Path(parts[-1]).stem}")


def _of_part(part, submitters):
    if part in submitters:
        first, *more = (Owner(system="gradescope", back=part, **one) for one in submitters[part])
        return replace(first, more=tuple(more))
    if found := _MOODLE.match(part):
        return Owner(found["name"], "moodle", found["id"], back=found[0].rstrip("_") + "_")
    if found := _CANVAS.match(part):
        back = found[0] + Path(part[found.end():]).stem
        return Owner(found["name"] or found["id"], "canvas", found["id"],
                     late=bool(found["late"]), back=back)
    return Owner(part, "gradescope", back=part) if _GRADESCOPE.fullmatch(part) else None


def _chosen(names, parts, around):
    """The outermost of a path's names; None where a folder of the student's own decides."""
    theirs = [(i, one) for i, one in names if i >= around.yours or _is_sure(one, parts[i:])]
    if not theirs:
        return None
    (at, owner), *more = theirs
    depth = len(around.shared)
    if at > depth and around.is_students(parts[depth]):
        return None
    outside = [parts[i] for i, one in names if (i, one) not in theirs]
    outside += parts[depth:at] if around.is_mixed else []
    doubt = ""
    if others := [one for _, one in more if one.key != owner.key]:
        doubt = _second(others[0])
    elif outside:
        doubt = f"`{outside[0]}` is taken for a folder of your own, not for a hand-in"
    elif at < depth and not around.is_alone and not _is_sure(owner, parts[at:]):
        doubt = f"all counts as one student's, by the name `{parts[at]}`: rename it if it is yours"
    return replace(owner, doubt=doubt)


def _is_sure(owner, parts):
    """Whether no folder of an instructor's own looks so by chance."""
    return {"moodle": True, "gradescope": owner.name != owner.back,  # its metadata know it
            "nbgrader": len(parts) == 3}.get(owner.system, False)


def _second(other):
    which = f" ({other.system} {other.id})" if other.id else ""
    return (f"a name further inside says {other.name}{which}: it is not believed, because the "
            "student could write it")


def _of_places(ways, shared):
    """The owners of files that no system named, by their folders and names below ``shared``."""
    ways = [(*(part.removesuffix(".zip") for part in way[:-1]), _own(way[-1])) for way in ways]
    for way, (name, doubt) in zip(ways, _people(ways), strict=True):
        name = name or (shared[-1] if len(way) == 1 else way[0])
        name = unicodedata.normalize("NFC", name).strip()
        yield Owner(name or "student", doubt=doubt)


def _own(name):
    """The student's own part of a file's name."""
    return _notebook().sub("", _AGAIN.sub("", Path(name).stem), count=1).strip("-_ .")


def _people(ways):
    """(name, doubt) of each way: folders, then what a file's name has besides the notebook's."""
    boxes = [way for way in ways if len(way) > 1 and _NOBODY.fullmatch(way[0])]
    inner = dict(zip(boxes, _people([way[1:] for way in boxes]), strict=True)) if boxes else {}
    inner = {way: name for way, (name, _) in inner.items() if name and not _NOBODY.fullmatch(name)}
    differ = len(set(map(folded, inner.values()))) > 1
    listed = ", ".join(sorted({way[0] for way in inner})[:5])
    doubt = (f"{listed}: not taken for students, since the names in there differ" if differ else
             f"{listed}: taken for students, though there is a name in there")
    own = {}
    for way in ways:
        own.setdefault(way[0], []).append(way[1:])
    several = {folder: _several(rest) for folder, rest in own.items()}
    for way in ways:
        if way in inner:
            yield (inner[way] if differ else way[0]), doubt
        else:
            yield way[0], several[way[0]] if len(way) > 1 and way not in boxes else ""


def _several(ways):
    """The doubt about a student's own folder with two names in it."""
    names = sorted({way[0] for way in ways if way and way[0] and not _NOBODY.fullmatch(way[0])})
    return (f"all in this folder counts as one student's, though there are {', '.join(names[:3])} "
            "in it" if len(names) > 1 else "")


def _notebook():
    """What file names hold beside the student's: a notebook's name, or its number alone."""
    return _pattern(home.other())


@functools.cache
def _pattern(other):
    names = {row["notebook"] for row in home.course().concepts()}
    if other:
        names |= {path.stem for path in notebooks.notebook_files(folder=other / "notebooks")}
    stems = sorted(names, key=len, reverse=True)
    number = rf"(?<!\w)(?:{notebooks.NUMBER})(?!\w)|(?<=_)(?:{notebooks.NUMBER})(?![A-Za-z0-9])"
    return re.compile("|".join([*map(re.escape, stems), number]))


def submitters_of(paths):
    """Who handed in which folder: Gradescope's metadata beside the files, if there are any."""
    found, rest = {}, MAX_METADATA
    places = {parent for path in paths for parent in Path(path).parents}
    for place in sorted(places, key=lambda place: len(place.parts)):  # the outermost decides
        file = place / METADATA
        if file.is_file() and (rest := rest - file.stat().st_size) >= 0:
            about = {folder: whose for folder, whose in _metadata(file).items()
                     if place / str(folder) in places}  # a student's own: nothing of others
            found = about | found
    return found


def _metadata(path):
    import yaml

    try:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # of C, ten times as fast
        entries = yaml.load(path.read_text(encoding="utf-8", errors="replace"), loader)
        return {folder: [_submitter(one) for one in about[":submitters"]]
                for folder, about in entries.items() if about.get(":submitters")}
    except (yaml.YAMLError, RecursionError, AttributeError, TypeError, LookupError):
        return {}  # the folders' own names are left


def _submitter(about):
    def text(key):
        value = about.get(key)  # a list of lists of the same list has no end as a text
        return str(value or "") if isinstance(value, str | int) else ""

    return {"name": text(":name") or text(":email") or text(":sid"), "id": text(":sid"),
            "email": text(":email")}


# --- when are two names one? ------------------------------------------------------------------


def folded(name):
    """A name without what systems and file systems change: case, spaces, Unicode's two forms.

    >>> folded(" Mu\u0308ller, Zo\u00eb") == folded("M\u00fcller,  ZO\u00cb ")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", str(name)).casefold().split())


def letters(name):
    """The letters and digits of a name alone, accents taken off: the last thing to compare.

    >>> letters("Nov\u00e1k, Ann-Lee"), letters("\u738b\u82b3")
    ('novakannlee', '\u738b\u82b3')
    """
    apart = unicodedata.normalize("NFKD", str(name)).casefold()
    return "".join(c for c in apart if c.isalnum())
