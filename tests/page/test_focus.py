"""The focus of the keyboard never falls to the body, and what is written from the right is set from the right."""

import pytest
from page_helpers import LONG, finish, open_detail, set_mode, start

PROMPTS = ("#prompt textarea", "[data-kind=prompt]", ".tdp-prompt-words", ".tdp-runs-name", ".tdp-underlines")
FOCUS = "document.activeElement.id || document.activeElement.className || document.activeElement.localName"


def reach(page, selector):
    page.keyboard.press("Tab")
    page.focus(selector)
    assert page.evaluate("selector => document.activeElement.matches(`${selector}:focus-visible`)", selector)


def press(page, selector):
    """As the keyboard does it."""
    reach(page, selector)
    page.keyboard.press("Enter")


@pytest.fixture
def page(used_page):
    return used_page


def test_what_goes_away_under_the_focus_passes_it_to_what_is_near(one_page):
    """The first test here: only a fresh page has this button."""
    page = one_page
    press(page, ".tdp-from-noise")
    page.wait_for_function("() => document.activeElement.matches('.tdp-play')")
    page.keyboard.press(" ")
    assert not page.evaluate("playground.player.playing")
    open_detail(page, "table")
    for harm in ("one.hidden = true", "one.disabled = true", "one.remove()"):
        reach(page, ".tdp-table-panel button")
        page.evaluate(f"() => {{ const one = document.querySelector('.tdp-table-panel button'); {harm}; }}")
        page.wait_for_function("() => document.activeElement.closest('.tdp-table-panel')")
        page.evaluate(
            "for (const one of document.querySelectorAll('.tdp-table-panel button')) one.hidden = one.disabled = false"
        )


def test_generate_passes_the_focus_to_stop_and_gets_it_back_from_the_keyboard_alone(page):
    start(page, **LONG)
    page.wait_for_function("() => playground.ask.busy && playground.player.recording.live")
    assert page.evaluate(FOCUS) != "stop", "a pointer on Generate leaves the keys to the player"
    page.keyboard.press(" ")
    assert page.evaluate("playground.ask.busy"), "space does not stop it"
    page.click("#stop")
    finish(page)
    press(page, "#generate")
    page.wait_for_function("() => document.activeElement.id === 'stop'")
    page.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 1")
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUS) in ("stop", "generate"), "also while it stops"
    finish(page)
    page.wait_for_function("() => document.activeElement.id === 'generate'")
    page.focus("#prompt textarea")
    page.keyboard.press("Enter")
    page.wait_for_function("() => playground.ask.busy")
    page.evaluate("playground.making.stop()")
    finish(page)
    assert page.evaluate("document.activeElement.localName") == "textarea", "who went elsewhere stays there"


def test_a_prompt_is_set_from_the_side_of_its_language_wherever_it_is_typed_or_shown(page):
    for words, direction in (("اكتب قصة عن قطة", "rtl"), ("A cat", "ltr")):
        set_mode(page, "watch")
        start(page, words, 16, max_denoising_steps=2)
        finish(page)
        set_mode(page, "compare")
        page.wait_for_selector("[data-kind=prompt]")
        page.fill("[data-kind=prompt]", words)
        page.wait_for_selector(f".tdp-prompt-words button:text-is('{words.split()[0]}')")
        for place in PROMPTS:
            if page.query_selector(place):
                assert page.eval_on_selector(place, "place => getComputedStyle(place).direction") == direction, place
