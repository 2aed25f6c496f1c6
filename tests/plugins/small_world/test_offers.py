"""Prompts that lead on: each is of a task, in known words, and wholly read by its rule."""

from judging_cases import PRAISE, PROMPTS

from playground.assets import ASSETS
from playground.plugins.small_world.about import about_prompt
from playground.plugins.small_world.new_words import read_words

KNOWN = read_words(ASSETS / "model")


def test_an_offer_leads_to_a_task_that_its_rule_reads_wholly():
    for prompt in (*(prompt for prompt, _ in PRAISE), *PROMPTS):
        about = about_prompt(prompt, KNOWN)
        assert len(about.offers) <= 3, prompt
        for offer in about.offers:
            after = about_prompt(offer, KNOWN)
            assert after.kind not in (None, "outside"), offer
            assert after.unread == (), offer
            new = [each.word for each in after.unknown]
            assert all(not each.nearest for each in after.unknown) or about.kind in ("sorting", "JSON"), (offer, new)
