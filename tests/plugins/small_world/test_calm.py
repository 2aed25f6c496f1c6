"""Nothing on the page moves while one types, whatever is typed and whatever is said of it."""

import pytest
from page_helpers import rest
from page_places import size
from serving import loaded, served

from playground.service import EngineSlot, Service

PROMPTS = (
    "Write a story about a dog.",
    "Write a poem about the sea.",
    "Write a story about a dwarf, Lilly and a stroy.",
    "Write a story about Priya, a dragon and a glass guitar at the volcano.",
    "Lily ran home. " * 12,
    "Solve this Sudoku:\n.32.5.\n1.6...\n3....2\n.61...\n.....5\n....3.",
    "",
)
PLACES = """() => ['.tdp-header', '.tdp-field', '#generate', '.tdp-model', '.tdp-open-own-text', '.tdp-cards-row',
  '.tdp-runs', '.tdp-toolbar', '.tdp-canvas', '.tdp-bar', '.tdp-caption', '.tdp-drawer', '.tdp-tray'].map((place) => {
    const { x, y, width, height } = document.querySelector(place).getBoundingClientRect();
    return [place, ...[x, y, width, height].map(Math.round)].join(' ');
  })"""


def type_prompt(page, prompt):
    page.fill("#prompt textarea", prompt)
    page.wait_for_function(
        "prompt => document.querySelector('.tdp-about-prompt')?.dataset.prompt === prompt", arg=prompt
    )


@pytest.fixture(scope="module")
def small_address():
    with served(Service(loaded(EngineSlot()))) as (_, address):
        yield address


def test_nothing_moves_while_a_prompt_is_typed(visit, small_address):
    page = visit(small_address)
    page.wait_for_selector("#model-state[data-state=ready]", state="attached")
    for window in ((1280, 720), (1024, 768)):
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


def test_on_a_phone_the_field_and_its_buttons_stay_where_they_are(visit, small_address):
    page = visit(small_address, viewport={"width": 375, "height": 812}, has_touch=True)
    page.wait_for_selector("#model-state[data-state=ready]", state="attached")
    page.tap(".tdp-open-prompt")
    places = PLACES.replace("'.tdp-cards-row', ", "").replace("'.tdp-drawer', ", "")
    name = "document.querySelector('.tdp-runs-name').getBoundingClientRect().x"
    where = page.evaluate(name)
    before = page.evaluate(places)
    for prompt in PROMPTS[:4]:
        type_prompt(page, prompt)
        moved = [now for then, now in zip(before, page.evaluate(places), strict=True) if then != now]
        assert page.evaluate(name) == where
        assert [place.split()[0] for place in moved if not place.startswith((".tdp-field", ".tdp-runs"))] == [], prompt


def test_no_example_stands_under_a_red_line_and_a_refusal_does(visit, small_address):
    page = visit(small_address)
    page.wait_for_selector("#model-state[data-state=ready]", state="attached")
    for card in page.locator(".tdp-cards-row button").all():
        card.click()
        page.wait_for_function("card => card.ariaPressed === 'true'", arg=card.element_handle())
        prompt = page.input_value("#prompt textarea")
        page.wait_for_function(
            "prompt => document.querySelector('.tdp-about-prompt')?.dataset.prompt === prompt", arg=prompt
        )
        assert page.get_attribute(".tdp-about-prompt", "data-refused") == "false", prompt
    soft = page.evaluate("getComputedStyle(document.querySelector('.tdp-about-prompt')).color")
    page.fill("#prompt textarea", "Write a poem about the sea.")
    page.wait_for_selector(".tdp-about-prompt[data-refused=true]")
    assert page.evaluate("getComputedStyle(document.querySelector('.tdp-about-prompt')).color") != soft
