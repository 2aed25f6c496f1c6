"""Queries: what a lesson names, and how a moment is found in a run.

lily = run lily
red = first reopening of lily where word and held >= 2
vague = cell with most entropy of red.at where text
many = count of cell of lily.start where kept
seen = look at red
other = look at red with "blue"
read = reading of noisy
triple = 3 * lily.bound
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from playground.plugins.learn.expression import evaluate
from playground.plugins.learn.measured import Table, machine, study
from playground.plugins.learn.problems import BROKEN, Wrong
from playground.plugins.learn.things import Cell, Correction, Reopening, Step, Thing
from playground.trace import Trace
from playground.trace.corrections import corrections, reopenings

if TYPE_CHECKING:
    from playground.plugins.learn.library import Runs

KINDS = ("step", "cell", "reopening", "correction", "row", "pass")

_NAMED = re.compile(r"([a-z][a-z0-9_]*)\s*=\s*(.+)")
_RUN = re.compile(r"run\s+([\w-]+)")
_STUDY = re.compile(r"study\s+([\w-]+)")
_MACHINE = re.compile(r"machine\s+([\w -]+)")
_LOOK = re.compile(r"""look\s+at\s+([\w.]+)(?:\s+with\s+"([^"\s]+)")?""")
_READING = re.compile(r"reading\s+of\s+([\w.]+)")
_QUERY = re.compile(
    rf"(?:(first|last|count\s+of)\s+)?({'|'.join(KINDS)})(?:\s+with\s+(most|least)\s+(\w+))?"
    r"\s+of\s+([\w.]+)(?:\s+where\s+(.+))?"
)
_ALLOWED = (
    "allowed are “first KIND of THING where CONDITION”, “last …”, “KIND with most FIELD of THING where …”, “… least …” "
    f"and “count of …”; KIND is one of {', '.join(KINDS)}"
)
_BEGINS = re.compile(r"(?:first|last|count|step|cell|reopening|correction|row|pass|run|study|machine|look|reading)\s")


def name(line: str, names: dict[str, Any], runs: Runs) -> None:
    """Reads a line such as `red = first reopening of lily`, and adds what it names.

    Args:
        runs: those that it may name.

    Raises:
        Wrong: the line cannot be read, or there is no such thing.
    """
    read = _NAMED.fullmatch(line.strip())
    if read is None:
        raise Wrong(f"“{line.strip()}” names nothing; a line has the form “name = what it is”.")
    if read[1] in names:
        raise Wrong(f"“{read[1]}” is named twice.")
    names[read[1]] = BROKEN
    names[read[1]] = find(read[2], names, runs)


def find(text: str, names: Mapping[str, Any], runs: Runs) -> Any:
    """What a query finds, or the value of an expression.

    Raises:
        Wrong: it cannot be read, or nothing fits.
    """
    text = text.strip()
    if match := _RUN.fullmatch(text):
        return runs.find(match[1])
    if match := _STUDY.fullmatch(text):
        return study(match[1])
    if match := _MACHINE.fullmatch(text):
        return machine(match[1].strip())
    if match := _LOOK.fullmatch(text):
        cell = evaluate(match[1], names)
        if not isinstance(cell, Cell):
            raise Wrong(f"“{match[1]}” is no cell, so it looks at nothing.")
        return runs.looks.of(cell, match[2] or "")
    if match := _READING.fullmatch(text):
        run = evaluate(match[1], names)
        if not isinstance(run, Trace):
            raise Wrong(f"“{match[1]}” is no run, so it has no reading.")
        return runs.looks.reading(run)
    query = _QUERY.fullmatch(text)
    if query is None:
        if _BEGINS.match(text):
            raise Wrong(f"“{text}” is no query; {_ALLOWED}.")
        return evaluate(text, names)
    which, kind, most, figure, of, where = query.groups()
    if (which is None) == (most is None):
        raise Wrong(f"“{text}” must say which one: first, last, or with most or least of a figure.")
    things = _fitting(kind, of, where, names)
    if which is not None and which.startswith("count"):
        return len(things)
    if not things:
        raise Wrong(f"no {kind} of {of} fits{'' if where is None else f' “{where}”'}.")
    if which is not None:
        return things[0 if which == "first" else -1]
    return (max if most == "most" else min)(things, key=lambda thing: figure_of(thing, figure))


def every(text: str, names: Mapping[str, Any]) -> list[Thing]:
    """All that fit “KIND of THING where CONDITION”.

    Raises:
        Wrong: it cannot be read.
    """
    query = _QUERY.fullmatch(text.strip())
    if query is None or query[1] or query[3]:
        raise Wrong(f"“{text.strip()}” does not say what is drawn; it has the form “KIND of THING where CONDITION”.")
    return _fitting(query[2], query[5], query[6], names)


def _fitting(kind: str, of: str, where: str | None, names: Mapping[str, Any]) -> list[Thing]:
    return [thing for thing in all_of(kind, evaluate(of, names)) if where is None or evaluate(where, names, thing)]


def figure_of(thing: Thing, field: str) -> float:
    """A field that is a number.

    Raises:
        Wrong: it is none, or there is no such field.
    """
    value = thing.get(field)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Wrong(f"“{field}” of a {thing.kind} is no number.")
    return value


def all_of(kind: str, of: object) -> Iterator[Thing]:
    """Everything of a kind in a run, in one step of it, or in a table, in the order of time and then of place.

    Raises:
        Wrong: the other thing has none of them.
    """
    if isinstance(of, Table):
        if kind != of.holds:
            raise Wrong(f"a {of.kind} holds a {of.holds}, and no {kind}.")
        yield from of.held
        return
    if kind in ("row", "pass"):
        raise Wrong(f"a {kind} is looked for in a {'study' if kind == 'row' else 'machine'}, and nothing else is.")
    if isinstance(of, Trace):
        run, rows = of, range(len(of))
    elif isinstance(of, Step) and kind != "step":
        run, rows = of.run, range(of.row, of.row + 1)
    else:
        raise Wrong(f"a {kind} is looked for in a run{'' if kind == 'step' else ' or in a step'}.")
    if kind == "step":
        yield from (Step(run, row) for row in rows)
    elif kind == "cell":
        yield from (Cell(run, row, at) for row in rows for at in range(run.header.canvas_length))
    elif kind == "reopening":
        yield from (Reopening(run, r.reopened, r.position, r.since) for r in reopenings(run) if r.reopened in rows)
    else:
        later = sorted(corrections(run), key=lambda correction: (correction.reopened, correction.position))
        yield from (Correction(run, c.reopened, c.position, c.since, c.again) for c in later if c.reopened in rows)
