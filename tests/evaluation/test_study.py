"""Many runs at several settings: what is asked for, what they show, and that they are the runs of one by one."""

import json
from pathlib import Path

import pytest

import playground as pg
from playground.engine.recording import record_each
from playground.errors import SettingError
from playground.evaluation.finding import Finding
from playground.evaluation.intervals import mean_interval, paired, wilson
from playground.evaluation.study import MOST_SEEDS, at_changes, with_seeds
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec

FOLDER = Path(__file__).parents[1] / "golden" / "rules"
SPEC = RunSpec(
    prompt=Prompt(text="hello"), settings=pg.SamplerSettings(max_denoising_steps=4, max_new_tokens=16), seed=5
)


def cases(name):
    found = json.loads((FOLDER / f"{name}.json").read_text())
    return pytest.mark.parametrize("case", found, ids=[case["name"] for case in found])


@cases("shares")
def test_the_interval_of_a_share(case):
    assert wilson(case["right"], case["cases"]) == pytest.approx((case["low"], case["high"]), abs=1e-4)


@cases("paired")
def test_the_interval_of_a_difference_on_the_same_seeds(case):
    found = paired(case["both"], case["first"], case["second"], case["neither"])
    assert found == pytest.approx((case["low"], case["high"]), abs=1e-4)


@cases("means")
def test_the_interval_of_a_mean(case):
    found = mean_interval(case["values"])
    assert found == (None if case["interval"] is None else pytest.approx(case["interval"], abs=0.02))


def test_differences_are_taken_over_the_runs_that_both_have():
    first = Finding(passes={0: 9, 1: 9, 2: 9, 3: 9, 4: 1}, right={0: True, 1: True, 2: False, 4: False})
    other = Finding(passes={0: 5, 1: 6, 2: 7, 3: 8}, right={0: True, 1: False, 2: False, 3: True})
    assert other.share_against(first) == paired(1, 1, 0, 1)
    assert other.passes_against(first) == mean_interval([-4, -3, -2, -1])
    nothing = Finding(passes={}, right={})
    assert (nothing.share, nothing.interval, nothing.mean_passes, nothing.share_against(first)) == (None,) * 4


def test_a_study_has_all_changes_of_a_seed_before_the_next_one():
    specs = at_changes(with_seeds(SPEC, 3), [{"entropy_bound": 0.1}, {"entropy_bound": 8.0}])
    assert [(spec.seed, spec.settings.entropy_bound) for spec in specs] == [
        (seed, bound) for seed in (5, 6, 7) for bound in (0.1, 8.0)
    ]


def test_runs_come_as_they_end_and_the_next_one_takes_the_place(endless_model):
    specs = [
        SPEC.replace(settings=SPEC.settings.replace(max_denoising_steps=steps, confidence_threshold=0.0))
        for steps in (6, 2, 3)
    ]
    assert [number for number, _ in record_each(endless_model, specs, rows=2)] == [1, 2, 0]


def test_values_at_the_bounds_of_what_is_allowed():
    assert len(with_seeds(SPEC, MOST_SEEDS)) == MOST_SEEDS
    for seeds in (0, MOST_SEEDS + 1, 2.0):
        with pytest.raises(SettingError, match="allowed is a whole number from 1 to 128"):
            with_seeds(SPEC, seeds)
    with pytest.raises(SettingError, match="The last of 2 seeds"):
        with_seeds(SPEC.replace(seed=2**53 - 1), 2)
    for change, sentence in (({"t_min": 0.9}, "above t_max"), ({"speed": 1.0}, "There is no setting called 'speed'")):
        with pytest.raises(SettingError, match=sentence):
            at_changes([SPEC], [{"t_min": 0.1}, change])
    ways = at_changes([SPEC], [{"way": "uniform"}, {"way": "masked"}])
    assert [spec.settings for spec in ways] == [SPEC.settings, SPEC.settings.replace(way="masked")]
