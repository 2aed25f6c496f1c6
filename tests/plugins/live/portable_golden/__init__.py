"""Cases that Python makes for the scripts in `assets/page/plugins/live`, which must come to the same.

`python tests/plugins/live/portable_golden` writes them to `golden` beside it. Each module has a function `cases`.
"""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "golden"
NAMES = ("answers", "draws", "headers", "results", "settings", "specs", "steering", "texts")
"""The modules, which give their names to the files."""
