"""The game of five canvases: painted by keys, answered by the rule, kept in the browser, and shared by its address."""

import json
import re

from page_holds import SLIDER, TOOLBAR, faults, moment_of
from page_reader import at, go_to_moment, set_mode
from plugins.learn.lesson_helpers import GO_ON, LESSON, PAINT, TOGETHER, TOLD

CANVAS = """() => { const { game } = playground.parts.modes.learn.lesson;
                    const { run, row, text, choice } = game.canvases[game.shares.length - 1];
                    const marks = [...document.querySelectorAll("[role=option]")];
                    const kept = [...choice.kept].filter((_, at) => text[at]).map(Boolean);
                    return { where: [run, row], kept,
                             marked: marks.map((mark) => mark.classList.contains("tdp-paint-kept")) }; }"""
"""`would_keep.json` and `game.test.ts` have what a rule keeps, as Python's samplers decide."""
WITHHELD = "playground.player.views.withheld"
ALL = dict.fromkeys(("decision", "length", "before", "colours"), True)
READY = "() => window.playground"


def begin(page, canvas=1):
    page.wait_for_function(
        """canvas => document.querySelector(".tdp-game-place")?.innerText.startsWith(`Canvas ${canvas} of 5`)
                     && document.querySelector("[role=option]")?.style.width""",
        arg=canvas,
    )


def answer(page):
    """Shows the rule's choice, in marks, and returns what is said of it, and where the canvas is."""
    page.locator(f"[aria-label=Game] {GO_ON}:visible").press("Enter")
    page.locator(f"[aria-label=Game] {TOLD} p").first.wait_for()
    canvas = page.evaluate(CANVAS)
    assert canvas["marked"] == canvas["kept"] and len(set(canvas["marked"])) == 2
    return page.inner_text(f"[aria-label=Game] {TOLD}"), canvas["where"]


def test_a_canvas_is_painted_by_keys_and_answered(visit, address):
    page = visit(f"{address}#game=7.margin", ready=READY)
    begin(page)
    assert page.evaluate(WITHHELD) == ALL
    assert page.locator(SLIDER).is_hidden() and page.locator(TOOLBAR).is_hidden()
    assert "If it had 6 steps, " in page.inner_text(".tdp-question")
    assert not faults(page)
    page.keyboard.press("Space")  # the canvas has the focus
    page.keyboard.press("Shift+ArrowRight")
    assert page.locator("[role=option][aria-selected=true]").count() == 2
    assert page.inner_text("[aria-label=Game] output") == "2 digits painted", "a board"
    words, _ = answer(page)
    miss = r"Your costliest miss: you kept “\d”. There the most probable digit leads by"
    assert "You and the rule agree on" in words and re.search(miss, words)
    assert page.locator(".tdp-cell-mark").count() == 1
    names = page.locator(".tdp-paint-kept").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    assert all(name.endswith("the rule would keep it") for name in names)
    page.locator(".tdp-paint-kept").first.hover()
    assert "the most probable digit there leads by" in page.inner_text(".tdp-game-pointed")
    assert not faults(page)
    page.keyboard.press("Enter")
    begin(page, 2)
    # Whoever moves the run finds the way back to the canvas.
    moment = moment_of(page)
    go_to_moment(page, 0)
    page.click("text=Back to the canvas")
    at(page, moment)
    page.locator(PAINT).wait_for()
    set_mode(page, "watch")
    page.wait_for_function(TOGETHER)


def test_a_link_repeats_the_canvases_and_tells_the_score(visit, address):
    page = visit(f"{address}#game=3.budget", ready=READY)
    canvases = []
    for canvas in range(1, 6):
        begin(page, canvas)
        canvases.append(answer(page)[1])
        page.keyboard.press("Enter")  # the next canvas has the focus
    page.locator("[aria-label=Game] .tdp-bars").wait_for()
    assert len({run for run, _ in canvases}) == 5
    game = json.loads(page.evaluate("localStorage.getItem('playground: games')"))[-1]
    assert (game["game"], game["rule"], len(game["canvases"]), len(game["shares"])) == ("3.budget", "budget", 5, 5)
    percents = [round(100 * share) for share in game["shares"]]
    assert page.url.endswith(f"#game=3.budget&shares={'.'.join(map(str, percents))}")
    assert f"{percents[0]}% on the first, and" in page.inner_text("[aria-label=Game]")
    assert not faults(page)
    page.reload()
    begin(page)
    assert f"its sender was right on {percents[0]}%, " in page.inner_text("[aria-label=Game]")
    assert answer(page)[1] == canvases[0]


def test_learn_leads_to_the_game_and_the_game_back_and_one_that_cannot_be_played_is_a_sentence(visit, address):
    page = visit(f"{address}#lesson=4", ready=LESSON)
    page.locator(".tdp-bucket").first.wait_for()
    page.click(".tdp-to-path")
    page.click("text=Play: be the sampler")
    page.wait_for_selector(".tdp-game-rules")  # which shows nothing of the lesson
    assert page.locator(f".tdp-bucket, {PAINT}").count() == 0 and page.evaluate(WITHHELD) == ALL
    page.click(".tdp-game-rules button >> text=Confidence")
    begin(page)
    assert page.url.split("#")[1].endswith(".confidence")
    page.click("nav [data-mode=watch]")  # nothing of the game stays
    page.locator(SLIDER).wait_for()
    assert page.locator("[aria-label=Game]").is_hidden() and page.locator(PAINT).count() == 0
    assert not page.evaluate(WITHHELD)["decision"]
    page.wait_for_function("() => !location.hash.includes('game')")
    page.evaluate("location.hash = '#game=7.confidence'")
    begin(page)
    page.evaluate("location.hash = '#lesson=4'")
    page.locator(".tdp-bucket").first.wait_for()  # the question waits as before
    assert page.locator("[aria-label=Game]").is_hidden() and page.locator(PAINT).is_visible()
    page.evaluate("location.hash = '#game=7.luck'")
    page.wait_for_selector("text=a seed from 0 to 999999 and a rule, such as 7.budget")
    page.evaluate(
        """() => { playground.runList.items = [];
                   const gone = () => Promise.reject(new Error("gone", { cause: 404 }));
                   playground.parts.modes.learn.lesson.pages.trace = gone;
                   location.hash = "#game=8.budget"; }"""
    )
    page.locator("[aria-label=Game] .tdp-complaint").wait_for()
    assert "needs 5 recorded runs, and only 0 of those here serve" in page.inner_text("[aria-label=Game]")
