"""What `bench --rehearse` counts of a step at full size, on a device that computes nothing; the page has the same."""

import json

import pytest

from playground.plugins.card.measure.floor import step_bytes
from playground.plugins.card.measure.rehearsal import PREFIX, by_part, counted, full_size, lines, rehearsed
from playground.plugins.gpu.compiled import Shapes
from workshop.makers.rehearsed import FILE, script

pytestmark = pytest.mark.slow


def test_the_page_has_what_the_rehearsal_counts_of_a_compiled_step():
    model = full_size()
    page = json.loads(FILE.read_text().partition("REHEARSED: Rehearsed = ")[2].rstrip(";\n"))
    assert page["floor"] == step_bytes(model.module, 1, PREFIX)
    assert page["steps"]["static"] == by_part(counted(model, Shapes(rows=1, context=4096)))


@pytest.mark.thorough
def test_the_rehearsal_counts_a_step_by_part():
    report = rehearsed()
    steps = report["steps"]
    assert sum(report["floor"].values()) == pytest.approx(52.3e9, rel=0.01)
    assert FILE.read_text() == script(report), "run `python -m workshop.makers.rehearsed`"
    for parts in steps.values():
        assert parts["attention"]["operations"] == 30 and parts["rest of the pass"]["bytes"] < 20e9
    assert sum(part["bytes"] for part in steps["static"].values()) < sum(
        part["bytes"] for part in steps["eager"].values()
    )
    text = "\n".join(lines(report))
    assert "attention" in text and text.count("of it above the floor") == len(steps) == 3
