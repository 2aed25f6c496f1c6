"""Measures what lanes cost: passes that two runs share, and replay of several runs side by side."""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playground.export.chromium import browser
from playground.plugins.card.measure import PROMPT
from workshop.bench import Parts
from workshop.bench.page import ReplaySlot, open_page, replayed, served, synthetic
from workshop.bench.panels import STEP_BY_STEP, open_all_details

if TYPE_CHECKING:
    from playwright.sync_api import Page

PASSES = 12
ROUNDS = 5


def shared_passes() -> dict[str, float]:
    """Runs one spec and then two together, in turns, each for the same number of passes."""
    from playground.engine.models import load_model
    from playground.engine.recording import record_all

    model = load_model()
    settings = model.settings.replace(
        max_denoising_steps=PASSES, confidence_threshold=0.0, max_new_tokens=model.canvas_length
    )
    specs = [model.spec(PROMPT, settings, seed) for seed in (1, 2)]
    ratios = []
    for _ in range(1 + ROUNDS):
        times = []
        for count in (1, 2):
            started = time.perf_counter()
            traces = record_all(model, specs[:count])
            times.append(time.perf_counter() - started)
            assert all(len(trace) == PASSES for trace in traces)
        ratios.append(times[1] / times[0])
    return {"two_lanes_cost_ratio": statistics.median(ratios[1:])}


def replay_two() -> dict[str, float]:
    """Measures two lanes at 256 positions with the most details open."""
    with _lanes(256, 2) as page:
        rate = replayed(page)
        delays = page.evaluate(STEP_BY_STEP)
    return {
        "replay_fps_two_lanes_all_details": rate,
        "step_to_painted_two_lanes_ms_p95": statistics.quantiles(delays, n=20)[-1],
    }


def replay_four() -> dict[str, float]:
    """Measures four lanes at 128 positions, as they open."""
    with _lanes(128, 4, details=False) as page:
        return {"replay_fps_four_lanes": replayed(page)}


@contextmanager
def _lanes(positions: int, lanes: int, *, details: bool = True) -> Iterator[Page]:
    """A page that compares so many synthetic runs, each another one."""
    traces = [synthetic(positions, seed=seed) for seed in range(lanes)]
    with tempfile.TemporaryDirectory() as folder:
        for number, trace in enumerate(traces):
            trace.save(Path(folder) / f"{number}.trace")
        index = [{"file": f"{number}.trace", "title": f"Run {number}"} for number in range(lanes)]
        (Path(folder) / "index.json").write_text(json.dumps(index), encoding="utf-8")
        with served(ReplaySlot(traces[0], 0), Path(folder)) as address, browser() as chromium:
            page = open_page(chromium, address)
            if details:
                open_all_details(page)
            page.evaluate(_COMPARE)
            page.wait_for_function(f"() => playground.player.views.lanes.all.length === {lanes}")
            yield page


PARTS: Parts = {
    shared_passes: {
        "two_lanes_cost_ratio": "the time of two runs of the embedded checkpoint in shared passes over that of one",
    },
    replay_two: {
        "replay_fps_two_lanes_all_details": "pictures a second of two lanes of 256 positions, most details open",
        "step_to_painted_two_lanes_ms_p95": "a step's picture begins until all its views are painted, in that page",
    },
    replay_four: {
        "replay_fps_four_lanes": "pictures a second of four lanes of 128 positions",
    },
}

_COMPARE = """async () => {
  for (const item of playground.runList.items.slice(1)) await playground.lanes.take(item);
}"""
