"""`record`: records the page's example runs and those of the lessons again, with the embedded checkpoint."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import playground
from playground.assets import ASSETS
from playground.commands.options import check_folder
from playground.commands.saving import save
from playground.commands.terminal import printable

if TYPE_CHECKING:
    from playground.engine.models import Model
    from playground.plugins.learn.looks import Swap, Weights
    from playground.plugins.learn.readings import Logs
    from playground.plugins.learn.things import Cell
    from playground.spec.run import RunSpec
    from playground.trace import Trace

RECORDED = ASSETS / "recorded"
_LISTS = sorted(Path(playground.__file__).with_name("plugins").glob("*/lessons/index.json"))
FOLDERS = (RECORDED, *(path.parent for path in _LISTS))
"""Those of the page's runs, and of each plugin's lessons."""
LEAST = 1e-45
"""What float32 has no smaller number than; a probability below it is rounded to 0."""
_KINDS: dict[str, type] = {
    "file": str, "settings": dict, "processors": dict, "text": str, "start": str, "noise": float, "noise_seed": int,
}  # fmt: skip


@click.command()
@click.option(
    "--out", "folders", multiple=True, default=FOLDERS, type=click.Path(file_okay=False, path_type=Path),
    help="Folder to write to; repeatable. By default those of the page.",
)  # fmt: skip
def record(folders: tuple[Path, ...]) -> None:
    """Run every prompt in OUT/index.json with its seed, and save the traces next to it.

    An entry may have `settings`, `processors`, a `text` with gaps that is held, a text to `start` from, of which
    `noise` is the share to be replaced, and `light`, a second file for the page's first picture. If OUT holds lessons,
    the command also computes where the cells that they name look, and what a pass makes of noisy texts, saves both as
    looks.json, and checks the lessons. Ctrl-C stops it and keeps the traces saved so far.
    """
    from playground.engine.models import load_model
    from playground.engine.recording import record as run
    from playground.errors import PlaygroundError
    from playground.plugins.sweep.bars import Bars

    examples = [(folder / entry["file"], entry) for folder in folders for entry in _listed(folder)]
    for folder in folders:
        check_folder(folder)
    model = load_model()
    with Bars() as bars:
        for path, entry in bars.track(examples, lambda example: example[0].name):
            try:
                trace = run(model, spec_of(model, entry))
            except PlaygroundError as error:
                raise click.UsageError(f"{path.name}: {error}") from error
            save(trace, path)
            if "light" in entry:
                save(light(trace), path.with_name(entry["light"]))
            steps = "+".join(str(block.steps) for block in trace.blocks)
            click.echo(printable(f"{path.name}: {steps} steps, ended: {trace.finish_reason}\n{trace.text}\n"))
    bars.exit_if_stopped()
    for folder in folders:
        if any(folder.glob("*.md")):
            _look(model, folder)


def _listed(folder: Path) -> list[dict[str, Any]]:
    path = folder / "index.json"
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
        for entry in listed:
            _ = entry["file"], entry["prompt"], entry["seed"]
            if not all(isinstance(entry.get(name, kind()), kind) for name, kind in _KINDS.items()):
                raise TypeError(entry)
    except (OSError, ValueError, RecursionError) as error:
        raise click.UsageError(f"{path} cannot be read: {error}") from error
    except (KeyError, TypeError) as error:
        raise click.UsageError(
            f"{path} must be a list of objects, each with a file, a prompt and a seed; settings are an object, and a "
            "text is a text."
        ) from error
    return list(listed)


def light(trace: Trace) -> Trace:
    """A trace with one candidate for each position, which takes a fifth of the bytes."""
    from playground.trace.columns import COLUMNS

    fewer = {name: values[..., :1] for name, values in trace.columns.items() if COLUMNS[name].shape == "SLk"}
    return dataclasses.replace(trace, columns=trace.columns | fewer)


def spec_of(model: Model, entry: dict[str, Any]) -> RunSpec:
    """What an entry of an index asks for.

    Raises:
        PlaygroundError: a setting is not allowed, or the text has something that the model has no token for.
    """
    from playground.engine.row import Row
    from playground.engine.steering import pins_of, start_of

    spec = Row.of(model, entry["prompt"], entry.get("settings"), entry["seed"]).spec
    spec = spec.replace(processors=entry.get("processors", {}))
    if "start" in entry:
        noise = {name: entry[name] for name in ("noise", "noise_seed") if name in entry}
        spec = spec.replace(start=start_of(model, entry["start"]), **noise)
    return spec.replace(pins=tuple(pins_of(model, entry["text"], whole=True).items())) if "text" in entry else spec


def weights_of(model: Model, cell: Cell) -> Weights:
    """Computes where a cell looks and what it might be: its step is taken again."""
    from playground.plugins.inside.look import look
    from playground.plugins.learn.looks import Weights, digest
    from playground.spec.run import RunSpec

    trace = cell.run
    frame = trace.frame(cell.row)
    spec = RunSpec.from_dict(trace.header.spec)
    seen = look(model, spec, cell.position, block=frame.block, step=frame.step, recorded=trace)
    both = seen.attention.mean((0, 1), dtype="float64")
    causal = both if seen.causal is None else seen.causal.mean((0, 1), dtype="float64")
    read = seen.prefix
    return Weights(
        run=cell.run.name,
        digest=digest(cell.run),
        row=cell.row,
        position=cell.position,
        read=round(float(both[:read].sum()), 6),
        canvas=[round(share, 6) for share in both[read:].tolist()],
        causal_read=round(float(causal[:read].sum()), 6),
        causal=[round(share, 6) for share in causal[read:].tolist()],
        logs=[round(math.log(max(chance, LEAST)), 3) for chance in seen.probs.tolist()],
    )


def logs_of(model: Model, run: Trace) -> Logs:
    """Computes what one pass makes of the noisy text that a run starts from."""
    from playground.plugins.learn.looks import digest
    from playground.plugins.learn.readings import Logs, text_of
    from workshop.evaluation.loss import log_probabilities

    header, canvas = run.header, run.columns["input_ids"][0].tolist()
    logs = log_probabilities(model, header.prompt_ids, canvas)
    standing, original = (
        [round(logs[at, token].item(), 4) for at, token in enumerate(tokens)]
        for tokens in (canvas[: len(text_of(run))], text_of(run))
    )
    return Logs(run=run.name, digest=digest(run), standing=standing, original=original)


def swap_of(model: Model, cell: Cell, word: str) -> Swap:
    """Computes what a cell might have been with another word: its step is taken again, with nothing else changed.

    Raises:
        Wrong: the word is not one token.
    """
    from playground.engine.steering import tokens_of
    from playground.plugins.inside.look import look
    from playground.plugins.learn.looks import CANDIDATES, Swap, digest
    from playground.plugins.learn.problems import Wrong
    from playground.spec.run import RunSpec
    from playground.spec.steering import Edit

    token = next((ids[0] for text in (f" {word}", word) if len(ids := tokens_of(model, text)) == 1), None)
    if token is None:
        raise Wrong(f"“{word}” is not one token of the model, and a cell holds one.")
    trace = cell.run
    frame = trace.frame(cell.row)
    spec = RunSpec.from_dict(trace.header.spec)
    edit = Edit(block=frame.block, step=frame.step, cells=((cell.position, token),))
    changed = spec.replace(edits=(*spec.edits, edit))
    seen = look(model, changed, cell.position, block=frame.block, step=frame.step, recorded=trace)
    ids = [*seen.ids[:CANDIDATES].tolist(), int(seen.frame.sampled_ids[cell.position])]
    *tokens, drawn = (text.strip() for text in model.token_texts(ids))
    return Swap(
        run=cell.run.name,
        digest=digest(cell.run),
        row=cell.row,
        position=cell.position,
        word=word,
        tokens=tokens,
        shares=[round(share, 6) for share in seen.probs[:CANDIDATES].tolist()],
        entropy=round(float(seen.frame.entropy[cell.position]), 4),
        token=drawn,
        accepted=bool(seen.frame.accepted[cell.position]),
    )


def _look(model: Model, folder: Path) -> None:
    """Computes what the lessons of a folder show of single passes, and says which lessons no longer hold."""
    try:
        from playground.plugins.learn.library import Library
        from playground.plugins.learn.problems import LessonError
        from playground.plugins.learn.things import Cell
    except ImportError as error:
        raise click.UsageError(f"{printable(folder.name)} holds lessons, which need the plugin learn.") from error

    def computed(of: Cell | Trace, word: str) -> Weights | Swap | Logs:
        if isinstance(of, Cell):
            return swap_of(model, of, word) if word else weights_of(model, of)
        return logs_of(model, of)

    library = Library([folder], RECORDED, compute=computed)
    wrong = []
    for name in library.files:
        try:
            library.lesson(name)
        except LessonError as error:
            wrong += str(error).splitlines()
    if count := library.runs.looks.save(folder):
        click.echo(f"looks.json: {count} look{'' if count == 1 else 's'}.")
    for line in wrong:
        click.echo(printable(line), err=True)
    if wrong:
        raise click.ClickException(f"{len(wrong)} line{'' if len(wrong) == 1 else 's'} of lessons no longer hold.")
