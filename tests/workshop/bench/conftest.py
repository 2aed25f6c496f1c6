"""The benchmarks measure with a plugin, and go with it."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("playground.plugins.card") else ["test_*"]
