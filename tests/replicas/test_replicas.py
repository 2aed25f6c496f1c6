"""Runs on replicas are as in one process: the same traces, rows that share passes, refusals, and stopping."""

import ipaddress
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import psutil
import pytest
from service_helpers import LONG, SHORT, kinds

import playground as pg
from playground.evaluation.study import Study
from playground.prompt import Prompt
from playground.service import Ended, Frame, Refused, Service, Started
from playground.service.events import Found, Over
from playground.trace import COLUMNS


def same(one, other):
    assert len(one) == len(other)
    for name, column in one.columns.items():
        assert COLUMNS[name].measured or np.array_equal(column, other.columns[name]), name


def test_a_spec_gives_the_same_trace_on_every_replica_as_in_this_process(slot, endless_model):
    expected, service = pg.record(endless_model, SHORT), Service(slot)
    processes = set()

    def run(_):
        recorder = slot.run(SHORT)
        for _ in recorder:
            pass
        processes.add(recorder.process)
        return recorder.trace()

    with ThreadPoolExecutor(4) as pool:
        traces = [*pool.map(run, range(8))]
    assert len(processes) == 2, "each of them had some"
    for trace in traces:
        same(trace, expected)
        assert trace.text == expected.text and trace.tokens == expected.tokens
    started, *frames, ended = service.run(SHORT)
    assert isinstance(started, Started) and kinds(frames) == [Frame] * len(expected)
    assert isinstance(ended, Ended) and ended.notice == ""


def test_runs_that_are_asked_for_together_share_passes_and_each_can_be_stopped(slot, endless_model):
    service = Service(slot)
    runs = [service.runs.start() for _ in range(2)]
    other = LONG.replace(seed=5, settings=LONG.settings.replace(max_new_tokens=16))
    ends, seen = {}, {0: 0, 1: 0}
    for news in service.together([LONG, other], runs):
        for place, event in news:
            seen[place] += isinstance(event, Frame)
            if seen[0] == 3:
                runs[0].stop.set()
            if isinstance(event, Ended):
                ends[place] = event.trace
    assert ends[0].finish_reason == "stopped" and len(ends[0]) < 10
    same(ends[1], pg.record(endless_model, other))
    assert ends[0].header.rows == 2


def test_what_does_not_suit_the_model_is_refused_in_a_sentence(slot):
    (event,) = Service(slot).run(SHORT.replace(prompt=Prompt(text="x" * 1000)))
    assert isinstance(event, Refused) and isinstance(event.cause, pg.PromptError) and "tokens long" in event.sentence


def test_a_branch_and_a_look_inside_are_computed_by_a_replica(slot, endless_model):
    parent = pg.record(endless_model, SHORT)
    branch = pg.branch(SHORT, 2)
    *_, ended = Service(slot).run(branch)
    same(ended.trace, parent)
    seen = slot.look(SHORT, 3, block=1, step=2, recorded=parent)
    assert np.array_equal(seen.frame.sampled_ids, parent.columns["sampled_ids"][1]) and len(seen.keys)
    with pytest.raises(pg.SpecError, match="There is no position 99"):
        slot.look(SHORT, 99, block=1, step=2, recorded=None)


def test_a_study_runs_on_the_replicas(slot):
    events = [*Service(slot).study(Study.of_seeds(SHORT, 6))]
    assert isinstance(events[-1], Over) and sum(isinstance(event, Found) for event in events) == 6


def test_texts_and_tokens_need_no_replica(slot, endless_model):
    assert slot.token_texts([5, 6]) == endless_model.token_texts([5, 6])
    assert slot.model.decode([5, 6, 7]) == endless_model.decode([5, 6, 7])
    assert slot.settings == endless_model.settings and slot.canvas_length == endless_model.canvas_length


def test_ray_listens_on_this_computer_only_and_shows_no_dashboard(slot):
    processes = [psutil.Process(slot._link._bridge.pid)]
    processes += processes[0].children(recursive=True)
    listening = [one.laddr for process in processes for one in process.net_connections() if one.status == "LISTEN"]
    assert len(listening) > 5
    for address in listening:
        place = ipaddress.ip_address(address.ip)
        assert (getattr(place, "ipv4_mapped", None) or place).is_loopback, address
    assert not any(
        "dashboard.py" in " ".join(process.cmdline()) and "include-dashboard=True" in process.cmdline()
        for process in processes
    )
    assert 8265 not in {address.port for address in listening}, "the dashboard"
