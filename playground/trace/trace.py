"""Trace: the columnar record of one run, from its first step to its last, complete in itself.

It knows nothing of the engine: any sampler that yields StepFrames can be recorded. Derived figures (status, tokens per
forward, the text) are computed from the columns and never stored twice.
"""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.errors import TraceError
from playground.inputs import checked_path
from playground.rules.ways import WAYS
from playground.trace import store
from playground.trace.columns import COLUMNS, MAX_MIB
from playground.trace.display import about, html_of
from playground.trace.frame import Block, FinishReason, StepFrame, StopReason, committed_ids
from playground.trace.header import Header, Verdict
from playground.trace.thought import answer_and_thought, passages
from playground.trace.writer import Columns, Writer

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

    import pandas as pd


FILLER = "<fill>"
"""The name of the token that fills a place within a text, to keep its layout, and carries no text."""

MOST_TOKENS = 2**53
"""The tokens of a run whose limit is not known."""


@dataclass(eq=False, repr=False)
class Trace:
    """A run. Columns have one entry for each denoising step of all blocks; see `playground.trace.columns`.

    `begin` makes one that goes on, `add` takes each of its steps, and `fill` puts in what follows from them. At all
    times it is what a run is that was stopped after its last step so far. Once it is over it does not change.

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
    name: str = ""
    """What an export calls it, such as its file's name without the ending. It is not in the file."""
    _writer: Writer | None = field(default=None, init=False)
    """None once it is over and filled."""

    def __post_init__(self) -> None:
        self.columns = Columns(self.columns, self.header.source)

    @classmethod
    def begin(
        cls,
        header: Header,
        token_texts: Callable[[list[int]], list[str]],
        decode: Callable[[list[int]], str],
        recorded: Trace | None = None,
        leaves: tuple[int, int] = (0, 0),
    ) -> Trace:
        """The trace of a run that has taken no step yet.

        Args:
            token_texts: ids -> the text of each id by itself.
            decode: ids -> their text together, without special tokens.
            recorded: what the run recorded that this one branches from, to compare the steps that they share.
            leaves: the block and the step after which it branches off; (0, 0) for a run that does not.
        """
        writer = Writer(header, token_texts, decode, recorded, leaves)
        trace = cls(header=header, columns=writer.columns(), stop_reasons=[], finish_reason="stopped", tokens={})
        trace._writer = writer
        return trace

    @classmethod
    def of(
        cls,
        header: Header,
        frames: Iterable[StepFrame],
        token_texts: Callable[[list[int]], list[str]],
        decode: Callable[[list[int]], str],
    ) -> Trace:
        """The trace of frames that are there already, with the header as it is; the rest is as for `begin`."""
        trace = cls.begin(header, token_texts, decode)
        for frame in frames:
            trace.add(frame)
        trace.end()
        trace.header = header
        return trace

    @property
    def over(self) -> bool:
        """Will no more steps come? A run is over with its last step, or because `end` said so."""
        return self._writer is None or self._writer.over

    @property
    def words(self) -> tuple[Callable[[list[int]], list[str]], Callable[[list[int]], str]]:
        """What turns ids into texts while it goes on: `token_texts` and `decode`, as `begin` takes them."""
        return self._going.token_texts, self._going.decode

    @property
    def _going(self) -> Writer:
        if self._writer is None or self._writer.over:
            raise TraceError("This run is over; no step follows.")
        return self._writer

    def start(self) -> None:
        """The run begins now, if that is not when this was made."""
        self._going.started = time.perf_counter()

    def add(self, frame: StepFrame) -> None:
        """Takes the next step.

        Raises:
            TraceError: the run is over.
        """
        writer = self._going
        writer.add(frame)
        self.stop_reasons[frame.block - 1 :] = [frame.stop_reason or "stopped"]
        self.finish_reason = frame.finish_reason or "stopped"
        self.columns = writer.columns()

    def rewind(self) -> None:
        """Forgets all steps, because the run is computed anew. What was read of it before stays as it is."""
        self._going.rewind()
        self.columns, self.stop_reasons, self.finish_reason = self._going.columns(), [], "stopped"

    def end(self) -> Trace:
        """No more steps come: the run was stopped, if it has not come to its end by itself. Returns `fill`."""
        if self._writer is not None:
            self._writer.over = True
        return self.fill()

    def fill(self) -> Trace:
        """Puts in what follows from the steps so far: texts, figures of the header and, at the end, the verdict.

        Returns the trace itself.
        """
        if (writer := self._writer) is None:
            return self
        self.header = header = writer.header()
        id_columns = [array.ravel() for name, array in self.columns.items() if name.endswith("_ids")]
        more = [*header.prompt_ids, *(header.spec.get("start") or ())]
        ids = np.unique(np.concatenate([*id_columns, np.array(more, "int32")])).tolist()
        self.tokens = dict(zip(ids, writer.token_texts(ids), strict=True))
        parts = passages(self.token_ids, header.prompt_ids, header.thought_marks, writer.decode)
        self.text, self.thought = answer_and_thought(parts)
        if writer.over:  # it holds on to nothing but its own entries from now on
            self.columns = Columns({name: column.copy() for name, column in self.columns.items()}, header.source)
            self._writer = None
        if writer.over and self.finish_reason != "stopped":
            from playground.trace.judging import verdict_of  # the rules take their time to import

            self.header = replace(header, verdict=verdict_of(header.prompt, self.text))
        return self

    def texts(self, ids: list[int]) -> list[str]:
        """The texts of ids that the run holds, each by itself."""
        return self._writer.token_texts(ids) if self._writer else [self.tokens[token] for token in ids]

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_writer": None}  # it holds on to the model

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
        """The number of denoiser passes of its steps; encoder passes before a block do not count."""
        return int(self.columns.get("passes", np.ones(len(self))).sum())

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
        figures: dict[str, Any] = {}
        for column in COLUMNS.values():
            if self._writer and column.name not in self.columns:  # no step so far has it
                figures[column.name] = None
            elif column.name in self.columns or not column.optional:
                figure = self.columns[column.name][index]
                if not (column.optional and np.isnan(figure).all()):  # the step lacks it
                    figures[column.name] = figure.item() if column.shape == "S" else figure
        last = index % len(self) == len(self) - 1
        if last:
            ends = not (self._writer and self._writer.open)
        else:
            ends = self.columns["block"][index + 1] != figures["block"]
        return StepFrame.of(
            figures,
            stop_reason=self.stop_reasons[figures["block"] - 1] if ends else "",
            finish_reason=self.finish_reason if last and self.over else "",
        )

    def to_bytes(self) -> bytes:
        """The bytes of the trace's file, filled; see `playground.trace.store`."""
        self.fill()
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
        """Writes it as a page, or as what plugins add, by the path's ending; see `playground.export.export`.

        Raises:
            ExportError: as `export_runs`.
        """
        import playground  # what writes it stands above this room

        return playground.export_runs([self], path, **options)
