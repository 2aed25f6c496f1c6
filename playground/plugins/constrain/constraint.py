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
"""How vocabularies write a token that is one byte; part of a character is no text by itself."""
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
        if not model.eos_ids or model.only_top:
            lacks = "tells only its most probable tokens" if model.only_top else "has no token that ends a text"
            raise SpecError(f"This model {lacks}, so no constraint can hold for its texts.")
        if spec.chain[0].keep == "favoured":
            raise SpecError("A constraint cannot hold for a text that is favoured; hold it, or keep it free.")
        most, length = spec.settings.max_new_tokens, model.canvas_length
        machine, room, pins = machine_of(settings, model), min(most, length), held(spec, model)
        mass = np.zeros((room, machine.classes.max() + 1))
        for place, token in pins.items():
            if place < room:
                mass[place] = -np.inf
                mass[place, machine.classes[machine.tokens == token]] = 0.0
        if not np.isfinite(Paths(machine, mass, most <= length).total):
            pinned = " and holds its pins" if pins else ""
            raise SpecError(f"No text of at most {room} tokens, its end included, fits the constraint{pinned}.")
        return cls(machine, room, most <= length)

    def statistics(
        self, now: Pass, logits: Tensor, temperature: Tensor, numbers: Tensor | None, processed: Tensor,
        measure: Measure,
    ) -> Statistics:  # fmt: skip
        """As `Processor.statistics`.

        Raises:
            SamplerError: what the sampler has settled for good leaves no text that fits.
        """
        room, canvas, device = self.room, logits[0], logits.device
        pins = now.state.pins[0, :room]
        pinned, free = (pins >= 0).nonzero()[:, 0], (pins < 0).nonzero()[:, 0]
        tokens, classes = (torch.from_numpy(part).to(device) for part in (self.machine.tokens, self.machine.classes))
        # The logarithms of probabilities, with what is pinned as certain: (room, N).
        log_probs = (canvas[:room] / temperature).log_softmax(dim=-1)[:, tokens]
        log_probs[pinned] = torch.zeros_like(log_probs[pinned]).masked_fill(tokens != pins[pinned, None], -torch.inf)
        most, mass = (part.double().cpu().numpy() for part in _of_classes(log_probs, classes))
        paths = Paths(self.machine, mass, self.open_ended)
        if not np.isfinite(paths.total):
            raise SamplerError(
                f"At step {int(now.state.step)} no text that fits the constraint is left: the sampler has settled "
                "tokens of its own choice. Choose another sampler, or uniform diffusion."
            )
        weight = torch.from_numpy(paths.weight).to(device, logits.dtype)[:, classes]
        marginals = torch.full_like(canvas[:room], NEVER)
        marginals[:, tokens] = (canvas[:room, tokens] + weight * temperature).clamp(min=NEVER)
        canvas[free] = marginals[free]
        statistics = measure(logits, temperature, numbers, processed)

        def within(text: np.ndarray) -> Tensor:
            """The logarithms of the tokens of each position's class, (room, N)."""
            return log_probs.masked_fill(classes != torch.from_numpy(text[:, None]).to(device), -torch.inf)

        argmax = statistics.argmax.clone()
        argmax[0, free] = tokens[within(paths.best(most)).argmax(dim=-1)][free]
        if numbers is None:
            return replace(statistics, sampled=argmax, argmax=argmax)
        generator = now.row.generator
        uniforms = torch.rand(2, room, generator=generator, dtype=torch.float64, device=generator.device).to(device)
        inside = within(paths.drawn(uniforms[0].cpu().numpy()))
        place, _ = invert((inside - inside.amax(dim=-1, keepdim=True)).exp().double(), uniforms[1, :, None])
        sampled = statistics.sampled.clone()
        sampled[0, free] = tokens[place[free, 0]]
        return replace(statistics, sampled=sampled, argmax=argmax)


def _of_classes(log_probs: Tensor, classes: Tensor) -> tuple[Tensor, Tensor]:
    """The logarithms of the most probable token's and of all tokens' probability, of each class: (room, C) each."""
    log_probs = log_probs.masked_fill(log_probs < IMPOSSIBLE, -torch.inf)
    place = classes.expand_as(log_probs)
    most = log_probs.new_full((len(log_probs), int(classes.max()) + 1), -torch.inf)
    most.scatter_reduce_(1, place, log_probs, "amax")
    base = most.masked_fill(most == -torch.inf, 0.0)
    shares = (log_probs - base.gather(1, place)).exp_()
    return most, base + torch.zeros_like(most).scatter_add_(1, place, shares).log_()


_VOCABULARIES: WeakKeyDictionary[Any, Vocabulary] = WeakKeyDictionary()
"""Tokenizer -> the texts of its tokens, which are read once."""


def machine_of(settings: Mapping[str, Any], model: Model) -> Machine:
    """The automaton of a constraint's settings over a model's tokens; raises a SpecError for what cannot be one."""
    if model.tokenizer not in _VOCABULARIES:
        tokens, texts = model.tokens, model.token_texts([*range(min(model.vocab_size, len(model.tokenizer)))])
        never = {*model.tokenizer.all_special_ids, *tokens.ends, tokens.mask, *chain.from_iterable(tokens.never)}
        never |= {at for at, text in enumerate(texts) if "\ufffd" in text or _BYTE.fullmatch(text)}
        controls = {*PlainText(model.tokenizer).control_tokens}
        _VOCABULARIES[model.tokenizer] = Vocabulary(
            texts=tuple("" if at in never or text in controls else text for at, text in enumerate(texts)),
            ends=tuple(model.eos_ids),
            blanks=tuple({*tokens.ends} - {*model.eos_ids}),
        )
    try:
        return machine(patterns_of(settings), _VOCABULARIES[model.tokenizer])
    except RecursionError as error:
        raise SpecError("The constraint is nested too deeply.") from error
