"""What `course check` says of an answer: a `Row` for each exercise of each file.

A value stays what it is, a score a number; it becomes text where it is written (`verdicts_table`,
`results`).
"""

from dataclasses import dataclass, fields

NOT_CHECKED = "not checked"  # of an exercise: it was not reached; of a file: it was not run
STATUSES = (NOT_CHECKED, "not attempted", "error", "failed", "passed")  # from the least


@dataclass(frozen=True)
class Row:
    """The verdict on one exercise of one file, or the reason why a file was not run."""

    file: str
    notebook: str = ""  # "04"; none where nothing says which one it is
    exercise: str = ""  # its id; none where the file was not run
    title: str = ""
    status: str = NOT_CHECKED
    misconception: str = ""
    message: str = ""
    score: float | None = None  # share of the cases that are right; None where nothing was checked
    card: list | None = None  # parts of what a student would see: another process wrote them

    @property
    def is_checked(self) -> bool:
        """Whether there is a verdict at all."""
        return self.status != NOT_CHECKED

    @property
    def is_right(self) -> bool:
        """Whether the answer passed."""
        return self.status == "passed"

    @property
    def points(self) -> float:
        """The share of an exercise's cases that are right: 1 if it passed, below 1 if not."""
        return float(self.score or 0)


COLUMNS = tuple(field.name for field in fields(Row) if field.name != "card")
