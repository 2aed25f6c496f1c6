"""Lessons taken away: in one file, by the Share menu, on a static host, in the folder of `site`, and by a link."""

import html
import json
import re

import pandas as pd
import plugins.learn.lesson_helpers as lessons
import pytest
from click.testing import CliRunner
from page_fixtures import FILE_PAINTED
from page_holds import GOLDEN, READY, SLIDER, run_spec
from page_reader import saved, set_mode
from starlette.applications import Starlette
from starlette.testclient import TestClient

from playground.assets import ASSETS
from playground.cli import main
from playground.plugin_loading import plugins
from playground.plugins.learn.library import LESSONS, Library
from playground.plugins.learn.page import payload
from playground.server.files import PageFiles

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
    """Opens a file of lessons where there is no network, and finds no trouble in the end."""

    def opened(*lessons):
        out = tmp_path / "lesson.html"
        assert export(*lessons, out).exit_code == 0 and out.stat().st_size < 1_000_000 * len(lessons)
        return stranger(out.as_uri(), offline=True, ready=FILE_PAINTED)

    return opened


def test_a_lesson_asks_and_answers_without_a_network(offline):
    page = offline(BUDGET)
    assert page.title() == page.inner_text("article h2") == "The budget"
    assert page.inner_text(".tdp-label") == "RECORDED" and page.locator(".tdp-lesson-place").is_hidden()
    lessons.keep_first(page)
    page.click(lessons.SHOW)
    assert "You agree on 1 word." in page.inner_text(lessons.QUESTION)
    assert page.get_by_role("button", name="Go on from yours").is_hidden()
    for part in (2, 3):
        page.click(lessons.GO_ON)
        page.wait_for_selector(f"{lessons.PART}:nth-child({part}):not(.tdp-lesson-later)")
        assert page.url.endswith(f"#lesson=4&part={part}")
        if part == 2:
            page.fill("[aria-label^='How many positions']", "5")
            page.click(".tdp-cut button")
            assert "you said 5" in page.inner_text(f"{lessons.PART}:nth-child(2) {lessons.TOLD}")
    assert "no model" in page.inner_text("[aria-label='Try it']")
    assert page.get_by_label("Try it", exact=True).get_by_role("button").count() == 0
    assert (
        page.locator("text=Tune it yourself").count() == 0
        and page.get_by_label("Where to read more").get_by_role("link").count()
    )
    # What was guessed can be handed in from the file, too.
    page.get_by_role("button", name="What you guessed").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    table = pd.read_csv(download.value.path())
    assert table["lesson"].tolist() == ["04-budget"] * len(table) and len(table["version"].iloc[0]) == 8
    page.get_by_role("button", name="‹ The budget").click()
    page.wait_for_function("() => location.hash === '#lesson=4&part=1'")


def test_a_temperature_is_tried_a_curve_is_drawn_and_noise_is_swapped_without_a_model(offline):
    page = offline(HEAT, SWAP)
    page.evaluate("location.hash = '#lesson=8'")
    entropy = page.locator("[aria-label='Temperature by hand'] output b")
    # The cell of the lesson, as the model had it: 1.09 nats at 1, less at 0.8, and certain at 0.
    for temperature, nats in (("1", "1.09 nats"), ("0.8", "1.08 nats"), ("0", "0 nats")):
        page.fill("[aria-label='Temperature by hand'] input", temperature)
        assert entropy.inner_text() == nats
    assert page.get_by_role("img", name="20 of 20 draws").count() == 1
    shares = page.locator("[aria-label='Temperature by hand'] .tdp-share").all_inner_texts()
    assert shares == ["100%", "0%", "0%", "0%", "0%", "0%"]
    for _ in range(2):
        page.click(lessons.GO_ON)
    for key in ("Enter", "End", "PageDown"):
        page.locator("[aria-label^='Your curve']").press(key)
    page.get_by_role("button", name="Compare").click()
    assert "You were furthest off at budget " in page.inner_text(f"{lessons.PART}:nth-child(3) {lessons.TOLD}")
    page.locator(SLIDER).wait_for()  # the curve is of other runs than the one that is shown
    page.evaluate("location.hash = '#lesson=13&part=2'")
    page.get_by_role("button", name="sunny").click()
    assert page.locator("[aria-label='Swap the noise'] output").inner_text().split("\n")[1:] == ["sunny", "kept"]
    assert page.locator("[aria-label='Swap the noise'] input").count() == 0


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


def test_a_static_host_teaches_as_a_server_does(static):
    set_mode(static, "learn")
    static.click(".tdp-stop")
    static.wait_for_selector(lessons.PART)
    static.evaluate("location.hash = '#game=7.margin'")
    static.wait_for_selector(lessons.PAINT)


@pytest.mark.thorough
def test_a_run_goes_on_from_what_the_reader_of_a_lesson_keeps_in_the_browser(static):
    lessons.learn(static, 4, 1)
    lessons.keep_first(static)
    static.click(lessons.SHOW)
    static.wait_for_selector(READY, state="attached")
    static.get_by_role("button", name="Go on from yours").click()
    static.wait_for_selector("text=One run each proves little")
    assert "No rule judges this text in a browser" in static.inner_text(lessons.QUESTION)
    cells = run_spec(static, 1)["edits"][0]["cells"]
    # All words that the sampler kept, but the first.
    assert sorted(map(int, cells)) == lessons.KEPT[1:] and set(cells.values()) == {None}


def test_share_saves_a_lesson_with_its_runs_and_has_the_code_that_shows_it_in_a_frame(visit, address):
    page = visit(f"{address}#lesson=4&part=2", ready=lessons.LESSON, permissions=["clipboard-read", "clipboard-write"])
    page.click("text=Share")
    page.wait_for_selector("[data-form=lesson]")
    lesson = saved(page, "lesson")
    assert lesson.suggested_filename == "The-budget.html"
    held = json.loads(lesson.path().read_text().split('id="tdp-runs">')[1].split("</script>")[0])
    assert held["part"] == 2 and [run["name"] for run in held["runs"]] == ["lily"]
    (entry,) = payload(Library([LESSONS], ASSETS / "recorded", [LESSONS / "04-budget.md"]))["lessons"]
    assert held["lessons"] == [{"name": entry["name"], "lesson": entry["lesson"]}]
    page.click("[data-form=embed]")
    page.wait_for_function("() => document.querySelector('.tdp-share-said').textContent.startsWith('Copied')")
    code = page.input_value(".tdp-embed-code")
    assert code == page.evaluate("navigator.clipboard.readText()")
    source = html.unescape(re.search(r'^<iframe src="([^"]+)" width="800" height="450" title="The budget"', code)[1])
    assert source == f"{address}?embed#lesson=4&part=2"
    frame = visit(source, ready=lessons.LESSON)
    assert frame.evaluate("playground.parts.modes.learn.lesson.at.part") == 2 and frame.is_hidden(".tdp-header")
    page.bring_to_front()
    set_mode(page, "watch")
    page.click("text=Share")
    page.click("text=Share")
    assert page.locator("[data-form=lesson]").is_hidden()


def test_whoever_follows_a_link_gets_no_opening(stranger, address):
    for link in ("#lesson=4", "?lesson=4"):
        page = stranger(address + link, ready="() => document.querySelector('article h2')")
        page.evaluate("playground.greeted.promise")
        assert page.query_selector(".tdp-opens, .tdp-newcomer") is None
        assert page.inner_text("article h2") == "The budget"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("playground.plugins.live")  # whose command it is
    out = tmp_path_factory.mktemp("learn") / "site"
    done = CliRunner().invoke(main, ["site", str(out), str(GOLDEN / "story.trace")])
    assert done.exit_code == 0, done.output
    assert f": the playground, 1 run, {len(lessons.LIBRARY.files)} lessons and the glossary, " in done.output
    return out


def test_they_stand_beside_the_runs_and_find_theirs(site):
    (files,) = (site / "playground").iterdir()
    assert len(json.loads((files / "lessons" / "index.json").read_text())) == len(lessons.LIBRARY.files)
    for name in lessons.LIBRARY.files:
        lesson = json.loads((files / "lessons" / f"{name}.json").read_text())
        assert all((files / about["file"]).is_file() for about in lesson["runs"].values()), name
    assert not [*(files / "lessons").glob("*.md")]


def test_they_open_from_the_disk(site, stranger):
    page = stranger((site / "runs.html").as_uri(), offline=True, ready="() => document.querySelector('ol a')")
    assert len(lessons.LIBRARY.files) == page.locator("ol a").count()
    page.click("text=The budget")
    page.wait_for_selector(lessons.PART)
    assert page.inner_text("article h2") == "The budget"
    page.click("text=All runs")


def test_a_folder_without_any_is_refused_and_nothing_is_written(tmp_path):
    pytest.importorskip("playground.plugins.live")
    bad = CliRunner().invoke(main, ["site", str(tmp_path / "bad"), "--lessons", str(GOLDEN)])
    assert "golden holds no lessons" in bad.output and not (tmp_path / "bad").exists()


def test_a_lesson_is_compiled_when_it_is_asked_for_and_a_wrong_one_is_a_sentence(tmp_path):
    (tmp_path / "01-a.md").write_text("# A\n\n{nobody}\n")
    parts = plugins().by_plugin("page_part", service=None, options={"lessons": tmp_path}, public=False)
    server = TestClient(Starlette(routes=PageFiles(ASSETS / "recorded", parts).routes()))
    (listed,) = server.get("/playground/lessons/index.json").json()
    assert listed["name"] == "01-a" and listed["title"] == "A"
    assert "01-a.md, line 1: " in server.get("/playground/lessons/01-a.json").json()["problem"]
    assert server.get("/playground/lessons/02-b.json").status_code == 404
