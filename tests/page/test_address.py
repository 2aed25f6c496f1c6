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


def test_step_0_is_the_noise_of_its_block(visit, address):
    page = visit(f"{address}#run=long&block=2&step=0")
    is_shown(page, TITLES["long.trace"])
    page.wait_for_function("() => playground.player.noise")
    page.keyboard.press("ArrowRight")
    says(page, run="long", block=2, step=1)
    page.keyboard.press("ArrowLeft")
    says(page, run="long", block=2, step=0)


def test_an_address_of_an_own_run_makes_it_again_and_goes_to_its_step(visit, address, endless_model):
    expected = record(endless_model, "hello <b> & ü", pg.SamplerSettings(**OWN), seed=11)
    header = expected.header
    made = own_run("hello <b> & ü", 11, OWN, model="checkpoint", revision=header.revision)
    page = visit(f"{address}#{made}&block=2&step=3&position=5&layer=input")
    page.wait_for_function(
        "() => playground.player.recording.header.spec.seed === 11 && !playground.player.recording.live", timeout=60_000
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


@pytest.mark.thorough
def test_an_own_run_begins_when_the_model_is_ready_and_says_if_it_is_another_one(serve, visit, random_folder):
    slot = HeldSlot(str(random_folder))
    address = serve(slot)
    settings = {"max_new_tokens": 16, "max_denoising_steps": 3}
    page = visit(f"{address}#{own_run('hi', 3, settings, model='big/one', revision='abc')}")
    page.wait_for_function("() => document.querySelector('.tdp-note').textContent.includes('made again from its seed')")
    assert "it begins when the model is ready" in text(page, ".tdp-note")
    page.wait_for_function("() => document.querySelector('#waiting-text').textContent.includes('still loading')")
    assert label(page) == "RECORDED" and page.is_disabled("#generate")
    rest(page)
    assert said(page)["model"] == "big/one", "the address waits too"
    slot.release()
    page.wait_for_function("() => playground.player.recording.header.spec.prompt.text === 'hi'")
    finish(page)
    assert text(page, ".tdp-note").startswith(
        "The address was made with the model big/one, revision abc; here runs the model checkpoint, revision "
    )
    says(page, model="checkpoint", sampler_source=source_hash("entropy-bound"))


def test_a_run_that_was_made_with_other_code_of_its_sampler_says_so(visit, address):
    settings = {"max_new_tokens": 16, "max_denoising_steps": 2}
    page = visit(f"{address}#{own_run('hi', 3, settings, sampler_source='0123456789ab')}")
    page.wait_for_function(
        """() => document.querySelector('.tdp-note').textContent
             .startsWith('The address was made with other code of this')"""
    )
    finish(page)
    says(page, seed=3, sampler_source=source_hash("entropy-bound"))


def test_the_reader_who_goes_elsewhere_while_an_asked_run_is_made_is_left_alone(visit, address):
    settings = {"max_new_tokens": 192, "max_denoising_steps": 96}
    page = visit(f"{address}#{own_run('hello', 2, settings, step=2)}")
    page.wait_for_function(
        "() => playground.player.recording.live && playground.player.recording.frames.length > 6", timeout=60_000
    )
    page.locator(".tdp-slider").fill("4")
    page.evaluate("playground.live.stop()")
    finish(page)
    says(page, block=1, step=4)
    assert row(page) == 3


# Bad addresses.


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
        page.evaluate("hash => { location.hash = hash; }", hash)
        page.wait_for_function("said => document.querySelector('.tdp-note').textContent.includes(said)", arg=sentence)
        assert "\u202e" not in text(page, ".tdp-note") and page.locator(".tdp-note *").count() == 0
        is_shown(page, LILY)
        page.wait_for_selector(READY)
        assert page.is_enabled("#generate") and page.input_value("#prompt textarea") != "hi"
        page.keyboard.press("Home")
        assert row(page) == 0
        says(page, run="lily", step=0)
    choose_run(page, SUDOKU)
    page.wait_for_function("() => document.querySelector('.tdp-note').textContent === ''")
    page.evaluate("() => { location.hash = 'run=lily&step=2&unit=bits'; }")
    is_shown(page, LILY)
    page.wait_for_function("() => playground.player.step === 1")
    assert page.get_attribute(".tdp-toolbar [data-value=bits]", "aria-checked") == "true"


def test_a_run_that_the_server_refuses_keeps_its_address(visit, address):
    page = visit(f"{address}#{own_run('hi', 1, {'t_max': 0.5, 't_min': 0.6})}")
    page.wait_for_selector("#notice-text:text('at most the first one, which is 0.5')")
    assert text(page, ".tdp-note") == "", "nothing is begun"
    rest(page)
    assert said(page)["t_min"] == "0.6" and label(page) == "RECORDED"
