"""`python -m tests.mutants` tells what the tests are worth: they run against the source with one small mistake."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
from dataclasses import asdict
from functools import cache
from pathlib import Path

import click

from tests.mutants.lines import Map
from tests.mutants.source import Mutant, is_sound, mutants
from tests.mutants.trial import trial, warm_up

COPY = Path(".mutants/copy")
MAP = Path("../map")
QUICK = "not browser and not slow and not thorough"
MOST = 40
"""Tests that a mutant meets."""


@click.group()
def main() -> None:
    """Find the mistakes that the tests would miss, in what git has committed or staged.

    What was stopped goes on where it was. The folder `.mutants` holds all of it: remove it when tests have changed.
    """
    if Path.cwd().parts[-2:] != COPY.parts:
        shutil.rmtree(COPY, ignore_errors=True)
        subprocess.run(["git", "checkout-index", "--all", "--prefix", f"{COPY}/"], check=True)
        (COPY / "node_modules").symlink_to(Path("node_modules").resolve())
        os.chdir(COPY)
        os.execv(sys.executable, [sys.executable, "-m", "tests.mutants", *sys.argv[1:]])
    os.nice(19)


@main.command("map")
@click.argument("arguments", nargs=-1)
def make_map(arguments: tuple[str, ...]) -> None:
    """Run the quick tests once, to know which lines each runs; ARGUMENTS, after `--`, are pytest's."""
    sys.exit(Map(MAP).run(["-m", QUICK, "-p", "no:cacheprovider", *arguments]))


@main.command()
@click.argument("out", type=click.Path(path_type=Path))
def report(out: Path) -> None:
    """Write to the folder OUT how many lines each test, and each file of tests, runs alone."""
    Map(MAP).report(out)


@main.command("try")
@click.argument("folders", nargs=-1, required=True)
@click.option("--count", type=click.IntRange(min=1), default=10, show_default=True, help="Mutants of each folder.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The seed that draws them.")
@click.option("--name", default="trials", show_default=True, help="The file in `.mutants` for what comes of them.")
def try_mutants(folders: tuple[str, ...], count: int, seed: int, name: str) -> None:
    """Run tests against mutants of FOLDERS, such as playground/rules, and name each mutant that they miss."""
    warm_up()
    path = Path(f"../{name}.jsonl")
    path.touch()
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    results = {Mutant(**row["mutant"]): row["result"] for row in rows}
    for folder in folders:
        drawn = draw(folder, count, seed)
        for mutant in drawn:
            if mutant not in results:
                results[mutant] = trial(mutant, *tests_of(mutant))
                with path.open("a", encoding="utf-8") as file:
                    print(json.dumps({"mutant": asdict(mutant), "result": results[mutant]}), file=file)
        missed = [mutant for mutant in drawn if re.match("survives|no test|exit", results[mutant])]
        for mutant in missed:
            old = Path(mutant.file).read_text("utf-8")[mutant.start : mutant.end]
            print(f"{mutant.file}:{mutant.line}: {old!r} -> {mutant.text!r}: {results[mutant]}")
        print(f"{folder}: {len(drawn) - len(missed)} of {len(drawn)} killed", flush=True)


def draw(folder: str, count: int, seed: int) -> list[Mutant]:
    paths = [path for path in sorted(Path(folder).rglob("*.*")) if re.fullmatch(r"[^.]+\.(py|ts)", path.name)]
    everything = [mutant for path in paths for mutant in mutants(path)]
    random.Random(f"{seed} {folder}").shuffle(everything)
    return [mutant for mutant in everything[: 2 * count] if is_sound(mutant)][:count]


@cache
def of_map() -> tuple[dict[str, dict[int, set[str]]], dict[str, float]]:
    return Map(MAP).tests_by_line(), Map(MAP).seconds


def tests_of(mutant: Mutant) -> tuple[list[str], float]:
    """The quickest tests that run a mutant's line, and their seconds. Of a line that none is known to run, because it
    runs at the import, say, those that run its file; a script's are those that import it. Failing these, all beside it.
    """
    path, (by_line, seconds) = Path(mutant.file), of_map()
    if path.suffix == ".ts":
        near = [test for test in Path("assets/page").rglob("*.test.ts") if f'/{path.name}"' in test.read_text("utf-8")]
        return [str(test) for test in sorted(near or path.parent.glob("*.test.ts"))][:MOST], 0
    lines = by_line.get(mutant.file, {})
    beside = {test for test in seconds if test.startswith(f"tests/{path.parent.relative_to('playground')}/")}
    tests = sorted(lines.get(mutant.line) or set().union(*lines.values()) or beside, key=seconds.__getitem__)[:MOST]
    return tests, sum(seconds[test] for test in tests)


if __name__ == "__main__":
    main()
