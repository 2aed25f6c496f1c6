"""A study on the wire: messages like those of a run (`playground.trace.wire`), of kinds that begin with `study-`.

    taken     {ticket, control}
    waiting   {sentence}
    progress  {done, total}
    found     {number, change, seed, sentence, passes, tokens, finish_reason, text, verdict, ids, uncertainty}
    over      {done, total, sentence}
    refused   {sentence}

`number` counts the study's runs and `change` its settings, both from 0. `ids` are the tokens of the text, as uint32.
`uncertainty` has one float16 for each of them, in nats: the mean entropy of its position over the steps of its block;
for token after token, the entropy with which it was written. A run that could not begin or go on has only a `sentence`.
`assets/js/run/study.js` is the reader. Messages may be lost on the way; the server tells all that were `found` again.
"""

from __future__ import annotations

import base64
import dataclasses

import numpy as np

from playground.trace.trace import Trace
from playground.trace.wire import WireEncoder


class StudyEncoder(WireEncoder):
    """Turns one study into messages."""

    def progress(self, done: int, total: int) -> str:
        """The study goes on."""
        return self._message("progress", done=done, total=total)

    def found(self, number: int, change: int, seed: int, trace: Trace | None, sentence: str) -> str:
        """One run is over; `trace` is None if it could not begin or go on, and `sentence` says why."""
        place: dict[str, object] = dict(number=number, change=change, seed=seed, sentence=sentence)
        if trace is None:
            return self._message("found", **place)
        verdict = trace.header.verdict
        return self._message(
            "found",
            **place,
            passes=trace.nfe,
            tokens=len(trace.text_ids),
            finish_reason=trace.finish_reason,
            text=trace.text,
            verdict=None if verdict is None else dataclasses.asdict(verdict),
            ids=_base64(np.array(trace.token_ids, "<u4")),
            uncertainty=_base64(uncertainty(trace).astype("<f2")),
        )

    def over(self, done: int, total: int, sentence: str) -> str:
        """The study is over; `sentence` says why it ended early, or is empty."""
        return self._message("over", done=done, total=total, sentence=sentence)

    def _message(self, kind: str, **fields: object) -> str:
        return super()._message(f"study-{kind}", **fields)


def uncertainty(trace: Trace) -> np.ndarray:
    """How uncertain each token of the text was on the way: float32, in nats, one for each of `token_ids`.

    It is the mean entropy of the token's position over the steps of its block. Token after token, each position has one
    entropy, that with which it was written.
    """
    entropy, blocks = trace.columns["entropy"], trace.columns["block"]
    parts = [np.empty(0, "float32")]
    for number, block in enumerate(trace.blocks, start=1):
        steps = entropy[blocks == number][:, : len(block.token_ids)]
        parts.append(steps[-1] if trace.header.way == "autoregressive" else steps.mean(axis=0, dtype="float32"))
    return np.concatenate(parts)


def _base64(array: np.ndarray) -> str:
    return base64.b64encode(array.tobytes()).decode("ascii")
