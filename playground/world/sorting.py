"""Lists of words or numbers to put in order. The ends of the list are the easiest to decide."""

import random
import re

from playground.world.split import is_held_out
from playground.world.words import KNOWN, sample_open_word

_KINDS = ("animal", "object", "place", "helper")
_REQUESTS = (
    "Sort these {kind}: {listed}.",
    "Sort these {kind}: {listed}",
    "Sort the {kind}: {listed}.",
    "Sort: {listed}.",
    "Sort {listed}.",
    "Put these {kind} in order: {listed}.",
    "Put in order: {listed}",
    "Order these {kind}: {listed}.",
)
_WORD_REQUESTS = (
    *_REQUESTS,
    "Sort these words alphabetically: {listed}.",
    "Put these words in alphabetical order: {listed}.",
)
_READ = re.compile(
    r"(?:please )?(?:sort|order|put|arrange)\b(?P<asked>[^:]{0,60}:)?(?P<listed>[^:]{1,300})", re.IGNORECASE
)
_ITEM = re.compile(r"[A-Za-z]+|\d+")
_LED = re.compile(r"^[^,\n]*\b(?:is|are)\b", re.IGNORECASE)
"""What leads to a list, as "The order is"."""
_NUMBERED = re.compile(r"^[ \t]*\d+[.)][ \t]", re.MULTILINE)
_ASKED = re.compile(r"^\s*(?:these |the )?(?:words|numbers)\b", re.IGNORECASE)


def sample_items(rng: random.Random, held_out: bool) -> tuple[str, ...]:
    """Draws three to five different words, one of them spelled now and then, or numbers below 100.

    They come from one side of the split, whatever their order.
    """
    while True:
        count = rng.randint(3, 5)
        if rng.random() < 0.3:
            items = [str(rng.randrange(100)) for _ in range(count)]
        else:
            pool = rng.choice(_KINDS)
            items = [rng.choice(KNOWN[pool if rng.random() < 0.7 else rng.choice(_KINDS)]) for _ in range(count)]
            if rng.random() < 0.25:
                items[-1] = sample_open_word("object", rng, held_out=held_out)[0]
        task = sorted(set(items))
        if len(task) >= 3 and is_held_out(f"sort {' '.join(task)}") == held_out:
            rng.shuffle(task)
            return tuple(task)


def write_request(task: tuple[str, ...], rng: random.Random) -> str:
    """Writes a prompt that lists the items as they stand."""
    listed = f"{', '.join(task[:-1])} and {task[-1]}" if rng.random() < 0.2 else ", ".join(task)
    kind, requests = ("numbers", _REQUESTS) if task[0].isdigit() else ("words", _WORD_REQUESTS)
    text = rng.choice(requests).format(kind=kind, listed=listed)
    return text[0].lower() + text[1:] if rng.random() < 0.15 else text


def in_order(task: tuple[str, ...]) -> list[str]:
    """The items in order: numbers by size, words by letters, in upper or lower case."""
    return sorted(task, key=int) if all(item.isdigit() for item in task) else sorted(task, key=str.lower)


def write_sorted(task: tuple[str, ...]) -> str:
    """Writes the items in order, with commas between them."""
    return ", ".join(in_order(task))


def read_items(prompt: str) -> tuple[str, ...] | None:
    """The words or numbers that `prompt` asks to sort, at least two; None if it asks for something else."""
    found = _READ.fullmatch(prompt.strip())
    if not found or not (found["asked"] or "," in found["listed"]):
        return None
    listed = re.sub(r"(?i)\b(?:and|alphabetically)\b", " ", _ASKED.sub("", found["listed"]))
    items = tuple(_ITEM.findall(listed))
    return items if len(items) > 1 and all(len(item) < 20 for item in items) else None


def wrong_in_order(task: tuple[str, ...], text: str) -> str:
    """Says which item is missing, is not asked for, or stands in the wrong place; "" if there is none.

    A text of which most is something else is no list, whatever words of the list it holds.
    """
    expected = [item.lower() for item in in_order(task)]
    listed = _NUMBERED.sub("", text.rpartition(":")[2])
    if not {"is", "are"} & set(expected):
        listed = _LED.sub("", listed)
    items = [item.lower() for item in _ITEM.findall(listed) if item.lower() != "and"]
    if sum(item not in expected for item in items) > len(expected):
        return f"The text is no list of these {'numbers' if task[0].isdigit() else 'words'}."
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
