"""Turns texts that a person writes into what a spec holds: pins and starts, as token ids of a model."""

from __future__ import annotations

from playground.engine.models import Model
from playground.errors import SpecError
from playground.spec.template import read_template


def tokens_of(model: Model, text: str) -> list[int]:
    """The token ids of a text as part of what the model writes.

    Raises:
        SpecError: the model has no token for something in it.
    """
    ids = model.tokenizer.encode(text, add_special_tokens=False)
    unknown = getattr(model.tokenizer, "unk_token_id", None)
    if unknown is not None and unknown in ids:
        strange = next(
            (one for one in dict.fromkeys(text) if unknown in model.tokenizer.encode(one, add_special_tokens=False)),
            text,
        )
        raise SpecError(f"This model has no token for {strange!r}; write it in other characters.")
    return ids


def pins_of(model: Model, text: str, place: int = 0, *, whole: bool = False) -> dict[int, int]:
    """The pins that hold a text, with gaps or without: place -> token id.

    Args:
        place: where the text begins; see `playground.spec.steering`.
        whole: Is it the whole text? Then its end is held too, unless it ends with an open gap.

    Raises:
        SpecError: a gap or a character in it is not allowed.
    """
    template, pins = read_template(text), dict[int, int]()
    for part in template.parts:
        if isinstance(part, int):
            place += part
            continue
        ids = tokens_of(model, part)
        pins |= dict(zip(range(place, place + len(ids)), ids, strict=True))
        place += len(ids)
    if whole and not template.open and model.eos_ids:
        pins[place] = model.eos_ids[0]
    return pins


def start_of(model: Model, text: str) -> tuple[int, ...]:
    """The canvases that a run starts from to work on a text: its tokens, its end, and padding up to whole canvases.

    Raises:
        SpecError: the text is empty, or the model has no token for something in it.
    """
    if not text.strip():
        raise SpecError("The text to start from is empty; write some text.")
    ids = [*tokens_of(model, text), *model.eos_ids[:1]]
    padding = -len(ids) % model.canvas_length
    return (*ids, *[model.tokens.blank] * padding)
