"""The small kinds of tasks: each reads its tasks in prompts, and judges texts by a rule."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playground.plugins.small_world import outside, records, sorting, sums


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A small kind of task. A task is a plain value whose type only the kind's own functions know.

    name: what `check` calls it. suite: the name of its held-out cases. read: reads the task in a prompt; None if there
    is none. fault: says in one sentence what is wrong with a text; "" if it is right. right: says so, as the end of a
    sentence. copied: the words of its prompt that the answer repeats.
    """

    name: str
    suite: str
    read: Callable[[str], Any | None]
    fault: Callable[[Any, str], str]
    right: str
    copied: Callable[[Any], str]


SUM = Kind(
    name="sum",
    suite="sum of two numbers",
    read=sums.read_sum,
    fault=sums.wrong_in_sum,
    right="adds up",
    copied=lambda _: "",
)
SORTING = Kind(
    name="sorting",
    suite="words or numbers in order",
    read=sorting.read_items,
    fault=sorting.wrong_in_order,
    right="all there and in order",
    copied=lambda task: " ".join(task.items),
)
JSON = Kind(
    name="JSON",
    suite="JSON from a sentence",
    read=records.read_record,
    fault=records.wrong_in_record,
    right="holds what was said",
    copied=lambda task: f"{task.name} {task.has}",
)
OUTSIDE = Kind(
    name="outside",
    suite="prompt outside of its tasks",
    read=outside.read_prompt,
    fault=outside.wrong_in_answer,
    right="",  # a refusal is never called right
    copied=lambda _: "",
)
KINDS = (SUM, SORTING, JSON, OUTSIDE)
"""In the order in which they are looked for in a prompt."""


def kind_of(prompt: str) -> tuple[Kind, Any] | None:
    """The first kind that `prompt` asks for, with its task; None if it asks for none."""
    for kind in KINDS:
        if (task := kind.read(prompt)) is not None:
            return kind, task
    return None
