"""Sums of two numbers, written in columns as at school, so that each digit has its place on the canvas.

The last digit can be written first: each carry comes from the digits to its right.
"""

import random
import re

from playground.world.split import is_held_out

Sum = tuple[int, int]
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
_NUMBER = r"(\d{1,6})"
_READ = re.compile(
    r"(?:please )?(?:(?:add|(?:what is |what's )?(?:the )?sum of)\s+{n}\s+(?:and|to|\+|plus)\s+{n}"
    r"|(?:(?:what is|what's|how much is|calculate|compute|work out|solve|add)\s+)?{n}\s*(?:\+|plus)\s*{n})"
    r"\s*(?:=\s*)?[.?!]*".replace("{n}", _NUMBER),
    re.IGNORECASE,
)

_GIVEN = re.compile(
    r"(?:^ *=|[\d?]\s*(?:=|is\b|equals\b|makes\b)|\b(?:answer|result|sum|total)\s*(?:=|:|is\b))\s*(\d+)",
    re.IGNORECASE | re.MULTILINE,
)
"""A number that is given as a result."""
_COLUMNS = re.compile(r"\s*\d+\s*\+\s*\d+\s+\d+\s*")
"""Two numbers and their sum under each other, without "="."""


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


def read_sum(prompt: str) -> Sum | None:
    """The two numbers that `prompt` asks to add, or None."""
    found = _READ.fullmatch(prompt.strip())
    if not found:
        return None
    a, b = (int(number) for number in found.groups() if number)
    return a, b


def wrong_in_sum(task: Sum, text: str) -> str:
    """Says why the number that `text` gives is not the sum, or what other numbers it adds; "" if it is right.

    Only a number that is given as a result counts, as after "=" or "the answer is": a story may well count something.
    """
    a, b = task
    bare = re.sub(r"(?<=\d),(?=\d{3})|[*_$`{}\\]|\bboxed\b", "", text)
    numbers = [int(number) for number in re.findall(r"\d+", bare) if len(number) < 20]
    given = [int(number) for number in _GIVEN.findall(bare) if len(number) < 20]
    if _COLUMNS.fullmatch(bare) or bare.strip(" .!\n").isdecimal():
        given = numbers[-1:]
    if given and len(numbers) == 3 and sorted(numbers[:2]) != sorted(task):
        return f"The text adds {numbers[0]} and {numbers[1]}, not {a} and {b}."
    if a + b in (*given[-1:], *numbers[-1:]):
        return ""
    return f"{a} + {b} is {a + b}, not {given[-1]}." if given else "The text holds no sum."
