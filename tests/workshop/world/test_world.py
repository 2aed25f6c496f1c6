"""What writes the data: names of many languages, requests as people phrase them, and the small kinds of tasks."""

import random
import re

import pytest
from training_helpers import segments, text_of

from playground.plugins.small_world.judge import judge
from playground.plugins.small_world.kinds import OUTSIDE, SORTING, SUM
from playground.plugins.small_world.words import WORDS, kinds_of
from workshop.training.data import BatchMaker
from workshop.training.mixture import TALE, Mixture
from workshop.world.kinds import WRITERS
from workshop.world.names import LANGUAGES, sample_named_facts
from workshop.world.phrasings import write_free_request
from workshop.world.stories import sample_wide_facts, with_plain_rest
from workshop.world.words import is_held_out

ALL = {kind: {name for names in LANGUAGES.values() for name in names[kind]} for kind in ("girl", "boy")}


def test_names_are_spelled_in_letters_that_the_model_has_and_tell_the_pronoun():
    assert len(LANGUAGES) == 32 and all(names.keys() == ALL.keys() for names in LANGUAGES.values())
    assert all(10 <= len(names) <= 24 for both in LANGUAGES.values() for names in both.values())
    for name in ALL["girl"] | ALL["boy"]:
        assert re.fullmatch("[A-Z][a-z]{2,9}", name) and not kinds_of(name) | kinds_of(name.lower()), name
    assert not ALL["girl"] & ALL["boy"]


def test_facts_with_such_a_name_are_of_one_side_of_the_split():
    rng = random.Random(4)
    for number in range(200):
        held_out = number % 2 == 0
        facts = sample_named_facts(rng, held_out=held_out)
        assert facts.is_held_out == is_held_out(facts.hero) == held_out
        assert facts.open_words == {"hero": facts.hero}
        assert facts.hero in ALL["girl" if facts.subject == "she" else "boy"]


def test_training_tells_tales_of_them_as_often_as_the_mixture_says(world_tokenizer, few_puzzles):
    def share(names):
        mixture = Mixture(shares={TALE: 1.0}, names=names, masked=0, autoregressive=0)
        make = BatchMaker(world_tokenizer, few_puzzles, rows=60, seed=0, canvas_length=128, mixture=mixture)
        batch = make(0)
        tales = [here for here in segments(batch) if batch.task[here[0]][here[1]][0] == TALE]
        prompts = [text_of(world_tokenizer, batch, *here)[0] for here in tales]
        known = {name.lower() for name in ALL["girl"] | ALL["boy"] if not is_held_out(name)}
        return sum(bool(known & {*re.findall("[a-z]+", prompt.lower())}) for prompt in prompts) / len(prompts)

    assert share(1.0) == 1.0 and share(0.0) < 0.2


def test_a_free_request_names_every_word_that_must_be_spelled():
    rng = random.Random(0)
    for spelled in (1, 2, 3) * 100:
        facts = sample_wide_facts(rng, held_out=False, spelled=spelled)
        request = write_free_request(facts, rng)
        assert len(facts.open_words) == spelled
        for fact, word in facts.open_words.items():
            assert request.named[fact] == word and word.lower() in request.text.lower()


@pytest.mark.parametrize("held_out", [True, False])
def test_what_nobody_asked_for_is_of_the_small_world(held_out):
    rng, plain = random.Random(1), 0
    for spelled in (0, 1, 2) * 60:
        facts = sample_wide_facts(rng, held_out=held_out, spelled=spelled)
        named = write_free_request(facts, rng).named
        told = with_plain_rest(facts, named, rng)
        assert told.is_held_out == held_out and told.subject == facts.subject
        assert {fact: told.slots[fact] for fact in named} == named
        plain += all(getattr(told, fact) in words for fact, words in WORDS.items() if fact not in named)
    # One combination in twenty is held out, so at times none of few free choices is.
    assert plain > (150 if held_out else 179)


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.kind.name)
def test_every_case_of_training_is_read_as_it_was_meant_and_its_answer_is_right(writer):
    kind = writer.kind
    rng = random.Random(2)
    sides: dict[bool, set] = {False: set(), True: set()}
    for number in range(300):
        held_out = number % 2 == 0
        task = writer.sample(rng, held_out)
        prompt, answer = writer.request(task, rng), writer.answer(task)
        read = kind.read(prompt)
        assert read == task or (kind is OUTSIDE and read is None), prompt
        assert kind.fault(task, answer) == ""
        assert kind is OUTSIDE or judge(prompt, answer).task == kind.name
        key = str(sorted(map(abs, task) if kind is SUM else task.items) if kind in (SUM, SORTING) else task).lower()
        sides[held_out].add(key)
    assert not sides[False] & sides[True] and min(map(len, sides.values())) > 40
