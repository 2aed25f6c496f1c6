"""Reads slots token after token: a label's probability is the product along the chain of its tokens.

The model sees what stands before a slot and nothing after it. Earlier slots hold the label of their usual length that
was read as the most probable one. What such writing would put into a slot is drawn from this very chain.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor
from transformers import DynamicCache

from playground.engine.models import Model
from playground.engine.moment import copied
from playground.engine.row import Row
from playground.errors import SpecError
from playground.plugins.read.canvas import Canvas, Labels, with_rest
from playground.plugins.read.reading import ROWS, Rows, rows_of
from playground.rules.ways.base import NEVER
from playground.service.slot import Check
from playground.spec.run import RunSpec


class _Chain:
    """A text that is read as far as it goes, and what may follow it."""

    def __init__(self, model: Model, row: Row, check: Check) -> None:
        self._model, self._check, self._temperature = model, check, row.settings.t_max
        self._media = {name: tensor.to(model.device) for name, tensor in row.media.items()}
        self._cache = model.denoiser.cache()
        self.unread = [*row.prompt_ids]

    def following(self) -> Tensor:
        """float64 (V,): the log-probabilities of the next token, once all is read."""
        *before, last = self.unread
        if before:
            self._model.denoiser.read(self._cache, torch.tensor([before], device=self._model.device), self._media)
        self.unread, self._media = [], {}
        return self._passed(torch.tensor([[last]], device=self._model.device), [self._cache])[0]

    def probabilities(self, labels: Labels, following: Tensor) -> np.ndarray:
        """float64 (labels + 1,): of each label of one length the product along its chain of tokens, and the rest."""
        ids = torch.tensor([*labels], device=following.device)
        logs = following[ids[:, 0]]
        for part, log in zip(ids.split(ROWS), logs.split(ROWS), strict=True):  # views: what is added stays in `logs`
            caches = [copied(self._cache) for _ in part]
            for last, token in zip(part.T, part.T[1:], strict=False):
                log += self._passed(last[:, None], caches).gather(1, token[:, None])[:, 0]
        return with_rest(logs.exp())

    def _passed(self, last: Tensor, caches: Sequence[DynamicCache]) -> Tensor:
        """Reads the last token of each row, (B, 1): float64 (B, V), the log-probabilities of what follows it."""
        self._check()
        logits = self._model.denoiser.write(last, caches)[:, 0].double()
        for never in self._model.tokens.never:
            logits[:, never.start : never.stop] = NEVER
        return (logits / self._temperature).log_softmax(-1)


@torch.inference_mode()
def read_causally(model: Model, spec: RunSpec, canvases: Sequence[Canvas], check: Check) -> Rows:
    """Reads the slots from left to right.

    Args:
        canvases: the first one has all slots, the others those labels that are longer or shorter.

    Raises:
        SpecError: a gap without labels stands before a slot.
        PlaygroundError: as `Row.of`.
    """
    model.denoiser.prepare()
    chain, rows = _Chain(model, Row.of(model, spec), check), Rows()
    places = [place for canvas in canvases for place in canvas.places]
    slots = {usual.first: [place for place in places if place.slot == usual.slot] for usual in canvases[0].places}
    for position, content in canvases[0].text.parts:
        if isinstance(content, list):
            chain.unread += content
        elif position in slots:
            following = chain.following()
            read = [place.with_top(model, following) for place in slots[position]]
            firsts = [chain.probabilities(place.labels, following) for place in read]
            chain.unread += [*read[0].labels][int(firsts[0][:-1].argmax())]
            rows += [row for place, first in zip(read, firsts, strict=True) for row in rows_of(place, first[None])]
        elif position < max(slots):
            raise SpecError("Token after token, a slot is read from what stands before it; let no gap stand there.")
    return rows
