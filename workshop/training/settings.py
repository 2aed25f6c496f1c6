"""TrainSettings: what can be chosen about a training run."""

import math
from dataclasses import dataclass, field
from pathlib import Path

from playground.errors import PlaygroundError
from workshop.training.architecture import Shape
from workshop.training.mixture import Mixture


@dataclass(frozen=True, kw_only=True)
class TrainSettings:
    """One training run. It ends after `minutes` of active training or after `steps` steps, whichever is given.

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
    clock: float | None = None
    """A time of `time.monotonic()`: all time from then on counts as training, whatever it went to, so that the run ends
    in time. None: only steps count."""
    state: Path | None = None  # also write the state to go on elsewhere to this file, as often as the checkpoint
    rows: int = 16
    puzzles: int = 5_000
    start_from: Path | None = None
    decay: float = 0.45  # share of the run, at its end, over which the learning rate falls to 0
    muon_rate: float = 0.02
    adam_rate: float = 4e-3
    average: float = 0.998
    checkpoint_seconds: float = 120.0
    snapshot_minutes: float | None = None  # how often to keep the weights for a learning curve
    report_every: int = 50
    shape: Shape = field(default_factory=Shape)
    mixture: Mixture = field(default_factory=Mixture)

    def __post_init__(self):
        if (self.minutes is None) == (self.steps is None):
            raise PlaygroundError("Give either minutes or steps, to say how long to train.")
        for name in ("minutes", "steps", "decay", "rows", "puzzles", "snapshot_minutes"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise PlaygroundError(f"{name} is {value}; it must be above 0 and finite.")
