"""Statistics and situations to hold samplers against."""

import math

import pytest
import torch

from playground.engine.randomness import Draws, Randomness
from playground.engine.statistics import statistics
from playground.engine.step import Rules, State, advance
from playground.rules.samplers import SAMPLERS, Before
from playground.rules.ways import Tokens
from playground.spec.settings import SamplerSettings

CPU = torch.device("cpu")
DRAWING = ["ancestral", "psi", "gibbs"]


def seen(logits, seed=0):
    """Statistics of logits (B, L, V) at temperature 1, fast draw."""
    rows, length, _ = logits.shape
    numbers = Randomness([torch.Generator().manual_seed(seed + r) for r in range(rows)], CPU).uniforms(length)
    processed = logits.clone()
    return statistics(processed, torch.ones(rows), numbers, processed)


def of_probs(*rows):
    """Statistics of rows of distributions."""
    return seen(torch.tensor(rows).log())


def before(sampler, found, *, step=1, steps=4, seed=0, **changes):
    """What is known at a step, everything else at its plainest; own settings at their defaults or among the changes."""
    rows, length = found.entropy.shape
    rule = SAMPLERS[sampler]
    knobs = {n: torch.full((rows, 1), float(changes.pop(n, knob.default))) for n, knob in rule.knobs.items()}
    generator = torch.Generator().manual_seed(seed)
    known = {
        "canvas": torch.zeros(rows, length, dtype=torch.int64),
        "step": torch.as_tensor(step).expand(rows, 1),
        "steps": torch.as_tensor(steps).expand(rows, 1),
        "accepted": torch.zeros(rows, length, dtype=torch.bool),
        "settled": torch.zeros(rows, length, dtype=torch.bool),
        "pinned": torch.zeros(rows, length, dtype=torch.bool),
        "instead": torch.full((rows, length), -1),
        "knobs": knobs,
        "uniforms": torch.rand(rows, rule.uniforms, length, generator=generator),
        "memory": torch.zeros(rows, length),
        "processed": None,
    }
    return Before(**known | changes)


def accepted(sampler, found, **known):
    return SAMPLERS[sampler].decide(before(sampler, found, **known), found).accepted.tolist()


COUNT = 200_000


def drawn(sampler, probs, token, step, steps, decide=None, **knobs):
    """The share of each token among many positions alike."""
    found = seen(probs.log().float().expand(1, COUNT, len(probs)), seed=5)
    noise = torch.randint(len(probs), (1, COUNT), generator=torch.Generator().manual_seed(6))
    canvas = torch.full((1, COUNT), token)
    known = before(sampler, found, step=step, steps=steps, canvas=canvas, instead=noise, seed=7, **knobs)
    decision = (decide or SAMPLERS[sampler].decide)(known, found)
    assert torch.equal(decision.canvas[~decision.accepted], noise[~decision.accepted]), "rejected is noise"
    return torch.bincount(decision.canvas[0], minlength=len(probs)).double() / COUNT, decision


def leave_one_out(a, probs, token):
    """a p_loo + (1 - a) / K by its definition."""
    logits = probs.log()
    logits[token] -= math.log(1 + len(probs) * a / (1 - a))
    return a * logits.softmax(-1) + (1 - a) / len(probs)


def one_step(probs, pins=None, *, favoured=None, unended=None, ends=(), never=(), **settings):
    """One decision over logits of known distributions, at temperature 1: the next state, and the record by name."""
    logits = torch.tensor([probs]).log()
    length, vocab_size = logits.shape[1:]
    given = (None if part is None else torch.tensor([part]) for part in (pins, unended, favoured))
    state = State.start(torch.zeros(1, length, dtype=torch.int64), *given)
    chosen = SamplerSettings(**{"t_max": 1.0, "t_min": 1.0} | settings)
    rules = Rules.of([chosen], Tokens(mask=-1, blank=0, ends=ends, never=never), CPU)
    draws = Draws(
        numbers=None,
        noise=torch.full((1, length), vocab_size - 1),
        uniforms=torch.full((1, rules.sampler.uniforms, length), 0.5),
    )
    record = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("playground.engine.step.pack", record.update)
        following, _ = advance(logits, state, rules, draws, logits, None)
    return following, record
