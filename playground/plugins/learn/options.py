"""The option that names a folder of lessons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


def folder(says: str, **more: Any) -> click.Option:
    """The option `--lessons DIR`.

    Args:
        says: its help.
    """
    kind = click.Path(file_okay=False, path_type=Path)
    return click.Option(["--lessons"], metavar="DIR", type=kind, help=says, **more)
