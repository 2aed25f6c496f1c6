"""The one model of a server: passes compiled before the first run, where they can be."""

import threading
from contextlib import suppress

import pytest

import playground as pg
from playground.engine import models
from playground.engine.loading.source import EMBEDDED_NAME, without_places
from playground.service import EngineSlot, Refused, Service
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec

SETTINGS = pg.SamplerSettings(max_denoising_steps=6, entropy_bound=0.3, max_new_tokens=32)
SPEC = RunSpec(prompt=Prompt(text="hello"), settings=SETTINGS, seed=2)


class Met(EngineSlot):
    """Two threads that press meet where each has seen that the model failed, if nothing keeps one of them back."""

    meeting = threading.Barrier(2, timeout=0.5)

    @property
    def name(self):
        name = self._name
        if threading.current_thread().name == "press":
            with suppress(threading.BrokenBarrierError):
                self.meeting.wait()
        return name

    @name.setter
    def name(self, name):
        self._name = name


def test_two_who_agree_to_the_embedded_model_at_once_load_it_once(tmp_path, monkeypatch):
    loads, load = [], models.load_model
    monkeypatch.setattr(models, "load_model", lambda name, **options: (loads.append(name), load(name, **options))[1])
    slot = Met(str(tmp_path / "missing"))
    slot.load()
    assert slot.status()["state"] == "failed"
    faults = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    presses = [threading.Thread(target=slot.use_embedded, name="press") for _ in "ab"]
    for press in presses:
        press.start()
    for press in presses:
        press.join()
    assert slot.wait(120) and slot.status()["state"] == "ready"
    assert loads[1:] == [EMBEDDED_NAME] and not faults


@pytest.mark.parametrize("missing", [False, True])
def test_strangers_learn_no_local_path_and_the_log_has_it(tmp_path, embedded_model, caplog, missing):
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
    assert all("mine" in sentence for sentence in sentences)
    assert str(folder) in caplog.text
    slot.use_embedded()
    assert slot.wait(60)
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
