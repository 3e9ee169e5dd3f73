"""Interactive explorers: controls, a picture that follows them, and a line that says it in words.

Here are the names that the notebooks call, one for each explorer. Each explorer stands in a file of
its own and says what it takes, what is drawn and what moves; `explorer` holds what all share,
`drawing` the picture, `controls` the sliders and choices, `browser` what is added on the page.
"""

from .activation_gallery import ActivationGallery
from .browser import ON_PAGE
from .calibration import Calibration
from .checkpoints import Checkpoints
from .controls import choice, slider
from .curve_degree import CurveDegree
from .drag_reading import DragReading
from .drawing import Surface, encode_png
from .explorer import Explorer, Finding
from .follow_function import FollowFunction
from .horse_kicks import HorseKicks
from .line_on_xor import LineOnXor
from .logits_on_simplex import LogitsOnSimplex
from .multiclass_steps import MulticlassSteps
from .perceptron_steps import PerceptronSteps
from .product_on_xor import ProductOnXor
from .relu_film import ReluFilm
from .way_down import WayDown
from .word_map import WordMap

__all__ = [
    "ON_PAGE", "ActivationGallery", "Calibration", "Checkpoints", "CurveDegree", "DragReading",
    "Explorer", "Finding", "FollowFunction", "HorseKicks", "LineOnXor", "LogitsOnSimplex",
    "MulticlassSteps", "PerceptronSteps", "ProductOnXor", "ReluFilm", "Surface", "WayDown",
    "WordMap", "activation_gallery", "calibration", "checkpoints", "choice", "curve_degree",
    "drag_reading", "encode_png", "follow_function", "horse_kicks", "line_on_xor",
    "logits_on_simplex", "multiclass_steps", "perceptron_steps", "product_on_xor", "relu_film",
    "slider", "way_down", "word_map",
]

way_down = WayDown  # notebook 00
drag_reading = DragReading  # 00b
perceptron_steps, multiclass_steps = PerceptronSteps, MulticlassSteps  # 00c
line_on_xor = LineOnXor  # 01
curve_degree, product_on_xor = CurveDegree, ProductOnXor  # 02
activation_gallery = ActivationGallery  # 03
follow_function = FollowFunction  # 03b
horse_kicks = HorseKicks  # 03c
logits_on_simplex = LogitsOnSimplex  # 04
relu_film = ReluFilm  # 05
checkpoints = Checkpoints  # 05b
word_map = WordMap  # 06
calibration = Calibration  # 07
