"""How runs share the passes of a loaded model: compiled or not, and how many of them its memory has room for."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

from playground.engine.batch import Batch
from playground.engine.experts import STOCK, use_experts
from playground.engine.graphs import CudaGraphs
from playground.engine.loading.memory import free_bytes
from playground.engine.loading.progress import Progress
from playground.engine.passes import Shapes
from playground.engine.trial import try_out
from playground.engine.warm_up import warm_up
from playground.service.driver import Driver
from playground.service.moments import Moments

if TYPE_CHECKING:
    from playground.engine.models import Model

log = logging.getLogger(__name__)

SPARE = 2 * 10**9
"""Bytes of a GPU's memory that are left for what all runs share, such as the denoiser's activations."""
SWITCH_SECONDS = 0.0005
"""How long another thread may keep the interpreter once the one that drives the GPU wants it; Python's default is ten
times that."""
COMPILING = threading.Lock()
"""Held while a thread compiles: torch compiles nothing in one while it traces in another."""
ARRAYS = 6
"""How many float32 numbers a run needs at its most for each entry of a canvas of logits."""


@dataclass(frozen=True, kw_only=True)
class Sharing:
    """What runs the passes of a model."""

    driver: Driver
    moments: Moments | None
    shapes: Shapes | None
    """What passes are compiled for; None if they are eager."""
    rows: int
    """How many runs share passes; others wait for one of them to end."""
    notes: list[str]
    """How runs go and what the start took, in a few words each."""

    @classmethod
    def of(
        cls, model: Model, rows: int, *, moment_bytes: int, eager: bool, fixed: bool, graphs: bool, experts: str,
        ahead: bool, tell: Callable[[Progress], None], broken: Callable[[], None],
    ) -> Sharing:  # fmt: skip
        """Compiles the passes where that pays, and starts the thread that runs them.

        Only the smallest form of a pass is waited for. The others are compiled behind the runs, which until then have
        eager passes where they need one of those.

        Args:
            rows: the most runs that may share passes.
            moment_bytes: how much memory moments of recent runs may take; 0 keeps none.
            eager: never compile.
            fixed: has each compiled pass all seats?
            graphs: record compiled passes as CUDA graphs?
            experts: what computes the experts in compiled passes; a name in `playground.engine.experts`.
            ahead: launch a pass before the step before it is read? See `Batch`.
            tell: called with the progress of compiling.
            broken: called when nothing can be computed any more.
        """
        room = rows_with_room(model)
        notes = []
        if room < rows:
            log.warning("%d runs share passes, not %d: the GPU's memory has room for no more", room, rows)
            notes.append(f"with room for {room} of {rows} runs at a time")
        rows = min(rows, room)
        fitting = None if eager else Shapes.fitting(model, rows, fixed=fixed)
        shapes = fitting and _compiled(model, fitting, experts, tell, notes)
        if experts != STOCK:
            notes.append(f"{'with' if shapes else 'without'} {experts}")
            shapes = shapes or (fitting and _compiled(model, fitting, STOCK, tell, notes))
        if shapes is None and not eager and (fitting or model.device.type == "cuda"):
            notes.append("not compiled")
        if graphs:
            shapes = shapes and _recorded(model, shapes)
            notes.append("with CUDA graphs" if shapes and shapes.record else "without CUDA graphs")
        if model.device.type == "cuda":  # or the GPU waits while other threads compute, such as those that serve pages
            sys.setswitchinterval(SWITCH_SECONDS)
        moments = Moments(moment_bytes) if moment_bytes else None

        def batch() -> Batch:
            return Batch(model, shapes, keeps=moments is not None, moment_bytes=moment_bytes, ahead=ahead)

        driver = Driver(batch, moments, rows=rows, broken=broken)
        if shapes is not None and len(shapes.forms) > 1:
            threading.Thread(target=_compile_rest, args=(model, shapes, notes), name="compile", daemon=True).start()
        # Graphs are the driver's: recorded in its thread, over buffers that a look from another one must not touch.
        launched = shapes and replace(shapes, record=None)
        return cls(driver=driver, moments=moments, shapes=launched, rows=rows, notes=notes)


def rows_with_room(model: Model) -> int:
    """How many runs the free memory of the model's GPU has room for, at least 1; any number on a CPU."""
    if model.device.type != "cuda":
        return 1 << 30
    free, _ = free_bytes(model.device)
    return max(1, (free - SPARE) // (ARRAYS * 4 * model.canvas_length * model.vocab_size))


def _compiled(
    model: Model, shapes: Shapes, experts: str, tell: Callable[[Progress], None], notes: list[str]
) -> Shapes | None:
    """Compiles the smallest form of the passes, tries it and returns their shapes; None if that fails.

    Notes what it took.
    """
    use_experts(model, experts)
    first = shapes.forms[0]
    shapes = replace(shapes, ready={first})
    tell(Progress("Compiling the denoiser, which takes about a minute."))
    try:
        with COMPILING:
            started = perf_counter()
            warm_up(model, shapes, first)
            warm = perf_counter()
            trial = try_out(model, shapes)
            fault, tried = trial.fault, perf_counter()
    except Exception as error:
        log.warning("compiling the passes failed; they run eagerly", exc_info=True)
        fault = f"{type(error).__name__}."
    if fault:
        log.warning("%s Passes run eagerly.", fault)
        use_experts(model, STOCK)
        return None
    note = f"compiled in {warm - started:.0f} s and compared with eager passes in {tried - warm:.0f} s"
    notes.append(f"{note}, which says little because {trial.doubt}" if trial.doubt else note)
    return shapes


def _compile_rest(model: Model, shapes: Shapes, notes: list[str]) -> None:
    """Compiles the other forms of the passes, one after the other. One that cannot be compiled stays eager."""
    started, forms = perf_counter(), shapes.forms
    place = len(notes)
    notes.append("")
    for done, form in enumerate(forms[1:], start=1):
        notes[place] = f"{done} of {len(forms)} forms of its passes compiled so far"
        try:
            with COMPILING:
                warm_up(model, shapes, form)
        except Exception:
            log.warning("passes of %d rows after %d tokens stay eager", *form, exc_info=True)
        else:
            assert shapes.ready is not None, "it was made with the first form"
            shapes.ready.add(form)
    assert shapes.ready is not None
    notes[place] = f"{len(shapes.ready)} of {len(forms)} forms of its passes compiled"
    log.info("%s, the last %d behind the runs in %.0f s", notes[place], len(forms) - 1, perf_counter() - started)


def _recorded(model: Model, shapes: Shapes) -> Shapes:
    """The shapes of passes that are recorded as CUDA graphs; the same ones if that is not possible."""
    try:
        record = CudaGraphs(model.device)
        recorded = replace(shapes, record=record)
        with COMPILING:
            fault = try_out(model, recorded).fault or ("" if record.count else "No pass could be recorded.")
    except Exception:
        log.warning("recording the passes failed; each is launched anew", exc_info=True)
        return shapes
    if fault:
        log.warning("%s Passes are launched anew, without CUDA graphs.", fault)
        return shapes
    return recorded
