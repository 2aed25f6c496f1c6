"""The whole page in a real Chromium, on a real model with random weights (its tokens are hostile) or the embedded one."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import playground as pg
from playground.bench.page import CHROMIUM_FLAGS, chromium_path, free_port
from playground.recording import record
from playground.trace import store
from playground.trace.status import status
from playground.ui.engine_slot import EngineSlot
from playground.ui.interface import build

pytestmark = pytest.mark.skipif(chromium_path() is None, reason="no Chromium: get it with `apt-get install chromium`")

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden"
INDEX = json.loads((ROOT / "assets" / "recorded" / "index.json").read_text())
IDLE = "() => !playground.rail.busy"
LONG = 192  # tokens: twelve canvases of the random model, some seconds


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def address(random_folder):
    slot = EngineSlot(str(random_folder))
    slot.start()
    assert slot.wait(60)
    page = build(slot)
    yield page.launch("127.0.0.1", free_port(), block=False, quiet=True)
    page.blocks.close()


@pytest.fixture
def visit(browser):
    """Opens pages; at the end none of them may have logged an error, opened a dialog or called another host."""
    troubles, contexts = [], []

    def visit(address, **options):
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 1000}, "accept_downloads": True, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("dialog", lambda dialog: (troubles.append(f"dialog {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: re.match(r"(http://127\.0\.0\.1|blob:|data:)", request.url) or troubles.append(request.url))
        page.goto(address)
        page.wait_for_function("window.playground?.painter.ids.length > 0")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def page(visit, address):
    page = visit(address)
    page.wait_for_selector("#model-status[data-state=ready]")
    return page


def set_knob(page, name, value):
    page.fill(f"#knob-{name} input[type=number]", str(value))
    page.keyboard.press("Tab")


def start(page, prompt="hello", length=32, **knobs):
    page.fill("#prompt textarea", prompt)
    for name, value in {"max_new_tokens": length, **knobs}.items():
        set_knob(page, name, value)
    page.click("#generate")


def finish(page):
    page.wait_for_function(IDLE, timeout=60_000)


def text(page, selector):
    return page.inner_text(selector)


def row(page):
    return page.evaluate("playground.player.row")


def shown(page):
    """What the page holds of the run that it shows, in Python's terms."""
    return page.evaluate(
        """() => ({label: playground.recording.label, finish: playground.recording.finishReason, text: playground.recording.text,
             frames: playground.recording.frames.map(f => ({block: f.block, step: f.step, input_ids: [...f.input],
               sampled_ids: [...f.sampled], argmax_ids: [...f.argmax], accepted: [...f.accepted], entropy: [...f.entropy],
               status: [...f.status], stop_reason: f.stopReason}))})"""
    )


def assert_same(frames, trace):
    assert len(frames) == len(trace)
    for name in ("block", "step", "input_ids", "sampled_ids", "argmax_ids", "accepted"):
        assert np.array_equal([frame[name] for frame in frames], trace.columns[name]), name
    assert np.allclose([frame["entropy"] for frame in frames], trace.columns["entropy"], rtol=1e-3, atol=1e-5)
    codes = status(trace.columns["accepted"], trace.columns["block"])
    assert np.array_equal([frame["status"] for frame in frames], codes)
    assert [frame["stop_reason"] for frame in frames if frame["stop_reason"]] == trace.stop_reasons


# First paint.


def test_first_paint_is_a_recorded_run_before_the_model_is_loaded_and_generate_waits_for_it(visit):
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "app.py", "--port", str(port), "--host", "127.0.0.1"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
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
        page.wait_for_function("playground.recording.live && playground.recording.frames.length > 2", timeout=60_000)
        assert text(page, ".tdp-label") == "LIVE"
        assert "embedded is ready on" in text(page, "#model-status")
        page.click("#stop")
        finish(page)
    finally:
        server.terminate()
        server.wait()


def test_the_invitation_plays_from_the_start(page):
    page.select_option(".tdp-speed", "1")
    page.click(".tdp-invitation")
    page.wait_for_function("playground.player.playing && playground.player.row < 2")
    assert page.is_hidden(".tdp-invitation")


def test_every_recorded_run_can_be_shown(page):
    for entry in INDEX:
        page.select_option(".tdp-picker", label=entry["title"])
        page.wait_for_function("prompt => playground.recording.header.prompt === prompt", arg=entry["prompt"])
        assert_same(shown(page)["frames"], pg.Trace.load(ROOT / "assets" / "recorded" / entry["file"]))


# A live run.


def test_a_live_run_shows_exactly_what_the_engine_decided(page, random_model):
    start(page, "hello <b>", length=40, max_denoising_steps=6, entropy_bound=2)
    finish(page)
    settings = pg.SamplerSettings(max_denoising_steps=6, entropy_bound=2, max_new_tokens=40)
    expected = record(random_model, "hello <b>", settings, seed=7)
    run = shown(page)
    assert_same(run["frames"], expected)
    assert (run["label"], run["finish"], run["text"]) == ("RECORDED", expected.finish_reason, expected.text)
    assert row(page) == len(expected) - 1
    assert text(page, ".tdp-prompt") == "hello <b>"
    assert text(page, ".tdp-where") == f"block {len(expected.blocks)}/{len(expected.blocks)} · step 6/6"
    assert "ended after 6 steps, the most allowed" in text(page, ".tdp-stop")
    assert page.is_enabled("#generate") and page.is_disabled("#stop")


def test_token_text_is_never_taken_for_markup(page):
    before = page.evaluate("document.querySelectorAll('script, img').length")
    page.set_input_files("input[type=file]", GOLDEN / "hostile.trace")
    page.wait_for_function("playground.recording.run === 'hostile.trace'")
    hostile = pg.Trace.load(GOLDEN / "hostile.trace")
    assert any("<script>" in text for text in hostile.tokens.values())
    for at in range(len(hostile)):
        page.evaluate("row => playground.move(row)", at)
        page.wait_for_timeout(30)
    start(page, "<script>alert(1)</script> ${x} {{x}}", length=48, max_denoising_steps=5)
    finish(page)
    assert page.evaluate("document.querySelectorAll('script, img').length") == before
    assert text(page, ".tdp-prompt") == "<script>alert(1)</script> ${x} {{x}}"


def test_stop_keeps_the_frames_and_a_second_stop_does_nothing(page, tmp_path):
    start(page, length=LONG)
    page.wait_for_function("playground.recording.live && playground.recording.frames.length > 4")
    page.evaluate("() => { const stop = document.querySelector('#stop'); stop.click(); stop.click(); playground.stop(); }")
    finish(page)
    run = shown(page)
    assert run["finish"] == "stopped" and len(run["frames"]) > 4
    assert "was stopped after" in text(page, ".tdp-stop")
    with page.expect_download() as download:
        page.click("text=Save trace")
    download.value.save_as(tmp_path / "run.trace")
    assert_same(run["frames"], pg.Trace.load(tmp_path / "run.trace"))


def test_two_quick_presses_start_one_run(page):
    runs = page.locator(".tdp-picker option").count()
    page.fill("#prompt textarea", "hello")
    set_knob(page, "max_new_tokens", 48)
    page.evaluate("() => { const button = document.querySelector('#generate'); button.click(); button.click(); }")
    finish(page)
    page.wait_for_timeout(1000)
    assert page.evaluate(IDLE)
    assert page.locator(".tdp-picker option").count() == runs + 1


def test_a_closed_tab_frees_the_engine(visit, address):
    first, second = visit(address), visit(address)
    start(first, length=LONG, max_denoising_steps=96)
    first.wait_for_function("playground.recording.live && playground.recording.frames.length > 2")
    first.close()
    begun = time.perf_counter()
    start(second, length=16, max_denoising_steps=2)
    second.wait_for_function("playground.recording.finishReason && playground.recording.frames.length === 2", timeout=60_000)
    assert time.perf_counter() - begun < 6, "the abandoned run would have taken longer"


def test_a_lost_frame_is_noticed_and_the_whole_run_is_fetched(page, random_model):
    page.evaluate("""() => {
      const receive = playground.receive.bind(playground);
      playground.receive = (message) => { if (JSON.parse(message).seq !== 3) receive(message); };
    }""")
    start(page, length=32, max_denoising_steps=6)
    finish(page)
    expected = record(random_model, "hello", pg.SamplerSettings(max_denoising_steps=6, max_new_tokens=32), seed=7)
    page.wait_for_function("n => playground.recording.frames.length === n", arg=len(expected))
    assert_same(shown(page)["frames"], expected)


def test_a_run_cut_off_from_the_page_is_said_to_be(page):
    page.evaluate("""() => {
      const receive = playground.receive.bind(playground);
      playground.receive = (message) => { if (JSON.parse(message).kind !== 'end') receive(message); };
    }""")
    start(page, length=16, max_denoising_steps=3)
    finish(page)
    assert "The connection to the run was lost" in text(page, "#notice-text")
    assert len(shown(page)["frames"]) == 3


# Bad input.


@pytest.mark.parametrize(
    ("prompt", "sentence"), [("   ", "The prompt is empty"), ("x" * 1000, r"The prompt is [\d,]+ tokens long")], ids=["empty", "long"]
)
def test_a_refused_prompt_keeps_the_prompt_and_the_run_that_is_shown(page, prompt, sentence):
    before = shown(page)
    start(page, prompt)
    finish(page)
    assert re.search(sentence, text(page, "#notice-text"))
    assert page.input_value("#prompt textarea") == prompt
    assert shown(page) == before
    start(page, "hello", length=16, max_denoising_steps=2)
    finish(page)
    assert text(page, "#notice-text") == "" and len(shown(page)["frames"]) == 2


def test_a_damaged_trace_is_refused_and_a_good_one_opened(page, tmp_path):
    good = (GOLDEN / "story.trace").read_bytes()
    before = shown(page)
    for name, damaged in {"cut.trace": good[:5000], "text.trace": b"hello", "flipped.trace": good[:900] + b"\0" + good[901:]}.items():
        page.set_input_files("input[type=file]", {"name": name, "mimeType": "", "buffer": damaged})
        page.wait_for_function("name => document.querySelector('#notice-text').textContent.startsWith(name)", arg=name)
        assert shown(page) == before
    page.set_input_files("input[type=file]", {"name": "mine.trace", "mimeType": "", "buffer": good})
    page.wait_for_function("playground.recording.run === 'mine.trace'")
    assert_same(shown(page)["frames"], store.loads(good))
    assert text(page, "#notice-text") == ""


def test_a_model_that_failed_to_load_is_said_to_have(visit, tmp_path):
    slot = EngineSlot(str(tmp_path))
    built = build(slot)
    page = visit(built.launch("127.0.0.1", free_port(), block=False, quiet=True))
    page.wait_for_selector("#model-status[data-state=failed]", timeout=60_000)
    assert "is no checkpoint" in text(page, "#model-status")
    page.click("#generate")
    finish(page)
    assert "is no checkpoint" in text(page, "#notice-text")
    assert text(page, ".tdp-label") == "RECORDED"
    page.context.close()
    built.blocks.close()


# Replay.


def test_playback_controls_move_the_playhead(page):
    last = page.evaluate("playground.player.count") - 1
    at = row(page)
    page.click("button[aria-label^='Step forward']")
    assert row(page) == at + 1
    page.click("button[aria-label^='Step back']")
    page.click("button[aria-label^='Step back']")
    assert row(page) == at - 1
    page.locator(".tdp-slider").fill(str(last - 3))
    page.wait_for_function("row => document.querySelector('.tdp-where').textContent.includes(`step ${row + 1}/`)", arg=last - 3)
    page.select_option(".tdp-speed", "30")
    page.click("button[aria-label^='Play']")
    page.wait_for_function("last => playground.player.row === last && !playground.player.playing", arg=last)
    page.select_option(".tdp-speed", "2")
    page.click("button[aria-label^='Play']")
    page.wait_for_function("playground.player.playing && playground.player.row < 10")
    page.click("button[aria-label^='Pause']")
    assert not page.evaluate("playground.player.playing")


def test_keys_move_the_playhead_but_not_while_typing(page):
    last = page.evaluate("playground.player.count") - 1
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
    page.set_input_files("input[type=file]", GOLDEN / "story.trace")
    page.wait_for_function("playground.recording.run === 'story.trace'")
    page.wait_for_selector(".js-plotly-plot .scatterlayer .point")
    trace = pg.Trace.load(GOLDEN / "story.trace")
    heads = []
    for at in (0, len(trace) // 2, len(trace) - 1):
        page.evaluate("row => playground.move(row)", at)
        page.wait_for_timeout(60)
        accepted = int(trace.columns["accepted"][at].sum())
        kept = "all" if accepted == trace.header.canvas_length else f"{accepted} of"
        assert f"accepted {kept} {trace.header.canvas_length} positions" in text(page, ".tdp-sentence")
        heads.append(page.locator(".tdp-playhead").bounding_box()["x"])
    assert heads == sorted(set(heads))
    assert page.evaluate("document.querySelector('.tdp-text').textContent") == trace.text
    assert page.locator(".tdp-curve").get_attribute("aria-label").startswith("Mean entropy:")
    page.wait_for_function("document.querySelector('.tdp-spoken').textContent.includes('the sampler accepted')")


def test_nothing_moves_while_playing(page):
    boxes = """() => ['.tdp-canvas', '.tdp-bar', '.tdp-slider', '.tdp-text', '.tdp-curve', '.tdp-stop'].map((place) => {
      const { x, y, width, height } = document.querySelector(place).getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(' ');
    }).join('; ')"""
    page.wait_for_selector(".js-plotly-plot .scatterlayer")
    seen = set()
    for at in range(page.evaluate("playground.player.count")):
        page.evaluate("row => playground.move(row)", at)
        page.wait_for_timeout(20)
        if at:  # the invitation goes with the first move
            seen.add(page.evaluate(boxes))
    assert len(seen) == 1


# Looks.


def test_cells_are_drawn_in_the_colour_of_their_entropy(page):
    """Reads the canvas itself: the fill of every cell at two steps, against the shade that its recorded entropy has."""
    page.set_input_files("input[type=file]", GOLDEN / "story.trace")
    page.wait_for_function("playground.recording.run === 'story.trace'")
    for at in (1, 5):
        page.evaluate("row => playground.move(row)", at)
        page.wait_for_timeout(60)
        wrong = page.evaluate("""async (row) => {
          const { shadeOf } = await import(new URL('playground/js/colour.js', document.baseURI).href);
          const { painter, recording } = playground;
          const { grid, ratio, canvas } = painter;
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
          copy.drawImage(canvas, 0, 0);
          return [...recording.frames[row].entropy].filter((entropy, position) => {
            const x = (position % grid.columns) * grid.cellWidth, y = Math.floor(position / grid.columns) * grid.cellHeight;
            const [r, g, b] = copy.getImageData((x + grid.cellWidth - 5) * ratio, (y + grid.cellHeight - 5) * ratio, 1, 1).data;
            const muted = recording.special.has(recording.frames[row].sampled[position]);
            return (muted ? painter.muted : painter.plain)[shadeOf(entropy)].fill !== `rgb(${r}, ${g}, ${b})`;
          }).length;
        }""", at)
        assert wrong == 0


def test_the_schedule_is_drawn_anew_as_its_knobs_move(page):
    page.wait_for_selector("#schedule polyline")
    line = page.get_attribute("#schedule polyline", "points")
    set_knob(page, "t_min", 0.1)
    page.wait_for_function("line => document.querySelector('#schedule polyline').getAttribute('points') !== line", arg=line)
    assert "falling to 0.115 at step 48" in text(page, "#schedule")


def test_a_new_seed_comes_from_the_dice(page):
    page.click("#dice")
    page.wait_for_function("document.querySelector('#seed input').value !== '7'")
    assert page.input_value("#seed input").isdigit()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_everything_without_scrolling_sideways(visit, address, scheme):
    page = visit(address, viewport={"width": 375, "height": 800}, color_scheme=scheme)
    page.wait_for_selector(".js-plotly-plot .scatterlayer")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert page.evaluate("playground.painter.theme") == scheme
    for place in (".tdp-canvas", ".tdp-bar", ".tdp-legend", ".tdp-text", ".tdp-curve", "#knobs", "#generate"):
        box = page.locator(place).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 375, place
