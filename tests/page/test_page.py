"""The whole page in a real Chromium: first paint, replay, looks and help."""

import json
import runpy
import socket
import sys
from itertools import pairwise

import pytest
from page_helpers import (
    GOLDEN,
    LAST_OF_LILY,
    READY,
    ROOT,
    HeldSlot,
    assert_same,
    choose_run,
    colour,
    draw_curve,
    finish,
    go,
    go_to_moment,
    label,
    open_detail,
    open_trace,
    pixel,
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


# First paint.


def test_first_paint_is_a_recorded_run_before_the_model_is_loaded_and_generate_waits_for_it(visit, serve):
    first, slot = pg.Trace.load(ROOT / "assets" / "recorded" / INDEX[0]["file"]), HeldSlot()
    page = visit(serve(slot))
    assert page.get_attribute("#model-status", "data-state") != "ready"
    assert label(page) == "RECORDED"
    frames = shown(page)["frames"]
    assert 0 < row(page) < len(first) - 1 and not page.evaluate("playground.player.playing")
    assert page.is_visible(".tdp-from-noise")

    for name, value in {"confidence_threshold": 0, "max_denoising_steps": 1000}.items():  # it goes on until stopped
        set_knob(page, name, value)
    page.click("#generate")
    page.wait_for_function("() => document.querySelector('#waiting-text').textContent.includes('still loading')")
    assert page.is_disabled("#generate")
    assert_same(frames, first)
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


def test_the_first_play_starts_at_the_noise_whatever_is_shown(visit, address):
    page = visit(address)
    page.keyboard.press("ArrowRight")
    stand_still(page)
    page.click(".tdp-from-noise")
    page.wait_for_function(
        """() => playground.player.playing && playground.player.moment === 0 && playground.player.noise
           && document.querySelector('.tdp-from-noise').hidden
           && document.querySelector('.tdp-sentence').textContent.includes('The canvas is noise')"""
    )
    page.click(".tdp-play")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    page.wait_for_function("last => playground.player.playing && playground.player.step >= last - 2", arg=LAST_OF_LILY)


def test_at_the_noise_nothing_has_been_measured(page):
    """What stands in the cells is the first step's input, on a ground of its own, and no panel explains it."""
    noise = pg.Trace.load(ROOT / "assets" / "recorded" / "lily.trace").columns["input_ids"][0].tolist()
    for layer in ("input", "sampled", "argmax"):
        page.click(f".tdp-toolbar [data-value={layer}]")
        go_to_moment(page, 0)
        assert page.evaluate("playground.player.painter.ids.join()") == ",".join(map(str, noise))
        grounds = {tuple(pixel(page, ".tdp-canvas", position, 6, 6)) for position in range(0, 128, 9)}
        assert grounds == {tuple(colour(page, "--tdp-noise"))}, layer
    assert not any(panel.is_visible() for panel in page.locator(".tdp-watch > *").all())


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


# Replay.


def test_playback_controls_move_the_playhead(page):
    last = page.evaluate("playground.player.clock.count") - 1
    at = row(page)
    page.click("button[aria-label^='Step forward']")
    assert row(page) == at + 1
    page.click("button[aria-label^='Step back']")
    page.click("button[aria-label^='Step back']")
    assert row(page) == at - 1
    page.locator(".tdp-slider").fill(str(last - 3))
    assert row(page) == last - 4, "the noise is the first moment"
    page.wait_for_selector(f".tdp-slider[aria-valuetext='step {last - 3} of {last}']")
    page.select_option(".tdp-speed", "30")
    page.click("button[aria-label^='Play']")
    page.wait_for_function("last => playground.player.moment === last && !playground.player.playing", arg=last)
    stand_still(page)
    page.click("button[aria-label^='Play']")
    page.wait_for_function("() => playground.player.playing && playground.player.step < 10")
    page.click("button[aria-label^='Pause']")
    assert not page.evaluate("playground.player.playing")


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


def test_the_speed_menu_gives_the_arrow_keys_back(page):
    """A reader who has set the speed with the mouse goes on stepping with the keys."""
    at = row(page)
    speed = page.locator(".tdp-speed")
    speed.click()
    page.keyboard.press("ArrowDown")  # in the open menu
    page.keyboard.press("Enter")
    page.wait_for_function("() => playground.player.clock.speed === 4")
    page.keyboard.press("ArrowRight")
    assert row(page) == at + 1 and speed.input_value() == "4"
    page.click("button[aria-label^='Step forward']")
    page.keyboard.press("ArrowRight")
    assert row(page) == at + 3


def test_the_sentence_the_text_and_the_curve_follow_the_playhead(page):
    open_trace(page, GOLDEN / "story.trace")
    draw_curve(page)
    trace = pg.Trace.load(GOLDEN / "story.trace")
    heads = []
    for at in (0, len(trace) // 2, len(trace) - 1):
        go(page, at)
        held = content(trace)[at]
        accepted, every = int((trace.columns["accepted"][at] & held).sum()), int(held.sum())
        kept = f"all {every}" if accepted == every else f"{accepted} of {every}"
        assert f"It keeps {kept} tokens" in text(page, ".tdp-sentence")
        heads.append(
            page.evaluate(
                """['.tdp-playhead', '.tdp-timeline-head'].map((head) =>
                     parseFloat(document.querySelector(head).style.getPropertyValue('--tdp-at')))"""
            )
        )
    assert all(two[0] < three[0] and two[1] < three[1] for two, three in pairwise(heads))
    assert page.locator(".tdp-curve").get_attribute("aria-label").startswith("Mean uncertainty:")
    open_detail(page, "text")
    assert page.evaluate("document.querySelector('.tdp-text').textContent") == trace.text
    page.wait_for_function("() => document.querySelector('.tdp-spoken').textContent.includes('just kept: ')")


# Looks.


def test_cells_are_drawn_in_the_colour_of_their_entropy_until_they_are_kept(page):
    """Reads the canvas itself: the ground of every cell at two steps, against its status and recorded entropy."""
    open_trace(page, GOLDEN / "story.trace")
    grounds = {name: colour(page, f"--tdp-{name}")[:3] for name in ("paper", "card", "kept-ground")}
    for at in (1, 5):
        go(page, at)
        wrong, seen = evaluate(
            page,
            """async ([step, grounds]) => {
          const { shadeOf } = sources;
          const { painter: { grid, ratio, canvas, palette }, recording } = playground.player;
          const { entropy, status, sampled_ids: ids } = recording.frames[step];
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
          copy.drawImage(canvas, 0, 0);
          const expected = (position) => {
            if (status[position] >= 2) return palette[shadeOf(entropy[position])].fill.match(/\\d+/g).map(Number);
            const fresh = status[position] === 1;
            return grounds[recording.emptiness(ids[position]) !== '' ? 'paper' : fresh ? 'kept-ground' : 'card'];
          };
          const wrong = [...entropy.keys()].filter((position) => {
            const { x, y } = grid.boxes[position];
            const pixel = copy.getImageData((x + 6) * ratio, (y + 6) * ratio, 1, 1).data.subarray(0, 3);
            return String([...pixel]) !== String(expected(position));
          });
          return [wrong, [...new Set(status)]];
        }""",
            [at, grounds],
        )
        assert wrong == [] and {1, 2} <= set(seen)


@pytest.mark.parametrize("unit", ["nats", "bits"])
def test_a_quantity_is_written_alike_wherever_it_stands(page, unit):
    """In the table, the card, the chart of the decision, the overview, the gauge, and for screen readers."""
    page.click(f".tdp-toolbar [data-value={unit}]")
    set_mode(page, "tune")
    set_mode(page, "watch")
    for step, position in ((0, 2), (8, 2), (8, 0), (LAST_OF_LILY - 2, 40)):
        open_detail(page, "table")
        go(page, step, position)
        page.wait_for_selector(f".tdp-step-table caption:has-text('step {step + 1}:')")
        line = page.locator(f".tdp-step-table tr[data-position='{position}']")
        share, entropy = line.locator("td").nth(1).inner_text(), line.locator("td").nth(2).inner_text()
        open_detail(page, "overview")
        page.evaluate("position => playground.player.views.deck.point(position)", position)
        said = f" {entropy} {unit}"
        assert said in page.evaluate("step => playground.player.captions.chosenSentence(step)", step)
        for place in (".tdp-inspector-panel", ".tdp-overview-panel .tdp-readout"):
            assert said in text(page, place), place
        assert said in page.get_attribute(".tdp-decision-panel .tdp-step-chart", "aria-valuetext")
        assert share in text(page, ".tdp-inspector-panel")
        mean = text(page, ".tdp-caption").partition("positions: ")[2].partition(" at temperature")[0]
        assert mean.endswith(unit) and mean in text(page, ".tdp-gauge-panel")
