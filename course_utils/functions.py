r"""Pure functions of arrays, by topic; this file is their table of contents, without code.

activations   what a hidden unit does with its pre-activation, and its slope
bayes         belief over a list of models, for a coin
features      polynomial feature maps, and how many features there are
glm           likelihoods of yes or no and of counts, their gradients, one loop that fits
gradients     here only `numerical_gradient`: the slope by differences
linear        least squares, ridge, and two linear layers in one
losses        softmax, targets, cross-entropy and its gradient
perceptron    here only `is_linearly_separable`
regression    lines by descent, and losses that tolerate an outlier

Nothing here trains, draws, or reads a file, and no argument is ever changed. Rows are examples.
Symbols: t examples (rows), d inputs, v hidden units, m classes, p features; x data or
pre-activation, z logits, o = softmax(z), T one-hot targets, y integer labels counted from 0.
"""

from .maths import activations, bayes, features, glm, linear, losses, regression
from .maths.activations import *
from .maths.bayes import *
from .maths.features import *
from .maths.glm import *
from .maths.gradients import numerical_gradient
from .maths.linear import *
from .maths.losses import *
from .maths.perceptron import is_linearly_separable
from .maths.regression import *

__all__ = [
    "is_linearly_separable", "numerical_gradient",
    *activations.__all__, *bayes.__all__, *features.__all__, *glm.__all__, *linear.__all__,
    *losses.__all__, *regression.__all__,
]
