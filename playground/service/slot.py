"""Slot: what the service asks of whatever holds the model, in this process (`EngineSlot`) or in others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.service.events import Moved
    from playground.service.home import Home
    from playground.service.limits import Limits
    from playground.service.passes import Plain
    from playground.service.runs import Run
    from playground.spec.run import RunSpec
    from playground.trace import StepFrame

News = Sequence[tuple[int, "StepFrame | Exception | Moved"]]
"""What a step brought several runs: by each one's place, its frame, why it ended, or that it begins anew elsewhere."""
Check = Callable[[], None]
"""Called before each pass: it raises an error when the work must end."""
Work = Callable[..., Any]
"""Computes with a model what is no run: a function of a module, because a process elsewhere finds it by its name.
It takes the model, how its passes are shared (`Sharing`), a `Check`, and values of its own by name."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What `serve` is asked to hold, for a plugin that may hold it elsewhere."""

    model: str | None
    """A hub id, a folder, or None for the embedded checkpoint."""
    limits: Limits
    samplers: Sequence[Path]
    """Files of people's own samplers."""
    options: Mapping[str, Any]
    """How it is loaded, as `EngineSlot` takes it."""
    passes: Plain
    """How its passes are run."""
    home: Home
    """Where it is loaded, if this process holds it."""


class Session(Protocol):
    """The runs of one request, while they are computed. `playground.service.driver.Rows` says what each does."""

    def join(self, runs: Mapping[int, Run]) -> None: ...

    def leave(self, place: int) -> None: ...

    def next(self, seconds: float | None) -> News: ...

    def close(self) -> None: ...


class Slot(Protocol):
    """Holds the model, or knows who does. `EngineSlot` says what each of these does."""

    name: str
    rows: int
    """How many runs may go on at the same time."""
    pass_rows: int
    """How many of them can share passes."""
    whole: bool
    """Is a request computed as a whole, in one turn?"""
    looks: bool
    """Can a step be computed again, and looked into?"""

    @property
    def others(self) -> Sequence[Slot]:
        """Those of the models beside the first one."""
        ...

    def slot_for(self, model: str) -> Slot: ...

    def start(self) -> None: ...

    def start_after(self, seconds: float) -> None: ...

    def wait(self, timeout: float) -> bool: ...

    def use_embedded(self) -> None: ...

    def close(self) -> None:
        """Lets go of what would outlive this process."""
        ...

    def status(self) -> dict[str, Any]: ...

    def states(self) -> dict[str, int]: ...

    def prepare(self, run: Run, spec: RunSpec) -> None: ...

    def session(self) -> Session:
        """Computes runs that are ready, for one request."""
        ...

    def call(self, work: Work, action: str, *, check: Check = ..., **values: Any) -> Any: ...

    @property
    def model(self) -> Model: ...

    @property
    def public_name(self) -> str: ...

    @property
    def sees(self) -> bool: ...

    @property
    def abilities(self) -> dict[str, bool]: ...
