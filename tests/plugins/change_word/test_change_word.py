"""One word of the prompt is changed, and only the cells that differ are coloured."""

import numpy as np
import page_helpers as reader
from page_scenes import DIFFERENCES, LANES, SECOND, counted, whole
from playwright.sync_api import expect

WORDS, WORD = ".tdp-prompt-words", ".tdp-one-word input"


def test_a_word_of_the_prompt_is_changed_with_the_same_noise_and_luck(page):
    reader.make(page, "ab cd ab", 16, max_denoising_steps=6, confidence_threshold=0)
    reader.set_mode(page, "compare")
    expect(page.locator(f"{WORDS} button")).to_have_text(["ab", "cd", "ab"])
    assert page.query_selector(".tdp-word-chips button") is None, "what words another model knows is not known"
    page.click(f"{WORDS} button >> nth=0")
    page.fill(WORD, "ab")  # the same word makes no lane
    page.keyboard.press("Enter")
    assert reader.lanes_of(page) == 1 and page.is_hidden("#stop")
    page.fill(WORD, "ef")
    page.keyboard.press("Enter")
    whole(page, 2)
    one, two = (reader.run_spec(page, lane) for lane in (0, 1))
    assert (one["prompt"]["text"], two["prompt"]["text"]) == ("ab cd ab", "ef cd ab")
    assert one["seed"] == two["seed"] and one["settings"] == two["settings"]
    lanes = page.evaluate(LANES)
    assert lanes[0][0] == lanes[1][0], "the same noise"
    counts = counted(lanes)
    assert page.evaluate(DIFFERENCES) == counts and counts[0] == 0 and counts[1] > 0
    assert page.locator(".tdp-differing").count() == len(counts)

    reader.go_to_moment(page, 0)
    paper = reader.colour(page, "--tdp-paper")
    for canvas in (reader.CANVAS, SECOND):
        assert reader.pixel(page, canvas, 3, 3, 6) == paper, "no ground where all is alike"
    reader.go_to_moment(page, 2)
    for position, same in enumerate(np.array(lanes[0][2]) == np.array(lanes[1][2])):
        for canvas in (reader.CANVAS, SECOND):
            ground = reader.pixel(page, canvas, position, 3, 6)
            assert (ground == paper) == bool(same), (position, canvas)
    assert f"After 2 passes {counts[2]} of 16 cells differ" in reader.text(page, reader.SENTENCE)
    assert f"At the end {counts[-1]} differ" in reader.text(page, reader.CAPTION)
    assert page.is_visible("text=the same in each")
    reader.rest(page)
    assert reader.said(page)["cells"] == "differing"
    page.select_option("[aria-label='Which cells are coloured']", "all")
    reader.painted(page, "() => {}")
    assert page.is_hidden("text=the same in each") and page.query_selector(".tdp-differing") is None
    assert reader.pixel(page, reader.CANVAS, 3, 3, 6) != paper or reader.pixel(page, reader.CANVAS, 4, 3, 6) != paper
    page.fill(WORD, "gh")  # another pair takes its place
    page.keyboard.press("Enter")
    whole(page, 2)
    reader.wait_until(lambda: reader.run_spec(page, 1)["prompt"]["text"] == "gh cd ab", page=page)


def test_words_that_the_embedded_model_knows_are_offered_by_their_kind(used_page):
    reader.choose_run(used_page, "Words of your own")
    reader.set_mode(used_page, "compare")
    used_page.wait_for_selector("text=/^dragon ⇄ /")
    assert used_page.get_attribute(f"{WORDS} [aria-pressed=true]", "title") == "Change “dragon”"
    used_page.click(f"{WORDS} >> text=glass")
    offered = used_page.locator(".tdp-word-chips button").all_inner_texts()
    assert len(offered) == 4 and all(chip.startswith("glass ⇄ ") for chip in offered)
    used_page.click(f"{WORDS} >> text=Write")
    assert used_page.locator(".tdp-word-chips button").count() == 0
    assert used_page.get_attribute(WORD, "aria-label") == "Another word for “Write”"
