"""Branches of recorded runs: the spec of a run that goes on from a step of another one."""

from __future__ import annotations

from typing import Any

from playground.errors import SpecError
from playground.spec.run import Branch, RunSpec, check_place
from playground.trace import Trace


def spec_of(trace: Trace, image: bytes = b"") -> RunSpec:
    """The spec of a recorded run.

    Args:
        image: the prompt's picture file, which a trace does not hold.

    Raises:
        SpecError, SettingError: as `RunSpec.from_dict`; or another program made the run.
    """
    trace.header.check_remakable()
    return RunSpec.from_dict(trace.header.spec, image)


def branch(run: Trace | RunSpec, step: int, *, block: int = 1, image: bytes = b"", **changes: Any) -> RunSpec:
    """The spec of a run that goes on from a step of another one; run it with `record(model, spec, recorded=trace)`.

    With nothing changed, it gives the tokens that the run gave: bit for bit in float32 on a CPU with the same number of
    threads, elsewhere up to rounding.

    Args:
        step: the last step that both share, counted from 1; 0 shares only the canvas that the block begins with.
        block: counted from 1.
        image: the prompt's picture file, if it has one.
        changes: what is different from there on: `seed`, `pins`, `edits`, `settings`, or some of the settings by name,
            such as `entropy_bound=2.0`, while the others stay.

    Raises:
        SpecError: the run has no such step, or a branch cannot change this.
        SettingError: the seed or a setting is not allowed.
    """
    parent = spec_of(run, image) if isinstance(run, Trace) else run
    if isinstance(run, Trace):
        check_step(run, block, step)
    later = tuple(edit for edit in parent.edits if (edit.block, edit.step) > (block, step))
    usual: dict[str, Any] = {"start": None, "noise": 0.0, "noise_seed": 0, "keep": "free", "edits": later}
    return parent.replace(**usual | changes, branch=Branch(parent=parent, block=block, step=step))


def check_step(trace: Trace, block: int, step: int) -> None:
    """Checks that a run has a step to branch from.

    Raises:
        SpecError: it has not.
    """
    check_place(block, step)
    steps = [summary.steps for summary in trace.blocks]
    if block > len(steps):
        raise SpecError(f"There is no block {block} to branch from; this run has {counted(len(steps), 'block')}.")
    if step > steps[block - 1]:
        raise SpecError(
            f"There is no step {step} in block {block} to branch from; it has {counted(steps[block - 1], 'step')}."
        )


def counted(number: int, noun: str) -> str:
    """Such as "1 step" or "2 steps"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
