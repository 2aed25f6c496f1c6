"""Rules that stand in Python and in JavaScript, on the cases that `assets/js/rules/cases.test.js` reads too.

They are worked out by hand and stand in `tests/golden/rules`, one file a rule.
"""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from playground.engine.step import Rules
from playground.engine.ways import Tokens
from playground.settings import SamplerSettings
from playground.trace.budget import budget
from playground.trace.status import status
from playground.trace.thought import passages, without_label
from playground.world.check import read_puzzle
from playground.world.conflicts import conflicts_of

FOLDER = Path(__file__).parents[1] / "golden" / "rules"


def cases(name):
    found = json.loads((FOLDER / f"{name}.json").read_text())
    return pytest.mark.parametrize("case", found, ids=[case.get("name", str(i)) for i, case in enumerate(found)])


@cases("schedule")
def test_schedule(case):
    settings = SamplerSettings(
        schedule=case["shape"], max_denoising_steps=case["steps"], t_max=case["t_max"], t_min=case["t_min"]
    )
    rules = Rules.of([settings], Tokens(mask=-1, blank=0), torch.device("cpu"))
    assert rules.temperature(torch.tensor([case["step"]])).tolist() == pytest.approx([case["temperature"]], rel=1e-6)


@cases("thought")
def test_thought(case):
    expected = [(thought, ids) for thought, ids in case["passages"]]
    assert passages(case["ids"], case["prompt_ids"], case["marks"]) == expected


@cases("thought-label")
def test_the_label_of_a_thought(case):
    assert without_label(case["text"], case["marks"]) == case["bare"]


@cases("status")
def test_status(case):
    assert status(np.array(case["accepted"], bool), np.array(case["block"])).tolist() == case["codes"]


@cases("budget")
def test_budget(case):
    found = budget(np.array(case["entropy"], "float32"), case["bound"])
    assert (found.order.tolist(), found.before.tolist(), found.cut) == (case["order"], case["before"], case["cut"])
    assert np.flatnonzero(found.accepted).tolist() == sorted(case["order"][: case["cut"]])


def grid_of(cells):
    return tuple(0 if cell == "." else int(cell) for cell in cells)


@cases("sudoku-conflicts")
def test_what_breaks_the_rules_of_a_sudoku(case):
    found = conflicts_of(grid_of(case["grid"]))
    assert (sorted(found.cells), found.sentence) == (case["cells"], case["sentence"])


@cases("sudoku-puzzle")
def test_the_puzzle_in_a_prompt(case):
    assert read_puzzle(case["prompt"]) == (None if case["grid"] is None else grid_of(case["grid"]))
