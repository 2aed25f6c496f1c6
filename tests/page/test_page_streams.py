"""The streams that a page holds open to its server: none when nothing goes on, few at once, none while it is hidden."""

import pytest
from page_helpers import LONG, READY, HeldSlot, PacedSlot, assert_same, finish, shown, start, wait_until
from page_streams import Requests
from serving import loaded, served

from playground.service import Service
from workshop.bench.page import KNOWN

STEPS = "() => playground.player.recording.live && playground.player.recording.frames.length"
HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange')); }"""


@pytest.fixture
def own(endless_folder):
    """A service and its address."""
    service = Service(loaded(PacedSlot(str(endless_folder))))
    with served(service) as (_, address):
        yield service, address


STUDY = """async () => {
  const spec = { prompt: { text: "hello" }, settings: playground.player.recording.header.spec.settings };
  window.tape = await playground.engine.start({ study: { spec, seeds: 4, changes: [{}] } });
  (async () => { for await (const _ of tape.messages(() => {})); })(); }"""
"""Asks for many runs, and reads what comes of them."""


@pytest.fixture
def tab(browser):
    with browser.new_context() as window:
        window.add_init_script(KNOWN)
        yield window.new_page()


@pytest.mark.thorough
def test_a_page_holds_a_stream_for_what_goes_on_and_at_most_two(tab, serve, endless_folder):
    slot = HeldSlot(str(endless_folder))
    requests = Requests(tab)
    tab.goto(serve(slot))
    requests.wait_for(["model"])
    start(tab, length=16, max_denoising_steps=3)
    requests.wait_for(["model", "tape"])
    slot.release()
    finish(tab)
    assert tab.evaluate("playground.player.recording.header.spec.prompt.text") == "hello"
    tab.wait_for_selector(READY)
    requests.wait_for([])
    start(tab, **LONG)
    tab.wait_for_function(f"{STEPS} > 2")
    requests.wait_for(["tape"])
    tab.evaluate(STUDY)
    requests.wait_for(["tape", "tape"])
    tab.evaluate("playground.live.stop()")
    requests.wait_for(["tape"])
    tab.evaluate("tape.stop()")
    requests.wait_for([])
    assert requests.most == 2


@pytest.mark.thorough
def test_a_page_that_nobody_sees_closes_its_stream_and_reads_on_when_it_is_seen(tab, own, endless_model):
    service, address = own
    tab.goto(address)
    tab.wait_for_selector(READY)
    start(tab, **LONG)
    tab.wait_for_function(f"{STEPS} > 4")
    (live,) = service.tapes.live()
    assert live.readers == 1
    tab.evaluate(HIDE, True)
    wait_until(lambda: live.readers == 0)
    frames, before = len(shown(tab)["frames"]), len(live.after(-1))
    wait_until(lambda: len(live.after(-1)) > before + 5)
    assert len(shown(tab)["frames"]) == frames and tab.inner_text("#notice-text") == "", "nothing was lost"
    tab.evaluate(HIDE, False)
    tab.wait_for_function("n => playground.player.recording.frames.length > n", arg=before)
    assert live.readers == 1 and tab.inner_text("#notice-text") == ""
    tab.evaluate("playground.live.stop()")
    finish(tab)
    assert_same(shown(tab)["frames"], live.runs[0].trace())


READ = """async ({ key, control, runs }) => {
  window.numbers = [];
  const headers = { 'Tape-Key': key };
  const reader = (await fetch('tape', { headers })).body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    window.numbers = [...text.matchAll(/^id: (\\d+)$/gm)].map(([, number]) => Number(number));
  }
  window.over = true; }"""


def test_two_tabs_read_one_run_and_it_goes_on_when_the_one_that_asked_has_left(browser, own):
    service, address = own
    with browser.new_context() as window:
        window.add_init_script(KNOWN)
        first, second = (window.new_page() for _ in range(2))
        for tab in (first, second):
            tab.goto(address)
            tab.wait_for_selector(READY)
        start(first, **LONG)
        first.wait_for_function(f"{STEPS} > 4")
        second.evaluate(f"taken => void ({READ})(taken)", first.evaluate("playground.live.tape"))
        second.wait_for_function("() => numbers.length > 4")
        (live,) = service.tapes.live()
        assert live.readers == 2
        first.goto("about:blank")  # Chromium gives a tab that closes half a second for its goodbye, however busy it is
        wait_until(lambda: live.readers == 1 and not live.returns)
        second.wait_for_function("n => numbers.length > n", arg=len(live.after(-1)) + 5)
        live.stop()
        second.wait_for_function("() => window.over")
        assert second.evaluate("numbers") == list(range(len(live.after(-1))))
