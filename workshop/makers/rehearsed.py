"""Writes what the page shows of a step of the 26B checkpoint: `python -m workshop.makers.rehearsed`.

It makes `assets/page/plugins/card/rehearsed.ts` of what `python -m playground bench --rehearse` counts, in about ten
seconds.
"""

from __future__ import annotations

import json
from typing import Any

from playground.assets import ASSETS
from playground.plugins.card.measure.rehearsal import rehearsed

FILE = ASSETS / "page" / "plugins" / "card" / "rehearsed.ts"

_SCRIPT = """\
/**
 * What a step of the 26B checkpoint does and moves, counted on a device that computes nothing, as
 * `python -m playground bench --rehearse` prints it. `python -m workshop.makers.rehearsed` writes this.
 */

/** Bytes without those of the weights. */
export type Part = { operations: number; bytes: number };

type Rehearsed = { prefix: number; floor: Record<string, number>; steps: Record<string, Record<string, Part>> };

export const REHEARSED: Rehearsed = %s;
"""


def script(report: dict[str, Any]) -> str:
    """The module's text."""
    return _SCRIPT % json.dumps(report, indent=2)


if __name__ == "__main__":
    FILE.write_text(script(rehearsed()), encoding="utf-8")
