"""Figures that the page's panels show of a trace, as Python has them: pure functions of its columns.

`assets/page/run/metrics.ts` has the same rules; the golden traces check both. Blocks are separate: the first step of a
block has no step before it.
"""

from collections.abc import Callable

import numpy as np

from playground.trace import Trace
from playground.trace.metrics import content, probability
from playground.trace.status import NEWLY_LOCKED, status

__all__ = ["accepted_share", "changed", "content", "lock_steps", "probability", "revised", "revisions"]


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


def _differs(trace: Trace, column: str) -> np.ndarray:
    ids, block = trace.columns[column], trace.columns["block"]
    differs = np.zeros(ids.shape, bool)
    differs[1:] = (ids[1:] != ids[:-1]) & (block[1:] == block[:-1])[:, None]
    return differs


def _within_blocks(trace: Trace, values: np.ndarray, accumulate: Callable[..., np.ndarray]) -> np.ndarray:
    starts = np.flatnonzero(np.diff(trace.columns["block"])) + 1
    return np.concatenate([accumulate(part, axis=0) for part in np.split(values, starts)])
