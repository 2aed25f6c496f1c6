"""How runs share the passes of a loaded model, and how many of them its memory has room for."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.engine.batch import Batch
from playground.engine.loading.memory import free_bytes
from playground.service.driver import Driver
from playground.service.moments import Moments

if TYPE_CHECKING:
    from playground.engine.loading.progress import Tell
    from playground.engine.models import Model
    from playground.engine.passes import Shapes
    from playground.service.passes import Plain

log = logging.getLogger(__name__)

SPARE = 2 * 10**9
"""Bytes of a GPU's memory that are left for what all runs share, such as the denoiser's activations."""
SWITCH_SECONDS = 0.0005
"""How long another thread may keep the interpreter once the one that drives the GPU wants it; Python's default is ten
times that."""
ARRAYS = 6
"""How many float32 numbers a run needs at its most for each entry of a canvas of logits."""


@dataclass(frozen=True, kw_only=True)
class Sharing:
    """What runs the passes of a model."""

    driver: Driver
    moments: Moments | None
    shapes: Shapes | None
    """The form of a look's passes; None if they are eager."""
    rows: int
    """How many runs share passes; others wait for one of them to end."""
    notes: list[str]
    """How runs go and what the start took, in a few words each."""

    @classmethod
    def of(
        cls, model: Model, rows: int, *, moment_bytes: int, passes: Plain, tell: Tell, broken: Callable[[], None],
    ) -> Sharing:  # fmt: skip
        """Prepares the passes, and starts the thread that runs them.

        Args:
            rows: the most runs that may share passes.
            moment_bytes: how much memory moments of recent runs may take; 0 keeps none.
            passes: how they are run.
            tell: called with the progress of preparing them.
            broken: called when nothing can be computed any more.
        """
        room = rows_with_room(model)
        notes = []
        if room < rows:
            log.warning("%d runs share passes, not %d: the GPU's memory has room for no more", room, rows)
            notes.append(f"with room for {room} of {rows} runs at a time")
        rows = min(rows, room)
        prepared = passes.prepare(model, rows, tell, notes)
        if model.device.type == "cuda":  # or the GPU waits while other threads compute, such as those that serve pages
            sys.setswitchinterval(SWITCH_SECONDS)
        moments = Moments(moment_bytes) if moment_bytes else None
        make = prepared.ahead or Batch

        def batch() -> Batch:
            return make(model, prepared.shapes, keeps=moments is not None, moment_bytes=moment_bytes)

        driver = Driver(batch, moments, rows=rows, broken=broken)
        if prepared.behind is not None:
            threading.Thread(target=prepared.behind, name="prepare", daemon=True).start()
        return cls(driver=driver, moments=moments, shapes=prepared.looks, rows=rows, notes=notes)


def rows_with_room(model: Model) -> int:
    """How many runs the free memory of the model's GPU has room for, at least 1; any number on a CPU."""
    if model.device.type != "cuda":
        return 1 << 30
    free, _ = free_bytes(model.device)
    return max(1, (free - SPARE) // (ARRAYS * 4 * model.canvas_length * model.vocab_size))
