"""The world of the stories: facts, plots and the sentences that tell them.

A story is decided by seven facts (`Facts`): hero, animal, colour, object, place, helper and plot. Every fact but the
plot is a single word and is told at least three times, so that a small model can learn to keep it. A long story has a
second chapter, with a plot of its own about the same facts, and goes on where the first canvas ends.

Two wordings of one sentence (`{a|b}`) always have the same number of words. A token's position on the canvas then
depends on the plot alone and not on how an earlier sentence was worded, which is what lets many positions be accepted
in one denoising step.
"""

import hashlib
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

GIRLS = ("Lily", "Mia", "Anna", "Emma", "Lucy", "Rosa", "Nora", "Ella", "Alice", "Ruby", "Clara", "Sara")
BOYS = ("Tom", "Ben", "Max", "Sam", "Leo", "Jack", "Tim", "Finn", "Bob", "Noah", "Hugo", "Paul")

# fmt: off
WORDS: dict[str, tuple[str, ...]] = {
    "hero": GIRLS + BOYS,
    "animal": ("cat", "dog", "rabbit", "duck", "pony", "fox", "goat", "hen",
               "mouse", "turtle", "parrot", "lamb", "pig", "frog", "puppy", "donkey"),
    "colour": ("red", "blue", "green", "yellow", "black", "white", "pink", "brown", "purple", "grey"),
    "object": ("ball", "kite", "drum", "boat", "doll", "hat", "bell", "robot",
               "flute", "train", "truck", "puppet", "crown", "rocket", "whistle", "teddy"),
    "place": ("park", "beach", "lake", "river", "farm", "market", "castle", "pond", "school", "mill", "zoo", "bridge"),
    "helper": ("farmer", "baker", "teacher", "doctor", "sailor", "king",
               "queen", "knight", "painter", "wizard", "pirate", "nurse"),
}
# fmt: on

_OPENING = (
    "One {day|morning}, <hero> and <poss> <animal> {went|walked} to the <place>.",
    "<hero> {took|carried} a <colour> <object>, and the <animal> {was|felt} {happy|glad}.",
)
_TOGETHER = "<hero>, the <animal> and the <helper> {played|danced} at the <place>."
_HUG = "<Subj> {hugged|held} the <colour> <object> {tightly|happily}."
_HOME = "Then <hero> {carried|took} the <colour> <object> {home|inside}."
_EVERYONE = "Everyone {loved|liked} the <colour> <object>."
_THANKS = '"Thank you, <helper>!" {said|cried} <hero>.'

_NEXT_DAY = "The next {day|morning}, <hero> and <poss> <animal> {came|went} back to the <place>."

PLOTS: dict[str, tuple[str, ...]] = {
    "stuck": (
        *_OPENING,
        "At the <place>, the <colour> <object> got {stuck|caught} in a {tall|big} tree.",
        "A {kind|friendly} <helper> {came|walked} by.",
        '"Please help me, <helper>!" {cried|called} <hero>.',
        "The {clever|strong} <helper> {found|brought} a ladder and got the <object>.",
        _TOGETHER,
        _HUG,
    ),
    "lost": (
        *_OPENING,
        "At the <place>, the <colour> <object> was {gone|lost}!",
        '"Where is my <object>?" {cried|asked} <hero>.',
        "The <animal> {looked|searched} {behind|under} every {bush|bench}.",
        "Then a {kind|friendly} <helper> {found|spotted} the <object> in the {grass|mud}.",
        _THANKS,
        _TOGETHER,
        _HOME,
    ),
    "hole": (
        *_OPENING,
        "At the <place>, the <colour> <object> {fell|rolled} into a deep {hole|well}.",
        '"Oh no, my <object>!" {cried|said} <hero>.',
        "A {kind|friendly} <helper> heard <obj> and {brought|found} a rope.",
        "The <helper> {pulled|lifted} the <object> up, and the <animal> {jumped|cheered}.",
        _TOGETHER,
        _HUG,
    ),
    "bird": (
        *_OPENING,
        "At the <place>, a {big|bold} bird {took|stole} the <colour> <object>!",
        '"Give it back!" {shouted|cried} <hero>.',
        "A {kind|friendly} <helper> {clapped|shouted}, and the bird dropped the <object>.",
        "The <animal> {ran|hurried} and {caught|grabbed} the <object>.",
        '"Well done, <animal>! Thank you, <helper>!" {said|called} <hero>.',
        _TOGETHER,
        _HUG,
    ),
    "gift": (
        *_OPENING,
        "At the <place>, a <helper> was {sad|crying}.",
        '"What is wrong, <helper>?" asked <hero>.',
        '"I have no <object>," {said|answered} the <helper>.',
        '"Take my <colour> <object>!" said <hero>, and the <animal> {smiled|nodded}.',
        _TOGETHER,
        _EVERYONE,
    ),
    "rain": (
        *_OPENING,
        "At the <place>, {cold|heavy} rain {fell|poured} on the <colour> <object>.",
        '"My <object> will get wet!" {cried|said} <hero>.',
        "A {kind|friendly} <helper> {came|ran} over with an umbrella.",
        "The <helper> kept the <object> {dry|safe}, and the <animal> {jumped|danced}.",
        _TOGETHER,
        _HUG,
    ),
    "mud": (
        *_OPENING,
        "At the <place>, the <colour> <object> {fell|landed} in {deep|wet} mud.",
        '"My <object> is so dirty!" {cried|said} <hero>.',
        "A {kind|friendly} <helper> {came|ran} with {warm|clean} water.",
        "The <helper> {washed|cleaned} the <object>, and the <animal> {helped|watched}.",
        _THANKS,
        _TOGETHER,
        _HOME,
    ),
    "dark": (
        *_OPENING,
        "At the <place>, it {grew|got} dark, and the <colour> <object> was {gone|lost}.",
        '"I cannot see my <object>!" {cried|said} <hero>.',
        "A {kind|friendly} <helper> {came|walked} by with a {bright|small} lamp.",
        "The <helper> and the <animal> {found|spotted} the <object> {quickly|together}.",
        _TOGETHER,
        _HOME,
    ),
    "friend": (
        *_OPENING,
        "At the <place>, a {shy|lonely} <helper> {sat|stood} under a tree.",
        '"Do you want to play, <helper>?" {asked|said} <hero>.',
        '"Yes, I {love|like} your <object>!" {said|cried} the <helper>.',
        "They {played|ran} with the <colour> <object>, and the <animal> {jumped|cheered}.",
        "<hero>, the <animal> and the <helper> {became|were} friends at the <place>.",
        _EVERYONE,
    ),
    "race": (
        *_OPENING,
        "At the <place>, a {merry|friendly} <helper> {planned|started} a race.",
        '"The {first|fastest} one gets a {cake|pie}!" said the <helper>.',
        "<hero> {ran|raced} with the <colour> <object>, but the <animal> was {first|faster}.",
        '"You {won|win}, <animal>!" {called|cried} the <helper>.',
        _TOGETHER,
        _HUG,
    ),
}

SECOND_CHAPTERS = {plot: (_NEXT_DAY, *sentences[len(_OPENING) :]) for plot, sentences in PLOTS.items()}

HELD_OUT_ONE_IN = 20
_CHOICE = re.compile(r"\{([^}]*)\}")
_SLOT = re.compile(r"<(\w+)>")


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What one story is about. Every value is one of `WORDS` or a key of `PLOTS`; a `ValueError` names what is not."""

    hero: str
    animal: str
    colour: str
    object: str
    place: str
    helper: str
    plot: str

    def __post_init__(self):
        for fact, words in {**WORDS, "plot": tuple(PLOTS)}.items():
            if (value := getattr(self, fact)) not in words:
                raise ValueError(f"{fact} must be one of {', '.join(words)}, but got {value!r}")

    @property
    def is_held_out(self) -> bool:
        """True for the one combination in twenty that training never tells; decided by a hash of the facts alone."""
        key = "|".join((self.hero, self.animal, self.colour, self.object, self.place, self.helper, self.plot))
        digest = hashlib.blake2b(key.encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % HELD_OUT_ONE_IN == 0

    @property
    def slots(self) -> dict[str, str]:
        """The words that fill `<slot>`s, with the pronouns that agree with the hero."""
        girl = self.hero in GIRLS
        return {
            **{fact: getattr(self, fact) for fact in WORDS},
            "poss": "her" if girl else "his",
            "obj": "her" if girl else "him",
            "Subj": "She" if girl else "He",
        }


def sample_facts(rng: random.Random, *, held_out: bool) -> Facts:
    """Draw facts uniformly from one side of the held-out split."""
    while True:
        facts = Facts(
            **{fact: rng.choice(words) for fact, words in WORDS.items()},
            plot=rng.choice(tuple(PLOTS)),
        )
        if facts.is_held_out == held_out:
            return facts


def sample_second_plot(facts: Facts, rng: random.Random) -> str:
    """A plot for a second chapter about `facts`: another one, which with the same words is on the same side."""
    others = [replace(facts, plot=plot) for plot in PLOTS if plot != facts.plot]
    # Now and then none of the nine others is held out as well: then any, for the first chapter is.
    same_side = [other for other in others if other.is_held_out == facts.is_held_out]
    return rng.choice(same_side or others).plot


def tell(facts: Facts, choose: Callable[[list[str]], str], second_plot: str | None = None) -> str:
    """The story of `facts` as a single paragraph; `choose` picks one of the wordings at every `{a|b}`."""
    sentences = PLOTS[facts.plot] + (SECOND_CHAPTERS[second_plot] if second_plot else ())
    text = _CHOICE.sub(lambda match: choose(match[1].split("|")), " ".join(sentences))
    return _SLOT.sub(lambda match: facts.slots[match[1]], text)


def write_story(facts: Facts, rng: random.Random, second_plot: str | None = None) -> str:
    """One story about `facts`, every wording drawn independently; with `second_plot`, of two chapters."""
    return tell(facts, rng.choice, second_plot)
