"""A picture and its words on the page: an `img` with `alt` where one is looked at, else a PNG.

JupyterLab writes no alt for a PNG, whatever the output's metadata say, but shows HTML rather than
the PNG beside it. On a live page both are sent: the HTML is seen, the PNG is for exports from
there. Where notebooks are run for their stored outputs no page looks on, and only the PNG is
stored: it is half as large, and strict nbval leaves PNGs out.
"""

import base64
import html
import os
import sys

# Set by Jupyter's server for the kernel of an open notebook; "" counts as not set.
SESSION = "JPY_SESSION_NAME"


def on_a_page():
    """Whether somebody looks at this kernel's outputs in JupyterLab, Notebook 7 or JupyterLite."""
    return bool(os.environ.get(SESSION)) or sys.platform == "emscripten"


def bundle(png, alt, **more):
    """Data and metadata of an output that shows the bytes of a PNG; `more` are its other data."""
    encoded = base64.b64encode(png).decode("ascii")
    data = {"image/png": encoded, **more}
    if on_a_page():
        alt_ = html.escape(alt, quote=True)
        data["text/html"] = (
            f'<img class="course-png" alt="{alt_}" src="data:image/png;base64,{encoded}">')
    return data, {"image/png": {"alt": alt}}
