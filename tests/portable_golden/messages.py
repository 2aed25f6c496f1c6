"""Runs as messages on the wire: recorded ones, and one made by hand with every column and odd figures."""

import json
import math
from pathlib import Path

import numpy as np

from playground.rules.ways import WAYS
from playground.trace import Trace
from playground.trace.columns import COLUMNS
from playground.trace.frame import StepFrame
from playground.trace.header import Verdict
from playground.trace.wire import WireEncoder, retold
from portable_golden.values import marked

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDED = ("hostile", "stopped", "sudoku")
HALVES = (
    0.0, -0.0, 1.0, -1.0, 0.1, 65504.0, 65519.99, 65520.0, 1e9, -1e9, 2**-14, 2**-14 * (1 - 2**-12), 2**-24, 2**-25,
    2**-25 * 1.0001, 3 * 2**-25, 1e-30, math.inf, -math.inf, math.nan, 1 + 2**-11, 1 + 3 * 2**-11,
    1 + 2**-11 + 2**-20, 2047.5, 2048.5, 0.333333,
)  # fmt: skip
"""Numbers around those that a half cannot hold."""


def cases(model):
    return {
        "recorded": {name: messages(Trace.load(GOLDEN / f"{name}.trace")) for name in RECORDED},
        "by hand": {way: written(by_hand(model, way)) for way in WAYS},
    }


def written(trace):
    frames = [values(trace.frame(step)) for step in range(len(trace))]
    return {"header": trace.header.to_dict(), "frames": frames, **messages(trace)}


def messages(trace):
    """The messages of a run, and its result, whose sureness is rounded: processors differ in a logarithm's last bit."""
    with np.errstate(over="ignore"):  # what no half can hold becomes infinite
        lines, result = retold(trace), json.loads(WireEncoder(2).result(trace))
    if result["sureness"] is not None:
        result["sureness"] = float(f"{result['sureness']:.5g}")
    return {"messages": lines, "result": result}


def values(frame):
    figures = {name: np.asarray(frame.figure(name)) for name in COLUMNS if frame.figure(name) is not None}
    lists = {
        name: marked(figure.ravel().tolist() if figure.ndim else figure.item()) for name, figure in figures.items()
    }
    return lists | {"stop_reason": frame.stop_reason, "finish_reason": frame.finish_reason}


def by_hand(model, way):
    """Three steps in two blocks, of which the first lacks what is optional."""
    recorded = Trace.load(GOLDEN / "sudoku.trace")
    length = len(HALVES)
    rng = np.random.default_rng(1)
    figures = [np.array(HALVES, "float32"), rng.random(length, "float32") * 4]

    def ids(size=length):
        return rng.integers(0, 40, size, "int32")

    def figures_of(at):
        more = {"key": figures[0], "seconds": 0.0123456789, "encoder_tokens": 12} if at else {}
        return more | {
            "block": (1, 1, 2)[at],
            "step": (1, 2, 1)[at],
            "temperature": (0.5, 1.0, 1e-3)[at],
            "mean_entropy": (1.015625, 0.0, 1e-5)[at],
            "stable_for": at,
            "input_ids": ids(),
            "sampled_ids": ids(),
            "argmax_ids": ids() + 10 * at,
            "accepted": ids() > 15,
            "entropy": figures[1] * (3 - at),
            "top_ids": ids((length, 3)),
            "top_probs": rng.random((length, 3), "float32"),
            "pinned": ids() > 20,
            "edited": ids() > 30,
            "lead": np.where(ids() > 20, figures[1], np.float32(-1)),
        }

    reasons = ("", ""), ("max-steps", ""), ("complete", "end-of-text")
    frames = [
        StepFrame.of(figures_of(at), stop_reason=stops, finish_reason=finishes)
        for at, (stops, finishes) in enumerate(reasons)
    ]
    header = json.loads(json.dumps(recorded.header.to_dict()))
    header["spec"] |= {"pins": {"3": 20, "30": 7}, "start": [77, 3]}
    header["spec"]["settings"]["way"] = way
    header |= {"canvas_length": length, "seconds": 12.3456789, "eos_ids": [39]}
    verdict = Verdict(task="story", right=True, sentence="a\u2028\x7f<b>", rule=3)
    header = type(recorded.header)(**header | {"verdict": verdict})
    return Trace.of(header, frames, model.token_texts, model.decode)
