"""A text with slots: gaps that name what may stand in them.

`Mood: ____{happy|sad|angry}` lists the labels of a slot, `Age: ____{0-120}` counts them, and `____{word}` takes the
tokens that the model finds most probable. Gaps without labels, such as `____(5)`, stay gaps: nothing is read there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from playground.errors import SpecError
from playground.inputs import checked_text

PROMPT = "Write a story."
RUNS = 64
"""What a text answers, and how many runs write it, unless others are chosen."""
ANY = "word"
"""The label that stands for any token."""
MOST_SLOTS = 32
MOST_LABELS = 256
_GAP = re.compile(r"_{4,}(?:\{([^{}]*)\}|(\{))?")
_RANGE = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")


@dataclass(frozen=True, kw_only=True)
class Slot:
    """A gap that names its labels."""

    number: int
    """Which of the slots it is, from 1."""
    source: str
    """As the template has it, such as `____{happy|sad}`."""
    gap: int
    """Which gap of the text it is, from 0: those without labels count too."""
    spaces: str
    """Those before it. They belong to its labels: a model's words begin with their space."""
    labels: tuple[str, ...]
    """Without `spaces`; empty for any token."""


def read_slots(template: str) -> list[Slot]:
    """Reads the slots of a text.

    Raises:
        SpecError: it is no text, has no slot or too many, or the labels of a slot are not allowed.
    """
    gaps = [*_GAP.finditer(checked_text("The template", template, SpecError))]
    slots = [(place, gap) for place, gap in enumerate(gaps) if gap[1] is not None]
    if not slots or any(gap[2] for gap in gaps):
        raise SpecError("A slot names its labels in braces, such as ____{happy|sad}, ____{0-120} or ____{word}.")
    if len(slots) > MOST_SLOTS:
        raise SpecError(f"The template has {len(slots)} slots; it may have at most {MOST_SLOTS}.")
    return [
        Slot(number=number, source=gap[0], gap=place, spaces=_spaces(gap), labels=_labels(gap[0], gap[1].strip()))
        for number, (place, gap) in enumerate(slots, 1)
    ]


def with_lengths(template: str, lengths: Iterable[int]) -> str:
    """The text with gaps, as `playground.spec.steering` reads it, if the slots have so many tokens."""
    each = iter(lengths)
    return _GAP.sub(lambda gap: gap[0] if gap[1] is None else f"____({next(each)})", template)


def _spaces(gap: re.Match[str]) -> str:
    """Those before a slot, but for indentation, which stays in the text."""
    line = gap.string[: gap.start()].rpartition("\n")[2]
    return line[len(line.rstrip(" ")) :] if line.strip() else ""


def _labels(slot: str, inside: str) -> tuple[str, ...]:
    slot = slot if len(slot) <= 40 else f"{slot[:39]}…"
    if inside == ANY:
        return ()
    if between := _RANGE.fullmatch(inside):
        low, high = map(int, between.groups())
        if not 0 < high - low < MOST_LABELS:
            raise SpecError(
                f"A slot is {slot}; the smaller number comes first, and at most {MOST_LABELS} numbers are counted."
            )
        return tuple(map(str, range(low, high + 1)))
    labels = [label.strip() for label in inside.split("|")]
    if not all(labels) or len(labels) > MOST_LABELS:
        raise SpecError(f"A slot is {slot}; it must name 1 to {MOST_LABELS} labels with | between them, none empty.")
    if twice := next((label for label in labels if labels.count(label) > 1), ""):
        raise SpecError(f"A slot is {slot}; it names {twice!r} twice.")
    return tuple(labels)
