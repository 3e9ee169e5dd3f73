"""Writes the site: environment, pages, and what is checked on the way. `course site`."""

import functools
import hashlib
import http.server
import json
import os
import re
import shutil
import subprocess
import time
import tomllib
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

from course_tools import CourseError, notebooks, python_path
from course_tools.files import as_json
from course_tools.notebooks import slices
from course_tools.present import handout
from course_tools.site import bundle, lite, pack, pages, paper, reference, settings
from course_tools.site.book import Chapter, text_of
from widgets import front
from widgets.explorers import live, moving

HERE = Path(__file__).parent
ASSETS = ("course.css", "course.js", "favicon.svg")
# What makes a page work, and what it shares with a notebook's boxes and explorers.
SCRIPTS = (*sorted(HERE.glob("live/[!_]*.*")), live.SCRIPT, front.SHARED,
           front.HERE / "box.js", front.HERE / "box.css")
TITLE = "Nonlinear Models"
DOWNLOADS = "downloads"  # where the notebooks lie as students get them
# Where the pages will stand; another place is named by this variable.
ADDRESS = "COURSE_SITE_ADDRESS"


class NoPackagesError(CourseError):
    """No package index is reachable that has the packages of an environment."""


def make(folder, say=print):
    """Write ``build/site`` of the checkout; return its path.

    Unchanged parts are not made again: packages, frames, pages, the PDF.
    """
    folder = Path(folder)
    start = time.perf_counter()
    build, target = folder / "build", folder / "build" / "site"
    shutil.rmtree(target, ignore_errors=True)
    with ThreadPoolExecutor(1) as pool:  # the frames are drawn while packages are on their way
        frames = pool.submit(all_frames, folder, say)
        python = environment(folder, say)
        runtime = packed(folder, python, say)
    with ThreadPoolExecutor(2) as pool:
        beside = [pool.submit(lite.make, folder, python, runtime)] if runtime else []
        chapters, files = read(folder, lite.work if runtime else None, frames.result())
        beside.append(pool.submit(paper.printed, folder, chapters))
        write_source(folder, build / "site-source", chapters, files, runtime)
        sphinx(folder, python, build / "site-source", build / "site-pages")
    *_, book = [one.result() for one in beside]
    shutil.copytree(build / "site-pages", target)
    finish(folder, target, chapters, runtime)
    if book:
        shutil.copy(book, target / paper.NAME)
    size = sum(p.stat().st_size for p in target.rglob("*") if p.is_file())
    say(f"{target.relative_to(folder)}: {len(chapters)} notebooks, {size / 1e6:.0f} MB, "
        f"{time.perf_counter() - start:.0f} s")
    return target


def packed(folder, python, say=print):
    """Pack what runs in a browser; return the runtime, None if its files are not available."""
    try:
        return pack.make(folder, bundle.fetch(folder), python)
    except bundle.NoBundleError as error:
        say(f"The book only; nothing runs in it: {error}")
        return None


# --- the environment --------------------------------------------------------------------


def environment(folder, say=print, name="site"):
    """Python of an environment of its own, made from ``<name>.lock`` where it is not yet there."""
    home, lock = folder / "build" / f"{name}-env", folder / f"{name}.lock"
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = home / "made-from.sha256"
    wanted = hashlib.sha256(lock.read_bytes() + str(home).encode()).hexdigest()
    if python.exists() and stamp.exists() and stamp.read_text().strip() == wanted:
        return python
    say(f"Setting up {home.relative_to(folder)} from {lock.name} (once; a minute or two) ...")
    venv.create(home, clear=home.exists(), with_pip=True)
    command = [python, "-m", "pip", "install", "-qq", "--no-input", "--disable-pip-version-check",
               "--require-hashes", "-r", lock]
    done = subprocess.run(command, cwd=folder, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        unreachable = "No matching distribution found" in done.stderr  # what pip says offline
        raise (NoPackagesError if unreachable else CourseError)(
            f"the {name}'s packages cannot be installed; the usual causes: no network, a full "
            f"disk. pip said:\n{done.stderr.strip()[-1500:]}")
    stamp.write_text(wanted + "\n")
    return python


# --- the pages --------------------------------------------------------------------------


def read(folder, work=None, frames=None):
    """All chapters in teaching order, and the dict that will contain their pictures."""
    files = {}
    found = notebooks.notebook_files(folder=folder / "notebooks")
    return [Chapter(path, files, work, (frames or {}).get(path.stem), ways(folder, path))
            for path in found], files


def ways(folder, path):
    """Links for the head of a notebook's page: words and address."""
    found = [("Download the notebook", f"{DOWNLOADS}/{path.name}")]
    if handout.find_browser():
        found.append(("The whole book as a PDF", paper.NAME))
    repository, _ = addresses(folder)
    if repository:
        name = urlsplit(repository).path.strip("/")
        found += [("Open in Binder", f"https://mybinder.org/v2/gh/{name}/HEAD?urlpath=lab/tree/"
                                     f"notebooks/{path.name}"),
                  ("Suggest an edit", f"{repository}/issues/new?title={path.stem}")]
    return found


def all_frames(folder, say=print):
    """The frames of all explorers by notebook and cell; drawn again only where something changed.

    This runs what explorers need, two notebooks at a time; what pages say is the stored outputs.
    """
    kept = folder / "build" / "site-frames"
    kept.mkdir(parents=True, exist_ok=True)
    code = hashlib.sha256()
    for path in sorted([*(folder / "course_utils").rglob("*.py"),
                        *(p for p in (folder / "data").iterdir() if p.is_file())]):
        code.update(path.read_bytes())

    def frames(path):
        sources = "".join(cell["source"] for cell in handout.explorers(path)["cells"])
        digest = hashlib.sha256(code.digest() + sources.encode()).hexdigest()[:16]
        place = kept / f"{path.stem}-{digest}.json"
        if place.exists():
            return json.loads(place.read_text(encoding="utf-8"))
        found, problem = handout.frames_of(path)
        if problem:
            say(problem)
            return {}
        for old in kept.glob(f"{path.stem}-*.json"):
            old.unlink()
        place.write_text(json.dumps(found), encoding="utf-8")
        return found

    paths = notebooks.notebook_files(folder=folder / "notebooks")
    with ThreadPoolExecutor(2) as pool:
        return {path.stem: found
                for path, found in zip(paths, pool.map(frames, paths), strict=True)}


def write_source(folder, source, chapters, files, runtime=None):
    """Write what Sphinx reads, where it differs; without a runtime nothing runs on the pages."""
    texts = {
        "index": pages.index(chapters, bool(runtime), handout.find_browser() and paper.NAME or ""),
        "lectures": pages.lecture_map(chapters),
        "slips": pages.slips(chapters),
        "glossary": pages.glossary(chapters, pages.terms(folder)),
        "reference": reference.page(),
        "licences": pages.licences((folder / "LICENSE-TEXT").read_text(encoding="utf-8"),
                                   lite.licences(folder / "build" / "bundle") if runtime else ()),
        **({"browser": pages.BROWSER} if runtime else {}),
    }
    about = {chapter.name: {"title": text_of(chapter.title), "description": chapter.description}
             for chapter in chapters}
    laid = {f"{name}.md": text.encode() for name, text in texts.items()}
    for name, text in texts.items():
        title, first = (part.strip() for part in text.lstrip("# ").split("\n\n", 2)[:2])
        about[name] = {"title": title, "description": text_of(first)}
    for chapter in chapters:
        laid[f"{chapter.name}.ipynb"] = as_json(chapter.page())
        if runtime:
            about[chapter.name]["live"] = working(chapter, runtime)
    laid |= files | {f"_static/{name}": (HERE / name).read_bytes() for name in ASSETS}
    laid["_static/explorer.js"] = moving.SCRIPT.encode()
    laid["_static/course.css"] += (moving.STYLE + handout.BRACE_STYLE).encode()
    laid["conf.py"] = settings.CONF.encode()
    repository, address = addresses(folder)
    made = hashlib.sha256(b"".join([p.read_bytes() for p in sorted(HERE.glob("*.*"))]
                                   + [laid["_static/course.css"], laid["_static/explorer.js"]]))
    laid["site.json"] = json.dumps({
        "title": TITLE, "author": "The authors of the workbook", "address": address,
        "repository": repository, "pages": about, "made": made.hexdigest()}).encode()
    lay(source, laid)


def lay(folder, files):
    """Make a folder contain these files and no others; files already right are not touched."""
    for path in [p for p in folder.rglob("*") if p.is_file()]:
        if path.relative_to(folder).as_posix() not in files:
            path.unlink()
    for name, content in files.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def working(chapter, runtime):
    """What makes a chapter's page work: scripts, and what they have to know; "" for none."""
    data = slices.page(chapter.number, chapter.cells)
    if data is None:
        return ""
    home = scripts()
    told = json.dumps({**data, "runtime": runtime}, ensure_ascii=False).replace("</", "<\\/")
    styles = "\n".join(f'<link rel="stylesheet" href="{home}{name}">'
                       for name in ("box.css", "live.css"))
    return (f'{styles}\n<script type="module" src="{home}page.js"></script>\n'
            f'<script type="application/json" id="live-data">{told}</script>')


def scripts():
    """The folder of what makes pages work; it is named by its hash."""
    found = hashlib.sha256()
    for path in SCRIPTS:
        found.update(f"{path.name}\0".encode() + path.read_bytes())
    return f"{pack.LIVE}/{found.hexdigest()[:12]}/"


def addresses(folder):
    """Address of the repository, and of the pages that are published from it.

    ("", …) while pyproject.toml has a placeholder: then the pages link to no repository.
    """
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    repository = project["urls"]["Repository"]
    owner, name = re.fullmatch(r"https://github\.com/([^/]+)/([^/]+)", repository).groups()
    address = os.environ.get(ADDRESS) or f"https://{owner}.github.io/{name}"
    return "" if owner == "OWNER" else repository, address.rstrip("/") + "/"


def sphinx(folder, python, source, target):
    """Let Sphinx write the pages that have changed; a warning of its is an error."""
    env = {**os.environ, "PYTHONPATH": python_path(), "PYTHONDONTWRITEBYTECODE": "1"}
    trees = source.with_name("site-doctrees")
    command = [python, "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "2", "-b", "html",
               "-d", trees, source, target]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    if done.returncode:
        for made in (trees, target):  # else what was warned of would be there the next time
            shutil.rmtree(made, ignore_errors=True)
        raise CourseError(f"Sphinx ended with {done.returncode}:\n{done.stderr[-3000:]}")


def finish(folder, target, chapters, runtime=None):
    """What Sphinx does not write, and what it writes and nobody needs."""
    _, address = addresses(folder)
    base = "/" + address.split("/", 3)[3]
    (target / "404.html").write_text(pages.not_found(base, chapters), encoding="utf-8")
    names = sorted(p.stem for p in target.glob("*.html") if p.stem not in ("404", "search",
                                                                           "genindex"))
    (target / "sitemap.xml").write_text(pages.sitemap(address, names), encoding="utf-8")
    (target / "robots.txt").write_text(f"User-agent: *\nAllow: /\nSitemap: {address}sitemap.xml\n")
    (target / ".nojekyll").touch()
    for spare in (".buildinfo", "objects.inv"):
        (target / spare).unlink(missing_ok=True)
    (target / DOWNLOADS).mkdir(exist_ok=True)
    for chapter in chapters:
        copy = notebooks.student_copy(notebooks.read(chapter.path))
        notebooks.write(copy, target / DOWNLOADS / chapter.path.name)
    if runtime:
        there = target / pack.LIVE
        shutil.copytree(folder / "build" / "live", there)
        shutil.copytree(folder / "build" / lite.MADE, target / "lite")
        lite.add_landing(target / "lite", scripts())
        (target / scripts() / "explorers").mkdir(parents=True)
        for path in SCRIPTS:  # the explorers' script imports ../front.js, as in the sources
            below = "explorers" if path == live.SCRIPT else ""
            shutil.copy(path, target / scripts() / below)
        kept = [path.name for path in there.iterdir() if path.is_dir()]
        (target / "live-sw.js").write_text(keeper(kept), encoding="utf-8", newline="\n")


def keeper(folders):
    """The script that keeps these folders of the runtime in a reader's browser, and no older."""
    script = (HERE / "live" / "sw.js").read_text(encoding="utf-8")
    return script.replace("/* the folders of this build */", json.dumps(sorted(folders)))


# --- looking at it ------------------------------------------------------------------------


def serve(target, port):
    """Serve the folder on this machine until Ctrl+C."""
    handler = functools.partial(Quiet, directory=str(target))
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        print(f"http://127.0.0.1:{server.server_address[1]}/ shows it. To stop: Ctrl+C here.",
              flush=True)
        server.serve_forever()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, without a line for each."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map,
                      ".wasm": "application/wasm", ".mjs": "text/javascript",
                      ".js": "text/javascript"}

    def log_message(self, *_):
        """Say nothing."""
