"""Requests for stories in the many ways that people phrase them: sentences, lists, bare names, lower case."""

import random
import re

from playground.plugins.small_world.requests import StoryRequest
from playground.plugins.small_world.words import NEW_WORDS, WORDS, pronoun, with_articles
from workshop.world.stories import Facts

HEADS = (
    "Write a story about {things}{place}.",
    "Write a story about {things}{place}.",
    "Write a short story about {things}{place}.",
    "Write a story with {things}{place}.",
    "Write a story featuring {things}{place}.",
    "Write about {things}{place}.",
    "Tell me a story about {things}{place}.",
    "Tell a story with {things}{place}.",
    "Tell me about {things}{place}.",
    "Please write a story about {things}{place}.",
    "Please tell me a story with {things}{place}.",
    "Can you write a story about {things}{place}?",
    "I want a story about {things}{place}.",
    "I would like a story with {things}{place}.",
    "Give me a story about {things}{place}.",
    "Make up a story about {things}{place}.",
    "A story about {things}{place}.",
    "A short story with {things}{place}.",
    "A bedtime story about {things}{place}.",
    "A tale of {things}{place}.",
    "The adventures of {things}{place}.",
    "Once there was {things}{place}.",
    "Once upon a time there was {things}{place}.",
    "Write something about {things}{place}.",
    "{things}{place}.",
    "{things}{place}",
)
"""Requests that list the things of a story as a sentence does."""
LIST_HEADS = ("A story: {listed}.", "Story: {listed}.", "Write a story: {listed}.", "{listed}", "Words: {listed}.")
"""Requests that list the bare words."""
HERO_HEADS = (
    "{hero} has {animal} and {object}{place}.",
    "{hero} lost {poss} {bare_object}{place}.",
    "{hero} found {object}{place}.",
    "{hero} and {poss} {bare_animal} found {object}{place}.",
    "Write a story in which {hero} lost {poss} {bare_object}{place}.",
    "Once there was {hero_named} who had {object}.",
    "Write a story about {hero_named} and {poss} {bare_animal}{place}.",
)
"""Sentences about a hero that name some of the other facts."""
REQUEST_WORDS = (
    "tale", "featuring", "bedtime", "adventures", "something", "named", "who", "girl", "boy", "there", "upon", "time",
    "would", "like", "Story", "Words", "words", "Can", "can", "please", "Once", "once", "Make", "make", "give", "me",
    "up", "which", "has", "the", "story", "i", "want", "you", "write", "tell", "with", "too",
)  # fmt: skip
"""Words of these phrasings; those missing from the small world's vocabulary get tokens too."""

_P_ALL = 0.3
_P_NAMED = 0.6
_P_ASIDE = 0.15  # weather and feeling
_P_LISTED = 0.15
_P_HERO_HEAD = 0.25
_P_POSSESSIVE = 0.35
_P_HELPS = 0.3
_P_AND_ONLY = 0.3
_P_ANY_ORDER = 0.2
_P_LOWER_CASE = 0.2
_P_NO_STOP = 0.3


def write_free_request(facts: Facts, rng: random.Random) -> StoryRequest:
    """Writes a prompt that names some or all of `facts`, including every fact that must be spelled.

    `his` and `her` follow the hero.
    """
    while True:
        request = _free_request(facts, rng)
        # Not every template has room for every fact. A spelled word that nobody asked for would change the layout of
        # the canvas in a way that the prompt does not tell.
        if facts.open_words.keys() <= request.named.keys():
            return request


def _free_request(facts: Facts, rng: random.Random) -> StoryRequest:
    name_all = rng.random() < _P_ALL
    chances = dict.fromkeys(WORDS, 1.0 if name_all else _P_NAMED) | {"weather": _P_ASIDE, "feeling": _P_ASIDE}
    chances |= dict.fromkeys(facts.open_words, 1.0)
    named = {fact: facts.slots[fact] for fact, chance in chances.items() if rng.random() < chance}
    if "object" not in named and "colour" in named:
        named["object"] = facts.object
    if not named.keys() - {"weather", "feeling", "colour"}:
        named["animal"] = facts.animal
    says_pronoun = False

    place = f" {rng.choice(('at', 'at', 'in'))} the {named['place']}" if "place" in named else ""
    parts = _parts(facts, named)
    template = ""
    if "hero" in named and rng.random() < _P_HERO_HEAD:
        template = rng.choice(HERO_HEADS)
        taken = [fact for fact in ("animal", "object") if f"{fact}}}" in template]
        named |= {fact: facts.slots[fact] for fact in taken}
        parts = _parts(facts, named)
        if "object" not in taken:
            named.pop("object", None)
            named.pop("colour", None)
        if "animal" not in taken:
            named.pop("animal", None)
        if "{place}" not in template:
            named.pop("place", None)
        says_pronoun = "{poss}" in template or "hero_named" in template
        text = template.format_map({**parts, "place": place, "poss": facts.slots["poss"]})
    elif rng.random() < _P_LISTED:
        named.pop("weather", None)
        named.pop("feeling", None)
        bare = [parts[f"bare_{fact}"] for fact in ("hero", "animal", "object", "helper", "place") if fact in named]
        if rng.random() < _P_ANY_ORDER:
            rng.shuffle(bare)
        text = rng.choice(LIST_HEADS).format(listed=", ".join(bare))
    else:
        things = [parts[fact] for fact in ("hero", "animal", "object") if fact in named]
        if "hero" in named and "animal" in named and rng.random() < _P_POSSESSIVE:
            things[1], says_pronoun = f"{facts.slots['poss']} {facts.animal}", True
        helps = "helper" in named and rng.random() < _P_HELPS
        if "helper" in named and not helps:
            things.append(parts["helper"])
        if rng.random() < _P_ANY_ORDER and not says_pronoun:
            rng.shuffle(things)
        joint = " and " if rng.random() < _P_AND_ONLY else ", "
        listed = joint.join(things[:-1]) + " and " + things[-1] if len(things) > 1 else "".join(things)
        if not listed:
            listed, place = place.removeprefix(" at ").removeprefix(" in "), ""
        text = rng.choice(HEADS).format(things=listed or f"a {facts.animal}", place=place)
        if not listed:
            named["animal"] = facts.animal
        if "weather" in named:
            text = text.rstrip(".?") + f" on a {named['weather']} day."
        if helps:
            text += f" A {named['helper']} helps."
        if "feeling" in named:
            text += f" Somebody is {named['feeling']}."
    named = {fact: word for fact, word in named.items() if word.lower() in text.lower()}

    text = with_articles(text)
    text = text[0].upper() + text[1:] if rng.random() < 0.8 else text
    if rng.random() < _P_NO_STOP:
        text = text.removesuffix(".")
    if rng.random() < _P_LOWER_CASE:
        # The chat template gives a known name its capital back.
        text = text.lower()
        if facts.hero in NEW_WORDS["hero"]:
            text = re.sub(rf"\b{facts.hero.lower()}\b", facts.hero, text)
    subject = facts.subject if says_pronoun and not pronoun(facts.hero) else ""
    return StoryRequest(text=text, named=named, subject=subject)


def _parts(facts: Facts, named: dict[str, str]) -> dict[str, str]:
    """What fills the templates: each thing with its article, `bare_...` without, and the hero as a girl or a boy."""
    child = "girl" if facts.subject == "she" else "boy"
    coloured = f"{named['colour']} {facts.object}" if "colour" in named else facts.object
    return {
        "hero": facts.hero,
        "bare_hero": facts.hero,
        "hero_named": f"a {child} named {facts.hero}",
        "animal": f"a {facts.animal}",
        "bare_animal": facts.animal,
        "object": f"a {coloured}",
        "bare_object": coloured,
        "helper": f"a {facts.helper}",
        "bare_helper": facts.helper,
        "bare_place": facts.place,
    }
