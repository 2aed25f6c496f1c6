"""The decision panel follows from what each sampler declares: its order, its cut, its what-if."""

import base64

import numpy as np
import pytest
from page_helpers import go, open_trace

import playground as pg
from playground.rules.samplers import SAMPLERS
from workshop.page.sources import evaluate

WAYS = {"uniform": {}, "masked": {"t_max": 1.0, "t_min": 1.0, "draw": "greedy", "self_conditioning": "off"}}
READ = """async ([name, file]) => {
  const {readTrace, decisionOf} = sources
  const recording = await readTrace(Uint8Array.from(atob(file), character => character.charCodeAt(0)), name)
  return recording.frames.map(frame => {
    const decision = decisionOf(frame, recording.header)
    return decision && [decision.agrees, [...decision.order.subarray(0, decision.cut)].sort((a, b) => a - b)]
  })
}"""


@pytest.fixture(scope="module")
def record(endless_model, embedded_model):
    """A short run with any sampler, in any way of writing that it is for."""
    models = {"uniform": endless_model, "masked": embedded_model}  # which has a mask token

    def record(sampler, way="uniform", **changes):
        settings = pg.SamplerSettings(
            sampler=sampler, way=way, max_denoising_steps=6, max_new_tokens=16, confidence_threshold=0.0,
            **(WAYS[way] | changes),
        )  # fmt: skip
        return pg.record(models[way], "hello", settings, seed=1)

    return record


@pytest.fixture
def show(one_page, record):
    """Opens such a run in the one page."""

    def show(sampler, **changes):
        trace = record(sampler, **changes)
        open_trace(one_page, trace.to_bytes(), f"{sampler}.trace")
        return trace

    return show


@pytest.mark.parametrize(
    ("sampler", "way"), [(name, way) for name, rule in SAMPLERS.items() for way in rule.ways if way in WAYS]
)
def test_the_page_derives_each_samplers_masks_from_what_it_declares(one_page, record, sampler, way):
    trace = record(sampler, way)
    found = evaluate(one_page, READ, [sampler, base64.b64encode(trace.to_bytes()).decode()])
    if trace.header.explanation["cut"] == "draw":
        assert found == [None] * len(trace)
    else:
        assert found == [[True, accepted.nonzero()[0].tolist()] for accepted in trace.columns["accepted"]]


def suppose(page, notch):
    page.locator(".tdp-what-if input[type=range]").evaluate(
        "(input, notch) => { input.value = notch; input.dispatchEvent(new Event('input')); }", notch
    )
    return page.inner_text(".tdp-what-if-verdict")


def test_a_bound_on_the_figure_itself_has_its_what_if(one_page, record, show):
    first = record("top-k").columns["key"][0]  # the first step of any rule
    bound = float(np.median(first))
    trace = show("confidence", min_confidence=bound)
    go(one_page, 0)
    confidence, count = trace.columns["key"][0], trace.header.canvas_length
    kept = (confidence > np.float32(bound)).sum()
    assert np.array_equal(confidence, first) and 1 < kept < count
    assert f"its confidence is above {bound:.3g}: {kept} are" in one_page.inner_text(".tdp-why")
    assert f": {kept} of {count} kept." in one_page.text_content(".tdp-rule")
    assert float(one_page.input_value(".tdp-what-if input[type=number]")) == pytest.approx(bound, rel=0.005)
    assert not one_page.is_visible(".tdp-what-if-verdict"), "nothing is supposed yet"
    for notch, would in ((0, count), (round(1000 * bound), kept), (1000, 1)):
        outcome = f"{would} positions, as it did" if would == kept else f"{would} instead of {kept} positions"
        assert f"this step would keep {outcome}." in suppose(one_page, notch)
    last = (-confidence).argsort(kind="stable")[kept - 1]
    words = one_page.get_attribute(".tdp-decision-panel .tdp-step-chart", "aria-valuetext")
    assert words.startswith(f"No. {kept} of {count}: position {last} ")
    assert f", confidence {confidence[last]:.3g}, " in words


def test_a_quota_has_its_what_if_and_nothing_is_supposed_where_nothing_is_measured(one_page, show):
    trace = show("lowest-entropy")
    go(one_page, 2)
    kept, count = trace.columns["accepted"][2].sum(), trace.header.canvas_length
    assert f"In the order of entropy, the first {kept} of {count} are kept" in one_page.text_content(".tdp-rule")
    assert f"By now {kept} are kept" in one_page.inner_text(".tdp-why")
    assert one_page.input_value(".tdp-what-if input[type=number]") == str(kept)
    for notch, quota in ((1000, count), (0, 0)):
        words = f"With a quota of {quota} this step would keep {quota} instead of {kept} "
        assert words in suppose(one_page, notch)
    assert not one_page.is_visible("text=Run with this"), "a quota is no setting"
    for sampler in ("ancestral", "left-to-right"):
        trace = show(sampler)
        go(one_page, 2)
        said, kept = trace.header.explanation, trace.columns["accepted"][2].sum()
        rule = one_page.inner_text(".tdp-why")
        assert rule.startswith(said["rule"]) and str(kept) in rule and said["accepted"] in rule
        assert not one_page.is_visible(".tdp-what-if")
        assert one_page.is_visible(".tdp-decision-panel .tdp-step-chart") == (sampler == "left-to-right")
