"""Records runs of other libraries while they go: diffusers' DiffusionGemma pipeline, and transformers' generate().

Neither tells what its sampler kept, or its entropies at the temperature of the step. The traces hold the most probable
tokens of each step.
"""

from __future__ import annotations

from typing import Any

from playground.importing.foreign import from_canvases
from playground.trace import Trace

DIFFUSERS = "diffusers' callback_on_step_end"
TRANSFORMERS = "transformers' put_draft"


def record_diffusers(pipe: Any, *values: Any, tokenizer: Any = None, **call: Any) -> tuple[Trace, Any]:
    """Calls a `DiffusionGemmaPipeline` and records its steps. Returns the trace and what the pipeline returned.

    The most probable tokens are those of the denoiser's logits, which the callback gets; of a batch, the first run.

    Args:
        values, call: what the pipeline takes, but for its callback.
        tokenizer: turns ids into texts; by default that of the pipeline's processor.

    Raises:
        TraceError: the pipeline took no step.
    """
    tokenizer = tokenizer or getattr(pipe.processor, "tokenizer", pipe.processor)
    canvases: list[tuple[int, list[str]]] = []
    block = 0

    def on_step_end(_: Any, __: int, step: int, tensors: dict[str, Any]) -> dict[str, Any]:
        nonlocal block
        block += step == 0
        canvases.append((block, _texts(tokenizer, tensors["logits"][0].argmax(-1).tolist())))
        return {}

    result = pipe(
        *values, callback_on_step_end=on_step_end, callback_on_step_end_tensor_inputs=["canvas", "logits"], **call
    )
    return from_canvases(canvases, DIFFUSERS, "The run"), result


class DraftRecorder:
    """A streamer for transformers' `generate(streamer=...)` that keeps its drafts; `trace` makes a trace of them.

    Args:
        tokenizer: turns ids into texts.
    """

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._canvases: list[tuple[int, list[str]]] = []
        self._block = 1

    def put_draft(self, value: Any, **_: Any) -> None:
        """Takes the most probable tokens of a step: (1, L) or (L,) ids."""
        ids = (value[0] if len(value.shape) > 1 else value).tolist()
        self._canvases.append((self._block, _texts(self._tokenizer, ids)))

    def put(self, value: Any) -> None:
        """Takes committed tokens: the prompt first, then each block."""
        self._block = self._canvases[-1][0] + 1 if self._canvases else 1

    def end(self) -> None:
        """There is nothing left to write."""

    def trace(self) -> Trace:
        """The trace of the drafts so far.

        Raises:
            TraceError: there was no draft.
        """
        return from_canvases(self._canvases, TRANSFORMERS, "The run")


def _texts(tokenizer: Any, ids: list[int]) -> list[str]:
    return [tokenizer.decode([token]) for token in ids]
