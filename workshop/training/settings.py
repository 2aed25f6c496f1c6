"""TrainSettings: what can be chosen about a training run."""

import math
import time
from dataclasses import dataclass, field
from pathlib import Path

from playground.errors import PlaygroundError
from workshop.training.mixture import Mixture
from workshop.training.shapes import Shape


@dataclass(frozen=True, kw_only=True)
class TrainSettings:
    """One training run. It ends within `minutes`, or after `steps` steps, whichever is given.

    Raises:
        PlaygroundError: not exactly one of them is given, or a value that must be above 0 is not.
    """

    work_dir: Path
    minutes: float | None = None
    steps: int | None = None
    seed: int = 0
    device: str = "cpu"
    compile: bool = True
    workers: int = 0  # processes that make batches ahead; with 0 a step makes its own
    began: float = field(default_factory=time.monotonic)
    """The minutes count from this time of `time.monotonic()`, whatever they go to."""
    compact: bool = False  # keep only what can be carried elsewhere: averaged weights in bfloat16
    rows: int = 16  # in a batch
    accumulation: int | None = 1
    """Batches whose mean gradient a step takes. None: as many as pay, by the time of the first steps."""
    puzzles: int = 5_000
    start_from: Path | None = None
    decay: float = 0.45  # share of the run, at its end, over which the learning rate falls to 0
    muon_rate: float = 0.02
    adam_rate: float = 4e-3
    average: float = 0.998
    state_seconds: float = 60.0  # how often to write the state
    snapshot_minutes: float | None = None  # how often to keep the weights for a learning curve
    report_every: int = 50
    shape: Shape = field(default_factory=Shape)
    mixture: Mixture = field(default_factory=Mixture)

    def __post_init__(self):
        if (self.minutes is None) == (self.steps is None):
            raise PlaygroundError("Give either minutes or steps, to say how long to train.")
        for name in ("minutes", "steps", "decay", "rows", "accumulation", "puzzles", "snapshot_minutes"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise PlaygroundError(f"{name} is {value}; it must be above 0 and finite.")
