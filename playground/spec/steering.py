"""What a person holds, changes or starts from in a run: pins, edits, noise in a start, texts with gaps.

Plain values, checked once. A *place* counts positions over all blocks, from 0: with canvases of 128 positions, place
130 is position 2 of block 2.

A gap is four underscores or more, then its length in tokens: `Once ____(12) the end.` The text around it stays, and the
model fills it. Without a length it has `USUAL_GAP` tokens, except at the very end, where the model writes on for as
long as it likes. A gap may leave its length open, such as `____(2-6)`: then each is tried, see `lengths_of`.
"""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationInfo

from playground.errors import SpecError
from playground.inputs import checked_text
from playground.spec.frozen import Frozen

FIELDS = ("start", "noise", "noise_seed", "keep", "pins", "edits", "processors")
"""The fields of a spec that steer a run. Forms and addresses carry them as the JSON of one object."""

MOST_PROCESSORS = 20_000
"""The most characters of the JSON of what processes a run's logits."""

USUAL_GAP = 8
MOST_GAP = 10_000
MOST_GAPS = 256
MOST_LENGTHS = 16
"""The most combinations of lengths that are tried."""
MOST_HELD = 1024 * MOST_LENGTHS
"""The most tokens that they may hold, all combinations together."""
_GAP = re.compile(r"_{4,}(?:\((\d*)\))?")
_RANGE = re.compile(r"(?<!_)(_{4,})\((\d*)-(\d*)\)")
_DIGITS = 9
"""A length with more digits is refused without reading it; Python would not read one of 5,000."""
_SHOWN = 40
"""The most characters of a gap that a message repeats."""

KEEP = {
    "favoured": "each token stands unless the model is surer of another by more than the margin",
    "held": "each token stays, as a pin does",
    "free": "the sampler decides on each token as on any other",
}
"""How the tokens of a start that noise has not replaced are kept: name -> rule."""

USUAL_KEEP = "favoured"
"""How a person's own text is kept unless they say otherwise. A spec that says nothing is free: it may be from before
there was a choice."""

_Count = Annotated[int, Field(ge=0)]
_Place = Annotated[str, Field(pattern="^[0-9]{1,9}$")]
"""As the name of a JSON field."""


def _checked_start(start: Any) -> tuple[int, ...] | None:
    ids = tuple(start) if isinstance(start, Iterable) else ()
    if start is not None and (not ids or not all(map(_count, ids))):
        raise SpecError("The start of a run must be a list of token ids: whole numbers from 0.")
    return ids or None


def _checked_noise(noise: Any, run: ValidationInfo) -> float:
    if isinstance(noise, bool) or not isinstance(noise, int | float) or not 0 <= noise <= 1:
        raise SpecError(f"noise is {noise!r}; it must be the share of a start that is replaced, from 0 to 1.")
    if noise and run.data.get("start") is None:
        raise SpecError(f"noise is {noise:g}, but there is no start to put it into; give the text to start from.")
    return noise


def _checked_keep(keep: Any, run: ValidationInfo) -> str:
    if not isinstance(keep, str) or keep not in KEEP:
        raise SpecError(f"keep is {keep!r:.40}; allowed are {', '.join(KEEP)}.")
    if keep != "free" and run.data.get("start") is None:
        raise SpecError(f"keep is {keep!r}, but there is no start to keep; give the text to start from.")
    return keep


def _checked_pins(values: Any) -> tuple[tuple[int, int], ...]:
    pairs = _pairs(values)
    if pairs is None or not all(_count(place) and _count(token) for place, token in pairs):
        raise SpecError("Pins must say which token each place holds: whole numbers from 0, such as {12: 345}.")
    pins = tuple(sorted(pairs))
    for (place, _), (again, _) in itertools.pairwise(pins):
        if place == again:
            raise SpecError(f"Place {place} is pinned twice; a place can hold one token.")
    return pins


def _counted_from_1(value: object, edit: ValidationInfo) -> object:
    if not _count(value) or value == 0:
        raise SpecError(f"The {edit.field_name} of an edit is {value!r}; it must be a whole number from 1.")
    return value


def _checked_cells(cells: Any) -> tuple[tuple[int, int | None], ...]:
    pairs = _pairs(cells)
    if not pairs or not all(_count(position) and (token is None or _count(token)) for position, token in pairs):
        raise SpecError("An edit must say which cells become what: positions from 0, and token ids or noise.")
    return tuple(sorted(dict(pairs).items()))


class Edit(Frozen):
    """Cells of the canvas that are changed just before a step's pass.

    Raises:
        SpecError: the block or the step is not a whole number from 1, or the cells are malformed.
    """

    block: Annotated[int, Field(ge=1), BeforeValidator(_counted_from_1)]
    step: Annotated[int, Field(ge=1), BeforeValidator(_counted_from_1)]
    """The step whose pass sees the change first, counted from 1."""
    cells: Annotated[
        tuple[tuple[int, int | None], ...],
        BeforeValidator(_checked_cells, json_schema_input_type=dict[_Place, _Count | None]),
    ]
    """(position in the block, token id) of each cell; None stands for noise."""

    def to_dict(self) -> dict[str, Any]:
        """The serialised form, ready for JSON."""
        return {"block": self.block, "step": self.step, "cells": {str(at): token for at, token in self.cells}}

    @classmethod
    def from_dict(cls, values: Any) -> Edit:
        """Reads what `to_dict` wrote; raises as the constructor."""
        if not isinstance(values, Mapping) or set(values) != {"block", "step", "cells"}:
            raise SpecError("An edit must have a block, a step and cells, and nothing else.")
        return cls(**values)


def _checked_edits(values: Any) -> tuple[Edit, ...]:
    if not isinstance(values, list | tuple):
        raise SpecError("Edits must be a list.")
    edits = sorted((e if isinstance(e, Edit) else Edit.from_dict(e) for e in values), key=lambda e: (e.block, e.step))
    for edit, following in itertools.pairwise(edits):
        if (edit.block, edit.step) == (following.block, following.step):
            raise SpecError(f"Two edits are at step {edit.step} of block {edit.block}; put their cells into one.")
    return tuple(edits)


def _checked_processors(values: Any) -> tuple[tuple[str, str], ...]:
    if isinstance(values, tuple) and all(map(_pair_of_texts, values)):
        values = {name: json.loads(text) for name, text in values}
    if not isinstance(values, Mapping) or not all(isinstance(each, Mapping) for each in values.values()):
        raise SpecError("processors must be an object that gives the settings of each by its name.")
    try:
        texts = {str(name): json.dumps(values[name], allow_nan=False) for name in sorted(values, key=str)}
    except (TypeError, ValueError, RecursionError) as error:
        raise SpecError("The settings of processors must be plain JSON, in which numbers are finite.") from error
    if (size := sum(map(len, texts.values()))) > MOST_PROCESSORS:
        raise SpecError(f"The settings of processors have {size:,} characters; they may have {MOST_PROCESSORS:,}.")
    return tuple(texts.items())


def _pair_of_texts(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(text, str) for text in value)


Start = Annotated[
    tuple[int, ...] | None,
    BeforeValidator(_checked_start, json_schema_input_type=Annotated[list[_Count], Field(min_length=1)] | None),
]
Noise = Annotated[float, BeforeValidator(_checked_noise, json_schema_input_type=Annotated[float, Field(ge=0, le=1)])]
Keep = Annotated[str, BeforeValidator(_checked_keep, json_schema_input_type=Literal[tuple(KEEP)])]
Pins = Annotated[
    tuple[tuple[int, int], ...], BeforeValidator(_checked_pins, json_schema_input_type=dict[_Place, _Count])
]
"""(place, token id) of each pin, by place; a mapping of them will do."""
Edits = Annotated[tuple[Edit, ...], BeforeValidator(_checked_edits, json_schema_input_type=list[Edit])]
"""By block and step."""
Processors = Annotated[
    tuple[tuple[str, str], ...],
    BeforeValidator(_checked_processors, json_schema_input_type=dict[str, dict[str, Any]]),
]
"""(name, settings as JSON) of each, by name; a mapping of them will do."""


def noised(ids: Sequence[int], share: float, seed: int, vocab_size: int) -> list[int | None]:
    """The forward process at time `share`: each token becomes a uniform one with that chance.

    The same seed gives nested noise: what is replaced at one share is replaced by the same token at any larger one.

    Returns:
        For each place, the token that replaces it, or None where it stays. Chance may replace a token by itself.
    """
    rng = random.Random(f"noise {seed}")
    tokens = []
    for _ in ids:
        chance, token = rng.random(), int(rng.random() * vocab_size)  # only random() is the same in every Python
        tokens.append(token if chance < share else None)
    return tokens


def noise_of_edit(seed: int, edit: Edit, position: int, vocab_size: int) -> int:
    """The token that noise puts into one cell of an edit. It leaves the run's own random numbers as they are."""
    return int(random.Random(f"edit {seed} {edit.block} {edit.step} {position}").random() * vocab_size)


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
    """Reads a text, with gaps or without. Spaces before a gap are left to the model, but for those that begin a line.

    Raises:
        SpecError: the text is empty or none, has too many gaps, or a gap's length is not allowed.
    """
    if gap := _RANGE.search(checked_text("The template", text, SpecError)):
        raise SpecError(f"A gap is {_short(gap[0])}; a run has one length for each gap, such as ____({USUAL_GAP}).")
    gaps = list(_GAP.finditer(text))
    if len(gaps) > MOST_GAPS:
        raise SpecError(f"The text has {len(gaps):,} gaps; it may have at most {MOST_GAPS}.")
    parts: list[str | int] = []
    at, end, opens = 0, len(text.rstrip()), False
    for gap in gaps:
        before = text[at : gap.start()]
        # The model's words begin with their space; at the beginning of a line spaces are indentation.
        line = text[: gap.start()].rpartition("\n")[2]
        parts.append(before.rstrip(" ") if line.strip() else before)
        at = gap.end()
        if gap[1] is None and at == end:
            opens, at = True, len(text)
            break
        digits = str(USUAL_GAP) if gap[1] is None else gap[1]
        length = int(digits) if 1 <= len(digits) <= _DIGITS else 0
        if not 1 <= length <= MOST_GAP:
            raise SpecError(f"A gap is {_short(gap[0])}; its length must be a number of tokens from 1 to {MOST_GAP:,}.")
        parts.append(length)
    parts.append(text[at:])
    parts = [part for part in parts if part != ""]
    if not parts and not opens:
        raise SpecError("The template is empty; write a text, and ____(12) where the model should write 12 tokens.")
    return Template(parts=tuple(parts), open=opens)


def lengths_of(text: str) -> list[str]:
    """The texts that a text with gaps stands for: one for each combination of the lengths that its gaps may have.

    Raises:
        SpecError: it is no text, a range is not one, or there are more than MOST_LENGTHS combinations.
    """
    choices: list[list[str]] = []
    at, count = 0, 1
    for gap in _RANGE.finditer(checked_text("The template", text, SpecError)):
        low, high = (int(digits) if 1 <= len(digits) <= _DIGITS else 0 for digits in gap.groups()[1:])
        if not 1 <= low <= high <= MOST_GAP:
            raise SpecError(
                f"A gap is {_short(gap[0])}; its lengths must be two numbers of tokens from 1 to {MOST_GAP:,}, the "
                "smaller one first, such as ____(2-6)."
            )
        count *= high - low + 1
        if count > MOST_LENGTHS:
            raise SpecError(f"The gaps can have {count:,} combinations of lengths; at most {MOST_LENGTHS} are tried.")
        choices += [[text[at : gap.start()]], [f"{gap[1]}({length})" for length in range(low, high + 1)]]
        at = gap.end()
    return ["".join(parts) for parts in itertools.product(*choices, [text[at:]])]


def _short(gap: str) -> str:
    return gap if len(gap) <= _SHOWN else f"{gap[: _SHOWN - 1]}…"


def _count(value: object) -> bool:
    return type(value) is int and value >= 0


def _pairs(values: Any) -> list[tuple[Any, Any]] | None:
    """The entries of a mapping, or pairs; None if it is neither. JSON writes whole numbers as names."""
    if isinstance(values, Mapping):
        values = values.items()
    if isinstance(values, str) or not isinstance(values, Iterable):
        return None
    pairs = [tuple(pair) if isinstance(pair, list | tuple) else () for pair in values]
    return [(_whole(pair[0]), pair[1]) for pair in pairs] if all(len(pair) == 2 for pair in pairs) else None


def _whole(name: Any) -> Any:
    return int(name) if isinstance(name, str) and name.isascii() and name.isdecimal() and len(name) < 10 else name
