"""TraceBuilder: turns frames into a Trace while they arrive."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from playground.trace.columns import COLUMNS, Column
from playground.trace.frame import StepFrame, StopReason
from playground.trace.header import Header
from playground.trace.thought import passages, without_label
from playground.trace.trace import Trace


class TraceBuilder:
    """Collects frames into a Trace. `build` may be called at any time, even after a run was interrupted."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.frames: list[StepFrame] = []

    def append(self, frame: StepFrame) -> None:
        """Adds the next frame."""
        self.frames.append(frame)

    def build(
        self,
        token_texts: Callable[[list[int]], list[str]],
        decode: Callable[[list[int]], str],
        seconds: float = 0.0,
    ) -> Trace:
        """Builds the trace so far.

        Args:
            token_texts: ids -> the text of each id by itself.
            decode: ids -> their text together, without special tokens.
            seconds: wall time of the run.
        """
        frames = self.frames
        columns = {name: values for name, column in COLUMNS.items() if (values := self._values(column)) is not None}
        ends: list[StopReason] = [f.stop_reason for f in frames if f.stop_reason]
        unfinished = bool(frames) and not frames[-1].finish_reason
        if frames and not frames[-1].stop_reason:
            ends.append("stopped")
        id_columns = [values.ravel() for name, values in columns.items() if name.endswith("_ids")]
        more = [*self.header.prompt_ids, *(self.header.spec.get("start") or ())]
        ids = np.unique(np.concatenate([*id_columns, np.array(more, "int32")])).tolist()
        trace = Trace(
            header=dataclasses.replace(self.header, seconds=seconds),
            columns=columns,
            stop_reasons=ends,
            finish_reason="stopped" if unfinished or not frames else frames[-1].finish_reason,
            tokens=dict(zip(ids, token_texts(ids), strict=True)),
        )
        marks = self.header.thought_marks
        parts = passages(trace.token_ids, self.header.prompt_ids, marks)
        answer, thought = (
            decode([token for mine, ids in parts if mine is side for token in ids]) for side in (False, True)
        )
        return dataclasses.replace(trace, text=answer, thought=without_label(thought, marks).strip())

    def _values(self, column: Column) -> np.ndarray | None:
        """A column's entries so far; None for an optional one that no step has, or that some lack and has no NaN."""
        if not self.frames:
            shape = {"S": (0,), "SL": (0, self.header.canvas_length), "SLk": (0, self.header.canvas_length, 0)}
            return None if column.optional else np.empty(shape[column.shape], column.dtype)
        figures = [frame.figure(column.name) for frame in self.frames]
        told = [figure for figure in figures if figure is not None]
        if not told or (len(told) < len(figures) and column.dtype != "float32"):  # no other type has NaN
            return None
        if len(told) < len(figures):
            unknown = np.full_like(told[0], np.nan, column.dtype)
            figures = [unknown if figure is None else figure for figure in figures]
        return np.array(figures, column.dtype)
