"""A text with slots: gaps that name what may stand in them.

`Mood: ____{happy|sad|angry}` lists the labels of a slot, `Age: ____{0-120}` counts them, and `____{word}` takes the
tokens that the model finds most probable. Gaps without labels, such as `____(5)`, stay gaps: nothing is read there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from playground.errors import SpecError
from playground.inputs import checked_text

ANY = "word"
"""The label that stands for any token."""
MOST_SLOTS = 32
MOST_LABELS = 256
_SLOT = re.compile(r"(?<!_)_{4,}\{([^{}]*)\}")
_RANGE = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")
_BRACE = re.compile(r"(?<!_)_{4,}\{")


@dataclass(frozen=True, kw_only=True)
class Slot:
    """A gap that names its labels."""

    source: str
    """As the template has it, such as `____{happy|sad}`."""
    spaces: str
    """Those before it. They belong to its labels: a model's words begin with their space."""
    labels: tuple[str, ...]
    """Without `spaces`; empty for any token."""


@dataclass(frozen=True, kw_only=True)
class SlotTemplate:
    """A text with slots: `texts[0]`, the first slot, `texts[1]`, and so on."""

    texts: tuple[str, ...]
    """Perhaps with gaps that have no labels."""
    slots: tuple[Slot, ...]

    def with_lengths(self, lengths: Mapping[int, int]) -> str:
        """The same as a text with gaps, as `playground.spec.steering` reads it.

        Args:
            lengths: how many tokens each slot has, by its number from 0.
        """
        gaps = [f"____({lengths[number]})" for number in range(len(self.slots))]
        return "".join(part for pair in zip(self.texts, [*gaps, ""], strict=True) for part in pair)


def read_slots(template: str) -> SlotTemplate:
    """Reads a text with slots.

    Raises:
        SpecError: it is no text, has no slot or too many, or the labels of a slot are not allowed.
    """
    text = checked_text("The template", template, SpecError)
    matches = [*_SLOT.finditer(text)]
    if not matches or len(matches) < len(_BRACE.findall(text)):
        raise SpecError("A slot names its labels in braces, such as ____{happy|sad}, ____{0-120} or ____{word}.")
    if len(matches) > MOST_SLOTS:
        raise SpecError(f"The template has {len(matches)} slots; it may have at most {MOST_SLOTS}.")
    texts, slots, at = list[str](), list[Slot](), 0
    for match in matches:
        before = text[at : match.start()]
        # At the beginning of a line spaces are indentation, and stay in the text.
        written = text[: match.start()].rpartition("\n")[2].strip()
        stripped = before.rstrip(" ") if written else before
        slots.append(Slot(source=match[0], spaces=before[len(stripped) :], labels=_labels(match)))
        texts.append(before)
        at = match.end()
    return SlotTemplate(texts=(*texts, text[at:]), slots=tuple(slots))


def _labels(match: re.Match[str]) -> tuple[str, ...]:
    slot, inside = match[0] if len(match[0]) <= 40 else f"{match[0][:39]}…", match[1].strip()
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
