"""One word of the prompt is changed, and only the cells that differ are coloured."""

import numpy as np
from page_helpers import choose_run, colour, finish, go_to_moment, painted, pixel, rest, said, set_mode, start
from page_scenes import DIFFERENCES, LANES, SECOND, counted, whole


def test_a_word_of_the_prompt_is_changed_with_the_same_noise_and_luck(page):
    start(page, "ab cd ab", 16, max_denoising_steps=6, confidence_threshold=0)
    finish(page)
    set_mode(page, "compare")
    page.wait_for_selector(".tdp-prompt-words button")
    assert page.locator(".tdp-prompt-words button").all_inner_texts() == ["ab", "cd", "ab"]
    assert page.query_selector(".tdp-word-chips button") is None, "what words another model knows is not known"
    page.click(".tdp-prompt-words button >> nth=0")
    page.fill(".tdp-one-word input", "ab")  # the same word makes no lane
    page.keyboard.press("Enter")
    assert page.evaluate("[playground.player.lanes.length, playground.ask.busy]") == [1, False]
    page.fill(".tdp-one-word input", "ef")
    page.keyboard.press("Enter")
    whole(page, 2)
    one, two = page.evaluate("playground.player.lanes.map(({ header }) => header.spec)")
    assert (one["prompt"]["text"], two["prompt"]["text"]) == ("ab cd ab", "ef cd ab")
    assert one["seed"] == two["seed"] and one["settings"] == two["settings"]
    lanes = page.evaluate(LANES)
    assert lanes[0][0] == lanes[1][0], "the same noise"
    counts = counted(lanes)
    assert page.evaluate(DIFFERENCES) == counts and counts[0] == 0 and counts[1] > 0
    assert page.locator(".tdp-differing").count() == len(counts)

    go_to_moment(page, 0)
    paper = colour(page, "--tdp-paper")
    assert pixel(page, ".tdp-canvas", 3, 3, 6) == pixel(page, SECOND, 3, 3, 6) == paper, "no ground where all is alike"
    go_to_moment(page, 2)
    for position, same in enumerate(np.array(lanes[0][2]) == np.array(lanes[1][2])):
        for canvas in (".tdp-canvas", SECOND):
            ground = pixel(page, canvas, position, 3, 6)
            assert (ground == paper) == bool(same), (position, canvas)
    assert f"After 2 passes {counts[2]} of 16 cells differ" in page.inner_text(".tdp-sentence")
    assert f"At the end {counts[-1]} differ" in page.inner_text(".tdp-aside")
    assert page.is_visible("text=the same in each")
    rest(page)
    assert said(page)["cells"] == "differing"
    page.select_option("[aria-label='Which cells are coloured']", "all")
    painted(page, "() => {}")
    assert page.is_hidden("text=the same in each") and page.query_selector(".tdp-differing") is None
    assert pixel(page, ".tdp-canvas", 3, 3, 6) != paper or pixel(page, ".tdp-canvas", 4, 3, 6) != paper
    page.fill(".tdp-one-word input", "gh")  # another pair takes its place
    page.keyboard.press("Enter")
    page.wait_for_function("() => playground.player.lanes[1]?.header.spec.prompt.text === 'gh cd ab'")
    whole(page, 2)


def test_words_that_the_embedded_model_knows_are_offered_by_their_kind(used_page):
    choose_run(used_page, "Words of your own")
    set_mode(used_page, "compare")
    used_page.wait_for_selector("text=/^dragon ⇄ /")
    assert used_page.get_attribute(".tdp-prompt-words [aria-pressed=true]", "title") == "Change “dragon”"
    used_page.click(".tdp-prompt-words >> text=glass")
    offered = used_page.locator(".tdp-word-chips button").all_inner_texts()
    assert len(offered) == 4 and all(chip.startswith("glass ⇄ ") for chip in offered)
    used_page.click(".tdp-prompt-words >> text=Write")
    assert used_page.locator(".tdp-word-chips button").count() == 0
    assert used_page.get_attribute(".tdp-one-word input", "aria-label") == "Another word for “Write”"
