"""What `misstep` offers that needs NumPy; `misstep` itself brings it in when it is first used."""

# ruff: noqa: F401 - a table of contents
from misstep.checking import Result, confirms
from misstep.judge.child import end_with_parent, limit_memory, packet, packets
from misstep.judge.compare import Tolerance
from misstep.judge.records import Case, Exercise, bank, ids
from misstep.judge.tables import FAMILIES
from misstep.questions import Prediction, Recall
