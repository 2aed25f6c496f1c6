"""The denoising loop: the only one in the project.

It works on rows that share the denoiser passes, each with a prompt, settings and random generator of its own; a single
run is a batch of one. Its semantics, down to the order of random draws, are those of `generate()` in transformers
(`DiffusionGemmaGenerationMixin`), which is what the parity tests hold it against. It allows what that refuses: a
constant temperature, a confidence threshold of 0, a length that is no multiple of the canvas.

Per block: the encoder reads what is new (causally, once, into the KV cache), then each step

    input canvas --denoiser--> logits --/temperature--> statistics --sampler--> accept mask
    next input = sampled where accepted, noise elsewhere

and the argmax canvas of the block's last step is committed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from transformers import DynamicCache

from playground.engine.frames import unpack
from playground.engine.models import Model
from playground.engine.randomness import Randomness
from playground.engine.step import Rules, State, advance
from playground.prompt import Prompt
from playground.settings import SamplerSettings, check_seed
from playground.trace.frame import StepFrame
from playground.trace.trace import committed_ids


@dataclass(frozen=True, kw_only=True)
class Row:
    """One run in a batch."""

    prompt_ids: list[int]
    settings: SamplerSettings
    generator: torch.Generator


def denoise(
    model: Model, prompt: str | Prompt, settings: SamplerSettings | None = None, *, seed: int = 0
) -> Iterator[StepFrame]:
    """Runs one prompt, yielding every denoising step. Same model, settings and seed give the same frames.

    Args:
        settings: the checkpoint's own defaults when None.

    Raises:
        PromptError: the prompt is empty or does not fit the checkpoint's context. Raised here, not at the first step.
        SettingError: the seed is out of range, or `max_new_tokens` exceeds the context.
    """
    settings = settings or model.settings
    prompt_ids = model.encode(prompt)
    model.check_fits(prompt_ids, settings)
    generator = torch.Generator(model.device).manual_seed(check_seed(seed))
    steps = denoise_rows(model, [Row(prompt_ids=prompt_ids, settings=settings, generator=generator)])
    return (frame for frames in steps for frame in frames.values())


@torch.inference_mode()
def denoise_rows(model: Model, rows: Sequence[Row]) -> Iterator[dict[int, StepFrame]]:
    """Runs rows together. Each denoiser pass yields the frames of the rows that took part, by the row's number.

    A row that has finished a block waits for the others to finish theirs; one that has finished its text leaves.

    Raises:
        SettingError: the rows do not all draw the same way (`settings.draw`).
    """
    module, length, device = model.module, model.canvas_length, model.device
    encoder, decoder = module.model.encoder, module.model.decoder

    present = list(range(len(rows)))
    rooms = [row.settings.max_new_tokens for row in rows]
    cache = DynamicCache(config=module.config.get_text_config(decoder=True))
    unread, known = _left_padded([row.prompt_ids for row in rows], model.pad_id or 0, device)

    for block in itertools.count(1):
        here = [rows[index] for index in present]
        settings = [row.settings for row in here]
        rules = Rules.of(settings, device, module.dtype)
        randomness = Randomness([row.generator for row in here], device)

        # Padding takes no position, so a padded row sees the positions that it would see alone.
        positions = (known.cumsum(dim=-1) - 1).clamp(min=0)
        unread_positions = positions[:, -unread.shape[1] :]
        masks = encoder.create_masks_for_generate(
            config=module.config,
            inputs_embeds=torch.empty(*unread.shape, 0, dtype=module.dtype, device=device),
            attention_mask=known,
            past_key_values=cache,
            position_ids=unread_positions,
        )
        encoder(input_ids=unread, attention_mask=masks, past_key_values=cache, position_ids=unread_positions)

        canvas = randomness.noise(length, model.vocab_size)
        known = torch.nn.functional.pad(known, (0, length), value=True)
        canvas_positions = positions[:, -1:] + torch.arange(1, length + 1, device=device)
        masks = decoder.create_diffusion_decoder_attention_mask(
            config=module.config,
            inputs_embeds=canvas.unsqueeze(-1),
            past_key_values=cache,
            decoder_attention_mask=known,
        )
        state = State.start(canvas)
        committed = [None] * len(here)

        for step in range(1, max(s.max_denoising_steps for s in settings) + 1):
            logits = module(
                decoder_input_ids=state.canvas,
                self_conditioning_logits=state.conditioning,
                decoder_attention_mask=masks,
                past_key_values=cache,
                decoder_position_ids=canvas_positions,
            ).logits
            state, records = advance(logits, state, step, rules, randomness)

            frames = {}
            for place, (index, row) in enumerate(zip(present, here, strict=True)):
                if not randomness.active[place]:
                    continue
                frame = unpack(records[place], length, block, step, row.settings, model.eos_ids, rooms[index])
                frames[index] = frame
                if frame.stop_reason:
                    randomness.active[place] = False
                    committed[place] = frame
                    rooms[index] -= len(committed_ids(frame.argmax_ids, model.eos_ids, rooms[index]))
            yield frames
            if not any(randomness.active):
                break

        stays = [place for place, frame in enumerate(committed) if not frame.finish_reason]
        present = [present[place] for place in stays]
        if not present:
            return
        if len(stays) < len(here):
            cache.batch_select_indices(torch.tensor(stays, device=device))
            known = known[stays]
        argmax = [committed[place].argmax_ids for place in stays]
        unread = torch.stack([torch.from_numpy(ids) for ids in argmax]).to(device, torch.int64)


def _left_padded(prompts: list[list[int]], pad_id: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """Ids int64 (rows, longest) and which of them are no padding, bool of the same shape."""
    width = max(map(len, prompts))
    ids = [[pad_id] * (width - len(prompt)) + prompt for prompt in prompts]
    real = [[False] * (width - len(prompt)) + [True] * len(prompt) for prompt in prompts]
    return torch.tensor(ids, device=device), torch.tensor(real, device=device)
