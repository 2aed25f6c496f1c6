"""Writes what the page must know of Python's tables: `python -m workshop.makers.page_tables`.

Ways of writing, what words of a lesson can name, the limits of a run that a browser makes, and the bounds of texts with
gaps, of addresses and of studies: each becomes a module of the page's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playground.assets import ASSETS
from playground.evaluation import study
from playground.plugins.learn.inline import NAMED
from playground.rules.ways import WAYS
from playground.service.limits import PRIVATE, TABLE
from playground.spec import steering
from playground.spec.settings import LEAST_TEMPERATURE
from playground.spec.short import MOST_PROMPT

PAGE = ASSETS / "page"
LIMITS = ("run_positions", "run_tokens", "run_seconds", "prompt_characters", "study_seconds")
"""Those that a browser keeps to as well."""
_BY = "`python -m workshop.makers.page_tables` writes this."
_WAYS = f"""\
/** What the ways of writing declare, in playground/rules/ways/. {_BY} */

type Column = "sampled_ids" | "argmax_ids";

export interface Declared {{
  /** Settings that it has instead of a checkpoint's own. */
  defaults: Record<string, number | string>;
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
}}

/** By name, in the order of menus and races. */
export const WAY_TABLE: Record<string, Declared> = """
_FIELDS = ("defaults", "sticky", "causal", "begins", "accepted_from", "rest_from", "statuses")
_NAMED = f"""\
/** Where on the page each thing is that words of a lesson can name, from playground/plugins/learn/inline.py. {_BY} */

export const NAMED: Record<string, string> = """
_LIMITS = f"""\
/** What a run and a study may take in a browser: the private limits of playground/service/limits.py. {_BY} */

/** `sentence` is for whoever reaches the limit; names in braces stand for numbers. */
export const LIMITS: Record<string, {{ limit: number; sentence: string }}> = """
_BOUNDS = f"""\
/** Bounds of schedules, addresses, texts with gaps and studies, from playground/spec and evaluation. {_BY} */

"""
_NUMBERS = {
    "LEAST_TEMPERATURE": LEAST_TEMPERATURE,
    "MOST_PROMPT": MOST_PROMPT,
    **{name: getattr(steering, name) for name in ("USUAL_GAP", "MOST_GAP", "MOST_GAPS", "MOST_LENGTHS", "MOST_HELD")},
    **{name: getattr(study, name) for name in ("MOST_SEEDS", "MOST_VALUES")},
}


def scripts() -> dict[Path, str]:
    """Each module's path and text."""
    ways = {name: {field: getattr(way, field) for field in _FIELDS} for name, way in WAYS.items()}
    limits = {name: {"limit": getattr(PRIVATE, name), "sentence": TABLE[name].sentence} for name in LIMITS}
    return {
        PAGE / "rules" / "way-table.ts": _WAYS + _table(ways),
        PAGE / "plugins" / "learn" / "named-places.ts": _NAMED + _table(NAMED),
        PAGE / "plugins" / "live" / "denoising" / "limits-table.ts": _LIMITS + _table(limits),
        PAGE / "rules" / "bounds.ts": _BOUNDS
        + "".join(f"export const {name} = {number};\n" for name, number in _NUMBERS.items()),
    }


def _table(values: Mapping[str, Any]) -> str:
    return json.dumps(values, indent=2, ensure_ascii=False) + ";\n"


if __name__ == "__main__":
    for path, text in scripts().items():
        path.write_text(text, encoding="utf-8")
