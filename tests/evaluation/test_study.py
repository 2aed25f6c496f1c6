"""Many runs at several settings: what is asked for, what they show, and that they are the runs of one by one."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

import playground as pg
from playground.engine.recording import record_each
from playground.errors import CheckError, SettingError
from playground.evaluation.checking import load_check
from playground.evaluation.finding import Finding, candidate
from playground.evaluation.intervals import mean_interval, more_needed, paired, refuted, wilson
from playground.evaluation.study import MOST_SEEDS, Study, grid, in_words
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


@cases("wish")
def test_how_many_more_runs_a_wish_needs(case):
    assert more_needed(case["right"], case["cases"], case["wish"]) == case["more"]
    assert refuted(case["right"], case["cases"], case["wish"]) == case["refuted"]


def finding(case):
    return Finding(passes=dict(enumerate(case["passes"])), right={n: bool(r) for n, r in enumerate(case["right"])})


@cases("candidate")
def test_the_setting_to_check_on_fresh_seeds(case):
    fresh = {int(number): finding(found) for number, found in case["fresh"].items()}
    assert candidate([finding(one) for one in case["settings"]], case["wish"], fresh) == case["candidate"]


def test_differences_are_taken_over_the_runs_that_both_have():
    first = Finding(passes={0: 9, 1: 9, 2: 9, 3: 9, 4: 1}, right={0: True, 1: True, 2: False, 4: False})
    other = Finding(passes={0: 5, 1: 6, 2: 7, 3: 8}, right={0: True, 1: False, 2: False, 3: True})
    assert other.share_against(first) == paired(1, 1, 0, 1)
    assert other.passes_against(first) == mean_interval([-4, -3, -2, -1])
    nothing = Finding(passes={}, right={})
    assert (nothing.share, nothing.interval, nothing.mean_passes, nothing.share_against(first)) == (None,) * 4


def test_a_study_is_the_single_runs_seed_by_seed(endless_model):
    study = Study.of_seeds(SPEC, 3, grid(SPEC.settings, {"entropy_bound": [0.1, 8]}))
    asked = list(study.specs())
    assert [(spec.seed, spec.settings.entropy_bound) for _, _, spec in asked] == [
        (seed, bound) for seed in (5, 6, 7) for bound in (0.1, 8.0)
    ]
    found = dict(record_each(endless_model, [spec for _, _, spec in asked], rows=4))
    assert len(found) == len(study) == 6
    for number, (_, _, spec) in enumerate(asked):
        alone = pg.record(endless_model, spec)
        for column in ("sampled_ids", "accepted", "entropy"):
            assert np.array_equal(found[number].columns[column], alone.columns[column])


def test_runs_come_as_they_end_and_the_next_one_takes_the_place(endless_model):
    specs = [
        SPEC.replace(settings=SPEC.settings.replace(max_denoising_steps=steps, confidence_threshold=0.0))
        for steps in (6, 2, 3)
    ]
    assert [number for number, _ in record_each(endless_model, specs, rows=2)] == [1, 2, 0]


@pytest.mark.parametrize(
    ("vary", "changes"),
    [
        ({}, [{}]),
        ([{"t_max": 1.0, "t_min": 0.5}], [{"t_max": 1.0, "t_min": 0.5}]),
        (
            {"t_max": [1.0, 2.0], "sampler": ["margin", "klass"]},
            [{"t_max": t, "sampler": s} for t in (1.0, 2.0) for s in ("margin", "klass")],
        ),
        (  # the bound is the usual sampler's
            {"entropy_bound": [0.1, 0.5], "sampler": ["margin"]},
            [{"entropy_bound": 0.1, "sampler": "entropy-bound"}, {"sampler": "margin"},
             {"entropy_bound": 0.5, "sampler": "entropy-bound"}],
        ),
        (
            {"sampler": ["margin", "confidence"], "min_confidence": [0.5, 0.9]},
            [{"sampler": "margin"}, {"sampler": "confidence", "min_confidence": 0.5},
             {"sampler": "confidence", "min_confidence": 0.9}],
        ),
    ],
)  # fmt: skip
def test_settings_vary_in_every_combination_that_there_is(vary, changes):
    assert list(grid(SPEC.settings, vary)) == changes


@pytest.mark.parametrize("values", ["margin", [], 0.5])
def test_a_setting_varies_over_a_list(values):
    with pytest.raises(SettingError, match=r"sampler varies over .*; it needs a list of values"):
        grid(SPEC.settings, {"sampler": values})


def test_values_at_the_bounds_of_what_is_allowed():
    assert grid(SPEC.settings, {}) == ({},) and in_words({}) == "as it is"
    assert in_words({"sampler": "margin"}) == "sampler margin"
    assert len(Study.of_seeds(SPEC, MOST_SEEDS)) == MOST_SEEDS
    for seeds in (0, MOST_SEEDS + 1, 2.0):
        with pytest.raises(SettingError, match="allowed is a whole number from 1 to 128"):
            Study.of_seeds(SPEC, seeds)
    with pytest.raises(SettingError, match="The last of 2 seeds"):
        Study.of_seeds(SPEC.replace(seed=2**53 - 1), 2)
    for change, sentence in (({"t_min": 0.9}, "above t_max"), ({"speed": 1.0}, "There is no setting called 'speed'")):
        with pytest.raises(SettingError, match=sentence):
            Study.of_seeds(SPEC, 2, [{"t_min": 0.1}, change])
    ways = Study.of_seeds(SPEC, 1, grid(SPEC.settings, {"way": ["uniform", "masked"]}))
    assert [spec.settings for _, _, spec in ways.specs()] == [SPEC.settings, SPEC.settings.replace(way="masked")]


def written(tmp_path, code):
    path = tmp_path / f"measure{random.getrandbits(32)}.py"
    path.write_text(code)
    return path


def test_a_user_s_own_measure(tmp_path):
    check = load_check(written(tmp_path, "def check(text):\n    return 'cat' in text"))
    assert check("a cat") and not check("a dog")
    for code, sentence in (
        ("x = 1", "has no function `check`; it must have one"),
        ("1 / 0", "fails with ZeroDivisionError: division by zero."),
        ("raise SystemExit(0)", "fails with SystemExit: 0."),
    ):
        with pytest.raises(CheckError, match=sentence):
            load_check(written(tmp_path, code))
    with pytest.raises(CheckError, match=r"none.py is not a readable Python file"):
        load_check(tmp_path / "none.py")
    for body, sentence in (
        ("return 1", "returns 1; it must return True or False"),
        ("raise SystemExit(0)", "fails with SystemExit: 0."),
        ("raise KeyError(text)", "fails with KeyError: 'cat'"),
    ):
        with pytest.raises(CheckError, match=sentence):
            load_check(written(tmp_path, f"def check(text):\n    {body}"))("cat")
