"""Reads slots token after token: a label's probability is the product along the chain of its tokens.

The model sees what stands before a slot and nothing after it. Earlier slots hold the label of their usual length that
was read as the most probable one. What such writing would put into a slot is drawn from this very chain.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import torch
from torch import Tensor
from transformers import DynamicCache

from playground.engine.models import Model
from playground.engine.moment import copied
from playground.engine.row import Row
from playground.errors import SpecError
from playground.plugins.read.canvas import Canvas, Label, with_top
from playground.plugins.read.reading import ROWS, Reading
from playground.rules.ways.base import NEVER
from playground.spec.run import RunSpec

Ids = tuple[int, ...]


class _Chain:
    """A text that is read up to some token, and what may follow it."""

    def __init__(self, model: Model, row: Row, check: Callable[[], None]) -> None:
        self._model, self._check, self._media = model, check, row.media
        self._cache = model.denoiser.cache()
        self._temperature = row.settings.t_max
        self.unread = [*row.prompt_ids]
        """What follows what is read; its last token is read with what may come after it."""

    def probabilities(self, labels: Sequence[Label]) -> dict[Ids, float]:
        """The probability of each label, by its tokens: that of the first, times that of the second after it, ..."""
        logs: dict[Ids, float] = {(): 0.0}
        caches: dict[Ids, DynamicCache] = {}
        for depth in range(max(len(label.ids) for label in labels)):
            going_on = [label.ids for label in labels if len(label.ids) > depth]
            beginnings = [*dict.fromkeys(ids[:depth] for ids in going_on)]
            before, caches = caches, {}
            for begin in range(0, len(beginnings), ROWS):
                part = beginnings[begin : begin + ROWS]
                for beginning, (following, cache) in zip(part, self._passed(part, before), strict=True):
                    caches[beginning] = cache
                    nexts = [*dict.fromkeys(ids[: depth + 1] for ids in going_on if ids[:depth] == beginning)]
                    chosen = following[[ids[depth] for ids in nexts]].tolist()
                    logs |= {ids: logs[beginning] + log for ids, log in zip(nexts, chosen, strict=True)}
        return {label.ids: math.exp(logs[label.ids]) for label in labels}

    def next(self) -> Tensor:
        """float32 (V,): the probabilities of the next token."""
        ((following, _),) = self._passed([()], {})
        return following.exp()

    def _passed(
        self, beginnings: Sequence[Ids], before: Mapping[Ids, DynamicCache]
    ) -> Iterator[tuple[Tensor, DynamicCache]]:
        """Passes over the last token of each beginning: float32 (V,), the log-probabilities of what follows it, and
        what is read with it.

        Args:
            before: what is read for each beginning without its last token; none for the text itself.
        """
        self._check()
        model = self._model
        if len(self.unread) > 1:
            ids = torch.tensor([self.unread[:-1]], device=model.device)
            media = {name: tensor.to(model.device) for name, tensor in self._media.items()}
            model.denoiser.read(self._cache, ids, media)
            self.unread, self._media = self.unread[-1:], {}
        last = torch.tensor([[ids[-1] if ids else self.unread[0]] for ids in beginnings], device=model.device)
        caches = [copied(before[ids[:-1]] if ids else self._cache) for ids in beginnings]
        logits = model.denoiser.write(last, caches)[:, 0]
        for never in model.tokens.never:
            logits[:, never.start : never.stop] = NEVER
        yield from zip((logits / self._temperature).log_softmax(-1), caches, strict=True)


@torch.inference_mode()
def read_causally(
    model: Model, spec: RunSpec, canvases: Sequence[Canvas], check: Callable[[], None] = lambda: None
) -> list[Reading]:
    """Reads the slots from left to right.

    Args:
        canvases: the first one has all slots, the others those labels that are longer or shorter.
        check: called before each pass; what it raises ends the work.

    Raises:
        SpecError: a gap without labels stands before a slot.
        PlaygroundError: as `Row.of`.
    """
    model.denoiser.prepare()
    text = canvases[0].text
    chain = _Chain(model, Row.of(model, spec), check)
    places = {place.first: place for place in canvases[0].places}
    readings: list[Reading] = []
    for position, content in text.parts:
        if not places:
            break
        if isinstance(content, list):
            chain.unread += content
            continue
        if position not in places:
            raise SpecError("Token after token, a slot is read from what stands before it; let no gap stand there.")
        place = places.pop(position)
        if not place.labels:
            place = with_top(model, place, chain.next())
        lengths = [further for canvas in canvases[1:] for further in canvas.places if further.slot == place.slot]
        probabilities = chain.probabilities([label for part in (place, *lengths) for label in part.labels])
        for part in (place, *lengths):
            first = np.array([probabilities[label.ids] for label in part.labels])
            readings.append(Reading(place=part, first=first, last=None, steps=1))
        chain.unread += max(place.labels, key=lambda label: probabilities[label.ids]).ids
    return sorted(readings, key=lambda reading: (reading.place.slot, reading.place.length))
