"""Recorder: runs the engine and makes a trace of its frames."""

from __future__ import annotations

import itertools
import platform
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import torch

from playground.engine.batch import Batch
from playground.engine.denoise import alone, stepped
from playground.engine.models import Model
from playground.engine.row import Row, leaves
from playground.engine.speed import processor
from playground.rules.samplers import SAMPLERS
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.trace import Header, StepFrame, Trace
from playground.trace.header import Branched
from playground.trace.record import Record


class Recorder(Record):
    """Makes the trace of one run while you iterate over it, once. `trace` works at any time, also if you stop early.

    Args:
        prompt: what to run; a `Row` is already encoded.
        settings, changes: as `record` takes them.

    Raises:
        PromptError, SettingError, SpecError, ModelError: as `Row.of`, at construction.
    """

    def __init__(
        self,
        model: Model,
        prompt: str | Prompt | Mapping[str, Any] | RunSpec | Row,
        settings: SamplerSettings | Mapping[str, Any] | None = None,
        seed: int = 0,
        **changes: Any,
    ) -> None:
        if not isinstance(prompt, Row):
            prompt = Row.of(model, model.spec(prompt, settings, seed, **changes))
        self.row = prompt
        self._frames = alone(model, self.row)
        super().__init__(begun(model, self.row))

    def __iter__(self) -> Generator[StepFrame, None, None]:
        self.so_far.start()
        try:
            with closing(self._frames):  # a caller that stops early leaves the batch at once
                for frame in self._frames:
                    self.so_far.add(frame)
                    yield frame
        finally:
            self.end()


def record(
    model: Model,
    prompt: str | Prompt | Mapping[str, Any] | RunSpec,
    settings: SamplerSettings | Mapping[str, Any] | None = None,
    *,
    seed: int = 0,
    recorded: Trace | None = None,
    **changes: Any,
) -> Trace:
    """Runs a prompt or a spec to the end and returns its trace.

    Args:
        settings: as `Model.spec` takes them, with `changes`; a spec has its own settings and seed.
        changes: settings that differ from the checkpoint's own, such as `entropy_bound=0.5`.
        recorded: the trace of the run that a spec branches from. Its blocks before the branch are not computed again,
            and the header says whether the steps that are came out as they were.

    Raises:
        PromptError, SettingError, SpecError, ModelError, EngineError: as `denoise`. A `Recorder` has the steps before.
    """
    recorder = Recorder(model, Row.of(model, model.spec(prompt, settings, seed, **changes), recorded=recorded))
    for _ in recorder:
        pass
    return recorder.trace()


def record_all(model: Model, specs: Sequence[RunSpec], *, rows: int = 32) -> list[Trace]:
    """Runs specs to the end and returns their traces in the same order.

    Args:
        rows: how many runs share a pass at most.

    Raises:
        PromptError, SettingError, SpecError, SamplerError, EngineError: as `record_each`.
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
        SamplerError, EngineError: as `stepped`.
    """
    batch = Batch(model)
    running: dict[int, tuple[int, Trace]] = {}
    waiting = iter(enumerate(specs))
    while True:
        for number, spec in itertools.islice(waiting, rows - len(batch)):
            row = Row.of(model, spec)
            running[batch.join(row)] = number, begun(model, row)
        if not running:
            return
        for seat, frame in stepped(batch).items():
            number, trace = running[seat]
            trace.add(frame)
            if frame.finish_reason:
                del running[seat]
                yield number, trace.fill()


def begun(model: Model, row: Row) -> Trace:
    """The trace of a run that has taken no step yet."""
    return Trace.begin(_header(model, row), model.token_texts, model.decode, row.recorded, leaves(row.spec))


def _header(model: Model, row: Row) -> Header:
    spec = row.spec
    return Header(
        spec=spec.to_dict(),
        device=model.home,
        dtype=model.type_name,
        only_top=model.only_top,
        canvas_length=model.canvas_length,
        vocab_size=model.vocab_size,
        eos_ids=model.eos_ids,
        pad_id=model.pad_id,
        special_ids=sorted(model.tokenizer.all_special_ids),
        thought_marks=model.chat.thought_marks,
        prompt_ids=row.prompt_ids,
        explanation=_explanation(row, spec),
        branch=Branched(explanation=_explanation(row, spec.branch.parent)) if spec.branch else None,
        software={
            "python": platform.python_version(),
            **{package: version(package) for package in ("torch", "transformers", "numpy")},
            # The number of threads changes how sums round, and the last bit can change a run.
            "torch threads": str(torch.get_num_threads()),
            "processor": processor(),  # or nobody knows whether two runs were timed on the same machine
        },
        recorded_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _explanation(row: Row, spec: RunSpec) -> dict[str, Any]:
    """What the sampler of a spec declares; the way is the same in all specs of a row."""
    return SAMPLERS[spec.settings.sampler].declaration() | row.way.declaration()
