"""Lists of words or numbers to put in order. The ends of the list are the easiest to decide."""

import re
from typing import NamedTuple

SORTING = re.compile(
    r"(?:please )?(?:sort|order|put|arrange)\b(?P<order>[^:]{0,60}:)?(?P<listed>[^:]{1,300})", re.IGNORECASE
)
ITEM = re.compile(r"[A-Za-z]+|\d+")
LED = re.compile(r"^[^,\n]*\b(?:is|are)\b", re.IGNORECASE)
"""What leads to a list, as "The order is"."""
NUMBERED = re.compile(r"^[ \t]*\d+[.)][ \t]", re.MULTILINE)
INTRODUCTION = re.compile(r"^\s*(?:these |the )?(?:words|numbers)\b", re.IGNORECASE)
JOINED = re.compile(r"\b(?:and|alphabetically)\b", re.IGNORECASE)
FALLING = re.compile(
    r"\b(?:descending|falling|decreasing|reversed?|backwards?|z(?: to |-)a"
    r"|(?:largest|biggest|high|highest|greatest) (?:one )?(?:first|to))\b",
    re.IGNORECASE,
)
"""Asks for the largest, or for the end of the alphabet, first."""


class Listed(NamedTuple):
    """What to put in order; falling: the largest, or the last of the alphabet, first."""

    items: tuple[str, ...]
    falling: bool = False


def in_order(task: Listed) -> list[str]:
    """The items in order: numbers by size, words by letters, in upper or lower case."""
    by_size = all(item.isdigit() for item in task.items)
    return sorted(task.items, key=int if by_size else str.lower, reverse=task.falling)


def read_items(prompt: str) -> Listed | None:
    """The words or numbers that `prompt` asks to sort, at least two; None if it asks for something else."""
    match = SORTING.fullmatch(prompt.strip())
    if not match or not (match["order"] or "," in match["listed"]):
        return None
    listed = JOINED.sub(" ", INTRODUCTION.sub("", match["listed"]))
    items = tuple(ITEM.findall(listed))
    if len(items) < 2 or any(len(item) >= 20 for item in items):
        return None
    return Listed(items, FALLING.search(match["order"] or "") is not None)


def wrong_in_order(task: Listed, text: str) -> str:
    """Says which item is missing, is not asked for, or stands in the wrong place; "" if there is none.

    A text of which most is something else is no list, whatever words of the list it holds.
    """
    expected = [item.lower() for item in in_order(task)]
    listed = NUMBERED.sub("", text.rpartition(":")[2])
    if not {"is", "are"} & set(expected):
        listed = LED.sub("", listed)
    items = [item.lower() for item in ITEM.findall(listed) if item.lower() != "and"]
    if sum(item not in expected for item in items) > len(expected):
        return f"The text is no list of these {'numbers' if task.items[0].isdigit() else 'words'}."
    for item in expected:
        if items.count(item) < expected.count(item):
            return f"{item.capitalize()} is missing."
    for item in items:
        if items.count(item) > expected.count(item):
            return f"{item.capitalize()} is there {'too often' if item in expected else 'but was not asked for'}."
    for got, due in zip(items, expected, strict=True):
        if got != due:
            return f"{due.capitalize()} should come before {got}."
    return ""
