"""The events of a run. The page's wire, the API and the terminal encode them.

A run has any number of `Waiting`, then either `Refused`, or `Started`, a `Frame` for each denoising step, and `Ended`.
A run that fails midway has `Refused` instead of `Ended`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playground.trace import Header, StepFrame, Trace


@dataclass(frozen=True)
class Waiting:
    """The run has not begun. This event repeats, so that the server notices when its listener has gone."""

    sentence: str
    """What the run is waiting for."""
    place: int = 0
    """Its place in the queue, from 1; 0 while the model loads."""


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
    """The run is over, by itself or because it was stopped; its trace's `finish_reason` says which."""

    trace: Trace


@dataclass(frozen=True)
class Refused:
    """The run cannot begin or go on."""

    sentence: str
    cause: Exception | None = None
    """What went wrong; None for a run that was stopped before it began."""


Event = Waiting | Started | Frame | Ended | Refused
