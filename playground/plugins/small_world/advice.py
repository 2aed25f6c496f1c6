"""What the core is told of the small world: what the embedded checkpoint makes of a prompt."""

from __future__ import annotations

import dataclasses
import functools

from playground.engine.loading.source import EMBEDDED, EMBEDDED_NAME
from playground.hooks import PromptAdvice
from playground.plugins.small_world.about import about_prompt
from playground.plugins.small_world.card import Card, read_card
from playground.plugins.small_world.new_words import new_words, read_words

KNOWS = "It knows short stories, Sudoku of 4×4, 6×6 and 9×9, small Python functions, sums, sorting and JSON."
"""What the embedded checkpoint knows."""


def advice(model: str) -> PromptAdvice:
    """What is known of a model; of all but the embedded one, only what a prompt asks for."""
    if model != EMBEDDED_NAME:
        return PromptAdvice(about=lambda prompt: dataclasses.asdict(about_prompt(prompt, None)))
    known, card = embedded_words(), embedded_card()
    return PromptAdvice(
        knows=KNOWS,
        about=lambda prompt: dataclasses.asdict(about_prompt(prompt, known, card)),
        figures=card.answer if card else lambda _: {},
        new_words=lambda text: new_words(text, known, most=len(text)).named if known else (),
    )


@functools.cache
def embedded_words() -> frozenset[str] | None:
    """The words that the embedded checkpoint was trained with; None if it ships no list."""
    return read_words(EMBEDDED)


@functools.cache
def embedded_card() -> Card | None:
    """What the embedded checkpoint's model card says; None if it ships none."""
    return read_card(EMBEDDED)
