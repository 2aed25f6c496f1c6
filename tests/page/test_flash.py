"""The mark under cells whose token has just changed, in a real Chromium."""

import pytest
from page_helpers import GOLDEN, go, open_trace, pixel

import playground as pg

pytest_plugins = "page_fixtures"

MARKS = "playground.player.views.flash.canvas.getAnimations().length"
LEAST_APART_MS = 120
"""As in flash.js."""


def marks(page, row):
    """Shows a step once the one before has stood long enough; how many marks there are when it is painted."""
    return page.evaluate(
        f"""([step, apart]) => new Promise(done => {{
              const {{ player }} = playground;
              const show = () => {{
                if (performance.now() - player.views.flash.last.at < apart) return requestAnimationFrame(show);
                player.addEventListener('paint', () => done({MARKS}), {{ once: true }});
                player.move(step);
              }};
              show(); }})""",
        [row, LEAST_APART_MS],
    )


def marked(page):
    return [p for p in range(128) if pixel(page, ".tdp-flash", p, 6, -3)[3] > 0]


@pytest.mark.parametrize("shape", ["grid", "text"])
def test_a_step_marks_the_cells_whose_token_changed_and_the_mark_fades(page, shape):
    page.click(f".tdp-toolbar [data-value={shape}]")
    open_trace(page, GOLDEN / "story.trace")
    sampled = pg.Trace.load(GOLDEN / "story.trace").columns["sampled_ids"]
    go(page, 10)
    assert marks(page, 11) == 1
    wanted = (sampled[10] != sampled[11]).nonzero()[0].tolist()
    assert 0 < len(wanted) < 128 and marked(page) == wanted
    page.wait_for_function(f"{MARKS} === 0")
    assert page.evaluate("getComputedStyle(playground.player.views.flash.canvas).opacity") == "0"


def test_jumps_quick_steps_and_other_looks_mark_nothing(page):
    go(page, 3)
    assert marks(page, 9) == 0, "a jump"
    page.click(".tdp-toolbar [data-value=argmax]")
    page.wait_for_function("playground.player.views.flash.last.layer === 'argmax'")
    assert page.evaluate(MARKS) == 0, "the same step, another layer"
    page.select_option(".tdp-speed", "30")
    page.evaluate(
        """apart => {
             const { player } = playground;
             const { flash } = player.views;
             let { fading, last: { at } } = flash;
             window.quick = [];
             player.addEventListener('paint', () => {
               if (at < flash.last.at && flash.last.at < at + apart) quick.push(flash.fading !== fading);
               ({ fading, last: { at } } = flash);
             }); }""",
        LEAST_APART_MS,
    )
    page.wait_for_function(
        """() => {
             const { player } = playground;
             if (!player.playing) { player.clock.seek(0); player.play(); }
             return quick.length > 0; }""",  # a busy machine paints few steps that fast
        timeout=120_000,
    )
    assert not any(page.evaluate("quick"))


def test_reduced_motion_marks_nothing(visit, address):
    page = visit(address, reduced_motion="reduce")
    go(page, 3)
    assert marks(page, 4) == 0
    page.emulate_media(reduced_motion="no-preference")
    assert marks(page, 5) == 1
