"""The thinking channel: separates thought from answer in an output. `assets/js/run/thought.js` has the same rule."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any


def passages(ids: list[int], prompt_ids: list[int], marks: Mapping[str, Any]) -> list[tuple[bool, list[int]]]:
    """Splits the output into passages (is it thought?, ids), in order, without the marks.

    Args:
        ids: the output, complete or not.
        prompt_ids: the prompt, because a template may open the channel at its end.
        marks: the ids that `open` and `close` the channel; empty for a checkpoint without one.
    """
    inside, sides = False, []
    for position, token in enumerate([*prompt_ids, *ids]):
        if token in (marks.get("open"), marks.get("close")):
            inside = token == marks["open"]
        elif position >= len(prompt_ids):
            sides.append((inside, token))
    return [(thought, [token for _, token in run]) for thought, run in groupby(sides, key=lambda pair: pair[0])]


def without_label(text: str, marks: Mapping[str, Any]) -> str:
    """Removes the channel's name, which follows the opening mark, from a thought."""
    label, bare = marks.get("label", ""), text.lstrip()
    return bare.removeprefix(label).lstrip() if label and bare.startswith(label) else text
