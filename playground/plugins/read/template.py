"""A text with slots: gaps that name what may stand in them.

`Mood: ____{happy|sad|angry}` lists the labels of a slot, `Age: ____{0-120}` counts them, and `____{word}` takes the
tokens that the model finds most probable. Gaps without labels, such as `____(5)`, stay gaps: nothing is read there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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

    source: str
    """As the template has it, such as `____{happy|sad}`."""
    gap: int
    """Which gap of the text it is, from 0: those without labels count too."""
    spaces: str
    """Those before it. They belong to its labels: a model's words begin with their space."""
    labels: tuple[str, ...]
    """Without `spaces`; empty for any token."""


@dataclass(frozen=True, kw_only=True)
class SlotTemplate:
    """A text with slots, and perhaps gaps that have no labels."""

    text: str
    slots: tuple[Slot, ...]

    def with_lengths(self, lengths: Sequence[int]) -> str:
        """The same as a text with gaps, as `playground.spec.steering` reads it.

        Args:
            lengths: how many tokens each slot has.
        """
        each = iter(lengths)
        return _GAP.sub(lambda gap: gap[0] if gap[1] is None else f"____({next(each)})", self.text)


def read_slots(template: str) -> SlotTemplate:
    """Reads a text with slots.

    Raises:
        SpecError: it is no text, has no slot or too many, or the labels of a slot are not allowed.
    """
    text = checked_text("The template", template, SpecError)
    gaps = [*_GAP.finditer(text)]
    slots = [(number, gap) for number, gap in enumerate(gaps) if gap[1] is not None]
    if not slots or any(gap[2] for gap in gaps):
        raise SpecError("A slot names its labels in braces, such as ____{happy|sad}, ____{0-120} or ____{word}.")
    if len(slots) > MOST_SLOTS:
        raise SpecError(f"The template has {len(slots)} slots; it may have at most {MOST_SLOTS}.")
    return SlotTemplate(text=text, slots=tuple(_slot(number, gap) for number, gap in slots))


def _slot(number: int, gap: re.Match[str]) -> Slot:
    line = gap.string[: gap.start()].rpartition("\n")[2]
    # At the beginning of a line spaces are indentation, and stay in the text.
    spaces = line[len(line.rstrip(" ")) :] if line.strip() else ""
    return Slot(source=gap[0], gap=number, spaces=spaces, labels=_labels(gap[0], gap[1].strip()))


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
