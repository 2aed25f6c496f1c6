"""A server with two models: the page offers both, and a prompt that one does not know may go to the other."""

import json
from urllib.parse import quote

import pytest
from page_holds import run_spec
from page_reader import finish, is_made
from serving import loaded, served

from playground.plugins.several.models import SeveralSlot
from playground.service import Service
from workshop.bench.page import KNOWN

MENU = ".tdp-which-model"
CHOICES = f"[...document.querySelector('{MENU}').options].map(option => [option.value, option.disabled])"
OWN = "playground.knobs.shipped.value"


@pytest.fixture(scope="module")
def address(random_folder):
    with served(Service(loaded(SeveralSlot(None, [str(random_folder)])))) as (_, address):
        yield address


def test_the_page_says_and_offers_both_and_a_run_is_of_the_chosen_one(visit, address, random_folder):
    page = visit(address)
    page.wait_for_selector(f"{MENU} option:nth-child(2):not([disabled])", state="attached")
    page.click("#model-state")
    said = page.inner_text("#model-status")
    assert "The embedded model is ready" in said and f"The model {random_folder.name} is ready" in said
    page.keyboard.press("Escape")
    for width in (375, 1440):
        page.set_viewport_size({"width": width, "height": 812})
        page.evaluate("playground.controls.openPrompt(true)")
        box = page.locator(MENU).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["width"] <= 240
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(CHOICES) == [["embedded", False], [random_folder.name, False]]
    own = page.evaluate(OWN)
    page.select_option(MENU, random_folder.name)
    assert page.evaluate(OWN) != own, "it has settings of its own"
    page.fill("#prompt textarea", "hello")
    page.evaluate("playground.adopt({ max_new_tokens: 32, max_denoising_steps: 3 })")
    page.click("#generate")
    finish(page)
    assert run_spec(page)["model"] == random_folder.name
    assert f'"model":"{random_folder.name}"' in page.evaluate("decodeURIComponent(location.href)")
    page.select_option(MENU, "embedded")
    page.fill("#prompt textarea", "Write a story about a fox.")
    page.click("#generate")
    finish(page)
    assert run_spec(page)["model"] == "embedded"

    # What the small model does not know can be asked of the other.
    page.fill("#prompt textarea", "Write a poem about the sea.")
    pill = page.get_by_role("button", name=f"Ask {random_folder.name} instead, which is loaded too")
    pill.wait_for()
    assert "It knows no poems" in page.inner_text(".tdp-about-prompt")
    pill.press("Enter")
    assert page.input_value(MENU) == random_folder.name and page.evaluate("document.activeElement.id") == "generate"
    page.wait_for_selector(".tdp-ways-on", state="hidden")
    assert page.inner_text(".tdp-about-prompt") == "", "nothing is known of the other one"
    page.fill("#prompt textarea", "Write a song about the sea.")
    page.wait_for_selector(".tdp-about-prompt[data-prompt*=song]", state="attached")
    assert page.inner_text(".tdp-about-prompt") == ""


def test_a_link_chooses_its_model_however_late_the_menu_comes(browser, address, random_folder):
    short = {"max_new_tokens": 32, "max_denoising_steps": 3}
    run = {"model": random_folder.name, "prompt": {"text": "hello"}, "seed": 3, "settings": short}
    held = []
    with browser.new_context() as window:
        window.add_init_script(KNOWN)
        page = window.new_page()
        page.route("**/plugins-several.js", lambda route: held.append(route))
        page.goto(f"{address}#spec={quote(json.dumps(run))}")
        page.wait_for_function("() => window.playground?.player.recording")
        is_made(page, model=random_folder.name)
        finish(page)
        assert len(held) == 1, "the menu has not come yet"
        held[0].continue_()
        page.wait_for_function(f"() => document.querySelector('{MENU}')?.value === {random_folder.name!r}")
