"""Traces that the scripts write anew, from their frames alone, are what Python wrote."""

import subprocess
from pathlib import Path

import numpy as np
import pytest

import playground as pg
from workshop.page.sources import node

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "assets" / "page" / "plugins" / "live" / "testing" / "rewrite-traces.ts"
FILES = {file.stem: file for folder in ("tests/golden", "assets/recorded") for file in (ROOT / folder).glob("*.trace")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("written")
    subprocess.run([*node(), SCRIPT, folder, *FILES.values()], check=True)
    return folder


@pytest.mark.parametrize("name", FILES)
def test_a_trace_is_the_same_from_both_languages(name, folder):
    trace, written = pg.Trace.load(FILES[name]), pg.Trace.load(folder / f"{name}.trace")
    assert written.header == trace.header
    assert written.columns.keys() == trace.columns.keys()
    for column, figures in trace.columns.items():
        assert written.columns[column].dtype == figures.dtype
        assert np.array_equal(written.columns[column], figures, equal_nan=figures.dtype.kind == "f"), column
    assert (written.stop_reasons, written.finish_reason) == (trace.stop_reasons, trace.finish_reason)
    assert written.blocks == trace.blocks
    assert (written.text, written.thought) == (trace.text, trace.thought)
    assert written.tokens == trace.tokens
