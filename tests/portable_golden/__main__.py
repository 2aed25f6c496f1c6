import importlib
import json

import playground as pg
from portable_golden import FOLDER, NAMES


def lines(cases):
    """JSON with a case on each line."""
    if isinstance(cases, list):
        return "[\n" + ",\n".join(map(json.dumps, cases)) + "\n]"
    return (
        "{\n"
        + ",\n".join(
            f"{json.dumps(name)}: {lines(part) if isinstance(part, list) else json.dumps(part)}"
            for name, part in cases.items()
        )
        + "\n}"
    )


embedded = pg.load_model()
for name in NAMES:
    cases = importlib.import_module(f"portable_golden.{name}").cases(embedded)
    (FOLDER / f"{name}.json").write_text(lines(cases) + "\n", encoding="utf-8")
