"""The one model of a server: passes compiled before the first run, where they can be."""

import logging
import re
import threading
from contextlib import suppress

import pytest
from page_helpers import wait_until
from service_helpers import assert_same_columns, happened, of_each

import playground as pg
from playground.engine import models
from playground.engine.loading.source import EMBEDDED_NAME, without_places
from playground.engine.passes import Shapes
from playground.engine.warm_up import warm_up
from playground.service import Ended, EngineSlot, Refused, Service
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec

SETTINGS = pg.SamplerSettings(max_denoising_steps=6, entropy_bound=0.3, max_new_tokens=32)
SPEC = RunSpec(prompt=Prompt(text="hello"), settings=SETTINGS, seed=2)
LONG = SPEC.replace(settings=SETTINGS.replace(max_new_tokens=192))


@pytest.fixture
def compiling(monkeypatch):
    """Dynamo's "eager" backend stands for inductor, which wants a compiler."""

    def fitting(model, rows, context=4096, *, fixed=False):
        return Shapes(rows=rows, context=96, backend="eager", fixed=fixed)

    monkeypatch.setattr(Shapes, "fitting", fitting)


@pytest.mark.slow
def test_passes_are_compiled_before_the_first_run_with_progress(compiling, random_folder, monkeypatch):
    told, slot = [], EngineSlot(str(random_folder), max_rows=1)
    monkeypatch.setattr(slot, "_tell", told.append)
    slot.load()
    assert str(told[-1]) == "Compiling the denoiser, which takes about a minute." and told[-1].fraction is None
    *_, end = happened(Service(slot).start([SPEC]))
    assert isinstance(end, Ended) and end.trace.header.pass_kind == "compiled"
    *_, end = happened(Service(slot).start([SPEC.replace(prompt=Prompt(text="a" * 100))]))
    assert isinstance(end, Ended) and end.trace.header.pass_kind == "eager", "it is too long for what was compiled"
    sentence = slot.status()["sentence"]
    assert re.search(
        r", loaded in \d+ s, compiled in \d+ s and compared with eager passes in \d+ s(, which says .*)?\.$", sentence
    )


def passes_of_two(slot):
    """How the passes of two runs were run that share all of them."""
    return {
        (end.trace.header.pass_kind, end.trace.header.rows) for *_, end in of_each(Service(slot).start([SPEC, SPEC]))
    }


@pytest.mark.slow
@pytest.mark.parametrize("ends", ["well", "badly"])
def test_a_server_is_ready_after_the_first_form_and_compiles_the_others_behind_its_runs(
    compiling, random_folder, monkeypatch, ends
):
    compiled, go_on, over = [], threading.Event(), threading.Event()

    def held(model, shapes, form):
        if form.seats > 1:
            assert go_on.wait(60)
            if ends == "badly":
                raise RuntimeError("no compiler")
        warm_up(model, shapes, form)
        compiled.append(form)

    class Told(logging.Handler):
        def emit(self, record):
            if "behind the runs" in record.getMessage():
                over.set()

    logger, handler = logging.getLogger("playground.service.sharing"), Told()
    monkeypatch.setattr(logger, "level", logging.INFO)
    logger.addHandler(handler)
    monkeypatch.setattr("playground.service.sharing.warm_up", held)
    slot = EngineSlot(str(random_folder), max_rows=2)
    try:
        slot.load()
        assert compiled == [(1, 96)]
        so_far = ", 1 of 2 forms of its passes compiled so far."  # from when their thread has begun
        wait_until(lambda: slot.status()["sentence"].endswith(so_far))
        assert passes_of_two(slot) == {("eager", 2)}, "their form is not there yet"
        go_on.set()
        assert over.wait(60)
    finally:
        go_on.set()
        logger.removeHandler(handler)
    count = 2 if ends == "well" else 1
    assert slot.status()["sentence"].endswith(f", {count} of 2 forms of its passes compiled.")
    assert passes_of_two(slot) == {("compiled" if ends == "well" else "eager", 2)}


class Replayed:
    """Stands for CUDA's graphs: the work itself, or what does nothing when it is asked again."""

    def __init__(self, replays=True):
        self.replays, self.count = replays, 0

    def __call__(self, work):
        work()
        self.count += 1
        return work if self.replays else lambda: None


class Refusing(Replayed):
    def __call__(self, work):
        raise RuntimeError("operation not permitted when stream is capturing")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("record", "note"),
    [(Replayed(), "with"), (Replayed(False), "without"), (Refusing(), "without"), (None, "without")],
)
def test_graphs_are_used_only_if_they_agree_with_eager_passes(
    compiling, random_folder, random_model, monkeypatch, record, note
):
    monkeypatch.setattr("playground.service.sharing.warm_up", lambda *_: None)  # other tests look at it
    if record is not None:  # torch without CUDA refuses to make any
        monkeypatch.setattr("playground.service.sharing.CudaGraphs", lambda device: record)
    slot = EngineSlot(str(random_folder), max_rows=1, cuda_graphs=True)
    slot.load()
    assert slot.status()["sentence"].endswith(f", {note} CUDA graphs.")
    recorded = record and record.count
    *_, end = happened(Service(slot).start([SPEC]))
    assert end.trace.header.pass_kind == "compiled"
    assert bool(record and record.count > recorded) == (note == "with")


def test_the_status_says_that_there_is_nothing_to_record(random_folder):
    slot = EngineSlot(str(random_folder), cuda_graphs=True)
    slot.load()
    assert slot.status()["sentence"].endswith(", without CUDA graphs.")


@pytest.mark.parametrize("how", ["fails", "not wanted"])
def test_where_compiling_fails_or_is_not_wanted_runs_are_eager(
    compiling, random_folder, random_model, monkeypatch, how
):
    def broken(*_):
        raise RuntimeError("no compiler")

    monkeypatch.setattr("playground.service.sharing.warm_up", broken)
    slot = EngineSlot(str(random_folder), eager=how == "not wanted")
    slot.load()
    *_, end = happened(Service(slot).start([LONG]))
    assert end.trace.header.pass_kind == "eager"
    assert slot.status()["sentence"].endswith(" s, not compiled.") == (how == "fails")
    assert end.trace.token_ids == pg.record(random_model, LONG).token_ids


def test_runs_are_the_same_if_passes_are_launched_ahead(random_folder, random_model):
    slot = EngineSlot(str(random_folder), ahead=True)
    slot.load()
    stops = SETTINGS.replace(confidence_threshold=5.0, stability_threshold=0)
    specs = [LONG, LONG.replace(seed=5, settings=stops)]
    for spec, (*_, end) in zip(specs, of_each(Service(slot).start(specs)), strict=True):
        assert_same_columns(end.trace, pg.record(random_model, spec))


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
