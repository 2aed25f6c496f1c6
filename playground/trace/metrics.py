"""Figures derived from a trace: pure functions of its columns, with one entry for each denoising step.

`assets/js/run/metrics.js` has the same rules for the page; the golden traces in `tests/golden` check both. Blocks are
separate: the first step of a block has no step before it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from playground.trace.status import NEWLY_LOCKED, status
from playground.trace.trace import Trace


def content(trace: Trace) -> np.ndarray:
    """bool (S, L): positions with text: before the first end-of-text of a step's argmax canvas; no padding or filler.

    Only these count as progress, because the others are easy and would make any run look almost finished.
    """
    argmax = trace.columns["argmax_ids"]
    ended = np.logical_or.accumulate(np.isin(argmax, trace.header.eos_ids), axis=1)
    pad = [] if trace.header.pad_id is None else [trace.header.pad_id]
    return ~ended & ~np.isin(argmax, [*pad, *trace.fillers])


def accepted_share(trace: Trace) -> np.ndarray:
    """float64 (S,): the share of content positions accepted at a step; NaN if there is no content."""
    held = content(trace)
    count = held.sum(axis=1)
    share = (trace.columns["accepted"] & held).sum(axis=1) / np.maximum(count, 1)
    return np.where(count > 0, share, np.nan)


def revised(trace: Trace) -> np.ndarray:
    """bool (S, L): where the argmax differs from that of the step before."""
    return _differs(trace, "argmax_ids")


def revisions(trace: Trace) -> np.ndarray:
    """int64 (S, L): how often the argmax has changed in this block, up to and including each step."""
    return _within_blocks(trace, revised(trace).astype("int64"), np.cumsum)


def changed(trace: Trace) -> np.ndarray:
    """bool (S, L): where the sampled token differs from that of the step before."""
    return _differs(trace, "sampled_ids")


def lock_steps(trace: Trace) -> np.ndarray:
    """int64 (S, L): the step of the last lock in this block, up to and including each step; 0 if there was none."""
    columns = trace.columns
    locking = status(columns["accepted"], columns["block"]) == NEWLY_LOCKED
    return _within_blocks(trace, locking * columns["step"].astype("int64")[:, None], np.maximum.accumulate)


def probability(trace: Trace, layer: str) -> np.ndarray:
    """float32 (S, L): the probability of the token in `layer` (input, sampled or argmax); NaN if not recorded."""
    columns = trace.columns
    found = columns["top_ids"] == columns[f"{layer}_ids"][..., None]
    return np.where(found.any(axis=2), (columns["top_probs"] * found).sum(axis=2), np.float32("nan"))


def _differs(trace: Trace, column: str) -> np.ndarray:
    ids, block = trace.columns[column], trace.columns["block"]
    differs = np.zeros(ids.shape, bool)
    differs[1:] = (ids[1:] != ids[:-1]) & (block[1:] == block[:-1])[:, None]
    return differs


def _within_blocks(trace: Trace, values: np.ndarray, accumulate: Callable[..., np.ndarray]) -> np.ndarray:
    starts = np.flatnonzero(np.diff(trace.columns["block"])) + 1
    return np.concatenate([accumulate(part, axis=0) for part in np.split(values, starts)])
