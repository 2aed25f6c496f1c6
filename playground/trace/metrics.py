"""Figures derived from a trace: pure functions of its columns, with one entry for each denoising step.

`assets/page/run/metrics.ts` has the same rules for the page, and more that Python has in `tests/metrics.py` alone; the
golden traces in `tests/golden` check both.
"""

from __future__ import annotations

import numpy as np

from playground.trace.trace import Trace


def content(trace: Trace) -> np.ndarray:
    """bool (S, L): positions with text: before the first end-of-text of a step's argmax canvas; no padding or filler.

    Only these count as progress, because the others are easy and would make any run look almost finished.
    """
    argmax = trace.columns["argmax_ids"]
    ended = np.logical_or.accumulate(np.isin(argmax, trace.header.eos_ids), axis=1)
    pad = [] if trace.header.pad_id is None else [trace.header.pad_id]
    return ~ended & ~np.isin(argmax, [*pad, *trace.fillers])


def probability(trace: Trace, layer: str) -> np.ndarray:
    """float32 (S, L): the probability of the token in `layer` (input, sampled or argmax); NaN if not recorded."""
    columns = trace.columns
    same = columns["top_ids"] == columns[f"{layer}_ids"][..., None]
    return np.where(same.any(axis=2), (columns["top_probs"] * same).sum(axis=2), np.float32("nan"))
