"""A rival in the page: a real server streams, and its text stands beside the run, timed and labelled."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from page_helpers import READY

from playground.bench.page import free_port
from playground.rival import Rival
from playground.service import EngineSlot, Service
from playground.ui.interface import build

pytest_plugins = "page_fixtures"

WORDS = ["Once ", "<b>upon</b> ", "a time."]


class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.prompts.append(body["messages"][-1]["content"])
        self.send_response(200)
        self.end_headers()
        for word in WORDS:
            time.sleep(0.2)
            self.wfile.write(f"data: {json.dumps({'choices': [{'delta': {'content': word}}]})}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, *_):
        pass


@pytest.fixture
def server():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    server.prompts = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.mark.thorough
def test_a_rival_writes_beside_the_run_and_says_only_what_it_sent(server, visit, random_folder):
    rival = Rival(url=f"http://127.0.0.1:{server.server_port}/v1", model="a model")
    slot = EngineSlot(str(random_folder))
    served = build(Service(slot), rival=rival)
    page = visit(served.launch("127.0.0.1", free_port(), block=False, quiet=True))
    page.wait_for_selector(READY, timeout=60_000)
    page.click(".tdp-modes [data-mode=compare]")
    page.click("[data-race=rival]")
    page.wait_for_selector(".tdp-rival .tdp-lane-where:has-text(', over')")
    assert page.inner_text(".tdp-rival-text") == "Once <b>upon</b> a time.", "as text, never as HTML"
    assert page.inner_text(".tdp-rival strong") == f"a model at 127.0.0.1:{server.server_port}"
    said = page.inner_text(".tdp-rival")
    assert "how many tokens these are, its server does not say" in said and "no uncertainty" in said
    prompt = page.evaluate("playground.player.recording.header.prompt")
    assert server.prompts == [prompt]
    page.evaluate("playground.player.seek(2)")
    page.wait_for_function("document.querySelector('.tdp-rival-text').textContent === 'Once <b>upon</b> '")
    assert "piece 2 of 3, " in page.inner_text(".tdp-rival .tdp-lane-where"), "under the same clock as the run"
    assert page.inner_text(".tdp-by option[value=work]") == "by work: R does not say what its work is"
    seconds = page.locator(".tdp-lane-table tr", has_text="seconds").locator("td").last
    assert seconds.inner_text().endswith(" on arrival")

    page.wait_for_function("location.hash.includes('rival=')")
    page.reload()
    page.wait_for_selector(".tdp-rival .tdp-hint:has-text('holds no answer')")
    assert server.prompts == [prompt], "a link sends nothing by itself"
    page.click(".tdp-rival button:has-text('Ask again')")
    page.wait_for_selector(".tdp-rival .tdp-lane-where:has-text(', over')")
    assert server.prompts == [prompt] * 2
    page.click(".tdp-modes [data-mode=watch]")
    page.wait_for_selector(".tdp-rival", state="detached")
    served.blocks.close()
