"""Trace: the columnar record of one run, complete in itself.

It knows nothing of the engine: any sampler that yields StepFrames can be recorded. Derived figures (status, tokens per
forward, the text) are computed from the columns and never stored twice.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.errors import TraceError
from playground.inputs import checked_path
from playground.rules.ways import WAYS
from playground.trace import store
from playground.trace.columns import COLUMNS, MAX_MIB, Column
from playground.trace.display import about, html_of
from playground.trace.frame import FinishReason, StepFrame, StopReason, committed_ids
from playground.trace.header import Header, Verdict
from playground.trace.thought import answer_and_thought, passages

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

    import pandas as pd


@dataclass(frozen=True)
class Block:
    """A summary of one committed or interrupted block."""

    steps: int
    stop_reason: StopReason
    mean_entropy: float
    """The mean entropy of its last step, in nats; NaN if it is not recorded."""
    token_ids: list[int]
    """What the block adds to the output: `standing` at its last step, up to and including end-of-text."""


FILLER = "<fill>"
"""The name of the token that fills a place within a text, to keep its layout, and carries no text."""

MOST_TOKENS = 2**53
"""The tokens of a run whose limit is not known."""


class Columns(dict[str, np.ndarray]):
    """Columns by name. One that a run from elsewhere does not hold raises a sentence instead of a KeyError."""

    def __init__(self, columns: Mapping[str, np.ndarray], source: str) -> None:
        super().__init__(columns)
        self._source = source

    def __missing__(self, name: str) -> np.ndarray:
        if self._source and name in COLUMNS:
            raise TraceError(f"This run does not hold {name!r}: {self._source} does not tell it.")
        raise KeyError(name)


@dataclass(frozen=True, repr=False)
class Trace:
    """A recorded run. Columns have one entry for each denoising step of all blocks; see `playground.trace.columns`.

    Columns that are not in the table, from another program, are kept as they are.
    """

    header: Header
    columns: dict[str, np.ndarray]
    stop_reasons: list[StopReason]
    """One for each block."""
    finish_reason: FinishReason
    tokens: dict[int, str] = field(repr=False)
    """The text of every id in the columns and the prompt."""
    text: str = ""
    """The answer as the tokenizer decodes it, without special tokens and without the thought."""
    thought: str = ""
    """What the model wrote in its thinking channel."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", Columns(self.columns, self.header.source))

    @classmethod
    def of(
        cls,
        header: Header,
        frames: Sequence[StepFrame],
        token_texts: Callable[[list[int]], list[str]],
        decode: Callable[[list[int]], str],
    ) -> Trace:
        """Makes a trace of the frames of a run so far, which may have been interrupted.

        Args:
            token_texts: ids -> the text of each id by itself.
            decode: ids -> their text together, without special tokens.
        """
        arrays = {name: _array(column, header, frames) for name, column in COLUMNS.items()}
        columns = {name: array for name, array in arrays.items() if array is not None}
        ends: list[StopReason] = [frame.stop_reason for frame in frames if frame.stop_reason]
        if frames and not frames[-1].stop_reason:
            ends.append("stopped")
        id_columns = [array.ravel() for name, array in columns.items() if name.endswith("_ids")]
        more = [*header.prompt_ids, *(header.spec.get("start") or ())]
        ids = np.unique(np.concatenate([*id_columns, np.array(more, "int32")])).tolist()
        trace = cls(
            header=header,
            columns=columns,
            stop_reasons=ends,
            finish_reason=(frames[-1].finish_reason if frames else "") or "stopped",
            tokens=dict(zip(ids, token_texts(ids), strict=True)),
        )
        parts = passages(trace.token_ids, header.prompt_ids, header.thought_marks, decode)
        answer, thought = answer_and_thought(parts)
        return replace(trace, text=answer, thought=thought)

    def __len__(self) -> int:
        return len(self.columns["step"])

    def __repr__(self) -> str:
        return f"Trace({textwrap.shorten(self.text, 60, placeholder=' …')!r}, {about(self)})"

    def _repr_html_(self) -> str:
        return html_of(self)

    @property
    def verdict(self) -> Verdict | None:
        """What a rule found about the text; None for a run that was stopped, or whose prompt no rule knows."""
        return self.header.verdict

    @property
    def nfe(self) -> int:
        """The number of forward passes that gave a step; encoder passes before a block do not count."""
        return len(self)

    @property
    def blocks(self) -> list[Block]:
        blocks, columns, foreign = [], self.columns, bool(self.header.source)
        room = self.header.settings.get("max_new_tokens", MOST_TOKENS)
        ends = np.flatnonzero(np.diff(columns["block"], append=-1))
        for row, reason in zip(ends.tolist(), self.stop_reasons, strict=True):
            if foreign:  # one canvas is all that it holds
                canvas = columns["argmax_ids"][row]
            else:
                last = (columns[name][row] for name in ("accepted", "sampled_ids", "argmax_ids"))
                canvas = WAYS[self.header.way].standing(*last)
            ids = committed_ids(canvas, self.header.eos_ids, room)
            room -= len(ids)
            entropy = columns["mean_entropy"][row].item() if "mean_entropy" in columns else float("nan")
            blocks.append(Block(columns["step"][row].item(), reason, entropy, ids))
        return blocks

    @property
    def token_ids(self) -> list[int]:
        """The output after the prompt, up to and including end-of-text, cut at `max_new_tokens`."""
        return [token for block in self.blocks for token in block.token_ids]

    @property
    def fillers(self) -> set[int]:
        """The ids of its fillers: special tokens of that name. `assets/page/run/recording.ts` has the same rule."""
        return {token for token in self.header.special_ids if self.tokens.get(token) == FILLER}

    @property
    def text_ids(self) -> list[int]:
        """`token_ids` without padding and fillers: what counts as text, end-of-text included."""
        empty = {self.header.pad_id, *self.fillers}
        return [token for token in self.token_ids if token not in empty]

    @property
    def tokens_per_forward(self) -> float:
        """How many tokens of text (`text_ids`) each pass gave; 0 for a run without steps."""
        return len(self.text_ids) / max(self.nfe, 1)

    def frame(self, index: int) -> StepFrame:
        """The step at `index` (0 .. len - 1, over all blocks), as the engine yielded it.

        Raises:
            IndexError: there is no such step.
        """
        figures = {}
        for column in COLUMNS.values():
            if column.name in self.columns or not column.optional:
                figure = self.columns[column.name][index]
                if not (column.optional and np.isnan(figure).all()):  # the step lacks it
                    figures[column.name] = figure.item() if column.shape == "S" else figure
        last = index % len(self) == len(self) - 1
        ends = last or self.columns["block"][index + 1] != figures["block"]
        return StepFrame.of(
            figures,
            stop_reason=self.stop_reasons[figures["block"] - 1] if ends else "",
            finish_reason=self.finish_reason if last else "",
        )

    def to_bytes(self) -> bytes:
        """The bytes of the trace's file; see `playground.trace.store`."""
        meta = {
            "header": self.header.to_dict(),
            "stop_reasons": self.stop_reasons,
            "finish_reason": self.finish_reason,
            "tokens": self.tokens,
            "text": self.text,
            "thought": self.thought,
        }
        return store.dumps(self.columns, meta)

    @classmethod
    def from_bytes(cls, packed: bytes, name: str = "The trace", max_mib: int = MAX_MIB, **more: Any) -> Trace:
        """Reads a trace from the bytes of its file.

        Args:
            name: its name in messages.
            max_mib: the most that it may unpack to.
            more: `max_header` and `only_known`, as `playground.trace.store.loads` takes them.

        Raises:
            TraceError: it is not a trace, or is damaged, incomplete, too large or of another version.
        """
        columns, described = store.loads(packed, name, max_mib, **more)
        return cls(
            header=described.header,
            columns=columns,
            stop_reasons=[*described.stop_reasons],
            finish_reason=described.finish_reason,
            tokens={int(token): text for token, text in described.tokens.items()},
            text=described.text,
            thought=described.thought,
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Writes a `.trace` file completely or not at all: after a crash an earlier file of that name is unchanged.

        Raises:
            TraceError: no file can have this path.
            OSError: the file cannot be written.
        """
        path = checked_path(path, TraceError)
        part = path.with_name(path.name + ".part")
        try:
            part.write_bytes(self.to_bytes())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: str | PathLike[str], max_mib: int = MAX_MIB) -> Trace:
        """Reads a `.trace` file.

        Raises:
            TraceError: the file cannot be read, or as `from_bytes`.
        """
        path = checked_path(path, TraceError)
        try:
            packed = path.read_bytes()
        except OSError as error:
            raise TraceError(f"{path} cannot be read: {error.strerror}.") from error
        return cls.from_bytes(packed, path.name, max_mib)

    def to_pandas(self) -> pd.DataFrame:
        """One row for each block, step and position, with the text of every id; see `playground.trace.table`."""
        from playground.trace import table  # pandas takes its time to import

        return table.to_pandas(self.columns, self.tokens, self.header.way)

    def export(self, path: str | PathLike[str], **options: Any) -> list[Path]:
        """Writes it as a page, a table, a picture or a film, by the path's ending; see `playground.export.export`.

        Raises:
            ExportError: as `export_runs`.
        """
        import playground  # what writes it stands above this room

        return playground.export_runs([self], path, **options)


def _array(column: Column, header: Header, frames: Sequence[StepFrame]) -> np.ndarray | None:
    """A column's entries; None for an optional one that no step has, or that some lack and that has no NaN."""
    if not frames:
        shape = {"S": (0,), "SL": (0, header.canvas_length), "SLk": (0, header.canvas_length, 0)}
        return None if column.optional else np.empty(shape[column.shape], column.dtype)
    figures = [frame.figure(column.name) for frame in frames]
    first = next((figure for figure in figures if figure is not None), None)
    lacking = any(figure is None for figure in figures)
    if first is None or (lacking and column.dtype != "float32"):  # no other type has NaN
        return None
    if lacking:
        unknown = np.full_like(first, np.nan, column.dtype)
        figures = [unknown if figure is None else figure for figure in figures]
    return np.array(figures, column.dtype)
