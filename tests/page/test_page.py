"""The whole page in a real Chromium: first paint, replay, looks and help."""

import json
import runpy
import socket
import sys

import pytest
from page_helpers import (
    GOLDEN,
    LAST_OF_LILY,
    LILY_RUN,
    READY,
    ROOT,
    HeldSlot,
    assert_same,
    choose_run,
    colour,
    draw_curve,
    drawn,
    finish,
    go,
    grid,
    label,
    open_detail,
    open_trace,
    painted,
    pixels,
    row,
    set_knob,
    set_mode,
    shown,
    stand_still,
    text,
)

import playground as pg
from playground.trace.metrics import content
from workshop.page.sources import evaluate

INDEX = json.loads((ROOT / "assets" / "recorded" / "index.json").read_text())


@pytest.fixture
def page(used_page):
    return used_page


def test_first_paint_is_a_recorded_run_that_plays_from_its_noise_and_generate_waits_for_the_model(visit, serve):
    slot = HeldSlot()
    page = visit(serve(slot))
    assert page.get_attribute("#model-status", "data-state") != "ready"
    assert label(page) == "RECORDED"
    frames = shown(page)["frames"]
    assert 0 < row(page) < len(LILY_RUN) - 1 and not page.evaluate("playground.player.playing")
    page.keyboard.press("ArrowRight")
    speed = page.evaluate("playground.player.clock.speed")
    stand_still(page)
    page.click(".tdp-from-noise")
    page.wait_for_function(
        """() => playground.player.playing && playground.player.moment === 0 && playground.player.noise
           && document.querySelector('.tdp-from-noise').hidden
           && document.querySelector('.tdp-sentence').textContent.includes('The canvas is noise')"""
    )
    painted(page, "() => {}")
    assert page.evaluate("playground.player.painter.ids") == LILY_RUN.columns["input_ids"][0].tolist()
    grounds = pixels(page, ".tdp-canvas", [(x + 6, y + 6) for x, y, *_ in grid(page)])
    assert {tuple(ground) for ground in grounds} == {tuple(colour(page, "--tdp-noise"))}, "a ground of its own"
    assert not any(panel.is_visible() for panel in page.locator(".tdp-watch > *").all()), "nothing was measured"
    page.click(".tdp-play")
    page.evaluate("speed => { playground.player.clock.speed = speed; }", speed)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    page.wait_for_function("last => playground.player.playing && playground.player.step >= last - 2", arg=LAST_OF_LILY)

    for name, value in {"confidence_threshold": 0, "max_denoising_steps": 1000}.items():  # it goes on until stopped
        set_knob(page, name, value)
    page.click("#generate")
    page.wait_for_function("() => document.querySelector('#waiting-text').textContent.includes('still loading')")
    assert page.is_disabled("#generate")
    assert_same(frames, LILY_RUN)
    slot.release()
    page.wait_for_function(
        """() => playground.player.recording.live && playground.player.recording.frames.length > 0
           && document.querySelector('.tdp-label').textContent === 'LIVE'"""
    )
    page.evaluate("playground.live.stop()")
    finish(page)
    page.wait_for_selector(READY)
    assert text(page, "#model-status").startswith("The embedded model is ready: revision ")


def test_the_file_that_a_space_runs_is_serve(monkeypatch, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(sys, "argv", ["app.py", "--port", str(port), "--host", "127.0.0.1"])
        with pytest.raises(SystemExit) as refused:
            runpy.run_path(str(ROOT / "app.py"), run_name="__main__")
    assert refused.value.code == 2 and f"Port {port} on 127.0.0.1 is taken" in capsys.readouterr().err


@pytest.mark.thorough
def test_runs_that_were_shown_long_ago_are_packed_and_come_back(page):
    for path in sorted(GOLDEN.glob("*.trace")):
        open_trace(page, path)
    for entry in INDEX:
        choose_run(page, entry["title"])
        page.wait_for_function("title => playground.player.recording.run === title", arg=entry["title"])
    assert page.evaluate("playground.runList.items.filter(({recording}) => recording).length") == 4
    choose_run(page, "story.trace")
    page.wait_for_function("() => playground.player.recording.run === 'story.trace'")
    assert_same(shown(page)["frames"], pg.Trace.load(GOLDEN / "story.trace"))


def test_playback_controls_move_the_playhead(page):
    last = page.evaluate("playground.player.clock.count") - 1
    at = row(page)
    page.click("button[aria-label^='Step forward']")
    assert row(page) == at + 1
    page.click("button[aria-label^='Step back']")
    page.click("button[aria-label^='Step back']")
    assert row(page) == at - 1
    slider = page.get_by_role("slider", name="Step", exact=True)
    slider.fill(str(last - 3))
    assert row(page) == last - 4, "the noise is the first moment"
    for key, words in (("ArrowRight", f"step {last - 2} of {last}"), ("Home", f"step 0 of {last}, noise")):
        page.keyboard.press(key)
        page.wait_for_selector(f".tdp-slider[aria-valuetext='{words}']")
    page.select_option(".tdp-speed", "30")
    page.click("button[aria-label^='Play']")
    page.wait_for_function("last => playground.player.moment === last && !playground.player.playing", arg=last)
    stand_still(page)
    page.click("button[aria-label^='Play']")
    page.wait_for_function("() => playground.player.playing && playground.player.step < 10")
    page.click("button[aria-label^='Pause']")
    assert not page.evaluate("playground.player.playing")


PLACES = """() => { const { chart, layout, scale, head, slider } = playground.player.timeline;
  const [{ left, top }, track] = [chart, slider].map((one) => one.getBoundingClientRect());
  return { top, xs: [...Array(playground.player.clock.count).keys()].map((at) => left + scale * layout.x(at)),
    line: head.getBoundingClientRect().left + parseFloat(head.style.getPropertyValue('--tdp-at')),
    knob: track.left + 9 + (track.width - 18) * slider.value / slider.max }; }"""
"""Where moments are on the timeline, and where its line and its knob, as the browser draws it, stand."""


def test_a_click_or_a_drag_anywhere_on_the_timeline_moves_to_that_moment_where_knob_and_line_stand(page):
    for width in (1440, 700):
        page.set_viewport_size({"width": width, "height": 1000})
        drawn(page)
        places = page.evaluate(PLACES)
        xs, top, last = places["xs"], places["top"], len(places["xs"]) - 1
        page.mouse.click(xs[12], top + 30)
        assert page.evaluate("playground.player.moment") == 12
        page.keyboard.press("ArrowLeft")
        assert page.evaluate("playground.player.moment") == 11, "a click gives the slider the focus"
        page.mouse.move(xs[3] + 2, top + 50)
        page.mouse.down()
        for x, moment in ((xs[3], 3), (xs[7] - 2, 7), (5000, last)):
            page.mouse.move(x, top + 20)
            page.wait_for_function("moment => playground.player.moment === moment", arg=moment)
        page.mouse.up()
        page.mouse.move(xs[1], top + 30)
        for moment in (0, 9, last):
            page.evaluate("moment => playground.player.seek(moment)", moment)
            drawn(page)
            places = page.evaluate(PLACES)
            assert [places["line"], places["knob"]] == pytest.approx([xs[moment]] * 2, abs=0.6)


def test_keys_move_the_playhead_but_not_while_typing(page):
    last = page.evaluate("playground.player.clock.count") - 1
    moment = "[playground.player.moment, playground.player.step, playground.player.noise]"
    page.keyboard.press("End")
    assert page.evaluate(moment) == [last, last - 1, False]
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(moment) == [last - 1, last - 2, False]
    page.keyboard.press("Home")
    assert page.evaluate(moment) == [0, 0, True]
    page.keyboard.press("ArrowRight")
    assert page.evaluate(moment) == [1, 0, False]
    page.keyboard.press("Space")
    assert page.evaluate("playground.player.playing")
    page.keyboard.press("Space")
    assert not page.evaluate("playground.player.playing")
    at = row(page)
    prompt = page.input_value("#prompt textarea")
    page.focus("#prompt textarea")
    for key in ("Home", "Space", "ArrowRight"):
        page.keyboard.press(key)
    assert row(page) == at and not page.evaluate("playground.player.playing")
    assert page.input_value("#prompt textarea") != prompt
    page.locator(".tdp-speed").click()
    page.keyboard.press("ArrowDown")  # in the open menu
    page.keyboard.press("Enter")
    page.wait_for_function("() => playground.player.clock.speed === 4")
    page.evaluate("playground.player.seek(5)")
    page.keyboard.press("ArrowRight")
    assert row(page) == 5 and page.input_value(".tdp-speed") == "4", "the menu gives the keys back"


def test_the_sentence_the_text_and_the_curve_follow_the_playhead(page):
    """What they say: `sentences.test.ts`, `series.test.ts`."""
    open_trace(page, GOLDEN / "story.trace")
    draw_curve(page)
    trace = pg.Trace.load(GOLDEN / "story.trace")
    heads = []
    for at in (0, len(trace) - 1):
        go(page, at)
        accepted, held = trace.columns["accepted"][at], content(trace)[at]
        kept = f"all {held.sum()}" if at else f"{(accepted & held).sum()} of {held.sum()}"
        assert f"It keeps {kept} tokens" in text(page, ".tdp-sentence")
        heads.append(page.evaluate("document.querySelector('.tdp-playhead').style.getPropertyValue('--tdp-at')"))
    assert heads[0] != heads[1]
    assert page.locator(".tdp-curve").get_attribute("aria-label").startswith("Mean uncertainty:")
    open_detail(page, "text")
    assert page.evaluate("document.querySelector('.tdp-text').textContent") == trace.text


def test_cells_are_drawn_in_the_colour_of_their_entropy_until_they_are_kept(page):
    """Reads the canvas itself: the ground of every cell at two steps, against its status and recorded entropy."""
    open_trace(page, GOLDEN / "story.trace")
    grounds = {name: colour(page, f"--tdp-{name}")[:3] for name in ("paper", "card", "kept-ground")}
    for at in (1, 5):
        go(page, at)
        expected = evaluate(
            page,
            """([step, grounds]) => {
          const { painter: { palette }, recording } = playground.player;
          const { entropy, status, sampled_ids: ids } = recording.frames[step];
          return [...status].map((code, position) => {
            if (code >= 2) return palette[sources.shadeOf(entropy[position])].fill.match(/\\d+/g).map(Number);
            const empty = recording.emptiness(ids[position]) !== '';
            return grounds[empty ? 'paper' : code === 1 ? 'kept-ground' : 'card']; }); }""",
            [at, grounds],
        )
        drawn = pixels(page, ".tdp-canvas", [(x + 6, y + 6) for x, y, *_ in grid(page)])
        assert [ground[:3] for ground in drawn] == expected


def test_a_quantity_is_written_alike_wherever_it_stands(page):
    page.click(".tdp-toolbar [data-value=bits]")
    set_mode(page, "tune")
    set_mode(page, "watch")
    open_detail(page, "table")
    go(page, 0, 2)
    page.wait_for_selector(".tdp-step-table caption:has-text('step 1:')")
    line = page.locator(".tdp-step-table tr[data-position='2'] td")
    said = f" {line.nth(2).inner_text()} bits"
    open_detail(page, "overview")
    page.evaluate("playground.player.views.deck.point(2)")
    assert said in page.evaluate("playground.player.captions.chosenSentence(0)")
    for place in (".tdp-inspector-panel", ".tdp-overview-panel .tdp-readout"):
        assert said in text(page, place), place
    assert said in page.get_attribute(".tdp-decision-panel .tdp-step-chart", "aria-valuetext")
    mean = text(page, ".tdp-caption").partition("positions: ")[2].partition(" at temperature")[0]
    assert mean.endswith("bits") and mean in text(page, ".tdp-gauge-panel")
