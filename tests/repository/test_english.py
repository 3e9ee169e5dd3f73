"""English that reads as translated: by kind of text its habits are counted, and may only fall.

The words are a place to look, not a verdict; docs/style.md has what to say instead. Whoever makes
a text better lowers its figure.
"""

import ast
import io
import json
import re
import tokenize
from collections import defaultdict

from test_budgets import FILES

from helpers_checkout import ROOT

HABITS = (
    r"\bstands?\b(?! for\b| out\b| still\b| up\b| apart\b|-in\b)",
    r"\b(?:comes?|came|coming) back\b(?! to (?:the|this|it)\b)",
    r"(?:^|[.;:] )What (?:is|was|has|does|can|comes|goes)\b[^?.]*\.(?= |$)",
    r"\b(?:by|to|for|of|from) who (?:wants|gave|asks|can|needs|has|is)\b",
    r"\b(?:is|are|be|was|were|been) told\b|\btold (?:by|so|from)\b",
    r"\b(?:anew|afresh|to be had|to and fro|for ever|farther|thereby|beside|mend(?:s|ed|ing)?)\b",
    r"\b(?:whole numbers?|digits after the point|in (?:the )?place of|(?:lies?|lay) there)\b",
    r"\b(?:is|are|be|was|were|been) (?:not )?(?:looked|asked|searched) for\b",
    r"\b(?:did it hold|what tempts|it tempts)\b",
    r"\b(?:one|two|three|four|five|nine) of (?:two|three|four|five|six|ten)\b",
)
HABIT = re.compile("|".join(HABITS), re.IGNORECASE)
MOST = {"documents": 39, "docstrings": 316, "messages": 15, "banks": 105, "questions": 63,
        "notebooks": 91, "cards": 90}


def kind(path):
    if "tests" in path.parts or path.name == "CODE_OF_CONDUCT.md":
        return None
    if path.parts[0] == "exercises":
        return {".py": "banks", ".txt": "questions"}.get(path.suffix)
    kinds = {".md": "documents", ".ipynb": "notebooks", ".py": "messages"}
    if "misstep" in path.parts:
        kinds |= {".txt": "cards", ".py": "cards"}
    return kinds.get(path.suffix)


def strings(source, path):
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    tree = ast.parse(source)
    docs = {id(node.body[0].value) for node in ast.walk(tree)
            if isinstance(node, documented) and ast.get_docstring(node) is not None}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield "docstrings" if id(node) in docs else kind(path), node.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield "docstrings", token.string.lstrip("# ")


def texts(path):
    source = (ROOT / path).read_text("utf-8-sig")
    if path.suffix == ".py":
        yield from strings(source, path)
    elif path.suffix == ".ipynb":
        for cell in json.loads(source)["cells"]:
            yield "notebooks", "".join(cell["source"]) * (cell["cell_type"] == "markdown")
    else:
        yield kind(path), source


def test_habits_become_fewer():
    places = defaultdict(list)
    for path in FILES:
        if kind(path) and (ROOT / path).is_file():
            for name, text in texts(path):
                words = " ".join(text.split())
                places[name] += [f"{path}: {words[max(hit.start() - 30, 0):hit.end() + 30]}"
                                 for hit in HABIT.finditer(words)]
    counts = {name: len(hits) for name, hits in places.items()}
    more = {name for name, count in counts.items() if count > MOST.get(name, 0)}
    assert not more, "\n".join([str(counts), *(hit for name in more for hit in places[name])])
