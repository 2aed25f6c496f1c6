"""Descriptions of runs, right and wrong: what is read from each, or that it is refused.

They are as the schema of a spec has them, or wrong: Python takes some forms more, such as pairs for pins."""

import math

from plugins.live.portable_golden.values import marked, single

from playground.engine.row import Row
from playground.errors import PlaygroundError
from playground.spec.run import RunSpec

PROMPT = {"text": "A story"}


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
    masked = {"way": "masked", "draw": "greedy"}
    yield from ([], None, "x", 3, True, {}, {"prompt": None}, {"prompt": "text"}, {"prompt": []}, of())
    yield from (of(version=version) for version in (1, 0, -5, 2, 1.5, None, "1", 1e300))
    yield from (of(settings=value) for value in (None, [], "x", {"way": "masked"}, {"zeal": 1}))
    yield from (
        of(zeal=1),
        of(zeal=1, alpha=2),
        of(**{"\U0001f600": 1, "\uffff": 2}),
        of(constructor=1),
        {**of(), "": 1},
    )
    for name in ("model", "revision", "sampler_source"):
        yield from (of(**{name: value}) for value in ("", "x", "it's", None, 3, [1], model.name, model.revision))
    yield of(sampler_source=RunSpec.from_dict(of()).to_dict()["sampler_source"])
    yield of(model=model.name, revision="other")
    yield from ({"prompt": {**PROMPT, "thinking": value}} for value in (True, False))
    for name in ("text", "system", "image_sha256"):
        yield from (
            {"prompt": {**PROMPT, name: value}} for value in ("", " ", "x", None, 3, True, ["a"], "\ud83d", "a\udc00b")
        )
    yield from (
        {"prompt": {"text": text}} for text in ("\n\t ", "\x1c\x85", "\ufeff", "a " * 1800, "漢字", "<eos> <answer>")
    )
    yield from (of(seed=seed) for seed in (0, 2**53 - 1, 2**53, -1, 0.5, 3.0, None, "1", True, 1e300, math.nan))
    yield from (
        of(start=value) for value in (None, [], "abc", {}, {"0": 1}, 3, True, [1.5], [-1], [True], [None], ["1"], [1])
    )
    yield of(start=start)
    yield of(start=start[:-1])
    yield of(start=start * 2, settings=long)
    yield of(start=start * 3, settings=long)
    yield of(start=[*start[:-1], size])
    yield of(start=[*start[:-1], size - 1])
    for noise in (0, 1, 0.3, 1.0001, -0.1, -0.0, True, None, "0.5", math.nan, math.inf):
        yield of(start=start, noise=noise)
        yield of(noise=noise)
    for keep in ("free", "favoured", "held", "loved", "x" * 60, "", None, 3, ["held"], True):
        yield of(start=start, keep=keep)
        yield of(keep=keep)
    yield from (of(start=start, noise=0.5, noise_seed=seed) for seed in (7, -1, 2**53, None, 0.5))
    yield of(noise_seed=7)
    for pins in (
        {},
        None,
        "",
        "12",
        3,
        True,
        {"3": 5},
        {"03": 5},
        {"12": 7, "05": 6, "3": 5},
        [[3, 5, 1]],
    ):
        yield of(pins=pins)
    for pins in (
        [3, 5],
        [[3]],
        [[[3], 5]],
        [[True, 5]],
        {"x": 5},
        {"-1": 5},
        {"3": -1},
        {"3": "5"},
        {"3": None},
    ):
        yield of(pins=pins)
    for pins in (
        {"٣": 5},
        {"3 ": 5},
        {"1234567890": 5},
        {"123456789": 5},
        {"3": 1.5},
        {"3": True},
        [[3.5, 1]],
        {"": 1},
    ):
        yield of(pins=pins)
    yield of(pins={"255": 20})
    yield of(pins={"256": 20})
    yield of(pins={"2000": 20}, settings={"max_new_tokens": 1500})
    yield of(pins={"3": size})
    yield of(pins={"3": mask})
    yield of(pins={"3": eos, "4": 20})
    yield of(pins={"3": 20, "4": eos})
    for edits in ({}, None, "x", [], [1], [[]], [{}], [None], [{"block": 1, "step": 1}]):
        yield of(edits=edits)
    for block, step, cells in (
        (1, 1, {"3": 5}), (1, 1, {"3": None}), (0, 1, {"3": 5}), (1, 0, {"3": 5}), (1, 1, {}), (1, 1, None),
        (True, 1, {"3": 5}), (1, 1.5, {"3": 5}), ("1", 1, {"3": 5}),
        (1, 1, {"x": 5}), (1, 1, {"3": -1}), (1, 1, {"3": "a"}), (1, 48, {"3": 5}), (1, 49, {"3": 5}),
        (2, 1, {"3": 5}), (3, 1, {"3": 5}), (1, 1, {"127": 5}), (1, 1, {"128": 5}), (1, 1, {"3": size}),
        (1, 1, {"5": 7}), (1, 1, "34"), (1, 1, [3, 5]),
    ):  # fmt: skip
        yield of(edits=[{"block": block, "step": step, "cells": cells}], pins={"5": 20})
    edit = {"block": 1, "step": 2, "cells": {"3": 5}}
    yield of(edits=[edit, {**edit, "step": 1}, {**edit, "block": 2}])
    yield of(edits=[edit, edit])
    yield of(edits=[{**edit, "more": 1}])
    yield of(edits=[edit], start=start, keep="held")
    yield of(edits=[{**edit, "step": 1}], settings={"max_new_tokens": 100, "max_denoising_steps": 1})
    yield of(edits=[{**edit, "step": 9}], settings={"max_new_tokens": 100, "max_denoising_steps": 1})
    for way in ("autoregressive", "masked"):
        settings = {"way": way}
        yield of(settings=settings)
        yield of(settings=settings, start=start)
        yield of(settings=settings, pins={"3": 20})
        yield of(settings=settings, edits=[edit])
    yield from (of(settings={"max_new_tokens": most}) for most in (1, 128, 129, 1900, 1920, 2047, 2048, 1_000_000))
    yield of(settings=masked, start=start, noise=0.5, keep="held", pins={"200": 30})
    yield from branched(start, masked)


def branched(start, masked):
    parent, edit = of(), {"block": 1, "step": 5, "cells": {"3": 5}}
    at = {"parent": parent, "block": 1, "step": 4}
    for value in (
        0,
        "x",
        [],
        {},
        {"parent": parent},
        {**at, "more": 1},
        {**at, "parent": None},
        {**at, "parent": {}},
        at,
    ):
        yield of(branch=value)
    yield from (of(branch={**at, "block": block}) for block in (0, -1, 2, 2.5, "1", None, True))
    yield from (of(branch={**at, "step": step}) for step in (0, -1, 48, 49, 1.5, "1", None, False, 1e300))
    yield of(branch={**at, "parent": {"seed": 3}})
    yield of(branch={**at, "parent": {"prompt": {"text": "Another one."}}})
    yield of(branch={**at, "parent": {"prompt": {**PROMPT, "thinking": True}}})
    yield of(branch=at, settings=masked)
    yield of(branch={**at, "parent": of(settings=masked)}, settings=masked)
    yield of(branch=at, start=start)
    yield of(branch={**at, "parent": of(start=start, keep="favoured", noise=0.2)})
    yield of(branch=at, settings={"max_denoising_steps": 4})
    yield of(branch=at, settings={"max_denoising_steps": 3})
    yield of(branch=at, edits=[edit])
    yield of(branch=at, edits=[{**edit, "step": 4}])
    yield of(branch={**at, "block": 2, "step": 0}, edits=[edit])
    yield of(branch={**at, "block": 2, "step": 0}, edits=[{**edit, "block": 2}])
    yield of(branch={**at, "block": 2}, pins={"130": 20})
    yield of(branch={**at, "block": 2}, pins={"130": 20, "127": 21})
    yield of(branch={**at, "block": 2, "parent": of(pins={"5": 20, "127": 21})}, pins={"5": 20})
    yield of(branch={**at, "block": 2, "parent": of(pins={"5": 20})}, pins={"5": 22})
    yield of(branch={**at, "parent": of(model="other")})
    causal = {"way": "autoregressive"}
    yield of(branch={**at, "step": 100, "parent": of(settings=causal)}, settings=causal)
    for block, step in ((1, 3), (1, 4), (1, 9), (2, 0)):
        yield of(branch={"parent": of(branch=at), "block": block, "step": step})
    for depth in (32, 33):
        values = of()
        for _ in range(depth):
            values = of(branch={"parent": values, "block": 1, "step": 4})
        if depth > 32:
            yield values
    yield of(branch={"parent": of(branch={**at, "block": 2}, seed=4), "block": 2, "step": 9}, seed=5)
