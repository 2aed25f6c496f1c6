"""Lessons in one file teach from the disk without a network, and a wrong one is never written."""

import pandas as pd
import pytest
from click.testing import CliRunner
from page_fixtures import FILE_PAINTED
from page_helpers import GOLDEN
from plugins.learn.lesson_helpers import keep_first

from playground.cli import main
from playground.plugins.learn.library import LESSONS

pytest_plugins = "page_fixtures"

BUDGET = LESSONS / "04-budget.md"
SWAP = LESSONS / "13-why-throw-back.md"
HEAT = LESSONS / "08-hot-and-cold.md"


def export(*arguments):
    done = CliRunner().invoke(main, ["export", *map(str, arguments)])
    assert "Traceback" not in done.output
    return done


@pytest.fixture
def offline(stranger, tmp_path):
    """Opens the file of a lesson where there is no network, and finds no trouble in the end."""

    def opened(lesson, most_bytes):
        out = tmp_path / "lesson.html"
        assert export(lesson, out).exit_code == 0 and out.stat().st_size < most_bytes
        return stranger(out.as_uri(), offline=True, ready=FILE_PAINTED)

    return opened


def test_a_lesson_asks_and_answers_without_a_network(offline):
    page = offline(BUDGET, 1_000_000)
    assert page.title() == page.inner_text(".tdp-lesson > h2") == "The budget"
    assert page.inner_text(".tdp-label") == "RECORDED" and page.locator(".tdp-lesson-place").is_hidden()
    keep_first(page)
    page.click(".tdp-keep-show")
    assert "You agree on 1 word." in page.inner_text(".tdp-predict")
    assert page.get_by_role("button", name="Go on from yours").is_hidden()
    for part in (2, 3):
        page.click(".tdp-continue")
        page.wait_for_selector(f".tdp-lesson-part:nth-child({part}):not(.tdp-lesson-later)")
        assert page.url.endswith(f"#lesson=4&part={part}")
        if part == 2:
            page.fill(".tdp-cut input", "5")
            page.click(".tdp-cut button")
            assert "you said 5" in page.inner_text(".tdp-lesson-part:nth-child(2) .tdp-told")
    assert "no model" in page.inner_text(".tdp-trial") and not page.query_selector(".tdp-trial button")
    assert page.locator("text=Tune it yourself").count() == 0 and page.locator(".tdp-lesson-end a").count() > 0
    # What was guessed can be handed in from the file, too.
    page.get_by_role("button", name="What you guessed").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    table = pd.read_csv(download.value.path())
    assert table["lesson"].tolist() == ["04-budget"] * len(table) and len(table["version"].iloc[0]) == 8
    page.get_by_role("button", name="‹ The budget").click()
    page.wait_for_function("() => location.hash === '#lesson=4&part=1'")


def test_a_temperature_is_tried_and_a_curve_is_drawn_without_a_network(offline):
    page = offline(HEAT, 1_500_000)
    entropy = page.locator(".tdp-temperature output b")
    # The cell of the lesson, as the model had it: 1.09 nats at 1, less at 0.8, and certain at 0.
    for temperature, nats in (("1", "1.09 nats"), ("0.8", "1.08 nats"), ("0", "0 nats")):
        page.fill(".tdp-temperature input", temperature)
        assert entropy.inner_text() == nats
    assert page.get_by_role("img", name="20 of 20 draws").count() == 1
    shares = page.locator(".tdp-temperature .tdp-share").all_inner_texts()
    assert shares == ["100%", "0%", "0%", "0%", "0%", "0%"]
    for _ in range(2):
        page.click(".tdp-continue")
    chart = page.locator(".tdp-drawing")
    for key in ("Enter", "End", "PageDown"):
        chart.press(key)
    page.get_by_role("button", name="Compare").click()
    assert "You were furthest off at budget " in page.inner_text(".tdp-lesson-part:nth-child(3) .tdp-told")
    page.locator(".tdp-timeline").wait_for()  # the curve is of other runs than the one that is shown


def test_noise_is_swapped_without_a_model(offline):
    page = offline(SWAP, 1_500_000)
    page.click(".tdp-continue")
    page.get_by_role("button", name="sunny").click()
    assert page.locator(".tdp-swap output").inner_text().split("\n")[1:] == ["sunny", "kept"]
    assert page.locator(".tdp-swap input").count() == 0


def test_what_is_wrong_with_a_lesson_is_said_and_nothing_is_written(tmp_path):
    wrong = tmp_path / "01-wrong.md"
    wrong.write_text(BUDGET.read_text() + "\n```check\nlily.steps > 1000\n```\n")
    out = tmp_path / "wrong.html"
    assert "does not hold: lily.steps > 1000" in export(wrong, out).output
    assert "cannot hold a lesson" in export(BUDGET, tmp_path / "budget.csv").output
    assert "stand in one folder" in export(BUDGET, wrong, out).output
    assert "gone.md is no name of a lesson" in export(tmp_path / "gone.md", out).output
    assert "01-gone.md cannot be read" in export(tmp_path / "01-gone.md", out).output
    assert "holds runs or .md files" in export(BUDGET, GOLDEN / "story.trace", out).output
    assert [*tmp_path.iterdir()] == [wrong]
