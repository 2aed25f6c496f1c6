"""What is said about a prompt before it runs: words that are new to the small model, and what to expect."""

import random
import time
import unicodedata

import pytest
from transformers import AutoTokenizer

from playground.assets import ASSETS
from playground.world.about import EXPECT, about_prompt
from playground.world.card import Card, Figure
from playground.world.kinds import JSON, OUTSIDE, SORTING, SUM
from playground.world.new_words import WORDS_FILE, new_words, read_words
from workshop.training.tokenizer import build_tokenizer
from workshop.training.trained_words import trained_words
from workshop.world.requests import write_request
from workshop.world.stories import sample_facts

KNOWN = read_words(ASSETS / "model")


@pytest.mark.parametrize(
    ("prompt", "kind", "unknown"),
    [
        ("Write a story about Anna, an axolotl and a golden kite.", "story", ("axolotl",)),
        ("Write a story about an Axolotl, an axolotl's axolotl and LILY's cat", "story", ("Axolotl",)),
        ("tell a story about lily, a cat and a red ball", "story", ()),
        ("Write a story about Zoë", "story", ("Zoë",)),
        ("Continue this story: One sunny axolotl", "story", ("axolotl",)),
        ("Begin with: One sunny axolotl", "story", ("axolotl",)),
        ("Write a function that returns x plus 3.", "function", ()),
        ("A function that returns the largest number in a list", "function", ()),
        ("Fill in the gap. The function returns x plus 3.\ndef f(x):\n    ___", "function", ()),
        ("Please solve this puzzle: 1230 3410 2100 0000", "Sudoku", ()),
        ("Repair this:\nOne sunny dxy", "repair", ("dxy",)),
    ],
)
def test_new_words_are_named_for_each_kind_of_task(prompt, kind, unknown):
    about = about_prompt(prompt, KNOWN)
    named = f"New to this small model: {', '.join(unknown)}. It copies such words in pieces, and may get them wrong."
    assert (about.kind, about.unknown, about.sentence) == (kind, unknown, named if unknown else "")


@pytest.mark.parametrize(
    ("prompt", "more"),
    [("My capital is France.", " New to it: capital, France."), ("My day", ""), ("2 + 2 = 1?", "")],
)
def test_a_prompt_of_no_known_kind_is_told_what_to_expect(prompt, more):
    about = about_prompt(prompt, KNOWN)
    assert (about.kind, about.sentence) == (None, EXPECT + more)


@pytest.mark.parametrize(
    ("prompt", "kind", "task", "new"),
    [
        ("hello", "outside", OUTSIDE.suite, ()),
        ("Wie geht es dir?", "outside", OUTSIDE.suite, ()),
        ("Add 478 and 256.", "sum", SUM.suite, ()),
        ("Sort: fox, axolotl, cat.", "sorting", SORTING.suite, ("axolotl",)),
        ("Convert to JSON: Bo is 7 years old and has an axolotl.", "JSON", JSON.suite, ("Bo", "axolotl")),
    ],
)
def test_of_a_small_kind_the_measured_figure_is_said(prompt, kind, task, new):
    figure = Figure(task=task, way="uniform", right=9, cases=64, least=0.08, most=0.25, passes=7.0)
    other = Figure(task=task, way="masked", right=1, cases=64, least=0.0, most=0.1, passes=7.0)
    card = Card(figures=(other, figure), shares={}, settings="")
    about = about_prompt(prompt, KNOWN, card)
    assert (about.kind, about.unknown) == (kind, new)
    said = "When this was measured, 9 of 64 answers to such prompts were right."
    more = (
        f" New to this small model: {', '.join(new)}. It copies such words in pieces, and may get them wrong."
        if new
        else ""
    )
    assert about.sentence == said + more
    assert about_prompt(prompt, KNOWN).sentence == more.strip(), "without a card nothing is claimed"


def test_of_a_story_no_figure_is_said():
    figure = Figure(task="story, facts named", way="uniform", right=9, cases=64, least=0.1, most=0.2, passes=7.0)
    card = Card(figures=(figure,), shares={}, settings="")
    assert about_prompt("Write a story about Lily, a cat and a red ball.", KNOWN, card).sentence == ""


@pytest.mark.parametrize("prompt", ["Write a story about a dragon.", "What is the capital of France?", ""])
def test_nothing_is_said_of_a_model_without_a_list_and_of_no_prompt(prompt, tmp_path):
    assert read_words(tmp_path) is None
    assert (about_prompt(prompt, None).sentence, about_prompt(prompt, None).unknown) == ("", ())
    assert about_prompt(" \n", KNOWN).sentence == ""


def test_at_most_eight_are_named_and_long_ones_are_cut():
    found = new_words(" ".join(f"z{letter}g" for letter in "abcdefghij") + " zag", KNOWN)
    assert len(found.named) == 8 and str(found).endswith("zgg, zhg and 2 more")
    assert new_words("x" * 1000, KNOWN).named == ("x" * 23 + "…",)


def test_a_word_of_accents_is_put_in_order_only_so_far(monkeypatch):
    """To put n accents in order takes n squared: a prompt of them held everybody up for seconds."""
    normal, sizes = unicodedata.normalize, []
    monkeypatch.setattr(unicodedata, "normalize", lambda form, text: sizes.append(len(text)) or normal(form, text))
    assert new_words("zog a" + "\u0301" * 4000 + "\u0316" * 4000 + " cafe\u0301", KNOWN | {"café"}).more == 0
    assert 0 < sum(sizes) < 100


@pytest.mark.parametrize("text", ["a ", "1", "<b>", "\n", "\u202e中", "e\u0301", "'s", "|+-", "\x00", "{{ x }}"])
def test_hostile_texts_are_read_quickly(text):
    began = time.thread_time()
    for length in (8_000, 100_000):
        assert len(about_prompt((text * length)[:length], KNOWN).sentence) < 600
    assert time.thread_time() - began < 2, "seconds"


def test_the_shipped_list_is_that_of_the_shipped_tokenizer():
    tokens = AutoTokenizer.from_pretrained(ASSETS / "model").get_vocab()
    assert (ASSETS / "model" / WORDS_FILE).read_text().split() == trained_words(tokens)


def test_what_training_asks_for_holds_no_new_words_but_made_up_ones():
    rng = random.Random(3)
    asked = [write_request(sample_facts(rng, held_out=False), rng) for _ in range(300)]
    plain = [request for request in asked if len(request.named) > 5]
    assert len(plain) > 50
    strange = [request.text for request in plain if new_words(request.text, KNOWN).named]
    assert len(strange) < 0.1 * len(plain), strange


def test_letters_and_pairs_that_only_spell_are_no_words_of_a_tokenizer_that_has_them():
    words = trained_words(build_tokenizer().get_vocab())
    assert {"dragon", "the", "a", "if"} <= set(words) and not {"b", "zz", "qu"} & set(words)
    assert words == sorted(set(words), key=lambda word: (word.lower(), word))
