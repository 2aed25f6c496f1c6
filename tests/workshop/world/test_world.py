"""Heroes with names of many languages: what the data promises, and that the rules of all stories judge them."""

import random
import re

from training_helpers import segments, text_of

from playground.plugins.small_world.words import kinds_of
from workshop.training.data import BatchMaker
from workshop.training.mixture import TALE, Mixture
from workshop.world.cases import suites
from workshop.world.names import LANGUAGES, sample_named_facts
from workshop.world.words import is_held_out

SUITE = "story, a name of any language"
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


def test_the_rules_of_all_stories_judge_their_cases(few_puzzles, world_tokenizer):
    (suite,) = (suite for suite in suites(few_puzzles, world_tokenizer, {}) if suite.name == SUITE)
    for case in suite.cases(60):
        (name,) = {word for word in re.findall("[A-Z][a-z]+", case.answer)} & (ALL["girl"] | ALL["boy"])
        assert name.lower() in case.prompt.lower()
        assert case.judge(case.answer)
        assert not case.judge(case.answer.replace(name, "Zzyx")), "another hero"


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
