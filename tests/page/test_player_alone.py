"""Two players on one page of files behind Python's `http.server`: no Gradio, no form, no server of ours.

What is said of a text stands in such a page too: hostile words stay words."""

import pytest
from page_holds import GOLDEN
from page_reader import drawn

from playground.trace import Trace
from workshop.page.sources import evaluate

BOTH_PAINTED = "() => window.first?.painter.ids.length > 0 && window.second?.painter.ids.length > 0"


@pytest.fixture
def page(visit, static_address):
    return visit(static_address + "two_players.html", ready=BOTH_PAINTED)


def rows(page):
    return page.evaluate("[first.step, second.step]")


def is_at(page, player, row):
    page.wait_for_function(f"step => {player}.step === step && !{player}.scheduled", arg=row)


def test_each_player_shows_its_own_run_has_its_own_clock_and_its_keys_while_it_has_the_focus(page):
    for player, name in (("first", "story"), ("second", "sudoku")):
        trace = Trace.load(GOLDEN / f"{name}.trace")
        page.evaluate(f"{player}.move(2)")
        is_at(page, player, 2)
        assert page.evaluate(f"{player}.recording.frames.length") == len(trace)
        assert page.evaluate(f"{player}.painter.ids") == trace.columns["sampled_ids"][2].tolist()
        assert f"seed {trace.header.seed} " in page.inner_text(f"#{player}-run .tdp-about")
        page.click(f"#{player}-run [data-panel=text]")
        page.wait_for_function(f"() => {player}.panels.text !== undefined")
    first = page.wait_for_selector("#first-run .tdp-text:not(:empty)")
    second = page.wait_for_selector("#second-run .tdp-text:not(:empty)")
    assert first.inner_text() and second.inner_text() and first.inner_text() != second.inner_text()
    details = page.eval_on_selector_all(
        "#first-run .tdp-tab:not([hidden])", "tabs => tabs.map(({ dataset }) => dataset.panel)"
    )
    assert details == ["step", "overview", "table", "text", "blocks"], "without Plotly there is no curve"

    second = rows(page)[1]
    page.locator("#first-run .tdp-slider").fill("2")
    is_at(page, "first", 1)
    assert rows(page) == [1, second]
    page.evaluate("second.move(0)")
    page.click("#second-run .tdp-play")
    page.wait_for_function("() => second.step > 0")
    assert not page.evaluate("first.playing") and rows(page)[0] == 1
    page.select_option("#first-run .tdp-speed", "30")
    assert page.evaluate("[first.clock.speed, second.clock.speed]") == [30, 2]
    page.click("#second-run .tdp-play")

    first, second = rows(page)
    page.click("#first-run .tdp-sentence")
    page.keyboard.press("ArrowRight")
    is_at(page, "first", first + 1)
    assert rows(page) == [first + 1, second]
    page.focus("#second-run .tdp-play")
    page.keyboard.press("Home")
    is_at(page, "second", 0)
    assert rows(page) == [first + 1, 0]
    page.focus("#outside")
    for key in ("Home", "ArrowRight", " "):
        page.keyboard.press(key)
    drawn(page)
    assert rows(page) == [first + 1, 0] and not page.evaluate("first.playing || second.playing")


def test_looks_and_positions_are_each_players_own_the_theme_is_the_pages_and_a_panel_is_one_class_and_one_entry(page):
    page.click("#first-run [role=radio][data-value=bits]")
    page.click("#first-run [role=radio][data-value=argmax]")
    page.select_option("#first-run .tdp-figure", "status")
    page.click("#second-run .tdp-canvas", position=page.evaluate("second.painter.grid.boxes[0]"))
    page.wait_for_function("() => second.views.chosen === 0 && first.painter.figure === 'status'")
    taken = "({ state: { layer, unit, figure, chosen } }) => [layer, unit, figure, chosen].map(({ value }) => value)"
    looks = page.evaluate(f"[first, second].map({taken})")
    assert looks == [["argmax", "bits", "status", None], ["sampled", "nats", "entropy", 0]]
    assert page.evaluate("[first.painter.theme, second.painter.theme]") == ["light", "light"]
    page.evaluate("document.body.classList.add('dark')")
    page.wait_for_function("() => first.painter.theme === 'dark' && second.painter.theme === 'dark'")

    mine = page.locator("#second-run .tdp-watch > #whereabouts")
    mine.wait_for()
    assert page.locator("#first-run #whereabouts").count() == 0
    steps = len(Trace.load(GOLDEN / "sudoku.trace"))
    page.evaluate("second.views.choose(3); second.move(2)")
    is_at(page, "second", 2)
    assert mine.inner_text() == f"3 of {steps}, position 3"
    mine.click()
    is_at(page, "second", 0)
    assert mine.inner_text().startswith("1 of ")


def test_a_player_that_is_taken_away_listens_no_more(page):
    page.evaluate("first.play()")
    page.evaluate("first.destroy()")
    gone = rows(page)[0]
    assert page.inner_html("#first-run") == ""
    page.locator("#first-run").dispatch_event("keydown", {"key": "End", "bubbles": True})
    page.evaluate("document.body.classList.add('dark')")
    page.set_viewport_size({"width": 900, "height": 900})
    page.evaluate("second.move(1)")
    is_at(page, "second", 1)
    drawn(page)
    assert rows(page) == [gone, 1] and page.evaluate("first.painter.theme") == "light"


MARKUP = "<img src=x onerror=alert(1)>"
VERDICTS = """async sentence => {
  const { VerdictLine, h, render } = sources;
  const place = document.body.appendChild(document.createElement("div"));
  const made = recording => (render(h(VerdictLine, { recording }), place), place.firstElementChild);
  const worn = right => {
    const { textContent, className, children } = made({ verdict: { task: sentence, right, sentence, rule: 1 } });
    return [textContent, className, children.length];
  };
  const without = (header, more) => made({ verdict: null, header, ...more })?.textContent;
  return [worn(true), worn(false), without({ device: "cpu" }, { finishReason: "max-tokens" }),
    without({ device: "browser" }, { finishReason: "max-tokens" }), without({ device: "cpu" }, { refused: true })];
}"""


def test_a_result_wears_its_verdict(page):
    right, wrong, none, browser, refused = evaluate(page, VERDICTS, MARKUP)
    assert right[0] == f"✓ {MARKUP}. So says a rule, not the model." and wrong[0].startswith("✗ <img")
    assert "tdp-verdict-right" in right[1] and "tdp-verdict-wrong" in wrong[1]
    assert right[2] == wrong[2] == 2 and none is None
    assert browser.startswith("No rule judges this text in a browser")
    assert refused.startswith("The model declines") and not {"✓", "✗"} & {*refused}
