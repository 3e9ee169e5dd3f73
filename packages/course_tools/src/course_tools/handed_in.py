"""The files of a class: notebooks, patterns, folders, and the zip that a course system gives.

A zip is written by the person who hands it in. Nothing of it is written outside one folder,
whatever its names are, and no student gets more than the limits below; each notebook in it is there
afterwards, or the reason why not.
"""

import os
import re
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from course_tools import files
from course_tools.output import printable
from course_tools.results.owners import owners

MAX_NOTEBOOK = files.MAX_READ
MAX_BESIDE = 20_000_000  # bytes of a file next to a notebook
MAX_ALL = 4_000_000_000  # bytes of everything in one zip
MAX_BYTES, MAX_FILES, MAX_NOTEBOOKS = 50_000_000, 2000, 60  # of one student, whose zips count, too
MAX_RATIO, SMALL = 200, 5_000_000  # bytes for one that is packed, above so many
BOMB = f"packed more than {MAX_RATIO} to 1"
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others unpack to any size in one step
_BLOCK = 1 << 20
_NOT_IN_NAMES = re.compile(r'[<>:"|?*\\\x00-\x1f\x7f\ud800-\udfff]')


@dataclass(frozen=True)
class HandedIn:
    """One notebook file: its path, its name, and why it cannot be run, if so."""

    path: Path
    shown: str
    refused: str | None = None


def collect(patterns, folder, find):
    """All notebooks that names, patterns, folders (``find``) and zips stand for, each once."""
    found = {}
    for pattern in patterns:
        real = os.path.realpath(pattern)
        if real.lower().endswith(".zip") and os.path.isfile(real):
            if real not in found:
                found[real] = unpack(pattern, Path(folder, f"zip{len(found)}"))
        else:
            for path in find([pattern]):
                found.setdefault(os.path.realpath(path), [HandedIn(Path(path), str(path))])
    return [one for some in found.values() for one in some]


def unpack(path, folder):
    """The notebooks of a zip, and of zips in it, unpacked into ``folder`` with other files."""
    path, room = Path(path), _Room(Path(folder))
    try:
        with zipfile.ZipFile(path) as archive:
            found = room.unpack(archive, str(path), inside=True)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        reason = f"not a zip that can be read ({files.first_line(error)})"
        found = [HandedIn(path, str(path), reason)]
    return found or [HandedIn(path, str(path), "it has no notebook in it")]


class _Room:
    """A folder that is filled from zips, and what may still go into it: ``purse`` is a student's,
    whose own zip it is; else each has one.
    """

    def __init__(self, folder, purse=None):
        self.folder, self.purse, self.bytes = folder, purse, MAX_ALL
        self.taken, self.number, self.labels = set(), 0, {}

    def unpack(self, archive, shown, *, inside):
        found, entries = [], []
        for entry in archive.infolist():
            parts = [p for p in re.split(r"[/\\]", _name(entry)) if p not in ("", ".", "..")]
            if not (entry.is_dir() or not parts or parts[0] == "__MACOSX" or any(
                    part.startswith(".") for part in parts)):
                entries.append((entry, parts))
        purses = self._purses(shown, [parts for _, parts in entries])
        for (entry, parts), purse in sorted(
                zip(entries, purses, strict=True), key=lambda one: _rank(one[0][1][-1])):
            found += self._take(archive, entry, parts, purse, shown, inside)
        return sorted(found, key=lambda one: one.shown)

    def _purses(self, shown, paths):
        """What each entry's student may still hand in."""
        if self.purse:
            return [self.purse] * len(paths)
        whose = owners([os.path.join(shown, *parts) for parts in paths])
        purses = {owner.key: _Purse() for owner in whose}
        return [purses[owner.key] for owner in whose]

    def _take(self, archive, entry, parts, purse, shown, inside):
        """The notebooks of one entry: itself, those of a zip, or none."""
        label, rank = printable(f"{shown}/{'/'.join(parts)}"), _rank(parts[-1])
        purse.files -= 1
        if rank and purse.files < 0:
            return []
        if rank == 1 and inside:
            return self._zip_inside(archive, entry, parts, label, purse)
        if rank:
            self._write(archive, entry, parts, MAX_BESIDE, purse)
            return []
        purse.notebooks -= 1
        if purse.notebooks == -1:  # one line for all of them
            return [HandedIn(self.folder, self._label(label),
                             f"more than {MAX_NOTEBOOKS} notebooks of one student")]
        if purse.notebooks < 0:
            return []
        place, refused = self._write(archive, entry, parts, MAX_NOTEBOOK, purse)
        return [HandedIn(place, self._label(label), refused)]

    def _label(self, label):
        """The label, with a number where another entry has it already."""
        again = self.labels[label] = self.labels.get(label, 0) + 1
        return label if again == 1 else f"{label} (entry {again})"

    def _zip_inside(self, archive, entry, parts, label, purse):
        """A student's own zip: its notebooks go into a folder of its name."""
        place, refused = self._write(archive, entry, parts, MAX_NOTEBOOK, purse)
        if not refused:
            inner = _Room(place.with_name(place.name + "~"), purse)
            inner.bytes = self.bytes
            try:
                with zipfile.ZipFile(place) as more:
                    found = inner.unpack(more, label, inside=False)
            except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
                refused = f"not a zip that can be read ({files.first_line(error)})"
            else:
                self.bytes = inner.bytes
                return found or [HandedIn(place, label, "it has no notebook in it")]
        return [HandedIn(place, label, refused)]

    def _write(self, archive, entry, parts, most, purse):
        """Write one entry; return its place, and why it could not be written to its end."""
        self.number += 1
        names = [_harmless(part) for part in parts]
        plain = self.folder.joinpath(*names)
        aside = self.folder / f"~{self.number}" / ("hand_in" + Path(names[-1]).suffix[:10])
        taken = os.path.normcase(str(plain)).casefold() in self.taken
        reason = None
        for place in (aside,) if taken else (plain, aside):
            try:
                place.parent.mkdir(parents=True, exist_ok=True)
                with open(place, "xb") as out:
                    reason = self._copy(archive, entry, out, most, purse)
                self.taken.add(os.path.normcase(str(place)).casefold())
                return place, reason
            except (OSError, ValueError) as error:  # a name too long, a folder where a file is
                reason = f"cannot be unpacked ({files.first_line(error)})"
        return aside, reason

    def _copy(self, archive, entry, out, most, purse):
        """Copy what is really there, not what the zip claims; a reason if it was cut."""
        if entry.flag_bits & 1:
            return "it is protected by a password"
        if entry.compress_type not in METHODS:
            return "it is packed by another method than Deflate: pack it again"
        packed = max(SMALL, MAX_RATIO * entry.compress_size)
        if entry.file_size > packed:
            return BOMB
        try:
            with archive.open(entry) as source:
                written = 0
                while block := source.read(_BLOCK):
                    written += len(block)
                    self.bytes -= len(block)
                    purse.bytes -= len(block)
                    reason = (
                        f"larger than {most / 1e6:.0f} MB" if written > most else
                        BOMB if written > packed else
                        f"more than {MAX_BYTES / 1e6:.0f} MB of one student" if purse.bytes < 0 else
                        f"more than {MAX_ALL / 1e9:.0f} GB in one zip" if self.bytes < 0 else "")
                    if reason:
                        out.truncate(0)
                        return reason
                    out.write(block)
        except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError,
                zipfile.zlib.error) as error:
            return f"damaged in the zip ({files.first_line(error)})"
        return None


@dataclass
class _Purse:
    """The files and bytes that a student may still hand in."""

    bytes: int = field(default_factory=lambda: MAX_BYTES)
    files: int = field(default_factory=lambda: MAX_FILES)
    notebooks: int = field(default_factory=lambda: MAX_NOTEBOOKS)


def _rank(name):
    """The order of unpacking: notebooks (0), then zips (1), then the files next to them (2)."""
    return 0 if name.lower().endswith(".ipynb") else 1 if name.lower().endswith(".zip") else 2


def _name(entry):
    """An entry's name; where no flag says UTF-8 it is tried first (macOS writes it so)."""
    if entry.flag_bits & 0x800:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return entry.filename


def _harmless(part):
    """A part of a path that every system takes."""
    part = _NOT_IN_NAMES.sub("_", part).rstrip(". ") or "_"
    if re.fullmatch(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?", part):
        part = f"_{part}"
    stem, suffix = os.path.splitext(part)
    return stem[:80 if len(suffix) < 20 else 60] + suffix[:20]
