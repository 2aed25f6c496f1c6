"""Replaces some tokens of a text, for the model to repair."""

import random

from workshop.world.vocabulary import SPECIAL_TOKENS


def corrupt(ids: list[int], share: float, vocabulary: int, rng: random.Random) -> list[int]:
    """Replaces a share of `ids`, rounded to a whole number, with other tokens of the world, never special ones."""
    broken = list(ids)
    for place in rng.sample(range(len(ids)), round(share * len(ids))):
        while broken[place] == ids[place]:
            broken[place] = rng.randrange(len(SPECIAL_TOKENS), vocabulary)
    return broken
