"""What the embedded checkpoint will do with a prompt, said before it runs, and what to ask of it instead."""

import re
from dataclasses import dataclass

from playground.plugins.small_world import sudoku
from playground.plugins.small_world.card import Card
from playground.plugins.small_world.check import puzzle_in, read_story_request
from playground.plugins.small_world.judge import MOST_CHARACTERS, task_of
from playground.plugins.small_world.kinds import KINDS, SORTING, SUM, kind_of
from playground.plugins.small_world.nearest import nearest
from playground.plugins.small_world.new_words import NewWords, new_words, shortened
from playground.plugins.small_world.offers import offers
from playground.plugins.small_world.outside import GREETING, QUESTION
from playground.plugins.small_world.requests import StoryRequest
from playground.plugins.small_world.sums import LARGEST
from playground.plugins.small_world.things import Thing, things_in
from playground.plugins.small_world.understanding import understand
from playground.plugins.small_world.unread import unread
from playground.plugins.small_world.words import listed

EXPECT = (
    "This small model only knows short stories, Sudoku, small Python functions, sums, sorting and JSON; "
    "it will write something like them, or say so."
)
FORM = re.compile(r"\b(poem|email|letter|essay|song|joke|haiku|recipe)s?\b", re.IGNORECASE)
SPELLED = (("one new word", "story, one strange word"), ("two new words", "story, two strange words"))
"""How many words are spelled, and the measured task that tells how often they come out right."""
_SMALL = frozenset(kind.name for kind in KINDS)


@dataclass(frozen=True)
class Unknown:
    """A word that is new to the model, and the known words that are nearest to it."""

    word: str
    nearest: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class About:
    """What the page says of a prompt.

    kind: as `task_of`. judged: where a rule judges texts of it: "anywhere", only in "python", or "" for nowhere.
    unread: what no rule reads, so that no text is called right. unknown: the first words that are new to the model.
    sentence: for the reader. offers: prompts that lead to something that works.
    """

    kind: str | None
    judged: str
    unread: tuple[str, ...]
    unknown: tuple[Unknown, ...]
    sentence: str
    offers: tuple[str, ...]


def about_prompt(prompt: str, known: frozenset[str] | None, card: Card | None = None) -> About:
    """Says what to expect of `prompt`.

    Args:
        known: the checkpoint's trained words; None for a checkpoint of which nothing is known, and nothing is said.
        card: what was measured of it; without one no figure is named.
    """
    kind = task_of(prompt) if len(prompt) <= MOST_CHARACTERS else None
    if known is None or not prompt.strip():
        return About(kind=kind, judged=_judged(kind, ()), unread=(), unknown=(), sentence="", offers=())
    new = new_words(_copied(prompt, kind), known)
    more = unread(prompt) if kind else ()
    passed = {word.lower() for word in more}
    unknown = tuple(Unknown(word, nearest(word, known)) for word in new.named if word.lower() not in passed)
    ways = offers(prompt, kind, more, {each.word: each.nearest[0] for each in unknown if each.nearest}, known)
    if kind is None or kind == "outside":
        sentence = _refusal(prompt, kind, ways)
        unknown = tuple(each for each in unknown if each.nearest)  # it copies none of them
    else:
        read = new_words(_copied(prompt, kind), known | passed)
        garbled = len(unknown) < len(new.named)
        parts = (_deed(prompt, kind, more, card), _spelling(read, kind, card), _passed_over(more, garbled))
        sentence = " ".join(filter(None, parts))
    judged = _judged(kind, more)
    return About(kind=kind, judged=judged, unread=more, unknown=unknown, sentence=sentence, offers=ways)


def _judged(kind: str | None, more: tuple[str, ...]) -> str:
    """Of a Sudoku the grid alone is judged, whatever else is asked; rules for stories and functions are Python's."""
    if kind in (None, "repair", "outside") or (more and kind != "Sudoku"):
        return ""
    return "python" if kind in ("story", "function") else "anywhere"


def _copied(prompt: str, kind: str | None) -> str:
    """The part of `prompt` whose words its answer copies. Of other tasks it is none."""
    if kind in ("Sudoku", "function", "repair"):
        return ""
    if story := read_story_request(understand(prompt)) if kind == "story" else None:
        return story.opening or story.ending or prompt
    small = kind_of(understand(prompt)) if kind in _SMALL - {"outside"} else None
    return small[0].copied(small[1]) if small else prompt


def _deed(prompt: str, kind: str, more: tuple[str, ...], card: Card | None) -> str:
    """What the model will do, and how often that was right."""
    understood = understand(prompt)
    if puzzle := puzzle_in(understood):
        size, there = sudoku.board_of(puzzle).size, sudoku.conflicts_of(puzzle).sentence
        if there:
            return f"It will fill this {size}×{size} Sudoku, which has no solution: it has {there}."
        return f"It will solve this {size}×{size} Sudoku." + _figure(prompt, card)
    if kind == "function":
        return "It will write this function, in Python."
    if kind == "repair":
        return "It will try to repair this text." + _figure(prompt, card)
    if story := read_story_request(understood):
        return _story(story, more)
    small = kind_of(understood)
    assert small  # every kind but those above is small
    if small[0] is SUM:
        a, b = small[1]
        deed = f"It will take {-b} from {a}." if b < 0 else f"It will add {a} and {b}."
        if max(a, abs(b)) > LARGEST:
            return f"{deed} It only learnt numbers below {LARGEST + 1:,}."
        return deed + _figure(prompt, card)
    if small[0] is SORTING:
        listed, falling = small[1]
        items = "numbers" if all(item.isdigit() for item in listed) else "words"
        return f"It will put {len(listed)} {items} in {'falling ' * falling}order." + _figure(prompt, card)
    return "It will write this as JSON." + _figure(prompt, card)


def _story(story: StoryRequest, more: tuple[str, ...]) -> str:
    if story.opening:
        return "It will go on with this to the end of a story."
    if story.ending:
        return "It will tell a story that ends with these words."
    passed = {word.lower() for word in more}
    things = [
        shortened(str(Thing("" if thing.article in passed else thing.article, thing.words)), 40)
        for thing in things_in(story)
        if not passed & {word.lower() for word in thing.words}
    ]
    parts = " in two parts" if story.chapters > 1 else ""
    return f"It will tell a story{parts}{f' about {listed(things, 6)}' if things else ''}."


def _figure(prompt: str, card: Card | None) -> str:
    figure = card.figure(prompt) if card else None
    if not figure:
        return ""
    cases = f"puzzles with {figure.task.partition(', ')[2]}" if figure.task.startswith("Sudoku") else "such prompts"
    return f" Of {figure.cases} {cases}, {figure.right} came out right."


def _spelling(new: NewWords, kind: str, card: Card | None) -> str:
    """New words have no token of their own."""
    if not new.named:
        return ""
    measured = {figure.task: figure for figure in (card.figures if card else ()) if figure.way == "uniform"}
    for words, task in reversed(SPELLED[: len(new.named)]) if kind == "story" else ():
        if figure := measured.get(task):
            return (
                f"It must spell {new} in pieces, which often goes wrong: of {figure.cases} stories with {words}, "
                f"{figure.right} came out right ({figure.right / figure.cases:.0%})."
            )
    return f"It must spell {new} in pieces, which may go wrong."


def _passed_over(more: tuple[str, ...], garbled: bool) -> str:
    """garbled: is one of them new to it? It may copy that to where it makes no sense."""
    if not more:
        return ""
    words = ", ".join(f"“{word}”" for word in more)
    return f"It may pass over {'or garble ' if garbled else ''}{words}, so no rule calls its text right."


def _refusal(prompt: str, kind: str | None, ways: tuple[str, ...]) -> str:
    """What it does not do, and what it can do instead."""
    text = prompt.strip()
    if any(way.startswith("Add ") for way in ways):
        return "It only adds and takes away: it may do so with these two numbers, or say so."
    if kind is None:
        return EXPECT
    if form := FORM.search(text):
        refused = f"It knows no {form[1].lower()}s"
    elif GREETING.fullmatch(text):
        refused = "It does not chat"
    elif QUESTION.fullmatch(text):
        refused = "It answers no questions"
    else:
        refused = "It was not trained for this"
    story = next((way.removeprefix("Write") for way in ways if way.startswith("Write a story")), " a story.")
    return f"{refused}, and will only say so. It can tell{story}"
