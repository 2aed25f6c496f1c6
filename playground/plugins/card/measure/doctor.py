"""Examines a host for a checkpoint, step by step, and stops at the first thing that makes the rest pointless."""

from __future__ import annotations

import logging
import os
import platform
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import torch
from transformers import __version__ as transformers_version

from playground.engine.denoise import denoise
from playground.engine.families import Denoiser, described
from playground.engine.full_size import full_config
from playground.engine.loading.checkpoint import read_config, weight_files
from playground.engine.loading.device import place_of
from playground.engine.loading.expected import bfloat16_gain, default_dtype, expect
from playground.engine.loading.faults import out_of_memory
from playground.engine.loading.hub import HubModel
from playground.engine.loading.memory import free_bytes, loaded_bytes
from playground.engine.loading.packing import asked_for, chosen
from playground.engine.loading.progress import Progress, Tell, gigabytes, untold
from playground.engine.loading.source import resolve
from playground.engine.loading.stored import quantised
from playground.engine.models import Model, load_model
from playground.engine.speed import copy_bandwidth
from playground.errors import PlaygroundError
from playground.plugins.card.measure.model import PROMPT, STEPS, Bench, Endless
from playground.plugins.card.measure.rehearsal import begun, full_size
from playground.plugins.card.measure.roofline import GPUS, PREFIX
from playground.plugins.gpu.compiled import Shapes
from playground.plugins.gpu.experts import FETCHED, INSTALLED, STOCK, layer_times, loops
from playground.plugins.gpu.trial import try_out
from playground.plugins.gpu.warm_up import warm_up
from playground.rules.cost import denoiser_pass, roofline
from playground.service.limits import Limits
from playground.service.sharing import rows_with_room

log = logging.getLogger(__name__)

Verdict = Literal["fine", "note", "stop"]
SEEDS = (0, 1, 2)
ROWS = (1, 2, 4)
WAIT = 2.0
"""Runs may share passes as long as none takes this many times as long as alone."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One line of the report."""

    check: str
    verdict: Verdict
    said: str
    figures: dict[str, Any] = field(default_factory=dict)
    """Numbers by name; the name ends with the unit."""


def examine(loading: Mapping[str, Any], tell: Tell = untold) -> Iterator[Finding]:
    """Yields what is found, in order; after a finding with the verdict `stop` nothing follows.

    Args:
        loading: what is examined, by name as `load_model` takes it.
        tell: called with the progress of what takes minutes: downloading, loading and compiling.
    """
    try:
        for finding in _findings(loading, tell):
            yield finding
            if finding.verdict == "stop":
                return
    except PlaygroundError as error:
        yield Finding(check="stopped", verdict="stop", said=str(error))
    except torch.OutOfMemoryError:
        text = out_of_memory()
        yield Finding(check="stopped", verdict="stop", said=text[:1].upper() + text[1:])
    except Exception as error:  # whatever this host refuses is a finding too
        log.debug("the examination failed", exc_info=True)
        text = f"What comes next fails on this host ({type(error).__name__}: {error})."
        yield Finding(check="stopped", verdict="stop", said=text)


def _findings(loading: Mapping[str, Any], tell: Tell) -> Iterator[Finding]:
    yield software()
    yield _checkpoint(**loading)
    yield _expected(loading)
    started = time.perf_counter()
    model = load_model(**loading, tell=tell)
    yield _loaded(model, time.perf_counter() - started)
    if type(model.denoiser).generate is Denoiser.generate:
        text = (
            "transformers has no loop of this family to compare with, and what a step costs is not measured for it yet."
        )
        yield Finding(check="generate()", verdict="note", said=text)
        return
    yield _as_generate(model)
    if model.device.type == "cuda":
        yield _experts(model, INSTALLED if loading.get("offline") else (*INSTALLED, *FETCHED))
    counts = [count for count in ROWS if count <= rows_with_room(model)]
    shapes = Shapes.fitting(model, max(counts))
    yield (compiled := _compiled(model, shapes, tell))
    if compiled.verdict == "note":
        shapes = None
    bench = Bench(Endless.of(model), shapes)
    yield (speed := _speed(bench))
    yield (rows := _rows(bench, counts))
    yield _limits(speed, rows)


def rehearse() -> Iterator[Finding]:
    """The loop at the size of the 26B checkpoint, on a device that holds no memory; and what it costs, computed."""
    model = full_size()
    weights = sum(weight.numel() for weight in {id(w): w for w in model.module.parameters()}.values()) * 2
    text, figures = f"26B-A4B in bfloat16: {gigabytes(weights)} of weights", {"weights_bytes": weights}
    for packing in asked_for():
        packed = loaded_bytes(weights, {**model.module.config.to_dict(), "dtype": "bfloat16"}, "auto", packing)
        text += f"; {gigabytes(packed)} with {packing.flag}"
        figures["packed_bytes"] = packed
    text += ". Counted from its configuration, without its vision tower (COMPUTED)."
    yield Finding(check="weights", verdict="fine", said=text, figures=figures)
    started = time.perf_counter()
    try:
        with torch.inference_mode():
            batch = begun(model)
            batch._arrange()
            record = batch._pass()
    except Exception as error:  # whatever the device refuses is the finding
        yield Finding(
            check="loop", verdict="stop", said=f"The loop fails at full size: {type(error).__name__}: {error}"
        )
        return
    seconds = time.perf_counter() - started
    text = f"The loop runs at full size without waiting for the device; a step's record is {record[0].nbytes:,} bytes."
    yield Finding(
        check="loop", verdict="fine", said=text, figures={"record_bytes": record[0].nbytes, "took_s": seconds}
    )
    for gpu in GPUS:
        cost = denoiser_pass(full_config(), positions=256, prefix=PREFIX, width=2)
        bound = roofline(cost, gpu)
        text = f"A pass over 256 positions takes at best {1000 * bound.seconds:.1f} ms (COMPUTED; {bound.limit})."
        yield Finding(check=gpu.name, verdict="fine", said=text, figures={"least_pass_ms": 1000 * bound.seconds})


def software() -> Finding:
    """Names what runs here: Python, torch, transformers, and the GPUs with their free memory."""
    figures: dict[str, Any] = {"threads": torch.get_num_threads()}
    names = [torch.cuda.get_device_name(card) for card in range(torch.cuda.device_count())]
    text = f"Python {platform.python_version()}, torch {torch.__version__}, transformers {transformers_version}; "
    if not names:
        text += f"no GPU that torch can use, {os.cpu_count()} processors; torch uses {torch.get_num_threads()}."
        return Finding(check="machine", verdict="note", said=text, figures=figures)
    free, total = torch.cuda.mem_get_info(0)
    text += f"{len(names)} × {names[0]}, {gigabytes(free)} of {gigabytes(total)} free."
    return Finding(check="machine", verdict="fine", said=text, figures=figures | {"gpu_free_bytes": free})


def _checkpoint(
    name: str | None, *, revision: str | None = None, family: str | None = None, device: str | None = None,
    dtype: str | None = None, offline: bool = False, **packing: str | None,
) -> Finding:  # fmt: skip
    """Can the checkpoint be had, and is there room? Nothing large is fetched to find out."""
    source = resolve(name)
    if isinstance(source, str):
        hub = HubModel(source, revision, offline)
        config, size = read_config(hub.description(), source, family), hub.weight_bytes()
        if size is None:
            text = f"{source} is in the cache; its size is known when it is loaded."
            return Finding(check="checkpoint", verdict="fine", said=text)
    else:
        config = read_config(source, str(source), family)
        size = sum(file.stat().st_size for file in weight_files(source, str(source)))
    on_gpu = torch.cuda.is_available() and device != "cpu"
    place = None if device == "auto" else torch.device(device or ("cuda" if on_gpu else "cpu"))
    needed = loaded_bytes(size, config, dtype or default_dtype(config, size, place), chosen(packing))
    free, where = free_bytes(place)
    inner = config.get("text_config") or {}
    scratch = 3 * 4 * config.get("canvas_length", 256) * inner.get("vocab_size", config.get("vocab_size", 0))
    text = f"{gigabytes(size)} of files, {gigabytes(needed)} in memory"
    text += f", and about {gigabytes(scratch)} for a run; {where} has {gigabytes(free)} free"
    figures = {"files_bytes": size, "needed_bytes": needed, "free_bytes": free}
    verdict: Verdict = "fine" if needed + scratch < free else "note"
    text += "." if verdict == "fine" else ": a run will hardly fit." if needed < free else ": too little."
    if verdict == "note" and not chosen(packing) and not quantised(config):
        for way in asked_for():
            packed = loaded_bytes(size, config, "auto", way)
            text += f" With {way.flag} the weights take {gigabytes(packed)} (COMPUTED)."
            figures["packed_bytes"] = packed
    return Finding(check="checkpoint", verdict=verdict, said=text, figures=figures)


def _expected(loading: Mapping[str, Any]) -> Finding:
    """What the checkpoint will take, before its weights are fetched; on a CPU, which precision is faster."""
    expected = expect(**loading)
    figures: dict[str, Any] = {"memory_bytes": expected.memory, "step_s": expected.seconds}
    text, place = str(expected), place_of(loading.get("device"))
    if place is not None and place.type == "cpu":
        figures["bfloat16_gain"] = gain = bfloat16_gain()
        text += f" This CPU multiplies {gain:.2g} times as fast in bfloat16 as in float32."
    return Finding(check="expected", verdict="fine", said=text, figures=figures)


def _loaded(model: Model, seconds: float) -> Finding:
    text = f"{model.name} ({model.revision[:12]}) loaded in {seconds:.1f} s: {model.precision} on {model.placement}, "
    text += f"{gigabytes(model.memory)}. {described(model.denoiser)}"
    return Finding(check="load", verdict="fine", said=text, figures={"load_s": seconds, "memory_bytes": model.memory})


def _as_generate(model: Model) -> Finding:
    """Does the loop give what transformers' generate() gives, token for token? Both run eagerly."""
    settings = model.settings.replace(max_new_tokens=model.canvas_length)
    ids = model.encode(PROMPT)
    same = 0
    for seed in SEEDS:
        *_, last = denoise(model, PROMPT, settings, seed=seed)
        ours = last.argmax_ids.tolist()
        torch.manual_seed(seed)
        output = model.denoiser.generate(torch.tensor([ids], device=model.device), settings)
        theirs = output[0, len(ids) :].tolist()
        ends = [at for at, token in enumerate(theirs) if token in model.eos_ids]
        most = ends[0] + 1 if ends else len(theirs)
        same += theirs[:most] == ours[:most]
    text = f"The loop gives token for token what generate() gives for {same} of {len(SEEDS)} seeds."
    exact = model.device.type == "cpu" and model.dtype == torch.float32
    if same < len(SEEDS) and not exact:
        text += " Outside float32 on a CPU the last bits may differ, and a draw with them."
    verdict: Verdict = "fine" if same == len(SEEDS) else "stop" if exact else "note"
    return Finding(check="generate()", verdict=verdict, said=text, figures={"seeds": len(SEEDS), "same": same})


def _experts(model: Model, names: Sequence[str]) -> Finding:
    """Which kernel computes a layer's experts fastest?"""
    layer: Any = model.module.get_decoder().layers[0]
    taken = dict(layer_times(layer.experts, model.canvas_length, names))
    seconds = {name: value for name, value in taken.items() if isinstance(value, float)}
    each = [f"{1000 * value:.3g} ms with {name}" for name, value in seconds.items()]
    each += [f"{name} cannot be used ({why})" for name, why in taken.items() if isinstance(why, str)]
    text, verdict = f"A layer's experts for a canvas: {', '.join(each)}.", "fine"
    if model.device.type == "cuda" and loops(torch.cuda.get_device_capability(model.device), model.dtype):
        text += " On this GPU torch runs grouped_mm expert after expert and waits for each: passes are slow."
        verdict = "note"
    if (fastest := min(seconds, key=lambda name: seconds[name])) != STOCK:
        text += f" `serve --experts {fastest}` uses the fastest."
    figures = {f"{name}_ms": 1000 * value for name, value in seconds.items()}
    return Finding(check="experts", verdict=verdict, said=text, figures=figures)


def _compiled(model: Model, shapes: Shapes | None, tell: Tell) -> Finding:
    if shapes is None:
        return Finding(check="compile", verdict="fine", said="Passes are compiled on a single GPU alone, so not here.")
    started, figures = time.perf_counter(), dict[str, float]()
    try:
        tell(Progress("Compiling the denoiser, which takes about a minute."))
        warm_up(model, shapes, shapes.forms[0])
        figures = {"compile_s": time.perf_counter() - started}
        trial = try_out(model, shapes)
        fault, figures["noise_nats"] = trial.fault, trial.noise
        figures["compare_s"] = time.perf_counter() - started - figures["compile_s"]
    except torch.OutOfMemoryError:
        raise
    except Exception as error:
        fault = f"The passes cannot be compiled ({type(error).__name__}: {error})."
    if fault:
        return Finding(check="compile", verdict="note", said=f"{fault} They run eagerly.", figures=figures)
    number = len(shapes.forms)
    form = "The only form" if number == 1 else f"The first of {number} forms"
    text = (
        f"{form} of the passes compiled in {figures['compile_s']:.0f} s and does what "
        f"eager ones do, compared in {figures['compare_s']:.0f} s."
    )
    if trial.doubt:
        text += f" The comparison says little: {trial.doubt}."
    return Finding(check="compile", verdict="fine", said=text, figures=figures)


def _speed(bench: Bench) -> Finding:
    """Milliseconds a step, beside what the memory allows."""
    bench.seconds([bench.row(bench.settings(max_denoising_steps=2))])  # warms up
    step = 1000 * min(bench.seconds([bench.row(bench.settings())]) for _ in range(2)) / STEPS
    moved, bandwidth = bench.least_bytes, copy_bandwidth(bench.model.device)
    least = 1000 * moved / bandwidth
    text = (
        f"{step:.3g} ms a step. To read its {moved / 1e9:.2f} GB at the {bandwidth / 1e9:.0f} GB/s measured here takes "
    )
    text += f"{least:.2g} ms; a step takes {step / least:.2g} times that."
    figures = {"step_ms": step, "least_step_ms": least, "bandwidth_bytes_per_s": bandwidth}
    return Finding(check="speed", verdict="fine" if step < 4 * least else "note", said=text, figures=figures)


def _rows(bench: Bench, counts: list[int]) -> Finding:
    """Canvas tokens a second, for runs that share passes."""
    taken = {}
    for count in counts:
        taken[count] = bench.seconds([bench.row(bench.settings(), seed) for seed in range(count)])
    length = bench.model.canvas_length
    rates = {count: count * length / seconds for count, seconds in taken.items()}
    each = ", ".join(f"{rate:,.0f} with {count}" for count, rate in rates.items())
    text = f"Canvas tokens a second at {STEPS} steps, by runs that share passes: {each}."
    best = max(count for count in counts if taken[count] <= WAIT * taken[1])
    figures: dict[str, Any] = {f"rows{count}_tokens_per_s": rate for count, rate in rates.items()}
    positions = best * length * STEPS / taken[best]
    return Finding(
        check="rows", verdict="fine", said=text, figures=figures | {"runs": best, "positions_per_s": positions}
    )


def _limits(speed: Finding, rows: Finding) -> Finding:
    """What the limits for strangers should be, from what was measured."""
    public, runs = Limits.public(), rows.figures["runs"]
    alone = int(rows.figures["positions_per_s"] / runs * public.run_seconds / 2)
    positions = 10 ** (len(str(alone)) - 1) * int(str(alone)[0])
    options = f"--limit runs={runs} --limit run_positions={positions}"
    text = f"For strangers: --public {options}; such a run takes at most half of its {public.run_seconds:,} seconds."
    return Finding(check="limits", verdict="fine", said=text, figures={"runs": runs, "run_positions": positions})


def healthy(findings: list[Finding]) -> bool:
    """Was everything examined?"""
    return all(finding.verdict != "stop" for finding in findings)
