"""Held-out cases of the small world, as what `sweep` runs at each setting."""

from collections.abc import Sequence
from pathlib import Path

from transformers import PreTrainedTokenizerBase

from playground.evaluation.subject import Judge, Subject
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from workshop.evaluation.measure import CLUES
from workshop.world.cases import Suite, case_banks, suites


def held_out_kinds(tokenizer: PreTrainedTokenizerBase, seed: int, folder: Path) -> dict[str, Suite]:
    """The kinds of cases by name. Their puzzles are kept in `folder`."""
    return {suite.name: suite for suite in suites(case_banks(seed, folder), tokenizer, CLUES)}


def subject_of(suite: Suite, settings: SamplerSettings, canvas_length: int, seed: int) -> Subject:
    """Held-out cases, each as long as its kind takes; the rule of each case judges."""

    def first(count: int) -> Sequence[tuple[RunSpec, Judge]]:
        cases = suite.cases(count, seed)
        whole = settings.replace(max_new_tokens=max(case.blocks for case in cases) * canvas_length)
        return [
            (RunSpec(prompt=Prompt(text=case.prompt), settings=whole, seed=seed + number), case.judge)
            for number, case in enumerate(cases)
        ]

    return Subject(title=suite.name, unit="cases", first=first)
