"""Row: one run, checked and encoded, ready to join a batch."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from playground.engine.models import Model
from playground.engine.steering import check_steering
from playground.errors import SettingError, SpecError
from playground.rules.ways import WAYS, Way
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.trace.branching import check_step

if TYPE_CHECKING:
    from playground.trace import Trace


@dataclass(frozen=True, kw_only=True)
class Row:
    """One run in a batch, ready to join it."""

    spec: RunSpec
    prompt_ids: list[int]
    generator: torch.Generator
    media: Mapping[str, Tensor] = field(default_factory=dict)
    """What the encoder gets with the prompt, such as `pixel_values` and `mm_token_type_ids`, as batches of one. It is
    on the CPU until the prompt is read."""
    parent: Row | None = None
    """The row that this one is until it branches off. They share everything but the spec."""
    recorded: Trace | None = None
    """What the parent's run recorded: the blocks before the one that this branches from are not computed again."""

    @property
    def settings(self) -> SamplerSettings:
        return self.spec.settings

    @property
    def way(self) -> Way:
        return WAYS[self.settings.way]

    @property
    def path(self) -> list[Row]:
        """The rows that it is on its way, the first one first, itself last."""
        return [*(self.parent.path if self.parent else []), self]

    @property
    def leaves(self) -> tuple[int, int]:
        """The block and the step after which it branches off; (0, 0) for a row that does not."""
        branch = self.spec.branch
        return (branch.block, branch.step) if branch else (0, 0)

    @classmethod
    def of(
        cls,
        model: Model,
        prompt: str | Prompt | Mapping[str, Any] | RunSpec,
        settings: SamplerSettings | Mapping[str, Any] | None = None,
        seed: int = 0,
        recorded: Trace | None = None,
    ) -> Row:
        """Checks and encodes a prompt or a spec.

        Args:
            settings: as `Model.spec` takes them; a spec has its own settings and seed.
            recorded: the trace of the run that the spec branches from, if there is one; see `Row.recorded`.

        Raises:
            PromptError: the prompt is empty, does not fit the checkpoint's context, or asks for what it cannot do.
            SettingError: the seed is out of range, `max_new_tokens` exceeds the context, the checkpoint has no mask
                token for masked diffusion, or settings or a seed are given with a spec.
            SpecError: the spec is meant for another model, its start, pins or edits do not fit this one, or it branches
                from a step that `recorded` does not have.
            ModelError: the checkpoint's own defaults are not allowed.
        """
        spec = model.spec(prompt, settings, seed)
        spec = spec.meant_for(model.name, model.revision)
        if not model.denoiser.self_conditioning:
            spec = _unconditioned(spec)
        encoded = model.read(spec.prompt)
        generator = torch.Generator(model.device).manual_seed(spec.chain[0].seed)
        if recorded is not None and spec.branch is not None:
            check_step(recorded, spec.branch.block, spec.branch.step)
        row: Row | None = None
        for run in spec.chain:
            _check(run, model, encoded.ids)
            _check_written(run, model.canvas_length)
            row = cls(spec=run, prompt_ids=encoded.ids, generator=generator, media=encoded.media, parent=row)
        assert row is not None, "a chain is never empty"
        return dataclasses.replace(row, recorded=recorded)


def _unconditioned(spec: RunSpec) -> RunSpec:
    """The run, and those that it branches from, as a denoiser without self-conditioning makes them: it is off."""
    branch = spec.branch and spec.branch.of(_unconditioned(spec.branch.parent))
    return spec.replace(settings=spec.settings.replace(self_conditioning="off"), branch=branch)


def _check(spec: RunSpec, model: Model, prompt_ids: list[int]) -> None:
    way = WAYS[spec.settings.way]
    if way.name not in model.denoiser.ways:
        known = ", ".join(map(repr, model.denoiser.ways))
        raise SettingError(f"way is {way.name!r}, in which this checkpoint cannot write; it can in {known}.")
    if way.begins == "mask" and model.tokens.mask < 0:
        raise SettingError(f"way is {way.name!r}, but this checkpoint has no mask token; choose another way.")
    check_steering(spec, model)
    model.check_fits(prompt_ids, spec.settings)


def _check_written(spec: RunSpec, length: int) -> None:
    """Checks that a branch leaves the pins of the blocks before it as they are."""
    if spec.branch is None:
        return
    written = (spec.branch.block - 1) * length
    changed = {pin for pin in {*spec.pins} ^ {*spec.branch.parent.pins} if pin[0] < written}
    if changed:
        raise SpecError(
            f"The branch changes the pin at place {min(changed)[0]}, which is written already: the branch is in block "
            f"{spec.branch.block}, whose places begin at {written}."
        )
