"""Thoughts: separates thought from answer in an output. `assets/page/run/thought.ts` has the same rule.

A checkpoint's marks cut the output into channels. What stands in one is a thought, unless the channel names itself as
another one, such as `final`: that is the answer. Models that were trained on text alone spell the marks in letters; so
marks that are spelled before the answer count too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

KNOWN_MARKS = (("<|channel>", "thought", "<channel|>"), ("<think>", "", "</think>"))
"""How Gemma 4 and most other thinking models spell what opens a thought, its channel's name, and what closes it."""
_NAME = re.compile(r"\s*([^\W\d]\w*)[ \t]*\n")
_UNNAMED = re.compile(r"\s*\w*")
_CUT = re.compile(r"<[^<>\s]{0,9}$")
"""What may become a spelled mark when more is written."""
_TAIL = 16
"""Tokens at a prompt's end among which its template may spell the mark that opens a thought."""

Passage = tuple[bool, str]
"""Is it thought? And its text."""


def passages(
    ids: list[int], prompt_ids: list[int], marks: Mapping[str, Any], decode: Callable[[list[int]], str]
) -> list[Passage]:
    """Splits the output into passages, in order, without marks and names of channels.

    Args:
        ids: the output, complete or not.
        prompt_ids: the prompt, because a template may open the channel at its end.
        marks: the ids that `open` and `close` the channel, and its `label`; empty for a checkpoint without one.
        decode: ids -> their text together.
    """
    opened, label = decode(prompt_ids[-_TAIL:]).rstrip(), marks.get("label", "")
    spelled = next((begin for begin, name, _ in KNOWN_MARKS if opened.endswith(begin + name)), "")
    parts: list[Passage] = []
    for inside, part in _stretches(ids, prompt_ids, marks):
        text = decode(part)
        if inside:
            parts.append(_named(text, label))
        elif any(not thought and text.strip() for thought, text in parts):
            parts.append((False, text))
        else:
            parts += _unspelled(spelled + text)
        spelled = ""
    return [passage for passage in parts if passage[1]]


def answer_and_thought(parts: list[Passage], *, whole: bool = True) -> tuple[str, str]:
    """The passages of each side together, the thought without spaces around it.

    Args:
        whole: does nothing follow? Else what may become a mark or a name is left out.
    """
    answer, thought = ("".join(text for thought, text in parts if thought is side) for side in (False, True))
    if whole:
        return answer, thought.strip()
    thought = "" if not answer and _UNNAMED.fullmatch(thought) else thought
    return _CUT.sub("", answer), _CUT.sub("", thought).lstrip()


def _stretches(ids: list[int], prompt_ids: list[int], marks: Mapping[str, Any]) -> Iterator[tuple[bool, list[int]]]:
    """The output, cut at the marks: (does it stand in a channel?, ids)."""
    both = (marks.get("open"), marks.get("close"))
    last = next((token for token in reversed(prompt_ids) if token in both), None)
    inside, part = last is not None and last == both[0], list[int]()
    for token in ids:
        if token in both:
            yield inside, part
            inside, part = token == both[0], []
        else:
            part.append(token)
    yield inside, part


def _unspelled(text: str) -> list[Passage]:
    """What stands before the answer in spelled marks, and the answer."""
    parts, bare = list[Passage](), text.lstrip()
    while mark := next((mark for mark in KNOWN_MARKS if bare.startswith(mark[0])), None):
        begin, label, end = mark
        inner, _, text = bare.removeprefix(begin).partition(end)
        parts.append(_named(inner, label))
        bare = text.lstrip()
    return [*parts, (False, text)]


def _named(text: str, label: str) -> Passage:
    """What stands in a channel, without its name: a thought, if it is not named otherwise than `label`."""
    bare = text.lstrip()
    if label and bare.startswith(label):
        return True, bare.removeprefix(label).lstrip()
    name = _NAME.match(text) if label else None
    return (False, text[name.end() :]) if name else (True, text)
