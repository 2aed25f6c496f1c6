"""The game of five canvases: painted by keys, answered by the rule, kept in the browser, and shared by its address."""

import json
import re

import pytest
from page_helpers import faults

CANVAS = """() => { const { game } = playground.parts.modes.learn.lesson;
                    const { run, row, text, choice } = game.canvases[game.shares.length - 1];
                    const marks = [...document.querySelectorAll(".tdp-paint-cell")];
                    const kept = [...choice.kept].filter((_, at) => text[at]).map(Boolean);
                    return { where: [run, row], kept,
                             marked: marks.map((mark) => mark.classList.contains("tdp-paint-kept")) }; }"""
"""`would_keep.json` and `game.test.ts` have what a rule keeps, as Python's samplers decide."""
WITHHELD = "playground.player.views.withheld"


def begin(page, canvas=1):
    page.wait_for_function(
        """canvas => document.querySelector(".tdp-game-place")?.innerText.startsWith(`Canvas ${canvas} of 5`)
                     && document.querySelector(".tdp-paint-cell")?.style.width""",
        arg=canvas,
    )


def answer(page):
    """Shows the rule's choice, and returns what is said of it."""
    page.locator(".tdp-game .tdp-continue:visible").press("Enter")
    page.locator(".tdp-game .tdp-told p").first.wait_for()
    return page.inner_text(".tdp-game .tdp-told")


def shown(page):
    """Where the canvas is that is answered; what is marked must be what the rule keeps."""
    canvas = page.evaluate(CANVAS)
    assert canvas["marked"] == canvas["kept"] and len(set(canvas["marked"])) == 2
    return canvas["where"]


def play(page):
    """Plays a game that has begun, without painting, and returns its canvases."""
    canvases = []
    for canvas in range(1, 6):
        begin(page, canvas)
        answer(page)
        canvases.append(shown(page))
        page.keyboard.press("Enter")  # the next canvas has the focus
    page.locator(".tdp-game .tdp-bars").wait_for()
    return canvases


def games(page):
    return json.loads(page.evaluate("localStorage.getItem('playground: games')") or "[]")


def test_a_canvas_is_painted_by_keys_and_answered(visit, address):
    page = visit(f"{address}#game=7.margin", ready="() => window.playground")
    begin(page)
    assert page.evaluate(WITHHELD) == {"decision": True, "length": True, "before": True, "colours": True}
    assert page.locator(".tdp-timeline").is_hidden() and page.locator(".tdp-toolbar").is_hidden()
    assert "If it had 6 steps, " in page.inner_text(".tdp-question")
    assert not faults(page)
    page.keyboard.press("Space")  # the canvas has the focus
    page.keyboard.press("Shift+ArrowRight")
    assert page.locator(".tdp-paint-cell[aria-selected=true]").count() == 2
    assert page.inner_text(".tdp-game output") == "2 digits painted", "a board"
    words = answer(page)
    assert "You and the rule agree on" in words and re.search(
        r"Your costliest miss: you kept “\d”. There the most probable digit leads by", words
    )
    assert page.locator(".tdp-cell-mark").count() == 1
    names = page.locator(".tdp-paint-kept").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    assert all(name.endswith("the rule would keep it") for name in names)
    shown(page)
    page.locator(".tdp-paint-kept").first.hover()
    assert "the most probable digit there leads by" in page.inner_text(".tdp-game-pointed")
    assert not faults(page)
    page.keyboard.press("Enter")
    begin(page, 2)
    # Whoever moves the run finds the way back to the canvas.
    moment = page.evaluate("playground.player.moment")
    page.evaluate("playground.player.seek(0)")
    page.click("text=Back to the canvas")
    page.wait_for_function("moment => playground.player.moment === moment", arg=moment)
    page.locator(".tdp-paint").wait_for()


@pytest.mark.parametrize(
    "rule", ["budget", *(pytest.param(rule, marks=pytest.mark.thorough) for rule in ("confidence", "margin"))]
)
def test_a_link_repeats_the_canvases_and_tells_the_score(visit, address, rule):
    page = visit(f"{address}#game=3.{rule}", ready="() => window.playground")
    before = len(games(page))
    canvases = play(page)
    assert len({run for run, _ in canvases}) == 5
    game = games(page)[before]
    assert (game["game"], game["rule"], len(game["canvases"]), len(game["shares"])) == (f"3.{rule}", rule, 5, 5)
    percents = [round(100 * share) for share in game["shares"]]
    score = ".".join(map(str, percents))
    assert page.url.endswith(f"#game=3.{rule}&shares={score}")
    assert f"{percents[0]}% on the first, and" in page.inner_text(".tdp-game")
    assert not faults(page)
    page.reload()
    begin(page)
    assert f"its sender was right on {percents[0]}%, " in page.inner_text(".tdp-game")
    answer(page)
    assert shown(page) == canvases[0]


def test_learn_leads_to_the_game_and_the_game_back(visit, address):
    page = visit(f"{address}#mode=learn", ready="() => document.querySelector('.tdp-stop-canvas canvas')")
    page.click("text=Play: be the sampler")
    page.click(".tdp-game-rules button >> text=Confidence")
    begin(page)
    assert page.url.split("#")[1].endswith(".confidence")
    page.click(".tdp-modes [data-mode=watch]")  # nothing of the game stays
    page.locator(".tdp-timeline").wait_for()
    assert page.locator(".tdp-game").is_hidden() and page.locator(".tdp-paint").count() == 0
    assert not page.evaluate(WITHHELD)["decision"]
    page.wait_for_function("() => !location.hash.includes('game')")
    page.evaluate("location.hash = '#game=7.confidence'")
    begin(page)
    page.evaluate("location.hash = '#lesson=4'")
    page.locator(".tdp-lesson-part").first.wait_for()
    assert page.locator(".tdp-game").is_hidden()


def test_a_game_that_cannot_be_played_is_refused_in_a_sentence(visit, address):
    page = visit(f"{address}#game=7.luck", ready="() => window.playground?.player.recording")
    assert "a seed from 0 to 999999 and a rule, such as 7.budget" in page.inner_text("#playground")
    page.evaluate("location.hash = '#game=7.budget'")
    begin(page)
    page.evaluate(
        """() => { playground.runList.items = [];
                   const gone = () => Promise.reject(new Error("gone", { cause: 404 }));
                   playground.parts.modes.learn.lesson.pages.trace = gone;
                   location.hash = "#game=8.budget"; }"""
    )
    page.locator(".tdp-game .tdp-complaint").wait_for()
    assert "needs 5 recorded runs, and only 0 of those here serve" in page.inner_text(".tdp-game")
