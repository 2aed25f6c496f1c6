"""What a checkpoint's own template, channel marks and image processor make of prompts and answers."""

import dataclasses
import hashlib
import json

import chat_checkpoint
import numpy as np
import pytest
import random_checkpoint
import reference
import torch
from chat_checkpoint import picture

import playground as pg
from playground.engine.models import Model
from playground.engine.row import Row
from playground.spec.prompt import Prompt


@pytest.fixture(scope="session")
def chat_model(tmp_path_factory):
    folder = random_checkpoint.save(tmp_path_factory.mktemp("chat") / "checkpoint")
    return pg.load_model(str(chat_checkpoint.furnish(folder)))


def written(model, prompt):
    return "".join(model.token_texts(model.encode(prompt))).strip()


def test_the_template_gets_system_prompt_and_thinking(chat_model):
    assert chat_model.chat.abilities == {"system": True, "thinking": True, "image": True}
    assert written(chat_model, "hello") == "hello>"
    assert written(chat_model, Prompt(text="hello", system=" be short ")) == "[be short]hello>"
    prompt = Prompt(text="hello", system="be", thinking=True)
    assert written(chat_model, prompt) == "[be!]hello><open>"
    header = pg.record(chat_model, prompt, max_denoising_steps=1, max_new_tokens=16).header
    assert (header.system, header.thinking, header.image_sha256) == ("be", True, "")
    ids = chat_model.tokenizer.convert_tokens_to_ids
    assert header.thought_marks == {"open": ids("<open>"), "close": ids("<close>"), "label": "ab"}


@pytest.mark.parametrize(
    ("template", "thinks", "plain", "thinking"),
    [
        ("{{ t }}{% if enable_thinking is not defined or enable_thinking %}<open>{% endif %}", True, "hi", "hi<open>"),
        ("{% set think = enable_thinking | default(true) %}{{ t }}{% if not think %}<open><close>{% endif %}", True,
         "hi<open><close>", "hi"),
        ("{% set think = true if thinking is not defined else thinking %}{{ t }}{% if think %}<open>{% endif %}", True,
         "hi", "hi<open>"),
        ("{# enable_thinking is of no use here #}{{ t }}<open>", False, "hi<open>", None),
        ("{% if enable_thinking %}{{ raise_exception('no thinking') }}{% endif %}{{ t }}", False, "hi", None),
    ],
    ids=["on by itself", "off by an empty thought", "another name", "always", "rejected"],
)  # fmt: skip
def test_the_switch_of_thinking_does_what_it_says_whatever_the_template_does_by_itself(
    template, thinks, plain, thinking, chat_model, monkeypatch
):
    monkeypatch.setattr(chat_model.tokenizer, "chat_template", template.replace("t }}", "messages[-1]['content'] }}"))
    assert chat_model.chat.abilities["thinking"] is thinks
    assert written(chat_model, "hi") == plain
    if thinks:
        assert written(chat_model, Prompt(text="hi", thinking=True)) == thinking
    else:
        with pytest.raises(pg.PromptError, match="does not support thinking in a prompt; leave it out"):
            chat_model.encode(Prompt(text="hi", thinking=True))


def test_what_a_checkpoint_cannot_do_is_refused(random_model, embedded_model):
    asked = {"system": ("be", "a system prompt"), "thinking": (True, "thinking"), "image": (picture(), "a picture")}
    for model in (random_model, embedded_model):
        assert model.chat.abilities == dict.fromkeys(asked, False) and model.chat.thought_marks == {}
        for name, (value, what) in asked.items():
            with pytest.raises(pg.PromptError, match=f"does not support {what} in a prompt"):
                model.encode(Prompt(text="hello", **{name: value}))


def test_a_picture_becomes_its_pieces_before_the_text(chat_model):
    encoded = chat_model.read(Prompt(text="hi", image=picture()))
    pieces = [token == 4 for token in encoded.ids]
    count = sum(pieces)  # 10 x 6 pooled squares of 12 pixels keep 50 x 30's ratio within 70
    assert count == 60 and pieces[:count] == [True] * count
    assert encoded.media["mm_token_type_ids"].tolist() == [[int(piece) for piece in pieces]]
    assert encoded.media["pixel_values"].shape == (1, 630, 48)
    assert (encoded.media["image_position_ids"][0, :, 0] >= 0).sum() == 9 * count, "9 patches make a piece"


def test_a_picture_reaches_the_device_when_its_prompt_is_read_and_not_before(chat_model, monkeypatch):
    class Elsewhere(Model):
        device = torch.device("meta")

    generator = torch.Generator()
    monkeypatch.setattr(torch, "Generator", lambda device: generator)  # that device has none
    model = Elsewhere(**{one.name: getattr(chat_model, one.name) for one in dataclasses.fields(chat_model)})
    row = Row.of(model, Prompt(text="hi", image=picture()), pg.SamplerSettings(max_new_tokens=16))
    assert row.media and {tensor.device.type for tensor in row.media.values()} == {"cpu"}
    told = []
    monkeypatch.setattr(type(model.denoiser), "read", lambda _, cache, ids, media: told.append(media))
    row.seated(0, None, torch.tensor([row.prompt_ids])).read(model)
    assert [{tensor.device.type for tensor in media.values()} for media in told] == [{"meta"}]
    assert {tensor.device.type for tensor in row.media.values()} == {"cpu"}, "nor does it stay there"


def test_what_is_no_picture_is_refused(chat_model, monkeypatch):
    assert chat_model.read(Prompt(text="hi", image=picture(kind="GIF"))).media
    for file in (b"hello", picture()[:60], picture()[:-100]):
        with pytest.raises(pg.PromptError, match="The picture cannot be read: give a complete PNG"):
            chat_model.read(Prompt(text="hi", image=file))
    monkeypatch.setattr("playground.engine.loading.chat.MOST_PIXELS", 50 * 30 - 1)
    with pytest.raises(pg.PromptError, match=r"The picture has 50 x 30 pixels; at most 1,499 are allowed"):
        chat_model.read(Prompt(text="hi", image=picture()))


def test_a_template_that_refuses_is_quoted(chat_model, monkeypatch):
    template = "{{ raise_exception('no system here') }}"
    monkeypatch.setattr(chat_model.tokenizer, "chat_template", template)
    with pytest.raises(pg.PromptError, match="template rejects this prompt: no system here"):
        chat_model.encode("hello")
    monkeypatch.setattr(chat_model.tokenizer, "chat_template", "{{ messages[0]['role'] }}")
    with pytest.raises(pg.PromptError, match="no place for a picture"):
        chat_model.encode(Prompt(text="hello", image=picture()))


CHANNEL, THINK = ("<|channel>", "<channel|>"), ("<think>", "</think>")


@pytest.mark.parametrize(
    ("marks", "label", "text", "answer", "thought"),
    [
        (CHANNEL, "thought", "<|channel>thought\nsix<channel|>It is 6.", "It is 6.", "six"),
        (CHANNEL, "thought", "<|channel>final\nIt is 6.<channel|>", "It is 6.", ""),
        (CHANNEL, "thought", "<think>six</think>It is 6.", "It is 6.", "six"),
        (THINK, "", "<think>six</think>It is 6.", "It is 6.", "six"),
    ],
)
def test_only_the_channel_named_thought_is_a_thought(marks, label, text, answer, thought, tmp_path):
    """Whether its marks are tokens or spelled: text of people, such as pins, is spelled."""
    folder = random_checkpoint.save(tmp_path / "checkpoint", canvas_length=64)
    model = pg.load_model(str(chat_checkpoint.furnish(folder, response=None, marks=marks)))
    begin, end = model.tokenizer.convert_tokens_to_ids([*marks])
    assert model.chat.thought_marks == {"open": begin, "close": end, "label": label}
    spelled = pg.pins_of(model, text, 0)
    tokens = dict(enumerate(model.tokenizer.encode(text, add_special_tokens=False)))
    assert len(tokens) < len(spelled) or marks[0] not in text
    for pins in (spelled, tokens):
        pins |= {len(pins): model.eos_ids[0]}
        spec = model.spec("what", seed=1, max_new_tokens=64, max_denoising_steps=2).replace(pins=pins)
        trace = pg.record(model, spec)
        assert (trace.text.strip(), trace.thought) == (answer, thought)


# Pictures, through the whole engine.


@pytest.mark.parametrize("attention", [None, "vision"], ids=["causal", "bidirectional within the picture"])
def test_a_run_with_a_picture_equals_generate(tmp_path, attention):
    folder = chat_checkpoint.furnish(random_checkpoint.save(tmp_path / "checkpoint", picture_side=64))
    config = json.loads((folder / "config.json").read_text())
    config["text_config"]["use_bidirectional_attention"] = attention
    (folder / "config.json").write_text(json.dumps(config))
    model = pg.load_model(str(folder))
    settings = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=32, entropy_bound=5, t_max=0.8, t_min=0.4)
    outputs = []
    for image in (picture(), picture(30, 50)):
        prompt = Prompt(text="what is it", image=image)
        encoded = model.read(prompt)
        expected = reference.generate(model, encoded.ids, settings, seed=3, **encoded.media)
        trace = pg.record(model, prompt, settings, seed=3)
        assert trace.token_ids == expected.token_ids[: len(trace.token_ids)]
        assert np.array_equal(trace.columns["sampled_ids"], torch.stack(expected.sampled).numpy())
        assert np.array_equal(trace.columns["entropy"], torch.stack(expected.entropy).numpy())
        assert trace.header.image_sha256 == hashlib.sha256(image).hexdigest()
        outputs.append(trace.token_ids)
    assert outputs[0] != outputs[1], "what it sees makes a difference"


def test_of_named_templates_the_default_one_is_used(chat_model, monkeypatch):
    named = {"tools": "tools", "default": chat_model.tokenizer.chat_template}
    monkeypatch.setattr(chat_model.tokenizer, "chat_template", named)
    assert chat_model.chat.abilities == {"system": True, "thinking": True, "image": True}
    assert written(chat_model, Prompt(text="hello", system="be")) == "[be]hello>"
    monkeypatch.setattr(chat_model.tokenizer, "chat_template", {"first": "a{{ messages[0]['content'] }}", "other": "b"})
    assert written(chat_model, "hello") == "ahello", "the first one where none is the default"


def test_a_system_prompt_is_not_offered_where_the_template_only_rejects_it(chat_model, monkeypatch):
    rejects = "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system') }}{% endif %}"
    ignores = "{% for m in messages if m['role'] != 'system' %}{{ m['content'] }}{% endfor %}"
    for template in (rejects + "{{ messages[0]['content'] }}", ignores):
        monkeypatch.setattr(chat_model.tokenizer, "chat_template", template)
        assert not chat_model.chat.abilities["system"]
        assert written(chat_model, "hello") == "hello"
        with pytest.raises(pg.PromptError, match="does not support a system prompt"):
            chat_model.encode(Prompt(text="hello", system="be"))


def test_templates_in_a_folder_of_their_own_are_read(tmp_path):
    folder = random_checkpoint.save(tmp_path / "checkpoint")
    named = folder / "additional_chat_templates"
    named.mkdir()
    (named / "tools.jinja").write_text("tools")
    assert written(pg.load_model(str(folder)), "hi") == "tools", "the only one"
    (named / "default.jinja").write_text("[{{ messages[0]['content'] }}]")
    assert written(pg.load_model(str(folder)), "hi") == "[hi]"
    (named / "default.jinja").rename(folder / "chat_template.jinja")
    assert written(pg.load_model(str(folder)), "hi") == "[hi]", "the usual file is the default one"
