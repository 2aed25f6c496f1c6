"""Measures what a constraint costs: a step with it over one without, in turn; and how large its automaton is.

At the vocabulary of the 26B checkpoint only the statistics of random logits are taken, without a pass.
"""

from __future__ import annotations

import itertools
import statistics as stats
import string
import time
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import torch

from playground.engine.models import load_model
from playground.engine.processors import processing
from playground.engine.statistics import statistics
from playground.engine.step import State
from playground.plugins.constrain.constraint import Constraint, machine_of
from playground.plugins.constrain.lexicon import Machine, Vocabulary, machine
from playground.plugins.constrain.schema import patterns_of
from workshop.bench import Parts
from workshop.bench.pins import step_ratio, whole_canvas

LENGTH, VOCABULARY = 256, 262_144
ROUNDS = 3
KEYS = {"name": {"type": "string"}, "age": {"type": "integer"}, "has": {"type": "string"}}
RULES: dict[str, dict[str, Any]] = {
    "json": {"schema": {"type": "object", "properties": KEYS}},
    "sudoku_row": {"regex": ["[1-9]{9}", *(f"[^{digit}]*{digit}[^{digit}]*" for digit in range(1, 10))]},
    "date": {"regex": "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"},
}


def embedded() -> dict[str, float]:
    """With the embedded checkpoint: whole steps."""
    model = load_model()
    free = whole_canvas(model)
    figures = sizes("", {name: machine_of(rule, model) for name, rule in RULES.items()})
    for name, rule in RULES.items():
        figures[f"{name}_over_free"] = step_ratio(model, free.replace(processors={"constrain": rule}), free)
    return figures


@torch.inference_mode()
def large() -> dict[str, float]:
    """With a made-up vocabulary: printable signs, pieces of JSON, and words with and without a space before."""
    spelled = (itertools.product((" ", ""), *[string.ascii_lowercase] * letters) for letters in (2, 3, 4))
    words = map("".join, itertools.chain.from_iterable(spelled))
    texts = itertools.chain(("", ""), string.printable, ('{"', '": "', '", "', '"}'), words)
    vocabulary = Vocabulary(tuple(itertools.islice(texts, VOCABULARY)), ends=(0,), blanks=(1,))
    machines = {name: machine(patterns_of(rule), vocabulary) for name, rule in RULES.items()}
    figures, base = sizes("_262144", machines), torch.randn(1, LENGTH, VOCABULARY) * 3
    row, state = SimpleNamespace(generator=torch.Generator(), figures={}), State.start(torch.zeros(1, LENGTH).long())
    now: Any = SimpleNamespace(row=row, state=state)
    for name, made in machines.items():
        measures = [processing(rules, now, statistics) for rules in ([Constraint(made, LENGTH, True)], [])]
        ratios = []
        for _ in range(1 + ROUNDS):
            seconds = []
            for measure in measures:
                logits = base.clone()
                started = time.perf_counter()
                measure(logits, torch.ones(1), torch.rand(1, LENGTH), logits)
                seconds.append(time.perf_counter() - started)
            ratios.append(seconds[0] / seconds[1])
        figures[f"{name}_262144_over_free"] = stats.median(ratios[1:])
    return figures


def sizes(label: str, machines: Mapping[str, Machine]) -> dict[str, float]:
    edges = {f"{name}{label}_edges": len(made.source) for name, made in machines.items()}
    return edges | {f"{name}{label}_classes": len(made.sizes) for name, made in machines.items()}


MEANINGS = {
    "over_free": "a step with this constraint over one without, in turn; of the large vocabulary its statistics alone",
    "edges": "edges of its automaton over the tokens",
    "classes": "classes of tokens that these read",
}
PARTS: Parts = {
    part: {f"{name}{label}_{figure}": text for name in RULES for figure, text in MEANINGS.items()}
    for part, label in ((embedded, ""), (large, "_262144"))
}
