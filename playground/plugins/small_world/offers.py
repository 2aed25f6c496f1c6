"""Prompts made from another one, which lead to something that the checkpoint was trained for."""

import re
from collections.abc import Mapping

from playground.plugins.small_world.check import read_story_request
from playground.plugins.small_world.common import OPENER, SKIPPED, meanings, normal
from playground.plugins.small_world.kinds import JSON, SORTING, kind_of
from playground.plugins.small_world.nearest import NAMES, nearest
from playground.plugins.small_world.new_words import words_in
from playground.plugins.small_world.things import begins_clause
from playground.plugins.small_world.understanding import understand
from playground.plugins.small_world.unread import UNREADABLE
from playground.plugins.small_world.words import KNOWN, article, listed, with_articles

STORY = "Write a story about Mia, a dragon and a red kite."
FUNCTION = "Write a function that returns the largest number in a list."
ADDENDS = re.compile(r"(?<!\d)\d{1,6}(?!\d)")
_WORD = re.compile(r"[A-Za-z0-9]+")
_NOUNS = ("hero", "animal", "object", "helper", "place")
"""The facts that an offered story tells of, one word for each; a colour stands before an animal or a thing."""
_FACTS = {word.lower(): fact for fact in (*_NOUNS, "colour") for word in KNOWN[fact]}
_BEFORE_VERBS = ("to", "can", "could", "will", "would", "must")
_MOST_CHARACTERS = 300
_MOST_WORDS = 40


def offers(
    prompt: str, kind: str | None, unread: tuple[str, ...], near: Mapping[str, str], known: frozenset[str]
) -> tuple[str, ...]:
    """At most three prompts. None where `prompt` itself leads to something, or is too long to be offered again.

    Args:
        kind: as `task_of`. unread: as `unread.py` has it. near: new word -> the nearest known one.
        known: the checkpoint's trained words.
    """
    if len(prompt) > _MOST_CHARACTERS or kind in ("Sudoku", "sum", "repair"):
        return ()
    if kind and kind != "outside" and not unread:
        made = [_replaced(prompt, kind, near, known)] if near else []
    else:
        made = _anew(prompt, kind, known)
    return tuple(dict.fromkeys(offer for offer in made if offer not in ("", prompt)))


def _anew(prompt: str, kind: str | None, known: frozenset[str]) -> list[str]:
    """Prompts that ask for what the checkpoint knows of what was asked."""
    understood = understand(prompt)
    if kind == "function":
        return [_function(understood)]
    small = kind_of(understood)
    if small and small[0] is SORTING:
        items = [item for item in small[1].items if item.isascii()]
        return [f"Sort: {', '.join(items)}."] if len(items) > 1 else []
    if small and small[0] is JSON:
        age = "" if small[1].age is None else f"is {small[1].age} years old and "
        return [f"Write as JSON: {small[1].name} {age}has {small[1].has}."]
    stories = _stories(understood, known)
    if kind == "story":
        return stories
    numbers = ADDENDS.findall(understood)
    return [
        *([f"Add {numbers[0]} and {numbers[1]}."] if len(numbers) == 2 else []),
        *([_function(understood)] if OPENER.match(f"{understood} ") else []),
        stories[0],
    ]


def _replaced(prompt: str, kind: str, near: Mapping[str, str], known: frozenset[str]) -> str:
    """The prompt with known words in the place of new ones. A story about cats is one about a cat."""
    story = read_story_request(understand(prompt)) if kind == "story" else None
    if story and not (story.opening or story.ending) and any(_is_plural(word, near[word]) for word in near):
        return _stories(prompt, known)[0]
    for word, match in near.items():
        prompt = re.sub(rf"(?<![^\W\d_]){re.escape(word)}(?![^\W\d_])", match, prompt, flags=re.IGNORECASE)
    return with_articles(prompt)


def _is_plural(word: str, near: str) -> bool:
    return word.lower().endswith("s") and not near.endswith("s")


def _function(prompt: str) -> str:
    """A request for the function whose description stands first in `prompt`, as far as it is one that is known."""
    opener = OPENER.match(f"{prompt} ")
    words = _WORD.findall(prompt[opener.end() :]) if opener else []
    for count in range(min(len(words), _MOST_WORDS), 0, -1):
        description = " ".join(words[:count])
        if words[count - 1].lower() not in SKIPPED and normal(description) in meanings():
            return (
                f"Write a function that {description}."
                if words[0].endswith("s")
                else f"Write a function to {description}."
            )
    return FUNCTION


def _stories(prompt: str, known: frozenset[str]) -> list[str]:
    """Two requests for stories with the known things of `prompt`, or what is nearest to them.

    A story has one thing for each fact: in one it is the first that `prompt` names, in the other the last. So a robot
    who loves pizza is in one, and the pizza in the other.
    """
    facts: dict[str, list[str]] = {}
    colour = before = ""
    for word in words_in(prompt)[:_MOST_WORDS]:
        lower = word.lower()
        does, before = before in _BEFORE_VERBS or begins_clause(before, bool(facts)), lower
        if lower in UNREADABLE or (does and lower not in _FACTS):
            continue
        like = [lower] if lower in known else [each.lower() for each in nearest(word, known)]
        near = next((each for each in like if each in _FACTS), "")
        fact = _FACTS.get(near, "")
        if fact == "colour":
            colour = near
            continue
        if fact == "hero" and not word[0].isupper():
            fact = ""
        if fact:
            thing = f"{colour} {near}" if colour and fact in ("animal", "object") else near
            facts.setdefault(fact, []).append(thing)
        colour = ""
    return [_story({fact: things[which] for fact, things in facts.items()}) for which in (0, -1)]


def _story(facts: Mapping[str, str]) -> str:
    """A request for a story that tells `facts`."""
    things = [
        NAMES[words] if fact == "hero" else f"{article(words)} {words}"
        for fact in _NOUNS[:4]
        if (words := facts.get(fact))
    ]
    place = f"the {facts['place']}" if "place" in facts else ""
    if not things:
        return f"Write a story about {place}." if place else STORY
    return f"Write a story about {listed(things)}{' at ' if place else ''}{place}."
