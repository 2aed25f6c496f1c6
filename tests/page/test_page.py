"""The whole page in a real Chromium: first paint, replay, looks and help."""

import json
import runpy
import socket
import sys

import page_holds as holds
import page_reader as reader
import pytest
from page_places import colour, grid, pixels
from service_helpers import HeldSlot

import playground as pg
from playground.trace.metrics import content
from workshop.page.sources import evaluate

INDEX = json.loads((holds.ROOT / "assets" / "recorded" / "index.json").read_text())


@pytest.fixture
def page(used_page):
    return used_page


def test_first_paint_is_a_recorded_run_that_plays_from_its_noise_and_generate_waits_for_the_model(visit, serve):
    slot = HeldSlot()
    page = visit(serve(slot))
    assert page.get_attribute("#model-status", "data-state") != "ready"
    assert holds.label(page) == "RECORDED"
    frames = holds.shown(page)["frames"]
    reader.plays(page, False)
    assert 1 < holds.moment_of(page) < len(holds.LILY_RUN)
    page.keyboard.press("ArrowRight")
    reader.stand_still(page)
    page.get_by_role("button", name="Watch it from the noise").click()
    reader.plays(page)
    reader.at(page, 0)
    page.get_by_text("The canvas is noise").first.wait_for()
    assert page.get_by_role("button", name="Watch it from the noise").count() == 0
    reader.painted(page, "() => {}")
    assert holds.cells_of(page) == holds.LILY_RUN.columns["input_ids"][0].tolist()
    grounds = pixels(page, holds.CANVAS, [(x + 6, y + 6) for x, y, *_ in grid(page)])
    assert {tuple(ground) for ground in grounds} == {tuple(colour(page, "--tdp-noise"))}, "a ground of its own"
    assert not any(panel.is_visible() for panel in page.locator(".tdp-watch > *").all()), "nothing was measured"
    page.click(holds.PLAY)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    reader.plays(page)
    reader.at(page, holds.LAST_OF_LILY - 1)

    for name, value in {"confidence_threshold": 0, "max_denoising_steps": 1000}.items():  # it goes on until stopped
        reader.set_knob(page, name, value)
    page.click("#generate")
    page.get_by_text("still loading").wait_for()
    assert page.is_disabled("#generate")
    holds.assert_same(frames, holds.LILY_RUN)
    slot.release()
    reader.goes_on(page)
    reader.stop(page)
    page.wait_for_selector(holds.READY)
    assert page.inner_text("#model-status").startswith("The embedded model is ready: revision ")


def test_the_file_that_a_space_runs_is_serve(monkeypatch, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(sys, "argv", ["app.py", "--port", str(port), "--host", "127.0.0.1"])
        with pytest.raises(SystemExit) as refused:
            runpy.run_path(str(holds.ROOT / "app.py"), run_name="__main__")
    assert refused.value.code == 2 and f"Port {port} on 127.0.0.1 is taken" in capsys.readouterr().err


@pytest.mark.thorough
def test_runs_that_were_shown_long_ago_are_packed_and_come_back(page):
    for path in sorted(holds.GOLDEN.glob("*.trace")):
        reader.open_trace(page, path)
    for entry in INDEX:
        reader.choose_run(page, entry["title"])
    assert page.evaluate("playground.runList.items.filter(({recording}) => recording).length") == 4
    reader.choose_run(page, "story.trace")
    holds.assert_same(holds.shown(page)["frames"], pg.Trace.load(holds.GOLDEN / "story.trace"))


def test_playback_controls_and_keys_move_the_playhead_but_not_while_typing(page):
    last, there = holds.moments_of(page) - 1, holds.moment_of(page)
    page.get_by_label("Step forward").click()
    reader.at(page, there + 1)
    page.get_by_label("Step back").click(click_count=2)
    reader.at(page, there - 1)
    page.fill(holds.SLIDER, str(last - 3))
    for key, words in (("ArrowRight", f"step {last - 2} of {last}"), ("Home", f"step 0 of {last}, noise")):
        page.keyboard.press(key)
        page.wait_for_selector(f"{holds.SLIDER}[aria-valuetext='{words}']")
    page.select_option(holds.SPEED, "30")
    page.click(holds.PLAY)
    reader.at(page, last)
    reader.plays(page, False)
    reader.stand_still(page)
    page.click(holds.PLAY)
    reader.plays(page)
    reader.at(page, 0)
    for key, moment in (("Space", 0), ("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        reader.at(page, moment)
    reader.plays(page, False)
    prompt = page.input_value("#prompt textarea")
    page.focus("#prompt textarea")
    for key in ("Home", "Space", "ArrowRight"):
        page.keyboard.press(key)
    reader.drawn(page)
    reader.at(page, 1)
    reader.plays(page, False)
    assert page.input_value("#prompt textarea") != prompt
    page.locator(holds.SPEED).click()
    page.keyboard.press("ArrowUp")  # in the open menu
    page.keyboard.press("Enter")
    reader.go_to_moment(page, 5)
    page.keyboard.press("ArrowRight")  # the menu gives the keys back
    reader.at(page, 6)
    assert page.input_value(holds.SPEED) == "16"


PLACES = """() => { const { chart, layout, scale, head, slider } = playground.player.timeline;
  const [{ left, top }, track] = [chart, slider].map((one) => one.getBoundingClientRect());
  return { top, xs: [...Array(playground.player.clock.count).keys()].map((at) => left + scale * layout.x(at)),
    line: head.getBoundingClientRect().left + parseFloat(head.style.getPropertyValue('--tdp-at')),
    knob: track.left + 9 + (track.width - 18) * slider.value / slider.max }; }"""
"""Where moments are on the timeline, and where its line and its knob, as the browser draws it, stand."""


def test_a_click_or_a_drag_anywhere_on_the_timeline_moves_to_that_moment_where_knob_and_line_stand(page):
    for width in (1440, 700):
        page.set_viewport_size({"width": width, "height": 1000})
        reader.drawn(page)
        places = page.evaluate(PLACES)
        xs, top, last = places["xs"], places["top"], len(places["xs"]) - 1
        page.mouse.click(xs[12], top + 30)
        reader.at(page, 12)
        page.keyboard.press("ArrowLeft")
        reader.at(page, 11)  # a click gives the slider the focus
        page.mouse.move(xs[3] + 2, top + 50)
        page.mouse.down()
        for x, moment in ((xs[3], 3), (xs[7] - 2, 7), (5000, last)):
            page.mouse.move(x, top + 20)
            reader.at(page, moment)
        page.mouse.up()
        page.mouse.move(xs[1], top + 30)
        for moment in (0, 9, last):
            reader.go_to_moment(page, moment)
            reader.drawn(page)
            places = page.evaluate(PLACES)
            assert [places["line"], places["knob"]] == pytest.approx([xs[moment]] * 2, abs=0.6)


def test_the_sentence_the_text_and_the_curve_follow_the_playhead(page):
    """What they say: `sentences.test.ts`, `series.test.ts`."""
    reader.open_trace(page, holds.GOLDEN / "story.trace")
    reader.draw_curve(page)
    trace = pg.Trace.load(holds.GOLDEN / "story.trace")
    heads = []
    for step in (0, len(trace) - 1):
        reader.go(page, step)
        accepted, held = trace.columns["accepted"][step], content(trace)[step]
        kept = f"all {held.sum()}" if step else f"{(accepted & held).sum()} of {held.sum()}"
        assert f"It keeps {kept} tokens" in page.inner_text(holds.SENTENCE)
        heads.append(page.evaluate("document.querySelector('.tdp-playhead').style.getPropertyValue('--tdp-at')"))
    assert heads[0] != heads[1]
    assert page.locator(".tdp-curve").get_attribute("aria-label").startswith("Mean uncertainty:")
    reader.open_detail(page, "text")
    assert page.get_by_role("region", name="Text so far").text_content() == trace.text


def test_cells_are_drawn_in_the_colour_of_their_entropy_until_they_are_kept(page):
    """Reads the canvas itself: the ground of every cell at two steps, against its status and recorded entropy."""
    reader.open_trace(page, holds.GOLDEN / "story.trace")
    grounds = {name: colour(page, f"--tdp-{name}")[:3] for name in ("paper", "card", "kept-ground")}
    for step in (1, 5):
        reader.go(page, step)
        expected = evaluate(
            page,
            """([step, grounds]) => {
          const { painter: { palette }, recording } = playground.player;
          const { entropy, status, sampled_ids: ids } = recording.frames[step];
          return [...status].map((code, position) => {
            if (code >= 2) return palette[sources.shadeOf(entropy[position])].fill.match(/\\d+/g).map(Number);
            const empty = recording.emptiness(ids[position]) !== '';
            return grounds[empty ? 'paper' : code === 1 ? 'kept-ground' : 'card']; }); }""",
            [step, grounds],
        )
        drawn = pixels(page, holds.CANVAS, [(x + 6, y + 6) for x, y, *_ in grid(page)])
        assert [ground[:3] for ground in drawn] == expected


def test_a_quantity_is_written_alike_wherever_it_stands(page):
    reader.look(page, "bits")
    reader.set_mode(page, "tune")
    reader.set_mode(page, "watch")
    reader.open_detail(page, "table")
    reader.go(page, 0, 2)
    page.wait_for_selector(".tdp-step-table caption:has-text('step 1:')")
    line = page.locator(".tdp-step-table tr[data-position='2'] td")
    said = f" {line.nth(2).inner_text()} bits"
    reader.open_detail(page, "overview")
    page.get_by_role("tabpanel").get_by_text(said).wait_for()
    reader.rest(page)
    assert said in page.locator(holds.HEARD).nth(1).text_content() and said in page.inner_text(holds.DRAWER)
    assert said in page.get_attribute(holds.CHART, "aria-valuetext")
    mean = page.inner_text(holds.CAPTION).partition("positions: ")[2].partition(" at temperature")[0]
    reader.set_mode(page, "tune")
    assert mean.endswith("bits") and mean in page.inner_text(holds.DRAWER)
