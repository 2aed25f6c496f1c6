"""Makes a trace of a run of another program: one canvas for each step, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from playground.errors import TraceError
from playground.trace import Header, Trace
from playground.trace.columns import MAX_CANVAS, MAX_MIB, MAX_STEPS


def from_canvases(canvases: Sequence[tuple[int, list[str]]], source: str, name: str) -> Trace:
    """A trace of canvases: the block of each step, from 1, and the texts of its positions.

    Args:
        source: what recorded them, for readers.
        name: of the file, for messages.

    Raises:
        TraceError: there are no steps, too many, or their blocks do not count up from 1.
    """
    if not canvases:
        raise TraceError(f"{name} holds no step of a diffusion run.")
    length = max(1, max(len(pieces) for _, pieces in canvases))
    if len(canvases) > MAX_STEPS or length > MAX_CANVAS or 4 * len(canvases) * length > MAX_MIB << 20:
        raise TraceError(
            f"{name} holds {len(canvases):,} steps of up to {length:,} positions; at most {MAX_STEPS:,} and "
            f"{MAX_CANVAS:,} are allowed, and {MAX_MIB} MiB in all."
        )
    ids = {"": 0} | {
        piece: at for at, piece in enumerate(dict.fromkeys(piece for _, pieces in canvases for piece in pieces), 1)
    }
    argmax = np.zeros((len(canvases), length), "int32")
    block, step, last = np.empty(len(canvases), "int32"), np.empty(len(canvases), "int32"), 0
    for row, (number, pieces) in enumerate(canvases):
        if number not in (last, last + 1) or number < 1:
            raise TraceError(f"{name} goes from block {last} to block {number}; blocks must count up from 1.")
        block[row], step[row] = number, 1 if number != last else step[row - 1] + 1
        argmax[row, : len(pieces)] = [ids[piece] for piece in pieces]
        last = number
    header = Header(
        device="", dtype="", canvas_length=length, vocab_size=len(ids), eos_ids=[], pad_id=0, special_ids=[0],
        prompt_ids=[], software={}, source=source,
    )  # fmt: skip
    trace = Trace(
        header=header,
        columns={"block": block, "step": step, "argmax_ids": argmax},
        stop_reasons=["stopped"] * last,
        finish_reason="stopped",
        tokens={token: piece for piece, token in ids.items()},
    )
    return replace(trace, text="".join(trace.tokens[token] for token in trace.token_ids))
