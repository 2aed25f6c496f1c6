"""Tables of runs, with a row for each block, step and position, or one for each step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.errors import TraceError
from playground.export.run import LABEL, named
from playground.trace import Trace
from playground.trace.columns import COLUMNS
from playground.trace.comparison import settings_of
from playground.trace.status import NEWLY_LOCKED, RELAPSED, status

if TYPE_CHECKING:
    import pandas as pd


def marks(runs: Sequence[Trace]) -> list[dict[str, Any]]:
    """What the first columns say of each run: its name and label; of several runs also the seed and the settings that
    differ, numbers as fractions. None, or not a number, is what a run does not say.
    """
    names = differing(runs)
    numbers = {name for run in runs for name, value in settings_of(run).items() if isinstance(value, int | float)}
    rows: list[dict[str, Any]] = []
    for run in runs:
        row: dict[str, Any] = {"run": run.name, "label": LABEL}
        if len(runs) > 1:
            settings = settings_of(run)
            values = {name: settings.get(name) for name in names}
            row["seed"] = None if run.header.source else run.header.seed
            row |= {name: _number(value) if name in numbers else value for name, value in values.items()}
        rows.append(row)
    return rows


def _number(value: Any) -> float:
    return float("nan") if value is None else float(value)


def to_pandas(runs: Sequence[Trace | str | PathLike[str]]) -> pd.DataFrame:
    """Joins runs to a table with a row for each block, step and position: the columns of `Trace.to_pandas`, and before
    them those of `marks`. They are those of the tables that `Trace.export` writes, without the candidates.

    Args:
        runs: traces, or paths of trace files; at least one.

    Raises:
        TraceError: a file cannot be read, or there is no run.
    """
    if not runs:
        raise TraceError("There is nothing to join: give at least one run.")
    return joined(positions, named(runs))


def joined(make: Callable[[Trace, dict[str, Any]], pd.DataFrame], runs: Sequence[Trace]) -> pd.DataFrame:
    """The tables of runs, one below the other."""
    import pandas as pd

    tables = [_nullable(make(run, mark)) for run, mark in zip(runs, marks(runs), strict=True)]
    return pd.concat(tables, ignore_index=True)


def positions(run: Trace, mark: Mapping[str, Any]) -> pd.DataFrame:
    """One row for each block, step and position; see `Trace.to_pandas`."""
    table = run.to_pandas()
    if "status" in table:
        table["status"] = table["status"].astype("str")
    return _marked(table, mark)


def steps(run: Trace, mark: Mapping[str, Any]) -> pd.DataFrame:
    """One row for each step, with its figures as a whole."""
    import pandas as pd

    columns = run.columns
    ends = np.append(np.diff(columns["block"]) != 0, True)
    reasons = np.full(len(ends), "", dtype=object)
    reasons[ends] = run.stop_reasons
    figures = {name: columns[name] for name, column in COLUMNS.items() if column.shape == "S" and name in columns}
    counts = {}
    if "accepted" in columns:
        codes = status(columns["accepted"], columns["block"])
        counts = {
            "accepted_count": columns["accepted"].sum(axis=1),
            "newly_accepted": (codes == NEWLY_LOCKED).sum(axis=1),
            "reopened": (codes == RELAPSED).sum(axis=1),
        }
    last = {"stop_reason": pd.Series(reasons, dtype="str")}
    return _marked(pd.DataFrame(figures | counts | last), mark)


def _marked(table: pd.DataFrame, mark: Mapping[str, Any]) -> pd.DataFrame:
    import pandas as pd

    for place, (name, value) in enumerate(mark.items()):
        kind = "Int64" if name == "seed" else "float64" if isinstance(value, float) else "str"
        table.insert(place, name, pd.Series([value] * len(table), dtype=kind))
    return table


def _nullable(table: pd.DataFrame) -> pd.DataFrame:
    """The same in types that may lack values: integers stay integers beside a run that has none."""
    kinds = {"i": "Int64", "b": "boolean"}
    return table.astype({name: kinds[kind.kind] for name, kind in table.dtypes.items() if kind.kind in kinds})


def differing(traces: Sequence[Trace]) -> list[str]:
    """The settings in which runs differ. `marksOf` in assets/page/run/marks.ts has the same rule."""
    known = [settings for trace in traces if (settings := settings_of(trace))]
    names = dict.fromkeys(name for settings in known for name in settings)
    return [name for name in names if any(settings.get(name) != known[0].get(name) for settings in known)]
