"""What the tests of lessons on the page share."""

import numpy as np
from page_holds import LILY_RUN

from playground.plugins.learn.library import library_of
from playground.plugins.learn.things import text_mask

LESSON = """() => document.querySelector("[aria-label^='Part ']") !== null
    && playground.parts.modes.learn.lesson.shown !== null"""
"""A part is read, and the player shows what it speaks of."""
LIBRARY = library_of({})
GO_ON, BACK, SHOW, TOLD = ".tdp-continue", ".tdp-back-to-lesson", ".tdp-keep-show", ".tdp-told"
PAINT, QUESTION, PART = "[role=listbox]", "[aria-label=Prediction]", "[aria-label^='Part ']"
TOGETHER = "() => playground.player.recording.header.spec.prompt.text === playground.ask.prompt.value"
"""The run that is shown is that of the prompt."""
BUDGET = 4
"""The lesson that the tests of Learn follow from part to part."""
SAMPLED = LIBRARY.lesson("04-budget").parts[0]["show"]["row"]
"""The step of Lily's run in which its reader is the sampler, from 0."""
KEPT = np.flatnonzero(LILY_RUN.columns["accepted"][SAMPLED] & text_mask(LILY_RUN)[SAMPLED]).tolist()
"""The positions of the words that the sampler keeps in it."""


def block_of(lesson, kind):
    """The first block of this kind in a lesson."""
    return next(block for part in LIBRARY.lesson(lesson).parts for block in part["blocks"] if block["kind"] == kind)


def learn(page, lesson=BUDGET, part=1):
    """Opens a part of a lesson, and returns when it is read and shown."""
    place = {"lesson": lesson, "part": part}
    page.evaluate("place => playground.parts.mode('learn').then((mode) => mode.learn(place))", place)
    page.wait_for_function(f"() => ({LESSON})() && !playground.parts.modes.learn.lesson.arriving")


def keep_first(page):
    """Paints the first word that the sampler keeps, too."""
    paint = page.locator(".tdp-paint")
    paint.press("Home")
    for _ in range(KEPT[0]):
        paint.press("ArrowRight")
    paint.press("Space")


def place(page):
    """The moment of a lesson, the chosen cell, and whether the decision is withheld."""
    return page.evaluate(
        """() => { const { moment, views } = playground.player;
                   return [moment, views.chosen, views.withheld.decision]; }"""
    )
