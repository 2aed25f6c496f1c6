import importlib
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:1] = [str(HERE.parents[3]), str(HERE.parents[2])]

from case_lines import lines  # noqa: E402
from plugins.live.portable_golden import FOLDER, NAMES  # noqa: E402

import playground as pg  # noqa: E402

embedded = pg.load_model()
for name in NAMES:
    cases = importlib.import_module(f"plugins.live.portable_golden.{name}").cases(embedded)
    (FOLDER / f"{name}.json").write_text(lines(cases) + "\n", encoding="utf-8")
