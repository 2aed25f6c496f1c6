"""Measures the page of one file that holds the model, opened from the disk in a fresh Chromium each time."""

from __future__ import annotations

import dataclasses
import statistics
import tempfile
import time
from pathlib import Path

from playground.assets import ASSETS
from playground.export import export
from playground.export.chromium import browser
from playground.trace import Trace
from workshop.bench import Parts
from workshop.bench.page import LONGEST_MS, PAINTED

VISITS = 5
READY = "[data-state=ready]#model-state"


def model_page() -> dict[str, float]:
    """Takes medians of visits."""
    run = dataclasses.replace(Trace.load(ASSETS / "recorded" / "lily.trace"), name="lily")
    with tempfile.TemporaryDirectory() as folder:
        (path,) = export([run], Path(folder) / "lily.html", with_model=True)
        visits = [_visit(path) for _ in range(VISITS)]
        painted, ready = (statistics.median(figures) for figures in zip(*visits, strict=True))
        return {
            "model_page_megabytes": path.stat().st_size / 1e6,
            "model_page_first_paint_s": painted,
            "model_page_ready_s": ready,
        }


def _visit(path: Path) -> tuple[float, float]:
    """Seconds from opening the file to the run's picture, and to the model's being ready."""
    with browser() as chromium:
        page = chromium.new_page()
        page.set_default_timeout(LONGEST_MS)
        began = time.perf_counter()
        page.goto(path.as_uri())
        page.wait_for_function(f"() => {PAINTED}")  # its policy allows no other expression
        painted = time.perf_counter() - began
        page.wait_for_selector(READY)
        return painted, time.perf_counter() - began


PARTS: Parts = {
    model_page: {
        "model_page_megabytes": "the page of one file that holds the model and a story",
        "model_page_first_paint_s": "from opening that file from the disk to the run's picture",
        "model_page_ready_s": "and until its model can generate, with one thread",
    }
}
