"""Of a run that another program recorded, tables say only what that told."""

import dataclasses
import json

import pandas as pd
import pytest
from page_helpers import GOLDEN

from playground.export import export
from playground.export.run import title_of
from playground.plugins.tables.files import described, description_of
from playground.trace import Trace


@pytest.fixture
def run():
    return dataclasses.replace(Trace.load(GOLDEN.parent / "runs/elsewhere.trace"), name="stream")


def test_tables_have_the_columns_that_are_told_and_stand_beside_others(run, tmp_path):
    story = dataclasses.replace(Trace.load(GOLDEN / "story.trace"), name="story")
    for form, read in ((".csv", pd.read_csv), (".parquet", pd.read_parquet)):
        alone, steps, *_ = export([run], tmp_path / f"alone{form}")
        assert list(read(alone)) == ["run", "label", "block", "step", "position", "argmax_id", "argmax"]
        assert list(read(steps)) == ["run", "label", "block", "step", "stop_reason"]
        both = read(export([run, story], tmp_path / f"both{form}")[0])
        assert both[both.run == "stream"].entropy.isna().all()
        assert both[both.run == "story"].entropy.sum() == pytest.approx(story.columns["entropy"].sum())


def test_nothing_says_a_seed_or_settings(run):
    assert "seed" not in json.dumps(described([run], candidates=False))
    assert run.header.source in str(description_of(run))
    assert title_of(run) == "stream"
