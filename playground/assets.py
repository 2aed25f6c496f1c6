"""Finds the files that ship with the code: scripts, styles, the embedded checkpoint and recorded runs."""

from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parents[1] / "assets"
_INSTALLED = Path(__file__).resolve().with_name("assets")

ASSETS = _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
"""The folder of these files: beside the package in a checkout, inside the package if it came from a wheel."""
