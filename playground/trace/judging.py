"""The verdict of a rule on the text of a run that is over."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeAlias

from playground.plugin_loading import plugins
from playground.trace.header import Verdict

log = logging.getLogger(__name__)

Judge: TypeAlias = Callable[[str, str], Verdict | None]
"""Judges a text by its prompt, whatever model wrote it; None if it does not know what the prompt asks for."""


def verdict_of(prompt: str, text: str) -> Verdict | None:
    """The verdict of the first of the plugins' judges that knows the prompt; None if none does."""
    for judge in (judge for judges in plugins().each("judges") for judge in judges):
        try:
            verdict = judge(prompt, text)
        except Exception:  # a run must not be lost because its text is odd
            log.exception("a text could not be judged")
            continue
        if verdict is not None:
            return verdict
    return None
