import importlib
import json

import playground as pg
from portable_golden import FOLDER, NAMES

embedded = pg.load_model()
for name in NAMES:
    cases = importlib.import_module(f"portable_golden.{name}").cases(embedded)
    (FOLDER / f"{name}.json").write_text(json.dumps(cases, indent=1) + "\n", encoding="utf-8")
