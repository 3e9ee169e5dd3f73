"""Packs wheels of the runtime again, modules compiled. Run by the runtime itself, in node.

Its bytecode is then that of the Python which will read it, whatever Python makes the site. Imports
nothing of ours and needs no packages but Matplotlib, for the list of fonts.
"""

import importlib.util
import json
import marshal
import re
import zipfile
from pathlib import Path

SITE = "/lib/python3.12/site-packages"


def repack(job, root):
    """Write one zip from another or from folders: a dict as `pack._job` makes it."""
    leave, bare = re.compile(job["leave"]), re.compile(job.get("bare", "(?!)"))
    part = root / f"{job['to']}.part"
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for name, content in contents(job, root):
            if leave.match(name) or name.endswith(".dist-info/RECORD"):
                continue
            if not name.endswith(".py") or bare.match(name):
                put(new, name, content)
            elif job.get("sources"):
                put(new, name, content)
                head, _, tail = name.rpartition("/")
                cached = f"{head}/__pycache__/{tail[:-3]}.cpython-312.pyc"
                put(new, cached, compiled(content, f"{SITE}/{name}"))
            else:
                place = "/lib/python312.zip" if "stdlib" in job["to"] else SITE
                put(new, f"{name}c", compiled(content, f"{place}/{name}"))
        if job.get("fonts"):
            put(new, *fonts(leave))
    part.rename(root / job["to"])


def contents(job, root):
    """Names and bytes of what is packed."""
    if "zip" in job:
        with zipfile.ZipFile(root / job["zip"]) as old:
            yield from ((one, old.read(one)) for one in old.namelist() if not one.endswith("/"))
    for name, folder in job.get("folders", {}).items():
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield (f"{name}/{path.relative_to(root / folder).as_posix()}".lstrip("/"),
                       path.read_bytes())


def compiled(source, name):
    """A .pyc that is taken as it is: no look at a source or its time (PEP 552, unchecked)."""
    code = compile(source, name, "exec", dont_inherit=True)
    return (importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little")
            + importlib.util.source_hash(source) + marshal.dumps(code))


def put(new, name, content):
    """Add a file with a time that is always the same: equal content, equal hash."""
    about = zipfile.ZipInfo(name)
    about.compress_type = zipfile.ZIP_DEFLATED
    new.writestr(about, content)


def fonts(leave):
    """Matplotlib's list of its fonts, which it would make anew in each new browser."""
    from matplotlib import font_manager

    listed = json.loads(Path(font_manager.__file__).with_name("fontlist.json").read_text())
    for kind in ("afmlist", "ttflist"):
        listed[kind] = [one for one in listed[kind]
                        if not leave.match(f"matplotlib/mpl-data/{one['fname']}")]
    return "matplotlib/fontlist.json", json.dumps(listed)
