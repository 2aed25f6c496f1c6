"""Held-out cases of the small world, as what a study runs."""

from pathlib import Path

from transformers import PreTrainedTokenizerBase

from playground.plugins.sweep.results import Case
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from workshop.evaluation.measure import CLUES
from workshop.world.cases import Suite, case_banks, suites


def held_out_kinds(tokenizer: PreTrainedTokenizerBase, seed: int, folder: Path) -> dict[str, Suite]:
    """The kinds of cases by name. Their puzzles are kept in `folder`."""
    return {suite.name: suite for suite in suites(case_banks(seed, folder), tokenizer, CLUES)}


def held_out_cases(suite: Suite, settings: SamplerSettings, canvas_length: int, count: int, seed: int) -> list[Case]:
    """The first so many cases, each as long as its kind takes; the rule of each case judges."""
    cases = suite.cases(count, seed)
    whole = settings.replace(max_new_tokens=max(case.blocks for case in cases) * canvas_length)
    return [
        (RunSpec(prompt=Prompt(text=case.prompt), settings=whole, seed=seed + number), case.judge)
        for number, case in enumerate(cases)
    ]
