"""Runs by name, those that this server remembers and its recorded examples, and what became of them in plain values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from playground.errors import SpecError, TraceError
from playground.plugins.api.explanation import Explanation, explain
from playground.rules.ways import WAYS
from playground.service import Service, Visitor
from playground.service.turns import NOBODY
from playground.trace import Header, StepFrame, Trace
from playground.trace.frame import committed_ids
from playground.trace.judging import verdict_of

if TYPE_CHECKING:
    import pandas as pd

Texts = Callable[[list[int]], list[str]]
AT_ONCE = 1 << 20
"""The most bytes of traces that are read at once; to read more takes a turn. The recorded ones have 14 to 350 kB."""
_STEP = re.compile(r"([\w-]{1,64})@(?:([0-9]{1,9})\.)?([0-9]{1,9})", re.ASCII)
_NAME = re.compile(r"[\w-]{1,64}", re.ASCII)


class Example(TypedDict):
    run: str
    """Its name, for the functions that take a run."""
    title: str
    prompt: str
    seed: int


class Result(TypedDict):
    """The result of a run."""

    text: str
    """The answer, without special tokens and without the thought."""
    thought: str
    """What the model wrote in its thinking channel; "" for none."""
    passes: int
    """Denoiser passes that gave a step."""
    seconds: float
    """Wall time of all of them. A run that shared its passes with others takes longer than alone."""
    finish_reason: str
    """end-of-text, max-new-tokens or stopped."""
    run: str
    """The name of the run, for the other functions. The server forgets old runs."""
    link: str
    """An address that opens the page and makes the run again from its seed; "" if no address can hold the prompt."""


class Step(TypedDict):
    """One denoising step. Positions count from 0."""

    kind: str
    run: str
    block: int
    step: int
    """In its block, from 1."""
    temperature: float
    mean_entropy: float
    """In nats."""
    text: str
    """What would be written if the block ended here."""
    tokens: list[str]
    """The token that was drawn at each position."""
    kept: list[int]
    """The positions whose token the sampler kept."""
    entropy: list[float]
    """Of each position, in nats."""


class Verdict(TypedDict):
    """What a rule, not the model, says about a text."""

    task: str
    """As the rule names it; "" if no rule knows what the prompt asks for."""
    right: bool | None
    sentence: str


class Runs:
    """The runs that doors can name: each for those who may read it, and the examples for everybody.

    Args:
        recorded: the folder of the recorded examples.
    """

    def __init__(self, service: Service, recorded: Path) -> None:
        self.service, self._recorded = service, recorded

    def examples(self) -> list[Example]:
        """The recorded runs, in the order of the page."""
        index = json.loads((self._recorded / "index.json").read_text(encoding="utf-8"))
        return [
            {
                "run": entry["file"].removesuffix(".trace"),
                "title": entry["title"],
                "prompt": entry["prompt"],
                "seed": entry["seed"],
            }
            for entry in index
        ]

    def packed(self, name: object, reader: Visitor = NOBODY) -> bytes:
        """The `.trace` file of a run that has ended, or of an example.

        Raises:
            TraceError: there is no such run for this reader, it goes on, or it is forgotten.
        """
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise TraceError("A run is named by what `write` returned under `run`, or by an example's name.")
        known = self.service.tapes.of_run(name, reader)
        if known is not None:
            _, run = known
            if run.packed:
                return run.packed
            raise TraceError(
                "This run recorded no step." if run.ended else "This run has not ended yet; wait for it, or stop it."
            )
        if any(example["run"] == name for example in self.examples()):
            return (self._recorded / f"{name}.trace").read_bytes()
        raise TraceError(
            f"There is no run called {name[:64]!r}; the server keeps the last {self.service.limits.runs_kept:,} runs, "
            "and `examples` lists the recorded ones."
        )

    def trace(self, name: object, reader: Visitor = NOBODY) -> Trace:
        """The trace of a run.

        Raises:
            TraceError: as `packed`.
        """
        return Trace.from_bytes(self.packed(name, reader))

    def explanation(self, name: object, step: int, reader: Visitor = NOBODY) -> Explanation:
        """Says what a step of a run did.

        Raises:
            TraceError: as `packed`; or the run has no such step.
            LimitError: the trace is large, and there is no room now.
        """
        packed = self.packed(name, reader)
        with self._working([packed], reader):
            return explain(Trace.from_bytes(packed), step, str(name))

    def comparison(self, names: Sequence[object], reader: Visitor = NOBODY) -> pd.DataFrame:
        """The figures of runs, a row each, and where they part from the first one.

        Raises:
            TraceError: as `packed`.
            LimitError: the traces are large, and there is no room now.
        """
        from playground.evaluation.comparing import compare

        packed = [self.packed(name, reader) for name in names]
        with self._working(packed, reader):
            return compare([Trace.from_bytes(each) for each in packed])

    def _working(self, packed: Sequence[bytes], reader: Visitor) -> AbstractContextManager[object]:
        """Holds a turn while traces are read, if they are large."""
        return self.service.turns.working(reader, large=sum(map(len, packed)) > AT_ONCE)

    def verdict(self, prompt: str, text: str) -> Verdict:
        """Judges a text by the rule for what its prompt asks.

        Raises:
            LimitError: they are too long.
        """
        self.service.limits.check_prompt(prompt, text, 0)
        verdict = verdict_of(prompt, text)
        if verdict is None:
            return {"task": "", "right": None, "sentence": "No rule knows all that this prompt asks for."}
        return {"task": verdict.task, "right": verdict.right, "sentence": verdict.sentence}


def result_of(trace: Trace, run: str, link: str) -> Result:
    """The result of a run whose trace this is."""
    return {
        "text": trace.text,
        "thought": trace.thought,
        "passes": trace.nfe,
        "seconds": round(trace.header.seconds, 3),
        "finish_reason": trace.finish_reason,
        "run": run,
        "link": link,
    }


def step_values(frame: StepFrame, header: Header, texts: Texts, run: str) -> Step:
    """One step of a run while it goes on."""
    return {
        "kind": "frame",
        "run": run,
        "block": frame.block,
        "step": frame.step,
        "temperature": round(frame.temperature, 6),
        "mean_entropy": round(frame.mean_entropy, 6),
        "text": draft(frame, header, texts),
        "tokens": texts(frame.sampled_ids.tolist()),
        "kept": np.flatnonzero(frame.accepted).tolist(),
        "entropy": [round(value, 4) for value in frame.entropy.tolist()],
    }


def draft(frame: StepFrame, header: Header, texts: Texts) -> str:
    """The text of a block as it stands at a step: what would be committed, without special tokens."""
    canvas = WAYS[header.way].standing(frame.accepted, frame.sampled_ids, frame.argmax_ids)
    hidden = {*header.special_ids, *header.eos_ids, header.pad_id}
    ids = [token for token in committed_ids(canvas, header.eos_ids, len(canvas)) if token not in hidden]
    return "".join(texts(ids))


def step_of(text: Any) -> tuple[str, int, int]:
    """The name of a run, a block and a step, from RUN@STEP or RUN@BLOCK.STEP.

    Raises:
        SpecError: it has neither form.
    """
    match = _STEP.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise SpecError(f"branch is {text!r:.60}; it must be RUN@STEP or RUN@BLOCK.STEP, such as lily@9.")
    return match[1], int(match[2] or 1), int(match[3])
