"""What stands after `#` in an address of the page."""

import json
from urllib.parse import urlencode


def own_run(prompt, seed, settings=None, *, step=None, **spec):
    """The words that make a run of one's own, and show a step of its first block."""
    described = {"prompt": {"text": prompt}, "seed": seed, "settings": settings or {}, **spec}
    return urlencode({"spec": json.dumps(described)} | ({} if step is None else {"block": 1, "step": step}))
