"""Compiles and records the passes of a model, and compares them with eager ones before they are used."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from playground.engine.loading.progress import Progress
from playground.plugins.gpu.ahead import AheadBatch
from playground.plugins.gpu.compiled import Shapes
from playground.plugins.gpu.experts import STOCK, use_experts
from playground.plugins.gpu.graphs import CudaGraphs
from playground.plugins.gpu.trial import try_out
from playground.plugins.gpu.warm_up import warm_up
from playground.service.passes import Prepared

if TYPE_CHECKING:
    from playground.engine.loading.progress import Tell
    from playground.engine.models import Model
    from playground.plugins.gpu.ways import Ways

log = logging.getLogger(__name__)

COMPILING = threading.Lock()
"""Held while a thread compiles: torch compiles nothing in one while it traces in another."""


def prepare(model: Model, rows: int, ways: Ways, tell: Tell, notes: list[str]) -> Prepared:
    """Compiles the passes where that pays.

    Only the smallest form of a pass is waited for. The others are compiled behind the runs, which until then have eager
    passes where they need one of those.

    Args: as `Plain.prepare`.
    """
    fitting = None if ways.eager else Shapes.fitting(model, rows, fixed=ways.fixed_seats)
    shapes = fitting and _compiled(model, fitting, ways.experts, tell, notes)
    if ways.experts != STOCK:
        notes.append(f"{'with' if shapes else 'without'} {ways.experts}")
        shapes = shapes or (fitting and _compiled(model, fitting, STOCK, tell, notes))
    if shapes is None and not ways.eager and (fitting or model.device.type == "cuda"):
        notes.append("not compiled")
    if ways.cuda_graphs:
        shapes = shapes and _recorded(model, shapes)
        notes.append("with CUDA graphs" if shapes and shapes.record else "without CUDA graphs")
    return Prepared(
        shapes=shapes,
        # Graphs are the driver's: recorded in its thread, over buffers that a look from another one must not touch.
        looks=shapes and replace(shapes, record=None),
        ahead=AheadBatch if ways.ahead else None,
        behind=partial(_compile_rest, model, shapes, notes) if shapes and len(shapes.forms) > 1 else None,
    )


def _compiled(model: Model, shapes: Shapes, experts: str, tell: Tell, notes: list[str]) -> Shapes | None:
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
