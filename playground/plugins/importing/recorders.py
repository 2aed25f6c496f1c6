"""Records runs of other libraries while they go: diffusers' DiffusionGemma pipeline, and transformers' generate().

Neither tells what its sampler kept, or its entropies at the temperature of the step. The traces hold the most probable
tokens of each step, and their text ends where the library ends it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from playground.errors import TraceError
from playground.plugins.importing.foreign import check_size, foreign_header
from playground.plugins.importing.steps import NEEDED
from playground.trace import StepFrame, Trace
from playground.trace.columns import MAX_ID

DIFFUSERS = "diffusers' callback_on_step_end"
TRANSFORMERS = "transformers' put_draft"

Blocks = list[list[list[int]]]
"""The ids of each step of each block."""


def record_diffusers(pipe: Any, *values: Any, tokenizer: Any = None, **call: Any) -> tuple[Trace, Any]:
    """Calls a `DiffusionGemmaPipeline` and records its steps. Returns the trace and what the pipeline returned.

    The most probable tokens are those of the denoiser's logits, which the callback gets; of a batch, the first run.
    What the pipeline computes after the end of its text is left out.

    Args:
        values, call: what the pipeline takes, but for its callback.
        tokenizer: turns ids into texts; by default that of the pipeline's processor.

    Raises:
        TraceError: the pipeline took no step, or too many to keep.
    """
    tokenizer = tokenizer or getattr(pipe.processor, "tokenizer", pipe.processor)
    blocks: Blocks = []

    def on_step_end(_: Any, __: int, step: int, tensors: dict[str, Any]) -> dict[str, Any]:
        if step == 0:
            blocks.append([])
        blocks[-1].append(tensors["logits"][0].argmax(-1).tolist())
        return {}

    result = pipe(
        *values, callback_on_step_end=on_step_end, callback_on_step_end_tensor_inputs=["canvas", "logits"], **call
    )
    end = call.get("eos_token_id")
    end = pipe.eos_token_id if end is None else end
    written = result[0][0].tolist()  # the first run, whether it comes as a tuple or not
    if end in written:
        blocks = blocks[: written.index(end) * len(blocks) // len(written) + 1]
    return _trace(tokenizer, blocks, [] if end is None else [end], DIFFUSERS), result


class DraftRecorder:
    """A streamer for transformers' `generate(streamer=...)` that keeps its drafts; `trace` makes a trace of them.

    The text ends with the tokenizer's end of text, and with any other token after which generate() ended it; what it
    computes after that is left out.

    Args:
        tokenizer: turns ids into texts.
    """

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._blocks: Blocks = []
        self._open = False
        self._ends = {tokenizer.eos_token_id} - {None}

    def put_draft(self, value: Any, **_: Any) -> None:
        """Takes the most probable tokens of a step: (B, L) or (L,) ids, of which the first row counts."""
        if not self._open:
            self._blocks.append([])
        self._open = True
        self._blocks[-1].append(_row(value))

    def put(self, value: Any) -> None:
        """Takes committed tokens: the prompt first, then each block, in which padding follows the end of the text."""
        if not self._open:
            return
        self._open = False
        committed, draft = _row(value), self._blocks[-1][-1]
        if any(token in self._ends for steps in self._blocks[:-1] for token in steps[-1]):
            self._blocks.pop()  # the text has ended before; only others of a batch go on
            return
        replaced = next((at for at, token in enumerate(committed) if token != draft[at]), len(draft))
        padding = set(committed[replaced:])
        if not padding <= self._ends:
            self._ends.update([token for token in committed[:replaced] if token not in padding][-1:])

    def end(self) -> None:
        """There is nothing left to write."""

    def trace(self) -> Trace:
        """The trace of the drafts so far.

        Raises:
            TraceError: there was no draft, or there were too many to keep.
        """
        return _trace(self._tokenizer, self._blocks, self._ends, TRANSFORMERS)


def _row(value: Any) -> list[int]:
    ids: list[int] = (value[0] if len(value.shape) > 1 else value).tolist()
    return ids


def _trace(tokenizer: Any, blocks: Blocks, ends: Iterable[int], source: str) -> Trace:
    """The trace of the steps of a run, whose text ends with the first of the tokens `ends`."""
    if not blocks:
        raise TraceError("The run holds no step of a diffusion run.")
    check_size(sum(map(len, blocks)), len(blocks[0][0]), "The run")
    header = foreign_header(
        source,
        len(blocks[0][0]),
        vocab_size=MAX_ID + 1,
        eos_ids=sorted(ends),
        pad_id=tokenizer.pad_token_id,
        special_ids=sorted(tokenizer.all_special_ids),
    )
    frames = [
        StepFrame.of(
            dict.fromkeys(NEEDED) | {"block": block, "step": step, "argmax_ids": np.array(ids, "int32")},
            stop_reason="stopped" if step == len(steps) else "",
        )
        for block, steps in enumerate(blocks, 1)
        for step, ids in enumerate(steps, 1)
    ]
    return Trace.of(
        header,
        frames,
        lambda ids: [tokenizer.decode([token]) for token in ids],
        lambda ids: tokenizer.decode(ids, skip_special_tokens=True),
    )
