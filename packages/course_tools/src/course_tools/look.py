"""The look of the page in `course lab`: where its server finds the style sheet.

A server looks for `custom/custom.css` only in the user's configuration and has no setting for
another place. So the course's folder is added to the configuration path, next to the user's own,
and names this module as an extension of the server, which adds the folder to those that are
searched.
"""

import json
import os
from pathlib import Path

from course_tools import files
from widgets import page

PROMPT = "--ServerApp.kernel_websocket_connection_class=course_tools.prompt.Prompt"


def lay_out(place):
    """Write the server's configuration into ``place``; return the environment that leads to it."""
    extension = {"ServerApp": {"jpserver_extensions": {__name__: True}}}
    files.replace(place / "jupyter_server_config.d" / "course.json", json.dumps(extension).encode())
    known = os.environ.get("JUPYTER_CONFIG_PATH")
    return {"JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, (str(place), known)))}


def _jupyter_server_extension_points():
    return [{"module": __name__}]


def _load_jupyter_server_extension(server):
    """Serve the course's sheet, followed by the user's own, if there is one.

    The path was for this server alone: a `course present` in one of its terminals has another.
    """
    place, _, known = os.environ.pop("JUPYTER_CONFIG_PATH").partition(os.pathsep)
    if known:
        os.environ["JUPYTER_CONFIG_PATH"] = known
    own = Path(server.config_dir, "custom", "custom.css")
    more = own.read_text(encoding="utf-8", errors="replace") if own.is_file() else ""
    files.replace(Path(place, "custom.css"), (page.CSS + more).encode())
    server.web_app.settings["static_custom_path"].insert(0, place)
