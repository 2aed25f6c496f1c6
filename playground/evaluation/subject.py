"""What a study runs at each setting, such as one prompt with many seeds; and how its texts are judged."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playground.engine.models import Model
from playground.engine.recording import record_all
from playground.evaluation.checking import Check
from playground.evaluation.finding import Finding
from playground.evaluation.study import Change, Study
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.world.judge import judge

Judge = Callable[[str], bool | None]
"""Is this text right? None where nothing says."""


@dataclass(frozen=True, kw_only=True)
class Subject:
    """Runs without end: number N of them is the same at every call.

    unit: what they are called. first: gives the first so many, each with its judge.
    """

    title: str
    unit: str
    first: Callable[[int], Sequence[tuple[RunSpec, Judge]]]

    @classmethod
    def of_prompt(cls, prompt: str, settings: SamplerSettings, seed: int) -> Subject:
        """One prompt, with seeds counted up from `seed`; the rule of what it asks for judges, if there is one."""

        def first(count: int) -> list[tuple[RunSpec, Judge]]:
            return [(spec.replace(seed=seed + number), by_rule) for number in range(count)]

        def by_rule(text: str) -> bool | None:
            judgement = judge(prompt, text)
            return None if judgement is None else judgement.right

        spec = RunSpec(prompt=Prompt(text=prompt), settings=settings, seed=seed)
        return cls(title=textwrap.shorten(prompt, 60, placeholder=" …"), unit="seeds", first=first)

    def judged_by(self, check: Check) -> Subject:
        """The same runs, judged by something else."""
        return dataclasses.replace(self, first=lambda count: [(spec, check) for spec, _ in self.first(count)])

    def find(self, model: Model, change: Change, count: int, skip: int = 0) -> Finding:
        """Makes `count` runs at a change of the settings, without the first `skip` of them.

        Raises:
            PromptError, SettingError, SpecError, SamplerError: as `record_all`.
            CheckError: a user's own check fails.
        """
        cases = self.first(skip + count)[skip:]
        study = Study(runs=tuple(spec for spec, _ in cases), changes=(change,))
        traces = record_all(model, [spec for _, _, spec in study.specs()])
        judged = [judge(trace.text) for trace, (_, judge) in zip(traces, cases, strict=True)]
        return Finding(
            passes={number: trace.nfe for number, trace in enumerate(traces, skip)},
            right={number: right for number, right in enumerate(judged, skip) if right is not None},
        )
