"""The reliability curve: what is hidden of a story, how points become bins, and the file that the page shows."""

import json

import pytest

from playground.plugins.read.reliability import FACTS, FILE, binned, hidden

TEXT = "Lily had a red ball. The ball was red. Lily ran."
TRUTH = {"hero": "Lily", "colour": "red", "object": "ball"}
WORDS = {"hero": ("Lily", "Tom"), "colour": ("red", "blue"), "object": ("ball", "kite")}


@pytest.mark.parametrize(
    ("shown", "template", "firsts"),
    [
        (0, "H had a C O. The O was C. H ran.", {0: "hero", 1: "colour", 2: "object"}),
        (1, "H had a C O. The ball was red. Lily ran.", {0: "hero", 1: "colour", 2: "object"}),
        (2, TEXT, {}),
    ],
)
def test_the_words_of_a_story_are_hidden_but_for_the_last_mentions(shown, template, firsts):
    slots = {"H": "____{Lily|Tom}", "C": "____{red|blue}", "O": "____{ball|kite}"}
    if shown < 2:
        template = "".join(slots.get(letter, letter) for letter in template)
    assert hidden(TEXT, WORDS, TRUTH, shown) == (template, firsts)


def test_points_fall_into_bins_of_a_tenth():
    bins = binned([(0.1, True), (0.19, False), (0.2, True), (1.0, True), (0.95, False)])
    assert bins == [
        {"mean": 0.145, "right": 1, "cases": 2},
        {"mean": 0.2, "right": 1, "cases": 1},
        {"mean": 0.975, "right": 1, "cases": 2},
    ]


def test_the_file_has_every_slot_of_every_story():
    measured = json.loads(FILE.read_text("utf-8"))
    assert [*measured["ways"]] == ["uniform", "masked", "autoregressive"]
    for passes in measured["ways"].values():
        for bins in passes.values():
            assert sum(each["cases"] for each in bins) == measured["stories"] * len(FACTS)
    assert "last" not in measured["ways"]["autoregressive"]


@pytest.mark.slow
def test_measuring_reads_held_out_stories(embedded_model, monkeypatch):
    from playground.plugins.read import reliability, table

    monkeypatch.setattr(table, "ways_of", lambda model: ["autoregressive"])
    (passes,) = reliability.measure(embedded_model, 1).values()
    assert sum(each["cases"] for each in passes["first"]) == len(FACTS)
