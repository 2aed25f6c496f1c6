"""The verdict of the rule on the text of a run that is over."""

from __future__ import annotations

import logging

from playground.trace.header import Verdict
from playground.world.judge import RULE_VERSION, judge

log = logging.getLogger(__name__)


def verdict_of(prompt: str, text: str) -> Verdict | None:
    """Judges an answer, whatever model wrote it; None if no rule knows its prompt."""
    try:
        judgement = judge(prompt, text)
    except Exception:  # a run must not be lost because its text is odd
        log.exception("a text could not be judged")
        return None
    if judgement is None:
        return None
    return Verdict(task=judgement.task, right=judgement.right, sentence=judgement.sentence, rule=RULE_VERSION)
