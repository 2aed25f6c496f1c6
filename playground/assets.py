"""Where the files are that ship beside the code: scripts, styles, the embedded checkpoint, recorded runs."""

from pathlib import Path

ASSETS = Path(__file__).resolve().parents[1] / "assets"
