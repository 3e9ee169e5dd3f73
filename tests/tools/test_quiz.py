"""`course quiz`: all questions of a notebook, with their reasons and formulas, in three formats."""

import csv
import io
import re
import zipfile
from xml.etree import ElementTree

import pytest

from course_tools import cli, quiz
from course_utils import exercises  # noqa: F401 - the course in use
from misstep.questions import plain_text, questions

NUMBERS = sorted({one.notebook for one in questions().values()})
NS = {"q": quiz.QTI, "m": "http://www.w3.org/1998/Math/MathML", "p": quiz.PACKAGE}


def moodles_reader(text):
    """Questions as question/format/xml/format.php of Moodle reads them: import_multichoice."""
    category, found = None, {}
    for question in ElementTree.fromstring(text).findall("question"):
        if question.get("type") == "category":
            category = question.find("category/text").text
            continue
        assert question.get("type") == "multichoice" and question.find("single").text == "true"
        assert question.find("answernumbering").text in ("none", "abc", "ABCD", "123", "iii")
        assert question.find("questiontext").get("format") == "html"
        answers = [(a.find("text").text, float(a.get("fraction")), a.find("feedback/text").text)
                   for a in question.findall("answer")]
        assert sum(share for _, share, _ in answers) == 100
        found[question.find("idnumber").text] = (
            category, question.find("questiontext/text").text, answers,
            question.find("generalfeedback/text").text)
    return found


@pytest.mark.parametrize("number", NUMBERS)
def test_moodle_xml_holds_every_question_with_its_reasons(number):
    asked = quiz.of([number])
    found = moodles_reader(quiz.moodle(asked))
    assert list(found) == [one.id for one in asked]
    for one in asked:
        category, words, answers, held = found[one.id]
        assert category.startswith(f"$course$/top/Nonlinear Models/{number}, ")
        assert ("come back" in category) == one.id.endswith(("-r1", "-r2"))
        assert words.count(r"\(") == one.question.count("$") / 2 and "$" not in words
        assert [plain_text(a.replace(r"\(", "$").replace(r"\)", "$")) for a, *_ in answers] == [
            plain_text(choice) for choice in one.choices.values()]
        assert [share for _, share, _ in answers] == [
            100 * (letter == one.answer) for letter in one.choices]
        assert all(reason for *_, reason in answers)
        assert bool(held) == hasattr(one, "holds")


def test_what_looks_like_markup_survives():
    (one,) = [q for q in questions().values() if q.id == "04-shift-r1"]
    _, words, *_ = moodles_reader(quiz.moodle([one]))[one.id]
    assert "<em>multiplying</em>" in words


@pytest.mark.parametrize("number", NUMBERS)
def test_qti_items_are_whole_and_the_manifest_lists_them(number):
    asked = quiz.of([number])
    archive = zipfile.ZipFile(io.BytesIO(quiz.qti(asked)))
    manifest = ElementTree.fromstring(archive.read("imsmanifest.xml"))
    listed = [r.get("href") for r in manifest.findall("p:resources/p:resource", NS)]
    assert listed == [f"items/{one.id}.xml" for one in asked]
    assert sorted(archive.namelist()) == sorted([*listed, "imsmanifest.xml"])
    for one in asked:
        item = ElementTree.fromstring(archive.read(f"items/{one.id}.xml"))
        assert item.tag == f"{{{quiz.QTI}}}assessmentItem"
        assert re.fullmatch(r"[A-Za-z_][\w.-]*", item.get("identifier"))
        assert {item.get(name) for name in ("adaptive", "timeDependent")} == {"false"}
        assert item.find("q:responseDeclaration/q:correctResponse/q:value", NS).text == one.answer
        choices = item.findall(".//q:simpleChoice", NS)
        assert [c.get("identifier") for c in choices] == list(one.choices)
        reasons = item.findall("q:modalFeedback", NS)
        assert {r.get("identifier") for r in reasons} == set(one.why)
        assert all("".join(r.itertext()).strip() for r in reasons)
        formulas = sum(words.count("$") // 2 for words in (
            one.question, *one.choices.values(), *one.why.values()))
        assert len(item.findall(".//m:math", NS)) == formulas


def responded(item, letter):
    """What an item's responseProcessing sets, run as the specification says for these elements."""
    right = item.find("q:responseDeclaration/q:correctResponse/q:value", NS).text
    score, processing = 0.0, item.find("q:responseProcessing", NS)
    if letter == right:
        score = float(processing.find("q:responseCondition/q:responseIf/q:setOutcomeValue/"
                                      "q:baseValue", NS).text)
    shown = processing.find("q:setOutcomeValue", NS)
    assert shown.get("identifier") == "FEEDBACK" and shown.find("q:variable", NS).get(
        "identifier") == "RESPONSE"
    said = [f for f in item.findall("q:modalFeedback", NS) if f.get("identifier") == letter]
    return score, "".join(said[0].itertext())


def test_an_answered_item_gives_the_point_and_the_reason_of_that_choice():
    (one,) = [q for q in questions().values() if q.id == "04-overflow"]
    archive = zipfile.ZipFile(io.BytesIO(quiz.qti([one])))
    item = ElementTree.fromstring(archive.read(f"items/{one.id}.xml"))
    for letter in one.choices:
        score, said = responded(item, letter)
        assert score == (letter == one.answer) and said[:12] == plain_text(one.why[letter])[:12]


@pytest.mark.parametrize(("words", "xml"), [
    ("a < b & c", "a &lt; b &amp; c"), ("x<sub>1</sub>", "x<sub>1</sub>"),
    ("<em>open", "<em>open</em>"), ("<script>x</script>", "x"), ("&lt;b&gt;", "&lt;b&gt;"),
    ("a<br>b", "a<br/>b")])  # fmt: skip
def test_words_become_well_formed_xml(words, xml):
    assert quiz.xhtml(words) == xml
    ElementTree.fromstring(f"<p>{quiz.xhtml(words)}</p>")


def test_the_table_has_a_line_a_question():
    asked = quiz.of(["04"])
    rows = list(csv.DictReader(io.StringIO(quiz.table(asked).decode("utf-8-sig"))))
    assert [row["id"] for row in rows] == [one.id for one in asked]
    (row,) = [row for row in rows if row["id"] == "04-shift"]
    assert row["right"] == "C" and r"\(e^{100}\)" in row["why A"] and row["holds"]


@pytest.mark.parametrize(("form", "ending"), quiz.ENDING.items())
def test_the_command(tmp_path, monkeypatch, capsys, form, ending):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["quiz", "4", "--to", form]) == 0
    said = f"written to quiz_04.{ending}: {len(quiz.of(['04']))} questions\n"
    assert capsys.readouterr().out == said
    assert (tmp_path / f"quiz_04.{ending}").stat().st_size > 5000


def test_a_notebook_without_questions_is_told(capsys):
    assert cli.main(["quiz", "appendix", "--to", "csv"]) == 1
    assert "expected a notebook with questions, got appendix" in capsys.readouterr().err
