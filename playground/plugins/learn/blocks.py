"""The blocks of a lesson that are more than text: what the page shows, figures, and what can be tried live."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, cast

from playground.plugins.learn.entries import (
    Entry,
    choice,
    entries,
    needs,
    number_of,
    only,
    pieces_of,
    thing_of,
    value_of,
)
from playground.plugins.learn.expression import evaluate, percent, points, written
from playground.plugins.learn.inline import pieces, place
from playground.plugins.learn.looks import Look, Swapped, as_it_was
from playground.plugins.learn.predictions import predict
from playground.plugins.learn.problems import Wrong, on_line
from playground.plugins.learn.things import Cell, Thing
from playground.rules.ways import WAYS
from playground.spec.settings import all_knobs
from playground.trace import Trace
from playground.trace.comparison import MOST_LANES

LAYERS = {"drawn": "sampled", "went-in": "input", "best-guess": "argmax"}
PANELS = ("decision", "gauge", "inspector", "overview", "curve", "table", "text", "blocks", "step")
COLOURS = ("entropy", "probability", "lock", "revisions", "status")
"""`FIGURES` in assets/page/cells/shading.ts."""
CELLS = ("all", "differing")
"""Which cells are coloured beside other runs."""
NO_LOOK = "this is no look; name one with “look at CELL”."


def compiled(kind: str, content: str, names: Mapping[str, Any], look: Callable[[Cell, str], Thing]) -> dict[str, Any]:
    """Compiles a block.

    Args:
        look: as `Looks.of`.

    Raises:
        Wrong: the block is of no kind, or something in it is wrong; `after` says on which line below its first.
    """
    lines = entries(content)
    options = [(key[2:], entry) for key, entry in lines if key.startswith("- ")]
    values = {key: entry for key, entry in lines if not key.startswith("- ")}
    if kind == "predict":
        return predict(values, options, names)
    if kind == "bars":
        return _bars(values, options, names)
    if kind not in _KINDS:
        raise Wrong(f"there is no block “{kind}”; there are name, check, predict, bars, {', '.join(_KINDS)}.")
    needed, more, read = _KINDS[kind]
    only(values, (*needed, *more))
    if options:
        raise Wrong("only a prediction has choices, and bars have lines.", options[0][1].line)
    needs(values, *needed)
    return {"kind": kind, **(read(values, names, look) if read is _swap else read(values, names))}


def _show(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    if "at" in values:
        with on_line(values["at"].line):
            shown |= place(evaluate(values["at"].text, names))
    if "beside" in values:
        runs = [value_of(Entry(name, values["beside"].line), names) for name in values["beside"].text.split()]
        if not 1 <= len(runs) < MOST_LANES or not all(isinstance(run, Trace) for run in runs):
            raise Wrong(f"“beside” lists names of runs, {MOST_LANES - 1} at most.", values["beside"].line)
        shown["beside"] = [run.name for run in runs]
    choices = {"layer": LAYERS, "panel": PANELS, "colour": COLOURS, "unit": ("nats", "bits"), "cells": CELLS}
    for key, allowed in choices.items():
        if key in values:
            shown[key] = choice(values[key], key, tuple(allowed))
    if "cells" in shown and "beside" not in shown:
        raise Wrong("“cells” says which are coloured where runs stand beside each other.", values["cells"].line)
    if "layer" in shown:
        shown["layer"] = LAYERS[shown["layer"]]
    shown["hide"] = "hide" in values and choice(values["hide"], "hide", ("decision",)) == "decision"
    return shown


def _try(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    knob = choice(values["knob"], "knob", tuple(all_knobs()))
    value = value_of(values["value"], names)
    settled = all_knobs()[knob]
    if isinstance(settled.default, str):
        fits = value in settled.choices
    else:
        fits = isinstance(value, int | float) and settled.minimum <= value <= settled.maximum
    if not fits:
        raise Wrong(f"{settled.label} cannot be {value}.", values["value"].line)
    return {"knob": knob, "value": value, "say": pieces_of(values["say"], names)}


def _forward(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    return place(thing_of(values["run"], names, Trace, "this is no run."))


def _large(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    return {"run": values["run"].text, "say": pieces_of(values["say"], names)}


def _attention(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    look = thing_of(values["of"], names, Look, NO_LOOK)
    weights = look.weights
    both = {"read": weights.read, "canvas": weights.canvas}
    return {**place(look.cell), "both": both, "causal": {"read": weights.causal_read, "canvas": weights.causal}}


def _temperature(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    look = thing_of(values["of"], names, Look, NO_LOOK)
    return {**place(look.cell), "at": look.cell.at.get("temperature"), "logs": look.weights.logs}


def _swap(values: dict[str, Entry], names: Mapping[str, Any], look: Callable[[Cell, str], Thing]) -> dict[str, Any]:
    """A cell with each of some words in it; the one that went in comes first."""
    cell = thing_of(values["at"], names, Cell, "this is no cell.")
    before = as_it_was(cell)
    words = values["words"].text.split()
    if len({before.word, *words}) <= len(words):
        raise Wrong(f"“words” lists other words than “{before.word}”, each once.", values["words"].line)
    with on_line(values["words"].line):
        swaps = [before, *(cast(Swapped, look(cell, word)).swap for word in words)]
    shown = ("word", "tokens", "shares", "entropy", "token", "accepted")
    return {**place(cell), "words": [{name: getattr(swap, name) for name in shown} for swap in swaps]}


def _memory(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    cell = thing_of(values["of"], names, Cell, "this is no cell.")
    header = cell.run.header
    on = header.settings.get("self_conditioning") != "off" and header.settings.get("self_conditioning_scale") != 0
    if cell.at.get("step") == 1 or not on or WAYS[header.way].causal:
        raise Wrong(
            "this cell has no memory: it is at the first step of its part, or its run has none.", values["of"].line
        )
    return place(cell)


def _bars(values: dict[str, Entry], options: list[tuple[str, Entry]], names: Mapping[str, Any]) -> dict[str, Any]:
    """Figures as bars; the text beside each is what the lesson would write of it."""
    only(values, ("label", "unit"))
    needs(values, "label")
    if len(options) < 2:
        raise Wrong("“bars” needs at least two lines such as “- words: FIGURE”.")
    unit = values["unit"].text if "unit" in values else ""
    write = {"%": percent, "points": points}.get(unit, lambda value: f"{written(value)} {unit}".strip())
    rows = []
    for text, entry in options:
        ends = [number_of(Entry(text, entry.line), names) for text in re.split(r"\s+from\s+|\s+to\s+", entry.text)]
        if len(ends) not in (1, 3):
            raise Wrong(f"“{entry.text}” is no figure, with or without “from LOW to HIGH”.", entry.line)
        value, *interval = ends
        figure = write(value)
        if interval:
            low, high = (write(end).removesuffix(f" {unit}") for end in interval)
            figure = f"{figure} ({low} to {high})".replace("-", "−")
        rows.append({"text": pieces(text, names), "value": value, "figure": figure, "interval": interval})
    return {"kind": "bars", "label": pieces_of(values["label"], names), "rows": rows}


_KINDS: dict[str, tuple[tuple[str, ...], tuple[str, ...], Callable[..., dict[str, Any]]]] = {
    "show": ((), ("at", "beside", "cells", "layer", "panel", "colour", "unit", "hide"), _show),
    "try": (("knob", "value", "say"), (), _try),
    "attention": (("of",), (), _attention),
    "temperature": (("of",), (), _temperature),
    "swap": (("at", "words"), (), _swap),
    "memory": (("of",), (), _memory),
    "forward": (("run",), (), _forward),
    "large": (("run", "say"), (), _large),
}
"""The lines that a block must have, those that it may have, and what reads them."""
