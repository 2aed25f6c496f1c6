"""The options of `serve` for a model in several replicas."""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from playground.commands.options import Finite
from playground.errors import PlaygroundError, PolicyError
from playground.service import EngineSlot
from playground.service.draining import give_up
from playground.service.limits import Limits
from playground.service.several import SeveralSlot
from playground.service.zero import on_zero

if TYPE_CHECKING:
    from playground.replicas import Fleet
    from playground.service.slot import Slot

_OPTIONS = (
    click.option(
        "--replicas",
        type=click.IntRange(min=1),
        metavar="N",
        help="Have N copies of the model compute, each with a GPU of its own where there are any; this process then "
        "holds none. Needs `pip install ray[serve]`; docs/operating.md says how it works.",
    ),
    click.option(
        "--max-replicas", type=click.IntRange(min=1), metavar="M", help="Start more, up to M, while runs wait."
    ),
    click.option(
        "--ray",
        metavar="ADDRESS",
        help="Start the replicas in the Ray cluster at this address. Anyone who reaches a Ray cluster can run any code "
        "there, so keep it on a trusted network. Without --ray, Ray runs on this computer for this server alone, on "
        "127.0.0.1.",
    ),
    click.option(
        "--gpus-per-replica", type=Finite(min=0), metavar="F", help="By default 1 where there are GPUs, else 0."
    ),
)


def fleet_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options. The command gets what they ask for as `fleet`: a `Fleet`, or None for no replicas."""

    @functools.wraps(command)
    def wrapped(
        *, replicas: int | None, max_replicas: int | None, ray: str | None, gpus_per_replica: float | None, **rest: Any
    ) -> None:
        if replicas is None:
            values = {"--max-replicas": max_replicas, "--ray": ray, "--gpus-per-replica": gpus_per_replica}
            if alone := next((name for name, value in values.items() if value is not None), ""):
                raise click.UsageError(f"{alone} says how replicas are to be; ask for some with --replicas N.")
            return command(**rest, fleet=None)
        from playground.replicas import Fleet

        try:
            fleet = Fleet(replicas=replicas, most=max_replicas or 0, address=ray or "", gpus=gpus_per_replica)
            if on_zero():
                raise PolicyError("On ZeroGPU a run has its GPU only while it lasts, so there can be no --replicas.")
            if find_spec("ray") is None:
                raise PolicyError("--replicas needs the package ray: `pip install ray[serve]`.")
        except PlaygroundError as error:
            raise click.UsageError(str(error)) from error
        return command(**rest, fleet=fleet)

    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def slot_of(
    fleet: Fleet | None, model: str | None, limits: Limits, samplers: tuple[Path, ...], also: tuple[str, ...] = (),
    **options: Any,
) -> Slot:  # fmt: skip
    """What holds the model: this process, or replicas.

    Args:
        also: other models to hold beside it, in this process.
        options: as `EngineSlot` takes them.

    Raises:
        PolicyError: there can be no others.
        ModelError: as `SeveralSlot`.
    """
    if also and (fleet is not None or on_zero()):
        raise PolicyError("--also needs the models in one process: it goes neither with --replicas nor on ZeroGPU.")
    if "remote" in options and (fleet is not None or on_zero()):
        raise PolicyError("--remote computes on another server: it goes neither with --replicas nor on ZeroGPU.")
    if fleet is None:
        options |= {"max_rows": limits.runs, "moment_bytes": limits.moment_bytes, "broken": give_up}
        return SeveralSlot(model, also, **options) if also else EngineSlot(model, **options)
    from playground.replicas import ReplicaSlot

    return ReplicaSlot(
        fleet, model, max_rows=limits.runs, moment_bytes=limits.moment_bytes, samplers=samplers, **options
    )
