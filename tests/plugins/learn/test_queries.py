"""What a lesson finds in a trace and in what is stored beside it, and what it computes from that."""

import dataclasses
import json
import math

import numpy as np
import pytest
from trace_helpers import trace_of

from playground.assets import ASSETS
from playground.plugins.learn.blocks import compiled
from playground.plugins.learn.expression import evaluate, percent, written
from playground.plugins.learn.library import Runs
from playground.plugins.learn.looks import Looks, Swap, Weights, digest
from playground.plugins.learn.problems import Wrong
from playground.plugins.learn.query import find
from playground.plugins.learn.readings import Logs, Reading, text_of
from playground.plugins.learn.things import Cell, Step, field_of
from playground.trace.budget import budget
from playground.trace.corrections import corrections, reopenings

RUNS = Runs([ASSETS.parent / "tests" / "golden"], ASSETS / "recorded")


def found(query, lily, **names):
    return find(query, {"lily": lily, **names}, RUNS)


def test_queries_find_what_the_trace_holds(lily):
    first = reopenings(lily)[0]
    thing = found("first reopening of lily", lily)
    assert (thing.row, thing.position, thing.since) == (first.reopened, first.position, first.since)
    assert thing.get("was") == lily.tokens[first.token].strip()
    fix = found("last correction of lily", lily)
    late = max(corrections(lily), key=lambda one: (one.reopened, one.position))
    assert (fix.row, fix.position, fix.again) == (late.reopened, late.position, late.again)
    assert fix.get("again").get("token") == fix.get("becomes") != fix.get("was")
    assert found("count of reopening of lily", lily) == len(reopenings(lily))
    assert found("count of step of lily where moved > 0", lily) == 0, "without processors"


def test_cells_know_their_place_in_the_budget(lily):
    columns, row = lily.columns, 5
    step = Step(lily, row)
    vague = found("cell with most entropy of step where kept", lily, step=step)
    kept = np.flatnonzero(columns["accepted"][row])
    assert vague.position == kept[columns["entropy"][row][kept].argmax()]
    walk = budget(columns["entropy"][row], bound := lily.header.settings["entropy_bound"])
    assert vague.get("place") == walk.cut and vague.get("before") <= bound
    assert step.get("sum") == pytest.approx(vague.get("before"))
    assert evaluate("kept_if(step, lily.bound)", {"lily": lily, "step": step}) == walk.cut == step.get("all_kept")


def test_pins_cost_nothing_of_another_budget_either():
    more = {"entropy": np.array([2.5, 0.125, 0.5, 3], "float32"), "more": {"pinned": np.array([1, 0, 0, 0], bool)}}
    step = Step(trace_of([(1, [5, 6, 7, 2], [1, 1, 1, 0], [5, 6, 7, 2], more)]), 0)
    assert [evaluate("kept_if(step, x)", {"step": step, "x": x}) for x in (0, 0.1249, 0.125, 0.625)] == [2, 2, 3, 4]


def test_what_processors_moved_and_the_passes_that_they_took_are_figures():
    figures = [
        {"moved": np.array(moved, "float32"), "passes": np.array(passes, "int32")}
        for moved, passes in (([0.5, 2.0], 2), ([0.0, 0.25], 1))
    ]
    run = trace_of([(1, [5, 6], [1, 1], [5, 6], {"more": more}) for more in figures])
    assert field_of(run, "passes") == 3 and field_of(run, "steps") == 2
    assert [Step(run, row).get("moved") for row in (0, 1)] == [2.5, 0.25]
    assert find("cell with most moved of run", {"run": run}, RUNS).get("moved") == 2.0


def test_a_condition_reads_the_fields_of_the_candidate_before_the_names(lily):
    step = found("first step of lily where kept > 10 and number > kept_before", lily, kept_before=3, kept=99)
    assert step.get("kept") > 10 and step.get("number") > 3
    earlier = found("count of step of lily where kept > 10 and number > 3 and number < n", lily, n=step.get("number"))
    assert earlier == 0


@pytest.mark.parametrize(
    ("text", "value"),
    [("1 + 2 * 3", 7), ("not (1 > 2)", True), ("'a' in 'cat'", True),
     ("-2 / 4", -0.5), ("1 < 2 <= 2", True), ("true and false", False), ("round(2.6)", 3), ("bits(x)", 1.0),
     ("1e100 + 0", 1e100), ("round(2.567, 2)", 2.57), ("round(5, -20)", 0)],
)  # fmt: skip
def test_expressions(text, value):
    assert evaluate(text, {"x": math.log(2)}) == pytest.approx(value)


@pytest.mark.parametrize(
    "text",
    ["__import__('os')", "lily.__class__", "lily.nfe", "(lambda: 1)()", "[1 for x in y]", "2 ** 9", "'a' * 9", "x[0]",
     "f'{x}'", "max(*x)", "1 if x else 2", "print(1)", "1 +", "x" * 301, "1 / 0", "\x00", "round(1e999)", "1e999 * 0",
     "2e100 + 1", "-2e100", "round(5, -21)", "kept_if(lily, 1)", "weight('a', 'b')", "[].__class__", "x @ x"],
)  # fmt: skip
def test_nothing_else_is_evaluated(text, lily):
    with pytest.raises(Wrong):
        evaluate(text, {"x": 1, "lily": lily})


def test_figures_have_three_digits():
    given = (0.1, 1.8649, 128, 0.00001, 262144, 12.0, "text")
    assert [written(value) for value in given] == ["0.1", "1.86", "128", "less than 0.0001", "262,144", "12", "text"]
    assert [percent(share) for share in (0, 0.0004, 0.0123, 0.5, 0.9996, 1)] == [
        "0%", "< 0.1%", "1.2%", "50%", "> 99.9%", "100%",
    ]  # fmt: skip
    for wrong in (True, None, math.inf):
        with pytest.raises(Wrong):
            written(wrong)


def test_passes_that_rows_share_stand_beside_those_of_one_row(lily):
    alone = found("first pass of m where positions == 256", lily, m=found("machine here", lily))
    shared = found("machine many here", lily)
    assert alone.get("rows") == 1 and [one.get("rows") for one in shared.held] == [1, 2, 4, 8, 16] * 2
    assert [one.get("way") for one in shared.held] == ["denoiser"] * 5 + ["autoregressive"] * 5
    gpu = found("machine many H200 SXM", lily)
    full = found("first pass of m where rows == 64", lily, m=gpu)
    assert (full.get("positions"), full.get("limit")) == (256, "arithmetic") and full.get("ms") == full.get("best_ms")


GOLDEN = ASSETS.parent / "tests" / "golden"


def test_a_look_is_tied_to_the_run_that_it_was_computed_from(tmp_path):
    trace = next(GOLDEN.glob("*.trace"))
    for name in ("one", "two"):
        (tmp_path / f"{name}.trace").write_bytes(trace.read_bytes())
    cell = Cell(Runs([tmp_path], tmp_path).find("one"), 0, 3)
    length = cell.run.header.canvas_length
    shares = {"read": 0.5, "canvas": [0.5 / length] * length, "causal_read": 1.0, "causal": [0.0] * length}
    shares["logs"] = [math.log(0.5), math.log(0.25), math.log(0.25)]
    kept = Weights(run="one", digest=digest(cell.run), row=0, position=3, **shares)
    looks = Looks([tmp_path], lambda *_: kept)
    looks.of(cell)
    assert looks.save(tmp_path) == 1
    names = {"cell": cell}
    names["seen"] = find("look at cell", names, Runs([tmp_path], tmp_path))
    for said, value in {
        "seen.read + seen.before + seen.itself + seen.after": 1, "seen.before * at.canvas": 1.5,
        "weight(seen, cell) / seen.even": 1, "seen.causal_after": 0, "seen.at.position": 3,
        # A half and two quarters: 1.5 bits. At half of its temperature their squares count: 4, 1 and 1 of 6.
        "bits(entropy_at(seen, seen.at.at.temperature))": 1.5,
        "entropy_at(seen, seen.at.at.temperature / 2)": math.log(6) - 4 / 6 * math.log(4),
    }.items():  # fmt: skip
        assert evaluate(said, names | {"at": cell.run}) == pytest.approx(value), said
    with pytest.raises(Wrong, match="of the same run"):
        evaluate("weight(seen, cell)", names | {"cell": Cell(Runs([tmp_path], tmp_path).find("two"), 0, 3)})
    stale = (tmp_path / "looks.json").read_text().replace(kept.digest, "0" * 16)
    (tmp_path / "looks.json").write_text(stale)
    with pytest.raises(Wrong, match="is not recorded"):
        find("look at cell", {"cell": cell}, Runs([tmp_path], tmp_path))


def test_a_reading_counts_noise_and_means_the_loss(tmp_path):
    """Of a run from a text of four tokens and its end; noise took the place of two, and of the end."""
    trace = trace_of([(1, [3, 7, 5, 8, 5, 0], [1, 0, 1, 0, 0, 1])])
    spec = trace.header.spec | {"start": [3, 4, 5, 6, 1, 0], "noise": 0.4}
    noisy = dataclasses.replace(trace, header=dataclasses.replace(trace.header, spec=spec), name="noisy")
    shares = {"standing": [0.9, 0.5, 0.49, 0.1], "original": [0.5, 0.25, 0.5, 1.0]}
    logs = {name: [math.log(share) for share in each] for name, each in shares.items()}
    stored = Logs(run="noisy", digest=digest(noisy), **logs)
    looks = Looks([tmp_path], lambda *_: stored)
    assert text_of(noisy) == [3, 4, 5, 6] and looks.reading(noisy).logs is stored
    assert looks.save(tmp_path) == 1
    names = {"noisy": noisy}
    names["read"] = find("reading of noisy", names, Runs([tmp_path], tmp_path))
    figures = {name: evaluate(f"read.{name}", names) for name in Reading.fields}
    # Of the two noise tokens one is given one half, and of the other two one less than that. 1, 2, 1 and 0 bits.
    assert figures == pytest.approx({"tokens": 4, "noise": 2, "found": 1, "doubted": 1, "loss": math.log(2)})
    block = compiled("predict", "mark: Which?\nof: read\nbecause: So.", names, look=Looks([]).of)
    assert (block["run"], block["standing"], block["original"]) == ("noisy", *logs.values())
    (tmp_path / "looks.json").write_text(json.dumps([dataclasses.asdict(stored) | {"digest": "0" * 16}]))
    with pytest.raises(Wrong, match="a pass makes of “noisy” is not recorded; python -m playground record"):
        find("reading of noisy", names, Runs([tmp_path], tmp_path))


def test_a_cell_with_another_word_is_what_was_recorded_of_it_and_swaps_begin_with_the_word_that_went_in(tmp_path):
    (tmp_path / "one.trace").write_bytes(next(GOLDEN.glob("*.trace")).read_bytes())
    cell = Cell(Runs([tmp_path], tmp_path).find("one"), 0, 3)
    where = {"run": "one", "row": 0, "position": 3}
    became = {"tokens": ["sunny", "hot"], "shares": [0.75, 0.2], "entropy": 0.7, "token": "hot", "accepted": False}
    looks = Looks([tmp_path], lambda _, word: Swap(word=word, digest=digest(cell.run), **where, **became))
    looks.of(cell, "blue")
    assert looks.save(tmp_path) == 1
    runs, names = Runs([tmp_path], tmp_path), {"cell": cell, "step": cell.at}
    names["blue"] = find('look at cell with "blue"', names, runs)
    fields = ("word", "guess", "best_chance", "entropy", "token", "kept")
    assert [evaluate(f"blue.{field}", names) for field in fields] == ["blue", "sunny", 0.75, 0.7, "hot", False]
    assert evaluate("blue.at.position", names) == 3
    with pytest.raises(Wrong, match="what position 3 of “one” might be at step 1 with “red” is not recorded"):
        find('look at cell with "red"', names, runs)
    with pytest.raises(Wrong, match="where position 3 of “one” looks at step 1 is"):
        find("look at cell", names, runs)

    block = compiled("swap", "at: cell\nwords: blue", names, runs.looks.of)
    own, blue = block.pop("words")
    assert block == {"kind": "swap", "noise": False, **where} and blue == {"word": "blue", **became}
    columns = cell.run.columns
    assert own == {
        "word": cell.get("went_in"),
        "tokens": [cell.run.tokens[int(token)].strip() for token in columns["top_ids"][0, 3][:5]],
        "shares": columns["top_probs"][0, 3][:5].tolist(),
        "entropy": columns["entropy"][0, 3],
        "token": cell.get("token"),
        "accepted": bool(columns["accepted"][0, 3]),
    }
    for at, words, line, sentence in (
        ("cell", "blue blue", 2, "lists other words than"),
        ("cell", f"blue {own['word']}", 2, "lists other words than"),
        ("cell", "blue red", 2, "with “red” is not recorded"),
        ("step", "blue", 1, "this is no cell"),
    ):
        with pytest.raises(Wrong, match=sentence) as caught:
            compiled("swap", f"at: {at}\nwords: {words}", names, runs.looks.of)
        assert caught.value.after == line
