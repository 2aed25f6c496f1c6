"""Behind a login: what it opens, and whose runs are whose, at every door."""

import json

import httpx
import pytest
from asking import read, spec, taken
from gradio_client import Client
from gradio_client.exceptions import AppError

from playground.service.limits import Limits
from playground.service.turns import Visitor

pytestmark = pytest.mark.slow

LIMITS = Limits()
LOGINS = [("anna", "one"), ("ben", "two")]
UNKNOWN = "There is no run called"


@pytest.fixture
def browsers(server):
    """Anna's and Ben's."""
    anna, ben = (httpx.Client(base_url=server[1], timeout=60) for _ in range(2))
    with anna, ben:
        for browser, (name, password) in zip((anna, ben), LOGINS, strict=True):
            assert browser.post("login", data={"username": name, "password": password}).status_code == 200
        yield anna, ben


def test_only_the_login_that_asked_for_a_run_is_told_of_it_at_any_door(server, service, browsers, monkeypatch):
    (_, address), (anna, ben) = server, browsers
    keys = taken(anna, spec())
    key = {"Tape-Key": keys["tape"]}
    assert httpx.get(f"{address}tape", headers=key, timeout=60).status_code == 401
    stop = {"control": keys["control"]}
    assert httpx.post(f"{address}tape/stop", json=stop, timeout=60).status_code == 401
    assert ben.get("tape", headers=key).status_code == 404
    messages = read(anna, keys["tape"])
    assert messages[-2][1]["kind"] == "end"
    (run,) = keys["runs"]
    calls = [
        ("/trace", {"run": run}),
        ("/explain_step", {"run": run, "step": 1}),
        ("/compare", {"runs": ["lily", run]}),
        ("/write", {"prompt": "", "branch": f"{run}@2"}),
    ]

    # Gradio's clients.
    programs = {login: Client(address, auth=login, verbose=False) for login in LOGINS}
    for name, values in calls:
        assert programs[LOGINS[0]].predict(**values, api_name=name), name
        with pytest.raises(AppError, match=UNKNOWN):
            programs[LOGINS[1]].predict(**values, api_name=name)

    # What the page asks with a run's name beside its spec: without the run, all of it is computed again.
    found, recorded = [], service.tapes.recorded
    monkeypatch.setattr(service.tapes, "recorded", lambda *values: found.append(recorded(*values)) or found[-1])
    parent = messages[0][1]["header"]["spec"]
    look = {"argument": json.dumps({"spec": parent, "block": 1, "step": 1, "position": 0, "run": run})}
    for browser, knows in ((anna, True), (ben, False)):
        child = taken(browser, spec(seed=9, branch={"parent": parent, "block": 1, "step": 2}), branches=[run])
        read(browser, child["tape"])
        assert "refused" not in browser.post("page/look_inside", json=look).json()
        assert [trace is not None for trace in found] == [knows] * 2
        found.clear()
        answer = browser.get("trace", headers={"Run-Name": run})
        assert answer.status_code == (200 if knows else 404)

    # Shown to others, it is theirs to read.
    service.tapes.of_run(run, Visitor(login="anna"))[0].shared = True
    assert read(ben, keys["tape"]) == messages
    assert programs[LOGINS[1]].predict(run=run, step=1, api_name="/explain_step")


def test_who_logs_out_is_forgotten_by_the_server_too_and_no_other_site_can_log_them_out(server, browsers):
    anna, _ = browsers
    with httpx.Client(base_url=server[1], timeout=60) as another:
        assert another.post("login", data={"username": "anna", "password": "one"}).status_code == 200
        before = anna.get("").text
        assert '"login": true' in before
        visitor = anna.cookies["playground"]
        assert anna.post("logout", json={}, headers={"Origin": "https://evil.example"}).status_code == 403
        assert anna.get("logout").status_code == 404, "a link cannot"
        assert anna.get("config").status_code == 200
        kept = dict(anna.cookies)
        assert anna.post("logout", json={}).json() == {}
        assert "playground" not in anna.cookies and not any("token" in name for name in anna.cookies)
        assert "login.js" in anna.get("").text and anna.cookies["playground"] != visitor
        assert httpx.get(f"{server[1]}config", cookies=kept, timeout=60).status_code == 401, (
            "the old cookies open nothing"
        )
        assert anna.post("logout", json={}).status_code == 401
        assert another.get("config").status_code == 200, "another browser stays"
