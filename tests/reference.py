"""transformers' own generate(), with a record of what its sampler decided."""

from dataclasses import dataclass, field
from unittest.mock import patch

import torch
from transformers.models.diffusion_gemma.generation_diffusion_gemma import (
    EntropyBoundSampler,
    EntropyBoundSamplerConfig,
)

from playground.engine.rowwise import use_stock
from workshop.training.joint import joint_hidden, joint_mask, logits_of, rotary_tables


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


@torch.no_grad()
def write_autoregressively(model, prompt, most=128) -> list[int]:
    """The most probable next token, until the text ends: one joint pass over everything a token, without any cache."""
    ids = model.encode(prompt)
    begin = len(ids)
    while len(ids) < begin + most and (len(ids) == begin or ids[-1] not in model.eos_ids):
        ids.append(int(_joint(model, ids, len(ids))[-1].argmax()))
    return ids[begin:]


@torch.no_grad()
def write_masked(model, prompt, bound) -> tuple[list[int], int]:
    """A canvas of masks, and the passes it took to fill it.

    At each pass the masked positions of lowest entropy get their most probable token, for good; how many is decided by
    the entropy bound, at temperature 1.
    """
    prompt_ids, mask = model.encode(prompt), model.tokenizer.mask_token_id
    canvas, passes = torch.full((model.canvas_length,), mask), 0
    while (masked := canvas == mask).any():
        logits = _joint(model, [*prompt_ids, *canvas.tolist()], len(prompt_ids))[len(prompt_ids) :]
        logits[:, mask] = -torch.inf
        chances = logits.log_softmax(dim=-1)
        entropy = -(chances.exp() * chances.clamp(min=-1e9)).sum(dim=-1)
        spent = 0.0
        for place in sorted(masked.nonzero()[:, 0].tolist(), key=lambda place: entropy[place].item()):
            if spent > bound:
                break
            canvas[place] = logits[place].argmax()
            spent += entropy[place].item()
        passes += 1
    return canvas.tolist(), passes


def _joint(model, ids, canvas_begins):
    """Logits (tokens, V) of the causal pass before `canvas_begins` and the bidirectional one from there on."""
    positions = torch.arange(len(ids))[None]
    is_canvas = positions >= canvas_begins
    mask = torch.where(joint_mask(torch.zeros_like(positions), is_canvas, positions), 0.0, -1e9)
    tables = rotary_tables(model.module, positions)
    return logits_of(model.module, joint_hidden(model.module, torch.tensor([ids]), is_canvas, mask, tables))[0]
