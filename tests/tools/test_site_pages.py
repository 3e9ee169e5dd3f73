"""The pages of `course site`, written once and looked at: links, words, what shuts people out."""

import json
import re
import subprocess
from html import unescape
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

import pytest

from course_tools import notebooks
from course_tools.site import build, paper
from helpers_browser import BROWSER

ROOT = notebooks.root()
FILES = notebooks.notebook_files(folder=ROOT / "notebooks")
pytestmark = [pytest.mark.full, *BROWSER]


@pytest.fixture(scope="module")
def book(site):
    """The book's pages by name: those that are not of the browser version."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(site.glob("*.html"))}


class Page(HTMLParser):
    """Anchors and links of a page."""

    def __init__(self, html):
        super().__init__()
        self.ids, self.links, self.loaded = [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if attributes.get("id"):
            self.ids.append(attributes["id"])
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        if tag in ("img", "script", "source", "iframe") and attributes.get("src"):
            self.loaded.append(attributes["src"])
        if tag == "link" and attributes.get("rel") not in ("canonical", None):
            self.loaded.append(attributes["href"])


def test_links_and_anchors_resolve(site, book):
    pages = {name: Page(html) for name, html in book.items()}
    base, broken = "/" + build.addresses(ROOT)[1].split("/", 3)[3], []
    for name, page in pages.items():
        for link in [*page.links, *page.loaded]:
            at = urlsplit(link)
            if at.scheme or at.netloc:
                assert link not in page.loaded, f"{name} loads {link}"
                continue
            place = unquote(at.path).removeprefix(base if name == "404.html" else "") or name
            there = site / place
            anchored = place not in pages or not at.fragment or at.fragment in pages[place].ids
            if not there.is_file() or not anchored:
                broken.append((name, link))
    assert broken == []


def test_ids_are_there_once_and_every_cell_has_its_own(book):
    for path in FILES:
        ids = Page(book[f"{path.stem}.html"]).ids
        cells = notebooks.read(path)["cells"]
        shown = {c["id"] for c in cells if "notes" not in notebooks.tags(c)}
        assert shown <= set(ids)
        assert not {c["id"] for c in cells} - shown & set(ids)
        assert [one for one in shown if ids.count(one) > 1] == []


def test_all_alt_texts_are_kept_and_no_notes(book):
    for path in FILES:
        cells = [c for c in notebooks.read(path)["cells"] if "notes" not in notebooks.tags(c)]
        outputs = [out for c in cells for out in c.get("outputs", ())]
        stored = [out["metadata"]["image/png"]["alt"] for out in outputs
                  if "image/png" in out.get("data", {})]
        html = book[f"{path.stem}.html"]
        drawn = re.findall(r'<img class="course-picture"[^>]*?alt="([^"]+)"', html)
        alts = [unescape(alt) for alt in drawn]
        # Frames of explorers that move do not know of a search (`moving.frames`).
        assert alts == [re.sub("; best so far: [^.;]*", "", alt) for alt in stored] != []
        assert "kip if late" not in html


def test_each_notebook_can_be_taken_home_and_the_book_on_paper(site, book):
    for path in FILES:
        copy = notebooks.read(site / build.DOWNLOADS / path.name)
        assert not any(cell.get("outputs") for cell in copy["cells"])
        assert f'href="{build.DOWNLOADS}/{path.name}"' in book[f"{path.stem}.html"]
    assert (site / paper.NAME).read_bytes().startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", (site / paper.NAME).read_bytes())) > 200
    for name in ("index.html", f"{FILES[0].stem}.html"):
        assert f'href="{paper.NAME}"' in book[name] and "_static/favicon.svg" in book[name]
        assert 'href="licences.html"' in book[name]


def test_each_page_says_what_it_is(site, book):
    address = build.addresses(ROOT)[1]
    listed = re.findall("<loc>(.+?)</loc>", (site / "sitemap.xml").read_text())
    names = [name for name in book if name not in ("404.html", "search.html", "genindex.html")]
    assert sorted(listed) == sorted(address + name for name in names)
    said = []
    for name in names:
        html = book[name]
        assert f'<link rel="canonical" href="{address}{name}"' in html
        said += [re.search('<meta name="description" content="([^"]+)"', html)[1]]
        assert re.search("<title>[^<]{8,}</title>", html)
        assert not re.search(r"\$[a-zA-Z\\]", re.sub("<script.*?</script>|<pre.*?</pre>", "", html,
                                                     flags=re.S)), name
    assert len(set(said)) == len(said)


def test_arrow_keys_turn_no_page(site):
    told = (site / "_static" / "documentation_options.js").read_text()
    assert "NAVIGATION_WITH_KEYS: false" in told


def test_answers_are_not_in_the_search_index(site):
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    index = json.loads(index[index.index("(") + 1 : index.rindex(")")])
    assert {"xor", "softmax", "lectur"} <= set(index["terms"])
    # "What tempts in the others" is in each answer: found are only pages that say it elsewhere.
    at = index["terms"].get("tempt", [])
    found = {index["docnames"][i] for i in (at if isinstance(at, list) else [at])}
    assert found <= {path.stem for path in FILES for cell in notebooks.read(path)["cells"]
                     if re.search(r"\btempt", cell["source"])
                     and "notes" not in notebooks.tags(cell)}


# --- as it is seen ----------------------------------------------------------------------


@pytest.fixture
def look(chromium, site):
    """Open a page from the file system; every request that leaves the folder is kept."""
    contexts, left = [], []

    def look(name, **options):
        contexts.append(chromium.new_context(**options))
        page = contexts[-1].new_page()
        page.on("request", lambda asked: asked.url.startswith(("file:", "data:", "blob:"))
                or left.append(asked.url))
        page.on("pageerror", lambda error: left.append(str(error)))
        page.goto((site / name).as_uri())
        return page

    yield look
    for context in contexts:
        context.close()
    assert left == []


FIRST = "01_xor_failure.html"
PHONE = {"viewport": {"width": 360, "height": 740}}
WIDER = "() => document.documentElement.scrollWidth"


def test_a_phone_does_not_scroll_sideways(look, book):
    page = look("index.html", **PHONE)
    for name in book:
        page.goto(page.url.rsplit("/", 1)[0] + "/" + name)
        assert page.evaluate(WIDER) <= 360, name


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_above_minor_that_is_ours(look, book, scheme):
    """On every page in the light; in the dark, where colours alone differ, on three."""
    from axe_playwright_python.sync_playwright import Axe

    page, found = look("index.html", color_scheme=scheme), []
    for name in book if scheme == "light" else ("index.html", FIRST, "404.html"):
        page.goto(page.url.rsplit("/", 1)[0] + "/" + name)
        for rule in Axe().run(page).response["violations"]:
            if rule["impact"] != "minor":
                found += [(name, rule["id"], node["html"][:150]) for node in rule["nodes"][:3]
                          if not (rule["id"] == "region" and "navbar-brand" in node["html"])]
    assert found == []


def test_what_answers_a_prediction_waits_until_one_commits(look):
    page = look(FIRST)
    asks, answers = (page.locator(f'[data-{one}="01-line"]') for one in ("asks", "answers"))
    held = page.locator('[data-waits~="01-line"] .cell_output')
    assert held.count() >= 4 and answers.locator("details").is_hidden()
    assert not any(one.is_visible() for one in held.all())
    asks.get_by_role("button", name="C:").press("Enter")
    assert answers.locator("details").is_visible()
    assert all(one.is_visible() for one in held.all())
    assert "C" in asks.get_by_role("status").inner_text()
    assert "does not hold" in answers.inner_text()
    page.reload()
    assert answers.locator("details").is_visible(), "forgotten"


def test_without_scripts_everything_can_be_read(look):
    page = look(FIRST, java_script_enabled=False)
    held = page.locator("[data-waits] .cell_output")
    assert held.count() > 10 and all(one.is_visible() for one in held.all())
    assert page.locator("[data-answers] summary").first.is_visible()


def test_boxes_are_dark_in_the_dark(look):
    page = look(FIRST, color_scheme="dark")
    for which in (".course-predict", ".course-task", ".text_html"):
        papers = page.eval_on_selector_all(
            which, "all => all.map(one => getComputedStyle(one).backgroundColor)")
        for sheet in papers:
            *ink, alpha = [float(n) for n in re.findall(r"[\d.]+", sheet)] + [1.0] * (
                "rgba" not in sheet)
            assert alpha == 0 or sum(ink) < 200, (which, sheet)


def test_print_shows_what_was_held_back(look):
    page = look(FIRST)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    held = page.locator("[data-waits] img.course-picture")
    held.evaluate_all("all => Promise.all(all.map(one => one.decode()))")
    assert held.count() > 2 and all(one.is_visible() for one in held.all())
    assert page.locator("[data-answers] details").first.get_attribute("open") is not None


def test_the_checkout_is_as_it_was(site):
    done = subprocess.run(["git", "status", "--porcelain", "build"], cwd=ROOT, capture_output=True)
    assert done.stdout == b""


def test_an_explorer_moves_by_the_keyboard_and_says_what_it_shows(look):
    page = look("index.html")
    box = page.locator(".course-moves").first
    handle, picture, words = (
        box.locator(one) for one in ("input[type=range]", "canvas", ".course-finding"))
    page.wait_for_function("() => document.querySelector('canvas').dataset.shown")
    before = picture.screenshot(), words.inner_text()
    handle.first.press("ArrowRight")
    page.wait_for_function(
        "said => document.querySelector('.course-finding').textContent !== said", arg=before[1])
    assert picture.screenshot() != before[0]
    assert "the words beside it say" in picture.get_attribute("aria-label")
    assert handle.first.get_attribute("aria-valuetext") in words.inner_text()
    assert picture.evaluate("one => one.width") == 800


def test_explorers_are_below_a_megabyte_and_whole_without_scripts(look, site, book):
    boxes = 0
    for html in book.values():
        for box in re.findall(r'<div class="course-moves.*?</script></div>', html, re.S):
            files = set(re.findall(r"_static/frames/\w+\.png", box))
            assert len(files) > 1 and sum((site / one).stat().st_size for one in files) < 1e6
            boxes += 1
    assert boxes > 9
    page = look("index.html", java_script_enabled=False)
    assert page.locator(".course-moves img").first.get_attribute("alt").startswith("Explorer: ")
    assert page.locator(".course-moves [role=status]").first.is_visible()
