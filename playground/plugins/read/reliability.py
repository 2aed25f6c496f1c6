"""How far reading is right: held-out stories of the small world, whose truth is known, read with their words hidden.

`python -m playground.plugins.read.reliability` measures it with the embedded checkpoint, and writes `reliability.json`.
It needs the folder `workshop`, which draws the stories.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playground import workshop

if TYPE_CHECKING:
    from playground.engine.models import Model

FILE = Path(__file__).with_name("reliability.json")
FACTS = ("hero", "animal", "object", "colour", "place", "weather")
STORIES = 48
SHOWN = 3
"""Of each fact, the last 0, 1 or 2 mentions are shown, in turn from story to story."""
BINS = 10


def hidden(text: str, words: dict[str, Sequence[str]], truth: dict[str, str], shown: int) -> tuple[str, dict[int, str]]:
    """A story as a template: each fact's words are slots, but for its last `shown` mentions.

    Args:
        words: fact -> the labels. truth: fact -> its word in the story.

    Returns:
        The template, and the fact of each slot that is its first mention.
    """
    mentions = {fact: [*re.finditer(rf"\b{word}\b", text)] for fact, word in truth.items()}
    gaps = sorted((m.start(), m.end(), fact) for fact, all_ in mentions.items() for m in all_[: len(all_) - shown])
    parts, firsts, at = list[str](), dict[int, str](), 0
    for number, (begin, end, fact) in enumerate(gaps):
        parts += [text[at:begin], "____{", "|".join(words[fact]), "}"]
        at = end
        if fact not in firsts.values():
            firsts[number] = fact
    return "".join([*parts, text[at:]]), firsts


def binned(points: Sequence[tuple[float, bool]]) -> list[dict[str, Any]]:
    """The bins of a reliability curve that have points.

    Args:
        points: the probability of the most probable label, and whether it is the truth.
    """
    bins = []
    for number in range(BINS):
        inside = [(p, right) for p, right in points if min(int(p * BINS), BINS - 1) == number]
        if inside:
            mean = sum(p for p, _ in inside) / len(inside)
            bins.append({"mean": round(mean, 4), "right": sum(right for _, right in inside), "cases": len(inside)})
    return bins


def measure(model: Model, stories: int = STORIES) -> dict[str, Any]:
    """Reads stories in each way of writing: {way: {"first": bins, "last": bins}}; token after token has no last."""
    from playground.plugins.read.table import PROMPT, Question, ways_of

    world, rng = workshop.part("world.stories", "Measuring the reliability"), random.Random("reliability")
    points: dict[str, dict[str, list[tuple[float, bool]]]] = {way: {"first": [], "last": []} for way in ways_of(model)}
    for story in range(stories):
        facts = world.sample_facts(rng, held_out=True)
        truth = {fact: getattr(facts, fact) for fact in FACTS}
        template, firsts = hidden(world.write_story(facts, rng), dict(world.WORDS), truth, story % SHOWN)
        for way, each in points.items():
            for reading in Question.of(model, template, PROMPT, way, story).readings():
                word = truth.get(firsts.get(reading.place.slot, ""), "")
                for name, probabilities in (("first", reading.first), ("last", reading.last)):
                    if word and probabilities is not None:
                        best = int(probabilities.argmax())
                        each[name].append((float(probabilities[best]), reading.place.labels[best].text == word))
        print(f"{story + 1} of {stories}", flush=True)
    return {way: {name: binned(each) for name, each in passes.items() if each} for way, passes in points.items()}


if __name__ == "__main__":
    from playground.engine.models import load_model

    embedded = load_model()
    made = datetime.now(UTC).date().isoformat()
    curve = {"made": made, "revision": embedded.revision, "stories": STORIES, "ways": measure(embedded)}
    FILE.write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")
