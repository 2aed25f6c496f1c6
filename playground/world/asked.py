"""The things that a request for a story names, with words that no rule knows among them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playground.world.requests import StoryRequest
from playground.world.words import article

_OWNERS = ("her", "his", "my", "their")
_ARTICLES = ("a", "an", *_OWNERS, "the", "another", "one", "two")
_BORDERS = (
    "and", "or", "with", "who", "that", "which", "at", "in", "on", "near", "under", "called", "named", "of",
    "had", "has", "lost", "found",
)  # fmt: skip
_NOTHING = ("something", "anything", "it", "me", "you", "us", "them", "him", "girl", "boy", "child")
"""Words after "about" that a right story need not repeat."""
_TIMES = ("day", "morning", "evening", "night")
_LIST = re.compile(r"\b(?:about|with|featuring|tale of|adventures of|there was)\b([^.!?\n]*)", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"[^\W\d_]+|[,;:]")


@dataclass(frozen=True)
class Thing:
    """article: "a", "the", ... or "". words: its adjectives and, at the end, its name."""

    article: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        """As a sentence says it: "a red ball"."""
        said = article(self.words[0]) if self.article in ("a", "an", *_OWNERS) else self.article
        return " ".join([said, *self.words]).strip()


@dataclass(frozen=True)
class Found:
    """What a text has of the things that were asked for, and what it lacks; each as a sentence says it."""

    there: tuple[str, ...]
    missing: tuple[str, ...]


def look_for(things: tuple[Thing, ...], text: str) -> Found:
    """Looks for each thing in `text`, word by word, in upper or lower case. "a red ball" may be there without "red"."""
    words = {word.lower() for word in _WORDS.findall(text)}
    there: list[str] = []
    missing: list[str] = []
    for thing in things:
        had = [word.lower() in words or word.lower().removesuffix("s") in words for word in thing.words]
        if all(had) or not had[-1]:
            (there if had[-1] else missing).append(str(thing))
        else:
            missing += [word for word, has in zip(thing.words, had, strict=True) if not has]
            there.append(str(Thing(thing.article, tuple(w for w, has in zip(thing.words, had, strict=True) if has))))
    return Found(tuple(there), tuple(missing))


def asked_for(request: StoryRequest) -> tuple[Thing, ...]:
    """The things that `request` names: those after "about" in their order, then the other facts."""
    things = list(_listed(request))
    told = {word.lower() for thing in things for word in thing.words}
    for fact, word in request.named.items():
        if fact in _FORMS and word.lower() not in told:
            things.append(_FORMS[fact](word))
    return tuple(things)


_FORMS: dict[str, Callable[[str], Thing]] = {
    "hero": lambda word: Thing("", (word,)),
    "animal": lambda word: Thing("a", (word,)),
    "colour": lambda word: Thing("", (word,)),
    "object": lambda word: Thing("a", (word,)),
    "place": lambda word: Thing("the", (word,)),
    "helper": lambda word: Thing("a", (word,)),
    "weather": lambda word: Thing("", (word,)),
    "feeling": lambda word: Thing("", (word,)),
}


def _listed(request: StoryRequest) -> Iterator[Thing]:
    """What stands after "about": whatever follows an article, and single words, such as names."""
    found = _LIST.search(request.text)
    hero = request.named.get("hero", "")
    head, words = "", list[str]()
    for part in [*_PARTS.findall(found[1] if found else ""), ","]:
        lower = part.lower()
        if lower in _ARTICLES or lower in _BORDERS or not part[0].isalpha():
            if len(words) > 1 and words[-1].lower() in _TIMES:
                head, words = "", words[:-1]  # "a sunny day" may be a morning
            if words and (head or len(words) == 1) and words[-1].lower() not in _NOTHING:
                yield Thing(head, tuple(hero if word.lower() == hero.lower() else word for word in words))
            head, words = (lower if lower in _ARTICLES else ""), []
        else:
            words.append(part)
