"""Checks whether a story is right: its sentences, its facts, and whether it tells what was asked for.

The check reads only the text, and ignores style. Any text outside the small grammar of `stories` and `tales` fails,
however good it is. A fact may use any word that is not known for something else.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from playground.plugins.small_world.stories import ENDINGS, NEXT_DAY, OPENINGS, PLOTS, TALES, YOUNG_OPENING
from playground.plugins.small_world.words import KNOWN, WORDS, kinds_of, pronoun, with_articles

_PRONOUNS = {"she": "she", "her": "she", "he": "he", "his": "he", "him": "he"}
_TOKEN = re.compile(r"\{([^}]*)\}|<(\w+)>|([^{<]+)")
_SLOTS = {"poss": "(?:her|his)", "obj": "(?:her|him)", "subj": "(?:she|he)"}
_ALSO = {"helper": "animal"}
"""Fact -> another fact whose known words may also tell it: the second animal of a story is its helper."""


@dataclass(frozen=True, kw_only=True)
class StoryReport:
    """What `check_story` found.

    plot: the plot with the most sentences in the text, or in its first chapter.
    ending: the ending of that plot in the text, or "".
    chapters: 2 for a story that goes on the next day, else 1.
    matched, total: how many sentences of its plots the text has, and how many the plots have.
    mentions: fact -> the different words that the text uses for it; one word means that it is consistent.
    pronouns_agree: every pronoun fits the hero, or there is no single hero to fit.
    is_perfect: the whole text is one story of the grammar, letter by letter, with consistent facts and pronouns; a
        given opening or ending counts as its first or last sentences.
    disagreements: facts of the request that the text does not tell.
    """

    plot: str
    ending: str
    chapters: int
    matched: int
    total: int
    mentions: Mapping[str, tuple[str, ...]]
    pronouns_agree: bool
    is_perfect: bool
    disagreements: tuple[str, ...]


@dataclass(frozen=True)
class _Match:
    """Where a pattern was found, and the (place, fact, word) of each fact that it tells."""

    span: tuple[int, int]
    facts: tuple[tuple[int, str, str], ...]


class _Pattern:
    """A pattern for any of some sentences of the grammar, with fitting words in their slots."""

    def __init__(self, templates: Iterable[str]):
        self.templates = tuple(templates)

    @cached_property
    def _compiled(self) -> tuple[re.Pattern[str], list[str]]:
        """The expression and the fact of each of its groups, compiled on first use."""
        facts: list[str] = []
        options = []
        for template in self.templates:
            parts = []
            for choice, slot, literal in _TOKEN.findall(template):
                if choice:
                    parts.append("(?:" + "|".join(map(re.escape, choice.split("|"))) + ")")
                elif slot in WORDS:
                    facts.append(slot)
                    parts.append("([A-Z][a-z]+)" if slot == "hero" else "([a-z]+)")
                elif slot:
                    parts.append(_SLOTS[slot])
                else:
                    parts.append(literal)
            # The next word decides between "a" and "an"; `with_articles` checks it.
            options.append(re.sub(r"\b([Aa]) (?=\()", r"\1n? ", "".join(_escaped(parts))))
        return re.compile("|".join(options)), facts

    def search(self, text: str) -> _Match | None:
        """Finds the first match with fitting words."""
        return next((fitting for match in self._compiled[0].finditer(text) if (fitting := self._read(match))), None)

    def matches(self, text: str) -> _Match | None:
        """Matches the whole of `text`, or returns None."""
        match = self._compiled[0].fullmatch(text)
        return self._read(match) if match else None

    def _read(self, match: re.Match[str]) -> _Match | None:
        if with_articles(match[0]) != match[0]:
            return None
        facts = [
            (match.start(i), fact, word)
            for i, (fact, word) in enumerate(zip(self._compiled[1], match.groups(), strict=True), start=1)
            if word is not None
        ]
        return _Match(match.span(), tuple(facts)) if all(fits(fact, word) for _, fact, word in facts) else None


def _escaped(parts: Sequence[str]) -> list[str]:
    """Escapes the literal parts; parts that begin with a bracket are expressions already."""
    return [part if part.startswith("(") else re.escape(part).replace(r"\ ", " ") for part in parts]


def fits(fact: str, word: str) -> bool:
    """May `word` tell `fact`? It may if it is known for that fact, or not known for anything."""
    kinds = kinds_of(word)
    return not kinds or fact in kinds or _ALSO.get(fact) in kinds


_OPENINGS = (*OPENINGS, YOUNG_OPENING)
_FIRST, _NEXT = (_OPENINGS, ((NEXT_DAY,),))


def _sentences(
    openings: Sequence[Sequence[str]], plots: Mapping[str, Sequence[str]]
) -> dict[str, tuple[_Pattern, ...]]:
    """Plot -> a pattern for each sentence."""
    return {
        plot: (
            *map(_Pattern, zip(*openings, strict=True)),
            *(_Pattern([sentence]) for sentence in sentences),
            _Pattern(ENDINGS[plot].values()),
        )
        for plot, sentences in plots.items()
    }


def _whole(openings: Sequence[Sequence[str]], plots: Mapping[str, Sequence[str]]) -> list[_Pattern]:
    """A pattern for the whole text of each plot."""
    return [
        _Pattern(" ".join((*opening, *sentences, ending)) for opening in openings for ending in ENDINGS[plot].values())
        for plot, sentences in plots.items()
    ]


def _rests(first: int, last: int) -> list[_Pattern]:
    """Patterns for tales without their first `first` and last `last` sentences."""
    return [
        _Pattern(
            " ".join([*opening, *sentences, ending][first : 6 - last])
            for opening in (_OPENINGS if first == 0 else _OPENINGS[:1])
            for ending in ENDINGS[plot].values()
        )
        for plot, sentences in TALES.items()
    ]


_SENTENCES = (_sentences(_FIRST, PLOTS), _sentences(_NEXT, PLOTS))
_TALE_SENTENCES = _sentences(_FIRST, TALES)
_WHOLE = ([*_whole(_FIRST, PLOTS), *_whole(_FIRST, TALES)], _whole(_NEXT, PLOTS))
_RESTS = {(first, last): _rests(first, last) for first in range(3) for last in range(3) if first or last}
_ENDINGS = {plot: {name: _Pattern([s]) for name, s in endings.items()} for plot, endings in ENDINGS.items()}
_NEXT_CHAPTER = re.compile(r" (?=The next (?:day|morning), )")


def _best_plot(text: str, sentences: Mapping[str, Sequence[_Pattern]]) -> tuple[str, list[_Match], int]:
    """The plot with the largest share of its sentences in `text`, their matches, and how many sentences it has."""
    matches = {plot: [match for s in patterns if (match := s.search(text))] for plot, patterns in sentences.items()}
    plot = max(matches, key=lambda name: len(matches[name]) / len(sentences[name]))
    return plot, matches[plot], len(sentences[plot])


def _mentions(text: str, matches: Iterable[_Match]) -> dict[str, tuple[str, ...]]:
    """Fact -> its different words in `text`: those of the matched sentences, and known words everywhere else."""
    matched = list(matches)
    by_place = {place: (fact, word) for match in matched for place, fact, word in match.facts}
    for match in re.finditer(r"[A-Za-z]+", text):
        if not any(start <= match.start() < end for start, end in (m.span for m in matched)):
            by_place |= {match.start(): (fact, match[0]) for fact in KNOWN if fact in kinds_of(match[0])}
    ordered = [by_place[place] for place in sorted(by_place)]
    return {fact: tuple(dict.fromkeys(word for kind, word in ordered if kind == fact)) for fact in WORDS}


def _perfect(chapters: Sequence[str], rest: str | None, stretches: tuple[int, int]) -> list[_Match] | None:
    """The matches that cover a whole story, or all of it but a visitor's own sentences; None if there are none."""
    if rest is not None:
        for (first, last), patterns in _RESTS.items():
            if bool(first) == bool(stretches[0]) and bool(last) == bool(stretches[1]):
                for pattern in patterns:
                    if match := pattern.matches(rest):
                        return [match]
    parts = [
        next((match for pattern in patterns if (match := pattern.matches(chapter))), None)
        for chapter, patterns in zip(chapters, _WHOLE, strict=False)
    ]
    return [match for match in parts if match] if all(parts) else None


def check_story(
    text: str, requested: Mapping[str, str] | None = None, *, opening: str = "", ending: str = "", subject: str = ""
) -> StoryReport:
    """Checks `text` by rule.

    Args:
        requested: fact (of `WORDS`, or plot, or ending) -> what a request named. The text may also use the word for
            another fact that it fits: "a zog" does not say whether it is an animal.
        opening, ending: what a visitor gave, in words of the grammar or not.
        subject: `she` or `he`, if the request says which.
    """
    text = text.strip()
    words = re.findall(r"[A-Za-z]+", text)
    rest = None
    if (opening or ending) and text.startswith(opening) and text.endswith(ending):
        rest = text.removeprefix(opening).removesuffix(ending).strip()
    chapters = _NEXT_CHAPTER.split(text, maxsplit=1)
    plots = [_best_plot(chapter, known) for chapter, known in zip(chapters, _SENTENCES, strict=False)]
    if len(chapters) == 1:
        tale = _best_plot(text, _TALE_SENTENCES)
        if len(tale[1]) >= len(plots[0][1]):
            plots = [tale]
    plot = plots[0][0]
    ending_name = next((name for name, pattern in _ENDINGS[plot].items() if pattern.search(chapters[0])), "")

    whole = _perfect(chapters, rest, (len(opening), len(ending)))
    if rest is not None and whole:
        mentions = _mentions(rest, whole)
        words = re.findall(r"[A-Za-z]+", rest)
    else:
        parts = [_mentions(chapter, matches) for chapter, (_, matches, _) in zip(chapters, plots, strict=True)]
        mentions = {fact: tuple(dict.fromkeys(word for part in parts for word in part[fact])) for fact in WORDS}

    used = {_PRONOUNS[word.lower()] for word in words if word.lower() in _PRONOUNS}
    agree = len(used) <= 1
    if len(mentions["hero"]) == 1:
        known = pronoun(mentions["hero"][0]) or subject
        agree = agree and (not known or used <= {known})

    facts = {**mentions, "plot": (plot,), "ending": (ending_name,)}
    if rest is not None:  # the text need not repeat what the given sentences tell
        there = set(re.findall(r"[A-Za-z]+", f"{opening} {ending}"))
        facts |= {fact: (word,) for fact, word in (requested or {}).items() if not facts[fact] and word in there}
    consistent = all(len(words) == 1 for words in mentions.values()) or (
        rest is not None and all(len(words) <= 1 for words in mentions.values())
    )
    return StoryReport(
        plot=plot,
        ending=ending_name,
        chapters=len(chapters),
        matched=sum(len(matches) for _, matches, _ in plots),
        total=sum(total for _, _, total in plots),
        mentions=mentions,
        pronouns_agree=agree,
        is_perfect=agree and consistent and whole is not None,
        disagreements=tuple(fact for fact, word in (requested or {}).items() if not _tells(fact, word, facts)),
    )


def _tells(fact: str, word: str, facts: Mapping[str, tuple[str, ...]]) -> bool:
    """Is `word` what the text has for `fact`, or for another fact that it fits?"""
    if facts[fact] == (word,):
        return True
    return fact in WORDS and any(facts[name] == (word,) for name in WORDS if name != fact and fits(name, word))
