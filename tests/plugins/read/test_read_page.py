"""The tab: slots are read in each way of writing, runs write, and what is wrong is one sentence."""

import pytest
from page_holds import WAY
from page_reader import start

pytestmark = pytest.mark.slow
TEXT = "a____{x|<b>y</b>}b"


def test_on_a_phone_the_prompt_goes_away_for_the_tab(page):
    page.set_viewport_size({"width": 375, "height": 812})
    page.click(WAY)
    page.fill("#prompt textarea", TEXT)
    page.click("button:text-is('Read its slots')")
    page.get_by_role("button", name="Prompt", exact=True).wait_for()
    page.locator(".tdp-read textarea").click()  # nothing lies over it


def test_a_prompt_with_slots_leads_to_the_tab_where_they_are_read_and_written(page):
    """By a small model without masks, whose tokens are hostile."""
    start(page, "hello", length=16, max_denoising_steps=2)
    reads, field = page.locator("button:text-is('Read its slots')"), page.locator(".tdp-read textarea")
    status = page.locator(".tdp-read [role=status]")
    assert reads.count() == 1 and reads.is_hidden()
    page.fill("#prompt textarea", TEXT)
    reads.click()
    page.wait_for_function("text => document.querySelector('.tdp-read textarea')?.value === text", arg=TEXT)

    def press(face):
        page.click(f".tdp-read-buttons button:has-text('{face}')")

    field.fill("no slot")
    press("Read")
    status.get_by_text("A slot names its labels in braces").wait_for()
    assert not page.locator(".tdp-read-slot").count()
    assert page.is_disabled(".tdp-read-buttons button:has-text('runs write')")
    field.fill(TEXT)
    press("Read")
    page.wait_for_selector(".tdp-read-ways h4:has-text('Token after token')")
    status.get_by_text("LIVE").wait_for()
    assert page.locator(".tdp-read-ways > section h4").all_inner_texts() == ["Uniform diffusion", "Token after token"]
    slot = page.locator(".tdp-read-slot").first
    assert "<b>y</b>" in page.locator(".tdp-read-slot dt").all_inner_texts(), "as text, never as HTML"
    assert "outside of the labels" in slot.inner_text() and "wrote" not in slot.inner_text()
    press("Let 64 runs write")
    slot.locator("figcaption:has-text('64 runs')").wait_for()
    assert "wrote" in slot.inner_text()
    page.click(".tdp-read summary")
    assert "RECORDED" in page.inner_text(".tdp-read details")
    assert page.locator(".tdp-read-curve svg").count() == 3
    page.set_viewport_size({"width": 375, "height": 812})
    page.wait_for_function("() => document.documentElement.scrollWidth <= 375")
    page.set_viewport_size({"width": 1440, "height": 1000})
