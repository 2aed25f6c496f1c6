"""The table of figures of several runs."""

import dataclasses
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from trace_helpers import changed, trace_of

import playground as pg
from playground.spec.settings import SamplerSettings
from playground.trace import Verdict
from playground.trace.header import pass_kind

STORY = Path(__file__).parents[1] / "golden/story.trace"
SETTINGS = SamplerSettings(max_denoising_steps=4, entropy_bound=12.0, max_new_tokens=40)


def by_hand(*steps, **header):
    trace, usual = trace_of(steps), {"seconds": 2.0, "pass_kind": "eager", "rows": 1}
    return dataclasses.replace(trace, header=changed(trace.header, **usual | header))


def test_figures_by_hand():
    """Four positions; 1 ends the text and 0 pads. Position 0 is kept as 4, reopened, and kept as 3."""
    first = by_hand((1, [4, 5, 1, 0], [1, 1, 1, 1]), (1, [4, 5, 1, 0], [0, 1, 1, 1]), (1, [3, 5, 1, 0], [1, 1, 1, 1]))
    right = Verdict(task="story", right=True, sentence="ends as asked", rule=1)
    two = by_hand((1, [4, 5, 6, 1], [1, 1, 1, 1]), seed=5, seconds=0.5, verdict=right)
    two.columns["mean_entropy"][:] = 0.25
    two.columns["encoder_tokens"] = np.array([3], "int32")
    shared = by_hand((1, [4, 5, 1, 0], [1, 1, 1, 1]), pass_kind="compiled", rows=3)
    table = pg.compare([first, two, shared])
    assert table["title"].tolist() == ["seed 0", "seed 5", "seed 0"]
    columns = {
        "seed": [0, 5, 0],
        "entropy_bound": [0.1] * 3,
        "passes": [3, 1, 1],
        "passes_diff": [0, -2, -2],
        "encoder_passes": [None, 1, None],
        "tokens": [3, 4, 3],
        "tokens_per_pass": [1.0, 4.0, 3.0],
        "seconds": [2.0, 0.5, None],
        "seconds_diff": [0.0, -1.5, None],
        "seconds_note": ["", "", "shared passes, 3 rows"],
        "shared_rows": [1, 1, 3],
        "mean_entropy": [0.0, 0.25, 0.0],
        "relapses": [1, 0, 0],
        "changed_tokens": [1, 0, 0],
        "stop_reason": ["max-steps"] * 3,
        "finish_reason": ["end-of-text"] * 3,
        "right": [None, True, None],
        "verdict": ["", "ends as asked", ""],
        "diverges_block": [None, 1, 1],
        "diverges_step": [None, 1, 2],
        "diverges_position": [None, 2, None],
        "divergence": ["nowhere", "block 1, step 1, position 2", "block 1, step 2, which only one of them has"],
    }
    for name, expected in columns.items():
        values = [None if pd.isna(value) else value for value in table[name]]
        assert values == expected, name


def test_a_run_does_not_differ_from_itself():
    table = pg.compare([STORY, str(STORY), pg.Trace.load(STORY)])
    differences = table.filter(like="_diff")
    assert ((differences == 0) | differences.isna()).all(axis=None) and (differences["passes_diff"] == 0).all()
    assert table["title"].tolist() == [""] * 3 and table["divergence"].tolist() == ["nowhere"] * 3
    assert table["diverges_block"].isna().all()


def test_specs_are_run(random_model):
    specs = [random_model.spec("hello", SETTINGS, seed) for seed in (1, 2)]
    table = pg.compare([*specs, pg.record(random_model, specs[0])], random_model)
    assert table["title"].tolist() == ["seed 1", "seed 2", "seed 1"]
    assert table["divergence"][2] == "nowhere" and table["diverges_step"][1] == 1
    assert (table["encoder_passes"] == table["passes"] // 4).all() and (table["seconds"] > 0).all()
    with pytest.raises(pg.SpecError, match="needs a model"):
        pg.compare(specs)


def test_titles_state_only_what_differs():
    run = by_hand((1, [2, 3], [1, 1]))
    settings = run.header.settings
    larger = by_hand((1, [2, 3], [1, 1]), settings=settings | {"entropy_bound": 0.5})
    older = by_hand((1, [2, 3], [1, 1]), settings={n: v for n, v in settings.items() if n != "draw"})
    masked = by_hand((1, [2, 3], [1, 1]), way="masked", prompt="a long\nprompt, " * 9, settings=settings)
    prompt = "a long prompt, a long prompt, a long…"
    assert pg.compare([run, larger, older])["title"].tolist() == [
        "entropy_bound 0.1", "entropy_bound 0.5", "entropy_bound 0.1",
    ]  # fmt: skip
    assert pg.compare([run, masked])["title"].tolist() == ["prompt “”, way uniform", f"prompt “{prompt}”, way masked"]
    other = by_hand((1, [2, 3], [1, 1]), model="other", revision="1")
    assert pg.compare([run, other])["title"].tolist() == [f"model {run.header.model}", "model other"]


def test_nothing_cannot_be_compared(tmp_path):
    with pytest.raises(pg.TraceError, match=r"^There is nothing to compare"):
        pg.compare([])
    with pytest.raises(pg.TraceError, match=r"cannot be read: No such file or directory\.$"):
        pg.compare([tmp_path / "none.trace"])


def test_passes_are_of_one_kind_or_of_both():
    kinds = [pass_kind(compiled) for compiled in ({False}, {True}, {True, False}, set())]
    assert kinds == ["eager", "compiled", "partly compiled", "eager"]
