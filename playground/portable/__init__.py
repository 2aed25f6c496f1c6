"""A checkpoint as graphs, for engines without Python. `assets/page/denoising/` is one, in the page."""

from __future__ import annotations

from playground.portable.portable import MANIFEST, write_graphs, write_portable

__all__ = ["MANIFEST", "write_graphs", "write_portable"]
