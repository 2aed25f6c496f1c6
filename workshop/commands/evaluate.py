"""`evaluate`: measures how good a checkpoint is at the tasks of the small world, on held-out cases."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import click

from playground.commands.options import sampler_option, set_option, writable_folder
from playground.commands.saving import save
from playground.rules.knobs import Value
from playground.rules.ways import WAYS


@click.command()
@click.option(
    "--model",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Checkpoint folder; by default the embedded checkpoint.",
)
@click.option("--cases", type=click.IntRange(min=1), default=64, show_default=True,
              help="How many cases of each kind; repairs, corrections and gaps beside them take fewer.")  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="The seed of the cases and the draws."
)
@click.option(
    "--at", "settings", type=click.Choice(["shipped", "defaults", "both"]), default="both", show_default=True,
    help="Use the checkpoint's own sampler settings, DiffusionGemma's defaults, or both.",
)  # fmt: skip
@click.option("--way", "ways", multiple=True, type=click.Choice(list(WAYS)),
              help="Way of writing; repeatable. By default all three.")  # fmt: skip
@click.option("--only", metavar="TEXT", default="",
              help='Measure only the kinds of cases with TEXT in their name; "gaps of" only fills gaps, "own text" '
                   "only keeps texts.")  # fmt: skip
@click.option("--clues", type=(click.Choice((4, 6, 9)), int), multiple=True, metavar="SIZE CLUES",
              help="Measure Sudoku of this size with so many clues, not the usual ones; repeatable.")  # fmt: skip
@click.option("--work-dir", type=click.Path(file_okay=False, path_type=Path), default=Path(".training/evaluate"),
              show_default=True, help="Folder for the puzzles.")  # fmt: skip
@click.option("--traces", type=click.Path(file_okay=False, path_type=Path), callback=writable_folder,
              help="Save the trace of every case in this folder.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@sampler_option
@set_option
def evaluate(
    model: Path | None, cases: int, seed: int, settings: str, ways: tuple[str, ...], only: str,
    clues: tuple[tuple[int, int], ...], work_dir: Path, traces: Path | None, as_json: bool,
    sampler: str | None, named: dict[str, Value],
) -> None:  # fmt: skip
    """Print how many held-out cases of each kind a checkpoint gets right, with 95% intervals.

    Ctrl-C stops it and keeps the finished results.
    """
    from playground.plugins.sweep.bars import Bars
    from playground.spec.settings import SamplerSettings
    from workshop.evaluation.infill import infills
    from workshop.evaluation.measure import CLUES, corrections, repairs, rows
    from workshop.evaluation.own_text import KINDS, own_texts
    from workshop.training.export import load_checkpoint
    from workshop.world.cases import case_banks, clue_range, suites

    loaded = load_checkpoint(model)
    changes = named | ({"sampler": sampler} if sampler else {})
    shipped = loaded.settings.replace(**changes)
    samplings = {"shipped": shipped, "defaults": SamplerSettings(**changes)}
    if settings != "both" or shipped == samplings["defaults"]:
        samplings = {settings.replace("both", "shipped"): samplings[settings.replace("both", "shipped")]}
    banks = case_banks(seed, work_dir)
    counts = defaultdict(list)
    for size, count in clues:
        fewest, most = clue_range(banks[size])
        if not fewest <= count <= most:
            raise click.UsageError(f"--clues is {count}; {size}x{size} puzzles have {fewest} to {most} clues.")
        counts[size].append(count)
    kinds = suites(banks, loaded.tokenizer, counts or CLUES)
    chosen = [kind for kind in kinds if only in kind.name]
    gaps = [kind for kind in kinds if only in f"gaps of {kind.name}"]
    own_kinds = [name for name in KINDS if only in name]
    if not gaps and not own_kinds:
        names = ", ".join(kind.name for kind in kinds)
        raise click.UsageError(f"--only: no kind has {only!r} in its name; the kinds are {names}.")
    keep = (lambda name, number, trace: save(trace, traces / f"{name}, {number}.trace")) if traces else None
    say = (lambda line: None) if as_json else click.echo

    for label, sampling in samplings.items():
        say(f"{label}: {sampling}")
    say(f"\n{'way':<15} {'at':<9} {'kind':<32} {'right':>9} {'share':>7}   95% interval      passes")
    few = max(1, cases // 4)
    measured: dict[str, list[dict[str, Any]]] = {
        name: [] for name in ("scores", "repair", "self_correction", "infill", "own_text")
    }
    with Bars() as bars:
        scores = rows(
            loaded, chosen, samplings, cases=cases, ways=ways or tuple(WAYS), changes=changes, seed=seed,
            track=bars.track, keep=keep,
        )  # fmt: skip
        for row in scores:
            score, (low, high) = row.score, row.score.interval
            measured["scores"].append({"way": row.way, "at": row.at, **vars(score), "low": low, "high": high})
            sentences = "" if score.grammatical is None else f"  {score.grammatical:.1%} of sentences grammatical"
            repeated = ", ".join(f"{there} of {wanted} {kind}" for kind, (there, wanted) in score.repeated.items())
            say(
                f"{row.way:<15} {row.at:<9} {score.name:<32} {score.right:>4}/{score.cases:<4} {score.share:>7.1%}   "
                f"{low:>6.1%} to {high:<6.1%}  {score.steps:6.1f}{sentences}"
                + (f"; kept: {repeated}" if repeated else "")
            )
        for infill in infills(
            loaded, gaps, shipped, cases=few if chosen else cases, ways=ways or tuple(WAYS), changes=changes, seed=seed,
            track=bars.track,
        ):  # fmt: skip
            low, high = infill.interval
            measured["infill"].append({**vars(infill), "low": low, "high": high})
            say(
                f"gaps of {infill.name}, {infill.way}: {infill.right} of {infill.cases} right "
                f"({low:.0%} to {high:.0%}) with {infill.hidden:.0%} of the tokens hidden; "
                f"{infill.same:.0%} of those as they were; {infill.steps:.1f} passes"
            )
        for text in own_texts(
            loaded, shipped, cases=cases if not chosen else few, kinds=own_kinds, seed=seed, track=bars.track
        ):
            measured["own_text"].append(vars(text))
            say(
                f"{text.name}, {text.keep}: of {text.texts} texts {text.stayed:.1%} of what noise left stayed, "
                f"{text.mended:.1%} of what it replaced came back, {text.all:.1%} of all; {text.steps:.1f} passes"
            )
        for repair in repairs(loaded, chosen, shipped, cases=few, seed=seed, track=bars.track):
            measured["repair"].append(vars(repair))
            say(
                f"repair of {repair.share:.0%} on the canvas: {repair.restored:.1%} of the replaced tokens restored, "
                f"{repair.broken:.1%} of the others broken; {repair.right} of {repair.texts} texts right; "
                f"{repair.steps:.1f} passes"
            )
        for seen in corrections(loaded, chosen, runs=few, seed=seed, track=bars.track):
            measured["self_correction"].append(vars(seen))
            say(
                f"self-correction in {seen.runs} runs of {seen.name}: {seen.relapsed:.1f} accepted positions "
                f"re-noised and {seen.changed:.1f} accepted tokens changed per run; {seen.corrected} runs changed any"
            )
    if as_json:
        click.echo(json.dumps(measured))
    bars.exit_if_stopped()
