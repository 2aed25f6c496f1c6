"""Row: one run, checked and encoded, ready to join a batch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import torch
from torch import Tensor

from playground.engine.models import Model
from playground.engine.steering import check_steering
from playground.engine.ways import WAYS, Way
from playground.errors import SettingError
from playground.prompt import Prompt
from playground.settings import SamplerSettings
from playground.spec import RunSpec


@dataclass(frozen=True, kw_only=True)
class Row:
    """One run in a batch, ready to join it."""

    spec: RunSpec
    prompt_ids: list[int]
    generator: torch.Generator
    media: Mapping[str, Tensor] = field(default_factory=dict)
    """What the encoder gets with the prompt, such as `pixel_values` and `mm_token_type_ids`, as batches of one."""

    @property
    def settings(self) -> SamplerSettings:
        return self.spec.settings

    @property
    def way(self) -> Way:
        return WAYS[self.settings.way]

    @classmethod
    def of(
        cls, model: Model, prompt: str | Prompt | RunSpec, settings: SamplerSettings | None = None, seed: int = 0
    ) -> Row:
        """Checks and encodes a prompt or a spec.

        Args:
            settings: None for the checkpoint's own defaults. A spec has its own settings and seed.

        Raises:
            PromptError: the prompt is empty, does not fit the checkpoint's context, or asks for what it cannot do.
            SettingError: the seed is out of range, `max_new_tokens` exceeds the context, the checkpoint has no mask
                token for masked diffusion, or settings or a seed are given with a spec.
            SpecError: the spec is meant for another model, or its start, pins or edits do not fit this one.
            ModelError: the checkpoint's own defaults are not allowed.
        """
        spec = model.spec(prompt, settings, seed)
        spec.check_model(model.name, model.revision)
        spec = spec.replace(model=model.name, revision=model.revision)
        if spec.settings.way == "masked" and model.tokens.mask < 0:
            raise SettingError("way is 'masked', but this checkpoint has no mask token; choose another way.")
        check_steering(spec, model)
        encoded = model.read(spec.prompt)
        model.check_fits(encoded.ids, spec.settings)
        generator = torch.Generator(model.device).manual_seed(spec.seed)
        media = {name: tensor.to(model.device) for name, tensor in encoded.media.items()}
        return cls(spec=spec, prompt_ids=encoded.ids, generator=generator, media=media)
