"""What becomes of runs is counted and logged, and nothing of what anybody wrote is in it."""

import logging

import pytest
from service_helpers import LONG, SHORT, happened, kinds, of_each

from playground.errors import LimitError, SettingError
from playground.service import EngineSlot, Frame, Waiting
from playground.service.limits import Limits
from playground.spec.prompt import Prompt


@pytest.fixture
def service(serve, one_row):
    return serve(one_row, Limits(waiting=1))


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
