"""A text of one's own in a real Chromium: how it is kept, what the page says of that, and gaps of open length."""

import numpy as np
from page_holds import DRAWER, chosen_cell, columns, run_spec, shown
from page_reader import card, finish, go, open_detail, set_mode, whole
from playwright.sync_api import expect
from service_helpers import wait_until

SHORT = "window.playground.knobs.values = { max_new_tokens: 16, max_denoising_steps: 6, confidence_threshold: 0 }"
SHEET, FILLINGS = ".tdp-own-text", ".tdp-fillings"
VERDICT, ROOM = f"{SHEET} [role=status]", f"{SHEET} .tdp-own-room"


WHY, NOW = ".tdp-favoured-panel .tdp-why", f"{DRAWER} .tdp-now"


def sheet(page, kind, text):
    page.evaluate(SHORT)
    page.click("button[data-part=own_text]")
    dialog = page.locator(SHEET)
    dialog.get_by_role("radio", name=kind).click()
    dialog.locator("textarea").fill(text)
    return dialog


def says(page, selector, part):
    expect(page.locator(selector).first).to_contain_text(part)


def made(page, fits):
    """Waits until the trace of a run whose spec `fits` has come, and returns that."""
    wait_until(lambda: fits(run_spec(page)), page=page)
    finish(page)
    whole(page, 1)
    return run_spec(page)


def run_from(page, text, noise=0.1, margin=None, keep="favoured"):
    dialog = sheet(page, "Start from my text", text)
    dialog.get_by_role("radio", name=keep, exact=True).click()
    dialog.get_by_label("Share of noise").fill(str(noise))
    says(page, VERDICT, f"Expected: {round(100 * noise)} % of 16")
    if margin is not None:
        dialog.get_by_label("Margin, in nats").fill(str(margin))
    dialog.get_by_role("button", name="Run from this text").click()
    return made(page, lambda spec: "start" in spec and spec.get("keep", "free") == keep)


def test_a_typed_text_is_favoured_and_stays_and_the_page_says_so(page):
    assert page.locator("#knob-favour_margin").is_hidden(), "a run without a text has no margin to set"
    spec = run_from(page, "abcdefgh")
    pinned, lead, argmax, inputs = columns(page, "pinned", "lead", "argmax_ids", "input_ids")
    own = inputs[0] == np.array(spec["start"])
    favoured = lead[0] >= 0
    assert favoured.sum() >= 8 and not (favoured & ~own).any()
    assert pinned[:, favoured].all() and (argmax[-1][favoured] == np.array(spec["start"])[favoured]).all()

    go(page, 1, int(np.flatnonzero(favoured & (lead[1] > 0))[0]))
    page.locator(".tdp-is-favoured").wait_for()
    page.locator(".tdp-gave-way").wait_for()
    assert page.locator(".tdp-is-pinned").is_hidden()
    place = int(chosen_cell(page))
    card(page, place)
    words = page.inner_text(NOW)
    assert words.startswith("Your own word, favoured: the model's best, “") and "; up to 32 yours stands." in words
    assert f"is ahead by {float(f'{lead[1][place]:.3g}'):g} nats" in words
    assert f"All {favoured.sum()} tokens of your text stand" in page.inner_text(WHY)
    free = f"{favoured.sum()} of them are favoured and take nothing of the budget."
    assert free in page.inner_text(DRAWER)
    assert page.get_by_role("button", name="Re-noise").is_visible(), "a favoured cell can be changed"
    open_detail(page, "overview")
    says(page, "[role=tabpanel]:visible", "your own word, favoured")
    set_mode(page, "tune")
    page.locator("#knob-favour_margin").wait_for()


def test_past_the_margin_a_word_gives_way_and_a_text_may_be_held_or_left_to_the_sampler(page):
    run_from(page, "abcdefgh", margin=0)
    pinned, lead = columns(page, "pinned", "lead")
    gave = (lead >= 0) & (pinned == 0)
    step = int(np.argmax(gave.sum(1)))
    assert gave[step].any() and (gave == (lead > 0)).all()
    place = int(np.flatnonzero(gave[step])[0])
    go(page, step, place)
    card(page, place)
    words = page.inner_text(NOW)
    assert words.startswith("Your own word, which gave way: the model's best, “")
    assert "more than the margin of 0, so the sampler decides. Now " in words
    mine = (pinned[step] == 1) & (lead[step] >= 0)
    told = page.inner_text(WHY)
    assert told.startswith(f"{mine.sum()} of the {mine.sum() + gave[step].sum()} tokens of your text stand")
    assert "way: the model is surer of another by more than 0 nats." in told
    looks = page.evaluate("playground.player.painter.looks")
    hands = [look // (8 * 2 * 8 * 512) % 5 for look in looks]
    assert [hand == 4 for hand in hands] == gave[step].tolist(), "the marks of the cells"
    assert [hand == 3 for hand in hands] == mine.tolist()
    for keep in ("held", "free"):
        run_from(page, "abcdefgh", noise=0, keep=keep)
        pinned, lead = columns(page, "pinned", "lead")
        assert lead.size == 0 and pinned.any() == (keep == "held")
        assert page.locator(".tdp-is-pinned").is_visible() == (keep == "held")
        assert page.locator(".tdp-is-favoured").is_hidden() and page.locator(WHY).is_hidden()


def test_words_are_counted_in_tokens_while_they_are_typed_and_new_ones_are_marked(page):
    dialog = sheet(page, "Fill the gaps", "abc ____(2-4) d")
    says(page, ROOM, " left.")
    boxes = dialog.locator(".tdp-own-word")
    counts = [word.locator("span").count() for word in boxes.all()]
    assert len(counts) >= 2 and max(counts) > 1
    assert boxes.locator("small").all_inner_texts() == [str(count) for count in counts if count > 1]
    held = sum(counts)
    room = f"{held + 3} to {held + 5} of 16 tokens; at least {11 - held} left."
    assert page.locator(ROOM).inner_text() == room, "with the end"
    assert dialog.locator(".tdp-gap").all_inner_texts() == ["2 to 4 tokens"]
    dialog.locator("textarea").fill("abc ____(6-2) d")
    says(page, VERDICT, "the smaller one first")
    assert dialog.locator(".tdp-own-use").is_disabled() and page.locator(ROOM).inner_text() == ""
    dialog.locator("textarea").fill("abc ____(20) d")
    says(page, ROOM, "there is room for 16.")
    assert dialog.locator(".tdp-own-use").is_disabled()
    page.route("**/page/own_text", lambda route: route.fulfill(json=route.fetch().json() | {"new": ["Abc"]}))
    dialog.locator("textarea").fill("abc d ____(2)")
    says(page, ROOM, " left.")
    strange = dialog.locator(".tdp-new-word")
    assert strange.count() == 1 and "New to this model" in strange.get_attribute("title")
    page.unroute_all(behavior="wait")  # or a question on its way would fail in somebody else's test


def test_gaps_of_open_length_are_filled_by_the_surest(page):
    dialog = sheet(page, "Fill the gaps", "ab____(1-3)c")
    says(page, VERDICT, "3 lengths are tried.")
    dialog.get_by_role("button", name="Fill the gaps").click()
    surest = made(page, lambda spec: "pins" in spec)["pins"]
    page.wait_for_selector(SHEET, state="hidden")
    tried = page.locator(f"{FILLINGS} small").all_text_contents()
    figures = [float(words.split()[0].replace("−", "-")) for words in tried]
    assert len(figures) == 3 and figures == sorted(figures, reverse=True)
    assert page.inner_text(f"{FILLINGS} summary").startswith(f"The surest of 3 lengths: {tried[0]}.")
    assert "token " not in page.get_by_role("group", name="Held by hand").inner_text(), "the pins have their texts"
    page.click(f"{FILLINGS} summary")
    choices = page.locator(f"{FILLINGS} button")
    assert [choices.nth(at).get_attribute("aria-pressed") for at in range(3)] == ["true", "false", "false"]
    text = choices.nth(2).locator("span").inner_text()
    choices.nth(2).click()
    made(page, lambda spec: spec["pins"] != surest)
    assert shown(page)["text"].split() == text.split()
    assert choices.nth(2).get_attribute("aria-pressed") == "true"
    page.evaluate("playground.form.steer({})")
    page.wait_for_selector(FILLINGS, state="hidden")


def test_gaps_in_the_prompt_open_the_sheet_and_trying_can_be_stopped(page):
    page.evaluate(SHORT)
    page.fill("#prompt textarea", "ab____(3)c")
    page.click("#generate")
    dialog = page.locator(SHEET)
    dialog.get_by_role("button", name="A token more").click()
    says(page, VERDICT, "4 tokens between")
    assert dialog.locator("textarea").input_value() == "ab____(4)c"
    dialog.locator("textarea").fill("ab____(1-8)c")
    says(page, VERDICT, "8 lengths are tried.")
    page.evaluate("window.playground.knobs.values = { max_denoising_steps: 1000 }")
    dialog.get_by_role("button", name="Fill the gaps").click()
    dialog.get_by_role("button", name="Stop").click()
    says(page, VERDICT, "Stopped; nothing was filled.")
    assert dialog.evaluate("dialog => dialog.open") and page.is_hidden("#stop")
    assert dialog.get_by_role("button", name="Fill the gaps").is_enabled()
    assert page.locator(FILLINGS).is_hidden()
