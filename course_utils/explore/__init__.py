"""Interactive explorers: controls, a picture that follows them, and a line that says it in words.

Here are the names that the notebooks call, one for each explorer. Each has a file of its own: what
it takes, what is drawn and what moves; `explorer` is what all share, `drawing` the picture,
`controls` the sliders and choices; `live` and `explorer.js` put it on a notebook's page, `moving`
on one without a kernel.
"""

# ruff: noqa: F401, N813 - a notebook calls them like functions: explore.line_on_xor()
from .activation_gallery import ActivationGallery as activation_gallery
from .calibration import Calibration as calibration
from .checkpoints import Checkpoints as checkpoints
from .curve_degree import CurveDegree as curve_degree
from .drag_reading import DragReading as drag_reading
from .follow_function import FollowFunction as follow_function
from .horse_kicks import HorseKicks as horse_kicks
from .line_on_xor import LineOnXor as line_on_xor
from .logits_on_simplex import LogitsOnSimplex as logits_on_simplex
from .multiclass_steps import MulticlassSteps as multiclass_steps
from .perceptron_steps import PerceptronSteps as perceptron_steps
from .product_on_xor import ProductOnXor as product_on_xor
from .relu_film import ReluFilm as relu_film
from .way_down import WayDown as way_down
from .word_map import WordMap as word_map
