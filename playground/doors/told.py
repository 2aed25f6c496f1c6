"""What became of a run, in plain values that any door can send: result, steps, and what a rule says of the text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict

import numpy as np

from playground.rules.ways import WAYS
from playground.trace import Header, StepFrame, Trace
from playground.trace.frame import committed_ids
from playground.world.judge import judge

Texts = Callable[[list[int]], list[str]]


class Written(TypedDict):
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
    """As `playground.world.judge.Judgement` names it; "" if no rule knows what the prompt asks for."""
    right: bool | None
    sentence: str


def written(trace: Trace, run: str, link: str) -> Written:
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


def step(frame: StepFrame, header: Header, texts: Texts, run: str) -> Step:
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


def verdict(prompt: str, text: str) -> Verdict:
    """Judges a text by the rule for what its prompt asks."""
    found = judge(prompt, text)
    if found is None:
        return {"task": "", "right": None, "sentence": "No rule knows what this prompt asks for."}
    return {"task": found.task, "right": found.right, "sentence": found.sentence}


def plain(value: Any) -> Any:
    """A figure of a table as JSON has it: None for what is missing, no type of a library, six digits."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return None if value != value else float(f"{value:.6g}")
    return None if value is None or type(value).__name__ == "NAType" else value
