"""Takes runs away: as tables, as one page that plays offline, as pictures and films. Pure functions of traces."""

from playground.export.export import FORMS, export

__all__ = ["FORMS", "export"]
