"""The events of a run. The page's wire, the API and the terminal encode them.

A run has any number of `Waiting`, then either `Refused`, or `Started`, a `Frame` for each denoising step, and `Ended`.
A run that fails midway has `Refused` instead of `Ended`. One that goes on elsewhere has a `Waiting` between two frames.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playground.spec import RunSpec
from playground.trace import Header, StepFrame, Trace


@dataclass(frozen=True)
class Waiting:
    """The run has not begun, or its steps are computed again elsewhere before it goes on.

    This event repeats before the run begins, so that the server notices when its listener has gone.
    """

    sentence: str
    """What the run is waiting for."""
    place: int = 0
    """Its place in the queue, from 1; 0 while the model loads."""


@dataclass(frozen=True)
class Started:
    header: Header
    token_texts: Callable[[list[int]], list[str]]
    """Token ids -> the text of each."""
    decode: Callable[[list[int]], str]
    """Token ids -> their text together, without special tokens."""


@dataclass(frozen=True)
class Frame:
    frame: StepFrame


@dataclass(frozen=True)
class Ended:
    """The run is over, by itself or because it was stopped; its trace's `finish_reason` says which."""

    trace: Trace
    notice: str = ""
    """One sentence for the reader about how the run was made, if it was not as usual."""


@dataclass(frozen=True)
class Refused:
    """The run cannot begin or go on."""

    sentence: str
    cause: Exception | None = None
    """What went wrong; None for a run that was stopped before it began."""


@dataclass(frozen=True)
class Moving:
    """What computes a run was lost, and it is computed again elsewhere. `Service` makes it a `Waiting`."""

    sentence: str


Event = Waiting | Started | Frame | Ended | Refused


@dataclass(frozen=True)
class Progress:
    """A study goes on. This event repeats, so that the server notices when its listener has gone."""

    done: int
    total: int


@dataclass(frozen=True)
class Found:
    """One run of a study is over."""

    number: int
    """Among the study's runs, from 0."""
    change: int
    """Of the settings, among the study's changes, from 0."""
    spec: RunSpec
    trace: Trace | None
    """None for a run that could not begin or go on."""
    sentence: str = ""
    """Why it could not."""


@dataclass(frozen=True)
class Over:
    """A study is over: all of its runs are, or it was stopped."""

    done: int
    total: int
    sentence: str = ""
    """Why it ended early; "" if all runs are done, or its reader stopped it."""


StudyEvent = Waiting | Progress | Found | Over | Refused
"""A study has any number of `Waiting`, `Progress` and `Found`, then `Over`; or `Refused`, also after some `Found`."""
