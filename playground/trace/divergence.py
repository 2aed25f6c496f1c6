"""Where two runs part: pure functions of their traces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from playground.rules.ways import WAYS
from playground.trace.trace import Trace


@dataclass(frozen=True)
class Divergence:
    """The first place at which the sampled canvases of two runs differ."""

    block: int
    """Counted from 1."""
    step: int
    """Counted from 1, in its block."""
    position: int | None
    """Counted from 0; None if only one of the runs has this step."""

    def __str__(self) -> str:
        rest = "which only one of them has" if self.position is None else f"position {self.position}"
        return f"block {self.block}, step {self.step}, {rest}"


def incomparable(first: Trace, second: Trace) -> str:
    """Says why the canvases of two runs cannot be compared, position by position; "" if they can."""
    a, b = first.header, second.header
    if a.source or b.source:
        return "only the text of the steps is recorded"
    if a.canvas_length != b.canvas_length:
        return f"the canvases have {a.canvas_length} and {b.canvas_length} positions"
    if WAYS[a.way].causal != WAYS[b.way].causal:
        return "only one of them writes token after token"
    if a.vocab_size != b.vocab_size:
        return f"the vocabularies have {a.vocab_size:,} and {b.vocab_size:,} tokens"
    if any(second.tokens.get(token, text) != text for token, text in first.tokens.items()):
        return "the same token ids stand for different texts"
    return ""


def divergence(first: Trace, second: Trace) -> Divergence | None:
    """Finds where two runs part whose canvases can be compared; None if they never do."""
    shared = min(len(first), len(second))
    places = [np.stack([t.columns["block"], t.columns["step"]], axis=1) for t in (first, second)]
    drawn = first.columns["sampled_ids"][:shared] != second.columns["sampled_ids"][:shared]
    elsewhere = (places[0][:shared] != places[1][:shared]).any(axis=1)
    rows = np.flatnonzero(drawn.any(axis=1) | elsewhere)
    if not len(rows) and len(first) == len(second):
        return None
    row = rows[0] if len(rows) else shared
    if row < shared and not elsewhere[row]:
        block, step = places[0][row].tolist()
        return Divergence(block, step, int(drawn[row].argmax()))
    # One run has gone on to its next block, or has ended: the step is the other's.
    block, step = min(place[row].tolist() for place in places if row < len(place))
    return Divergence(block, step, None)
