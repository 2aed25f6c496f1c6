"""Small JSON from a sentence: who it is, how old, and what they have. Braces and keys can come before the values."""

import json
import random
import re
from dataclasses import dataclass

from playground.world.fence import unfenced
from playground.world.split import is_held_out
from playground.world.words import KNOWN, pronoun, sample_open_word, with_articles

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
_HEAD = re.compile(r"[^:]{0,60}\bjson\b[^:]{0,40}:\s*(?P<said>\S.{0,199})", re.IGNORECASE | re.DOTALL)
_NAME = re.compile(r"(?i:\b(?:named|called) (?P<named>[a-z]+))|(?P<first>[A-Za-z]+)")
_THING = re.compile(r"\b(?:has|have|with|and) (?P<thing>an? [a-z]+(?: [a-z]+)?)(?= and\b| who\b|[.!]|$)", re.IGNORECASE)


@dataclass(frozen=True)
class Record:
    """age: None if the sentence does not tell it. has: with its article, such as "a red ball"."""

    name: str
    age: int | None
    has: str


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


def read_record(prompt: str) -> Record | None:
    """The record that `prompt` asks to write as JSON; None if it asks for something else or tells another thing."""
    head = _HEAD.fullmatch(prompt.strip())
    if not head:
        return None
    thing, age = _THING.search(head["said"]), re.search(r"\b\d{1,3}\b", head["said"])
    name = next((found for found in _NAME.finditer(head["said"]) if found["named"]), _NAME.search(head["said"]))
    if not thing or not name:
        return None
    return Record(name["named"] or name["first"], int(age[0]) if age else None, thing["thing"].lower())


def wrong_in_record(task: Record, text: str) -> str:
    """Says why `text` is not JSON with the values of `task`; "" if it is. Only the keys name and age are settled.

    It may stand in a code block.
    """
    try:
        got = json.loads(unfenced(text))
    except (ValueError, RecursionError):
        return "The text is not JSON."
    if not isinstance(got, dict):
        return "The text is not a JSON object."
    for key, value in (("name", task.name), ("age", task.age)):
        if value is not None and key not in got:
            return f'The key "{key}" is missing.'
        if value is not None and (type(got[key]) is not type(value) or got[key] != value):
            return f'The value of "{key}" should be {json.dumps(value)}.'
    bare = task.has.partition(" ")[2]
    if not any(isinstance(value, str) and value in (task.has, bare) for value in got.values()):
        return f'No value is "{task.has}".'
    return ""
