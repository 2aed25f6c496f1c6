"""Ways of writing, one in each file. To add one, add its file, then an instance of its class to `_ALL`."""

from __future__ import annotations

from playground.engine.ways.autoregressive import Autoregressive
from playground.engine.ways.base import Tokens, Way
from playground.engine.ways.masked import Masked
from playground.engine.ways.uniform import Uniform

_ALL = (Uniform(), Masked(), Autoregressive())

WAYS: dict[str, Way] = {way.name: way for way in _ALL}
RULES: dict[str, str] = {way.name: way.rule for way in _ALL}
"""Name -> rule, for menus."""

__all__ = ["RULES", "WAYS", "Tokens", "Way"]
