"""The setting that grants a wish, and how many runs show it: the cases that the page's own rules are held to."""

import json
from pathlib import Path

import pytest

from playground.evaluation.finding import Finding
from playground.plugins.sweep.wish import candidate, more_needed, refuted

FOLDER = Path(__file__).parents[2] / "golden" / "rules"


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
