"""The thinking channel: tells thought from answer in an output. `assets/js/run/thought.js` has the same rule."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any


def passages(ids: list[int], prompt_ids: list[int], marks: Mapping[str, Any]) -> list[tuple[bool, list[int]]]:
    """The output in order, as runs of (is it thought?, ids), without the marks themselves.

    Args:
        ids: the output, whole or as far as it has come.
        prompt_ids: a template may open the channel at the prompt's end.
        marks: the ids that `open` and `close` the channel; empty for a checkpoint without one.
    """
    inside, kept = False, []
    for position, token in enumerate([*prompt_ids, *ids]):
        if token in (marks.get("open"), marks.get("close")):
            inside = token == marks["open"]
        elif position >= len(prompt_ids):
            kept.append((inside, token))
    return [(thought, [token for _, token in run]) for thought, run in groupby(kept, key=lambda pair: pair[0])]


def without_label(text: str, marks: Mapping[str, Any]) -> str:
    """The text of a thought without the channel's name, which follows the mark that opens it."""
    label, bare = marks.get("label", ""), text.lstrip()
    return bare.removeprefix(label).lstrip() if label and bare.startswith(label) else text
