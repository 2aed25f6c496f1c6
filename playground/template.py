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
_GAP = re.compile(r" *_{4,}(?:\((\d*)\))?")


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
    at, opens = 0, False
    for gap in _GAP.finditer(text):
        parts.append(text[at : gap.start()])
        at = gap.end()
        if gap[1] is None and not text[at:].strip():
            opens, at = True, len(text)
            break
        length = USUAL_GAP if gap[1] is None else int(gap[1] or 0)
        if not 1 <= length <= MOST_GAP:
            raise SpecError(f"A gap is {gap[0].strip()}; its length must be a number of tokens from 1 to {MOST_GAP:,}.")
        parts.append(length)
    parts.append(text[at:])
    parts = [part for part in parts if part != ""]
    if not parts and not opens:
        raise SpecError("The template is empty; write a text, and ____(12) where the model should write 12 tokens.")
    return Template(parts=tuple(parts), open=opens)
