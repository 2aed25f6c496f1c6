"""The model on several GPUs or computers, as replicas on Ray Serve; the page's process holds none.

    ReplicaSlot ── Link ──pipe──► bridge, a process of its own ── Ray ──► Replica, with an `EngineSlot`
    playground/plugins/replicas/replica_slot.py, link.py    bridge.py                     replica.py

Only the bridge imports ray, because a process that has joined Ray ends when Ray's head does. What travels between the
page and the replicas is pickled, and the bridge passes it on as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground.hooks import hook

if TYPE_CHECKING:
    import click

    from playground.plugins.replicas.replica_slot import ReplicaSlot
    from playground.service.slot import Wanted


@hook
def serve_options() -> Sequence[click.Option]:
    from playground.plugins.replicas.options import OPTIONS

    return OPTIONS


@hook
def slot(options: Mapping[str, Any], wanted: Wanted) -> ReplicaSlot | None:
    from playground.plugins.replicas.options import fleet_of

    fleet = fleet_of(options, wanted)
    if fleet is None:
        return None
    from playground.plugins.replicas.replica_slot import ReplicaSlot

    limits = wanted.limits
    return ReplicaSlot(
        fleet,
        wanted.model,
        max_rows=limits.runs,
        moment_bytes=limits.moment_bytes,
        samplers=wanted.samplers,
        passes=wanted.passes,
        **wanted.options,
    )
