"""Draws sums of two numbers, and writes them and the prompts that ask for them."""

import random

from playground.world.sums import Sum
from workshop.world.split import is_held_out

_REQUESTS = (
    "Add {a} and {b}.",
    "Add {a} and {b}.",
    "Add {a} to {b}.",
    "What is {a} + {b}?",
    "What is {a} plus {b}?",
    "How much is {a} + {b}?",
    "How much is {a} plus {b}?",
    "Calculate {a} + {b}.",
    "The sum of {a} and {b}.",
    "What is the sum of {a} and {b}?",
    "{a} + {b}",
    "{a} + {b} =",
    "{a} + {b} = ?",
    "{a}+{b}",
    "{a}+{b}=",
    "{a} plus {b}",
)

_LARGEST = (9, 99, 999, 999)


def sample_sum(rng: random.Random, held_out: bool) -> Sum:
    """Draws two numbers of one to three digits from one side of the split. Their order does not matter to it."""
    while True:
        a, b = rng.randint(0, rng.choice(_LARGEST)), rng.randint(0, rng.choice(_LARGEST))
        if is_held_out(f"sum {min(a, b)} {max(a, b)}") == held_out:
            return a, b


def write_request(task: Sum, rng: random.Random) -> str:
    """Writes a prompt that asks for the sum."""
    text = rng.choice(_REQUESTS).format(a=task[0], b=task[1])
    if rng.random() < 0.2:
        text = text.removesuffix(".").removesuffix("?").rstrip()
    return text.lower() if rng.random() < 0.15 else text


def write_sum(task: Sum) -> str:
    """Writes the numbers and their sum under each other, the last digits in one column."""
    a, b = task
    return f"{a:6}\n+{b:5}\n={a + b:5}"
