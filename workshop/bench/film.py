"""Measures how long a film of 48 steps takes, from the command line's call to the file, Chromium's start included."""

from __future__ import annotations

import dataclasses
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playground.export import export
from workshop.bench import Parts
from workshop.bench.page import STEPS, synthetic


def film(kind: str) -> Callable[[], dict[str, float]]:
    """A film of 256 positions, wide, light, 4 steps a second: two pictures for each moment."""

    def measured() -> dict[str, float]:
        run = dataclasses.replace(synthetic(256, STEPS), name="synthetic")
        with tempfile.TemporaryDirectory() as folder:
            started = time.perf_counter()
            export([run], Path(folder) / f"film.{kind}")
            return {f"film_{kind}_s": time.perf_counter() - started}

    return measured


PARTS: Parts = {
    film(kind): {f"film_{kind}_s": f"seconds for a .{kind} of {STEPS} steps"} for kind in ("webm", "mp4", "gif")
}
