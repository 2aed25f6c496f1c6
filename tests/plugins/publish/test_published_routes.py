"""Published runs over HTTP: from a browser that publishes one to a stranger who reads it."""

import base64
import errno
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import httpx
import pytest
from route_server import served

from playground.plugins import publish
from playground.plugins.publish.published import GONE, Published, _id, today
from playground.plugins.publish.published_routes import AT_ONCE, BUSY, NOTE, PublishedRoutes
from playground.service import Service
from playground.service.limits import Limits
from playground.trace import Trace

STORY = Path(__file__).parents[2] / "golden/story.trace"
HOSTILE = STORY.with_name("hostile.trace")


@pytest.fixture
def serve(tmp_path):
    def serve(limits=None, auth=None):
        limits = limits or Limits()
        routes = PublishedRoutes(Published(str(tmp_path), limits), limits).routes()
        return served(routes, limits, auth)

    return serve


def test_a_run_is_published_read_by_others_and_taken_down(serve):
    limits = Limits(body_bytes=1_000)  # of other requests than that which publishes
    with serve(limits) as address, httpx.Client(base_url=address, timeout=60) as http:
        receipt = http.post("/publish", content=STORY.read_bytes()).json()
        assert receipt["days"] == Limits()["published_days"] and len(receipt["id"]) == 19
        page = http.get(f"/p/{receipt['id']}")
        assert page.headers["X-Robots-Tag"] == "noindex, nofollow" and page.headers["Cache-Control"] == "no-cache"
        policy = page.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'unsafe-inline'") and "frame-ancestors" in policy
        content = json.loads(re.search(r'id="tdp-runs">(.*?)</script>', page.text)[1])
        assert content["note"] == NOTE and content["opens"] == f"../#published={receipt['id']}"
        trace = Trace.from_bytes(base64.b64decode(content["runs"][0]["trace"]))
        assert trace.text == Trace.load(STORY).text
        assert Trace.from_bytes(http.get(f"/p/{receipt['id']}.trace").content).text == trace.text
        for token in ("made up", "\ud800"):
            refused = http.post("/publish/down", content=json.dumps({"id": receipt["id"], "token": token}))
            assert refused.status_code == 404
            assert refused.json()["detail"].startswith("Only the browser that published")
        assert http.post("/publish/down", content=b" " * 1_001).status_code == 413
        assert http.post("/publish/down", json={"id": receipt["id"], "token": receipt["token"]}).status_code == 200
        for path in ("", ".trace"):
            gone = http.get(f"/p/{receipt['id']}{path}")
            assert (gone.status_code, gone.json()["detail"]) == (404, GONE)


def test_without_a_place_there_is_nothing_but_what_an_address_says(tmp_path, random_slot):
    service, place = Service(random_slot), {"publish": str(tmp_path)}
    assert not publish.routes(service, {}) and not publish.routes(service, {"publish": None})
    assert {route.path for route in publish.routes(service, place)} >= {"/publish", "/p/{id}"}
    parts = [publish.page_part(service, place), publish.page_part(service, {}), publish.page_part(None, {})]
    assert [part.share for part in parts] == [True, False, False]
    assert [part.config["days"] for part in parts] == [Limits()["published_days"], 0, 0]


def test_a_full_disk_is_the_servers_fault(tmp_path, monkeypatch):
    published, limits = Published(str(tmp_path), Limits()), Limits()

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    for name in ("pipe_file", "cat_file", "rm_file", "ukey"):
        monkeypatch.setattr(published._files, name, full)
    sentence = "The place for published runs cannot be used: No space left on device."
    token = "mine"
    id = _id(today(), token)
    (tmp_path / f"{id}.trace").touch()
    with (
        served(PublishedRoutes(published, limits).routes(), limits) as address,
        httpx.Client(base_url=address, timeout=60) as http,
    ):
        answers = [
            http.post("/publish", content=STORY.read_bytes()),
            http.post("/publish/down", json={"id": id, "token": token}),
            http.get(f"/p/{id}.trace"),
            http.get(f"/p/{id}"),
        ]
    assert [(answer.status_code, answer.json()["detail"]) for answer in answers] == [(503, sentence)] * 4


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
    with serve(Limits(added={"published_bytes": 52_429})) as address:
        assert httpx.post(address + path, content=content, timeout=60).json()["detail"].startswith(sentence)


def test_one_address_publishes_so_many_runs_an_hour(serve):
    with serve(Limits(added={"address_published": 1})) as address:
        assert httpx.post(f"{address}/publish", content=b"", timeout=60).status_code == 404
        refused = httpx.post(f"{address}/publish", content=STORY.read_bytes(), timeout=60)
        assert refused.status_code == 429 and "published 1 runs within an hour" in refused.json()["detail"]


def test_runs_are_read_two_at_a_time_and_the_others_wait_without_a_thread_or_are_refused(serve, monkeypatch):
    publish, go, inside, most, waiting = Published.publish, threading.Event(), [], [], 2

    def held(published, packed):
        inside.append(1)
        most.append(len(inside))
        go.wait(30)
        inside.pop()
        return publish(published, packed)

    monkeypatch.setattr(Published, "publish", held)
    monkeypatch.setattr("playground.plugins.publish.published_routes.WAITING", waiting)
    with serve() as address, ThreadPoolExecutor(AT_ONCE + waiting + 1) as browsers:

        def post(_):
            return httpx.post(f"{address}/publish", content=STORY.read_bytes(), timeout=60)

        sent = [browsers.submit(post, number) for number in range(AT_ONCE + waiting + 1)]
        try:
            refused = next(as_completed(sent)).result()
            assert refused.status_code == 503 and refused.json()["detail"] == BUSY
            assert httpx.get(f"{address}/p/none", timeout=60).status_code == 404, "others are answered meanwhile"
            assert len(most) == AT_ONCE
        finally:
            go.set()
        statuses = [answer.result().status_code for answer in sent]
    assert sorted(statuses) == [200] * (AT_ONCE + waiting) + [503] and max(most) == AT_ONCE


def test_a_page_is_made_once_and_made_again_when_its_file_has_changed(serve, tmp_path, monkeypatch):
    read, made = Published.read, []
    monkeypatch.setattr(Published, "read", lambda published, id: (made.append(id), read(published, id))[1])
    with serve() as address, httpx.Client(base_url=address, timeout=60) as http:
        ids = [http.post("/publish", content=STORY.read_bytes()).json()["id"] for _ in range(2)]
        pages = [http.get(f"/p/{ids[0]}") for _ in range(3)]
        assert made == ids[:1] and len({page.content for page in pages}) == 1
        (tmp_path / f"{ids[0]}.trace").write_bytes(HOSTILE.read_bytes())
        hostile = http.get(f"/p/{ids[0]}").content
        assert hostile != pages[0].content and made == [ids[0]] * 2
        for tag in (b"<script", b"<img"):
            assert hostile.count(tag) == pages[0].content.count(tag), "nothing in a run becomes markup"
        (tmp_path / f"{ids[0]}.trace").unlink()
        assert http.get(f"/p/{ids[0]}").status_code == 404
        monkeypatch.setattr("playground.plugins.publish.published_routes.PAGES_BYTES", len(pages[0].content))
        made.clear()
        for _ in range(2):
            http.get(f"/p/{ids[1]}")
        third = http.post("/publish", content=STORY.read_bytes()).json()["id"]
        for _ in range(2):
            http.get(f"/p/{third}")
        http.get(f"/p/{ids[1]}")
        assert made == [ids[1], third, ids[1]], "of two pages only the one that was read last has room"
