"""A rival in the page: a real server streams, and its text stands beside the run, timed and labelled."""

import threading

import pytest
from page_holds import run_spec
from page_reader import go_to_moment, set_mode
from page_streams import spoil
from plugins.rival.rival_server import RivalServer, event

from playground.server.interface import build
from playground.service import EngineSlot, Service
from workshop.bench.page import free_port

RIVAL, ANSWER = "[aria-label=Rival]", ".tdp-rival-text"
WORDS = ["Once ", "<b>upon</b> ", "a time."]


@pytest.fixture
def server():
    server = RivalServer(*[part for word in WORDS for part in (0.2, event(word))], "[DONE]")
    yield server
    server.close()


def prompts(server):
    return [body["messages"][-1]["content"] for _, _, body in server.asked]


@pytest.fixture
def page(server, visit, random_folder):
    """Compare, with a rival to race."""
    served = build(Service(EngineSlot(str(random_folder))), options={"rival": (server.url, "a model")})
    page = visit(served.launch("127.0.0.1", free_port(), block=False, quiet=True), model=True)
    set_mode(page, "compare")
    yield page
    served.blocks.close()


def test_an_address_names_who_answered_on_a_server_without_a_rival_too(address, visit):
    page = visit(f"{address}#rival=a+model+at+host:1&mode=compare")
    page.wait_for_selector(f"{RIVAL} .tdp-hint:has-text('holds no answer, and this server has no such rival.')")
    assert page.inner_text(f"{RIVAL} strong") == "a model at host:1" and page.is_hidden("text=Ask again")
    assert not page.query_selector("[data-race=rival]")
    page.click(f"{RIVAL} button:has-text('×')")
    page.wait_for_selector(RIVAL, state="detached")
    page.wait_for_function("() => !location.hash.includes('rival')")


@pytest.mark.thorough
def test_a_rival_writes_beside_the_run_and_says_only_what_it_sent(server, page):
    page.click("[data-race=rival]")
    page.wait_for_selector(f"{RIVAL} .tdp-lane-where:has-text(', over')")
    assert page.inner_text(ANSWER) == "Once <b>upon</b> a time.", "as text, never as HTML"
    assert page.inner_text(f"{RIVAL} strong") == f"a model at 127.0.0.1:{server.server_port}"
    said = page.inner_text(RIVAL)
    assert "how many tokens these are, its server does not say" in said and "no uncertainty" in said
    prompt = run_spec(page)["prompt"]["text"]
    assert prompts(server) == [prompt]
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function("() => document.documentElement.scrollWidth <= 390")
    page.set_viewport_size({"width": 1440, "height": 1000})
    go_to_moment(page, 2)
    page.wait_for_function(f"() => document.querySelector('{ANSWER}').textContent === 'Once <b>upon</b> '")
    assert "piece 2 of 3, " in page.inner_text(f"{RIVAL} .tdp-lane-where"), "under the same clock as the run"
    assert page.inner_text(".tdp-by option[value=work]") == "by work: R does not say what its work is"
    seconds = page.locator(".tdp-lane-table tr", has_text="seconds").locator("td").last
    assert seconds.inner_text().endswith(" on arrival")

    page.wait_for_function("() => location.hash.includes('rival=')")
    page.reload()
    page.wait_for_selector(f"{RIVAL} .tdp-hint:has-text('holds no answer')")
    assert prompts(server) == [prompt], "a link sends nothing by itself"
    come_back = threading.Event()
    server.script = [event("Once "), come_back, event("upon"), "[DONE]"]
    spoil(page, "(event, give, fail) => (give(event), event.includes('Once') && fail())")
    page.click(f"{RIVAL} button:has-text('Ask again')")
    page.wait_for_selector(f"{RIVAL} [role=status]:has-text('The connection to the server is lost; the steps')")
    assert page.inner_text(ANSWER) == "Once "
    come_back.set()
    page.wait_for_selector(f"{RIVAL} .tdp-lane-where:has-text(', over')")
    assert page.inner_text(ANSWER) == "Once upon" and prompts(server) == [prompt] * 2
    assert page.inner_text(f"{RIVAL} [role=status]").startswith("The first piece arrived after")
    page.click("nav [data-mode=watch]")
    page.wait_for_selector(RIVAL, state="detached")
