"""Draws lists of words or numbers, and writes them in order and the prompts that ask for that."""

import random

from playground.world.sorting import in_order
from playground.world.words import KNOWN
from workshop.world.split import is_held_out
from workshop.world.words import sample_open_word

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


def write_sorted(task: tuple[str, ...]) -> str:
    """Writes the items in order, with commas between them."""
    return ", ".join(in_order(task))
