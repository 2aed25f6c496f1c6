"""The path of the lessons, and the page of what the reader guessed."""

import json
from itertools import pairwise

import pandas as pd
from page_holds import BAR, LAST_OF_LILY, SUDOKU, faults
from page_places import PHONE, size
from page_reader import choose_run, in_mode
from plugins.learn.lesson_helpers import LESSON, LIBRARY, QUESTION, TOLD

PATH = "() => document.querySelector('.tdp-stop-canvas canvas') !== null"
GUESS = {"lesson": "01-noise-becomes-text", "version": "x", "part": 1, "ask": "How often?", "guess": 60, "answer": 33}
GUESS |= {"unit": "readings", "share": 0.55, "near": False, "when": "2026-11-25T10:00:00.000Z"}


def stops(page):
    return page.locator(".tdp-stop")


def test_the_path_leads_to_a_lesson_and_says_what_was_guessed_there(visit, address):
    page = visit(address)
    page.click("nav [data-mode=learn]")
    page.wait_for_function(PATH)
    assert page.url.endswith("#mode=learn") and page.locator(".tdp-desk").is_hidden()
    assert stops(page).count() == len(LIBRARY.files) + 1  # the game is the last stop of the tour
    assert page.locator("[aria-label=Lessons] ol").count() == page.locator("[aria-label=Lessons] h3").count() == 2
    assert "You have not guessed yet." in page.inner_text(".tdp-path-head")
    assert page.locator("[aria-current=step]").inner_text().endswith("begin here")
    assert page.evaluate("document.activeElement.tagName") == "H2"  # what is read first
    assert not faults(page)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Begin: Noise becomes text"
    page.keyboard.press("Enter")
    page.wait_for_function(LESSON)
    assert page.url.endswith("#lesson=1&part=1")
    for guess in ("60", str(LAST_OF_LILY)):  # who knows the answer does not guess any more
        page.fill(f"{QUESTION} input", guess)
        page.locator(f"{QUESTION} input").press("Enter")
        page.locator(f"{TOLD} p").first.wait_for()
    page.locator(".tdp-to-path").press("Enter")
    page.wait_for_function(PATH)
    told = [f"you: 60 · it was: {LAST_OF_LILY}", "you are here"]
    assert stops(page).nth(0).inner_text().splitlines() == ["Noise becomes text", "How often does it read?", *told]
    share = page.locator(".tdp-stop-bars i").evaluate("bar => bar.style.getPropertyValue('--tdp-share')")
    assert share == f"{round(100 * LAST_OF_LILY / 60)}%"
    page.go_back()
    page.wait_for_function(
        "() => location.hash === '#lesson=1&part=1' && !playground.parts.modes.learn.lesson.overview.root.offsetHeight"
    )
    # Learn, pressed again, leads to the path; a run from the menu leads out of it, and back to where the reader was.
    page.click("nav [data-mode=learn]")
    page.wait_for_function("() => location.hash === '#mode=learn'")
    choose_run(page, SUDOKU)
    in_mode(page, "watch")
    page.locator(".tdp-desk").wait_for()
    assert page.locator("[aria-label=Lessons]").is_hidden()


def test_the_guesses_are_read_saved_and_forgotten(visit, address, tmp_path):
    page = visit(address)
    hostile = '=cmd|"<img src=x onerror=alert(1)>"'
    guesses = [
        GUESS,
        GUESS | {"part": 3, "ask": hostile, "guess": hostile, "answer": "“ball”"},
        GUESS | {"part": 2, "guess": 0.5, "answer": 0.25, "unit": "nats", "at": "step 6"},
        GUESS | {"lesson": "99-of-another-folder"},
    ]
    games = [{"game": "7", "rule": "budget", "canvases": [], "shares": [0.5, 0.6, 0.7, 0.8, 0.9], "when": "2026"}]
    for name, kept in {"guesses": guesses, "games": games, "lessons read": ["1"]}.items():  # in an earlier visit
        page.evaluate("kept => localStorage.setItem(...kept)", [f"playground: {name}", json.dumps(kept)])
    page.goto(f"{address}#mode=learn&part=2")
    page.reload()
    page.wait_for_selector("[aria-label='Keep or hand in']")
    entries = page.locator("[aria-label=Lessons] li")
    assert entries.count() == 3 and page.locator("[aria-label=Lessons] img").count() == 0
    assert "That is 27 too high, and not close." in entries.nth(0).inner_text()
    assert "Furthest off at step 6: 0.5 nats drawn, and it was 0.25 nats." in entries.nth(1).inner_text()
    assert entries.nth(2).locator(".tdp-question").inner_text() == hostile
    assert "Cells right on canvas 1: 50% · canvas 5: 90%." in page.inner_text("[aria-label=Lessons]")
    assert not faults(page)
    # Two readers hand in their files, and a teacher reads both.
    for name in ("Ada B.", ""):
        page.fill("[aria-label='Keep or hand in'] input", name)
        with page.expect_download() as download:
            page.locator("[aria-label='Keep or hand in'] input").press("Enter")
        download.value.save_as(tmp_path / download.value.suggested_filename)
    files = sorted(tmp_path.glob("guesses-*.csv"))
    assert [file.name[:13] for file in files] == ["guesses-2026-", "guesses-Ada-B"]
    table = pd.concat(map(pd.read_csv, files), ignore_index=True)
    assert len(table) == 16 and set(table["name"].dropna()) == {"Ada B."} and f"'{hostile}" in set(table["question"])
    page.get_by_role("button", name="Look again").nth(2).click()
    page.wait_for_function("() => location.hash === '#lesson=1&part=3'")
    page.evaluate("playground.parts.mode('learn').then((mode) => mode.learn({ lesson: 0, part: 2 }))")
    page.get_by_role("button", name="Forget all this").click()
    page.get_by_role("button", name="Yes, forget it").click()
    page.wait_for_function(PATH)
    assert "You have not guessed yet." in page.inner_text(".tdp-path-head")
    assert page.locator(".tdp-stop-read").count() == 0 and "begin here" in stops(page).nth(0).inner_text()


def test_on_a_phone_the_path_leads_down_and_in_a_frame_it_scrolls_within_it(visit, address):
    page = visit(f"{address}#mode=learn", ready=PATH, viewport=PHONE, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = [stop.bounding_box() for stop in stops(page).all()]
    assert all(a["y"] + a["height"] <= b["y"] and b["height"] >= 44 for a, b in pairwise(boxes))
    assert page.locator(BAR).is_hidden() and not faults(page)
    page.emulate_media(color_scheme="dark")
    assert not faults(page)
    page.tap(".tdp-stop >> nth=2")
    page.wait_for_function("() => location.hash === '#lesson=5&part=1'")
    page.locator(BAR).wait_for()
    page = visit(f"{address}?embed#mode=learn", ready=PATH, viewport=size(800, 450))
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    stops(page).last.scroll_into_view_if_needed()
