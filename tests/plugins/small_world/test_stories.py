"""The world of stories and its words keep their promises, and the checker sees what is wrong with a story."""

import random
import re
from dataclasses import replace

import pytest
from training_helpers import STORY

from playground.plugins.small_world.stories import ENDINGS, NEXT_DAY, OPENINGS, PLOTS
from playground.plugins.small_world.story_check import check_story
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
from workshop.world.requests import write_long_request
from workshop.world.stories import Facts, sample_facts, sample_second_chapter, tell, write_story
from workshop.world.words import is_held_out, made_up_word, sample_open_word

FACTS = Facts(
    hero="Lily", animal="cat", colour="red", object="ball", place="park", helper="farmer", weather="sunny",
    feeling="sad", plot="lost", ending="home",
)  # fmt: skip


def test_a_story_by_hand():
    assert tell(FACTS, lambda options: options[0]) == STORY
    report = check_story(STORY, {"hero": "Lily", "plot": "lost", "ending": "home"})
    assert (report.is_perfect, report.pronouns_agree, report.disagreements) == (True, True, ())
    assert (report.plot, report.ending, report.matched, report.total) == ("lost", "home", 8, 8)


def test_the_other_opening_tells_the_same_in_another_order():
    other = (
        "Lily had a fine red ball and a merry cat. One sunny morning, she and the cat carried it to the park. "
        'At the sunny park, the red ball was lost! "Where is my ball?" asked a sad Lily. '
        "The cat and a friendly farmer searched under every bench. Then the farmer spotted the ball in the mud. "
        "Lily, the cat and the farmer danced at the sunny park. No longer sad, Lily took the red ball inside."
    )
    assert tell(FACTS, lambda options: options[-1]) == other
    assert check_story(other).is_perfect
    assert not check_story(other.replace("she and", "he and")).pronouns_agree
    first, second = (len(re.findall(r"\w+|[^\w\s]", text[: text.index(" At the")])) for text in (STORY, other))
    assert first == second  # so that the order moves nothing that follows


@pytest.mark.parametrize("plot", PLOTS)
def test_every_plot_tells_every_fact_again_and_again_in_at_most_eight_sentences_of_one_length(plot):
    for sentence in (*OPENINGS[0], *OPENINGS[1], NEXT_DAY, *PLOTS[plot], *ENDINGS[plot].values()):
        for options in re.findall(r"\{([^}]*)\}", sentence):
            assert len({len(option.split()) for option in options.split("|")}) == 1, "whichever wording"
    rng = random.Random(plot)
    for _ in range(16):
        words = {fact: rng.choice(words) for fact, words in WORDS.items()}
        facts = Facts(**words, plot=plot, ending=rng.choice(list(ENDINGS[plot])))
        story = write_story(facts, rng)
        report = check_story(story, {**words, "plot": plot, "ending": facts.ending})
        assert report.is_perfect and not report.disagreements
        assert 5 <= report.matched == report.total <= 8
        for fact, word in words.items():
            assert len(re.findall(rf"\b{word}\b", story)) >= (2 if fact == "feeling" else 3)


def test_a_long_story_by_hand():
    second = (
        " The next day, Lily and her cat came back to the park. "
        "At the sunny park, the red ball got stuck in a tall tree. "
        'A kind farmer came by. "Please help me, farmer!" cried a sad Lily. '
        "The clever farmer found a ladder and got the ball. Lily, the cat and the farmer played at the sunny park. "
        "No longer sad, Lily hugged the red ball tightly."
    )
    chapter = replace(FACTS, plot="stuck", ending="hug")
    assert tell(FACTS, lambda options: options[0], chapter) == STORY + second
    report = check_story(STORY + second, {"plot": "lost", "ending": "home"})
    assert (report.is_perfect, report.chapters, report.matched, report.total) == (True, 2, 15, 15)
    assert report.disagreements == ()
    for broken in (second.replace("red", "blue"), second.replace("her", "his"), second.replace("clever ", "")):
        assert not check_story(STORY + broken).is_perfect
    assert not check_story(second.strip()).is_perfect  # there is no next day without a first one


def test_a_second_chapter_has_the_facts_of_the_first_another_plot_and_the_same_side_of_the_split():
    rng = random.Random(6)
    for held_out in (False, True) * 60:
        facts = sample_facts(rng, held_out=held_out)
        second = sample_second_chapter(facts, rng)
        report = check_story(write_story(facts, rng, second), write_long_request(facts, rng).named)
        assert report.is_perfect and report.chapters == 2 and not report.disagreements
        assert second.plot != facts.plot and replace(second, plot=facts.plot, ending=facts.ending) == facts
        assert held_out or not second.is_held_out


def test_words_that_no_story_can_hold_are_refused():
    with pytest.raises(ValueError, match=r"animal is 'Dragon'; it must be lower-case letters"):
        replace(FACTS, animal="Dragon")
    with pytest.raises(ValueError, match=r"hero is 'lily'; it must be a capital and lower-case letters"):
        replace(FACTS, hero="lily")
    with pytest.raises(ValueError, match=r"subject is 'he'; allowed are she"):
        replace(FACTS, subject="he")
    with pytest.raises(ValueError, match=r"ending is 'home'; allowed are hug, everyone"):
        replace(FACTS, plot="gift")  # the ball is given away: nobody takes it home


def test_the_split_keeps_one_in_twenty_and_follows_the_facts_alone():
    rng = random.Random(2)
    share = sum(
        Facts(
            **{fact: rng.choice(words) for fact, words in WORDS.items()}, plot=rng.choice(list(PLOTS)), ending="hug"
        ).is_held_out
        for _ in range(4000)
    ) / 4000  # fmt: skip
    assert 0.035 < share < 0.065
    held_out = sample_facts(rng, held_out=True)
    for weather in WORDS["weather"]:
        for ending in ENDINGS[held_out.plot]:
            assert replace(held_out, weather=weather, feeling="sad", ending=ending).is_held_out
    assert all(sample_facts(rng, held_out=True).is_held_out for _ in range(20))
    assert not any(sample_facts(rng, held_out=False).is_held_out for _ in range(200))


def test_articles_are_put_right_and_nothing_else():
    for word in ("apple", "Umbrella", "unimportant", "hour"):
        assert article(word) == "an"
    for word in ("unicorn", "euro", "one", "house", "useful"):
        assert article(word) == "a"
    assert with_articles("A owl saw an dog and a iron a. Ana a") == "An owl saw a dog and an iron a. Ana a"


def test_no_word_tells_two_facts_and_none_of_the_known_is_spelled():
    known = [word for words in KNOWN.values() for word in words]
    assert len(known) == len(set(known))
    assert len(known) > 450
    assert not set(known) & {word for words in OPEN.values() for word in words}
    for fact, words in NEW_WORDS.items():
        assert all(word.isascii() and word.isalpha() and word.istitle() == (fact == "hero") for word in words)
        assert not set(words) & set(WORDS[fact])
    assert (pronoun("Lily"), pronoun("Tom"), pronoun("Zorblax")) == ("she", "he", "")
    assert kinds_of("cat") == {"animal"} and not kinds_of("zorblax")


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
