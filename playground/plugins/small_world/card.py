"""Reads a checkpoint's model card: how often each way of writing was right over many cases, and what was trained."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playground.plugins.small_world.check import puzzle_in, read_story_request
from playground.plugins.small_world.common import Common
from playground.plugins.small_world.function_check import read_function_request
from playground.plugins.small_world.judge import MOST_CHARACTERS
from playground.plugins.small_world.kinds import kind_of
from playground.plugins.small_world.requests import REPAIR, StoryRequest
from playground.plugins.small_world.sudoku import board_of
from playground.plugins.small_world.things import things_in
from playground.plugins.small_world.understanding import understand
from playground.plugins.small_world.words import KNOWN, WORDS

CARD = "MODEL_CARD.md"
EXAMPLE = "Sudoku 9x9, 30 clues"
"""The task that the page offers as an example for a race: no way of writing gets all of these puzzles right."""

_ROW = re.compile(
    r"^\| (?P<task>[^|]+) \| (?P<way>\w+) \| (?P<settings>\w+) \| (?P<right>\d+) of (?P<cases>\d+) \| \d+% "
    r"\| (?P<least>\d+)% to (?P<most>\d+)% \| (?P<passes>[\d.]+) \|",
    re.MULTILINE,
)
_HARDER = (
    (WORDS, 1, "story, any known words"),
    (KNOWN, 1, "story, one strange word"),
    (KNOWN, 2, "story, two strange words"),
)
"""Words, how many of a prompt's are not among them, and the measured task of such prompts; the harder ones last."""
_SUDOKU = re.compile(r"Sudoku (\d)x\1, (\d+) clues")
_SHARE = {
    "autoregressive": re.compile(r"autoregressive writing \([^)]*\) with\s+(\d+)%"),
    "masked": re.compile(r"masked diffusion \([^)]*\)\s+with\s+(\d+)%"),
}


@dataclass(frozen=True, kw_only=True)
class Figure:
    """How often one way of writing was right on the held-out cases of one task."""

    task: str
    way: str
    right: int
    cases: int
    least: float
    """The lower end of the 95% interval of the share that is right, 0 to 1."""
    most: float
    passes: float
    """Mean passes of a case, one after the other."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """What a race needs to know of a card."""

    figures: tuple[Figure, ...]
    """At the checkpoint's own settings."""
    shares: Mapping[str, float]
    """Way of writing -> its share of the rows in training, 0 to 1."""
    settings: str
    """The checkpoint's own settings, in words."""

    def answer(self, prompt: str) -> dict[str, Any]:
        """What the page shows for `prompt`, ready for JSON.

        `tasks` are the task that was measured and is most like the prompt, with the sentence `like` where it is not
        the same, else `exact`, and `EXAMPLE`. Either is left out if the card has no figures for it.
        """
        task, like = self._task(prompt)
        tasks = [{"like": like, "exact": not like, **figures} for figures in self._of(task)] if task else []
        return {
            "tasks": tasks
            + [{"like": "", "exact": False, **figures} for figures in self._of(EXAMPLE) if task != EXAMPLE],
            "shares": dict(self.shares),
            "settings": self.settings,
        }

    def figure(self, prompt: str) -> Figure | None:
        """The figure of uniform diffusion for the task that is most like `prompt`; None if there is none."""
        task, _ = self._task(prompt)
        return next((figure for figure in self.figures if (figure.task, figure.way) == (task, "uniform")), None)

    def _of(self, task: str) -> list[dict[str, Any]]:
        rows = [vars(figure) for figure in self.figures if figure.task == task]
        return [{"task": task, "rows": rows}] if rows else []

    def _task(self, prompt: str) -> tuple[str, str]:
        """The measured task that is most like the prompt, and a sentence if it is not the same; "" for none."""
        understood = understand(prompt) if len(prompt) <= MOST_CHARACTERS else ""
        if puzzle := puzzle_in(understood):
            size, clues = board_of(puzzle).size, sum(map(bool, puzzle))
            measured = [
                int(match[2])
                for figure in self.figures
                if (match := _SUDOKU.match(figure.task))
                if match[1] == str(size)
            ]
            if not measured:
                return "", ""
            nearest = min(measured, key=lambda count: abs(count - clues))
            like = (
                ""
                if nearest == clues
                else f"This puzzle has {clues} clues; the nearest that was measured has {nearest}."
            )
            return f"Sudoku {size}x{size}, {nearest} clues", like
        if request := read_function_request(understood):
            if isinstance(request.spec, Common):
                return "function that people ask for", ""
            return "function with a gap" if request.before or request.after else "function from a description", ""
        if story := read_story_request(understood):
            if story.opening or story.ending:
                part = "opening" if story.opening else "ending"
                return f"story, own {part}" if story.own_words else f"story, {part} given", ""
            return "story of two canvases" if story.chapters > 1 else self._story(story), ""
        if understood.startswith(REPAIR):
            return "repair of 20% as a prompt", ""
        small = kind_of(understood)
        return (small[0].suite, "") if small else ("", "")

    def _story(self, request: StoryRequest) -> str:
        """The measured stories whose words are as usual as those that are asked for."""
        words = {word.lower() for thing in things_in(request) for word in thing.words}
        task = "story, facts named"
        for known, unusual, harder in _HARDER:
            usual = {word.lower() for those in known.values() for word in those}
            if len(words - usual) >= unusual and any(figure.task == harder for figure in self.figures):
                task = harder
        return task


def read_card(folder: Path) -> Card | None:
    """Reads the card in a checkpoint's folder; None if there is none, or it has no figures."""
    try:
        text = (folder / CARD).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    figures = tuple(
        Figure(
            task=row["task"],
            way=row["way"],
            right=int(row["right"]),
            cases=int(row["cases"]),
            least=int(row["least"]) / 100,
            most=int(row["most"]) / 100,
            passes=float(row["passes"]),
        )
        for row in _ROW.finditer(text)
        if row["settings"] == "shipped"
    )
    if not figures:
        return None
    shares = {way: int(match[1]) / 100 for way, share in _SHARE.items() if (match := share.search(text))}
    settings = re.search(r"^- shipped: (.+)$", text, re.MULTILINE)
    return Card(
        figures=figures,
        shares={"uniform": round(1 - sum(shares.values()), 2), **shares},
        settings=settings[1] if settings else "",
    )
