"""Which tokens of a checkpoint open and close its thinking channel.

They come from the tokenizer's `response_template`, which says how to take answers apart (transformers, "Response
parsing"). For a checkpoint without one, they are known marks that its vocabulary holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.trace.thought import KNOWN_MARKS

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase


def thought_marks(tokenizer: PreTrainedTokenizerBase) -> dict[str, Any]:
    """The ids that `open` and `close` the thinking channel, and its `label`; empty if there is no channel."""
    fields = (getattr(tokenizer, "response_template", None) or {}).get("fields", {})
    declared = [fields[name] for name in ("reasoning_content", "thinking") if name in fields]
    marks = [(channel.get("open"), channel.get("close")) for channel in declared]
    ids = tokenizer.get_added_vocab()
    for begin, end in [*marks, *((begin + label, end) for begin, label, end in KNOWN_MARKS)]:
        mark = next((token for token in ids if isinstance(begin, str) and begin.startswith(token)), None)
        if mark is not None and isinstance(end, str) and end.strip() in ids:
            return {"open": ids[mark], "close": ids[end.strip()], "label": begin.removeprefix(mark).strip()}
    return {}
