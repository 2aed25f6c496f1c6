"""Trace: the columnar record of one run, complete in itself.

It knows nothing of the engine: any sampler that yields StepFrames can be recorded. Derived figures (status, tokens per
forward, the text) are computed from the columns and never stored twice.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.trace.frame import FinishReason, StepFrame, StopReason
from playground.trace.thought import passages, without_label

if TYPE_CHECKING:
    from os import PathLike

    import pandas as pd

TRACE_VERSION = 1

COLUMNS: dict[str, tuple[str, str]] = {
    "block": ("int32", "S"),
    "step": ("int32", "S"),
    "temperature": ("float32", "S"),
    "mean_entropy": ("float32", "S"),
    "stable_for": ("int32", "S"),
    "input_ids": ("int32", "SL"),
    "sampled_ids": ("int32", "SL"),
    "argmax_ids": ("int32", "SL"),
    "accepted": ("bool", "SL"),
    "entropy": ("float32", "SL"),
    "top_ids": ("int32", "SLk"),
    "top_probs": ("float32", "SLk"),
}
"""Name -> (dtype, shape): S steps of the run, L canvas positions, k candidates."""


@dataclass(frozen=True, kw_only=True)
class Header:
    """What a reader needs to understand the columns, and to compute the run again."""

    model: str
    """`embedded`, a hub id or a folder's name."""
    revision: str
    """The hub commit, or the first 12 hex digits of the weights' SHA-256."""
    device: str
    dtype: str
    canvas_length: int
    vocab_size: int
    eos_ids: list[int]
    pad_id: int | None
    special_ids: list[int]
    prompt: str
    prompt_ids: list[int]
    """The encoded prompt, chat template included."""
    settings: dict[str, Any]
    """By their API names, see `SamplerSettings`."""
    seed: int
    software: dict[str, str]
    """Package -> version."""
    execution: str = ""
    """How the passes were run, such as "eager" or "eager, up to 4 rows a pass"; sums may round otherwise for it."""
    recorded_at: str = ""
    """UTC time, ISO 8601."""
    thought_marks: dict[str, Any] = field(default_factory=dict)
    """Ids that `open` and `close` the thinking channel, and its `label`; empty for a checkpoint without one."""
    system: str = ""
    """The system prompt; "" for none."""
    thinking: bool = False
    """Was the model told to think first?"""
    image_sha256: str = ""
    """Of the file of the picture in the prompt, which is not kept itself; "" for none."""
    seconds: float = 0.0
    """Wall time from the first encoder pass to the last recorded step."""


@dataclass(frozen=True)
class Block:
    """One committed or interrupted block, summed up."""

    steps: int
    stop_reason: StopReason
    mean_entropy: float
    """Of its last step, in nats."""
    token_ids: list[int]
    """What the block adds to the output: the argmax canvas of its last step, up to and including end-of-text."""


@dataclass(frozen=True)
class Trace:
    """A recorded run. Columns have a row per denoising step over all blocks; see COLUMNS for dtypes and shapes."""

    header: Header
    columns: dict[str, np.ndarray]
    stop_reasons: list[StopReason]
    """One per block."""
    finish_reason: FinishReason
    tokens: dict[int, str] = field(repr=False)
    """Text of every id that occurs in the columns or the prompt."""
    text: str = ""
    """The answer, as the tokenizer decodes it without special tokens; what was thought before it is left out."""
    thought: str = ""
    """What the model wrote in its thinking channel."""

    def __len__(self) -> int:
        return len(self.columns["step"])

    @property
    def nfe(self) -> int:
        """Denoiser forward passes; encoder passes are not counted."""
        return len(self)

    @property
    def blocks(self) -> list[Block]:
        blocks, room = [], self.header.settings["max_new_tokens"]
        for number, reason in enumerate(self.stop_reasons, start=1):
            rows = np.flatnonzero(self.columns["block"] == number)
            ids = committed_ids(self.columns["argmax_ids"][rows[-1]], self.header.eos_ids, room)
            room -= len(ids)
            blocks.append(Block(len(rows), reason, float(self.columns["mean_entropy"][rows[-1]]), ids))
        return blocks

    @property
    def token_ids(self) -> list[int]:
        """The output after the prompt, up to and including end-of-text, cut at `max_new_tokens`."""
        return [token for block in self.blocks for token in block.token_ids]

    @property
    def tokens_per_forward(self) -> float:
        """Non-pad tokens of the output per denoiser pass; 0 for a run without steps."""
        return len([t for t in self.token_ids if t != self.header.pad_id]) / max(self.nfe, 1)

    def frame(self, row: int) -> StepFrame:
        """The step at `row` (0 .. len - 1), as the engine yielded it.

        Raises:
            IndexError: there is no such row.
        """
        values = {name: column[row] for name, column in self.columns.items()}
        scalars = {name: values[name].item() for name, (_, shape) in COLUMNS.items() if shape == "S"}
        last = row % len(self) == len(self) - 1 or self.columns["block"][row + 1] != values["block"]
        return StepFrame(
            **{**values, **scalars},
            stop_reason=self.stop_reasons[scalars["block"] - 1] if last else "",
            finish_reason=self.finish_reason if row % len(self) == len(self) - 1 else "",
        )

    def save(self, path: str | PathLike) -> None:
        """Writes a `.trace` file; see `playground.trace.store`."""
        from playground.trace import store

        store.save(self, path)

    @staticmethod
    def load(path: str | PathLike) -> Trace:
        """Reads a `.trace` file.

        Raises:
            TraceError: it is no trace, damaged, cut off, or of a version that is not known.
        """
        from playground.trace import store

        return store.load(path)

    def to_pandas(self) -> pd.DataFrame:
        """One row per block, step and position, ids with their texts; see `playground.trace.table`."""
        from playground.trace import table

        return table.to_pandas(self)


def committed_ids(argmax_ids: np.ndarray, eos_ids: list[int], room: int) -> list[int]:
    """What a block adds to the output: `argmax_ids` (L,) up to and including the first end-of-text, at most `room`."""
    ends = np.flatnonzero(np.isin(argmax_ids, eos_ids))
    length = int(ends[0]) + 1 if len(ends) else len(argmax_ids)
    return argmax_ids[: min(length, room)].tolist()


class TraceBuilder:
    """Collects frames into a Trace; `build` may be called at any time, also for a run that was interrupted."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.frames: list[StepFrame] = []

    def append(self, frame: StepFrame) -> None:
        self.frames.append(frame)

    def build(self, token_texts, decode, seconds: float = 0.0) -> Trace:
        """The trace so far.

        Args:
            token_texts: ids (list of int) -> their texts (list of str), one by one.
            decode: ids -> the text they make together, without special tokens.
            seconds: wall time of the run.
        """
        frames = self.frames
        shapes = {"S": (0,), "SL": (0, self.header.canvas_length), "SLk": (0, self.header.canvas_length, 0)}
        columns = {
            name: np.array([getattr(f, name) for f in frames], dtype) if frames else np.empty(shapes[shape], dtype)
            for name, (dtype, shape) in COLUMNS.items()
        }
        ends = [f.stop_reason for f in frames if f.stop_reason]
        unfinished = bool(frames) and not frames[-1].finish_reason
        if frames and not frames[-1].stop_reason:
            ends.append("stopped")
        id_columns = [columns[name].ravel() for name in COLUMNS if name.endswith("_ids")]
        ids = np.unique(np.concatenate([*id_columns, np.array(self.header.prompt_ids, "int32")])).tolist()
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
        return dataclasses.replace(trace, text=answer, thought=without_label(thought, marks))
