"""Openings and endings as visitors write them: sentences outside the grammar, about things that a story can tell.

Most of their words are spelled in pieces, and the model must learn to copy them. So one in three is not a sentence at
all but words in any order.
"""

import random
import re

from playground.plugins.small_world.requests import CONTINUE_HEADS, ENDING_HEADS, StoryRequest
from playground.plugins.small_world.words import KNOWN, OPEN, WORDS
from workshop.world.stories import Facts, worded
from workshop.world.tales import Excerpt
from workshop.world.words import is_held_out, made_up_word

OPENINGS = (
    "One <weather> day, <hero> {found|saw|lost|bought|painted} a <colour> <object>.",
    "<hero> {lived|worked|slept|waited} {near|behind|in} the <place>.",
    "Once upon a time, a <feeling> <helper> lived {near|in} the <place>.",
    "Once there was a {little|small|young|clever} {child|dreamer|traveller} named <hero>.",
    "It was a {dark|long|cold|strange} night {at|near|in} the <place>.",
    "<hero> woke up {early|late} and {looked|ran|went} outside.",
    "A <animal> {knocked|waited|sang} at the door.",
    "<hero> had always wanted a <object>.",
    "Nobody knew why the <animal> was {so|always} <feeling>.",
    "In the {middle|heart} of the <place>, <hero> met a <animal>.",
    "Long ago, <hero> was the best <helper> in the land.",
    "The <object> was {old|broken|heavy|precious}, but <hero> loved it.",
    "Every {evening|winter|summer|weekend}, <hero> visited the <place>.",
    "On <poss> birthday, <hero> got a <colour> <object>.",
    "The <animal> {smiled|laughed|cried} when <hero> came home.",
    "My name is <hero>, and this is my <animal>.",
    "There once was a <animal> who could {sing|fly|dance|talk|swim}.",
    "<hero> and the <animal> were {best friends|very hungry|lost in the fog}.",
    "Something {moved|glowed|whispered} {behind|under} the <object>.",
    "Deep in the <place> lived a <colour> <animal>.",
)
ENDINGS = (
    "They all went home and {slept|laughed|ate}.",
    "And they lived happily ever after.",
    "<hero> never {saw|forgot|lost} the <object> again.",
    "The <animal> {slept|smiled|danced} all night.",
    "From that day on, <hero> and the <animal> were friends.",
    "In the end, everybody {laughed|cheered|sang} and had some {soup|cake|tea}.",
    "That was the best day of <poss> life.",
    "<hero> {waved|smiled|nodded} and said goodbye.",
    "The <helper> went back to the <place>.",
    "And the <colour> <object> was never seen again.",
    "Then the {sun|moon} {rose|came out} over the <place>.",
    "It had all been a dream.",
    "{Finally|At last}, <hero> was {happy|brave|home} again.",
    "The <place> was {quiet|safe|beautiful} once more.",
    "<hero> put the <object> {away|under the bed} and fell asleep.",
    "Nobody ever {found|opened|needed} the <object>.",
    "And so the <animal> got a new home.",
    "The end.",
)

_P_WORDS_IN_ANY_ORDER = 0.33
_P_CHANGED = 0.25  # that another word replaces one of a sentence's words; never a fact
_SLOT = re.compile(r"<(\w+)>")


def any_word(rng: random.Random, *, held_out: bool) -> str:
    """Draws a word of any kind: known, spelled or made up. Spelled words come from one side of the split."""
    if rng.random() < 0.35:
        return rng.choice(KNOWN[rng.choice(tuple(KNOWN))])
    while True:
        word = rng.choice(OPEN[rng.choice(tuple(OPEN))]) if rng.random() < 0.5 else made_up_word(rng)
        if is_held_out(word) == held_out:
            return word


def own_sentence(templates: tuple[str, ...], facts: Facts, rng: random.Random) -> tuple[str, dict[str, str]]:
    """Writes a sentence, and returns it with the facts that it names (fact -> word)."""
    if rng.random() < _P_WORDS_IN_ANY_ORDER:
        words = [any_word(rng, held_out=facts.is_held_out) for _ in range(rng.randint(2, 8))]
        text = " ".join(words)
        return text[0].upper() + text[1:] + rng.choice(".....!?"), {}
    template = rng.choice(templates)
    text = worded(template, facts, rng.choice)
    if rng.random() < _P_CHANGED:
        free = [word for word in re.findall(r"[a-z]+", text) if word not in facts.slots.values() and len(word) > 3]
        if free:
            text = re.sub(rf"\b{rng.choice(free)}\b", any_word(rng, held_out=facts.is_held_out), text, count=1)
    return text, {fact: facts.slots[fact] for fact in _SLOT.findall(template) if fact in WORDS}


def write_own_request(facts: Facts, rng: random.Random, *, ending: bool) -> StoryRequest:
    """Writes a prompt that gives the opening or the ending of a story about `facts` in its own words."""
    excerpt, named = own_sentence(ENDINGS if ending else OPENINGS, facts, rng)
    if ending:
        return StoryRequest(text=f"{rng.choice(ENDING_HEADS)} {excerpt}", named=named, ending=excerpt, own_words=True)
    return StoryRequest(text=f"{rng.choice(CONTINUE_HEADS)} {excerpt}", named=named, opening=excerpt, own_words=True)


def excerpt_of(request: StoryRequest, stretches: int) -> Excerpt:
    """What `request` gives, in the form that a tale takes. `stretches`: how many sentences it stands for."""
    if request.ending:
        return Excerpt(ending=request.ending, ending_stretches=stretches)
    return Excerpt(opening=request.opening, opening_stretches=stretches)
