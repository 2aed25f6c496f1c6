"""The roofline of this machine, measured, with a checkpoint's passes on it; that of GPUs for the 26B one, computed."""

from __future__ import annotations

import statistics as stats
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import torch

from playground.engine.families import Conditioning
from playground.engine.full_size import full_config
from playground.engine.models import Model, load_model
from playground.engine.passes import Eager
from playground.engine.row import Row
from playground.engine.speed import times
from playground.plugins.card.measure import PROMPT, Parts
from playground.plugins.card.rates import measure_machine
from playground.rules.cost import Cost, Machine, autoregressive_pass, denoiser_pass, roofline

POSITIONS = (1, 64, 128, 256)
TURNS = 3
"""How often the passes of the embedded checkpoint are measured in turn."""
PREFIX = 1000
"""How many tokens the computed passes of the 26B checkpoint have before them."""

Passes = list[dict[str, Any]]
"""Of a report: each with its figures by name."""
GPUS = (
    # Published for the SXM modules, at nvidia.com/en-us/data-center/h100 (HBM3, 3.35 TB/s) and h200 (HBM3e, 4.8 TB/s).
    # Both name 1,979 teraFLOPS in bfloat16 with sparsity; dense products reach half of that.
    Machine(name="H100 SXM", bytes_per_s=3.35e12, flops_per_s=989.5e12),
    Machine(name="H200 SXM", bytes_per_s=4.8e12, flops_per_s=989.5e12),
)
COLUMNS = {
    "kind": "written by", "rows": "rows", "positions": "positions", "flops": "GFLOP", "bytes": "MB",
    "least_seconds": "at best ms", "seconds": "measured ms", "limit": "limit", "run": "run",
}  # fmt: skip
"""What a table has of passes, and its heads."""
SCALES = {"flops": 1e-9, "bytes": 1e-6, "least_seconds": 1e3, "seconds": 1e3}


def report(model: Model) -> dict[str, Any]:
    """All figures, ready for JSON, as `reported`: passes of one row."""
    machine = measure_machine(model.device, model.dtype)
    prefix = len(model.encode(PROMPT))
    config, width = model.module.config, model.dtype.itemsize
    measured = []
    for positions, seconds in _pass_seconds(model).items():
        cost = denoiser_pass(config, positions=positions, prefix=prefix, width=width)
        measured.append({**bounded(cost, machine), "positions": positions, "seconds": seconds})
    return reported(model, machine, measured, _computed)


def reported(model: Model, machine: Machine, passes: Passes, computed: Callable[[Machine], Passes]) -> dict[str, Any]:
    """All figures of a report, ready for JSON: bytes, operations, seconds.

    Args:
        passes: those that were measured.
        computed: those of the 26B checkpoint on a GPU, which are not.
    """
    return {
        "made": datetime.now(UTC).date().isoformat(),
        "machine": asdict(machine),
        "model": model.name,
        "passes": passes,
        "computed": {gpu.name: {"machine": asdict(gpu), "passes": computed(gpu)} for gpu in GPUS},
    }


def small_passes() -> dict[str, float]:
    """Measures the denoiser's passes that the page names in `assets/page/plugins/card/measured.ts`."""
    seconds = _pass_seconds(load_model())
    return {f"pass{positions}_ms": 1000 * seconds[positions] for positions in POSITIONS[1:]}


PARTS: Parts = {
    small_passes: {
        f"pass{positions}_ms": f"a denoiser pass of the embedded checkpoint over {positions} positions of one row"
        for positions in POSITIONS[1:]
    }
}


def _computed(gpu: Machine) -> Passes:
    """Passes of the 26B checkpoint in bfloat16; the first one writes autoregressively."""
    config = full_config()
    first = {"kind": "autoregressive", "positions": 1, **bounded(autoregressive_pass(config, prefix=PREFIX), gpu)}
    return [first] + [
        {"kind": "denoiser", "positions": n, **bounded(denoiser_pass(config, positions=n, prefix=PREFIX), gpu)}
        for n in POSITIONS
    ]


def bounded(cost: Cost, machine: Machine) -> dict[str, Any]:
    """A pass as JSON: operations, bytes, and the shortest time that it can take on the machine, with what limits it."""
    bound = roofline(cost, machine)
    return {
        "flops": cost.total_flops,
        "bytes": cost.total_bytes,
        "least_seconds": bound.seconds,
        "limit": bound.limit,
    }


@torch.inference_mode()
def _pass_seconds(model: Model) -> dict[int, float]:
    """Positions -> the time of a denoiser pass over so many of one row, run eagerly, with what the next one gets.

    The passes take turns, because other work on the machine comes and goes; each figure is the least of the turns'
    medians, since other work only adds to it.
    """
    model.denoiser.prepare()
    row = Row.of(model, PROMPT, model.settings.replace(max_new_tokens=1))
    device, cache = model.device, model.denoiser.cache()
    unread = torch.tensor([row.prompt_ids], device=device)
    row.seated(0, cache, unread).read(model)
    prefixes = Eager().prefixes([cache], model)

    def timed(positions: int) -> float:
        canvas = torch.zeros(1, positions, dtype=torch.int64, device=device)
        signal = torch.zeros(1, positions, model.denoiser.hidden_size, dtype=model.dtype, device=device)
        places = cache.get_seq_length() + torch.arange(positions, device=device)[None]

        def run() -> torch.Tensor:
            logits = Eager.forward(model, canvas, Conditioning(signal=signal), prefixes, places)
            return model.denoiser.soft_embeddings(logits.softmax(-1))

        return stats.median(times(run, device))

    turns = [[timed(positions) for positions in POSITIONS] for _ in range(TURNS)]
    return {positions: min(times) for positions, times in zip(POSITIONS, zip(*turns, strict=True), strict=True)}


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """A report as lines of text."""
    machine = figures["machine"]
    yield f"{machine['name']}: {_rates(machine)} (measured)"
    yield f"{figures['model']} on it, MEASURED; weights that stay in a cache may be faster than memory allows:"
    yield _table(figures["passes"])
    for name, gpu in figures["computed"].items():
        yield f"\nCOMPUTED, not measured: the 26B checkpoint in bfloat16 on an {name}, after {PREFIX:,} tokens,"
        yield f"with the published {_rates(gpu['machine'])}:"
        yield _table(gpu["passes"])


def _rates(machine: dict[str, Any]) -> str:
    return f"{machine['bytes_per_s'] / 1e9:,.1f} GB/s and {machine['flops_per_s'] / 1e9:,.0f} GFLOP/s"


def _table(passes: Passes) -> str:
    import pandas as pd

    table = pd.DataFrame(passes)
    table = table.assign(**{name: table[name] * scale for name, scale in SCALES.items() if name in table})
    shown = table[[name for name in COLUMNS if name in table]].rename(columns=COLUMNS)
    return shown.to_string(index=False, float_format="{:,.3f}".format)
