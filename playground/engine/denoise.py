"""Short ways to run a prompt. The loop itself is `Batch.step`; everything else in the project consumes its frames."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from playground.engine.batch import Batch
from playground.engine.models import Model
from playground.engine.moment import Origin
from playground.engine.row import Row
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.trace.frame import StepFrame


def denoise(
    model: Model,
    prompt: str | Prompt | Mapping[str, Any] | RunSpec,
    settings: SamplerSettings | Mapping[str, Any] | None = None,
    *,
    seed: int = 0,
    **changes: Any,
) -> Iterator[StepFrame]:
    """Runs one prompt or spec and yields every denoising step. The same spec gives the same frames.

    Args:
        settings: as `Model.spec` takes them, with `changes`; a spec has its own settings and seed.
        changes: settings that differ from the checkpoint's own, such as `entropy_bound=0.5`.

    Raises:
        PromptError, SettingError, SpecError, ModelError: as `Row.of`, by this call and not at the first step.
        EngineError: as `stepped`.
    """
    return alone(model, Row.of(model, model.spec(prompt, settings, seed, **changes)))


def alone(model: Model, row: Row, origin: Origin | None = None) -> Generator[StepFrame, None, None]:
    """Runs one row by itself.

    Args:
        origin: where it starts; by default with its first step.
    """
    batch = Batch(model)
    number = batch.join(row, origin)
    yield from batch.before(number)
    while len(batch):
        yield from stepped(batch).values()


def denoise_rows(model: Model, rows: Sequence[Row]) -> Iterator[dict[int, StepFrame]]:
    """Runs rows together. Each pass yields the frames of the rows that took part, by row number.

    Steps that need not be computed come first, as if each had had a pass.

    Raises:
        SamplerError, EngineError: as `stepped`.
        SpecError: a run does not have the step that a row branches from.
    """
    batch = Batch(model)
    for number in [batch.join(row) for row in rows]:
        for frame in batch.before(number):
            yield {number: frame}
    while len(batch):
        yield stepped(batch)


def stepped(batch: Batch) -> dict[int, StepFrame]:
    """Takes a step and returns its frames, by row number.

    Raises:
        SamplerError: a user's own sampler failed.
        EngineError: a run's logits are not finite numbers.
    """
    frames = batch.step()
    for error in batch.failed.values():
        raise error
    return frames
