"""Turns people's text into the checkpoint's ids (the chat template) and its output into text (the thinking channel).

The template itself shows what it supports, as checkpoints and their versions differ. The marks of the thinking channel
come from the tokenizer's `response_template`, which says how to take answers apart (transformers, "Response parsing").
For a checkpoint without one, they are known marks that its vocabulary holds.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import jinja2
import torch
from PIL import Image, UnidentifiedImageError
from transformers import AutoImageProcessor

from playground.errors import PromptError
from playground.spec.prompt import Prompt

if TYPE_CHECKING:
    from transformers import BaseImageProcessor, PreTrainedTokenizerBase

KNOWN_MARKS = (("<|channel>thought\n", "<channel|>"), ("<think>", "</think>"))
"""Gemma 4's marks, and those that most other thinking models use."""
MOST_PIXELS = 50_000_000
"""The most pixels a picture may have; the vision tower gets a smaller version anyway."""


@dataclass(frozen=True)
class Encoded:
    """A prompt as the encoder takes it."""

    ids: list[int]
    media: dict[str, torch.Tensor] = field(default_factory=dict)
    """`pixel_values` (1, patches, pixels), `image_position_ids` (1, patches, 2) and `mm_token_type_ids` (1, len(ids)),
    or nothing for a prompt of text alone."""


class _Pictures(NamedTuple):
    processor: BaseImageProcessor
    token_id: int
    """The token that stands for a piece of a picture."""


class Chat:
    """One checkpoint's tokenizer, template and image processor.

    Args:
        folder: the checkpoint's folder; None if it has none, and its prompts are text only.
        image_token_id: the token that stands for a piece of a picture; None if the checkpoint reads no pictures.
    """

    def __init__(self, tokenizer: PreTrainedTokenizerBase, folder: Path | None, image_token_id: int | None) -> None:
        self._tokenizer = tokenizer
        names = ("preprocessor_config.json", "processor_config.json")
        described = folder is not None and any((folder / name).is_file() for name in names)
        self._pictures: _Pictures | None = None
        if described and image_token_id is not None:
            self._pictures = _Pictures(AutoImageProcessor.from_pretrained(folder), image_token_id)

    @property
    def abilities(self) -> dict[str, bool]:
        """Whether it supports a `system` prompt, `thinking` and an `image`."""
        template = self._tokenizer.chat_template or ""
        return {
            "system": "system" in template,
            "thinking": "enable_thinking" in template,
            "image": self._pictures is not None and bool(template),
        }

    def encode(self, prompt: Prompt) -> Encoded:
        """Encodes a prompt in the checkpoint's chat template, if it has one.

        Raises:
            PromptError: it is empty, its picture cannot be read, or this checkpoint cannot do what it asks for.
        """
        if not prompt.text.strip():
            raise PromptError("The prompt is empty: write what the text should be about.")
        parts = {
            "system": ("a system prompt", prompt.system.strip()),
            "thinking": ("thinking", prompt.thinking),
            "image": ("a picture", prompt.image),
        }
        for name, (words, value) in parts.items():
            if value and not self.abilities[name]:
                raise PromptError(f"This checkpoint does not support {words} in a prompt; leave it out.")
        if self._pictures is None or not prompt.image:
            if self._tokenizer.chat_template is None:
                return Encoded(self._tokenizer(prompt.text)["input_ids"])
            return Encoded(self._tokenized(self._templated(prompt, prompt.text)))
        pictured = self._pictures.processor(_picture(prompt.image), return_tensors="pt")
        text = self._templated(prompt, [{"type": "image"}, {"type": "text", "text": prompt.text}])
        piece = self._tokenizer.convert_ids_to_tokens([self._pictures.token_id])[0]
        before, place, after = text.partition(piece)
        if not place:
            raise PromptError("The checkpoint's chat template has no place for a picture; leave it out.")
        begin, end = (getattr(self._tokenizer, name, None) or "" for name in ("boi_token", "eoi_token"))
        pieces = piece * int(pictured["num_soft_tokens_per_image"][0])
        ids = self._tokenized(before + begin + pieces + end + after)
        media = {name: pictured[name] for name in ("pixel_values", "image_position_ids")}
        kinds = torch.tensor([[int(token == self._pictures.token_id) for token in ids]])
        return Encoded(ids, {**media, "mm_token_type_ids": kinds})

    def templated(self, text: str) -> str:
        """A plain prompt in the chat template, before it is split into tokens; as it is where there is no template.

        Raises:
            PromptError: the template rejects it.
        """
        return text if self._tokenizer.chat_template is None else self._templated(Prompt(text=text), text)

    @property
    def thought_marks(self) -> dict[str, Any]:
        """The ids that `open` and `close` the thinking channel, and its `label`; empty if there is no channel."""
        fields = (getattr(self._tokenizer, "response_template", None) or {}).get("fields", {})
        declared = [fields[name] for name in ("reasoning_content", "thinking") if name in fields]
        marks = [(channel.get("open"), channel.get("close")) for channel in declared]
        ids = self._tokenizer.get_added_vocab()
        for begin, end in [*marks, *KNOWN_MARKS]:
            mark = next((token for token in ids if isinstance(begin, str) and begin.startswith(token)), None)
            if mark is not None and isinstance(end, str) and end.strip() in ids:
                return {"open": ids[mark], "close": ids[end.strip()], "label": begin.removeprefix(mark).strip()}
        return {}

    def _templated(self, prompt: Prompt, content: str | list[dict[str, str]]) -> str:
        chat: list[dict[str, Any]] = [{"role": "user", "content": content}]
        if system := prompt.system.strip():
            chat.insert(0, {"role": "system", "content": system})
        options: dict[str, Any] = {"enable_thinking": prompt.thinking} if self.abilities["thinking"] else {}
        try:
            text = self._tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=True, **options)
        except jinja2.TemplateError as error:
            raise PromptError(f"The checkpoint's chat template rejects this prompt: {error}.") from error
        assert isinstance(text, str), "tokenize=False gives text"
        return text

    def _tokenized(self, text: str) -> list[int]:
        return self._tokenizer(text, add_special_tokens=False)["input_ids"]


def _picture(file: bytes) -> Image.Image:
    try:
        picture = Image.open(io.BytesIO(file))
        width, height = picture.size
        if width * height > MOST_PIXELS:
            raise PromptError(f"The picture has {width:,} x {height:,} pixels; at most {MOST_PIXELS:,} are allowed.")
        return picture.convert("RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise PromptError("The picture cannot be read: give a complete PNG, JPEG, WebP or GIF file.") from error
