"""The page's question about a prompt: the list of words belongs to the embedded model, and to no other."""

import pytest
from functions import functions

from playground.service import EngineSlot, Service

AXOLOTL = "Write a story about an axolotl."


@pytest.mark.parametrize("name", [None, "embedded"])
def test_the_embedded_model_answers_before_it_is_loaded(name):
    answer = functions(Service(EngineSlot(name))).about_prompt(AXOLOTL)
    assert answer["kind"] == "story" and answer["unread"] == ()
    assert answer["unknown"] == ({"word": "axolotl", "nearest": ("lizard", "crocodile")},)
    assert answer["offers"] == ("Write a story about a lizard.",)
    assert answer["sentence"].startswith("It will tell a story about an axolotl. It must spell axolotl in pieces, ")


@pytest.mark.parametrize("prompt", [AXOLOTL, "What is the capital of France?"])
def test_of_another_model_nothing_is_claimed(prompt, random_folder):
    answer = functions(Service(EngineSlot(str(random_folder)))).about_prompt(prompt)
    assert (answer["unread"], answer["unknown"], answer["sentence"], answer["offers"]) == ((), (), "", ())


def test_only_of_the_embedded_checkpoint_are_there_figures():
    prompt = "Write a story about Lily."
    assert functions(Service(EngineSlot())).card(prompt)["tasks"][0]["task"] == "story, facts named"
    assert functions(Service(EngineSlot("another/model"))).card(prompt) == {}
