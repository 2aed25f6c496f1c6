"""What becomes of runs is counted and logged, and nothing of what anybody wrote is in it."""

import logging

import pytest
from service_helpers import LONG, SHORT

from playground.errors import SettingError
from playground.limits import Limits
from playground.prompt import Prompt
from playground.service import Service


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
    assert (figure(service, "batch_rows"), figure(service, "queue_length")) == (1, 0)
    waiting = service.run(secret)
    next(waiting)
    assert (figure(service, "batch_rows"), figure(service, "queue_length")) == (1, 1)
    [*service.run(secret)]
    waiting.close()
    going.close()
    [*service.run(SHORT.replace(prompt=Prompt(text="x" * 200_000)))]
    outcome = events[-1].trace.finish_reason
    assert (figure(service, "runs_total", outcome=outcome), figure(service, "runs_total", outcome="left")) == (1, 2)
    assert figure(service, "refusals_total", reason="waiting") == 1
    assert figure(service, "refusals_total", reason="prompt_characters") == 1
    assert figure(service, "steps_total") == len(events[-1].trace) + 1 and started.header
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
