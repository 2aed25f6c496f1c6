"""Measures everything that a model card reports: scores, repair and self-correction."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from playground.engine.models import Model
from playground.rules.knobs import Value
from playground.rules.ways import WAYS
from playground.spec.settings import SamplerSettings
from playground.trace import Trace
from playground.trace.corrections import corrections as changed_tokens
from playground.trace.corrections import reopenings
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
    """How often the runs of a suite corrected themselves, as `playground.trace.corrections` counts it.

    relapsed: how often an accepted position was re-noised. changed: how often one was then accepted with another token.
    Both are means per run. corrected: how many of the `runs` have at least one such change.
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
        traces = answer_prompts(model, prompts, model.settings, seed=seed)
        changes = [len(changed_tokens(trace)) for trace in traces]
        yield Corrections(
            name=kind.name,
            runs=runs,
            relapsed=sum(len(reopenings(trace)) for trace in traces) / runs,
            changed=sum(changes) / runs,
            corrected=sum(map(bool, changes)),
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
