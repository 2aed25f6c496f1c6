"""How cases that Python and the scripts share are written: JSON with a case on each line."""

import json


def lines(cases):
    if isinstance(cases, list):
        return "[\n" + ",\n".join(map(json.dumps, cases)) + "\n]"
    parts = {name: lines(part) if isinstance(part, list) else json.dumps(part) for name, part in cases.items()}
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {part}" for name, part in parts.items()) + "\n}"
