"""Looks inside one position at one step: its whole distribution, and what it attends to.

Everything is computed again from the run's spec, in the same loop; nothing of this size is ever stored.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace

import numpy as np
import torch
from transformers import DynamicCache

from playground.engine.batch import Batch
from playground.engine.denoise import stepped
from playground.engine.models import Model
from playground.engine.moment import Moment, Origin, copied
from playground.engine.passes import Shapes
from playground.engine.row import Row
from playground.engine.rowwise import Watch, watching
from playground.errors import SpecError
from playground.service.slot import Check
from playground.spec.run import RunSpec
from playground.trace import StepFrame, Trace
from playground.trace.branching import branch


@dataclass(frozen=True, kw_only=True)
class Inside:
    """One position at one step. V is the size of the vocabulary, K the length of the prefix and the canvas together."""

    frame: StepFrame
    """The step, as it was computed again: in a compiled pass, if the run has those."""
    position: int
    ids: np.ndarray
    """int32 (V,): all tokens, the most probable one first."""
    probs: np.ndarray
    """float32 (V,): their probabilities at the step's temperature; they sum to 1."""
    keys: list[int]
    """The K tokens that can be attended to: what the encoder has read, then the canvas."""
    prefix: int
    """How many of them the encoder has read."""
    attention: np.ndarray
    """float32 (layers, heads, K): where the position looks; each row sums to 1. 0 outside the window of a layer.
    Nothing of it is seen in what is compiled: if `frame.compiled`, an eager pass of the same step shows it."""
    causal: np.ndarray | None
    """The same if the encoder reads the canvas, as it does once the block is committed: nothing after the position.
    None for autoregressive writing, where `attention` is causal itself, and for families that never read causally."""


def look(
    model: Model, spec: RunSpec, position: int, *, block: int, step: int, shapes: Shapes | None = None,
    recorded: Trace | None = None, origin: Origin | None = None, check: Check = lambda: None,
) -> Inside:  # fmt: skip
    """Computes a step of a run again and looks inside one of its positions.

    Args:
        step: counted from 1.
        shapes: the form of the run's passes; None if they are eager.
        recorded: the run's trace, if there is one: its blocks before this one are then not computed again.
        origin: a moment of the run before the step; see `before`.
        check: called before each pass; what it raises ends the work.

    Raises:
        SpecError: the run has no such step, or there is nothing to see at the position.
        PlaygroundError: as `Row.of`.
    """
    row = before(model, spec, position, block=block, step=step, recorded=recorded)
    batch, watch = Batch(model, shapes, keeps=True, watched=[position]), Watch(0 if row.way.causal else position)
    number, frames, moments = _up_to(batch, row, origin, block, step, check, watch)
    frame = frames[-1]
    if frame.compiled:
        again = before(model, spec, position, block=block, step=step, recorded=recorded)
        _up_to(Batch(model), again, _step_before(origin, frames, moments), block, step, check, watch)
    ends = [end for end in frames if end.stop_reason and end.block < block]
    canvases = [row.way.standing(end.accepted, end.sampled_ids, end.argmax_ids) for end in ends]
    read = [*row.prompt_ids, *(token for canvas in canvases for token in canvas.tolist())]
    canvas = frame.input_ids.tolist()
    keys, causal = [*read, *(canvas[: step - 1] if row.way.causal else canvas)], None
    if not row.way.causal and "autoregressive" in model.denoiser.ways:
        causal = _causally(model, row, moments[-1].cache, frame, position)
    attention = _side_by_side(watch, len(keys))
    (probs,) = batch.distributions(number)
    ranks = torch.sort(probs, descending=True, stable=True)
    return Inside(
        frame=frame,
        position=position,
        ids=ranks.indices.to(torch.int32).cpu().numpy(),
        probs=ranks.values.cpu().numpy(),
        keys=keys,
        prefix=len(read),
        attention=attention,
        causal=None if causal is None else _side_by_side(causal, len(keys)),
    )


def without_conditioning(
    model: Model, spec: RunSpec, position: int, *, block: int, step: int, shapes: Shapes | None = None,
    recorded: Trace | None = None, origin: Origin | None = None, check: Check = lambda: None,
) -> tuple[StepFrame, StepFrame]:  # fmt: skip
    """The step as it is, and as it would have been without self-conditioning: same canvas, same random numbers.

    Args, raises: as `look`.
    """
    row = before(model, spec, position, block=block, step=step, recorded=recorded)
    off = row.spec.replace(settings=row.settings.replace(self_conditioning="off"))
    _, frames, moments = _up_to(Batch(model, shapes, keeps=True), row, origin, block, step, check)
    start = _step_before(origin, frames, moments)
    _, again, _ = _up_to(Batch(model, shapes), Row.of(model, off, recorded=recorded), start, block, step, check)
    return frames[-1], again[-1]


def _step_before(origin: Origin | None, frames: list[StepFrame], moments: list[Moment]) -> Origin | None:
    """Where a run starts that takes the last step again; None if no step before it was computed."""
    moments = [*([origin.moment] if origin else []), *moments]
    return Origin(moment=moments[-2], frames=frames[:-1]) if len(frames) > 1 and moments[1:] else None


def _up_to(
    batch: Batch, row: Row, origin: Origin | None, block: int, step: int, check: Check, watch: Watch | None = None
) -> tuple[int, list[StepFrame], list[Moment]]:
    """Takes a row's steps up to this one, which `watch` sees.

    Returns:
        The row's number, the frames of all its steps, and the last two moments, if the batch keeps any.
    """
    number = batch.join(row, origin)
    frames, moments = batch.before(number), list[Moment]()
    while not frames or (frames[-1].block, frames[-1].step) != (block, step):
        check()
        if number not in batch.numbers:
            raise SpecError(f"Computed here, this run has no step {step} in block {block}.")
        if watch is not None:
            watch.seen.clear()
        with nullcontext() if watch is None else watching(watch):
            frames += stepped(batch).values()
        moments = [*moments, *batch.moments.values()][-2:]
    return number, frames, moments


def before(model: Model, spec: RunSpec, position: int, *, block: int, step: int, recorded: Trace | None = None) -> Row:
    """The row that is the run up to just before a step; a moment on its way can be its origin.

    Raises:
        SpecError: the run has no such step or position, or nothing has been written there.
        PlaygroundError: as `Row.of`.
    """
    length = model.canvas_length
    if type(position) is not int or not 0 <= position < length:
        raise SpecError(f"There is no position {position!r}; positions of a block go from 0 to {length - 1}.")
    if type(step) is not int or step < 1:
        raise SpecError(f"There is no step {step!r} to look into; steps count from 1.")
    if spec.causal and position != step - 1:
        raise SpecError(
            f"Step {step} writes position {step - 1}; token after token, a pass looks from no other position."
        )
    while spec.branch and (block, step) <= (spec.branch.block, spec.branch.step):
        spec = spec.branch.parent  # that is what the run was at this step
    return Row.of(model, branch(spec, step - 1, block=block), recorded=recorded)


@torch.inference_mode()
def _causally(model: Model, row: Row, cache: DynamicCache, frame: StepFrame, position: int) -> Watch:
    """What a position of a canvas looks at if the encoder reads that canvas."""
    canvas = torch.from_numpy(frame.input_ids).to(model.device, torch.int64)[None]
    row = replace(row, cache=copied(cache), unread=canvas, block=frame.block)
    with watching(watch := Watch(position)):
        row.read(model)
    return watch


def _side_by_side(watch: Watch, length: int) -> np.ndarray:
    """The layers' weights, float32 (layers, heads, K); a layer with a window has 0 before it."""
    layers = [watch.seen[index] for index in sorted(watch.seen)]
    weights = np.zeros((len(layers), layers[0].shape[0], length), "float32")
    for layer, seen in zip(weights, layers, strict=True):
        layer[:, length - seen.shape[1] :] = seen.cpu().numpy()
    return weights
