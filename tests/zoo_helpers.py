"""Statistics and situations to hold samplers against."""

import math

import torch

from playground.engine.randomness import Randomness
from playground.engine.statistics import statistics
from playground.rules.samplers import SAMPLERS, Before

CPU = torch.device("cpu")
DRAWING = ["ancestral", "psi", "gibbs"]
KEEPS_ONE = [name for name in SAMPLERS if name not in DRAWING]


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
