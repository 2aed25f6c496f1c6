"""What is said about a prompt before it runs: what the small model will do, and which words are new to it."""

import dataclasses
import random
import time
import unicodedata

import pytest
from transformers import AutoTokenizer

from playground.assets import ASSETS
from playground.plugins.small_world import check
from playground.plugins.small_world.about import about_prompt
from playground.plugins.small_world.card import Card, Figure
from playground.plugins.small_world.kinds import SUM
from playground.plugins.small_world.new_words import WORDS_FILE, new_words, read_words
from workshop.training.tokenizer import build_tokenizer
from workshop.training.trained_words import trained_words
from workshop.world.requests import write_request
from workshop.world.stories import sample_facts

KNOWN = read_words(ASSETS / "model")


def test_the_measured_figure_of_the_shipped_way_is_said():
    figure = Figure(task=SUM.suite, way="uniform", right=9, cases=64, least=0.08, most=0.25, passes=7.0)
    card = Card(figures=(dataclasses.replace(figure, way="masked", right=1), figure), shares={}, settings="")
    said = about_prompt("Add 1 and 2.", KNOWN, card).sentence
    assert said == "It will add 1 and 2. Of 64 such prompts, 9 came out right."
    assert "came out right" not in about_prompt("Add 1 and 2.", KNOWN).sentence, "without a card nothing is claimed"


def test_a_story_has_no_more_than_six_things_in_its_sentence():
    many = about_prompt("Write a story about " + ", ".join(f"a b{letter}g" for letter in "klmnpqrst"), KNOWN)
    assert "a bkg, a blg, a bmg, a bng, a bpg, a bqg and 3 more." in many.sentence


def test_nothing_is_said_of_a_model_without_a_list_and_of_no_prompt(tmp_path):
    assert read_words(tmp_path) is None
    silent = about_prompt("Write a story about a dragon.", None)
    assert (silent.sentence, silent.unread, silent.unknown, silent.offers) == ("", (), (), ())
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
        assert len(about_prompt((text * length)[:length], KNOWN).sentence) < 900
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


def test_what_a_prompt_gives_of_a_story_is_checked_once_however_often_it_is_read(monkeypatch):
    checked, check_story = [], check.check_story
    monkeypatch.setattr(check, "check_story", lambda text: checked.append(text) or check_story(text))
    about_prompt("Write a story that ends with: Nobody asked for this sentence before.", KNOWN)
    assert len(checked) == len(set(checked)) > 0
