"""Between Learn and the rest of the page: after a lesson or a game, run, prompt, lanes and address belong together."""

import pytest
from page_helpers import SUDOKU, choose_run, finish, go_to_moment, is_shown, rest, set_mode, set_seed, start
from plugins.learn.lesson_helpers import BUDGET, LESSON, learn

TOGETHER = "() => playground.player.recording.header.spec.prompt.text === playground.ask.prompt.value"
SHORT = {"length": 16, "max_denoising_steps": 3}


def prompt_of(page):
    return page.evaluate("playground.player.recording.header.spec.prompt.text")


@pytest.mark.parametrize("mode", ["watch", pytest.param("tune", marks=pytest.mark.thorough)])
def test_after_a_lesson_the_readers_own_run_comes_back_with_its_prompt_and_moment(page, mode):
    start(page, "my own run", **SHORT)
    finish(page)
    go_to_moment(page, 1)
    learn(page)
    assert "Lily" in prompt_of(page)
    rest(page)
    set_mode(page, mode)
    page.wait_for_function("() => playground.player.recording.header.spec.prompt.text === 'my own run'")
    assert page.input_value("#prompt textarea") == "my own run"
    assert page.evaluate("playground.player.moment") == 1 and page.is_hidden(".tdp-edited")
    rest(page)
    assert "my%20own%20run" in page.url or "my+own+run" in page.url
    page.go_back()
    page.wait_for_function(LESSON)
    assert f"lesson={BUDGET}" in page.url
    # A run that is made in between is the reader's too.
    set_seed(page, 99)
    page.evaluate("playground.generate()")
    page.wait_for_function("() => playground.player.recording.header.spec.seed === 99 && !playground.ask.busy")
    mine = page.evaluate("playground.runList.shown.title")
    page.evaluate("playground.parts.modes.learn.lesson.turn(2)")
    page.wait_for_function("() => playground.runList.shown.run.name === 'lily'")
    set_mode(page, mode)
    page.wait_for_function("title => playground.runList.shown.title === title", arg=mine)
    assert page.evaluate(TOGETHER)


def test_without_a_run_of_ones_own_the_prompt_is_that_of_the_lesson_s_run_unless_one_has_begun_to_write(page):
    choose_run(page, SUDOKU)
    is_shown(page, SUDOKU)
    learn(page)
    assert not page.evaluate(TOGETHER)
    set_mode(page, "watch")
    page.wait_for_function(TOGETHER)
    assert "Lily" in prompt_of(page)
    choose_run(page, SUDOKU)
    is_shown(page, SUDOKU)
    page.fill("#prompt textarea", "not sent yet")
    learn(page)
    set_mode(page, "watch")
    is_shown(page, SUDOKU)
    assert page.input_value("#prompt textarea") == "not sent yet" and page.is_visible(".tdp-edited")


def test_after_a_game_from_its_address_run_and_prompt_belong_together(visit, address):
    page = visit(f"{address}#game=7.confidence", ready="() => window.playground")
    page.wait_for_selector(".tdp-paint-cell", state="attached")
    page.locator(".tdp-game .tdp-continue:visible").press("Enter")
    page.locator(".tdp-game .tdp-told p").first.wait_for()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.tdp-game-place')?.innerText.startsWith('Canvas 2 of 5')")
    set_mode(page, "watch")
    page.wait_for_function(TOGETHER)


def test_the_choice_of_a_game_shows_nothing_of_a_lesson_that_waits_for_an_answer(page):
    learn(page)
    page.wait_for_selector(".tdp-paint")
    assert page.is_visible(".tdp-bucket >> nth=0")
    page.evaluate("playground.parts.mode('learn').then((mode) => mode.play(null))")
    page.wait_for_selector(".tdp-game-rules")
    page.evaluate("playground.player.refresh()")
    assert page.locator(".tdp-bucket").count() == 0 and page.locator(".tdp-paint").count() == 0
    hides = ("decision", "length", "before", "colours")
    assert page.evaluate("playground.player.views.withheld") == dict.fromkeys(hides, True)
    set_mode(page, "watch")
    page.wait_for_function("() => !playground.player.views.withheld.decision")
    learn(page)
    page.wait_for_selector(".tdp-paint")
    assert page.is_visible(".tdp-bucket >> nth=0"), "the question waits as before"
