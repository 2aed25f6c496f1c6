"""Cases that Python makes for the scripts in `assets/page/denoising`, which must come to the same.

`python tests/portable_golden` writes them to `tests/golden/portable`. Each module has a function `cases`.
"""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "golden" / "portable"
NAMES = ("draws", "headers", "results", "settings", "specs", "steering", "texts")
"""The modules, which give their names to the files."""
