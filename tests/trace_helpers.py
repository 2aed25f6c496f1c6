"""Traces small enough to be counted by hand."""

import dataclasses
import gzip
import json

import numpy as np
from safetensors.numpy import load, save

from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.trace import Header, StepFrame, Trace


def trace_of(steps, **header):
    """Steps are (block, argmax, accepted) with as many positions each; sampled and input are the argmax too.

    A fourth part is what was sampled instead. A fifth part has other figures of the frame, by name.
    """
    steps = [(*(*step, step[1])[:4], step[4] if len(step) == 5 else {}) for step in steps]
    length = len(steps[0][1])
    plain = Header(
        spec=RunSpec(prompt=Prompt(text=""), model="hand-made").to_dict(), device="cpu", dtype="float32",
        canvas_length=length, vocab_size=8, eos_ids=[1], pad_id=0, special_ids=[0, 1], prompt_ids=[2], software={},
    )  # fmt: skip
    frames = []
    for row, (block, argmax, accepted, sampled, more) in enumerate(steps):
        ids, drawn = np.array(argmax, "int32"), np.array(sampled, "int32")
        frame = StepFrame(
            block=block, step=1 + sum(b == block for b, *_ in steps[:row]), input_ids=ids, sampled_ids=drawn,
            argmax_ids=ids, accepted=np.array(accepted, bool), entropy=np.zeros(length, "float32"),
            top_ids=np.full((length, 2), [5, 3], "int32"), top_probs=np.full((length, 2), [0.75, 0.125], "float32"),
            temperature=1.0, mean_entropy=0.0, stable_for=0,
            stop_reason="max-steps" if row + 1 == len(steps) or steps[row + 1][0] != block else "",
            finish_reason="end-of-text" if row + 1 == len(steps) else "",
        )  # fmt: skip
        frames.append(dataclasses.replace(frame, **more))
    return Trace.of(changed(plain, **header), frames, lambda ids: [str(i) for i in ids], str)


def changed(header, **changes):
    """The header with some of its fields changed, or of what it reads in its spec."""
    spec = {
        **header.spec,
        **{name: changes.pop(name) for name in {*changes} & {"settings", "seed", "model", "revision"}},
    }
    texts = {"prompt": "text", "system": "system", "thinking": "thinking", "image_sha256": "image_sha256"}
    spec["prompt"] = {**spec["prompt"], **{texts[name]: changes.pop(name) for name in {*changes} & {*texts}}}
    if "way" in changes:
        spec["settings"] = {**spec["settings"], "way": changes.pop("way")}
    return dataclasses.replace(header, **{"spec": spec, **changes})


def header():
    """Of a run of two positions."""
    return Header(
        spec=RunSpec(prompt=Prompt(text="p"), model="m", revision="r").to_dict(), device="cpu", dtype="float32",
        canvas_length=2, vocab_size=9, eos_ids=[1], pad_id=0, special_ids=[0, 1], prompt_ids=[3], software={},
    )  # fmt: skip


def frame(**changes):
    """A step of such a run."""
    ids = np.array([4, 5], "int32")
    fields = {
        "block": 1, "step": 1, "input_ids": ids, "sampled_ids": ids, "argmax_ids": ids,
        "accepted": np.array([True, False]), "entropy": np.array([0.5, 1.5], "float32"),
        "top_ids": ids[:, None], "top_probs": np.ones((2, 1), "float32"), "temperature": 0.8, "mean_entropy": 1.0,
        "stable_for": 0,
    }  # fmt: skip
    return StepFrame(**{**fields, **changes})


def built(*frames):
    """The trace of such steps."""
    return Trace.of(header(), frames, lambda ids: [f"<{i}>" for i in ids], lambda ids: "".join(map(str, ids)))


def repacked(trace, change):
    """The trace's file, its parts gone through `change(columns, meta)`."""
    raw = gzip.decompress(trace.to_bytes())
    columns = load(raw)
    meta = json.loads(json.loads(raw[8 : 8 + int.from_bytes(raw[:8], "little")])["__metadata__"]["trace"])
    change(columns, meta)
    return gzip.compress(save(columns, {"trace": json.dumps(meta)}))
