"""Writes the graphs of the embedded checkpoint: `python -m workshop.makers.portable`, in about a minute.

They lie in `assets/portable/`, with the tables of its world and Sudokus for visitors, and point to the weights in
`assets/model/`.
"""

from __future__ import annotations

import shutil

from playground.engine.loading.source import EMBEDDED
from playground.engine.models import load_model
from playground.plugins.live.files import PORTABLE
from playground.plugins.live.portable import write_graphs
from playground.plugins.small_world.tables import write_tables
from workshop.makers.puzzles import write_puzzles


def main() -> None:
    shutil.rmtree(PORTABLE, ignore_errors=True)
    PORTABLE.mkdir()
    model = load_model(None, device="cpu", dtype="float32")
    write_graphs(model, [EMBEDDED / "model.safetensors"], EMBEDDED / "tokenizer.json", PORTABLE)
    write_tables(PORTABLE, EMBEDDED)
    write_puzzles(PORTABLE)


if __name__ == "__main__":
    main()
