"""Prompt: everything that a user gives the model for one run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """What goes into the checkpoint's chat template. A plain string stands for a prompt that is only text."""

    text: str
    system: str = ""
    """The system prompt, which tells the model how to answer; "" for none."""
    thinking: bool = False
    """Should the model think before it answers? Only for checkpoints whose template supports it."""
    image: bytes = b""
    """A picture file (PNG, JPEG, WebP ...), which goes before the text; b"" for none."""

    @classmethod
    def of(cls, prompt: str | Prompt) -> Prompt:
        """Turns a string into a prompt."""
        return prompt if isinstance(prompt, Prompt) else cls(text=prompt)
