"""What the tests of the page share: slots of another pace, what a reader does, and what the page then holds."""

import json
import time
from pathlib import Path
from urllib.parse import parse_qs

import numpy as np

from playground.service import EngineSlot
from playground.trace import Trace
from playground.trace.status import status

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden"
IDLE = "() => !playground.rail.busy"
TITLES = {run["file"]: run["title"] for run in json.loads((ROOT / "assets" / "recorded" / "index.json").read_text())}
SUDOKU, LILY = TITLES["sudoku.trace"], TITLES["lily.trace"]
LAST_OF_LILY = Trace.load(ROOT / "assets" / "recorded" / "lily.trace").blocks[0].steps
LONG = {"length": 192, "max_denoising_steps": 96}  # twelve blocks


class PacedSlot(EngineSlot):
    """The engine at the pace of a larger model: the random one is done before a reader could press Stop."""

    def run(self, spec):
        return Paced(super().run(spec))


class Paced:
    def __init__(self, recorder):
        self.recorder = recorder

    def __getattr__(self, name):
        return getattr(self.recorder, name)

    def __iter__(self):
        for frame in self.recorder:
            time.sleep(0.01)
            yield frame


class HeldSlot(EngineSlot):
    """Does not begin to load before it is released."""

    def start(self):
        pass

    def release(self):
        super().start()


def wait_until(condition, seconds=30):
    """For what another thread is about to do."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.005)


def set_knob(page, name, value):
    page.fill(f"#knob-{name} input[type=number]", str(value))
    page.keyboard.press("Tab")


def start(page, prompt="hello", length=32, seed=7, **knobs):
    page.fill("#prompt textarea", prompt)
    page.fill("#seed input", str(seed))
    for name, value in {"max_new_tokens": length, **knobs}.items():
        set_knob(page, name, value)
    page.click("#generate")


def finish(page):
    page.wait_for_function(IDLE, timeout=60_000)


def text(page, selector):
    return page.inner_text(selector)


def row(page):
    return page.evaluate("playground.player.step")


def shown(page):
    """What the page holds of the run that it shows, in Python's terms."""
    return page.evaluate(
        """() => {
          const { label, finishReason: finish, text, frames } = playground.player.recording;
          return { label, finish, text, frames: frames.map((frame) => ({
            block: frame.block, step: frame.step, stop_reason: frame.stopReason,
            input_ids: [...frame.input_ids], sampled_ids: [...frame.sampled_ids], argmax_ids: [...frame.argmax_ids],
            accepted: [...frame.accepted], entropy: [...frame.entropy], status: [...frame.status],
          })) };
        }"""
    )


def assert_same(frames, trace):
    assert len(frames) == len(trace)
    for name in ("block", "step", "input_ids", "sampled_ids", "argmax_ids", "accepted"):
        assert np.array_equal([frame[name] for frame in frames], trace.columns[name]), name
    assert np.allclose([frame["entropy"] for frame in frames], trace.columns["entropy"], rtol=1e-3, atol=1e-5)
    codes = status(trace.columns["accepted"], trace.columns["block"])
    assert np.array_equal([frame["status"] for frame in frames], codes)
    assert [frame["stop_reason"] for frame in frames if frame["stop_reason"]] == trace.stop_reasons


def go(page, row, chosen=None):
    """Shows a step, and returns when it is painted."""
    page.evaluate(
        """([step, chosen]) => new Promise(done => {
             const { player } = playground;
             player.addEventListener('paint', done, { once: true });
             player.views.choose(chosen); player.move(step); })""",
        [row, chosen],
    )


def rest(page):
    """Shows the step once more, and returns when it has stood still: the address is written by then, if it is to be."""
    page.evaluate(
        """() => new Promise(done => {
             const { player } = playground, { captions } = player;
             captions.speak = (step) => { delete captions.speak; captions.speak(step); done(); };
             player.refresh(); })"""
    )


def throw_dice(page):
    """A new seed. When it is there, the form has taken whatever it was given before."""
    before = page.input_value("#seed input")
    page.click("#dice")
    page.wait_for_function("before => document.querySelector('#seed input').value !== before", arg=before)


def pixel(page, selector, position, dx, dy):
    """The colour at (dx, dy) from the corner of a position's box; negative: from the opposite corner."""
    return page.evaluate(
        """([selector, position, dx, dy]) => {
          const canvas = document.querySelector(selector);
          const { x, y, width, height } = playground.player.painter.grid.boxes[position];
          const scale = canvas.width / canvas.clientWidth;
          const at = [dx < 0 ? x + width + dx : x + dx, dy < 0 ? y + height + dy : y + dy].map((v) => v * scale);
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
          copy.drawImage(canvas, 0, 0);
          return [...copy.getImageData(...at, 1, 1).data];
        }""",
        [selector, position, dx, dy],
    )


def said(page):
    """What the address says after `#`."""
    return {name: value for name, [value] in parse_qs(page.url.partition("#")[2], keep_blank_values=True).items()}


def says(page, **wanted):
    page.wait_for_function(
        """wanted => { const said = new URLSearchParams(location.hash.slice(1));
             return Object.entries(wanted).every(([name, value]) => said.get(name) === value); }""",
        arg={name: None if value is None else str(value) for name, value in wanted.items()},
    )


def is_shown(page, title):
    page.wait_for_function("title => playground.player.recording.run === title", arg=title)


def draw_curve(page):
    """Looks at the curve, for which the page then loads what draws it, and goes back to the top."""
    page.locator(".tdp-curve").scroll_into_view_if_needed()
    page.wait_for_selector(".js-plotly-plot .scatterlayer .point")
    page.evaluate("scrollTo(0, 0)")
