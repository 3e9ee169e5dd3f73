"""The packages of the one wheel: found, not listed. All else is in pyproject.toml.

`data/`, `exercises/` and `notebooks/` become the packages `course_utils_data` and so on, so that
their files are found in a checkout (editable) and in a wheel alike, under names that are ours.
"""

import json
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

HOMES = {"course_utils*": ".", "misstep*": "packages/misstep/src",
         "course_tools*": "packages/course_tools/src", "classroom*": "packages/classroom/src",
         "widgets*": "packages/widgets/src"}
CONTENT = {f"course_utils_{name}": name for name in ("data", "exercises", "notebooks")}


class Build(build_py):
    """In a wheel the notebooks have no outputs: pictures are nine tenths of them."""

    def run(self):
        super().run()
        folder = Path(self.build_lib, "course_utils_notebooks")
        for path in () if self.editable_mode else folder.glob("*.ipynb"):
            nb = json.loads(path.read_text(encoding="utf-8"))
            for cell in nb["cells"]:
                if cell["cell_type"] == "code":
                    cell.update(outputs=[], execution_count=None)
            path.write_text(json.dumps(nb, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


places = {name: f"{home}/{name.replace('.', '/')}" for pattern, home in HOMES.items()
          for name in find_packages(home, include=[pattern])}
setup(packages=[*places, *CONTENT], package_dir={**places, **CONTENT}, cmdclass={"build_py": Build})
