"""Tells from a prompt alone what it asks for, and checks whether a text is that."""

import re
from dataclasses import dataclass

from playground.errors import PromptError
from playground.world import sudoku
from playground.world.function_check import check_function, read_function_request
from playground.world.requests import (
    CONTINUE,
    ENDING_CLAUSES,
    ENDS_WITH,
    LONG_OPENERS,
    OPENERS,
    PLOT_CLAUSES,
    StoryRequest,
)
from playground.world.story_check import check_story
from playground.world.vocabulary import understand
from playground.world.words import WORDS


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """task: story, Sudoku or function. reasons: one sentence for each mistake; empty if the text is right."""

    task: str
    reasons: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        return not self.reasons


def check_answer(prompt: str, text: str) -> Verdict:
    """Check `text` by the rule of the task that `prompt` sets.

    Raises:
        PromptError: the prompt asks for something that has no rule here.
    """
    prompt = understand(prompt)
    puzzle = sudoku.from_text(prompt.removeprefix(sudoku.PROMPT)) if prompt.startswith(sudoku.PROMPT) else None
    if puzzle is not None:
        return Verdict(task="Sudoku", reasons=_wrong_in_sudoku(puzzle, text))
    if request := read_function_request(prompt):
        report = check_function(text, request)
        return Verdict(task="function", reasons=() if report.is_right else (report.reason,))
    if story := read_story_request(prompt):
        return Verdict(task="story", reasons=_wrong_in_story(story, text))
    raise PromptError(
        "There is no rule for this prompt; it must ask for a story, a Sudoku or a function in the words of the "
        "embedded checkpoint's examples."
    )


def read_story_request(prompt: str) -> StoryRequest | None:
    """The request for a story in `prompt`, or None if there is none."""
    lower = prompt.lower()
    if prompt.startswith(CONTINUE):
        opening = prompt.removeprefix(CONTINUE).strip()
        return StoryRequest(text=prompt, named=_named(opening), opening=opening)
    if prompt.startswith(ENDS_WITH):
        ending = prompt.removeprefix(ENDS_WITH).strip()
        return StoryRequest(text=prompt, named=_named(ending), ending=ending)
    if not lower.startswith(tuple(opener.lower() for opener in (*OPENERS, *LONG_OPENERS))):
        return None
    named = _named(prompt)
    for plot, clause in PLOT_CLAUSES.items():
        told = clause.format(object=named.get("object", "")).lower().removesuffix(".")
        if told in lower:
            named["plot"] = plot
    for ending, clause in ENDING_CLAUSES.items():
        if clause.lower().removesuffix(".") in lower:
            named["ending"] = ending
    chapters = 2 if lower.startswith(tuple(opener.lower() for opener in LONG_OPENERS)) else 1
    return StoryRequest(text=prompt, named=named, chapters=chapters)


def _named(text: str) -> dict[str, str]:
    """Fact -> the word that `text` names it by, in whatever case; the first one where there are several."""
    found = {word.lower(): (fact, word) for fact, words in WORDS.items() for word in words}
    named: dict[str, str] = {}
    for word in re.findall(r"[A-Za-z]+", text.lower()):
        if word in found:
            fact, spelled = found[word]
            named.setdefault(fact, spelled)
    return named


def _wrong_in_sudoku(puzzle: sudoku.Grid, text: str) -> tuple[str, ...]:
    answer = sudoku.from_text(text)
    count = len(sudoku.solutions(puzzle))
    if count != 1:
        return (f"The puzzle has {'no solution' if count == 0 else 'several solutions'}.",)
    if answer is None or len(answer) != len(puzzle):
        size = sudoku.board_of(puzzle).size
        return (f"The text is not a grid of {size} rows of {size} digits.",)
    if sudoku.is_solved(puzzle, answer):
        return ()
    changed = sum(bool(clue) and clue != digit for clue, digit in zip(puzzle, answer, strict=True))
    if changed:
        return (f"{changed} of the clues are not kept.",)
    return ("A row, column or box does not hold every digit.",)


def _wrong_in_story(request: StoryRequest, text: str) -> tuple[str, ...]:
    report = check_story(text, request.named)
    reasons = []
    if report.matched < report.total:
        reasons.append(f"{report.total - report.matched} of the {report.total} sentences of its plot are not there.")
    reasons += [
        f"The {fact} is told by several words: {', '.join(words)}."
        for fact, words in report.mentions.items()
        if len(words) > 1
    ]
    reasons += [f"The {fact} is never told." for fact, words in report.mentions.items() if not words]
    if not report.pronouns_agree:
        reasons.append("A pronoun does not fit the hero.")
    reasons += [f"The {fact} is not {request.named[fact]}, which was asked for." for fact in report.disagreements]
    if not text.strip().startswith(request.opening):
        reasons.append("It does not begin as was asked.")
    if not text.strip().endswith(request.ending):
        reasons.append("It does not end as was asked.")
    if report.chapters != request.chapters:
        reasons.append(f"It has {report.chapters} chapters; {request.chapters} were asked for.")
    if not reasons and not report.is_perfect:
        reasons.append("Its sentences are not in order, or something stands between them.")
    return tuple(reasons)
