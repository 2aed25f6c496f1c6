"""How far reading is right: held-out stories of the small world, whose truth is known, read with their words hidden.

`python -m workshop.makers.reliability` measures it with the embedded checkpoint, and writes the plugin's
`reliability.json`.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Hashable, Sequence
from datetime import UTC, datetime
from typing import Any

import pandas as pd

from playground.engine.models import Model, load_model
from playground.plugins.read import RELIABILITY
from playground.plugins.read.table import read
from playground.plugins.small_world.words import WORDS
from workshop.world.stories import sample_facts, write_story

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
        The template, and for the slot of each fact's first mention, counted from 1, the fact.
    """
    facts = {word: fact for fact, word in truth.items()}
    pieces, slots = re.split(rf"\b({'|'.join(facts)})\b", text), list[str]()
    for at in range(1, len(pieces), 2):  # each is a mention, with the text between them
        if pieces[at::2].count(pieces[at]) > shown:
            slots.append(facts[pieces[at]])
            pieces[at] = f"____{{{'|'.join(words[slots[-1]])}}}"
    return "".join(pieces), {slots.index(fact) + 1: fact for fact in slots}


def binned(points: pd.DataFrame) -> list[dict[Hashable, Any]]:
    """The bins of reliability curves that have points.

    Args:
        points: `way` and `pass`, `sure`, the probability of the most probable label, and `right`: is it the truth?
    """
    bins = points.groupby(["way", "pass", (points["sure"] * BINS).clip(upper=BINS - 1).astype(int)], sort=False)
    figures = bins.agg(mean=("sure", "mean"), right=("right", "sum"), cases=("right", "size")).round({"mean": 4})
    return figures.reset_index(["way", "pass"]).to_dict("records")


def measure(model: Model, stories: int = STORIES) -> list[dict[Hashable, Any]]:
    """Reads stories in each way of writing, and returns the bins; token after token has no last pass."""
    rng, points = random.Random("reliability"), list[pd.DataFrame]()
    for story in range(stories):
        facts = sample_facts(rng, held_out=True)
        truth = {fact: getattr(facts, fact) for fact in FACTS}
        template, firsts = hidden(write_story(facts, rng), WORDS, truth, story % SHOWN)
        labels = read(model, template, runs=0, seed=story).dropna(subset="label")
        passes = labels.melt(["way", "slot", "label"], ["first", "last"], "pass", "sure").dropna()
        best = passes.loc[passes.groupby(["way", "slot", "pass"])["sure"].idxmax()]
        best["right"] = best["label"] == best["slot"].map(firsts).map(truth)
        points.append(best[best["slot"].isin(firsts)])
        print(f"{story + 1} of {stories}", flush=True)
    return binned(pd.concat(points))


if __name__ == "__main__":
    embedded = load_model()
    made = datetime.now(UTC).date().isoformat()
    curves = {"made": made, "revision": embedded.revision, "stories": STORIES, "bins": measure(embedded)}
    RELIABILITY.write_text(json.dumps(curves, indent=1) + "\n", encoding="utf-8")
