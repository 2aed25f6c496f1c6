"""A server with replicas that gets SIGTERM."""

import psutil
import pytest
from service_helpers import wait_until
from terminated import terminated


@pytest.mark.thorough
def test_replicas_finish_the_run_that_goes_on_and_all_of_them_are_gone_within_30_seconds():
    before = set(psutil.pids())
    gone = terminated("--replicas", "2")
    assert (gone.status, gone.seconds < 30) == (0, True), gone
    assert gone.end["kind"] == "end" and gone.end["passes"] > 10
    assert f"run={gone.end['run'][:6]} outcome={gone.end['finish_reason']}" in gone.said and "secret" not in gone.said
    wait_until(lambda: not [one for one in psutil.process_iter() if one.pid not in before and _is_rays(one)], 20)


def _is_rays(process):
    try:
        return process.name().startswith(("ray::", "raylet", "gcs_server"))
    except psutil.Error:
        return False
