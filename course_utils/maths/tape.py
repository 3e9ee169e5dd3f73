r"""A tape: arrays that record how they were made, and the backward sweep that gives all gradients.

Every operation on a `Traced` array appends one line to the tape: which earlier values made it, and
how an adjoint goes back to each of them. Read from its end, the tape is the reverse program. Write
a loss as usual, with ``+ - * @``, and `relu`, `tanh`, `sigmoid`, `exp`, `log`, `sum`,
`cross_entropy` as methods; numbers and arrays that are not traced are constants. Shapes that do not
fit raise NumPy's ValueError; a question that the tape cannot answer raises a ValueError as well.
"""

import numpy as np

from . import activations
from .automatic import sum_to
from .errors import message

__all__ = ["Traced", "value_and_gradients", "watch"]


class Traced:
    """An array on a tape: its value, the tape, and the number of its line there."""

    __slots__ = ("place", "tape", "value")
    __array_ufunc__ = None  # so that NumPy leaves f @ H to us when only H is traced

    def __init__(self, value, tape, line=()):
        self.value, self.tape, self.place = value, tape, len(tape)
        tape.append(line)

    def __add__(self, other):
        a, b = self.value, _value(other)
        return _note(a + b, (self, lambda d: sum_to(d, a.shape)),
                    (other, lambda d: sum_to(d, b.shape)))

    def __mul__(self, other):
        a, b = self.value, _value(other)
        return _note(a * b, (self, lambda d: sum_to(d * b, a.shape)),
                    (other, lambda d: sum_to(a * d, b.shape)))

    def __matmul__(self, other):
        a, b = self.value, _value(other)
        return _note(a @ b, (self, lambda d: d @ b.T), (other, lambda d: a.T @ d))

    def __rmatmul__(self, other):
        a, b = _value(other), self.value
        return _note(a @ b, (self, lambda d: a.T @ d))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + other * -1.0

    def __rsub__(self, other):
        return self * -1.0 + other

    __radd__, __rmul__ = __add__, __mul__

    def relu(self):
        k = self.value
        return _note(np.maximum(k, 0.0), (self, lambda d: d * (k >= 0)))  # relu'(0) = 1

    def tanh(self):
        h = np.tanh(self.value)
        return _note(h, (self, lambda d: d * (1 - h * h)))

    def sigmoid(self):
        h = activations.sigmoid(self.value)
        return _note(h, (self, lambda d: d * h * (1 - h)))

    def exp(self):
        h = np.exp(self.value)
        return _note(h, (self, lambda d: d * h))

    def log(self):
        k = self.value
        return _note(np.log(k), (self, lambda d: d / k))

    def sum(self):
        k = self.value
        return _note(k.sum(), (self, lambda d: np.broadcast_to(d, k.shape)))

    def cross_entropy(self, T):
        """Mean over the rows of -log softmax(z) at the targets T, one-hot rows."""
        z = self.value - self.value.max(axis=1, keepdims=True)  # softmax does not mind
        e, t = np.exp(z), len(z)
        total = e.sum(axis=1, keepdims=True)
        loss = np.log(total).mean() - (z * T).sum() / t
        return _note(loss, (self, lambda d: (e / total - T) * (d / t)))

    def gradients(self, wanted):
        """Gradients of this one number by the arrays of a dict: the tape, read backwards."""
        _check_question(self, wanted)
        adjoints = {self.place: np.ones(())}
        for place in range(self.place, -1, -1):
            for maker, back in self.tape[place] if place in adjoints else ():
                d = back(adjoints[place])
                adjoints[maker] = adjoints[maker] + d if maker in adjoints else d
        return {name: np.asarray(adjoints.get(x.place, np.zeros(x.value.shape)))
                for name, x in wanted.items()}


def _value(x):
    """Value of an array, traced or not."""
    return x.value if isinstance(x, Traced) else np.asarray(x, float)


def _note(value, *links):
    """Put a value on the tape; a link is (what made it, how its adjoint goes back there)."""
    first = next(maker for maker, _ in links if isinstance(maker, Traced))
    line = [(maker.place, back) for maker, back in links if isinstance(maker, Traced)]
    if any(maker.tape is not first.tape for maker, _ in links if isinstance(maker, Traced)):
        raise ValueError(message("arrays", "values of one tape", "values of two tapes",
                                 "watch all parameters together"))
    return Traced(value, first.tape, line)


def watch(params):
    """Start a tape: the arrays of the dict `params`, of any shape, as the first values on it.

    Returns a dict of `Traced` under the same names. Lecture ALICE-6.1.1.

    >>> net = watch({"w": np.array([2.0, 3.0])})
    >>> loss = (net["w"] * net["w"]).sum()
    >>> float(loss.value), loss.gradients(net)
    (13.0, {'w': array([4., 6.])})
    """
    tape = []
    return {name: Traced(np.asarray(p, float), tape) for name, p in params.items()}


def value_and_gradients(loss, params):
    """Value and gradients of a loss, a function that takes a dict of arrays and returns one number.

    Write the loss with the methods of `Traced`, loops and branches included: the tape records what
    was run. `params` is a dict of arrays of any shape; the gradients have their names and shapes.
    Lectures ALICE-6.1.1, ALICE-6.3b.

    >>> value, grads = value_and_gradients(lambda p: (p["x"] * p["x"]).sum(), {"x": np.ones(2)})
    >>> grads["x"]
    array([2., 2.])
    """
    net = watch(params)
    out = loss(net)
    if not isinstance(out, Traced):
        raise ValueError(message("loss", "a value made from the parameters", type(out).__name__,
                                 "the loss reads other arrays than those of the dict"))
    return out.value, out.gradients(net)


def _check_question(loss, wanted):
    """Check that the loss is one number, and that what is wanted is on its tape."""
    if np.shape(loss.value) != ():
        raise ValueError(message("loss", "one number", f"an array of shape {loss.value.shape}",
                                 "a .sum() is missing at the end"))
    if any(x.tape is not loss.tape for x in wanted.values()):
        raise ValueError(message("wanted", "arrays of the loss's own tape", "arrays of another",
                                 "the parameters were watched again after the loss was made"))
