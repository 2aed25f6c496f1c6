"""Heroes with names of 32 languages, in letters that the model can spell; `names.json` says where they are from.

They are a world of their own beside the names that `sample_open_word` draws, so the cases of all other kinds stay.
"""

import json
import random
from dataclasses import replace
from pathlib import Path

from workshop.world.stories import Facts, sample_wide_facts
from workshop.world.words import is_held_out

LANGUAGES: dict[str, dict[str, list[str]]] = json.loads(
    Path(__file__).with_name("names.json").read_text(encoding="utf-8")
)["languages"]
"""Language -> girl and boy -> at most 24 names each, none of them a known word."""
_PRONOUNS = {"girl": "she", "boy": "he"}


def sample_named_facts(rng: random.Random, *, held_out: bool) -> Facts:
    """Draws facts from all known words, and a hero's name from any language, all of one side of the split."""
    kind = rng.choice(tuple(_PRONOUNS))
    while is_held_out(name := rng.choice(LANGUAGES[rng.choice(tuple(LANGUAGES))][kind])) != held_out:
        pass
    while True:
        # The split is that of the words with this name: on which side they are with another one says nothing.
        facts = replace(sample_wide_facts(rng, held_out=False), hero=name, subject=_PRONOUNS[kind])
        if facts.is_held_out == held_out:
            return facts
