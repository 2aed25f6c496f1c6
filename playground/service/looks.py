"""Looks inside a run as `playground.engine.inside` does, wherever the model is: what `Slot.call` has carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playground.engine.inside import Inside
    from playground.engine.models import Model
    from playground.service.sharing import Sharing
    from playground.service.slot import Check
    from playground.spec.run import RunSpec
    from playground.trace import StepFrame


def look_from_moment(model: Model, sharing: Sharing, check: Check, **where: Any) -> Inside:
    """As `playground.engine.inside.look`, from the nearest moment that is kept of the run."""
    from playground.engine.inside import look

    return look(model, **where, **_nearest(model, sharing, **where), check=check)


def unconditioned_from_moment(
    model: Model, sharing: Sharing, check: Check, **where: Any
) -> tuple[StepFrame, StepFrame]:
    """As `playground.engine.inside.without_conditioning`, in the same way."""
    from playground.engine.inside import without_conditioning

    return without_conditioning(model, **where, **_nearest(model, sharing, **where), check=check)


def _nearest(model: Model, sharing: Sharing, spec: RunSpec, **where: Any) -> dict[str, Any]:
    """The form of the run's passes, and its nearest kept moment, as `playground.engine.inside` takes them.

    Raises:
        SpecError: the run is for another model, or there is nothing to see at this place.
    """
    from playground.engine.inside import before

    row = before(model, spec.meant_for(model.name, model.revision), **where)
    return {"shapes": sharing.shapes, "origin": sharing.moments.find(row) if sharing.moments else None}
