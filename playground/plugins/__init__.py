"""Capabilities beyond the core, a folder each. Nothing outside a folder names it: see `playground.hooks`.

Delete a folder here, with those of its name in `tests/plugins` and `docs/plugins`, and everything else works as before.
"""
