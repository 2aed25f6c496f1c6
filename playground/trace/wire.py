"""Frames on the wire: one compact string each, from the server to the page.

A message is a JSON object; arrays travel in it as base64 of little-endian bytes. `assets/js/run/wire.js` is the reader.

    start  {kind, run, seq, label, header}
    frame  {kind, run, seq, block, step, temperature, mean_entropy, stable_for, stop_reason, finish_reason,
            ids, entropy, accepted, tokens}
    end    {kind, run, seq, finish_reason, seconds, text, thought, notice}
    waiting, refused  {kind, run, seq, sentence}

A run is one start, its frames and one end; `waiting` may come before the start, and `refused` ends a run that could not
begin or go on.
`run` names the run and `seq` counts its messages from 0, so that a reader notices a lost, repeated or stale one.
`ids` holds the input, sampled and argmax canvas, one after the other, as indices into the run's own token list
(uint16, or uint32 once that list is longer than 65,536); `tokens` holds the [id, text] pairs that this frame adds to
the list. `entropy` is float16, in nats; `accepted` is one bit a position, lowest bit first. Candidates do not travel:
the whole trace has them.
"""

from __future__ import annotations

import base64
import dataclasses
import json
from collections.abc import Callable

import numpy as np

from playground.trace.frame import StepFrame
from playground.trace.header import Header


class WireEncoder:
    """Turns one run into messages.

    Args:
        run: a name for the run, not used before on the same page.
    """

    def __init__(self, run: str) -> None:
        self._run, self._seq = run, 0
        self._index: dict[int, int] = {}
        self._token_texts: Callable[[list[int]], list[str]]

    def start(self, header: Header, label: str, token_texts: Callable[[list[int]], list[str]]) -> str:
        """`label` is LIVE, RECORDED or SIMULATED; `token_texts`: ids (list of int) -> their texts (list of str)."""
        self._token_texts = token_texts
        return self._message("start", label=label, header=dataclasses.asdict(header))

    def frame(self, frame: StepFrame) -> str:
        ids = np.concatenate([frame.input_ids, frame.sampled_ids, frame.argmax_ids])
        distinct, inverse = np.unique(ids, return_inverse=True)
        distinct = distinct.tolist()
        new = [token for token in distinct if token not in self._index]
        self._index.update(zip(new, range(len(self._index), len(self._index) + len(new)), strict=True))
        narrow = len(self._index) <= 1 << 16
        indices = np.array([self._index[token] for token in distinct], "<u2" if narrow else "<u4")[inverse]
        return self._message(
            "frame",
            block=frame.block,
            step=frame.step,
            temperature=_rounded(frame.temperature),
            mean_entropy=_rounded(frame.mean_entropy),
            stable_for=frame.stable_for,
            stop_reason=frame.stop_reason,
            finish_reason=frame.finish_reason,
            ids=_base64(indices),
            entropy=_base64(frame.entropy.astype("<f2")),
            accepted=_base64(np.packbits(frame.accepted, bitorder="little")),
            tokens=list(zip(new, self._token_texts(new), strict=True)),
        )

    def end(self, finish_reason: str, seconds: float, text: str, thought: str = "", notice: str = "") -> str:
        """`notice` is one sentence for the reader when the run did not end by itself, else empty."""
        values = dict(seconds=_rounded(seconds), text=text, thought=thought, notice=notice)
        return self._message("end", finish_reason=finish_reason, **values)

    def waiting(self, sentence: str) -> str:
        """Nothing has begun yet; `sentence` says what is waited for."""
        return self._message("waiting", sentence=sentence)

    def refused(self, sentence: str) -> str:
        """The run cannot begin or go on; `sentence` says why."""
        return self._message("refused", sentence=sentence)

    def _message(self, kind: str, **fields: object) -> str:
        message = json.dumps({"kind": kind, "run": self._run, "seq": self._seq, **fields}, separators=(",", ":"))
        self._seq += 1
        return message


def _base64(array: np.ndarray) -> str:
    return base64.b64encode(array.tobytes()).decode("ascii")


def _rounded(value: float) -> float:
    return float(f"{value:.6g}")
