"""Writes what the page's roofline knows of GPUs: `python -m workshop.makers.gpus`.

It makes `assets/page/plugins/card/gpus.ts` from `GPUS`.
"""

from __future__ import annotations

import json

from playground.assets import ASSETS
from playground.plugins.card.measure.roofline import GPUS

FILE = ASSETS / "page" / "plugins" / "card" / "gpus.ts"

_SCRIPT = """\
/** Machines by what their makers publish. `python -m workshop.makers.gpus` writes this. */

import type { Machine } from "../../rules/cost.ts";

export const GPUS: Machine[] = %s;
"""


def script() -> str:
    """The module's text."""
    machines = [{"name": gpu.name, "bytesPerS": gpu.bytes_per_s, "flopsPerS": gpu.flops_per_s} for gpu in GPUS]
    return _SCRIPT % json.dumps(machines, indent=2)


if __name__ == "__main__":
    FILE.write_text(script(), encoding="utf-8")
