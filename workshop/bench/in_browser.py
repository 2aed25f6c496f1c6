"""Measures the engine in a browser against Python's on this machine, and what the page without a server costs.

The page is served from a folder by a plain host. Times are given beside those that they are to be compared with; what
is compared takes turns.
"""

from __future__ import annotations

import functools
import gzip
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from playground.assets import ASSETS
from playground.export.chromium import browser
from playground.plugins.live.site import write_site
from playground.server.guard.answers import ISOLATION
from playground.trace import Trace
from workshop.bench import Parts
from workshop.bench.crowd import server
from workshop.bench.opening import window
from workshop.bench.page import KNOWN, LONGEST_MS, PAINTED
from workshop.bench.static_host import static_host
from workshop.page.sources import ENGINE, evaluate

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from playground.engine.models import Model
    from playground.spec.run import RunSpec

RUN = ASSETS / "recorded" / "lily.trace"
ROUNDS = 3
VISITS = 5
RUNS = 50
STEPS = 48
"""The most of a canvas in each run that is made, as in the recorded one."""
NEEDED = (
    "ort.wasm.min.js", "ort-wasm-simd-threaded.js", "ort-wasm-simd-threaded.wasm", "model.safetensors",
    "tokenizer.json", "manifest.json", "world.json", ".onnx", "live-worker.js",
)  # fmt: skip
"""What the engine fetches, by the ends of names."""
PASSES = """async ([base, steps]) => {
  const { openEngine } = sources;
  const place = { base: new URL("portable/", base).href, runtime: new URL("runtime/", base).href };
  const { engine } = await openEngine(place, () => {});
  const { graphs } = engine, run = graphs.run.bind(graphs), times = [];
  graphs.run = async (name, inputs) => {
    const began = performance.now();
    const outputs = await run(name, inputs);
    if (name === "denoise") times.push((performance.now() - began) / 1000);
    return outputs;
  };
  const { spec } = playground.player.recording.header;
  spec.settings.max_denoising_steps = steps;
  await engine.start({ specs: [spec] }, () => {}).done;
  return times.slice(1);
}"""
"""A run in the page's own thread; the seconds of its denoiser passes but the first."""
SET = "(values) => { playground.knobs.values = values; }"
READY = "() => document.querySelector('#model-state')?.dataset.state === 'ready'"
OVER = "asked && !playground.ask.busy && !playground.player.recording.live"
"""True once the run that was asked for is over."""
FIRST_STEP = f"""() => new Promise((give, fail) => {{
  const pressed = performance.now();
  let asked = false;
  const look = () => {{
    const {{ recording }} = playground.player;
    if (recording.live && recording.frames.length > 0) give((performance.now() - pressed) / 1000);
    else if ({OVER}) fail(new Error("the run was over before a step was seen"));
    else requestAnimationFrame(look);
    asked ||= playground.ask.busy;
  }};
  document.querySelector("#generate").click();
  look();
}})"""
PICTURES = f"""() => new Promise((give, fail) => {{
  const times = [], began = performance.now();
  let asked = false;
  const look = (now) => {{
    const {{ recording }} = playground.player;
    if (recording.live && recording.frames.length > 1) times.push(now);
    if (times.length > 1 && !recording.live) give((times.length - 1) / ((times.at(-1) - times[0]) / 1000));
    else if ({OVER} && times.length > 0) give(times.length / ((now - began) / 1000));
    else if ({OVER}) fail(new Error("the run was over before a picture of it"));
    else requestAnimationFrame(look);
    asked ||= playground.ask.busy;
  }};
  document.querySelector("#generate").click();
  requestAnimationFrame(look);
}})"""


@contextmanager
def hosted(isolated: bool = False) -> Iterator[str]:
    """The address of the static page on a plain host.

    Args:
        isolated: does it send the headers that let a page use threads?
    """
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder) / "site")
        with static_host(Path(folder) / "site", ISOLATION if isolated else None) as address:
            yield address


def ready_page(chromium: Browser, address: str) -> Page:
    """The page in a window of its own, without a service worker, when its engine is ready."""
    page = chromium.new_context(service_workers="block", viewport={"width": 1280, "height": 720}).new_page()
    page.set_default_timeout(LONGEST_MS)
    page.add_init_script(KNOWN)
    page.goto(address)
    page.wait_for_function(f"() => {PAINTED}")
    page.wait_for_function(READY)
    page.evaluate(SET, {"max_denoising_steps": STEPS})
    return page


def passes() -> dict[str, float]:
    """The denoiser's passes of the first recorded run, in turns: the median in the browser over that in torch."""

    def here(page: Page) -> float:
        return statistics.median(evaluate(page, PASSES, [page.evaluate("() => playground.assets.href"), STEPS], ENGINE))

    return _in_turns(here, _pass_seconds_in_torch, "browser_pass_over_torch_{}", "browser_pass_ms_{}")


def steps() -> dict[str, float]:
    """Makes a recorded run in turns: the median step in the browser over that in Python, first steps left out."""
    return _in_turns(_seconds_in, _seconds_in_python, "browser_step_over_python_{}", "browser_step_ms_{}")


def _in_turns(
    here: Callable[[Page], float], there: Callable[[int], float], ratio: str, milliseconds: str
) -> dict[str, float]:
    """Seconds in the browser over those in Python, and in ms, by names for one thread and for two; medians."""
    figures = {}
    with browser() as chromium:
        for threads in (1, 2):
            with hosted(isolated=threads > 1) as address:
                page = ready_page(chromium, address)
                turns = [(here(page), there(threads)) for _ in range(ROUNDS + 1)][1:]
                page.context.close()
            figures[ratio.format(threads)] = statistics.median(ours / theirs for ours, theirs in turns)
            figures[milliseconds.format(threads)] = statistics.median(1000 * ours for ours, _ in turns)
    return figures


def _seconds_in(page: Page) -> float:
    page.evaluate("() => playground.generate()")
    page.wait_for_function("() => playground.player.recording?.live")
    page.wait_for_function("() => !playground.ask.busy", timeout=120_000)
    seconds = page.evaluate("() => playground.player.recording.frames.map(({ seconds }) => seconds)")
    return statistics.median(seconds[1:])


def _seconds_in_python(threads: int) -> float:
    from playground.engine.recording import record

    with _threads(threads):
        trace = record(_model(), _spec())
    return float(statistics.median(trace.columns["seconds"][1:].tolist()))


def _pass_seconds_in_torch(threads: int) -> float:
    from playground.engine.batch import Batch
    from playground.engine.passes import Eager
    from playground.engine.row import Row

    model, times = _model(), []
    forward = Eager.forward

    def clocked(*inputs: Any) -> Any:
        began = time.perf_counter()
        logits = forward(*inputs)
        times.append(time.perf_counter() - began)
        return logits

    batch = Batch(model)
    batch._seats[0]._passes.forward = clocked  # type: ignore[union-attr]
    batch.join(Row.of(model, _spec()))
    with _threads(threads):
        while len(batch):
            batch.step()
    return statistics.median(times[1:])


@contextmanager
def _threads(number: int) -> Iterator[None]:
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(number)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _spec() -> RunSpec:
    from playground.trace.branching import spec_of

    spec = spec_of(Trace.load(RUN))
    return spec.replace(settings=spec.settings.replace(max_denoising_steps=STEPS))


@functools.cache
def _model() -> Model:
    from playground.engine.models import load_model

    return load_model(device="cpu")


def first_step() -> dict[str, float]:
    """From the press of Generate to the first step in the page: the browser's engine over the server's, in turns."""
    here, there = [], []
    with server() as (_, served), hosted() as address, browser() as chromium:
        pages = [ready_page(chromium, each) for each in (address, served)]
        for _ in range(ROUNDS + 1):
            for page, times in zip(pages, (here, there), strict=True):
                times.append(page.evaluate(FIRST_STEP))
                page.wait_for_function("() => !playground.ask.busy", timeout=120_000)
    return {
        "browser_first_step_s": statistics.median(here[1:]),
        "browser_first_step_over_server": statistics.median(here[1:]) / statistics.median(there[1:]),
    }


def opening() -> dict[str, float]:
    """First pictures in turns, nothing kept; and the wait for the engine after a first picture of a second visit."""
    here, there, waits = [], [], []
    with server() as (_, served), hosted() as address, browser() as chromium:
        for _ in range(VISITS + 1):
            for place, times in ((address, here), (served, there)):
                with window(chromium) as fresh:
                    times.append(_painted(fresh.new_page(), place))
        with window(chromium) as profile:
            for _ in range(ROUNDS + 1):
                page = profile.new_page()
                _painted(page, address)
                painted = time.perf_counter()
                page.wait_for_function(READY)
                waits.append(time.perf_counter() - painted)
                page.close()
    return {
        "static_first_paint_s": statistics.median(here[1:]),
        "static_first_paint_over_server": statistics.median(here[1:]) / statistics.median(there[1:]),
        "static_engine_ready_s": statistics.median(waits[1:]),
    }


def _painted(page: Page, address: str) -> float:
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_function(f"() => {PAINTED}")
    return time.perf_counter() - began


def engine_bytes() -> dict[str, float]:
    """Everything that the engine may fetch, each file compressed by gzip as a host would."""
    with tempfile.TemporaryDirectory() as folder:
        files = write_site(Path(folder) / "site")
        sizes = [len(gzip.compress(file.read_bytes(), 9)) for file in files if file.name.endswith(NEEDED)]
    return {"engine_megabytes": sum(sizes) / 1e6}


def pictures() -> dict[str, float]:
    """Pictures a second while a run computes: the median over some runs in one page."""
    with hosted() as address, browser() as chromium:
        page = ready_page(chromium, address)
        rates = [page.evaluate(PICTURES) for _ in range(ROUNDS)]
    return {"browser_run_fps": statistics.median(rates)}


def memory() -> dict[str, float]:
    """What the tab's process holds after many runs of different seeds, and after the first."""
    with hosted() as address, browser() as chromium:
        page = ready_page(chromium, address)
        sizes = []
        for run in range(RUNS):
            page.evaluate(SET, {"seed": run})
            _seconds_in(page)
            sizes.append(_renderer_megabytes())
    return {"tab_megabytes": sizes[-1], "tab_megabytes_first": sizes[0]}


def _renderer_megabytes() -> float:
    """The largest process of a page that this process has started; what it shares with others counts by its share."""
    renderers = [
        process for process in psutil.Process().children(recursive=True) if "--type=renderer" in process.cmdline()
    ]
    return max(process.memory_full_info().pss for process in renderers) / 1e6


PARTS: Parts = {
    passes: {
        "browser_pass_over_torch_1": "a denoiser pass in the browser over one in torch, one thread each",
        "browser_pass_ms_1": "that pass in the browser, in ms",
        "browser_pass_over_torch_2": "the same with two threads each",
        "browser_pass_ms_2": "that pass in the browser, in ms",
    },
    steps: {
        "browser_step_over_python_1": "a step of a story in the browser over one in Python, one thread each",
        "browser_step_ms_1": "that step in the browser, in ms",
        "browser_step_over_python_2": "the same with two threads each",
        "browser_step_ms_2": "that step in the browser, in ms",
    },
    first_step: {
        "browser_first_step_s": "the press of Generate until the first step is in the static page",
        "browser_first_step_over_server": "the press of Generate until the first step, over that in a server's page",
    },
    opening: {
        "static_first_paint_s": "the address of the static page is opened until a run is painted, nothing kept",
        "static_first_paint_over_server": "the static page's first picture, nothing kept, over that of a server's page",
        "static_engine_ready_s": "second visit: the first picture until the engine is ready",
    },
    engine_bytes: {
        "engine_megabytes": "runtime, weights and all graphs with gzip, in 1,000,000 bytes",
    },
    pictures: {
        "browser_run_fps": "pictures a second while the browser computes a run, one thread",
    },
    memory: {
        "tab_megabytes": "memory of the static page's process after 50 runs, shared parts by share, in 1,000,000 bytes",
        "tab_megabytes_first": "the same after the first",
    },
}
