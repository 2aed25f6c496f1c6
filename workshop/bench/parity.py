"""Whether the engine in a browser gives the run that Python gives on this machine, and how often it does not.

The engine stands alone in a page of Chromium: its worker, the shipped graphs, one thread.
"""

from __future__ import annotations

import base64
import itertools
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from playground.assets import ASSETS
from playground.export.chromium import browser
from playground.rules.samplers import BUILT_IN
from playground.rules.schedules import SCHEDULES
from playground.rules.ways import WAYS
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.trace import Trace
from workshop.bench import Parts
from workshop.bench.same_run import differences, parts_by_rounding
from workshop.bench.static_host import static_host
from workshop.page.sources import ENGINE, evaluate

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RUNS, WHOLE = 200, 40
PROMPTS = (
    "Write a story about Lily, a cat and a red ball.", "What is 34 + 58?", "What is the capital of France?",
    "Write as JSON: Priya is 9 years old and has a silver kite.", "Write a long story about Tom, a puppy and a drum.",
)  # fmt: skip

_OPEN = """async () => {
  const { BrowserEngine } = sources;
  window.engine = new BrowserEngine({ base: new URL("/", location.href) });
  for await (const { state, sentence } of engine.model()) if (state === "failed") throw new Error(sentence);
}"""
_ASK = """async ([name, text]) => Object.fromEntries(Object.entries(await engine.call(name, text)).map(
  ([name, value]) => [name, ArrayBuffer.isView(value) ? Array.from(value) : value]))"""
_RUN = """async (body) => {
  const tape = await engine.start(body, undefined, OPEN);
  const messages = [];
  for await (const message of tape.messages()) if (message.kind !== "frame") messages.push(message);
  const refused = messages.flatMap(({ kind, sentence, notice }) => (kind === "refused" ? sentence : notice || []));
  const traces = await Promise.all(tape.runs.map((run) => engine.trace(run).catch(() => new Uint8Array())));
  return { names: tape.runs, refused, traces: traces.map((bytes) => btoa(
    Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))) };
}"""


class EnginePage:
    """A page with the engine."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def run(
        self, specs: Sequence[RunSpec | dict], branches: Sequence[str] = (), *, anew: bool = False, decider: str = ""
    ) -> tuple[list[str], list[Trace], list[str]]:
        """The names and traces of runs, and the sentences that refused or ended some.

        Args:
            branches: for each run, the name of the one that it branches from, whose moments are kept.
            anew: take every run from its beginning?
            decider: one more sampler for these runs, in JavaScript, as `start` of the page's engine takes it.
        """
        values = [spec.to_dict() if isinstance(spec, RunSpec) else spec for spec in specs]
        body = {"specs": values, "branches": list(branches), "freely": anew, "alone": True}
        answer = self.page.evaluate(_RUN.replace("OPEN", decider or "undefined"), body)
        files = [base64.b64decode(text) for text in answer["traces"]]
        return answer["names"], [Trace.from_bytes(file) for file in files if file], answer["refused"]

    def ask(self, name: str, question: dict[str, Any]) -> dict[str, Any]:
        """What the engine answers to one of the page's questions; arrays of numbers become lists."""
        return self.page.evaluate(_ASK, [name, json.dumps(question)])


@contextmanager
def engine_page(chromium: Browser) -> Iterator[EnginePage]:
    """A page with the engine, ready."""
    with static_host(ASSETS) as address:
        page = chromium.new_page()
        try:
            page.goto(f"{address}portable/manifest.json")
            evaluate(page, _OPEN, source=ENGINE)
            yield EnginePage(page)
        finally:
            page.close()


def short_runs(count: int) -> Iterator[RunSpec]:
    """Runs of all rules in turn: ways with their samplers, draws, schedules, prompts and seeds."""
    rules = [(way, kind.name) for kind in BUILT_IN for way in kind.ways]
    prompts, draws, schedules = (itertools.cycle(names) for names in (PROMPTS, ("exact", "fast", "greedy"), SCHEDULES))
    short = {"t_max": 0.7, "t_min": 0.3, "max_denoising_steps": 8, "max_new_tokens": 128}
    for seed, (way, sampler) in zip(range(count), itertools.cycle(rules), strict=False):
        rule = {"way": way, "sampler": sampler, "draw": next(draws), "schedule": next(schedules)}
        settings = SamplerSettings(**{**WAYS[way].defaults, **short, **rule})
        yield RunSpec(prompt=Prompt(text=next(prompts)), settings=settings, seed=seed)


def parity() -> dict[str, float]:
    """Makes runs in both places: short ones of all rules, and whole ones with the checkpoint's own settings."""
    from playground.engine.models import load_model
    from playground.engine.recording import record

    model, steps = load_model(device="cpu"), 0
    whole = [model.spec(prompt, seed=seed) for prompt in PROMPTS for seed in range(WHOLE // len(PROMPTS))]
    parted, otherwise = [0, 0], 0
    with browser() as chromium, engine_page(chromium) as page:
        for kind, specs in enumerate((short_runs(RUNS), whole)):
            for spec in specs:
                there = record(model, spec)
                _, (here,), _ = page.run([spec])
                steps += len(there)
                if differences(there, here):
                    rounded = parts_by_rounding(there, here)
                    parted[kind] += rounded
                    otherwise += not rounded
    return {
        "short_runs_that_part": parted[0],
        "whole_runs_that_part": parted[1],
        "runs_otherwise_unequal": otherwise,
        "steps_compared": steps,
    }


PARTS: Parts = {
    parity: {
        "short_runs_that_part": f"of {RUNS} runs of at most 8 steps, with all rules in turn, those that decide "
        "otherwise in the browser from some step on, at which all figures are equal up to rounding",
        "whole_runs_that_part": f"of {WHOLE} whole runs in the browser, those that decide otherwise than Python's",
        "runs_otherwise_unequal": "runs of either kind that are not the same in any other way",
        "steps_compared": "the steps of all these runs",
    },
}
