"""What a sampler is: given what is known before a step and what the pass says, it decides.

Importing this, or a file of a sampler, costs no torch: forms and `--help` are made from the declarations alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from playground.knobs import Knob

if TYPE_CHECKING:
    from torch import Tensor

    from playground.engine.statistics import Statistics


@dataclass(frozen=True, kw_only=True)
class Before:
    """What is known before a decision, of B rows of L positions."""

    canvas: Tensor
    """int64 (B, L): the input canvas."""
    step: Tensor
    """int64 (B, 1): which step of the block this is, counted up from 1."""
    steps: Tensor
    """int64 (B, 1): how many the block may take."""
    accepted: Tensor
    """bool (B, L): the mask of the step before; all False at a block's first step."""
    settled: Tensor
    """bool (B, L): stands for good, as what was accepted does in masked diffusion; entropy 0, probability 1."""
    instead: Tensor
    """int64 (B, L): what the way of writing puts where a position is not accepted: fresh noise, or the mask token."""
    own: Mapping[str, Tensor]
    """The sampler's own settings: float32 (B, 1) each."""
    uniforms: Tensor
    """The sampler's own random numbers, uniform in [0, 1): float32 (B, n, L), n as `Sampler.uniforms` asks."""
    memory: Tensor
    """float32 (B, L): what the step before left in `Decision.memory`; zeros at a block's first step."""
    processed: Tensor | None
    """(B, L, V): logits / temperature of the step before, if `Sampler.looks_back`; of no meaning at a first step."""

    @property
    def left(self) -> Tensor:
        """int64 (B, 1): steps that remain, this one included."""
        return self.steps - self.step + 1


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What a step comes to, of B rows of L positions. Where a position is accepted, `canvas` has the accepted token."""

    accepted: Tensor
    """bool (B, L)."""
    canvas: Tensor
    """int64 (B, L): the input of the next step."""
    key: Tensor | None = None
    """float32 (B, L): what the positions were ordered by, lowest first, if `Explanation.order` is "key"."""
    memory: Tensor | None = None
    """float32 (B, L): what the next step finds in `Before.memory`; None: the same again."""


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """How a decision can be drawn and told: what orders the positions, what is held against which cut."""

    order: Literal["entropy", "confidence", "margin", "place", "key", "none"]
    """Ascending for entropy, place and key, descending for the others. "key": recorded as `Decision.key`."""
    cut: Literal["running sum", "value", "rank", "draw"]
    """What is held against the bound: the sum of what comes before, the value itself, or the place in the order.
    "draw": a position's fate is drawn, not ranked."""
    bound: str = ""
    """Which of the sampler's own settings is the bound, for "running sum" and "value"."""
    unit: str = ""
    """Of what the positions are ordered by."""
    accepted: str = "kept"
    """What "accepted" means here, in a few words."""
    rejected: str = "thrown back"
    """What becomes of the others, in a few words."""


class Sampler:
    """An acceptance rule. Has no state: everything it may use is in `Before` and the statistics.

    A rule that picks positions overrides `accept`; one that draws the next canvas itself overrides `decide`.
    """

    name: ClassVar[str]
    """As settings, addresses and traces call it."""
    label: ClassVar[str]
    rule: ClassVar[str]
    """In one sentence."""
    paper: ClassVar[str] = ""
    explanation: ClassVar[Explanation]
    knobs: ClassVar[Mapping[str, Knob]] = {}
    """Its own settings, all numbers."""
    ways: ClassVar[tuple[str, ...]] = ("uniform", "masked")
    """The ways of writing that it works for."""
    uniforms: ClassVar[int] = 0
    """Random numbers per position and step."""
    looks_back: ClassVar[bool] = False
    """Does it need the processed logits of the step before?"""

    def declaration(self) -> dict[str, Any]:
        """What a reader needs in order to explain a decision: JSON-ready."""
        return {"label": self.label, "rule": self.rule, "paper": self.paper, **asdict(self.explanation)}

    def accept(self, before: Before, found: Statistics) -> Tensor:
        """Which positions keep their sampled token: bool (B, L)."""
        raise NotImplementedError

    def decide(self, before: Before, found: Statistics) -> Decision:
        return keep(self.accept(before, found), before, found)


def keep(
    accepted: Tensor, before: Before, found: Statistics, *, key: Tensor | None = None, memory: Tensor | None = None
) -> Decision:
    """The sampled token where accepted, and elsewhere what the way of writing puts there."""
    canvas = found.sampled.where(accepted, before.instead)
    return Decision(accepted=accepted, canvas=canvas, key=key, memory=memory)


def lowest(key: Tensor, count: Tensor) -> Tensor:
    """The `count` (B, 1) positions with the lowest `key` (B, L) of each row, the earlier of equal ones: bool (B, L)."""
    return key.argsort(dim=-1, stable=True).argsort(dim=-1) < count


def at_least_one(accepted: Tensor, key: Tensor, settled: Tensor) -> Tensor:
    """`accepted` with the settled positions; where it has no other, also the one with the lowest key: all (B, L)."""
    first = key.masked_fill(settled, float("inf")).argmin(dim=-1, keepdim=True)
    none = ~(accepted & ~settled).any(dim=-1, keepdim=True) & ~settled.all(dim=-1, keepdim=True)
    return accepted | settled | settled.new_zeros(settled.shape).scatter(-1, first, none)


def due(before: Before) -> Tensor:
    """How many positions are to be kept by the end of this step, if all are by the last one: int64 (B, 1).

    With n kept before and m steps left, this one included: n + (L - n) / m, rounded up, which is above n while any
    position remains. In masked diffusion n is what has settled, so that each step keeps its share of what remains. In
    uniform diffusion nothing settles and n is what the same rule came to a step ago, L (step - 1) / steps; the whole is
    then L step / steps. One expression serves both: n is the larger of the two.
    """
    length, steps = before.canvas.shape[-1], before.steps
    kept = (length * (before.step - 1)).maximum(before.settled.sum(dim=-1, keepdim=True) * steps)  # times steps
    return -((kept - length * steps - kept * before.left) // (steps * before.left))
