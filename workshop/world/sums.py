"""Draws sums and differences of two numbers, and writes them and the prompts that ask for them."""

import random

from playground.plugins.small_world.sums import LARGEST, Sum
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
_DIFFERENCES = (
    "Subtract {b} from {a}.",
    "Take {b} from {a}.",
    "What is {a} - {b}?",
    "What is {a} minus {b}?",
    "How much is {a} - {b}?",
    "How much is {a} minus {b}?",
    "Calculate {a} - {b}.",
    "What is the difference between {a} and {b}?",
    "What is the difference between {b} and {a}?",
    "{a} - {b}",
    "{a} - {b} =",
    "{a}-{b}",
    "{a}-{b}=",
    "{a} minus {b}",
)

_LARGEST = (9, 99, 999, 999, LARGEST)
_P_DIFFERENCE = 0.4


def sample_sum(rng: random.Random, held_out: bool) -> Sum:
    """Draws two numbers of one to four digits from one side of the split; their order does not matter to it.

    Four in ten times the smaller one is to be taken away from the other.
    """
    while True:
        a, b = rng.randint(0, rng.choice(_LARGEST)), rng.randint(0, rng.choice(_LARGEST))
        if is_held_out(f"sum {min(a, b)} {max(a, b)}") == held_out:
            low, high = min(a, b), max(a, b)
            return (high, -low) if low > 0 and rng.random() < _P_DIFFERENCE else (a, b)


def write_request(task: Sum, rng: random.Random) -> str:
    """Writes a prompt that asks for the sum or the difference."""
    a, b = task
    text = rng.choice(_DIFFERENCES if b < 0 else _REQUESTS).format(a=a, b=abs(b))
    if rng.random() < 0.2:
        text = text.removesuffix(".").removesuffix("?").rstrip()
    return text.lower() if rng.random() < 0.15 else text


def write_sum(task: Sum) -> str:
    """Writes the numbers and what they make under each other, the last digits in one column."""
    a, b = task
    return f"{a:6}\n{'-' if b < 0 else '+'}{abs(b):5}\n={a + b:5}"
