"""A spec goes in, and events come onto its tape, until it stops, fails or meets a limit. It is counted and logged."""

import itertools
import logging

import pytest
from service_helpers import LONG, SHORT, begun, happened, kinds, of_each

import playground as pg
from playground.engine.batch import Batch
from playground.errors import LimitError, SettingError
from playground.service import Ended, EngineSlot, Frame, Over, Refused, Started, Waiting
from playground.service.limits import Limits
from playground.spec.prompt import Prompt
from playground.trace import judging
from playground.trace.wire import WireEncoder


@pytest.fixture
def service(serve, one_row):
    return serve(one_row, Limits(waiting=1))


def test_what_does_not_suit_the_model_is_refused_and_need_not_wait_for_its_turn(service):
    begun(service.start([LONG]))
    (event,) = happened(service.start([SHORT.replace(start=(1, 2))]))
    assert isinstance(event, Refused) and isinstance(event.cause, pg.SpecError)
    assert "The start has 2 tokens; this model's canvas has 16" in event.sentence


def test_a_spec_is_completed_as_soon_as_the_model_is_there(endless_folder, serve):
    slot = EngineSlot(str(endless_folder))
    complete = lambda spec, model: spec.replace(settings=model.settings.replace(max_new_tokens=7))  # noqa: E731
    tape = serve(slot).start([SHORT], complete=complete)
    slot.load()
    *_, ended = happened(tape)
    assert ended.trace.header.settings == slot.model.settings.replace(max_new_tokens=7).to_dict()


def test_the_turn_is_over_before_the_end_is_read(service):
    (ended,) = (event for event in happened(service.start([SHORT])) if isinstance(event, Ended) and not service.turns)
    assert ended.trace.nfe


@pytest.mark.parametrize(
    ("owner", "name", "steps"),
    [
        (EngineSlot, "prepare", 0),
        (EngineSlot, "session", 0),
        (Batch, "_pass", 2),
        (WireEncoder, "frame", 1),
        (judging, "verdict_of", 0),
    ],
)
def test_whatever_goes_wrong_the_run_is_refused_its_steps_are_kept_and_others_go_on(
    service, owner, name, steps, monkeypatch, caplog
):
    """Errors that nobody expects, in the parts that a job uses."""
    part, passes = getattr(owner, name), itertools.count()

    def fails(*given):
        if name == "_pass" and next(passes) < steps:
            return part(*given)
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, fails)
        tape = service.start([SHORT])
        *events, (_, over) = tape.events()
    assert isinstance(over, Over) and tape.over and tape.runs[0].ended and len(service.turns) == 0
    assert figure(service, "runs_going") == 0
    refused = events[-1][1]
    assert isinstance(refused, Refused)
    assert refused.sentence == "The run failed (ZeroDivisionError); its steps so far are kept."
    assert "ZeroDivisionError" in caplog.text and len(tape.runs[0].trace() or ()) == steps
    assert isinstance(list(happened(service.start([SHORT])))[-1], Ended)


def test_a_prompt_too_long_is_refused_before_it_is_read(serve, one_row, monkeypatch):
    monkeypatch.setattr(one_row, "prepare", None)
    monkeypatch.setattr(one_row, "wait", None)
    service = serve(one_row, Limits(prompt_characters=10))
    for prompt in (Prompt(text="x" * 11), Prompt(text="x" * 5, system="y" * 6)):
        with pytest.raises(LimitError, match=r"^The prompt has 11 characters; it may have at most 10 here"):
            service.start([SHORT.replace(prompt=prompt)])
    assert len(service.turns) == len(service.tapes) == 0


def test_a_run_may_take_so_many_passes_and_no_more(serve, one_row):
    spec = SHORT.replace(settings=pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=33))  # three canvases of 16
    ended, refused = (
        list(happened(serve(one_row, Limits(run_positions=positions)).start([spec])))[-1]
        for positions in (9 * 16, 9 * 16 - 1)
    )
    assert isinstance(ended, Ended)
    assert refused.sentence.startswith("This run may take 9 passes; a run may take at most 8 here.")


def test_a_run_ends_when_its_time_is_over_and_keeps_its_frames(serve, one_row):
    tape = serve(one_row, Limits(run_seconds=0)).start([LONG])
    started, frame, refused = happened(tape)
    assert kinds([started, frame]) == [Started, Frame]
    assert refused.sentence.startswith("The run was ended after 0 seconds") and isinstance(refused.cause, LimitError)
    assert len(tape.runs[0].trace()) == 1
    assert isinstance(list(happened(serve(one_row, Limits(run_seconds=3600)).start([SHORT])))[-1], Ended)


def figure(service, name, **labels):
    return service.account.registry.get_sample_value(f"playground_{name}", labels)


def test_runs_are_counted_by_their_outcome_and_logged_without_the_prompt(service, caplog):
    caplog.set_level(logging.INFO, "playground.runs")
    secret = SHORT.replace(prompt=Prompt(text="hello secret"))
    *_, ended = happened(service.start([secret]))
    going = service.start([LONG.replace(prompt=Prompt(text="hello secret"))])
    next(event for event in happened(going) if isinstance(event, Frame))
    assert (figure(service, "runs_going"), figure(service, "queue_length")) == (1, 0)
    waiting = service.start([secret])
    next(happened(waiting))
    assert (figure(service, "runs_going"), figure(service, "queue_length")) == (1, 1)
    with pytest.raises(LimitError):
        service.start([secret])
    waiting.stop()
    assert kinds(happened(waiting))
    going.stop()
    frames = len(ended.trace) + kinds(happened(going)).count(Frame)
    with pytest.raises(LimitError):
        service.start([SHORT.replace(prompt=Prompt(text="x" * 200_000))])
    outcome = ended.trace.finish_reason
    assert (figure(service, "runs_total", outcome=outcome), figure(service, "runs_total", outcome="stopped")) == (1, 1)
    assert figure(service, "refusals_total", reason="stopped") == 1, "the one that waited never began"
    assert figure(service, "refusals_total", reason="waiting") == 1
    assert figure(service, "refusals_total", reason="prompt_characters") == 1
    assert figure(service, "steps_total") == frames and figure(service, "runs_going") == 0
    assert figure(service, "batch_rows_sum") == figure(service, "batch_rows_count") == figure(service, "steps_total")
    assert figure(service, "wait_seconds_count") == 2 and figure(service, "run_seconds_count") == 2
    assert (figure(service, "holders", state="ready"), figure(service, "holders", state="failed")) == (1, 0)
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 5 and not any("secret" in line or "hello" in line for line in lines)
    run, state, *_ = lines[0].split(" ")
    assert len(run) == len("run=") + 6 and state == f"outcome={outcome}"
    assert any("outcome=refused reason=waiting" in line for line in lines)
    assert service.account.registry.get_sample_value("process_resident_memory_bytes") > 1e6


def test_a_figure_that_is_added_twice_is_the_last_one(service):
    assert figure(service, "guests") is None
    for guests in (3, 5):
        service.account.gauge("guests", "Those who came.", lambda guests=guests: guests)
    assert figure(service, "guests") == 5


@pytest.mark.parametrize(("error", "reason"), [(SettingError("x"), "setting"), (RuntimeError("x"), "failed")])
def test_a_run_that_cannot_be_is_refused_for_a_reason(service, error, reason):
    with pytest.raises(type(error)):
        service.start([error])
    assert figure(service, "refusals_total", reason=reason) == 1
    of_each(service.start([error, SHORT]))
    assert figure(service, "refusals_total", reason=reason) == 2 and figure(service, "run_seconds_count") == 1


def test_a_run_whose_turn_has_come_does_not_go_on_before_the_model_is_there(serve):
    service = serve(EngineSlot())
    tape = service.start([SHORT])
    waiting = happened(tape)
    assert isinstance(next(waiting), Waiting) and (len(service.turns), service.turns.waiting) == (1, 0)
    assert figure(service, "runs_going") == 0
    tape.stop()
    assert len(list(waiting)) == 1
    assert figure(service, "refusals_total", reason="stopped") == 1
    assert figure(service, "runs_total", outcome="stopped") is None
    assert figure(service, "run_seconds_count") == 0


def test_runs_that_share_a_pass_are_counted_by_their_number(serve, three_rows):
    service = serve(three_rows)
    one_block = SHORT.replace(settings=SHORT.settings.replace(max_new_tokens=16))
    of_each(service.start([one_block.replace(seed=seed) for seed in range(3)]))
    assert figure(service, "batch_rows_bucket", le="2.0") == 0
    assert figure(service, "batch_rows_bucket", le="4.0") == figure(service, "steps_total") > 3
    assert figure(service, "batch_rows_sum") == 3 * figure(service, "steps_total")
