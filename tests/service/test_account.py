"""What becomes of runs is counted and logged, and nothing of what anybody wrote is in it."""

import logging

import pytest
from service_helpers import LONG, SHORT

from playground.errors import SettingError
from playground.evaluation.study import Study
from playground.limits import Limits
from playground.prompt import Prompt
from playground.service import EngineSlot, Service, Waiting
from playground.service.events import Found


@pytest.fixture
def service(one_row):
    return Service(one_row, Limits(runs=1, waiting=1))


def figure(service, name, **labels):
    return service.account.registry.get_sample_value(f"playground_{name}", labels)


def test_runs_are_counted_by_their_outcome_and_logged_without_the_prompt(service, caplog):
    caplog.set_level(logging.INFO, "playground.runs")
    secret = SHORT.replace(prompt=Prompt(text="hello secret"))
    events = [*service.run(secret)]
    going = service.run(LONG.replace(prompt=Prompt(text="hello secret")))
    started, _ = next(going), next(going)
    assert (figure(service, "runs_going"), figure(service, "queue_length")) == (1, 0)
    waiting = service.run(secret)
    next(waiting)
    assert (figure(service, "runs_going"), figure(service, "queue_length")) == (1, 1)
    [*service.run(secret)]
    waiting.close()
    going.close()
    [*service.run(SHORT.replace(prompt=Prompt(text="x" * 200_000)))]
    outcome = events[-1].trace.finish_reason
    assert (figure(service, "runs_total", outcome=outcome), figure(service, "runs_total", outcome="left")) == (1, 1)
    assert figure(service, "refusals_total", reason="left") == 1, "the one that waited never began"
    assert figure(service, "refusals_total", reason="waiting") == 1
    assert figure(service, "refusals_total", reason="prompt_characters") == 1
    assert figure(service, "steps_total") == len(events[-1].trace) + 1 and started.header
    assert figure(service, "runs_going") == 0
    assert figure(service, "batch_rows_sum") == figure(service, "batch_rows_count") == figure(service, "steps_total")
    assert figure(service, "wait_seconds_count") == 2 and figure(service, "run_seconds_count") == 2
    assert (figure(service, "replicas", state="ready"), figure(service, "replicas", state="failed")) == (1, 0)
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 5 and not any("secret" in line or "hello" in line for line in lines)
    run, told, *_ = lines[0].split(" ")
    assert len(run) == len("run=") + 6 and told == f"outcome={outcome}"
    assert any("outcome=refused reason=waiting" in line for line in lines)
    assert service.account.registry.get_sample_value("process_resident_memory_bytes") > 1e6


@pytest.mark.parametrize(("error", "reason"), [(SettingError("x"), "setting"), (RuntimeError("x"), "failed")])
def test_a_run_that_cannot_be_is_refused_for_a_reason(service, error, reason):
    [*service.together([error], [service.runs.start()])]
    assert (
        figure(service, "refusals_total", reason=reason) == 1 and figure(service, "runs_total", outcome="left") is None
    )


def test_a_run_whose_turn_has_come_does_not_go_on_before_the_model_is_there():
    service = Service(EngineSlot())
    waiting = service.run(SHORT)
    assert isinstance(next(waiting), Waiting) and (len(service.turns), service.turns.waiting) == (1, 0)
    assert figure(service, "runs_going") == 0
    waiting.close()
    assert figure(service, "refusals_total", reason="left") == 1
    assert figure(service, "runs_total", outcome="left") is None
    assert figure(service, "run_seconds_count") == 0


def test_runs_that_share_a_pass_are_counted_by_their_number(random_slot):
    service = Service(random_slot)
    one_block = SHORT.replace(settings=SHORT.settings.replace(max_new_tokens=16))
    specs = [one_block.replace(seed=seed) for seed in range(3)]
    [*service.together(specs, [service.runs.start() for _ in specs])]
    assert figure(service, "batch_rows_bucket", le="2.0") == 0
    assert figure(service, "batch_rows_bucket", le="4.0") == figure(service, "steps_total") > 3
    assert figure(service, "batch_rows_sum") == 3 * figure(service, "steps_total")


def test_the_runs_of_a_study_are_counted_and_logged_like_others(random_slot, caplog):
    caplog.set_level(logging.INFO, "playground.runs")
    service = Service(random_slot)
    run = service.runs.start()
    found = [event.trace for event in service.study(Study.of_seeds(SHORT, 3), run) if isinstance(event, Found)]
    assert figure(service, "steps_total") == sum(len(trace) for trace in found) > 3
    for trace in found:
        same = [other for other in found if other.finish_reason == trace.finish_reason]
        assert figure(service, "runs_total", outcome=trace.finish_reason) == len(same)
    assert figure(service, "runs_going") == 0
    names = [record.getMessage().split(" ")[0] for record in caplog.records]
    assert sorted(names) == [f"run={run.name[:6]}/{number}" for number in range(3)]
