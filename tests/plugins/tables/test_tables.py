"""Tables read back with the programs that people read them with, and hold what the trace holds."""

import dataclasses
import itertools
import json
import sys

import duckdb
import numpy as np
import pandas as pd
import pytest
from page_holds import GOLDEN
from pyarrow import parquet

import playground as pg
from playground.errors import ExportError
from playground.export import export
from playground.export.run import title_of
from playground.plugins.tables.files import KEY, described, description_of, neutral
from playground.trace import Trace

NAMES = ("hostile", "sudoku")


@pytest.fixture(scope="module")
def runs():
    return [dataclasses.replace(Trace.load(GOLDEN / f"{name}.trace"), name=name) for name in NAMES]


@pytest.fixture(scope="module")
def written(runs, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    return {path.name: path for form in ("csv", "parquet") for path in export(runs, folder / f"runs.{form}")}


def read_csv(path):
    """As the metadata say: a token may be the word null."""
    missing = {"seconds": "", "encoder_tokens": ""}
    return pd.read_csv(path, keep_default_na=False, na_values=missing, lineterminator="\n")


def taken_back(text):
    return text.removeprefix("'")


def test_pandas_reads_all_of_it_from_csv(written, runs):
    table = read_csv(written["runs.csv"])
    for run in runs:
        found, expected = table[table.run == run.name].reset_index(drop=True), run.to_pandas()
        for name in expected.columns.drop(["input", "sampled", "argmax", "status"]):
            assert np.allclose(found[name], expected[name], equal_nan=True), name
        for name in ("input", "sampled", "argmax"):
            assert found[name].map(taken_back).tolist() == expected[name].tolist(), name
        assert found.status.tolist() == expected.status.tolist()


def test_a_spreadsheet_finds_no_formula_and_the_text_can_be_had_back():
    for text in ("=1+1", "+1", "-1", "@SUM(A1)", " \t=1", "\tx", "\nx", "＝1", "'=1", "'"):
        assert neutral(text)[0] == "'" and taken_back(neutral(text)) == text
    for text in ("", " red", "a=1", "ball", "1"):
        assert neutral(text) == text


def test_duckdb_and_pandas_read_the_same_from_parquet(written, runs):
    table = pd.read_parquet(written["runs.parquet"])
    queried = duckdb.sql(f"select * from '{written['runs.parquet']}'")
    size = sum(run.columns["entropy"].size for run in runs)
    assert queried.columns == list(table.columns) and len(queried) == len(table) == size
    sums = "select run, sum(entropy), max(len(top_ids)), count(*) filter (accepted)"
    for name, entropy, candidates, kept in duckdb.sql(f"{sums} from queried group by run").fetchall():
        trace = next(run for run in runs if run.name == name)
        assert entropy == pytest.approx(trace.columns["entropy"].sum(dtype="float64"))
        assert (candidates, kept) == (trace.columns["top_ids"].shape[2], trace.columns["accepted"].sum())
    trace, part = runs[0], table[table.run == "hostile"]
    assert part.sampled.tolist() == [trace.tokens[token] for token in trace.columns["sampled_ids"].ravel()]
    assert np.array_equal(np.stack(part.top_ids), trace.columns["top_ids"].reshape(len(part), -1))
    assert [list(texts) for texts in part.top[:3]] == [[trace.tokens[i] for i in ids] for ids in part.top_ids[:3]]


def test_the_second_table_has_one_row_for_each_step(written, runs):
    from_csv = duckdb.sql(f"select * from read_csv('{written['runs.steps.csv']}')").df()
    from_parquet = pd.read_parquet(written["runs.steps.parquet"])
    for table, run in itertools.product((from_csv, from_parquet), runs):
        part = table[table.run == run.name]
        kept = part.accepted_count.to_numpy()
        assert np.array_equal(kept, run.columns["accepted"].sum(axis=1))
        assert [reason for reason in part.stop_reason.dropna() if reason] == run.stop_reasons
        first, gained = part.step.to_numpy() == 1, (part.newly_accepted - part.reopened).to_numpy()
        assert np.array_equal(gained[~first], np.diff(kept)[~first[1:]])


def test_several_runs_are_told_apart_by_seed_and_settings_in_memory_as_in_files(written, runs):
    joined = pg.to_pandas([GOLDEN / f"{name}.trace" for name in NAMES])
    assert list(joined.columns[:3]) == ["run", "label", "seed"]
    differing = [name for name in joined.columns[3:] if name in runs[0].header.settings]
    assert "entropy_bound" in differing and "way" not in differing
    assert list(joined.columns[3 : 3 + len(differing)]) == differing
    for run in runs:
        part = joined[joined.run == run.name]
        assert (part.seed == run.header.seed).all()
        assert (part.entropy_bound == run.header.settings["entropy_bound"]).all()
    for table in (read_csv(written["runs.csv"]), pd.read_parquet(written["runs.parquet"])):
        assert list(table.columns[: len(joined.columns)]) == list(joined.columns)
        assert table.seed.tolist() == joined.seed.tolist()
        assert table.entropy_bound.tolist() == joined.entropy_bound.tolist()
    steps = pd.read_parquet(written["runs.steps.parquet"])
    assert list(steps.columns[: 3 + len(differing)]) == list(joined.columns[: 3 + len(differing)])


def test_one_run_has_no_seed_and_none_is_no_table(runs):
    alone = pg.to_pandas([runs[0]])
    assert list(alone.columns) == ["run", "label", *runs[0].to_pandas().columns] and set(alone.run) == {"run 1"}
    with pytest.raises(pg.TraceError, match="give at least one run"):
        pg.to_pandas([])


def test_a_trace_exports_itself(runs, tmp_path):
    (page,) = runs[0].export(str(tmp_path / "run.html"))
    assert page == tmp_path / "run.html" and "tdp-runs" in page.read_text()
    table, *_ = pg.export_runs([GOLDEN / "hostile.trace", runs[1]], tmp_path / "runs.csv")
    assert set(read_csv(table).run) == {"hostile", "run 2"}
    with pytest.raises(ExportError, match="its name must end in"):
        runs[0].export("run.doc")


def test_nothing_is_put_in_place_if_one_of_the_files_cannot_be(runs, tmp_path, monkeypatch):
    (tmp_path / "run.steps.csv").mkdir()
    with pytest.raises(ExportError, match="it is a folder"):
        export(runs, tmp_path / "run.csv")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ExportError, match="pip install pyarrow"):
        export(runs, tmp_path / "run.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["run.steps.csv"]


def test_types_units_the_label_and_what_is_left_out_are_said(written):
    schema = parquet.read_schema(written["runs.parquet"])
    assert all(field.metadata[b"description"] for field in schema)
    assert schema.field("entropy").metadata[b"unit"] == b"nats" and schema.field("accepted").type == "bool"
    about = json.loads(schema.metadata[KEY])
    assert [run["label"] for run in about["runs"]] == ["RECORDED"] * 2 and about["left_out"]
    beside = json.loads(written["runs.csv-metadata.json"].read_text())
    for about in beside["tables"]:
        header = written[about["url"]].read_text().split("\n")[0]
        assert [f'"{column["name"]}"' for column in about["tableSchema"]["columns"]] == header.split(",")
    assert [run["name"] for run in beside["dc:description"]["runs"]] == list(NAMES)
    assert "8 most probable" in beside["dc:description"]["left_out"][0]


def test_of_a_run_of_another_program_tables_have_what_that_told_and_stand_beside_others(runs, tmp_path):
    run = dataclasses.replace(Trace.load(GOLDEN.parent / "runs/elsewhere.trace"), name="stream")
    for form, read in ((".csv", pd.read_csv), (".parquet", pd.read_parquet)):
        alone, steps, *_ = export([run], tmp_path / f"alone{form}")
        assert list(read(alone)) == ["run", "label", "block", "step", "position", "argmax_id", "argmax"]
        assert list(read(steps)) == ["run", "label", "block", "step", "stop_reason"]
        both = read(export([run, runs[0]], tmp_path / f"both{form}")[0])
        there, here = both[both.run == "stream"], both[both.run == runs[0].name]
        assert there.entropy.isna().all() and there.seed.isna().all() and (here.seed == 4).all()
        assert here.entropy.sum() == pytest.approx(runs[0].columns["entropy"].sum())
    assert "seed" not in json.dumps(described([run], candidates=False))
    assert run.header.source in str(description_of(run)) and title_of(run) == "stream"
