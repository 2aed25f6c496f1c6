"""The world of stories keeps its promises, and the checker sees what is wrong with a story."""

import random
import re
from dataclasses import replace

import pytest

from playground.training.requests import write_excerpt_request, write_long_request, write_request
from playground.training.stories import (
    PLOTS,
    WORDS,
    Facts,
    sample_facts,
    sample_second_plot,
    tell,
    write_story,
)
from playground.training.story_check import check_story

FACTS = Facts(
    hero="Lily", animal="cat", colour="red", object="ball", place="park", helper="farmer", plot="lost"
)  # fmt: skip
# Written out by hand from the grammar, first wording of every pair.
STORY = (
    "One day, Lily and her cat went to the park. Lily took a red ball, and the cat was happy. "
    'At the park, the red ball was gone! "Where is my ball?" cried Lily. The cat looked behind every bush. '
    'Then a kind farmer found the ball in the grass. "Thank you, farmer!" said Lily. '
    "Lily, the cat and the farmer played at the park. Then Lily carried the red ball home."
)


def test_a_story_by_hand():
    assert tell(FACTS, lambda options: options[0]) == STORY
    report = check_story(STORY, {"hero": "Lily", "plot": "lost"})
    assert (report.is_perfect, report.is_consistent, report.disagreements) == (True, True, ())
    assert (report.plot, report.matched, report.total) == ("lost", 9, 9)


@pytest.mark.parametrize("plot", PLOTS)
def test_every_plot_tells_every_fact_three_times_whatever_the_wording(plot):
    rng = random.Random(plot)
    for _ in range(40):
        facts = Facts(**{fact: rng.choice(words) for fact, words in WORDS.items()}, plot=plot)
        story = write_story(facts, rng)
        assert check_story(story).is_perfect
        for fact in WORDS:
            assert len(re.findall(rf"\b{getattr(facts, fact)}\b", story)) >= 3


@pytest.mark.parametrize("plot", PLOTS)
def test_both_wordings_of_a_sentence_have_equally_many_words(plot):
    for sentence in PLOTS[plot]:
        for options in re.findall(r"\{([^}]*)\}", sentence):
            assert len({len(option.split()) for option in options.split("|")}) == 1


def test_articles_agree():
    for words in (WORDS["animal"], WORDS["colour"], WORDS["object"], WORDS["helper"]):
        assert not [word for word in words if word[0] in "aeiou"]  # every one of them follows "a"


def test_a_fact_that_changes_is_seen():
    report = check_story(STORY.replace("cat looked", "dog looked"))
    assert report.mentions["animal"] == ("cat", "dog")
    assert not report.is_consistent
    assert not report.is_perfect
    assert report.matched == report.total  # every sentence is a sentence of the grammar all the same


def test_a_wrong_pronoun_is_seen():
    report = check_story(STORY.replace("her cat", "his cat"))
    assert not report.pronouns_agree
    assert not report.is_perfect
    assert not report.is_consistent


def test_a_broken_sentence_is_seen():
    report = check_story(STORY.replace("every bush", "every every"))
    assert (report.matched, report.total) == (8, 9)
    assert report.is_consistent
    assert not report.is_perfect


def test_a_fact_other_than_requested_is_seen():
    report = check_story(STORY, {"hero": "Lily", "animal": "dog", "plot": "rain"})
    assert report.disagreements == ("animal", "plot")
    assert report.is_perfect


def test_rubbish_is_no_story():
    report = check_story("ball ball the .")
    assert (report.matched, report.is_perfect, report.is_consistent) == (0, False, False)


def test_a_long_story_by_hand():
    second = (
        " The next day, Lily and her cat came back to the park. At the park, the red ball got stuck in a tall tree. "
        'A kind farmer came by. "Please help me, farmer!" cried Lily. '
        "The clever farmer found a ladder and got the ball. Lily, the cat and the farmer played at the park. "
        "She hugged the red ball tightly."
    )
    assert tell(FACTS, lambda options: options[0], "stuck") == STORY + second
    report = check_story(STORY + second, {"plot": "lost"})
    assert (report.is_perfect, report.chapters, report.matched, report.total) == (True, 2, 16, 16)
    for broken in (second.replace("red", "blue"), second.replace("She", "He"), second.replace("clever ", "")):
        assert not check_story(STORY + broken).is_perfect
    assert not check_story(second.strip()).is_perfect  # there is no next day without a first one


def test_every_pair_of_chapters_is_perfect_and_on_one_side_of_the_split():
    rng = random.Random(6)
    for held_out in (False, True):
        for _ in range(150):
            facts = sample_facts(rng, held_out=held_out)
            second = sample_second_plot(facts, rng)
            request = write_long_request(facts, rng)
            report = check_story(write_story(facts, rng, second), request.named)
            assert report.is_perfect and report.chapters == 2 and not report.disagreements
            assert second != facts.plot
            if not held_out:
                assert not replace(facts, plot=second).is_held_out


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


def test_there_are_more_than_a_billion_stories():
    texts = 0
    for sentences in PLOTS.values():
        wordings = 1
        for options in re.findall(r"\{([^}]*)\}", " ".join(sentences)):
            wordings *= len(options.split("|"))
        told = {slot for slot in re.findall(r"<(\w+)>", " ".join(sentences)) if slot in WORDS}
        for fact in told:
            wordings *= len(WORDS[fact])
        texts += wordings
    assert texts > 10**9


def test_unknown_words_are_refused():
    with pytest.raises(ValueError, match=r"animal must be one of .*, but got 'dragon'"):
        Facts(hero="Lily", animal="dragon", colour="red", object="ball", place="park", helper="farmer", plot="lost")


def test_requests_name_facts_that_the_story_tells():
    rng = random.Random(5)
    named_all = 0
    for _ in range(500):
        facts = sample_facts(rng, held_out=False)
        request = write_request(facts, rng)
        words = re.findall(r"[a-z]+", request.text.lower())
        for fact, word in request.named.items():
            assert fact == "plot" or word.lower() in words
        unnamed = set(WORDS) - set(request.named)
        assert not any(getattr(facts, fact).lower() in words for fact in unnamed)
        assert not check_story(write_story(facts, rng), request.named).disagreements
        named_all += not unnamed
    assert 0.4 < named_all / 500 < 0.8


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
            **{fact: rng.choice(words) for fact, words in WORDS.items()}, plot=rng.choice(list(PLOTS))
        ).is_held_out
        for _ in range(4000)
    ) / 4000  # fmt: skip
    assert 0.035 < share < 0.065
    assert all(sample_facts(rng, held_out=True).is_held_out for _ in range(20))
    assert not any(sample_facts(rng, held_out=False).is_held_out for _ in range(200))
