"""What follows from a step for its block: whether it ends there, and why, and whether branches can still leave it."""

from __future__ import annotations

import torch

from playground.engine.row import Row, leaves
from playground.engine.steering import awaits_edit, in_block
from playground.errors import SpecError
from playground.rules.stopping import StableAndConfident
from playground.trace.frame import StepFrame, StopReason


def rule_stops(row: Row, frame: StepFrame) -> bool:
    """Does the stopping rule end the block, by the settings of this row?"""
    rule = StableAndConfident.of(
        [row.settings.stability_threshold], [row.settings.confidence_threshold], torch.device("cpu")
    )
    return bool(rule.should_stop(torch.tensor([frame.stable_for]), torch.tensor([frame.mean_entropy])))


def stop_reason_of(row: Row, frame: StepFrame, *, stops: bool, turned: bool, text_ends: bool) -> StopReason:
    """Why the block ends with this step; empty if it goes on.

    Args:
        stops: what the stopping rule says.
        turned: has the run just branched off?
        text_ends: is the text over if the block ends here?

    Raises:
        SpecError: a branch has other pins, but no step to put them in.
    """
    way = row.way
    if awaits_edit(row.now, row.block, row.step) or (turned and _repinned(row, len(frame.accepted))):
        return ""
    if stops:
        return "stable-and-confident"
    if way.sticky and (frame.accepted.all() or (way.causal and text_ends)):
        return "complete"
    if not way.causal and row.step == row.settings.max_denoising_steps:
        return "max-steps"
    return ""


def check_branches(row: Row, *, turned: bool, text_ends: bool) -> None:
    """Checks a run whose block ends with this step.

    Raises:
        SpecError: the text ends where the run branches off, or the run ends or goes on before a branch could leave it.
    """
    if turned and text_ends:
        raise SpecError(
            f"The text ends with step {row.step} of block {row.block}, also with what this branch changes; branch "
            "from an earlier step."
        )
    if row.turns and (text_ends or leaves(row.turns[0])[0] == row.block):
        block, step = leaves(row.turns[0])
        event = "the text ends" if text_ends else "the next block begins"
        raise SpecError(
            f"There is no step {step} in block {block} to branch from: computed here, {event} after step {row.step} "
            f"of block {row.block}."
        )


def _repinned(row: Row, length: int) -> bool:
    """Has a row that has just turned other pins in its block? Then the block goes on.

    Raises:
        SpecError: it has no step left.
    """
    before = row.was
    assert before is not None, "it has just turned"
    was, now = (in_block(dict(spec.pins), row.block, length) for spec in (before, row.now))
    steps = row.settings.max_denoising_steps
    if was != now and row.step >= steps:
        raise SpecError(
            f"The branch changes pins after step {row.step}, the last one that max_denoising_steps allows; allow "
            "more steps, or branch from an earlier one."
        )
    return was != now
