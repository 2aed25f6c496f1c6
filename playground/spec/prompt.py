"""Prompt: everything that a user gives the model for one run."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import Field, GetJsonSchemaHandler, ValidationInfo, field_validator

from playground.errors import PlaygroundError, PromptError
from playground.inputs import checked_text
from playground.spec.frozen import Frozen

_DATA_URL = re.compile(r"data:image/[\w.+-]+;base64,", re.ASCII)


class Prompt(Frozen):
    """What goes into the checkpoint's chat template. A plain string stands for a prompt that is only text.

    Raises:
        PromptError: `text` or `system` is not text, or holds half of a character; `thinking` or `image` is of no use.
    """

    _refusal: ClassVar[type[PlaygroundError]] = PromptError

    text: str
    system: str = ""
    """The system prompt, which tells the model how to answer; "" for none."""
    thinking: bool = False
    """Should the model think before it answers? Only for checkpoints whose template supports it."""
    image: bytes = Field(default=b"", repr=False)
    """A picture file (PNG, JPEG, WebP ...), which goes before the text; b"" for none."""

    @field_validator("text", "system", mode="before")
    @classmethod
    def _checked(cls, value: object, field: ValidationInfo) -> str:
        return checked_text("The prompt" if field.field_name == "text" else "The system prompt", value, PromptError)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The JSON that `RunSpec.from_dict` reads: it names the picture by its SHA-256, and more fields are ignored."""
        schema = handler.resolve_ref_schema(handler(core))
        del schema["properties"]["image"], schema["additionalProperties"]
        schema["properties"]["image_sha256"] = {"type": "string", "default": ""}
        return schema

    @classmethod
    def of(cls, prompt: str | Prompt | Mapping[str, Any]) -> Prompt:
        """Turns a string, or a mapping of its fields, into a prompt.

        Raises:
            PromptError: as the constructor; or a field is missing or unknown.
        """
        if not isinstance(prompt, Mapping):
            return prompt if isinstance(prompt, Prompt) else cls(text=prompt)
        problems = ["text is missing"] if "text" not in prompt else []
        problems += [f"{name!r} is none of them" for name in prompt if name not in cls.model_fields]
        if problems:
            raise PromptError(f"A prompt's fields are {', '.join(cls.model_fields)}; {problems[0]}.")
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
