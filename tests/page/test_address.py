"""An address that is opened shows what it says, and follows what is shown; or one sentence where it cannot."""

import dataclasses

import pytest
from addresses import own_run
from page_helpers import (
    GOLDEN,
    LAST_OF_LILY,
    LILY,
    READY,
    SUDOKU,
    TITLES,
    HeldSlot,
    are_chosen,
    assert_same,
    choose_run,
    finish,
    go,
    go_to_moment,
    is_shown,
    knob,
    label,
    open_detail,
    open_trace,
    rest,
    row,
    runs,
    said,
    says,
    set_mode,
    shown,
    start,
    text,
)
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
    page.wait_for_function("said => document.querySelector('.tdp-note').textContent.includes(said)", arg=sentence)


def test_an_address_of_a_recorded_run_shows_it_at_once_as_it_says(visit, address):
    page = visit(
        f"{address}?__theme=dark#run=sudoku&block=1&step=4&position=9&compared=3&layer=argmax&colour=status"
        "&view=text&unit=bits&only=re-noised"
    )
    for _ in range(2):  # opened, and loaded anew
        is_shown(page, SUDOKU)
        assert row(page) == 3 and not page.evaluate("playground.player.playing")
        are_chosen(page, 9, 3)
        for value in ("argmax", "text", "bits"):
            assert page.get_attribute(f".tdp-toolbar [data-value={value}]", "aria-checked") == "true"
        assert page.input_value(".tdp-figure") == "status"
        assert page.locator(".tdp-state[aria-pressed=true]").all_inner_texts()[0].endswith("thrown back")
        assert page.evaluate("playground.player.painter.grid.flows && playground.player.painter.figure") == "status"
        assert text(page, ".tdp-note") == "" and page.evaluate("playground.player.painter.theme") == "dark"
        rest(page)
        assert page.url.startswith(f"{address}?__theme=dark#run=sudoku&block=1&step=4&position=9")
        page.reload()
        page.wait_for_function("() => window.playground?.player.painter.ids.length > 0")
    lead(page, "run=long&block=2&step=0")
    is_shown(page, TITLES["long.trace"])
    page.wait_for_function("() => playground.player.noise")  # of its block
    for key, step in (("ArrowRight", 1), ("ArrowLeft", 0)):
        page.keyboard.press(key)
        says(page, run="long", block=2, step=step)


def test_an_address_of_an_own_run_makes_it_again_and_goes_to_its_step(visit, address, endless_model):
    expected = record(endless_model, "hello <b> & ü", pg.SamplerSettings(**OWN), seed=11)
    made = own_run("hello <b> & ü", 11, OWN, model="checkpoint", revision=expected.header.revision)
    page = visit(f"{address}#{made}&block=2&step=3&position=5&layer=input")
    page.wait_for_function(
        "() => playground.player.recording.header.spec.seed === 11 && !playground.player.recording.live"
    )
    finish(page)
    assert_same(shown(page)["frames"], expected)
    page.wait_for_function("() => playground.player.step === 8")
    are_chosen(page, 5)
    assert text(page, ".tdp-note") == "This run is made again from its seed, as the address says."
    assert page.input_value("#prompt textarea") == "hello <b> & ü" and page.input_value("#seed input") == "11"
    for name, value in OWN.items():
        assert float(knob(page, name)) == value
    says(page, prompt="hello <b> & ü", seed=11, block=2, step=3, position=5, layer="input")
    page.wait_for_function("() => playground.player.recording.frames.every((frame) => frame.top_ids)")
    rest(page)
    assert row(page) == 8, "the whole run has come from the server meanwhile"

    lead(page, own_run("hi", 3, SHORT, sampler_source="0123456789ab"))
    notes(page, "The address was made with other code of this")
    finish(page)
    says(page, seed=3, sampler_source=source_hash("entropy-bound"))
    lead(page, own_run("hello", 2, {"max_new_tokens": 192, "max_denoising_steps": 96}, step=2))
    page.wait_for_function("() => playground.player.recording.live && playground.player.recording.frames.length > 6")
    page.locator(".tdp-slider").fill("4")
    page.evaluate("playground.live.stop()")
    finish(page)
    says(page, block=1, step=4)
    assert row(page) == 3, "who goes elsewhere while it is made is left alone"


@pytest.mark.thorough
def test_an_own_run_begins_when_the_model_is_ready_and_says_if_it_is_another_one(serve, visit, random_folder):
    slot = HeldSlot(str(random_folder))
    page = visit(f"{serve(slot)}#{own_run('hi', 3, SHORT, model='big/one', revision='abc')}")
    notes(page, "made again from its seed")
    assert "it begins when the model is ready" in text(page, ".tdp-note")
    page.wait_for_function("() => document.querySelector('#waiting-text').textContent.includes('still loading')")
    assert label(page) == "RECORDED" and page.is_disabled("#generate")
    rest(page)
    assert said(page)["model"] == "big/one", "the address waits too"
    slot.release()
    page.wait_for_function("() => playground.player.recording.header.spec.prompt.text === 'hi'")
    finish(page)
    another = "The address was made with the model big/one, revision abc; here runs the model checkpoint, revision "
    assert text(page, ".tdp-note").startswith(another)
    says(page, model="checkpoint", sampler_source=source_hash("entropy-bound"))


BAD = {
    "run=<img src=x onerror=alert(1)>": "a recorded run “<img src=x onerror=alert(1)>”; there are lily, ",
    "run=lily&step=99": f"This run has no step 99 in a part 1; step {LAST_OF_LILY} of part 1 is shown.",
    "run=lily&position=1&compared=500": "This run has no position 500; its positions are 0 to 127.",
    own_run("hi", 1, {"t_max": "1e9"}): "t_max is “1e9”; allowed is a number from 0.001 to 100.",
    "%E0%A4%A=%&=&&&\u202e": "which means nothing here.",
}


def test_a_bad_address_is_one_sentence_and_the_page_is_whole_and_one_changed_by_hand_is_shown(visit, address):
    """The first one is opened, the others are typed into its place."""
    page = visit(f"{address}#{next(iter(BAD))}")
    for hash, sentence in BAD.items():
        lead(page, hash)
        notes(page, sentence)
        assert "\u202e" not in text(page, ".tdp-note") and page.locator(".tdp-note *").count() == 0
        is_shown(page, LILY)
        page.wait_for_selector(READY)
        assert page.is_enabled("#generate") and page.input_value("#prompt textarea") != "hi"
        page.keyboard.press("Home")
        assert row(page) == 0
        says(page, run="lily", step=0)
    choose_run(page, SUDOKU)
    page.wait_for_function("() => document.querySelector('.tdp-note').textContent === ''")
    lead(page, "run=lily&step=2&unit=bits")
    is_shown(page, LILY)
    page.wait_for_function("() => playground.player.step === 1")
    assert page.get_attribute(".tdp-toolbar [data-value=bits]", "aria-checked") == "true"

    lead(page, own_run("hi", 1, {"t_max": 0.5, "t_min": 0.6}))
    page.wait_for_selector("#notice-text:text('at most the first one, which is 0.5')")
    assert text(page, ".tdp-note") == "", "nothing is begun"
    rest(page)
    assert said(page)["t_min"] == "0.6" and label(page) == "RECORDED", "a run that is refused keeps its address"


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
    page.keyboard.press("Escape")
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
