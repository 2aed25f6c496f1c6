"""The figures of traces against two other computations: the engine, run again, and the class alone, without the engine.

That the page shows what a trace holds is in `tests/page/test_panels.py`."""

import numpy as np
import pytest
import random_checkpoint
import torch
from page_helpers import GOLDEN, ROOT

import playground as pg
from playground.engine.recording import Recorder

RECORDED = ROOT / "assets" / "recorded"
CLOSE = 2e-3
"""Nats. The class here reads prompt and canvas anew at every step, without a cache: sums round otherwise."""
DRIFT = 2e-2
"""Nats. The files may come from another processor, whose sums round otherwise, and conditioning feeds that back at each
step; 0.008 was seen, of the checkpoint with random weights."""


@torch.inference_mode()
def by_the_class(model, trace):
    """softmax(logits / T) at every step, (L, V), from a forward pass over prompt, committed text and canvas."""
    header, columns, read, probs = trace.header, trace.columns, list(trace.header.prompt_ids), []
    for row in range(len(trace)):
        if columns["step"][row] == 1:
            conditioning = None
            if row:
                read += columns["argmax_ids"][row - 1].tolist()
        output = model.module(
            input_ids=torch.tensor([read]),
            decoder_input_ids=torch.from_numpy(columns["input_ids"][row].astype("int64"))[None],
            self_conditioning_logits=conditioning,
        )
        settings = header.settings
        left = settings["max_denoising_steps"] - int(columns["step"][row]) + 1
        span = settings["t_max"] - settings["t_min"]
        conditioning = output.logits.float() / (settings["t_min"] + span * left / settings["max_denoising_steps"])
        probs.append(conditioning[0].double().softmax(dim=-1).numpy())
    return probs


@pytest.mark.parametrize(
    "path",
    [
        GOLDEN / "hostile.trace",  # two blocks
        *(pytest.param(RECORDED / f"{name}.trace", marks=pytest.mark.thorough) for name in ("sudoku", "wrong", "lily")),
    ],
    ids=lambda path: path.stem,
)
def test_the_figures_of_a_trace_are_those_of_the_engine_and_of_the_class_alone(path, tmp_path, embedded_model):
    recorded, model = pg.Trace.load(path), embedded_model
    if recorded.header.model != "embedded":
        model = pg.load_model(str(random_checkpoint.save(tmp_path / "random", eos_ids=(1,))))
    assert model.revision == recorded.header.revision
    settings = pg.SamplerSettings(**recorded.header.settings)
    recorder = Recorder(model, recorded.header.prompt, settings, recorded.header.seed)
    frames = list(recorder)
    assert len(frames) == len(recorded)
    for row, (frame, probs) in enumerate(zip(frames, by_the_class(model, recorder.trace()), strict=True)):
        for column in ("block", "step", "input_ids", "sampled_ids", "argmax_ids", "accepted", "stable_for"):
            assert np.array_equal(getattr(frame, column), recorded.columns[column][row]), (row, column)
        for column in ("entropy", "top_probs"):
            assert np.allclose(getattr(frame, column), recorded.columns[column][row], atol=DRIFT), (row, column)
        assert frame.stop_reason == recorded.frame(row).stop_reason

        entropy = -(np.where(probs > 0, probs * np.log(np.maximum(probs, 1e-38)), 0)).sum(axis=1)
        assert np.allclose(entropy, frame.entropy, atol=CLOSE), row
        assert np.allclose(probs.max(axis=1), frame.top_probs[:, 0], atol=CLOSE)
        shown = np.take_along_axis(probs, frame.argmax_ids[:, None], axis=1)[:, 0]
        assert np.allclose(shown, probs.max(axis=1), atol=CLOSE), "the argmax is the most probable token"
        before = np.cumsum(np.sort(entropy)) - np.sort(entropy)
        bound = settings.entropy_bound
        least, most = (before <= bound - CLOSE).sum(), (before <= bound + CLOSE).sum()
        assert least <= frame.accepted.sum() <= most
        assert entropy[frame.accepted].max() <= entropy[~frame.accepted].min(initial=np.inf) + CLOSE
