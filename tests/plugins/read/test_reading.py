"""Slots read: against the same passes looked into position by position, and against a chain without a cache."""

import dataclasses

import numpy as np
import pandas as pd
import pytest
import torch

import playground as pg
from playground.engine.inside import look
from playground.engine.recording import record_all
from playground.errors import SpecError
from playground.evaluation.intervals import wilson
from playground.plugins.read.canvas import TOP, canvases
from playground.plugins.read.reading import pinned
from playground.plugins.read.table import USUAL, Question, ways_of
from playground.plugins.read.template import read_slots

TEMPLATE = "a____{x|yz|vw}b____{word}"
DIFFUSION = ("uniform", "masked")
FEW = {"max_denoising_steps": 3}


@pytest.fixture(scope="module")
def model(random_folder):
    """Also for masked diffusion."""
    model = pg.load_model(str(random_folder))
    model.tokenizer.add_special_tokens({"mask_token": "~"})
    return model


def question(model, template=TEMPLATE, way="uniform", seed=5, **changes):
    return Question.of(model, template, "hi", way, seed, **FEW, **changes)


def ids(model, text):
    """The tokens of a text: a space, which this tokenizer adds, and its characters."""
    return model.text_ids(text)


def test_a_slot_is_as_long_as_most_of_its_labels(model):
    first, shorter = canvases(model, read_slots(TEMPLATE))
    assert [(place.slot, place.first, place.length) for place in first.places] == [(0, 2, 3), (1, 7, 1)]
    assert [label.text for label in first.places[0].labels] == ["yz", "vw"]
    assert [(place.slot, place.first, place.length) for place in shorter.places] == [(0, 2, 2)]
    a, b = ids(model, "a"), ids(model, "b")
    assert first.text.pins == {0: a[0], 1: a[1], 5: b[0], 6: b[1], 8: 1}
    assert shorter.text.pins == {0: a[0], 1: a[1], 4: b[0], 5: b[1], 7: 1}


def test_of_as_many_labels_of_two_lengths_the_shorter_come_first(model):
    first, longer = canvases(model, read_slots("a____{xy|z}"))
    assert (first.places[0].length, longer.places[0].length) == (2, 3)


def test_gaps_without_labels_stay_gaps(model):
    (canvas,) = canvases(model, read_slots("____(2)a____{x}____(3)b____{y}"))
    assert [place.first for place in canvas.places] == [4, 11]
    assert [*canvas.text.pins] == [2, 3, 9, 10, 13]


@pytest.mark.parametrize("way", DIFFUSION)
@pytest.mark.parametrize("step", [1, 2])
def test_a_reading_is_what_the_step_s_pass_gives_each_position(model, way, step):
    asks = question(model, way=way)
    readings = {(reading.place.slot, reading.place.length): reading for reading in asks.readings(step)}
    by_length = {2: 1, 3: 0}
    for length, number in by_length.items():
        reading, canvas = readings[0, length], canvases(model, asks.template)[number]
        assert reading.steps == step
        spec = pinned(asks.spec, canvas, model)
        for at, probabilities in ((1, reading.first), (step, reading.last)):
            seen = [look(model, spec, place, block=1, step=at) for place in reading.place.positions]
            by_id = [dict(zip(inside.ids.tolist(), inside.probs, strict=True)) for inside in seen]
            products = [
                np.prod([probs[token] for probs, token in zip(by_id, label.ids, strict=True)])
                for label in reading.place.labels
            ]
            assert probabilities == pytest.approx(products, rel=1e-5, abs=1e-12)


def test_any_token_means_the_most_probable_of_the_first_pass(model):
    reading = next(reading for reading in question(model).readings() if reading.place.slot == 1)
    assert len(reading.place.labels) == TOP
    assert [*reading.first] == sorted(reading.first, reverse=True) and reading.first.sum() < 1


def without_cache(model, tokens, temperature):
    cache = model.denoiser.cache()
    model.denoiser.read(cache, torch.tensor([tokens[:-1]]), {})
    logits = model.denoiser.write(torch.tensor([tokens[-1:]]), [cache])[0, 0]
    return (logits / temperature).softmax(-1)


@torch.inference_mode()
@pytest.mark.parametrize("temperature", [1.0, 0.5])
def test_token_after_token_a_label_is_a_chain(model, temperature):
    asks = question(model, "a____{x|yz|vw}b____{c|d}", "autoregressive", t_max=temperature, t_min=temperature)
    shorter, longer, second = asks.readings()
    prefix = [*model.encode("hi"), *ids(model, "a")]

    def chained(prefix, label):
        probability = 1.0
        for at, token in enumerate(label):
            probability *= float(without_cache(model, [*prefix, *label[:at]], temperature)[token])
        return probability

    for reading in (shorter, longer):
        assert reading.last is None
        wanted = [chained(prefix, label.ids) for label in reading.place.labels]
        assert reading.first == pytest.approx(wanted, rel=1e-4)
    best = longer.place.labels[int(longer.first.argmax())].ids
    going_on = [*prefix, *best, *ids(model, "b")]
    assert second.first == pytest.approx([chained(going_on, label.ids) for label in second.place.labels], rel=1e-4)


def test_what_runs_write_is_counted(model):
    asks = question(model, "____{word}a____{x|y}")
    anything, two_tokens = asks.writings(20)
    spec = pinned(asks.spec, canvases(model, asks.template)[0], model)
    traces = record_all(model, [spec.replace(seed=5 + number) for number in range(20)])
    for writing in (anything, two_tokens):
        places = writing.place.positions
        written = [tuple(trace.frame(len(trace) - 1).argmax_ids[[*places]].tolist()) for trace in traces]
        assert writing.counts == tuple(written.count(label.ids) for label in writing.place.labels)
    assert sum(anything.counts) > 0
    before, after = asks.writings(8)[0], asks.writings(12, first=8)[0]
    both = [a + b for a, b in zip(before.counts, after.counts, strict=True)]
    assert tuple(both) == anything.counts


def test_the_table_has_all_ways_and_what_lies_outside(model):
    table = pg.read(model, TEMPLATE, "hi", runs=4, seed=5, **FEW)
    assert [*dict.fromkeys(table["way"])] == [*model.ways]
    for _, rows in table.groupby(["way", "slot", "tokens"]):
        assert rows["first"].sum() == pytest.approx(1)
        assert [*rows["kind"]].count("outside") == 1 and rows["label"].isna().sum() == 1
    usual = table[(table["way"] == "uniform") & (table["slot"] == 1) & (table["tokens"] == 3)]
    assert usual["share"].sum() == pytest.approx(1) and set(usual["runs"]) == {4}
    row = usual.iloc[-1]
    assert (row["low"], row["high"]) == wilson(round(row["share"] * 4), 4)
    labels = usual[usual["kind"] == "label"]
    assert (labels["first_low"] <= labels["first"]).all() and (labels["first"] <= labels["first_high"]).all()
    assert set(usual["joint"]) == {"product"}
    causal = table[table["way"] == "autoregressive"]
    assert set(causal["joint"]) == {"chain"} and causal["share"].isna().all() and causal["last"].isna().all()
    further = table[(table["way"] == "masked") & (table["tokens"] == 2) & (table["slot"] == 1)]
    assert further["share"].isna().all() and set(further["runs"]) == {0}


def test_chosen_ways_and_no_runs(model):
    table = pg.read(model, "a____{x}", "hi", ways=["masked"], runs=0, **FEW)
    assert set(table["way"]) == {"masked"} and pd.isna(table["share"]).all()


def test_a_read_has_the_model_s_own_probabilities_unless_told(model):
    settings = question(model).spec.settings
    assert (settings.t_max, settings.t_min, settings.draw) == (USUAL["t_max"], USUAL["t_min"], USUAL["draw"])
    assert question(model, t_max=0.5, t_min=0.5).spec.settings.t_max == 0.5


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("a____{x}" * 4, "The text has 16 tokens with its slots; they must fit one canvas, which has 16"),
        ("____{é|è}", "This model has no token for 'é'"),
    ],
)
def test_what_no_canvas_holds(model, template, sentence):
    with pytest.raises(SpecError, match=sentence):
        question(model, template).readings()


@pytest.mark.parametrize("template", ["a____{x}" * 3 + "b____{word}", "a____{x}" * 4 + "____"])
def test_what_just_fits(model, template):
    length = 15 if "word" in template else 16
    assert canvases(model, read_slots(template))[0].text.length == length


def test_labels_of_too_many_lengths(model):
    labels = "|".join("x" * length for length in range(1, 18))
    with pytest.raises(SpecError, match="17 lengths in tokens together; at most 16"):
        canvases(model, read_slots(f"____{{{labels}}}"))


def test_labels_that_are_the_same_tokens(model, monkeypatch):
    monkeypatch.setattr("playground.plugins.read.canvas.tokens_of", lambda model, text: [7])
    with pytest.raises(SpecError, match="The labels 'x' and 'y' are the same to this model"):
        canvases(model, read_slots("____{x|y}"))


def test_a_gap_before_a_slot_cannot_be_read_past(model):
    with pytest.raises(SpecError, match="let no gap stand there"):
        question(model, "a____(2)b____{x}", "autoregressive").readings()
    assert len(question(model, "a____{x}b____(2)", "autoregressive").readings()) == 1


@pytest.mark.parametrize("steps", [0, -1, 1.0, True])
def test_steps_that_are_none(model, steps):
    with pytest.raises(SpecError, match=r"steps is .*; it must be a whole number from 1"):
        question(model).readings(steps)


@pytest.mark.parametrize("runs", [-1, 1025, 2.0])
def test_runs_that_are_none(model, runs):
    with pytest.raises(SpecError, match=r"runs is .*; allowed is a whole number from 0 to 1,024"):
        question(model).writings(runs)


def test_without_a_mask_token_there_is_no_masked_reading(random_model):
    assert ways_of(random_model) == ["uniform", "autoregressive"]


def test_a_model_that_tells_only_its_top_is_not_read(model):
    class Remote(type(model)):
        only_top = 8

    fields = {field.name: getattr(model, field.name) for field in dataclasses.fields(model)}
    with pytest.raises(SpecError, match="slots need all of them"):
        question(Remote(**fields))
