"""Our instrumented loop beside transformers' uninstrumented generate(), in turns, in one process."""

from __future__ import annotations

import statistics as stats
import time
from collections.abc import Callable
from types import SimpleNamespace

import torch
from transformers.models.diffusion_gemma.generation_diffusion_gemma import (
    DiffusionGemmaGenerationMixin,
    EntropyBoundSampler,
    EntropyBoundSamplerConfig,
    LinearTemperatureScheduleLogitsProcessor,
    StableAndConfidentStoppingCriteria,
)

from playground.bench import Parts
from playground.engine.models import load_model
from playground.engine.randomness import Randomness
from playground.engine.step import Rules, State, advance
from playground.recording import record
from playground.settings import SamplerSettings

PAIRS = 7
PROMPT = "Write a story about Lily, a cat and a red ball."


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def embedded() -> dict[str, float]:
    model = load_model()
    # Both sides take every step: generate() cannot be told never to stop, but no mean entropy is below this.
    settings = SamplerSettings(confidence_threshold=1e-30, max_new_tokens=model.canvas_length)
    prompt = torch.tensor([model.encode(PROMPT)], device=model.device)
    options = {name: getattr(settings, name) for name in SamplerSettings.knobs() if name != "entropy_bound"}
    options["sampler_config"] = EntropyBoundSamplerConfig(entropy_bound=settings.entropy_bound)

    def ours() -> None:
        assert record(model, PROMPT, settings, seed=0).nfe == settings.max_denoising_steps

    def theirs() -> None:
        torch.manual_seed(0)
        model.module.generate(prompt, **options)

    ours(), theirs()  # warm-up
    pairs = [(_seconds(ours), _seconds(theirs)) for _ in range(PAIRS)]
    return {
        "instrumented_over_generate": stats.median(a / b for a, b in pairs),
        "embedded_ms_per_step": stats.median(a for a, _ in pairs) * 1000 / settings.max_denoising_steps,
    }


@torch.inference_mode()
def tail(length: int = 256, vocab_size: int = 262_144) -> dict[str, float]:
    """Everything between two denoiser passes. Theirs is the class's own `_denoising_step` with ready-made logits."""
    base = torch.randn(1, length, vocab_size, generator=torch.Generator().manual_seed(0)) * 3
    logits = torch.empty_like(base)
    canvas = torch.zeros(1, length, dtype=torch.int64)
    settings = SamplerSettings()
    model = SimpleNamespace(
        config=SimpleNamespace(text_config=SimpleNamespace(vocab_size=vocab_size)),
        model=SimpleNamespace(
            decoder=SimpleNamespace(embed_tokens=SimpleNamespace(weight=torch.empty(0, dtype=torch.float32)))
        ),
    )
    sampler = EntropyBoundSampler(EntropyBoundSamplerConfig(0.1), length, vocab_size, settings.max_denoising_steps)
    schedule = LinearTemperatureScheduleLogitsProcessor(settings.t_min, settings.t_max, settings.max_denoising_steps)

    def theirs() -> None:
        DiffusionGemmaGenerationMixin._denoising_step(
            model,
            decoder_forward=lambda **_: SimpleNamespace(logits=logits),
            current_canvas=canvas,
            argmax_canvas=canvas,
            input_ids=canvas,
            decoder_position_ids=None,
            self_conditioning_logits=None,
            mask_mapping={},
            past_key_values=None,
            finished_denoising=torch.zeros(1, dtype=torch.bool),
            cur_step=settings.max_denoising_steps,
            sampler=sampler,
            logits_processor=lambda ids, scores, cur_step: schedule(ids, scores, cur_step),
            diffusion_stopping_criteria=StableAndConfidentStoppingCriteria(1, 0.005),
        )

    def ours(draw: str) -> Callable[[], object]:
        rules = Rules.of([SamplerSettings(draw=draw)], canvas.device, torch.float32)
        randomness = Randomness([torch.Generator().manual_seed(0)], canvas.device)
        return lambda: advance(logits, State.start(canvas), 1, rules, randomness)

    sides = {"fast": ours("fast"), "exact": ours("exact"), "theirs": theirs}
    rounds = []
    for _ in range(4):
        times = {}
        for name, work in sides.items():
            logits.copy_(base)  # ours works in place
            times[name] = _seconds(work)
        rounds.append(times)
    return {
        "sampling_tail_ratio": stats.median(r["fast"] / r["theirs"] for r in rounds[1:]),
        "sampling_tail_exact_ratio": stats.median(r["exact"] / r["theirs"] for r in rounds[1:]),
    }


PARTS: Parts = {
    embedded: {
        "instrumented_over_generate": "time per step of our loop, recording all, over generate(); median of pairs",
        "embedded_ms_per_step": "ms per denoising step of the embedded checkpoint, recording all, encoder included",
    },
    tail: {
        "sampling_tail_ratio": "fast draw over transformers' tail, 256 positions x 262,144 tokens",
        "sampling_tail_exact_ratio": "exact draw over the same",
    },
}
