"""The race: one press writes the same prompt in three ways, and the page says what is known over many cases."""

from page_fixtures import DESKTOP
from page_holds import PLAY, SENTENCE, moments_of, run_spec
from page_places import PHONE
from page_reader import finish, go_to_moment, make, plays, race, set_mode, side_by_side, stand_still
from playwright.sync_api import expect
from service_helpers import wait_until

WAYS = ["uniform", "masked", "autoregressive"]


def test_one_press_races_what_the_checkpoint_can_and_says_what_it_cannot(page):
    make(page, "Solve this Sudoku:\n12..\n..12\n21..\n....", 16, max_denoising_steps=4)
    set_mode(page, "compare")
    stand_still(page)
    page.click("[data-race=race]")
    side_by_side(page, 3)
    finish(page)
    plays(page)
    specs = [run_spec(page, lane) for lane in range(3)]
    assert [spec["settings"]["way"] for spec in specs] == WAYS
    assert all(spec[name] == specs[0][name] for spec in specs for name in ("prompt", "seed", "revision"))
    assert page.inner_text(".tdp-race-run") == "One run each proves little."
    assert page.locator("[aria-label='The score'] li").nth(1).inner_text().split("\n")[1:] == [
        "0 passes",
        "was not made",
    ]
    no_mask = "way is 'masked', but this checkpoint has no mask token; "
    assert page.locator(".tdp-lane-notice").nth(1).inner_text().startswith(no_mask), "the others go on"
    # How its passes were run is known from the whole run, which comes after its end.
    page.wait_for_selector(".tdp-race >> text=No figures over many cases are known of this model")


def score(page):
    """The lines of each lane, from the one with its passes on."""
    return [text.split("\n")[-2:] for text in page.locator("[aria-label='The score'] li").all_inner_texts()]


def test_compare_offers_a_recorded_race_first_and_the_score_follows_the_clock(page):
    page.set_viewport_size(PHONE)
    race(page)
    first, *_, last = (head.bounding_box()["y"] for head in page.locator(".tdp-lane-head").all())
    assert first >= 0 and last < PHONE["height"] - 121, "it comes into sight, above playback"
    page.set_viewport_size(DESKTOP)
    assert page.locator("[data-race]").first.get_attribute("data-race") == "recorded"
    page.click(PLAY)
    for tick, passes in ((10, ["10", "10", "10"]), (90, ["11", "11", "90"])):
        go_to_moment(page, tick)
        outcomes = ["✓ right", "✓ right", "✗ wrong"] if tick == 90 else ["writes"] * 3
        assert score(page) == [[f"{count} passes", outcome] for count, outcome in zip(passes, outcomes, strict=True)]
    go_to_moment(page, 5)
    page.get_by_label("What the timeline counts").select_option("work")
    page.wait_for_selector("[aria-label='The score'] li:nth-child(3) >> text=/^(?!5 )\\d+ passes/")
    assert score(page)[0] == ["5 passes", "writes"]
    seconds = page.get_by_role("row", name="seconds ").locator("td").all_inner_texts()
    assert len(seconds) == 3 and all(" s" in text.replace("\u00a0", " ") for text in seconds)
    wait_until(lambda: "run=race-uniform" in page.url and "race-masked" in page.url, page=page)


def at_end(page):
    go_to_moment(page, moments_of(page) - 1)


COLOURS = """() => {
  const of = (name) => [...document.querySelectorAll(name)].map((shape) => getComputedStyle(shape));
  const lines = of('.tdp-timeline .tdp-lane-line');
  return { dashes: lines.map((line) => line.strokeDasharray), lines: lines.map((line) => line.stroke),
    names: of('.tdp-timeline .tdp-name-lane').map((name) => name.fill),
    heads: of('.tdp-lane-letter').map((head) => head.color) }; }"""


def test_lanes_have_letters_and_colours_and_presenting_a_race_ends_with_what_is_known_of_many(page):
    race(page)
    assert page.locator(".tdp-timeline .tdp-name-lane").all_text_contents() == ["A 11", "B 11", "C 90"]
    assert page.locator(".tdp-timeline .tdp-name-axis").last.text_content() == "cells kept"
    assert page.query_selector(".tdp-timeline .tdp-area, .tdp-timeline .tdp-heat-line") is None, "of one lane alone"
    for theme in ("light", "dark"):
        page.evaluate("dark => document.body.classList.toggle('dark', dark)", theme == "dark")
        seen = page.evaluate(COLOURS)
        assert seen["names"] == seen["lines"] == seen["heads"] and len({*seen["lines"]}) == 3
    assert len({*seen["dashes"]}) == 3, "not by colour alone"
    page.evaluate("document.body.classList.remove('dark')")
    page.keyboard.press("f")
    page.wait_for_selector("header", state="hidden")
    go_to_moment(page, 50)
    page.get_by_text("After 50 passes").first.wait_for()
    assert "proves little" not in page.inner_text(SENTENCE), "not before its end"
    at_end(page)
    said = page.inner_text(SENTENCE)
    assert said.startswith("A, B: right after 11 passes. C: wrong after 90. One run each proves little.")
    assert " of " not in said, "no study is known of the random model"
    sentence = page.locator(SENTENCE).bounding_box()
    assert sentence["y"] + sentence["height"] <= DESKTOP["height"]
    page.keyboard.press("Escape")
    figure = {"cases": 64, "least": 0.5, "most": 0.8, "passes": 9}
    ways = {"uniform": 41, "masked": 44, "autoregressive": 0}
    rows = [{"way": way, "right": right, **figure} for way, right in ways.items()]
    task = {"task": "Sudoku 9x9, 30 clues", "like": "", "exact": True, "rows": rows}
    page.evaluate(
        """card => {
          const { engine } = playground, { call } = engine;
          engine.call = (name, ...rest) => name === 'card' ? Promise.resolve(card) : call.call(engine, name, ...rest);
        }""",
        {"tasks": [task], "shares": {}, "settings": ""},
    )
    set_mode(page, "watch")
    page.wait_for_selector(".tdp-timeline .tdp-area", state="attached")
    assert page.query_selector(".tdp-lane-line") is None
    set_mode(page, "compare")
    page.wait_for_selector(".tdp-race-run:has-text('A 41 of 64')")
    at_end(page)
    expect(page.locator(SENTENCE)).to_contain_text("C 0 of 64")
    page.get_by_title("Take away").first.click()
    side_by_side(page, 2)
    at_end(page)
    assert page.inner_text(SENTENCE).startswith("A: right after 11 passes. B: wrong after 90.")
