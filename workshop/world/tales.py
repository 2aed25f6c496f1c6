"""Tales: stories of six sentences, for words that the model must spell and for sentences that a visitor gives.

A spelled word takes several tokens and would shift everything after it. So each sentence of a tale has its own stretch
of the canvas, `STRETCH` tokens long, filled up with tokens that decoding drops. Whatever the words, the sentences then
begin at the same places. A visitor's own opening or ending takes the stretches of one or two sentences.
"""

import random
from dataclasses import dataclass

from playground.plugins.small_world.stories import ENDINGS, TALES
from workshop.world.stories import Facts, openings_of, worded

SENTENCES = 6
STRETCH = 21
"""Canvas tokens for each sentence: six sentences and the end fit a canvas of 128."""


@dataclass(frozen=True, kw_only=True)
class Excerpt:
    """What a visitor gave, and how many sentences of the tale it stands for: 1, 2, or 0 if nothing was given."""

    opening: str = ""
    ending: str = ""
    opening_stretches: int = 0
    ending_stretches: int = 0


@dataclass(frozen=True, kw_only=True)
class Part:
    """One sentence of a tale, or a visitor's text instead. stretches: how many it takes."""

    text: str
    stretches: int = 1
    is_given: bool = False


def write_tale(facts: Facts, rng: random.Random, excerpt: Excerpt = Excerpt()) -> list[Part]:
    """Writes the parts of a tale of `facts`, in order, with every wording drawn independently."""
    templates = [*rng.choice(openings_of(facts)), *TALES[facts.plot], ENDINGS[facts.plot][facts.ending]]
    if excerpt.opening_stretches:
        # A visitor's sentence can only replace the first sentence of the first opening.
        templates[:2] = openings_of(facts)[0]
    last = len(templates) - excerpt.ending_stretches
    parts = [Part(text=worded(template, facts, rng.choice)) for template in templates[excerpt.opening_stretches : last]]
    if excerpt.opening_stretches:
        parts.insert(0, Part(text=excerpt.opening, stretches=excerpt.opening_stretches, is_given=True))
    if excerpt.ending_stretches:
        parts.append(Part(text=excerpt.ending, stretches=excerpt.ending_stretches, is_given=True))
    return parts


def tale_text(parts: list[Part]) -> str:
    """Joins the parts of a tale into one paragraph."""
    return " ".join(part.text for part in parts)
