"""StepRecorder: records the steps of a loop that is not ours, while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Any

import numpy as np

from playground.errors import TraceError
from playground.trace import MAX_CANVAS, Header, StepFrame
from playground.trace.columns import MAX_ID, MAX_STEPS
from playground.trace.frame import WayName
from playground.trace.record import Record


class StepRecorder(Record):
    """Records what a loop of yours tells about its steps. `pg.gradio_player()` shows it live; `trace` is what there is.

    What you do not tell stays unknown: the trace names its `source`, and has neither prompt, settings, temperatures nor
    a seed.

    Args:
        token_texts: ids -> the text of each, such as `lambda ids: [tokenizer.decode([i]) for i in ids]`.
        canvas_length: how many positions are denoised together.
        source: what takes the steps, for readers.
        way: what a position holds that was not accepted: noise ("uniform") or a mask ("masked").
        special_ids: tokens that are no text, such as the mask.

    Raises:
        TraceError: the canvas length is not allowed.
    """

    def __init__(
        self,
        token_texts: Callable[[list[int]], list[str]],
        canvas_length: int,
        source: str = "a loop of its author's own",
        *,
        way: WayName = "uniform",
        special_ids: Collection[int] = (),
    ) -> None:
        if not 1 <= canvas_length <= MAX_CANVAS:
            raise TraceError(
                f"A canvas of {canvas_length:,} positions is not recorded; 1 to {MAX_CANVAS:,} are allowed."
            )
        header = Header(
            model="", revision="", device="", dtype="", canvas_length=canvas_length, vocab_size=MAX_ID + 1, eos_ids=[],
            pad_id=None, special_ids=sorted(special_ids), prompt="", prompt_ids=[], settings={}, seed=0, software={},
            way=way, source=source, recorded_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        )  # fmt: skip
        special = set(special_ids)
        super().__init__(header, token_texts, lambda ids: "".join(token_texts([i for i in ids if i not in special])))

    def step(self, ids: Any, entropies: Any = None, accepted: Any = None, *, block: int | None = None) -> None:
        """Records a step, from arrays, tensors on the CPU or lists.

        Args:
            ids: whole numbers (L,): the tokens that would be written if the block ended here.
            entropies: (L,), in nats: how unsure the model is of each position.
            accepted: bool (L,): the positions that the step keeps.
            block: which block, from 1; by default that of the step before.

        Raises:
            TraceError: an array has another shape or values that it cannot have, one of the latter two is given alone,
                the blocks do not count up from 1, or there are too many steps.
        """
        last = self.frames[-1] if self.frames else None
        now = block if block is not None else last.block if last else 1
        if now not in ((last.block, last.block + 1) if last else (1,)) or len(self.frames) == MAX_STEPS:
            raise TraceError(
                f"Block {now} cannot follow: blocks count up from 1, and {MAX_STEPS:,} steps are the most."
            )
        if (entropies is None) != (accepted is None):
            raise TraceError("A step tells both its entropies and what it accepts, or neither.")
        figures: dict[str, Any] = {"argmax_ids": self._column("ids", ids, "int32", MAX_ID)}
        if entropies is not None:
            entropy = self._column("entropies", entropies, "float32", float(np.finfo("float32").max))
            figures |= {"entropy": entropy, "accepted": self._column("accepted", accepted, "bool", 1)}
            figures["mean_entropy"] = float(entropy.mean())
        same = last is not None and last.block == now
        self.add(StepFrame.of({**_UNTOLD, **figures, "block": now, "step": last.step + 1 if last and same else 1}))

    def _column(self, name: str, values: Any, dtype: str, most: float) -> np.ndarray:
        """The values of all positions, checked."""
        try:
            array = np.asarray(values)
            length = self.header.canvas_length
            if array.shape == (length,) and ((array >= 0) & (array <= most)).all():
                return array.astype(dtype)
        except (TypeError, ValueError):
            pass
        raise TraceError(
            f"{name} must be {self.header.canvas_length} numbers from 0 to {most:g}, one for each position."
        )


_UNTOLD: dict[str, Any] = dict.fromkeys(
    [
        "temperature",
        "mean_entropy",
        "stable_for",
        "input_ids",
        "sampled_ids",
        "accepted",
        "entropy",
        "top_ids",
        "top_probs",
    ]
)
"""What a frame has where nothing is told."""
