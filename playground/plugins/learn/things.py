"""What a lesson can name in a run: the run, its steps, its cells, and what happened to them.

Each kind of thing has a table of fields, which are all that an expression can see of it; `docs/plugins/learn.md` lists
them. Steps and positions are counted as the page counts them: steps from 1 over the whole run, positions from 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from playground.plugins.learn.problems import Wrong
from playground.trace.budget import Budget, budget
from playground.trace.corrections import corrections, reopenings
from playground.trace.metrics import content
from playground.trace.status import LOCKED, NEWLY_LOCKED, RELAPSED, RENOISED, status
from playground.trace.trace import Trace

Fields = dict[str, Callable[[Any], Any]]

STATUSES = {LOCKED: "kept", NEWLY_LOCKED: "just kept", RENOISED: "thrown back", RELAPSED: "reopened"}
"""The page's plain words."""


def _not_recorded() -> Thing:
    raise Wrong("where this run's positions looked is not recorded.")


def _not_read() -> Thing:
    raise Wrong("what a pass makes of this run's start is not recorded.")


class Thing:
    """Something with fields."""

    kind: ClassVar[str]
    fields: ClassVar[Fields]

    def get(self, name: str) -> Any:
        """The value of a field.

        Raises:
            Wrong: there is none of that name.
        """
        if name not in self.fields:
            raise Wrong(f"a {self.kind} has no “{name}”; it has {', '.join(sorted(self.fields))}.")
        return self.fields[name](self)


@dataclass(frozen=True, eq=False)
class Run(Thing):
    """One recorded run.

    Args:
        name: of its file, without the ending.
        title: for the reader.
        file: where the page finds it, relative to its own files.
        look: where one of its cells looked, or what it might have been with another word, if that has been recorded;
            raises `Wrong`.
        read: what a pass makes of the noisy text that it starts from, likewise.
    """

    name: str
    trace: Trace = field(repr=False)
    title: str = ""
    file: str = ""
    look: Callable[[Cell, str], Thing] = field(default=lambda *_: _not_recorded(), repr=False)
    read: Callable[[Run], Thing] = field(default=lambda _: _not_read(), repr=False)
    kind: ClassVar[str] = "run"

    @cached_property
    def codes(self) -> np.ndarray:
        """uint8 (S, L): the status of each position."""
        return status(self.trace.columns["accepted"], self.trace.columns["block"])

    @cached_property
    def text_mask(self) -> np.ndarray:
        """bool (S, L): positions with text."""
        return content(self.trace)

    @cached_property
    def moved(self) -> np.ndarray:
        """float (S, L): how far its processors moved what the model gave, in nats; 0 without any."""
        columns = self.trace.columns
        return columns.get("moved", np.zeros_like(columns["entropy"]))

    @cached_property
    def bound(self) -> float:
        """The entropy bound, in nats."""
        return float(self.trace.header.settings["entropy_bound"])

    @cached_property
    def budgets(self) -> dict[tuple[int, float], Budget]:
        return {}

    def budget(self, row: int, bound: float | None = None) -> Budget:
        """The budget of a step with its own bound or another one, in nats."""
        key = row, self.bound if bound is None else bound
        if key not in self.budgets:
            pinned = self.trace.columns.get("pinned")
            self.budgets[key] = budget(
                self.trace.columns["entropy"][row], key[1], None if pinned is None else pinned[row]
            )
        return self.budgets[key]

    def token(self, column: str, row: int, position: int) -> str:
        """The text of a token as the page writes it in a cell, without the space before it."""
        return self.trace.tokens[int(self.trace.columns[column][row, position])].strip()


@dataclass(frozen=True, eq=False)
class Step(Thing):
    """One step, or the noise that its block begins with."""

    run: Run
    row: int
    noise: bool = False
    kind: ClassVar[str] = "step"

    def count(self, *codes: int) -> int:
        """How many positions with text have one of these statuses."""
        return int((np.isin(self.run.codes[self.row], codes) & self.run.text_mask[self.row]).sum())

    @property
    def final(self) -> int:
        """The row of the last step of its part."""
        return int(np.flatnonzero(self.run.trace.columns["block"] == self.column("block"))[-1])

    @property
    def drawn(self) -> np.ndarray:
        """int (L,): the tokens that were drawn; of noise, those that went in."""
        return self.run.trace.columns["input_ids" if self.noise else "sampled_ids"][self.row]

    def column(self, name: str) -> Any:
        return self.run.trace.columns[name][self.row].item()


@dataclass(frozen=True, eq=False)
class Cell(Thing):
    """One position at one step."""

    run: Run
    row: int
    position: int
    kind: ClassVar[str] = "cell"

    @property
    def at(self) -> Step:
        return Step(self.run, self.row)

    @property
    def entropy(self) -> float:
        return float(self.run.trace.columns["entropy"][self.row, self.position])

    @property
    def place(self) -> int:
        return int(np.flatnonzero(self.run.budget(self.row).order == self.position)[0])

    @property
    def pinned(self) -> bool:
        pinned = self.run.trace.columns.get("pinned")
        return pinned is not None and bool(pinned[self.row, self.position])

    def chance(self, column: str) -> float:
        columns = self.run.trace.columns
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


Run.fields = {
    "canvas": lambda run: run.trace.header.canvas_length,
    "vocabulary": lambda run: run.trace.header.vocab_size,
    "steps": lambda run: len(run.trace),
    "parts": lambda run: len(run.trace.blocks),
    "most_steps": lambda run: run.trace.header.settings["max_denoising_steps"],
    "bound": lambda run: run.bound,
    "t_max": lambda run: run.trace.header.settings["t_max"],
    "t_min": lambda run: run.trace.header.settings["t_min"],
    "stable_needed": lambda run: run.trace.header.settings["stability_threshold"],
    "sure_needed": lambda run: run.trace.header.settings["confidence_threshold"],
    "tokens": lambda run: len(run.trace.text_ids),
    "passes": lambda run: run.trace.nfe,
    "per_pass": lambda run: run.trace.tokens_per_forward,
    "text": lambda run: run.trace.text,
    "prompt": lambda run: run.trace.header.prompt,
    "seed": lambda run: run.trace.header.seed,
    "right": lambda run: run.trace.header.verdict is not None and run.trace.header.verdict.right,
    "verdict": lambda run: "" if run.trace.header.verdict is None else run.trace.header.verdict.sentence,
    "ended": lambda run: run.trace.blocks[-1].stop_reason,
    "reopenings": lambda run: len(reopenings(run.trace)),
    "corrections": lambda run: len(corrections(run.trace)),
    "reading": lambda run: run.read(run),
    "noise": lambda run: Step(run, 0, noise=True),
    "start": lambda run: Step(run, 0),
    "end": lambda run: Step(run, len(run.trace) - 1),
}
Step.fields = {
    "run": lambda step: step.run,
    "number": lambda step: step.row + 1,
    "step": lambda step: step.column("step"),
    "part": lambda step: step.column("block"),
    "temperature": lambda step: step.column("temperature"),
    "mean": lambda step: step.column("mean_entropy"),
    "moved": lambda step: float(step.run.moved[step.row].sum()),
    "stable": lambda step: step.column("stable_for"),
    "text": lambda step: int(step.run.text_mask[step.row].sum()),
    "kept": lambda step: step.count(LOCKED, NEWLY_LOCKED),
    "new": lambda step: step.count(NEWLY_LOCKED),
    "thrown": lambda step: step.count(RENOISED, RELAPSED),
    "reopened": lambda step: step.count(RELAPSED),
    "all_kept": lambda step: int(step.run.trace.columns["accepted"][step.row].sum()),
    "sum": lambda step: float(step.run.budget(step.row).before[max(step.run.budget(step.row).cut - 1, 0)]),
    "last": lambda step: step.final == step.row,
    "noise": lambda step: Step(step.run, step.row - step.column("step") + 1, noise=True),
}
Cell.fields = {
    "run": lambda cell: cell.run,
    "at": lambda cell: cell.at,
    "step": lambda cell: cell.row + 1,
    "position": lambda cell: cell.position,
    "token": lambda cell: cell.run.token("sampled_ids", cell.row, cell.position),
    "guess": lambda cell: cell.run.token("argmax_ids", cell.row, cell.position),
    "went_in": lambda cell: cell.run.token("input_ids", cell.row, cell.position),
    "final": lambda cell: cell.run.token("argmax_ids", cell.at.final, cell.position),
    "entropy": lambda cell: cell.entropy,
    "before": lambda cell: float(cell.run.budget(cell.row).before[cell.place]),
    "place": lambda cell: cell.place + 1,
    "chance": lambda cell: cell.chance("sampled_ids"),
    "best_chance": lambda cell: cell.chance("argmax_ids"),
    "kept": lambda cell: bool(cell.run.trace.columns["accepted"][cell.row, cell.position]),
    "status": lambda cell: STATUSES[int(cell.run.codes[cell.row, cell.position])],
    "text": lambda cell: bool(cell.run.text_mask[cell.row, cell.position]),
    "pinned": lambda cell: cell.pinned,
    "moved": lambda cell: float(cell.run.moved[cell.row, cell.position]),
    "word": lambda cell: cell.get("text") and cell.get("token").isalpha() and len(cell.get("token")) > 1,
}
Reopening.fields = Cell.fields | {
    "held": lambda cell: cell.row - cell.since,
    "since": lambda cell: Cell(cell.run, cell.since, cell.position),
    # Before it was reopened the cell held another drawn token than the one that now stands there.
    "was": lambda cell: cell.run.token("sampled_ids", cell.row - 1, cell.position),
}
Correction.fields = Reopening.fields | {
    "again": lambda cell: Cell(cell.run, cell.again, cell.position),
    "becomes": lambda cell: cell.run.token("sampled_ids", cell.again, cell.position),
}
