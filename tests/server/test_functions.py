"""What the page asks beside runs, over HTTP: each function takes one text of a limited size."""

import json
from types import SimpleNamespace

import pytest
from functions import functions

from playground.hooks import PromptAdvice
from playground.server import functions as drafts
from playground.service import EngineSlot, Service, Visitor, advice
from playground.service.advice import NOTHING
from playground.service.limits import Limits
from playground.service.turns import NOBODY

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b'{"argument": "\\ud800"}'])
def test_what_is_no_json_is_refused_with_a_sentence(http, body):
    refused = http.post("page/own_text", content=body)
    assert refused.status_code in (200, 404) and "Traceback" not in refused.text
    assert refused.json().get("detail", refused.json().get("refused", "")).endswith(".")


def test_a_prompt_may_be_as_long_as_a_prompt_may_be():
    made = functions(Service(EngineSlot(), Limits(prompt_characters=321)))._functions
    assert made["about_prompt"][0] == made["card"][0] == 321 and made["own_text"][0] > 321


def test_a_long_text_takes_a_turn_of_its_visitor_and_a_short_one_none(random_slot, monkeypatch):
    service, held = Service(random_slot), []
    page = functions(service)
    monkeypatch.setattr(drafts, "draft_tokens", lambda *_: held.append(len(service.turns)) or {})
    short, long = (json.dumps({"kind": "tokens", "text": "a" * count}) for count in (1_000, 3_000))
    assert page.draft(short) == page.draft(long) == {} and held == [0, 1] and not len(service.turns)
    turns = [service.turns.take_now(NOBODY) for _ in range(service.limits.runs)]
    assert page.draft(long, Visitor("anna"))["refused"].startswith("The server has no room for this just now")
    assert page.draft(short, Visitor("anna")) == {} and held == [0, 1, service.limits.runs]
    for turn in turns:
        turn.close()


def test_what_plugins_know_of_the_model_is_said_and_of_others_nothing(monkeypatch):
    known = PromptAdvice(about=lambda prompt: {"sentence": prompt}, figures=lambda prompt: {"tasks": [prompt]})
    asked = []

    def each(name, *, model):
        asked.append((name, model))
        return [known] if model == "embedded" else []

    monkeypatch.setattr(advice, "plugins", lambda: SimpleNamespace(each=each))
    page = functions(Service(EngineSlot()))
    assert page.about_prompt("a") == {"sentence": "a"} and page.card("b") == {"tasks": ["b"]}
    page = functions(Service(EngineSlot("another/model")))
    assert page.about_prompt("a") == NOTHING
    assert page.card("b") == {} and {*asked} == {("prompt_advice", "embedded"), ("prompt_advice", "another/model")}
