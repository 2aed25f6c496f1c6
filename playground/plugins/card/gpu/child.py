"""A process of an examination: runs some parts, one after the other, and writes down at once what each one finds.

    python -m playground.plugins.card.gpu.child FILE EXAMINED PART ...

EXAMINED is JSON of `Examined`. FILE gets a JSON line for each finding, and one when a part begins and ends.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

LOST = 3
"""The exit code of a process whose GPU fails at whatever it is asked."""

log = logging.getLogger(__name__)


def run(file: Path, examined: dict[str, Any], names: list[str]) -> int:
    """Runs the parts and returns the exit code. A part that fails costs no other, unless the GPU is lost."""
    import torch

    from playground.plugins.card.gpu.host import Examined, Host
    from playground.plugins.card.gpu.parts import PARTS

    host = Host(Examined(**examined))
    for name in names:
        started = time.perf_counter()
        write(file, name, state="begun")
        try:
            for finding in PARTS[name].examine(host):
                write(file, name, **asdict(finding))
        except Exception as error:
            log.exception("%s failed", name)
            write(file, name, state="failed", why=f"{type(error).__name__}: {error}"[:400])
            if isinstance(error, torch.AcceleratorError) and not isinstance(error, torch.OutOfMemoryError):
                return LOST
        else:
            write(file, name, state="done", seconds=round(time.perf_counter() - started, 1))
    return 0


def write(file: Path, part: str, **values: Any) -> None:
    """Appends a line."""
    with file.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps({"part": part, **values}) + "\n")


if __name__ == "__main__":
    code = run(Path(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3:])
    sys.stdout.flush()
    os._exit(code)  # threads of an engine and of a compiler go on otherwise
