"""Makes traces of runs of other programs: one canvas for each step, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from playground.errors import TraceError
from playground.trace import Header, Trace
from playground.trace.columns import MAX_CANVAS, MAX_MIB, MAX_STEPS

Canvases = Sequence[tuple[int, list[str]]]
"""The block of each step of a run, from 1, and the texts of its positions."""


def foreign_header(source: str, canvas_length: int, **known: Any) -> Header:
    """The header of a run of which little is known.

    Args:
        source: what recorded it, for readers.
        known: the fields that are known.
    """
    unknown: dict[str, Any] = {
        "device": "", "dtype": "", "eos_ids": [], "pad_id": None, "special_ids": [], "prompt_ids": [], "software": {},
    }  # fmt: skip
    return Header(source=source, canvas_length=canvas_length, **(unknown | known))


def from_canvases(runs: Sequence[tuple[str, Canvases]], name: str) -> list[Trace]:
    """The traces of runs, of which each has a step.

    Args:
        runs: what recorded each, for readers, and its canvases.
        name: of the file, for messages.

    Raises:
        TraceError: there are too many steps, or the blocks of a run do not count up from 1.
    """
    lengths = [len(pieces) for _, canvases in runs for _, pieces in canvases]
    check_size(len(lengths), max(lengths), name)
    return [_from_canvases(canvases, source, name) for source, canvases in runs]


def check_size(steps: int, length: int, name: str) -> None:
    """Checks how much a file or a run holds.

    Args:
        length: the most positions of a step.
        name: of the file, for messages.

    Raises:
        TraceError: it is too much.
    """
    if steps > MAX_STEPS or length > MAX_CANVAS or 4 * steps * length > MAX_MIB << 20:
        raise TraceError(
            f"{name} holds {steps:,} steps of up to {length:,} positions; at most {MAX_STEPS:,} and "
            f"{MAX_CANVAS:,} are allowed, and {MAX_MIB} MiB in all."
        )


def _from_canvases(canvases: Canvases, source: str, name: str) -> Trace:
    length = max(1, max(len(pieces) for _, pieces in canvases))
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
    trace = Trace(
        header=foreign_header(source, length, vocab_size=len(ids), pad_id=0, special_ids=[0]),
        columns={"block": block, "step": step, "argmax_ids": argmax},
        stop_reasons=["stopped"] * last,
        finish_reason="stopped",
        tokens={token: piece for piece, token in ids.items()},
    )
    trace.text = "".join(trace.texts(trace.token_ids))
    return trace
