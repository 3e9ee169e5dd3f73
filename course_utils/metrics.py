"""What stated probabilities are worth, by topic; this file is a table of contents, without code.

calibration   confidence against accuracy, scores, and the temperature that fixes both
decisions     the cheapest decision, and sets of labels that contain the truth
"""

from .maths import calibration, decisions
from .maths.calibration import *
from .maths.decisions import *

__all__ = [*calibration.__all__, *decisions.__all__]
