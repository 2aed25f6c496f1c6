"""What a sampler is: it decides a step from what was known before and what the pass says.

Neither this file nor a sampler's file imports torch: forms and `--help` need only the declarations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from playground.rules.knobs import Knob

if TYPE_CHECKING:
    from torch import Tensor

    from playground.engine.statistics import Statistics
else:  # names for the signatures of rules
    Tensor = Statistics = Any


@dataclass(frozen=True, kw_only=True)
class Before:
    """What is known before a decision, for B rows of L positions."""

    canvas: Tensor
    """int64 (B, L): the input canvas."""
    step: Tensor
    """int64 (B, 1): which step of the block this is, counted from 1."""
    steps: Tensor
    """int64 (B, 1): the most steps the block may take."""
    accepted: Tensor
    """bool (B, L): what the step before accepted; all False at a block's first step."""
    settled: Tensor
    """bool (B, L): fixed for good, as pins are, and accepted tokens in masked diffusion; entropy 0, probability 1."""
    pinned: Tensor
    """bool (B, L): held by the person from the start; they are settled, and take nothing of what others may use up."""
    instead: Tensor
    """int64 (B, L): what the way of writing puts where nothing is accepted: fresh noise, or the mask token."""
    knobs: Mapping[str, Tensor]
    """The sampler's own settings by name: float32 (B, 1) each."""
    uniforms: Tensor
    """The sampler's own random numbers, uniform in [0, 1): float32 (B, n, L), where n is `Sampler.uniforms`."""
    memory: Tensor
    """float32 (B, L): what the step before left in `Decision.memory`; zeros at a block's first step."""
    processed: Tensor | None
    """(B, L, V): logits / temperature of the step before, if `Sampler.looks_back`; None at a first step, of a block or
    of a branch that takes this sampler."""

    @property
    def left(self) -> Tensor:
        """int64 (B, 1): how many steps remain, including this one."""
        return self.steps - self.step + 1


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What a sampler decides for B rows of L positions. Where a position is accepted, `canvas` has its token."""

    accepted: Tensor
    """bool (B, L)."""
    canvas: Tensor
    """int64 (B, L): the input of the next step."""
    key: Tensor | None = None
    """float32 (B, L): what the positions were ordered by, if that is the rule's own figure."""
    memory: Tensor | None = None
    """float32 (B, L): what the next step finds in `Before.memory`; None leaves it unchanged."""


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """How the page shows a decision: how the positions are ordered, and what decides where the cut is."""

    order: str
    """What orders the positions, in a word or two: "entropy", "confidence", "margin", "place", a name for
    `Decision.key`, or "none"."""
    falling: bool = False
    """Do the highest values come first?"""
    cut: Literal["running sum", "value", "rank", "draw"]
    """What is compared with the bound: the sum of all values before this one, the value itself, or its rank.
    "draw": positions are not ranked; chance decides."""
    bound: str = ""
    """Which of the sampler's own settings is the bound, for "running sum" and "value"."""
    least: int = 0
    """How many are accepted for "value" even if fewer are past the bound."""
    unit: str = ""
    """The unit of the values that order the positions."""
    accepted: str = "kept"
    """What "accepted" means here, in a few words."""
    rejected: str = "redrawn at random"
    """What happens to the other positions, in a few words. Masked diffusion says "left masked" instead."""

    def key(self, decision: Decision, statistics: Statistics) -> Tensor | None:
        """What a trace keeps so that a reader can order the positions: float32 (B, L), or None if nothing is needed."""
        match self.order:
            case "confidence":
                return statistics.confidence
            case "margin":
                return statistics.margin
            case "entropy" | "place":
                return None
        return decision.key


class Sampler:
    """An acceptance rule. It has no state: everything it may use is in `Before` and the statistics.

    A rule that picks positions overrides `accept`. A rule that draws the next canvas itself overrides `decide`.
    """

    name: ClassVar[str]
    """What settings, addresses and traces call it."""
    version: ClassVar[str] = ""
    """What a spec says of the rule's code. Change it when the rule decides otherwise than before; moving or renaming
    code leaves it as it is, so that recorded runs and links stay valid. "" stands for the hash of the code."""
    label: ClassVar[str]
    rule: ClassVar[str]
    """The rule in one sentence."""
    paper: ClassVar[str] = ""
    explanation: ClassVar[Explanation]
    knobs: ClassVar[Mapping[str, Knob]] = {}
    """Its own settings, all of them numbers."""
    ways: ClassVar[tuple[str, ...]] = ("uniform", "masked")
    """The ways of writing that it works with."""
    uniforms: ClassVar[int] = 0
    """How many random numbers it needs per position and step."""
    shares_code: ClassVar[bool] = False
    """Does its code go with every trace of its runs, in the header's explanation? Nothing runs it there."""
    looks_back: ClassVar[bool] = False
    """Does it need the processed logits of the step before?"""

    def declaration(self) -> dict[str, Any]:
        """What a reader needs in order to explain a decision, ready for JSON."""
        return {"label": self.label, "rule": self.rule, "paper": self.paper, **asdict(self.explanation)}

    def accept(self, before: Before, statistics: Statistics) -> Tensor:
        """Picks the positions that keep their sampled token: bool (B, L)."""
        raise NotImplementedError

    def decide(self, before: Before, statistics: Statistics) -> Decision:
        """Decides a whole step."""
        return keep(self.accept(before, statistics), before, statistics)


def keep(
    accepted: Tensor, before: Before, statistics: Statistics, *, key: Tensor | None = None, memory: Tensor | None = None
) -> Decision:
    """Puts the sampled tokens where they are accepted; elsewhere, whatever the way of writing puts there."""
    canvas = statistics.sampled.where(accepted, before.instead)
    return Decision(accepted=accepted, canvas=canvas, key=key, memory=memory)


def lowest(key: Tensor, count: Tensor) -> Tensor:
    """Picks the `count` (B, 1) positions with the lowest `key` (B, L) in each row: bool (B, L). Ties go to the left."""
    return key.argsort(dim=-1, stable=True).argsort(dim=-1) < count


def at_least_one(accepted: Tensor, key: Tensor, settled: Tensor) -> Tensor:
    """Adds the settled positions to `accepted`, and the one with the lowest key to a row without any other: (B, L)."""
    first = key.masked_fill(settled, float("inf")).argmin(dim=-1, keepdim=True)
    none = ~(accepted & ~settled).any(dim=-1, keepdim=True) & ~settled.all(dim=-1, keepdim=True)
    return accepted | settled | settled.new_zeros(settled.shape).scatter(-1, first, none)


def due(before: Before) -> Tensor:
    """How many positions must be kept by the end of this step for the last step to keep all: int64 (B, 1).

    With n kept before and m steps left, including this one, that is n + (L - n) / m, rounded up. It exceeds n while any
    position remains. In masked diffusion n counts the settled positions, so each step keeps its share of the rest. In
    uniform diffusion only the p pins settle, and n is what this rule gave a step ago, p + (L - p) (step - 1) / steps;
    the result is then p + (L - p) step / steps. One expression serves both: n is the larger of the two.
    """
    length, steps = before.canvas.shape[-1], before.steps
    settled, pinned = (where.sum(dim=-1, keepdim=True) for where in (before.settled, before.pinned))
    n = (pinned * steps + (length - pinned) * (before.step - 1)).maximum(settled * steps)  # times steps
    return -((n - length * steps - n * before.left) // (steps * before.left))


class Ranked(Sampler):
    """Keeps as many positions as are due, so that the last step keeps all. Such rules differ only in their order."""

    def key(self, before: Before, statistics: Statistics) -> Tensor:
        """The value that orders the positions, lowest first: float32 (B, L)."""
        raise NotImplementedError

    def decide(self, before: Before, statistics: Statistics) -> Decision:
        key = self.key(before, statistics)
        accepted = lowest(key.masked_fill(before.settled, float("-inf")), due(before))
        return keep(accepted, before, statistics, key=key)
