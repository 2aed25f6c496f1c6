"""The form and the run that is shown agree; what is wrong with a setting stands beside it, at once."""

import json
import shutil

import pytest
from page_helpers import (
    READY,
    ROOT,
    HeldSlot,
    choose_run,
    finish,
    is_shown,
    knob,
    set_knob,
    set_mode,
    set_seed,
    shown,
    start,
    text,
)

import playground as pg

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
    assert page.is_hidden(".tdp-edited")


def test_the_page_opens_with_the_shown_run_in_its_form(visit, address):
    page = visit(address)
    is_shown(page, INDEX[0]["title"])
    holds(page, header(INDEX[0]))


def test_choosing_a_run_by_its_card_or_its_title_fills_form_and_canvas_with_it(page):
    assert page.locator(".tdp-card-button").count() == sum("card" in entry for entry in INDEX) == 8
    for entry in INDEX:
        if "card" in entry:
            page.click(f".tdp-card-button:text-is('{entry['card']}')")
        else:
            choose_run(page, entry["title"])
        is_shown(page, entry["title"])
        holds(page, header(entry))


def test_a_form_that_was_edited_says_so_and_is_restored(page):
    """What counts as an edit: `form.test.ts`."""
    choose_run(page, INDEX[1]["title"])
    is_shown(page, INDEX[1]["title"])
    set_mode(page, "tune")
    page.click("#dice")
    page.wait_for_selector(".tdp-edited:has-text('edited')")
    page.click(".tdp-edited button")
    holds(page, header(INDEX[1]))
    set_mode(page, "watch")


def test_a_run_of_ones_own_is_in_the_form_when_it_is_chosen_again(page):
    page.wait_for_selector(READY)
    start(page, "hello again", length=16, seed=3, max_denoising_steps=2, entropy_bound=4)
    finish(page)
    page.wait_for_function(
        "() => (({ header, live }) => header.spec.prompt.text === 'hello again' && !live)(playground.player.recording)"
    )
    own = page.evaluate("playground.player.recording.header.spec")
    item = page.evaluate("playground.runList.items.indexOf(playground.runList.shown)")
    choose_run(page, INDEX[0]["title"])
    is_shown(page, INDEX[0]["title"])
    holds(page, header(INDEX[0]))
    page.evaluate("at => playground.runList.choose(playground.runList.items[at])", item)
    page.wait_for_function("() => playground.player.recording.header.spec.prompt.text === 'hello again'")
    spec = page.evaluate(SPEC)
    assert (spec["prompt"]["text"], spec["seed"]) == (own["prompt"]["text"], own["seed"]) == ("hello again", 3)
    assert (knob(page, "entropy_bound"), knob(page, "max_denoising_steps")) == ("4", "2")


@pytest.mark.thorough
def test_reset_gives_the_checkpoints_own_values(serve, visit, random_folder, tmp_path):
    """Neither those of the class, nor those of the run that is shown."""
    folder = tmp_path / "checkpoint"
    shutil.copytree(random_folder, folder)
    config = json.loads((folder / "generation_config.json").read_text())
    (folder / "generation_config.json").write_text(json.dumps({**config, "t_max": 0.65, "max_new_tokens": 64}))
    slot = HeldSlot(str(folder))
    page = visit(serve(slot))
    set_mode(page, "tune")
    assert knob(page, "t_max") == f"{header(INDEX[0]).settings['t_max']:g}", "of the shown run"
    slot.release()
    page.wait_for_selector(READY)
    page.click("#knob-t_max .tdp-knob-reset")
    assert knob(page, "t_max") == "0.65" and page.is_hidden("#knob-t_max .tdp-knob-reset")
    set_knob(page, "entropy_bound", 3)
    page.click(".tdp-reset-all")
    own = pg.load_model(str(folder)).settings.to_dict()
    assert own["max_new_tokens"] == 64
    for name in ("t_max", "t_min", "max_new_tokens", "entropy_bound", "max_denoising_steps"):
        assert float(knob(page, name)) == own[name], name
    assert page.is_hidden(".tdp-reset-all")


# What is wrong.


def complaint(page, name):
    return text(page, f"#knob-{name} .tdp-complaint")


def test_a_last_temperature_above_the_first_is_said_at_once_and_no_longer_when_it_is_mended(page):
    choose_run(page, INDEX[0]["title"])
    before = shown(page)
    set_mode(page, "tune")
    for mend, value in (("t_min", 0.3), ("t_max", 1)):
        set_knob(page, "t_max", 0.5)
        set_knob(page, "t_min", 0.6)
        page.wait_for_selector("#knob-t_min .tdp-complaint:has-text('at most the first one, which is 0.5')")
        under = page.locator("#knob-t_min input[type=number]").bounding_box()
        said = page.locator("#knob-t_min .tdp-complaint").bounding_box()
        assert 0 < said["y"] - under["y"] < 60, "it stands beside the knob"
        assert page.is_disabled("#generate") and "at most the first one" in text(page, "#notice-text")
        page.press("#prompt textarea", "Enter")
        assert not page.evaluate("playground.ask.busy"), "no other way begins a run either"
        set_knob(page, mend, value)
        assert complaint(page, "t_min") == text(page, "#notice-text") == "" and page.is_enabled("#generate")
    assert shown(page) == before
    set_mode(page, "watch")


def test_a_value_that_is_not_allowed_is_said_beside_its_knob(page):
    """Which are allowed: `knobs.test.ts`."""
    name = "max_new_tokens"
    set_knob(page, name, "")
    assert "allowed is a " in complaint(page, name)
    assert page.get_attribute(f"#knob-{name} input[type=number]", "aria-invalid") == "true"
    assert page.is_disabled("#generate") and text(page, "#notice-text") == complaint(page, name)
    set_knob(page, name, 16)
    assert complaint(page, name) == "" and page.is_enabled("#generate")
    assert page.get_attribute(f"#knob-{name} input[type=number]", "aria-invalid") == "false"


def test_a_seed_that_is_not_allowed_is_said_beside_it(page):
    set_seed(page, 2**53)
    assert "whole number from 0 to 9,007,199,254,740,991" in text(page, "#seed .tdp-complaint")
    assert page.is_disabled("#generate")
    set_seed(page, 5)
    assert text(page, "#seed .tdp-complaint") == "" and page.is_enabled("#generate")


def test_a_number_that_is_typed_is_not_written_over(page):
    set_mode(page, "tune")
    field = page.locator("#knob-entropy_bound input[type=number]")
    field.fill("")
    field.press_sequentially("1e-15")  # "1e" is no number
    assert page.evaluate("playground.knobs.values.entropy_bound") == 1e-15
    page.evaluate("playground.form.restore()")
    assert float(field.input_value()) == page.evaluate("playground.knobs.values.entropy_bound") != 1e-15
    set_mode(page, "watch")


def test_no_name_of_a_setting_is_cut(used_page):
    page = used_page
    set_mode(page, "tune")
    cut = """() => [...document.querySelectorAll('.tdp-knob-name')].map((name) => [name.textContent, name])
      .filter(([, { scrollWidth, clientWidth }]) => scrollWidth > clientWidth).map(([text]) => text)"""
    for sampler in page.eval_on_selector_all("#knob-sampler option", "all => all.map(({ value }) => value)"):
        set_knob(page, "sampler", sampler)
        assert page.evaluate(cut) == [], sampler
