"""Interactive explorers: controls, a picture that follows them, and a line that says it in words.

Here are the names that the notebooks call, one for each explorer. Each explorer stands in a file of
its own and says what it takes, what is drawn and what moves; `explorer` holds what all share,
`drawing` the picture, `controls` the sliders and choices, `browser` what is added on the page.
"""

from .activation_gallery import ActivationGallery
from .browser import ON_PAGE
from .calibration import Calibration
from .controls import choice, slider
from .curve_degree import CurveDegree
from .drawing import Surface, encode_png
from .explorer import Explorer, Finding
from .line_on_xor import LineOnXor
from .logits_on_simplex import LogitsOnSimplex
from .multiclass_steps import MulticlassSteps
from .perceptron_steps import PerceptronSteps
from .product_on_xor import ProductOnXor
from .relu_film import ReluFilm
from .word_map import WordMap

__all__ = [
    "ON_PAGE", "ActivationGallery", "Calibration", "CurveDegree", "Explorer", "Finding",
    "LineOnXor", "LogitsOnSimplex", "MulticlassSteps", "PerceptronSteps", "ProductOnXor",
    "ReluFilm", "Surface", "WordMap", "activation_gallery", "calibration", "choice",
    "curve_degree", "encode_png", "line_on_xor", "logits_on_simplex", "multiclass_steps",
    "perceptron_steps", "product_on_xor", "relu_film", "slider", "word_map",
]

perceptron_steps, multiclass_steps = PerceptronSteps, MulticlassSteps  # notebook 00c
line_on_xor = LineOnXor  # 01
curve_degree, product_on_xor = CurveDegree, ProductOnXor  # 02
activation_gallery = ActivationGallery  # 03
logits_on_simplex = LogitsOnSimplex  # 04
relu_film = ReluFilm  # 05
word_map = WordMap  # 06
calibration = Calibration  # 07
