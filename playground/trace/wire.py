"""Messages on the wire: one compact string each, from the server to whoever reads a tape.

A message is a JSON object; arrays travel in it as base64 of little-endian bytes. `assets/page/run/wire.ts` reads it.

    waiting  {kind, sentence}        none of the runs that have not begun can begin yet
    waiting  {kind, run, sentence}   this run is computed again elsewhere
    start    {kind, run, label, header}
    frame    {kind, run, stop_reason, finish_reason, tokens, and the columns that travel, by name}
    end      {kind, run, finish_reason, seconds, text, thought, notice, verdict}
    result   {kind, run, finish_reason, passes, tokens, text, verdict, sureness, ids, uncertainty}
    refused  {kind, run, sentence}   it could not begin or go on
    over     {kind, sentence}        the last one; a sentence if all of them were ended early

`run` counts the runs of a request from 0. Each has a `start`, its frames and an `end`, or only a `result`; or it ends
with `refused`. A tape without runs may have messages of other kinds, which plugins write. The messages of a request are
numbered where they are kept (`playground.service.tape`).

The table of `playground.trace.columns` says which columns travel, and how: as a *number*; as *token* indices into the
run's own list of tokens (uint16, or uint32 once that list is longer than 65,536), to which `tokens` adds the [id, text]
pairs that are new in this frame; as *half*, which is float16; or as *bit*, one for each position, lowest first. An
optional figure that a step lacks is left out. `verdict` is that of the trace's header, or null. Candidates do not
travel: the whole trace has them. In a `result`, `ids` are the tokens of the text, as uint32, and `uncertainty` has one
float16 for each of them, in nats; see `uncertainty`.
"""

from __future__ import annotations

import base64
import dataclasses
import json
from collections.abc import Callable
from typing import Any

import numpy as np

from playground.rules.ways import WAYS
from playground.trace.columns import COLUMNS
from playground.trace.filling import sureness
from playground.trace.frame import StepFrame
from playground.trace.header import Header
from playground.trace.trace import Trace


class WireEncoder:
    """Turns one run into messages.

    Args:
        run: its place among the runs of its request, from 0.
    """

    def __init__(self, run: int) -> None:
        self._run = run
        self._index: dict[int, int] = {}
        self._token_texts: Callable[[list[int]], list[str]]

    def start(self, header: Header, label: str, token_texts: Callable[[list[int]], list[str]]) -> str:
        """The run begins. `label` is LIVE, RECORDED or SIMULATED; `token_texts` turns ids into their texts."""
        self._token_texts = token_texts
        return self.message("start", label=label, header=header.to_dict())

    def frame(self, frame: StepFrame) -> str:
        """One step."""
        figures = {c: figure for c in COLUMNS.values() if c.wire and (figure := frame.figure(c.name)) is not None}
        canvases = [np.asarray(figure) for column, figure in figures.items() if column.wire == "token"]
        distinct = np.unique(np.concatenate(canvases))
        new = [token for token in distinct.tolist() if token not in self._index]
        self._index.update(zip(new, range(len(self._index), len(self._index) + len(new)), strict=True))
        indices = np.array([self._index[token] for token in distinct.tolist()], _width(len(self._index)))
        encode: dict[str, Callable[[Any], object]] = {
            "number": _number,
            "token": lambda ids: _base64(indices[np.searchsorted(distinct, ids)]),
            "half": lambda numbers: _base64(numbers.astype("<f2")),
            "bit": lambda flags: _base64(np.packbits(flags, bitorder="little")),
        }
        return self.message(
            "frame",
            stop_reason=frame.stop_reason,
            finish_reason=frame.finish_reason,
            **{column.name: encode[column.wire](figure) for column, figure in figures.items()},
            tokens=list(zip(new, self._token_texts(new), strict=True)),
        )

    def end(self, trace: Trace, notice: str = "") -> str:
        """The end of a run. `notice` is one sentence for the reader if the run did not end by itself, else empty."""
        return self.message(
            "end",
            finish_reason=trace.finish_reason,
            seconds=_number(trace.header.seconds),
            text=trace.text,
            thought=trace.thought,
            notice=notice,
            verdict=_verdict(trace),
        )

    def result(self, trace: Trace) -> str:
        """A run that is over, in short."""
        return self.message(
            "result",
            finish_reason=trace.finish_reason,
            passes=trace.nfe,
            tokens=len(trace.text_ids),
            text=trace.text,
            verdict=_verdict(trace),
            sureness=sureness(trace),
            ids=_base64(np.array(trace.token_ids, "<u4")),
            uncertainty=_base64(uncertainty(trace).astype("<f2")),
        )

    def message(self, kind: str, **fields: object) -> str:
        """Any message about the run."""
        return message(kind, run=self._run, **fields)


def message(kind: str, **fields: object) -> str:
    """Writes a message, about one run or all of them.

    Raises:
        ValueError: a number in it is not finite, which no reader of JSON takes.
    """
    return json.dumps({"kind": kind, **fields}, separators=(",", ":"), allow_nan=False)


def recorded_messages(trace: Trace) -> list[str]:
    """The messages of a run that has ended, made from its trace."""
    wire = WireEncoder(0)
    return [
        wire.start(trace.header, "RECORDED", trace.texts),
        *(wire.frame(trace.frame(index)) for index in range(len(trace))),
        wire.end(trace),
        message("over", sentence=""),
    ]


def uncertainty(trace: Trace) -> np.ndarray:
    """How uncertain each token of the text was on the way: float32, in nats, one for each of `token_ids`.

    It is the mean entropy of the token's position over the steps of its block. Token after token, each position has one
    entropy, that with which it was written.
    """
    entropy, blocks = trace.columns["entropy"], trace.columns["block"]
    parts = [np.empty(0, "float32")]
    for number, block in enumerate(trace.blocks, start=1):
        steps = entropy[blocks == number][:, : len(block.token_ids)]
        parts.append(steps[-1] if WAYS[trace.header.way].causal else steps.mean(axis=0, dtype="float32"))
    return np.concatenate(parts)


def _verdict(trace: Trace) -> dict[str, object] | None:
    verdict = trace.header.verdict
    return None if verdict is None else dataclasses.asdict(verdict)


def _base64(array: np.ndarray) -> str:
    return base64.b64encode(array.tobytes()).decode("ascii")


def _number(value: float) -> float:
    return value if isinstance(value, int) else float(f"{value:.6g}")


def _width(tokens: int) -> str:
    return "<u2" if tokens <= 1 << 16 else "<u4"
