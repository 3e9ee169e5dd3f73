"""The scripts of the page: TypeScript's compiler finds nothing in what their JSDoc promises."""

import base64
import hashlib
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VERSION = "5.9.3"
SHA512 = "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw=="


@pytest.fixture(scope="module")
def tsc(tmp_path_factory):
    folder = tmp_path_factory.mktemp("typescript")
    subprocess.run([shutil.which("npm") or "npm", "pack", "--silent", f"typescript@{VERSION}"],
                   cwd=folder, check=True, timeout=300)
    (package,) = folder.glob("*.tgz")
    assert hashlib.sha512(package.read_bytes()).digest() == base64.b64decode(SHA512)
    with tarfile.open(package) as files:
        files.extractall(folder, filter="data")
    return ["node", str(folder / "package" / "lib" / "tsc.js")]


@pytest.mark.full
def test_typescript_finds_nothing(tsc):
    done = subprocess.run([*tsc, "-p", "jsconfig.json", "--pretty", "false"], cwd=ROOT,
                          capture_output=True, text=True, timeout=300)
    of_ours = [line for line in done.stdout.splitlines() if line[:1] != " "
               and "codemirror.js" not in line.partition("(")[0]]
    assert of_ours == []


@pytest.mark.full
def test_typescript_finds_a_wrong_type(tsc, tmp_path):
    script = tmp_path / "wrong.js"
    script.write_text("/** @type {number} */\nexport const n = 'one';\n", encoding="utf-8")
    done = subprocess.run([*tsc, "--noEmit", "--allowJs", "--checkJs", str(script)],
                          capture_output=True, text=True, timeout=300)
    assert "not assignable to type 'number'" in done.stdout
