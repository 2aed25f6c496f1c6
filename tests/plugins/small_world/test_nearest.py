"""The nearest known words: by meaning first, else by a slip or two of spelling."""

import pytest

from playground.assets import ASSETS
from playground.plugins.small_world.nearest import LISTS, MEANINGS, nearest
from playground.plugins.small_world.new_words import read_words

KNOWN = read_words(ASSETS / "model")


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("waves", ("ocean", "lake", "beach")),
        ("WAVES", ("ocean", "lake", "beach")),
        ("poem", ("story", "tale")),
        ("pumas", ("lion", "tiger", "panther")),
        ("cats", ("cat",)),
        ("puppies", ("puppy",)),
        ("stroy", ("story",)),  # two letters that changed places
        ("dragn", ("dragon",)),  # one is missing
        ("kitte", ("kite", "kitten")),  # one too many, or too few
        ("Lilly", ("Lily",)),
        ("dargno", ()),  # two slips are too many for six letters
        ("dinosuar", ("dinosaur",)),
        ("dinasaur", ("dinosaur",)),  # one letter for another is two slips
        ("song", ("story", "tale")),
        ("bite", ()),  # not "kite", nor "bike": another letter is no slip of a short word
        ("catt", ()),  # words of three letters are too like each other
        ("zzz", ()),
        ("x" * 30, ()),
    ],
)
def test_the_nearest_words(word, near):
    assert nearest(word, KNOWN) == near


def test_of_another_checkpoint_only_its_own_words_are_near():
    assert nearest("waves", frozenset(("lake",))) == ("lake",)


def test_every_listed_word_leads_from_a_new_word_to_known_ones():
    assert not set(MEANINGS) & KNOWN and set(" ".join(LISTS).split()) <= KNOWN
    assert len(MEANINGS) == sum(len(words.split()) for words in LISTS.values()), "a word stands twice"
