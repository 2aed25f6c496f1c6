"""Watching together, with a presenter's page and that of somebody who watches."""

import pytest
from page_helpers import LONG, READY, finish, start, text

pytest_plugins = "page_fixtures"
pytestmark = pytest.mark.browser

REFUSE = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });"""
PHONE = {"width": 375, "height": 740}
WATCHED = "() => playground.extras.hall?.recording"
IDS = """() => playground.player.recording.frames.map(({ input_ids, sampled_ids, argmax_ids, accepted }) =>
  [input_ids, sampled_ids, argmax_ids, accepted].map((row) => [...row]))"""


def test_those_who_watch_see_each_run_of_the_presenter_and_their_step_until_the_hall_ends(page, visit):
    page.evaluate("playground.extras.present()")
    page.wait_for_selector(".tdp-hall[open] .tdp-hall-code")
    link = page.input_value(".tdp-hall-link")
    assert "#watch=" in link and "?" not in link
    assert "Of runs side by side they see only the first." in text(page, ".tdp-hall")
    page.click(".tdp-hall >> text=Close")
    start(page, **LONG)
    page.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 2")
    phone = visit(link, has_touch=True, viewport=PHONE)
    phone.wait_for_function(f"() => ({WATCHED})()?.frames.length > 2")
    assert text(phone, ".tdp-hall-strip").startswith("Watching")
    assert not phone.is_visible("#prompt") and phone.evaluate("location.href") == link
    page.evaluate("playground.live.stop()")
    finish(page)
    phone.wait_for_function("() => !playground.player.recording.live")
    assert phone.evaluate(IDS) == page.evaluate(IDS), "late-comers see it from the first step"
    page.wait_for_function("() => document.querySelector('.tdp-hall-count').textContent === '1 watching'")
    page.evaluate("() => { document.querySelector('.tdp-hall-strip input').click(); playground.player.seek(3); }")
    phone.wait_for_function("() => playground.player.moment === 3 && playground.extras.hall.lead !== null")
    start(page, seed=8)
    phone.wait_for_function("() => playground.player.recording.header.seed === 8")
    finish(page)
    page.click(".tdp-hall-strip >> text=End")
    phone.wait_for_selector("text=The presenter has ended this hall")
    assert phone.is_visible(".tdp-open-prompt")
    phone.wait_for_function("() => !location.hash.includes('watch')")


def test_a_hall_is_opened_and_ended_where_the_browser_keeps_nothing(browser, address):
    context = browser.new_context()
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(REFUSE)
    page.goto(address)
    page.wait_for_selector(READY)
    page.evaluate("playground.extras.present()")
    page.wait_for_selector(".tdp-hall[open] .tdp-hall-code")
    page.click(".tdp-hall >> text=Close")
    page.click(".tdp-hall-strip >> text=End")
    page.wait_for_function("() => playground.extras.hall === null")
    assert page.query_selector(".tdp-hall-strip, .tdp-hall") is None and errors == []
    context.close()
