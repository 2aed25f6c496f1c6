"""Prompt: everything that a user gives the model for one run."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from playground.errors import PromptError
from playground.inputs import checked_text

_DATA_URL = re.compile(r"data:image/[\w.+-]+;base64,", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """What goes into the checkpoint's chat template. A plain string stands for a prompt that is only text.

    Raises:
        PromptError: `text` or `system` is not text, or holds half of a character.
    """

    text: str
    system: str = ""
    """The system prompt, which tells the model how to answer; "" for none."""
    thinking: bool = False
    """Should the model think before it answers? Only for checkpoints whose template supports it."""
    image: bytes = field(default=b"", repr=False)
    """A picture file (PNG, JPEG, WebP ...), which goes before the text; b"" for none."""

    def __post_init__(self) -> None:
        for name, value in {"prompt": self.text, "system prompt": self.system}.items():
            checked_text(f"The {name}", value, PromptError)

    @classmethod
    def of(cls, prompt: str | Prompt | Mapping[str, Any]) -> Prompt:
        """Turns a string, or a mapping of its fields, into a prompt.

        Raises:
            PromptError: as the constructor; or a field is missing or unknown.
        """
        if not isinstance(prompt, Mapping):
            return prompt if isinstance(prompt, Prompt) else cls(text=prompt)
        names = [field.name for field in fields(cls)]
        problems = ["text is missing"] if "text" not in prompt else []
        problems += [f"{name!r} is none of them" for name in prompt if name not in names]
        if problems:
            raise PromptError(f"A prompt's fields are {', '.join(names)}; {problems[0]}.")
        return cls(**prompt)


def picture(data_url: str) -> bytes:
    """Reads the file from a picture's data URL; b"" from "".

    Raises:
        PromptError: the text is not such a URL.
    """
    if not data_url:
        return b""
    head = _DATA_URL.match(data_url)
    try:
        file = base64.b64decode(data_url[head.end() :], validate=True) if head else b""
    except ValueError:
        file = b""
    if not file:
        raise PromptError("The picture is not a base64 data URL of a picture, such as data:image/png;base64,...")
    return file
