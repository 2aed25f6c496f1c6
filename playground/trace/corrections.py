"""What happened to positions that were kept: which were reopened, and which were then kept again as another token.

`assets/page/run/corrections.ts` has the same rule for the page; the golden traces check both. Only text counts: neither
padding nor anything past the end of the text. Blocks are separate. Masked and autoregressive writing have none of this,
because what they keep stays.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from playground.trace.metrics import content
from playground.trace.status import NEWLY_LOCKED, RELAPSED, status
from playground.trace.trace import Trace


@dataclass(frozen=True)
class Reopening:
    """A text position that was kept and no longer is. Rows are places in the trace's columns."""

    position: int
    since: int
    """The row since which it had held that token."""
    reopened: int
    token: int


@dataclass(frozen=True)
class Correction:
    """A position that was kept, reopened, and kept again as another token, within one block."""

    position: int
    since: int
    """The row since which it had held the first token."""
    reopened: int
    again: int
    """The row that keeps it as the other token."""
    before: int
    after: int


def reopenings(trace: Trace) -> list[Reopening]:
    """Lists what each step reopened, by row, then by position."""
    text, codes = _text(trace), status(trace.columns["accepted"], trace.columns["block"])
    return [
        _reopening(trace, row, position)
        for row, position in np.argwhere(codes == RELAPSED).tolist()
        if text[row - 1, position]
    ]


def corrections(trace: Trace) -> list[Correction]:
    """Lists the corrections, by the row that keeps the other token, then by position."""
    columns = trace.columns
    block, sampled, text = columns["block"], columns["sampled_ids"], _text(trace)
    codes = status(columns["accepted"], block)
    places = np.arange(len(trace))[:, None]
    last = np.maximum.accumulate(np.where(codes == RELAPSED, places, -1), axis=0)
    listed = []
    for row, position in np.argwhere((codes == NEWLY_LOCKED) & (last >= 0) & text).tolist():
        reopened, after = last[row, position].item(), sampled[row, position].item()
        if block[reopened] != block[row] or not text[reopened - 1, position]:
            continue
        was = _reopening(trace, reopened, position)
        if was.token != after:
            listed.append(Correction(position, was.since, reopened, row, was.token, after))
    return listed


def _reopening(trace: Trace, row: int, position: int) -> Reopening:
    columns = trace.columns
    ids, block = columns["sampled_ids"][:, position], columns["block"]
    held = columns["accepted"][:, position] & (ids == ids[row - 1]) & (block == block[row])
    since = row - 1
    while since > 0 and held[since - 1]:
        since -= 1
    return Reopening(position, since, row, ids[row - 1].item())


def _text(trace: Trace) -> np.ndarray:
    """bool (S, L): positions whose sampled token is one of the text."""
    header = trace.header
    pad = [] if header.pad_id is None else [header.pad_id]
    special = np.isin(trace.columns["sampled_ids"], [*header.special_ids, *header.eos_ids, *pad])
    return content(trace) & ~special
