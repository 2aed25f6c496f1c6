"""A text of the reader's own: pinned in a cell, and gaps in a prompt."""

import json

from page_helpers import card, rest, said

SHORT = "window.playground.knobs.values = { max_new_tokens: 16, max_denoising_steps: 6, confidence_threshold: 0 }"
IDLE = "!window.playground.ask.busy && !window.playground.player.recording.live"


def steering(page):
    return page.evaluate("window.playground.form.steering")


def test_a_cell_is_pinned_by_keyboard_and_changed_by_mouse(page):
    page.evaluate(SHORT)
    page.focus(".tdp-stage canvas")
    page.keyboard.press("ArrowRight")
    page.locator(".tdp-hold input").fill("ab")
    page.wait_for_function("() => document.querySelector('.tdp-hold p').textContent.includes('3 tokens')")
    page.locator(".tdp-hold input").press("Enter")
    pins = steering(page)["pins"]
    # The tokenizer of the tests puts a space before a text.
    assert [*pins] == ["0", "1", "2"] and page.inner_text(".tdp-steering button").startswith("0–2 “")
    page.click("#generate")
    page.wait_for_function(f"() => {IDLE} && window.playground.player.recording.header.spec.pins")
    assert page.evaluate(
        "window.playground.player.recording.frames.every((f) => f.pinned[0] && f.pinned[2] && !f.pinned[3])"
    )
    assert [page.evaluate(f"window.playground.player.recording.frames.at(-1).argmax_ids[{at}]") for at in range(3)] == [
        *pins.values()
    ]
    rest(page)
    assert json.loads(said(page)["pins"]) == pins
    page.locator(".tdp-is-pinned").wait_for()
    page.evaluate("window.playground.player.views.choose(1)")
    card(page, 1)
    page.get_by_role("button", name="Unpin").click()
    assert [*steering(page)["pins"]] == ["0", "2"] and page.locator(".tdp-steering button").count() == 2
    page.click(".tdp-steering button >> nth=1")
    assert [*steering(page)["pins"]] == ["0"], "let go of by a press"

    page.locator(".tdp-hold input").fill("cd")
    page.get_by_role("button", name="Put here once").wait_for()
    page.evaluate("window.playground.player.seek(2)")
    page.evaluate("window.playground.player.views.choose(5)")
    card(page, 5)
    assert page.input_value(".tdp-hold input") == "" and page.locator(".tdp-hold p").inner_text() == "", "another cell"
    page.get_by_role("button", name="Re-noise").click()
    page.wait_for_function(f"() => {IDLE} && window.playground.player.recording.header.spec.edits")
    edit = steering(page)["edits"][0]
    assert edit["cells"] == {"5": None} and {*steering(page)["pins"]} == {"0", "1", "2"}, "the shown run, changed"
    assert page.evaluate(f"window.playground.player.recording.frames[{edit['step'] - 1}].edited[5]") == 1
