"""Sums and differences of two numbers, written in columns as at school: each digit has its place on the canvas.

The last digit can be written first: each carry comes from the digits to its right.
"""

import re

Sum = tuple[int, int]
"""The numbers to add; the second is negative where it is to be taken away."""
LARGEST = 9_999
"""The largest number that training draws, for the embedded checkpoint."""
_NUMBER = r"(\d{1,6})"
SUM = re.compile(
    r"(?:please )?(?:(?:add|(?:what is |what's )?(?:the )?sum of)\s+{n}\s+(?:and|to|\+|plus)\s+{n}"
    r"|(?:(?:what is|what's|how much is|calculate|compute|work out|solve|add)\s+)?{n}\s*(?:\+|plus)\s*{n})"
    r"\s*(?:=\s*)?[.?!]*".replace("{n}", _NUMBER),
    re.IGNORECASE,
)

_BEFORE = r"(?:please )?(?:(?:what is|what's|how much is|calculate|compute|work out|solve)\s+)?"
_AFTER = r"\s*(?:=\s*)?[.?!]*"
_SIGN = "-|\N{MINUS SIGN}|minus|take away"
MINUS = re.compile(rf"{_BEFORE}{_NUMBER}\s*(?:{_SIGN})\s*{_NUMBER}{_AFTER}", re.IGNORECASE)
FROM = re.compile(rf"{_BEFORE}(?:subtract|take)\s+{_NUMBER}\s+(?:away )?from\s+{_NUMBER}{_AFTER}", re.IGNORECASE)
BETWEEN = re.compile(
    rf"{_BEFORE}(?:the )?difference (?:between|of)\s+{_NUMBER}\s+and\s+{_NUMBER}{_AFTER}", re.IGNORECASE
)

RESULT = re.compile(
    r"(?:^ *=|[\d?]\s*(?:=|is\b|equals\b|makes\b)|\b(?:answer|result|sum|total)\s*(?:=|:|is\b))\s*(\d+)",
    re.IGNORECASE | re.MULTILINE,
)
"""A number that is given as a result."""
COLUMNS = re.compile(r"\s*\d+\s*[+-]\s*\d+\s+\d+\s*")
"""Two numbers and what they make under each other, without "="."""
MARKS = re.compile(r"(?<=\d),(?=\d{3})|[*_$`{}\\]|\bboxed\b")
"""What is written around and in numbers, such as in 1,998 and **12**."""


def read_sum(prompt: str) -> Sum | None:
    """The two numbers that `prompt` asks to add or to subtract, or None. What is below 0 is not asked for here."""
    text = prompt.strip()
    if match := SUM.fullmatch(text):
        a, b = _numbers(match)
        return a, b
    if match := MINUS.fullmatch(text):
        a, b = _numbers(match)
    elif match := FROM.fullmatch(text):
        b, a = _numbers(match)
    elif match := BETWEEN.fullmatch(text):
        b, a = sorted(_numbers(match))
    else:
        return None
    return (a, -b) if a >= b > 0 else None


def _numbers(match: re.Match[str]) -> list[int]:
    return [int(number) for number in match.groups() if number]


def wrong_in_sum(task: Sum, text: str) -> str:
    """Says why the number that `text` gives is not the result, or what other numbers it has; "" if it is right.

    Only a number that is given as a result counts, as after "=" or "the answer is": a story may well count something.
    """
    a, b = task
    bare = MARKS.sub("", text)
    numbers = [int(number) for number in re.findall(r"\d+", bare) if len(number) < 20]
    results = [int(number) for number in RESULT.findall(bare) if len(number) < 20]
    if COLUMNS.fullmatch(bare) or bare.strip(" .!\n").isdecimal():
        results = numbers[-1:]
    if results and len(numbers) == 3 and sorted(numbers[:2]) != sorted((a, abs(b))):
        return f"The text has {numbers[0]} and {numbers[1]}, not {a} and {abs(b)}."
    if a + b in (*results[-1:], *numbers[-1:]):
        return ""
    sign = "-" if b < 0 else "+"
    return f"{a} {sign} {abs(b)} is {a + b}, not {results[-1]}." if results else "The text holds no result."
