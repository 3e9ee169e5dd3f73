"""Words and formulas of a page: Markdown as HTML, TeX as MathML.

Read in Sphinx' environment as well: imports nothing that has to be installed before it is used.
"""

import re
from pathlib import Path
from xml.etree import ElementTree

from course_tools import CourseError

# A brace as wide as what stands above it; grey, for it cannot follow the colour of the letters.
BRACE_STYLE = Path(__file__).with_name("braces.css").read_text(encoding="utf-8")
MATHML = "http://www.w3.org/1998/Math/MathML"
SIGNS = {"\u23df": "under", "\u23de": "over"}


def mathml(tex, display):
    """A formula of TeX as MathML; ``display`` is "inline" or "block"."""
    from latex2mathml.converter import convert

    try:
        plain = re.sub(r"\\arg(?![a-zA-Z])", r"\\operatorname{arg}", tex.strip())
        done = convert(plain, display=display)
    except Exception as error:  # its exceptions share no base class
        raise CourseError(f"no MathML for the formula {tex}: {error!r}") from error
    if unknown := re.search(r"<m\w+>(\\\w+)", done):
        raise CourseError(f"no MathML for {unknown[1]} in the formula {tex}")
    done = _braced(done)
    # "log x", not "logx": a space between a function's name and what is not a bracket
    return re.sub(r"(<mi>\w{2,}</mi>)(?=<m(?!o\b))", r'\1<mspace width="0.17em"/>', done)


def _braced(written):
    """Braces as a drawing behind the letters: only fonts made for formulas stretch the sign."""
    if not re.search("|".join(f"&#x{ord(sign):X};" for sign in SIGNS), written):
        return written
    ElementTree.register_namespace("", MATHML)
    tree = ElementTree.fromstring(written)
    for one in tree.iter():
        sign = one[1].text if len(one) == 2 and one.tag.endswith(("munder", "mover")) else ""
        if sign in SIGNS:
            one.remove(one[1])
            one.tag = f"{{{MATHML}}}mrow"
            one.set("class", f"{SIGNS[sign]}brace")
    return ElementTree.tostring(tree, encoding="unicode")


def markdown():
    """Return a function from Markdown to HTML, with MathML for the formulas."""
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    class Renderer(IPythonRenderer):
        def inline_math(self, body):
            return mathml(body, "inline")

        def block_math(self, body):
            return mathml(body, "block")

        def latex_environment(self, name, body):
            return mathml(f"\\begin{{{name}}}{body}\\end{{{name}}}", "block")

    def render(text):
        return MarkdownWithMath(Renderer(escape=False, exclude_anchor_links=True)).render(text)

    return render
