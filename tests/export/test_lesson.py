"""Lessons in one file teach from the disk without a network, and a wrong one is never written."""

from click.testing import CliRunner
from page_helpers import GOLDEN

from playground.assets import ASSETS
from playground.cli import main

pytest_plugins = "page_fixtures"

BUDGET = ASSETS / "lessons" / "04-budget.md"


def export(*arguments):
    done = CliRunner().invoke(main, ["export", *map(str, arguments)])
    assert "Traceback" not in done.output
    return done


def test_a_lesson_asks_and_answers_without_a_network(browser, tmp_path):
    out = tmp_path / "budget.html"
    assert export(BUDGET, out).exit_code == 0 and out.stat().st_size < 1_000_000
    context, troubles = browser.new_context(offline=True, viewport={"width": 1280, "height": 900}), []
    page = context.new_page()
    page.on("console", lambda message: message.type in ("error", "warning") and troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("request", lambda request: request.url.startswith(("file:", "data:")) or troubles.append(request.url))
    page.goto(out.as_uri())
    page.wait_for_selector(".tdp-file-foot p")
    assert page.title() == page.inner_text(".tdp-lesson > h2") == "The budget"
    assert page.inner_text(".tdp-label") == "RECORDED" and page.locator(".tdp-lesson-place").is_hidden()
    page.fill(".tdp-cut input", "5")
    page.click(".tdp-cut button")
    assert "you said 5" in page.inner_text(".tdp-told")
    for part in (2, 3):
        page.click(".tdp-continue")
        page.wait_for_selector(f".tdp-lesson-part:nth-child({part}):not(.tdp-lesson-later)")
        assert page.url.endswith(f"#lesson=4&part={part}")
    assert "no model" in page.inner_text(".tdp-trial") and not page.query_selector(".tdp-trial button")
    assert page.locator("text=Tune it yourself").count() == 0 and page.locator(".tdp-lesson-end a").count() > 0
    context.close()
    assert not troubles


def test_what_is_wrong_with_a_lesson_is_said_and_nothing_is_written(tmp_path):
    wrong = tmp_path / "01-wrong.md"
    wrong.write_text(BUDGET.read_text() + "\n```check\nlily.steps > 1000\n```\n")
    out = tmp_path / "wrong.html"
    assert "does not hold: lily.steps > 1000" in export(wrong, out).output
    assert "cannot hold a lesson" in export(BUDGET, tmp_path / "budget.csv").output
    assert "stand in one folder" in export(BUDGET, wrong, out).output
    assert "gone.md is no name of a lesson" in export(tmp_path / "gone.md", out).output
    assert "01-gone.md cannot be read" in export(tmp_path / "01-gone.md", out).output
    assert "lessons or runs" in export(BUDGET, GOLDEN / "story.trace", out).output
    assert [*tmp_path.iterdir()] == [wrong]
