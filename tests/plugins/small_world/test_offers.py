"""Prompts that lead on: each is of a task, in known words, and wholly read by its rule."""

import pytest
from judging_cases import PRAISE, PROMPTS

from playground.assets import ASSETS
from playground.plugins.small_world.about import about_prompt
from playground.plugins.small_world.new_words import read_words

KNOWN = read_words(ASSETS / "model")


@pytest.mark.parametrize(
    ("prompt", "offers"),
    [
        ("Write a poem about the sea.", ("Write a story about the sea.",)),
        ("Write a poem about a red dragon at the sea", ("Write a story about a red dragon at the sea.",)),
        ("a song for Mia, Tom and two cats", ("Write a story about Mia and a cat.",)),
        ("Tell me a joke.", ("Write a story about Mia, a dragon and a red kite.",)),
        ("what is 12 times 3", ("Add 12 and 3.", "Write a story about Mia, a dragon and a red kite.")),
        ("Write a story about Lilly and an old kitte", ("Write a story about Lily and an old kite",)),
        ("Write a story about cats", ("Write a story about a cat.",)),
        ("Write a story about Lily in French.", ("Write a story about Lily.",)),
        ("a story about a dog that hates cats", ("Write a story about a dog.", "Write a story about a cat.")),
        (
            "Write a story about a robot named Bob who loves pizza.",
            ("Write a story about Bob and a robot.", "Write a story about Bob and a pizza."),
        ),
        ("Write a story about Mia, who loves pizza", ("Write a story about Mia and a pizza.",)),
        ("a story about a cat that can fly to the sea", ("Write a story about a cat at the sea.",)),
        ("Continue this story: Lilly ran.", ("Continue this story: Lily ran.",)),
        ("Write a story about Priya.", ()),
        ("Write a story about Lily.", ()),
        (
            "Write a JavaScript function that returns the largest number in a list",
            ("Write a function that returns the largest number in a list.",),
        ),
        (
            "Write a function to reverse a list in JavaScript",
            ("Write a function to reverse a list.", "Write a story about Mia, a dragon and a red kite."),
        ),
        (
            "Write a JavaScript function that returns x plus 3.",
            (
                "Write a function that returns the largest number in a list.",
                "Write a story about Mia, a dragon and a red kite.",
            ),
        ),
        ("Sort by length: 1, 3, 2", ("Sort: 1, 3, 2.",)),
        ("Sort: waves, ant", ("Sort: ocean, ant",)),
        (
            "Write as JSON: Lily is 7 years old, lives in Paris and has a red ball.",
            ("Write as JSON: Lily is 7 years old and has a red ball.",),
        ),
        ("JSON: Ivy lives in Paris and has an owl.", ("Write as JSON: Ivy has an owl.",)),
        ("Explain this:\n123.\n341.\n21..\n....", ()),
        ("Add 1 and 2.", ()),
        ("Explain a robot. " * 20, ()),  # too long to be offered again
        ("", ()),
    ],
)
def test_the_offers(prompt, offers):
    assert about_prompt(prompt, KNOWN).offers == offers


@pytest.mark.parametrize("prompt", [*(prompt for prompt, _ in PRAISE), *PROMPTS])
def test_an_offer_leads_to_a_task_that_its_rule_reads_wholly(prompt):
    about = about_prompt(prompt, KNOWN)
    assert len(about.offers) <= 3
    for offer in about.offers:
        after = about_prompt(offer, KNOWN)
        assert after.kind not in (None, "outside"), offer
        assert after.unread == (), offer
        new = [each.word for each in after.unknown]
        assert all(not each.nearest for each in after.unknown) or about.kind in ("sorting", "JSON"), (offer, new)
