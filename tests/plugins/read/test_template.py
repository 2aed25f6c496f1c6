"""Texts with slots: what names their labels, and what is refused."""

import pytest

from playground.errors import SpecError
from playground.plugins.read.template import MOST_LABELS, MOST_SLOTS, read_slots, with_lengths


def test_labels_are_listed_counted_or_anything():
    slots = read_slots("Mood: ____{happy| sad |very angry}. Age: ____{9-11}, ____{word}.")
    assert [(slot.number, slot.labels) for slot in slots] == [
        (1, ("happy", "sad", "very angry")), (2, ("9", "10", "11")), (3, ()),
    ]  # fmt: skip
    assert [slot.gap for slot in read_slots("____ ____{a}____(2), ____{b}")] == [1, 3]
    assert slots[0].source == "____{happy| sad |very angry}"


def test_slots_become_gaps_of_a_length():
    assert with_lengths("A ____{b|c} and ____(3), ______{0-1}", [2, 5]) == "A ____(2) and ____(3), ____(5)"


@pytest.mark.parametrize(
    ("text", "spaces"),
    [("is  ____{a}", "  "), ("x=____{a}", ""), ("one\n  ____{a}", ""), ("____(2) ____{a}", " ")],
)
def test_spaces_belong_to_labels_but_for_those_that_begin_a_line(text, spaces):
    assert read_slots(text)[0].spaces == spaces


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (7, "The template is 7; it must be text."),
        ("no slot ____(2)", "A slot names its labels in braces"),
        ("____{a} ____{b", "A slot names its labels in braces"),
        ("____{}", r"A slot is ____\{\}; it must name 1 to 256 labels"),
        ("____{a||b}", "none empty"),
        ("____{a|b|a}", "it names 'a' twice"),
        ("____{5-5}", "the smaller number comes first"),
        (f"____{{0-{MOST_LABELS}}}", "at most 256 numbers"),
        ("____{" + "|".join(map(str, range(MOST_LABELS + 1))) + "}", "must name 1 to 256 labels"),
        ("____{a} " * (MOST_SLOTS + 1), "has 33 slots; it may have at most 32"),
    ],
)
def test_what_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        read_slots(text)


def test_the_most_are_allowed():
    assert len(read_slots(f"____{{1-{MOST_LABELS}}}")[0].labels) == MOST_LABELS
    assert len(read_slots("____{" + "|".join(map(str, range(MOST_LABELS))) + "}")[0].labels) == MOST_LABELS
    assert len(read_slots("____{a} " * MOST_SLOTS)) == MOST_SLOTS
