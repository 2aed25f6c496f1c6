"""Random numbers: torch's on a CPU, in the order in which a step draws them, and Python's from a text."""

import hashlib
import random

import torch

from playground.engine.randomness import Randomness

SEEDS = (0, 1, 5, 2**31, 2**32 - 1, 2**32, 2**32 + 7, 2**53 - 1)
LENGTHS = (1, 7, 15, 16, 17, 128, 624, 700)
"""Sizes around those from where torch fills tensors in other ways, and around the generator's own size."""
TEXTS = ("", "noise 0", "noise 9007199254740991", "edit 5 1 3 12", "ä 漢 😀", "x" * 3000)


def cases(model):
    vocabulary = model.vocab_size
    return {
        "torch": [{"seed": seed, "draws": [*draws(seed, vocabulary)]} for seed in SEEDS],
        "whole step": whole_step(vocabulary),
        "python": [{"seed": text, **python(text)} for text in TEXTS],
    }


def draws(seed, vocabulary):
    """One kind of draw after another from one generator, which is then seeded anew."""
    generator = torch.Generator().manual_seed(seed)
    randomness = Randomness([generator], torch.device("cpu"))
    for size in LENGTHS:
        yield {"kind": "noise", "size": size, **summary(randomness.noise(size, vocabulary).int())}
        yield {"kind": "uniforms", "size": size, **summary(randomness.uniforms(size))}
        yield {"kind": "floats", "size": size, **summary(randomness.for_sampler(1, size))}
        yield {"kind": "exponentials", "size": size, **summary(randomness.exponentials(size, 1))}
    generator.manual_seed(seed + 1)
    yield {"kind": "uniforms", "seed": seed + 1, "size": 3, **summary(randomness.uniforms(3))}


def whole_step(vocabulary):
    """What a step of the exact draw takes."""
    step = Randomness([torch.Generator().manual_seed(3)], torch.device("cpu")).draws("exact", 128, vocabulary, 2)
    return [
        {"kind": "exponentials", "size": step.numbers.numel(), **summary(step.numbers)},
        {"kind": "noise", "size": step.noise.numel(), **summary(step.noise.int())},
        {"kind": "floats", "size": step.uniforms.numel(), **summary(step.uniforms)},
    ]


def python(text):
    rng = random.Random(text)
    return summary(torch.tensor([rng.random() for _ in range(640)], dtype=torch.float64))


def summary(numbers):
    """The first number, and the hash of the little-endian bytes of all."""
    return {"first": numbers.flatten()[0].item(), "sha256": hashlib.sha256(numbers.numpy().tobytes()).hexdigest()}
