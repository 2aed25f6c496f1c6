"""Runs on replicas are as in one process: the same traces, branches and looks inside. Ray listens here alone."""

import ipaddress
from functools import partial

import numpy as np
import psutil
import pytest
from service_helpers import SHORT, assert_same_columns, happened

import playground as pg
from playground.plugins.inside.nearest import look_from_moment
from playground.plugins.replicas.replica_slot import ReplicaSlot
from playground.service import Service


def test_a_spec_gives_the_same_trace_on_every_replica_as_in_this_process(slot, endless_model, monkeypatch):
    expected, service = pg.record(endless_model, SHORT), Service(slot)
    made = []
    monkeypatch.setattr(slot, "prepare", lambda run, spec: made.append(run) or ReplicaSlot.prepare(slot, run, spec))
    tapes = [service.start([SHORT]) for _ in range(8)]
    for tape in tapes:
        *_, ended = happened(tape)
        assert_same_columns(ended.trace, expected)
        assert ended.trace.text == expected.text and ended.trace.tokens == expected.tokens
    assert len({run.process for run in made}) == 2, "each of them had some"


def test_a_branch_and_a_look_inside_are_computed_by_a_replica(slot, endless_model):
    parent = pg.record(endless_model, SHORT)
    branch = pg.branch(SHORT, 2)
    *_, ended = happened(Service(slot).start([branch]))
    assert_same_columns(ended.trace, parent)
    look = partial(slot.call, look_from_moment, "looked into", spec=SHORT, block=1, step=2)
    seen = look(position=3, recorded=parent)
    assert np.array_equal(seen.frame.sampled_ids, parent.columns["sampled_ids"][1]) and len(seen.keys)
    with pytest.raises(pg.SpecError, match="There is no position 99"):
        look(position=99, recorded=None)


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
