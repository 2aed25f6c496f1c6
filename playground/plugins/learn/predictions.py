"""Predictions: what a lesson asks its reader before the page shows it. Each form is a function of its lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from playground.plugins.learn.entries import (
    Entry,
    choice,
    needs,
    number_of,
    only,
    pieces_of,
    step_at,
    step_of,
    thing_of,
    value_of,
)
from playground.plugins.learn.expression import written
from playground.plugins.learn.inline import pieces, place
from playground.plugins.learn.measured import Pass, Row
from playground.plugins.learn.problems import Wrong, on_line
from playground.plugins.learn.query import every, figure_of
from playground.plugins.learn.readings import Reading
from playground.plugins.learn.things import Cell, Step

PRESSES = ("least sure", "surest", "just missed", "reopened")
"""What a reader may be asked to press; `assets/page/plugins/learn/answers.ts` finds the answer in the trace."""
FEWEST_POINTS = 3
"""Of a curve that the reader draws."""
LENGTH = re.compile(r"\.(steps|parts)\b")
"""Fields of a run that say how long it is. The page does not show that while the reader is to say so first."""

Options = list[tuple[str, Entry]]
"""Choices, each with its condition."""


def predict(values: dict[str, Entry], options: Options, names: Mapping[str, Any]) -> dict[str, Any]:
    """Compiles a block `predict`.

    Raises:
        Wrong: it asks in no form or in several, or a line of it is missing or wrong.
    """
    forms = [form for form in _FORMS if form in values]
    if len(forms) != 1:
        *most, last = _FORMS
        raise Wrong(f"a prediction asks with one of {', '.join(most)} and {last}.")
    (form,) = forms
    needed, more, read = _FORMS[form]
    if options and form != "choose":
        raise Wrong("only “choose” has choices.", options[0][1].line)
    only(values, (form, "because", *needed, *more))
    needs(values, "because", *needed)
    return {
        "kind": "predict",
        "form": form,
        "ask": pieces_of(values[form], names),
        "because": pieces_of(values["because"], names),
        **read(values, options, names),
    }


def _choosing(values: dict[str, Entry], options: Options, names: Mapping[str, Any]) -> dict[str, Any]:
    """Choices, of which exactly one is right."""
    if len(options) < 2:
        raise Wrong("“choose” needs at least two choices: lines such as “- yes: CONDITION”.", values["choose"].line)
    right = [value_of(entry, names) for _, entry in options]
    for value, (_, entry) in zip(right, options, strict=True):
        if not isinstance(value, bool):
            raise Wrong(f"“{entry.text}” is no condition, which is true or false.", entry.line)
    if sum(right) != 1:
        raise Wrong(
            f"exactly one choice must be right, and {sum(right) or 'none'} {'are' if sum(right) > 1 else 'is'}.",
            values["choose"].line,
        )
    return {
        "length": any(LENGTH.search(entry.text) for _, entry in options),
        "options": [
            {"text": pieces(text, names), "right": value} for (text, _), value in zip(options, right, strict=True)
        ],
    }


def _pressing(values: dict[str, Entry], _options: Options, names: Mapping[str, Any]) -> dict[str, Any]:
    """A cell that the reader presses; the page finds it in the trace."""
    among = values["among"].text.split() if "among" in values else []
    cells = [value_of(Entry(name, values["among"].line), names) for name in among]
    if not all(isinstance(cell, Cell) for cell in cells):
        raise Wrong("“among” lists names of cells.", values["among"].line)
    rule = choice(values["rule"], "rule", PRESSES)
    return {"rule": rule, "among": [cell.position for cell in cells], **step_of(values["at"], names)}


def _cutting(values: dict[str, Entry], _options: Options, names: Mapping[str, Any]) -> dict[str, Any]:
    """Where the reader cuts the sorted cells, at a budget."""
    bound = value_of(values["bound"], names) if "bound" in values else None
    return {"bound": bound, **step_of(values["at"], names)}


def _guessing(values: dict[str, Entry], _options: Options, names: Mapping[str, Any]) -> dict[str, Any]:
    """A number that the reader guesses."""
    answer, low, high = (number_of(values[key], names) for key in ("answer", "from", "to"))
    near = number_of(values["near"], names) if "near" in values else 0.1 * abs(answer)
    if not low <= answer <= high:
        raise Wrong(f"the answer is {answer:g}, which is not between {low:g} and {high:g}.", values["answer"].line)
    length = LENGTH.search(values["answer"].text) is not None
    return {"length": length, "answer": answer, "unit": values["unit"].text, "from": low, "to": high, "near": near}


def _keeping(values: dict[str, Entry], _options: Options, names: Mapping[str, Any]) -> dict[str, Any]:
    """A step at which the reader keeps words, as the sampler would; after it another step must come."""
    step = step_at(values["at"], names)
    header = step.run.header
    if header.way != "uniform" or header.explanation.get("cut", "running sum") != "running sum":
        raise Wrong(f"“{step.run.name}” fills no budget with noise for the rest.", values["at"].line)
    if step.get("last"):
        raise Wrong("this step is the last of its part, and what it keeps goes into no other.", values["at"].line)
    hidden = "costs" in values and choice(values["costs"], "costs", ("shown", "hidden")) == "hidden"
    return {**step_of(values["at"], names), "hidden": hidden}


def _marking(values: dict[str, Entry], _options: Options, names: Mapping[str, Any]) -> dict[str, Any]:
    """The noise in a text, which the reader marks first, and what one pass makes of each token of it."""
    reading = thing_of(values["of"], names, Reading, "this is no reading; name one with “reading of RUN”.")
    logs = reading.logs
    return {"run": reading.run.name, "standing": logs.standing, "original": logs.original}


def _drawing(values: dict[str, Entry], _options: Options, names: Mapping[str, Any]) -> dict[str, Any]:
    """The curve of a figure, which the reader draws first: over steps, rows of a study, or passes of a machine."""
    with on_line(values["of"].line):
        things = every(values["of"].text, names)
        steps = all(isinstance(thing, Step) for thing in things)
        if not steps and not all(isinstance(thing, Row | Pass) for thing in things):
            raise Wrong("a curve has a point for each step of a run, row of a study, or pass of a machine.")
        if len(things) < FEWEST_POINTS:
            raise Wrong(f"a curve has {FEWEST_POINTS} points at least, and this one has {len(things)}.")
    if not steps:
        needs(values, "along", "axis")
    with on_line(values["along"].line if "along" in values else 0):
        labels = [
            written(figure_of(thing, values["along"].text if "along" in values else "number")) for thing in things
        ]
    with on_line(values["figure"].line):
        figures = [figure_of(thing, values["figure"].text) for thing in things]
    top, near = (number_of(values[key], names) for key in ("to", "near"))
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


Form = Callable[[dict[str, Entry], Options, Mapping[str, Any]], dict[str, Any]]
_FORMS: dict[str, tuple[tuple[str, ...], tuple[str, ...], Form]] = {
    "choose": ((), (), _choosing),
    "press": (("rule", "at"), ("among",), _pressing),
    "cut": (("at",), ("bound",), _cutting),
    "guess": (("answer", "unit", "from", "to"), ("near",), _guessing),
    "keep": (("at",), ("costs",), _keeping),
    "draw": (("of", "figure", "unit", "to", "near"), ("along", "axis"), _drawing),
    "mark": (("of",), (), _marking),
}
"""The lines that a form must have beside its question and “because”, those that it may have, and what reads them."""
