"""The small kinds of tasks (`small_world/kinds.py`): draws tasks, and writes prompts for them and right answers."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playground.plugins.small_world import kinds
from playground.plugins.small_world.outside import SENTENCE
from workshop.world import outside, records, sorting, sums


@dataclass(frozen=True, kw_only=True)
class Writer:
    """What writes a small kind of task.

    sample: draws a task from one side of the held-out split. request: writes a prompt for it. answer: writes its right
    answer.
    """

    kind: kinds.Kind
    sample: Callable[[random.Random, bool], Any]
    request: Callable[[Any, random.Random], str]
    answer: Callable[[Any], str]


SUM = Writer(kind=kinds.SUM, sample=sums.sample_sum, request=sums.write_request, answer=sums.write_sum)
SORTING = Writer(
    kind=kinds.SORTING, sample=sorting.sample_items, request=sorting.write_request, answer=sorting.write_sorted
)
JSON = Writer(kind=kinds.JSON, sample=records.sample_record, request=records.write_request, answer=records.write_record)
OUTSIDE = Writer(
    kind=kinds.OUTSIDE, sample=outside.sample_prompt, request=lambda prompt, _: prompt, answer=lambda _: SENTENCE
)
WRITERS = (SUM, SORTING, JSON, OUTSIDE)
