"""The records of `course check`, and what writes them, are typed: mypy finds nothing in them."""

import ast
import inspect
import os
import subprocess
import sys

from course_tools import output, rows, verdicts_table
from course_tools.results import feedback, formats, students
from helpers_checkout import ROOT

TYPED = (output, rows, verdicts_table, feedback, formats, students)


def test_mypy_finds_nothing(tmp_path):
    names = [word for module in TYPED for word in ("-m", module.__name__)]
    sources = os.pathsep.join(map(str, (ROOT, *ROOT.glob("packages/*/src"))))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", "--follow-imports=silent",
         f"--cache-dir={tmp_path}", *names],
        capture_output=True, text=True, timeout=600, cwd=tmp_path,
        env={**os.environ, "MYPYPATH": sources})
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_public_function_has_its_types():
    functions = [node for module in TYPED for node in ast.walk(ast.parse(inspect.getsource(module)))
                 if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    bare = {node.name for node in functions
            for arg in (*node.args.args, *node.args.kwonlyargs)
            if arg.annotation is None and arg.arg not in ("self", "cls")}
    bare |= {node.name for node in functions if node.returns is None}
    assert len(functions) > 20 and not bare
