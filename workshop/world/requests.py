"""Prompts for stories as people type them, and the facts that each one names."""

import random
import re

from playground.plugins.small_world.requests import (
    CONTINUE,
    ENDING_CLAUSES,
    ENDS_WITH,
    LONG_OPENERS,
    PLOT_CLAUSES,
    StoryRequest,
)
from playground.plugins.small_world.words import WORDS
from workshop.world.stories import Facts

OPENERS = ("Write a story", "Tell a story", "Write a short story", "Tell me a story")

FEELING_CLAUSE = "Somebody is {feeling}."

_P_ALL = 0.45  # that a request names all of hero, animal, colour, object, place and helper

_P_NAMED = 0.75  # otherwise, that it names each of these, independently

_P_ASIDE = 0.4  # weather and feeling, in all requests

_P_PLOT = 0.4

_P_ENDING = 0.25

_P_HELPER_IN_LIST = 0.6

_P_ANY_ORDER = 0.1

_P_POSSESSIVE = 0.1

_P_IN = 0.1

_P_STRANGE_WORD = 0.06

_P_LOWER_CASE = 0.1

_P_NO_STOP = 0.15

_SENTENCE = re.compile(r'"[^"]*"[^.!?"]*[.!?]|[^.!?"]+[.!?]')


def strange_word(rng: random.Random) -> str:
    """Makes a word that the tokenizer must spell, such as "dovuka": people name things that this world lacks."""
    return "".join(rng.choice("bcdfghjklmnprstvwz") + rng.choice("aeiou") for _ in range(rng.randint(1, 4)))


def write_request(facts: Facts, rng: random.Random) -> StoryRequest:
    """Writes a prompt that names some or all of `facts`, but never the colour without its object.

    Now and then a thing has a name from outside this world. The story is then free to choose that fact.
    """
    name_all = rng.random() < _P_ALL
    chances = dict.fromkeys(WORDS, 1.0 if name_all else _P_NAMED) | {"weather": _P_ASIDE, "feeling": _P_ASIDE}
    named = {fact: facts.slots[fact] for fact, chance in chances.items() if rng.random() < chance}
    if "object" not in named:
        named.pop("colour", None)

    things = {}
    if "hero" in named:
        things["hero"] = named["hero"]
    if "animal" in named:
        owner = facts.slots["poss"] if "hero" in named and rng.random() < _P_POSSESSIVE else "a"
        things["animal"] = f"{owner} {named['animal']}"
    if "object" in named:
        things["object"] = f"a {named['colour']} {named['object']}" if "colour" in named else f"a {named['object']}"
    if "helper" in named and rng.random() < _P_HELPER_IN_LIST:
        things["helper"] = f"a {named['helper']}"
    helper_in_list = "helper" in things

    if things and rng.random() < _P_STRANGE_WORD:
        replaced = rng.choice(list(things))
        word = strange_word(rng)
        things[replaced] = word.capitalize() if replaced == "hero" else f"a {word}"
        lost = {replaced, "colour"} if replaced == "object" else {replaced}
        named = {fact: word for fact, word in named.items() if fact not in lost}

    listed = list(things.values())
    if rng.random() < _P_ANY_ORDER:
        rng.shuffle(listed)
    text = rng.choice(OPENERS)
    if listed:
        text += " about " + (", ".join(listed[:-1]) + " and " + listed[-1] if len(listed) > 1 else listed[0])
    if "place" in named:
        text += f" {'in' if rng.random() < _P_IN else 'at'} the {named['place']}"
    if "weather" in named:
        text += f" on a {named['weather']} day"
    text += "."
    if "helper" in named and not helper_in_list:
        text += f" A {named['helper']} helps."
    if "feeling" in named:
        text += " " + FEELING_CLAUSE.format_map(named)
    clause = PLOT_CLAUSES[facts.plot]
    if ("object" in named or "{object}" not in clause) and rng.random() < _P_PLOT:
        named["plot"] = facts.plot
        text += " " + clause.format_map(named)
    if rng.random() < _P_ENDING:
        named["ending"] = facts.ending
        text += " " + ENDING_CLAUSES[facts.ending]

    if rng.random() < _P_NO_STOP:
        text = text.removesuffix(".")
    if rng.random() < _P_LOWER_CASE:
        text = text.lower()
    return StoryRequest(text=text, named=named)


def write_excerpt_request(facts: Facts, story: str, rng: random.Random, *, endings: float = 0.5) -> StoryRequest:
    """Writes a prompt that gives the opening of `story`, which tells `facts`, or, in a share `endings`, its ending."""
    sentences = _SENTENCE.findall(story)
    opening = ending = ""
    if rng.random() < 1 - endings:
        head, opening = CONTINUE, "".join(sentences[: rng.choice((1, 1, 2, 3))]).strip()
    else:
        head, ending = ENDS_WITH, "".join(sentences[-rng.choice((1, 2)) :]).strip()
    excerpt = opening or ending
    words = set(re.findall(r"[A-Za-z]+", excerpt))
    named = {fact: word for fact, word in facts.slots.items() if fact in WORDS and word in words}
    return StoryRequest(text=f"{head} {excerpt}", named=named, opening=opening, ending=ending)


def write_long_request(facts: Facts, rng: random.Random) -> StoryRequest:
    """Writes a prompt for a story of two chapters."""
    slots = facts.slots
    things = [slots["hero"], f"a {slots['animal']}", f"a {slots['colour']} {slots['object']}"]
    named = {fact: slots[fact] for fact in ("hero", "animal", "colour", "object")}
    text = f"{rng.choice(LONG_OPENERS)} about {', '.join(things[:-1])} and {things[-1]}"
    if rng.random() < 0.5:
        named["place"] = slots["place"]
        text += f" at the {slots['place']}"
    text += "."
    if rng.random() < 0.5:
        named["helper"] = slots["helper"]
        text += f" A {slots['helper']} helps."
    return StoryRequest(text=text, named=named, chapters=2)
