"""Whether the engine in a browser gives the run that Python gives on this machine, and how often it does not.

The engine stands alone in a page of Chromium: its worker, the shipped graphs, one thread.
"""

from __future__ import annotations

import base64
import functools
import itertools
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.assets import ASSETS
from playground.export.chromium import browser
from playground.measure import Parts
from playground.rules.samplers import BUILT_IN
from playground.rules.schedules import SCHEDULES
from playground.rules.ways import WAYS
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.trace import Trace
from playground.trace.branching import spec_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CLOSE = 1e-4
"""How far figures may be apart: probabilities, and nats."""
POSSIBLE = 1e-6
"""Candidates that are less probable, or closer to the next one, have no order to compare."""
DECIDED = ("block", "step", "input_ids", "sampled_ids", "argmax_ids", "accepted", "stable_for", "encoder_tokens")
"""Columns that must be equal; those of a person's hand, `pinned` and `edited`, too."""
FIGURES = ("temperature", "mean_entropy", "entropy", "top_probs", "key")
"""Columns that must be close. `lead` is a float16, which may round to the number next to it."""
RUNS = 200

_OPEN = """async () => {
  const { BrowserEngine } = await import("/js/engine/browser.js");
  window.engine = new BrowserEngine({ base: new URL("/", location.href) });
  for await (const { state, sentence } of engine.model()) if (state === "failed") throw new Error(sentence);
}"""
_RUN = """async (body) => {
  const tape = await engine.start(body);
  const messages = [];
  for await (const message of tape.messages()) if (message.kind !== "frame") messages.push(message);
  const refused = messages.filter(({ kind }) => kind === "refused").map(({ sentence }) => sentence);
  const traces = await Promise.all(tape.runs.map((run) => engine.trace(run).catch(() => new Uint8Array())));
  return { names: tape.runs, refused, traces: traces.map((bytes) => bytes.toBase64?.() ?? btoa(
    Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))) };
}"""


class EnginePage:
    """A page with the engine."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def run(
        self, specs: Sequence[RunSpec], branches: Sequence[str] = (), *, anew: bool = False
    ) -> tuple[list[str], list[Trace], list[str]]:
        """The names and traces of runs, and the sentences that refused or ended some.

        Args:
            branches: for each run, the name of the one that it branches from, whose moments are kept.
            anew: take every run from its beginning?
        """
        body = {"specs": [spec.to_dict() for spec in specs], "branches": list(branches), "freely": anew, "alone": True}
        answer = self._page.evaluate(_RUN, body)
        files = [base64.b64decode(text) for text in answer["traces"]]
        return answer["names"], [Trace.from_bytes(file) for file in files if file], answer["refused"]


@contextmanager
def engine_page(chromium: Browser) -> Iterator[EnginePage]:
    """A page with the engine, ready."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=ASSETS)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = chromium.new_page()
        try:
            page.goto(f"http://127.0.0.1:{server.server_port}/portable/manifest.json")
            page.evaluate(_OPEN)
            yield EnginePage(page)
        finally:
            page.close()
            server.shutdown()


def differences(there: Trace, here: Trace) -> list[str]:
    """Where two traces of a spec are not the same: what was decided, and by how much a figure is apart."""
    names = [name for name in (*DECIDED, "pinned", "edited") if not _same(there, here, name)]
    names += [name for name in ("stop_reasons", "finish_reason", "text") if getattr(there, name) != getattr(here, name)]
    names += [
        name for name in ("prompt_ids", "explanation") if getattr(there.header, name) != getattr(here.header, name)
    ]
    names += (
        ["tokens"]
        if any(here.tokens[token] != there.tokens[token] for token in here.tokens.keys() & there.tokens.keys())
        else []
    )
    names += ["spec"] if spec_of(there) != spec_of(here) else []
    if any(name in names for name in DECIDED):
        return names  # figures of other decisions are others
    for name in (*FIGURES, "lead"):
        figures = [trace.columns.get(name) for trace in (there, here)]
        if figures[0] is None or figures[1] is None:
            names += [name] if figures[0] is not figures[1] else []
            continue
        ours, theirs = (np.asarray(figure, "float64") for figure in figures)
        close = np.isclose(ours, theirs, rtol=2**-10 if name == "lead" else 0, atol=CLOSE, equal_nan=True)
        if not close.all():
            names.append(f"{name} by {np.nanmax(np.abs(ours - theirs)[~close]):.2g}")
    if not np.array_equal(*(np.where(_ordered(there), trace.columns["top_ids"], -1) for trace in (there, here))):
        names.append("top_ids")
    return names


def _same(there: Trace, here: Trace, name: str) -> bool:
    ours, theirs = (trace.columns.get(name) for trace in (there, here))
    return ours is theirs if ours is None or theirs is None else np.array_equal(ours, theirs)


def _ordered(trace: Trace) -> np.ndarray:
    """bool (S, L, k): which candidates are probable, and clearly more so than the next, and less than the last."""
    probs = trace.columns["top_probs"]
    gaps = probs[..., :-1] - probs[..., 1:] > POSSIBLE
    edge = np.ones((*gaps.shape[:-1], 1), bool)
    return (probs > POSSIBLE) & np.concatenate([gaps, edge], -1) & np.concatenate([edge, gaps], -1)


def short_runs(count: int) -> Iterator[RunSpec]:
    """Runs of all rules in turn: ways with their samplers, draws, schedules, prompts and seeds."""
    rules = [(way, kind.name) for kind in BUILT_IN for way in kind.ways]
    prompts = ("A story about Lily and a red ball", "3+4", "What is the capital of France?", "Sort 5 2 9 1", "zyx")
    draws, schedules = itertools.cycle(("exact", "fast", "greedy")), itertools.cycle(SCHEDULES)
    for seed, (way, sampler), prompt in zip(
        range(count), itertools.cycle(rules), itertools.cycle(prompts), strict=False
    ):
        usual = dict(WAYS[way].defaults) | {"t_max": 0.7, "t_min": 0.3, "max_denoising_steps": 8, "max_new_tokens": 128}
        settings = SamplerSettings(
            **usual | {"way": way, "sampler": sampler, "draw": next(draws), "schedule": next(schedules)}
        )
        yield RunSpec(prompt=Prompt(text=prompt), settings=settings, seed=seed)


def unequal() -> dict[str, float]:
    """Makes short runs in both places."""
    from playground.engine.models import load_model
    from playground.engine.recording import record

    model, steps, decided, figures = load_model(device="cpu"), 0, 0, 0
    with browser() as chromium, engine_page(chromium) as page:
        for spec in short_runs(RUNS):
            there = record(model, model.spec(spec))
            _, (here,), _ = page.run([spec_of(there)])
            names = differences(there, here)
            steps += len(there)
            decided += any(name in DECIDED for name in names)
            figures += bool(names)
    return {"unequal_runs": decided, "runs_with_a_figure_apart": figures, "steps_compared": steps}


PARTS: Parts = {
    unequal: {
        "unequal_runs": f"of {RUNS} short runs of all rules, those that decide otherwise in the browser than in Python",
        "runs_with_a_figure_apart": "those, and those in which a figure is more than 1e-4 apart",
        "steps_compared": "the steps of these runs",
    },
}
