"""Reads the puzzle or the request for a story in a prompt, and checks whether a story does what it asks."""

import functools
import re

from playground.plugins.small_world import sudoku
from playground.plugins.small_world.requests import (
    CONTINUE_HEADS,
    ENDING_CLAUSES,
    ENDING_HEADS,
    LONG_OPENERS,
    PLOT_CLAUSES,
    StoryRequest,
)
from playground.plugins.small_world.story_check import check_story
from playground.plugins.small_world.words import KNOWN, WORDS

GIVES = re.compile(
    rf"(?:(?P<continue>{'|'.join(CONTINUE_HEADS)})|{'|'.join(ENDING_HEADS)})\s*(?P<quote>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
ASKS = re.compile(
    r"(?:(?:please|can you|could you|i want|i would like|give me|make up|write me|write|tell me|tell) )*"
    r"(?:(?:an? |another )?(?:long |short |little |bedtime )?(?:story|tale)\b|the adventures of\b"
    r"|once upon a time\b|once there was\b)",
    re.IGNORECASE,
)
"""How people ask for a story; what else they say may be anything."""
MENTIONS = re.compile(r"(?:please )?(?:(?:write|tell me)(?: something)? about\b|words:)", re.IGNORECASE)
"""How they ask for one without saying so. Then two known names or things must say that it is one."""
NAMES_AND_THINGS = frozenset(word.lower() for fact in ("hero", "animal", "object") for word in KNOWN[fact])
PLACES_AND_HELPERS = frozenset(word.lower() for fact in ("place", "helper") for word in KNOWN[fact])


def puzzle_in(understood: str) -> sudoku.Grid | None:
    """The Sudoku in a prompt that went through `understand`, or None. `assets/page/rules/sudoku.ts` reads it alike."""
    return sudoku.from_text(understood.removeprefix(sudoku.PROMPT)) if understood.startswith(sudoku.PROMPT) else None


def read_story_request(prompt: str) -> StoryRequest | None:
    """The request for a story in `prompt`, or None if there is none."""
    if match := GIVES.fullmatch(prompt.strip()):
        quote, own_words = match["quote"], _is_own(match["quote"])
        named = {} if own_words else _named(quote)  # a visitor's sentence may name more things than a story tells of
        if match["continue"]:
            return StoryRequest(text=prompt, named=named, opening=quote, own_words=own_words)
        return StoryRequest(text=prompt, named=named, ending=quote, own_words=own_words)
    lower = prompt.lower()
    words = set(re.findall(r"[a-z]+", lower))
    mentions = (
        MENTIONS.match(prompt) and words & NAMES_AND_THINGS and len(words & (NAMES_AND_THINGS | PLACES_AND_HELPERS)) > 1
    )
    if not (mentions or ASKS.match(prompt)):
        return None
    named = _named(prompt)
    for plot, clause in PLOT_CLAUSES.items():
        if clause.format(object=named.get("object", "")).lower().removesuffix(".") in lower:
            named["plot"] = plot
    for ending, clause in ENDING_CLAUSES.items():
        if clause.lower().removesuffix(".") in lower:
            named["ending"] = ending
    chapters = 2 if lower.startswith(tuple(opener.lower() for opener in LONG_OPENERS)) else 1
    return StoryRequest(text=prompt, named=named, chapters=chapters)


@functools.lru_cache(maxsize=16)  # a prompt is read several times, and may be long
def _is_own(quote: str) -> bool:
    """Are there sentences in `quote` that the grammar does not know?"""
    return check_story(quote).matched < len(re.findall(r"[^.!?]+", quote))


def _named(text: str) -> dict[str, str]:
    """Fact -> the first word for it in `text`, upper or lower case."""
    spellings = {word.lower(): (fact, word) for fact, words in WORDS.items() for word in words}
    named: dict[str, str] = {}
    for word in re.findall(r"[A-Za-z]+", text.lower()):
        if word in spellings:
            fact, spelled = spellings[word]
            named.setdefault(fact, spelled)
    return named


def wrong_in_story(request: StoryRequest, text: str) -> tuple[str, ...]:
    """What is wrong with a story, one sentence for each mistake; empty if it is right."""
    opening, ending = (request.opening, request.ending) if request.own_words else ("", "")
    report = check_story(text, request.named, opening=opening, ending=ending, subject=request.subject)
    reasons = []
    if not text.strip().startswith(request.opening):
        reasons.append("The story does not begin as the prompt asks.")
    if not text.strip().endswith(request.ending):
        reasons.append("The story does not end as the prompt asks.")
    # What a visitor gives takes the place of a sentence, and tells what it likes.
    missing = 0 if report.is_perfect else report.total - report.matched - request.own_words
    if missing > 0:
        are = "is" if missing == 1 else "are"
        reasons.append(f"{missing} of the {report.total} sentences of its plot {are} missing.")
    reasons += [
        f"The story has more than one word for its {fact}: {', '.join(words)}."
        for fact, words in report.mentions.items()
        if len(words) > 1
    ]
    if not request.own_words:
        reasons += [f"The story never mentions its {fact}." for fact, words in report.mentions.items() if not words]
    if not report.pronouns_agree:
        reasons.append("A pronoun does not fit the hero.")
    reasons += [f"The {fact} should be {request.named[fact]}." for fact in report.disagreements]
    if report.chapters != request.chapters:
        reasons.append(f"The number of chapters is {report.chapters}; the prompt asks for {request.chapters}.")
    if not reasons and not report.is_perfect:
        reasons.append("Its sentences are out of order, or there is something between them.")
    return tuple(reasons)
