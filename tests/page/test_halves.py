"""A step that plays slowly shows its two halves: what was drawn, and then what is kept while the rest dissolves."""

import pytest
from page_helpers import GOLDEN, colour, go, go_to_moment, open_trace

from playground.trace import Trace
from playground.trace.status import status

STORY = Trace.load(GOLDEN / "story.trace")
STATUS = status(STORY.columns["accepted"], STORY.columns["block"])
FADING = "playground.player.views.dissolve.canvas.getAnimations().length"

# Notes each change of the picture: what the cells hold, the colour of their grounds, and whether anything fades.
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
    const { canvas, grid, ratio, ids } = player.painter;
    const blank = new OffscreenCanvas(canvas.width, canvas.height);
    const copy = blank.getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const ground = ({ x, y }) => copy.getImageData((x + 6) * ratio, (y + 6) * ratio, 1, 1).data.join();
    const { dissolve } = player.views;
    const over = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    over.drawImage(dissolve.canvas, 0, 0);
    const colours = ({ x, y, width, height }) => {
      const { data } = over.getImageData((x + 4) * ratio, (y + 4) * ratio, (width - 8) * ratio, (height - 8) * ratio);
      return new Set(new Uint32Array(data.buffer)).size;
    };
    const going = dissolve.canvas.getAnimations().length > 0 ? grid.boxes.map(colours) : [];
    seen.push({ going, moment: player.moment, step: player.step, half, playing: player.playing,
      ids: [...ids], grounds: grid.boxes.map(ground), fading: dissolve.canvas.getAnimations().length });
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


def grounds(page, *names):
    return [",".join(map(str, colour(page, f"--tdp-{name}"))) for name in names]


def of_words(step):
    return [i for i, token in enumerate(STORY.columns["sampled_ids"][step]) if token not in STORY.header.special_ids]


@pytest.mark.thorough
def test_a_slow_step_shows_what_was_drawn_and_then_what_is_kept_of_it(page):
    noise, card, fresh = grounds(page, "noise", "card", "kept-ground")
    first, *others = play(page, 0, speed=4, until=5)
    drawn, accepted, inputs = (STORY.columns[name] for name in ("sampled_ids", "accepted", "input_ids"))
    assert (first["moment"], first["half"], first["ids"]) == (0, "", inputs[0].tolist())
    assert set(first["grounds"]) == {noise}
    assert [(one["step"], one["half"]) for one in others] == [
        (step, half) for step in range(4) for half in ("drawn", "kept")
    ]
    for one in others:
        step = one["step"]
        words = of_words(step)
        if one["half"] == "drawn":
            assert one["ids"] == drawn[step].tolist() and one["fading"] == 0
            before = accepted[step - 1] if step else accepted[0] & False
            assert [one["grounds"][i] == card for i in words if before[i]] == [True] * int(before[words].sum())
            assert not {one["grounds"][i] for i in words if not before[i]} & {noise, fresh}
        else:
            thrown_back = (~accepted[step]).nonzero()[0].tolist()
            assert len(thrown_back) > 10 and one["fading"] == 1
            assert [one["ids"][i] for i in thrown_back] == inputs[step + 1][thrown_back].tolist(), (
                "the next step's noise"
            )
            assert {one["grounds"][i] for i in thrown_back} == {noise}
            others = [i for i in thrown_back if inputs[step + 1][i] != drawn[step][i]]
            assert {one["going"][i] for i in others} == {1}, "no word fades over another"
            assert all(one["going"][i] > 1 for i in words if accepted[step][i]), "the words that stay are there"
            assert [one["ids"][i] for i in words if accepted[step][i]] == drawn[step][words][
                accepted[step][words]
            ].tolist()
            for code, ground in ((0, card), (1, fresh)):
                assert {one["grounds"][i] for i in words if STATUS[step][i] == code} <= {ground}


def test_the_last_step_has_no_noise_after_it(page):
    last = len(STORY)
    page.evaluate("last => playground.player.clock.seek(last - 1)", last)
    *_, kept = play(page, last - 1, speed=4, until=last + 1)
    assert (kept["step"], kept["half"], kept["ids"]) == (last - 1, "kept", STORY.columns["sampled_ids"][-1].tolist())
    assert grounds(page, "noise")[0] not in kept["grounds"]


def test_what_stands_still_is_whole_and_what_is_quick_has_no_halves(page):
    go(page, 3)
    assert page.evaluate("playground.player.views.drawn.half") == "whole" and page.evaluate(FADING) == 0
    assert page.evaluate("playground.player.painter.ids") == STORY.columns["sampled_ids"][3].tolist()
    assert {one["half"] for one in play(page, 1, speed=8, until=8)} == {"whole"}
    play(page, 1, speed=1, until=2)
    go(page, 6)
    assert page.evaluate(FADING) == 0, "a jump takes the fading away"


@pytest.mark.parametrize("layer", ["input", "argmax"])
def test_only_what_was_drawn_has_halves(page, layer):
    page.click(f".tdp-toolbar [data-value={layer}]")
    for one in play(page, 1, speed=4, until=4):
        assert one["ids"] == STORY.columns[f"{layer}_ids"][one["step"]].tolist()


def test_reduced_motion_fades_nothing(visit, address):
    page = visit(address, reduced_motion="reduce")
    open_trace(page, GOLDEN / "story.trace")
    assert page.input_value(".tdp-speed") == "1"
    seen = play(page, 1, speed=4, until=4)
    assert [one["half"] for one in seen] == ["drawn", "kept"] * 3 and not any(one["fading"] for one in seen)


def test_in_the_input_layer_noise_wears_no_kept_mark(page):
    """What went into a step is what the step before had kept, and noise: at the first step, noise alone."""
    page.click(".tdp-toolbar [data-value=input]")
    noise, card, paper = grounds(page, "noise", "card", "paper")
    page.evaluate(WATCH)
    for step in (0, 5, 10):
        go(page, step)
        (one,) = [one for one in page.evaluate("seen") if one["step"] == step]
        kept = STORY.columns["accepted"][step - 1] if step else STORY.columns["accepted"][0] & False
        assert {ground for ground, was in zip(one["grounds"], kept, strict=True) if not was} == {noise}
        assert {ground for ground, was in zip(one["grounds"], kept, strict=True) if was} <= {card, paper}
        underline = page.evaluate(
            """() => {
              const { canvas, grid, ratio } = playground.player.painter;
              const blank = new OffscreenCanvas(canvas.width, canvas.height);
              const copy = blank.getContext('2d', { willReadFrequently: true });
              copy.drawImage(canvas, 0, 0);
              return grid.boxes.map(({ x, y, width, height }) =>
                copy.getImageData((x + width / 2) * ratio, (y + height - 3.75) * ratio, 1, 1).data.join());
            }"""
        )
        (blue,) = grounds(page, "kept")
        special = STORY.header.special_ids
        words = [i for i, token in enumerate(STORY.columns["input_ids"][step]) if token not in special]
        assert {underline[i] == blue for i in words if not kept[i]} == {False}
        assert all(underline[i] == blue for i in words if kept[i])
