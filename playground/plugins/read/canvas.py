"""A text with slots in a model's tokens: the canvases that are read, with pins where text stands.

A slot is as long as its labels. Where these differ in length, a canvas has the slots in the length that most of their
labels have, and each length besides has a canvas of its own: a probability there is a probability given that length.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np
import torch
from torch import Tensor

from playground.engine.models import Model
from playground.engine.steering import Placed, placed, tokens_of
from playground.errors import SpecError
from playground.plugins.read.template import Slot, SlotTemplate

MOST_CANVASES = 16
TOP = 10
"""So many tokens are the labels of a slot for any token: the most probable ones of the first pass."""
Labels = Mapping[tuple[int, ...], str]
"""The tokens of each label, with the spaces before it, and its text."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """A slot on a canvas, with the labels of one length."""

    slot: int
    """Its number in the template, from 0."""
    source: str
    """The slot as the template has it."""
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
        """The same; if it is for any token, with the most probable ones as its labels, the first one first.

        Args:
            distribution: float (V,), of its first position.
        """
        if self.labels:
            return self
        ids = distribution.topk(min(TOP, len(distribution))).indices.tolist()
        return replace(self, labels={(token,): text for token, text in zip(ids, model.token_texts(ids), strict=True)})

    def probabilities(self, distributions: Tensor) -> np.ndarray:
        """float64 (labels + 1,): each label's, the product over its places, and the rest.

        Args:
            distributions: float32 (length, V), of the slot's positions.
        """
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


def canvases(model: Model, template: SlotTemplate) -> list[Canvas]:
    """The canvases of a template: first the one with all slots, then one for each further length of a slot's labels.

    Raises:
        SpecError: a label has no tokens of its own, the text does not fit one canvas, or there are too many lengths.
    """
    tokens = cache(partial(tokens_of, model))
    labels = [_by_length(slot, tokens) for slot in template.slots]
    usual = [max(sorted(each.items()), key=lambda item: len(item[1]))[0] for each in labels]
    lengths = [usual]
    for slot, each in enumerate(labels):
        lengths += [[*usual[:slot], length, *usual[slot + 1 :]] for length in sorted(each) if length != usual[slot]]
    if len(lengths) > MOST_CANVASES:
        raise SpecError(
            f"The labels of the slots have {len(lengths)} lengths in tokens together; at most {MOST_CANVASES} are "
            "read. Give them fewer labels."
        )
    texts = placed(model, [template.with_lengths(each) for each in lengths])
    if too_long := [text for text in texts if text.length + (not text.open) > model.canvas_length]:
        raise SpecError(
            f"The text has {too_long[0].length:,} tokens with its slots; they must fit one canvas, which has "
            f"{model.canvas_length} with the end of the text."
        )

    def place(slot: int, text: Placed, length: int) -> Place:
        gaps = [first for first, content in text.parts if isinstance(content, int)]
        source, first = template.slots[slot].source, gaps[template.slots[slot].gap]
        return Place(slot=slot, source=source, first=first, length=length, labels=labels[slot][length])

    return [
        Canvas(
            text=text,
            places=tuple(place(slot, text, n) for slot, n in enumerate(each) if each is usual or n != usual[slot]),
        )
        for text, each in zip(texts, lengths, strict=True)
    ]


def _by_length(slot: Slot, tokens: Callable[[str], list[int]]) -> dict[int, dict[tuple[int, ...], str]]:
    """The labels of a slot by their length in tokens; any token has the length 1.

    Raises:
        SpecError: two labels are the same tokens: their probability would count twice.
    """
    labels: dict[int, dict[tuple[int, ...], str]] = {} if slot.labels else {1: {}}
    for text in slot.labels:
        ids = tuple(tokens(slot.spaces + text))
        if (twin := labels.setdefault(len(ids), {}).setdefault(ids, text)) != text:
            raise SpecError(f"The labels {twin!r} and {text!r} are the same to this model; keep one of them.")
    return labels
