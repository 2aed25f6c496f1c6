"""The page over a denoiser on another server: what that does not give is said, and marked in each figure."""

import pytest
from page_holds import DRAWER, run_spec
from page_reader import choose, choose_run, finish, go, open_detail
from plugins.remote.remote_server import RemoteServer
from serving import loaded

from playground.engine.loading.source import EMBEDDED
from playground.plugins.remote.elsewhere import Elsewhere
from playground.service import EngineSlot

MARK = "nats (at least)"


@pytest.fixture
def server(embedded_model):
    server = RemoteServer(embedded_model, "small", str(EMBEDDED))
    yield server
    server.close()


def test_what_is_not_there_is_said_and_marked(serve, visit, server):
    page = visit(serve(loaded(EngineSlot("small", home=Elsewhere(url=server.url, top=5)))))
    page.wait_for_selector("#model-state[data-state=ready]", state="attached")
    page.evaluate("playground.player.views.meet()")
    page.evaluate("playground.adopt({ max_denoising_steps: 5 })")
    page.fill("#prompt textarea", "Write a story about a fox.")
    assert MARK not in page.evaluate("document.body.textContent"), "the recorded runs have whole entropies"
    assert page.evaluate("playground.knobs.shipped.value.self_conditioning") == "off"
    page.click("#model-state")
    said = page.inner_text("#model-status")
    assert "on another server, which gives probabilities of the 5 most probable tokens" in said
    assert "conditions no step on the one before" in said and server.address not in said
    page.click("#generate")
    finish(page)
    assert run_spec(page)["settings"]["self_conditioning"] == "off"
    go(page, 4)
    assert "which gave the 5 most probable tokens of each position" in page.evaluate("document.body.textContent")
    choose(page, 5)
    for place in (".tdp-scale", DRAWER, ".tdp-timeline"):
        assert MARK in page.text_content(place), place
    for panel in ("overview", "curve", "table"):
        open_detail(page, panel)
        page.wait_for_function("mark => document.querySelector('.tdp-tray').textContent.includes(mark)", arg=MARK)
    assert "unit=" not in page.url, "an address has the reader's unit"
    choose_run(page, "Lily, a cat and a red ball")
    page.wait_for_function("mark => !document.querySelector('.tdp-drawer').innerText.includes(mark)", arg=MARK)
