"""A spec goes in, and events come onto its tape, until it stops, fails or meets a limit. Without Gradio."""

import itertools
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import numpy as np
import pytest
from page_helpers import wait_until
from service_helpers import LONG, SHORT, assert_same_columns, begun, happened, kinds
from serving import loaded

import playground as pg
from playground.engine.batch import Batch
from playground.errors import LimitError
from playground.service import Ended, EngineSlot, Frame, Over, Refused, Started
from playground.service.limits import Limits
from playground.spec.prompt import Prompt

GRADIO = """
import sys
from playground.spec.prompt import Prompt
from playground.service import Ended, EngineSlot, Over, Service
from playground.spec.settings import SamplerSettings
from playground.spec.run import RunSpec

slot = EngineSlot(sys.argv[1])
slot.load()
settings = SamplerSettings(max_denoising_steps=2, max_new_tokens=16)
*_, (_, last), (_, over) = Service(slot).start([RunSpec(prompt=Prompt(text="hello"), settings=settings)]).events()
assert isinstance(last, Ended) and last.trace.nfe and over == Over(), last
sys.exit(any(name.partition(".")[0] in ("gradio", "gradio_client") for name in sys.modules))
"""


@pytest.fixture
def service(serve, one_row):
    return serve(one_row)


@pytest.mark.thorough
def test_a_run_costs_no_gradio(random_folder):
    done = subprocess.run([sys.executable, "-c", GRADIO, random_folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_run_starts_gives_the_engines_frames_and_ends_with_its_trace(service, endless_model):
    expected = pg.record(endless_model, SHORT)
    tape = service.start([SHORT])
    *events, (place, over) = tape.events()
    assert (place, over) == (None, Over()) and {place for place, _ in events} == {0}
    started, *frames, ended = (event for _, event in events)
    assert isinstance(started, Started) and started.header.prompt_ids == expected.header.prompt_ids
    assert started.token_texts([5, 6]) == endless_model.token_texts([5, 6])
    assert kinds(frames) == [Frame] * len(expected) and isinstance(ended, Ended)
    for number, event in enumerate(frames):
        assert np.array_equal(event.frame.sampled_ids, expected.columns["sampled_ids"][number])
    assert_same_columns(ended.trace, expected)
    assert tape.over and tape.runs[0].ended and tape.runs[0].packed == ended.trace.to_bytes()


@pytest.mark.parametrize(
    ("spec", "error", "sentence"),
    [
        (SHORT.replace(prompt=Prompt(text="x" * 1000)), pg.PromptError, "tokens long"),
        (SHORT.replace(model="someone/else"), pg.SpecError, "This run is meant for the model 'someone/else'"),
        (SHORT.replace(start=(1, 2)), pg.SpecError, "The start has 2 tokens; this model's canvas has 16"),
    ],
    ids=["prompt", "model", "start"],
)
def test_what_does_not_suit_the_model_is_refused_and_need_not_wait_for_its_turn(service, spec, error, sentence):
    begun(service.start([LONG]))
    (event,) = happened(service.start([spec]))
    assert isinstance(event, Refused) and isinstance(event.cause, error) and sentence in event.sentence


def test_a_spec_is_completed_as_soon_as_the_model_is_there(endless_folder, serve):
    slot = EngineSlot(str(endless_folder))
    complete = lambda spec, model: spec.replace(settings=model.settings.replace(max_new_tokens=7))  # noqa: E731
    tape = serve(slot).start([SHORT], complete=complete)
    slot.load()
    *_, ended = happened(tape)
    assert ended.trace.header.settings == slot.model.settings.replace(max_new_tokens=7).to_dict()


# Stopping and failing.


def test_a_stopped_run_ends_after_its_step(service):
    tape = service.start([LONG])
    events = begun(tape)
    (run,) = tape.runs
    assert not run.ended
    tape.stop()
    *frames, end = events
    assert (len(end.trace), end.trace.finish_reason) == (1 + len(frames), "stopped")
    assert run.ended and run.packed == end.trace.to_bytes()


def test_a_run_of_the_program_itself_needs_no_reader(serve, one_row):
    tape = serve(one_row, Limits(grace_seconds=0)).start([SHORT])
    with closing(tape.events()) as events:
        next(events)
    wait_until(lambda: tape.over)
    assert tape.runs[0].trace().finish_reason != "stopped"


def test_the_turn_is_over_before_the_end_is_read(service):
    (ended,) = (event for event in happened(service.start([SHORT])) if isinstance(event, Ended) and not service.turns)
    assert ended.trace.nfe


def test_a_pass_that_fails_ends_the_run_keeps_its_frames_and_the_next_one_goes_well(endless_folder, serve, monkeypatch):
    service = serve(loaded(EngineSlot(str(endless_folder))))
    step, passes = Batch.step, itertools.count()

    def broken(batch):
        if len(batch) and next(passes) == 2:
            raise RuntimeError("CUDA error")
        return step(batch)

    with monkeypatch.context() as patch:
        patch.setattr(Batch, "step", broken)
        tape = service.start([LONG])
        started, *frames, refused = happened(tape)
    assert isinstance(started, Started) and kinds(frames) == [Frame, Frame]
    sentence = "The run failed (RuntimeError); its steps so far are kept."
    assert isinstance(refused, Refused) and refused.sentence == sentence
    assert len(tape.runs[0].trace()) == 2 and tape.runs[0].ended
    assert isinstance(list(happened(service.start([SHORT])))[-1], Ended)


@pytest.mark.parametrize("where", ["prepare", "session", "trace", "append"])
def test_whatever_goes_wrong_the_run_is_refused_the_tape_is_over_and_others_go_on(
    service, one_row, where, monkeypatch, caplog
):
    """Errors that nobody expects, in the parts that a job uses."""
    with monkeypatch.context() as patch:
        if where in ("prepare", "session"):
            patch.setattr(one_row, where, lambda *_: 1 / 0)
        elif where == "trace":
            patch.setattr("playground.trace.judging.verdict_of", lambda *_: 1 / 0)
        else:
            patch.setattr("playground.trace.wire.WireEncoder.frame", lambda *_: 1 / 0)
        tape = service.start([SHORT])
        *events, (_, over) = tape.events()
    assert isinstance(over, Over) and tape.over and tape.runs[0].ended and len(service.turns) == 0
    assert service.account.registry.get_sample_value("playground_runs_going") == 0
    refused = events[-1][1]
    assert isinstance(refused, Refused) and refused.sentence.startswith("The run failed (ZeroDivisionError)")
    assert where != "prepare" or isinstance(refused.cause, ZeroDivisionError)
    assert "ZeroDivisionError" in caplog.text
    assert isinstance(list(happened(service.start([SHORT])))[-1], Ended)


def test_no_pass_has_more_rows_than_turns_whoever_comes_and_goes(endless_folder, endless_model, serve, monkeypatch):
    sizes, step = [], Batch.step

    def spied(batch):
        sizes.append(len(batch))
        return step(batch)

    monkeypatch.setattr(Batch, "step", spied)
    service = serve(loaded(EngineSlot(str(endless_folder), max_rows=2)))

    def leaves(_):
        tape = service.start([LONG])
        begun(tape)
        tape.stop()

    def stays(seed):
        return list(happened(service.start([SHORT.replace(seed=seed)])))[-1].trace

    with ThreadPoolExecutor(8) as people:
        left = [people.submit(leaves, seed) for seed in range(4)]
        traces = [people.submit(stays, seed) for seed in range(4)]
        assert [each.result(60) for each in left] == [None] * 4
        for seed, trace in enumerate(traces):
            expected = pg.record(endless_model, SHORT.replace(seed=seed)).columns["sampled_ids"]
            assert np.array_equal(trace.result(60).columns["sampled_ids"], expected)
    assert max(sizes) == 2


# Limits.


def test_a_prompt_too_long_is_refused_before_it_is_read(serve, one_row, monkeypatch):
    monkeypatch.setattr(one_row, "prepare", None)
    monkeypatch.setattr(one_row, "wait", None)
    service = serve(one_row, Limits(prompt_characters=10))
    for prompt in (Prompt(text="x" * 11), Prompt(text="x" * 5, system="y" * 6)):
        with pytest.raises(LimitError, match=r"^The prompt has 11 characters; it may have at most 10 here"):
            service.start([SHORT.replace(prompt=prompt)])
    assert len(service.turns) == len(service.tapes) == 0


def test_a_run_may_take_so_many_passes_and_no_more(serve, one_row):
    settings = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=33)  # three canvases of 16

    def last(**limits):
        return list(happened(serve(one_row, Limits(**limits)).start([SHORT.replace(settings=settings)])))[-1]

    assert isinstance(last(run_positions=9 * 16), Ended)
    sentence = last(run_positions=9 * 16 - 1).sentence
    assert sentence.startswith("This run may take 9 passes; a run may take at most 8 here.")
    sentence = "This run may write 33 tokens; a run may write at most 32 here. Lower max_new_tokens."
    assert last(run_tokens=32).sentence == sentence


def test_a_run_ends_when_its_time_is_over_and_keeps_its_frames(serve, one_row):
    tape = serve(one_row, Limits(run_seconds=0)).start([LONG])
    started, frame, refused = happened(tape)
    assert kinds([started, frame]) == [Started, Frame]
    assert refused.sentence.startswith("The run was ended after 0 seconds") and isinstance(refused.cause, LimitError)
    assert len(tape.runs[0].trace()) == 1
    assert isinstance(list(happened(serve(one_row, Limits(run_seconds=3600)).start([SHORT])))[-1], Ended)
