"""The race: one press writes the same prompt in three ways, and the page says what is known over many cases."""

from page_helpers import finish, start

pytest_plugins = "page_fixtures"

LANES = "playground.player.views.lanes.all.length"
WAYS = "playground.player.lanes.map(({ header }) => header.way)"


def test_one_press_races_what_the_checkpoint_can_and_says_what_it_cannot(page):
    start(page, "Solve this Sudoku:\n12..\n..12\n21..\n....", 16, max_denoising_steps=4)
    finish(page)
    page.click(".tdp-modes [data-mode=compare]")
    page.click("[data-race=race]")
    page.wait_for_function(f"() => {LANES} === 3 && !playground.ask.busy && playground.player.playing", timeout=60_000)
    assert page.evaluate(WAYS) == ["uniform", "masked", "autoregressive"]
    headers = page.evaluate(
        "playground.player.lanes.map(({ header: { prompt, seed, revision } }) => ({ prompt, seed, revision }))"
    )
    assert headers[0] == headers[1] == headers[2]
    said = page.inner_text(".tdp-race-run")
    assert said.startswith("This race: uniform diffusion ") and "one run proves little" in said
    no_mask = "way is 'masked', but this checkpoint has no mask token; "
    assert page.locator(".tdp-lane-notice").nth(1).inner_text().startswith(no_mask), "the others go on"
    # How its passes were run is known from the whole run, which comes after its end.
    page.wait_for_function("() => playground.player.lanes[2].header.execution === 'eager'")
    page.wait_for_selector(".tdp-race >> text=No figures over many cases are known of this model")

    page.click(".tdp-compare-drawer >> text=Copy settings")
    page.select_option(".tdp-copy-dialog select", label="C token after token")
    page.wait_for_selector(".tdp-copy-dialog pre >> text=--way autoregressive")
    code = page.inner_text(".tdp-copy-dialog pre >> nth=0")
    assert "import playground as pg" in code and "way='autoregressive'" in code
    assert "transformers' generate() cannot do" in page.inner_text(".tdp-copy-dialog")
