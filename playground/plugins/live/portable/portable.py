"""Writes a checkpoint for places without Python, such as a browser: graphs, what they need, and a manifest."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

from playground.engine.families import FAMILIES
from playground.engine.loading.checkpoint import read_config, weight_files
from playground.engine.loading.source import EMBEDDED_NAME, resolve
from playground.engine.models import Model, load_model
from playground.errors import ExportError, ModelError
from playground.export.whole import writing
from playground.plugins.live.files import PORTABLE
from playground.plugins.live.portable.manifest import manifest_of
from playground.plugins.live.portable.onnx_file import Weights, onnx_bytes
from playground.plugins.live.portable.passes import pass_graphs
from playground.plugins.live.portable.steps import step_graphs

MOST_BYTES = 512 << 20
"""The largest weights: a browser's memory for a page holds 4 GiB, and each graph has them again, in float32."""
MANIFEST = "manifest.json"

Tell = Callable[[str, int, int], None]
"""Is told of each graph: its name, its number from 1, and how many there are."""


def write_portable(out: Path, name: str | None = None, tell: Tell = lambda *_: None) -> list[Path]:
    """Writes the folder `out`, whole or not at all, with the weights and the tokenizer of the checkpoint.

    With the embedded one come the tables of its world, by which texts are judged, and Sudokus for visitors.

    Args:
        name: a local folder; None for the embedded checkpoint.

    Returns:
        Its files.

    Raises:
        ModelError: the checkpoint cannot be loaded, is too large, or its family has no graphs.
        ExportError: `out` holds something else or cannot be written, or a package is missing.
    """
    if out.exists() and not (out.is_dir() and (not any(out.iterdir()) or (out / MANIFEST).is_file())):
        raise ExportError(f"{out} holds something else than a portable checkpoint; name a new folder.")
    folder, model = _loaded(name)
    with writing(out) as into:
        into.mkdir()
        into.chmod(0o755)
        files = [*weight_files(folder, model.name), folder / "tokenizer.json"]
        copies = [Path(shutil.copyfile(file, into / file.name)) for file in files]
        write_graphs(model, copies[:-1], copies[-1], into, tell)
        if name in (None, EMBEDDED_NAME):
            for table in ("world.json", "puzzles.json"):
                shutil.copyfile(PORTABLE / table, into / table)
    return sorted(out.iterdir())


def write_graphs(model: Model, weights: list[Path], tokenizer: Path, into: Path, tell: Tell = lambda *_: None) -> None:
    """Writes the graphs and the manifest into a folder; weights and tokenizer stay where they are.

    Raises:
        ExportError: a package is missing.
        ModelError: the chat template changes prompts.
    """
    model.denoiser.prepare()
    stored, graphs = Weights(weights), [*pass_graphs(model), *step_graphs(model)]
    entries = {}
    for number, graph in enumerate(graphs, 1):
        tell(graph.name, number, len(graphs))
        content = onnx_bytes(graph, stored)
        (into / f"{graph.name}.onnx").write_bytes(content)
        entries[graph.name] = {
            "file": f"{graph.name}.onnx", "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest(),
            "weights": [file.name for file in weights if file.name.encode() in content],
        }  # fmt: skip
    values = manifest_of(model, weights, {"tokenizer": tokenizer}, into) | {"graphs": entries}
    (into / MANIFEST).write_text(json.dumps(values, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def _loaded(name: str | None) -> tuple[Path, Model]:
    """The checkpoint and its folder, after a look at whether it can be written at all."""
    folder = resolve(name)
    if not isinstance(folder, Path):
        raise ModelError(f"{name} is a hub id; a portable checkpoint is made of a local folder.")
    title = f"The folder {folder}" if name else "The embedded checkpoint"
    family = FAMILIES[read_config(folder, title)["model_type"]]
    if not family.portable:
        able = ", ".join(kind for kind, each in FAMILIES.items() if each.portable)
        raise ModelError(f"{title} is of the family {family.kind}, which has no graphs; those that have are {able}.")
    size = sum(file.stat().st_size for file in weight_files(folder, title))
    if size > MOST_BYTES:
        raise ModelError(
            f"{title} has {size / 2**30:.1f} GiB of weights; a portable checkpoint has at most "
            f"{MOST_BYTES >> 20} MiB, because a browser must hold them."
        )
    return folder, load_model(name, device="cpu", dtype="float32")
