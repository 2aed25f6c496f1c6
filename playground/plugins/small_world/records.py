"""Small JSON from a sentence: who it is, how old, and what they have. Braces and keys can come before the values."""

import json
import re
from dataclasses import dataclass

from playground.plugins.small_world.fence import unfenced

JSON = re.compile(r"[^:]{0,60}\bjson\b[^:]{0,40}:\s*(?P<said>\S.{0,199})", re.IGNORECASE | re.DOTALL)
NAMED = re.compile(r"\b(?:named|called) ([a-z]+)", re.IGNORECASE)
WORD = re.compile(r"[A-Za-z]+")
AGE = re.compile(r"\b\d{1,3}\b")
THING = re.compile(r"\b(?:has|have|with|and) (?P<thing>an? [a-z]+(?: [a-z]+)?)(?= and\b| who\b|[.!]|$)", re.IGNORECASE)


@dataclass(frozen=True)
class Record:
    """age: None if the sentence does not tell it. has: with its article, such as "a red ball"."""

    name: str
    age: int | None
    has: str


def read_record(prompt: str) -> Record | None:
    """The record that `prompt` asks to write as JSON; None if it asks for something else or tells another thing."""
    head = JSON.fullmatch(prompt.strip())
    if not head:
        return None
    thing, age = THING.search(head["said"]), AGE.search(head["said"])
    named, word = NAMED.search(head["said"]), WORD.search(head["said"])
    if not thing or not word:
        return None
    return Record(named[1] if named else word[0], int(age[0]) if age else None, thing["thing"].lower())


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
            return f'The value of "{key}" should be {json.dumps(value, ensure_ascii=False)}.'
    bare = task.has.partition(" ")[2]
    if not any(isinstance(value, str) and value in (task.has, bare) for value in got.values()):
        return f'No value is "{task.has}".'
    return ""
