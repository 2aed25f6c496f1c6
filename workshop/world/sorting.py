"""Draws lists of words or numbers, and writes them in order and the prompts that ask for that."""

import random

from playground.plugins.small_world.sorting import Listed, in_order
from playground.plugins.small_world.words import KNOWN
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
_FALLING_NUMBERS = (
    "Sort these numbers in descending order: {listed}.",
    "Sort in descending order: {listed}.",
    "Sort these numbers from largest to smallest: {listed}.",
    "Sort from largest to smallest: {listed}",
    "Put these numbers in order, largest first: {listed}.",
    "Sort these numbers backwards: {listed}.",
)
_FALLING_WORDS = (
    "Sort these words in descending order: {listed}.",
    "Sort in descending order: {listed}.",
    "Sort these words from Z to A: {listed}.",
    "Sort from Z to A: {listed}",
    "Sort these words in reverse order: {listed}.",
    "Sort these words backwards: {listed}.",
)
_LARGEST = (9, 99, 99, 999)
_P_FALLING = 0.25


def sample_items(rng: random.Random, held_out: bool) -> Listed:
    """Draws three to five different words, one of them spelled now and then, or numbers of one to three digits.

    They come from one side of the split, whatever their order.
    """
    while True:
        count = rng.randint(3, 5)
        if rng.random() < 0.3:
            # Each number has a length of its own now and then, because 9 comes before 10 and 100.
            largest = rng.choice((*_LARGEST, None))
            items = [str(rng.randint(0, largest or rng.choice(_LARGEST))) for _ in range(count)]
        else:
            pool = rng.choice(_KINDS)
            items = [rng.choice(KNOWN[pool if rng.random() < 0.7 else rng.choice(_KINDS)]) for _ in range(count)]
            if rng.random() < 0.25:
                items[-1] = sample_open_word("object", rng, held_out=held_out)[0]
        task = sorted(set(items))
        if len(task) >= 3 and is_held_out(f"sort {' '.join(task)}") == held_out:
            rng.shuffle(task)
            return Listed(tuple(task), rng.random() < _P_FALLING)


def write_request(task: Listed, rng: random.Random) -> str:
    """Writes a prompt that lists the items as they stand."""
    items = task.items
    listed = f"{', '.join(items[:-1])} and {items[-1]}" if rng.random() < 0.2 else ", ".join(items)
    numbers = items[0].isdigit()
    rising, falling = (_REQUESTS, _FALLING_NUMBERS) if numbers else (_WORD_REQUESTS, _FALLING_WORDS)
    text = rng.choice(falling if task.falling else rising).format(kind="numbers" if numbers else "words", listed=listed)
    return text[0].lower() + text[1:] if rng.random() < 0.15 else text


def write_sorted(task: Listed) -> str:
    """Writes the items in order, with commas between them."""
    return ", ".join(in_order(task))
