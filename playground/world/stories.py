"""The world of the stories: facts, plots and the sentences that tell them.

Its facts (`Facts`) decide a story: hero, animal, colour, object, place, helper, weather, feeling, plot and ending. A
story repeats every fact of one word, the feeling twice and the others at least three times, so that a small model can
learn to keep it. A long story has a second chapter about the same words, with its own plot and ending, and goes on
where the first canvas ends.

Two wordings of one sentence (`{a|b}`) always have the same number of words. So do the two openings, which tell the same
things in another order. A token's position on the canvas then depends only on the plot, not on the wording of earlier
sentences. That is why one denoising step can accept many positions.
"""

import hashlib
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from playground.world.words import (
    HELD_OUT_ONE_IN,
    KNOWN,
    WORDS,
    kinds_of,
    pronoun,
    sample_open_word,
    with_articles,
)

OPENINGS = (
    (
        "One <weather> {day|morning}, <hero> and <poss> <animal> {went|walked} to the <place>.",
        "<hero> {took|carried} a <colour> <object>, and the <animal> {was|felt} {happy|glad}.",
    ),
    (
        "<hero> had a {nice|fine} <colour> <object> and a {happy|merry} <animal>.",
        "One <weather> {day|morning}, <subj> and the <animal> {took|carried} it to the <place>.",
    ),
)
YOUNG_OPENING = (
    "{Little|Young} <hero> had a <colour> <object> and a {happy|merry} <animal>.",
    OPENINGS[1][1],
)
"""Replaces the second opening for a hero whose name has no token that could begin a text."""
NEXT_DAY = "The next {day|morning}, <hero> and <poss> <animal> {came|went} back to the <place>."
_TOGETHER = "<hero>, the <animal> and the <helper> {played|danced} at the <weather> <place>."
_FRIENDS = "<hero>, the <animal> and the <helper> {became|were} friends at the <weather> <place>."

# What happens between the opening and the ending.
PLOTS: dict[str, tuple[str, ...]] = {
    "stuck": (
        "At the <weather> <place>, the <colour> <object> got {stuck|caught} in a {tall|big} tree.",
        "A {kind|friendly} <helper> {came|walked} by.",
        '"Please help me, <helper>!" {cried|called} a <feeling> <hero>.',
        "The {clever|strong} <helper> {found|brought} a ladder and got the <object>.",
        _TOGETHER,
    ),
    "lost": (
        "At the <weather> <place>, the <colour> <object> was {gone|lost}!",
        '"Where is my <object>?" {cried|asked} a <feeling> <hero>.',
        "The <animal> and a {kind|friendly} <helper> {looked|searched} {behind|under} every {bush|bench}.",
        "Then the <helper> {found|spotted} the <object> in the {grass|mud}.",
        _TOGETHER,
    ),
    "hole": (
        "At the <weather> <place>, the <colour> <object> {fell|rolled} into a deep {hole|well}.",
        '"Oh no, my <object>!" {cried|said} a <feeling> <hero>.',
        "A {kind|friendly} <helper> heard <obj> and {brought|found} a rope.",
        "The <helper> {pulled|lifted} the <object> up, and the <animal> {jumped|cheered}.",
        _TOGETHER,
    ),
    "bird": (
        "At the <weather> <place>, a {big|bold} bird {took|stole} the <colour> <object>!",
        '"Give it back!" {shouted|cried} a <feeling> <hero>.',
        "A {kind|friendly} <helper> {clapped|shouted}, and the <animal> {caught|grabbed} the <object>.",
        '"Well done, <animal>, and thank you, <helper>!" {said|called} <hero>.',
        _TOGETHER,
    ),
    "gift": (
        "At the <weather> <place>, a <helper> was <feeling>.",
        '"What is wrong, <helper>?" asked <hero>.',
        '"I have no <object>," {said|answered} the <helper>.',
        '"Take my <colour> <object>!" said <hero>, and the <animal> {smiled|nodded}.',
        _TOGETHER,
    ),
    "rain": (
        "At the <weather> <place>, {cold|heavy} rain {fell|poured} on the <colour> <object>.",
        '"My <object> will get wet!" {cried|said} a <feeling> <hero>.',
        "A {kind|friendly} <helper> {came|ran} over with an umbrella.",
        "The <helper> kept the <object> {dry|safe}, and the <animal> {jumped|danced}.",
        _TOGETHER,
    ),
    "mud": (
        "At the <weather> <place>, the <colour> <object> {fell|landed} in {deep|wet} mud.",
        '"My <object> is so dirty!" {cried|said} a <feeling> <hero>.',
        "A {kind|friendly} <helper> {came|ran} with {warm|clean} water.",
        "The <helper> {washed|cleaned} the <object>, and the <animal> {helped|watched}.",
        _TOGETHER,
    ),
    "dark": (
        "At the <weather> <place>, it {grew|got} dark, and the <colour> <object> was {gone|lost}.",
        '"I cannot see my <object>!" {cried|said} a <feeling> <hero>.',
        "A {kind|friendly} <helper> {came|walked} by with a {bright|small} lamp.",
        "The <helper> and the <animal> {found|spotted} the <object> {quickly|together}.",
        _TOGETHER,
    ),
    "friend": (
        "At the <weather> <place>, a <feeling> <helper> {sat|stood} under a tree.",
        '"Do you want to play, <helper>?" {asked|said} <hero>.',
        '"Yes, I {love|like} your <object>!" {said|cried} the <helper>.',
        "They {played|ran} with the <colour> <object>, and the <animal> {jumped|cheered}.",
        _FRIENDS,
    ),
    "race": (
        "At the <weather> <place>, a {merry|friendly} <helper> {planned|started} a race.",
        '"The {first|fastest} one gets a {cake|pie}!" said the <helper>.',
        "A <feeling> <hero> {ran|raced} with the <colour> <object>, but the <animal> was {first|faster}.",
        '"You {won|win}, <animal>!" {called|cried} the <helper>.',
        _TOGETHER,
    ),
}

_HOME = "No longer <feeling>, <hero> {carried|took} the <colour> <object> {home|inside}."
_HUG = "No longer <feeling>, <hero> {hugged|held} the <colour> <object> {tightly|happily}."
_HELPER_HUG = "No longer <feeling>, the <helper> {hugged|held} the <colour> <object> {tightly|happily}."
_EVERYONE = "Nobody was <feeling>, and everyone {loved|liked} the <colour> <object>."

# In two of the plots the helper is the one who was sad or worried.
ENDINGS: dict[str, dict[str, str]] = {
    plot: {"hug": _HELPER_HUG, "everyone": _EVERYONE}
    if plot in ("gift", "friend")
    else {"home": _HOME, "hug": _HUG, "everyone": _EVERYONE}
    for plot in PLOTS
}
"""Plot -> ending -> its sentence."""

OPEN_FACTS = ("hero", "animal", "object", "place", "helper", "colour")
"""The facts that people name in their own words."""
_P_SECOND_ANIMAL = 0.08
_CHOICE = re.compile(r"\{([^}]*)\}")
_SLOT = re.compile(r"<(\w+)>")


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What one story is about: a word for each of `WORDS`, a key of `PLOTS`, and one of the plot's `ENDINGS`.

    subject: the hero's pronoun, `she` or `he`; a known name decides it.

    Raises:
        ValueError: a word or name does not fit; the message names it.
    """

    hero: str
    animal: str
    colour: str
    object: str
    place: str
    helper: str
    weather: str
    feeling: str
    plot: str
    ending: str
    subject: str = ""

    def __post_init__(self) -> None:
        for fact in WORDS:
            value = getattr(self, fact)
            form, letters = ("a capital and lower-case", "[A-Z][a-z]+") if fact == "hero" else ("lower-case", "[a-z]+")
            if not re.fullmatch(letters, value):
                raise ValueError(f"{fact} is {value!r}; it must be {form} letters")
        self._check("plot", tuple(PLOTS))
        self._check("ending", tuple(ENDINGS[self.plot]))
        known = pronoun(self.hero)
        if not self.subject:
            object.__setattr__(self, "subject", known or "she")
        self._check("subject", (known,) if known else ("she", "he"))

    def _check(self, fact: str, words: tuple[str, ...]) -> None:
        if (value := getattr(self, fact)) not in words:
            raise ValueError(f"{fact} is {value!r}; allowed are {', '.join(words)}")

    @property
    def open_words(self) -> dict[str, str]:
        """Fact -> word, for the facts whose words have no token of their own."""
        return {fact: word for fact in WORDS if not kinds_of(word := getattr(self, fact))}

    @property
    def is_held_out(self) -> bool:
        """True for the one combination in twenty that training never tells, by a hash of the facts.

        Weather, feeling and ending do not count, so no held-out story is a training story with other weather.
        """
        key = "|".join((self.hero, self.animal, self.colour, self.object, self.place, self.helper, self.plot))
        digest = hashlib.blake2b(key.encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % HELD_OUT_ONE_IN == 0

    @property
    def slots(self) -> dict[str, str]:
        """The words that fill `<slot>`s, with the pronouns that agree with the hero."""
        girl = self.subject == "she"
        return {
            **{fact: getattr(self, fact) for fact in WORDS},
            "poss": "her" if girl else "his",
            "obj": "her" if girl else "him",
            "subj": "she" if girl else "he",
        }


def sample_facts(rng: random.Random, *, held_out: bool) -> Facts:
    """Draws facts uniformly from one side of the held-out split."""
    while True:
        plot = rng.choice(tuple(PLOTS))
        facts = Facts(
            **{fact: rng.choice(words) for fact, words in WORDS.items()},
            plot=plot,
            ending=rng.choice(tuple(ENDINGS[plot])),
        )
        if facts.is_held_out == held_out:
            return facts


def sample_wide_facts(rng: random.Random, *, held_out: bool, spelled: int = 0) -> Facts:
    """Draws facts from all known words, and `spelled` of them (at most six) from words that have no token.

    Now and then the helper is a second animal. The split holds out combinations and, among spelled words, the words
    themselves.
    """
    while True:
        words = {fact: rng.choice(known) for fact, known in KNOWN.items()}
        if rng.random() < _P_SECOND_ANIMAL:
            words["helper"] = rng.choice([word for word in KNOWN["animal"] if word != words["animal"]])
        subject = pronoun(words["hero"])
        for fact in rng.sample(OPEN_FACTS, spelled):
            words[fact], subject_here = sample_open_word(fact, rng, held_out=held_out)
            subject = subject_here or subject
        plot = rng.choice(tuple(PLOTS))
        facts = Facts(**words, plot=plot, ending=rng.choice(tuple(ENDINGS[plot])), subject=subject)
        if facts.is_held_out == held_out:
            return facts


def sample_second_chapter(facts: Facts, rng: random.Random) -> Facts:
    """Draws another plot for the same words, on the same side of the split if possible, and one of its endings."""
    others = [
        replace(facts, plot=plot, ending=ending) for plot in PLOTS if plot != facts.plot for ending in ENDINGS[plot]
    ]
    # Now and then none of the nine other plots is held out. Then any will do, as the first chapter is held out.
    same_side = [other for other in others if other.is_held_out == facts.is_held_out]
    return rng.choice(same_side or others)


def openings_of(facts: Facts) -> tuple[tuple[str, ...], ...]:
    """The openings that a story of `facts` may have."""
    return OPENINGS if facts.hero in WORDS["hero"] else (OPENINGS[0], YOUNG_OPENING)


def tell(facts: Facts, choose: Callable[[list[str]], str], second: Facts | None = None) -> str:
    """Tells the story of `facts` in one paragraph. `choose` picks an opening, and a wording at each `{a|b}`.

    second: what the second chapter tells, with the words of `facts`.
    """
    sentences = [choose([" ".join(opening) for opening in openings_of(facts)]), *_after_opening(facts)]
    if second is not None:
        sentences += [NEXT_DAY, *_after_opening(second)]
    return " ".join(worded(sentence, facts, choose) for sentence in sentences)


def worded(template: str, facts: Facts, choose: Callable[[list[str]], str]) -> str:
    """Fills in `template`: a wording that `choose` picks at each `{a|b}`, and the words of `facts` in the slots."""
    text = _CHOICE.sub(lambda match: choose(match[1].split("|")), template)
    return with_articles(_SLOT.sub(lambda match: facts.slots[match[1]], text))


def _after_opening(facts: Facts) -> tuple[str, ...]:
    return (*PLOTS[facts.plot], ENDINGS[facts.plot][facts.ending])


def write_story(facts: Facts, rng: random.Random, second: Facts | None = None) -> str:
    """Writes a story about `facts`, with every choice drawn independently; with `second`, it has two chapters."""
    return tell(facts, rng.choice, second)
