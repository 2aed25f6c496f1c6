"""Measures what the panels cost: replay with all of them open, the paint of a step, the first paint, heap growth."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from playground.bench import Parts
from playground.bench.page import REPLAY, REPLAYS, STARTS, ReplaySlot, browser, open_page, served, synthetic

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BLOCKS = 4
RUNS = 50
WARM_UP = 5
"""Runs before the heap is first measured, so that what is built once does not count."""


def replay() -> dict[str, float]:
    """Measures one page, with the table open and two positions compared."""
    with served(ReplaySlot(synthetic(256, blocks=BLOCKS), 0)) as address, browser() as chromium:
        page = _open_all_panels(chromium, address)
        rates = [page.evaluate(REPLAY) for _ in range(REPLAYS)]
        delays = page.evaluate(_STEP_BY_STEP)
        script = page.evaluate(_SCRIPT_AND_LAYOUT)
    return {
        "replay_fps_all_panels": statistics.median(rates),
        "step_to_painted_ms_p95": statistics.quantiles(delays, n=20)[-1],
        "step_script_and_layout_ms_p95": statistics.quantiles(script, n=20)[-1],
    }


def replay_large() -> dict[str, float]:
    """Measures the same page with four times the positions, in one block."""
    with served(ReplaySlot(synthetic(1024), 0)) as address, browser() as chromium:
        page = _open_all_panels(chromium, address)
        rates = [page.evaluate(REPLAY) for _ in range(REPLAYS)]
    return {"replay_fps_1024_all_panels": statistics.median(rates)}


def _open_all_panels(chromium: Browser, address: str) -> Page:
    page = open_page(chromium, address)
    page.locator(".tdp-curve").scroll_into_view_if_needed()
    page.wait_for_function("playground.player.panels.curve.plotly !== null")
    page.evaluate("scrollTo(0, 0)")
    page.click("summary:has-text('This step as a table')")
    page.click(".tdp-canvas", position={"x": 5, "y": 5})
    page.click("text=Compare")
    page.click(".tdp-canvas", position={"x": 5, "y": 100})
    return page


def first_paint() -> dict[str, float]:
    """Takes the median over some visits, each with an empty cache, to a server that has answered before."""
    seconds = []
    with served(ReplaySlot(synthetic(256), 0)) as address, browser() as chromium:
        for _ in range(STARTS + 1):
            context = chromium.new_context(viewport={"width": 1440, "height": 1000})
            context.add_init_script(_FIRST_PAINT)
            page = context.new_page()
            page.goto(address)
            page.wait_for_function("window.firstPaint !== undefined")
            seconds.append(page.evaluate("firstPaint / 1000"))
            context.close()
    return {"first_paint_s": statistics.median(seconds[1:])}


def heap() -> dict[str, float]:
    """Measures how much the heap grows from the first runs to the last one, each time after a garbage collection."""
    with served(ReplaySlot(synthetic(256), 0)) as address, browser() as chromium:
        page = open_page(chromium, address)
        page.wait_for_selector("#model-status[data-state=ready]")
        devtools = page.context.new_cdp_session(page)
        used = []
        for runs in (WARM_UP, RUNS):
            for _ in range(runs):
                page.click("#generate")
                page.wait_for_function(_COMPLETE)
            devtools.send("HeapProfiler.collectGarbage")
            used.append(devtools.send("Runtime.getHeapUsage")["usedSize"])
    return {"heap_growth_mb": (used[1] - used[0]) / 2**20}


PARTS: Parts = {
    replay: {
        "replay_fps_all_panels": "pictures a second, every panel open: 256 positions, 48 steps, 4 blocks",
        "step_to_painted_ms_p95": "a step's picture begins until all its views are painted, in that run",
        "step_script_and_layout_ms_p95": "the part of it that the page's script, styles and layout take",
    },
    replay_large: {
        "replay_fps_1024_all_panels": "pictures a second, every panel open: 1,024 positions",
    },
    first_paint: {
        "first_paint_s": "the address is opened until the recorded run is painted, nothing cached",
    },
    heap: {
        "heap_growth_mb": "what the page's heap has grown by after 50 more runs",
    },
}

# A message that is posted while a picture is drawn is delivered when that picture is done.
_STEP_BY_STEP = """async () => {
  const delays = [];
  const { player } = playground;
  for (let step = 0; step < player.clock.count; step += 1) {
    const { port1, port2 } = new MessageChannel();
    const painted = new Promise((resolve) => { port2.onmessage = resolve; });
    player.addEventListener("paint", () => port1.postMessage(step), { once: true });
    let begun = 0;
    requestAnimationFrame(() => { begun = performance.now(); });
    player.move(step);
    await painted;
    delays.push(performance.now() - begun);
    port1.close();
  }
  return delays;
}"""

_SCRIPT_AND_LAYOUT = """async () => {
  const delays = [];
  const { player } = playground;
  for (let step = 0; step < player.clock.count; step += 1) {
    await new Promise((resolve) => {
      let begun = 0;
      requestAnimationFrame(() => { begun = performance.now(); });
      player.addEventListener("paint", () => {
        document.body.getBoundingClientRect(); // has styles and layout brought up to date
        delays.push(performance.now() - begun);
        resolve();
      }, { once: true });
      player.move(step);
    });
  }
  return delays;
}"""

_FIRST_PAINT = """
  const look = () => {
    if (window.playground?.player.painter.ids.length > 0) window.firstPaint = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""

_COMPLETE = "!playground.rail.busy && playground.player.recording.frames.every((frame) => frame.top_ids)"
