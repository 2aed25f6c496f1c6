"""What one step of a run did, in a few hundred words at most: for a program, or a model that reads it."""

from __future__ import annotations

from typing import Any, TypedDict

import numpy as np

from playground.errors import TraceError
from playground.rules.ways import WAYS
from playground.trace import Trace
from playground.trace.metrics import probability
from playground.trace.status import NEWLY_LOCKED, RELAPSED, status

MOST_NAMED = 10
"""Positions that are named one by one."""


class Position(TypedDict):
    position: int
    """From 0."""
    token: str
    """What was drawn."""
    probability: float | None
    """Of that token; None if it is not among the recorded candidates."""
    entropy: float
    """In nats."""
    kept: bool


class Bound(TypedDict):
    name: str
    value: float
    unit: str
    used: float | None
    """For a running sum: how much of it the kept positions used up; pins take nothing of it."""


class Explanation(TypedDict):
    run: str
    step: int
    """Of the whole run, from 1."""
    steps: int
    """How many the run has."""
    block: int
    step_of_block: int
    sentence: str
    rule: str
    """The sampler's rule."""
    temperature: float
    mean_entropy: float
    """In nats, over all positions."""
    accepted: int
    newly_accepted: int
    relapsed: list[Position]
    """Kept by the step before, and not by this one: the first ones by position."""
    bound: Bound | None
    hardest: list[Position]
    """The positions with the highest entropy."""


def explain(trace: Trace, number: int, run: str) -> Explanation:
    """Says what a step did.

    Args:
        number: the step, counted over all blocks, from 1.
        run: the name of the run.

    Raises:
        TraceError: the run has no such step.
    """
    if type(number) is not int or not 1 <= number <= len(trace):
        raise TraceError(f"step is {number!r}; this run has steps 1 to {len(trace):,}.")
    row, columns = number - 1, trace.columns
    codes, entropy = status(columns["accepted"], columns["block"])[row], columns["entropy"][row]
    accepted, new, relapsed = (
        columns["accepted"][row],
        int((codes == NEWLY_LOCKED).sum()),
        np.flatnonzero(codes == RELAPSED),
    )
    drawn, length = probability(trace, "sampled")[row], trace.header.canvas_length

    def named(positions: np.ndarray) -> list[Position]:
        return [
            {
                "position": at,
                "token": trace.tokens[columns["sampled_ids"][row, at].item()],
                "probability": None if np.isnan(drawn[at]) else round(drawn[at].item(), 4),
                "entropy": round(entropy[at].item(), 4),
                "kept": bool(accepted[at]),
            }
            for at in positions[:MOST_NAMED].tolist()
        ]

    block, step = columns["block"][row].item(), columns["step"][row].item()
    bound = _bound(trace, row)
    counted = f"{accepted.sum()} of {length} positions" + (f", {new} of them new" if new else "")
    used = "" if bound is None or bound["used"] is None else (
        f" What it kept uses {bound['used']:.3g} of its {bound['value']:g} {bound['unit']}, the last one not counted."
    )  # fmt: skip
    return {
        "run": run,
        "step": number,
        "steps": len(trace),
        "block": block,
        "step_of_block": step,
        "sentence": f"Step {step} of block {block} kept {counted}, and reopened {len(relapsed)} that the step before "
        f"had kept.{used}",
        "rule": str(trace.header.explanation.get("rule", "")),
        "temperature": round(columns["temperature"][row].item(), 6),
        "mean_entropy": round(columns["mean_entropy"][row].item(), 6),
        "accepted": int(accepted.sum()),
        "newly_accepted": new,
        "relapsed": named(relapsed),
        "bound": bound,
        "hardest": named(np.argsort(-entropy, kind="stable")),
    }


def _bound(trace: Trace, row: int) -> Bound | None:
    rule: dict[str, Any] = {"bound": "entropy_bound", "cut": "running sum", "order": "entropy", "unit": "nats"}
    rule |= trace.header.explanation
    if not rule["bound"] or WAYS[trace.header.way].causal:
        return None
    used = None
    if rule["cut"] == "running sum" and rule["order"] == "entropy":
        pinned = trace.columns.get("pinned", np.zeros_like(trace.columns["accepted"]))
        entropies = trace.columns["entropy"][row][trace.columns["accepted"][row] & ~pinned[row]]
        used = round(float(entropies.sum() - entropies.max(initial=0)), 6)
    value = trace.header.settings[rule["bound"]]
    return {"name": rule["bound"], "value": value, "unit": rule["unit"], "used": used}
