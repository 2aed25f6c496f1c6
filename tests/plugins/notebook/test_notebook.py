"""The widget plays in a page as a notebook would show it, figures hold what traces hold, and the examples run."""

import dataclasses
import json
import re
import shutil
import sys
from pathlib import Path

import nbformat
import numpy as np
import pytest
from page_holds import GOLDEN, SENTENCE

import playground as pg
from playground.errors import ExportError, TraceError

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "examples").glob("*.ipynb"))
HOST = """
    async ([module, page]) => {
      const heard = {}, told = [];
      const values = { page, height: 700, step: 0 };
      window.model = {
        values, told, get: (name) => values[name], save_changes: () => told.push(values.step),
        set: (name, value) => { values[name] = value; },
        move: (step) => { values.step = step; heard['change:step']?.(); },
        on: (event, hear) => { heard[event] = hear; }, off: (event) => { delete heard[event]; },
      };
      const { default: widget } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
      const el = document.body.appendChild(document.createElement('div'));
      window.clean = widget.render({ model, el });
    }
"""


@pytest.fixture(scope="module")
def traces():
    return {name: pg.Trace.load(GOLDEN / f"{name}.trace") for name in ("story", "hostile", "stopped")}


def test_the_widget_plays_and_its_step_goes_both_ways(browser, traces):
    widget = pg.show(traces["story"])
    page = browser.new_page()
    troubles = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto("about:blank")
    page.evaluate(HOST, [widget._esm, widget.page])
    frame = page.frame_locator("iframe")
    frame.locator(".tdp-file-foot p").first.wait_for()
    page.wait_for_function("() => model.values.step > 0")
    first = page.evaluate("model.values.step")
    frame.locator("[aria-label^='Step forward']").click()
    page.wait_for_function("step => model.told.at(-1) === step", arg=first + 1)
    page.evaluate("model.move(2)")
    frame.locator(SENTENCE, has_text="Step 2 of").wait_for()
    page.evaluate("clean()")
    page.close()
    assert not troubles


def test_the_raster_holds_every_entropy_and_no_markup(traces):
    story, hostile = traces["story"], traces["hostile"]
    one = pg.plots.raster(story)
    assert np.array_equal(one.data[0].z, story.columns["entropy"]) and one.layout.coloraxis.cmax == pg.plots.MOST_NATS
    both = pg.plots.raster(story, hostile)
    assert len(both.data) == 2 and "RECORDED" in both.layout.title.text
    said = json.dumps([both.data[1].text, both.layout.to_plotly_json()], default=str).replace("<br>", "")
    assert "&lt;script&gt;" in said and "<script" not in said


def test_the_curves_and_the_budget_hold_what_the_traces_hold(traces):
    story = traces["story"]
    lines = pg.plots.curves(story, traces["stopped"]).data
    assert np.array_equal(lines[0].y, story.columns["mean_entropy"]) and len(lines) == 3
    kept, rejected = pg.plots.budget(story, 3).data
    columns = story.columns
    assert len(kept.x) == columns["accepted"][2].sum() and len(kept.x) + len(rejected.x) == len(columns["entropy"][2])
    assert max(kept.y) <= story.header.settings["entropy_bound"] < min(rejected.y)


def test_what_cannot_be_shown_or_drawn_is_refused_in_one_sentence(traces, tmp_path, monkeypatch):
    story = traces["story"]
    with pytest.raises(ExportError, match="at least one trace"):
        pg.show()
    with pytest.raises(ExportError, match="at most 4 runs"):
        pg.show(*[story] * 5)
    with pytest.raises(TraceError, match="cannot be read"):
        pg.show(tmp_path / "gone.trace")
    for step in (0, len(story) + 1):
        with pytest.raises(TraceError, match=f"There is no step {step}"):
            pg.plots.budget(story, step)
    with pytest.raises(TraceError, match="nothing to draw"):
        pg.plots.curves()
    empty = dataclasses.replace(story, columns={name: column[:0] for name, column in story.columns.items()})
    with pytest.raises(TraceError, match="A run without steps has nothing to draw"):
        pg.plots.curves(story, empty)
    with pytest.raises(ExportError, match="run 2 has no steps, so there is nothing to show; choose a run"):
        pg.show(story, empty)
    header = dataclasses.replace(story.header, explanation={"bound": "most", "label": "Mine"})
    with pytest.raises(TraceError, match="The sampler of this run is “Mine”; only the entropy bound has a budget"):
        pg.plots.budget(dataclasses.replace(story, header=header), 1)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ExportError, match="pip install anywidget"):
        pg.show(story)


def test_the_code_of_its_page_runs(tmp_path, monkeypatch):
    shutil.copy(GOLDEN / "story.trace", tmp_path / "run.trace")
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    exec(re.search(r"```python\n(.*?)```", (ROOT / "docs/plugins/notebook.md").read_text("utf-8"), re.S)[1], names)
    assert names["player"].step == 9


EXPECTED = {
    "a_run": lambda names: names["trace"].nfe > names["bolder"].nfe > 0 and names["trace"].verdict is not None,
    "a_study": lambda names: len(names["result"].table) == 12 and names["chosen"].claim.count("fresh runs") == 1,
    "a_rule": lambda names: names["lead"].header.explanation["label"] == "Lead" and names["bound"].verdict is not None,
}
"""What must hold after the cells of each."""


@pytest.mark.slow
@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_cells_of_the_examples_run(path, embedded_model, monkeypatch):
    monkeypatch.setattr(pg, "load_model", lambda: embedded_model, raising=False)
    names: dict = {}
    for cell in nbformat.read(path, as_version=4).cells:
        assert not cell.get("outputs"), "it is kept without results"
        if cell.cell_type == "code":
            exec(cell.source, names)
    assert EXPECTED[path.stem](names)
