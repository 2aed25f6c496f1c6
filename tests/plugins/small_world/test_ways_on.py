"""A prompt that the small model declines leads on: before its run, in it, and where runs are counted."""

import pytest
from page_helpers import finish, rest, text
from page_places import size
from serving import loaded, served

from playground.service import EngineSlot, Service

WAYS = ".tdp-ways-on"
POEM = "Write a poem about the sea."
LETTERS = """() => {
  const [lines, field] = ["font", "lineHeight", "padding", "width"].map(name => [".tdp-underlines", "#prompt textarea"]
    .map(selector => getComputedStyle(document.querySelector(selector))[name])).reduce(
      ([a, b], [c, d]) => [[...a, c], [...b, d]], [[], []]);
  return [lines, field];
}"""


@pytest.fixture(scope="module")
def address():
    with served(Service(loaded(EngineSlot()))) as (_, address):
        yield address


@pytest.fixture
def page(visit, address):
    page = visit(address)
    page.wait_for_selector("#model-state[data-state=ready]", state="attached")
    return page


def type_prompt(page, prompt):
    page.fill("#prompt textarea", prompt)
    page.wait_for_function(
        "prompt => document.querySelector('.tdp-about-prompt')?.dataset.prompt === prompt", arg=prompt
    )


def pills(page):
    return [pill.inner_text() for pill in page.query_selector_all(f"{WAYS} button")]


def test_a_refusal_leads_on_before_and_after_its_run(page):
    type_prompt(page, POEM)
    page.wait_for_selector(WAYS)
    assert text(page, ".tdp-about-prompt") == (
        "It knows no poems, and will only say so. It can tell a story about the sea."
    )
    assert pills(page) == ["story", "tale", "Write a story about the sea."]
    assert page.locator(".tdp-underlines u").all_inner_texts() == ["poem"]
    lines, field = page.evaluate(LETTERS)
    assert lines == field, "each letter lies over its own"
    page.click("#generate")
    finish(page)
    assert text(page, ".tdp-caption").count("The model declines") == 1
    assert "✓" not in text(page, ".tdp-caption") and page.evaluate("playground.player.recording.verdict") is None
    assert page.is_visible(WAYS), "the way on is there when the refusal is"
    page.get_by_role("button", name="Take this prompt: Write a story about the sea.").press("Enter")
    assert page.input_value("#prompt textarea") == "Write a story about the sea."
    assert page.evaluate("document.activeElement.id") == "generate"
    page.wait_for_selector(WAYS, state="hidden")
    assert text(page, ".tdp-about-prompt") == "It will tell a story about the sea."


def test_a_known_word_takes_the_place_of_a_new_one(page):
    type_prompt(page, "Write a story about a dwarf, Lilly and a stroy.")
    page.wait_for_selector(WAYS)
    page.get_by_role("button", name="Write elf instead of dwarf").click()
    assert page.input_value("#prompt textarea") == "Write a story about an elf, Lilly and a stroy."
    assert page.locator(".tdp-underlines u").all_inner_texts() == ["Lilly", "stroy"], "at once"
    page.fill("#prompt textarea", "Write\na story about Lilly")
    assert page.locator(".tdp-underlines u").count() == 0, "several lines stand in one while nobody writes"


def test_a_run_is_not_told_what_it_will_be_and_a_long_prompt_shows_three_lines(page):
    assert page.is_visible(".tdp-opening") and text(page, ".tdp-about-prompt") == ""
    heights = []
    for words in (3, 60, 200):
        page.fill("#prompt textarea", "Lily ran home. " * words)
        page.keyboard.press("Tab")
        heights.append(page.locator("#prompt textarea").bounding_box()["height"])
    assert heights == [36, 84, 84]


MARKUP = "<img src=x onerror=alert(1)>"
TOPS = """() => ['.tdp-toolbar', '.tdp-stage', '.tdp-bar', '.tdp-sentence', '.tdp-tray-head']
  .map((place) => document.querySelector(place).getBoundingClientRect().top)"""


def answers(page, sentence, offers=()):
    """From now on the server says this of every prompt."""
    about = {"kind": None, "unread": [], "unknown": [], "sentence": sentence, "offers": list(offers)}
    page.route("**/page/about_prompt", lambda route: route.fulfill(json=about))


def test_what_is_said_is_a_status_and_hostile_words_stay_words(page):
    answers(page, f"New: {MARKUP}")
    type_prompt(page, MARKUP)
    place = page.locator(".tdp-about-prompt")
    assert place.inner_text() == f"New: {MARKUP}" and place.get_attribute("role") == "status"
    assert place.evaluate("place => place.childElementCount") == 0


def test_what_is_said_of_a_prompt_moves_nothing(page):
    about = {
        "a new name": ("Write a story about Jonas, a dog and a green kite.", 170, []),
        "a long one": ("Write a poem about the sea.", 120, ["Write a story about Ben, a dog and a red hat."] * 2),
        "nothing": ("Write", 0, []),
    }
    for window in ((1280, 720), (1920, 1080)):
        page.set_viewport_size(size(*window))
        rest(page)
        before = page.evaluate(TOPS)
        for name, (prompt, characters, offers) in about.items():
            answers(page, "word " * (characters // 5), offers)
            type_prompt(page, prompt)
            rest(page)
            assert page.evaluate(TOPS) == before, (name, window)
