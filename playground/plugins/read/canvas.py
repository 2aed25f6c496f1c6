"""A text with slots in a model's tokens: the canvases that are read, with pins where text stands.

A slot is as long as its labels. Where these differ in length, a canvas has the slots in the length that most of their
labels have, and each length besides has a canvas of its own: a probability there is a probability given that length.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
import torch
from torch import Tensor

from playground.engine.models import Model
from playground.engine.steering import Placed, placed, tokens_of
from playground.errors import SpecError
from playground.plugins.read.template import SlotTemplate

MOST_CANVASES = 16
TOP = 10
"""So many tokens are the labels of a slot for any token: the most probable ones of the first pass."""
_GAP = re.compile(r"_{4,}")


@dataclass(frozen=True, kw_only=True)
class Label:
    """What may stand in a slot, for a model."""

    text: str
    ids: tuple[int, ...]
    """With the spaces before it."""


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
    labels: tuple[Label, ...]
    """Of that length; empty until the first pass says which, for any token."""

    @property
    def positions(self) -> range:
        return range(self.first, self.first + self.length)

    def probabilities(self, distributions: Tensor) -> np.ndarray:
        """float64 (labels,): each label's, the product over its places.

        Args:
            distributions: float32 (length, V), of the slot's positions.
        """
        ids = torch.tensor([label.ids for label in self.labels], device=distributions.device)
        places = torch.arange(self.length, device=distributions.device)
        return distributions.double()[places, ids].prod(-1).cpu().numpy()


@dataclass(frozen=True, kw_only=True)
class Canvas:
    """A text on one canvas: pinned, but for its slots and gaps."""

    text: Placed
    places: tuple[Place, ...]
    """Those that are read, in order."""

    @property
    def watched(self) -> list[int]:
        """The positions of all slots, in order."""
        return [position for place in self.places for position in place.positions]


def canvases(model: Model, template: SlotTemplate) -> list[Canvas]:
    """The canvases of a template: first the one with all slots, then one for each further length of a slot's labels.

    Raises:
        SpecError: a label has no tokens of its own, the text does not fit one canvas, or there are too many lengths.
    """
    tokens = cache(partial(tokens_of, model))
    labels = [_labels(slot.labels, slot.spaces, tokens) for slot in template.slots]
    by_frequency = [Counter(sorted(len(label.ids) for label in each)) or Counter([1]) for each in labels]
    usual = {slot: lengths.most_common(1)[0][0] for slot, lengths in enumerate(by_frequency)}
    further = [(slot, n) for slot, lengths in enumerate(by_frequency) for n in sorted(lengths) if n != usual[slot]]
    if len(further) >= MOST_CANVASES:
        raise SpecError(
            f"The labels of the slots have {len(further) + 1} lengths in tokens together; at most {MOST_CANVASES} are "
            "read. Give them fewer labels."
        )
    lengths = [usual, *(usual | {slot: length} for slot, length in further)]
    texts = placed(model, [template.with_lengths(each) for each in lengths])
    for text in texts:
        if text.length + (not text.open) > model.canvas_length:
            raise SpecError(
                f"The text has {text.length:,} tokens with its slots; they must fit one canvas, which has "
                f"{model.canvas_length} with the end of the text."
            )
    numbers = [range(len(template.slots)), *([slot] for slot, _ in further)]
    return [
        Canvas(text=text, places=tuple(_place(template, slot, text, each[slot], labels[slot]) for slot in slots))
        for text, each, slots in zip(texts, lengths, numbers, strict=True)
    ]


def gap_of_slot(template: SlotTemplate, slot: int) -> int:
    """Which gap of the text a slot is, from 0: gaps without labels count too."""
    return slot + sum(len(_GAP.findall(text)) for text in template.texts[: slot + 1])


def _place(template: SlotTemplate, slot: int, text: Placed, length: int, labels: Sequence[Label]) -> Place:
    gaps = [place for place, content in text.parts if isinstance(content, int)]
    return Place(
        slot=slot,
        source=template.slots[slot].source,
        first=gaps[gap_of_slot(template, slot)],
        length=length,
        labels=tuple(label for label in labels if len(label.ids) == length),
    )


def _labels(texts: Sequence[str], spaces: str, tokens: Callable[[str], list[int]]) -> list[Label]:
    """Raises a SpecError if two labels are the same tokens: their probability would count twice."""
    labels: dict[tuple[int, ...], Label] = {}
    for text in texts:
        label = Label(text=text, ids=tuple(tokens(spaces + text)))
        twin = labels.setdefault(label.ids, label)
        if twin is not label:
            raise SpecError(f"The labels {twin.text!r} and {text!r} are the same to this model; keep one of them.")
    return [*labels.values()]


def with_top(model: Model, place: Place, distribution: Tensor) -> Place:
    """A slot for any token, with the most probable ones as its labels, the first one first.

    Args:
        distribution: float32 (V,), of its position.
    """
    ids = distribution.topk(min(TOP, len(distribution))).indices.tolist()
    texts = model.token_texts(ids)
    labels = tuple(Label(text=text, ids=(token,)) for text, token in zip(texts, ids, strict=True))
    return Place(slot=place.slot, source=place.source, first=place.first, length=1, labels=labels)
