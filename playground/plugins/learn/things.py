"""What a lesson can name: a run, which is its trace, its steps, its cells, and what happened to them.

Each kind of thing has a table of fields, which are all that an expression can see of it; `docs/plugins/learn.md` lists
them. Steps and positions are counted as the page counts them: steps from 1 over the whole run, positions from 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from playground.plugins.learn.problems import Wrong
from playground.trace.budget import Budget, budget
from playground.trace.corrections import corrections, reopenings
from playground.trace.metrics import content
from playground.trace.status import LOCKED, NEWLY_LOCKED, RELAPSED, RENOISED, status
from playground.trace.trace import Trace

Fields = dict[str, Callable[[Any], Any]]

MOST_RUNS, MOST_STEPS = 32, 4096
"""What is derived is kept of so many."""
STATUSES = {LOCKED: "kept", NEWLY_LOCKED: "just kept", RENOISED: "thrown back", RELAPSED: "reopened"}
"""The page's plain words."""


class Thing:
    """Something in a run, with fields. The run itself is its trace."""

    kind: ClassVar[str]
    fields: ClassVar[Fields]

    def get(self, name: str) -> Any:
        """As `field_of`."""
        return field_of(self, name)


def field_of(thing: Thing | Trace, name: str) -> Any:
    """The value of a field.

    Raises:
        Wrong: there is none of that name.
    """
    kind, fields = ("run", RUN_FIELDS) if isinstance(thing, Trace) else (thing.kind, thing.fields)
    if name not in fields:
        raise Wrong(f"a {kind} has no “{name}”; it has {', '.join(sorted(fields))}.")
    return fields[name](thing)


@lru_cache(maxsize=MOST_RUNS)
def codes(run: Trace) -> np.ndarray:
    """uint8 (S, L): the status of each position."""
    return status(run.columns["accepted"], run.columns["block"])


@lru_cache(maxsize=MOST_RUNS)
def text_mask(run: Trace) -> np.ndarray:
    """bool (S, L): positions with text."""
    return content(run)


def moved(run: Trace) -> np.ndarray:
    """float (S, L): how far its processors moved what the model gave, in nats; 0 without any."""
    return run.columns.get("moved", np.zeros_like(run.columns["entropy"]))


@lru_cache(maxsize=MOST_STEPS)
def budget_of(run: Trace, row: int, bound: float | None = None) -> Budget:
    """The budget of a step with its run's own bound or another one, in nats."""
    pinned = run.columns.get("pinned")
    bound = float(run.header.settings["entropy_bound"]) if bound is None else bound
    return budget(run.columns["entropy"][row], bound, None if pinned is None else pinned[row])


def token(run: Trace, column: str, row: int, position: int) -> str:
    """The text of a token as the page writes it in a cell, without the space before it."""
    return run.tokens[int(run.columns[column][row, position])].strip()


@dataclass(frozen=True, eq=False)
class Step(Thing):
    """One step, or the noise that its block begins with."""

    run: Trace
    row: int
    noise: bool = False
    kind: ClassVar[str] = "step"

    def count(self, *statuses: int) -> int:
        """How many positions with text have one of these statuses."""
        return int((np.isin(codes(self.run)[self.row], statuses) & text_mask(self.run)[self.row]).sum())

    @property
    def final(self) -> int:
        """The row of the last step of its part."""
        return int(np.flatnonzero(self.run.columns["block"] == self.column("block"))[-1])

    @property
    def drawn(self) -> np.ndarray:
        """int (L,): the tokens that were drawn; of noise, those that went in."""
        return self.run.columns["input_ids" if self.noise else "sampled_ids"][self.row]

    def column(self, name: str) -> Any:
        return self.run.columns[name][self.row].item()


@dataclass(frozen=True, eq=False)
class Cell(Thing):
    """One position at one step."""

    run: Trace
    row: int
    position: int
    kind: ClassVar[str] = "cell"

    @property
    def at(self) -> Step:
        return Step(self.run, self.row)

    @property
    def entropy(self) -> float:
        return float(self.run.columns["entropy"][self.row, self.position])

    @property
    def place(self) -> int:
        return int(np.flatnonzero(budget_of(self.run, self.row).order == self.position)[0])

    @property
    def pinned(self) -> bool:
        pinned = self.run.columns.get("pinned")
        return pinned is not None and bool(pinned[self.row, self.position])

    def chance(self, column: str) -> float:
        columns = self.run.columns
        matches = columns["top_ids"][self.row, self.position] == columns[column][self.row, self.position]
        return float(columns["top_probs"][self.row, self.position][matches].sum())


@dataclass(frozen=True, eq=False)
class Reopening(Cell):
    """A cell with text that was kept at the step before, and no longer is."""

    since: int = 0
    """The row since which it had held its token."""
    kind: ClassVar[str] = "reopening"


@dataclass(frozen=True, eq=False)
class Correction(Reopening):
    """A reopening after which the position was kept again as another token."""

    again: int = 0
    """The row that keeps it as the other token."""
    kind: ClassVar[str] = "correction"


RUN_FIELDS: Fields = {
    "canvas": lambda run: run.header.canvas_length,
    "vocabulary": lambda run: run.header.vocab_size,
    "steps": lambda run: len(run),
    "parts": lambda run: len(run.blocks),
    "most_steps": lambda run: run.header.settings["max_denoising_steps"],
    "bound": lambda run: float(run.header.settings["entropy_bound"]),
    "t_max": lambda run: run.header.settings["t_max"],
    "t_min": lambda run: run.header.settings["t_min"],
    "stable_needed": lambda run: run.header.settings["stability_threshold"],
    "sure_needed": lambda run: run.header.settings["confidence_threshold"],
    "tokens": lambda run: len(run.text_ids),
    "passes": lambda run: run.nfe,
    "per_pass": lambda run: run.tokens_per_forward,
    "text": lambda run: run.text,
    "prompt": lambda run: run.header.prompt,
    "seed": lambda run: run.header.seed,
    "right": lambda run: run.header.verdict is not None and run.header.verdict.right,
    "verdict": lambda run: "" if run.header.verdict is None else run.header.verdict.sentence,
    "ended": lambda run: run.blocks[-1].stop_reason,
    "reopenings": lambda run: len(reopenings(run)),
    "corrections": lambda run: len(corrections(run)),
    "noise": lambda run: Step(run, 0, noise=True),
    "start": lambda run: Step(run, 0),
    "end": lambda run: Step(run, len(run) - 1),
}
Step.fields = {
    "run": lambda step: step.run,
    "number": lambda step: step.row + 1,
    "step": lambda step: step.column("step"),
    "part": lambda step: step.column("block"),
    "temperature": lambda step: step.column("temperature"),
    "mean": lambda step: step.column("mean_entropy"),
    "moved": lambda step: float(moved(step.run)[step.row].sum()),
    "stable": lambda step: step.column("stable_for"),
    "text": lambda step: int(text_mask(step.run)[step.row].sum()),
    "kept": lambda step: step.count(LOCKED, NEWLY_LOCKED),
    "new": lambda step: step.count(NEWLY_LOCKED),
    "thrown": lambda step: step.count(RENOISED, RELAPSED),
    "reopened": lambda step: step.count(RELAPSED),
    "all_kept": lambda step: int(step.run.columns["accepted"][step.row].sum()),
    "sum": lambda step: float(budget_of(step.run, step.row).before[max(budget_of(step.run, step.row).cut - 1, 0)]),
    "last": lambda step: step.final == step.row,
    "noise": lambda step: Step(step.run, step.row - step.column("step") + 1, noise=True),
}
Cell.fields = {
    "run": lambda cell: cell.run,
    "at": lambda cell: cell.at,
    "step": lambda cell: cell.row + 1,
    "position": lambda cell: cell.position,
    "token": lambda cell: token(cell.run, "sampled_ids", cell.row, cell.position),
    "guess": lambda cell: token(cell.run, "argmax_ids", cell.row, cell.position),
    "went_in": lambda cell: token(cell.run, "input_ids", cell.row, cell.position),
    "final": lambda cell: token(cell.run, "argmax_ids", cell.at.final, cell.position),
    "entropy": lambda cell: cell.entropy,
    "before": lambda cell: float(budget_of(cell.run, cell.row).before[cell.place]),
    "place": lambda cell: cell.place + 1,
    "chance": lambda cell: cell.chance("sampled_ids"),
    "best_chance": lambda cell: cell.chance("argmax_ids"),
    "kept": lambda cell: bool(cell.run.columns["accepted"][cell.row, cell.position]),
    "status": lambda cell: STATUSES[int(codes(cell.run)[cell.row, cell.position])],
    "text": lambda cell: bool(text_mask(cell.run)[cell.row, cell.position]),
    "pinned": lambda cell: cell.pinned,
    "moved": lambda cell: float(moved(cell.run)[cell.row, cell.position]),
    "word": lambda cell: cell.get("text") and cell.get("token").isalpha() and len(cell.get("token")) > 1,
}
Reopening.fields = Cell.fields | {
    "held": lambda cell: cell.row - cell.since,
    "since": lambda cell: Cell(cell.run, cell.since, cell.position),
    # Before it was reopened the cell held another drawn token than the one that now stands there.
    "was": lambda cell: token(cell.run, "sampled_ids", cell.row - 1, cell.position),
}
Correction.fields = Reopening.fields | {
    "again": lambda cell: Cell(cell.run, cell.again, cell.position),
    "becomes": lambda cell: token(cell.run, "sampled_ids", cell.again, cell.position),
}
