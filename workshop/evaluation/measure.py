"""Measures everything that a model card reports: scores, repair and self-correction."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from playground.engine.models import Model
from playground.rules.knobs import Value
from playground.rules.ways import WAYS
from playground.spec.settings import SamplerSettings
from playground.trace import Trace
from workshop.evaluation.evaluate import Repair, Score, answer_prompts, evaluate, repair
from workshop.evaluation.track import Track, untracked
from workshop.world.cases import Suite

CLUES = {4: (5,), 6: (12, 14, 16, 20), 9: (30, 36, 45)}
"""Board size -> the numbers of clues to measure."""
REPAIRED = (0.1, 0.2, 0.3, 0.5)
"""The shares of tokens to replace before repair."""
REPAIRABLE = ("story, facts named", "Sudoku 6x6, 16 clues", "function from a description")
"""The suites whose right answers are damaged and repaired."""
CORRECTED = ("story, facts named", "Sudoku 6x6, 12 clues", "Sudoku 9x9, 30 clues", "function from a description")
"""The suites whose traces are searched for self-correction."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """A score with the settings (`at`) and the way of writing that it was measured with."""

    at: str
    way: str
    score: Score


@dataclass(frozen=True, kw_only=True)
class Corrections:
    """How often the runs of a suite corrected themselves.

    relapsed: accepted positions that were re-noised later. changed: positions that once accepted another token than the
    final one. Both are means per run. corrected: how many of the `runs` have at least one changed position.
    """

    name: str
    runs: int
    relapsed: float
    changed: float
    corrected: int


@dataclass(frozen=True, kw_only=True)
class Measurements:
    """What a model card reports. `samplings`: label -> settings."""

    samplings: Mapping[str, SamplerSettings]
    rows: Sequence[Row]
    repairs: Sequence[Repair]
    corrections: Sequence[Corrections]


def rows(
    model: Model,
    kinds: Sequence[Suite],
    samplings: Mapping[str, SamplerSettings],
    *,
    cases: int,
    ways: Sequence[str] = tuple(WAYS),
    changes: Mapping[str, Value] | None = None,
    seed: int = 0,
    track: Track = untracked,
    keep: Callable[[str, int, Trace], None] | None = None,
) -> Iterator[Row]:
    """Yields scores: of uniform diffusion at each of the settings, then of the other ways at the first of them.

    The other ways use their own defaults, but for `changes`.
    """
    first = next(iter(samplings))
    all_ways = [
        (at, way, kind) for at in samplings for way in ways if not WAYS[way].defaults or at == first for kind in kinds
    ]
    for at, way, kind in track(all_ways, lambda triple: f"{triple[2].name}, {triple[1]}, {triple[0]}"):
        named = (lambda name, *rest, way=way, at=at: keep(f"{name} {way} {at}", *rest)) if keep else None
        settings = samplings[at].replace(way=way, **(changes or {}))
        for score in evaluate(model, [kind], settings, cases=cases, seed=seed, keep=named):
            yield Row(at=at, way=way, score=score)


def repairs(
    model: Model,
    kinds: Sequence[Suite],
    settings: SamplerSettings,
    *,
    cases: int,
    seed: int = 0,
    track: Track = untracked,
) -> Iterator[Repair]:
    """Measures repair on the canvas at each share in REPAIRED, with `cases` right answers of each REPAIRABLE suite."""
    texts = [case for kind in kinds if kind.name in REPAIRABLE for case in kind.cases(cases, seed)]
    for share in track(REPAIRED if texts else (), lambda share: f"repair of {share:.0%}"):
        yield repair(model, texts, share, settings, seed=seed)


def correction_counts(trace: Trace) -> tuple[int, int]:
    """Counts positions that were accepted and re-noised later, and positions that once accepted another token.

    Padding and everything after the end of the text do not count. Each block is counted on its own.
    """
    relapsed = changed = 0
    columns = trace.columns
    for number, block in enumerate(trace.blocks, start=1):
        here = columns["block"] == number
        length = len(block.token_ids)
        accepted = columns["accepted"][here][:, :length]
        final = np.array(block.token_ids)
        held = np.logical_or.accumulate(accepted, axis=0)
        relapsed += int((held[:-1] & ~accepted[1:]).any(axis=0).sum())
        changed += int((accepted & (columns["sampled_ids"][here][:, :length] != final)).any(axis=0).sum())
    return relapsed, changed


def corrections(
    model: Model,
    kinds: Sequence[Suite],
    *,
    runs: int,
    seed: int = 0,
    track: Track = untracked,
) -> Iterator[Corrections]:
    """Counts corrections in `runs` runs of each suite in CORRECTED, at the checkpoint's own settings."""
    corrected = [kind for kind in kinds if kind.name in CORRECTED]
    for kind in track(corrected, lambda kind: f"self-correction, {kind.name}"):
        prompts = [case.prompt for case in kind.cases(runs, seed)]
        counts = [correction_counts(trace) for trace in answer_prompts(model, prompts, model.settings, seed=seed)]
        yield Corrections(
            name=kind.name,
            runs=runs,
            relapsed=sum(relapsed for relapsed, _ in counts) / runs,
            changed=sum(changed for _, changed in counts) / runs,
            corrected=sum(changed > 0 for _, changed in counts),
        )


def measure(
    model: Model,
    kinds: Sequence[Suite],
    *,
    cases: int,
    seed: int = 0,
) -> Measurements:
    """Measures everything, at the settings in the model's generation config and at DiffusionGemma's defaults."""
    shipped, defaults = model.settings, SamplerSettings()
    samplings = {"shipped": shipped} | ({} if shipped == defaults else {"defaults": defaults})
    few = max(1, cases // 4)
    return Measurements(
        samplings=samplings,
        rows=list(rows(model, kinds, samplings, cases=cases, seed=seed)),
        repairs=list(repairs(model, kinds, shipped, cases=few, seed=seed)),
        corrections=list(corrections(model, kinds, runs=few, seed=seed)),
    )
