"""Writes the graphs of the embedded checkpoint: `python -m workshop.makers.portable`, in about a minute.

They lie in `assets/portable/` and point to the weights in `assets/model/`. With `--check` nothing is written, and it
says whether they are made of the code as it is now.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playground.assets import ASSETS
from playground.engine.loading.source import EMBEDDED
from playground.engine.models import load_model
from playground.portable import write_graphs

FOLDER = ASSETS / "portable"


def made(into: Path) -> None:
    model = load_model(None, device="cpu", dtype="float32")
    write_graphs(model, [EMBEDDED / "model.safetensors"], EMBEDDED / "tokenizer.json", into)


def main() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    made(FOLDER)


if __name__ == "__main__":
    main()
