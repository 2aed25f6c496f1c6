"""The Share menu saves what is shown, in the same forms as the command line."""

import dataclasses
import json

import duckdb
import pandas as pd
from page_helpers import saved
from pyarrow import parquet

from playground.export import export
from playground.plugins.tables.files import KEY

OPTIONS = {"keep_default_na": False, "na_values": {"seconds": "", "encoder_tokens": ""}, "lineterminator": "\n"}


def same(here, there):
    pd.testing.assert_frame_equal(here, there, rtol=1e-6, check_dtype=False)


def test_the_menu_saves_tables_and_a_page(one_page, open_run, tmp_path):
    trace = open_run("hostile")
    one_page.click("[popovertarget=tdp-share]")
    one_page.wait_for_selector("#tdp-share [data-form=table]")
    table, page = (saved(one_page, form) for form in ("table", "html"))
    name = table.suggested_filename.removesuffix(".csv")
    run = dataclasses.replace(trace, name=name)
    expected, *_ = export([run], tmp_path / "run.csv")
    same(*(pd.read_csv(path, **OPTIONS) for path in (table.path(), expected)))
    held = page.path().read_text().split('id="tdp-runs">')[1].split("</script>")[0]
    assert json.loads(held)["moment"] == one_page.evaluate("playground.player.moment")
    assert "<title>&lt;script></title>" in page.path().read_text()
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


def test_a_page_with_the_model_is_offered_for_runs_of_that_model(used_page, open_run):
    used_page.click("[popovertarget=tdp-share]")
    used_page.wait_for_selector("#tdp-share [data-form=model]")
    used_page.keyboard.press("Escape")
    open_run("story")  # of an older revision
    used_page.click("[popovertarget=tdp-share]")
    used_page.wait_for_selector("#tdp-share [data-form=html]")
    assert used_page.is_hidden("#tdp-share [data-form=model]")
    used_page.keyboard.press("Escape")
