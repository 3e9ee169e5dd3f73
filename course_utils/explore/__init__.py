"""Interactive explorers: controls, a picture that follows them, and a line that says it in words.

Here are the functions that the notebooks call, one for each explorer. Each explorer stands in a
file of its own and says what is drawn and what moves; `explorer` holds what all share, `drawing`
the picture, `controls` the sliders and choices, `browser` what is added on the page.
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
    "ON_PAGE",
    "ActivationGallery",
    "Calibration",
    "CurveDegree",
    "Explorer",
    "Finding",
    "LineOnXor",
    "LogitsOnSimplex",
    "MulticlassSteps",
    "PerceptronSteps",
    "ProductOnXor",
    "ReluFilm",
    "Surface",
    "WordMap",
    "activation_gallery",
    "calibration",
    "choice",
    "curve_degree",
    "encode_png",
    "line_on_xor",
    "logits_on_simplex",
    "multiclass_steps",
    "perceptron_steps",
    "product_on_xor",
    "relu_film",
    "slider",
    "word_map",
]


def perceptron_steps(streams, steps):
    """Return the explorer of notebook 00c: a perceptron on four cards, one card at a time.

    Parameters
    ----------
    streams : dict of str to (X, y)
        Under its name the cards, shape (t, 2) or, with a column of ones, (t, 3), and their
        labels, -1 or +1.
    steps : int
        How many cards can be shown.
    """
    return PerceptronSteps(streams, steps)


def multiclass_steps(X, y, m):
    """Return the explorer of notebook 00c: say what the next example does to the columns of W.

    Parameters
    ----------
    X : array, shape (t, 2)
        Whole numbers from -3 to 3.
    y : array of int, shape (t,)
        Their classes, 0 to m - 1.
    m : int
        Number of classes, at most 5.
    """
    return MulticlassSteps(X, y, m)


def line_on_xor():
    """Return the explorer of notebook 01: turn and shift a line over the four XOR points."""
    return LineOnXor()


def curve_degree():
    """Return the explorer of notebook 02: degree, basis and penalty of a polynomial."""
    return CurveDegree()


def product_on_xor():
    """Return the explorer of notebook 02: the product term on the four XOR points."""
    return ProductOnXor()


def activation_gallery():
    """Return the explorer of notebook 03: twelve activations and their slopes."""
    return ActivationGallery()


def logits_on_simplex():
    """Return the explorer of notebook 04: three logits, a temperature, and the gradient."""
    return LogitsOnSimplex()


def relu_film(films, x, y):
    """Return the explorer of notebook 05: scrub through the training of a ReLU network.

    Parameters
    ----------
    films : dict of str -> list of dict
        Films of one length under the names of their starts, as from `network.relu_net_1d_fit`.
    x, y : arrays, shape (n,)
        The data.
    """
    return ReluFilm(films, x, y)


def word_map(tables, words, groups):
    """Return the explorer of notebook 06: query and recolour a map of word vectors.

    Parameters
    ----------
    tables : dict of str to array (|V|, 2)
        Embedding tables of the same words by name.
    words : sequence of str, length |V|
        The words in row order.
    groups : dict of str to (names, member)
        What the colours may mean: at most five names, and each word's number among them.
    """
    return WordMap(tables, words, groups)


def calibration(params, X, y):
    """Return the explorer of notebook 07: temperature, bins and noise against diagram, ECE, NLL.

    Parameters
    ----------
    params : dict
        A trained network, as in `network.train`.
    X, y : arrays, shapes (t, d) and (t,)
        Clean pictures the network was not trained on, and their labels.
    """
    return Calibration(params, X, y)
