"""A constraint on a run: the text of its canvas fits a regular expression, at every step.

A step draws one whole canvas among those that are accepted, and its best guess is the most probable of them
(`playground.plugins.constrain.paths`). So whatever step a block ends at, its text fits. The sampler sees the marginals
of these canvases: it is certain of a position at which the expression leaves no choice, which then costs nothing of its
budget. After the end of the text only padding fits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import torch
from torch import Tensor

from playground.engine.loading.plain_text import PlainText
from playground.engine.models import Model
from playground.engine.processors import Measure, Pass
from playground.engine.statistics import Statistics, invert
from playground.engine.steering import held
from playground.errors import SamplerError, SpecError
from playground.plugins.constrain.lexicon import Machine, Vocabulary, machine
from playground.plugins.constrain.paths import Paths
from playground.plugins.constrain.schema import patterns_of
from playground.rules.ways.base import NEVER
from playground.spec.run import RunSpec

_BYTE = re.compile("<0x[0-9A-Fa-f]{2}>")
"""How vocabularies write a token that is one byte."""
IMPOSSIBLE = NEVER / 2
"""A logit below this is one that is never drawn."""


@dataclass(frozen=True)
class Constraint:
    """A processor: see `playground.engine.processors`."""

    machine: Machine
    room: int
    """How many positions of the canvas the run writes."""
    open_ended: bool
    """May the text fill all of them and have no end?"""

    @classmethod
    def of(cls, settings: Mapping[str, Any], model: Model, spec: RunSpec) -> Constraint:
        """Makes the constraint of a run, from {"regex": ...} or {"schema": ...}.

        Raises:
            SpecError: it is neither, cannot be read, is too large, or no text of the canvas's length fits it and the
                pins; or the run favours a text of its own, or its model does not tell all of its distribution.
        """
        patterns = patterns_of(settings)
        if not model.eos_ids or model.only_top:
            lacks = "tells only its most probable tokens" if model.only_top else "has no token that ends a text"
            raise SpecError(f"This model {lacks}, so no constraint can hold for its texts.")
        if spec.chain[0].keep == "favoured":
            raise SpecError("A constraint cannot hold for a text that is favoured; hold it, or keep it free.")
        most, length = spec.settings.max_new_tokens, model.canvas_length
        constraint = cls(machine_of(patterns, model), min(most, length), most <= length)
        even = np.zeros((constraint.room, len(constraint.machine.sizes)))
        pins = {place: token for place, token in held(spec, model).items() if place < length}
        if not np.isfinite(constraint._paths(even, pins).total):
            pinned = " and holds its pins" if pins else ""
            raise SpecError(
                f"No text of at most {constraint.room} tokens, its end included, fits the constraint{pinned}."
            )
        return constraint

    def statistics(
        self, now: Pass, logits: Tensor, temperature: Tensor, numbers: Tensor | None, processed: Tensor,
        measure: Measure,
    ) -> Statistics:  # fmt: skip
        """As `Processor.statistics`.

        Raises:
            SamplerError: what the sampler has settled for good leaves no text that fits.
        """
        machine, room = self.machine, self.room
        canvas, device = logits[0], logits.device
        pins = {at: token for at, token in enumerate(now.state.pins[0].tolist()) if token >= 0}
        tokens, sizes = (torch.from_numpy(part).to(device) for part in (machine.tokens, machine.sizes))
        bounds = np.append(0, machine.sizes.cumsum())
        # The logarithms of probabilities: (room, N), class by class.
        log_probs = (canvas[:room] / temperature).log_softmax(dim=-1)[:, tokens]
        most, mass = (part.double().cpu().numpy() for part in _of_classes(log_probs, sizes))
        paths = self._paths(mass, pins)
        if not np.isfinite(paths.total):
            raise SamplerError(
                f"At step {int(now.state.step)} no text that fits the constraint is left: the sampler has settled "
                "tokens of its own choice. Choose another sampler, or uniform diffusion."
            )
        weight = torch.from_numpy(paths.weight).to(device, logits.dtype).repeat_interleave(sizes, dim=1)
        free = [at for at in range(room) if at not in pins]
        marginals = canvas.new_full((len(free), canvas.shape[-1]), NEVER)
        marginals[:, tokens] = (canvas[free][:, tokens] + weight[free] * temperature).clamp(min=NEVER)
        canvas[free] = marginals
        statistics = measure(logits, temperature, numbers, processed)

        best = paths.best(_certain(most, pins, machine), open_ended=self.open_ended)
        argmax = statistics.argmax.clone()
        sampled = argmax if numbers is None else statistics.sampled.clone()
        if numbers is not None:
            generator = now.row.generator
            uniforms = torch.rand(room, generator=generator, dtype=torch.float64, device=generator.device).cpu().numpy()
            drawn, rest = paths.drawn(uniforms)
        for at in free:
            first, last = bounds[best[at]], bounds[best[at] + 1]
            argmax[0, at] = tokens[first + log_probs[at, first:last].argmax()]
            if numbers is not None:
                first, last = bounds[drawn[at]], bounds[drawn[at] + 1]
                part = log_probs[at, first:last]
                chances = (part - part.max()).exp().double()[None]
                place, _ = invert(chances, chances.new_tensor([[rest[at]]]))
                sampled[0, at] = tokens[first + place[0, 0]]
        return replace(statistics, sampled=sampled, argmax=argmax)

    def _paths(self, mass: np.ndarray, pins: Mapping[int, int]) -> Paths:
        return Paths.of(self.machine, _certain(mass, pins, self.machine), open_ended=self.open_ended)


def _of_classes(log_probs: Tensor, sizes: Tensor) -> tuple[Tensor, Tensor]:
    """The logarithms of the most probable token's and of all tokens' probability, of each class: (L, C) each."""
    rows, count = log_probs.shape[0], len(sizes)
    log_probs = log_probs.masked_fill(log_probs < IMPOSSIBLE, -torch.inf)
    place = torch.arange(count, device=sizes.device).repeat_interleave(sizes).expand(rows, -1)
    most = log_probs.new_full((rows, count), -torch.inf).scatter_reduce_(1, place, log_probs, "amax")
    base = most.masked_fill(most == -torch.inf, 0.0)
    shares = (log_probs - base.gather(1, place)).exp_()
    return most, base + torch.zeros_like(most).scatter_add_(1, place, shares).log_()


def _certain(figures: np.ndarray, pins: Mapping[int, int], machine: Machine) -> np.ndarray:
    """The figures (L, C) with what is pinned as certain."""
    figures = figures.copy()
    for at, token in pins.items():
        if at < len(figures):
            figures[at] = -np.inf
            place = np.flatnonzero(machine.tokens == token)
            figures[at, np.searchsorted(machine.sizes.cumsum(), place, side="right")] = 0.0
    return figures


_VOCABULARIES: WeakKeyDictionary[Any, Vocabulary] = WeakKeyDictionary()
"""Tokenizer -> the texts of its tokens."""


def vocabulary(model: Model) -> Vocabulary:
    """The texts of a model's tokens, read once."""
    if model.tokenizer not in _VOCABULARIES:
        tokens, size = model.tokens, min(model.vocab_size, len(model.tokenizer))
        never = {*model.tokenizer.all_special_ids, *tokens.ends, tokens.mask, *chain.from_iterable(tokens.never)}
        texts = model.token_texts([*range(size)])
        controls = {*PlainText(model.tokenizer).control_tokens}
        # A text of part of a character is no text by itself.
        strange = {at for at, text in enumerate(texts) if "\ufffd" in text or text in controls or _BYTE.fullmatch(text)}
        _VOCABULARIES[model.tokenizer] = Vocabulary(
            texts=tuple("" if at in never or at in strange else text for at, text in enumerate(texts)),
            ends=tuple(model.eos_ids),
            blanks=tuple({*tokens.ends} - {*model.eos_ids}),
        )
    return _VOCABULARIES[model.tokenizer]


def machine_of(patterns: tuple[str, ...], model: Model) -> Machine:
    """The automaton of regular expressions over a model's tokens; the last ones are kept. Raises as `machine`."""
    return _machine(patterns, vocabulary(model))


@lru_cache(maxsize=16)
def _machine(patterns: tuple[str, ...], known: Vocabulary) -> Machine:
    return machine(patterns, known)
