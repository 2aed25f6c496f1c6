"""One word of the prompt is changed, and only the cells that differ are coloured."""

import numpy as np
from page_holds import CANVAS, CAPTION, DIFFERENCES, LANES, SECOND, SENTENCE, counted, lanes_of, run_spec, said
from page_places import colour, pixel
from page_reader import choose_run, go_to_moment, make, painted, rest, set_mode, whole
from playwright.sync_api import expect
from service_helpers import wait_until

WORDS, WORD = ".tdp-prompt-words", ".tdp-one-word input"


def test_a_word_of_the_prompt_is_changed_with_the_same_noise_and_luck(page):
    make(page, "ab cd ab", 16, max_denoising_steps=6, confidence_threshold=0)
    set_mode(page, "compare")
    expect(page.locator(f"{WORDS} button")).to_have_text(["ab", "cd", "ab"])
    assert page.query_selector(".tdp-word-chips button") is None, "what words another model knows is not known"
    page.click(f"{WORDS} button >> nth=0")
    page.fill(WORD, "ab")  # the same word makes no lane
    page.keyboard.press("Enter")
    assert lanes_of(page) == 1 and page.is_hidden("#stop")
    page.fill(WORD, "ef")
    page.keyboard.press("Enter")
    whole(page, 2)
    one, two = (run_spec(page, lane) for lane in (0, 1))
    assert (one["prompt"]["text"], two["prompt"]["text"]) == ("ab cd ab", "ef cd ab")
    assert one["seed"] == two["seed"] and one["settings"] == two["settings"]
    lanes = page.evaluate(LANES)
    assert lanes[0][0] == lanes[1][0], "the same noise"
    counts = counted(lanes)
    assert page.evaluate(DIFFERENCES) == counts and counts[0] == 0 and counts[1] > 0
    assert page.locator(".tdp-differing").count() == len(counts)

    go_to_moment(page, 0)
    paper = colour(page, "--tdp-paper")
    for canvas in (CANVAS, SECOND):
        assert pixel(page, canvas, 3, 3, 6) == paper, "no ground where all is alike"
    go_to_moment(page, 2)
    for position, same in enumerate(np.array(lanes[0][2]) == np.array(lanes[1][2])):
        for canvas in (CANVAS, SECOND):
            ground = pixel(page, canvas, position, 3, 6)
            assert (ground == paper) == bool(same), (position, canvas)
    assert f"After 2 passes {counts[2]} of 16 cells differ" in page.inner_text(SENTENCE)
    assert f"At the end {counts[-1]} differ" in page.inner_text(CAPTION)
    assert page.is_visible("text=the same in each")
    rest(page)
    assert said(page)["cells"] == "differing"
    page.select_option("[aria-label='Which cells are coloured']", "all")
    painted(page, "() => {}")
    assert page.is_hidden("text=the same in each") and page.query_selector(".tdp-differing") is None
    assert pixel(page, CANVAS, 3, 3, 6) != paper or pixel(page, CANVAS, 4, 3, 6) != paper
    page.fill(WORD, "gh")  # another pair takes its place
    page.keyboard.press("Enter")
    whole(page, 2)
    wait_until(lambda: run_spec(page, 1)["prompt"]["text"] == "gh cd ab", page=page)


def test_words_that_the_embedded_model_knows_are_offered_by_their_kind(used_page):
    choose_run(used_page, "Words of your own")
    set_mode(used_page, "compare")
    used_page.wait_for_selector("text=/^dragon ⇄ /")
    assert used_page.get_attribute(f"{WORDS} [aria-pressed=true]", "title") == "Change “dragon”"
    used_page.click(f"{WORDS} >> text=glass")
    offered = used_page.locator(".tdp-word-chips button").all_inner_texts()
    assert len(offered) == 4 and all(chip.startswith("glass ⇄ ") for chip in offered)
    used_page.click(f"{WORDS} >> text=Write")
    assert used_page.locator(".tdp-word-chips button").count() == 0
    assert used_page.get_attribute(WORD, "aria-label") == "Another word for “Write”"
