"""Published runs over HTTP: from a browser that publishes one to a stranger who reads it."""

import base64
import json
import re
from pathlib import Path

import httpx
import pytest
from route_server import KNOWN, served

from playground.limits import Limits
from playground.published import GONE, Published
from playground.trace import Trace
from playground.ui.published import NOTE, PublishedRoutes

STORY = Path(__file__).parents[1] / "golden" / "story.trace"
HOSTILE = STORY.with_name("hostile.trace")


@pytest.fixture
def serve(tmp_path):
    def serve(limits=None, auth=None):
        limits = limits or Limits()
        routes = PublishedRoutes(Published(str(tmp_path), limits), limits).routes()
        posts = {"/publish": "published_bytes", "/publish/down": "body_bytes"}
        return served(routes, posts, limits, auth)

    return serve


def test_a_run_is_published_read_by_others_and_taken_down(serve):
    with serve() as address, httpx.Client(base_url=address) as http:
        receipt = http.post("/publish", content=STORY.read_bytes()).json()
        assert receipt["days"] == Limits().published_days and len(receipt["id"]) == 19
        page = http.get(f"/p/{receipt['id']}")
        assert page.headers["X-Robots-Tag"] == "noindex, nofollow" and page.headers["Cache-Control"] == "no-cache"
        policy = page.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'unsafe-inline' data:") and "frame-ancestors" in policy
        told = json.loads(re.search(r'id="tdp-runs">(.*?)</script>', page.text)[1])
        assert told["note"] == NOTE and told["opens"] == f"../#published={receipt['id']}"
        trace = Trace.from_bytes(base64.b64decode(told["runs"][0]["trace"]))
        assert trace.text == Trace.load(STORY).text
        assert Trace.from_bytes(http.get(f"/p/{receipt['id']}.trace").content).text == trace.text
        refused = http.post("/publish/down", json={"id": receipt["id"], "token": "made up"})
        assert refused.json()["detail"].startswith("Only the browser that published")
        assert http.post("/publish/down", json={"id": receipt["id"], "token": receipt["token"]}).status_code == 200
        for path in ("", ".trace"):
            gone = http.get(f"/p/{receipt['id']}{path}")
            assert (gone.status_code, gone.json()["detail"]) == (404, GONE)


def test_nothing_in_a_published_run_becomes_markup(serve):
    with serve() as address, httpx.Client(base_url=address) as http:
        plain = http.get(f"/p/{http.post('/publish', content=STORY.read_bytes()).json()['id']}").text
        hostile = http.get(f"/p/{http.post('/publish', content=HOSTILE.read_bytes()).json()['id']}").text
    assert hostile.count("<script") == plain.count("<script") and hostile.count("<img") == plain.count("<img")


@pytest.mark.parametrize(
    ("path", "content", "sentence"),
    [
        ("/publish", b"not a trace", "The run is not a trace: a trace is a gzipped safetensors file."),
        ("/publish", b"x" * 60_000, "The run is too large to be published: its trace may have at most 0.05"),
        ("/publish/down", b"{}", "Taking a run down needs its id and its token, both as text."),
        ("/publish/down", b"[]", "The request must be a JSON object."),
        ("/publish/down", b'{"id": "../x", "token": "x"}', GONE),
    ],
)
def test_what_nobody_should_send_is_refused_in_one_sentence(serve, path, content, sentence):
    with serve(Limits(published_bytes=52_429)) as address:
        assert httpx.post(address + path, content=content).json()["detail"].startswith(sentence)


def test_one_address_publishes_so_many_runs_an_hour(serve):
    with serve(Limits(address_published=1)) as address:
        assert httpx.post(f"{address}/publish", content=b"").status_code == 404
        refused = httpx.post(f"{address}/publish", content=STORY.read_bytes())
        assert refused.status_code == 429 and "published 1 runs within an hour" in refused.json()["detail"]


def test_where_one_must_log_in_published_runs_ask_for_it_too(serve):
    with serve(auth={"anna": "secret"}) as address:
        assert httpx.post(f"{address}/publish", content=STORY.read_bytes()).status_code == 401
        receipt = httpx.post(f"{address}/publish", content=STORY.read_bytes(), cookies=KNOWN).json()
        assert httpx.get(f"{address}/p/{receipt['id']}").status_code == 401
        assert httpx.get(f"{address}/p/{receipt['id']}", cookies=KNOWN).status_code == 200
