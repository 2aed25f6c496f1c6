"""Frames on the wire: one compact string each, from the server to the page.

A message is a JSON object; arrays travel in it as base64 of little-endian bytes. `assets/js/run/wire.js` is the reader.

    taken  {kind, run, seq, ticket, control}
    start  {kind, run, seq, label, header}
    frame  {kind, run, seq, stop_reason, finish_reason, tokens, and the columns that travel, by name}
    end    {kind, run, seq, finish_reason, seconds, text, thought, notice, verdict}
    waiting, refused  {kind, run, seq, sentence}

A run sends `taken`, `start`, its frames and `end`. `waiting` may come before the start, and `refused` ends a run that
could not begin or go on. The reader sent `ticket` and recognises its run by it; `control` lets the reader stop the run.
`run` names the run, and `seq` counts its messages from 0, so that a reader notices a lost, repeated or stale one. The
messages of runs that were asked for together come several at once, one in each line. The table of
`playground.trace.columns` says which columns travel, and how: as a *number*; as *token* indices into the run's own list
of tokens (uint16, or uint32 once that list is longer than 65,536), to which `tokens` adds the [id, text] pairs that are
new in this frame; as *half*, which is float16; or as *bit*, one for each position, lowest first. An optional figure
that a step lacks is left out. `verdict` is that of the trace's header, or null. Candidates do not travel: the whole
trace has them.
"""

from __future__ import annotations

import base64
import dataclasses
import json
from collections.abc import Callable
from typing import Any

import numpy as np

from playground.trace.columns import COLUMNS
from playground.trace.frame import StepFrame
from playground.trace.header import Header, Verdict
from playground.trace.trace import Trace


class WireEncoder:
    """Turns one run into messages.

    Args:
        run: the name of the run, which no other has.
    """

    def __init__(self, run: str) -> None:
        self._run, self._seq = run, 0
        self._index: dict[int, int] = {}
        self._token_texts: Callable[[list[int]], list[str]]

    def taken(self, ticket: str, control: str) -> str:
        """The server has the run. `ticket` came with it; `control` lets its reader stop it."""
        return self._message("taken", ticket=ticket, control=control)

    def start(self, header: Header, label: str, token_texts: Callable[[list[int]], list[str]]) -> str:
        """The run begins. `label` is LIVE, RECORDED or SIMULATED; `token_texts` turns ids into their texts."""
        self._token_texts = token_texts
        return self._message("start", label=label, header=dataclasses.asdict(header))

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
        return self._message(
            "frame",
            stop_reason=frame.stop_reason,
            finish_reason=frame.finish_reason,
            **{column.name: encode[column.wire](figure) for column, figure in figures.items()},
            tokens=list(zip(new, self._token_texts(new), strict=True)),
        )

    def end(
        self,
        finish_reason: str,
        seconds: float,
        text: str,
        thought: str = "",
        notice: str = "",
        verdict: Verdict | None = None,
    ) -> str:
        """The end of a run. `notice` is one sentence for the reader if the run did not end by itself, else empty."""
        values: dict[str, object] = dict(seconds=_number(seconds), text=text, thought=thought, notice=notice)
        values["verdict"] = None if verdict is None else dataclasses.asdict(verdict)
        return self._message("end", finish_reason=finish_reason, **values)

    def waiting(self, sentence: str) -> str:
        """The run has not begun; `sentence` says what it is waiting for."""
        return self._message("waiting", sentence=sentence)

    def refused(self, sentence: str) -> str:
        """The run cannot begin or go on; `sentence` says why."""
        return self._message("refused", sentence=sentence)

    def _message(self, kind: str, **fields: object) -> str:
        message = json.dumps({"kind": kind, "run": self._run, "seq": self._seq, **fields}, separators=(",", ":"))
        self._seq += 1
        return message


def retold(run: str, trace: Trace) -> list[str]:
    """The messages of a run that has ended, made from its trace. Who reads them knows the run by its name.

    Args:
        run: the name of the run.
    """
    wire = WireEncoder(run)
    verdict, texts = trace.header.verdict, trace.tokens
    return [
        wire.taken("", ""),
        wire.start(trace.header, "RECORDED", lambda ids: [texts[token] for token in ids]),
        *(wire.frame(trace.frame(index)) for index in range(len(trace))),
        wire.end(trace.finish_reason, trace.header.seconds, trace.text, trace.thought, verdict=verdict),
    ]


def _base64(array: np.ndarray) -> str:
    return base64.b64encode(array.tobytes()).decode("ascii")


def _number(value: float) -> float:
    return value if isinstance(value, int) else float(f"{value:.6g}")


def _width(tokens: int) -> str:
    return "<u2" if tokens <= 1 << 16 else "<u4"
