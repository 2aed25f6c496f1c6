"""Lessons taken away: in the Share menu's file, on a static host, and in a frame there."""

import json

import pytest
from page_helpers import READY, saved, set_mode, text
from plugins.learn.lesson_helpers import KEPT, keep_first, learn

from playground.assets import ASSETS
from playground.plugins.learn.library import LESSONS, Library
from playground.plugins.learn.page import payload as lessons_payload


def test_a_static_host_teaches_as_a_server_does(static):
    set_mode(static, "learn")
    static.click(".tdp-stop")
    static.wait_for_selector(".tdp-lesson-part")
    static.evaluate("location.hash = '#game=7.margin'")
    static.wait_for_selector(".tdp-paint")


@pytest.mark.thorough
def test_a_run_goes_on_from_what_the_reader_of_a_lesson_keeps_in_the_browser(static):
    learn(static, 4, 1)
    keep_first(static)
    static.click(".tdp-keep-show")
    static.wait_for_selector(READY, state="attached")
    static.get_by_role("button", name="Go on from yours").click()
    static.wait_for_selector("text=One run each proves little")
    assert "No rule judges this text in a browser" in text(static, ".tdp-predict")
    cells = static.evaluate("playground.player.lanes[1].header.spec.edits[0].cells")
    # All words that the sampler kept, but the first.
    assert sorted(map(int, cells)) == KEPT[1:] and set(cells.values()) == {None}


def test_a_lesson_is_saved_with_its_runs_where_it_is_read(visit, address):
    page = visit(f"{address}#lesson=4&part=2", ready="() => window.playground?.parts.modes.learn?.lesson?.shown")
    page.click("[popovertarget=tdp-share]")
    page.wait_for_selector("#tdp-share [data-form=lesson]")
    lesson = saved(page, "lesson")
    assert lesson.suggested_filename == "The-budget.html"
    held = json.loads(lesson.path().read_text().split('id="tdp-runs">')[1].split("</script>")[0])
    assert held["part"] == 2 and [run["name"] for run in held["runs"]] == ["lily"]
    told = lessons_payload(Library([LESSONS], ASSETS / "recorded", [LESSONS / "04-budget.md"]))
    (entry,) = told["lessons"]
    assert held["lessons"] == [{"name": entry["name"], "lesson": entry["lesson"]}]
    page.evaluate("playground.setMode('watch')")
    page.click("[popovertarget=tdp-share]")
    page.click("[popovertarget=tdp-share]")
    assert page.locator("#tdp-share [data-form=lesson]").is_hidden()


@pytest.mark.parametrize("link", ["#lesson=4", "?lesson=4"])
def test_whoever_follows_a_link_gets_no_opening(stranger, address, link):
    page = stranger(address + link, ready="() => document.querySelector('.tdp-lesson-part')")
    page.evaluate("playground.greeted.promise")
    assert page.query_selector(".tdp-opens") is None and page.query_selector(".tdp-newcomer") is None
    assert page.inner_text(".tdp-lesson > h2") == "The budget"
