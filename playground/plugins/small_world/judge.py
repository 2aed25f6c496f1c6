"""Judges a text by the rule of what its prompt asks for, and says the result in one sentence.

The rule looks only at the prompt and the text, so it judges any model. It must be quick whatever they hold, so it does
not solve a puzzle: a grid that keeps the clues and breaks no rule is a solution.

Praise must be true. So nothing is said where a prompt asks for more than its rule reads (`unread.py`), nor of the
model's sentence about what it knows: that is a refusal, neither right nor wrong.
"""

import re

from playground.plugins.small_world import sudoku
from playground.plugins.small_world.check import puzzle_in, read_story_request, wrong_in_story
from playground.plugins.small_world.function_check import check_function, read_function_request
from playground.plugins.small_world.kinds import OUTSIDE, kind_of
from playground.plugins.small_world.new_words import shortened
from playground.plugins.small_world.requests import REPAIR, StoryRequest
from playground.plugins.small_world.things import Coverage, coverage, things_in
from playground.plugins.small_world.understanding import understand
from playground.plugins.small_world.unread import unread
from playground.plugins.small_world.words import listed
from playground.trace.header import Verdict

RULE_VERSION = 7
"""Goes up when the same text may be judged differently, so that a kept verdict says which rule it followed."""
MOST_CHARACTERS = 20_000
"""Longer texts are not judged; none of the tasks has an answer of that length."""
_LONGEST_SENTENCE = 200


def task_of(prompt: str) -> str | None:
    """What the prompt asks for: Sudoku, function, story, repair or a small kind's name; None for anything else."""
    understood = understand(prompt)
    if puzzle_in(understood):
        return "Sudoku"
    if read_function_request(understood):
        return "function"
    if read_story_request(understood):
        return "story"
    if understood.startswith(REPAIR):
        return "repair"
    return small[0].name if (small := kind_of(understood)) else None


def judge(prompt: str, text: str) -> Verdict | None:
    """Judges `text`, whatever wrote it. The verdict's task is as `task_of`.

    None if no rule knows what `prompt` asks for, or not all of it, or the text is far too long. Of a Sudoku the grid
    is judged, whatever else is written beside it.
    """
    if max(len(prompt), len(text)) > MOST_CHARACTERS:
        return None
    understood = understand(prompt)
    if puzzle := puzzle_in(understood):
        fault = wrong_in_grid(puzzle, text)
        return _verdict("Sudoku", not fault, f"wrong: {fault}" if fault else "solved")
    if unread(prompt):
        return None
    if request := read_function_request(understood):
        report = check_function(text, request)
        fault = "" if report.is_right else _clause(report.reason)
        return _verdict("function", not fault, f"wrong: {fault}" if fault else "does what was asked")
    if story := read_story_request(understood):
        return _judged_story(story, text)
    if (small := kind_of(understood)) and small[0] is not OUTSIDE:
        kind, task = small
        fault = kind.fault(task, text)
        return _verdict(kind.name, not fault, f"wrong: {_clause(fault)}" if fault else kind.right)
    return None


def _verdict(task: str, right: bool, sentence: str) -> Verdict:
    # A sentence may quote the text, which may hold anything of any length.
    line = shortened(re.sub(r"\s+", " ", sentence), _LONGEST_SENTENCE)
    return Verdict(task=task, right=right, sentence=line, rule=RULE_VERSION)


def _clause(sentence: str) -> str:
    """A sentence as the end of another one."""
    bare = sentence.removesuffix(".")
    return bare[:1].lower() + bare[1:]


def wrong_in_grid(puzzle: sudoku.Grid, text: str) -> str:
    """What is wrong with `text` as a solution of `puzzle`; "" if it is right."""
    size = sudoku.board_of(puzzle).size
    answer = sudoku.from_text(text)
    if there := sudoku.conflicts_of(puzzle).sentence:
        return f"the puzzle itself has {there}"
    if answer is None or len(answer) != len(puzzle):
        return f"not a grid of {size} rows of {size} digits"
    if there := sudoku.conflicts_of(answer).sentence:
        return there
    if changed := sum(bool(clue) and clue != digit for clue, digit in zip(puzzle, answer, strict=True)):
        return f"{changed} of the clues {'was' if changed == 1 else 'were'} changed"
    if empty := answer.count(0):
        return f"{empty} {'cell is' if empty == 1 else 'cells are'} empty"
    return ""


def _judged_story(request: StoryRequest, text: str) -> Verdict:
    faults = wrong_in_story(request, text)
    if request.opening or request.ending:
        part = "begins" if request.opening else "ends"
        return _verdict("story", not faults, f"wrong: {_clause(faults[0])}" if faults else f"{part} as asked")
    things = coverage(things_in(request), text)
    return _verdict("story", not faults and not things.missing, _story_sentence(things, faults))


def _story_sentence(things: Coverage, faults: tuple[str, ...]) -> str:
    there = f"{listed(things.present)}: there" if things.present else ""
    if things.missing:
        return f"asked for {listed(things.missing)}: not there{'; ' if there else ''}{there}"
    if faults:
        return f"wrong: {_clause(faults[0])}{'; asked for ' if there else ''}{there}"
    return f"asked for {there}" if there else "a whole story"
