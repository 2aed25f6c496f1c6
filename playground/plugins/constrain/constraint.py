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
        mass = np.zeros((room, len(machine.sizes)))
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
        room, canvas, device, sizes = self.room, logits[0], logits.device, self.machine.sizes
        pins = now.state.pins[0, :room]
        pinned, free = (pins >= 0).nonzero()[:, 0], (pins < 0).nonzero()[:, 0]
        tokens = torch.from_numpy(self.machine.tokens).to(device)
        # (room, N): the logarithms of probabilities, up to a constant for each position; what is pinned is certain.
        live = canvas[:room].index_select(1, tokens)
        log_probs = (live / temperature).masked_fill_(live < IMPOSSIBLE, -torch.inf)
        log_probs[pinned] = torch.zeros_like(log_probs[pinned]).masked_fill(tokens != pins[pinned, None], -torch.inf)
        of_class, ids = log_probs.split(sizes, dim=1), tokens.split(sizes)
        mass = torch.stack([part.logsumexp(dim=1) for part in of_class], 1)
        paths = Paths(self.machine, mass.double().cpu().numpy(), self.open_ended)
        if not np.isfinite(paths.total):
            raise SamplerError(
                f"At step {int(now.state.step)} no text that fits the constraint is left: the sampler has settled "
                "tokens of its own choice. Choose another sampler, or uniform diffusion."
            )
        weight = torch.from_numpy(paths.weight).to(device, logits.dtype) * temperature
        for part, by in zip(live.split(sizes, dim=1), weight.split(1, dim=1), strict=True):
            part += by
        stays = canvas[pinned]
        canvas[:room].fill_(NEVER).index_copy_(1, tokens, live.clamp_(min=NEVER))
        canvas[pinned] = stays
        statistics = measure(logits, temperature, numbers, processed)
        # The most probable token of each class, and its logarithm: (room, C) each.
        highest = [part.max(dim=1) for part in of_class]
        most = torch.stack([part.values for part in highest], 1)
        best = torch.stack([each[part.indices] for each, part in zip(ids, highest, strict=True)], 1)

        def likeliest(text: np.ndarray) -> Tensor:
            """The most probable token of each free position's class, (free,)."""
            return best.gather(1, torch.from_numpy(text[:, None]).to(device))[free, 0]

        argmax, sampled = statistics.argmax.clone(), statistics.sampled.clone()
        argmax[0, free] = likeliest(paths.best(most.double().cpu().numpy()))
        if numbers is None:
            return replace(statistics, sampled=argmax, argmax=argmax)
        generator = now.row.generator
        uniforms = torch.rand(2, room, generator=generator, dtype=torch.float64, device=generator.device).to(device)
        drawn = paths.drawn(uniforms[0].cpu().numpy())
        sampled[0, free] = likeliest(drawn)
        for at in free.tolist():
            if sizes[drawn[at]] > 1:
                part = of_class[drawn[at]][at, None]
                place, _ = invert((part - part.amax()).exp().double(), uniforms[1:, at, None])
                sampled[:, at] = ids[drawn[at]].gather(0, place[0])
        return replace(statistics, sampled=sampled, argmax=argmax)


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
