"""One run in one value: what comes back as it was, and what is refused."""

import json

import pytest

import playground as pg
from playground.engine.row import Row
from playground.spec.prompt import Prompt, picture
from playground.spec.run import SPEC_VERSION, RunSpec
from playground.spec.steering import Edit

SPEC = RunSpec(
    prompt=Prompt(text="hi ${x}", system="be brief", thinking=True),
    settings=pg.SamplerSettings(entropy_bound=0.5, draw="fast", schedule="cosine"),
    seed=2**53 - 1,
    start=(3, 1, 2),
    model="tiny",
    revision="abc",
)

NESTED: dict = {}
for _ in range(100_000):
    NESTED = {"a": NESTED}


def test_a_spec_comes_back_through_json_as_it_was():
    assert RunSpec.from_dict(json.loads(json.dumps(SPEC.to_dict()))) == SPEC
    assert RunSpec.from_dict({"version": 1, "prompt": {"text": "x"}}) == RunSpec(prompt=Prompt(text="x"))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"text": "a\ud800b"}, "The prompt holds U+D800, half of a character"),
        ({"text": "x", "system": "\udfff"}, "The system prompt holds U+DFFF, half of a character"),
        ({"text": "x", "system": None}, "The system prompt is None; it must be text."),
        (3, "The prompt is 3; it must be text."),
        ({"system": "hi"}, "A prompt's fields are text, system, thinking, image; text is missing."),
        ({"text": "hi", "txt": 1}, "A prompt's fields are text, system, thinking, image; 'txt' is none of them."),
    ],
)
def test_what_is_no_text_is_no_prompt(fields, sentence):
    with pytest.raises(pg.PromptError) as refused:
        RunSpec(prompt=fields)
    assert sentence in str(refused.value)
    assert Prompt(text="\U0001f600").text == "😀", "a whole character, whatever halves UTF-16 makes of it"


def test_a_picture_comes_as_a_data_url_or_not_at_all():
    assert picture("data:image/png;base64,aGk=") == b"hi" and picture("data:image/svg+xml;base64,aGk=") == b"hi"
    assert picture("") == b""
    for url in (
        "https://example.org/a.png",
        "data:text/html;base64,aGk=",
        "data:image/png;base64,",
        "data:image/png;base64,a!Gk=",
    ):
        with pytest.raises(pg.PromptError, match="The picture is not a base64 data URL of a picture"):
            picture(url)


def test_a_picture_is_named_by_its_hash_and_must_come_beside():
    seen = SPEC.replace(prompt=Prompt(text="x", image=b"picture"))
    assert RunSpec.from_dict(seen.to_dict(), image=b"picture") == seen
    for image in (b"", b"other"):
        with pytest.raises(pg.SpecError, match="The picture that came with this run is not the one"):
            RunSpec.from_dict(seen.to_dict(), image=image)
    with pytest.raises(pg.SpecError, match="The picture that came with this run is not the one"):
        RunSpec.from_dict(SPEC.to_dict(), image=b"picture")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"version": SPEC_VERSION + 1}, "has version 2; this playground reads up to version 1"),
        ({"version": "1"}, "has version '1'; this playground reads up to version 1"),
        ({"code": "x"}, "has no field 'code'; its fields are branch, edits, keep, model, noise, noise_seed, pins"),
        ({"prompt": "hi"}, "must hold a prompt and settings, both as objects"),
        ({"settings": []}, "must hold a prompt and settings, both as objects"),
        ({"prompt": {"text": 3}}, "text is 3; it must be text"),
        ({"model": None}, "model is None; it must be text"),
        ({"start": "abc"}, "a list of token ids"),
        ({"start": [1, -1]}, "a list of token ids"),
        ({"start": []}, "a list of token ids"),
        ({"sampler_source": "0" * 12}, "a different version of the sampler 'entropy-bound'"),
        ({"settings": {"sampler": "/tmp/mine.py"}}, "sampler is '/tmp/mine.py'; allowed are entropy-bound"),
        ({"seed": -1}, "seed is -1"),
        ({"pins": "abc"}, "Pins must say which token each place holds"),
        ({"pins": {"x": 3}}, "Pins must say which token each place holds"),
        ({"pins": {"3": -1}}, "Pins must say which token each place holds"),
        ({"pins": [[1, 2], [1, 3]]}, "Place 1 is pinned twice"),
        ({"noise": 1.5}, "noise is 1.5; it must be the share"),
        ({"noise": 0.5, "start": None}, "there is no start to put it into"),
        ({"noise_seed": -1}, "seed is -1"),
        ({"keep": "kept"}, "keep is 'kept'; allowed are favoured, held, free."),
        ({"keep": ["held"]}, "keep is ['held']; allowed are favoured, held, free."),
        (
            {"start": None, "keep": "held"},
            "keep is 'held', but there is no start to keep; give the text to start from.",
        ),
        ({"edits": 3}, "Edits must be a list."),
        ({"edits": [3]}, "An edit must have a block, a step and cells, and nothing else."),
        ({"edits": [{"block": 0, "step": 1, "cells": {"1": 2}}]}, "The block of an edit is 0"),
        ({"edits": [{"block": 1, "step": 1, "cells": {}}]}, "An edit must say which cells become what"),
        ({"edits": [{"block": 1, "step": 1, "cells": {"1": -2}}]}, "An edit must say which cells become what"),
        ({"edits": [{"block": 1, "step": 1, "cells": {"1": 2}}] * 2}, "Two edits are at step 1 of block 1"),
        ({"processors": {"a": {"x": float("nan")}}}, "must be plain JSON"),
        ({"processors": {"a": NESTED}}, "must be plain JSON"),
    ],
)
def test_what_is_no_spec_is_refused_in_one_sentence(changes, sentence):
    with pytest.raises(pg.PlaygroundError) as refused:
        RunSpec.from_dict({**SPEC.to_dict(), **changes})
    assert sentence in str(refused.value)
    with pytest.raises(pg.SpecError, match="it has no prompt"):
        RunSpec.from_dict(None)


def test_a_prompt_may_be_a_string_or_its_fields():
    assert RunSpec(prompt="hi") == RunSpec(prompt={"text": "hi"}) == RunSpec(prompt=Prompt(text="hi"))
    assert RunSpec(prompt={"text": "hi", "thinking": True}).prompt.thinking


def test_a_spec_has_fixed_settings_and_a_copy_changes_some_of_them():
    assert SPEC.replace(t_max=0.9) == SPEC.replace(settings={"t_max": 0.9})
    assert SPEC.replace(t_max=0.9).settings == SPEC.settings.replace(t_max=0.9)
    fixed = pg.SamplerSettings(t_min=0.1)
    assert SPEC.replace(settings=fixed, t_max=0.9, seed=4).settings == fixed.replace(t_max=0.9)
    with pytest.raises(pg.SettingError, match="no setting called 'prmpt'"):
        SPEC.replace(prmpt="x")
    with pytest.raises(pg.SpecError, match=r"settings is \{'t_max': 0.9\}; a RunSpec has fixed values"):
        RunSpec(prompt="hi", settings={"t_max": 0.9})


def test_settings_are_relative_to_the_checkpoint_and_the_way(random_model, monkeypatch):
    own = pg.SamplerSettings(t_max=1.5, t_min=0.3, max_new_tokens=16, max_denoising_steps=3)
    monkeypatch.setattr(type(random_model), "settings", own)
    for settings, changes in ((None, {"entropy_bound": 0.5}), ({"entropy_bound": 0.5}, {})):
        assert random_model.spec("hi", settings, **changes).settings == own.replace(entropy_bound=0.5)
    line = random_model.spec("hi", way="autoregressive", t_max=2.0).settings
    assert (line.draw, line.t_max, line.t_min, line.max_new_tokens) == ("greedy", 2.0, 1.0, 16)
    fixed = pg.SamplerSettings(max_new_tokens=16)
    assert random_model.spec("hi", fixed).settings is not own and random_model.spec("hi", fixed).settings == fixed
    trace = pg.record(random_model, "hi", seed=1, entropy_bound=0.5)
    frames = list(pg.denoise(random_model, {"text": "hi"}, {"entropy_bound": 0.5}, seed=1))
    assert trace.header.settings == own.replace(entropy_bound=0.5).to_dict() and len(frames) == trace.nfe
    assert pg.Recorder(random_model, "hi", max_denoising_steps=2).row.settings.max_denoising_steps == 2
    assert pg.branch(trace, 2, entropy_bound=2.0).settings == own.replace(entropy_bound=2.0)
    for settings, changes, sentence in (
        (0.5, {}, "settings is 0.5; it must be pg.SamplerSettings"),
        ({"bound": 1}, {}, "There is no setting called 'bound'"),
    ):
        with pytest.raises(pg.SettingError, match=sentence):
            pg.record(random_model, "hi", settings, **changes)
    with pytest.raises(pg.SettingError, match="A spec has its own settings"):
        pg.record(random_model, SPEC, entropy_bound=1)


def test_a_spec_for_another_model_is_not_run(random_model):
    model = random_model
    here = {"model": model.name, "revision": model.revision, "start": None}
    for changes in ({"model": "google/other"}, {"revision": "fedcba"}):
        with pytest.raises(pg.SpecError, match="This run is meant for"):
            Row.of(model, SPEC.replace(**here | changes))
    with pytest.raises(pg.SettingError, match="A spec has its own settings and seed"):
        Row.of(model, SPEC.replace(**here), seed=1)


def test_a_start_must_fit_the_vocabulary(random_model):
    def start(*ids):
        return RunSpec(prompt=Prompt(text="x"), settings=pg.SamplerSettings(max_new_tokens=16), start=ids)

    last = random_model.vocab_size - 1
    with pytest.raises(pg.SpecError, match=rf"holds token {last + 1}; this model's last token is {last}\."):
        Row.of(random_model, start(*[last + 1] * 16))
    first = next(pg.denoise(random_model, start(*[last] * 16)))
    assert first.input_ids.tolist() == [last] * 16


def test_a_run_is_the_same_from_a_spec_and_from_its_parts_and_its_prompt_is_encoded_once(random_model, monkeypatch):
    settings = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=16)
    parts = pg.record(random_model, "hello", settings, seed=5)
    encoded = []
    encode = type(random_model.chat).encode
    monkeypatch.setattr(type(random_model.chat), "encode", lambda *args: encoded.append(args) or encode(*args))
    whole = pg.record(random_model, RunSpec(prompt=Prompt(text="hello"), settings=settings, seed=5))
    assert len(encoded) == 1
    assert (parts.columns["sampled_ids"] == whole.columns["sampled_ids"]).all() and parts.text == whole.text


def test_what_steers_a_run_comes_back_through_json_in_its_order():
    edits = [Edit(block=2, step=1, cells={0: 5}), Edit(block=1, step=3, cells={6: None, 5: 17})]
    steered = SPEC.replace(noise=0.4, noise_seed=7, keep="held", pins={12: 345, 3: 9}, edits=edits)
    assert steered.pins == ((3, 9), (12, 345)) and [edit.block for edit in steered.edits] == [1, 2]
    written = json.loads(json.dumps(steered.to_dict()))
    assert RunSpec.from_dict(written) == steered and hash(steered) == hash(RunSpec.from_dict(written))
    assert not {"noise", "noise_seed", "keep", "pins", "edits"} & set(SPEC.to_dict()), "older playgrounds can read it"
    assert (written["keep"], RunSpec.from_dict(SPEC.to_dict()).keep) == ("held", "free")
