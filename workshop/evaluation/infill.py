"""Infilling: right answers with parts hidden, the rest pinned. How many come out right by rule again?

Stories lose about half of their tokens in short stretches, functions one stretch of half their tokens. A Sudoku loses
its open cells; its clues are pinned on the canvas, and its prompt holds an empty board.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from playground.engine.models import Model
from playground.engine.recording import record_all
from playground.evaluation.intervals import wilson
from playground.rules.knobs import Value
from playground.rules.ways import WAYS
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from workshop.evaluation.track import Track, untracked
from workshop.world.cases import Case, Suite

GAP = (4, 12)
"""The shortest and the longest stretch that a story loses, in tokens."""
HIDDEN = 0.5
"""The share of its tokens that a text loses, about."""
FILLED = ("story, facts named", "function from a description", "Sudoku 6x6, 12 clues", "Sudoku 9x9, 30 clues")
"""The suites whose right answers lose parts."""


@dataclass(frozen=True, kw_only=True)
class Infill:
    """The result of filling the gaps of `cases` texts of a suite in one way of writing.

    right: how many are right by rule. hidden: the share of tokens that were hidden. same: the share of those that came
    out as they had been. steps: denoiser passes per text.
    """

    name: str
    way: str
    right: int
    cases: int
    hidden: float
    same: float
    steps: float

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.right, self.cases)


def infills(
    model: Model,
    kinds: Sequence[Suite],
    settings: SamplerSettings,
    *,
    cases: int,
    ways: Sequence[str],
    changes: Mapping[str, Value] | None = None,
    seed: int = 0,
    track: Track = untracked,
) -> Iterator[Infill]:
    """Fills the gaps of `cases` texts of each suite in FILLED, in each of the ways that can hold pins.

    Args:
        changes: what differs from the defaults of a way.
    """
    pairs = [(kind, way) for kind in kinds if kind.name in FILLED for way in ways if not WAYS[way].causal]
    for kind, way in track(pairs, lambda pair: f"gaps of {pair[0].name}, {pair[1]}"):
        here = settings.replace(way=way, **(changes or {}))
        yield infill(model, kind.name, kind.cases(cases, seed), here, seed=seed)


def infill(model: Model, name: str, cases: Sequence[Case], settings: SamplerSettings, *, seed: int = 0) -> Infill:
    """Hides a part of each case's answer, pins the rest and its end, and runs it."""
    length = model.canvas_length
    settings = settings.replace(max_new_tokens=length)
    specs, hidden, answers = [], [], []
    for number, case in enumerate(cases):
        ids = model.tokenizer.encode(case.answer, add_special_tokens=False)
        texts = model.token_texts(ids)
        rng = random.Random(f"infill {seed} {number}")
        prompt, away = case.prompt, set[int]()
        if name.startswith("Sudoku"):
            prompt, away = _open_cells(case.prompt, texts)
        else:
            away = stretches(len(ids), (len(ids) // 2,) * 2 if name.startswith("function") else GAP, rng)
        pins = {place: token for place, token in enumerate([*ids, *model.eos_ids[:1]]) if place not in away}
        specs.append(
            RunSpec(prompt=Prompt(text=prompt), settings=settings, seed=seed + number, pins=tuple(pins.items()))
        )
        hidden.append(away)
        answers.append(ids)
    traces = record_all(model, specs)
    outputs = [trace.token_ids for trace in traces]
    same = sum(out[at] == ids[at] for out, ids, away in zip(outputs, answers, hidden, strict=True) for at in away)
    count = sum(map(len, hidden))
    return Infill(
        name=name,
        way=settings.way,
        right=sum(case.judge(trace.text) for case, trace in zip(cases, traces, strict=True)),
        cases=len(cases),
        hidden=count / sum(map(len, answers)),
        same=same / max(count, 1),
        steps=sum(trace.nfe for trace in traces) / len(traces),
    )


def stretches(length: int, gap: tuple[int, int], rng: random.Random) -> set[int]:
    """Picks places to hide, in stretches of `gap` tokens, until about HIDDEN of them are hidden."""
    away: set[int] = set()
    while len(away) < int(length * HIDDEN):
        size = min(rng.randint(*gap), int(length * HIDDEN) - len(away))
        first = rng.randint(0, length - size)
        away |= {*range(first, first + size)}
    return away


def _open_cells(prompt: str, answer: Sequence[str]) -> tuple[str, set[int]]:
    """The prompt with an empty board, and the places of the answer's cells that the puzzle leaves open."""
    head, _, board = prompt.partition("\n")
    cells = [cell for cell in board if not cell.isspace()]
    places = [place for place, text in enumerate(answer) if text.strip().isdigit()]
    open_ = {place for place, cell in zip(places, cells, strict=True) if cell == "."}
    return f"{head}\n{re.sub(r'[1-9]', '.', board)}", open_
