"""Who holds the model of `serve`: this process, or whoever a plugin finds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from playground.errors import PolicyError
from playground.hooks import plugins
from playground.service import EngineSlot
from playground.service.draining import give_up
from playground.service.home import Home
from playground.service.passes import Plain
from playground.service.several import SeveralSlot
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
        PolicyError: ways of running passes do not go together or not with the device, or the model's home has room for
            no other; or what a plugin says.
        ModelError: as `SeveralSlot`.
    """
    for slot in plugins().each("slot", options=options, wanted=wanted):
        return slot
    wanted.passes.check(wanted)
    if wanted.home.alone and wanted.also:
        raise PolicyError(f"--also needs the models in one process that stays, so it does not go {wanted.home.beside}.")
    limits = wanted.limits
    ways = {**wanted.options, "max_rows": limits.runs, "moment_bytes": limits.moment_bytes, "broken": give_up}
    ways |= {"passes": wanted.passes, "home": wanted.home}
    return SeveralSlot(wanted.model, wanted.also, **ways) if wanted.also else EngineSlot(wanted.model, **ways)
