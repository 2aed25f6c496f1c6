"""The whole page in a real Chromium: first paint, replay, looks, and the benchmark that measures it."""

import json
import shutil
import subprocess
import sys

import pytest
from page_helpers import (
    GOLDEN,
    ROOT,
    HeldSlot,
    assert_same,
    draw_curve,
    finish,
    go,
    row,
    set_knob,
    shown,
    text,
    throw_dice,
)

import playground as pg
from playground.bench import measure
from playground.bench import page as bench
from playground.bench.page import free_port
from playground.trace.metrics import content

pytest_plugins = "page_fixtures"

INDEX = json.loads((ROOT / "assets" / "recorded" / "index.json").read_text())


# First paint.


def test_first_paint_is_a_recorded_run_before_the_model_is_loaded_and_generate_waits_for_it(visit):
    port = free_port()
    command = [sys.executable, "app.py", "--port", str(port), "--host", "127.0.0.1"]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert str(port) in server.stdout.readline(), "the address is printed"
        page = visit(f"http://127.0.0.1:{port}/")
        assert page.get_attribute("#model-status", "data-state") != "ready"
        assert text(page, ".tdp-label") == "RECORDED"
        first = pg.Trace.load(ROOT / "assets" / "recorded" / INDEX[0]["file"])
        assert_same(shown(page)["frames"], first)
        assert 0 < row(page) < len(first) - 1 and not page.evaluate("playground.player.playing")
        assert page.is_visible(".tdp-invitation")

        page.click("#generate")
        page.wait_for_function("document.querySelector('#waiting-text').textContent.includes('still loading')")
        assert page.is_disabled("#generate")
        page.wait_for_function("document.querySelector('.tdp-label').textContent === 'LIVE'", timeout=60_000)
        finish(page)
        assert shown(page)["frames"]
        page.wait_for_selector("#model-status[data-state=ready]")
        assert text(page, "#model-status").startswith("The embedded model is ready: revision ")
        page.goto("about:blank")
    finally:
        server.terminate()
        server.wait()


def test_the_invitation_plays_from_the_start(page):
    page.select_option(".tdp-speed", "1")
    page.click(".tdp-invitation")
    page.wait_for_function("playground.player.playing && playground.player.step < 2")
    page.wait_for_selector(".tdp-invitation", state="hidden")


def test_every_recorded_run_can_be_shown(page):
    for entry in INDEX:
        page.select_option(".tdp-picker", label=entry["title"])
        page.wait_for_function("prompt => playground.player.recording.header.prompt === prompt", arg=entry["prompt"])
        assert_same(shown(page)["frames"], pg.Trace.load(ROOT / "assets" / "recorded" / entry["file"]))


def test_runs_that_were_shown_long_ago_are_packed_and_come_back(page):
    for path in sorted(GOLDEN.glob("*.trace")):
        page.set_input_files(".token-canvas input[type=file]", path)
        page.wait_for_function("name => playground.player.recording.run === name", arg=path.name)
    for entry in INDEX:
        page.select_option(".tdp-picker", label=entry["title"])
        page.wait_for_function("title => playground.player.recording.run === title", arg=entry["title"])
    assert page.evaluate("playground.shelf.exhibits.filter(({recording}) => recording).length") == 4
    page.select_option(".tdp-picker", label="story.trace")
    page.wait_for_function("playground.player.recording.run === 'story.trace'")
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
    page.wait_for_function(f"document.querySelector('.tdp-where').textContent.includes('step {last - 2} of ')")
    page.select_option(".tdp-speed", "30")
    page.click("button[aria-label^='Play']")
    page.wait_for_function("last => playground.player.step === last && !playground.player.playing", arg=last)
    page.select_option(".tdp-speed", "2")
    page.click("button[aria-label^='Play']")
    page.wait_for_function("playground.player.playing && playground.player.step < 10")
    page.click("button[aria-label^='Pause']")
    assert not page.evaluate("playground.player.playing")


def test_keys_move_the_playhead_but_not_while_typing(page):
    last = page.evaluate("playground.player.clock.count") - 1
    page.keyboard.press("End")
    assert row(page) == last
    page.keyboard.press("ArrowLeft")
    assert row(page) == last - 1
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert row(page) == 1
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


def test_the_sentence_the_text_and_the_curve_follow_the_playhead(page):
    page.set_input_files(".token-canvas input[type=file]", GOLDEN / "story.trace")
    page.wait_for_function("playground.player.recording.run === 'story.trace'")
    draw_curve(page)
    trace = pg.Trace.load(GOLDEN / "story.trace")
    heads = []
    for at in (0, len(trace) // 2, len(trace) - 1):
        go(page, at)
        held = content(trace)[at]
        accepted, every = int((trace.columns["accepted"][at] & held).sum()), int(held.sum())
        kept = f"all {every}" if accepted == every else f"{accepted} of {every}"
        assert f"It keeps {kept} tokens" in text(page, ".tdp-sentence")
        head = page.evaluate("document.querySelector('.tdp-playhead').style.getPropertyValue('--tdp-at')")
        heads.append(float(head.removesuffix("px")))
    assert heads == sorted(set(heads))
    assert page.evaluate("document.querySelector('.tdp-text').textContent") == trace.text
    assert page.locator(".tdp-curve").get_attribute("aria-label").startswith("Mean entropy:")
    page.wait_for_function("document.querySelector('.tdp-spoken').textContent.includes('It keeps')")


def test_nothing_moves_while_playing(page):
    boxes = """() => ['.tdp-canvas', '.tdp-bar', '.tdp-slider', '.tdp-text', '.tdp-curve'].map((place) => {
      const { x, y, width, height } = document.querySelector(place).getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(' ');
    }).join('; ')"""
    draw_curve(page)
    seen = set()
    for at in range(page.evaluate("playground.player.clock.count")):
        go(page, at)
        if at:  # the invitation goes with the first move
            seen.add(page.evaluate(boxes))
    assert len(seen) == 1


# Looks.


def test_cells_are_drawn_in_the_colour_of_their_entropy(page):
    """Reads the canvas itself: the fill of every cell at two steps, against the shade that its recorded entropy has."""
    page.set_input_files(".token-canvas input[type=file]", GOLDEN / "story.trace")
    page.wait_for_function("playground.player.recording.run === 'story.trace'")
    for at in (1, 5):
        go(page, at)
        wrong = page.evaluate(
            """async (step) => {
          const { shadeOf } = await import(new URL('playground/js/cells/colour.js', document.baseURI).href);
          const { painter, recording } = playground.player;
          const { grid, ratio, canvas } = painter;
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
          copy.drawImage(canvas, 0, 0);
          return [...recording.frames[step].entropy].filter((entropy, position) => {
            const x = (position % grid.columns + 1) * grid.cellWidth - 5;
            const y = (Math.floor(position / grid.columns) + 1) * grid.cellHeight - 5;
            const [r, g, b] = copy.getImageData(x * ratio, y * ratio, 1, 1).data;
            const muted = recording.special.has(recording.frames[step].sampled_ids[position]);
            return (muted ? painter.muted : painter.plain)[shadeOf(entropy)].fill !== `rgb(${r}, ${g}, ${b})`;
          }).length;
        }""",
            at,
        )
        assert wrong == 0


def test_the_schedule_is_drawn_anew_as_its_knobs_move(page):
    page.wait_for_selector("#schedule polyline")
    points = "document.querySelector('#schedule polyline').getAttribute('points')"
    before = page.evaluate(points)
    set_knob(page, "t_min", 0.1)
    page.wait_for_function(f"before => {points} !== before", arg=before)
    assert "falling to 0.115 at step 48" in text(page, "#schedule")


def test_the_checkpoints_own_settings_go_into_knobs_that_nobody_has_touched(serve, visit, random_folder, tmp_path):
    folder = tmp_path / "checkpoint"
    shutil.copytree(random_folder, folder)
    config = json.loads((folder / "generation_config.json").read_text())
    (folder / "generation_config.json").write_text(json.dumps({**config, "t_max": 0.65, "max_new_tokens": 64}))
    slot = HeldSlot(str(folder))
    address = serve(slot)
    untouched, touched = visit(address), visit(address)
    set_knob(touched, "t_max", 0.75)
    slot.release()
    for page, t_max, length in ((untouched, "0.65", "64"), (touched, "0.75", "256")):
        page.wait_for_selector("#model-status[data-state=ready]")
        throw_dice(page)
        assert page.input_value("#knob-t_max input[type=number]") == t_max
        assert page.input_value("#knob-max_new_tokens input[type=number]") == length


def test_a_new_seed_comes_from_the_dice(page):
    throw_dice(page)
    assert page.input_value("#seed input").isdigit()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_everything_without_scrolling_sideways(visit, address, scheme):
    page = visit(address, viewport={"width": 375, "height": 800}, color_scheme=scheme)
    draw_curve(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert page.evaluate("playground.player.painter.theme") == scheme
    for place in (".tdp-canvas", ".tdp-bar", ".tdp-legend", ".tdp-text", ".tdp-curve", "#knobs", "#generate"):
        box = page.locator(place).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 375, place


# The benchmark of the page, as far as it takes no quiet machine.


def test_a_step_takes_less_than_four_kilobytes_on_the_wire():
    figures = measure(bench.PARTS, {"wire_bytes_per_step", "wire_bytes_per_step_bare"})
    assert 500 < figures["wire_bytes_per_step_bare"] < figures["wire_bytes_per_step"] <= 4096


@pytest.mark.thorough
def test_the_benchmark_gives_the_figures_that_it_is_asked_for(browser):
    command = [sys.executable, "-m", "playground", "bench", "--json", "--only", "yield_to_painted_ms_p50"]
    figures = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    assert set(figures) == {"yield_to_painted_ms_p50"}


def test_the_benchmark_says_how_to_get_a_chromium(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(pg.PlaygroundError, match="apt-get install chromium"):
        measure(bench.PARTS, {"yield_to_painted_ms_p50"})
