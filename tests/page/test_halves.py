"""A step that plays slowly shows its two halves: what was drawn, and then what is kept while the rest dissolves.

What the cells hold in each half: `appearance.test.ts`.
"""

import pytest
from page_helpers import GOLDEN, colour, go, go_to_moment, grid, open_trace, pixels

from playground.trace import Trace

STORY = Trace.load(GOLDEN / "story.trace")
DRAWN, ACCEPTED, INPUTS = (STORY.columns[name] for name in ("sampled_ids", "accepted", "input_ids"))
FADING = "playground.player.views.dissolve.canvas.getAnimations().length"

# Notes each change of the picture: what the cells hold, and how many colours the fading picture of each then has.
WATCH = """() => {
  const { player } = playground;
  let last = '';
  window.seen = [];
  window.watch?.abort();
  window.watch = new AbortController();
  player.addEventListener('paint', () => {
    const { half } = player.views.drawn;
    if (last === `${player.moment} ${half}`) return;
    last = `${player.moment} ${half}`;
    const { grid, ratio, ids } = player.painter, { dissolve } = player.views;
    const fading = dissolve.canvas.getAnimations().length;
    const over = new OffscreenCanvas(dissolve.canvas.width, dissolve.canvas.height)
      .getContext('2d', { willReadFrequently: true });
    over.drawImage(dissolve.canvas, 0, 0);
    const colours = ({ x, y, width, height }) => {
      const { data } = over.getImageData((x + 4) * ratio, (y + 4) * ratio, (width - 8) * ratio, (height - 8) * ratio);
      return new Set(new Uint32Array(data.buffer)).size;
    };
    seen.push({ going: fading ? grid.boxes.map(colours) : [], moment: player.moment, step: player.step, half, fading,
      playing: player.playing, ids: [...ids] });
  }, { signal: watch.signal });
}"""


@pytest.fixture
def page(one_page, open_run):
    """The one page, as a fresh one would show the story."""
    open_run("story")
    return one_page


def play(page, moment, *, speed, until):
    """What is seen from a moment on, played at a speed, until another one. Each picture moves the clock by as much."""
    go_to_moment(page, moment)
    page.select_option(".tdp-speed", str(speed))
    page.evaluate("playground.player.fresh = false")
    page.evaluate(WATCH)
    page.evaluate(
        """ms => { const { clock } = playground.player, { tick } = Object.getPrototypeOf(clock);
             clock.tick = () => tick.call(clock, ms);
             playground.player.play(); }""",
        1000 / speed / 5,
    )
    page.wait_for_function("until => playground.player.moment >= until || !playground.player.playing", arg=until)
    page.evaluate("playground.player.pause(); delete playground.player.clock.tick")
    return [one for one in page.evaluate("seen") if one["playing"] and moment <= one["moment"] < until]


def test_a_slow_step_shows_what_was_drawn_and_then_what_is_kept_of_it(page):
    first, *others = play(page, 0, speed=4, until=5)
    assert (first["moment"], first["half"], first["ids"]) == (0, "", INPUTS[0].tolist())
    halves = [(step, half) for step in range(4) for half in ("drawn", "kept")]
    assert [(one["step"], one["half"]) for one in others] == halves
    for one in others:
        step = one["step"]
        if one["half"] == "drawn":
            assert one["ids"] == DRAWN[step].tolist() and one["fading"] == 0
            continue
        kept = ACCEPTED[step]
        assert one["ids"] == [(DRAWN[step] if kept[i] else INPUTS[step + 1])[i] for i in range(128)] and one["fading"]
        words = [token not in STORY.header.special_ids for token in DRAWN[step]]
        fades = [i for i in range(128) if not kept[i] and INPUTS[step + 1][i] != DRAWN[step][i]]
        assert len(fades) > 10 and {one["going"][i] for i in fades} == {1}, "no word fades over another"
        assert all(one["going"][i] > 1 for i in range(128) if words[i] and kept[i]), "the words that stay are there"


def test_the_last_step_has_no_noise_after_it_what_stands_still_is_whole_and_what_is_quick_has_no_halves(page):
    last = len(STORY)
    *_, kept = play(page, last - 1, speed=4, until=last + 1)
    assert (kept["step"], kept["half"], kept["ids"]) == (last - 1, "kept", DRAWN[-1].tolist())
    go(page, 3)
    assert page.evaluate("playground.player.views.drawn.half") == "whole" and page.evaluate(FADING) == 0
    assert {one["half"] for one in play(page, 1, speed=8, until=8)} == {"whole"}
    play(page, 1, speed=1, until=2)
    go(page, 6)
    assert page.evaluate(FADING) == 0, "a jump takes the fading away"
    page.click(".tdp-toolbar [data-value=argmax]")
    for one in play(page, 1, speed=4, until=4):
        assert one["ids"] == STORY.columns["argmax_ids"][one["step"]].tolist(), "only what was drawn has halves"


def test_reduced_motion_fades_nothing(visit, address):
    page = visit(address, reduced_motion="reduce")
    open_trace(page, GOLDEN / "story.trace")
    assert page.input_value(".tdp-speed") == "1"
    seen = play(page, 1, speed=4, until=4)
    assert [one["half"] for one in seen] == ["drawn", "kept"] * 3 and not any(one["fading"] for one in seen)


def test_in_the_input_layer_noise_wears_no_kept_mark(page):
    page.click(".tdp-toolbar [data-value=input]")
    go(page, 10)
    underline = pixels(page, ".tdp-canvas", [(x + width / 2, y + height - 3.75) for x, y, width, height in grid(page)])
    words = [i for i, token in enumerate(INPUTS[10]) if token not in STORY.header.special_ids]
    assert [underline[i] == colour(page, "--tdp-kept") for i in words] == ACCEPTED[9][words].tolist()
