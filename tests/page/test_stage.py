"""What stands in sight on a desk and for an audience; and a run that solves a Sudoku, as a board."""

import page_holds as holds
import page_reader as reader
import pytest
from page_places import CUT, PLACES, boxes, colour, grid, middle_of, pixel, resized, size
from service_helpers import wait_until

import playground as pg
from workshop.bench.page import KNOWN

WHOLE = """place => {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.querySelector(place);
  return scrollHeight <= clientHeight && scrollWidth <= clientWidth;
}"""
HEIGHT = "document.documentElement.scrollHeight"
LETTERS = """() => {
  const { grid, letters: { fitted } } = playground.player.painter;
  const kept = [...fitted].filter(([key]) => key.startsWith('1'));
  return { usual: grid.font, kept: Math.min(...kept.map(([, { font }]) => parseFloat(font.split(' ')[1]))) }; }"""
"""The size of letters in the cells that are drawn, in pixels, and the least of kept words."""


@pytest.fixture
def page(used_page):
    used_page.set_viewport_size(size(1280, 720))
    return used_page


def test_the_first_screen_holds_everything_but_the_details_with_letters_as_large_as_cells_allow(page):
    for (width, height), least in {(1280, 720): 15, (1440, 900): 17.5, (1920, 1080): 25}.items():
        resized(page, width, height)
        assert page.evaluate(LETTERS)["usual"] >= least, (width, height)
        for mode in ("tune", "watch"):
            reader.set_mode(page, mode)
            assert page.evaluate(HEIGHT) <= height
            for place in (
                "header", "#prompt", "#generate", "[aria-label=Examples]", "[aria-label='What the cells show']",
                holds.CANVAS, holds.LEGEND, holds.PLAY, holds.SLIDER, holds.SENTENCE, holds.TABS, holds.DRAWER,
            ):  # fmt: skip
                assert boxes(page, place)[0]["whole"], (mode, place)
        stage, canvas = boxes(page, holds.STAGE, holds.CANVAS)
        assert canvas["height"] <= stage["height"] and page.is_hidden(".tdp-more-below button"), "all are in sight"
        assert canvas["width"] / width > 0.6, "the canvas takes about two thirds of the width"
        assert canvas["width"] * canvas["height"] >= 0.25 * width * height, "and a quarter of the window"
        reader.go(page, holds.LAST_OF_LILY - 1)
        for letters in ("1.25", "0.9", "1"):
            page.evaluate("size => playground.looks.choose('size', size)", letters)
            assert page.locator(holds.CAPTION).evaluate("caption => getComputedStyle(caption).zoom") == letters
            assert page.evaluate(HEIGHT) <= height, letters
            assert page.evaluate(WHOLE, holds.CAPTION) or (letters, width) == ("1.25", 1280), letters
    reader.open_detail(page, "table")
    page.evaluate(f"scrollTo(0, {HEIGHT})")
    page.wait_for_function("() => scrollY > 300")
    assert boxes(page, "#generate")[0]["whole"], "it stays in sight when the page scrolls"
    page.click("#generate", trial=True)  # nothing lies over it
    page.set_viewport_size(size(900, 800))
    assert page.evaluate(WHOLE, "[aria-label^='Runs; shown'] span"), "the name of the run is not cut"


def test_the_longest_sentences_are_set_closer_and_move_nothing(page):
    seen = {}
    for run in (holds.GOLDEN / "hostile.trace", holds.RECORDED / "wrong.trace"):
        reader.open_trace(page, run)
        for moment in range(holds.moments_of(page)):
            reader.go_to_moment(page, moment)
            close, focus, tray = page.locator(holds.CAPTION).evaluate(
                """caption => [caption.classList.contains('tdp-close-set'), caption.tabIndex,
                     document.querySelector('[aria-label=Details]').getBoundingClientRect().top]"""
            )
            assert page.evaluate(WHOLE, holds.CAPTION) and focus == -1, (run.name, moment)
            seen.setdefault(close, set()).add(tray)
    assert set(seen) == {True, False} and len(seen[True] | seen[False]) == 1, seen
    reader.open_trace(page, holds.GOLDEN / "hostile.trace")
    reader.go(page, 5)  # the end of the first part
    for width, height, caption in ((2560, 1440, ":not(.tdp-close-set)"), (1440, 1000, ".tdp-close-set")):
        page.set_viewport_size(size(width, height))
        page.wait_for_selector(f"{holds.CAPTION}{caption}")


def test_a_word_is_not_cut(page):
    """At 1440x900 every word of the recorded story of up to ten letters stands in its cell as it is."""
    page.set_viewport_size(size(1440, 900))
    for step in range(-1, holds.LAST_OF_LILY):
        assert page.evaluate(CUT, step) == []


KEPT_QUERIES = """const real = window.matchMedia.bind(window);
  window.queries = [];
  window.matchMedia = (query) => { const made = real(query); queries.push(made); return made; };"""


def test_the_canvas_stays_sharp_when_the_screen_becomes_sharper(stranger, address):
    """Headless Chromium changes the ratio but sends no event, so the queries that the page listens to are told here."""
    page = stranger(address, KNOWN, KEPT_QUERIES)
    devtools = page.context.new_cdp_session(page)
    for ratio in (2, 1, 1.5):
        screen = {"width": 1440, "height": 1000, "mobile": False, "deviceScaleFactor": ratio}
        devtools.send("Emulation.setDeviceMetricsOverride", screen)
        page.evaluate("""() => queries.filter(({ media }) => media.includes('resolution')).forEach((query) => {
          if (!query.matches) query.dispatchEvent(new Event('change')); })""")
        drawn = "(canvas, ratio) => Math.abs(canvas.width - parseFloat(canvas.style.width) * ratio) <= 1"
        wait_until(lambda ratio=ratio, drawn=drawn: page.locator(holds.CANVAS).evaluate(drawn, ratio), page=page)


def test_an_audience_reads_words_of_22_pixels(page):
    resized(page, 2560, 1440)
    assert page.evaluate(LETTERS)["usual"] == 30, "and no larger"
    for window in ((2560, 1440), (1366, 768)):
        page.set_viewport_size(size(*window))
        page.keyboard.press("f")
        page.wait_for_selector("#playground.tdp-presenting")
        reader.rest(page)
        for step in range(holds.LAST_OF_LILY):
            reader.go(page, step)
        letters = page.evaluate(LETTERS)
        assert letters["usual"] >= 22 and letters["kept"] >= 22, window
        stage, canvas, bar, caption = boxes(page, holds.STAGE, holds.CANVAS, holds.BAR, holds.CAPTION)
        assert canvas["height"] <= stage["height"] and bar["whole"] and caption["whole"], window
        page.keyboard.press("f")
        page.wait_for_selector("#playground:not(.tdp-presenting)")
        reader.rest(page)
        assert len({x for x, *_ in grid(page)}) == 16


def test_the_drawer_of_a_run_of_another_program_leaves_its_room_too(page):
    reader.rest(page)
    (stage,) = boxes(page, holds.STAGE)
    reader.open_trace(page, holds.GOLDEN.parent / "runs/elsewhere.trace")
    reader.rest(page)
    wide, drawer = boxes(page, holds.STAGE, holds.DRAWER)
    assert wide["width"] > stage["width"] + 300 and drawer["whole"] and drawer["height"] < 80
    reader.set_mode(page, "tune")
    reader.choose_run(page, holds.LILY)  # which offers all that there is


ROWS = """() => [...document.querySelectorAll('.tdp-knob:not([hidden]), .tdp-tune > *')].map((row) => {
  const { y, height } = row.getBoundingClientRect();
  return [row.id || row.className, Math.round(y), Math.round(height)].join(' ');
})"""


def test_while_one_writes_nothing_moves_and_a_press_beside_an_open_prompt_reaches_what_it_was_aimed_at(page):
    reader.set_mode(page, "tune")
    page.wait_for_function("() => document.querySelectorAll('.tdp-tune > *').length > 2")
    before = page.evaluate(PLACES), page.evaluate(ROWS)
    for name, value in (("max_denoising_steps", "9999"), ("t_max", "-1"), ("max_denoising_steps", "12")):
        page.fill(f"#knob-{name} input[type=number]", value)
        assert (page.evaluate(PLACES), page.evaluate(ROWS)) == before, "a complaint lies over the next settings"
    assert "allowed is a number" in page.inner_text("#knob-t_max .tdp-complaint")

    reader.set_mode(page, "watch")
    page.set_viewport_size(size(1440, 900))
    page.fill("#prompt textarea", "Lily ran home. " * 60)
    tune = page.locator("nav [data-mode=tune]").bounding_box()
    page.mouse.click(tune["x"] + 5, tune["y"] + 5)
    page.wait_for_selector("#playground[data-mode=tune]")
    assert page.locator("#prompt textarea").bounding_box()["height"] == 84, "the field closes only after the press"
    page.wait_for_selector(".tdp-writing", state="detached")


RUN = pg.Trace.load(holds.RECORDED / "wrong.trace")
GIVEN = RUN.header.prompt.partition("\n")[2]


def marks(page):
    """The marks of each position: 1 given, 2 in conflict, 4 miscopied."""
    return page.evaluate("playground.player.painter.looks.map((look) => look % 8)")


def test_a_sudoku_is_a_board_that_says_what_is_wrong_and_text_is_the_readers_choice(visit, address):
    """Which cells break a rule: `sudoku-conflicts` in `cases.test.ts`; where the marks are: `board.test.ts`."""
    board = visit(f"{address}#run=wrong&block=1&step=1")
    board.get_by_role("radio", name="board", checked=True).wait_for()
    reader.is_shown(board, holds.TITLES["wrong.trace"])
    assert "view" not in holds.said(board), "a board is what grid means"
    for step in range(len(RUN)):
        reader.go(board, step)
        if "Wrong so far: " in board.inner_text(holds.SENTENCE):
            break
    boxes = grid(board)
    cells = [boxes[row * 10 + column] for row in range(9) for column in range(9)]
    assert len({(x, y) for x, y, *_ in cells}) == 81 and all(width == height for *_, width, height in cells)
    assert len(boxes) == 128
    found = marks(board)
    wrong = [at for at, mark in enumerate(found) if mark & 2]
    assert [bool(mark & 1) for mark in found[: len(GIVEN)]] == [sign.isdigit() for sign in GIVEN]
    assert ", says the rule, not the model." in board.inner_text(holds.SENTENCE)
    assert "given" in board.inner_text(holds.LEGEND) and "breaks a rule" in board.inner_text(holds.LEGEND)
    drawn = next(at for at in wrong if not found[at] & 1)
    width = boxes[drawn][2]
    dot = pixel(board, holds.CANVAS, drawn, -width * 0.13, width * 0.13)
    assert dot == colour(board, "--tdp-reopened"), "in the corner"

    reader.go_to_moment(board, 0)
    assert sum(marks(board)) == sum(sign.isdigit() for sign in GIVEN), "noise is only shaded"
    assert "Wrong" not in board.inner_text(holds.SENTENCE)

    reader.go(board, step)
    for position in (0, 44, 88, 9, 127, 8):
        board.mouse.click(*middle_of(board, position))
        reader.card(board, position)
    for key, wanted in (("Right", 10), ("Down", 20), ("Left", 18), ("Up", 8)):
        board.keyboard.press(f"Arrow{key}")
        reader.card(board, wanted)

    reader.look(board, "text")
    reader.flows(board)
    board.get_by_role("button", name="Sudoku 6×6").click()
    board.get_by_role("button", name="Sudoku 6×6", pressed=True).wait_for()
    reader.flows(board)  # the choice stays
    board.keyboard.press("t")
    board.get_by_role("application", name="The canvas as a Sudoku board").wait_for()
    board.get_by_role("button", name="a story").click()
    board.get_by_role("radio", name="grid", checked=True).wait_for()
    reader.is_shown(board, holds.LILY)
    assert "breaks a rule" not in board.inner_text(holds.LEGEND)
