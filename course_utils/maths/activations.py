r"""Activations and their slopes: what a hidden unit does with its pre-activation.

All but `swiglu` work elementwise: x is the pre-activation, a scalar, list or array of any shape;
the result has floats and that shape (a NumPy scalar for a scalar). Slopes take the pre-activation,
not the activation's output. Values that are not real numbers raise a TypeError. tanh and arctan are
NumPy's own, so only their slopes are here.
"""

import math

import numpy as np

from .checks import at_least_zero, floats, matrix
from .errors import message

__all__ = [
    "arctan_grad", "elu", "elu_grad", "gelu", "gelu_grad", "leaky_relu", "leaky_relu_grad",
    "power", "prelu_grads", "relu", "relu_grad", "sigmoid", "sigmoid_grad", "softplus",
    "softplus_grad", "step", "swiglu", "swish", "swish_grad", "tanh_grad",
]

_erf = np.vectorize(math.erf, otypes=[float])  # the error function, entry by entry


# --- A step, and curves that saturate ---------------------------------------------------------


def step(x, at_zero=0.0):
    r"""Hard threshold, elementwise: 1 right of zero, 0 left of it, `at_zero` at zero.

    .. math:: \mathrm{step}(x) = 1 \text{ if } x > 0,\quad 0 \text{ if } x < 0

    The formula leaves x = 0 open. The table of MAY24-1.0g needs step(0) = 0; the indicator of
    ALICE-5.4b is 1 there. The slope is 0 wherever it exists: gradient descent learns nothing
    through a step. Lectures MAY24-1.0g, MAY25-1.0g, ALICE-5.4b; errata MAY-03, X-02.

    >>> step([-2, 0, 3])
    array([0., 0., 1.])
    """
    x = floats(x)
    return np.heaviside(x, at_zero)  # 0 for x < 0, at_zero for x = 0, 1 for x > 0


def sigmoid(x):
    r"""Logistic sigmoid, elementwise: a log-odds to a probability in (0, 1).

    .. math:: \sigma(x) = \frac{1}{1 + e^{-x}} = \frac{e^x}{1 + e^x}

    The first form overflows for very negative x, the second for very positive x. Each is used
    where its exponential is at most 1; far out the values round to 0 or 1.
    Lectures MAY24-1.2a, MAY25-1.2a, ALICE-5.4c (slope a: sigmoid(a x)).

    >>> sigmoid([-1000, 0, 1000])
    array([0. , 0.5, 1. ])
    """
    x = floats(x)
    e = np.exp(-np.abs(x))  # in (0, 1]: cannot overflow
    return np.where(x >= 0, 1, e) / (1 + e)


def sigmoid_grad(x):
    r"""Slope of the sigmoid, elementwise, in (0, 0.25]: largest at 0.

    .. math:: \sigma'(x) = \sigma(x)\,(1 - \sigma(x)) = \sigma(x)\,\sigma(-x)

    1 - sigmoid(x) loses all digits for x > 37; sigmoid(-x) is the same number with all of them.
    Lectures NPFL129-sigma-derivative, MAY24-1.2a, MAY24-1.2d.

    >>> sigmoid_grad(0)
    np.float64(0.25)
    """
    x = floats(x)
    return sigmoid(x) * sigmoid(-x)


def tanh_grad(x):
    r"""Slope of tanh, elementwise, in [0, 1]: 1 at 0.

    .. math:: \tanh'(x) = 1 - \tanh^2(x)

    Beyond |x| = 19 it rounds to 0; 4 * sigmoid_grad(2 * x) keeps its digits there.
    Lectures MAY24-1.2b, MAY25-1.2b, MAY24-1.2d.

    >>> tanh_grad([0, 1]).round(6)
    array([1.      , 0.419974])
    """
    x = floats(x)
    return 1 - np.tanh(x) ** 2


def arctan_grad(x):
    r"""Slope of arctan, elementwise, in (0, 1]: 1 at 0.

    .. math:: \arctan'(x) = \frac{1}{1 + x^2}

    It falls like 1 / x**2, the slopes of sigmoid and tanh exponentially. Arctan is the inverse of
    tan, not of tanh (erratum MAY-05). Lectures MAY24-1.2c, MAY25-1.2c.

    >>> arctan_grad([0, 1, 3])
    array([1. , 0.5, 0.1])
    """
    x = floats(x)
    return 1 / (1 + x**2)


# --- The rectified family ---------------------------------------------------------------------


def relu(x):
    r"""Rectified linear unit, elementwise: x where it is positive, else 0.

    .. math:: \mathrm{relu}(x) = \max(0, x)

    Nair, Hinton (2010). Lectures MAY24-1.2e, MAY25-1.2e, CS577-relu, ALICE-5.4d.

    >>> relu([-2, 0, 3])
    array([0., 0., 3.])
    """
    x = floats(x)
    return np.maximum(0, x)


def relu_grad(x, at_zero=1.0):
    r"""Slope of relu, elementwise: 1, 0, or `at_zero` at the kink.

    .. math:: \mathrm{relu}'(x) = 1 \text{ if } x > 0,\quad 0 \text{ if } x < 0

    At the kink x = 0 (-0.0 counts as 0) no derivative exists. The lectures take 1 (their
    condition is x >= 0), the usual frameworks 0: a convention, and one that can matter, since the
    lecture's XOR network has 4 of its 8 pre-activations at exactly 0 (erratum MAY-09).
    Lectures MAY24-1.3o, MAY25-1.3o, CS577-relu, ALICE-5.4d.

    >>> relu_grad([-2, 0, 3])
    array([0., 1., 1.])
    >>> relu_grad([-2, 0, 3], at_zero=0.0)
    array([0., 0., 1.])
    """
    x = floats(x)
    return np.heaviside(x, at_zero)  # 0 for x < 0, at_zero for x = 0, 1 for x > 0


def leaky_relu(x, alpha=0.01):
    r"""Leaky ReLU, elementwise: slope `alpha`, usually in [0, 1), left of zero.

    .. math:: x \text{ if } x > 0,\quad \alpha x \text{ otherwise}

    With a trained alpha this is the parametric ReLU (PReLU); see `prelu_grads`.
    Maas, Hannun, Ng (2013). Lectures MAY24-1.2f, MAY25-1.2f, ALICE-5.4e.

    >>> leaky_relu([-2, 3])
    array([-0.02,  3.  ])
    """
    x = floats(x)
    return np.maximum(0, x) + alpha * np.minimum(0, x)


def leaky_relu_grad(x, alpha=0.01, at_zero=1.0):
    r"""Slope of the leaky ReLU, elementwise: 1, `alpha`, or `at_zero` at the kink.

    .. math:: 1 \text{ if } x > 0,\quad \alpha \text{ if } x < 0

    With alpha and at_zero above 0 it is never 0: a unit cannot die.
    Lectures MAY24-1.2f, ALICE-5.4e.

    >>> leaky_relu_grad([-2, 0, 3])
    array([0.01, 1.  , 1.  ])
    """
    x = floats(x)
    return np.heaviside(x, at_zero) + alpha * (x < 0)


def prelu_grads(x, alpha, at_zero=1.0):
    r"""Both slopes of the parametric ReLU, elementwise: (d_x, d_alpha), for x and for alpha.

    .. math:: \frac{\partial}{\partial x} = 1 \text{ or } \alpha, \qquad
              \frac{\partial}{\partial \alpha} = \min(0, x)

    The activation is `leaky_relu(x, alpha)`; "parametric" means that alpha is trained (erratum
    AL-44). At the kink d_x is `at_zero`. Sum d_alpha over the entries that share the parameter.
    He, Zhang, Ren, Sun (2015). Lecture ALICE-5.4e.

    >>> prelu_grads([-2, 3], 0.25)
    (array([0.25, 1.  ]), array([-2.,  0.]))
    """
    x = floats(x)
    return leaky_relu_grad(x, alpha, at_zero), np.minimum(0, x)


# --- Smooth relatives of relu -----------------------------------------------------------------


def gelu(x):
    r"""Gaussian error linear unit, exact, elementwise.

    .. math:: \mathrm{gelu}(x) = x\,\Phi(x)
              = \frac{x}{2}\Bigl(1 + \mathrm{erf}\frac{x}{\sqrt 2}\Bigr)

    x times the probability that a standard normal draw lies below x. The popular tanh formula
    differs from this by up to 5e-4.
    Hendrycks, Gimpel (2016). Lectures MAY24-1.2f, MAY24-1.2g, MAY25-1.2g.

    >>> gelu([-1, 0, 1]).round(6)
    array([-0.158655,  0.      ,  0.841345])
    """
    x = floats(x)
    return x * (1 + _erf(x / math.sqrt(2))) / 2


def gelu_grad(x):
    r"""Slope of the exact GELU, elementwise: 0.5 at 0.

    .. math:: \mathrm{gelu}'(x) = \Phi(x) + x\,\varphi(x), \qquad
              \varphi(x) = \frac{e^{-x^2/2}}{\sqrt{2\pi}}

    In places slightly below 0 or above 1: the curve is not monotone.
    Hendrycks, Gimpel (2016). Lectures MAY24-1.2f, MAY24-1.2g.

    >>> gelu_grad([-1, 0, 1]).round(6)
    array([-0.083315,  0.5     ,  1.083315])
    """
    x = floats(x)
    Phi = (1 + _erf(x / math.sqrt(2))) / 2  # distribution function of the standard normal
    phi = np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)  # its density
    return Phi + x * phi


def swish(x, beta=1.0):
    r"""Swish, the sigmoid-weighted input, elementwise; beta > 0 is its sharpness.

    .. math:: \mathrm{swish}_\beta(x) = x\,\sigma(\beta x)

    Towards beta = 0 it tends to x / 2, for large beta to relu; beta = 1 is also called SiLU. Its
    smallest value is about -0.278 / beta.
    Ramachandran, Zoph, Le (2017). Lectures MAY24-1.2f, MAY24-1.2g, MAY25-1.2g.

    >>> swish([-1, 0, 1]).round(6)
    array([-0.268941,  0.      ,  0.731059])
    """
    x = floats(x)
    return x * sigmoid(beta * x)


def swish_grad(x, beta=1.0):
    r"""Slope of swish, elementwise: 0.5 at 0.

    .. math:: \mathrm{swish}_\beta'(x) = \sigma(\beta x) + \beta x\,\sigma'(\beta x)

    Ramachandran, Zoph, Le (2017). Lecture MAY24-1.2f.

    >>> swish_grad([0, 1]).round(6)
    array([0.5     , 0.927671])
    """
    x = floats(x)
    return sigmoid(beta * x) + beta * x * sigmoid_grad(beta * x)


def softplus(x):
    r"""Softplus, a smooth relu, elementwise: positive, ln 2 at 0.

    .. math:: \mathrm{softplus}(x) = \log(1 + e^x)

    logaddexp(a, b) = log(e^a + e^b) takes the larger exponent out first; 1 = e^0.
    Dugas, Bengio, Bélisle, Nadeau, Garcia (2001). Lecture ALICE-5.4f.

    >>> softplus([-1000, 0, 1]).round(6)
    array([0.      , 0.693147, 1.313262])
    """
    x = floats(x)
    return np.logaddexp(0, x)  # log(e^0 + e^x)


def softplus_grad(x):
    r"""Slope of softplus, elementwise: the sigmoid.

    .. math:: \mathrm{softplus}'(x) = \frac{e^x}{1 + e^x} = \sigma(x)

    Lecture ALICE-5.4f.

    >>> softplus_grad(0)
    np.float64(0.5)
    """
    return sigmoid(x)


def elu(x, alpha=1.0):
    r"""Exponential linear unit, elementwise: on the far left it approaches -alpha.

    .. math:: x \text{ if } x > 0,\quad \alpha\,(e^x - 1) \text{ otherwise}

    expm1(x) = e^x - 1 without cancellation near 0; min(0, x) keeps it from overflowing on the
    right, where this term is 0 and the result is x.
    Clevert, Unterthiner, Hochreiter (2016). Lecture ALICE-5.4f.

    >>> elu([-1, 0, 2]).round(6)
    array([-0.632121,  0.      ,  2.      ])
    """
    x = floats(x)
    return np.maximum(0, x) + alpha * np.expm1(np.minimum(0, x))


def elu_grad(x, alpha=1.0):
    r"""Slope of the ELU, elementwise; at 0 the left branch gives `alpha`.

    .. math:: 1 \text{ if } x > 0,\quad \alpha\,e^x \text{ otherwise}

    With alpha = 1 there is no kink. Clevert, Unterthiner, Hochreiter (2016). Lecture ALICE-5.4f.

    >>> elu_grad([-1, 0, 2]).round(6)
    array([0.367879, 1.      , 1.      ])
    """
    x = floats(x)
    return np.where(x > 0, 1, alpha) * np.exp(np.minimum(0, x))


# --- Two that are built differently -----------------------------------------------------------


def power(x, p):
    r"""Power nonlinearity, elementwise; p is an integer >= 0, and 0**0 = 1.

    .. math:: \phi(x) = x^p

    It keeps layers from collapsing (p >= 2), but it grows without bound: through L layers the
    degree is p**L (errata AL-37, AL-42). Lecture ALICE-5.4a.

    >>> power([-2, 3], 2)
    array([4., 9.])
    """
    x = floats(x)
    at_least_zero(p, "p", "a root, which negative x do not have, or a pole at 0")
    return x**p


def swiglu(x, W, V, beta=1.0):
    r"""Gated layer: a swish of one linear map times another linear map.

    .. math:: \mathrm{SwiGLU}(x) = \mathrm{swish}_\beta(x W) \odot (x V)

    From x (t, d) with the weights of the gate and of the values, W and V (d, v), to (t, v); beta is
    the sharpness of the swish. It is not a mix of swish and GELU, as the slide says: GLU means
    gated linear unit (erratum MAY-06). Shazeer (2020). Lectures MAY24-1.2f, MAY25-1.2f.

    One input, one unit: swish(1) * 2.
    >>> swiglu([[1.0]], [[1.0]], [[2.0]]).round(6)
    array([[1.462117]])
    """
    x, W, V = matrix(x, "(t, d)", "x"), matrix(W, "(d, v)", "W"), matrix(V, "(d, v)", "V")
    if W.shape != V.shape or x.shape[1] != W.shape[0]:
        got = f"x {x.shape}, W {W.shape}, V {V.shape}"
        cause = "weights stored as (out, in); swiglu is a layer with two weight matrices"
        raise ValueError(message("swiglu", "x (t, d), W (d, v), V (d, v)", got, cause))
    return swish(x @ W, beta) * (x @ V)
