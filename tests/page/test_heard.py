"""What a screen reader is told of runs that come slowly, that have several parts, and that fail at once."""

from threading import Semaphore

from page_helpers import LILY_RUN, READY, PacedSlot, faults, go, go_to_moment, rest, start, text
from playwright.sync_api import expect
from serving import loaded

from playground.errors import PlaygroundError

LISTEN = """() => {
  window.heard = [];
  window.settled = 0;
  playground.player.addEventListener('settle', () => (settled += 1));
  const place = document.querySelector('.tdp-spoken');
  new MutationObserver(() => heard.push(place.textContent))
    .observe(place, { childList: true, characterData: true, subtree: true }); }"""


class SteppedSlot(PacedSlot):
    """Each step waits until it is let through."""

    def __init__(self, folder):
        super().__init__(folder)
        self.passes = Semaphore(0)

    def session(self):
        return Stepped(super().session(), self.passes)


class Stepped:
    def __init__(self, session, passes):
        self.session, self.passes = session, passes

    def __getattr__(self, name):
        return getattr(self.session, name)

    def next(self, seconds):
        self.passes.acquire(timeout=60)
        return self.session.next(seconds)


class FailingSlot(PacedSlot):
    def session(self):
        return Failing(super().session())


class Failing:
    def __init__(self, session):
        self.session = session

    def __getattr__(self, name):
        return getattr(self.session, name)

    def next(self, seconds):
        raise PlaygroundError("Nothing comes of this.")


def test_a_slow_run_is_not_told_step_by_step_and_a_part_is_named_once(visit, serve, endless_folder):
    slot = loaded(SteppedSlot(str(endless_folder)))
    page = visit(serve(slot))
    page.wait_for_selector(READY)
    page.evaluate(LISTEN)
    start(page, length=32, max_denoising_steps=2, confidence_threshold=0)
    for steps in (1, 2, 3, 4):
        settled = page.evaluate("settled")
        slot.passes.release()
        page.wait_for_function(
            "([steps, before]) => playground.player.recording.frames.length >= steps && settled > before",
            arg=[steps, settled],
        )
    slot.passes.release(10)  # its end, and what comes after it
    page.wait_for_function("() => !playground.ask.busy && playground.player.recording?.frames.at(-1)?.top_ids")
    rest(page)
    heard = [words for words in page.evaluate("heard") if "Part" in words or "step 1" in words]
    assert [words.split(". ")[0] for words in heard] == ["Part 1 of at most 2, step 2", "Part 2 of 2, step 2"]
    for row in (2, 1, 0):
        go(page, row)
        rest(page)
    told = [words.split(". ")[0] for words in page.evaluate("heard")[-3:]]
    assert told == ["Step 1", "Part 1 of 2, step 2", "Step 1"]


def test_a_cell_of_the_noise_is_heard_as_it_stands_there_and_nothing_of_it_is_measured(used_page):
    go_to_moment(used_page, 0)
    used_page.evaluate("playground.player.views.choose(16)")
    noise, drawn = (LILY_RUN.tokens[LILY_RUN.columns[of][0, 16]] for of in ("input_ids", "sampled_ids"))
    cell = used_page.locator(".tdp-spoken >> nth=1")
    expect(cell).to_have_text(f"Position 16: {noise.strip()}. Nothing is measured yet.", timeout=20_000)
    nats = LILY_RUN.columns["entropy"][0, 16]
    assert noise != drawn
    assert not faults(used_page), "a drawer that shows nothing does not scroll"
    go_to_moment(used_page, 1)
    expect(cell).to_have_text(
        f"Position 16: {drawn.strip()}, uncertainty {nats:.3g} nats, thrown back.", timeout=20_000
    )


def test_a_run_that_fails_at_its_first_step_says_why_and_asks_for_no_trace(visit, serve, endless_folder):
    page = visit(serve(loaded(FailingSlot(str(endless_folder)))))
    page.wait_for_selector(READY)
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    start(page)
    expect(page.locator("#notice-text")).to_contain_text("Nothing comes of this.")
    page.wait_for_function("() => !playground.ask.busy")
    assert page.evaluate("playground.runList.yours.length") == 0, "there is nothing of it to see"
    assert "Nothing comes of this." in text(page, "#notice-text") and "trace" not in asked
