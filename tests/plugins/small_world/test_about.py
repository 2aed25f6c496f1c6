"""What is said about a prompt before it runs: what the model will do, how often that is right, which words are new."""

import dataclasses
import random
import unicodedata

import pytest
from functions import functions
from judging_cases import PRAISE, PROMPTS
from transformers import AutoTokenizer

from playground.assets import ASSETS
from playground.plugins.small_world import check
from playground.plugins.small_world.about import about_prompt
from playground.plugins.small_world.card import CARD, EXAMPLE, Card, Figure, read_card
from playground.plugins.small_world.kinds import SUM
from playground.plugins.small_world.nearest import LISTS, MEANINGS, nearest
from playground.plugins.small_world.new_words import WORDS_FILE, new_words, read_words
from playground.plugins.small_world.unread import unread
from playground.service import EngineSlot, Service
from workshop.training.tokenizer import build_tokenizer
from workshop.training.trained_words import trained_words
from workshop.world import cases
from workshop.world.kinds import WRITERS

KNOWN = read_words(ASSETS / "model")
AXOLOTL = "Write a story about an axolotl."


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


def test_at_most_eight_new_and_eight_unread_words_are_named_and_long_ones_are_cut():
    found = new_words(" ".join(f"z{letter}g" for letter in "abcdefghij") + " zag", KNOWN)
    assert len(found.named) == 8 and str(found).endswith("zgg, zhg and 2 more")
    assert new_words("x" * 1000, KNOWN).named == ("x" * 23 + "…",)
    left = unread("Write a story. " + " ".join(f"b{letter}{'x' * 40}" for letter in "abcdefghijk"))
    assert len(left) == 8 and all(len(word) == 24 and word.endswith("…") for word in left)


def test_a_word_of_accents_is_put_in_order_only_so_far(monkeypatch):
    """To put n accents in order takes n squared: a prompt of them held everybody up for seconds."""
    normal, sizes = unicodedata.normalize, []
    monkeypatch.setattr(unicodedata, "normalize", lambda form, text: sizes.append(len(text)) or normal(form, text))
    assert new_words("zog a" + "\u0301" * 4000 + "\u0316" * 4000 + " cafe\u0301", KNOWN | {"café"}).more == 0
    assert 0 < sum(sizes) < 100


def test_the_shipped_list_is_that_of_the_shipped_tokenizer():
    tokens = AutoTokenizer.from_pretrained(ASSETS / "model").get_vocab()
    assert (ASSETS / "model" / WORDS_FILE).read_text().split() == trained_words(tokens)


def test_letters_and_pairs_that_only_spell_are_no_words_of_a_tokenizer_that_has_them():
    words = trained_words(build_tokenizer().get_vocab())
    assert {"dragon", "the", "a", "if"} <= set(words) and not {"b", "zz", "qu"} & set(words)
    assert words == sorted(set(words), key=lambda word: (word.lower(), word))


def test_what_a_prompt_gives_of_a_story_is_checked_once_however_often_it_is_read(monkeypatch):
    checked, check_story = [], check.check_story
    monkeypatch.setattr(check, "check_story", lambda text: checked.append(text) or check_story(text))
    about_prompt("Write a story that ends with: Nobody asked for this sentence before.", KNOWN)
    assert len(checked) == len(set(checked)) > 0


def test_all_of_what_training_asks_for_is_read_but_in_stories():
    rng = random.Random(2)
    stories = 0
    for _ in range(20):
        made = [cases.function_case(rng, infill=True), cases.function_case(rng, infill=False), cases.common_case(rng)]
        for case in made + [cases.small_case(rng, writer) for writer in WRITERS] + [cases.long_story_case(rng)]:
            assert unread(case.prompt) == (), case.prompt
        stories += unread(cases.story_case(rng).prompt) == ()
    assert stories >= 19, "now and then a made-up word stands for a helper"


def test_an_offer_leads_to_a_task_that_its_rule_reads_wholly():
    for prompt in (*(prompt for prompt, _ in PRAISE), *PROMPTS):
        about = about_prompt(prompt, KNOWN)
        assert len(about.offers) <= 3, prompt
        for offer in about.offers:
            after = about_prompt(offer, KNOWN)
            assert after.kind not in (None, "outside"), offer
            assert after.unread == (), offer
            new = [each.word for each in after.unknown]
            assert all(not each.nearest for each in after.unknown) or about.kind in ("sorting", "JSON"), (offer, new)


@pytest.mark.parametrize("name", [None, "embedded"])
def test_the_embedded_model_answers_before_it_is_loaded(name):
    answer = functions(Service(EngineSlot(name))).about_prompt(AXOLOTL)
    assert answer["kind"] == "story" and answer["unread"] == ()
    assert answer["unknown"] == ({"word": "axolotl", "nearest": ("lizard", "crocodile")},)
    assert answer["offers"] == ("Write a story about a lizard.",)
    assert answer["sentence"].startswith("It will tell a story about an axolotl. It must spell axolotl in pieces, ")
    card = functions(Service(EngineSlot(name))).card("Write a story about Lily.")
    assert card["tasks"][0]["task"] == "story, facts named"


def test_of_another_model_nothing_is_claimed(random_folder):
    asked = functions(Service(EngineSlot(str(random_folder))))
    answer = asked.about_prompt(AXOLOTL)
    assert (answer["unread"], answer["unknown"], answer["sentence"], answer["offers"]) == ((), (), "", ())
    assert asked.card("Write a story about Lily.") == {}


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("waves", ("ocean", "lake", "beach")),
        ("pumas", ("lion", "tiger", "panther")),
        ("puppies", ("puppy",)),
        ("stroy", ("story",)),  # two letters that changed places
        ("dragn", ("dragon",)),  # one is missing
        ("kitte", ("kite", "kitten")),  # one too many, or too few
        ("dargno", ()),  # two slips are too many for six letters
        ("dinasaur", ("dinosaur",)),  # one letter for another is two slips
        ("bite", ()),  # not "kite", nor "bike": another letter is no slip of a short word
        ("catt", ()),  # words of three letters are too like each other
        ("x" * 30, ()),
    ],
)
def test_the_nearest_words(word, near):
    assert nearest(word, KNOWN) == near


def test_every_listed_word_leads_from_a_new_word_to_known_ones_of_the_checkpoint():
    assert nearest("waves", frozenset(("lake",))) == ("lake",)
    assert not set(MEANINGS) & KNOWN and set(" ".join(LISTS).split()) <= KNOWN
    assert len(MEANINGS) == sum(len(words.split()) for words in LISTS.values()), "a word stands twice"


FOLDER = ASSETS / "model"


@pytest.fixture(scope="module")
def card():
    return read_card(FOLDER)


def test_every_figure_at_the_shipped_settings_and_the_mix_of_the_training_are_read(card):
    lines = [line for line in (FOLDER / CARD).read_text().splitlines() if "| shipped |" in line]
    assert len(card.figures) == len(lines) > 30
    for line, figure in zip(lines, card.figures, strict=True):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells[0] == figure.task and cells[3] == f"{figure.right} of {figure.cases}"
        assert cells[1] == figure.way
        assert cells[5] == f"{figure.least:.0%} to {figure.most:.0%}" and float(cells[6]) == figure.passes
        assert figure.least <= figure.right / figure.cases <= figure.most
    assert set(card.shares) == {"uniform", "masked", "autoregressive"}
    assert sum(card.shares.values()) == pytest.approx(1)
    assert f"{card.shares['masked']:.0%}" in (FOLDER / CARD).read_text()
    assert card.settings.startswith("at most 48 denoising steps")


@pytest.mark.parametrize(
    ("prompt", "task"),
    [
        ("Continue this story: Lily had a cat.", "story, own opening"),
        ("Continue this story: One sunny day, Lily and her cat went to the park.", "story, opening given"),
        ("Write a story that ends: They went home.", "story, own ending"),
        ("Write a story that ends: No longer sad, Lily carried the red ball home.", "story, ending given"),
    ],
)
def test_a_prompt_is_compared_with_the_cases_that_are_like_it(card, prompt, task):
    """More prompts are in `tests/golden/judging`; the page cannot tell these apart."""
    first, example = card.answer(prompt)["tasks"]
    assert (first["task"], first["like"], example["task"]) == (task, "", EXAMPLE)
    assert [row["way"] for row in first["rows"]] == ["uniform", "masked", "autoregressive"]


def test_without_a_card_or_its_figures_nothing_is_said(tmp_path):
    assert read_card(tmp_path) is None
    (tmp_path / CARD).write_text("# A model\n\nIt is good.\n")
    assert read_card(tmp_path) is None
