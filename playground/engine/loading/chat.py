"""Turns people's text into the checkpoint's ids (the chat template), and knows how its output is taken apart.

The template itself shows what it supports, as checkpoints and their versions differ. Only it writes control tokens.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import jinja2
import torch
from PIL import Image, UnidentifiedImageError
from transformers import AutoImageProcessor

from playground.engine.loading.plain_text import PlainText
from playground.engine.loading.thought_marks import thought_marks
from playground.errors import PromptError
from playground.spec.prompt import Prompt

if TYPE_CHECKING:
    from transformers import BaseImageProcessor, PreTrainedTokenizerBase

MOST_PIXELS = 50_000_000
"""The most pixels a picture may have; the vision tower gets a smaller version anyway."""
SWITCHES = ("enable_thinking", "thinking")
"""What templates call the switch of thinking. They always get it, because some think unless they are told not to."""


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
        self._tokenizer, self._plain = tokenizer, PlainText(tokenizer)
        names = ("preprocessor_config.json", "processor_config.json")
        described = folder is not None and any((folder / name).is_file() for name in names)
        self._pictures: _Pictures | None = None
        if described and image_token_id is not None:
            self._pictures = _Pictures(AutoImageProcessor.from_pretrained(folder), image_token_id)

    @property
    def abilities(self) -> dict[str, bool]:
        """Whether it supports a `system` prompt, `thinking` and an `image`."""
        template = self._template or ""
        return {
            "system": "system" in template and self._takes_system(),
            "thinking": any(name in template for name in SWITCHES) and self._switches(),
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
            return Encoded(self._ids(prompt, str))
        pictured = self._pictures.processor(_picture(prompt.image), return_tensors="pt")
        ids = self._ids(prompt, lambda text: [{"type": "image"}, {"type": "text", "text": text}])
        piece = self._pictures.token_id
        if piece not in ids:
            raise PromptError("The checkpoint's chat template has no place for a picture; leave it out.")
        place, around = ids.index(piece), [getattr(self._tokenizer, name, None) for name in ("boi_token", "eoi_token")]
        named = [[token] if token else [] for token in around]
        begin, end = (cast("list[int]", self._tokenizer.convert_tokens_to_ids(tokens)) for tokens in named)
        ids[place : place + 1] = [*begin, *[piece] * int(pictured["num_soft_tokens_per_image"][0]), *end]
        media = {name: pictured[name] for name in ("pixel_values", "image_position_ids")}
        return Encoded(ids, {**media, "mm_token_type_ids": torch.tensor([[int(token == piece) for token in ids]])})

    def templated(self, text: str) -> str:
        """A plain prompt in the chat template, before it is split into tokens; as it is where there is no template.

        Raises:
            PromptError: the template rejects it.
        """
        return text if self._template is None else self._templated("", text, thinking=False)

    @property
    def thought_marks(self) -> dict[str, Any]:
        """As the function in `playground.engine.loading.thought_marks`."""
        return thought_marks(self._tokenizer)

    @property
    def control_tokens(self) -> tuple[str, ...]:
        """The tokens that no text of people becomes, as `PlainText.control_tokens`."""
        return self._plain.control_tokens

    def text_ids(self, text: str) -> list[int]:
        """The ids of a text outside of the template, as `PlainText.ids`.

        Raises:
            PromptError: as `PlainText.ids`.
        """
        return self._plain.ids(text)

    @property
    def _template(self) -> str | None:
        """The chat template; of several with names the default one, or the first if none is."""
        template = self._tokenizer.chat_template
        if isinstance(template, dict):
            return template.get("default", next(iter(template.values()), None))
        return template

    def _takes_system(self) -> bool:
        """Does the template write a system prompt? Some name the role only to reject it."""
        try:
            return "\x02" in self._templated("\x02", "hello", thinking=False)
        except PromptError:
            return False

    def _switches(self) -> bool:
        """Does the template write a prompt otherwise when it should think? Some name a switch and have none."""
        try:
            return self._templated("", "hello", thinking=True) != self._templated("", "hello", thinking=False)
        except PromptError:
            return False

    def _ids(self, prompt: Prompt, content_of: Callable[[str], Any]) -> list[int]:
        """The ids of a prompt.

        Args:
            content_of: text -> what the template gets as the person's message.

        Raises:
            PromptError: the template rejects the prompt, or the tokenizer a text in it.
        """
        if self._template is None:
            return self._surrounded(self._plain.ids(prompt.text))
        system = prompt.system.strip()
        if not self._plain.spells(prompt.text) and not self._plain.spells(system):
            templated = self._templated(system, content_of(prompt.text), prompt.thinking)
            return self._tokenizer.encode(templated, add_special_tokens=False)
        marked, text = self._plain.marked(system), self._plain.marked(prompt.text)
        return self._plain.ids_of_marked(self._templated(marked, content_of(text), prompt.thinking))

    def _surrounded(self, ids: list[int]) -> list[int]:
        """Ids with the special tokens that the tokenizer puts around a text, where no template does."""
        whole, inner = (self._tokenizer.encode("a", add_special_tokens=special) for special in (True, False))
        place = next(place for place in range(len(whole)) if whole[place : place + len(inner)] == inner)
        return [*whole[:place], *ids, *whole[place + len(inner) :]]

    def _templated(self, system: str, content: Any, thinking: bool) -> str:
        chat: list[dict[str, Any]] = [{"role": "user", "content": content}]
        if system:
            chat.insert(0, {"role": "system", "content": system})
        switches: dict[str, Any] = dict.fromkeys(SWITCHES, thinking)
        try:
            text = self._tokenizer.apply_chat_template(
                chat, chat_template=self._template, tokenize=False, add_generation_prompt=True, **switches,
            )  # fmt: skip
        except jinja2.TemplateError as error:
            raise PromptError(f"The checkpoint's chat template rejects this prompt: {error}.") from error
        assert isinstance(text, str), "tokenize=False gives text"
        return text


def _picture(file: bytes) -> Image.Image:
    try:
        picture = Image.open(io.BytesIO(file))
        width, height = picture.size
        if width * height > MOST_PIXELS:
            raise PromptError(f"The picture has {width:,} x {height:,} pixels; at most {MOST_PIXELS:,} are allowed.")
        return picture.convert("RGB")
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise PromptError("The picture cannot be read: give a complete PNG, JPEG, WebP or GIF file.") from error
