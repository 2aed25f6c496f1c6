"""StepRecorder: records the steps of a loop that is not ours, while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import MISSING, fields
from datetime import UTC, datetime
from typing import Any

import numpy as np

from playground.errors import TraceError
from playground.plugins.importing.foreign import foreign_header
from playground.rules.ways import WayName
from playground.trace import MAX_CANVAS, StepFrame, Trace
from playground.trace.columns import MAX_ID, MAX_STEPS
from playground.trace.record import Record

ROUNDING = 1e-5
"""An entropy may be so far below 0, because sums are rounded."""
MOST_NATS = float(np.finfo("float32").max)
NEEDED = [field.name for field in fields(StepFrame) if field.default is MISSING and field.default_factory is MISSING]
"""What a frame must have; None stands for what is not told."""


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
        header = foreign_header(
            source,
            canvas_length,
            vocab_size=MAX_ID + 1,
            special_ids=sorted(special_ids),
            source_way=way,
            recorded_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        )
        special = set(special_ids)
        super().__init__(
            Trace.begin(header, token_texts, lambda ids: "".join(token_texts([i for i in ids if i not in special])))
        )

    def step(self, ids: Any, entropies: Any = None, accepted: Any = None, *, ends: bool = False) -> None:
        """Records a step, from arrays, tensors on the CPU or lists.

        Args:
            ids: whole numbers (L,): the tokens that would be written if the block ended here.
            entropies: (L,), in nats: how unsure the model is of each position.
            accepted: bool (L,): the positions that the step keeps.
            ends: is it the last step of its block? The next one then begins another.

        Raises:
            TraceError: an array has another shape or values that it cannot have, one of the latter two is given alone,
                or there are too many steps.
        """
        last = self.so_far.frame(-1) if len(self.so_far) else None
        if len(self.so_far) == MAX_STEPS:
            raise TraceError(f"A run has at most {MAX_STEPS:,} steps.")
        decides = entropies is not None
        if decides != (accepted is not None) or (last and decides != (last.entropy is not None)):
            raise TraceError("Each step tells both its entropies and what it accepts, or none does.")
        figures: dict[str, Any] = {"argmax_ids": self._column("ids", ids, "int32", 0, MAX_ID)}
        if decides:
            entropy = np.maximum(self._column("entropies", entropies, "float32", -ROUNDING, MOST_NATS), 0)
            figures |= {"entropy": entropy, "accepted": self._column("accepted", accepted, "bool", 0, 1)}
            figures["mean_entropy"] = float(entropy.mean())
        begins = last is None or last.stop_reason != ""
        figures["block"] = last.block + begins if last else 1
        figures["step"] = 1 if begins or last is None else last.step + 1
        self.so_far.add(StepFrame.of(dict.fromkeys(NEEDED) | figures, stop_reason="stopped" if ends else ""))

    def _column(self, name: str, values: Any, dtype: str, least: float, most: float) -> np.ndarray:
        """The values of all positions, checked."""
        length = self.header.canvas_length
        try:
            array = np.asarray(values)
            kinds = "iu" if dtype == "int32" else "biuf"
            if array.shape == (length,) and array.dtype.kind in kinds and ((array >= least) & (array <= most)).all():
                return array.astype(dtype)
        except (TypeError, ValueError):
            pass
        kind = "whole numbers" if dtype == "int32" else "numbers"
        raise TraceError(f"{name} must be {length} {kind} from 0 to {most:g}, one for each position.")
