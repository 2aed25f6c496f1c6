"""Texts with gaps: what is written stays, and the model fills each gap.

A gap is four underscores or more, then its length in tokens: `Once ____(12) the end.` Without a length it has
`USUAL_GAP` tokens, except at the very end, where the model writes on for as long as it likes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from playground.errors import SpecError

USUAL_GAP = 8
MOST_GAP = 10_000
_GAP = re.compile(r"_{4,}(?:\((\d*)\))?")
_DIGITS = 9
"""A length with more digits is refused without reading it; Python would not read one of 5,000."""
_SHOWN = 40
"""The most characters of a gap that a message repeats."""


@dataclass(frozen=True, kw_only=True)
class Template:
    """A text with gaps."""

    parts: tuple[str | int, ...]
    """Text, or how many tokens a gap has."""
    open: bool
    """Does the model write on after the last part?"""

    @property
    def gaps(self) -> int:
        return sum(isinstance(part, int) for part in self.parts) + self.open


def read_template(text: str) -> Template:
    """Reads a text, with gaps or without. Spaces before a gap are left to the model.

    Raises:
        SpecError: the text is empty, or a gap's length is not allowed.
    """
    parts: list[str | int] = []
    at, end, opens = 0, len(text.rstrip()), False
    for gap in _GAP.finditer(text):
        parts.append(text[at : gap.start()].rstrip(" "))
        at = gap.end()
        if gap[1] is None and at == end:
            opens, at = True, len(text)
            break
        digits = str(USUAL_GAP) if gap[1] is None else gap[1]
        length = int(digits) if 1 <= len(digits) <= _DIGITS else 0
        if not 1 <= length <= MOST_GAP:
            shown = gap[0] if len(gap[0]) <= _SHOWN else f"{gap[0][: _SHOWN - 1]}…"
            raise SpecError(f"A gap is {shown}; its length must be a number of tokens from 1 to {MOST_GAP:,}.")
        parts.append(length)
    parts.append(text[at:])
    parts = [part for part in parts if part != ""]
    if not parts and not opens:
        raise SpecError("The template is empty; write a text, and ____(12) where the model should write 12 tokens.")
    return Template(parts=tuple(parts), open=opens)
