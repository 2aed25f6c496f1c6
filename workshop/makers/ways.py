"""Writes what ways of writing declare, `assets/page/rules/way-table.ts`: `python -m workshop.makers.ways`."""

from __future__ import annotations

import json

from playground.assets import ASSETS
from playground.rules.ways import WAYS

FILE = ASSETS / "page" / "rules" / "way-table.ts"
_SCRIPT = """\
/** What the ways of writing declare, in playground/rules/ways/. `python -m workshop.makers.ways` writes this. */

type Column = "sampled_ids" | "argmax_ids";

export interface Declared {
  /** Does an accepted token stay? */
  sticky: boolean;
  /** Does each pass write one token from what stands before it, rather than look both ways? */
  causal: boolean;
  /** What stands on a canvas before its first step. */
  begins: "noise" | "mask" | "blank";
  /** Whose token stands where a position is accepted, if a canvas is committed as it is. */
  accepted_from: Column;
  /** Whose token stands elsewhere; null if nothing does. */
  rest_from: Column | null;
  /** The names of the statuses, by code. */
  statuses: string[];
}

/** By name, in the order of menus and races. */
export const WAY_TABLE: Record<string, Declared> = {
%s};
"""
_FIELDS = ("sticky", "causal", "begins", "accepted_from", "rest_from", "statuses")


def script() -> str:
    """The module's text."""
    entries = []
    for name, way in WAYS.items():
        fields = "".join(f"    {field}: {json.dumps(getattr(way, field))},\n" for field in _FIELDS)
        entries.append(f"  {name}: {{\n{fields}  }},\n")
    return _SCRIPT % "".join(entries)


if __name__ == "__main__":
    FILE.write_text(script(), encoding="utf-8")
