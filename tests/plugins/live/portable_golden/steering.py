"""Texts with gaps, pins, starts, noise and edits: what they become for the model, or the sentence that refuses them."""

import dataclasses

import torch

from playground.engine import steering
from playground.errors import PlaygroundError
from playground.spec.run import RunSpec
from playground.spec.steering import lengths_of, noise_of_edit, noised, read_template

TEXTS = (
    "",
    "____\n",
    "a ____",
    "____(3)",
    "____(3) ____(2).",
    "a ____() b",
    "a ____(0)",
    "a ____(10000)",
    "a ____(10001)",
    "a ____(1234567890)",
    "a ____(٣)",
    "a ____(2-6) b",
    "____(2-6) and ____(1-4)",
    "____(6-2)",
    "____(2-)",
    "____(1-17)",
    "____(1-10001)",
    "a ____(2-3) ____(4)",
    "a___b",
    "______(2)____(3)",
    "def f():\n    ____(4)\n  x",
    "a  ____(2)  b",
    "a\t____(2)",
    "a ____" + "(1" * 30,
    "x ____(1" + "0" * 60 + ")",
    "a ____(2-" + "1" * 60 + ") b",
    "Lily had a nice red ____(1-3) and a happy ____(1). ____",
    "a ____(2) 😀b",
    "a\u0301",
    "<eos>",
    "a ____(2)\n\n____(1)",
    "a____" * 256,
    "a____" * 257,
    "a____(1)" * 1234,
)


def cases(model):
    return {
        "texts": [text_case(text, model) for text in TEXTS],
        "noised": [
            {"length": 40, "share": share, "seed": seed, "tokens": noised(range(40), share, seed, model.vocab_size)}
            for share in (0, 0.1, 0.5, 1)
            for seed in (0, 7, 2**53 - 1)
        ],
        "runs": [run_case(values, model) for values in runs(model)],
    }


def text_case(text, model):
    functions = {
        "template": lambda: dataclasses.asdict(read_template(text)) | {"parts": list(read_template(text).parts)},
        "lengths": lambda: lengths_of(text),
        "pins": lambda: list(steering.pins_of(model, text, whole=True).items()),
        "start": lambda: list(steering.start_of(model, text)),
    }
    return {"text": text} | {name: refused_or(function) for name, function in functions.items()}


def refused_or(function):
    try:
        return function()
    except PlaygroundError as error:
        return {"refused": str(error)}


def runs(model):
    canvas, eos = model.canvas_length, model.eos_ids[0]
    text = [*range(20, 60), eos, *[model.tokens.blank] * (canvas - 41)]
    long = [*range(20, 20 + canvas), *text]
    edits = [{"block": 1, "step": 3, "cells": {"5": None, "70": 9}}, {"block": 2, "step": 1, "cells": {"100": None}}]
    for keep in ("free", "favoured", "held"):
        for noise, start in ((0, text), (0.4, text), (1, text), (0.4, long), (0.3, [*range(20, 20 + canvas)])):
            yield {
                "start": start,
                "keep": keep,
                "noise": noise,
                "noise_seed": 3,
                "pins": {"130": 30, "50": 31, "1": 40},
            }
    yield {"edits": edits, "seed": 2**53 - 1}
    yield {"edits": edits, "seed": 4, "settings": {"way": "masked"}}
    yield {"start": text, "noise": 0.5, "settings": {"way": "masked"}}
    parent = {"start": text, "noise": 0.5, "keep": "held"}
    yield {"branch": {"parent": parent, "block": 1, "step": 2}, "pins": {"3": 50}, "edits": edits}
    yield {"branch": {"parent": {**parent, "keep": "favoured"}, "block": 1, "step": 2}}


def run_case(values, model):
    """What is held and favoured, how blocks begin, and what edits put where."""
    canvas = model.canvas_length
    spec = RunSpec.from_dict({"prompt": {"text": "A story"}, **values})
    noise = torch.arange(100, 100 + canvas)[None]
    held, favoured = steering.held(spec, model), steering.favoured(spec, model)
    steering.check_steering(spec, model)
    return {
        "values": values,
        "held": list(held.items()),
        "favoured": list(favoured.items()),
        "in_block": [steering.in_block(held, block, canvas) for block in (1, 2)],
        "starts": [steering.block_start(spec, block, noise, model)[0].tolist() for block in (1, 2, 3)],
        "edits": [
            {
                "place": [block, step],
                "cells": None if edit is None else list(steering.cells_of(spec, edit, model).items()),
                "awaits": steering.awaits_edit(spec, block, step),
                "noise": None if edit is None else noise_of_edit(spec.seed, edit, 7, model.vocab_size),
            }
            for block, step in ((1, 2), (1, 3), (2, 0), (2, 1))
            for edit in [steering.edit_of(spec, block, step)]
        ],
    }
