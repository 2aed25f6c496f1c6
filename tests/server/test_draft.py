"""What the page asks while somebody writes."""

import json

import pytest

import playground as pg
from playground.server.draft import draft_tokens
from playground.spec.steering import noised


def ask(model, **question):
    return draft_tokens(model, json.dumps(question))


def test_a_text_falls_into_the_tokens_that_the_model_would_write(embedded_model):
    answer = ask(embedded_model, kind="tokens", text=" dog.")
    assert [answer["texts"][str(token)] for token in answer["ids"]] == [" dog", "."]
    assert ask(embedded_model, kind="tokens", text="🙂")["refused"].startswith("This model has no token for '🙂'")


def test_a_template_has_its_parts_and_the_pins_that_a_run_takes(embedded_model):
    (answer,) = ask(embedded_model, kind="template", text="Lily ____(4) smiled.")["choices"]
    pins = pg.pins_of(embedded_model, "Lily ____(4) smiled.", whole=True)
    assert json.loads(json.dumps(answer))["pins"] == {str(place): token for place, token in pins.items()}
    first, gap, last = answer["parts"]
    assert gap == {"place": len(first["ids"]), "gap": 4} and last["place"] == gap["place"] + 4
    assert answer["length"] == last["place"] + len(last["ids"]) and not answer["open"]
    assert "its length must be" in ask(embedded_model, kind="template", text="a ____(0) b")["refused"]


def test_a_gap_that_leaves_its_length_open_has_a_choice_for_each(embedded_model):
    choices = ask(embedded_model, kind="template", text="Lily ____(2-4) smiled. ____")["choices"]
    assert [choice["template"] for choice in choices] == [f"Lily ____({n}) smiled. ____" for n in (2, 3, 4)]
    assert [choice["parts"][1]["gap"] for choice in choices] == [2, 3, 4] and all(choice["open"] for choice in choices)
    refused = ask(embedded_model, kind="template", text="a ____(1-9) b ____(1-9)")["refused"]
    assert refused == "The gaps can have 81 combinations of lengths; at most 16 are tried."


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
    for kind in ("tokens", "template", "start"):
        question = json.dumps({"kind": kind, "text": "Lily had a zorble."})
        assert draft_tokens(embedded_model, question, lambda text: ["zorble"])["new"] == ["zorble"]
        assert draft_tokens(embedded_model, question)["new"] == []


def test_a_start_says_what_noise_replaces(embedded_model):
    answer = ask(embedded_model, kind="start", text="Lily smiled.", noise=0.5, seed=3)
    assert tuple(answer["ids"]) == pg.start_of(embedded_model, "Lily smiled.")
    assert answer["replaced"] == noised(answer["ids"], 0.5, 3, embedded_model.vocab_size)
    assert answer["ids"][answer["text"] - 1] == 1 and {*answer["ids"]} <= {*map(int, answer["texts"])}


@pytest.mark.parametrize(
    "question", ["", "3", "{}", '{"kind": "x", "text": "a"}', '{"kind": "start", "text": 3}', "[" * 9999]
)
def test_what_is_no_question_is_refused(embedded_model, question):
    assert draft_tokens(embedded_model, question)["refused"].endswith(".")
