"""Takes runs away: as one page that plays offline; plugins add forms. Pure functions of traces."""

from playground.export.export import export

__all__ = ["export"]
