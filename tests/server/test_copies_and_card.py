"""Functions that need no server: settings for use elsewhere, and the card's figures."""

import json

import pytest
from functions import functions

import playground as pg
from playground.service import EngineSlot, Service


@pytest.fixture(scope="module")
def page():
    return functions(Service(EngineSlot()))


def test_settings_are_copied_in_every_form_or_with_the_reason_against_it(page):
    spec = pg.RunSpec(prompt=pg.spec.prompt.Prompt(text="A story"), settings=pg.SamplerSettings(way="masked"), seed=3)
    made = page.copies(json.dumps(spec.to_dict()))
    assert list(made) == ["pg", "cli", "transformers", "diffusers"]
    assert "--way masked" in made["cli"]["text"] and "way is 'masked'" in made["transformers"]["refused"]


@pytest.mark.parametrize(
    ("described", "sentence"),
    [
        ("{", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("{}", "it has no prompt"),
        (json.dumps({"version": 1, "prompt": {"text": "x"}, "settings": {"t_max": -1}}), "t_max is -1"),
    ],
)
def test_what_describes_no_run_is_refused_in_one_sentence(page, described, sentence):
    assert sentence in page.copies(described)["refused"]


def test_only_of_the_embedded_checkpoint_are_there_figures(page):
    prompt = "Write a story about Lily."
    assert page.card(prompt)["tasks"][0]["task"] == "story, facts named"
    assert functions(Service(EngineSlot("another/model"))).card(prompt) == {}
