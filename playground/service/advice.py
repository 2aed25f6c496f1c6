"""What plugins know of a model and of what it makes of a prompt."""

from __future__ import annotations

from playground.hooks import PromptAdvice
from playground.plugin_loading import plugins

NOTHING = {"kind": None, "judged": "", "unread": (), "unknown": (), "sentence": "", "offers": ()}
UNADVISED = PromptAdvice(about=lambda _: NOTHING)
"""Of models of which no plugin knows anything."""


def advice_on(model: str) -> PromptAdvice:
    """What plugins know of a model, by its name."""
    return next(iter(plugins().each("prompt_advice", model=model)), UNADVISED)
