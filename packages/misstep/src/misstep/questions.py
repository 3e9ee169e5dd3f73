"""Questions with choices: predictions, and those that bring their ideas back later; as text.

They stand in ``predictions.txt`` and ``recall.txt`` beside a notebook's exercises; the README has
their form. Texts may go on in further lines, indented by four or more; a line that begins with a
hash is for authors. Words may be HTML, formulas stand between dollar signs. Shows nothing.
"""

import html
import re
from dataclasses import dataclass

from misstep.course import current
from misstep.judge.records import unknown

PREDICTIONS, RECALLS = "predictions.txt", "recall.txt"


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question with its answers, as both kinds below have them."""

    id: str
    question: str  # plain words or HTML; formulas between dollar signs
    choices: dict  # letter to text
    answer: str  # the right letter
    why: dict  # for each letter: why it tempts, or why it is right

    @property
    def notebook(self) -> str:
        """Number of the notebook that teaches it."""
        return self.id.partition("-")[0]


@dataclass(frozen=True, kw_only=True)
class Prediction(Asked):
    """A question to commit to before the cells that answer it are run.

    >>> from misstep.example import COURSE
    >>> asked = COURSE.prediction("01-twice")
    >>> asked.answer, asked.choices["B"]
    ('B', 'it doubles')
    """

    run: str  # which cells to run after committing
    holds: str  # what those cells show


@dataclass(frozen=True, kw_only=True)
class Recall(Asked):
    """A question that comes back in later notebooks: a prediction's idea in another dress.

    It can be answered without the notebook; its id is the prediction's and a number: "01-line-r1".

    >>> [again] = read("01-twice-r1 | power\\n    Halved?\\n  *A half || Yes.\\n   B no || Yes.")
    >>> again.idea, again.lecture, again.answer
    ('01-twice', ('power',), 'A')
    """

    lecture: tuple  # lecture ids of the idea, the main one first

    @property
    def idea(self) -> str:
        """Id of the prediction whose idea it asks for."""
        return self.id.rpartition("-")[0]


def predictions() -> dict[str, Prediction]:
    """All predictions, by id."""
    return _asked(PREDICTIONS)


def recalls() -> dict[str, Recall]:
    """All questions that come back, by id, in teaching order."""
    return _asked(RECALLS)


def _asked(name):
    course = current()
    if name not in course.questions_read:
        course.questions_read[name] = read_all(course.files(name))
    return course.questions_read[name]


def read_all(files):
    """The questions of some files, (number of the notebook, path) each, by id."""
    found = {}
    for _, path in files:
        try:
            asked = read(path.read_text(encoding="utf-8-sig"), path)
        except UnicodeDecodeError as err:
            raise ValueError(f"{path}: expected a text in UTF-8, got another: {err}") from None
        for q in asked:
            if found.setdefault(q.id, q) is not q:
                raise ValueError(f"{path}: expected each id once, got {q.id} again")
    return found


def questions() -> dict[str, Prediction | Recall]:
    """All that can be put to a room: predictions and questions that come back, by id."""
    return {**predictions(), **recalls()}


def prediction(id: str) -> Prediction:
    """The record of one prediction; KeyError with the likeliest name if there is none."""
    found = predictions()
    if not isinstance(id, str) or id not in found:
        raise KeyError(unknown("prediction", id, found))
    return found[id]


_CHOICE = re.compile(r" {2,3}(\*?)([A-Z]) (.*)")
_FIELD = re.compile(r"  (run|holds): (.*)")


def read(text, file="questions"):
    """The questions of a text, in order; a ValueError names file and line of what is amiss."""
    found, block = [], []
    for number, line in enumerate([*text.expandtabs().splitlines(), ""], 1):
        if line.startswith("#"):
            continue
        if line.strip() and (block or not line.startswith(" ")):
            block.append((number, line.rstrip()))
        elif line.strip():
            raise _amiss(file, number, "the id of a question in the first column", line.strip())
        elif block:
            found.append(_question(block, file))
            block = []
    return found


def _question(block, file):
    (first, head), *lines = block
    id, _, lecture = head.partition(" | ")
    if not re.fullmatch(r"[\w-]+", id):
        raise _amiss(file, first, "the id of a question, such as 04-shift", head)
    parts, answers = {"question": [first, ""]}, []
    for number, line in lines:
        choice, named = _CHOICE.fullmatch(line), _FIELD.fullmatch(line)
        if choice or named:
            key, words = (choice[2], choice[3]) if choice else named.groups()
            if key in parts:
                raise _amiss(file, number, f"{key} once", "it a second time")
            answers += [key] if choice and choice[1] else []
            parts[key] = [number, words]
        elif line.startswith("    "):
            last = next(reversed(parts.values()))
            last[1] = f"{last[1]} {line.strip()}".strip()
        else:
            raise _amiss(file, number, "a choice such as `   A words || reason`, `run:`, `holds:` "
                         "or a line that goes on, indented by four", line)
    texts = {key: words for key, (_, words) in parts.items()}
    letters = [key for key in texts if len(key) == 1]
    for letter in letters:
        if " || " not in texts[letter]:
            raise _amiss(file, parts[letter][0], "`||` between a choice and its reason",
                         texts[letter])
    pairs = {letter: texts[letter].split(" || ", 1) for letter in letters}
    kind, wanted = (Recall, ["question"]) if lecture else (Prediction, ["question", "run", "holds"])
    if sorted(wanted) != sorted(key for key in texts if len(key) > 1) or not texts["question"]:
        raise _amiss(file, first, f"{', '.join(wanted)} and choices",
                     f"{', '.join(key for key, words in texts.items() if words)} for {id}")
    if len(answers) != 1 or len(letters) < 2:
        raise _amiss(file, first, "two choices or more, one of them with a star before its letter",
                     f"{len(letters)} with {len(answers)} stars for {id}")
    more = {"lecture": tuple(lecture.split(", "))} if lecture else {
        "run": texts["run"], "holds": texts["holds"]}
    return kind(id=id, question=texts["question"], answer=answers[0],
                choices={letter: c for letter, (c, _) in pairs.items()},
                why={letter: w for letter, (_, w) in pairs.items()}, **more)


def _amiss(file, number, expected, got):
    return ValueError(f"{file}, line {number}: expected {expected}, got {got[:80]!r}")


TEX = {r"\top": "ᵀ", r"\cdot": "·", r"\times": "×", r"\partial": "∂", r"\phi": "φ",
       r"\sigma": "σ", r"\tau": "τ", r"\ell": "ℓ", r"\le": "≤", r"\ge": "≥", r"\ne": "≠",
       r"\tfrac12": "½", r"\,": " "}  # fmt: skip


def plain_text(text):
    r"""Text without HTML and TeX: what a button and plain text can show.

    >>> plain_text("w<sub>1</sub> &lt; 0")
    'w1 < 0'
    >>> plain_text(r"$d_z = h^{\top} w_1$")
    'd_z = hᵀ w₁'
    """
    def formula(found):
        tex = re.sub(r"\^\{?\\top\}?", "ᵀ", found[1])
        for command, sign in TEX.items():
            tex = re.sub(re.escape(command) + r"(?![a-zA-Z])", sign, tex)
        tex = re.sub(r"\\mathrm\{(\w+)\}|\\(sin|log|max)\b", lambda name: name[1] or name[2], tex)
        for sign, digits in (("_", "₀₁₂₃₄₅₆₇₈₉₋"), (r"\^", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")):
            small = str.maketrans("0123456789-", digits)
            tex = re.sub(sign + r"(\d|\{-?\d+\})", lambda at, to=small: at[1].translate(to), tex)
        return re.sub(r"[{}]", "", tex.replace("-", "−"))

    text = re.sub(r"\$([^$]+)\$", formula, text)
    return html.unescape(re.sub(r"</?[a-zA-Z][^>]*>", "", text))


def in_a_line(asked):
    """Question and choices on one line."""
    choices = "  ".join(f"{letter}) {plain_text(text)}" for letter, text in asked.choices.items())
    return f"{plain_text(asked.question)}  {choices}"
