"""The focus of the keyboard; and the form, which agrees with the run that is shown, or says at once what is wrong."""

import json

import page_reader as reader
import pytest
from page_holds import EDITED, PLAY, ROOT
from playwright.sync_api import expect

import playground as pg

PROMPTS = ("#prompt textarea", "[data-kind=prompt]", ".tdp-prompt-words", "[aria-label^=Runs] span", ".tdp-underlines")
FOCUS = "document.activeElement.id || document.activeElement.className || document.activeElement.localName"


def reach(page, selector):
    page.keyboard.press("Tab")
    place = page.locator(selector).first
    place.focus()
    assert place.evaluate("place => place.matches(':focus-visible')")


def press(page, selector):
    """As the keyboard does it."""
    reach(page, selector)
    page.keyboard.press("Enter")


def test_what_goes_away_under_the_focus_passes_it_to_what_is_near(one_page):
    """The first test here: only a fresh page has this button."""
    page = one_page
    reader.is_shown(page, INDEX[0]["title"])  # as the page opens
    holds(page, header(INDEX[0]))
    press(page, "button:has-text('Watch it from the noise')")
    expect(page.locator(PLAY)).to_be_focused()
    page.keyboard.press(" ")
    reader.plays(page, False)
    reader.open_detail(page, "table")
    buttons = "[role=tabpanel]:not([hidden]) button"
    for harm in ("one.hidden = true", "one.disabled = true", "one.remove()"):
        reach(page, buttons)
        page.locator(buttons).first.evaluate(f"one => {{ {harm}; }}")
        page.wait_for_function("() => document.activeElement.closest('[role=tabpanel]')")
        page.eval_on_selector_all(buttons, "all => { for (const one of all) one.hidden = one.disabled = false; }")


def test_generate_passes_the_focus_to_stop_and_gets_it_back_from_the_keyboard_alone(used_page):
    page = used_page
    reader.start(page, **reader.LONG)
    reader.goes_on(page)
    assert page.evaluate(FOCUS) != "stop", "a pointer on Generate leaves the keys to the player"
    page.keyboard.press(" ")
    assert page.is_visible("#stop"), "space does not stop it"
    page.click("#stop")
    reader.finish(page)
    press(page, "#generate")
    expect(page.locator("#stop")).to_be_focused()
    reader.goes_on(page, 1)
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUS) in ("stop", "generate"), "also while it stops"
    reader.finish(page)
    expect(page.locator("#generate")).to_be_focused()
    page.focus("#prompt textarea")
    page.keyboard.press("Enter")
    page.wait_for_selector("#stop")
    reader.stop(page)
    assert page.evaluate("document.activeElement.localName") == "textarea", "who went elsewhere stays there"


def test_a_prompt_is_set_from_the_side_of_its_language_wherever_it_is_typed_or_shown(used_page):
    page = used_page
    for words, direction in (("اكتب قصة عن قطة", "rtl"), ("A cat", "ltr")):
        reader.set_mode(page, "watch")
        reader.make(page, words, 16, max_denoising_steps=2)
        reader.set_mode(page, "compare")
        page.wait_for_selector("[data-kind=prompt]")
        page.fill("[data-kind=prompt]", words)
        page.wait_for_selector(f".tdp-prompt-words button:text-is('{words.split()[0]}')")
        for place in PROMPTS:
            if page.query_selector(place):
                assert page.eval_on_selector(place, "place => getComputedStyle(place).direction") == direction, place


INDEX = json.loads((ROOT / "assets" / "recorded" / "index.json").read_text())
SPEC = "playground.form.spec"
"""What Generate would make."""


@pytest.fixture
def page(one_page):
    return one_page


def header(entry):
    return pg.Trace.load(ROOT / "assets" / "recorded" / entry["file"]).header


def holds(page, header):
    """Does the form hold this run?"""
    spec = page.evaluate(SPEC)
    settings = spec["settings"]
    assert (spec["prompt"]["text"], spec["seed"]) == (header.prompt, header.seed)
    assert page.input_value("#prompt textarea") == header.prompt and page.input_value("#seed input") == str(header.seed)
    assert {name: settings[name] for name in header.settings} == header.settings
    assert page.is_hidden(EDITED)


def test_choosing_a_run_by_its_card_or_its_title_fills_form_and_canvas_with_it(used_page):
    page = used_page
    assert page.locator("[aria-label=Examples] button").count() == sum("card" in entry for entry in INDEX) == 8
    for entry in INDEX:
        if "card" in entry:
            page.click(f"[aria-label=Examples] button:text-is('{entry['card']}')")
        else:
            reader.choose_run(page, entry["title"])
        reader.is_shown(page, entry["title"])
        holds(page, header(entry))


def test_a_form_that_was_edited_says_so_and_is_restored(page):
    """What counts as an edit: `form.test.ts`."""
    reader.choose_run(page, INDEX[1]["title"])
    reader.set_mode(page, "tune")
    page.click("#dice")
    page.locator(EDITED).get_by_role("button", name="restore").click()
    holds(page, header(INDEX[1]))
    reader.set_mode(page, "watch")


def test_what_is_not_allowed_is_said_beside_it_at_once_and_no_longer_when_it_is_mended(page):
    """What is allowed: `knobs.test.ts`."""
    reader.choose_run(page, INDEX[0]["title"])
    reader.set_mode(page, "tune")
    for wrong, mend, words in (
        ({"max_new_tokens": ""}, {"max_new_tokens": 16}, "allowed is a "),
        ({"t_max": 0.5, "t_min": 0.6}, {"t_min": 0.3}, "at most the first one, which is 0.5"),
    ):
        for name, value in wrong.items():
            reader.set_knob(page, name, value)
        field, complaint = f"#knob-{name} input[type=number]", f"#knob-{name} .tdp-complaint"
        assert words in page.inner_text(complaint) == page.inner_text("#notice-text")
        assert page.get_attribute(field, "aria-invalid") == "true" and page.is_disabled("#generate")
        (under, said) = (page.locator(place).bounding_box()["y"] for place in (field, complaint))
        assert 0 < said - under < 60, "it stands beside the knob"
        page.press("#prompt textarea", "Enter")
        assert page.is_hidden("#stop"), "no other way begins a run either"
        for mended, value in mend.items():
            reader.set_knob(page, mended, value)
        assert page.inner_text(complaint) == page.inner_text("#notice-text") == "" and page.is_enabled("#generate")
        assert page.get_attribute(field, "aria-invalid") == "false"
    reader.set_seed(page, 2**53)
    assert "whole number from 0 to 9,007,199,254,740,991" in page.inner_text("#seed .tdp-complaint")
    assert page.is_disabled("#generate")
    reader.set_seed(page, 5)
    assert page.inner_text("#seed .tdp-complaint") == "" and page.is_enabled("#generate")
    reader.set_mode(page, "watch")


def test_a_number_that_is_typed_is_not_written_over_may_be_reset_and_no_name_is_cut(page, endless_model):
    reader.set_mode(page, "tune")
    field = page.locator("#knob-entropy_bound input[type=number]")
    field.fill("")
    field.press_sequentially("1e-15")  # "1e" is no number
    assert page.evaluate(SPEC)["settings"]["entropy_bound"] == 1e-15
    page.locator(EDITED).get_by_role("button", name="restore").click()
    assert float(field.input_value()) == page.evaluate(SPEC)["settings"]["entropy_bound"] != 1e-15
    own = endless_model.settings.entropy_bound
    for reset in ("#knob-entropy_bound .tdp-knob-reset", ".tdp-reset-all"):  # to what: `knobs.test.ts`
        reader.set_knob(page, "entropy_bound", own + 1)
        page.click(reset)
        assert float(field.input_value()) == own and page.is_hidden(reset)
    cut = """() => [...document.querySelectorAll('.tdp-knob-name')].map((name) => [name.textContent, name])
      .filter(([, { scrollWidth, clientWidth }]) => scrollWidth > clientWidth).map(([text]) => text)"""
    for sampler in page.eval_on_selector_all("#knob-sampler option", "all => all.map(({ value }) => value)"):
        reader.set_knob(page, "sampler", sampler)
        assert page.evaluate(cut) == [], sampler
    reader.set_mode(page, "watch")
