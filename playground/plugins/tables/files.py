"""Writes tables of runs into files.

The first table has one row for each block, step and position, the second (`OUT.steps.csv`) one for each step. Parquet
keeps types, units and what is said of the runs in its metadata; for CSV they are in a file of CSV on the Web
(https://www.w3.org/TR/tabular-data-primer/) beside the tables.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.errors import ExportError
from playground.export.run import LABEL
from playground.plugins.tables.tables import joined, marks, positions, steps
from playground.spec.settings import all_knobs
from playground.trace import Trace
from playground.trace.columns import COLUMNS

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


def write_csv(runs: Sequence[Trace], out: Path, progress: object = None) -> list[Path]:
    """Writes OUT.csv, OUT.steps.csv and OUT.csv-metadata.json, in UTF-8 with a header line; progress is not told."""
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


def write_parquet(runs: Sequence[Trace], out: Path, progress: object = None) -> list[Path]:
    """Writes OUT.parquet, with the candidates of each position as lists, and OUT.steps.parquet; progress is not told.

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


def neutral(text: str) -> str:
    """Text that no spreadsheet runs; taking away a first apostrophe gives back what it was."""
    return f"'{text}" if FORMULA.match(text) else text


def described(runs: Sequence[Trace], candidates: bool) -> dict[str, Any]:
    """What the tables say of the runs, and what they leave out, as JSON.

    Args:
        candidates: are the most probable tokens of each position in the table?
    """
    left_out = ["the probabilities of all other tokens, and attention", "a prompt's picture"]
    most = max(_candidates_of(run) for run in runs)
    if most and not candidates:
        left_out.insert(0, f"the {most} most probable tokens of each position, which .parquet has")
    return {"runs": [description_of(run) for run in runs], "left_out": left_out}


def _candidates_of(trace: Trace) -> int:
    """How many candidates a trace has for each position."""
    return 0 if trace.header.source else int(trace.columns["top_ids"].shape[2])


def description_of(trace: Trace) -> dict[str, Any]:
    """What a table says of a run, as JSON: what it is, of which model, with which settings."""
    header = trace.header
    ending = {"finish_reason": trace.finish_reason, "text": trace.text}
    if header.source:  # nothing else is known of it
        return {"name": trace.name, "label": LABEL, "source": header.source} | ending
    return {
        "name": trace.name,
        "label": LABEL,
        "model": header.model,
        "revision": header.revision,
        "device": header.device,
        "dtype": header.dtype,
        "way": header.way,
        "prompt": header.prompt,
        "seed": header.seed,
        "settings": header.settings,
        "pass_kind": header.pass_kind,
        "rows": header.rows,
        "recorded_at": header.recorded_at,
        "verdict": None if header.verdict is None else header.verdict.sentence,
    } | ending


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
    starts = pyarrow.array(np.arange(table.num_rows + 1, dtype="int32") * ids.shape[2])
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
