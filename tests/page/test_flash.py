"""The mark under cells whose token has just changed, in a real Chromium."""

import pytest
from page_helpers import GOLDEN, go, pixel

import playground as pg

pytest_plugins = "page_fixtures"

MARKS = "playground.views.flash.canvas.getAnimations().length"


def marked(page):
    return [p for p in range(128) if pixel(page, ".tdp-flash", p, 6, -3)[3] > 0]


@pytest.mark.parametrize("shape", ["grid", "text"])
def test_a_step_marks_the_cells_whose_token_changed_and_the_mark_fades(page, shape):
    page.click(f".tdp-toolbar [data-value={shape}]")
    page.set_input_files(".token-canvas input[type=file]", GOLDEN / "story.trace")
    page.wait_for_function("playground.recording.run === 'story.trace'")
    sampled = pg.Trace.load(GOLDEN / "story.trace").columns["sampled_ids"]
    go(page, 10)
    page.wait_for_timeout(200)
    go(page, 11)
    assert page.evaluate(MARKS) == 1
    wanted = (sampled[10] != sampled[11]).nonzero()[0].tolist()
    assert 0 < len(wanted) < 128 and marked(page) == wanted
    page.wait_for_function(f"{MARKS} === 0")
    assert page.evaluate("getComputedStyle(playground.views.flash.canvas).opacity") == "0"


def test_jumps_quick_steps_and_other_looks_mark_nothing(page):
    go(page, 3)
    page.wait_for_timeout(200)
    go(page, 9)  # a jump
    assert page.evaluate(MARKS) == 0
    page.click(".tdp-toolbar [data-value=argmax]")  # the same step, another layer
    page.wait_for_timeout(60)
    assert page.evaluate(MARKS) == 0
    page.select_option(".tdp-speed", "30")
    page.evaluate(f"() => {{ window.marks = []; playground.onpaint = () => marks.push({MARKS}); }}")
    page.evaluate("() => { playground.player.seek(0); playground.player.play(); playground.refresh(); }")
    page.wait_for_function("!playground.player.playing && marks.length > 10")
    assert sum(page.evaluate("marks.slice(2)")) == 0


def test_reduced_motion_marks_nothing(visit, address):
    page = visit(address, reduced_motion="reduce")
    go(page, 3)
    page.wait_for_timeout(200)
    go(page, 4)
    assert page.evaluate(MARKS) == 0
    page.emulate_media(reduced_motion="no-preference")
    page.wait_for_timeout(200)
    go(page, 5)
    assert page.evaluate(MARKS) == 1
