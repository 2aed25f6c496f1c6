"""The Share menu saves pictures and films, as the command line does."""

import pytest
from page_helpers import GOLDEN, open_trace, saved
from PIL import Image


def test_the_menu_saves_a_picture_with_the_looks_that_are_chosen(one_page, open_run):
    open_run("hostile")
    one_page.click("[popovertarget=tdp-share]")
    one_page.wait_for_selector("#tdp-share [data-form=png]")
    assert Image.open(saved(one_page, "png").path()).size == (1280, 720)
    for look in ("2", "square"):
        one_page.click(f".tdp-share-looks [data-value='{look}']")
    assert Image.open(saved(one_page, "png").path()).size == (2160, 2160)
    assert one_page.is_hidden(".tdp-share-stop"), "a picture is there at once"
    one_page.keyboard.press("Escape")


def test_a_run_of_another_program_is_drawn_too(page):
    open_trace(page, GOLDEN.parent / "runs/elsewhere.trace")
    page.click("[popovertarget=tdp-share]")
    page.wait_for_selector("#tdp-share [data-form=png]")
    assert Image.open(saved(page, "png").path()).size == (1280, 720)


STOP_AT_A_PICTURE = """() => {
  const said = document.querySelector('.tdp-share-said');
  new MutationObserver((_, telling) => {
    if (!said.textContent.startsWith('Picture')) return;
    telling.disconnect();
    document.querySelector('.tdp-share-stop').click(); }).observe(said, { childList: true, subtree: true }); }"""
"""A film is soon over: the page itself presses Stop."""


@pytest.mark.thorough
def test_a_film_tells_its_progress_and_can_be_stopped(one_page, open_run):
    open_run("story")
    one_page.click("[popovertarget=tdp-share]")
    one_page.wait_for_selector("#tdp-share [data-form=film]")
    one_page.evaluate(STOP_AT_A_PICTURE)
    one_page.click("#tdp-share [data-form=film]")
    one_page.wait_for_function("() => document.querySelector('.tdp-share-said').textContent.startsWith('Stopped')")
    assert not one_page.query_selector(".token-canvas[aria-hidden]"), "what it drew on is taken away"
    one_page.keyboard.press("Escape")
