"""Text of people stays text: only a chat template writes control tokens, whatever a prompt spells.

transformers marks the control tokens that a text spells, and encodes what is marked as the characters that it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from transformers.utils.chat_template_utils import mark_control_tokens

from playground.engine.loading.thought_marks import thought_marks
from playground.errors import PromptError

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

_BARRED = re.compile(r"<[|｜].+>|<.+[|｜]>", re.DOTALL)
"""How most checkpoints spell tokens that are no text, such as `<|im_end|>`, `<|turn>` and `<｜User｜>`."""


def check_embedded(ids: Sequence[int], tokenizer: PreTrainedTokenizerBase, vocab_size: int) -> None:
    """Checks that a checkpoint has an embedding for each token of a text: its tokenizer may know more tokens.

    Raises:
        PromptError: it has not.
    """
    if (token := max(ids, default=0)) >= vocab_size:
        raise PromptError(
            f"The text holds {tokenizer.decode([token])!r}, token {token:,} of the tokenizer, but this "
            f"checkpoint has embeddings for {vocab_size:,} tokens only; leave it out."
        )


class PlainText:
    """Encodes text of people with a checkpoint's tokenizer."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase) -> None:
        self._tokenizer = tokenizer

    @cached_property
    def control_tokens(self) -> tuple[str, ...]:
        """What is no text for this tokenizer, the longest first: special tokens, and others that have a part in chats.

        Some vocabularies have ordinary text as added tokens too, such as runs of spaces. Those stay as they are.
        """
        marks = thought_marks(self._tokenizer)
        thought = self._tokenizer.convert_ids_to_tokens([marks[side] for side in ("open", "close") if marks])
        declared = {*(self._tokenizer.chat_control_tokens or ()), *thought}
        template = str(self._tokenizer.chat_template or "")
        tokens = self._tokenizer.added_tokens_decoder.values()
        controls = {
            token.content
            for token in tokens
            if token.special
            or token.content in declared
            or _BARRED.fullmatch(token.content)
            or (token.content in template and not token.content.isspace())
        }
        return tuple(sorted(controls, key=lambda token: (-len(token), token)))

    def spells(self, text: str) -> bool:
        """Does a text spell a control token?"""
        return self._pattern.search(text) is not None

    def marked(self, content: Any) -> Any:
        """Marks the control tokens that texts spell: in a text, or in those of lists and mappings."""
        return mark_control_tokens(content, self._pattern)

    def ids(self, text: str) -> list[int]:
        """The ids of a text of people, without special tokens around them.

        Raises:
            PromptError: the tokenizer makes a control token even of its characters.
        """
        if self.spells(text):
            return self.ids_of_marked(self.marked(text))
        return self._tokenizer.encode(text, add_special_tokens=False)

    def ids_of_marked(self, text: str) -> list[int]:
        """The ids of a text in which the control tokens of people are marked; all others in it count.

        Raises:
            PromptError: as `ids`.
        """
        try:
            return self._tokenizer(text, add_special_tokens=False, sanitize_control_tokens=True)["input_ids"]
        except ValueError as error:
            named = next((token for token in self.control_tokens if repr(token) in str(error)), "a control token")
            raise PromptError(f"This model has no characters for {named} as text; leave it out.") from error

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, self.control_tokens)) or "(?!)")
