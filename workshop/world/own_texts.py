"""Texts in the world's words that no generator writes word for word: what a person might start a run from.

*Told anew* are told stories with their sentences in another order and some facts changed, each in one sentence only.
*Foreign* are a few plain sentences by hand about somebody, in an order that chance gives; no story has one of them.
"""

from __future__ import annotations

import random
import re

from playground.plugins.small_world.words import WORDS
from workshop.world.stories import sample_facts, write_story

CHANGED = 2
"""How many sentences of a text told anew say a fact otherwise."""

HEROES = ("Lily", "Tom", "Anna", "Max", "Mia", "Ben", "Nora", "Sam", "Lucy", "Leo")

FOREIGN = (
    "{hero} has a red ball.",
    "The ball is big and round.",
    "{hero} and the dog went to the park.",
    "The dog caught the red ball.",
    "It was a cold day.",
    "{hero} was happy.",
    "The dog was hungry.",
    "A small bird sat on the bench.",
    "{hero} liked the bird.",
    "The bird was friendly.",
    "They played by the lake.",
    "{hero} went home.",
    "The cat was under the umbrella.",
    "It started to rain.",
    "{hero} brought a warm coat.",
    "The baker had a cake.",
    "{hero} and the baker danced.",
    "The cake was so nice.",
    "There was a mouse in the kitchen.",
    "The mouse stole the cake.",
    "{hero} searched for the mouse.",
    "The mouse was behind the bed.",
    "They all cheered.",
    "{hero} found an old key.",
    "The key was in the grass.",
    "There was a secret garden.",
    "{hero} looked into the garden.",
    "A white rabbit jumped over the flower.",
    "The rabbit was small and clever.",
    "{hero} held the rabbit.",
    "The farmer washed the horse.",
    "{hero} helped the farmer.",
    "The horse was tired.",
    "The farmer hugged the horse.",
    "Then {hero} was home.",
)
SENTENCES = (3, 5)
"""How many sentences a foreign text has, at least and at most."""


def told_anew(rng: random.Random) -> str:
    """Writes a story's sentences in another order, and changes one fact in each of CHANGED of them."""
    facts = sample_facts(rng, held_out=True)
    sentences = re.findall(r'(?:"[^"]*"|[^."])+\.', write_story(facts, rng))
    rng.shuffle(sentences)
    for at in rng.sample(range(len(sentences)), CHANGED):
        facts_here = [fact for fact in WORDS if re.search(rf"\b{getattr(facts, fact)}\b", sentences[at])]
        fact = rng.choice(facts_here)
        word = rng.choice([each for each in WORDS[fact] if each != getattr(facts, fact)])
        sentences[at] = re.sub(rf"\b{getattr(facts, fact)}\b", word, sentences[at])
    return " ".join(sentence.strip() for sentence in sentences)


def foreign(rng: random.Random) -> str:
    """Writes some of the sentences of FOREIGN about one hero."""
    hero = rng.choice(HEROES)
    return " ".join(sentence.format(hero=hero) for sentence in rng.sample(FOREIGN, rng.randint(*SENTENCES)))
