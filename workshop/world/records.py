"""Draws records, and writes them as JSON and in the sentences of prompts."""

import json
import random

from playground.plugins.small_world.records import Record
from playground.plugins.small_world.words import KNOWN, pronoun, with_articles
from workshop.world.split import is_held_out
from workshop.world.words import sample_open_word

_HEADS = (
    "Write as JSON:",
    "Write as JSON:",
    "Write this as JSON:",
    "Write JSON:",
    "As JSON:",
    "JSON:",
    "Convert to JSON:",
    "Turn this into JSON:",
    "Make JSON from this:",
)

_SENTENCES = (
    "{name} is {age} and has {thing}.",
    "{name} is {age} years old and has {thing}.",
    "{name}, {age}, has {thing}.",
    "{name} has {thing} and is {age} years old.",
    "{name} has {thing} and is {age}.",
)

_AGELESS = ("{name} has {thing}.", "{name} is a {child} with {thing}.", "A {child} named {name} has {thing}.")


def sample_record(rng: random.Random, held_out: bool) -> Record:
    """Draws a record from one side of the split. One name in six and one thing in six are spelled."""
    while True:
        spelled = rng.random()
        name = sample_open_word("hero", rng, held_out=held_out)[0] if spelled < 0.17 else rng.choice(KNOWN["hero"])
        kind = rng.choice(("animal", "object"))
        thing = sample_open_word(kind, rng, held_out=held_out)[0] if spelled > 0.83 else rng.choice(KNOWN[kind])
        colour = f"{rng.choice(KNOWN['colour'])} " if rng.random() < 0.5 else ""
        age = rng.randint(1, rng.choice((12, 99))) if rng.random() < 0.7 else None
        if is_held_out(f"record {name} {age} {colour}{thing}") == held_out:
            return Record(name, age, with_articles(f"a {colour}{thing}"))


def write_request(task: Record, rng: random.Random) -> str:
    """Writes a prompt that tells the record in a sentence."""
    child = {"she": "girl", "he": "boy"}.get(pronoun(task.name)) or rng.choice(("girl", "boy"))
    sentence = rng.choice(_AGELESS if task.age is None else _SENTENCES)
    text = f"{rng.choice(_HEADS)} {sentence.format(name=task.name, age=task.age, thing=task.has, child=child)}"
    return text.removesuffix(".") if rng.random() < 0.2 else text


def write_record(task: Record) -> str:
    """Writes the record as JSON, in one line."""
    values = {"name": task.name, "age": task.age, "has": task.has}
    return json.dumps({key: value for key, value in values.items() if value is not None})
