"""Rules that say whether a story is right: its sentences, its facts, and whether it tells what was asked.

The check reads the text alone. It says nothing of style; a text outside the little grammar of `stories` fails it,
however good it is.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from playground.world.stories import ENDINGS, GIRLS, NEXT_DAY, OPENINGS, PLOTS, WORDS

_GIRL_PRONOUNS = {"her", "she"}
_BOY_PRONOUNS = {"his", "him", "he"}
_TOKEN = re.compile(r"\{([^}]*)\}|<(\w+)>|([^{<]+)")


@dataclass(frozen=True, kw_only=True)
class StoryReport:
    """What `check_story` found.

    plot: the plot most of whose sentences are in the text, or in its first chapter.
    ending: the ending of that plot that is there, or "".
    chapters: 2 for a story that goes on the next day, else 1.
    matched, total: sentences of its plots found in the text, and sentences that they have.
    mentions: fact -> the different words of that fact that the text uses; one word means it is consistent.
    pronouns_agree: every pronoun fits the hero, or there is no single hero to fit.
    is_perfect: the whole text is one story of the grammar, letter by letter, with every fact and pronoun consistent.
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

    @property
    def is_consistent(self) -> bool:
        """Every fact is told, by one word only."""
        return self.pronouns_agree and all(len(words) == 1 for words in self.mentions.values())


def _pattern(template: str, *, back_references: bool) -> str:
    """A regular expression for the template; with `back_references`, a fact must repeat its first word."""
    parts, seen = [], set()
    for choice, slot, literal in _TOKEN.findall(template):
        if choice:
            parts.append("(?:" + "|".join(map(re.escape, choice.split("|"))) + ")")
        elif slot in WORDS:
            words = "|".join(WORDS[slot])
            if not back_references:
                parts.append(f"(?:{words})")
            elif slot in seen:
                parts.append(f"(?P={slot})")
            else:
                parts.append(f"(?P<{slot}>{words})")
                seen.add(slot)
        elif slot:
            parts.append({"poss": "(?:her|his)", "obj": "(?:her|him)", "subj": "(?:she|he)"}[slot])
        else:
            parts.append(re.escape(literal))
    return "".join(parts)


def _either(templates: Iterable[str]) -> re.Pattern:
    """Any of the sentences, with any words."""
    return re.compile("|".join(_pattern(template, back_references=False) for template in templates))


def _sentences(openings: Sequence[Sequence[str]]) -> dict[str, list[re.Pattern]]:
    """Plot -> a pattern for each sentence of a chapter."""
    return {
        plot: [
            *map(_either, zip(*openings, strict=True)),
            *(_either([s]) for s in told),
            _either(ENDINGS[plot].values()),
        ]
        for plot, told in PLOTS.items()
    }


def _whole(openings: Sequence[Sequence[str]]) -> list[re.Pattern]:
    """A pattern for every chapter from its first letter to its last."""
    return [
        re.compile(_pattern(" ".join((*opening, *told, ending)), back_references=True))
        for opening in openings
        for plot, told in PLOTS.items()
        for ending in ENDINGS[plot].values()
    ]


_CHAPTER_OPENINGS = (OPENINGS, ((NEXT_DAY,),))
_SENTENCES = tuple(map(_sentences, _CHAPTER_OPENINGS))
_WHOLE = tuple(map(_whole, _CHAPTER_OPENINGS))
_ENDINGS = {plot: {name: _either([s]) for name, s in endings.items()} for plot, endings in ENDINGS.items()}
_NEXT_CHAPTER = re.compile(r" (?=The next (?:day|morning), )")


def _best_plot(text: str, sentences: Mapping[str, list[re.Pattern]]) -> tuple[str, int, int]:
    """The plot most of whose sentences are in `text`, how many are, and how many it has."""
    matched = {plot: sum(bool(s.search(text)) for s in patterns) for plot, patterns in sentences.items()}
    plot = max(matched, key=lambda name: matched[name] / len(sentences[name]))
    return plot, matched[plot], len(sentences[plot])


def check_story(text: str, requested: Mapping[str, str] | None = None) -> StoryReport:
    """Check `text` by rule. `requested`: fact (of `WORDS`, or plot, or ending) -> what a request named."""
    text = text.strip()
    words = re.findall(r"[A-Za-z]+", text)
    mentions = {fact: tuple(dict.fromkeys(word for word in words if word in known)) for fact, known in WORDS.items()}
    chapters = _NEXT_CHAPTER.split(text, maxsplit=1)
    plots = [_best_plot(chapter, known) for chapter, known in zip(chapters, _SENTENCES, strict=False)]
    plot = plots[0][0]
    ending = next((name for name, pattern in _ENDINGS[plot].items() if pattern.search(chapters[0])), "")

    pronouns = {word.lower() for word in words} & (_GIRL_PRONOUNS | _BOY_PRONOUNS)
    agree = True
    if len(mentions["hero"]) == 1:
        agree = pronouns <= (_GIRL_PRONOUNS if mentions["hero"][0] in GIRLS else _BOY_PRONOUNS)

    told = {**mentions, "plot": (plot,), "ending": (ending,)}
    return StoryReport(
        plot=plot,
        ending=ending,
        chapters=len(chapters),
        matched=sum(matched for _, matched, _ in plots),
        total=sum(total for _, _, total in plots),
        mentions=mentions,
        pronouns_agree=agree,
        is_perfect=agree
        and all(len(words) == 1 for words in mentions.values())
        and all(
            any(story.fullmatch(chapter) for story in known) for chapter, known in zip(chapters, _WHOLE, strict=False)
        ),
        disagreements=tuple(fact for fact, word in (requested or {}).items() if told[fact] != (word,)),
    )
