"""Nothing on the page moves while one writes."""

from page_helpers import set_mode, text
from page_places import PLACES

ROWS = """() => [...document.querySelectorAll('.tdp-knob:not([hidden]), .tdp-tune > *')].map((row) => {
  const { y, height } = row.getBoundingClientRect();
  return [row.id || row.className, Math.round(y), Math.round(height)].join(' ');
})"""


def test_the_complaint_of_a_setting_lies_over_the_next_ones(visit, address):
    page = visit(address, viewport={"width": 1280, "height": 720})
    page.wait_for_selector("#model-state[data-state=ready]", state="attached")
    set_mode(page, "tune")
    page.wait_for_function("() => document.querySelectorAll('.tdp-tune > *').length > 2")
    before = page.evaluate(PLACES), page.evaluate(ROWS)
    for name, value in (("max_denoising_steps", "9999"), ("t_max", "-1"), ("max_denoising_steps", "12")):
        page.fill(f"#knob-{name} input[type=number]", value)
        assert (page.evaluate(PLACES), page.evaluate(ROWS)) == before, name
    assert "allowed is a number" in text(page, "#knob-t_max .tdp-complaint")


def test_a_press_beside_an_open_prompt_reaches_what_it_was_aimed_at(visit, address):
    """The field closes only after the press; then a long prompt shows three lines."""
    page = visit(address, viewport={"width": 1440, "height": 900})
    page.fill("#prompt textarea", "Lily ran home. " * 60)
    x, y, *_ = page.locator(".tdp-modes [data-mode=tune]").bounding_box().values()
    page.mouse.click(x + 5, y + 5)
    page.wait_for_selector("#playground[data-mode=tune]")
    assert page.locator("#prompt textarea").bounding_box()["height"] == 84
    page.wait_for_selector(".tdp-writing", state="detached")
