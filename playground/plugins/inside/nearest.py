"""Looks from the nearest moment that is kept, wherever the model is: what `Slot.call` has carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.plugins.inside.look import Inside
    from playground.service.sharing import Sharing
    from playground.service.slot import Check
    from playground.spec.run import RunSpec
    from playground.trace import StepFrame


def look_from_moment(model: Model, sharing: Sharing, check: Check, **where: Any) -> Inside:
    """As `playground.plugins.inside.look.look`, from the nearest moment that is kept of the run."""
    from playground.plugins.inside.look import look

    return look(model, **where, **_nearest(model, sharing, **where), check=check)


def unconditioned_from_moment(
    model: Model, sharing: Sharing, check: Check, **where: Any
) -> tuple[StepFrame, StepFrame]:
    """As `playground.plugins.inside.look.without_conditioning`, in the same way."""
    from playground.plugins.inside.look import without_conditioning

    return without_conditioning(model, **where, **_nearest(model, sharing, **where), check=check)


def _nearest(model: Model, sharing: Sharing, spec: RunSpec, **where: Any) -> dict[str, Any]:
    """The form of the run's passes, and its nearest kept moment, as `playground.plugins.inside.look` takes them.

    Raises:
        SpecError: the run is for another model, or there is nothing to see at this place.
    """
    from playground.plugins.inside.look import before

    row = before(model, spec.meant_for(model.name, model.revision), **where)
    return {"shapes": sharing.shapes, "origin": sharing.moments.find(row) if sharing.moments else None}
