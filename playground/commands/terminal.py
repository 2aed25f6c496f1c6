"""Prints what a run says. Token text is data: its control characters never reach the terminal."""

from __future__ import annotations

import unicodedata

from playground.trace import Trace, Verdict

_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Unicode categories: control, format, surrogate, line and paragraph separator."""


def printable(text: str) -> str:
    """Puts a visible sign in place of every character that moves, colours or reorders text; line breaks stay."""
    return "".join("\ufffd" if unicodedata.category(c) in _UNSEEN and c != "\n" else c for c in text)


def thought_and_answer(trace: Trace) -> str:
    """The text; if there is a thought, the thought and the answer under headings."""
    if not trace.thought:
        return trace.text
    return f"Thought:\n{trace.thought}\n\nAnswer:\n{trace.text or '(none: the run ended inside the thought)'}"


def verdict_line(verdict: Verdict) -> str:
    """The rule's verdict as a line of text."""
    return f"{verdict.sentence[:1].upper()}{verdict.sentence[1:]}. So says a rule, not the model."
