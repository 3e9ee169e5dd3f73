"""Draw functions (arrays and an `ax` in, `ax` out) and `show`, which puts a picture on the page.

A table of contents, without code: what several notebooks draw is in `common`, arrows and lines are
in `lines`, the drawings of one notebook in a file each.
"""

from widgets.tables import show_table

from .activations import *
from .approximation import *
from .automatic import *
from .backprop import *
from .calibration import *
from .common import *
from .common import alt_text, png
from .descent import *
from .features import *
from .glm import *
from .lines import *
from .perceptron import *
from .regression import *
from .softmax import *
from .words import *
