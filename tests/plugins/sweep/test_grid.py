"""Which settings are compared, and a measure of one's own."""

import random

import pytest

from playground.errors import SettingError
from playground.plugins.sweep.checking import CheckError, load_check
from playground.plugins.sweep.grid import grid, in_words
from playground.spec.settings import SamplerSettings

USUAL = SamplerSettings()


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
    assert list(grid(USUAL, vary)) == changes


@pytest.mark.parametrize("values", ["margin", [], 0.5])
def test_a_setting_varies_over_a_list(values):
    with pytest.raises(SettingError, match=r"sampler varies over .*; it needs a list of values"):
        grid(USUAL, {"sampler": values})


def test_a_change_in_words():
    assert grid(USUAL, {}) == ({},) and in_words({}) == "as it is"
    assert in_words({"sampler": "margin", "t_max": 0.5}) == "sampler margin, t_max 0.5"


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
