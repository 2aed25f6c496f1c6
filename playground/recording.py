"""Recorder: runs the engine and keeps its frames as a trace."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import platform
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from importlib.metadata import version

import numpy as np
import torch

from playground.branching import changes
from playground.engine.batch import Batch
from playground.engine.denoise import alone
from playground.engine.models import Model
from playground.engine.row import Row
from playground.engine.samplers import SAMPLERS
from playground.prompt import Prompt
from playground.settings import SamplerSettings
from playground.spec import RunSpec
from playground.trace import Header, StepFrame, Trace, TraceBuilder
from playground.trace.header import Branched, execution


class Recorder:
    """Records one run while you iterate over it, once. `trace` works at any time, even after an interruption.

    Args:
        prompt: what to run; a `Row` is already encoded.
        frames: the frames of a run that something else drives in a `Batch`; None starts a new run.

    Raises:
        PromptError, SettingError, SpecError, ModelError: as `Row.of`, at construction.
    """

    def __init__(
        self,
        model: Model,
        prompt: str | Prompt | RunSpec | Row,
        settings: SamplerSettings | None = None,
        seed: int = 0,
        frames: Generator[StepFrame, None, None] | None = None,
    ) -> None:
        self.row = row = prompt if isinstance(prompt, Row) else Row.of(model, prompt, settings, seed)
        self._model = model
        self._frames = alone(model, row) if frames is None else frames
        self._builder = TraceBuilder(_header(model, row))
        self._started, self._seconds = time.perf_counter(), 0.0
        self._rows, self._compiled = 1, False
        self._differs: int | None = None

    @property
    def header(self) -> Header:
        return self._builder.header

    def __iter__(self) -> Generator[StepFrame, None, None]:
        self.begin()
        with closing(self._frames):  # a caller that stops early leaves the batch at once
            for frame in self._frames:
                self.add(frame)
                yield frame

    def begin(self) -> None:
        """The run begins now, if that is not when this was made; for frames that are added."""
        self._started = time.perf_counter()

    def add(self, frame: StepFrame) -> None:
        """Records a frame that does not come from iterating over this."""
        self._builder.append(frame)
        self._compare(frame)
        self._rows, self._compiled = max(self._rows, frame.rows), self._compiled or frame.compiled
        self._seconds = time.perf_counter() - self._started

    def _compare(self, frame: StepFrame) -> None:
        """Notes the first step before the branch that is not what the parent's run recorded."""
        at, recorded = len(self._builder.frames), self.row.recorded
        shared = (frame.block, frame.step) <= self.row.leaves
        if recorded is None or not shared or self._differs is not None:
            return
        if at > len(recorded) or any(
            not np.array_equal(getattr(frame, name), recorded.columns[name][at - 1])
            for name in ("input_ids", "sampled_ids", "argmax_ids", "accepted")
        ):
            self._differs = at

    def token_texts(self, ids: list[int]) -> list[str]:
        """The text of each id by itself, as `Model.token_texts`."""
        return self._model.token_texts(ids)

    def decode(self, ids: list[int]) -> str:
        """The text of the ids together, as `Model.decode`."""
        return self._model.decode(ids)

    def trace(self) -> Trace:
        """Builds the trace of everything up to the last frame."""
        trace = self._builder.build(self._model.token_texts, self._model.decode, self._seconds)
        branch = trace.header.branch and dataclasses.replace(trace.header.branch, differs=self._differs)
        how = execution(self._compiled, self._rows)
        return dataclasses.replace(trace, header=dataclasses.replace(trace.header, execution=how, branch=branch))


def record(
    model: Model,
    prompt: str | Prompt | RunSpec,
    settings: SamplerSettings | None = None,
    *,
    seed: int = 0,
    recorded: Trace | None = None,
) -> Trace:
    """Runs a prompt or a spec to the end and returns its trace.

    Args:
        recorded: the trace of the run that a spec branches from. Its blocks before the branch are not computed again,
            and the header says whether the steps that are came out as they were.

    Raises:
        PromptError, SettingError, SpecError, ModelError: as `denoise`.
    """
    row = Row.of(model, prompt, settings, seed, recorded)
    recorder = Recorder(model, row)
    for _ in recorder:
        pass
    return recorder.trace()


def record_all(model: Model, specs: Sequence[RunSpec], *, rows: int = 32) -> list[Trace]:
    """Runs specs to the end and returns their traces in the same order.

    Args:
        rows: how many runs share a pass at most.

    Raises:
        PromptError, SettingError, SpecError, SamplerError: as `record_each`.
    """
    traces = dict(record_each(model, specs, rows=rows))
    return [traces[number] for number in range(len(traces))]


def record_each(model: Model, specs: Iterable[RunSpec], *, rows: int = 32) -> Iterator[tuple[int, Trace]]:
    """Runs specs to the end in shared passes, and yields (number of the spec, trace) as they end.

    A run that ends makes room for the next one at once.

    Args:
        rows: how many runs share a pass at most.

    Raises:
        PromptError, SettingError, SpecError: as `denoise`, when the spec's turn comes.
        SamplerError: a user's own sampler failed.
    """
    batch = Batch(model)
    running: dict[int, tuple[int, Recorder]] = {}
    waiting = iter(enumerate(specs))
    while True:
        for number, spec in itertools.islice(waiting, rows - len(batch)):
            row = Row.of(model, spec)
            running[batch.join(row)] = number, Recorder(model, row)
        if not running:
            return
        frames = batch.step()
        for error in batch.failed.values():
            raise error
        for seat, frame in frames.items():
            number, recorder = running[seat]
            recorder.add(frame)
            if frame.finish_reason:
                del running[seat]
                yield number, recorder.trace()


def _header(model: Model, row: Row) -> Header:
    spec = row.spec
    return Header(
        model=model.name,
        revision=model.revision,
        device=str(model.device),
        dtype=str(model.dtype).removeprefix("torch."),
        canvas_length=model.canvas_length,
        vocab_size=model.vocab_size,
        eos_ids=model.eos_ids,
        pad_id=model.pad_id,
        special_ids=sorted(model.tokenizer.all_special_ids),
        prompt=spec.prompt.text,
        system=spec.prompt.system.strip(),
        thinking=spec.prompt.thinking,
        image_sha256=hashlib.sha256(spec.prompt.image).hexdigest() if spec.prompt.image else "",
        thought_marks=model.chat.thought_marks,
        prompt_ids=row.prompt_ids,
        settings=spec.settings.to_dict(),
        spec=spec.to_dict(),
        way=row.way.name,
        explanation=SAMPLERS[spec.settings.sampler].declaration() | row.way.declaration(),
        seed=spec.seed,
        branch=_branched(row),
        software={
            "python": platform.python_version(),
            **{package: version(package) for package in ("torch", "transformers", "numpy")},
            # The number of threads changes how sums round, and the last bit can change a run.
            "torch threads": str(torch.get_num_threads()),
        },
        recorded_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _branched(row: Row) -> Branched | None:
    branch = row.spec.branch
    if branch is None:
        return None
    explanation = SAMPLERS[branch.parent.settings.sampler].declaration() | row.way.declaration()
    return Branched(block=branch.block, step=branch.step, changed=changes(row.spec), explanation=explanation)
