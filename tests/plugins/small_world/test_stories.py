"""The world of stories keeps its promises, and the checker sees what is wrong with a story."""

import random
import re
from dataclasses import replace

import pytest
from training_helpers import STORY

from playground.plugins.small_world.stories import ENDINGS, NEXT_DAY, OPENINGS, PLOTS
from playground.plugins.small_world.story_check import check_story
from playground.plugins.small_world.words import WORDS
from workshop.world.requests import write_excerpt_request, write_long_request, write_request
from workshop.world.stories import Facts, sample_facts, sample_second_chapter, tell, write_story

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
    assert check_story(other).matched == 8
    assert not check_story(other.replace("she and", "he and")).pronouns_agree
    first, second = (len(re.findall(r"\w+|[^\w\s]", text[: text.index(" At the")])) for text in (STORY, other))
    assert first == second  # so that the order moves nothing that follows


@pytest.mark.parametrize("plot", PLOTS)
def test_every_plot_tells_every_fact_again_and_again_in_at_most_eight_sentences(plot):
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


@pytest.mark.parametrize("plot", PLOTS)
def test_both_wordings_of_a_sentence_have_equally_many_words(plot):
    for sentence in (*OPENINGS[0], *OPENINGS[1], NEXT_DAY, *PLOTS[plot], *ENDINGS[plot].values()):
        for options in re.findall(r"\{([^}]*)\}", sentence):
            assert len({len(option.split()) for option in options.split("|")}) == 1


def test_articles_agree():
    for words in (WORDS[fact] for fact in ("animal", "colour", "object", "helper", "feeling", "weather")):
        assert not [word for word in words if word[0] in "aeiou"]  # every one of them follows "a"


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


def test_every_pair_of_chapters_is_perfect_and_on_one_side_of_the_split():
    rng = random.Random(6)
    for held_out in (False, True):
        for _ in range(60):
            facts = sample_facts(rng, held_out=held_out)
            second = sample_second_chapter(facts, rng)
            request = write_long_request(facts, rng)
            report = check_story(write_story(facts, rng, second), request.named)
            assert report.is_perfect and report.chapters == 2 and not report.disagreements
            assert second.plot != facts.plot
            assert replace(second, plot=facts.plot, ending=facts.ending) == facts
            if not held_out:
                assert not second.is_held_out


def test_a_request_may_give_the_opening_or_only_the_ending():
    rng = random.Random(7)
    openings = endings = 0
    for _ in range(200):
        facts = sample_facts(rng, held_out=False)
        story = write_story(facts, rng)
        request = write_excerpt_request(facts, story, rng)
        assert request.text.endswith(request.opening or request.ending)
        assert story.startswith(request.opening) and story.endswith(request.ending)
        assert bool(request.opening) != bool(request.ending)
        assert all(word in request.text for word in request.named.values())
        assert not check_story(story, request.named).disagreements
        openings += bool(request.opening)
        endings += bool(request.ending)
    assert min(openings, endings) > 60


def test_words_that_no_story_can_hold_are_refused():
    with pytest.raises(ValueError, match=r"animal is 'Dragon'; it must be lower-case letters"):
        replace(FACTS, animal="Dragon")
    with pytest.raises(ValueError, match=r"hero is 'lily'; it must be a capital and lower-case letters"):
        replace(FACTS, hero="lily")
    with pytest.raises(ValueError, match=r"subject is 'he'; allowed are she"):
        replace(FACTS, subject="he")
    with pytest.raises(ValueError, match=r"ending is 'home'; allowed are hug, everyone"):
        replace(FACTS, plot="gift")  # the ball is given away: nobody takes it home


def test_requests_name_facts_that_the_story_tells():
    rng = random.Random(5)
    named_all = 0
    for _ in range(200):
        facts = sample_facts(rng, held_out=False)
        request = write_request(facts, rng)
        words = re.findall(r"[a-z]+", request.text.lower())
        for fact, word in request.named.items():
            assert fact in ("plot", "ending") or word.lower() in words
        unnamed = set(WORDS) - set(request.named)
        assert not any(getattr(facts, fact).lower() in words for fact in unnamed)
        assert not check_story(write_story(facts, rng), request.named).disagreements
        named_all += unnamed <= {"weather", "feeling"}
    assert 0.4 < named_all / 200 < 0.8


def test_the_plainest_request_has_the_documented_form():
    texts = set()
    rng = random.Random(1)
    for _ in range(4000):
        texts.add(re.sub(r" at the .*", "", write_request(FACTS, rng).text))
    assert "Write a story about Lily, a cat and a red ball." in texts | {f"{text}." for text in texts}


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
