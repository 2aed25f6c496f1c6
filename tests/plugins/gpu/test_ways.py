"""Passes of a server's model on a GPU: compiled before the first run, where they can be."""

import logging
import re
import threading

import pytest
from command_line import serves_not
from service_helpers import assert_same_columns, happened, of_each, wait_until

import playground as pg
from playground.errors import PolicyError
from playground.plugins.gpu import passes
from playground.plugins.gpu.compiled import Shapes
from playground.plugins.gpu.options import OPTIONS
from playground.plugins.gpu.trial import Trial
from playground.plugins.gpu.warm_up import warm_up
from playground.plugins.gpu.ways import Ways
from playground.service import Ended, EngineSlot, Service
from playground.service.home import Home
from playground.service.limits import Limits
from playground.service.slot import Wanted
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
    told, slot = [], EngineSlot(str(random_folder), max_rows=1, passes=Ways())
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

    logger, handler = logging.getLogger("playground.plugins.gpu.preparation"), Told()
    monkeypatch.setattr(logger, "level", logging.INFO)
    logger.addHandler(handler)
    monkeypatch.setattr("playground.plugins.gpu.preparation.warm_up", held)
    slot = EngineSlot(str(random_folder), max_rows=2, passes=Ways())
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
    monkeypatch.setattr("playground.plugins.gpu.preparation.warm_up", lambda *_: None)  # other tests look at it
    if record is not None:  # torch without CUDA refuses to make any
        monkeypatch.setattr("playground.plugins.gpu.preparation.CudaGraphs", lambda device: record)
    slot = EngineSlot(str(random_folder), max_rows=1, passes=Ways(cuda_graphs=True))
    slot.load()
    assert slot.status()["sentence"].endswith(f", {note} CUDA graphs.")
    recorded = record and record.count
    *_, end = happened(Service(slot).start([SPEC]))
    assert end.trace.header.pass_kind == "compiled"
    assert bool(record and record.count > recorded) == (note == "with")


def test_the_status_says_that_there_is_nothing_to_record(random_folder):
    slot = EngineSlot(str(random_folder), passes=Ways(cuda_graphs=True))
    slot.load()
    assert slot.status()["sentence"].endswith(", without CUDA graphs.")


@pytest.mark.parametrize("how", ["fails", "disagrees", "not wanted"])
def test_where_compiling_fails_or_is_not_wanted_runs_are_eager(
    compiling, random_folder, random_model, monkeypatch, how
):
    def broken(*_):
        if how == "fails":
            raise RuntimeError("no compiler")

    monkeypatch.setattr("playground.plugins.gpu.preparation.warm_up", broken)
    monkeypatch.setattr(
        "playground.plugins.gpu.preparation.try_out", lambda *_: Trial(fault="It is off.", noise=0, sure=1)
    )
    slot = EngineSlot(str(random_folder), passes=Ways(eager=how == "not wanted"))
    slot.load()
    *_, end = happened(Service(slot).start([LONG]))
    assert end.trace.header.pass_kind == "eager"
    assert slot.status()["sentence"].endswith(" s, not compiled.") == (how != "not wanted")
    assert end.trace.token_ids == pg.record(random_model, LONG).token_ids


def test_runs_are_the_same_if_passes_are_launched_ahead(random_folder, random_model):
    slot = EngineSlot(str(random_folder), passes=Ways(ahead=True))
    slot.load()
    stops = SETTINGS.replace(confidence_threshold=5.0, stability_threshold=0)
    specs = [LONG, LONG.replace(seed=5, settings=stops)]
    for spec, (*_, end) in zip(specs, of_each(Service(slot).start(specs)), strict=True):
        assert_same_columns(end.trace, pg.record(random_model, spec))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--cuda-graphs", "--device", "cpu"],
            "--cuda-graphs needs a GPU that torch can use; without it, the model runs",
        ),
        (["--cuda-graphs", "--eager"], "with --eager nothing is compiled."),
        (["--experts", "batched_mm", "--device", "cpu"], "--experts needs a GPU that torch can use"),
        (["--experts", "fastest"], "'fastest' is not one of 'grouped_mm', 'batched_mm', 'deepgemm', 'sonicmoe'."),
    ],
)
def test_what_a_server_cannot_have_is_refused_before_the_model_loads(arguments, sentence):
    assert sentence in serves_not(*arguments)


class Lent(Home):
    beside, alone = "on a lent device", True


def test_where_each_request_has_the_device_to_itself_nothing_is_compiled():
    ways = Ways(cuda_graphs=True)
    wanted = Wanted(model=None, limits=Limits(), samplers=(), options={}, home=Lent(), passes=ways)
    with pytest.raises(PolicyError, match="--cuda-graphs is for compiled passes; on a lent device nothing is compiled"):
        ways.check(wanted)


def test_the_options_are_the_ways():
    plain = {"eager": False, "fixed_seats": False, "cuda_graphs": False, "experts": "grouped_mm", "ahead": False}
    assert {option.name for option in OPTIONS} == {*plain} and passes(plain) == Ways()
    assert passes(plain | {"ahead": True}) == Ways(ahead=True)
