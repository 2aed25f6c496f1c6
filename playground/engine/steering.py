"""What steers a run, for a model: texts become pins and starts, which are checked, and become tokens of a block."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from types import MappingProxyType

import torch
from torch import Tensor

from playground.engine.models import Model
from playground.errors import PromptError, SpecError
from playground.inputs import checked_text
from playground.rules.ways import WAYS
from playground.spec.run import RunSpec
from playground.spec.steering import MOST_HELD, Edit, Template, noise_of_edit, noised, read_template

Tokens = Mapping[int, int]
"""Place -> token id."""


def tokens_of(model: Model, text: str) -> list[int]:
    """The token ids of a text as part of what the model writes.

    Raises:
        SpecError: the model has no token for something in it.
    """
    try:
        ids = model.text_ids(text)
    except PromptError as error:
        raise SpecError(str(error)) from error
    unknown = getattr(model.tokenizer, "unk_token_id", None)
    if unknown is not None and unknown in ids:
        strange = next((char for char in dict.fromkeys(text) if unknown in model.text_ids(char)), text)
        raise SpecError(f"This model has no token for {strange!r}; write it in other characters.")
    return ids


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A text with gaps in a model's tokens."""

    parts: tuple[tuple[int, int | list[int]], ...]
    """(place, how many tokens a gap has or the ids of a text) of each part."""
    pins: dict[int, int]
    """Place -> the token that is held there."""
    length: int
    """How many places the parts have."""
    open: bool
    """Does the model write on after the last part?"""


def placed(model: Model, texts: Sequence[str]) -> list[Placed]:
    """Puts whole texts, with gaps or without, into tokens. What several of them have in common is tokenized once.

    The end of a text is held too, unless it ends with an open gap.

    Raises:
        SpecError: a gap or a character is not allowed, or all of them together hold too much.
    """
    templates, tokens = [read_template(text) for text in texts], cache(partial(tokens_of, model))
    held = sum(len(tokens(part)) for template in templates for part in template.parts if isinstance(part, str))
    if len(texts) > 1 and held > MOST_HELD:
        raise SpecError(
            f"The text holds {held:,} tokens in its {len(texts)} combinations of lengths together; at most "
            f"{MOST_HELD:,} may be. Give its gaps fewer lengths."
        )
    return [_placed(template, tokens, model.eos_ids[:1]) for template in templates]


def _placed(template: Template, tokens: Callable[[str], list[int]], end: Sequence[int]) -> Placed:
    place, parts, pins = 0, list[tuple[int, int | list[int]]](), dict[int, int]()
    for part in template.parts:
        content = part if isinstance(part, int) else tokens(part)
        parts.append((place, content))
        if isinstance(content, int):
            place += content
        else:
            pins |= enumerate(content, place)
            place += len(content)
    if not template.open:
        pins |= enumerate(end, place)
    return Placed(parts=tuple(parts), pins=pins, length=place, open=template.open)


def pins_of(model: Model, text: str, place: int = 0, *, whole: bool = False) -> dict[int, int]:
    """The pins that hold a text, with gaps or without: place -> token id.

    Args:
        place: where the text begins; see `playground.spec.steering`.
        whole: Is it the whole text? Then its end is held too, unless it ends with an open gap.

    Raises:
        SpecError: a gap or a character in it is not allowed, or the place is none.
    """
    if type(place) is not int or place < 0:
        raise SpecError(f"The place of a text is {place!r:.60}; it must be a whole number from 0.")
    (whole_text,) = placed(model, [text])
    return {place + at: token for at, token in whole_text.pins.items() if whole or at < whole_text.length}


def ended(model: Model, text: str) -> list[int]:
    """The tokens of a text to start from, and its end.

    Raises:
        SpecError: the text is empty or none, or the model has no token for something in it.
    """
    if not checked_text("The text to start from", text, SpecError).strip():
        raise SpecError("The text to start from is empty; write some text.")
    return [*tokens_of(model, text), *model.eos_ids[:1]]


def padded(model: Model, ids: Sequence[int]) -> tuple[int, ...]:
    """Tokens and padding up to whole canvases."""
    return (*ids, *[model.tokens.blank] * (-len(ids) % model.canvas_length))


def start_of(model: Model, text: str) -> tuple[int, ...]:
    """The canvases that a run starts from to work on a text: its tokens, its end, and padding up to whole canvases.

    Raises:
        SpecError: the text is empty or none, or the model has no token for something in it.
    """
    return padded(model, ended(model, text))


def own_text(spec: RunSpec, model: Model) -> Tokens:
    """What is kept of the text that a run or the one that it branches from starts with: place -> token.

    That is all of it up to its end, without what noise has replaced; nothing if `keep` is "free". Its end is kept even
    if noise has replaced it, or the text would run on.
    """
    root = spec.chain[0]
    if root.start is None or root.keep == "free":
        return {}
    return _left_by_noise(root.start, root.noise, root.noise_seed, model.vocab_size, tuple(model.eos_ids))


@lru_cache(maxsize=64)  # each step asks
def _left_by_noise(start: tuple[int, ...], share: float, seed: int, vocab_size: int, ends: tuple[int, ...]) -> Tokens:
    end = next((place + 1 for place, token in enumerate(start) if token in ends), len(start))
    replaced = noised(start, share, seed, vocab_size)
    return MappingProxyType({at: start[at] for at in range(end) if replaced[at] is None or start[at] in ends})


def held(spec: RunSpec, model: Model) -> Tokens:
    """Place -> the token that is held there: the pins, and the person's own text if it is held. By place."""
    text = own_text(spec, model) if spec.chain[0].keep == "held" else {}
    return dict(sorted({**text, **dict(spec.pins)}.items()))


def favoured(spec: RunSpec, model: Model) -> Tokens:
    """Place -> the token that is favoured there at the start of its block."""
    return own_text(spec, model) if spec.chain[0].keep == "favoured" else {}


def in_block(tokens: Tokens, block: int, length: int) -> list[int]:
    """The token of each position of a block, from those at places; -1 where none is."""
    first = (block - 1) * length
    return [tokens.get(place, -1) for place in range(first, first + length)]


def block_start(spec: RunSpec, block: int, noise: Tensor, model: Model) -> Tensor:
    """A block's first canvas without its pins, int64 (1, L), from uniform tokens of that shape."""
    way, length = WAYS[spec.settings.way], model.canvas_length
    first = (block - 1) * length
    if spec.start is None or first >= len(spec.start):
        return way.first(noise, model.tokens)
    part = slice(first, first + length)
    replaced = noised(spec.start, spec.noise, spec.noise_seed, model.vocab_size)[part]
    fresh = torch.tensor([[-1 if token is None else token for token in replaced]], device=noise.device)
    tokens = torch.tensor([spec.start[part]], device=noise.device)
    return tokens.where(fresh < 0, way.instead(fresh, model.tokens))


def edit_of(spec: RunSpec, block: int, step: int) -> Edit | None:
    """The edit just before a step; None if there is none."""
    return next((edit for edit in spec.edits if (edit.block, edit.step) == (block, step)), None)


def cells_of(spec: RunSpec, edit: Edit, model: Model) -> dict[int, int]:
    """Position -> the token that an edit puts there. Noise is what the way of writing puts where nothing is kept."""
    noise = torch.tensor([noise_of_edit(spec.seed, edit, position, model.vocab_size) for position, _ in edit.cells])
    fresh = WAYS[spec.settings.way].instead(noise, model.tokens).tolist()
    return {at: new if token is None else token for (at, token), new in zip(edit.cells, fresh, strict=True)}


def awaits_edit(spec: RunSpec, block: int, step: int) -> bool:
    """Is there an edit in this block after this step? Then the block goes on, whatever its stopping rule says."""
    return any(edit.block == block and edit.step > step for edit in spec.edits)


def check_steering(spec: RunSpec, model: Model) -> None:
    """Refuses what a run of this model cannot start from, hold or change.

    Raises:
        SpecError: one sentence that says what cannot be and what could.
    """
    length, most = model.canvas_length, spec.settings.max_new_tokens
    blocks = -(-most // length)
    if WAYS[spec.settings.way].causal:
        if spec.start is not None:
            raise SpecError("Autoregressive writing starts with a blank canvas; only diffusion can start from tokens.")
        if spec.pins:
            raise SpecError(
                "Autoregressive writing cannot see a pin before it gets there; uniform or masked diffusion can hold it."
            )
        if spec.edits:
            raise SpecError(
                "Autoregressive writing never goes back to a cell; uniform or masked diffusion can edit it."
            )
    if spec.start is not None:
        if len(spec.start) % length:
            raise SpecError(
                f"The start has {len(spec.start)} tokens; this model's canvas has {length}, so it must have "
                f"{length} or a multiple of it."
            )
        if len(spec.start) > blocks * length:
            raise SpecError(
                f"The start fills {len(spec.start) // length} blocks; with a length of {most:,} tokens the run writes "
                f"{blocks}. Make it longer than {len(spec.start) - length:,}, or the start shorter."
            )
        _check_known(max(spec.start), "The start holds", model)
    _check_pins(spec, model)
    for edit in spec.edits:
        _check_edit(spec, edit, blocks, model)


def _check_pins(spec: RunSpec, model: Model) -> None:
    most, ended = spec.settings.max_new_tokens, None
    for place, token in spec.pins:
        if place >= most:
            raise SpecError(
                f"A pin is at place {place}, outside the text: with a length of {most:,} tokens, places go from 0 to "
                f"{most - 1:,}. Pin it there, or make the text longer."
            )
        _check_known(token, f"The pin at place {place} holds", model)
        if token == model.tokens.mask:
            raise SpecError(
                f"The pin at place {place} holds the mask token, which stands for nothing; pin another one."
            )
        if ended is not None:
            raise SpecError(
                f"A pin is at place {place}, but the text ends with the pin at place {ended}; pin it before that."
            )
        ended = place if token in model.eos_ids else None


def _check_edit(spec: RunSpec, edit: Edit, blocks: int, model: Model) -> None:
    steps, length = spec.settings.max_denoising_steps, model.canvas_length
    if edit.block > blocks or edit.step > steps:
        raise SpecError(
            f"An edit is at step {edit.step} of block {edit.block}; this run has up to {steps} steps in "
            f"{blocks} {'block' if blocks == 1 else 'blocks'}."
        )
    pinned = in_block(held(spec, model), edit.block, length)
    for position, token in edit.cells:
        if position >= length:
            raise SpecError(f"An edit changes position {position}; positions of a block go from 0 to {length - 1}.")
        if pinned[position] >= 0:
            raise SpecError(f"An edit changes position {position}, which is pinned; take the pin away first.")
        if token is not None:
            _check_known(token, f"An edit puts at position {position}", model)


def _check_known(token: int, holder: str, model: Model) -> None:
    if token >= model.vocab_size:
        raise SpecError(f"{holder} token {token}; this model's last token is {model.vocab_size - 1}.")
