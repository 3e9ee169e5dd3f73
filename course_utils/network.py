r"""Networks and their training, by topic; this file is their table of contents, without code.

perceptron       one step of the perceptron, for two classes and for many; whole runs; margins
mlp              one hidden layer, forward and backward, with or without an embedding table
gradients        the check of a backward pass against differences
training         minibatch gradient descent, for one network or many at once
scalar_network   one number in, one number out: the network whose kinks can be watched
approximation    such networks built, not trained, to follow a given function

Nothing here reads files or draws. Rows are examples; symbols and parameters are those of `mlp`.
"""

from .maths import approximation, mlp, scalar_network, training
from .maths.approximation import *
from .maths.gradients import LINES, first_wrong_line, gradient_check
from .maths.mlp import *
from .maths.perceptron import (
    multiclass_perceptron_update,
    perceptron_trace,
    perceptron_update,
    smallest_margin,
    train_perceptron,
)
from .maths.scalar_network import *
from .maths.training import *

__all__ = [
    "LINES", "first_wrong_line", "gradient_check", "multiclass_perceptron_update",
    "perceptron_trace", "perceptron_update", "smallest_margin", "train_perceptron",
    *approximation.__all__, *mlp.__all__, *scalar_network.__all__, *training.__all__,
]
