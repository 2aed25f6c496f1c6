"""The words that the checkpoint knows and that are nearest to one that is new to it: by meaning, else by spelling."""

import json

from playground.assets import ASSETS
from playground.plugins.small_world.words import KNOWN

LISTS: dict[str, str] = json.loads((ASSETS / "nearest.json").read_text(encoding="utf-8"))
"""Known words, the nearest first -> words of a like meaning."""
MEANINGS = {word: tuple(known.split()) for known, words in LISTS.items() for word in words.split()}
NAMES = {name.lower(): name for name in KNOWN["hero"]}
_MOST = 2
_SHORTEST = 4
_LONGER = 7
"""So many letters may have two slips, fewer only one."""
_LONGEST = 24


def nearest(word: str, known: frozenset[str]) -> tuple[str, ...]:
    """At most three known words for one that is not in `known`; empty if none is near. Names have their capital."""
    lower = word.lower()
    for singular in (lower, *_singulars(lower)):
        if singular in MEANINGS:
            return tuple(name for name in MEANINGS[singular] if name in known)
        if singular in known:
            return (NAMES.get(singular, singular),)
    if not _SHORTEST <= len(lower) <= _LONGEST:
        return ()
    most = 1 if len(lower) < _LONGER else 2
    slips = [
        (count, near)
        for near in known
        if near[0] == lower[0] and abs(len(near) - len(lower)) <= most and len(near) >= _SHORTEST
        if (count := _slips(lower, near)) <= most
    ]
    return tuple(NAMES.get(near, near) for _, near in sorted(slips)[:_MOST])


def _singulars(lower: str) -> list[str]:
    """What a word may be the plural of."""
    return [
        lower.removesuffix(end) + singular
        for end, singular in (("ies", "y"), ("es", ""), ("s", ""))
        if lower.endswith(end)
    ]


def _slips(a: str, b: str) -> int:
    """How many letters are too many, missing, or changed places; one for another is two slips."""
    before, row = list[int](), list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        last, before, row = before, row, [i]
        for j, match in enumerate(b, 1):
            steps = [before[j] + 1, row[j - 1] + 1, before[j - 1] + (0 if letter == match else 2)]
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == match:
                steps.append(last[j - 2] + 1)
            row.append(min(steps))
    return row[-1]
