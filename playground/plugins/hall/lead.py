"""What a presenter's page says of itself to those in a hall: where it is, and what it hides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playground.plugins.hall.errors import HallError

MOST_NAME = 64
COUNTS = ("passes", "work", "seconds")
LAYERS = ("input", "sampled", "argmax")
HIDEABLE = ("decision", "length", "before", "colours", "panels")
"""What a presenter's page may hide, because a reader is to say it first: as `Withheld` in assets/page/player/views.ts
has it, and all panels that explain the step."""
MOST_NUMBER = 1_000_000


@dataclass(frozen=True)
class Lead:
    """Where the presenter is, for those who follow."""

    run: str
    """The first run, or the example, that this is about."""
    moment: int
    """Of the clock: where passes are counted, each step is one, and so is the noise that a block begins with."""
    by: str
    """What the clock counts: passes, work or seconds."""
    playing: bool
    speed: float
    """In moments a second, while it plays."""
    live: bool
    """Is the presenter at the newest step, whichever that is?"""
    position: int | None
    """The cell that the presenter has chosen."""
    layer: str
    """Which of the three canvases of a step the presenter looks at: what went in, what was drawn, or the best guess."""

    @classmethod
    def of(cls, values: object) -> Lead | None:
        """Reads what the presenter's page says; None for a presenter who does not lead.

        Raises:
            HallError: it is malformed.
        """
        if values is None:
            return None
        if not isinstance(values, dict) or values.keys() != cls.__dataclass_fields__.keys():
            raise HallError(f"The presenter's place must have {', '.join(cls.__dataclass_fields__)}.")
        lead = cls(**values)
        if not (
            isinstance(lead.run, str)
            and len(lead.run) <= MOST_NAME
            and lead.by in COUNTS
            and lead.layer in LAYERS
            and _whole(lead.moment)
            and (lead.position is None or _whole(lead.position))
            and type(lead.playing) is type(lead.live) is bool
            and type(lead.speed) in (int, float)
            and 0 < lead.speed <= MOST_NUMBER
        ):
            raise HallError("The presenter's place has a value that no page would send.")
        return lead


def _whole(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST_NUMBER


def hidden_of(values: object) -> tuple[str, ...]:
    """Reads what the presenter's page says that it hides.

    Raises:
        HallError: it hides something else.
    """
    if not isinstance(values, list) or any(value not in HIDEABLE for value in values):
        raise HallError(f"What the presenter's page hides must be some of {', '.join(HIDEABLE)}.")
    return tuple(values)
