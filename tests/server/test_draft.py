"""What the page asks while somebody writes; `plugins/live/golden/answers.json` has more questions and their answers."""

import json

import pytest

import playground as pg
from playground.server.draft import draft_tokens


def ask(model, **question):
    return draft_tokens(model, json.dumps(question))


def test_a_template_has_its_parts_and_the_pins_that_a_run_takes(embedded_model):
    (answer,) = ask(embedded_model, kind="template", text="Lily ____(4) smiled.")["choices"]
    pins = pg.pins_of(embedded_model, "Lily ____(4) smiled.", whole=True)
    assert json.loads(json.dumps(answer))["pins"] == {str(place): token for place, token in pins.items()}
    first, gap, last = answer["parts"]
    assert gap == {"place": len(first["ids"]), "gap": 4} and last["place"] == gap["place"] + 4
    assert answer["length"] == last["place"] + len(last["ids"]) and not answer["open"]


@pytest.fixture
def encoded(embedded_model, monkeypatch):
    """The texts that were tokenized."""
    texts, encode = [], type(embedded_model.tokenizer).encode

    def counted(tokenizer, text, **options):
        texts.append(text)
        return encode(tokenizer, text, **options)

    monkeypatch.setattr(type(embedded_model.tokenizer), "encode", counted)
    return texts


def test_each_part_of_a_text_is_tokenized_once_whatever_lengths_are_tried(embedded_model, encoded):
    text = "Lily ____(1-4) smiled ____(1-4) smiled ____(3) and."
    assert len(ask(embedded_model, kind="template", text=text)["choices"]) == 16
    assert sorted(encoded) == [" and.", " smiled", "Lily"]
    encoded.clear()
    ask(embedded_model, kind="start", text="Lily smiled.", noise=0.5)
    assert encoded == ["Lily smiled."]


def test_a_text_with_too_many_gaps_is_refused_before_it_is_tokenized(embedded_model, encoded):
    question = ask(embedded_model, kind="template", text="____(1-16)" + "a____(1)" * 1970)
    assert question == {"refused": "The text has 1,971 gaps; it may have at most 256."} and not encoded
    assert "choices" in ask(embedded_model, kind="template", text="a____(1)" * 256)


def test_the_lengths_that_are_tried_hold_no_more_tokens_together_than_may_be(embedded_model):
    """Each token of each of them is in the answer."""
    refused = ask(embedded_model, kind="template", text="a." * 520 + "____(1-16)")["refused"]
    assert refused == (
        "The text holds 16,640 tokens in its 16 combinations of lengths together; at most 16,384 may be. Give its gaps "
        "fewer lengths."
    )
    for text in ("a." * 500 + "____(1-16)", "a." * 9000):
        answer = ask(embedded_model, kind="template", text=text)
        assert len(json.dumps(answer)) < 18_001 * 30


def test_words_that_are_new_to_the_model_are_named(embedded_model):
    question = json.dumps({"kind": "tokens", "text": "Lily had a zorble."})
    assert draft_tokens(embedded_model, question, lambda text: ["zorble"])["new"] == ["zorble"]


@pytest.mark.parametrize("question", ["", "[" * 9999])
def test_what_is_no_json_is_refused(embedded_model, question):
    assert draft_tokens(embedded_model, question)["refused"].endswith(".")
