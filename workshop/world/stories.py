"""Writes stories: draws what one is about (`Facts`), and tells it in the sentences of `small_world/stories.py`."""

import random
import re
from collections.abc import Callable, Container
from dataclasses import dataclass, replace

from playground.plugins.small_world.stories import ENDINGS, NEXT_DAY, OPENINGS, PLOTS, YOUNG_OPENING
from playground.plugins.small_world.words import KNOWN, WORDS, kinds_of, pronoun, with_articles
from workshop.world.split import is_held_out
from workshop.world.words import sample_open_word

OPEN_FACTS = ("hero", "animal", "object", "place", "helper", "colour")
"""The facts that people name in their own words."""

_P_SECOND_ANIMAL = 0.08

_MOST_DRAWS = 100

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
        return is_held_out(
            "|".join((self.hero, self.animal, self.colour, self.object, self.place, self.helper, self.plot))
        )

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


def with_plain_rest(facts: Facts, named: Container[str], rng: random.Random) -> Facts:
    """Draws the facts that nobody named again, from the small world: free choices among fewer words are surer.

    Among hundreds of objects even the likeliest is less likely than a slip, such as the animal's word once more. The
    hero's pronoun stays, which a prompt may say. All stays as it is where no such draw is on its side of the split.
    """
    heroes = tuple(hero for hero in WORDS["hero"] if pronoun(hero) == facts.subject)
    words = {fact: heroes if fact == "hero" else each for fact, each in WORDS.items() if fact not in named}
    for _ in range(_MOST_DRAWS):
        plain = replace(facts, **{fact: rng.choice(each) for fact, each in words.items()})
        if plain.is_held_out == facts.is_held_out:
            return plain
    return facts


def sample_second_chapter(facts: Facts, rng: random.Random) -> Facts:
    """Draws another plot for the same words, on the same side of the split if possible, and one of its endings."""
    alternatives = [
        replace(facts, plot=plot, ending=ending) for plot in PLOTS if plot != facts.plot for ending in ENDINGS[plot]
    ]
    # Now and then none of the nine other plots is held out. Then any will do, as the first chapter is held out.
    same_side = [chapter for chapter in alternatives if chapter.is_held_out == facts.is_held_out]
    return rng.choice(same_side or alternatives)


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
