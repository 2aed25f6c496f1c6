"""Tables from the Share menu are those of the command line."""

import dataclasses
import json

import duckdb
import pandas as pd
from page_holds import GOLDEN
from page_reader import open_trace, saved
from pyarrow import parquet

from playground.export import export
from playground.plugins.tables.files import KEY

OPTIONS = {"keep_default_na": False, "na_values": {"seconds": "", "encoder_tokens": ""}, "lineterminator": "\n"}


def same(here, there):
    pd.testing.assert_frame_equal(here, there, rtol=1e-6, check_dtype=False)


def test_the_share_menu_saves_the_tables_of_the_command_line(one_page, open_run, tmp_path):
    trace = open_run("hostile")
    one_page.click("text=Share")
    one_page.wait_for_selector("[data-form=table]")
    table = saved(one_page, "table")
    name = table.suggested_filename.removesuffix(".csv")
    run = dataclasses.replace(trace, name=name)
    expected, *_ = export([run], tmp_path / "run.csv")
    same(*(pd.read_csv(path, **OPTIONS) for path in (table.path(), expected)))
    one_page.click(".tdp-share-looks [data-value=parquet]")
    for rows, expected in zip(("positions", "steps"), export([run], tmp_path / "run.parquet"), strict=True):
        one_page.click(f".tdp-share-looks [data-value={rows}]")
        path = saved(one_page, "table").path()
        here, there = pd.read_parquet(path), pd.read_parquet(expected)
        for lists in here.columns.intersection(["top_ids", "top", "top_probs"]):
            assert all(list(one) == list(other) for one, other in zip(here[lists], there[lists], strict=True)), lists
            del here[lists], there[lists]
        same(here, there)
        queried = duckdb.sql(f"select label, count(*) from read_parquet('{path}') group by label").fetchall()
        assert queried == [("RECORDED", len(there))]
    about = json.loads(parquet.read_schema(path).metadata[KEY])
    assert about["runs"][0]["settings"] == trace.header.settings and about["left_out"]
    assert about["columns"]["mean_entropy"]["unit"] == "nats"
    one_page.keyboard.press("Escape")
    open_trace(one_page, (GOLDEN.parent / "runs/elsewhere.trace").read_bytes(), "elsewhere.trace")
    one_page.click("text=Share")
    one_page.click(".tdp-share-looks [data-value=positions]")
    path = saved(one_page, "table").path()
    assert list(pd.read_parquet(path)) == ["run", "label", "block", "step", "position", "argmax_id", "argmax"]
    one_page.keyboard.press("Escape")
