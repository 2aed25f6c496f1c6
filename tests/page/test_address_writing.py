"""The page's address follows what is shown, Back and Forward lead through it, and it can be copied."""

import dataclasses

import pytest
from page_helpers import (
    GOLDEN,
    LAST_OF_LILY,
    LILY,
    SUDOKU,
    are_chosen,
    choose_run,
    finish,
    go,
    go_to_moment,
    is_shown,
    open_detail,
    open_trace,
    rest,
    row,
    runs,
    said,
    says,
    set_mode,
    start,
)
from trace_helpers import changed

import playground as pg


def entries(page):
    return page.evaluate("history.length")


@pytest.mark.thorough
def test_steps_and_looks_replace_the_entry_and_only_at_rest_and_a_jump_to_another_block_makes_one(page):
    before = entries(page)
    page.evaluate("""() => { window.written = 0;
      const real = history.replaceState.bind(history);
      history.replaceState = (...state) => { written += 1; real(...state); }; }""")
    page.keyboard.press("Home")
    says(page, run="lily", block=1, step=0)
    page.keyboard.press("ArrowRight")
    says(page, run="lily", block=1, step=1)
    page.keyboard.press("t")
    page.click(".tdp-toolbar [data-value=bits]")
    page.evaluate("playground.player.views.choosePair(7, 7)")
    set_mode(page, "tune")
    go(page, 2, 8)
    says(page, view="text", unit="bits", step=3, position=8, compared=7, mode="tune")
    page.evaluate("playground.player.views.choosePair(8, null)")
    set_mode(page, "watch")
    says(page, position=8, compared=None, mode=None)
    written = page.evaluate("written")
    page.select_option(".tdp-speed", "8")
    page.evaluate("document.activeElement.blur()")
    page.evaluate("playground.player.fresh = false")  # else it would begin at the noise
    page.keyboard.press("Space")
    page.wait_for_function("() => playground.player.step > 10")  # for a second
    assert page.evaluate("playground.player.playing")
    assert page.evaluate("written") == written and said(page)["step"] == "3"
    page.keyboard.press("Space")
    says(page, step=row(page) + 1)
    assert page.evaluate("written") == written + 1 and entries(page) == before

    open_trace(page, GOLDEN / "hostile.trace")
    open_detail(page, "blocks")
    go(page, 2)
    says(page, block=1, step=3)
    before = entries(page)
    page.click(".tdp-blocks button >> nth=1")
    page.wait_for_function("() => playground.player.recording.frames[playground.player.step].block === 2")
    page.wait_for_function("before => history.length === before + 1", arg=before)
    page.go_back()
    page.wait_for_function("() => playground.player.step === 2")
    page.keyboard.press("End")  # forth again, past the entries that Back had left
    rest(page)
    go_to_moment(page, 7)
    at = entries(page)
    page.keyboard.press("ArrowLeft")
    says(page, block=1, step=6)
    assert entries(page) == at, "a step into another block is no entry"


def test_back_and_forward_go_from_run_to_run_and_find_each_as_it_was_left(page, address):
    is_shown(page, LILY)
    rest(page)
    assert page.url == address, "one without a word stays as it is"
    before = entries(page)
    page.keyboard.press("Home")
    page.keyboard.press("2")
    choose_run(page, SUDOKU)  # at once: what is left is kept all the same
    is_shown(page, SUDOKU)
    assert entries(page) == before + 1 and said(page)["run"] == "sudoku"
    go(page, 3, 9)
    says(page, step=4)
    page.click(".tdp-toolbar [data-value=argmax]")
    start(page, length=16, max_denoising_steps=3)
    finish(page)
    page.wait_for_function("() => playground.player.recording.frames.length === 3")
    assert entries(page) == before + 2 and said(page)["prompt"] == "hello"
    before_it = runs(page)

    page.go_back()
    is_shown(page, SUDOKU)
    are_chosen(page, 9)
    assert row(page) == 3 and page.evaluate("playground.player.views.look.layer") == "argmax"
    page.go_back()
    is_shown(page, LILY)
    are_chosen(page, None)
    assert (
        page.evaluate("playground.player.moment") == 0
        and page.evaluate("playground.player.views.look.layer") == "sampled"
    )
    rest(page)
    page.go_forward()
    is_shown(page, SUDOKU)
    page.go_forward()
    page.wait_for_function("() => playground.player.recording.header.spec.prompt.text === 'hello'")
    assert runs(page) == before_it, "a run that is there is not made again"
    assert not page.evaluate("playground.ask.busy")


def test_the_link_is_copied_with_and_without_a_clipboard_or_one_sentence_says_why_not(visit, address, tmp_path):
    page = visit(address)
    page.keyboard.press("End")
    for clipboard in ("granted", "missing"):
        if clipboard == "granted":
            page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        else:  # as on a page that is not served securely
            page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        page.click("text=Share")
        page.wait_for_selector("#tdp-share [data-form]:visible")  # the wider ones come a little later
        width = page.locator(".tdp-link").bounding_box()["width"]
        page.focus(".tdp-link")
        page.keyboard.press("Enter")
        page.wait_for_selector(".tdp-link:text-is('Copied')")
        assert page.locator(".tdp-link").bounding_box()["width"] == width
        assert page.evaluate("document.activeElement.className") == "tdp-link"
        page.fill("#prompt textarea", "")
        page.focus("#prompt textarea")
        page.keyboard.press("Control+V")
        link = page.input_value("#prompt textarea")
        assert link == page.url == f"{address}#run=lily&block=1&step={LAST_OF_LILY}"
        page.wait_for_selector(".tdp-link:text-is('Copy link')")
        page.keyboard.press("Escape")

    page.evaluate("() => { document.execCommand = () => false; }")
    page.click("text=Share")
    page.click(".tdp-link")
    page.wait_for_selector(".tdp-note:has-text('stands in the address bar')")
    trace = pg.Trace.load(GOLDEN / "sudoku.trace")
    dataclasses.replace(trace, header=changed(trace.header, prompt="x" * 4001)).save(tmp_path / "long.trace")
    open_trace(page, tmp_path / "long.trace")
    rest(page)
    assert said(page) == {}
    page.click("text=Share")
    page.click(".tdp-link")
    page.wait_for_selector(".tdp-note:has-text('of at most 4000 characters together, and no picture')")
    page.go_back()
    is_shown(page, LILY)
