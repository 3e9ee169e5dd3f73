from pathlib import Path

import misstep

COURSE = misstep.use(misstep.Course(
    "Waves", exercises=Path(__file__).parent / "exercises", library=("waves",)))
