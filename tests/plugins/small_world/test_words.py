"""The words: articles, the held-out split, made-up ones, and what the lists promise."""

import random

import pytest

from playground.plugins.small_world.words import (
    KNOWN,
    NEW_WORDS,
    OPEN,
    WORDS,
    article,
    kinds_of,
    pronoun,
    with_articles,
)
from workshop.world.own_words import any_word
from workshop.world.words import is_held_out, made_up_word, sample_open_word


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("apple", "an"), ("Umbrella", "an"), ("unhappy", "an"), ("unimportant", "an"), ("hour", "an"), ("honest", "an"),
        ("unicorn", "a"), ("uniform", "a"), ("euro", "a"), ("one", "a"), ("house", "a"), ("dog", "a"), ("useful", "a"),
    ],
)  # fmt: skip
def test_article(word, expected):
    assert article(word) == expected


def test_articles_are_put_right_and_nothing_else():
    assert with_articles("A owl saw an dog and a iron a. Ana a") == "An owl saw a dog and an iron a. Ana a"


def test_no_word_tells_two_facts_and_none_of_the_known_is_spelled():
    known = [word for words in KNOWN.values() for word in words]
    assert len(known) == len(set(known))
    assert len(known) > 450
    assert not set(known) & {word for words in OPEN.values() for word in words}
    for fact, words in NEW_WORDS.items():
        assert all(word.isascii() and word.isalpha() and word.istitle() == (fact == "hero") for word in words)
        assert not set(words) & set(WORDS[fact])
    assert kinds_of("cat") == {"animal"} and not kinds_of("zorblax")


def test_a_known_name_says_she_or_he():
    assert (pronoun("Lily"), pronoun("Tom"), pronoun("Zorblax")) == ("she", "he", "")
    assert {pronoun(name) for name in NEW_WORDS["hero"]} == {"she", "he"}


def test_made_up_words_can_be_told_and_are_not_known():
    rng = random.Random(0)
    words = [made_up_word(rng) for _ in range(500)]
    assert all(3 <= len(word) <= 10 and word.isalpha() and word.islower() and not kinds_of(word) for word in words)
    assert len(set(words)) > 450


@pytest.mark.parametrize("held_out", [False, True])
def test_words_that_are_spelled_come_from_one_side_of_the_split(held_out):
    rng = random.Random(1)
    for fact in ("hero", "animal", "object", "place", "helper", "colour"):
        for _ in range(40):
            word, subject = sample_open_word(fact, rng, held_out=held_out)
            assert is_held_out(word) == held_out
            assert (word.istitle(), bool(subject)) == (fact == "hero", fact == "hero")
    words = [any_word(rng, held_out=held_out) for _ in range(300)]
    assert all(is_held_out(word) == held_out for word in words if not kinds_of(word))


def test_one_word_in_twenty_is_held_out():
    words = [word for words in OPEN.values() for word in words]
    assert 0.03 < sum(map(is_held_out, words)) / len(words) < 0.07
    assert is_held_out("Zed") == is_held_out("zed")
