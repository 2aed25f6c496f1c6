"""A text with slots in a model's tokens: the canvases that are read, with pins where text stands.

A slot is as long as its labels. Where these differ in length, a canvas has the slots in the length that most of their
labels have, and each length besides has a canvas of its own: a probability there is a probability given that length.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from playground.engine.models import Model
from playground.engine.steering import Placed, placed, tokens_of
from playground.errors import SpecError
from playground.plugins.read.template import Slot, read_slots, with_lengths

MOST_CANVASES = 16
TOP = 10
"""So many tokens are the labels of a slot for any token: the most probable ones of the first pass."""
Labels = Mapping[tuple[int, ...], str]
"""The tokens of each label, with the spaces before it, and its text."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """A slot on a canvas, with the labels of one length."""

    slot: Slot
    first: int
    """Its first position."""
    length: int
    """In tokens."""
    labels: Labels
    """Of that length; empty until the first pass says which, for any token."""

    @property
    def positions(self) -> range:
        return range(self.first, self.first + self.length)

    def with_top(self, model: Model, distribution: Tensor) -> Place:
        """The same; for any token, with the most probable ones, (V,), of its first position as labels, best first."""
        if self.labels:
            return self
        ids = distribution.topk(min(TOP, len(distribution))).indices.tolist()
        return replace(self, labels={(token,): text for token, text in zip(ids, model.token_texts(ids), strict=True)})

    def probabilities(self, distributions: Tensor) -> np.ndarray:
        """Each label's, the product over its positions, (length, V), and the rest: float64 (labels + 1,)."""
        ids = torch.tensor([*self.labels], device=distributions.device)
        places = torch.arange(self.length, device=distributions.device)
        return with_rest(distributions.double()[places, ids].prod(-1))


def with_rest(probabilities: Tensor) -> np.ndarray:
    """Probabilities, and last what is left of 1; rounding makes it no less than 0."""
    return np.append(probabilities.cpu().numpy(), max(0.0, 1 - float(probabilities.sum())))


@dataclass(frozen=True, kw_only=True)
class Canvas:
    """A text on one canvas: pinned, but for its slots and gaps."""

    text: Placed
    places: tuple[Place, ...]
    """Those that are read, in order."""


def canvases(model: Model, template: str) -> list[Canvas]:
    """The canvases of a template: first the one with all slots, then one for each further length of a slot's labels.

    Raises:
        SpecError: as `read_slots`, a label has no tokens of its own, the text does not fit one canvas, or there are too
            many lengths.
    """
    labels = {slot: _by_length(model, slot) for slot in read_slots(template)}
    usual = {slot: max(sorted(each), key=lambda length: len(each[length])) for slot, each in labels.items()}
    further = [{slot: length} for slot, each in labels.items() for length in sorted(each) if length != usual[slot]]
    lengths = [usual, *further]
    if len(lengths) > MOST_CANVASES:
        raise SpecError(
            f"The labels of the slots have {len(lengths)} lengths in tokens together; at most {MOST_CANVASES} are "
            "read. Give them fewer labels."
        )
    texts = placed(model, [with_lengths(template, (usual | each).values()) for each in lengths])
    if too_long := [text for text in texts if text.length + (not text.open) > model.canvas_length]:
        raise SpecError(
            f"The text has {too_long[0].length:,} tokens with its slots; they must fit one canvas, which has "
            f"{model.canvas_length} with the end of the text."
        )
    made = list[Canvas]()
    for text, each in zip(texts, lengths, strict=True):
        gaps = [first for first, content in text.parts if isinstance(content, int)]
        places = (
            Place(slot=slot, first=gaps[slot.gap], length=length, labels=labels[slot][length])
            for slot, length in each.items()
        )
        made.append(Canvas(text=text, places=tuple(places)))
    return made


def _by_length(model: Model, slot: Slot) -> dict[int, dict[tuple[int, ...], str]]:
    """The labels of a slot by their length in tokens; any token has the length 1.

    Raises:
        SpecError: two labels are the same tokens: their probability would count twice.
    """
    labels: dict[int, dict[tuple[int, ...], str]] = {} if slot.labels else {1: {}}
    for text in slot.labels:
        ids = tuple(tokens_of(model, slot.spaces + text))
        if (twin := labels.setdefault(len(ids), {}).setdefault(ids, text)) != text:
            raise SpecError(f"The labels {twin!r} and {text!r} are the same to this model; keep one of them.")
    return labels
