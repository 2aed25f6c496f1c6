"""The streams that a page holds open to its server: none when nothing goes on. How many at once, and none while it is
hidden: `gate.test.ts`, `tape.test.ts`."""

from page_helpers import LONG, READY, PacedSlot, start, wait_until
from serving import loaded, served

from playground.service import Service
from workshop.bench.page import KNOWN

READ = """async ({ key }) => {
  window.numbers = [];
  const headers = { 'Tape-Key': key };
  const reader = (await fetch('tape', { headers })).body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    window.numbers = [...text.matchAll(/^id: (\\d+)$/gm)].map(([, number]) => Number(number));
  }
  window.over = true; }"""


def test_two_tabs_read_one_run_and_it_goes_on_when_the_one_that_asked_has_left(browser, endless_folder):
    service, going = Service(loaded(PacedSlot(str(endless_folder)))), []
    with served(service) as (_, address), browser.new_context() as window:
        window.add_init_script(KNOWN)
        first, second = (window.new_page() for _ in range(2))
        first.on("request", lambda request: request.url.endswith(("/tape", "/model")) and going.append(request))
        for end in ("requestfinished", "requestfailed"):
            first.on(end, lambda request: request in going and going.remove(request))
        for tab in (first, second):
            tab.goto(address)
            tab.wait_for_selector(READY)
        wait_until(lambda: not going, page=first)
        start(first, **LONG)
        first.wait_for_function(
            "() => playground.player.recording.live && playground.player.recording.frames.length > 4"
        )
        assert [request.url for request in going] == [f"{address}tape"]
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
