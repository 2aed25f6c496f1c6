"""Runs held-out cases through the engine in any way of writing, and checks them by rule, with 95% intervals.

Every run is recorded: a score comes from traces, which can be kept. A case's seed is the measurement's seed plus the
case's number.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from playground.engine.models import Model
from playground.engine.recording import record_all
from playground.evaluation.intervals import wilson
from playground.plugins.sweep.results import study
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.trace import Trace
from workshop.evaluation.track import Track, untracked
from workshop.world.cases import Case, Suite
from workshop.world.corruption import corrupt


@dataclass(frozen=True, kw_only=True)
class Score:
    """How many cases of one suite were right, and how many passes a case took on average.

    grammatical: for stories, the share of their plots' sentences that are there, whatever facts they tell. repeated: of
    stories, kind -> how many of the words and texts that the requests give are there word for word, and of how many.
    """

    name: str
    right: int
    cases: int
    steps: float
    grammatical: float | None = None
    repeated: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def share(self) -> float:
        return self.right / self.cases

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.right, self.cases)


def answer_prompts(
    model: Model, prompts: Sequence[str], settings: SamplerSettings, *, seed: int = 0, blocks: int = 1
) -> list[Trace]:
    """Runs each prompt for at most `blocks` canvases and returns the traces in the same order."""
    settings = settings.replace(max_new_tokens=blocks * model.canvas_length)
    specs = [
        RunSpec(prompt=Prompt(text=prompt), settings=settings, seed=seed + number)
        for number, prompt in enumerate(prompts)
    ]
    return list(study(model, specs, seeds=1, bar=False).traces)


def score(name: str, cases: Sequence[Case], traces: Sequence[Trace]) -> Score:
    """Judges the text of every trace by the rule of its case."""
    pairs = list(zip(cases, traces, strict=True))
    counts = [case.sentences(trace.text) for case, trace in pairs if case.sentences]
    repeated: dict[str, tuple[int, int]] = {}
    for case, trace in pairs:
        for kind, (there, wanted) in (case.repeated(trace.text) if case.repeated else {}).items():
            before = repeated.get(kind, (0, 0))
            repeated[kind] = before[0] + there, before[1] + wanted
    return Score(
        name=name,
        right=sum(case.judge(trace.text) for case, trace in pairs),
        cases=len(cases),
        steps=sum(trace.nfe for trace in traces) / len(traces),
        grammatical=sum(found for found, _ in counts) / sum(total for _, total in counts) if counts else None,
        repeated=repeated,
    )


def evaluate(
    model: Model,
    suites: Sequence[Suite],
    settings: SamplerSettings,
    *,
    cases: int,
    seed: int = 0,
    track: Track = untracked,
    keep: Callable[[str, int, Trace], None] | None = None,
) -> Iterator[Score]:
    """Yields the score of each suite over `cases` cases.

    Args:
        keep: called with the suite's name, the number of the case and its trace.
    """
    for suite in track(suites, lambda suite: suite.name):
        drawn = suite.cases(cases, seed)
        blocks = max(case.blocks for case in drawn)
        traces = answer_prompts(model, [case.prompt for case in drawn], settings, seed=seed, blocks=blocks)
        if keep is not None:
            for number, trace in enumerate(traces):
                keep(suite.name, number, trace)
        yield score(suite.name, drawn, traces)


@dataclass(frozen=True, kw_only=True)
class Repair:
    """The result of denoising `texts` right answers after a share of their tokens was replaced.

    restored: the share of replaced tokens that came back. broken: the share of the other tokens that were lost. right:
    how many texts are right by rule afterwards. steps: denoiser passes per text.
    """

    share: float
    texts: int
    restored: float
    broken: float
    right: int
    steps: float


def repair(model: Model, cases: Sequence[Case], share: float, settings: SamplerSettings, *, seed: int = 0) -> Repair:
    """Replaces a share of the tokens in each case's answer, starts the canvas from that, and denoises it."""
    rng = random.Random(f"repair {share} {seed}")
    length, tokenizer = model.canvas_length, model.tokenizer
    settings = settings.replace(max_new_tokens=length)
    texts, specs = [], []
    for number, case in enumerate(cases):
        clean = [*tokenizer.encode(case.answer, add_special_tokens=False), tokenizer.eos_token_id]
        start = corrupt(clean, share, len(tokenizer), rng)
        padding = [tokenizer.pad_token_id] * (length - len(clean))
        texts.append((clean, start))
        specs.append(
            RunSpec(prompt=Prompt(text=case.prompt), settings=settings, seed=seed + number, start=(*start, *padding))
        )
    traces = record_all(model, specs)
    replaced = intact = restored = broken = 0
    for (clean, start), trace in zip(texts, traces, strict=True):
        written = trace.token_ids + [tokenizer.pad_token_id] * (length - len(trace.token_ids))
        for was, shown, now in zip(clean, start, written, strict=False):
            if was == shown:
                intact, broken = intact + 1, broken + (now != was)
            else:
                replaced, restored = replaced + 1, restored + (now == was)
    return Repair(
        share=share,
        texts=len(cases),
        restored=restored / max(replaced, 1),
        broken=broken / max(intact, 1),
        right=sum(case.judge(trace.text) for case, trace in zip(cases, traces, strict=True)),
        steps=sum(trace.nfe for trace in traces) / len(cases),
    )
