"""Reads what the panels wrote, for the tests that compare it."""

import pytest

from workshop.page.sources import evaluate

LAYER_WORDS = {"input": "what went in", "sampled": "what was drawn", "argmax": "best guess"}
"""What the page calls the layers, in plain words."""
STATUS_WORDS = ("kept", "just kept", "thrown back", "reopened")
"""What the page calls the statuses of uniform diffusion, by code, in plain words."""


def number(text):
    """What `digits` in units.js wrote."""
    superscripts = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    return float(text.replace("·10", "e").translate(superscripts))


def cells(page):
    """What the cells show now: token ids, the code of each colour, the look, and which of them a filter makes faint."""
    return _cells(*page.evaluate("[[...playground.player.painter.ids], playground.player.painter.looks]"))


def cells_of_steps(page, steps):
    """What they show at each of these steps, one after the other."""
    painted = page.evaluate(
        """async steps => {
             const { player } = playground, found = [];
             for (const step of steps) {
               await new Promise((done) => {
                 player.addEventListener('paint', done, { once: true });
                 player.move(step);
                 player.refresh();
               });
               found.push([[...player.painter.ids], [...player.painter.looks]]);
             }
             return found; }""",
        steps,
    )
    return [_cells(*one) for one in painted]


def _cells(ids, drawn):
    return ids, [look >> 7 for look in drawn], [look >> 4 & 7 for look in drawn], [look >> 3 & 1 for look in drawn]


NOISE, DRAWN, KEPT, JUST_KEPT, REOPENED = range(5)
"""How a cell looks, as in appearance.js."""


def expected_looks(layer, statuses, kept_before):
    """By position. What went into a step is what the step before had kept, and noise."""
    if layer == "input":
        return [KEPT if kept else NOISE for kept in kept_before]
    return [(KEPT, JUST_KEPT, DRAWN, REOPENED)[status] for status in statuses]


def shown_texts(page, trace, ids):
    """Texts of tokens as cells show them."""
    return evaluate(
        page,
        """texts => texts.map(sources.cellText)""",
        [trace.tokens[i] for i in ids],
    )


def assert_share(text, share):
    if text.startswith(("<", ">")):
        assert share < 0.001 if text.startswith("<") else share > 0.999
    else:
        assert float(text.removesuffix("%")) / 100 == pytest.approx(share, abs=0.0051)
