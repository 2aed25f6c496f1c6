"""An address that is opened shows what it says, and follows what is shown; or one sentence where it cannot."""

import dataclasses
import re

import page_holds as holds
import page_reader as reader
import pytest
from addresses import own_run
from playwright.sync_api import expect
from service_helpers import HeldSlot, wait_until
from trace_helpers import changed

import playground as pg
from playground.engine.recording import record
from playground.rules.samplers.registry import source_hash

OWN = {"max_denoising_steps": 6, "entropy_bound": 2.0, "max_new_tokens": 40}
"""Settings of a run of one's own: three blocks of the random model."""
SHORT = {"max_new_tokens": 16, "max_denoising_steps": 2}


def lead(page, hash):
    """As who changes the address by hand."""
    page.evaluate("hash => { location.hash = hash; }", hash)


def notes(page, sentence):
    expect(page.locator(holds.NOTE)).to_contain_text(sentence)


def test_an_address_of_a_recorded_run_shows_it_at_once_as_it_says(visit, address):
    page = visit(
        f"{address}?__theme=dark#run=sudoku&block=1&step=4&position=9&compared=3&layer=argmax&colour=status"
        "&view=text&unit=bits&only=re-noised"
    )
    for _ in range(2):  # opened, and loaded anew
        reader.is_shown(page, holds.SUDOKU)
        reader.at(page, 4)
        reader.plays(page, False)
        reader.are_chosen(page, 9, 3)
        for value in ("best guess", "text", "bits"):
            page.get_by_role("radio", name=value, checked=True).wait_for()
        assert page.input_value(holds.COLOURS) == "status"
        page.locator(holds.LEGEND).get_by_role("button", name="thrown back", pressed=True).wait_for()
        reader.flows(page)
        assert page.inner_text(holds.NOTE) == "" and page.locator("body.dark").count()
        reader.rest(page)
        assert page.url.startswith(f"{address}?__theme=dark#run=sudoku&block=1&step=4&position=9")
        page.reload()
    lead(page, "run=long&block=2&step=0")
    reader.is_shown(page, holds.TITLES["long.trace"])
    page.get_by_text("The canvas is noise").first.wait_for()  # of its block
    for key, step in (("ArrowRight", 1), ("ArrowLeft", 0)):
        page.keyboard.press(key)
        reader.says(page, run="long", block=2, step=step)


def test_an_address_of_an_own_run_makes_it_again_and_goes_to_its_step(visit, address, endless_model):
    expected = record(endless_model, "hello <b> & ü", pg.SamplerSettings(**OWN), seed=11)
    made = own_run("hello <b> & ü", 11, OWN, model="checkpoint", revision=expected.header.revision)
    page = visit(f"{address}#{made}&block=2&step=3&position=5&layer=input")
    reader.is_made(page, seed=11)
    reader.finish(page)
    reader.whole(page, 1)
    holds.assert_same(holds.shown(page)["frames"], expected)
    reader.at(page, 10)
    reader.are_chosen(page, 5)
    assert page.inner_text(holds.NOTE) == "This run is made again from its seed, as the address says."
    assert page.input_value("#prompt textarea") == "hello <b> & ü" and page.input_value("#seed input") == "11"
    for name, value in OWN.items():
        assert float(holds.knob(page, name)) == value
    reader.says(page, prompt="hello <b> & ü", seed=11, block=2, step=3, position=5, layer="input")
    reader.whole(page, 1)
    reader.rest(page)
    reader.at(page, 10)  # the whole run has come from the server meanwhile

    lead(page, own_run("hi", 3, SHORT, sampler_source="0123456789ab"))
    notes(page, "The address was made with other code of this")
    reader.finish(page)
    reader.says(page, seed=3, sampler_source=source_hash("entropy-bound"))
    lead(page, own_run("hello", 2, {"max_new_tokens": 192, "max_denoising_steps": 96}, step=2))
    reader.goes_on(page, 6)
    page.fill(holds.SLIDER, "4")
    reader.stop(page)
    reader.says(page, block=1, step=4)  # who goes elsewhere while it is made is left alone


@pytest.mark.thorough
def test_an_own_run_begins_when_the_model_is_ready_and_says_if_it_is_another_one(serve, visit, random_folder):
    slot = HeldSlot(str(random_folder))
    page = visit(f"{serve(slot)}#{own_run('hi', 3, SHORT, model='big/one', revision='abc')}")
    notes(page, "made again from its seed")
    assert "it begins when the model is ready" in page.inner_text(holds.NOTE)
    page.get_by_text("still loading").wait_for()
    assert holds.label(page) == "RECORDED" and page.is_disabled("#generate")
    reader.rest(page)
    assert holds.said(page)["model"] == "big/one", "the address waits too"
    slot.release()
    reader.is_made(page, prompt="hi")
    reader.finish(page)
    another = "The address was made with the model big/one, revision abc; here runs the model checkpoint, revision "
    assert page.inner_text(holds.NOTE).startswith(another)
    reader.says(page, model="checkpoint", sampler_source=source_hash("entropy-bound"))


BAD = {
    "run=<img src=x onerror=alert(1)>": "a recorded run “<img src=x onerror=alert(1)>”; there are lily, ",
    "run=lily&step=99": f"This run has no step 99 in a part 1; step {holds.LAST_OF_LILY} of part 1 is shown.",
    "%E0%A4%A=%&=&&&\u202e": "which means nothing here.",
}


def test_a_bad_address_is_one_sentence_and_the_page_is_whole_and_one_changed_by_hand_is_shown(visit, address):
    """The first one is opened, the others are typed into its place. What is said of others: `address.test.ts`."""
    page = visit(f"{address}#{next(iter(BAD))}")
    for hash, sentence in BAD.items():
        lead(page, hash)
        notes(page, sentence)
        assert "\u202e" not in page.inner_text(holds.NOTE) and page.locator(f"{holds.NOTE} *").count() == 0

        reader.is_shown(page, holds.LILY)
        page.wait_for_selector(holds.READY)
        assert page.is_enabled("#generate") and page.input_value("#prompt textarea") != "hi"
        page.keyboard.press("Home")
        reader.says(page, run="lily", step=0)
    reader.choose_run(page, holds.SUDOKU)
    expect(page.locator(holds.NOTE)).to_be_empty()
    lead(page, "run=lily&step=2&unit=bits")
    reader.is_shown(page, holds.LILY)
    reader.at(page, 2)
    page.get_by_role("radio", name="bits", checked=True).wait_for()

    lead(page, own_run("hi", 1, {"t_max": 0.5, "t_min": 0.6}))
    page.wait_for_selector("#notice-text:text('at most the first one, which is 0.5')")
    assert page.inner_text(holds.NOTE) == "", "nothing is begun"
    reader.rest(page)
    assert holds.label(page) == "RECORDED"
    assert holds.said(page)["t_min"] == "0.6", "a run that is refused keeps its address"


def entries(page):
    return page.evaluate("history.length")


@pytest.mark.thorough
def test_steps_and_looks_replace_the_entry_and_only_at_rest_and_a_jump_to_another_block_makes_one(page):
    before = entries(page)
    page.evaluate("""() => { window.written = 0;
      const real = history.replaceState.bind(history);
      history.replaceState = (...state) => { written += 1; real(...state); }; }""")
    page.keyboard.press("Home")
    reader.says(page, run="lily", block=1, step=0)
    page.keyboard.press("ArrowRight")
    reader.says(page, run="lily", block=1, step=1)
    page.keyboard.press("t")
    reader.look(page, "bits")
    reader.choose(page, 7)
    page.get_by_role("button", name="Compare with").click()
    reader.set_mode(page, "tune")
    reader.go(page, 2, 8)
    reader.says(page, view="text", unit="bits", step=3, position=8, compared=7, mode="tune")
    reader.set_mode(page, "watch")
    page.get_by_role("button", name="Compare with").click()
    reader.says(page, position=8, compared=None, mode=None)
    written = page.evaluate("written")
    page.select_option(holds.SPEED, "8")
    page.evaluate("document.activeElement.blur()")
    page.evaluate("playground.player.fresh = false")  # else it would begin at the noise
    page.keyboard.press("Space")
    wait_until(lambda: holds.moment_of(page) > 11, page=page)  # for a second
    reader.plays(page)
    assert page.evaluate("written") == written and holds.said(page)["step"] == "3"
    page.keyboard.press("Space")
    reader.says(page, step=holds.row(page) + 1)
    assert page.evaluate("written") == written + 1 and entries(page) == before

    reader.open_trace(page, holds.GOLDEN / "hostile.trace")
    reader.open_detail(page, "blocks")
    reader.go(page, 2)
    reader.says(page, block=1, step=3)
    before = entries(page)
    page.get_by_role("tabpanel").get_by_role("button").nth(1).click()
    page.wait_for_selector(f"{holds.SLIDER}[aria-valuetext^='part 2']")
    wait_until(lambda: entries(page) == before + 1, page=page)
    page.go_back()
    reader.at(page, 3)
    page.keyboard.press("End")  # forth again, past the entries that Back had left
    reader.rest(page)
    reader.go_to_moment(page, 7)
    before = entries(page)
    page.keyboard.press("ArrowLeft")
    reader.says(page, block=1, step=6)
    assert entries(page) == before, "a step into another block is no entry"


def test_back_and_forward_go_from_run_to_run_and_find_each_as_it_was_left(page, address):
    reader.is_shown(page, holds.LILY)
    reader.rest(page)
    assert page.url == address, "one without a word stays as it is"
    before = entries(page)
    page.keyboard.press("Home")
    page.keyboard.press("2")
    reader.choose_run(page, holds.SUDOKU)  # at once: what is left is kept all the same
    reader.is_shown(page, holds.SUDOKU)
    assert entries(page) == before + 1 and holds.said(page)["run"] == "sudoku"
    reader.go(page, 3, 9)
    reader.says(page, step=4)
    reader.look(page, "argmax")
    reader.make(page, length=16, max_denoising_steps=3)
    wait_until(lambda: holds.steps_of(page) == 3, page=page)
    assert entries(page) == before + 2 and holds.said(page)["prompt"] == "hello"
    before_it = holds.runs(page)

    page.go_back()
    reader.is_shown(page, holds.SUDOKU)
    reader.are_chosen(page, 9)
    reader.at(page, 4)
    page.get_by_role("radio", name="best guess", checked=True).wait_for()
    page.go_back()
    reader.is_shown(page, holds.LILY)
    reader.are_chosen(page, None)
    reader.at(page, 0)
    page.get_by_role("radio", name="what was drawn", checked=True).wait_for()
    reader.rest(page)
    page.go_forward()
    reader.is_shown(page, holds.SUDOKU)
    page.go_forward()
    reader.is_made(page, prompt="hello")
    assert holds.runs(page) == before_it, "a run that is there is not made again"
    assert page.is_hidden("#stop")


def test_the_link_is_copied_with_and_without_a_clipboard_or_one_sentence_says_why_not(visit, address, tmp_path):
    page = visit(address)
    page.keyboard.press("End")
    for clipboard in ("granted", "missing"):
        if clipboard == "granted":
            page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        else:  # as on a page that is not served securely
            page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
        page.click("text=Share")
        page.wait_for_selector("[data-form]:visible")  # the wider ones come a little later
        link = page.get_by_role("button", name=re.compile("^(Copy link|Copied)$"))
        width = link.bounding_box()["width"]
        link.focus()
        page.keyboard.press("Enter")
        expect(link).to_have_text("Copied")
        assert link.bounding_box()["width"] == width
        expect(link).to_be_focused()
        page.fill("#prompt textarea", "")
        page.focus("#prompt textarea")
        page.keyboard.press("Control+V")
        assert page.input_value("#prompt textarea") == page.url
        assert page.url == f"{address}#run=lily&block=1&step={holds.LAST_OF_LILY}"
        expect(link).to_have_text("Copy link")
        page.keyboard.press("Escape")

    page.evaluate("() => { document.execCommand = () => false; }")
    page.click("text=Share")
    page.get_by_role("button", name="Copy link").click()
    notes(page, "stands in the address bar")
    page.keyboard.press("Escape")
    trace = pg.Trace.load(holds.GOLDEN / "sudoku.trace")
    dataclasses.replace(trace, header=changed(trace.header, prompt="x" * 4001)).save(tmp_path / "long.trace")
    reader.open_trace(page, tmp_path / "long.trace")
    reader.rest(page)
    assert holds.said(page) == {}
    page.click("text=Share")
    page.get_by_role("button", name="Copy link").click()
    notes(page, "of at most 4000 characters together, and no picture")
    page.go_back()
    reader.is_shown(page, holds.LILY)
