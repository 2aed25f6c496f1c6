"""Reads what the panels wrote, for the tests that compare it."""

import pytest

LAYER_WORDS = {"input": "what went in", "sampled": "what was drawn", "argmax": "best guess"}
"""What the page calls the layers, in plain words."""
STATUS_WORDS = ("kept", "just kept", "thrown back", "reopened")
"""What the page calls the statuses of uniform diffusion, by code, in plain words."""


def number(text):
    """What `digits` in units.js wrote."""
    superscripts = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    return float(text.replace("·10", "e").translate(superscripts))


def shown_texts(page, trace, ids):
    """Texts of tokens as cells show them."""
    return page.evaluate(
        """texts => import(new URL('playground/js/cells/glyphs.js', document.baseURI))
             .then(({cellText}) => texts.map(cellText))""",
        [trace.tokens[i] for i in ids],
    )


def assert_share(text, share):
    if text.startswith(("<", ">")):
        assert share < 0.001 if text.startswith("<") else share > 0.999
    else:
        assert float(text.removesuffix("%")) / 100 == pytest.approx(share, abs=0.0051)
