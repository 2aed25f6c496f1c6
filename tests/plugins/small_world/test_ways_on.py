"""What is said of a prompt while it is typed: where it leads on if the small model declines it; nothing moves by it."""

import pytest
from page_holds import CAPTION
from page_places import PLACES, size
from page_reader import finish, rest
from serving import loaded, served

from playground.service import EngineSlot, Service

WAYS, ABOUT, MARKED = "[aria-label='Instead of this prompt']", ".tdp-about-prompt", ".tdp-underlines u"
LOADED = "#model-state[data-state=ready]"
POEM = "Write a poem about the sea."
LETTERS = """() => [".tdp-underlines", "#prompt textarea"].map((selector) => {
  const { font, lineHeight, padding, width } = getComputedStyle(document.querySelector(selector));
  return [font, lineHeight, padding, width];
})"""


@pytest.fixture(scope="module")
def address():
    with served(Service(loaded(EngineSlot()))) as (_, address):
        yield address


@pytest.fixture
def page(visit, address):
    page = visit(address)
    page.wait_for_selector(LOADED, state="attached")
    return page


def is_about(page, prompt):
    """Waits until what is said is about this prompt."""
    page.wait_for_function(f"prompt => document.querySelector('{ABOUT}')?.dataset.prompt === prompt", arg=prompt)


def type_prompt(page, prompt):
    page.fill("#prompt textarea", prompt)
    is_about(page, prompt)


def test_a_refusal_leads_on_before_and_after_its_run(page):
    type_prompt(page, POEM)
    page.wait_for_selector(WAYS)
    assert page.inner_text(ABOUT) == ("It knows no poems, and will only say so. It can tell a story about the sea.")
    assert page.locator(f"{WAYS} button").all_inner_texts() == ["story", "tale", "Write a story about the sea."]
    assert page.locator(MARKED).all_inner_texts() == ["poem"]
    lines, field = page.evaluate(LETTERS)
    assert lines == field, "each letter lies over its own"
    page.click("#generate")
    finish(page)
    assert page.inner_text(CAPTION).count("The model declines") == 1
    assert not {"✓", "✗"} & {*page.inner_text(CAPTION)}
    assert page.is_visible(WAYS), "the way on is there when the refusal is"
    page.get_by_role("button", name="Take this prompt: Write a story about the sea.").press("Enter")
    assert page.input_value("#prompt textarea") == "Write a story about the sea."
    assert page.evaluate("document.activeElement.id") == "generate"
    page.wait_for_selector(WAYS, state="hidden")
    assert page.inner_text(ABOUT) == "It will tell a story about the sea."


def test_a_long_prompt_shows_three_lines_no_example_is_refused_and_a_known_word_takes_the_place_of_a_new_one(page):
    assert page.is_visible(".tdp-opening") and page.inner_text(ABOUT) == ""
    heights = []
    for words in (3, 60, 200):
        page.fill("#prompt textarea", "Lily ran home. " * words)
        page.keyboard.press("Tab")
        heights.append(page.locator("#prompt textarea").bounding_box()["height"])
    assert heights == [36, 84, 84]
    for card in page.locator("[aria-label=Examples] button").all():
        card.click()
        page.wait_for_function("card => card.ariaPressed === 'true'", arg=card.element_handle())
        prompt = page.input_value("#prompt textarea")
        is_about(page, prompt)
        assert page.get_attribute(ABOUT, "data-refused") == "false", prompt
    soft = page.evaluate(f"getComputedStyle(document.querySelector('{ABOUT}')).color")
    page.fill("#prompt textarea", "Write a poem about the sea.")
    page.wait_for_selector(f"{ABOUT}[data-refused=true]")
    assert page.evaluate(f"getComputedStyle(document.querySelector('{ABOUT}')).color") != soft
    type_prompt(page, "Write a story about a dwarf, Lilly and a stroy.")
    page.wait_for_selector(WAYS)
    page.get_by_role("button", name="Write elf instead of dwarf").click()
    assert page.input_value("#prompt textarea") == "Write a story about an elf, Lilly and a stroy."
    assert page.locator(MARKED).all_inner_texts() == ["Lilly", "stroy"], "at once"


PROMPTS = (
    "Write a story about a dog.",
    "Write a poem about the sea.",
    "Write a story about a dwarf, Lilly and a stroy.",
    "Write a story about Priya, a dragon and a glass guitar at the volcano.",
    "Lily ran home. " * 12,
    "Solve this Sudoku:\n.32.5.\n1.6...\n3....2\n.61...\n.....5\n....3.",
    "",
)


def test_nothing_moves_while_a_prompt_is_typed(page):
    for window in ((1280, 720), (1024, 768), (1920, 1080)):
        page.set_viewport_size(size(*window))
        rest(page)
        page.focus("#prompt textarea")
        before = page.evaluate(PLACES)
        for prompt in PROMPTS:
            if prompt:
                type_prompt(page, prompt)
            else:
                page.fill("#prompt textarea", prompt)
            assert page.evaluate(PLACES) == before, (prompt, window)


def test_on_a_phone_the_field_and_its_buttons_stay_where_they_are(visit, address):
    page = visit(address, viewport={"width": 375, "height": 812}, has_touch=True)
    page.wait_for_selector(LOADED, state="attached")
    page.tap("main > button")
    places = PLACES.replace("'.tdp-cards-row', ", "").replace("'.tdp-drawer', ", "")
    name = "document.querySelector('.tdp-runs-name').getBoundingClientRect().x"
    where = page.evaluate(name)
    before = page.evaluate(places)
    for prompt in PROMPTS[:4]:
        type_prompt(page, prompt)
        moved = [now for then, now in zip(before, page.evaluate(places), strict=True) if then != now]
        assert page.evaluate(name) == where
        assert [place.split()[0] for place in moved if not place.startswith((".tdp-field", ".tdp-runs"))] == [], prompt
