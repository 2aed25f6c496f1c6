"""Takes runs away: as tables, and as one page that plays offline; plugins add forms. Pure functions of traces."""

from playground.export.export import FORMS, export

__all__ = ["FORMS", "export"]
