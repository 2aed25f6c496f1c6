"""The options of `serve` for replicas, and what they ask for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from playground.commands.options import Finite
from playground.errors import PolicyError
from playground.plugins.replicas.fleet import Fleet

if TYPE_CHECKING:
    from playground.service.slot import Wanted

OPTIONS = (
    click.Option(
        ["--replicas"],
        type=click.IntRange(min=1),
        metavar="N",
        help="Have N copies of the model compute, each with a GPU of its own where there are any; this process then "
        "holds none. Needs `pip install ray[serve]`; docs/plugins/replicas.md says how it works.",
    ),
    click.Option(
        ["--max-replicas"], type=click.IntRange(min=1), metavar="M", help="Start more, up to M, while runs wait."
    ),
    click.Option(
        ["--ray"],
        metavar="ADDRESS",
        help="Start the replicas in the Ray cluster at this address. Anyone who reaches a Ray cluster can run any code "
        "there, so keep it on a trusted network. Without --ray, Ray runs on this computer for this server alone, on "
        "127.0.0.1.",
    ),
    click.Option(
        ["--gpus-per-replica"], type=Finite(min=0), metavar="F", help="By default 1 where there are GPUs, else 0."
    ),
)


def fleet_of(options: Mapping[str, Any], wanted: Wanted) -> Fleet | None:
    """The replicas that are asked for; None for none.

    Raises:
        PolicyError: they do not go with the rest of what is asked for, or ray is missing.
        ModelError: the numbers do not go together.
    """
    replicas, most, address, gpus = (options[option.name] for option in OPTIONS if option.name)
    if replicas is None:
        for option in OPTIONS:
            if options[str(option.name)] is not None:
                raise PolicyError(f"{option.opts[0]} says how replicas are to be; ask for some with --replicas N.")
        return None
    fleet = Fleet(replicas=replicas, most=most or 0, address=address or "", gpus=gpus)
    if wanted.home.nature:
        raise PolicyError(f"{wanted.home.nature}, so it does not go with --replicas.")
    if find_spec("ray") is None:
        raise PolicyError("--replicas needs the package ray: `pip install ray[serve]`.")
    return fleet
