"""Whose hand-in a file is, as far as its path tells: the names that course systems write.

Canvas' and Moodle's downloads, Gradescope's exports, nbgrader's folders, and a student's own folder
or file name. Who is on a roster is none of this module's business (`roster`).

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


def owners(paths, submitters=None):
    """The `Owner` of each file, in the files' order.

    ``submitters`` is what Gradescope's metadata say, by folder (`submitters_of`). Where no system
    is recognised it is the first part in which the ways differ (``ann/week 2/04.ipynb``);
    of files side by side it is the name without the notebook's.

    >>> [one.name for one in owners(["in/ann/04_softmax_derivative.ipynb", "in/bob/04.ipynb"])]
    ['ann', 'bob']
    >>> [one.id for one in owners(["novakann_LATE_12345_67890_04_softmax_derivative-1.ipynb"])]
    ['12345']
    """
    whole = [Path(os.path.abspath(path)) for path in paths]
    if not whole:
        return []
    common = Path(os.path.commonpath([path.parent for path in whole]))
    return [_of_system(path, submitters or {}) or _of_place(path, common) for path in whole]


def _of_system(path, submitters):
    for part in reversed(path.parts):
        if part in submitters:
            first, *more = (Owner(system="gradescope", back=part, **one)
                            for one in submitters[part])
            return replace(first, more=tuple(more))
        if found := _MOODLE.match(part):
            return Owner(found["name"], "moodle", found["id"], back=found[0].rstrip("_") + "_")
        if found := _CANVAS.match(part):
            back = found[0] + Path(part[found.end():]).stem
            return Owner(found["name"] or found["id"], "canvas", found["id"],
                         late=bool(found["late"]), back=back)
        if _GRADESCOPE.fullmatch(part):
            return Owner(part, "gradescope", back=part)
    for step in _NBGRADER:
        if step in path.parts[:-3]:
            at = path.parts.index(step)
            student, assignment = path.parts[at + 1:at + 3]
            return Owner(student, "nbgrader", student, back=f"{student}/{assignment}/{path.stem}")
    return None


def _of_place(path, common):
    inside = path.relative_to(common).parts
    own = _notebook().sub("", _AGAIN.sub("", path.stem), count=1).strip("-_ .")
    name = inside[0] if len(inside) > 1 else own or common.name
    return Owner(unicodedata.normalize("NFC", name).strip() or "student")


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
    found = {}
    for place in {parent for path in paths for parent in Path(path).parents}:
        if (place / METADATA).is_file():
            found.update(_metadata(place / METADATA))
    return found


def _metadata(path):
    import yaml

    try:
        entries = yaml.safe_load(path.read_text(encoding="utf-8", errors="replace"))
        return {folder: [_submitter(one) for one in about[":submitters"]]
                for folder, about in entries.items() if about.get(":submitters")}
    except (yaml.YAMLError, AttributeError, TypeError, LookupError):
        return {}  # the folders' own names are left


def _submitter(about):
    def text(key):
        return str(about.get(key) or "")

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
