"""What a lesson finds in a trace, and what it computes from that."""

import math

import numpy as np
import pytest
from trace_helpers import trace_of

from playground.assets import ASSETS
from playground.plugins.learn.expression import evaluate, percent, written
from playground.plugins.learn.library import Runs
from playground.plugins.learn.problems import Wrong
from playground.plugins.learn.query import find
from playground.plugins.learn.things import Step, field_of
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


def test_without_processors_nothing_is_moved_and_each_step_is_one_pass(lily):
    assert field_of(lily, "passes") == field_of(lily, "steps")
    assert found("count of cell of lily where moved > 0", lily) == 0


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
     "f'{x}'", "open('x')", "max(*x)", "1 if x else 2", "lily.name", "print(1)", "1 +", "x" * 301, "1 / 0", "\x00",
     "round(1e999 - 1e999)", "round(1e999)", "1e999 * 0", "2e100 + 1", "-2e100", "round(5, -21)", "round(5, 99999999)",
     "kept_if(lily, 1)", "weight('a', 'b')", "10 ** 10 ** 10", "[].__class__", "1 << 99", "x @ x"],
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
