"""The figures hold what the traces hold."""

import json

import numpy as np
import pytest
from page_helpers import GOLDEN

import playground as pg
from playground.errors import TraceError
from playground.export import plots


@pytest.fixture(scope="module")
def traces():
    return {name: pg.Trace.load(GOLDEN / f"{name}.trace") for name in ("story", "hostile", "stopped")}


def test_the_raster_holds_every_entropy_and_no_markup(traces):
    story, hostile = traces["story"], traces["hostile"]
    one = plots.raster(story)
    assert np.array_equal(one.data[0].z, story.columns["entropy"]) and one.layout.coloraxis.cmax == plots.MOST_NATS
    both = plots.raster(story, hostile)
    assert len(both.data) == 2 and "RECORDED" in both.layout.title.text
    said = json.dumps([both.data[1].text, both.layout.to_plotly_json()], default=str).replace("<br>", "")
    assert "&lt;script&gt;" in said and "<script" not in said


def test_the_curves_and_the_budget_hold_what_the_traces_hold(traces):
    story = traces["story"]
    lines = plots.curves(story, traces["stopped"]).data
    assert np.array_equal(lines[0].y, story.columns["mean_entropy"]) and len(lines) == 3
    kept, rejected = plots.budget(story, 3).data
    columns = story.columns
    assert len(kept.x) == columns["accepted"][2].sum() and len(kept.x) + len(rejected.x) == len(columns["entropy"][2])
    assert max(kept.y) <= story.header.settings["entropy_bound"] < min(rejected.y)


def test_what_cannot_be_drawn_is_refused_in_one_sentence(traces):
    with pytest.raises(TraceError, match="There is no step 900"):
        plots.budget(traces["story"], 900)
    with pytest.raises(TraceError, match="nothing to draw"):
        plots.curves()
