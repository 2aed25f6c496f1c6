"""Checks a trace's columns against their table, against each other and against the description beside them.

`assets/page/run/check.ts` has the same rules for the page; the files in `tests/damaged` check both.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from playground.trace.columns import COLUMNS, MAX_STEPS, Column

ALWAYS = ("block", "step", "argmax_ids")
"""The columns of every run, wherever it was recorded."""


def fault(
    columns: Mapping[str, np.ndarray],
    length: int,
    blocks: int,
    prompt_ids: list[int],
    ids: Collection[int],
    foreign: bool = False,
) -> str:
    """Says what is wrong, as the end of a sentence; "" if nothing is.

    Args:
        length: how many positions a canvas has.
        blocks: how many blocks the run has.
        ids: the token ids that have a text.
        foreign: was the run recorded elsewhere? It then needs only the columns of `ALWAYS`.
    """
    shapes = {name: columns[name].shape if name in columns else () for name in ("step", "top_ids")}
    sizes = {"S": shapes["step"][:1] or (-1,), "L": (length,), "k": shapes["top_ids"][2:3] or (-1,)}
    for column in COLUMNS.values():
        array = columns.get(column.name)
        if array is None:
            if not column.optional and (not foreign or column.name in ALWAYS):
                return f"its column {column.name!r} is missing"
        elif array.dtype != column.dtype or array.shape != sum((sizes[letter] for letter in column.shape), ()):
            return f"its column {column.name!r} is {array.dtype} {array.shape}"
        elif out_of_range(array, column):
            return f"its column {column.name!r} has values that it cannot have"
    if len(columns["step"]) > MAX_STEPS:
        return f"it has {len(columns['step']):,} steps; at most {MAX_STEPS:,} are allowed"
    if not _counted(columns["block"], columns["step"], blocks):
        return "its blocks, their steps and their stop reasons do not match"
    named = [array for name, array in columns.items() if name in COLUMNS and name.endswith("_ids")]
    known = np.zeros(max(ids, default=-1) + 1, bool)
    known[list(ids)] = True
    if not all(_all_known(array, known) for array in [*named, np.array(prompt_ids, "int64")]):
        return "some of its token ids have no text"
    return ""


def out_of_range(array: np.ndarray, column: Column) -> bool:
    """Does the column have a value that its entry in the table rules out?"""
    if column.dtype == "bool":
        return bool((array.view("uint8") > 1).any())
    within = (array >= column.least) & (array <= column.most)
    if column.least > -np.inf:
        within &= array < np.inf
    if column.optional:
        within |= np.isnan(array)
    return not within.all()


def _all_known(ids: np.ndarray, known: np.ndarray) -> bool:
    return ids.max(initial=-1) < len(known) and bool(known[ids].all())


def _counted(block: np.ndarray, step: np.ndarray, blocks: int) -> bool:
    """Do blocks count up from 1, and steps from 1 in each?"""
    first = np.diff(block, prepend=0)
    place = np.arange(len(block))
    expected = place - np.maximum.accumulate(np.where(first == 1, place, 0)) + 1
    return bool(np.isin(first, (0, 1)).all() and (step == expected).all() and block[-1:].sum() == blocks)
