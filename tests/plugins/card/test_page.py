"""The roofline in the Cost panel: this machine measured, the point that the sliders move, and what was counted."""

import pytest
from page_reader import go, open_detail

from playground.engine import speed


def slide(page, name, notch):
    page.locator(f".tdp-roofline-slider [aria-label='{name}']").fill(str(notch))


def best(page):
    return page.get_by_role("row", name="this step, at best")


def test_this_machine_is_measured_and_the_sliders_move_a_point_to_the_other_limit(page, monkeypatch):
    monkeypatch.setattr(speed, "SECONDS", 0.02)
    open_detail(page, "cost")
    page.wait_for_selector("text=measured: ")  # nobody has to ask for it
    go(page, 2)
    assert best(page).locator("td").inner_text().endswith(" is the limit")
    page.wait_for_selector("text=Measure again")

    page.select_option("[aria-label=Machine]", "H200 SXM")
    assert "COMPUTED, not measured: the 26B model" in page.inner_text(".tdp-roofline-part")
    slide(page, "positions in a pass", 8)
    assert "256 positions for one person" in page.inner_text(".tdp-roofline-point")
    assert "At best 10.9 ms: memory is the limit." in page.inner_text(".tdp-roofline-point")
    slide(page, "people in a batch", 6)
    assert "arithmetic is the limit." in page.inner_text(".tdp-roofline-point")
    page.wait_for_selector(".tdp-roofline .scatterlayer .point")
    page.click("text=What a step of the 26B model does beside reading weights")
    assert "moves 52.3 GB at the least" in page.inner_text("details[open]")


@pytest.mark.thorough
def test_without_a_server_the_machine_is_not_measured(static):
    open_detail(static, "cost")
    static.wait_for_selector(".tdp-roofline-part")
    static.wait_for_selector("text=COMPUTED, not measured: the 26B model")
    assert static.is_hidden("text=Measure this machine") and best(static).is_hidden()
