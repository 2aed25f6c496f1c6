"""What follows a pass as graphs: the temperature, the statistics, the decisions of all rules, and the conclusion."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import torch
from torch import Tensor

from playground.engine.models import Model
from playground.engine.randomness import Draws
from playground.engine.statistics import CANDIDATES, Statistics, statistics
from playground.engine.step import concluded, decided, measured
from playground.plugins.live.portable.graphs import Graph, Part
from playground.rules.samplers import BUILT_IN, Sampler
from playground.rules.schedules import SCHEDULES
from playground.rules.stopping import StableAndConfident
from playground.rules.ways import WAYS, Way
from playground.rules.ways.base import NEVER

DRAWS = ("exact", "fast", "greedy")


def step_graphs(model: Model) -> list[Graph]:
    """`temperature-SCHEDULE`, `statistics-WAY-DRAW`, `decide-WAY-SAMPLER` and `conclude`.

    Where a sampler looks back, `decide-WAY-SAMPLER-first` decides a step that has nothing to look back at.
    """
    samplers = [kind() for kind in BUILT_IN]
    ways = [way for way in WAYS.values() if way.begins != "mask" or model.tokens.mask >= 0]
    diffusing = [way for way in ways if not way.causal]
    return [
        *(_temperature(name) for name in SCHEDULES),
        *(_statistics(model, way, draw) for way in ways for draw in DRAWS),
        *(
            _decide(model, way, sampler, first)
            for way in diffusing
            for sampler in samplers
            if way.name in sampler.ways
            for first in ((False, True) if sampler.looks_back else (False,))
        ),
        _conclude(model),
    ]


def _temperature(schedule: str) -> Graph:
    number = torch.tensor([48])
    inputs = {"step": number, "steps": number, "t_min": torch.tensor([0.4]), "span": torch.tensor([0.4])}
    return Graph(
        name=f"temperature-{schedule}",
        module=_Temperature(schedule, inputs),
        inputs=inputs,
        outputs=["temperature"],
        moving={},
    )


class _Temperature(Part):
    """The temperature, float32 (1,), of a step; step and steps are int64 (1,), t_min and span float32 (1,)."""

    def __init__(self, schedule: str, inputs: dict[str, Tensor]) -> None:
        super().__init__(inputs)
        self._schedule = schedule

    def outputs(self, values: Any) -> tuple[Tensor, ...]:
        left = (values.steps - (values.step - 1)) / values.steps
        return (SCHEDULES[self._schedule](left, values.t_min, values.span),)


def _statistics(model: Model, way: Way, draw: str) -> Graph:
    length = 1 if way.causal else model.canvas_length
    ids, vocabulary = torch.zeros(1, length, dtype=torch.int64), model.vocab_size
    numbers = {
        "exact": {"numbers": torch.ones(1, length, vocabulary)},
        "fast": {"numbers": torch.zeros(1, length, dtype=torch.float64)},
        "greedy": {},
    }[draw]
    inputs = {
        "logits": torch.randn(1, length, vocabulary), "temperature": torch.ones(1), "margin": torch.ones(1, 1),
        "canvas": ids, "pins": ids - 1, "favoured": ids - 1, "unended": ids > 0, **numbers,
    }  # fmt: skip
    figures = ["sampled_ids", "argmax_ids", "entropy", "top_ids", "top_probs"]
    if way.causal:
        return Graph(
            name=f"statistics-{way.name}-{draw}",
            module=_Next(model, inputs),
            inputs=inputs,
            outputs=[*figures, "processed"],
            moving={},
        )
    return Graph(
        name=f"statistics-{way.name}-{draw}",
        module=_Statistics(model, way, inputs),
        inputs=inputs,
        outputs=[*figures, *(f"held_{name}" for name in figures), "processed", "settled", "stands", "standing", "lead"],
        moving={},
    )


def _figures(result: Statistics) -> tuple[Tensor, ...]:
    return result.sampled, result.argmax, result.entropy, result.top_ids, result.top_probs


class _Statistics(Part):
    """`measured` over one canvas; the inputs are named as in `State` and `Rules`."""

    def __init__(self, model: Model, way: Way, inputs: dict[str, Tensor]) -> None:
        super().__init__(inputs)
        self._way, self._tokens = way, model.tokens

    def outputs(self, values: Any) -> tuple[Tensor, ...]:
        logits, numbers = values.logits.clone(), getattr(values, "numbers", None)
        rules: Any = SimpleNamespace(way=self._way, tokens=self._tokens, margin=values.margin)
        known = measured(logits, values, rules, values.temperature, numbers, logits)
        return (
            *_figures(known.plain), *_figures(known.held), known.plain.processed,
            known.settled, known.stands, known.standing, known.lead,
        )  # fmt: skip


class _Next(Part):
    """The statistics of the next token alone, L = 1."""

    def __init__(self, model: Model, inputs: dict[str, Tensor]) -> None:
        super().__init__(inputs)
        self._never = model.tokens.never

    def outputs(self, values: Any) -> tuple[Tensor, ...]:
        logits = values.logits.clone()
        for ids in self._never:
            logits[..., ids.start : ids.stop] = NEVER
        result = statistics(logits, values.temperature, getattr(values, "numbers", None), logits)
        return *_figures(result), result.processed


def _decide(model: Model, way: Way, sampler: Sampler, first: bool) -> Graph:
    length, vocabulary = model.canvas_length, model.vocab_size
    ids, number = torch.zeros(1, length, dtype=torch.int64), torch.tensor([[8]])
    nowhere, figures = ids > 0, torch.rand(1, length)
    candidates = min(CANDIDATES, vocabulary)
    inputs = {
        "canvas": ids, "step": number[0], "steps": number, "accepted": nowhere, "settled": nowhere,
        "stands": nowhere, "noise": ids, "uniforms": torch.rand(1, sampler.uniforms, length), "memory": figures,
        "sampled_ids": ids, "argmax_ids": ids, "entropy": figures, "top_ids": ids[..., None].repeat(1, 1, candidates),
        "top_probs": torch.rand(1, length, candidates), "processed": torch.randn(1, length, vocabulary),
        **({"before": torch.randn(1, length, vocabulary)} if sampler.looks_back and not first else {}),
        **{name: torch.tensor([[float(knob.default)]]) for name, knob in sampler.knobs.items()},
    }  # fmt: skip
    module = _Decide(model, way, sampler, inputs)
    result = module.forward(*inputs.values())
    optional = [name for name, there in zip(("key", "memory_out"), module.has, strict=True) if there]
    assert len(result) == 2 + len(optional)
    return Graph(
        name=f"decide-{way.name}-{sampler.name}{'-first' if first else ''}",
        module=module,
        inputs=inputs,
        outputs=["kept", "next", *optional],
        moving={},
    )


class _Decide(Part):
    """`decided` over one canvas: `kept`, `next` (the canvas), and what orders the positions and what the rule keeps.

    The statistics that go in are those that the sampler is told, `held_...` of the graph before.
    """

    def __init__(self, model: Model, way: Way, sampler: Sampler, inputs: dict[str, Tensor]) -> None:
        super().__init__(inputs)
        self._way, self._tokens, self._sampler, self.has = way, model.tokens, sampler, (False, False)

    def outputs(self, values: Any) -> tuple[Tensor, ...]:
        held = Statistics(
            sampled=values.sampled_ids, argmax=values.argmax_ids, entropy=values.entropy, top_ids=values.top_ids,
            top_probs=values.top_probs, processed=values.processed,
        )  # fmt: skip
        known: Any = SimpleNamespace(held=held, settled=values.settled, stands=values.stands)
        knobs = {name: getattr(values, name) for name in self._sampler.knobs}
        rules: Any = SimpleNamespace(
            way=self._way, tokens=self._tokens, sampler=self._sampler, knobs=knobs, steps=values.steps
        )
        draws = Draws(numbers=None, noise=values.noise, uniforms=values.uniforms)
        decision = decided(known, values, rules, draws, getattr(values, "before", None))
        optional = self._sampler.explanation.key(decision, held), decision.memory
        self.has = optional[0] is not None, optional[1] is not None
        return decision.accepted, decision.canvas, *(tensor for tensor in optional if tensor is not None)


def _conclude(model: Model) -> Graph:
    length = model.canvas_length
    ids, count = torch.zeros(1, length, dtype=torch.int64), torch.tensor([1])
    inputs = {
        "kept": ids > 0, "next": ids, "stands": ids > 0, "standing": ids, "sampled_ids": ids, "argmax_ids": ids,
        "entropy": torch.rand(1, length), "argmax_ids_before": ids, "stable_for": count, "stability": count,
        "confidence": torch.rand(1),
    }  # fmt: skip
    return Graph(
        name="conclude",
        module=_Conclude(inputs),
        inputs=inputs,
        outputs=["accepted", "canvas", "sampled_ids_out", "mean_entropy", "stable_for_out", "stop"],
        moving={},
    )


class _Conclude(Part):
    """`concluded` over one canvas, whatever decided; the statistics are those that the sampler was told."""

    def outputs(self, values: Any) -> tuple[Tensor, ...]:
        held = SimpleNamespace(sampled=values.sampled_ids, argmax=values.argmax_ids, entropy=values.entropy)
        known: Any = SimpleNamespace(held=held, stands=values.stands, standing=values.standing)
        state: Any = SimpleNamespace(argmax=values.argmax_ids_before, stable_for=values.stable_for)
        rules: Any = SimpleNamespace(
            stopping=StableAndConfident(stability=values.stability, confidence=values.confidence)
        )
        decision: Any = SimpleNamespace(accepted=values.kept, canvas=values.next)
        out = concluded(decision, known, state, rules)
        return out.accepted, out.canvas, out.sampled, out.mean_entropy, out.stable_for, out.stop
