"""Measures what a step of a checkpoint costs: by part, against generate() and the memory's limit, over rows and blocks.

On a GPU the passes are compiled, and the clock is read only when the GPU is done.
"""

from __future__ import annotations

import statistics as stats
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import cache, partial
from typing import Any, ClassVar

import torch

from playground.engine.batch import Batch
from playground.engine.models import Model
from playground.engine.row import Row
from playground.engine.speed import copy_bandwidth
from playground.plugins.card.measure import PROMPT, Parts
from playground.plugins.card.measure.floor import step_bytes
from playground.plugins.gpu.compiled import Shapes
from playground.plugins.gpu.warm_up import warm_up
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import KNOBS, SamplerSettings

ROWS = (1, 2, 4, 8)
STEPS = 24
BLOCKS = 8
ROUNDS = 5


@dataclass(frozen=True, kw_only=True)
class Way:
    """What is measured. `doctor --card` measures other draws, longer prompts, and what else makes passes faster."""

    sampler: str = KNOBS["sampler"].default
    rows: int = max(ROWS)
    """The most rows that share a pass."""


@dataclass(frozen=True)
class Bench:
    """A model, and how its passes run here."""

    model: Model
    shapes: Shapes | None
    label: str = ""
    """The beginning of the name of its time per step."""
    way: Way = field(default_factory=Way)

    @classmethod
    def of(cls, model: Model, label: str, way: Way) -> Bench:
        """Compiles the smallest form of the passes, where that pays."""
        shapes = Shapes.fitting(model, way.rows)
        if shapes:  # what else is measured is compiled at its first time, which counts for nothing
            warm_up(model, shapes, shapes.forms[0])
        return cls(Endless.of(model), shapes, label, way)

    def settings(self, blocks: int = 1, **values: object) -> SamplerSettings:
        """Makes settings that take every step: no mean entropy is below this threshold, which generate() allows too."""
        length = blocks * self.model.canvas_length
        values = {"max_denoising_steps": STEPS, "sampler": self.way.sampler, **values}
        return SamplerSettings(confidence_threshold=1e-30, max_new_tokens=length, **values)

    def row(self, settings: SamplerSettings, seed: int = 0) -> Row:
        """Makes a row with a prompt whose length depends on the seed."""
        prompt = self.model.encode(PROMPT) if self.model.tokenizer else [*range(2, 34)]
        generator = torch.Generator(self.model.device).manual_seed(seed)
        spec = RunSpec(prompt=Prompt(text=PROMPT), settings=settings, seed=seed)
        return Row(spec=spec, prompt_ids=prompt + prompt[:seed], generator=generator)

    @property
    def least_bytes(self) -> int:
        """The fewest bytes that a step of one row must move."""
        return sum(step_bytes(self.model.module, 1, len(self.row(self.settings()).prompt_ids)).values())

    def now(self) -> float:
        """The time in seconds, after waiting for everything launched."""
        if self.model.device.type == "cuda":
            torch.cuda.synchronize(self.model.device)
        return time.perf_counter()

    def seconds(self, rows: Sequence[Row]) -> float:
        """How long running rows together to their ends takes."""
        started = self.now()
        batch = Batch(self.model, self.shapes)
        for row in rows:
            batch.join(row)
        frames = []
        while len(batch):
            frames.append(batch.step())
        return self.now() - started


class Endless(Model):
    """Never ends a text early, so that runs take all the steps asked for."""

    eos_ids: ClassVar[list[int]] = []

    @classmethod
    def of(cls, model: Model) -> Endless:
        """The same model otherwise."""
        return cls(**{part.name: getattr(model, part.name) for part in fields(model)})


class Clocked(Batch):
    """Waits for the device around each part of a step, and keeps the times in seconds."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench.model, bench.shapes)
        self._bench = bench
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        for canvases in self._seats[:-1]:  # token after token, nothing has parts
            self._clocked(canvases)

    def _clocked(self, canvases: Any) -> None:
        forward, begin = canvases._passes.forward, canvases.begin_block

        def clocked(*inputs: object) -> torch.Tensor:
            with self._clock("denoiser"):
                return forward(*inputs)

        def begin_clocked(row: Row) -> None:
            with self._clock("encoder"):
                begin(row)

        canvases._passes.forward, canvases.begin_block = clocked, begin_clocked

    @contextmanager
    def _clock(self, part: str) -> Iterator[None]:
        started = self._bench.now()
        yield
        self.times[part].append(self._bench.now() - started)

    def _pass(self) -> torch.Tensor:
        with self._clock("pass"):
            records = super()._pass()
        with self._clock("copy"):
            records.cpu()
        return records


def split(bench: Bench) -> dict[str, float]:
    """Takes medians of each part, without the first time, which warms up: per block for the encoder, else per step."""
    batch = Clocked(bench)
    batch.join(bench.row(bench.settings(blocks=3)))
    while len(batch):
        batch.step()
    of = {part: stats.median(times[1:]) * 1000 for part, times in batch.times.items()}
    sampling = [whole - denoiser for whole, denoiser in zip(batch.times["pass"], batch.times["denoiser"], strict=True)]
    figures = {
        "encoder_ms": of["encoder"],
        "denoiser_ms": of["denoiser"],
        "statistics_ms": stats.median(sampling[1:]) * 1000,
        "copy_ms": of["copy"],
        "step_gigabytes": bench.least_bytes / 1e9,
    }
    if bench.model.device.type == "cuda":
        floor_ms = figures["step_gigabytes"] * 1e9 / copy_bandwidth(bench.model.device) * 1000
        figures["step_over_floor"] = (of["pass"] + of["copy"]) / floor_ms
        cards = range(torch.cuda.device_count())
        figures["peak_gigabytes"] = sum(torch.cuda.max_memory_allocated(card) for card in cards) / 1e9
    return figures


def beside_generate(bench: Bench) -> dict[str, float]:
    """Compares runs of one block, in turn, with transformers' own generate(), which records nothing."""
    settings = bench.settings()

    def theirs() -> float:
        prompt = torch.tensor([bench.row(settings).prompt_ids], device=bench.model.device)
        started = bench.now()
        bench.model.denoiser.generate(prompt, settings)
        return bench.now() - started

    def ours() -> float:
        return bench.seconds([bench.row(settings)])

    ours(), theirs()  # warm-up
    pairs = [(ours(), theirs()) for _ in range(ROUNDS)]
    return {
        "instrumented_over_generate": stats.median(a / b for a, b in pairs),
        f"{bench.label}ms_per_step": stats.median(a for a, _ in pairs) * 1000 / STEPS,
    }


def alone(bench: Bench) -> dict[str, float]:
    """Times runs of one block with a sampler that generate() does not have."""
    row = partial(bench.row, bench.settings())
    seconds = [bench.seconds([row()]) for _ in range(ROUNDS + 1)][1:]
    return {f"{bench.label}ms_per_step": stats.median(seconds) * 1000 / STEPS}


def over_rows(bench: Bench) -> dict[str, float]:
    """Measures how many canvas tokens all rows together get in a second, one block each, in turn."""
    settings, counts = bench.settings(), [count for count in ROWS if count <= bench.way.rows]
    rounds = [
        {count: bench.seconds([bench.row(settings, seed) for seed in range(count)]) for count in counts}
        for _ in range(ROUNDS + 1)
    ][1:]
    tokens = bench.model.canvas_length
    figures = {f"rows{count}_tokens_per_s": count * tokens / stats.median(r[count] for r in rounds) for count in counts}
    if 4 in counts:
        figures["rows4_speedup"] = stats.median(4 * r[1] / r[4] for r in rounds)
    return figures


def over_blocks(bench: Bench) -> dict[str, float]:
    """Divides the last block's time by the first one's, in runs of 8 blocks, with each block's encoder pass."""
    settings = bench.settings(blocks=BLOCKS, max_denoising_steps=STEPS // 2)
    ratios = []
    for _ in range(ROUNDS):
        batch = Batch(bench.model, bench.shapes)
        batch.join(bench.row(settings))
        ends = [bench.now()]
        while len(batch):
            (frame,) = batch.step().values()
            if frame.stop_reason:
                ends.append(bench.now())
        ratios.append((ends[-1] - ends[-2]) / (ends[1] - ends[0]))
    return {"block_growth": stats.median(ratios)}


def parts(load: Callable[[], Model], label: str = "", way: Way | None = None) -> Parts:
    """What to measure on a model. The first measurement loads it. generate() has only the default way."""
    way = way or Way()
    counts = [count for count in ROWS if count <= way.rows]
    bench = cache(lambda: Bench.of(load(), label, way))
    step = {f"{label}ms_per_step": "ms per denoising step, frames included; the encoder's pass is spread over them"}
    over = {"instrumented_over_generate": "time per step of our loop, recording all, over generate(); median of pairs"}
    figures: dict[Callable, dict[str, str]] = {
        **({beside_generate: over | step} if way.sampler == Way.sampler else {alone: step}),
        split: {
            "encoder_ms": "ms of an encoder pass, one a block",
            "denoiser_ms": "ms of a denoiser pass",
            "statistics_ms": "ms from logits to the step's record and what conditions the next pass, draws included",
            "copy_ms": "ms of the record's copy to the host",
            "step_gigabytes": "GB that a step must move at the least, counted from weights, cache and logits",
            "step_over_floor": "ms per step over those bytes at the measured copy bandwidth (GPU)",
            "peak_gigabytes": "the most memory that was allocated (GPU)",
        },
        over_rows: {
            **{
                f"rows{count}_tokens_per_s": f"canvas tokens a second, {count} in a pass, {STEPS} steps"
                for count in counts
            },
            **({"rows4_speedup": "4 rows' tokens a second over one row's"} if 4 in counts else {}),
        },
        over_blocks: {"block_growth": "time of the 8th block over the first one's"},
    }
    return {(lambda measure=measure: measure(bench())): meanings for measure, meanings in figures.items()}


def against(first: Model, second: Model, way: Way) -> Parts:
    """What to measure on two models, in turns: one block with each."""

    def step_over_other() -> dict[str, float]:
        benches = Bench.of(first, "", way), Bench.of(second, "", way)

        def seconds() -> list[float]:
            return [bench.seconds([bench.row(bench.settings())]) for bench in benches]

        seconds()  # warm-up
        pairs = [seconds() for _ in range(ROUNDS)]
        return {"step_over_other": stats.median(ours / theirs for ours, theirs in pairs)}

    return {step_over_other: {"step_over_other": "time per step, encoder included, over the other's; median of pairs"}}
