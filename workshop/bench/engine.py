"""Measures the embedded checkpoint, and the work between two denoiser passes at the full vocabulary."""

from __future__ import annotations

import statistics as stats
import subprocess
import sys
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

from playground.engine.models import load_model
from playground.engine.randomness import Randomness
from playground.engine.step import Rules, State, advance
from playground.plugins.card.measure import model
from playground.rules.ways import Tokens
from playground.spec.settings import SamplerSettings
from workshop.bench import Parts
from workshop.bench.pins import pins
from workshop.bench.zoo import zoo

LOADS = 3
"""Processes that load the embedded checkpoint."""
LENGTH, VOCABULARY = 256, 262_144
"""Positions and tokens of `tail`: a canvas of the 26B checkpoint."""


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


@torch.inference_mode()
def tail() -> dict[str, float]:
    """Measures all work between two denoiser passes, against transformers' `_denoising_step` with ready-made logits."""
    length, vocab_size = LENGTH, VOCABULARY
    base = torch.randn(1, length, vocab_size, generator=torch.Generator().manual_seed(0)) * 3
    logits = torch.empty_like(base)
    canvas = torch.zeros(1, length, dtype=torch.int64)
    settings = SamplerSettings()
    stub = SimpleNamespace(
        config=SimpleNamespace(text_config=SimpleNamespace(vocab_size=vocab_size)),
        model=SimpleNamespace(
            decoder=SimpleNamespace(embed_tokens=SimpleNamespace(weight=torch.empty(0, dtype=torch.float32)))
        ),
    )
    sampler = EntropyBoundSampler(EntropyBoundSamplerConfig(0.1), length, vocab_size, settings.max_denoising_steps)
    schedule = LinearTemperatureScheduleLogitsProcessor(settings.t_min, settings.t_max, settings.max_denoising_steps)

    def theirs() -> None:
        DiffusionGemmaGenerationMixin._denoising_step(
            stub,
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
        rules = Rules.of([settings], Tokens(mask=-1, blank=0), canvas.device)
        randomness = Randomness([torch.Generator().manual_seed(0)], canvas.device)
        return lambda: advance(
            logits, State.start(canvas), rules, randomness.draws(draw, length, vocab_size), logits, None
        )[1].numpy()

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


def loading() -> dict[str, float]:
    """Measures loading in fresh processes, without the time that importing torch and transformers takes."""
    script = (
        "import time; from playground.engine.models import load_model; started = time.perf_counter(); load_model(); "
        "print(time.perf_counter() - started)"
    )
    run = [sys.executable, "-c", script]
    times = [float(subprocess.run(run, check=True, capture_output=True, text=True).stdout) for _ in range(LOADS)]
    return {"embedded_load_s": stats.median(times)}


PARTS: Parts = {
    **model.parts(load_model, "embedded_"),
    loading: {"embedded_load_s": "seconds to load the embedded checkpoint, after the imports"},
    tail: {
        "sampling_tail_ratio": "fast draw over transformers' tail, 256 positions x 262,144 tokens",
        "sampling_tail_exact_ratio": "exact draw over the same",
    },
    pins: {"pinned_over_free": "a step with 32 of 128 positions pinned over one without pins, in turn"},
    zoo: {
        "sampler_over_entropy_bound": "a step with the dearest other sampler over one with the entropy bound",
        "klass_over_entropy_bound": "KLASS, which compares with the distributions of the step before, over the same",
        "gibbs_over_entropy_bound": "a correction, which draws from distributions of its own, over the same",
    },
}
