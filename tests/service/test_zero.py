"""ZeroGPU: runs through the `spaces` package as it behaves off Spaces, and everything that would be pickled there."""

import inspect
import json
import pickle

import numpy as np
import pytest
from serving import loaded

import playground as pg
from playground.prompt import Prompt
from playground.service import EngineSlot, Service, zero
from playground.settings import all_knobs
from playground.spec import RunSpec
from playground.ui.handlers import Handlers

SETTINGS = pg.SamplerSettings(max_denoising_steps=4, entropy_bound=1.0, max_new_tokens=40)
SPEC = RunSpec(prompt=Prompt(text="hello"), settings=SETTINGS, seed=3)
VALUES = (*(SETTINGS.to_dict().get(name, knob.default) for name, knob in all_knobs().items()), "", False, "")


def test_the_decorated_run_is_a_sync_generator_and_the_run_of_the_engine(random_model):
    frames = zero.alone(lambda: random_model)
    assert inspect.isgeneratorfunction(frames), "what spaces.GPU takes: no coroutine, no ready-made generator"
    got = list(frames(SPEC))
    expected = list(pg.denoise(random_model, "hello", SETTINGS, seed=3))
    assert [frame.sampled_ids.tolist() for frame in got] == [frame.sampled_ids.tolist() for frame in expected]


def test_all_that_crosses_between_the_processes_is_pickled_and_comes_back_the_same(random_model):
    asked = SPEC.replace(prompt=Prompt(text="hello", system="be", image=b"\x89PNG"), start=(1, 2))
    assert pickle.loads(pickle.dumps(asked)) == asked
    for frame in zero.alone(lambda: random_model)(SPEC):
        packed = pickle.dumps(frame)
        assert b"torch" not in packed, "a tensor would drag CUDA into the process of the page"
        again = pickle.loads(packed)
        for name, value in vars(frame).items():
            assert np.array_equal(getattr(again, name), value) and type(getattr(again, name)) is type(value), name
        assert len(packed) < 200 * random_model.canvas_length + 2000


def test_the_gpu_is_asked_for_by_the_length_of_the_run():
    def seconds(**settings):
        return zero.duration(SPEC.replace(settings=pg.SamplerSettings(**settings)))

    assert seconds(max_new_tokens=256, max_denoising_steps=48) == 15 + 7
    assert seconds(max_new_tokens=257, max_denoising_steps=48) == 15 + 14
    assert seconds(max_new_tokens=1, max_denoising_steps=1) == 15
    assert seconds(max_new_tokens=100_000) == zero.SECONDS


@pytest.mark.parametrize(("value", "expected"), [(None, False), ("", False), ("0", False), ("true", True), ("1", True)])
def test_a_zero_gpu_space_is_known_by_its_variable(monkeypatch, value, expected):
    monkeypatch.delenv("SPACES_ZERO_GPU", raising=False)
    if value is not None:
        monkeypatch.setenv("SPACES_ZERO_GPU", value)
    assert zero.on_zero() is expected


@pytest.fixture
def zero_slot(random_folder, monkeypatch):
    monkeypatch.setenv("SPACES_ZERO_GPU", "true")
    return loaded(EngineSlot(str(random_folder), max_rows=8))


def test_the_same_app_runs_there_one_run_at_a_time_loaded_before_it_is_launched(zero_slot, random_model):
    assert zero_slot.wait(0) and zero_slot.rows == 1
    messages = [json.loads(message) for message in Handlers(Service(zero_slot)).generate("hello", 3, *VALUES, "")]
    expected = pg.record(random_model, "hello", SETTINGS, seed=3)
    assert (messages[0]["kind"], messages[-1]["text"]) == ("taken", expected.text)
    assert messages[1]["kind"] == "start" and len(messages) == len(expected) + 3


def test_what_is_wrong_with_a_prompt_is_said_by_the_process_of_the_page(zero_slot):
    messages = Handlers(Service(zero_slot)).generate("x" * 1000, 3, *VALUES, "")
    assert json.loads(next(messages))["kind"] == "taken"
    assert "tokens long" in json.loads(next(messages))["sentence"]


def test_refusals_of_zero_gpu_reach_the_reader(zero_slot, monkeypatch):
    import gradio as gr

    def refused(*_):
        raise gr.Error("You have exceeded your free ZeroGPU quota.")
        yield

    monkeypatch.setattr(zero_slot, "_frames", refused)
    messages = Handlers(Service(zero_slot)).generate("hello", 3, *VALUES, "")
    assert [json.loads(next(messages))["kind"] for _ in range(2)] == ["taken", "start"]
    assert json.loads(next(messages))["sentence"] == "You have exceeded your free ZeroGPU quota."
    with pytest.raises(gr.Error):
        next(messages)
