"""Writes runs as tables for pandas, polars, DuckDB and spreadsheets.

The first table has one row for each block, step and position, the second (`OUT.steps.csv`) one for each step. Parquet
keeps types, units and what is said of the runs in its metadata; for CSV they are in a file of CSV on the Web
(https://www.w3.org/TR/tabular-data-primer/) beside the tables.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.errors import ExportError, TraceError
from playground.export.run import LABEL, NEVER_RECORDED, candidates_of, description_of, named
from playground.spec.settings import all_knobs
from playground.trace import Trace
from playground.trace.columns import COLUMNS
from playground.trace.comparison import differing, settings_of
from playground.trace.status import NEWLY_LOCKED, RELAPSED, status

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow

KEY = b"text_diffusion_playground"
"""Where a Parquet file's metadata has what is said of the runs, as JSON."""

FORMULA = re.compile(r"^(\s*[=+\-@＝＋－＠']|[\t\r\n])")
"""Text that a spreadsheet might run, or that begins like text which has been made safe."""

SAFE = (
    "Text in which a spreadsheet might see a formula has an apostrophe before it; so has text that begins with one. "
    "Remove the first apostrophe to get the text back. An empty field is text without characters, or no figure."
)

UNITS = {name: column.unit for name, column in COLUMNS.items() if column.unit} | {"argmax_prob": "probability"}
"""The units of the columns that have one; the others are counts, ids, texts and pure numbers."""

_HELP = {
    "run": "Which run.",
    "label": "What it is: RECORDED, the sampler did it at another time.",
    "seed": "The seed of the run.",
    "position": "Which position of the canvas, counted from 0.",
    "status": "What became of the position at this step, compared with the step before.",
    "argmax_prob": "The probability of the most probable token under softmax(logits / temperature).",
    "accepted_count": "How many positions the sampler kept.",
    "newly_accepted": "How many of these were not kept at the step before.",
    "reopened": "How many positions were kept at the step before and are not now.",
    "stop_reason": "Why the block ended with this step; empty while it goes on.",
}


def marks(runs: Sequence[Trace]) -> list[dict[str, Any]]:
    """What the first columns say of each run: its name and label; of several runs also the seed and the settings that
    differ, numbers as fractions. None, or not a number, is what a run does not say.
    """
    names = differing([run for run in runs])
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


def write_csv(runs: Sequence[Trace], out: Path) -> list[Path]:
    """Writes OUT.csv, OUT.steps.csv and OUT.csv-metadata.json, in UTF-8 with a header line."""

    tables: list[dict[str, Any]] = []
    paths: list[Path] = []
    for make, path in ((positions, out), (steps, _beside(out))):
        table = joined(make, runs)
        names = [str(name) for name in table.columns]
        for name in names:
            if table[name].dtype == "str":
                table[name] = table[name].map(neutral, na_action="ignore")
        table.to_csv(path, index=False, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
        tables.append({"url": path.name, "tableSchema": {"columns": [_csvw(table, name) for name in names]}})
        paths.append(path)
    about = {"@context": "http://www.w3.org/ns/csvw", "tables": tables, "rdfs:comment": SAFE}
    paths.append(out.with_name(f"{out.name}-metadata.json"))
    paths[-1].write_text(
        json.dumps(about | {"dc:description": described(runs, candidates=False)}, indent=1, ensure_ascii=False),
        encoding="utf-8",
    )
    return paths


def write_parquet(runs: Sequence[Trace], out: Path) -> list[Path]:
    """Writes OUT.parquet, with the candidates of each position as lists, and OUT.steps.parquet.

    Raises:
        ExportError: pyarrow is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise ExportError(
            "A .parquet file needs the package pyarrow: `pip install pyarrow`; .csv needs nothing."
        ) from error
    about = {KEY: json.dumps(described(runs, candidates=True), ensure_ascii=False).encode()}
    paths = [out, _beside(out)]
    for make, path in zip((_with_candidates, _steps), paths, strict=True):
        rows = [make(run, mark) for run, mark in zip(runs, marks(runs), strict=True)]
        table = pyarrow.concat_tables(rows, promote_options="default")
        fields = [field.with_metadata(_about(field.name)) for field in table.schema]
        table = table.cast(pyarrow.schema(fields, {**(table.schema.metadata or {}), **about}))
        parquet.write_table(table, path, compression="zstd")
    return paths


def _nullable(table: pd.DataFrame) -> pd.DataFrame:
    """The same in types that may lack values: integers stay integers beside a run that has none."""
    kinds = {"i": "Int64", "b": "boolean"}
    return table.astype({name: kinds[kind.kind] for name, kind in table.dtypes.items() if kind.kind in kinds})


def neutral(text: str) -> str:
    """Text that no spreadsheet runs; taking away a first apostrophe gives back what it was."""
    return f"'{text}" if FORMULA.match(text) else text


def described(runs: Sequence[Trace], candidates: bool) -> dict[str, Any]:
    """What the tables say of the runs, and what they leave out, as JSON.

    Args:
        candidates: are the most probable tokens of each position in the table?
    """
    left_out = [NEVER_RECORDED, "a prompt's picture"]
    most = max(candidates_of(run) for run in runs)
    if most and not candidates:
        left_out.insert(0, f"the {most} most probable tokens of each position, which .parquet has")
    return {"runs": [description_of(run) for run in runs], "left_out": left_out}


def _beside(out: Path) -> Path:
    return out.with_name(f"{out.stem}.steps{out.suffix}")


def _with_candidates(run: Trace, mark: Mapping[str, Any]) -> pyarrow.Table:
    """The table of positions with the lists `top_ids`, `top` (their texts) and `top_probs`."""
    import pyarrow

    table = pyarrow.Table.from_pandas(positions(run, mark), preserve_index=False)
    if run.header.source:
        return table
    ids, probabilities = (run.columns[name] for name in ("top_ids", "top_probs"))
    flat = [run.tokens[token] for token in ids.ravel().tolist()]
    starts = pyarrow.array(np.arange(0, ids.size + 1, max(ids.shape[2], 1), dtype="int32")[: table.num_rows + 1])
    if ids.shape[2] == 0:
        starts = pyarrow.array(np.zeros(table.num_rows + 1, "int32"))
    for name, values in (("top_ids", ids.ravel()), ("top", flat), ("top_probs", probabilities.ravel())):
        kind = pyarrow.string() if name == "top" else None
        table = table.append_column(name, pyarrow.ListArray.from_arrays(starts, pyarrow.array(values, kind)))
    return table


def _steps(run: Trace, mark: Mapping[str, Any]) -> pyarrow.Table:
    import pyarrow

    return pyarrow.Table.from_pandas(steps(run, mark), preserve_index=False)


def _help(name: str) -> str:
    if name in _HELP:
        return _HELP[name]
    if name == "top":
        return "The texts of `top_ids`."
    if name in all_knobs():
        return all_knobs()[name].help
    column = COLUMNS.get(name) or COLUMNS.get(name.removesuffix("_id") + "_ids")
    if column is None:
        return "A setting of the run."  # of a sampler that is not known here
    return column.help if name.endswith(("_id", "_ids")) or name in COLUMNS else f"The text of `{name}_id`."


def _about(name: str) -> dict[str, str]:
    """A column's metadata in Parquet."""
    return {"description": _help(name)} | ({"unit": UNITS[name]} if name in UNITS else {})


_KINDS = {"i": "integer", "u": "integer", "f": "number", "b": "boolean"}


def _csvw(table: pd.DataFrame, name: str) -> dict[str, str]:
    """A column's description in CSV on the Web."""
    about = {"name": name, "datatype": _KINDS.get(table[name].dtype.kind, "string"), "dc:description": _help(name)}
    return about | ({"schema:unitText": UNITS[name]} if name in UNITS else {})
