"""What a page without Python reads beside the texts that it judges: the world's words, expressions and sentences."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

from playground.plugins.small_world import (
    about,
    check,
    common,
    function_check,
    functions,
    nearest,
    offers,
    outside,
    records,
    requests,
    sorting,
    sums,
    things,
    unread,
    words,
)
from playground.plugins.small_world.card import EXAMPLE, read_card
from playground.plugins.small_world.javascript import javascript
from playground.plugins.small_world.judge import RULE_VERSION
from playground.plugins.small_world.kinds import KINDS
from playground.plugins.small_world.new_words import read_words

FILE = "world.json"
MODULES = (
    sums, sorting, records, outside, check, function_check, common, things, about, unread, offers, words,
)  # fmt: skip
PATTERNS = {
    name.lower(): value
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, re.Pattern) and not name.startswith("_")
}
"""Name -> expression, as a page without Python reads it: all of these modules but their private ones."""


def write_tables(into: Path, folder: Path | None) -> Path:
    """Writes the tables into a folder, and returns their file; `folder` is as `tables` takes it."""
    file = into / FILE
    file.write_text(json.dumps(tables(folder), ensure_ascii=False) + "\n", encoding="utf-8")
    return file


def tables(folder: Path | None) -> dict[str, Any]:
    """The tables, ready for JSON.

    Args:
        folder: of the checkpoint, whose words and model card are among them, or null if it has none; None for a
            checkpoint of which nothing is known. Its texts are judged all the same.
    """
    card = read_card(folder) if folder else None
    trained = read_words(folder) if folder else None
    return {
        "rule": RULE_VERSION,
        "patterns": {name: javascript(pattern) for name, pattern in PATTERNS.items()},
        "kinds": {kind.name: {"suite": kind.suite, "right": kind.right} for kind in KINDS},
        "expect": about.EXPECT,
        "largest": sums.LARGEST,
        "spelled": about.SPELLED,
        "unread": {"read": unread.READ, "unreadable": sorted(unread.UNREADABLE), "scenery": sorted(unread.SCENERY)},
        "nearest": nearest.LISTS,
        "offers": {"story": offers.STORY, "function": offers.FUNCTION},
        "outside": {"sentence": outside.SENTENCE, "foreign": sorted(outside.FOREIGN_WORDS)},
        "repair": requests.REPAIR,
        "stories": {
            "long": requests.LONG_OPENERS,
            "plots": tuple(requests.PLOT_CLAUSES.values()),
            "endings": tuple(requests.ENDING_CLAUSES.values()),
            "things": sorted(check.NAMES_AND_THINGS),
            "places": sorted(check.PLACES_AND_HELPERS),
        },
        "functions": {
            "openers": functions.FUNCTION_OPENERS,
            "infill": functions.INFILL,
            "gap": functions.GAP,
            "lists": common.LISTS,
            "skipped": sorted(common.SKIPPED),
            "meanings": sorted(common.meanings()),
        },
        "words": {"first": words.WORDS, "known": words.KNOWN},
        "trained": trained and sorted(trained),
        "card": card and {**dataclasses.asdict(card), "example": EXAMPLE},
    }
