"""study: runs prompts with many seeds at several settings, and says what each setting came to, with intervals."""

from __future__ import annotations

import dataclasses
import html
import math
import textwrap
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING, Any

import pandas as pd

from playground.engine.models import Model
from playground.engine.recording import record_each
from playground.errors import SettingError, SpecError
from playground.evaluation.finding import Finding
from playground.evaluation.intervals import Interval
from playground.evaluation.study import Change, at_changes
from playground.plugins.sweep.bars import Bars
from playground.plugins.sweep.checking import CheckError
from playground.plugins.sweep.figures import measured_finding, sweep_figure
from playground.plugins.sweep.grid import grid, in_words
from playground.plugins.sweep.wish import candidate, more_needed
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.trace import Trace
from playground.trace.comparison import KINDS, figures

if TYPE_CHECKING:
    import plotly.graph_objects as go

Judge = Callable[[str], bool | None]
"""Is this text right? None where nothing says."""
Case = tuple[RunSpec, Judge | None]
"""What to run, and what judges its text: None for the rule of its prompt, if there is one."""


@dataclass(frozen=True, kw_only=True, repr=False)
class StudyResult:
    """What came of a study."""

    title: str
    changes: Sequence[Change]
    """What differs at each setting from the usual ones."""
    table: pd.DataFrame
    """A row for each run: `setting`, the number of its change; `case`, the number of its prompt and seed, the same at
    all settings; `prompt` and `seed`; each setting that varies, NA where the sampler has none; what
    `playground.trace.comparison.figures` says; and `text`."""
    traces: Sequence[Trace]
    """Of the table's rows; none if they were not kept."""
    stopped: bool = False
    """Was it interrupted? Then the table has the runs that had ended."""
    wish: float | None = None
    choice: int | None = None
    """The setting with the fewest passes among those whose share is at least the wish; None if none is."""
    fresh: Finding | None = None
    """What other runs at that setting came to."""

    @cached_property
    def findings(self) -> list[Finding]:
        """What each setting came to, by number of the case."""
        return [_finding(self.table[self.table["setting"] == at]) for at in range(len(self.changes))]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """What `playground.plugins.sweep.figures` draws: each setting that was run, and what it came to."""
        return [
            {name: change.get(name) for name in _names(self.changes)} | measured_finding(finding)
            for change, finding in zip(self.changes, self.findings, strict=True)
            if finding.passes
        ]

    @property
    def summary(self) -> pd.DataFrame:
        """A row for each setting: its share right and mean passes, and what both have more than at the first setting.

        `low` and `high` are the ends of 95% intervals: of the share, and of differences over the cases that both have.
        They take runs as independent; seeds of one prompt say nothing of other prompts.
        """
        first, rows = self.findings[0], self.rows
        for row, finding in zip(rows, filter(lambda finding: finding.passes, self.findings), strict=True):
            del row["each"]
            if finding is not first:
                row |= _difference("share", first.right, finding.right, finding.share_against(first))
                row |= _difference("passes", first.passes, finding.passes, finding.passes_against(first))
        return pd.DataFrame(rows).convert_dtypes()

    @property
    def claim(self) -> str:
        """What the runs say of the wish, in a sentence; "" without a wish."""
        if self.wish is None:
            return ""
        if self.choice is None or self.fresh is None:
            return f"No setting has at least {self.wish:.0%} right here."
        more = more_needed(sum(self.fresh.right.values()), len(self.fresh.right), self.wish)
        shown = (
            f"Shown: at least {self.wish:.0%} right, with the fewest passes."
            if more == 0
            else f"At least {self.wish:.0%} right is not shown yet: {more} more runs, if all of them are right."
        )
        return f"{in_words(self.changes[self.choice])}, on fresh runs: {_line(self.fresh)}\n{shown}"

    def plot(self) -> go.Figure:
        """The share right against passes, with intervals; without a measure, the passes alone."""
        return sweep_figure(self.title, _names(self.changes), self.rows)

    def __repr__(self) -> str:
        """The summary as lines of text."""
        width = max(len(in_words(change)) for change in self.changes)
        first = self.findings[0]
        lines = [f"{self.title}, {len(self.table)} runs", f"{'':{width}}   right   95% interval      passes"]
        for at, (change, finding) in enumerate(zip(self.changes, self.findings, strict=True)):
            if finding.passes:
                lines.append(f"{in_words(change):{width}} {_line(finding)}")
            if at and finding.passes and (against := _against(first, finding)):
                lines.append(f"{'':{width}} {against}")
        return "\n".join([*lines, self.claim]).rstrip("\n")

    def _repr_html_(self) -> str:
        claim, shown = html.escape(self.claim).replace("\n", "<br>"), self.summary.round(3).astype(object)
        table = shown.where(shown.notna(), "").to_html()
        return f"<p>{html.escape(self.title)}, {len(self.table)} runs</p>{table}<p>{claim}</p>"


MOST_STUDIED = 1_000_000
"""The most seeds of a study, and rows of its passes; more would fill the memory before the first run."""


def study(
    model: Model,
    prompts: str | Prompt | Mapping[str, Any] | RunSpec | Sequence[Any],
    seeds: int | Sequence[int] = 16,
    vary: Mapping[str, Sequence[Any]] | Sequence[Change] = (),
    check: Judge | None = None,
    wish: float | None = None,
    *,
    fresh: Sequence[Any] = (),
    rows: int = 32,
    keep_traces: bool = True,
    bar: bool = True,
    title: str = "",
    **changes: Any,
) -> StudyResult:
    """Runs every prompt with every seed at every setting, in shared passes.

    Ctrl-C, or a notebook's stop button, ends it and keeps what has been run: the first case at all settings comes
    before the second. The time of a shared pass is nobody's own, so `seconds` are known only with `rows=1`.

    Args:
        prompts: one, or a list of them: strings, `Prompt`s or specs. A pair (prompt, check) has a check of its own.
        seeds: how many for each prompt, counted up from 0 or the spec's own; or a list of them.
        vary: name -> the values that this setting shall take, in every combination as `grid` makes them; or a list of
            changes, each a dict of settings by name, and perhaps `processors`. The first combination is what the
            others are compared with.
        check: is a text right? By default the rule of its prompt says so, if there is one.
        wish: a share, 0 to 1: finds the setting with the fewest passes and at least this share right, and makes other
            runs there, because the runs that choose a setting cannot also prove it.
        fresh: the prompts of these runs; by default the same ones, with the seeds that follow.
        rows: how many runs share a pass at most.
        keep_traces: are the traces kept? A long study may have more than fit into memory.
        bar: is progress shown? Without it, an interruption is the caller's.
        title: what is studied, in a few words; by default the prompt.
        changes: settings that differ from the checkpoint's own in all runs.

    Raises:
        PromptError, SettingError, SpecError, SamplerError: as `record`; or there is no prompt or no seed.
        CheckError: a check returns neither True nor False.
    """
    if not (1 <= seeds <= MOST_STUDIED if type(seeds) is int else isinstance(seeds, Collection) and len(seeds)):
        raise SettingError(f"seeds is {seeds!r:.60}; it must be a whole number from 1 to {MOST_STUDIED:,}, or a list.")
    if wish is not None and not (isinstance(wish, int | float) and 0 <= wish < 1):
        raise SettingError(f"wish is {wish!r:.60}; it must be a share from 0 to below 1.")
    if type(rows) is not int or not 1 <= rows <= MOST_STUDIED:
        raise SettingError(f"rows is {rows!r:.60}; it must be a whole number from 1 to {MOST_STUDIED:,}.")
    if check is not None and not callable(check):
        raise CheckError(f"check is {check!r:.60}; it must be a function that takes a text.")
    items = _cases(model, prompts, check, changes)
    if not items:
        raise SpecError("There is nothing to study: give at least one prompt.")
    title = title or (textwrap.shorten(items[0][0].prompt.text, 60, placeholder=" …") if len(items) == 1 else "")
    cases, settings = _seeded(items, seeds), grid(items[0][0].settings, vary)
    table, traces, stopped = _made(model, cases, settings, rows, keep_traces, bar)
    result = StudyResult(
        title=title or f"{len(items)} prompts", changes=settings, table=table, traces=traces, stopped=stopped, wish=wish
    )
    choice = None if wish is None or stopped else candidate(result.findings, wish, {})
    if wish is None or choice is None:
        return result
    if fresh:
        others = _seeded(_cases(model, fresh, check, changes), seeds)
    else:
        count = math.ceil(max(more_needed(0, 0, wish), len(cases)) / len(items))
        after = seeds if isinstance(seeds, int) else max(seeds) + 1
        others = _seeded(items, count if isinstance(seeds, int) else range(after, after + count), after)
    table, _, stopped = _made(model, others, settings[choice : choice + 1], rows, False, bar)
    return dataclasses.replace(result, choice=choice, fresh=_finding(table), stopped=stopped)


def _cases(model: Model, prompts: Any, check: Judge | None, changes: Mapping[str, Any]) -> list[Case]:
    cases: list[Case] = []
    if not isinstance(prompts, str | Prompt | Mapping | RunSpec | Iterable):
        raise SpecError(f"prompts is {prompts!r:.60}; it must be a prompt or a list of them.")
    for item in [prompts] if isinstance(prompts, str | Prompt | Mapping | RunSpec) else prompts:
        prompt, judge = item if isinstance(item, tuple) else (item, check)
        spec = prompt.replace(**changes) if isinstance(prompt, RunSpec) else model.spec(prompt, **changes)
        cases.append((spec, judge))
    return cases


def _seeded(cases: Sequence[Case], seeds: int | Sequence[int], after: int = 0) -> list[Case]:
    """All cases with the first seed, then with the second, and so on.

    Args:
        seeds: which ones; or how many, from `after` above a case's own.
    """
    if isinstance(seeds, int):
        steps = range(after, after + seeds)
        return [(spec.replace(seed=spec.seed + step), judge) for step in steps for spec, judge in cases]
    return [(spec.replace(seed=seed), judge) for seed in seeds for spec, judge in cases]


def _made(
    model: Model, cases: Sequence[Case], settings: Sequence[Change], rows: int, keep_traces: bool, bar: bool
) -> tuple[pd.DataFrame, list[Trace], bool]:
    """Makes the runs of all cases at all settings: their table, their traces, and were they interrupted?"""
    runs = record_each(model, at_changes([spec for spec, _ in cases], settings), rows=rows)
    made: dict[tuple[int, int], dict[str, Any]] = {}
    traces: dict[tuple[int, int], Trace] = {}
    bars = Bars()
    with bars if bar else nullcontext():
        for number, trace in bars.track(runs, lambda _: "runs", len(cases) * len(settings)) if bar else runs:
            place = divmod(number, len(settings))
            spec, judge = cases[place[0]]
            made[place] = {"setting": place[1], "case": place[0], "prompt": spec.prompt.text, "seed": spec.seed}
            values = {**trace.header.settings, "processors": trace.header.spec.get("processors")}
            made[place] |= {name: values.get(name) for name in _names(settings)} | figures(trace)
            made[place] |= {"text": trace.text} | ({} if judge is None else _judgement(judge, trace.text))
            if keep_traces:
                traces[place] = trace
    places = sorted(made)
    table = pd.DataFrame([made[place] for place in places], columns=None if made else ["setting", "case", *KINDS])
    return table.astype(KINDS), [traces[place] for place in places if keep_traces], bars.stopped


def _judgement(judge: Judge, text: str) -> dict[str, Any]:
    right = judge(text)
    if right is not None and not isinstance(right, bool):
        raise CheckError(f"The check returns {right!r:.60}; it must return True or False, or None where nothing says.")
    return {"right": right, "verdict": ""}


def _finding(table: pd.DataFrame) -> Finding:
    """What the runs in a part of a table came to."""
    cases = [int(case) for case in table["case"]]
    passes = dict(zip(cases, map(int, table["passes"]), strict=True))
    return Finding(
        passes=passes,
        right={case: bool(right) for case, right in zip(cases, table["right"], strict=True) if pd.notna(right)},
    )


def _difference(
    name: str, first: Mapping[int, float], finding: Mapping[int, float], interval: Interval | None
) -> dict[str, float | None]:
    """The mean difference over the cases that both have, and its interval."""
    differences = [finding[case] - value for case, value in first.items() if case in finding]
    low, high = interval or (None, None)
    mean = fmean(differences) if differences else None
    return {f"{name}_diff": mean, f"{name}_diff_low": low, f"{name}_diff_high": high}


def _names(changes: Sequence[Change]) -> list[str]:
    """The settings that vary."""
    return list(dict.fromkeys(name for change in changes for name in change))


def _line(finding: Finding) -> str:
    passes = f"{finding.mean_passes:6.1f}"
    if finding.share is None or finding.interval is None:
        return f"no quality measured          {passes}"
    low, high = finding.interval
    return f"{finding.share:>7.1%}   {low:>6.1%} to {high:<6.1%}  {passes}"


def _against(first: Finding, finding: Finding) -> str:
    """What differs from the first, on the same cases, with 95% intervals."""
    share, passes = finding.share_against(first), finding.passes_against(first)
    parts = [f"right {share[0]:+.1%} to {share[1]:+.1%}"] if share else []
    parts += [f"passes {passes[0]:+.1f} to {passes[1]:+.1f}"] if passes else []
    return f"against the first: {', '.join(parts)}" if parts else ""
