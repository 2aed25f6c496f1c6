"""What happens to the runs of a request. A tape keeps these, encoded, and everybody reads it.

A run has either `Refused`, or `Started`, a `Frame` for each denoising step, and `Ended`. A run that fails midway has
`Refused` instead of `Ended`. One that goes on elsewhere has a `Waiting` between two frames. A `Waiting` that is about
no run in particular is about all that have not begun. `Over` is the last event of a request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playground.trace import Header, StepFrame, Trace


@dataclass(frozen=True)
class Waiting:
    """Runs have not begun, or the steps of one are computed again elsewhere before it goes on."""

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
class Moved:
    """What computes a run was lost, and it is computed again elsewhere, from its first step; see `Run.again`."""


@dataclass(frozen=True)
class Over:
    """The request is over: all of its runs are."""

    sentence: str = ""
    """Why they were ended early, if they were."""


@dataclass(frozen=True)
class Reply:
    """What a plugin writes to a tape of its own, which has no runs."""

    kind: str
    """Of its message."""
    values: Mapping[str, Any]
    """The rest of it: plain JSON."""


Event = Waiting | Started | Frame | Ended | Refused | Over | Reply
