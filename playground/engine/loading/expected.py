"""What a checkpoint will take here, computed from its config before any weights are fetched.

A step is a pass of the denoiser and the statistics of its logits. The pass takes what the roofline of this machine says
(`playground.rules.cost`), with its rates measured in the shape of the checkpoint's own products; the statistics are
measured on a few positions, at the size of its vocabulary.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import torch
from torch.nn.functional import linear

from playground.engine.families import FAMILIES, Denoiser
from playground.engine.loading.checkpoint import read_config, weight_files
from playground.engine.loading.device import place_of
from playground.engine.loading.faults import reading
from playground.engine.loading.hub import HubModel
from playground.engine.loading.memory import loaded_bytes
from playground.engine.loading.packing import chosen
from playground.engine.loading.progress import gigabytes, untold
from playground.engine.loading.source import EMBEDDED, public_name, resolve
from playground.engine.loading.stored import check_stored, quantised
from playground.engine.speed import copy_bandwidth, times
from playground.engine.statistics import statistics
from playground.rules.cost import Machine, roofline
from playground.spec.settings import SamplerSettings

PREFIX = 256
"""How many tokens the step is taken to have before its canvas: a short prompt, with its template."""
POSITIONS = 4
"""How many positions the statistics are measured on."""
LARGE = 200_000_000
"""Bytes from which on it matters what a model takes."""
GAIN = 1.1
"""bfloat16 is taken on a CPU if it is so many times as fast as float32, in which runs can be repeated bit for bit."""
ARRAYS = 3
"""Arrays of a canvas times the vocabulary, in float32, that a step holds: logits, draws, what conditions the next."""


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What a checkpoint takes."""

    name: str
    """As strangers may see it."""
    fetched: int
    """Bytes of its weight files."""
    memory: int
    """Bytes of its weights once they are loaded, and of what a step of one run holds beside them."""
    dtype: str
    seconds: float | None
    """A step of one run, run eagerly; None if the weights are quantised, which no formula here knows."""

    @property
    def large(self) -> bool:
        """Is it worth a word? What a small model takes is soon seen, and not what the roofline says."""
        return self.memory >= LARGE

    def __str__(self) -> str:
        text = f"{self.name} takes {gigabytes(self.memory)} of memory in {self.dtype}"
        text += f", and a step takes about {self.seconds:.2g} s here" if self.large and self.seconds else ""
        return f"{text}; its weight files are {gigabytes(self.fetched)}."


def expect(
    name: str | None, *, revision: str | None = None, family: str | None = None, device: str | None = None,
    dtype: str | None = None, offline: bool = False, **packing: str | None,
) -> Expected:  # fmt: skip
    """Computes what a checkpoint will take, in about three seconds.

    Args:
        name, revision, family, device, dtype, offline, packing: as `load_model` takes them. Only the description is
            fetched.

    Raises:
        ModelError: as `load_model`, before it fetches weights.
    """
    packed, source, place = chosen(packing), resolve(name), place_of(device)
    if isinstance(source, Path):
        hub, folder, title = None, source, f"The folder {source}"
    else:
        hub, title = HubModel(source, revision, offline), source
        folder = hub.description()
    config = read_config(folder, title, family)
    check_stored(folder, config, title, place)
    fetched = hub.weight_bytes() if hub else None
    if fetched is None:  # they are here already
        fetched = sum(file.stat().st_size for file in weight_files(hub.weights(untold) if hub else folder, title))
    dtype = dtype or default_dtype(config, fetched, place)
    kind = FAMILIES[config["model_type"]]
    with reading(title, "its config.json"):
        module = kind.without_weights(folder, config)
    denoiser = kind(module, None)
    computed = getattr(torch, dtype, None) or stored_dtype(config) or torch.float32
    where = place or torch.device("cuda" if torch.cuda.is_available() else "cpu")
    size = denoiser.canvas_length * denoiser.vocab_size
    return Expected(
        name="The embedded model" if source == EMBEDDED else public_name(str(name)),
        fetched=fetched,
        memory=loaded_bytes(fetched, config, dtype, packed) + ARRAYS * 4 * size,
        dtype=str(computed).removeprefix("torch."),
        seconds=None if packed or quantised(config) else _step_seconds(denoiser, module.config, computed, where),
    )


def _step_seconds(denoiser: Denoiser, config: Any, dtype: torch.dtype, device: torch.device) -> float:
    """The roofline of a pass, and the statistics of its logits."""
    length, text = denoiser.canvas_length, config.get_text_config(decoder=True)
    machine = Machine(
        name="",
        bytes_per_s=_copy_rate(device),
        flops_per_s=_product_rate(length, text.hidden_size, text.intermediate_size, dtype, device),
    )
    bound = roofline(denoiser.cost(config, length, PREFIX, dtype.itemsize), machine)
    draw = SamplerSettings().replace(way=denoiser.way.name, **denoiser.settings).draw
    return bound.seconds + length * _statistics_seconds(denoiser.vocab_size, draw == "greedy", device)


def stored_dtype(config: dict[str, Any]) -> torch.dtype | None:
    """The type of the weights in the files, if the config names it."""
    stored = getattr(torch, str(config.get("dtype") or config.get("torch_dtype")), None)
    return stored if isinstance(stored, torch.dtype) else None


def default_dtype(config: dict[str, Any], stored: int, place: torch.device | None) -> str:
    """The type that weights are loaded in if nobody says which: on a GPU their own.

    On a CPU float32; large ones that are stored in bfloat16 stay in it where this CPU is clearly faster in it.

    Args:
        stored: bytes of the weight files.
    """
    if torch.cuda.is_available() if place is None else place.type != "cpu":
        return "auto"
    plain = stored_dtype(config) == torch.bfloat16 and not quantised(config)
    return "bfloat16" if plain and stored >= LARGE and bfloat16_gain() > GAIN else "float32"


@cache
def bfloat16_gain() -> float:
    """How many times as fast as in float32 this CPU multiplies in bfloat16, at the size of a small model's layer."""
    rates = [_product_rate(128, 1024, 3072, dtype, torch.device("cpu")) for dtype in (torch.float32, torch.bfloat16)]
    return rates[1] / rates[0]


@cache
def _copy_rate(device: torch.device) -> float:
    """Bytes a second within the device's memory, which other checkpoints on it share."""
    return copy_bandwidth(device)


@cache
def _product_rate(positions: int, hidden: int, inner: int, dtype: torch.dtype, device: torch.device) -> float:
    """Operations a second in a product of a layer."""
    numbers = torch.Generator(device)  # a run of somebody else's, seeded globally, must not notice
    tokens = torch.randn(positions, hidden, device=device, generator=numbers).to(dtype)
    weight = torch.randn(inner, hidden, device=device, generator=numbers).to(dtype)
    return 2 * positions * hidden * inner / min(times(lambda: linear(tokens, weight), device))


@cache
def _statistics_seconds(vocabulary: int, greedy: bool, device: torch.device) -> float:
    """What the statistics of one position take, with the exact draw unless the most probable token is taken."""
    numbers = torch.Generator(device)
    logits = torch.randn(1, POSITIONS, vocabulary, device=device, generator=numbers)

    def measure() -> None:
        draws = None if greedy else torch.empty_like(logits).exponential_(generator=numbers)
        statistics(logits.clone(), logits.new_ones(1), draws, torch.empty_like(logits))

    return min(times(measure, device)) / POSITIONS
