"""Runs as tables for pandas, polars, DuckDB and spreadsheets: `.csv`, `.parquet`, and `pg.to_pandas`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playground.assets import ASSETS
from playground.hooks import ExportForm, PagePart, hook


@hook
def exports() -> Sequence[ExportForm]:
    from playground.plugins.tables.files import write_csv, write_parquet

    rows = "one row for each block, step and position, and beside it a file with one row for each step"
    return [
        ExportForm(endings=(".csv",), kind="tables", help=f".csv is a table with {rows}.", write=write_csv),
        ExportForm(endings=(".parquet",), kind="tables", help=".parquet is the same with types.", write=write_parquet),
    ]


@hook
def names() -> Mapping[str, str]:
    return {"to_pandas": "playground.plugins.tables.tables:to_pandas"}


@hook
def page_part() -> PagePart:
    return PagePart(script=ASSETS / "dist/plugins-tables.js", forms=True, held=True)
