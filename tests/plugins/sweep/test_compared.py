"""Which settings are compared, by which measure, what a figure shows of them, and which grants a wish."""

import json
from pathlib import Path

import pytest

from playground.errors import SettingError
from playground.evaluation.finding import Finding
from playground.export.chromium import chromium_path
from playground.plugins.sweep.checking import CheckError, load_check
from playground.plugins.sweep.figure_file import write_figure
from playground.plugins.sweep.figures import sweep_figure
from playground.plugins.sweep.grid import grid, in_words
from playground.plugins.sweep.wish import candidate, more_needed, refuted
from playground.spec.settings import SamplerSettings

USUAL = SamplerSettings()
FOLDER = Path(__file__).parents[2] / "golden" / "rules"
"""Cases that the page's own rules are held to."""


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
    assert grid(USUAL, []) == ({},) and in_words({}) == "as it is"
    assert in_words({"sampler": "margin", "t_max": 0.5}) == "sampler margin, t_max 0.5"


def test_a_user_s_own_measure(tmp_path):
    def checked(code, text="cat"):
        path = tmp_path / f"measure{len([*tmp_path.iterdir()])}.py"
        path.write_text(code)
        return load_check(path)(text)

    own = "def check(text): return 'cat' in text"
    assert checked(own) and not checked(own, "dog")
    for code, sentence in (
        ("x = 1", "has no function `check`; it must have one"),
        ("1 / 0", "fails with ZeroDivisionError: division by zero."),
        ("def check(text): return 1", "returns 1; it must return True or False"),
        ("def check(text): raise KeyError(text)", "fails with KeyError: 'cat'"),
    ):
        with pytest.raises(CheckError, match=sentence):
            checked(code)
    with pytest.raises(CheckError, match=r"none.py is not a readable Python file"):
        load_check(tmp_path / "none.py")


def test_the_figure_of_a_sweep_holds_its_rows():
    names = ("t_max", "t_min", "entropy_bound", "share", "low", "high", "passes")
    figures = ((0.8, 0.4, 1.0, 0.5, 0.4, 0.9, 4), (0.8, 0.4, 0.1, 0.8, 0.7, 0.9, 9), (0.8, 0.2, 0.1, 0.7, 0.6, 0.9, 8))
    rows = [dict(zip(names, row, strict=True)) for row in figures]
    first, second = sweep_figure("Sudoku", ["entropy_bound", "t_max", "t_min"], rows).data
    assert first.name == "t_max 0.8, t_min 0.4" and list(first.text) == ["0.1", "1"]
    assert (list(first.x), list(first.y)) == ([9, 4], [0.8, 0.5])
    assert list(first.error_y.arrayminus) == [pytest.approx(0.1)] * 2
    assert list(second.x) == [8]


@pytest.fixture
def figure():
    return sweep_figure("a title", ["sampler"], [{"sampler": "margin", "share": None, "passes": 4.0}])


def test_a_figure_is_written_as_a_page(figure, tmp_path):
    write_figure(figure, tmp_path / "figure.html")
    assert "<script src=" not in (tmp_path / "figure.html").read_text()


@pytest.mark.thorough
@pytest.mark.browser
@pytest.mark.skipif(
    chromium_path() is None, reason="no Chromium: get it with `apt-get install chromium-headless-shell`"
)
def test_a_figure_is_written_as_a_picture_by_the_browser_that_draws_all_else(figure, tmp_path, monkeypatch):
    monkeypatch.setenv("BROWSER_PATH", str(tmp_path / "missing"))  # where kaleido looks first
    write_figure(figure, tmp_path / "figure.svg")
    assert "no quality measured" in (tmp_path / "figure.svg").read_text()


def cases(name):
    read = json.loads((FOLDER / f"{name}.json").read_text())
    return pytest.mark.parametrize("case", read, ids=[case["name"] for case in read])


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
