"""What one pass makes of a noisy text: a reading, which `playground.plugins.learn.looks` stores.

A run may start from a text of which noise replaced a share, as training does it. A trace has a few candidates of each
position; the loss takes the probability of the token that stood there, however small it is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import fmean
from typing import ClassVar

from playground.plugins.learn.problems import Wrong
from playground.plugins.learn.things import Thing
from playground.trace import Trace


@dataclass(frozen=True, kw_only=True)
class Logs:
    """Natural logarithms of probabilities at temperature 1, after one pass over the canvas that a run starts from."""

    run: str
    digest: str
    """Of the run's canvases; another one is another run."""
    standing: list[float]
    """For each token of the text: of what stands there, which may be noise."""
    original: list[float]
    """Of what stood there before the noise."""


@dataclass(frozen=True, eq=False)
class Reading(Thing):
    """One pass over a run's noisy start."""

    run: Trace
    logs: Logs
    kind: ClassVar[str] = "reading"

    @property
    def noise(self) -> list[bool]:
        """For each token of the text, whether another one has taken its place."""
        seen = self.run.columns["input_ids"][0].tolist()
        return [token != stands for token, stands in zip(text_of(self.run), seen, strict=False)]

    def count(self, *, noise: bool, believed: bool) -> int:
        """How many tokens are noise or not, and get at least one half or not."""
        pairs = zip(self.noise, self.logs.standing, strict=True)
        return sum(is_noise is noise and (log >= math.log(0.5)) is believed for is_noise, log in pairs)


Reading.fields = {
    "tokens": lambda reading: len(reading.logs.original),
    "noise": lambda reading: sum(reading.noise),
    "found": lambda reading: reading.count(noise=True, believed=False),
    "doubted": lambda reading: reading.count(noise=False, believed=False),
    "loss": lambda reading: -fmean(reading.logs.original),
}


def text_of(run: Trace) -> list[int]:
    """The tokens of the text that a run starts from, in its first part.

    Raises:
        Wrong: it starts from none that noise has changed.
    """
    header = run.header
    start = (header.spec.get("start") or [])[: header.canvas_length]
    if not start or not header.spec.get("noise") or header.way != "uniform":
        raise Wrong(f"“{run.name}” does not start from a text that is partly noise.")
    end = next((place for place, token in enumerate(start) if token in header.eos_ids), len(start))
    return list(start[:end])
