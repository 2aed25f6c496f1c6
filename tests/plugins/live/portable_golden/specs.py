"""Descriptions of runs, right and wrong: what is read from each, or that it is refused.

They are as the schema of a spec has them, or wrong: Python takes some forms more, such as pairs for pins."""

import math

from plugins.live.portable_golden.values import marked, single

from playground.engine.row import Row
from playground.errors import PlaygroundError
from playground.spec.run import RunSpec

PROMPT = {"text": "A story"}
ALONE = {
    "version": (1, 0, -5, 2, 1.5, None, "1", 1e300),
    "settings": (None, [], "x", {"way": "masked"}, {"zeal": 1}),
    "seed": (0, 2**53 - 1, 2**53, -1, 0.5, 3.0, None, "1", True, 1e300, math.nan),
    "start": (None, [], "abc", {}, 3, [1.5], [-1], [True], ["1"], [1]),
    "noise": (0, 1, 0.3, 1.0001, -0.1, None, "0.5", math.nan),
    "noise_seed": (7, -1, 2**53, None, 0.5),
    "keep": ("free", "held", "loved", "", None, 3),
    "pins": ({}, None, "12", {"03": 5}, {"12": 7, "05": 6, "3": 5}, {"255": 20}, {"256": 20}, {"x": 5}, {"-1": 5}),
    "edits": ({}, None, "x", [], [1], [[]], [{}], [{"block": 1, "step": 1}]),
    "branch": (0, "x", [], {}, {"block": 1, "step": 4}),
    "sampler_source": ("", "x", None, 3),
    "zeal": (1,),
    "constructor": (1,),
}
"""What a field may hold, and what not. More of that is in the tests of the schema, which both languages have."""


def cases(model):
    return {"specs": [spec_case(values, model) for values in specs(model)]}


def spec_case(values, model):
    values = single(values)
    case = {"values": marked(values)}
    try:
        spec = RunSpec.from_dict(values)
        case |= {"spec": spec.to_dict(), "size": list(spec.size(model.canvas_length))}
        row = Row.of(model, spec)
    except PlaygroundError:
        return case | {"refused": True}
    return case | {"prompt_ids": row.prompt_ids}


def of(**fields):
    return {"prompt": PROMPT, **fields}


def specs(model):
    eos, mask, size, canvas = model.eos_ids[0], model.tokens.mask, model.vocab_size, model.canvas_length
    start, long = [*range(20, 20 + canvas - 1), eos], {"max_new_tokens": 2 * canvas}
    masked, edit = {"way": "masked", "draw": "greedy"}, {"block": 1, "step": 2, "cells": {"3": 5}}
    yield from ([], None, "x", {}, {"prompt": None}, {"prompt": "text"}, of())
    for name, values in ALONE.items():
        yield from (of(**{name: value}) for value in values)
    for name in ("model", "revision"):
        yield from (of(**{name: value}) for value in ("", "it's", None, model.name, model.revision))
    yield from ({"prompt": {**PROMPT, "thinking": value}} for value in (True, False))
    for name in ("text", "system", "image_sha256"):
        yield from ({"prompt": {**PROMPT, name: value}} for value in ("", " ", "x", None, "\ud83d", "a\udc00b"))
    texts = ("\n\t ", "\x1c\x85", "\ufeff", "a " * 1800, "漢字", "<eos> <answer>")
    yield from ({"prompt": {"text": text}} for text in texts)
    yield from (of(start=start * more, settings=long) for more in (1, 2, 3))
    yield from (of(start=[*start[:-1], last]) for last in (size, size - 1))
    yield from (of(start=start, noise=noise) for noise in (0, 1, 0.3, -0.0, 1.0001))
    yield from (of(start=start, keep=keep) for keep in ("free", "favoured", "held", "loved"))
    yield of(start=start, noise=0.5, noise_seed=7)
    wrong = ({"3": -1}, {"3": "5"}, {"3": 1.5}, {"3": True}, {"٣": 5}, {"3 ": 5}, {"": 1})
    wrong += ({"1234567890": 5}, {"123456789": 5}, {"3": size}, {"3": mask})
    yield from (of(pins=pins) for pins in (*wrong, {"3": eos, "4": 20}, {"3": 20, "4": eos}))
    yield of(pins={"2000": 20}, settings={"max_new_tokens": 1500})
    for block, step, cells in (
        (1, 1, {"3": 5}), (1, 1, {"3": None}), (0, 1, {"3": 5}), (1, 0, {"3": 5}), (1, 1, {}), (1, 1, None),
        (True, 1, {"3": 5}), (1, 1.5, {"3": 5}), (1, 1, {"x": 5}), (1, 1, {"3": -1}), (1, 48, {"3": 5}),
        (1, 49, {"3": 5}), (2, 1, {"3": 5}), (1, 1, {"127": 5}), (1, 1, {"128": 5}), (1, 1, {"3": size}),
        (1, 1, {"5": 7}), (1, 1, "34"), (1, 1, [3, 5]),
    ):  # fmt: skip
        yield of(edits=[{"block": block, "step": step, "cells": cells}], pins={"5": 20})
    yield of(edits=[edit, edit])
    yield of(edits=[{**edit, "more": 1}])
    yield of(edits=[edit], start=start, keep="held")
    for step in (1, 9):
        yield of(edits=[{**edit, "step": step}], settings={"max_new_tokens": 100, "max_denoising_steps": 1})
    for settings in ({"way": "autoregressive"}, {"way": "masked"}):
        yield from (of(settings=settings, **more) for more in ({}, {"start": start}, {"pins": {"3": 20}}))
        yield of(settings=settings, edits=[edit])
    yield from (of(settings={"max_new_tokens": most}) for most in (1, 128, 129, 1900, 1920, 2047, 2048, 1_000_000))
    yield of(settings=masked, start=start, noise=0.5, keep="held", pins={"200": 30})
    yield from branched(start, masked)


def branched(start, masked):
    parent, edit = of(), {"block": 1, "step": 5, "cells": {"3": 5}}
    at = {"parent": parent, "block": 1, "step": 4}
    yield from (of(branch=value) for value in ({**at, "more": 1}, {**at, "parent": None}, {**at, "parent": {}}, at))
    yield from (of(branch={**at, "block": block}) for block in (0, 2, 2.5, None))
    yield from (of(branch={**at, "step": step}) for step in (0, -1, 48, 49, 1.5))
    yield of(branch={**at, "parent": {"prompt": {"text": "Another one."}}})
    yield of(branch=at, settings=masked)
    yield of(branch=at, start=start)
    yield of(branch={**at, "parent": of(start=start, keep="favoured", noise=0.2)})
    yield of(branch=at, settings={"max_denoising_steps": 4})
    yield of(branch=at, settings={"max_denoising_steps": 3})
    yield of(branch=at, edits=[edit])
    yield of(branch=at, edits=[{**edit, "step": 4}])
    yield of(branch={**at, "block": 2, "step": 0}, edits=[edit])
    yield of(branch={**at, "block": 2, "step": 0}, edits=[{**edit, "block": 2}])
    yield of(branch={**at, "block": 2}, pins={"130": 20})
    yield of(branch={**at, "block": 2, "parent": of(pins={"5": 20, "127": 21})}, pins={"5": 20})
    yield of(branch={**at, "block": 2, "parent": of(pins={"5": 20})}, pins={"5": 22})
    causal = {"way": "autoregressive"}
    yield of(branch={**at, "step": 100, "parent": of(settings=causal)}, settings=causal)
    for block, step in ((1, 3), (1, 4), (1, 9), (2, 0)):
        yield of(branch={"parent": of(branch=at), "block": block, "step": step})
    yield of(branch={"parent": of(branch={**at, "block": 2}, seed=4), "block": 2, "step": 9}, seed=5)
