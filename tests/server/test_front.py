"""The page as it arrives: one document with strict headers, at its address, behind a login or without one."""

import json
import re

import httpx
import pytest
from serving import loaded, served
from starlette.applications import Starlette
from starlette.testclient import TestClient

from playground.server.files import PageFiles
from playground.server.interface import RECORDED
from playground.server.page import config_of, page_routes
from playground.service import EngineSlot, Service
from playground.service.limits import Limits
from playground.spec.settings import all_knobs

pytestmark = pytest.mark.slow

OPEN = {
    "/gradio_api/info",
    "/gradio_api/openapi.json",
    "/gradio_api/startup-events",
    "/gradio_api/queue/data",
    "/gradio_api/queue/join",
    "/gradio_api/heartbeat/{session_hash}",
    "/gradio_api/file={path_or_url:path}",
    "/gradio_api/call/{api_name}",
    "/gradio_api/call/v2/{api_name}",
    "/gradio_api/call/{api_name}/{event_id}",
    "/gradio_api/call/v2/{api_name}/{event_id}",
    "/gradio_api/cancel",
    "/gradio_api/reset",
    "/config",
}
"""What of Gradio can be reached: its clients need it, and nothing else does."""


def test_the_page_names_its_script_and_nothing_else_runs_and_all_its_addresses_are_relative_to_it(http):
    answer = http.get("")
    assert answer.headers["Content-Type"].startswith("text/html") and "no-cache" in answer.headers["Cache-Control"]
    scripts = re.findall(r'<script type="module" src="([^"]+)"', answer.text)
    script = http.get(*scripts)
    assert "immutable" in script.headers["Cache-Control"] and "text/javascript" in script.headers["Content-Type"]
    assert "gradio_config" not in answer.text and "gradio-app" not in answer.text
    head = http.head("")
    assert head.status_code == 200 and head.content == b""
    assert "frame-ancestors 'self'" in head.headers["Content-Security-Policy"]
    for attributes, body in re.findall(r"<script([^>]*)>(.*?)</script>", answer.text, re.S):
        assert "application/json" in attributes or ("src=" in attributes and not body)
    assert not re.search(r"\son\w+=", re.sub(r"<(style|script).*?</\1>", "", answer.text, flags=re.S))
    for address in re.findall(r'(?:src|href)="([^"]+)"', re.sub(r"<style>.*?</style>", "", answer.text, flags=re.S)):
        assert address.startswith(("playground/", "data:")), address


def walked(routes):
    """(path, method) of every route, those of included routers too."""
    for route in routes:
        if router := getattr(route, "original_router", None):
            yield from walked(router.routes)
        else:
            yield from ((route.path, method) for method in getattr(route, "methods", None) or {"GET"})


def test_every_route_of_the_built_app_is_ours_or_listed(server, http):
    page = server[0]
    ours = {route.path for route in page._routes}
    others = sorted({route for route in walked(page.blocks.app.routes) if route[0] not in ours})
    assert len(others) > 30, "Gradio brings many"
    reached = set()
    for path, method in others:
        sample = re.sub(r"\{[^}]*\}", "x", path.replace("{api_name}", "run"))
        with http.stream(method, sample, json={} if method == "POST" else None) as answer:
            body = answer.read() if answer.status_code == 404 and method != "HEAD" else b"There is nothing"
        if answer.status_code != 404 or not re.search(b"There is nothing|Nothing can", body):
            reached.add(path.rstrip("/"))
    assert reached == OPEN


def test_the_page_knows_what_the_server_allows():
    for limits, mib in ((Limits(), 64), (Limits(prompt_characters=77), 7)):
        app = Starlette(routes=page_routes(PageFiles(RECORDED), config_of(limits, mib, False)))
        app.auth = None
        page = TestClient(app).get("/").text
        data = re.search(r'<script type="application/json" id="playground-config">(.+?)</script>', page)[1]
        read = json.loads(data)
        assert (read["max_mib"], read["max_seed"]) == (mib, 2**53 - 1)
        assert read["prompt_characters"] == limits.prompt_characters
        assert [knob["name"] for knob in read["knobs"]] == list(all_knobs())


def test_behind_a_login_the_page_is_another_one_and_all_of_ours_is_closed(endless_folder):
    slot = loaded(EngineSlot(str(endless_folder)))
    with served(Service(slot), auth=[("anna", "one")]) as (page, address):
        http = httpx.Client(base_url=address, timeout=30)
        asks = http.get("")
        assert "login.js" in asks.text and "playground-config" not in asks.text
        assert "unsafe-eval'" not in asks.headers["Content-Security-Policy"].replace("wasm-unsafe-eval", "")
        for route in page._routes:
            path = re.sub(r"\{[^}]*\}", "x", route.path)
            if path in ("/", "/readyz") or path.startswith("/playground"):
                continue  # the page that asks, readiness, and the files that all installations have
            answer = http.post(path, json={}) if "POST" in (route.methods or ()) else http.get(path)
            assert answer.status_code == 401, path
        listens = ("info", "heartbeat/x", "app_id", "user", "openapi.json", "queue/data?session_hash=x")
        for path in ("config", *(f"gradio_api/{each}" for each in listens)):
            assert http.get(path).status_code == 401, path
        body = {"fn_index": 0, "session_hash": "x", "data": [], "event_id": "e"}
        for path in ("queue/join", "cancel", "reset"):
            refused = http.post(f"gradio_api/{path}", json=body)
            assert (refused.status_code, refused.json()["detail"]) == (401, "Log in first."), path
        assert (http.get("readyz").status_code, http.get("readyz").text) == (200, "ready\n")
        wrong = http.post("login", data={"username": "anna", "password": "two"})
        assert wrong.status_code == 400
        assert http.post("login", data={"username": "anna", "password": "one"}).status_code == 200
        assert "playground-config" in http.get("").text
        body["fn_index"] = {each["api_name"]: each["id"] for each in http.get("config").json()["dependencies"]}["run"]
        body["data"] = ['{"specs": []}']
        assert http.post("gradio_api/queue/join", json=body).status_code == 200
        http.close()


def test_the_state_of_the_model_comes_until_it_is_ready(http):
    lines = [line for line in http.get("model").text.splitlines() if line.startswith("data: ")]
    last = json.loads(lines[-1].removeprefix("data: "))
    assert last["state"] == "ready" and len(last["defaults"]) == len(all_knobs()) and "abilities" in last
