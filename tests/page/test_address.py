"""An address that is opened shows what it says, in a real Chromium; or one sentence where it cannot."""

import pytest
from addresses import own_run
from page_helpers import (
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
    is_shown,
    knob,
    label,
    rest,
    row,
    said,
    says,
    shown,
    text,
)

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
