"""What misstep offers is typed: mypy finds nothing, and nothing of it is left without its types."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import misstep
import widgets

SOURCE = Path(misstep.__file__).parent
USER = """\
from pathlib import Path

import misstep

waves = misstep.use(misstep.Course("Waves", exercises=Path("exercises"), library=("waves",)))
reveal_type(waves.paths)
reveal_type(misstep.ids())
reveal_type(misstep.bank("rms").right)
misstep.Course(exercises=3)
misstep.bank(7)
"""


def mypy(*arguments, folder):
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", f"--cache-dir={folder}", *arguments],
        capture_output=True, text=True, timeout=600, cwd=SOURCE.parent,
        env={**os.environ, "MYPYPATH": str(Path(widgets.__file__).parents[1])})


def test_mypy_finds_nothing_and_tells_a_user_what_is_wrong(tmp_path):
    user = tmp_path / "user.py"
    user.write_text(USER, encoding="utf-8")
    done = mypy(str(SOURCE), str(user), folder=tmp_path)
    said = [line.partition(": ")[2] for line in done.stdout.splitlines()]
    assert all(line.startswith(str(user)) or "user.py" in line.partition(": ")[0]
               for line in done.stdout.splitlines()), done.stdout
    for words in ("dict[str, tuple[", "list[str]", 'Missing positional argument "title"',
                  'Argument 1 to "bank" has incompatible type "int"; expected "str"'):
        assert any(words in line for line in said), (words, done.stdout, done.stderr)


def offered():
    """Public functions, verbs, and the public methods of the classes that `__all__` names."""
    found = {name: getattr(misstep, name) for name in misstep.__all__}
    for name, thing in found.items():
        if inspect.isclass(thing):
            yield from ((f"{name}.{n}", getattr(m, "fget", None) or getattr(m, "func", m))
                        for n, m in vars(thing).items() if not n.startswith("_") and (
                            inspect.isfunction(m) or hasattr(m, "fget") or hasattr(m, "func")))
        elif callable(thing):
            yield name, thing


@pytest.mark.parametrize("name, fn", [*offered()], ids=lambda value: value if isinstance(
    value, str) else "")
def test_what_is_offered_has_its_types(name, fn):
    signature = inspect.signature(fn)
    bare = [p.name for p in signature.parameters.values()
            if p.annotation is p.empty and p.name not in ("self", "cls")]
    assert not bare and signature.return_annotation is not signature.empty, (name, bare)


def test_it_says_that_it_is_typed():
    assert (SOURCE / "py.typed").exists()
