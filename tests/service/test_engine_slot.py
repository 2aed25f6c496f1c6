"""The one model of a server: passes compiled before the first run, where they can be."""

import traceback

import pytest
import torch
from service_helpers import happened, wait_until

import playground as pg
from playground.engine import models
from playground.engine.batch import Batch
from playground.engine.loading.source import EMBEDDED_NAME, without_places
from playground.errors import ModelError
from playground.service import EngineSlot, Refused, Service
from playground.service.runs import Run
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec

SETTINGS = pg.SamplerSettings(max_denoising_steps=6, entropy_bound=0.3, max_new_tokens=32)
SPEC = RunSpec(prompt=Prompt(text="hello"), settings=SETTINGS, seed=2)


@pytest.mark.parametrize("missing", [False, True])
def test_strangers_learn_no_local_path_and_the_log_has_it(tmp_path, monkeypatch, caplog, missing):
    loads, load = [], models.load_model
    monkeypatch.setattr(models, "load_model", lambda name, **options: (loads.append(name), load(name, **options))[1])
    folder = tmp_path / "of anna" / "mine"
    folder.mkdir(parents=True)
    if missing:  # by now
        slot = EngineSlot(str(folder))
        folder.rmdir()
    else:
        slot = EngineSlot(f"{folder}/")
    sentences = [slot.status()["sentence"]]
    slot.load()
    sentences.append(slot.status()["sentence"])
    (refused,) = [event for _, event in Service(slot).start([SPEC]).events() if isinstance(event, Refused)]
    sentences.append(refused.sentence)
    assert refused.sentence == sentences[-2] and isinstance(refused.cause, ModelError)
    assert all("mine" in sentence for sentence in sentences)
    assert str(folder) in caplog.text
    slot.use_embedded()
    slot.use_embedded()
    assert slot.wait(60) and loads[1:] == [EMBEDDED_NAME]
    sentences.append(slot.status()["sentence"])
    assert "in place of mine:" in sentences[-1]
    assert not any("anna" in sentence or str(tmp_path.parent) in sentence for sentence in sentences)


def test_what_a_library_says_of_a_file_keeps_its_name_alone(tmp_path, caplog, monkeypatch):
    def broken(*_, **__):
        raise OSError(2, "No such file", "/home/anna/.cache/hub/weights.bin")

    monkeypatch.setattr("playground.engine.models.load_model", broken)
    slot = EngineSlot("someone/gated")
    slot.load()
    assert slot.status()["sentence"] == (
        "The model someone/gated could not be loaded: FileNotFoundError: [Errno 2] No such file: 'weights.bin'"
    )
    assert "/home/anna/.cache/hub/weights.bin" in caplog.text


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("accept its terms on https://hf.co/a/b, then", "accept its terms on https://hf.co/a/b, then"),
        ("C:\\Users\\anna\\x.json is damaged", "x.json is damaged"),
        ("1/2 of it, and /data/hub has 3 MB left", "1/2 of it, and hub has 3 MB left"),
        ("this / that (/srv/m): ../x", "this / that (m): ../x"),
    ],
)
def test_only_places_on_the_computer_are_left_out(sentence, shown):
    assert without_places(sentence, "a/b") == shown


def test_the_slot_fails_and_is_ready_no_more(random_folder, monkeypatch):
    ended = []
    slot = EngineSlot(str(random_folder), broken=lambda: ended.append(True))
    slot.load()
    assert slot.status()["state"] == "ready"

    def dead(*_):
        raise torch.AcceleratorError("CUDA error: an illegal memory access was encountered")

    monkeypatch.setattr(Batch, "_pass", dead)
    *_, end = happened(Service(slot).start([SPEC]))
    assert isinstance(end, Refused) and "nothing more until it is started again" in end.sentence
    wait_until(lambda: ended == [True])
    status = slot.status()
    assert status["state"] == "failed" and status["way_out"] is False
    slot.use_embedded()
    assert slot.status()["state"] == "failed"


def test_every_refusal_is_an_error_of_its_own(tmp_path):
    slot = EngineSlot(str(tmp_path))
    slot.load()
    faults = []
    for _ in range(3):
        with pytest.raises(ModelError) as caught:
            slot.prepare(Run(), SPEC)
        faults.append(caught.value)
    assert len({id(fault) for fault in faults}) == 3
    assert len({len(traceback.extract_tb(fault.__traceback__)) for fault in faults}) == 1
