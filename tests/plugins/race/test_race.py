"""The race: one press writes the same prompt in three ways, and the page says what is known over many cases."""

from page_helpers import drawn, finish, set_mode, stand_still, start
from page_scenes import race

LANES = "playground.player.views.lanes.all.length"
WAYS = "playground.player.lanes.map(({ header }) => header.spec.settings.way)"


def test_one_press_races_what_the_checkpoint_can_and_says_what_it_cannot(page):
    start(page, "Solve this Sudoku:\n12..\n..12\n21..\n....", 16, max_denoising_steps=4)
    finish(page)
    set_mode(page, "compare")
    stand_still(page)
    page.click("[data-race=race]")
    page.wait_for_function(f"() => {LANES} === 3 && !playground.ask.busy && playground.player.playing")
    assert page.evaluate(WAYS) == ["uniform", "masked", "autoregressive"]
    specs = page.evaluate(
        "playground.player.lanes.map(({ header: { spec } }) => [spec.prompt.text, spec.seed, spec.revision])"
    )
    assert specs[0] == specs[1] == specs[2]
    assert page.inner_text(".tdp-race-run") == "One run each proves little."
    assert page.locator(".tdp-race-score li").nth(1).inner_text().split("\n")[1:] == ["0 passes", "was not made"]
    no_mask = "way is 'masked', but this checkpoint has no mask token; "
    assert page.locator(".tdp-lane-notice").nth(1).inner_text().startswith(no_mask), "the others go on"
    # How its passes were run is known from the whole run, which comes after its end.
    page.wait_for_function("() => playground.player.lanes[2].header.pass_kind === 'eager'")
    page.wait_for_selector(".tdp-race >> text=No figures over many cases are known of this model")


def score(page):
    """The lines of each lane, from the one with its passes on."""
    return [text.split("\n")[-2:] for text in page.locator(".tdp-race-score li").all_inner_texts()]


def test_compare_offers_a_recorded_race_first_and_the_score_follows_the_clock(page):
    race(page)
    assert page.locator("[data-race]").first.get_attribute("data-race") == "recorded"
    assert page.evaluate(WAYS) == ["uniform", "masked", "autoregressive"]
    page.evaluate("playground.player.pause()")
    for tick, passes in ((0, [0, 0, 0]), (10, [10, 10, 10]), (11, [11, 11, 11]), (90, [11, 11, 90])):
        page.evaluate("tick => playground.player.seek(tick)", tick)
        page.wait_for_function(
            "tick => playground.player.clock.moment === tick && !playground.player.scheduled", arg=tick
        )
        ends = [("✓ right", 11), ("✓ right", 11), ("✗ wrong", 90)]
        outcomes = [outcome if tick >= end else "writes" for outcome, end in ends]
        counts = [f"{count} pass{'' if count == 1 else 'es'}" for count in passes]
        assert score(page) == [list(pair) for pair in zip(counts, outcomes, strict=True)]
    page.evaluate("playground.player.seek(5)")
    page.wait_for_selector(".tdp-race-score li:nth-child(3) >> text=5 passes")
    page.evaluate("playground.player.addEventListener('paint', () => (window.painted = true), { once: true })")
    page.select_option(".tdp-by", "work")  # by keys, with no press, after which all is painted
    page.wait_for_function("() => window.painted")
    page.wait_for_selector(".tdp-race-score li:nth-child(3) >> text=/^(?!5 )\\d+ passes/")
    assert score(page)[0] == ["5 passes", "writes"]
    seconds = page.locator(".tdp-lane-table tr", has_text="seconds").locator("td").all_inner_texts()
    assert len(seconds) == 3 and all(" s" in text.replace("\u00a0", " ") for text in seconds)
    page.wait_for_function("() => location.hash.includes('run=race-uniform') && location.hash.includes('race-masked')")


def test_on_a_phone_the_race_comes_into_sight_when_it_begins(visit, address):
    page = visit(address, viewport={"width": 375, "height": 812})
    race(page)
    tops = page.evaluate(
        "[...document.querySelectorAll('.tdp-lane-head')].map((head) => head.getBoundingClientRect().top)"
    )
    assert tops[0] >= 0 and tops[2] < 812 - 121, "the lanes stand above playback"


def at_end(page):
    page.evaluate("playground.player.seek(playground.player.clock.count - 1)")
    page.wait_for_function("() => playground.player.clock.moment === playground.player.clock.count - 1")
    drawn(page)


def test_lanes_on_the_timeline_end_at_their_letters_in_colours_of_their_own(page):
    race(page)
    letters = page.locator(".tdp-timeline .tdp-name-lane")
    assert letters.all_text_contents() == ["A 11", "B 11", "C 90"]
    assert page.locator(".tdp-timeline .tdp-name-axis").last.text_content() == "cells kept"
    assert page.query_selector(".tdp-timeline .tdp-area, .tdp-timeline .tdp-heat-line") is None, "of one lane alone"
    for theme in ("light", "dark"):
        page.evaluate("dark => document.body.classList.toggle('dark', dark)", theme == "dark")
        colours = page.evaluate("""() => ['.tdp-lane-line', '.tdp-name-lane', '.tdp-lane-end'].map((name) =>
          [...document.querySelectorAll(`.tdp-timeline ${name}`)].map((shape) => {
            const { stroke, fill } = getComputedStyle(shape);
            return fill === 'none' ? stroke : fill; }))""")
        assert colours[0] == colours[1] == colours[2] and len(set(colours[0])) == 3, "a letter has its line's colour"
        heads = page.evaluate(
            "[...document.querySelectorAll('.tdp-lane-letter')].map((b) => getComputedStyle(b).color)"
        )
        assert heads == colours[0], "and so has the lane's head"
    dashes = page.evaluate(
        "[...document.querySelectorAll('.tdp-lane-line')].map((line) => getComputedStyle(line).strokeDasharray)"
    )
    assert len(set(dashes)) == 3, "not by colour alone"
    set_mode(page, "watch")
    page.wait_for_selector(".tdp-timeline .tdp-area", state="attached")
    assert page.query_selector(".tdp-lane-line") is None


def test_presenting_a_race_ends_with_its_point_and_with_what_is_known_of_many(page):
    race(page)
    page.keyboard.press("f")
    page.wait_for_selector("#playground.tdp-presenting")
    page.evaluate("playground.player.seek(50)")
    page.wait_for_function("() => document.querySelector('.tdp-sentence').textContent.includes('After 50 passes')")
    assert "proves little" not in page.inner_text(".tdp-sentence"), "not before its end"
    at_end(page)
    said = page.inner_text(".tdp-sentence")
    assert said.startswith("A, B: right after 11 passes. C: wrong after 90. One run each proves little.")
    assert " of " not in said, "no study is known of the random model"
    fits = """() => { const { bottom } = document.querySelector('.tdp-sentence').getBoundingClientRect();
      return bottom <= innerHeight; }"""
    assert page.evaluate(fits)
    page.keyboard.press("Escape")
    figure = {"cases": 64, "least": 0.5, "most": 0.8, "passes": 9}
    rows = [{"way": way, "right": right, **figure} for way, right in (("uniform", 41), ("masked", 44))]
    rows.append({"way": "autoregressive", "right": 0, **figure})
    card = {
        "tasks": [{"task": "Sudoku 9x9, 30 clues", "like": "", "exact": True, "rows": rows}],
        "shares": {},
        "settings": "",
    }
    page.evaluate(
        """card => {
          const { engine } = playground, { call } = engine;
          engine.call = (name, ...rest) => name === 'card' ? Promise.resolve(card) : call.call(engine, name, ...rest);
        }""",
        card,
    )
    set_mode(page, "watch")
    set_mode(page, "compare")
    page.wait_for_function("() => document.querySelector('.tdp-race-run').textContent.includes('A 41 of 64')")
    at_end(page)
    page.wait_for_function("() => document.querySelector('.tdp-sentence').textContent.includes('C 0 of 64')")
    page.click(".tdp-lane-head button[title^='Take away'] >> nth=0")
    page.wait_for_function(f"() => {LANES} === 2")
    at_end(page)
    assert page.inner_text(".tdp-sentence").startswith("A: right after 11 passes. B: wrong after 90.")
