"""What becomes of a run, one event at a time. Doors encode them: the page's wire, the API, a terminal.

Any number of `Waiting`, then either `Refused`, or `Started`, a `Frame` for each denoising step, and `Ended`; a run that
fails on its way has `Refused` in the place of `Ended`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playground.trace import Header, StepFrame, Trace


@dataclass(frozen=True)
class Waiting:
    """Nothing has begun yet. Comes again and again, so that a listener who has gone is noticed."""

    sentence: str
    """What is waited for."""
    place: int = 0
    """Among those who wait for their turn, from 1 on; 0 while the model loads."""


@dataclass(frozen=True)
class Started:
    header: Header
    token_texts: Callable[[list[int]], list[str]]
    """Token ids -> the text of each."""


@dataclass(frozen=True)
class Frame:
    frame: StepFrame


@dataclass(frozen=True)
class Ended:
    """The run is over: by itself, or because it was stopped, which its trace's `finish_reason` says."""

    trace: Trace


@dataclass(frozen=True)
class Refused:
    """The run cannot begin or go on."""

    sentence: str
    cause: Exception | None = None
    """What went wrong; None for a run that was stopped before it began."""


Event = Waiting | Started | Frame | Ended | Refused
