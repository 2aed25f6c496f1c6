"""Ways of writing, one in each file. To add one, add its file, then an instance of its class to `_ALL`."""

from __future__ import annotations

from playground.rules.ways.autoregressive import Autoregressive
from playground.rules.ways.base import Tokens, Way, WayName
from playground.rules.ways.masked import Masked
from playground.rules.ways.uniform import Uniform

_ALL = (Uniform(), Masked(), Autoregressive())

WAYS: dict[str, Way] = {way.name: way for way in _ALL}
"""By name. `python -m workshop.makers.page_tables` writes what they declare for the page."""
RULES: dict[str, str] = {way.name: way.rule for way in _ALL}
"""Name -> rule, for menus."""

__all__ = ["RULES", "WAYS", "Tokens", "Way", "WayName"]
