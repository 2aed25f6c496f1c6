"""transformers' own generate(), with a record of what its sampler decided."""

from dataclasses import dataclass, field
from unittest.mock import patch

import torch
from transformers.models.diffusion_gemma.generation_diffusion_gemma import (
    EntropyBoundSampler,
    EntropyBoundSamplerConfig,
)

from playground.engine.rowwise import use_stock


@dataclass
class Reference:
    token_ids: list[int] = field(default_factory=list)
    """All new tokens, padding included."""
    passes: int = 0
    accepted: list = field(default_factory=list)
    entropy: list = field(default_factory=list)
    inputs: list = field(default_factory=list)
    sampled: list = field(default_factory=list)


def generate(model, prompt_ids, settings, seed, **media) -> Reference:
    """Runs generate() as it ships, seeded globally, spying on (never changing) the sampler's one decision."""
    reference = Reference()
    use_stock(model.module)
    accept = EntropyBoundSampler.accept_canvas

    def spy(self, current_canvas, denoiser_canvas, logits, cur_step):
        result = accept(self, current_canvas, denoiser_canvas, logits, cur_step)
        reference.passes += 1
        reference.inputs.append(current_canvas[0].clone())
        reference.sampled.append(denoiser_canvas[0].clone())
        reference.accepted.append(self.accepted_token_mask[0].clone())
        reference.entropy.append(torch.distributions.Categorical(logits=logits).entropy()[0])
        return result

    torch.manual_seed(seed)
    with patch.object(EntropyBoundSampler, "accept_canvas", spy):
        output = model.module.generate(
            torch.tensor([prompt_ids]),
            max_new_tokens=settings.max_new_tokens,
            max_denoising_steps=settings.max_denoising_steps,
            t_max=settings.t_max,
            t_min=settings.t_min,
            stability_threshold=settings.stability_threshold,
            confidence_threshold=settings.confidence_threshold,
            sampler_config=EntropyBoundSamplerConfig(entropy_bound=settings.entropy_bound),
            **media,
        )
    reference.token_ids = output.sequences[0, len(prompt_ids) :].tolist()
    return reference
