"""What has come of runs in the end: of recorded ones, and of one made by hand with every column and odd figures."""

import json
import math
from pathlib import Path

import numpy as np
from plugins.live.portable_golden.values import marked

from playground.rules.ways import WAYS
from playground.trace import Trace
from playground.trace.columns import COLUMNS
from playground.trace.filling import sureness
from playground.trace.frame import StepFrame
from playground.trace.header import Verdict
from playground.trace.wire import uncertainty

GOLDEN = Path(__file__).parents[3] / "golden"
RECORDED = ("hostile", "stopped", "sudoku")
ODD = (0.0, -0.0, 1.0, -1.0, 0.1, 65520.0, 1e9, -1e9, 2**-24, 1e-30, math.inf, -math.inf, math.nan, 0.333333)


def cases(model):
    return {
        "recorded": {name: result(Trace.load(GOLDEN / f"{name}.trace")) for name in RECORDED},
        "by hand": {way: written(by_hand(model, way)) for way in WAYS},
    }


def written(trace):
    frames = [values(trace.frame(step)) for step in range(len(trace))]
    return {"header": trace.header.to_dict(), "frames": frames, "result": result(trace)}


def result(trace):
    """Figures have five digits: processors differ in the last bit of a logarithm."""
    sure = sureness(trace)
    return {
        "finish_reason": trace.finish_reason,
        "passes": trace.nfe,
        "tokens": len(trace.text_ids),
        "text": trace.text,
        "thought": trace.thought,
        "sureness": None if sure is None else rounded(sure),
        "ids": list(trace.token_ids),
        "uncertainty": [rounded(figure) for figure in uncertainty(trace).tolist()],
    }


def rounded(figure):
    return float(f"{figure:.5g}")


def values(frame):
    figures = {name: np.asarray(frame.figure(name)) for name in COLUMNS if frame.figure(name) is not None}
    lists = {
        name: marked(figure.ravel().tolist() if figure.ndim else figure.item()) for name, figure in figures.items()
    }
    return lists | {"stop_reason": frame.stop_reason, "finish_reason": frame.finish_reason}


def by_hand(model, way):
    """Three steps in two blocks, of which the first lacks what is optional."""
    recorded = Trace.load(GOLDEN / "sudoku.trace")
    length = len(ODD)
    rng = np.random.default_rng(1)
    figures = [np.array(ODD, "float32"), rng.random(length, "float32") * 4]

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
