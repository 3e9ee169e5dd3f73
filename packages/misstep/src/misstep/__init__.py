"""misstep: judges the exercises of a NumPy course, and says which misconception an answer shows.

Knows no course: `Course` says where the exercises lie and what they may use (README.md). The names
below come in when they are first used, so that `import misstep` costs next to nothing.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what `__getattr__` brings in, for those who check types
    from misstep.checking import Result as Result
    from misstep.checking import confirms as confirms
    from misstep.course import Course as Course
    from misstep.course import current as current
    from misstep.course import load as load
    from misstep.course import use as use
    from misstep.judge.child import end_with_parent as end_with_parent
    from misstep.judge.child import limit_memory as limit_memory
    from misstep.judge.child import packet as packet
    from misstep.judge.child import packets as packets
    from misstep.judge.compare import Tolerance as Tolerance
    from misstep.judge.records import Case as Case
    from misstep.judge.records import Exercise as Exercise
    from misstep.judge.records import bank as bank
    from misstep.judge.records import ids as ids
    from misstep.judge.tables import FAMILIES as FAMILIES
    from misstep.questions import Prediction as Prediction
    from misstep.questions import Recall as Recall

__version__ = "1.0.0"

_HOMES = {  # public name: the module that holds it
    "Course": "course", "current": "course", "load": "course", "use": "course",
    "Case": "judge.records", "Exercise": "judge.records", "Tolerance": "judge.compare",
    "Prediction": "questions", "Recall": "questions",
    "Result": "checking", "confirms": "checking",
    "FAMILIES": "judge.tables", "bank": "judge.records", "ids": "judge.records",
    "end_with_parent": "judge.child", "limit_memory": "judge.child",
    "packet": "judge.child", "packets": "judge.child",
}
__all__ = [*_HOMES, "__version__"]


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(_import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
