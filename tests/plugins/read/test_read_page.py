"""The tab: slots are read in each way of writing, runs write, and what is wrong is one sentence."""

import pytest
from page_helpers import start, wait_until

pytestmark = pytest.mark.slow
TAB = "[role=tab][data-panel=part-read]"
TEXT = "a____{x|<b>y</b>}b"


@pytest.fixture
def tab(page):
    """Of a small model without masks, whose tokens are hostile, with few runs."""
    start(page, "hello", length=16, max_denoising_steps=2)
    page.click(TAB)
    page.wait_for_selector(".tdp-read textarea")
    page.fill(".tdp-read textarea", TEXT)
    return page


def press(page, face):
    page.click(f".tdp-read-buttons button:has-text('{face}')")


def test_slots_are_read_and_written(tab):
    press(tab, "Read")
    tab.wait_for_selector(".tdp-read-ways h4:has-text('Token after token')")
    tab.wait_for_selector(".tdp-read [role=status]:has-text('LIVE')")
    assert tab.locator(".tdp-read-ways > section h4").all_inner_texts() == ["Uniform diffusion", "Token after token"]
    slot = tab.locator(".tdp-read-slot").first
    assert "<b>y</b>" in tab.locator(".tdp-read-slot dt").all_inner_texts(), "as text, never as HTML"
    assert "outside of the labels" in slot.inner_text() and "wrote" not in slot.inner_text()
    press(tab, "Let 64 runs write")
    slot.locator("figcaption:has-text('64 runs')").wait_for()
    assert "wrote" in slot.inner_text()
    tab.set_viewport_size({"width": 375, "height": 812})
    tab.wait_for_function("() => document.documentElement.scrollWidth <= 375")
    tab.set_viewport_size({"width": 1440, "height": 1000})


def test_what_is_wrong_is_said_stop_stops_and_how_often_reading_is_right_is_shown_as_recorded(tab):
    tab.fill(".tdp-read textarea", "no slot")
    press(tab, "Read")
    tab.wait_for_selector(".tdp-read [role=status]:has-text('A slot names its labels in braces')")
    assert not tab.locator(".tdp-read-slot").count()
    assert tab.is_disabled(".tdp-read-buttons button:has-text('runs write')")
    tab.fill(".tdp-read textarea", TEXT)
    tab.route("**/read", lambda route: None)
    press(tab, "Read")
    press(tab, "Stop")
    tab.wait_for_selector(".tdp-read [role=status]:has-text('Stopped.')")
    assert tab.is_enabled(".tdp-read-buttons button:text-is('Read')")
    tab.unroute("**/read")
    tab.click(".tdp-read summary")
    assert "RECORDED" in tab.inner_text(".tdp-read details")
    assert tab.locator(".tdp-read-curve svg").count() == 3


def test_a_prompt_with_slots_leads_to_the_tab(page):
    reads = page.locator("button:text-is('Read its slots')")
    assert reads.count() == 1 and reads.is_hidden()
    page.fill("#prompt textarea", "It is ____{x|y}.")
    reads.click()
    wait_until(lambda: page.input_value(".tdp-read textarea") == "It is ____{x|y}.")
