"""Measures everything that a model card reports: scores, repair, self-correction."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from transformers import DiffusionGemmaForBlockDiffusion, PreTrainedTokenizerFast

from playground.engine.loading.chat import Chat
from playground.engine.models import Model
from playground.evaluation.evaluate import Repair, Sampling, Score, evaluate, repair
from playground.evaluation.track import Track, untracked
from playground.recording import record
from playground.trace import Trace
from playground.training.data import WAYS
from playground.world.cases import Suite

CLUES = {4: (5,), 6: (12, 14, 16, 20), 9: (30, 36, 45)}
"""Board size -> the numbers of clues to measure."""
REPAIRED = (0.1, 0.2, 0.3, 0.5)
"""Shares of tokens replaced."""
REPAIRABLE = ("story, facts named", "Sudoku 6x6, 16 clues", "function from a description")
"""The suites whose right answers are repaired."""
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
    """What the traces of a suite show.

    relapsed: accepted positions that were re-noised at a later step; changed: positions whose accepted token is another
    one in the end. Both are means per run. runs: how many; corrected: runs with at least one position that changed.
    """

    name: str
    runs: int
    relapsed: float
    changed: float
    corrected: int


@dataclass(frozen=True, kw_only=True)
class Measurements:
    """What a model card reports. `samplings`: label -> settings."""

    samplings: Mapping[str, Sampling]
    rows: Sequence[Row]
    repairs: Sequence[Repair]
    corrections: Sequence[Corrections]


def rows(
    model: DiffusionGemmaForBlockDiffusion,
    tokenizer: PreTrainedTokenizerFast,
    kinds: Sequence[Suite],
    samplings: Mapping[str, Sampling],
    *,
    cases: int,
    ways: Sequence[str] = WAYS,
    seed: int = 0,
    track: Track = untracked,
) -> Iterator[Row]:
    """Yields scores: diffusion at each of the settings, the other ways, which are greedy, only at the first."""
    first = next(iter(samplings))
    all_ways = [(at, way, kind) for at in samplings for way in ways if way == WAYS[0] or at == first for kind in kinds]
    for at, way, kind in track(all_ways, lambda one: f"{one[2].name}, {one[1]}, {one[0]}"):
        for score in evaluate(model, tokenizer, [kind], samplings[at], cases=cases, way=way, seed=seed):
            yield Row(at=at, way=way, score=score)


def repairs(
    model: DiffusionGemmaForBlockDiffusion,
    tokenizer: PreTrainedTokenizerFast,
    kinds: Sequence[Suite],
    sampling: Sampling,
    *,
    cases: int,
    seed: int = 0,
    track: Track = untracked,
) -> Iterator[Repair]:
    """Repair on the canvas at each of REPAIRED, of `cases` right answers of each of REPAIRABLE."""
    texts = [case for kind in kinds if kind.name in REPAIRABLE for case in kind.cases(cases, seed)]
    for share in track(REPAIRED if texts else (), lambda share: f"repair of {share:.0%}"):
        yield repair(model, tokenizer, texts, share, sampling, seed=seed)


def correction_counts(trace: Trace) -> tuple[int, int]:
    """Positions that were accepted and re-noised later, and positions whose accepted token is another one in the end.

    Padding and whatever follows the end of the text do not count. Each block is counted on its own.
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
    model: DiffusionGemmaForBlockDiffusion,
    tokenizer: PreTrainedTokenizerFast,
    kinds: Sequence[Suite],
    *,
    runs: int,
    seed: int = 0,
    track: Track = untracked,
) -> Iterator[Corrections]:
    """What the traces of `runs` runs of each of CORRECTED show, at the checkpoint's own settings."""
    loaded = Model(model, tokenizer, Chat(tokenizer, None, model.config.image_token_id), "", "")
    asked = [kind for kind in kinds if kind.name in CORRECTED]
    for kind in track(asked, lambda kind: f"self-correction, {kind.name}"):
        cases = kind.cases(runs, seed)
        counts = [correction_counts(record(loaded, case.prompt, seed=seed + n)) for n, case in enumerate(cases)]
        yield Corrections(
            name=kind.name,
            runs=runs,
            relapsed=sum(relapsed for relapsed, _ in counts) / runs,
            changed=sum(changed for _, changed in counts) / runs,
            corrected=sum(changed > 0 for _, changed in counts),
        )


def measure(
    model: DiffusionGemmaForBlockDiffusion,
    tokenizer: PreTrainedTokenizerFast,
    kinds: Sequence[Suite],
    *,
    cases: int,
    seed: int = 0,
) -> Measurements:
    """Measures everything, at the settings in the model's generation config and at DiffusionGemma's defaults."""
    shipped, defaults = Sampling.of(model), Sampling()
    samplings = {"shipped": shipped} | ({} if shipped == defaults else {"defaults": defaults})
    few = max(1, cases // 4)
    return Measurements(
        samplings=samplings,
        rows=list(rows(model, tokenizer, kinds, samplings, cases=cases, seed=seed)),
        repairs=list(repairs(model, tokenizer, kinds, shipped, cases=few, seed=seed)),
        corrections=list(corrections(model, tokenizer, kinds, runs=few, seed=seed)),
    )
