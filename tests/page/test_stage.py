"""What stands in sight: the first screen, scrolling, a phone, sharp and whole words."""

import pytest
from page_fixtures import PAINTED
from page_helpers import (
    GOLDEN,
    LAST_OF_LILY,
    RECORDED,
    draw_curve,
    go,
    go_to_moment,
    open_detail,
    open_trace,
    set_knob,
    set_mode,
)

from workshop.bench.page import KNOWN

PHONE = {"width": 375, "height": 800}
SEEN = """place => {
  const { top, left, bottom, right, width } = document.querySelector(place).getBoundingClientRect();
  return width > 0 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
}"""
# Elements beyond the right edge, unless they lie in something that scrolls or cuts them itself.
BEYOND = """() => [...document.querySelectorAll('#playground *')].filter((element) => {
  const { left, right, width } = element.getBoundingClientRect();
  if (!element.checkVisibility() || width === 0 || (left >= 0 && right <= innerWidth + 0.5)) return false;
  for (let around = element.parentElement; around.id !== 'playground'; around = around.parentElement)
    if (getComputedStyle(around).overflowX !== 'visible') return false;
  return !element.closest('svg');
}).map(({ className }) => className)"""


@pytest.mark.parametrize(
    "size", [(1440, 900), (1280, 720), pytest.param((1920, 1080), marks=pytest.mark.thorough)], ids=str
)
def test_the_first_screen_holds_everything_but_the_details(visit, address, size):
    page = visit(address, viewport={"width": size[0], "height": size[1]})
    for mode in ("tune", "watch"):
        set_mode(page, mode)
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
        for place in (
            ".tdp-header", "#prompt", "#generate", ".tdp-cards-row", ".tdp-toolbar", ".tdp-canvas", ".tdp-legend",
            ".tdp-play", ".tdp-timeline", ".tdp-sentence", ".tdp-tray-head", ".tdp-drawer",
        ):  # fmt: skip
            assert page.evaluate(SEEN, place), (mode, place)
    canvas = page.locator(".tdp-canvas").bounding_box()
    wide, high = canvas["width"], canvas["height"]
    assert wide / size[0] > 0.6, "the canvas takes about two thirds of the width"
    assert wide * high >= 0.25 * size[0] * size[1], "and a quarter of the window"
    go(page, LAST_OF_LILY)
    whole = """place => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.querySelector(place);
      return scrollHeight <= clientHeight && scrollWidth <= clientWidth;
    }"""
    for letters in ("1.25", "0.9", "1"):
        page.evaluate("size => playground.looks.choose('size', size)", letters)
        assert page.evaluate("getComputedStyle(document.querySelector('.tdp-caption')).zoom") == letters
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1], letters
        assert page.evaluate(whole, ".tdp-caption") or (letters, size) == ("1.25", (1280, 720)), letters
    open_detail(page, "table")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function("() => scrollY > 300")
    assert page.evaluate(SEEN, "#generate"), "it stays in sight when the page scrolls"
    page.click("#generate", trial=True)  # nothing lies over it
    page.set_viewport_size({"width": 900, "height": 800})
    assert page.evaluate(whole, ".tdp-runs-name"), "the name of the run is not cut"


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.thorough), "dark"])
def test_on_a_phone_playback_and_the_way_to_generate_stay_in_sight_and_nothing_is_too_wide(visit, address, scheme):
    page = visit(address, viewport=PHONE, color_scheme=scheme, has_touch=True)
    assert page.evaluate("playground.player.painter.theme") == scheme
    draw_curve(page)
    for name in ("curve", "overview", "table", "text", "blocks"):
        open_detail(page, name)
        for mode in ("tune", "watch"):
            set_mode(page, mode)
            go(page, 9, 35)
            assert page.evaluate("document.documentElement.scrollWidth") <= 375, (name, mode)
            assert page.evaluate(BEYOND) == [], (name, mode)
    go(page, 9)
    for down in (0, 400, 100_000):
        page.evaluate("down => scrollTo(0, down)", down)
        assert all(page.evaluate(SEEN, place) for place in (".tdp-play", ".tdp-slider", ".tdp-open-prompt")), down
        bar, way = page.locator(".tdp-bar").bounding_box(), page.locator(".tdp-open-prompt").bounding_box()
        assert bar["y"] < way["y"] and way["y"] + way["height"] < bar["y"] + bar["height"], "it lies over no cell"
        page.tap(".tdp-play", trial=True)
        page.tap(".tdp-open-prompt")
        page.wait_for_selector("#generate")
        assert page.evaluate(SEEN, "#generate") and page.evaluate(SEEN, "#prompt")
        page.tap("#generate", trial=True)
        page.tap(".tdp-open-prompt")
        page.wait_for_selector("#generate", state="hidden")


def test_on_a_phone_generate_leads_back_to_the_canvas(visit, address):
    page = visit(address, viewport=PHONE, has_touch=True)
    page.wait_for_selector("#model-state[data-state=ready]", state="attached")
    page.evaluate("scrollTo(0, 500)")
    page.tap(".tdp-open-prompt")
    page.fill("#prompt textarea", "hello")
    page.tap("#generate")
    page.wait_for_selector("#notice-text:has-text('max_new_tokens is 256')")
    assert page.evaluate(SEEN, "#notice-text"), "what is wrong is in sight too"
    page.tap(".tdp-open-prompt")
    set_knob(page, "max_new_tokens", 32)
    page.tap("#generate")
    page.wait_for_function("() => playground.player.recording.header.spec.prompt.text === 'hello'")
    assert page.is_hidden("#generate"), "the sheet has gone"
    canvas = page.locator(".tdp-canvas").bounding_box()
    assert -100 < canvas["y"] < 300, "the run is in sight"
    page.evaluate("playground.live.stop()")
    page.wait_for_function("() => !playground.ask.busy")


@pytest.mark.parametrize(
    "size",
    [(1280, 720), *(pytest.param(size, marks=pytest.mark.thorough) for size in ((1440, 1000), (1200, 800)))],
    ids=str,
)
def test_the_longest_sentences_are_set_closer_and_move_nothing(visit, address, size):
    page = visit(address, viewport={"width": size[0], "height": size[1]})
    seen = {}
    for run in (GOLDEN / "hostile.trace", RECORDED / "wrong.trace"):
        open_trace(page, run)
        for moment in range(page.evaluate("playground.player.clock.count")):
            go_to_moment(page, moment)
            close, full, focus, tray = page.evaluate(
                """() => {
                  const caption = document.querySelector('.tdp-caption');
                  const full = caption.scrollHeight > caption.clientHeight;
                  return [caption.classList.contains('tdp-close-set'), full, caption.tabIndex,
                          document.querySelector('.tdp-tray').getBoundingClientRect().top]; }"""
            )
            assert not full and focus == -1, (run.name, moment)
            seen.setdefault(close, set()).add(tray)
    assert set(seen) == {True, False} and len(seen[True] | seen[False]) == 1, seen
    open_trace(page, GOLDEN / "hostile.trace")
    go(page, 5)  # the end of the first part
    for width, height, caption in ((2560, 1440, ":not(.tdp-close-set)"), (1440, 1000, ".tdp-close-set")):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector(f".tdp-caption{caption}")


def test_a_kept_word_is_not_cut(visit, address):
    """At 1440x900 every token of the recorded story of up to nine letters stands in its cell as it is."""
    page = visit(address, viewport={"width": 1440, "height": 900})
    cut, seen = set(), 0
    for moment in range(page.evaluate("playground.player.clock.count")):
        go_to_moment(page, moment)
        texts = page.evaluate("[...playground.player.painter.letters.fitted].map(([key, { text }]) => [key, text])")
        kept = [(key, text) for key, text in texts if key.startswith("1")]
        cut |= {(key, text) for key, text in kept if "…" in text and len(key.split()[-1]) < 10}
        seen = max(seen, len(kept))
    assert seen > 30 and cut == set()


def test_the_canvas_stays_sharp_when_the_screen_becomes_sharper(browser, address):
    """Headless Chromium changes the ratio but sends no event, so the queries that the page listens to are told here."""
    with browser.new_context(viewport={"width": 1440, "height": 1000}) as window:
        window.add_init_script(KNOWN)
        window.add_init_script("""
          const real = window.matchMedia.bind(window);
          window.queries = [];
          window.matchMedia = (query) => { const made = real(query); queries.push(made); return made; };
        """)
        page = window.new_page()
        page.goto(address)
        page.wait_for_function(PAINTED)
        devtools = window.new_cdp_session(page)
        for ratio in (2, 1, 1.5):
            screen = {"width": 1440, "height": 1000, "mobile": False, "deviceScaleFactor": ratio}
            devtools.send("Emulation.setDeviceMetricsOverride", screen)
            page.evaluate("""() => queries.filter(({ media }) => media.includes('resolution')).forEach((query) => {
              if (!query.matches) query.dispatchEvent(new Event('change')); })""")
            page.wait_for_function(
                "() => playground.player.painter.ratio === devicePixelRatio && !playground.player.scheduled"
            )
            wide, shown, ids = page.evaluate(
                """(({ painter: { canvas, ids } }) => [canvas.width, parseFloat(canvas.style.width), ids.length])(
                     playground.player)"""
            )
            assert wide == pytest.approx(shown * ratio, abs=1) and ids == 128


def test_a_chosen_cell_keeps_the_mark_of_its_status(used_page):
    """A reopened token keeps its dashed outline within the frame of the choice."""
    page = used_page
    step, position = page.evaluate(
        """() => { const { frames } = playground.player.recording;
             const step = frames.findIndex(({ status }) => status.includes(3));
             return [step, frames[step].status.indexOf(3)]; }"""
    )
    go(page, step, position)
    around = page.evaluate(
        """position => {
          const { x, y, width, height } = playground.player.painter.grid.boxes[position];
          const frame = document.querySelector('.tdp-cursor-chosen');
          const { outlineWidth, outlineOffset, borderWidth } = getComputedStyle(frame);
          const { canvas, ratio } = playground.player.painter;
          const blank = new OffscreenCanvas(canvas.width, canvas.height);
          const copy = blank.getContext('2d', { willReadFrequently: true });
          copy.drawImage(canvas, 0, 0);
          const row = copy.getImageData((x + 6) * ratio, (y + 2) * ratio, (width - 12) * ratio, 1).data;
          const colours = new Set();
          for (let i = 0; i < row.length; i += 4) colours.add(row.subarray(i, i + 3).join());
          const within = parseFloat(outlineOffset) + parseFloat(borderWidth); // 0: the frame lies outside the cell
          return { colours: [...colours], within };
        }""",
        position,
    )
    assert around["within"] >= -1, "the frame ends where the mark begins"
    assert len(around["colours"]) > 1, "dashes"
