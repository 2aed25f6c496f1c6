"""Steering by touch and by keyboard: pins, gaps, noise, branches, and where a position looks."""

import pytest
from page_helpers import READY, PacedSlot, finish, start
from page_scenes import branch, whole

TEXT = "document.querySelector('.tdp-own-text [role=status]').textContent"


def tap_cell(page, position):
    """As a finger does: in the middle of the cell, once all that was to be drawn is."""
    at = page.evaluate(
        """async position => { for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
             const { x, y, width, height } = playground.player.painter.grid.boxes[position];
             const box = document.querySelector('.tdp-canvas').getBoundingClientRect();
             return [box.x + x + width / 2, box.y + y + height / 2]; }""",
        position,
    )
    page.touchscreen.tap(*at)
    page.wait_for_selector(f".tdp-card[data-position='{position}']:not([hidden])")


def idle(page, condition="true"):
    page.wait_for_function(f"() => !playground.ask.busy && !playground.player.recording.live && {condition}")


def test_a_finger_pins_branches_and_looks_inside(visit, address):
    page = visit(address, has_touch=True)
    page.wait_for_selector(READY)
    start(page, "by touch", 16, max_denoising_steps=4, confidence_threshold=0)
    idle(page, "playground.player.recording.header.spec.seed === 7")
    tap_cell(page, 5)
    page.locator(".tdp-hold input").fill("b")
    page.wait_for_function("() => document.querySelector('.tdp-hold p').textContent.includes('token')")
    page.locator(".tdp-hold").get_by_role("button", name="Pin", exact=True).tap()
    page.locator("#generate").tap()
    idle(page, "playground.player.recording.header.spec.pins")
    page.evaluate("playground.player.move(1)")
    page.locator(".tdp-branch").tap()
    page.get_by_role("button", name="other luck").tap()
    page.locator(".tdp-branch-go").tap()
    whole(page, 2)
    assert page.evaluate("playground.player.lanes[1].frames.every(({ pinned }) => pinned[5] === 1)"), "it goes along"
    page.evaluate("playground.player.sideBySide.compare([]); playground.setMode('watch')")
    tap_cell(page, 3)
    page.locator(".tdp-look-inside").tap()
    page.wait_for_selector(".tdp-inside-list li")
    assert page.is_visible(".tdp-inside-lines")


@pytest.mark.thorough
def test_a_finger_fills_gaps_and_noises_a_text(visit, address):
    page = visit(address, has_touch=True, viewport={"width": 390, "height": 800})
    page.wait_for_selector(READY, state="attached")
    page.evaluate("playground.knobs.values = { max_new_tokens: 16, max_denoising_steps: 4, confidence_threshold: 0 }")
    page.get_by_role("button", name="Prompt", exact=True).tap()
    page.locator("button[data-part=own_text]").tap()
    sheet = page.locator(".tdp-own-text")
    sheet.locator("textarea").fill("ab____(3)c")
    page.wait_for_function(f"() => {TEXT}.includes('3 tokens between')")
    sheet.get_by_role("button", name="A token more").tap()
    page.wait_for_function(f"() => {TEXT}.includes('4 tokens between')")
    sheet.get_by_role("button", name="Fill the gaps").tap()
    idle(page, "playground.player.recording.header.spec.pins")
    page.get_by_role("button", name="Prompt", exact=True).tap()
    page.locator("button[data-part=own_text]").tap()
    sheet.get_by_role("radio", name="Start from my text").tap()
    sheet.locator("textarea").fill("abcdefgh")
    page.wait_for_function(f"() => {TEXT}.startsWith('Expected: 10 % of 16')")
    sheet.get_by_role("button", name="Run from this text").tap()
    idle(page, "playground.player.recording.header.spec.noise === 0.1")


@pytest.mark.thorough
def test_the_keyboard_alone_fills_gaps_branches_and_looks_inside(page):
    page.evaluate("playground.knobs.values = { max_new_tokens: 16, max_denoising_steps: 4, confidence_threshold: 0 }")
    page.focus("button[data-part=own_text]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".tdp-own-text[open]")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("ab____(3)c")
    page.wait_for_function(f"() => {TEXT}.includes('3 tokens between')")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # past “A token less”
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => {TEXT}.includes('4 tokens between')")
    page.focus(".tdp-own-use")
    page.keyboard.press("Enter")
    idle(page, "playground.player.recording.header.spec.pins")
    page.evaluate("playground.player.move(1)")
    page.focus(".tdp-stage canvas")
    page.keyboard.press("b")
    page.wait_for_selector(".tdp-branch-dialog[open]")
    page.keyboard.press("Enter")  # on the button with the focus, which draws another seed
    page.focus(".tdp-branch-go")
    page.keyboard.press("Enter")
    whole(page, 2)
    page.evaluate("playground.player.sideBySide.compare([]); playground.setMode('watch')")
    page.focus(".tdp-stage canvas")
    page.keyboard.press("ArrowRight")
    page.focus(".tdp-look-inside")
    page.keyboard.press("Enter")
    page.wait_for_selector(".tdp-inside-list li")
    page.focus(".tdp-inside-choices select[aria-label=Layer]")
    page.keyboard.press("ArrowDown")
    assert page.is_visible(".tdp-inside-lines")


@pytest.mark.thorough
def test_steps_that_are_computed_again_are_counted_and_stop_ends_them(serve, visit, endless_folder):
    """No moment is kept, so that the branch replays its run."""
    slot = PacedSlot(str(endless_folder), moment_bytes=0)
    page = visit(serve(slot))
    page.wait_for_selector(READY)
    start(page, "count me", 16, max_denoising_steps=300, confidence_threshold=0)
    finish(page)
    page.wait_for_function("() => playground.player.recording.frames.every((one) => one.top_ids)")
    page.evaluate("playground.player.move(250)")
    slot.quick_steps = 50
    branch(page, entropy_bound=8)
    page.wait_for_function(
        "() => /^Computing the steps before the branch again: \\d+ of 251 done/.test(playground.ask.waits.textContent)"
    )
    page.evaluate("playground.live.stop()")
    finish(page)
    assert page.evaluate("playground.ask.waits.textContent") == ""
    shown = "playground.player.lanes[1].frames.length"
    assert 0 < page.evaluate(shown) < 251, "what was computed stays"
    page.wait_for_function("() => playground.player.lanes[1].frames.every((one) => one.top_ids)")
