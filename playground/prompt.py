"""Prompt: everything that a person gives the model for one run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """What goes through the checkpoint's chat template. A plain string stands for a prompt of text alone."""

    text: str
    system: str = ""
    """The system prompt, which tells the model how to answer; "" for none."""
    thinking: bool = False
    """May the model think before it answers? Only for checkpoints whose template supports it."""
    image: bytes = b""
    """A picture's file (PNG, JPEG, WebP ...), shown before the text; b"" for none."""

    @classmethod
    def of(cls, prompt: str | Prompt) -> Prompt:
        return prompt if isinstance(prompt, Prompt) else cls(text=prompt)
