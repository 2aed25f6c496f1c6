"""The reliability curve: what is hidden of a story, how points become bins, and the file that the page shows."""

import json

import pandas as pd
import pytest

from playground.plugins.read import RELIABILITY
from workshop.makers.reliability import FACTS, binned, hidden

TEXT = "Lily had a red ball. The ball was red. Lily ran."
TRUTH = {"hero": "Lily", "colour": "red", "object": "ball"}
WORDS = {"hero": ("Lily", "Tom"), "colour": ("red", "blue"), "object": ("ball", "kite")}


@pytest.mark.parametrize(
    ("shown", "template", "firsts"),
    [
        (0, "H had a C O. The O was C. H ran.", {1: "hero", 2: "colour", 3: "object"}),
        (1, "H had a C O. The ball was red. Lily ran.", {1: "hero", 2: "colour", 3: "object"}),
        (2, TEXT, {}),
    ],
)
def test_the_words_of_a_story_are_hidden_but_for_the_last_mentions(shown, template, firsts):
    slots = {"H": "____{Lily|Tom}", "C": "____{red|blue}", "O": "____{ball|kite}"}
    if shown < 2:
        template = "".join(slots.get(letter, letter) for letter in template)
    assert hidden(TEXT, WORDS, TRUTH, shown) == (template, firsts)


def test_points_fall_into_bins_of_a_tenth():
    sure, right = [0.1, 0.19, 0.2, 1.0, 0.95, 0.3], [True, False, True, True, False, True]
    passes = ["first"] * 5 + ["last"]
    bins = binned(pd.DataFrame({"way": "uniform", "pass": passes, "sure": sure, "right": right}))
    first, last = {"way": "uniform", "pass": "first"}, {"way": "uniform", "pass": "last"}
    assert bins == [
        {**first, "mean": 0.145, "right": 1, "cases": 2},
        {**first, "mean": 0.2, "right": 1, "cases": 1},
        {**first, "mean": 0.975, "right": 1, "cases": 2},
        {**last, "mean": 0.3, "right": 1, "cases": 1},
    ]


def test_the_file_has_every_slot_of_every_story():
    measured = json.loads(RELIABILITY.read_text("utf-8"))
    cases = pd.DataFrame(measured["bins"]).groupby(["way", "pass"], sort=False)["cases"].sum()
    ways = [("uniform", "first"), ("uniform", "last"), ("masked", "first"), ("masked", "last")]
    assert [*cases.index] == [*ways, ("autoregressive", "first")]
    assert set(cases) == {measured["stories"] * len(FACTS)}


@pytest.mark.slow
def test_measuring_reads_held_out_stories(embedded_model, monkeypatch):
    from playground.plugins.read import table
    from workshop.makers import reliability

    monkeypatch.setattr(table, "ways_of", lambda model: ["autoregressive"])
    bins = reliability.measure(embedded_model, 1)
    assert sum(each["cases"] for each in bins) == len(FACTS)
    assert {(each["way"], each["pass"]) for each in bins} == {("autoregressive", "first")}
