"""Slots read: against the same passes looked into position by position, and against a chain without a cache."""

import dataclasses

import numpy as np
import pandas as pd
import pytest
import torch

import playground as pg
from playground.engine.recording import record_all
from playground.errors import EngineError, SpecError
from playground.evaluation.intervals import wilson
from playground.plugins.inside.look import look
from playground.plugins.read.canvas import TOP, Place, canvases, with_rest
from playground.plugins.read.reading import rows_of
from playground.plugins.read.table import read_way, spec_of
from playground.plugins.read.template import read_slots

TEMPLATE = "a____{x|yz|vw}b____{word}"
FEW = {"max_denoising_steps": 3}


@pytest.fixture(scope="module")
def model(random_folder):
    """Also for masked diffusion."""
    model = pg.load_model(str(random_folder))
    model.tokenizer.add_special_tokens({"mask_token": "~"})
    return model


def asks(model, way="uniform", **changes):
    return spec_of(model, "hi", {"way": way, **FEW, **changes}, 5)


def pinned(spec, canvas):
    return spec.replace(pins=tuple(canvas.text.pins.items()))


def readings(model, template=TEMPLATE, way="uniform", **more):
    """(slot, tokens) -> its rows."""
    table = pd.DataFrame(read_way(model, asks(model, way), template, **more))
    return {place: rows for place, rows in table.groupby(["slot", "tokens"])}


def labels_of(place, rows):
    """The tokens of each label, which the rows have in the same order."""
    assert [*place.labels.values()] == [*rows["label"][:-1]]
    return [*place.labels]


def test_a_slot_is_as_long_as_most_of_its_labels(model):
    first, shorter = canvases(model, TEMPLATE)
    assert [(place.slot.number, place.first, place.length) for place in first.places] == [(1, 2, 3), (2, 7, 1)]
    assert [*first.places[0].labels.values()] == ["yz", "vw"]
    assert [(place.slot.number, place.first, place.length) for place in shorter.places] == [(1, 2, 2)]
    a, b = model.text_ids("a"), model.text_ids("b")  # a space, which this tokenizer adds, and the letter
    assert first.text.pins == {0: a[0], 1: a[1], 5: b[0], 6: b[1], 8: 1}
    assert shorter.text.pins == {0: a[0], 1: a[1], 4: b[0], 5: b[1], 7: 1}


def test_of_as_many_labels_of_two_lengths_the_shorter_come_first_and_gaps_without_labels_stay(model):
    first, longer = canvases(model, "a____{xy|z}")
    assert (first.places[0].length, longer.places[0].length) == (2, 3)
    (canvas,) = canvases(model, "____(2)a____{x}____(3)b____{y}")
    assert [place.first for place in canvas.places] == [4, 11]
    assert [*canvas.text.pins] == [2, 3, 9, 10, 13]


@pytest.mark.parametrize(("way", "step"), [("uniform", 2), ("masked", 1)])
def test_a_reading_is_what_the_step_s_pass_gives_each_position(model, way, step):
    read = readings(model, way=way, steps=step)
    for canvas, rows in zip(canvases(model, TEMPLATE), (read[1, 3], read[1, 2]), strict=True):
        place, spec = canvas.places[0], pinned(asks(model, way), canvas)
        assert set(rows["step"]) == {step}
        for at, figures in ((1, rows["first"]), (step, rows["last"])):
            seen = [look(model, spec, position, block=1, step=at) for position in place.positions]
            by_id = [dict(zip(inside.ids.tolist(), inside.probs, strict=True)) for inside in seen]
            products = [
                np.prod([probs[token] for probs, token in zip(by_id, label, strict=True)])
                for label in labels_of(place, rows)
            ]
            assert [*figures[:-1]] == pytest.approx(products, rel=1e-5, abs=1e-12)


def without_cache(model, tokens, temperature):
    cache = model.denoiser.cache()
    model.denoiser.read(cache, torch.tensor([tokens[:-1]]), {})
    logits = model.denoiser.write(torch.tensor([tokens[-1:]]), [cache])[0, 0]
    return (logits / temperature).softmax(-1)


@torch.inference_mode()
def test_token_after_token_a_label_is_a_chain(model):
    """Of more labels, in the second slot, than share a pass."""
    template, temperature = "a____{x|yz|vw}b____{" + "|".join("abcdefghijklmnopqrs") + "}", 0.5
    spec = asks(model, "autoregressive", t_max=temperature, t_min=temperature)
    rows = {place: each for place, each in pd.DataFrame(read_way(model, spec, template)).groupby(["slot", "tokens"])}
    usual, shorter = canvases(model, template)
    prefix = [*model.encode("hi"), *model.text_ids("a")]

    def chained(prefix, label):
        probability = 1.0
        for at, token in enumerate(label):
            probability *= float(without_cache(model, [*prefix, *label[:at]], temperature)[token])
        return probability

    def check(place, prefix):
        figures = rows[place.slot.number, place.length]
        assert figures["last"].isna().all()
        labels = labels_of(place, figures)
        assert [*figures["first"][:-1]] == pytest.approx([chained(prefix, label) for label in labels], rel=1e-4)
        return labels[int(figures["first"][:-1].argmax())]

    check(shorter.places[0], prefix)
    best = check(usual.places[0], prefix)
    check(usual.places[1], [*prefix, *best, *model.text_ids("b")])


def test_what_runs_write_is_counted(model):
    template = "____{word}a____{x|y}"
    rows = readings(model, template, runs=20)
    (canvas,) = canvases(model, template)
    spec = pinned(asks(model), canvas)
    traces = record_all(model, [spec.replace(seed=5 + number) for number in range(20)])
    written = [trace.frame(len(trace) - 1).argmax_ids for trace in traces]
    two_tokens, labels = canvas.places[1], labels_of(canvas.places[1], rows[2, 2])
    counts = [sum(tuple(ids[[*two_tokens.positions]]) == label for ids in written) for label in labels]
    assert [*rows[2, 2]["share"] * 20] == pytest.approx([*counts, 20 - sum(counts)])
    texts = model.token_texts([int(ids[0]) for ids in written])
    anything = rows[1, 1].set_index("label")["share"] * 20
    assert [*anything[:-1]] == pytest.approx([texts.count(label) for label in anything.index[:-1]])
    assert anything[:-1].sum() > 0
    before, after = (readings(model, template, runs=runs, before=at)[1, 1] for runs, at in ((8, 0), (12, 8)))
    assert [*before["share"] * 8 + after["share"] * 12] == pytest.approx([*anything])


def test_what_no_longer_waits_ends_before_the_next_pass(model):
    calls = []

    def check():
        calls.append(1)
        if len(calls) == 2:
            raise EngineError("enough")

    for way in ("uniform", "autoregressive"):
        calls.clear()
        with pytest.raises(EngineError, match="enough"):
            readings(model, way=way, check=check)
        assert len(calls) == 2


def test_the_rows_of_a_place_and_what_is_left_for_no_label():
    assert [*with_rest(torch.tensor([0.5, 0.25]))] == [0.5, 0.25, 0.25]
    assert [*with_rest(torch.tensor([0.75, 0.2500001]))][2] == 0, "rounding makes it no less than nothing"
    (slot,) = read_slots("____{a|b}")
    place = Place(slot=slot, first=0, length=1, labels={(1,): "a", (2,): "b"})
    firsts = np.array([[0.5, 0.125, 0.375], [0.5, 0.25, 0.25], [0.25, 0.5, 0.25]])
    a, b, outside = rows_of(place, firsts, firsts[2], texts=[(1,), (3,)])
    assert (a["first"], b["last"], outside["last"], a["joint"]) == (0.5, 0.5, 0.25, "product")
    assert (outside["kind"], outside["label"], b["kind"]) == ("outside", None, "label")
    assert [row["share"] for row in (a, b, outside)] == [0.5, 0, 0.5]
    assert (a["first_low"], a["first_high"], b["first_low"]) == (0.25, 0.5, 0.25)
    assert (b["low"], b["high"], b["runs"]) == (*wilson(0, 2), 2)
    unwritten = rows_of(place, firsts[:1])[0]
    assert (unwritten["last"], unwritten["share"], unwritten["low"], unwritten["runs"]) == (None, None, None, 0)
    assert unwritten["joint"] == "chain"


def test_the_table_has_all_ways_or_those_chosen_and_what_lies_outside(model):
    table = pg.read(model, TEMPLATE, "hi", runs=4, seed=5, **FEW)
    assert [*dict.fromkeys(table["way"])] == [*model.ways]
    for _, rows in table.groupby(["way", "slot", "tokens"]):
        assert rows["first"].sum() == pytest.approx(1)
        assert [*rows["kind"]].count("outside") == 1 and rows["label"].isna().sum() == 1
    usual = table[(table["way"] == "uniform") & (table["slot"] == 1) & (table["tokens"] == 3)]
    assert usual["share"].sum() == pytest.approx(1) and set(usual["runs"]) == {4}
    row = usual.iloc[-1]
    assert (row["low"], row["high"]) == wilson(round(row["share"] * 4), 4)
    anything = [*table[(table["way"] == "uniform") & (table["slot"] == 2)]["first"][:-1]]
    assert len(anything) == TOP and anything == sorted(anything, reverse=True) and sum(anything) < 1
    further = table[(table["way"] == "masked") & (table["tokens"] == 2) & (table["slot"] == 1)]
    assert further["share"].isna().all() and set(further["runs"]) == {0}
    chosen = pg.read(model, "a____{x}", "hi", ways=["masked"], runs=0, **FEW)
    assert set(chosen["way"]) == {"masked"} and pd.isna(chosen["share"]).all()
    settings = asks(model).settings
    assert (settings.t_max, settings.t_min, settings.draw) == (1, 1, "exact")


def test_what_just_fits_a_canvas(model):
    """The end of the text takes a position, unless the text goes on."""
    for template, length in (("a____{x}" * 3 + "b____{word}", 15), ("a____{x}" * 4 + "____", 16)):
        assert canvases(model, template)[0].text.length == length
    assert len(readings(model, "a____{x}b____(2)", "autoregressive")) == 1, "nothing is read after the gap"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"template": "a____{x}" * 4}, "The text has 16 tokens with its slots; they must fit one canvas, which has 16"),
        ({"template": "____{é|è}"}, "This model has no token for 'é'"),
        (
            {"template": "____{" + "|".join("x" * length for length in range(1, 18)) + "}"},
            "17 lengths in tokens together; at most 16",
        ),
        ({"template": "a____(2)b____{x}", "way": "autoregressive"}, "let no gap stand there"),
        ({"steps": 0}, "steps is 0; it must be a whole number from 1"),
        ({"steps": True}, "steps is True; it must be a whole number from 1"),
        ({"runs": -1}, "runs is -1; allowed is a whole number from 0 to 1,024"),
        ({"runs": 1025}, "runs is 1025; allowed"),
        ({"runs": 2.0}, "runs is 2.0; allowed"),
    ],
)
def test_what_cannot_be_read_is_refused(model, more, sentence):
    with pytest.raises(SpecError, match=sentence):
        readings(model, **more)


def test_labels_that_are_the_same_tokens(model, monkeypatch):
    monkeypatch.setattr("playground.plugins.read.canvas.tokens_of", lambda model, text: [7])
    with pytest.raises(SpecError, match="The labels 'x' and 'y' are the same to this model"):
        canvases(model, "____{x|y}")


def test_a_model_that_tells_only_its_top_is_not_read(model):
    class Remote(type(model)):
        only_top = 8

    fields = {field.name: getattr(model, field.name) for field in dataclasses.fields(model)}
    with pytest.raises(SpecError, match="slots need all of them"):
        readings(Remote(**fields))
