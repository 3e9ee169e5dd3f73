"""No question is answered by its looks: five blind rules on predictions and on what comes back.

A rule looks at the four choices alone and takes one of those it likes best, by lot. By luck it is
right in a quarter of them.
"""

import re

import pytest

from course_utils import exercises  # noqa: F401 - its questions are those asked for
from misstep.questions import Prediction, plain_text, predictions, recalls
from not_yet import assert_kept

IN_A_NOTEBOOK, IN_ALL = 0.35, 0.32
FEW = 2.5  # right answers that chance gives in a short list


def reasoned(text):
    """Whether more than the answer is said, after a colon or a comma outside of brackets."""
    return bool(re.search("[:,;] ", re.sub(r"\([^()]*\)", "", text)))


# What each rule likes least to best: the choices with the smallest value are taken.
RULES = {
    "bare": reasoned,
    "shortest": len,
    "longest": lambda text: -len(text),
    "digits": lambda text: -len(re.findall(r"\d", text)),
    "modest": lambda text: bool(re.search(r"\b(only|always|never|all)\b", text, re.I)),
}


def held(asked, rule):
    """How probably the rule finds the answer."""
    values = {letter: RULES[rule](plain_text(text)) for letter, text in asked.choices.items()}
    taken = [letter for letter, value in values.items() if value == min(values.values())]
    return (asked.answer in taken) / len(taken)


def questions(notebook=None):
    both = [*predictions().values(), *recalls().values()]
    return [q for q in both if notebook in (None, q.notebook)]


def found(asked, rule):
    return sum(held(q, rule) for q in asked)


@pytest.mark.parametrize(("choices", "rule", "chance"), [
    (["7", "5, the root", "3: half", "4.95"], "bare", 1 / 2),
    (["(0, 1)", "(1, 0)", "(2, 5)", "(1, 1)"], "bare", 1 / 4),
    (["a lot", "more", "less", "none"], "shortest", 1 / 3),
    (["a lot", "more", "less", "nothing"], "longest", 1),
    (["1 of 2", "2", "3", "13 or 14"], "digits", 1),
    (["all", "always", "never", "some"], "modest", 1),
    (["all", "a ballad", "some", "few"], "modest", 1 / 3),
])
def test_a_rule_takes_one_of_what_it_likes_best(choices, rule, chance):
    four = dict(zip("ABCD", choices, strict=True))
    asked = Prediction(id="99-x", question="?", choices=four, answer="D", run="", holds="", why={})
    assert held(asked, rule) == pytest.approx(chance)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("notebook", sorted({q.notebook for q in questions()}))
def test_no_rule_finds_the_answers_of_a_notebook(notebook, rule):
    asked = questions(notebook)
    right = found(asked, rule)
    told = right > max(IN_A_NOTEBOOK * len(asked), FEW)
    assert_kept(notebook, rule, f"{right:.2f}" if told else "0",
                f"of {len(asked)}; found: {[q.id for q in asked if held(q, rule) > 0.3]}")


@pytest.mark.parametrize("rule", RULES)
def test_no_rule_finds_the_answers_of_the_course(rule):
    asked = questions()
    right = found(asked, rule)
    told = right > IN_ALL * len(asked)
    assert_kept("all", rule, str(int(told)), f"{right:.1f} of {len(asked)}")
