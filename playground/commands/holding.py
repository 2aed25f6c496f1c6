"""Who holds the model of `serve`: this process, or whoever a plugin finds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from playground.commands.passes import check_passes
from playground.errors import PolicyError
from playground.hooks import plugins
from playground.service import EngineSlot
from playground.service.draining import give_up
from playground.service.several import SeveralSlot
from playground.service.slot import Wanted
from playground.service.zero import on_zero

if TYPE_CHECKING:
    from playground.service.slot import Slot


def slot_of(wanted: Wanted, options: Mapping[str, Any]) -> Slot:
    """What holds the model.

    Args:
        options: those of `serve` that plugins have added, by name.

    Raises:
        PolicyError: ways of running passes do not go together or not with the device, or ZeroGPU has but one model; or
            what a plugin says.
        ModelError: as `SeveralSlot`.
    """
    for slot in plugins().each("slot", options=options, wanted=wanted):
        return slot
    check_passes(wanted.options)
    if on_zero() and wanted.also:
        raise PolicyError("--also needs the models in one process that stays, so it does not go on ZeroGPU.")
    if on_zero() and "remote" in wanted.options:
        raise PolicyError("--remote computes on another server, so it does not go on ZeroGPU.")
    limits = wanted.limits
    ways = {**wanted.options, "max_rows": limits.runs, "moment_bytes": limits.moment_bytes, "broken": give_up}
    return SeveralSlot(wanted.model, wanted.also, **ways) if wanted.also else EngineSlot(wanted.model, **ways)
