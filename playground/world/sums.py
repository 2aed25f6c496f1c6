"""Sums of two numbers, written in columns as at school, so that each digit has its place on the canvas.

The last digit can be written first: each carry comes from the digits to its right.
"""

import re

Sum = tuple[int, int]
_NUMBER = r"(\d{1,6})"
REQUEST = re.compile(
    r"(?:please )?(?:(?:add|(?:what is |what's )?(?:the )?sum of)\s+{n}\s+(?:and|to|\+|plus)\s+{n}"
    r"|(?:(?:what is|what's|how much is|calculate|compute|work out|solve|add)\s+)?{n}\s*(?:\+|plus)\s*{n})"
    r"\s*(?:=\s*)?[.?!]*".replace("{n}", _NUMBER),
    re.IGNORECASE,
)

RESULT = re.compile(
    r"(?:^ *=|[\d?]\s*(?:=|is\b|equals\b|makes\b)|\b(?:answer|result|sum|total)\s*(?:=|:|is\b))\s*(\d+)",
    re.IGNORECASE | re.MULTILINE,
)
"""A number that is given as a result."""
COLUMNS = re.compile(r"\s*\d+\s*\+\s*\d+\s+\d+\s*")
"""Two numbers and their sum under each other, without "="."""
MARKS = re.compile(r"(?<=\d),(?=\d{3})|[*_$`{}\\]|\bboxed\b")
"""What is written around and in numbers, such as in 1,998 and **12**."""


def read_sum(prompt: str) -> Sum | None:
    """The two numbers that `prompt` asks to add, or None."""
    match = REQUEST.fullmatch(prompt.strip())
    if not match:
        return None
    a, b = (int(number) for number in match.groups() if number)
    return a, b


def wrong_in_sum(task: Sum, text: str) -> str:
    """Says why the number that `text` gives is not the sum, or what other numbers it adds; "" if it is right.

    Only a number that is given as a result counts, as after "=" or "the answer is": a story may well count something.
    """
    a, b = task
    bare = MARKS.sub("", text)
    numbers = [int(number) for number in re.findall(r"\d+", bare) if len(number) < 20]
    results = [int(number) for number in RESULT.findall(bare) if len(number) < 20]
    if COLUMNS.fullmatch(bare) or bare.strip(" .!\n").isdecimal():
        results = numbers[-1:]
    if results and len(numbers) == 3 and sorted(numbers[:2]) != sorted(task):
        return f"The text adds {numbers[0]} and {numbers[1]}, not {a} and {b}."
    if a + b in (*results[-1:], *numbers[-1:]):
        return ""
    return f"{a} + {b} is {a + b}, not {results[-1]}." if results else "The text holds no sum."
