"""The *Map*: few passes and still right? What was measured of a model at which settings, and what the reader adds."""

import json
from hashlib import sha256

from playground.assets import ASSETS
from playground.hooks import PagePart, hook

needs = ("often",)


@hook
def page_part() -> PagePart:
    measured = sweeps()
    return PagePart(
        script=ASSETS / "dist/plugins-often_map.js",
        tray="Map",
        invite="the map: how few passes, and still right?",
        held=True,
        files={"figures/sweeps.json": lambda: measured},
        edition=sha256(measured).hexdigest(),
    )


def sweeps() -> bytes:
    """All sweeps of the embedded checkpoint that are installed, as a JSON list."""
    paths = sorted((ASSETS / "figures").glob("sweep-*.json"))
    return json.dumps([json.loads(path.read_text(encoding="utf-8")) for path in paths]).encode()
