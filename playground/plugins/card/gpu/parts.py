"""The parts of an examination, the most important first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import torch

from playground.engine.batch import Batch
from playground.engine.denoise import denoise
from playground.engine.models import load_model
from playground.plugins.card.gpu.host import Host
from playground.plugins.card.measure import doctor
from playground.plugins.card.measure.doctor import Finding
from playground.plugins.card.measure.model import beside_generate, split
from playground.plugins.card.rates import measure_machine
from playground.plugins.gpu.compiled import Shapes
from playground.plugins.gpu.trial import try_out
from playground.plugins.gpu.warm_up import warm_up
from playground.plugins.gpu.ways import Ways
from playground.rules.samplers import SAMPLERS
from playground.service.sharing import rows_with_room

GIGABYTE = 10**9


@dataclass(frozen=True, kw_only=True)
class Part:
    """One thing that is examined."""

    examine: Callable[[Host], Iterator[Finding]]
    process: str
    """Parts with the same one run in one process, one after the other, while none of them is cut off."""
    seconds: float
    """How long it may take."""

    @property
    def name(self) -> str:
        return self.examine.__name__


def machine(host: Host) -> Iterator[Finding]:
    """The software, the card, and how fast it copies and multiplies."""
    yield doctor.software()
    rates = measure_machine(host.examined.device, torch.bfloat16)
    copied, multiplied = rates.bytes_per_s / GIGABYTE, rates.flops_per_s / 10**12
    text = f"{rates.name} copies {copied:,.0f} GB/s and multiplies {multiplied:,.1f} TFLOP/s in bfloat16."
    yield Finding(check="rates", verdict="fine", said=text, figures={"gb_per_s": copied, "tflop_per_s": multiplied})


def embedded(host: Host) -> Iterator[Finding]:
    """The checkpoint that ships, token for token beside transformers' `generate()`."""
    for dtype in ("float32", "bfloat16"):
        loading = {"name": None, "device": str(host.examined.device), "dtype": dtype, "offline": True}
        for finding in doctor.examine(loading):
            if finding.verdict == "stop" or finding.check == "generate()":
                yield replace(finding, check=f"generate(), {dtype}")
                break


def samplers(host: Host) -> Iterator[Finding]:
    """Every sampler in every way that it goes with, a few steps each."""
    model, wrong = load_model(device=str(host.examined.device), dtype="float32"), []
    pairs = [(way, name) for way in ("uniform", "masked") for name, rule in SAMPLERS.items() if way in rule.ways]
    for way, name in [*pairs, ("autoregressive", "entropy-bound")]:
        steps = denoise(model, "Write a story about a cat.", {"way": way}, sampler=name, max_denoising_steps=4)
        frames = [frame for frame, _ in zip(steps, range(4), strict=False)]
        entropies = np.concatenate([frame.entropy for frame in frames])
        if not (np.isfinite(entropies).all() and all((frame.sampled_ids < model.vocab_size).all() for frame in frames)):
            wrong.append(f"{name} ({way})")
    text = f"{len(pairs) + 1} pairs of ways and samplers ran; " + (
        f"not right: {', '.join(wrong)}." if wrong else "all right."
    )
    yield Finding(check="samplers", verdict="stop" if wrong else "fine", said=text, figures={"wrong": len(wrong)})


def eager(host: Host) -> Iterator[Finding]:
    yield _step(host, "eager", host.step_ms(None), room=rows_with_room(host.model))


def compiled(host: Host) -> Iterator[Finding]:
    """The smallest form: how long it takes to compile, whether it does what eager passes do, and its step by part."""
    started = time.perf_counter()
    shapes = host.compiled
    seconds = time.perf_counter() - started
    yield _tried(host, shapes, "compiled", compile_s=seconds)
    yield _step(host, "compiled", host.step_ms(shapes))
    for draw in ("fast", "greedy"):
        yield _step(host, f"compiled, {draw} draw", host.step_ms(shapes, draw=draw))
    figures = split(host.bench(shapes))
    text = ", ".join(f"{name} {value:.3g}" for name, value in figures.items())
    yield Finding(check="split", verdict="fine", said=f"With waits around each part: {text}.", figures=figures)


def graphs(host: Host) -> Iterator[Finding]:
    yield _tried(host, host.recorded, "graphs")
    record = host.recorded.record
    count = getattr(record, "count", 0)
    if not count:
        yield Finding(check="recorded", verdict="stop", said="No pass could be recorded as a CUDA graph.")
        return
    yield _step(host, "graphs", host.step_ms(host.recorded), recorded=count)


def ahead(host: Host) -> Iterator[Finding]:
    """Passes that are launched before the step before them is read."""
    yield _step(host, "compiled ahead", host.step_ms(host.compiled, ahead=True))
    if getattr(host.recorded.record, "count", 0):
        yield _step(host, "graphs ahead", host.step_ms(host.recorded, ahead=True))


def memory(host: Host) -> Iterator[Finding]:
    """A row that the memory has no room for must end alone. Needs a GPU, whose memory torch can limit."""
    model, bench = host.model, host.bench(None)
    settings = bench.settings(max_denoising_steps=6)
    with torch.cuda.device(model.device):
        torch.cuda.empty_cache()
        total = torch.cuda.get_device_properties(model.device).total_memory
        room = torch.cuda.memory_allocated() + 6 * 4 * model.canvas_length * model.vocab_size + 2 * GIGABYTE
        torch.cuda.set_per_process_memory_fraction(min(1.0, room / total))
        try:
            batch, steps = Batch(model), 0
            neighbour = batch.join(bench.row(settings))
            batch.step()
            long = batch.join(replace(bench.row(settings, 1), prompt_ids=[2] * 200_000))
            failed = {}
            while len(batch):
                steps += neighbour in batch.step()
                failed |= batch.failed
        finally:
            torch.cuda.set_per_process_memory_fraction(1.0)
    alone = set(failed) == {long}
    ended = "it ended alone" if alone else f"rows {sorted(failed)} ended"
    text = f"A prompt of 200,000 tokens in too little memory: {ended}."
    yield Finding(check="memory", verdict="fine" if alone else "stop", said=text, figures={"other_steps": steps})


def rows(host: Host) -> Iterator[Finding]:
    """Rows that share a pass, in compiled passes of fixed seats."""
    count = min(host.examined.rows, rows_with_room(host.model))
    shapes = host.shapes(count, 512, fixed=True)
    started = time.perf_counter()
    warm_up(host.model, shapes, shapes.forms[0])
    seconds = time.perf_counter() - started
    for number in sorted({1, max(1, count // 2), count}):
        ms = host.step_ms(shapes, rows=number)
        rate = 1000 * number * host.model.canvas_length / ms
        text = f"{number} of {count} seats taken: {ms:.1f} ms a step, {rate:,.0f} canvas tokens a second in each step."
        figures = {"ms": ms, "rows": number, "compile_s": seconds}
        yield Finding(check="rows", verdict="fine", said=text, figures=figures)


def context(host: Host) -> Iterator[Finding]:
    """A long prompt."""
    tokens = host.examined.context
    yield _step(host, f"eager, {tokens:,} tokens", host.step_ms(None, prompt=tokens))
    shapes = host.shapes(1, tokens, fixed=True)
    warm_up(host.model, shapes, shapes.forms[0])
    yield _step(host, f"compiled, {tokens:,} tokens", host.step_ms(shapes, prompt=tokens))


def token_after_token(host: Host) -> Iterator[Finding]:
    """Passes over one token of a row, which are never compiled."""
    for count in (1, host.examined.rows):
        ms = host.step_ms(None, rows=count, way="autoregressive")
        text = f"Token after token, eagerly, {count} row{'s' if count > 1 else ''}: {ms:.1f} ms a token."
        yield Finding(check="token after token", verdict="note", said=text, figures={"ms": ms, "rows": count})


def generate(host: Host) -> Iterator[Finding]:
    """Beside transformers' own loop, which records nothing."""
    for name, shapes in {"eager": None, "compiled": host.compiled}.items():
        ratio = beside_generate(host.bench(shapes))["instrumented_over_generate"]
        text = f"With {name} passes our loop takes {ratio:.2f} of the time of generate()."
        yield Finding(check=f"beside generate(), {name}", verdict="fine", said=text, figures={"ratio": ratio})


def served(host: Host) -> Iterator[Finding]:
    """A whole server's holder of the embedded checkpoint, with every fast path, and three runs that share it."""
    from playground.service import Ended, EngineSlot, Service
    from playground.spec.prompt import Prompt
    from playground.spec.run import RunSpec
    from playground.spec.settings import SamplerSettings

    started = time.perf_counter()
    graphed = not host.examined.rehearse
    slot = EngineSlot(max_rows=2, device=str(host.examined.device), passes=Ways(cuda_graphs=graphed, ahead=True))
    slot.load()
    ready = time.perf_counter() - started
    settings = SamplerSettings(max_denoising_steps=12, max_new_tokens=64)
    specs = [RunSpec(prompt=Prompt(text="Write a story."), settings=settings, seed=seed) for seed in (1, 2, 3)]
    ended = sum(isinstance(event, Ended) for _, event in Service(slot).start(specs).events())
    text = f"{slot.status()['sentence']} {ended} of {len(specs)} runs ended."
    verdict: doctor.Verdict = "fine" if ended == len(specs) else "stop"
    yield Finding(check="served", verdict=verdict, said=text, figures={"ready_s": ready, "ended": ended})


PARTS = {
    part.name: part
    for part in (
        Part(examine=machine, process="embedded", seconds=40),
        Part(examine=embedded, process="embedded", seconds=60),
        Part(examine=eager, process="model", seconds=60),
        Part(examine=compiled, process="model", seconds=150),
        Part(examine=graphs, process="model", seconds=50),
        Part(examine=ahead, process="model", seconds=40),
        Part(examine=memory, process="model", seconds=40),
        Part(examine=rows, process="model", seconds=90),
        Part(examine=context, process="model", seconds=90),
        Part(examine=token_after_token, process="model", seconds=40),
        Part(examine=generate, process="model", seconds=60),
        Part(examine=served, process="served", seconds=90),
        Part(examine=samplers, process="samplers", seconds=40),
    )
}
"""Name -> part, the most important first."""
GPU_ONLY = {"memory"}
"""Those that a rehearsal leaves out."""


def _step(host: Host, name: str, ms: float, **figures: float) -> Finding:
    over = ms / host.floor_ms
    text = f"{name}: {ms:.1f} ms a step, {over:,.3g} times the {host.floor_ms:.2g} ms that its bytes take at the least."
    return Finding(check=name, verdict="fine", said=text, figures={"ms": ms, "over_floor": over, **figures})


def _tried(host: Host, shapes: Shapes, name: str, **figures: float) -> Finding:
    trial = try_out(host.model, shapes)
    text = trial.fault or f"{name} passes do what eager ones do."
    text += f" The comparison says little: {trial.doubt}." if trial.doubt else ""
    verdict: doctor.Verdict = "stop" if trial.fault else "fine"
    return Finding(
        check=f"{name} against eager", verdict=verdict, said=text, figures={"noise_nats": trial.noise, **figures}
    )
