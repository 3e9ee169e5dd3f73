"""Explorer of notebook 03: twelve activations and their slopes."""

import numpy as np

from course_utils import functions, style
from widgets.explorers.controls import choice, signed, slider
from widgets.explorers.explorer import Explorer


class ActivationGallery(Explorer):
    """One activation and its slope; a dot walks along both, a parameter bends them."""

    name = "walk along an activation and its slope"
    # name: what the parameter is, value(x, p), slope(x, p)
    gallery = {
        "step": ("", lambda x, p: functions.step(x), lambda x, p: 0 * x),
        "sigmoid": ("slope a", lambda x, p: functions.sigmoid(p * x),
                    lambda x, p: p * functions.sigmoid_grad(p * x)),
        "tanh": ("", lambda x, p: np.tanh(x), lambda x, p: functions.tanh_grad(x)),
        "arctan": ("", lambda x, p: np.arctan(x), lambda x, p: functions.arctan_grad(x)),
        "ReLU": ("", lambda x, p: functions.relu(x), lambda x, p: functions.relu_grad(x)),
        "leaky ReLU, PReLU": ("alpha", functions.leaky_relu, functions.leaky_relu_grad),
        "GELU": ("", lambda x, p: functions.gelu(x), lambda x, p: functions.gelu_grad(x)),
        "Swish": ("beta", functions.swish, functions.swish_grad),
        "SwiGLU, one unit with W = 1": (
            "V", lambda x, p: p * x * functions.swish(x),
            lambda x, p: p * (functions.swish(x) + x * functions.swish_grad(x))),
        "softplus": ("", lambda x, p: functions.softplus(x),
                     lambda x, p: functions.softplus_grad(x)),
        "ELU": ("alpha", functions.elu, functions.elu_grad),
        "power": ("p, rounded", lambda x, p: functions.power(x, round(p)),
                  lambda x, p: round(p) * functions.power(x, max(round(p) - 1, 0))),
    }

    def controls(self):
        return {
            "activation": choice("activation", list(self.gallery), "Swish"),
            "k": slider("pre-activation", -5.0, 5.0, 0.1, -1.0),
            "parameter": slider("parameter", 0.0, 4.0, 0.05, 1.0),
        }

    def setup(self, fig):
        left, right = fig.subplots(1, 2)
        self.x = np.linspace(-5.4, 5.4, 433)
        for ax, low, high, name in ((left, -2, 5, "Activation"), (right, -0.6, 1.6, "Slope")):
            ax.axhline(0, color="0.6", lw=1)
            ax.axvline(0, color="0.6", lw=1)
            ax.set(xlim=(-5.4, 5.4), ylim=(low, high), xlabel="pre-activation k", title=name)
        self.value = self.plot(left, color=style.BLUE)
        self.tangent = self.plot(left, color=style.BLACK, ls="--", lw=2, label="tangent")
        self.slope = self.plot(right, color=style.VERMILION)
        self.here = self.plot(left, "o", color=style.BLACK, ms=11)
        self.there = self.plot(right, "s", color=style.BLACK, ms=11)
        left.legend(loc="upper left", handlelength=1.2, borderaxespad=0.3, frameon=False)

    def update(self, activation, k, parameter):
        meaning, value, slope = self.gallery[activation]
        self.value.set_data(self.x, value(self.x, parameter))
        self.slope.set_data(self.x, slope(self.x, parameter))
        h, s = float(value(k, parameter)), float(slope(k, parameter))
        self.tangent.set_data([k - 1.5, k + 1.5], [h - 1.5 * s, h + 1.5 * s])
        self.here.set_data([k], [h])
        self.there.set_data([k], [s])
        said = f"parameter: {meaning}" if meaning else "no parameter"
        flat = ", nearly flat" if abs(s) < 0.01 else ""
        return f"value {signed(h)}, slope {signed(s)}{flat}; {said}."
