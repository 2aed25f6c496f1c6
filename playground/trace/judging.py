"""Adds the verdict of the rule to a run that is over."""

from __future__ import annotations

import dataclasses
import logging

from playground.trace import Trace, Verdict
from playground.world.judge import RULE_VERSION, judge

log = logging.getLogger(__name__)


def judged(trace: Trace) -> Trace:
    """Returns the trace with a verdict in its header, if the run ended by itself and a rule knows its prompt.

    The rule judges the answer, whatever model wrote it.
    """
    if trace.finish_reason == "stopped":
        return trace
    try:
        judgement = judge(trace.header.prompt, trace.text)
    except Exception:  # a run must not be lost because its text is odd
        log.exception("a text could not be judged")
        return trace
    if judgement is None:
        return trace
    verdict = Verdict(task=judgement.task, right=judgement.right, sentence=judgement.sentence, rule=RULE_VERSION)
    return dataclasses.replace(trace, header=dataclasses.replace(trace.header, verdict=verdict))
