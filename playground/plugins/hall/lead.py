"""What a presenter's page says of itself to those in a hall: where it is, and what it hides."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, ValidationError

from playground.inputs import fault
from playground.plugins.hall.errors import HallError

HIDEABLE = ("decision", "length", "before", "colours", "panels")
"""What a presenter's page may hide, because a reader is to say it first: as `Withheld` in assets/page/player/views.ts
has it, and all panels that explain the step."""
MOST_NUMBER = 1_000_000
Whole = Annotated[int, Field(ge=0, le=MOST_NUMBER)]


class Lead(BaseModel, extra="forbid", frozen=True, strict=True, allow_inf_nan=False):
    """Where the presenter is, for those who follow."""

    run: Annotated[str, Field(max_length=64)]
    """The first run, or the example, that this is about."""
    moment: Whole
    """Of the clock: where passes are counted, each step is one, and so is the noise that a block begins with."""
    by: Literal["passes", "work", "seconds"]
    """What the clock counts."""
    playing: bool
    speed: Annotated[float, Field(gt=0, le=MOST_NUMBER)]
    """In moments a second, while it plays."""
    live: bool
    """Is the presenter at the newest step, whichever that is?"""
    position: Whole | None
    """The cell that the presenter has chosen."""
    layer: Literal["input", "sampled", "argmax"]
    """Which of the three canvases of a step the presenter looks at: what went in, what was drawn, or the best guess."""

    @classmethod
    def of(cls, values: object) -> Lead | None:
        """Reads what the presenter's page says; None for a presenter who does not lead.

        Raises:
            HallError: it is malformed.
        """
        try:
            return None if values is None else cls.model_validate(values)
        except ValidationError as error:
            raise HallError(f"The presenter's place cannot be read: {fault(error, 'it', values)[1]}") from error


def hidden_of(values: object) -> tuple[str, ...]:
    """Reads what the presenter's page says that it hides.

    Raises:
        HallError: it hides something else.
    """
    if not isinstance(values, list) or any(value not in HIDEABLE for value in values):
        raise HallError(f"What the presenter's page hides must be some of {', '.join(HIDEABLE)}.")
    return tuple(values)
