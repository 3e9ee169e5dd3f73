"""misstep: judges the exercises of a NumPy course, and says which misconception an answer shows.

Knows no course: `Course` says where the exercises are and what they may use (README.md). What needs
NumPy comes in when it is first used, so that `import misstep` costs next to nothing.
"""

from typing import TYPE_CHECKING

from misstep.face import Course as Course
from misstep.face import current as current
from misstep.face import load as load
from misstep.face import use as use

if TYPE_CHECKING:
    from misstep.public import FAMILIES as FAMILIES
    from misstep.public import Case as Case
    from misstep.public import Exercise as Exercise
    from misstep.public import Prediction as Prediction
    from misstep.public import Recall as Recall
    from misstep.public import Result as Result
    from misstep.public import Tolerance as Tolerance
    from misstep.public import bank as bank
    from misstep.public import confirms as confirms
    from misstep.public import end_with_parent as end_with_parent
    from misstep.public import ids as ids
    from misstep.public import limit_memory as limit_memory
    from misstep.public import packet as packet
    from misstep.public import packets as packets

__version__ = "1.0.0"
__all__ = [
    "FAMILIES", "Case", "Course", "Exercise", "Prediction", "Recall", "Result", "Tolerance",
    "__version__", "bank", "confirms", "current", "end_with_parent", "ids", "limit_memory", "load",
    "packet", "packets", "use",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from misstep import public

    return getattr(public, name)
