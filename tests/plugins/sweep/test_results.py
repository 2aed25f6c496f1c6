"""`pg.study`: its table is the single runs', its summary is worked out by hand, and it can be interrupted."""

import re
from itertools import islice
from pathlib import Path
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from plugin_helpers import module

import playground as pg
from playground.engine.models import Model
from playground.engine.recording import record_each
from playground.hooks import hook
from playground.plugins.sweep.checking import CheckError
from playground.trace import Verdict

SHORT = {"max_denoising_steps": 3, "max_new_tokens": 16, "confidence_threshold": 0.0}
PROMPTS = ["hello", {"text": "a"}]
VARY = {"entropy_bound": [0.1, 8.0], "sampler": ["margin"]}


@pytest.fixture(scope="module")
def result(endless_model):
    return pg.study(endless_model, PROMPTS, seeds=2, vary=VARY, check=lambda text: "q" in text, bar=False, **SHORT)


def test_it_has_a_row_a_run_which_is_the_run_alone(result, endless_model):
    table = result.table
    assert len(table) == len(result.traces) == 2 * 2 * 3 and not result.stopped
    assert list(table.columns[:6]) == ["setting", "case", "prompt", "seed", "entropy_bound", "sampler"]
    assert {"passes", "tokens", "seconds", "right", "verdict", "stop_reason", "text"} <= {*table.columns}
    assert table["case"].tolist() == [case for case in range(4) for _ in range(3)]
    assert table["prompt"].tolist() == ["hello"] * 3 + ["a"] * 3 + ["hello"] * 3 + ["a"] * 3
    assert table["seed"].tolist() == [0] * 6 + [1] * 6
    assert table["sampler"].tolist() == ["entropy-bound", "margin", "entropy-bound"] * 4
    assert [None if pd.isna(bound) else bound for bound in table["entropy_bound"]] == [0.1, None, 8.0] * 4
    for (_, row), trace in zip(table.iterrows(), result.traces, strict=True):
        bound = {} if pd.isna(row["entropy_bound"]) else {"entropy_bound": row["entropy_bound"]}
        changes = {**SHORT, "sampler": row["sampler"], **bound}
        alone = pg.record(endless_model, row["prompt"], seed=row["seed"], **changes)
        assert np.array_equal(trace.columns["sampled_ids"], alone.columns["sampled_ids"])
        assert (row["passes"], row["text"], row["right"]) == (alone.nfe, alone.text, "q" in alone.text)


def test_its_summary_has_intervals_and_paired_differences(result):
    summary, (first, *others) = result.summary, result.findings
    assert summary["sampler"].tolist() == ["entropy-bound", "margin", "entropy-bound"]
    means = result.table.astype({"right": float}).groupby("setting")[["right", "passes"]].mean()
    assert np.allclose(summary[["share", "passes"]].to_numpy(float), means.to_numpy(float))
    assert summary["cases"].tolist() == [4] * 3
    assert [*zip(summary["low"], summary["high"], strict=True)] == [finding.interval for finding in result.findings]
    assert summary.loc[0].filter(like="_diff").isna().all(), "the first has no difference to itself"
    for (_, row), finding in zip(summary[1:].iterrows(), others, strict=True):
        assert (row["share_diff_low"], row["share_diff_high"]) == finding.share_against(first)
        assert row["share_diff"] == pytest.approx(finding.share - first.share)
        assert (row["passes_diff_low"], row["passes_diff_high"]) == finding.passes_against(first)
        assert row["passes_diff"] == pytest.approx(finding.mean_passes - first.mean_passes)
    said = repr(result)
    assert "sampler margin" in said and "against the first" in said and "2 prompts, 12 runs" in said
    shown = result._repr_html_()
    assert "<table" in shown and "NA" not in shown and "None" not in str(result.plot().to_json())
    assert sum(len(line.x) for line in result.plot().data) == 3


def test_the_rule_of_a_prompt_judges_where_there_is_one_and_a_pair_has_its_own_check(random_model, loaded):
    def judge(prompt, text):
        known = prompt == "Count to three."
        return Verdict(task="count", right=False, sentence="wrong: nothing is counted", rule=1) if known else None

    loaded(counting=module(judges=hook(lambda: [judge])))
    prompts = ["Count to three.", "hello", ("hello", lambda text: True)]
    table = pg.study(random_model, prompts, seeds=[7], bar=False, keep_traces=False, **SHORT).table
    assert [None if pd.isna(right) else right for right in table["right"]] == [False, None, True]
    assert table["seed"].tolist() == [7, 7, 7] and table["verdict"][0] == "wrong: nothing is counted"


@pytest.mark.usefixtures("registered")
def test_a_sampler_s_class_is_a_value_that_varies(random_model):
    class Surer(pg.Sampler):
        label, rule = "Surer", "Keeps what is likely."
        explanation = pg.Explanation(order="none", cut="draw")
        knobs: ClassVar = {"least": pg.number(0.5, "Least", "", 0, 1, (0, 1, 0.1), "More is surer.")}

        def accept(self, before, statistics):
            return statistics.margin > before.knobs["least"]

    vary = {"sampler": ["margin", Surer], "least": [0.1, 0.9]}
    result = pg.study(random_model, "hi", 1, vary, bar=False, **SHORT)
    assert result.summary["sampler"].tolist() == ["margin", "surer", "surer"]
    assert result.table["least"].dropna().tolist() == [0.1, 0.9]


def test_seconds_are_those_of_runs_that_had_their_passes_for_themselves(random_model):
    assert pg.study(random_model, "hello", 2, bar=False, rows=1, **SHORT).table["seconds"].gt(0).all()
    assert pg.study(random_model, "hello", 2, bar=False, **SHORT).table["seconds"].isna().all()


@pytest.mark.parametrize(("times", "kept"), [(0, 0), (2, 2)])
def test_an_interrupted_study_keeps_what_has_been_run(endless_model, monkeypatch, capsys, times, kept):
    def stopped(*arguments, **options):
        yield from islice(record_each(*arguments, **options), times)
        raise KeyboardInterrupt

    monkeypatch.setattr("playground.plugins.sweep.results.record_each", stopped)
    result = pg.study(endless_model, "hello", 2, {"entropy_bound": [0.1, 8.0]}, wish=0.5, **SHORT)
    assert result.stopped and len(result.table) == len(result.traces) == kept
    assert "Stopped. Finished results are kept." in capsys.readouterr().err and repr(result).startswith("hello, ")
    assert len(result.summary) == (kept > 0) * result.table["setting"].nunique()
    with pytest.raises(KeyboardInterrupt):
        pg.study(endless_model, "hello", 2, bar=False, **SHORT)


def test_a_wish_is_shown_on_other_runs(endless_model):
    steps = {"max_denoising_steps": [3, 1, 2]}
    short = SHORT | {"max_denoising_steps": 3}
    seen = []
    check = lambda text: not seen.append(text)  # noqa: E731
    result = pg.study(endless_model, "hello", 2, steps, check, wish=0.2, bar=False, **short)
    assert (result.choice, len(result.fresh.passes)) == (1, 2) and len(seen) == 3 * 2 + 2
    assert "max_denoising_steps 1, on fresh runs:  100.0%" in result.claim
    assert "Shown: at least 20% right, with the fewest passes." in result.claim and result.claim in repr(result)
    few = pg.study(endless_model, "hello", [3], steps, check, wish=0.9, fresh=["a"], bar=False, **short)
    assert len(few.fresh.passes) == 1 and "at least 90% right is not shown yet: 34 more runs" in few.claim.lower()
    none = pg.study(endless_model, "hello", 2, steps, lambda text: False, wish=0.2, bar=False, **short)
    assert none.choice is None and none.claim == "No setting has at least 20% right here."


@pytest.mark.parametrize(
    ("arguments", "kind", "sentence"),
    [
        ({"seeds": 0}, pg.SettingError, "seeds is 0; it must be a whole number from 1 to 1,000,000, or a list"),
        ({"seeds": []}, pg.SettingError, r"seeds is \[\]; it must"),
        ({"seeds": 10**6 + 1}, pg.SettingError, "seeds is 1000001; it must"),
        ({"seeds": 1.5}, pg.SettingError, "seeds is 1.5; it must"),
        ({"rows": 10**6 + 1}, pg.SettingError, "rows is 1000001; it must"),
        ({"rows": 0}, pg.SettingError, "rows is 0; it must"),
        ({"wish": "x"}, pg.SettingError, "wish is 'x'; it must"),
        ({"wish": 1}, pg.SettingError, "wish is 1; it must be a share from 0 to below 1"),
        ({"check": "x"}, CheckError, "check is 'x'; it must be a function"),
        ({"check": lambda text: 1}, CheckError, "The check returns 1; it must return True or False"),
        ({"prompts": 5}, pg.SpecError, "prompts is 5; it must be a prompt or a list of them"),
        ({"prompts": []}, pg.SpecError, "give at least one prompt"),
        ({"vary": 5}, pg.SettingError, "vary is 5; it must say which values settings take"),
        ({"vary": [5]}, pg.SettingError, r"vary is \[5\]; it must"),
        ({"vary": {3: [1]}}, pg.SettingError, "vary names 3; the name of a setting is text"),
        ({"vary": {"bound": [1]}}, pg.SettingError, "no setting called 'bound'"),
    ],
)
def test_what_cannot_be_studied_is_refused_in_one_sentence(random_model, arguments, kind, sentence):
    with pytest.raises(kind, match=sentence):
        pg.study(random_model, **{"prompts": "hello", "seeds": 1, "bar": False, **SHORT, **arguments})


def test_the_snippet_of_its_page_runs(endless_model, monkeypatch):
    page = Path(__file__).parents[3] / "docs/plugins/sweep.md"
    monkeypatch.setattr(Model, "settings", endless_model.settings.replace(max_new_tokens=16))
    monkeypatch.setattr(pg, "load_model", lambda: endless_model, raising=False)
    names: dict = {}
    exec(re.search(r"```python\n(.*?)```", page.read_text(), re.S)[1], names)
    assert len(names["result"].table) == 12
