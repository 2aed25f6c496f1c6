"""The blocks of a lesson that are more than text: what the page shows, predictions, and what can be tried live.

Each is a fenced block of lines `key: value`; a line that is indented goes on with the value above it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from playground.lessons.expression import evaluate, percent, points, written
from playground.lessons.inline import pieces, place
from playground.lessons.looks import Look, Swapped, as_it_was
from playground.lessons.measured import Pass, Row
from playground.lessons.problems import Wrong, on_line
from playground.lessons.query import every, figure_of
from playground.lessons.things import Cell, Run, Step
from playground.rules.ways import WAYS
from playground.spec.settings import all_knobs
from playground.trace.comparison import MOST_LANES

LAYERS = {"drawn": "sampled", "went-in": "input", "best-guess": "argmax"}
PANELS = ("decision", "gauge", "inspector", "overview", "curve", "table", "text", "blocks", "step")
COLOURS = ("entropy", "probability", "lock", "revisions", "status")
"""`FIGURES` in assets/js/cells/shading.js."""
CELLS = ("all", "differing")
"""Which cells are coloured beside other runs."""
PRESSES = ("least sure", "surest", "just missed", "reopened")
"""What a reader may be asked to press; `assets/js/learn/answers.js` finds the answer in the trace."""
FEWEST_POINTS = 3
"""Of a curve that the reader draws."""
LENGTH = re.compile(r"\.(steps|parts)\b")
"""Fields of a run that say how long it is. The page does not show that while the reader is to say so first."""


@dataclass(frozen=True)
class Entry:
    text: str
    line: int
    """Below the line that opens the block."""


Read = Callable[[dict[str, Entry], Mapping[str, Any]], dict[str, Any]]


def entries(content: str) -> list[tuple[str, Entry]]:
    """The lines of a block, in order. A line `- words: value` has the key `- words`.

    Raises:
        Wrong: a line has no key.
    """
    read: list[tuple[str, Entry]] = []
    for number, line in enumerate(content.splitlines(), 1):
        if not line.strip():
            continue
        if line[0] in " \t" and read:
            key, before = read[-1]
            read[-1] = key, Entry(f"{before.text} {line.strip()}", before.line)
            continue
        split = re.fullmatch(r"(- .+|[a-z]+)\s*:(?:\s+(.*))?", line.rstrip())
        if split is None:
            raise Wrong(f"“{line.strip()}” has no key; a line has the form “key: value”.", number)
        read.append((split[1].strip(), Entry(split[2] or "", number)))
    return read


def compiled(kind: str, content: str, names: Mapping[str, Any]) -> dict[str, Any]:
    """Compiles a block.

    Raises:
        Wrong: the block is of no kind, or something in it is wrong; `after` says on which line below its first.
    """
    lines = entries(content)
    options = [(key[2:], entry) for key, entry in lines if key.startswith("- ")]
    values = {key: entry for key, entry in lines if not key.startswith("- ")}
    if kind == "predict":
        return _predict(values, options, names)
    if kind == "bars":
        return _bars(values, options, names)
    if kind not in _KINDS:
        raise Wrong(f"there is no block “{kind}”; there are name, check, predict, bars, {', '.join(_KINDS)}.")
    allowed, read = _KINDS[kind]
    _only(values, allowed)
    if options:
        raise Wrong("only a prediction has choices, and bars have lines.", options[0][1].line)
    return {"kind": kind, **read(values, names)}


def _show(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    if "at" in values:
        with on_line(values["at"].line):
            shown |= place(evaluate(values["at"].text, names))
    if "beside" in values:
        runs = [_value(Entry(name, values["beside"].line), names) for name in values["beside"].text.split()]
        if not 1 <= len(runs) < MOST_LANES or not all(isinstance(run, Run) for run in runs):
            raise Wrong(f"“beside” lists names of runs, {MOST_LANES - 1} at most.", values["beside"].line)
        shown["beside"] = [run.name for run in runs]
    choices = {"layer": LAYERS, "panel": PANELS, "colour": COLOURS, "unit": ("nats", "bits"), "cells": CELLS}
    for key, allowed in choices.items():
        if key in values:
            shown[key] = _one_of(values[key], key, tuple(allowed))
    if "cells" in shown and "beside" not in shown:
        raise Wrong("“cells” says which are coloured where runs stand beside each other.", values["cells"].line)
    if "layer" in shown:
        shown["layer"] = LAYERS[shown["layer"]]
    shown["hide"] = "hide" in values and _one_of(values["hide"], "hide", ("decision",)) == "decision"
    return shown


def _try(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    _needs(values, "knob", "value", "say")
    knob = _one_of(values["knob"], "knob", tuple(all_knobs()))
    value = _value(values["value"], names)
    settled = all_knobs()[knob]
    if isinstance(settled.default, str):
        fits = value in settled.choices
    else:
        fits = isinstance(value, int | float) and settled.minimum <= value <= settled.maximum
    if not fits:
        raise Wrong(f"{settled.label} cannot be {value}.", values["value"].line)
    return {"knob": knob, "value": value, "say": _pieces(values["say"], names)}


def _forward(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    _needs(values, "run")
    run = _value(values["run"], names)
    if not isinstance(run, Run):
        raise Wrong("this is no run.", values["run"].line)
    return place(run)


def _large(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    _needs(values, "run", "say")
    return {"run": values["run"].text, "say": _pieces(values["say"], names)}


def _attention(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    _needs(values, "of")
    look = _value(values["of"], names)
    if not isinstance(look, Look):
        raise Wrong("this is no look; name one with “look at CELL”.", values["of"].line)
    weights = look.weights
    both = {"read": weights.read, "canvas": weights.canvas}
    return {**place(look.cell), "both": both, "causal": {"read": weights.causal_read, "canvas": weights.causal}}


def _temperature(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    _needs(values, "of")
    look = _value(values["of"], names)
    if not isinstance(look, Look):
        raise Wrong("this is no look; name one with “look at CELL”.", values["of"].line)
    return {**place(look.cell), "at": look.cell.at.get("temperature"), "logs": look.weights.logs}


def _swap(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    """A cell with each of some words in it; the one that went in comes first."""
    _needs(values, "at", "words")
    cell = _value(values["at"], names)
    if not isinstance(cell, Cell):
        raise Wrong("this is no cell.", values["at"].line)
    before = as_it_was(cell)
    words = values["words"].text.split()
    if len({before.word, *words}) <= len(words):
        raise Wrong(f"“words” lists other words than “{before.word}”, each once.", values["words"].line)
    with on_line(values["words"].line):
        swaps = [before, *(cast(Swapped, cell.run.look(cell, word)).swap for word in words)]
    shown = ("word", "tokens", "shares", "entropy", "token", "accepted")
    return {**place(cell), "words": [{name: getattr(swap, name) for name in shown} for swap in swaps]}


def _memory(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    _needs(values, "of")
    cell = _value(values["of"], names)
    if not isinstance(cell, Cell):
        raise Wrong("this is no cell.", values["of"].line)
    header = cell.run.trace.header
    on = header.settings.get("self_conditioning") != "off" and header.settings.get("self_conditioning_scale") != 0
    if cell.at.get("step") == 1 or not on or WAYS[header.way].causal:
        raise Wrong(
            "this cell has no memory: it is at the first step of its part, or its run has none.", values["of"].line
        )
    return place(cell)


def _bars(values: dict[str, Entry], options: list[tuple[str, Entry]], names: Mapping[str, Any]) -> dict[str, Any]:
    """Figures as bars; the text beside each is what the lesson would write of it."""
    _only(values, ("label", "unit"))
    _needs(values, "label")
    if len(options) < 2:
        raise Wrong("“bars” needs at least two lines such as “- words: FIGURE”.")
    unit = values["unit"].text if "unit" in values else ""
    write = {"%": percent, "points": points}.get(unit, lambda value: f"{written(value)} {unit}".strip())
    rows = []
    for text, entry in options:
        ends = [_number(Entry(text, entry.line), names) for text in re.split(r"\s+from\s+|\s+to\s+", entry.text)]
        if len(ends) not in (1, 3):
            raise Wrong(f"“{entry.text}” is no figure, with or without “from LOW to HIGH”.", entry.line)
        value, *interval = ends
        figure = write(value)
        if interval:
            low, high = (write(end).removesuffix(f" {unit}") for end in interval)
            figure = f"{figure} ({low} to {high})".replace("-", "−")
        rows.append({"text": pieces(text, names), "value": value, "figure": figure, "interval": interval})
    return {"kind": "bars", "label": _pieces(values["label"], names), "rows": rows}


_KINDS: dict[str, tuple[tuple[str, ...], Read]] = {
    "show": (("at", "beside", "cells", "layer", "panel", "colour", "unit", "hide"), _show),
    "try": (("knob", "value", "say"), _try),
    "attention": (("of",), _attention),
    "temperature": (("of",), _temperature),
    "swap": (("at", "words"), _swap),
    "memory": (("of",), _memory),
    "forward": (("run",), _forward),
    "large": (("run", "say"), _large),
}


def _predict(values: dict[str, Entry], options: list[tuple[str, Entry]], names: Mapping[str, Any]) -> dict[str, Any]:
    forms = [form for form in _KEYS if form in values]
    if len(forms) != 1:
        raise Wrong("a prediction asks with one of choose, press, cut, guess, keep, draw and mark.")
    (form,) = forms
    if options and form != "choose":
        raise Wrong("only “choose” has choices.", options[0][1].line)
    _only(values, (form, "because", *_KEYS[form]))
    _needs(values, "because")
    prediction = {
        "kind": "predict",
        "form": form,
        "ask": _pieces(values[form], names),
        "because": _pieces(values["because"], names),
    }
    if form == "choose":
        if len(options) < 2:
            raise Wrong("“choose” needs at least two choices: lines such as “- yes: CONDITION”.", values[form].line)
        right = [_value(entry, names) for _, entry in options]
        for value, (_, entry) in zip(right, options, strict=True):
            if not isinstance(value, bool):
                raise Wrong(f"“{entry.text}” is no condition, which is true or false.", entry.line)
        if sum(right) != 1:
            raise Wrong(
                f"exactly one choice must be right, and {sum(right) or 'none'} {'are' if sum(right) > 1 else 'is'}.",
                values[form].line,
            )
        return prediction | {
            "length": any(LENGTH.search(entry.text) for _, entry in options),
            "options": [
                {"text": pieces(text, names), "right": value} for (text, _), value in zip(options, right, strict=True)
            ],
        }
    if form == "press":
        _needs(values, "rule", "at")
        among = values["among"].text.split() if "among" in values else []
        cells = [_value(Entry(name, values["among"].line), names) for name in among]
        if not all(isinstance(cell, Cell) for cell in cells):
            raise Wrong("“among” lists names of cells.", values["among"].line)
        rule = _one_of(values["rule"], "rule", PRESSES)
        return prediction | {"rule": rule, "among": [cell.position for cell in cells], **_step(values["at"], names)}
    if form == "cut":
        _needs(values, "at")
        bound = _value(values["bound"], names) if "bound" in values else None
        return prediction | {"bound": bound, **_step(values["at"], names)}
    if form == "keep":
        return prediction | _keeping(values, names)
    if form == "draw":
        return prediction | _drawing(values, names)
    if form == "mark":
        return prediction | _marking(values, names)
    _needs(values, "answer", "unit", "from", "to")
    answer, low, high = (_number(values[key], names) for key in ("answer", "from", "to"))
    near = _number(values["near"], names) if "near" in values else 0.1 * abs(answer)
    if not low <= answer <= high:
        raise Wrong(f"the answer is {answer:g}, which is not between {low:g} and {high:g}.", values["answer"].line)
    length = LENGTH.search(values["answer"].text) is not None
    return prediction | {
        "length": length,
        "answer": answer,
        "unit": values["unit"].text,
        "from": low,
        "to": high,
        "near": near,
    }


_KEYS = {
    "choose": (),
    "press": ("rule", "at", "among"),
    "cut": ("at", "bound"),
    "guess": ("answer", "unit", "from", "to", "near"),
    "keep": ("at", "costs"),
    "draw": ("of", "figure", "along", "axis", "unit", "to", "near"),
    "mark": ("of",),
}


def _keeping(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    """A step at which the reader keeps words, as the sampler would; after it another step must come."""
    _needs(values, "at")
    step = _step_at(values["at"], names)
    header = step.run.trace.header
    if header.way != "uniform" or header.explanation.get("cut", "running sum") != "running sum":
        raise Wrong(f"“{step.run.name}” fills no budget with noise for the rest.", values["at"].line)
    if step.get("last"):
        raise Wrong("this step is the last of its part, and what it keeps goes into no other.", values["at"].line)
    hidden = "costs" in values and _one_of(values["costs"], "costs", ("shown", "hidden")) == "hidden"
    return {**_step(values["at"], names), "hidden": hidden}


def _marking(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    """The noise in a text, which the reader marks first, and what one pass makes of each token of it."""
    _needs(values, "of")
    run = _value(values["of"], names)
    if not isinstance(run, Run):
        raise Wrong("this is no run.", values["of"].line)
    with on_line(values["of"].line):
        logs = run.get("reading").logs
    return {"run": run.name, "standing": logs.standing, "original": logs.original}


def _drawing(values: dict[str, Entry], names: Mapping[str, Any]) -> dict[str, Any]:
    """The curve of a figure, which the reader draws first: over steps, rows of a study, or passes of a machine."""
    _needs(values, "of", "figure", "unit", "to", "near")
    with on_line(values["of"].line):
        things = every(values["of"].text, names)
        steps = all(isinstance(thing, Step) for thing in things)
        if not steps and not all(isinstance(thing, Row | Pass) for thing in things):
            raise Wrong("a curve has a point for each step of a run, row of a study, or pass of a machine.")
        if len(things) < FEWEST_POINTS:
            raise Wrong(f"a curve has {FEWEST_POINTS} points at least, and this one has {len(things)}.")
    if not steps:
        _needs(values, "along", "axis")
    with on_line(values["along"].line if "along" in values else 0):
        labels = [
            written(figure_of(thing, values["along"].text if "along" in values else "number")) for thing in things
        ]
    with on_line(values["figure"].line):
        figures = [figure_of(thing, values["figure"].text) for thing in things]
    top, near = (_number(values[key], names) for key in ("to", "near"))
    if not 0 <= min(figures) <= max(figures) <= top or top == 0:
        least, most = min(figures), max(figures)
        raise Wrong(f"the figures go from {least:g} to {most:g}, which is not within 0 and {top:g}.", values["to"].line)
    name, _, unit = (values["axis"].text if "axis" in values else "step").partition(", ")
    points = [
        {"label": label, "value": value, **(place(thing) if isinstance(thing, Step) else {})}
        for label, value, thing in zip(labels, figures, things, strict=True)
    ]
    # The timeline draws the same curves, so it waits as it does for how long a run is.
    return {
        "length": steps,
        "points": points,
        "axis": {"name": name, "unit": unit},
        "unit": values["unit"].text,
        "top": top,
        "near": near,
    }


def _step(entry: Entry, names: Mapping[str, Any]) -> dict[str, Any]:
    step = _step_at(entry, names)
    return {"run": step.run.name, "row": step.row}


def _step_at(entry: Entry, names: Mapping[str, Any]) -> Step:
    thing = _value(entry, names)
    step = thing.at if isinstance(thing, Cell) else thing
    if not isinstance(step, Step) or step.noise:
        raise Wrong("this is no step and no cell.", entry.line)
    return step


def _only(values: Mapping[str, Entry], allowed: tuple[str, ...]) -> None:
    for key, entry in values.items():
        if key not in allowed:
            raise Wrong(f"“{key}” means nothing here; allowed are {', '.join(allowed)}.", entry.line)


def _needs(values: Mapping[str, Entry], *keys: str) -> None:
    for key in keys:
        if key not in values or not values[key].text:
            raise Wrong(f"“{key}” is missing.")


def _one_of(entry: Entry, key: str, allowed: tuple[str, ...]) -> str:
    if entry.text not in allowed:
        raise Wrong(f"{key} cannot be “{entry.text}”; allowed are {', '.join(allowed)}.", entry.line)
    return entry.text


def _value(entry: Entry, names: Mapping[str, Any]) -> Any:
    with on_line(entry.line):
        return evaluate(entry.text, names)


def _number(entry: Entry, names: Mapping[str, Any]) -> float:
    value = _value(entry, names)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Wrong(f"“{entry.text}” is no number.", entry.line)
    return value


def _pieces(entry: Entry, names: Mapping[str, Any]) -> Any:
    with on_line(entry.line):
        return pieces(entry.text, names)
