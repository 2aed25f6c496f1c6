"""One word is changed in a cell, and only the cells that differ are coloured."""

from page_helpers import finish, set_mode, start
from page_scenes import DIFFERENCES, LANES, branch, counted, whole


def test_a_word_that_is_held_in_a_cell_lights_up_what_follows_it(page):
    start(page, "push me", 16, max_denoising_steps=6, confidence_threshold=0)
    finish(page)
    set_mode(page, "compare")
    page.evaluate("playground.player.move(2); playground.player.views.choose(5)")
    page.wait_for_selector(".tdp-one-word")
    page.click("text=push a cell")
    page.wait_for_selector(".tdp-branch-dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tdp-branch-dialog", state="hidden")
    branch(page, word="b")
    whole(page, 2)
    lanes = page.evaluate(LANES)
    counts = counted(lanes)
    assert counts[:4] == [0, 0, 0, 0] and counts[4] > 0 and page.evaluate(DIFFERENCES) == counts
    held = page.evaluate("playground.player.lanes[1].frames.map(({ pinned }) => pinned?.[5] ?? 0)")
    assert held == [0, 0, 0, 1, 1, 1] and "“b” held" in page.inner_text(".tdp-lane >> nth=1 >> strong")
    assert page.evaluate("playground.player.views.look.cells") == "differing"
