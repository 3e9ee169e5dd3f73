"""Settings of Sphinx. Read in the environment of the site, by a `conf.py` that `build` writes."""

from html import escape

from course_tools.present import formulas

LONG = 45  # letters of a formula in a line that a phone may have to scroll
CONF = """\
import json
import pathlib

from course_tools.site import settings

site = json.loads(pathlib.Path(__file__).with_name("site.json").read_text(encoding="utf-8"))
globals().update(settings.settings(site))
setup = settings.hooks(site)
"""


def settings(site):
    """The names that Sphinx looks for in its `conf.py`; ``site`` is the dict of `site.json`."""
    return {
        "project": site["title"], "author": site["author"],
        "language": "en",
        "extensions": ["myst_nb"],
        "nb_execution_mode": "off",
        "nb_code_prompt_show": "Show the code", "nb_code_prompt_hide": "Hide the code",
        "myst_enable_extensions": ["dollarmath", "amsmath"],
        "html_theme": "sphinx_book_theme",
        "html_title": site["title"], "html_baseurl": site["address"],
        "html_theme_options": {
            "repository_url": site["repository"],
            "use_repository_button": bool(site["repository"]),
            "use_download_button": False, "home_page_in_toc": True, "show_navbar_depth": 1,
            "navigation_with_keys": False,  # they belong to explorers and editors
            "navbar_start": [], "navbar_center": [], "navbar_end": [], "navbar_persistent": [],
            "extra_footer": "Words and pictures: CC BY 4.0. Code: MIT. "
                            '<a href="licences.html">Licence of each part</a>',
        },
        "html_context": {"default_mode": "auto"},
        "html_static_path": ["_static"], "html_favicon": "_static/favicon.svg",
        "html_css_files": ["course.css"], "html_js_files": ["explorer.js", "course.js"],
        "html_copy_source": False, "html_show_sourcelink": False, "html_show_sphinx": False,
        "html_show_copyright": False,
        "html_math_renderer": "mathml", "html_use_index": False,
    }  # fmt: skip


def hooks(site):
    """Sphinx's `setup`: formulas as MathML, a search index without answers, a page's head."""
    def head(app, page, template, context, tree):
        said = site["pages"].get(page)
        if said:
            context["metatags"] = context.get("metatags", "") + about(site, page, said)

    def outdated(app, env, added, changed, removed):
        """Pages whose heads have changed; all where the names in each page's list have."""
        before, env.course = getattr(env, "course", {}), site
        titles = [{name: one["title"] for name, one in known.get("pages", {}).items()}
                  for known in (before, site)]
        if before.get("made") != site["made"] or titles[0] != titles[1]:
            return list(env.found_docs)
        return [name for name, one in site["pages"].items() if before["pages"][name] != one]

    def setup(app):
        app.connect("env-get-outdated", outdated)
        app.add_html_math_renderer("mathml", _math("inline"), _math("block"))
        app.connect("doctree-read", _out_of_search)
        app.connect("html-page-context", head)
        return {"parallel_read_safe": True, "parallel_write_safe": True}

    return setup


def about(site, page, said):
    """Description and preview of a page, for search engines and for anyone who gets its link."""
    shown = {"og:title": said["title"], "og:description": said["description"],
             "og:type": "article", "og:site_name": site["title"],
             "og:url": f"{site['address']}{page}.html"}
    lines = [f'<meta name="description" content="{escape(said["description"])}">']
    lines += [f'<meta property="{name}" content="{escape(text)}">' for name, text in shown.items()]
    return "\n".join([*lines, said.get("live", "")])


def _math(display):
    def visit(translator, node):
        written = formulas.mathml(node.astext(), display)
        if display == "block":
            written = f'<div class="course-formula" tabindex="0">{written}</div>'
        elif len(node.astext()) > LONG:
            written = f'<span class="course-long" tabindex="0">{written}</span>'
        translator.body.append(written)
        node.kept, node.children = node.children, []  # its text is not written a second time

    def depart(translator, node):
        node.children = node.kept

    return visit, depart


def _out_of_search(app, tree):
    """What predictions ask and answer is not for the search index."""
    for node in tree.findall(lambda one: one.tagname == "raw"):
        if "course-predict" in node.astext():
            node["classes"].append("no-search")
