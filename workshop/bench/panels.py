"""Measures what the details cost: replay with and without them, the paint of a step, heap growth."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from playground.export.chromium import browser
from workshop.bench import Parts
from workshop.bench.page import ReplaySlot, open_page, replayed, served, synthetic

if TYPE_CHECKING:
    from playwright.sync_api import Page

BLOCKS = 4
RUNS = 50
WARM_UP = 5
"""Runs before the heap is first measured, so that what is built once does not count."""


def replay() -> dict[str, float]:
    """Measures one page, first as it opens, then with the most details open and two positions compared."""
    with served(ReplaySlot(synthetic(256, blocks=BLOCKS), 0)) as address, browser() as chromium:
        page = open_page(chromium, address)
        plain = replayed(page)
        open_all_details(page)
        rate = replayed(page)
        delays = page.evaluate(STEP_BY_STEP)
        script = page.evaluate(_SCRIPT_AND_LAYOUT)
    return {
        "replay_fps": plain,
        "replay_fps_all_details": rate,
        "step_to_painted_ms_p95": statistics.quantiles(delays, n=20)[-1],
        "step_script_and_layout_ms_p95": statistics.quantiles(script, n=20)[-1],
    }


def replay_large() -> dict[str, float]:
    """Measures the same page with four times the positions, in one block."""
    with served(ReplaySlot(synthetic(1024), 0)) as address, browser() as chromium:
        page = open_page(chromium, address)
        open_all_details(page)
        return {"replay_fps_1024_all_details": replayed(page)}


def open_all_details(page: Page) -> None:
    """Opens the table, which has the most to draw of the tabs, all that is folded, and the cards of two positions."""
    page.click("[data-panel=table]")
    while (closed := page.locator(".token-canvas details:not([open]) > summary:visible")).count():
        closed.first.click()
    page.evaluate("scrollTo(0, 0)")
    page.click(".tdp-canvas", position={"x": 5, "y": 5})
    page.click(".tdp-compare")
    page.click(".tdp-canvas", position={"x": 5, "y": 100})


def heap() -> dict[str, float]:
    """Measures how much the heap grows from the first runs to the last one, each time after a garbage collection."""
    with served(ReplaySlot(synthetic(256), 0)) as address, browser() as chromium:
        page = open_page(chromium, address)
        page.wait_for_selector("#model-state[data-state=ready]")
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
        "replay_fps": "pictures a second as the page opens, one step per picture: 256 positions, 48 steps, 4 blocks",
        "replay_fps_all_details": "the same with the table and all that is folded open, and two positions compared",
        "step_to_painted_ms_p95": "a step's picture begins until all its views are painted, in that run",
        "step_script_and_layout_ms_p95": "the part of it that the page's script, styles and layout take",
    },
    replay_large: {
        "replay_fps_1024_all_details": "the same for 1,024 positions in one block",
    },
    heap: {
        "heap_growth_mb": "what the page's heap has grown by after 50 more runs",
    },
}

# A message that is posted while a picture is drawn is delivered when that picture is done.
STEP_BY_STEP = """async () => {
  const delays = [];
  const { player } = playground;
  for (let step = 0; step < player.recording.frames.length; step += 1) {
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
  for (let step = 0; step < player.recording.frames.length; step += 1) {
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

_COMPLETE = "() => !playground.ask.busy && playground.player.recording.frames.every((frame) => frame.top_ids)"
