"""What the parts of an examination share: the options, the model, and how its steps are timed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import torch
from transformers import DiffusionGemmaConfig, DiffusionGemmaTextConfig

from playground.engine.batch import Batch
from playground.engine.denoise import stepped
from playground.engine.full_size import full_config
from playground.engine.models import Model, load_model
from playground.engine.speed import copy_bandwidth
from playground.plugins.card.measure.full_size import load_random, random_model
from playground.plugins.card.measure.model import Bench, Endless
from playground.plugins.gpu.ahead import AheadBatch
from playground.plugins.gpu.compiled import Shapes
from playground.plugins.gpu.graphs import CudaGraphs, Record
from playground.plugins.gpu.warm_up import warm_up


@dataclass(frozen=True, kw_only=True)
class Examined:
    """What is examined."""

    loading: dict[str, Any] = field(default_factory=dict)
    """As `load_model` takes it."""
    full_size_random: bool = False
    """Random weights of the 26B size in place of a checkpoint?"""
    rehearse: bool = False
    """Tiny sizes on a CPU, to try the examination itself?"""
    rows: int = 4
    """The most rows that share a pass."""
    context: int = 4096
    """How long the long prompt is, in tokens."""

    @property
    def device(self) -> torch.device:
        return torch.device("cpu" if self.rehearse else "cuda")


class Replays:
    """Stands for CUDA graphs in a rehearsal: the work itself, done again."""

    count = 0

    def __call__(self, work: Callable[[], None]) -> Callable[[], None]:
        self.count += 1
        work()
        return work


class Host:
    """The model of one process, loaded once, and the forms of its passes that have been compiled there."""

    def __init__(self, examined: Examined) -> None:
        self.examined = examined

    @cached_property
    def model(self) -> Model:
        examined = self.examined
        if examined.rehearse:
            return random_model(small_config(), examined.device, torch.bfloat16)
        if examined.full_size_random:
            return load_random("cuda", examined.loading.get("dtype"))
        return load_model(**examined.loading)

    @cached_property
    def compiled(self) -> Shapes:
        """The smallest form of a pass, compiled."""
        shapes = self.shapes(1, 512)
        warm_up(self.model, shapes, shapes.forms[0])
        return shapes

    @cached_property
    def recorded(self) -> Shapes:
        return replace(self.compiled, record=self.recorder())

    def shapes(self, rows: int, context: int, *, fixed: bool = False) -> Shapes:
        backend = "eager" if self.examined.rehearse else "inductor"
        return Shapes(rows=rows, context=context, fixed=fixed, backend=backend)

    def recorder(self) -> Record:
        return Replays() if self.examined.rehearse else CudaGraphs(self.model.device)

    def bench(self, shapes: Shapes | None) -> Bench:
        return Bench(Endless.of(self.model), shapes)

    @cached_property
    def floor_ms(self) -> float:
        """The least that a step of one row can take: the time to read its bytes, as fast as this device copies."""
        return 1000 * self.bench(None).least_bytes / copy_bandwidth(self.model.device)

    def step_ms(
        self,
        shapes: Shapes | None,
        *,
        ahead: bool = False,
        rows: int = 1,
        prompt: int | None = None,
        **settings: object,
    ) -> float:
        """The time of a step, frames included and the encoder's pass not; the least of two runs after one more.

        Args:
            prompt: how many tokens stand before the canvas; by default a short prompt.
        """
        bench, taken = self.bench(shapes), []
        steps = 4 if self.examined.rehearse else 20
        for _ in range(3):
            batch = (AheadBatch if ahead else Batch)(bench.model, shapes)
            for seed in range(rows):
                row = bench.row(bench.settings(max_denoising_steps=steps, **settings), seed)
                batch.join(replace(row, prompt_ids=[2] * prompt) if prompt else row)
            stepped(batch)
            started, count = bench.now(), 0
            while len(batch) and count < steps - 1:
                stepped(batch)
                count += 1
            taken.append(1000 * (bench.now() - started) / max(1, count))
        return min(taken[1:])


def small_config() -> DiffusionGemmaConfig:
    """The 26B configuration with every size made small."""
    text = DiffusionGemmaTextConfig(
        hidden_size=32, intermediate_size=48, moe_intermediate_size=16, num_experts=4, top_k_experts=2,
        num_hidden_layers=3, num_attention_heads=2, num_key_value_heads=1, num_global_key_value_heads=1, head_dim=16,
        global_head_dim=16, sliding_window=64, vocab_size=512, max_position_embeddings=8192,
        use_bidirectional_attention="vision",
    )  # fmt: skip
    return DiffusionGemmaConfig(text_config=text, vision_config=full_config().vision_config, canvas_length=32)
