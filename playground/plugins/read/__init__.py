"""Reads a text instead of writing it: the labels of its slots by probability, beside what writing puts there.

The fixed text is pinned, one pass gives a distribution over each slot, and a later pass gives another. Nothing in them
is calibrated, and here one sees how far: the share of each label in many runs, and held-out stories whose truth is
known.

template    a text with slots
canvas      its tokens: pins, and the labels of each slot
reading     one pass, a later pass, and what runs write
chain       the same token after token
table       all ways as one table: `pg.read`
"""

from __future__ import annotations

from collections.abc import Mapping

from playground.hooks import Command, hook


@hook
def commands() -> Mapping[str, Command]:
    about = "Read the slots of a text by probability, beside what writing puts there."
    return {"read": Command(help=about, at="playground.plugins.read.command:read")}


@hook
def names() -> Mapping[str, str]:
    return {"read": "playground.plugins.read.table:read"}
