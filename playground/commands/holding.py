"""Who holds the model of `serve`: this process, or whoever a plugin finds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from playground.errors import PolicyError
from playground.plugin_loading import plugins
from playground.service import EngineSlot
from playground.service.draining import give_up
from playground.service.home import Home
from playground.service.passes import Plain
from playground.service.slot import Wanted

if TYPE_CHECKING:
    from playground.service.slot import Slot


def home_of(options: Mapping[str, Any], model: str | None) -> Home:
    """Where the model is loaded, and who computes its runs.

    Args:
        options: those of `serve` that plugins have added, by name.

    Raises:
        PolicyError: two plugins have another place for it than this process.
        PlaygroundError: as a plugin says; or there can be no model of this name there.
    """
    first, *others = [*plugins().each("home", options=options, model=model), Home()]
    if others[1:]:
        raise PolicyError(f"{first.nature}, so it does not go {others[0].beside}.")
    first.check(model)
    return first


def passes_of(options: Mapping[str, Any]) -> Plain:
    """How passes are run, where the model is.

    Args:
        options: those of `serve` that plugins have added, by name.
    """
    return next(iter(plugins().each("passes", options=options)), Plain())


def slot_of(wanted: Wanted, options: Mapping[str, Any]) -> Slot:
    """What holds the model.

    Args:
        options: those of `serve` that plugins have added, by name.

    Raises:
        PolicyError: as `here`; two plugins would hold the model; or what a plugin says.
        ModelError: what a plugin says of models.
    """
    slots = plugins().by_plugin("slot", options=options, wanted=wanted)
    if len(slots) > 1:
        raise PolicyError(f"The plugins {' and '.join(slots)} would each hold the model; ask only one of them to.")
    for slot in slots.values():
        return slot
    return EngineSlot(wanted.model, **here(wanted))


def here(wanted: Wanted) -> dict[str, Any]:
    """What an `EngineSlot` takes, for a model that this process holds.

    Raises:
        PolicyError: ways of running passes do not go together or not with the device.
    """
    wanted.passes.check(wanted)
    limits = wanted.limits
    ways = {**wanted.options, "max_rows": limits.runs, "moment_bytes": limits.moment_bytes, "broken": give_up}
    return ways | {"passes": wanted.passes, "home": wanted.home}
