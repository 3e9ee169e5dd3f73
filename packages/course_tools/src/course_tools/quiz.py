r"""`course quiz`: a notebook's questions, with the reason of each choice, for a question bank.

Two categories: predictions, which go with the notebook, and the recall questions, which do without
it. Formulas stay formulas: between \( and \) in Moodle XML and CSV, as MathML in QTI 2.1.

Sources: Moodle, question/format/xml/format.php (``import_category``, ``import_multichoice``); IMS
QTI 2.1, Implementation Guide, items with ``modalFeedback``, and Content Packaging 1.1.
"""

import html
import io
import re
import zipfile
from html.parser import HTMLParser
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from course_tools import CourseError, home
from course_tools.output import csv_text, write_bytes
from misstep.questions import plain_text

ENDING = {"moodle": "xml", "qti": "zip", "csv": "csv"}
_INLINE = {"em", "strong", "sub", "sup", "code", "br", "b", "i"}
QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"


def of(numbers):
    """The questions of notebooks: those with the notebook first, then the recall questions."""
    course = home.course()
    found = [one for some in (course.predictions, course.recalls) for one in some.values()
             if one.notebook in numbers]
    return sorted(found, key=lambda one: (numbers.index(one.notebook), hasattr(one, "lecture")))


def write(numbers, form, path):
    """Write the questions of notebooks; return how many."""
    asked = of(numbers)
    if not asked:
        raise CourseError(f"expected a notebook with questions, got {', '.join(numbers)}")
    write_bytes(WRITERS[form](asked), path)
    return len(asked)


def _category(one):
    kind = "come back later" if hasattr(one, "lecture") else "with the notebook"
    return f"{one.notebook}, {kind}"


# --- Moodle XML -----------------------------------------------------------------------------


def moodle(asked):
    """Moodle's own XML: `Question bank > Import > Moodle XML format`."""
    root, category = ElementTree.Element("quiz"), None
    for one in asked:
        if category != _category(one):
            category = _category(one)
            question = ElementTree.SubElement(root, "question", type="category")
            _text(question, "category", f"$course$/top/{home.course().title}/{category}")
        root.append(_moodle_question(one))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)


def _moodle_question(one):
    question = ElementTree.Element("question", type="multichoice")
    _text(question, "name", f"{one.id}: {plain_text(one.question)[:60]}")
    _text(question, "questiontext", _tex(one.question), format="html")
    _text(question, "generalfeedback", _tex(getattr(one, "holds", "")), format="html")
    for name, value in (("defaultgrade", "1"), ("penalty", "0.3333333"), ("hidden", "0"),
                        ("idnumber", one.id), ("single", "true"), ("shuffleanswers", "true"),
                        ("answernumbering", "none")):
        ElementTree.SubElement(question, name).text = value
    for letter, choice in one.choices.items():
        answer = _text(question, "answer", _tex(choice), format="html",
                       fraction="100" if letter == one.answer else "0")
        _text(answer, "feedback", _tex(one.why[letter]), format="html")
    return question


def _text(parent, name, words, **attributes):
    part = ElementTree.SubElement(parent, name, attributes)
    ElementTree.SubElement(part, "text").text = words
    return part


def _tex(words):
    r"""A formula between \( and \), which Moodle's and Canvas' filters know.

    >>> print(_tex("add $x_1$"))
    add \(x_1\)
    """
    return re.sub(r"\$([^$]+)\$", r"\\(\1\\)", words)


# --- QTI 2.1 --------------------------------------------------------------------------------


def qti(asked):
    """A content package of QTI 2.1: an item for each question, and a manifest."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("imsmanifest.xml", _manifest(asked))
        for one in asked:
            archive.writestr(f"items/{one.id}.xml", _item(one))
    return content.getvalue()


def _manifest(asked):
    entries = "\n".join(
        f'    <resource identifier="r-{one.id}" type="imsqti_item_xmlv2p1" '
        f'href="items/{one.id}.xml"><file href="items/{one.id}.xml"/></resource>' for one in asked)
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<manifest xmlns="{PACKAGE}" '
            f'identifier="course-questions">\n  <metadata><schema>QTIv2.1 Package</schema>'
            f'<schemaversion>1.0.0</schemaversion></metadata>\n  <organizations/>\n'
            f'  <resources>\n{entries}\n  </resources>\n</manifest>\n')


def _item(one):
    title = escape(f"{one.id}: {plain_text(one.question)[:60]}", {'"': "&quot;"})
    choices = "\n".join(f'      <simpleChoice identifier="{letter}">{xhtml(words)}</simpleChoice>'
                        for letter, words in one.choices.items())
    reasons = "\n".join(
        f'  <modalFeedback outcomeIdentifier="FEEDBACK" identifier="{letter}" showHide="show">'
        f'{xhtml(words)}</modalFeedback>' for letter, words in one.why.items())
    return f"""\
<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="{QTI}" identifier="q-{one.id}" title="{title}" adaptive="false"
    timeDependent="false">
  <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">
    <correctResponse><value>{one.answer}</value></correctResponse>
  </responseDeclaration>
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float">
    <defaultValue><value>0</value></defaultValue>
  </outcomeDeclaration>
  <outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>
  <itemBody>
    <choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="1">
      <prompt>{xhtml(one.question)}</prompt>
{choices}
    </choiceInteraction>
  </itemBody>
  <responseProcessing>
    <responseCondition>
      <responseIf>
        <match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>
        <setOutcomeValue identifier="SCORE">
          <baseValue baseType="float">1</baseValue>
        </setOutcomeValue>
      </responseIf>
    </responseCondition>
    <setOutcomeValue identifier="FEEDBACK"><variable identifier="RESPONSE"/></setOutcomeValue>
  </responseProcessing>
{reasons}
</assessmentItem>
"""


def xhtml(words):
    """Words with HTML and formulas as XML; anything but inline elements is left out.

    >>> xhtml("1 < 2 &amp; <em>so</em><hr>")
    '1 &lt; 2 &amp; <em>so</em>'
    """
    from latex2mathml.converter import convert

    parts = re.split(r"\$([^$]+)\$", words)
    return "".join(convert(html.unescape(part)) if i % 2 else _Inline(part).xml
                   for i, part in enumerate(parts))


class _Inline(HTMLParser):
    """HTML as well-formed XML."""

    def __init__(self, words):
        super().__init__(convert_charrefs=True)
        self.xml, self._open = "", []
        self.feed(re.sub(r"<(?![/a-zA-Z])", "&lt;", words))
        self.close()
        self.xml += "".join(f"</{tag}>" for tag in reversed(self._open))

    def handle_starttag(self, tag, attrs):
        if tag == "br":
            self.xml += "<br/>"
        elif tag in _INLINE:
            self._open.append(tag)
            self.xml += f"<{tag}>"

    def handle_endtag(self, tag):
        if self._open and self._open[-1] == tag:
            self._open.pop()
            self.xml += f"</{tag}>"

    def handle_data(self, data):
        self.xml += escape(data)


# --- CSV ------------------------------------------------------------------------------------


def table(asked):
    """A table for people and for other systems: a line a question."""
    letters = sorted({letter for one in asked for letter in one.choices})
    columns = ["id", "category", "question", *letters, "right", *(f"why {x}" for x in letters),
               "holds"]
    rows = [{"id": one.id, "category": _category(one), "question": _tex(one.question),
             "right": one.answer, "holds": _tex(getattr(one, "holds", "")),
             **{letter: _tex(words) for letter, words in one.choices.items()},
             **{f"why {letter}": _tex(words) for letter, words in one.why.items()}}
            for one in asked]
    return csv_text(rows, columns).encode()


WRITERS = {"moodle": moodle, "qti": qti, "csv": table}
