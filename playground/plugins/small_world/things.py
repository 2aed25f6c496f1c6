"""The things that a request for a story names, with words that no rule knows among them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from playground.plugins.small_world.requests import StoryRequest
from playground.plugins.small_world.words import article

_OWNERS = ("her", "his", "my", "their")
_ARTICLES = ("a", "an", *_OWNERS, "the", "another", "one", "two")
_BORDERS = (
    "and", "or", "with", "who", "that", "which", "at", "in", "on", "near", "under", "called", "named", "of",
    "had", "has", "lost", "found",
)  # fmt: skip
_NOTHING = ("something", "anything", "it", "me", "you", "us", "them", "him", "girl", "boy", "child")
"""Words after "about" that a right story need not repeat."""
_TIMES = ("day", "morning", "evening", "night")
LISTED = re.compile(r"\b(?:about|with|featuring|tale of|adventures of|there was)\b([^.!?\n]*)", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
PARTS = re.compile(r"[^\W\d_]+|[,;:]")


@dataclass(frozen=True)
class Thing:
    """article: "a", "the", ... or "". words: its adjectives and, at the end, its name."""

    article: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        """As a sentence says it: "a red ball"."""
        head = article(self.words[0]) if self.article in ("a", "an", *_OWNERS) else self.article
        return " ".join([head, *self.words]).strip()


@dataclass(frozen=True)
class Coverage:
    """The requested things that a text has, and those that it lacks; each as a sentence says it."""

    present: tuple[str, ...]
    missing: tuple[str, ...]


def coverage(things: tuple[Thing, ...], text: str) -> Coverage:
    """Looks for each thing in `text`, word by word, in upper or lower case. "a red ball" may be there without "red"."""
    words = {word.lower() for word in _WORDS.findall(text)}
    present: list[str] = []
    missing: list[str] = []
    for thing in things:
        had = [word.lower() in words or word.lower().removesuffix("s") in words for word in thing.words]
        if all(had) or not had[-1]:
            (present if had[-1] else missing).append(str(thing))
        else:
            missing += [word for word, has in zip(thing.words, had, strict=True) if not has]
            present.append(str(Thing(thing.article, tuple(w for w, has in zip(thing.words, had, strict=True) if has))))
    return Coverage(tuple(present), tuple(missing))


def things_in(request: StoryRequest) -> tuple[Thing, ...]:
    """The things that `request` names: those after "about" in their order, then the other facts."""
    things = list(_listed(request))
    listed = {word.lower() for thing in things for word in thing.words}
    for fact, word in request.named.items():
        if fact in _ARTICLE_OF and word.lower() not in listed:
            things.append(Thing(_ARTICLE_OF[fact], (word,)))
    return tuple(things)


_ARTICLE_OF = {
    "hero": "", "animal": "a", "colour": "", "object": "a", "place": "the", "helper": "a", "weather": "", "feeling": "",
}  # fmt: skip


def begins_clause(word: str, named: bool) -> bool:
    """Does "who" or the like tell what somebody does, as in "a girl who eats a banana"? Stories have no part for that.

    Args:
        named: does the word follow somebody or something? "that dog" tells nothing.
    """
    return word == "who" or (word in ("that", "which") and named)


def _listed(request: StoryRequest) -> Iterator[Thing]:
    """What stands after "about": whatever follows an article, and single words, such as names."""
    match = LISTED.search(request.text)
    hero = request.named.get("hero", "")
    head, words, does = "", list[str](), False
    for part in [*PARTS.findall(match[1] if match else ""), ","]:
        lower = part.lower()
        if lower in _ARTICLES or lower in _BORDERS or not part[0].isalpha():
            if len(words) > 1 and words[-1].lower() in _TIMES:
                head, words = "", words[:-1]  # "a sunny day" may be a morning
            if words and (head or len(words) == 1) and words[-1].lower() not in _NOTHING and not does:
                yield Thing(head, tuple(hero if word.lower() == hero.lower() else word for word in words))
            does = begins_clause(lower, bool(words)) or (does and lower in _ARTICLES)
            head, words = (lower if lower in _ARTICLES else ""), []
        else:
            does = does and (bool(words) or head != "" or part[0].islower())  # not in "that Priya lost"
            words.append(part)
