"""Measures what the page costs in a real Chromium on this machine: bytes, delays, frame rates and start-up time."""

from __future__ import annotations

import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.assets import ASSETS
from playground.errors import PlaygroundError
from playground.export.chromium import browser
from playground.service.runs import Run
from playground.service.slot import News
from playground.service.streams import Streams
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.trace import Header, StepFrame, Trace
from playground.trace.wire import WireEncoder
from workshop.bench import Parts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from playground.server.interface import Page as ServedPage

STEPS = 48
YIELD_INTERVAL_S = 0.05
"""Time between two frames of the streamed run, as with a small model on a CPU."""
CANDIDATES = 8
REPLAYS = 5
STARTS = 3
LONGEST_MS = 120_000
"""What a page may take to show something, on a busy machine too."""
KNOWN = """try { localStorage.setItem("playground: reader", '"opened"'); } catch {}"""
"""Run first in a window, it makes a reader whom the browser knows: no opening plays, and figures are shown."""
PAINTED = "window.playground?.player?.painter.ids.length > 0"
"""True once a run is painted. Before the scripts have run, `playground` may be the element of that id."""


def wire_bytes() -> dict[str, float]:
    """Measures every recorded run of the project, or a synthetic one if there are none."""
    traces = [Trace.load(path) for path in sorted((ASSETS / "recorded").glob("*.trace"))] or [synthetic(256)]
    full, bare = [], []
    for trace in traces:
        encoder = WireEncoder(0)
        encoder.start(trace.header, "LIVE", lambda ids, trace=trace: [trace.tokens[i] for i in ids])
        for at in range(len(trace)):
            message = encoder.frame(trace.frame(at))
            texts = json.dumps(json.loads(message)["tokens"], separators=(",", ":"))
            full.append(len(message.encode()))
            bare.append(full[-1] - len(texts.encode()))
    return {"wire_bytes_per_step": statistics.mean(full), "wire_bytes_per_step_bare": statistics.mean(bare)}


def yield_to_painted() -> dict[str, float]:
    """Streams a synthetic run through the whole page. Server and browser share the machine's clock."""
    slot = ReplaySlot(synthetic(256), YIELD_INTERVAL_S)
    with served(slot) as address, browser() as chromium:
        page = open_page(chromium, address)
        page.evaluate(_WATCH_PAINT)
        page.click("#generate")
        page.wait_for_function(f"() => !playground.ask.busy && playground.player.recording.frames.length === {STEPS}")
        page.wait_for_function("() => !playground.player.recording.live")
        page.wait_for_timeout(200)
        painted = dict(page.evaluate("painted"))
    delays = [1000 * (painted[row] / 1000 - at) for row, at in enumerate(slot.yielded) if row in painted]
    return {"yield_to_painted_ms_p50": statistics.median(delays)}


def replay_fps() -> dict[str, float]:
    """Takes the median over some replays in one page: pictures per second between the first and the last step."""
    figures = {}
    for positions in (256, 1024):
        with served(ReplaySlot(synthetic(positions), 0)) as address, browser() as chromium:
            figures[f"replay_fps_{positions}"] = replayed(open_page(chromium, address))
    return figures


def page_ready() -> dict[str, float]:
    """Takes the median over some starts of a fresh process. Chromium is running before the clock starts."""
    seconds = []
    with browser() as chromium:
        for _ in range(STARTS):
            port = free_port()
            command = [sys.executable, "-m", "playground", "serve", "--port", str(port), "--host", "127.0.0.1"]
            started = time.perf_counter()
            server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                _wait_for(f"http://127.0.0.1:{port}/", server)
                open_page(chromium, f"http://127.0.0.1:{port}/").close()
                seconds.append(time.perf_counter() - started)
            finally:
                server.terminate()
                server.wait()
    return {"page_ready_s": statistics.median(seconds)}


PARTS: Parts = {
    wire_bytes: {
        "wire_bytes_per_step": "bytes of a step's message, token texts included, mean over the recorded runs",
        "wire_bytes_per_step_bare": "the same without the token texts that a step adds",
    },
    yield_to_painted: {
        "yield_to_painted_ms_p50": "256 positions: the engine yields a frame until Chromium has painted it",
    },
    replay_fps: {
        "replay_fps_256": "pictures a second while 256 positions play one step per picture",
        "replay_fps_1024": "the same for 1,024 positions",
    },
    page_ready: {
        "page_ready_s": "python app.py starts until its first recorded run is painted",
    },
}

# `paint` is dispatched inside an animation frame; a message posted there is delivered when that picture is done.
_WATCH_PAINT = """() => {
  window.painted = [];
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = ({ data }) => painted.push([data, performance.timeOrigin + performance.now()]);
  const { player } = playground;
  player.addEventListener("paint", () => { if (player.recording.live) port1.postMessage(player.step); });
}"""

REPLAY = """() => new Promise((resolve) => {
  const times = [];
  const { player } = playground;
  player.clock.speed = Infinity;
  player.move(0);
  player.addEventListener("paint", function painted() {
    times.push(performance.now());
    if (player.playing || times.length < 2) return;
    player.removeEventListener("paint", painted);
    resolve((times.length - 2) / ((times.at(-1) - times[1]) / 1000));
  });
  player.play();
})"""


def replayed(page: Page) -> float:
    """Pictures a second, the median of some replays in a page."""
    return statistics.median(page.evaluate(REPLAY) for _ in range(REPLAYS))


def synthetic(positions: int, steps: int | None = None, blocks: int = 1, seed: int = 0) -> Trace:
    """Makes a run as busy as a real one gets: positions change at each step until they are accepted, one by one."""
    draw, steps = np.random.default_rng(seed), steps or STEPS
    settings = SamplerSettings(max_denoising_steps=steps, max_new_tokens=positions * blocks)
    header = Header(
        spec=RunSpec(prompt=Prompt(text="A synthetic run."), settings=settings, model="synthetic").to_dict(),
        device="cpu", dtype="float32", canvas_length=positions, vocab_size=600, eos_ids=[1], pad_id=0,
        special_ids=[0, 1], prompt_ids=[2], software={},
    )  # fmt: skip
    frames = []
    for block in range(1, blocks + 1):
        final = draw.integers(2, 600, positions, dtype="int32")
        accepted_at = draw.integers(2, steps, positions)
        for step in range(1, steps + 1):
            accepted = accepted_at <= step
            tokens = np.where(accepted, final, draw.integers(2, 600, (3, positions), dtype="int32"))
            entropy = np.where(accepted, 0.01, draw.uniform(0.1, 6, positions)).astype("float32")
            candidates = draw.integers(2, 600, (positions, CANDIDATES - 1), dtype="int32")
            last = step == steps
            frames.append(
                StepFrame(
                    block=block, step=step, input_ids=tokens[0], sampled_ids=tokens[1], argmax_ids=tokens[2],
                    accepted=accepted, entropy=entropy, top_ids=np.column_stack([tokens[2], candidates]),
                    top_probs=np.full((positions, CANDIDATES), 1 / CANDIDATES, "float32"),
                    temperature=0.8, mean_entropy=float(entropy.mean()), stable_for=0,
                    stop_reason="max-steps" if last else "",
                    finish_reason="max-new-tokens" if last and block == blocks else "",
                )
            )  # fmt: skip
    return Trace.of(
        header, frames, lambda ids: [f" word{i}" for i in ids], lambda ids: "".join(f" word{i}" for i in ids)
    )


class ReplaySlot:
    """Stands in for the engine slot and hands out the frames of a trace at a steady pace."""

    def __init__(self, trace: Trace, interval: float) -> None:
        self.trace, self.interval = trace, interval
        self.model = SimpleNamespace(
            settings=SamplerSettings(), canvas_length=trace.header.canvas_length, ways=("uniform",)
        )
        self.name = trace.header.model
        self.rows = self.pass_rows = 1
        self.whole = self.looks = False
        self.others: tuple[ReplaySlot, ...] = ()
        self.abilities: dict[str, bool] = {}
        self.sees = False
        self.yielded: list[float] = []
        """Wall-clock time at which each frame was handed out."""

    def slot_for(self, _model: str) -> ReplaySlot:
        return self

    def start(self) -> None:
        pass

    def start_after(self, seconds: float) -> None:
        pass

    def wait(self, timeout: float) -> bool:
        return True

    def status(self) -> dict[str, Any]:
        return {"state": "ready", "sentence": "A synthetic run is replayed."}

    def prepare(self, run: Run, spec: RunSpec) -> None:
        texts = self.trace.texts
        run.live = Trace.begin(self.trace.header, texts, lambda ids: "".join(texts(ids)))

    def session(self) -> Streams:
        return Streams(self._replayed)

    def _replayed(self, runs: Mapping[int, Run], wanted: AbstractSet[int]) -> Generator[News, None, None]:
        for at in range(len(self.trace)):
            time.sleep(self.interval)
            self.yielded.append(time.time())
            yield [(place, self.trace.frame(at)) for place in runs]


@contextmanager
def served(slot: Any, recorded: Path | None = None) -> Iterator[str]:
    """Serves the real page around a slot and yields the address.

    Args:
        recorded: the folder of the recorded runs; by default the slot's trace is the only one.
    """
    from playground.server.interface import build
    from playground.service import Service

    with tempfile.TemporaryDirectory() as folder:
        slot.trace.save(Path(folder) / "run.trace")
        (Path(folder) / "index.json").write_text(
            json.dumps([{"file": "run.trace", "title": "A synthetic run"}]), encoding="utf-8"
        )
        page: ServedPage = build(Service(slot), recorded or Path(folder))
        address = page.launch("127.0.0.1", free_port(), block=False, quiet=True)
        try:
            yield address
        finally:
            page.blocks.close(verbose=False)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def open_page(chromium: Browser, address: str) -> Page:
    """Opens the page and waits until its first recorded run is painted."""
    page = chromium.new_page(viewport={"width": 1440, "height": 1000})
    page.set_default_timeout(LONGEST_MS)
    page.add_init_script(KNOWN)
    page.goto(address)
    page.wait_for_function(f"() => {PAINTED}")
    return page


def _wait_for(address: str, server: subprocess.Popen) -> None:
    for _ in range(6000):  # five minutes, as beside other work it starts slowly
        try:
            urllib.request.urlopen(address).close()
            return
        except (urllib.error.URLError, ConnectionError):
            if server.poll() is not None:
                break
            time.sleep(0.05)
    raise PlaygroundError(f"The page did not answer at {address}.")
