"""A trace, a model and a spec show themselves in a few words, and a trace in a notebook as its text."""

import dataclasses
import re
from pathlib import Path

import pytest
from trace_helpers import trace_of

import playground as pg
from playground.trace import Verdict

GOLDEN = Path(__file__).parents[1] / "golden"


def test_each_shows_itself_in_a_line(random_model):
    story = pg.Trace.load(GOLDEN / "story.trace")
    text = "One cloudy morning, Lily and her cat walked to the market. …"
    assert repr(story) == f"Trace({text!r}, embedded, seed 3, 25 passes, 97 tokens)"
    foreign = pg.Trace.load(GOLDEN.parent / "runs/elsewhere.trace")
    assert f"from {foreign.header.source}, {foreign.nfe} passes" in repr(foreign)
    assert re.fullmatch(r"Model\('checkpoint', revision \w{8}, float32 on cpu, canvas of 16\)", repr(random_model))
    assert repr(pg.RunSpec(prompt="hi", seed=3)) == (
        "RunSpec(prompt=Prompt(text='hi', system='', thinking=False), settings=SamplerSettings(), seed=3)"
    )
    verdict = Verdict(task="story", right=False, sentence="the cat is missing", rule=1)
    story.header = dataclasses.replace(story.header, verdict=verdict)
    assert repr(story).endswith(", wrong)")


def test_a_notebook_shows_every_token_with_its_uncertainty_and_no_markup():
    hostile = pg.Trace.load(GOLDEN / "hostile.trace")
    shown = hostile._repr_html_()
    spans = re.findall(r'<span style="([^"]*)" title="([0-9.]+) nats">', shown)
    shown_ids = [
        token for token in hostile.token_ids if token not in {*hostile.header.special_ids, hostile.header.pad_id}
    ]
    assert len(spans) == len(shown_ids) > 10 and "<script" not in shown
    last = hostile.columns["entropy"][-1]
    assert float(spans[-1][1]) in [round(float(value), 3) for value in last]
    lines = sum("border-bottom" in style for style, _ in spans)
    assert 0 < lines < len(spans)


@pytest.mark.parametrize(
    ("entropy", "ground", "ink"), [(0.0, "255, 250, 240", "#1d2430"), (9.0, "47, 15, 68", "#ffffff")]
)
def test_the_colours_at_both_ends_of_the_scale(entropy, ground, ink):
    trace = trace_of([(1, [4, 5], [1, 0])])
    trace.columns["entropy"][:] = entropy
    shown = trace._repr_html_()
    assert shown.count(f"background: rgb({ground}); color: {ink}") == 2 and shown.count("border-bottom") == 1


def test_a_run_that_tells_no_entropy_is_shown_in_plain_text():
    shown = pg.Trace.load(GOLDEN.parent / "runs/elsewhere.trace")._repr_html_()
    assert "<span" in shown and "background" not in shown
