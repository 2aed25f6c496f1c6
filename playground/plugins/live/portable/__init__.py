"""A checkpoint as graphs, for engines without Python. `assets/page/plugins/live/denoising/` is one, in the page."""

from __future__ import annotations

from playground.plugins.live.portable.portable import MANIFEST, write_graphs, write_portable

__all__ = ["MANIFEST", "write_graphs", "write_portable"]
